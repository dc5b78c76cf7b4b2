"""Both sides of a best constant: that the claim holds with it, and that it fails beyond it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from flint import fmpq

from dptheory.kernel.real.claims import Claim
from dptheory.kernel.real.grammar import print_term
from dptheory.kernel.real.pieces import Piece
from dptheory.kernel.real.terms import Term, num, rational_value
from dptheory.kernel.verdicts import PROVED

from .budget import Budget, found_within
from .curves import Curve, curves, fixed, pieces, whole_numbers
from .decimals import outward
from .extremes import Place, on_curve
from .numeric import Value, compiled, to_rational
from .outcome import prove
from .tightening_quest import FINE, Quest

SLACK = (10, 8, 6, 4, 3, 2)
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


def holding(quest: Quest, value: Term, share: float) -> Certificate | None:
    """The fields of a file which show that the claim holds with a value; a share of the time for each."""
    proofs: list[Certificate] = []
    for claim in quest.family.holding(value):
        proof = proof_of(claim, quest.budget, share)
        if proof is None:
            return None
        proofs.append(proof)
    return {"proof": proofs[0], **({"defined": proofs[1:]} if proofs[1:] else {})}


def failing(quest: Quest, place: Place, bound: Term) -> list[dict[str, object]] | None:
    """Certified pieces on which every constant beyond the bound fails."""
    if not place.limits:
        return _certified(quest, bound, fixed(whole_numbers(place.exact, quest.landscape.integers)))
    value = compiled(bound)({}, FINE)
    if value is None:
        return None
    height = to_rational(value) * quest.sign
    limited = any(c.variables() == {quest.family.find} for c in quest.family.claim.conditions)
    most = abs(height) / 2 if limited and height else fmpq(16)
    known: list[Curve] = []
    known = found_within(
        quest.budget.part(0.4), lambda: curves(quest.landscape, place, height, quest.parameter, most), known
    )
    for curve in known[:MAX_CURVES]:
        found = _certified(quest, bound, pieces(curve, quest.parameter))
        if found is not None:
            return found
    return None


def _certified(quest: Quest, bound: Term, parts: Sequence[Piece]) -> list[dict[str, object]] | None:
    found: list[dict[str, object]] = []
    for piece in parts:
        proofs = []
        for claim in quest.family.failing(bound, quest.parameter, piece):
            proof = proof_of(claim, quest.budget, 0.5)
            if proof is None:
                return None
            proofs.append(proof)
        point = {name: print_term(t) for name, t in sorted(piece.point.items())}
        until = "" if piece.high is None else str(piece.high)
        found.append({"until": until, "point": point, "proofs": proofs})
    return found


def rounded(quest: Quest, value: Value) -> tuple[Term, Certificate] | None:
    """The tightest decimal beyond the value with which the claim is proved."""
    best: tuple[Term, Certificate] | None = None
    for digits in reversed(SLACK):
        bound = num(outward(to_rational(value), digits, up=quest.sign > 0))
        proof = holding(quest, bound, 0.3)
        if proof is None and best is not None:
            break
        best = best if proof is None else (bound, proof)
    return best


def witnessed(quest: Quest, place: Place) -> tuple[Term, list[dict[str, object]]] | None:
    """A decimal near the value, and one rational point that refutes every constant beyond it."""
    for point in _witnesses(quest, place):
        found = quest.threshold.at(point)
        if found is None or not quest.landscape.inside(point):
            continue
        for digits in SLACK[:3]:
            bound = num(outward(to_rational(found), digits, up=quest.sign < 0))
            parts = _certified(quest, bound, fixed({n: num(x) for n, x in point.items()}))
            if parts is not None:
                return bound, parts
    return None


def _witnesses(quest: Quest, place: Place) -> Iterator[dict[str, fmpq]]:
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
            yield {n: fmpq(x.ceil()) if n in quest.landscape.integers else x for n, x in point.items()}
