"""``list [SOURCE]``: every statement with its title and how its forms stand, one line each."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable

from ..errors import BadInput
from ..present.findings import verdict_and_extent
from ..theory.catalogue import near_names
from ..theory.results import KINDS, StatementResult
from .answers import Answers
from .known import Known, mark
from .output import answer, answer_json


def run(args: argparse.Namespace) -> int:
    """Print the statements of a source, or all."""
    answers = Answers(args.proofs, fresh=args.fresh)
    if args.source is not None and not answers.is_source(args.source):
        near = near_names(args.source, answers.sources)
        meant = f" (did you mean {' or '.join(near)}?)" if near else ""
        known = ", ".join(answers.sources)
        raise BadInput(f"the source {args.source!r}{meant}", f"one of {known}", "dptheory list")
    return print_statements(answers, answers.select([] if args.source is None else [args.source]), args)


def print_statements(answers: Answers, names: Iterable[str], args: argparse.Namespace) -> int:
    """One line a statement: its identifier, how its forms stand, its title."""
    known = answers.known(names)
    if args.json:
        answer_json({"statements": [_data(one) for one in known]})
        return answers.status
    rows = [(one.result.id, stands(one.result), one.result.title) for one in known]
    widths = [max((len(row[k]) for row in rows), default=0) for k in range(2)]
    lines = [f"{a:<{widths[0]}}  {b:<{widths[1]}}  {c}".rstrip() for a, b, c in rows]
    answer("\n".join([*lines, mark(one.recorded for one in known)]))
    return answers.status


def stands(result: StatementResult) -> str:
    """The verdicts on the forms of a statement by their kind, equal ones counted."""
    parts = []
    for kind in KINDS:
        found = Counter(verdict_and_extent(form) for form in result.forms if form.kind == kind)
        if found:
            counted = (f"{word} ×{count}" if count > 1 else word for word, count in found.items())
            parts.append(f"{kind} {', '.join(counted)}")
    return "; ".join(parts)


def _data(known: Known) -> dict[str, object]:
    result = known.result
    return {
        "id": result.id, "title": result.title, "kind": result.kind, "source": result.source,
        "forms": {form.name: form.verdict.status for form in result.forms}, "recorded": known.recorded,
        "covers": {form.name: form.covers for form in result.forms if form.covers},
    }  # fmt: skip
