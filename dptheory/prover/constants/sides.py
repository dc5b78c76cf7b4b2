"""Both sides of a best constant: that the claim holds with it, and that it fails beyond it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from flint import fmpq

from dptheory.decimals import outward
from dptheory.kernel import PROVED
from dptheory.kernel.real import Claim, Piece, Term, num, print_term, rational_value

from ..budget import Budget, found_within
from ..goals.numeric import compiled, to_rational
from ..goals.pointwise import Value
from ..optima.curves import Curve, curves, fixed, pieces, whole_numbers
from ..optima.extremes import Place, on_curve
from ..outcome import prove
from .question import FINE, Question

SLACK = (10, 8, 6, 4, 3, 2, 1)
"""Digits to which a constant without closed form is tried."""
MAX_CURVES = 6
LEAST = 10_000
"""Steps below which nothing more is tried."""

Certificate = dict[str, object]


def proof_of(claim: Claim, budget: Budget, share: float) -> Certificate | None:
    """A certificate found in a share of the effort that is left."""
    left = budget.left()
    outcome = prove(claim, effort=int(left * share)) if left > LEAST else None
    return outcome.certificate if outcome is not None and outcome.verdict.status == PROVED else None


def holding(question: Question, value: Term, share: float) -> Certificate | None:
    """The fields of a file which show that the claim holds with a value; a share of the time for each."""
    proofs: list[Certificate] = []
    for claim in question.family.holding(value):
        proof = proof_of(claim, question.budget, share)
        if proof is None:
            return None
        proofs.append(proof)
    return {"proof": proofs[0], **({"defined": proofs[1:]} if proofs[1:] else {})}


def failing(question: Question, place: Place, bound: Term) -> list[dict[str, object]] | None:
    """Certified pieces on which every constant beyond the bound fails."""
    if not place.limits:
        return certified(question, bound, fixed(whole_numbers(place.exact, question.objective.integers)))
    value = compiled(bound)({}, FINE)
    if value is None:
        return None
    height = to_rational(value) * question.sign
    limited = any(c.variables() == {question.family.find} for c in question.family.claim.conditions)
    most = abs(height) / 2 if limited and height else fmpq(16)
    known: list[Curve] = []
    known = found_within(
        question.budget.part(0.4),
        lambda: curves(question.objective, place, height, question.parameter, most),
        known,
    )
    for curve in known[:MAX_CURVES]:
        found = certified(question, bound, pieces(curve, question.parameter))
        if found is not None:
            return found
    return None


def certified(question: Question, bound: Term, parts: Sequence[Piece]) -> list[dict[str, object]] | None:
    """Pieces with certificates that on them every constant beyond the bound fails."""
    found: list[dict[str, object]] = []
    for piece in parts:
        proofs = []
        for claim in question.family.failing(bound, question.parameter, piece):
            proof = proof_of(claim, question.budget, 0.5)
            if proof is None:
                return None
            proofs.append(proof)
        point = {name: print_term(t) for name, t in sorted(piece.point.items())}
        until = "" if piece.high is None else str(piece.high)
        found.append({"until": until, "point": point, "proofs": proofs})
    return found


def rounded(question: Question, value: Value) -> tuple[Term, Certificate] | None:
    """The tightest decimal beyond the value with which the claim is proved."""
    best: tuple[Term, Certificate] | None = None
    for digits in reversed(SLACK):
        bound = num(outward(to_rational(value), digits, up=question.sign > 0))
        proof = holding(question, bound, 0.3)
        if proof is None and best is not None:
            break
        best = best if proof is None else (bound, proof)
    return best


@dataclass(frozen=True)
class Bounded:
    """A number beyond which every constant fails at one rational point, with the certificates of that."""

    value: Term
    point: dict[str, Term]
    parts: list[dict[str, object]]


def witnessed(question: Question, place: Place, enough: fmpq | None = None) -> Bounded | None:
    """A decimal near the value, or what is `enough` where that is less, and one rational point that refutes
    every constant beyond it."""
    for point in _witnesses(question, place):
        found = question.threshold.at(point)
        if found is None or not question.objective.inside(point):
            continue
        most = to_rational(found) * question.sign
        if enough is not None and most > enough * question.sign:
            found = enough
        for digits in SLACK[:3]:
            bound = num(outward(to_rational(found), digits, up=question.sign < 0))
            exact = {n: num(x) for n, x in point.items()}
            parts = certified(question, bound, fixed(exact))
            if parts is not None:
                return Bounded(bound, exact, parts)
    return None


def _witnesses(question: Question, place: Place) -> Iterator[dict[str, fmpq]]:
    """Rational points near the place, with few digits."""
    exact: dict[str, fmpq] = {}
    for name, t in place.exact.items():
        value = rational_value(t)
        found = compiled(t)({}, 200) if value is None else value
        if found is None:
            return
        whole = to_rational(found)
        scale = 2**24
        exact[name] = whole if whole.height_bits() < 30 else fmpq((whole * scale).floor(), scale)
    for k in (24, 12, 6) if place.limits else (0,):
        simple = Place({n: num(x) for n, x in exact.items()}, place.limits, place.value)
        point = on_curve(simple, fmpq(1, 2**k))
        if point is not None:
            yield {n: fmpq(x.ceil()) if n in question.objective.integers else x for n, x in point.items()}
