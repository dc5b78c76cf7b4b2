"""Proofs over one set of variables: accepted, refused with a reason, or left open."""

from __future__ import annotations

import pytest

from dptheory.kernel.limits import KernelError
from dptheory.kernel.syntax import SyntaxProblem
from dptheory.kernel.verdicts import PROVED, UNKNOWN
from dptheory.theory.outline import OutlineError

from .written import derive

LET = "x, y: real; u, v: vec; i: int; H: set(vec); f: vec -> real"
DRAWN = "let w: vec; a: real\n"


def ok(given: list[str], claim: str, proof: str, **more: object) -> None:
    assert derive(LET, given, claim, proof, **more).status == PROVED  # type: ignore[arg-type]


def no(given: list[str], claim: str, proof: str, problem: str, **more: object) -> None:
    with pytest.raises((KernelError, SyntaxProblem, OutlineError), match=problem):
        derive(LET, given, claim, proof, **more)  # type: ignore[arg-type]


def open_(given: list[str], claim: str, proof: str, reason: str, **more: object) -> None:
    verdict = derive(LET, given, claim, proof, **more)  # type: ignore[arg-type]
    assert verdict.status == UNKNOWN and reason in verdict.reason
