"""``errata [PAPER]``: what is refuted, incomplete, loose or broken as printed."""

from __future__ import annotations

import argparse

from ..present.findings import erratum_json, erratum_lines, written
from ..present.page import Writing
from ..theory.errata import errata, sound
from .findings import verified
from .output import answer, answer_json, style
from .running import words


def run(args: argparse.Namespace) -> int:
    """List the findings, each with its witness and what holds instead."""
    checked = verified(args)
    found = errata(checked.pairs)
    if args.json:
        answer_json([erratum_json(entry) for entry in found])
        return checked.status
    writing = Writing(style(args), words(checked.library))
    formulas = {statement.id: written(statement, writing) for statement, _ in checked.pairs}
    for entry in found:
        answer("\n".join(erratum_lines(entry, formulas[entry.id])) + "\n")
    as_printed = len(sound(checked.pairs))
    of = sum(not statement.source.is_own for statement, _ in checked.pairs)
    answer(f"{len(found)} findings in {of} statements; {as_printed} statements sound as printed")
    return checked.status
