"""``sound [PAPER]``: what was found sound as printed."""

from __future__ import annotations

import argparse

from ..present.findings import sound_json, sound_line
from ..theory.errata import sound
from .findings import verified
from .output import answer, answer_json

HOW = "proved: by a derivation of this library; false steps of a source's own proof are findings of `errata`"


def run(args: argparse.Namespace) -> int:
    """List the statements that hold as printed and whose proofs are not broken."""
    checked = verified(args)
    found = sound(checked.pairs)
    if args.json:
        answer_json([sound_json(entry) for entry in found])
        return checked.status
    printed = sum(not statement.source.is_own for statement, _ in checked.pairs)
    counted = f"{len(found)} of {printed} statements are sound as printed"
    if printed < len(checked.pairs):
        counted += f" (this library's own {len(checked.pairs) - printed} are not counted)"
    answer("\n".join([*map(sound_line, found), counted, HOW]))
    return checked.status
