"""``prove CLAIM``: a certificate, a counterexample, or why neither was found. ``prove FILE`` and ``prove -``:
one claim a line, and a table of what came of them."""

from __future__ import annotations

import argparse
import sys
from os.path import isfile  # which has an answer for a name that is none
from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import BadInput
from ..inputs import witness
from ..kernel import PROVED, REFUTED, KernelError, SyntaxProblem
from ..latex.typed import in_language
from ..letters import inner, outer
from ..present.claims import ablation_json, ablation_lines
from ..present.compounds import parts_of
from ..present.formulas import write_claims
from ..present.outlines import outline
from ..present.proofs import explain
from ..prover import ablate
from ..prover.conjunction import record_of
from . import numbers
from .decision import Decided, decide
from .misspelt import explained, say_remarks
from .output import answer_about as answer
from .output import answer_json_about as answer_json
from .output import columns, print_table, progress, read_text, style, write_record
from .typed import said, say, typed

if TYPE_CHECKING:
    from ..prover import Ablation

STATUS = {PROVED: 0, REFUTED: 1}
BAD, UNDECIDED = 64, 2
WORST = (0, 3, UNDECIDED, 1, BAD)
"""Exit statuses, the worst last."""


def run(args: argparse.Namespace) -> int:
    """Prove the claim, or each of a file of claims, and print what was found."""
    several = _claims_in(args.claim)
    if several is not None:
        return _several(args, several)
    read = typed(args)
    with progress("proving"):
        found = decide(args, args.claim, args.where, args.having)
        ablation = _ablated(args, found)
    say(read, found.asked, args.json)
    say_remarks(found.asked, args.where)
    path = write_record(_record(found), args.write, f"the claim is {found.outcome.verdict.status}")
    parts = [part for one in found.records() if args.explain for part in parts_of(one)]
    idea = [line for part in parts for line in outline(part, style(args))]
    proof = [line for part in parts for line in explain(part, style(args))]
    if args.json:
        answered = found.json(path) | ({"read": said(read, found.asked)} if read else {})
        if args.explain:
            answered |= {"idea": idea, "proof": proof}
        if args.ablate:
            answered["ablation"] = [ablation_json(one) for one in ablation]
        answer_json(answered)
    else:
        shown = [*(["idea"] if idea else []), *(f"  {line}" for line in idea), *proof]
        answer("\n".join([*found.lines(style(args)), *shown, *ablation_lines(ablation)]))
    return found.status(STATUS)


def _record(found: Decided) -> dict[str, object] | None:
    """What is written of a claim: under conventions the certificates of all that was proved in its place."""
    if found.conventional:
        return record_of(found.records()) if found.status(STATUS) == 0 else None
    return found.outcome.certificate or found.outcome.excluded


def _ablated(args: argparse.Namespace, found: Decided) -> list[Ablation]:
    """Which conditions of a proved claim are needed, with the effort that is left."""
    if not (args.ablate and found.outcome.proved):
        return []
    images, timeout = witness(args.having, found.asked), numbers.seconds(args.timeout)
    left = (numbers.effort(args.effort) - found.outcome.effort) // len(found.asked)
    cap = None if timeout is None else max(timeout - found.outcome.seconds, 0.0) / len(found.asked)
    return [one for claim in found.asked for one in ablate(claim, images=images, effort=left, timeout=cap)]


def _claims_in(target: str) -> list[str] | None:
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


def _several(args: argparse.Namespace, lines: list[str]) -> int:
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
    if args.json:
        answer_json([{"error": why, "claim": line} if one is None else one.json() for line, one, why in made])
    else:
        _table(made, style(args))
    return max((BAD if one is None else one.status(STATUS) for _, one, _ in made), key=WORST.index)


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
