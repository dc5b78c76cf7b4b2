"""``prove FILE`` and ``prove -``: one claim a line, and a table of what came of them."""

from __future__ import annotations

import argparse
import sys
from os.path import isfile  # which has an answer for a name that is none
from pathlib import Path

from ..errors import BadInput
from ..kernel import KernelError, SyntaxProblem
from ..latex.typed import in_language
from ..letters import inner, outer
from ..present.formulas import write_claims
from .decided import Decided, decide
from .misspelt import explained
from .output import answer_json_about as answer_json
from .output import columns, print_table, progress, read_text, style

BAD, UNDECIDED = 64, 2
WORST = (0, 3, UNDECIDED, 1, BAD)
"""Exit statuses, the worst last."""


def claims_in(target: str) -> list[str] | None:
    """The lines of a file, or of standard input for -; None where a claim is meant. A line may end in `where`
    and conditions; blank lines and what follows a # are left out."""
    if target.strip() == "-":
        text = sys.stdin.read()
    elif set(target) & set("<>=") or not isfile(target.strip()):
        return None
    else:
        text = read_text(Path(target.strip()))
    lines = [line.partition("#")[0].strip() for line in text.splitlines()]
    if not any(lines):
        raise BadInput(f"{target}, which has no claim", "one claim a line", "x*(1 - x) <= 1/4")
    return [line for line in lines if line]


def run_several(args: argparse.Namespace, lines: list[str]) -> int:
    """Prove each claim, under --where and its own conditions; the exit status is the worst."""
    for name, given in (("--write", args.write), ("--with", args.having), ("--explain", args.explain),
                        ("--ablate", args.ablate)):  # fmt: skip
        if given:
            raise BadInput(f"{name} with a file of claims", "one claim", f"prove CLAIM {name}")
    made = list[tuple[str, Decided | None, str]]()
    with progress("proving") as tell:
        for k, line in enumerate(lines):
            tell.count(k, len(lines))
            try:
                found = _decided(args, line)
                made.append((line, found, found.outcome.reason))
            except (BadInput, KernelError, SyntaxProblem) as error:
                said = explained(error) if isinstance(error, SyntaxProblem) else str(error)
                made.append((line, None, said))
    statuses = {"proved": 0, "refuted": 1}
    if args.json:
        answer_json([{"error": why, "claim": line} if one is None else one.json() for line, one, why in made])
    else:
        _table(made, style(args))
    return max((BAD if one is None else one.status(statuses) for _, one, _ in made), key=WORST.index)


def _decided(args: argparse.Namespace, line: str) -> Decided:
    claim, _, own = line.partition(" where ")
    claim, where, _ = in_language(claim, [args.where, own])
    return decide(args, inner(claim), inner(", ".join(text for text in where if text.strip())))


def _table(made: list[tuple[str, Decided | None, str]], written: str) -> None:
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    for heading in ("verdict", "claim", "why"):
        table.add_column(heading, no_wrap=columns() > 100)
    for line, one, why in made:
        text = line if one is None else write_claims(one.asked, written)
        table.add_row("not read" if one is None else one.word(), text, outer(why))
    print_table(table)
