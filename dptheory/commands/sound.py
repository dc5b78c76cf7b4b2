"""``sound [PAPER]``: what was found sound as printed."""

from __future__ import annotations

import argparse

from ..present.findings import sound_json, sound_line
from .answers import Answers
from .known import mark, sound_by_source
from .output import answer, answer_json

PARTS = "parts of statements, which are not counted:"
HOW = "proved: by a derivation of this library; false steps of a source's own proof are findings of `errata`"


def run(args: argparse.Namespace) -> int:
    """List the statements that hold as printed and whose proofs are not broken."""
    answers, names = Answers.about(args, args.paper)
    known = answers.known(names)
    found = [(one.sound, one.recorded) for one in known if one.sound is not None]
    parts = [(one.part, one.recorded) for one in known if one.part is not None]
    if args.json:
        answer_json([sound_json(entry) | {"recorded": recorded} for entry, recorded in found + parts])
        return answers.status
    printed = sum(not one.own for one in known)
    counted = f"{len(found)} of {printed} statements are sound as printed"
    if printed < len(known):
        counted += f" (this library's own {len(known) - printed} are not counted)"
    sources = [f"by source: {said}"] if (said := sound_by_source(known)) else []
    marked = mark(one.recorded for one in known)
    held = [PARTS, *(sound_line(entry) for entry, _ in parts)] if parts else []
    counted += f"; of {len(parts)} more what was encoded, a part, is" if parts else ""
    answer("\n".join([*(sound_line(entry) for entry, _ in found), *held, counted, *sources, HOW, marked]))
    return answers.status
