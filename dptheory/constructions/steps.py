"""A step of an argument: what the source says, the claims that it comes down to, and their verdict."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from flint import fmpq

from dptheory.kernel import PROVED, REFUTED, UNKNOWN, KernelError, Verdict, check, check_witness
from dptheory.kernel.real import Claim

Prove = Callable[[Claim], object | None]
"""Gives a certificate of a claim, or None; the kernel checks it."""

PRINTED, RIGHT = "printed", "corrected"


@dataclass(frozen=True)
class Step:
    """One step: a label, the words, and claims that all have to hold.

    `at` is a point at which a claim is tried before it is proved: where it fails there it is refuted. `kind`
    is "printed" for what the source says, "corrected" for what is put in its place.
    """

    label: str
    words: str
    claims: tuple[Claim, ...]
    kind: str = PRINTED
    at: Mapping[str, fmpq] = field(default_factory=dict)
    statement: str = ""


@dataclass(frozen=True)
class Judged:
    """A step with the kernel's verdict: *proved* if every claim is, *refuted* by the first that fails."""

    step: Step
    verdict: Verdict


def search(claim: Claim) -> object | None:
    """A certificate that the prover finds, or None."""
    from dptheory.prover import prove

    return prove(claim).certificate


def judged(step: Step, prove: Prove = search) -> Judged:
    """The verdict of the kernel on a step.

    >>> from dptheory.kernel.real.claims import parse_claim
    >>> judged(Step("1", "a half is small", (parse_claim("1/2 <= 1/10"),))).verdict.reason
    'always: 1/2 > 1/10'
    """
    last = Verdict(UNKNOWN, "no claim")
    for claim in step.claims:
        last = _verdict(claim, step.at, prove)
        if last.status != PROVED:
            break
    return Judged(step, last)


def _verdict(claim: Claim, at: Mapping[str, fmpq], prove: Prove) -> Verdict:
    point = {v.name: at[v.name] for v in claim.variables if v.name in at}
    if len(point) == len(claim.variables):
        try:
            return check_witness(claim, point)
        except KernelError:
            pass
    data = prove(claim)
    if data is None:
        return Verdict(UNKNOWN, f"no certificate: {claim.text}")
    try:
        return check(claim, data)
    except KernelError as error:
        return Verdict(UNKNOWN, str(error))


def refuted(steps: Iterable[Judged]) -> list[Judged]:
    """The steps that are refuted."""
    return [found for found in steps if found.verdict.status == REFUTED]
