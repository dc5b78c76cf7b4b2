"""Statements and proofs from text, given to the kernel directly."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cache

import pytest

from dptheory.kernel.limits import KernelError
from dptheory.kernel.logic.calculation import step_claims
from dptheory.kernel.logic.derivations import Checker, Line
from dptheory.kernel.logic.terms import normal
from dptheory.kernel.logic.theorems import Judged, Library
from dptheory.kernel.models.instances import check_model, owed, refuted_in
from dptheory.kernel.real.claims import Claim
from dptheory.kernel.syntax import SyntaxProblem
from dptheory.kernel.verdicts import PROVED, PROVED_GIVEN, Verdict
from dptheory.prover import prove
from dptheory.theory.outline import OutlineError
from dptheory.theory.reader import read
from dptheory.theory.statements import Form
from dptheory.theory.worlds import parse_world

NOTHING: Mapping[str, Judged] = {}


@cache
def certificate(claim: Claim) -> object | None:
    """What the prover finds within a few seconds."""
    return prove(claim, effort=5_000_000).certificate


def form(
    let: str, given: Iterable[str], claim: str, proof: str = "", define: str = "", constant: str = ""
) -> tuple[Form, Library]:
    """A form from its parts, and the definitions around it."""
    lines = [define, "statement a.example", "  title t", f"  let {let}" if let else "", "  form printed"]
    lines += [f"    constant {constant}"] if constant else []
    lines += [f"    given {g}" for g in given]
    lines += [f"    claim {claim}"]
    steps = [line.strip() for line in proof.strip().splitlines()]
    lines += ["    proof p", *(f"      {s}" for s in steps)] if steps else []
    document = read("\n".join(line for line in lines if line.strip()), {})
    return document.statements[0].forms[0], Library(document.definitions, {})


def derive(
    let: str, given: Iterable[str], claim: str, proof: str, *,
    theorems: Mapping[str, Judged] = NOTHING, search: bool = True, define: str = "",
) -> Verdict:  # fmt: skip
    """The kernel's verdict on a written proof; KernelError where a line is refused."""
    made, library = form(let, given, claim, proof, define)
    checker = Checker(made.theorem, replace(library, forms=theorems), _found if search else {})
    for line in made.steps:
        checker.line(line)
    return checker.conclude()


def proves(
    let: str, given: Iterable[str], claim: str, proof: str, *,
    define: str = "", theorems: Mapping[str, Judged] = NOTHING,
) -> bool:  # fmt: skip
    """Does the kernel accept a proof? Refusing to read it is no acceptance."""
    try:
        verdict = derive(let, given, claim, proof, define=define, theorems=theorems)
    except (KernelError, SyntaxProblem, OutlineError):
        return False
    return verdict.status in (PROVED, PROVED_GIVEN)


def owed_by(checker: Checker, line: Line) -> list[Claim]:
    """The claims that a calculation line needs certificates of."""
    sources = [checker.known[label] for label in line.sources]
    return step_claims(sources, normal(line.formula, checker.library.definitions))[0]


def refute(
    let: str, given: Iterable[str], claim: str, world: Iterable[str], *, constant: str = "", define: str = ""
) -> Verdict:
    """The kernel's verdict on a world that is to refute a statement; KernelError where it does not."""
    made, library = form(let, given, claim, "", define, constant)
    parsed = parse_world(tuple(world))
    claims = owed(made.theorem, parsed, library, conclusion=True)[0]
    return refuted_in(made.theorem, parsed, library, _found(claims))[0]


def model(let: str, given: Iterable[str], world: Iterable[str], *, define: str = "") -> Verdict:
    """The kernel's verdict on a world that is to satisfy hypotheses."""
    made, library = form(let, given, "0 <= 1", "", define)
    parsed = parse_world(tuple(world))
    return check_model(made.theorem, parsed, library, _found(owed(made.theorem, parsed, library)[0]))


def _found(claims: Iterable[Claim]) -> dict[str, object]:
    return {claim.hash: made for claim in claims if (made := certificate(claim)) is not None}


def refuses(
    problem: str, let: str, given: Iterable[str], claim: str, world: Iterable[str], **more: str
) -> None:
    """A world that the kernel does not accept as a refutation, with the problem that it names."""
    with pytest.raises((KernelError, SyntaxProblem), match=problem):
        refute(let, given, claim, world, **more)
