"""Polynomials expanded about an end of a generator's range: all coefficients non-negative.

With a <= y the goal p(y) >= 0 follows from the coefficients of p in powers of y - a; with a <= y <= b,
from those in Bernstein's basis (y - a)**k (b - y)**(n - k). Coefficients contain one generator less.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import comb

from flint import fmpq, fmpq_mpoly

from dptheory.kernel.real import Relation, Term, free_variables, num

from ..goals.forms import Forms, Item
from ..goals.goal import Proof
from ..goals.obligations import Prover
from ..goals.polynomials import coefficients_in, constant_of, occurs, poly_key
from ..goals.signs import sampled_signs
from ..goals.state import ProofState
from ..registry import MODERATE, tactic
from .factors import shape_of

MAX_DEGREE = 6
MAX_TERMS = 60


@dataclass(frozen=True)
class Bound:
    """Hypothesis number `index` says that a generator is at least (at most, if upper) `value`, `scale`
    being what its difference is divided by."""

    index: int
    value: fmpq_mpoly
    upper: bool
    scale: fmpq


@dataclass(frozen=True)
class Summand:
    """`weight` times `coefficient` times powers of (generator - low) and (high - generator)."""

    coefficient: fmpq_mpoly
    weight: fmpq
    low_power: int
    high_power: int


@tactic(
    "the goal comes to one polynomial, and hypotheses bound one of its variables from one side or both",
    MODERATE,
    "x*y + y*z + z*x <= 1 | x*y + y*z + z*x <= 1/3 | 0 <= x <= 1, 0 <= y <= 1, 0 <= z <= 1, x + y + z <= 3/2",
    said="signs of coefficients",
)
def by_coefficients(prover: Prover, start: ProofState) -> Proof | None:
    """Try every generator of the goal's only factor that is bounded by hypotheses."""
    forms = start.forms()
    p = shape_of(forms).irreducible
    if p is None or len(p) > MAX_TERMS:
        return None
    for i, g in enumerate(forms.generators):
        if not 0 < p.degrees()[i] <= MAX_DEGREE or not free_variables(g):
            continue
        lower, upper = bounds(forms, i, False), bounds(forms, i, True)
        ends: list[tuple[Bound | None, Bound | None]] = [(a, None) for a in lower]
        ends += [(a, b) for a in lower for b in upper] + [(None, b) for b in upper]
        for low, high in ends:
            prover.budget.check()
            proof = _expanded(prover, start, p, i, low, high)
            if proof is not None:
                return start.close(proof)
    return None


def bounds(forms: Forms, i: int, upper: bool) -> list[Bound]:
    """What hypotheses say about a generator alone on one side: at most three, numbers first."""
    found: dict[object, Bound] = {}
    for index, form in forms.forms.items():
        if forms.relations[index].op in ("=", "!=") or not form.den.is_constant() or not occurs(form.num, i):
            continue
        parts = coefficients_in(form.num, i)
        if set(parts) - {0, 1} or not parts[1].is_constant():
            continue
        c = constant_of(parts[1])
        if (c < 0) == upper:
            value = parts.get(0, forms.one * 0) * (-1 / c)
            found.setdefault(poly_key(value), Bound(index, value, upper, abs(c)))
    return sorted(found.values(), key=lambda b: (not b.value.is_constant(), len(b.value)))[:3]


def summands(p: fmpq_mpoly, i: int, low: Bound | None, high: Bound | None) -> Iterator[Summand]:
    """The expansion of a polynomial about one bound, or between two."""
    parts = coefficients_in(p, i)
    n = max(parts)
    base = low or high
    if base is None:
        return
    zero = p * 0
    shifted = [
        sum((parts[j] * base.value ** (j - k) * comb(j, k) for j in parts if j >= k), zero)
        for k in range(n + 1)
    ]
    if low is None:
        for k, c in enumerate(shifted):
            yield Summand(c * (-1) ** k, fmpq(1), 0, k)
    elif high is None:
        for k, c in enumerate(shifted):
            yield Summand(c, fmpq(1), k, 0)
    else:
        width = constant_of(high.value - low.value)
        scaled = [c * width**k for k, c in enumerate(shifted)]
        for k in range(n + 1):
            b = sum((scaled[j] * fmpq(comb(k, j), comb(n, j)) for j in range(k + 1)), zero)
            yield Summand(b, comb(n, k) / width**n, k, n - k)


def _expanded(
    prover: Prover, start: ProofState, p: fmpq_mpoly, i: int, low: Bound | None, high: Bound | None
) -> Proof | None:
    if low is not None and high is not None:
        width = high.value - low.value
        if not width.is_constant() or constant_of(width) <= 0:
            return None
    forms = start.forms()
    parts = [s for s in summands(p, i, low, high) if not s.coefficient.is_zero()]
    terms = [forms.term(s.coefficient) for s in parts]
    if any(sampled_signs(t, start.goal.samples, stop_below=True).low < 0 for t in terms):
        return None
    state = ProofState(prover, start.goal, start.depth)
    strict = start.goal.relation.strict
    if strict and low is not None and high is not None and len(parts) == 2 and max(p.degrees()[i], 1) == 1:
        return _between(state, parts, terms, low, high)
    places: list[int] = []
    for s, t in zip(parts, terms, strict=True):
        if s.coefficient.is_constant():
            if constant_of(s.coefficient) < 0:
                return None
            places.append(-1)
            continue
        found = state.sign(t, strict=False, depth=state.depth)
        if found is None:
            return None
        places.append(found)
    return _summed(state, parts, places, low, high, strict)


def _between(
    state: ProofState, parts: list[Summand], terms: list[Term], low: Bound, high: Bound
) -> Proof | None:
    """A goal b*(high - y)/w + c*(y - low)/w > 0, where w = high - low: (b + c) times it is
    b*c + b**2*(high - y)/w + c**2*(y - low)/w."""
    factor = abs(shape_of(state.forms()).top.constant)
    places = [state.have(Relation(">", t, num(0))) for t in (*terms, terms[0] + terms[1])]
    forms = state.forms()
    if None in places:
        return None
    b, c, both = (k for k in places if k is not None)
    chosen = [(Item(forms.one, (b, c), True), factor)]
    for s, bound in zip(parts, (high, low), strict=True):
        coefficient = forms.field[forms.term(s.coefficient)].num
        chosen.append(
            (Item(forms.one, (bound.index,), False, (coefficient,)), factor * s.weight / bound.scale)
        )
    return state.poly(forms.node([both], chosen))


def _summed(
    state: ProofState,
    parts: list[Summand],
    places: list[int],
    low: Bound | None,
    high: Bound | None,
    strict: bool,
) -> Proof | None:
    forms = state.forms()
    chosen: list[tuple[Item, fmpq]] = []
    positive = False
    for s, place in zip(parts, places, strict=True):
        uses: tuple[int, ...] = ()
        scale = s.weight
        if place < 0:
            scale = scale * constant_of(s.coefficient)
        else:
            uses = (place,)
        for bound, power in ((low, s.low_power), (high, s.high_power)):
            if bound is not None and power:
                uses += (bound.index,) * power
                scale = scale / bound.scale**power
        positive = positive or all(forms.relations[u].op in ("<", ">") for u in uses)
        chosen.append((Item(forms.one, uses), scale))
    if strict and not positive:
        return None
    factor = shape_of(forms).top.constant
    return state.poly(forms.node([], [(item, c * abs(factor)) for item, c in chosen]))
