"""``list [SOURCE]``: every statement with its title and how its forms stand, one line each."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable

from ..errors import BadInput
from ..kernel.verdicts import Verdict
from ..theory.library import TheoryLibrary, near_names
from ..theory.statements import KINDS, Statement
from . import store
from .output import answer, answer_json
from .running import library_for
from .standing import verdicts


def run(args: argparse.Namespace) -> int:
    """Print the statements of a source, or all."""
    library, _ = library_for([])
    if args.source is not None and args.source not in library.sources:
        near = near_names(args.source, library.sources)
        meant = f" (did you mean {' or '.join(near)}?)" if near else ""
        known = ", ".join(library.sources)
        raise BadInput(f"the source {args.source!r}{meant}", f"one of {known}", "dptheory list")
    names = list(library.statements) if args.source is None else library.select([args.source])
    return print_statements(library, names, args)


def print_statements(library: TheoryLibrary, names: Iterable[str], args: argparse.Namespace) -> int:
    """One line a statement: its identifier, how its forms stand, its title."""
    statements = [library.get(name) for name in names]
    known = store.recorded(store.folder(getattr(args, "proofs", None)))
    standing = verdicts(library, [form.name for s in statements for form in s.forms], known)
    if args.json:
        answer_json({"statements": [_record(s, standing) for s in statements]})
        return 0
    rows = [(s.id, stands(s, standing), s.title) for s in statements]
    widths = [max((len(row[k]) for row in rows), default=0) for k in range(2)]
    answer("\n".join(f"{a:<{widths[0]}}  {b:<{widths[1]}}  {c}".rstrip() for a, b, c in rows))
    return 0


def stands(statement: Statement, standing: dict[str, Verdict]) -> str:
    """The verdicts on the forms of a statement by their kind, equal ones counted."""
    parts = []
    for kind in KINDS:
        found = Counter(standing[form.name].status for form in statement.forms if form.kind == kind)
        if found:
            counted = (f"{word} ×{count}" if count > 1 else word for word, count in found.items())
            parts.append(f"{kind} {', '.join(counted)}")
    return "; ".join(parts)


def _record(statement: Statement, standing: dict[str, Verdict]) -> dict[str, object]:
    return {
        "id": statement.id, "title": statement.title, "kind": statement.kind,
        "source": statement.source.work,
        "forms": {form.name: standing[form.name].status for form in statement.forms},
    }  # fmt: skip
