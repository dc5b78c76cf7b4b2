"""Bounds of one variable after the other from what is assumed, until nothing is left: interval propagation.

Suppose that the goal fails. Each hypothesis p >= 0 bounds the part of p in one variable by the rest, as far
as that is bounded (a negative multiple of a square by 0), and the zeros of that part bound the variable.
Where no value is left, or the box that is found is excluded by hypotheses, that is a contradiction.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from flint import fmpq, fmpq_mpoly, fmpq_poly

from dptheory.kernel import KernelError
from dptheory.kernel.real import (
    FUNCTIONS,
    Relation,
    Term,
    affirmed,
    compare,
    enclose,
    free_variables,
    num,
    print_term,
    radical,
    subterms,
    var,
)

from ..arithmetic.univariate import by_univariate, zeros_of
from ..budget import charge
from ..goals.forms import Forms
from ..goals.goal import Node, Proof
from ..goals.numeric import to_rational
from ..goals.obligations import Prover
from ..goals.polynomials import polynomial_term
from ..goals.state import ProofState
from ..registry import MODERATE, tactic
from .boxes import bounds_of, boxed

ROUNDS = 4
MAX_TERMS = 60
MAX_DEGREE = 60
MAX_ITEMS = 300
GRID = 2**12
NARROWEST = 2**8
SHRUNK = fmpq(9, 10)
ABSURD = Relation(">", num(0), num(0))

Bounds = tuple[fmpq | None, fmpq | None]


@tactic(
    "the goal has no function values, and bounds of its variables follow from one another",
    MODERATE,
    "x*y < 7 | x*y < 5 | x + y**2 <= 2, y >= x, x >= -3",
    said="interval propagation",
)
def by_interval_propagation(prover: Prover, start: ProofState) -> Proof | None:
    """Show a goal by bounds that leave nothing of its negation."""
    goal = start.goal
    functions = any(t.op in FUNCTIONS for t in subterms(goal.relation.left, goal.relation.right))
    key = ("contracting", *goal.data)
    if start.depth < 2 or functions or key in prover.futile:
        return None
    prover.futile.add(key)
    negated = goal.sequent.assuming(goal.relation.negated()).showing(ABSURD)
    state = ProofState(prover, replace(goal, sequent=negated, samples=()), 2)
    proof = _Contraction(state).found()
    return None if proof is None else start.close([{"rule": "contradiction"}, *proof])


@dataclass(frozen=True)
class _Assumed:
    """Hypothesis number `index`: poly >= 0 (= 0 if equal; times -1 if turned)."""

    index: int
    poly: fmpq_mpoly
    turned: bool


class _Contraction:
    """The bounds so far, each of them a hypothesis of the state."""

    def __init__(self, state: ProofState) -> None:
        self.state = state
        self.forms = state.forms()
        self.names = [g.value if g.op == "var" else None for g in self.forms.field.generators]
        self.given = list(_assumed(self.forms))
        self.bounds: dict[str, Bounds] = {}
        for a in self.given:
            for name in self._names(a.poly):
                self.bounds.setdefault(name, bounds_of(state.goal, name, GRID))

    def _names(self, p: fmpq_mpoly) -> list[str]:
        return [str(self.names[i]) for i, k in enumerate(p.degrees()) if k > 0 and self.names[i] is not None]

    def found(self) -> Proof | None:
        """A proof of the contradiction."""
        if not all(self._stated(name) for name in sorted(self.bounds)):
            return None
        for _ in range(ROUNDS):
            changed = False
            for a in self.given:
                for name in self._names(a.poly):
                    self.state.prover.budget.check()
                    outcome = self._contract(a, name)
                    if outcome is not None and not isinstance(outcome, bool):
                        return outcome
                    changed = changed or outcome is True
            if not changed:
                break
        return self._excluded()

    def _stated(self, name: str) -> bool:
        """State the bounds that are known as hypotheses of their own."""
        low, high = self.bounds[name]
        x = var(name)
        wanted = [Relation(">=", x, num(low))] if low is not None else []
        wanted += [Relation("<=", x, num(high))] if high is not None else []
        return all(
            not self.state.goal.sequent.unshown([r]) or self.state.have(r, depth=1) is not None
            for r in wanted
        )

    def _contract(self, a: _Assumed, name: str) -> Proof | bool | None:
        """Whether a hypothesis says more of a variable than is known; a proof if it leaves nothing."""
        place = self.names.index(name)
        own: dict[int, fmpq] = {}
        rest: list[tuple[tuple[int, ...], fmpq]] = []
        for e, c in a.poly.terms():
            if sum(e) == e[place]:
                own[int(e[place])] = c
            else:
                rest.append((e, c))
        if max(own, default=0) < 1:
            return None
        tops = [self._top(e, c) for e, c in rest]
        if any(t is None for t in tops):
            return None
        own[0] = own.get(0, fmpq(0)) + sum((t for t in tops if t is not None), fmpq(0))
        part = fmpq_poly([own.get(k, fmpq(0)) for k in range(max(own) + 1)])
        before = self.bounds[name]
        after = hull(part, before)
        if after == before or (after is not None and not _better(before, after)):
            return None
        return self._applied(a, name, part, rest, after)

    def _top(self, exponents: Sequence[int], c: fmpq) -> fmpq | None:
        """A number that a term does not exceed, as far as its variables are bounded."""
        charge(10)
        if c < 0 and all(k % 2 == 0 for k in exponents):
            return fmpq(0)
        t = self._monomial(exponents, c)
        box = {}
        for name in free_variables(t):
            low, high = self.bounds.get(name, (None, None))
            if low is None or high is None:
                return None
            box[name] = (low, high)
        ball = enclose(t, box)
        if not ball.is_finite():
            return None
        top = to_rational(ball.upper())
        return fmpq((top * GRID).floor() + 1, GRID)

    def _monomial(self, exponents: Sequence[int], c: fmpq) -> Term:
        one = self.forms.one.context().from_dict({tuple(exponents): c})
        return polynomial_term(self.forms.field.generators, one)

    def _applied(
        self,
        a: _Assumed,
        name: str,
        part: fmpq_poly,
        rest: list[tuple[tuple[int, ...], fmpq]],
        after: Bounds | None,
    ) -> Proof | bool | None:
        """Write down why, and the new bounds."""
        terms: list[Node] = [{"c": "-1" if a.turned else "1", "h": [a.index]}]
        for e, c in rest:
            if c < 0 and all(k % 2 == 0 for k in e):
                root = self._monomial([int(k) // 2 for k in e], fmpq(1))
                terms.append({"c": str(-c), "h": [], "sq": [print_term(root)]})
                continue
            t, top = self._monomial(e, c), self._top(e, c)
            if top is None:
                return None
            names = sorted(free_variables(t))
            ends = {n: [str(x) for x in self.bounds[n]] for n in names}
            leaf: Node = {"rule": "box", "boxes": ends, "tree": ["leaf"]}
            shown = self.state.have(Relation("<=", t, num(top)), [leaf])
            if shown is None:
                return None
            terms.append({"c": "1", "h": [shown]})
        x, state, prover = var(name), self.state, self.state.prover
        powers = (num(part[k]) * x ** num(k) for k in range(1, part.degree() + 1) if part[k] != 0)
        stated = Relation(">=", sum(powers, num(0) + num(part[0])), num(0))
        if state.have(stated, [{"rule": "poly", "times": [], "terms": terms}]) is None:
            return None
        if after is None:
            return state.close(by_univariate(prover, state))
        for r, old, new in (("<=", self.bounds[name][1], after[1]), (">=", self.bounds[name][0], after[0])):
            if new is not None and new != old:
                bound = Relation(r, x, num(new))
                proof = by_univariate(prover, ProofState(prover, state.goal.showing(bound), 1))
                if proof is None or state.have(bound, proof) is None:
                    return None
        self.bounds[name] = after
        return True

    def _excluded(self) -> Proof | None:
        """The box of all variables that are bounded, divided until hypotheses exclude every part."""
        boxes = {
            name: (low, high)
            for name, (low, high) in sorted(self.bounds.items())
            if low is not None and high is not None and low < high
        }
        given = self.state.goal.hypotheses
        plain = [h for h in given if h.variables() <= boxes.keys() and len(h.variables()) > 1]
        if not plain:
            return None
        items: list[object] = []
        stack = [boxes]
        while stack:
            here = stack.pop()
            ways = (("leaf", compare), ("bernstein", affirmed))
            way = next((name for name, shows in ways if any(shows(h.negated(), here) for h in plain)), None)
            if way is not None:
                items.append(way)
                continue
            name = max(here, key=lambda n: (here[n][1] - here[n][0]) / (boxes[n][1] - boxes[n][0]))
            low, high = here[name]
            if len(items) > MAX_ITEMS or (high - low) * NARROWEST < boxes[name][1] - boxes[name][0]:
                return None
            middle = (low + high) / 2
            items.append([name, str(middle)])
            stack += [{**here, name: (middle, high)}, {**here, name: (low, middle)}]
        return boxed(self.state.prover, self.state, boxes, items)


def _assumed(forms: Forms) -> Iterator[_Assumed]:
    """The hypotheses that compare polynomials; an equation is two of them."""
    for i, form in forms.raw.items():
        op = forms.relations[i].op
        if op == "!=" or not form.den.is_constant() or form.is_zero:
            continue
        p = form.num * (1 / form.den.leading_coefficient())
        if len(p) > MAX_TERMS or p.total_degree() > MAX_DEGREE:
            continue
        yield _Assumed(i, p, False)
        if op == "=":
            yield _Assumed(i, -p, True)


def hull(p: fmpq_poly, within: Bounds) -> Bounds | None:
    """Bounds, not far from the best, of where a polynomial is >= 0 within others; None if nowhere.

    >>> hull(fmpq_poly([1, 0, -1]), (None, None))
    (-1, 1)
    """
    low, high = within
    factors = [p] + [fmpq_poly([-end, 1]) for end in within if end is not None]
    try:
        zeros = zeros_of(radical(factors))
    except KernelError:
        return within
    if not zeros:
        return within if p(fmpq(0)) >= 0 else None
    ends = [(to_rational(z.lower()), to_rational(z.upper())) for z in zeros]
    # a place within each piece between zeros, and the pieces and zeros that are left
    places = [ends[0][0] - 1, *((a[1] + b[0]) / 2 for a, b in pairwise(ends)), ends[-1][1] + 1]

    def inside(x: fmpq) -> bool:
        return (low is None or x >= low) and (high is None or x <= high) and p(x) >= 0

    beyond = [(None, None), *ends, (None, None)]
    left: list[Bounds] = [(beyond[k][0], beyond[k + 1][1]) for k, x in enumerate(places) if inside(x)]
    # a zero by itself: where the polynomial touches 0, or at an end
    for a, b in ends:
        middle = (a + b) / 2
        near = (low is None or b >= low) and (high is None or a <= high)
        if near and (p(a) * p(b) <= 0 or p(middle) >= 0 or p.gcd(p.derivative()).degree() > 0):
            left.append((a, b))
    if not left:
        return None
    lows, highs = [a for a, _ in left], [b for _, b in left]
    lowest = None if None in lows else _rounded(min(x for x in lows if x is not None), low, up=False)
    highest = None if None in highs else _rounded(max(x for x in highs if x is not None), high, up=True)
    return lowest, highest


def _rounded(x: fmpq, end: fmpq | None, *, up: bool) -> fmpq:
    """A number with few digits beyond a value, or the old end if that is closer."""
    found = fmpq((x * GRID).ceil() if up else (x * GRID).floor(), GRID)
    return found if end is None else min(found, end) if up else max(found, end)


def _better(before: Bounds, after: Bounds) -> bool:
    """Whether bounds are clearly closer than others."""
    (a, b), (c, d) = before, after
    if a is not None and b is not None and c is not None and d is not None:
        return d - c < (b - a) * SHRUNK
    new = [(x, y) for x, y in zip(before, after, strict=True) if y is not None]
    return any(x is None or abs(y - x) * 8 > abs(x) + 1 for x, y in new)
