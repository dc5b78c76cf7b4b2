"""``errata [PAPER|FILE]``: what is refuted, incomplete, loose or broken as printed."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable

from ..present.findings import KINDS, counted, erratum_json, erratum_lines
from ..theory.findings import Erratum, distinct, same_cause
from .answers import Answers
from .known import mark
from .output import answer, answer_json, many, style


def run(args: argparse.Namespace) -> int:
    """List the findings, each with its witness and what holds instead, the gravest statement first."""
    answers, names = Answers.about(args, args.paper)
    known = answers.known(names)
    groups = sorted((one for one in known if one.findings), key=lambda one: one.findings[0].erratum.rank)
    found = [finding for one in groups for finding in one.findings]
    if args.json:
        answer_json(
            [erratum_json(one.erratum) | {"recorded": k.recorded} for k in groups for one in k.findings]
        )
        return answers.status
    written = style(args)
    for finding, (_, told) in zip(found, same_cause(one.erratum for one in found), strict=True):
        lines = erratum_lines(finding.erratum, finding.formulas[written], finding.seen, told)
        answer("\n".join(lines) + "\n")
    as_printed = sum(one.sound is not None for one in known)
    of = sum(not one.own for one in known)
    sound = many(as_printed, "statement")
    once = distinct(finding.erratum for finding in found)
    places = f" ({len(found)} places)" if len(once) < len(found) else ""
    answer(f"{many(len(once), 'finding')}{places} in {many(of, 'statement')}; {sound} sound as printed")
    if found:
        answer(f"by kind: {kinds(once)}")
        answer(f"by severity: {counted(once)}")
    answer(mark(one.recorded for one in known))
    return answers.status


def kinds(entries: Iterable[Erratum]) -> str:
    """How many findings there are of each kind, as letters and the project's first page count them."""
    counts = Counter(entry.kind for entry in entries)
    return "; ".join(f"{kind}: {counts[kind]}" for kind in KINDS if counts[kind])
