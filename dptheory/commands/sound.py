"""``sound [PAPER]``: what was found sound as printed."""

from __future__ import annotations

import argparse

from ..present.findings import sound_json, sound_line
from ..theory.errata import sound
from .findings import verified
from .output import answer, answer_json


def run(args: argparse.Namespace) -> int:
    """List the statements that hold as printed and whose proofs are not broken."""
    pairs, status = verified(args)
    found = sound(pairs)
    if args.json:
        answer_json([sound_json(entry) for entry in found])
        return status
    answer("\n".join(map(sound_line, found)))
    answer(f"{len(found)} of {len(pairs)} statements are sound as printed")
    return status
