"""``errata [PAPER]``: what is refuted, incomplete, loose or broken as printed."""

from __future__ import annotations

import argparse

from ..present.findings import erratum_json, erratum_lines
from ..theory.errata import errata, sound
from .findings import verified
from .output import answer, answer_json


def run(args: argparse.Namespace) -> int:
    """List the findings, each with its witness and what holds instead."""
    pairs, status = verified(args)
    found = errata(pairs)
    if args.json:
        answer_json([erratum_json(entry) for entry in found])
        return status
    for entry in found:
        answer("\n".join(erratum_lines(entry)) + "\n")
    answer(
        f"{len(found)} findings in {len(pairs)} statements; {len(sound(pairs))} statements are sound as printed"
    )
    return status
