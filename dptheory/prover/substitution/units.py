"""Goals that do not depend on the units of their variables: one variable becomes 1.

If a goal says the same of x*c**w(x) for every c > 0, as cosh(l*x) <= exp(l**2*x**2/2) does with weights 1 and
-1, it is a goal about the products x*y**(-w(x)/w(y)), whatever y is. The weights are what linear equations
leave open: all summands weigh the same, and what a function is applied to weighs nothing (under a root, an
absolute value, a minimum, or a power with a number for its exponent, it may weigh something).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from flint import fmpq, fmpq_mat, fmpq_mpoly

from dptheory.kernel.real import Field, Term, gap, num, rational_value, var

from ..arithmetic.combination import by_combination
from ..budget import charge
from ..goals.goal import Goal, Proof
from ..goals.obligations import Prover
from ..goals.signs import sampled_signs
from ..goals.state import ProofState
from ..registry import MODERATE, tactic
from .scaling import generalised, plain

Weight = Mapping[str, fmpq]
"""Of a term: the multiple of each variable's weight."""


class _Scale:
    """The weights of the terms of one field, and the equations between those of the variables."""

    def __init__(self, root: Term) -> None:
        self.field = Field([root])
        self.equal: list[Weight] = []
        self.known: dict[bytes, Weight] = {}
        self.nothing(self.of(root))

    def nothing(self, weight: Weight) -> Weight:
        """Ask that a weight is 0."""
        if any(weight.values()):
            self.equal.append(weight)
        return {}

    def of(self, t: Term) -> Weight:
        """The weight of a term."""
        if t.key not in self.known:
            form = self.field[t]
            self.known[t.key] = _sum(self._polynomial(form.num), self._polynomial(form.den), -1)
        return self.known[t.key]

    def _polynomial(self, p: fmpq_mpoly) -> Weight:
        """The weight of a polynomial's first monomial; the others are asked to weigh the same."""
        weights = [self._monomial(e) for e in p.monoms()]
        for other in weights[1:]:
            self.nothing(_sum(other, weights[0], -1))
        return weights[0] if weights else {}

    def _monomial(self, exponents: Sequence[int]) -> Weight:
        total: Weight = {}
        for g, e in zip(self.field.generators, exponents, strict=False):
            if e:
                total = _sum(total, self._generator(g), e)
        return total

    def _generator(self, t: Term) -> Weight:
        if t.op == "var":
            return {str(t.value): fmpq(1)}
        exponent = rational_value(t.args[1]) if t.op == "pow" else fmpq(1, 2)
        if t.op in ("sqrt", "pow") and exponent is not None:
            return _sum({}, self.of(t.args[0]), exponent)
        if t.op in ("abs", "min", "max"):
            first, *others = map(self.of, t.args)
            for other in others:
                self.nothing(_sum(other, first, -1))
            return first
        for part in t.args:
            self.nothing(self.of(part))
        return {}

    def weights(self, names: Sequence[str]) -> Iterator[dict[str, fmpq]]:
        """A basis of the weights of variables that satisfy the equations."""
        charge(20 + len(self.equal) * len(names) ** 2)
        rows = [[one.get(x, fmpq(0)) for x in names] for one in self.equal] or [[fmpq(0)] * len(names)]
        reduced, rank = fmpq_mat(rows).rref()
        pivots = [next(j for j in range(len(names)) if reduced[i, j]) for i in range(rank)]
        for free in (j for j in range(len(names)) if j not in pivots):
            found = {names[pivot]: -reduced[i, free] for i, pivot in enumerate(pivots) if reduced[i, free]}
            yield {names[free]: fmpq(1), **found}


def _sum(a: Weight, b: Weight, times: fmpq | int) -> Weight:
    return {x: w for x in {**a, **b} if (w := a.get(x, fmpq(0)) + times * b.get(x, fmpq(0)))}


def _images(goal: Goal) -> dict[str, Term] | None:
    """Products for variables, and 1 for the one by which they are multiplied; None where there are none."""
    root = gap(goal.relation)
    names = sorted(x for x in root.names if not goal.sequent.variables[x])
    if len(names) < 2 or len(names) < len(root.names):
        return None
    for weights in _Scale(root).weights(names):
        for y in weights if len(weights) > 1 else ():
            powers = {x: -w / weights[y] for x, w in weights.items() if x != y}
            if any(k.q != 1 for k in powers.values()):
                continue
            if sampled_signs(var(y), goal.samples).low > 0 or all(k > 0 for k in powers.values()):
                return {x: _times(x, y, k) for x, k in powers.items()} | {y: num(1)}
    return None


def _times(x: str, y: str, power: fmpq) -> Term:
    factor = var(y) if abs(power) == 1 else var(y) ** num(abs(power))
    return var(x) * factor if power > 0 else var(x) / factor


@tactic(
    "the goal has values of functions, and says the same in other units",
    MODERATE,
    "cosh(x*y) <= exp(x**2*y**2/2) | cosh(x*y) < exp(x**2*y**2/2) | x >= 1, y >= 0",
)
def by_units(prover: Prover, start: ProofState) -> Proof | None:
    """Show a goal about products of variables as one about these products."""
    goal = start.goal
    images = None if goal.algebraic else _images(goal)
    if images is None:
        return None
    state, keep = ProofState(prover, goal, start.depth), set[int]()
    for i, h in enumerate(goal.hypotheses):
        if i in goal.derived | goal.hidden or not h.variables() & images.keys():
            continue
        said = plain(h.substituted(images))
        if said.variables():
            seems = sampled_signs(gap(said), goal.samples).low >= 0
            place = state.have(said, depth=1) if seems else None
            if place is None and len(h.variables()) > 1:
                return None
            keep.update(() if place is None else (place,))
    for t in images.values():
        signs = sampled_signs(t, goal.samples)
        if t.args and signs.low >= 0 and (place := state.sign(t, strict=signs.low > 0, depth=2)) is not None:
            keep.add(place)
    wanted = plain(goal.relation.substituted(images))
    if state.define(wanted.left, wanted.right) is None:
        return None
    inner = state.goal.where(state.goal.sequent.knowing(wanted.left, wanted.right).showing(wanted))
    terms = [t for t in images.values() if t.args]
    proof = generalised(prover, inner, terms, keep, set(images), start.depth)
    place = None if proof is None else state.have(wanted, proof)
    return None if place is None else start.close(by_combination(prover, state, [1]))
