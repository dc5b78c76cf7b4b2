"""Goals in one variable far out, where a polynomial outgrows sines and cosines.

The goal's difference is linear in a sine, a cosine or both, which lie between -1 and 1; so it is a mean of
what it is with these numbers in their place. From some place on these are positive if they are polynomials
whose leading coefficients are; up to there the range is bounded, and series decide.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product as corners

from flint import fmpq, fmpq_mpoly, fmpq_poly

from dptheory.kernel.real import Relation, Term, num, var

from ..arithmetic.factors import product, shape_of
from ..cases.splits import by_cases
from ..enclosures.boxes import bounds_of
from ..goals.forms import Forms
from ..goals.goal import Node, Proof
from ..goals.obligations import Prover
from ..goals.polynomials import coefficients_in, occurs
from ..goals.signs import sampled_signs
from ..goals.state import ProofState
from ..registry import MODERATE, tactic

BOUNDED = ("sin", "cos")
MOST_VALUES = 2
FARTHEST = 64
MAX_DEGREE = 120
MARGINS = (fmpq(1), fmpq(1, 16), fmpq(1, 1024), fmpq(1, 2**20))


@tactic(
    "the goal has one variable whose range is not bounded, and is linear in sines and cosines",
    MODERATE,
    "2*sin(x) + cos(x) <= x + 3 | 2*sin(x) + cos(x) <= x | x >= 0",
)
def by_oscillation(prover: Prover, start: ProofState) -> Proof | None:
    """Show a goal that is linear in sines and cosines with their extreme values for them: everywhere, or from
    a place on."""
    goal, x = start.goal, start.goal.unknown
    if x is None or start.depth < 1:
        return None
    low, high = bounds_of(goal, x)
    mean = None if low is not None and high is not None else _mean(start.forms())
    if mean is None or goal.sequent.variables[x]:
        return None
    if all(sampled_signs(t, goal.samples, stop_below=True).low >= 0 for t in mean.terms):
        proof = _crudely(prover, start, mean)
        if proof is not None:
            return proof
    for sign in [s for s, end in ((1, high), (-1, low)) if end is None]:
        end = low if sign > 0 else high
        place = _settled([_mirrored(p, mean.forms, x, sign) for p in mean.ends])
        if place is not None and (end is None or sign * end < place):
            return by_cases(prover, start, Relation("<=" if sign > 0 else ">=", var(x), num(sign * place)))
    return None


@dataclass(frozen=True)
class _Mean:
    """A goal's difference f, a positive multiple of its only factor, as a mean of `ends`: those with 1 or -1
    for each of the values, in the order of `signs`."""

    forms: Forms
    difference: Term
    values: tuple[Term, ...]
    signs: tuple[tuple[int, ...], ...]
    ends: tuple[fmpq_mpoly, ...]

    @property
    def terms(self) -> list[Term]:
        return [self.forms.term(p) for p in self.ends]


def _mean(forms: Forms) -> _Mean | None:
    """The goal as a mean, if it is linear in one or two sines and cosines."""
    if forms.reduced(forms.target.num).is_zero():
        return None
    top = shape_of(forms).top
    odd = [q for q, k in top.factors if k % 2]
    found = [q for q in odd if any(occurs(q, i) and g.args for i, g in enumerate(forms.generators))]
    if len(odd) != 1 or len(found) != 1 or shape_of(forms).bottom.factors:
        return None
    p = found[0] if top.constant > 0 else -found[0]
    places = [i for i, g in enumerate(forms.generators) if g.op in BOUNDED and occurs(p, i)]
    if not 1 <= len(places) <= MOST_VALUES or any(max(coefficients_in(p, i)) > 1 for i in places):
        return None
    signs = tuple(corners((1, -1), repeat=len(places)))
    ends = []
    for chosen in signs:
        q = p
        for i, s in zip(places, chosen, strict=True):
            parts = coefficients_in(q, i)
            q = parts.get(0, forms.one * 0) + parts.get(1, forms.one * 0) * s
        ends.append(q)
    values = tuple(forms.generators[i] for i in places)
    return _Mean(forms, forms.term(p), values, signs, tuple(ends))


def _crudely(prover: Prover, start: ProofState, mean: _Mean) -> Proof | None:
    """Show that a mean is positive because what it is a mean of is: for a strict goal, beyond a number."""
    state, samples = ProofState(prover, start.goal, start.depth), start.goal.samples
    strict = start.goal.relation.strict
    beyond = [d for d in MARGINS if all(sampled_signs(t - num(d), samples).low >= 0 for t in mean.terms)]
    if strict and not beyond:
        return None
    margin = beyond[0] if strict else fmpq(0)
    bounds = [state.fact(f"{g.op}-bounds", *g.args) for g in mean.values]
    shown = [state.have(Relation(">=", t, num(margin))) for t in mean.terms]
    if None in bounds or None in shown:
        return None
    terms: list[Node] = [{"c": str(margin)}] if strict else []
    for place, signs in zip(shown, mean.signs, strict=True):
        # (1 + s)/2 for the end with 1 for s, (1 - s)/2 for that with -1; the first bound is that from above
        weights = [found[1 if s > 0 else 0] for found, s in zip(bounds, signs, strict=True) if found]
        terms.append({"c": str(fmpq(1, 2 ** len(weights))), "h": [place, *weights]})
    inner: Proof = [{"rule": "poly", "times": [], "terms": terms}]
    wanted = Relation(">" if strict else ">=", mean.difference, num(0))
    return None if state.have(wanted, inner) is None else start.close(product(state))


def _mirrored(p: fmpq_mpoly, forms: Forms, x: str, sign: int) -> fmpq_poly | None:
    """A polynomial in one variable alone, in that times a sign."""
    place = next((i for i, g in enumerate(forms.generators) if g == var(x)), None)
    coefficients: dict[int, fmpq] = {}
    for exponents, c in p.terms():
        k = exponents[place] if place is not None else 0
        if sum(exponents) != k or k > MAX_DEGREE:
            return None
        coefficients[k] = c * sign**k
    return fmpq_poly([coefficients.get(k, fmpq(0)) for k in range(max(coefficients, default=0) + 1)])


def _settled(ends: list[fmpq_poly | None]) -> fmpq | None:
    """The least whole number from 1 on beyond which polynomials are seen to be positive."""
    for place in range(1, FARTHEST):
        shifted = [None if p is None else p(fmpq_poly([place, 1])) for p in ends]
        if all(p is not None and p.degree() > 0 and all(c >= 0 for c in p.coeffs()) for p in shifted):
            return fmpq(place)
    return None
