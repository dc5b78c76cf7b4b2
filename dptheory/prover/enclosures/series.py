"""Goals in one variable on a bounded interval: enclosures by Taylor series, and zeros divided off.

Complete for what is analytic on the interval and is 0 at rational points only: away from these a
subdivision that is fine enough decides, at each of them the series of the goal divided by a power does.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from flint import fmpq

from dptheory.kernel import KernelError
from dptheory.kernel.real import (
    Field,
    Relation,
    Term,
    compare,
    decide,
    defined_at,
    derivative,
    gap,
    is_zero_at,
    num,
    quotient,
    vanishes,
)

from ..arithmetic.factors import by_factors, product, shape_of
from ..facts.values import reciprocal
from ..goals.goal import Goal, Proof
from ..goals.obligations import Prover
from ..goals.polynomials import fraction_term, polynomial_term
from ..goals.signs import sampled_signs
from ..goals.state import ProofState
from ..registry import DEAR, MODERATE, tactic
from .boxes import GRID, boxed, ends_of

MAX_LEAVES = 400
FEW_LEAVES = 24
NARROWEST = 2**36
NARROW = 2**9
MOST_ZEROS = 12
ORDERS = (2, 6, 16)
MORE = (1, 3, 8)
FINE = 2**100
SHARP = 256
MAX_ZERO = 40
FLAT = 4


@tactic(
    "the goal has one variable, on an interval with rational ends, few parts of which are enough",
    DEAR,
    "exp(x)*sin(x) <= 4 | exp(x)*sin(x) <= 2 | 0 <= x <= 1",
    said="series",
)
def by_few_series(prover: Prover, state: ProofState) -> Proof | None:
    """Show a goal in one variable on an interval by few parts, or the signs of its factors."""
    found = by_series(prover, state, FEW_LEAVES)
    x = state.goal.unknown
    if found is not None or x is None or ends_of(state.goal, x) is None:
        return found
    return by_factors(prover, state)


@tactic(
    "the goal has one variable, on an interval with rational ends, and nothing was derived before",
    DEAR,
    "(2 + sin(61*x))*(3 - cos(53*x)) > 1999/1000 + x/1000 | "
    "(2 + sin(61*x))*(3 - cos(53*x)) > 21/10 | 0 <= x <= 1",
)
def by_series_as_written(prover: Prover, state: ProofState) -> Proof | None:
    """Show a goal by many parts before its function values are rewritten, and nothing was derived for it."""
    return by_series(prover, state) if state.depth >= 2 and not state.goal.derived else None


@tactic(
    "the goal has one variable, on an interval, and is simpler in normal form",
    MODERATE,
    "x*log(x) + (1 - x)*log(1 - x) >= -log(2) | x*log(x) + (1 - x)*log(1 - x) >= -69/100 | 0 < x < 1",
)
def by_normal_form(prover: Prover, start: ProofState) -> Proof | None:
    """Show the numerator of a goal's normal form instead, arguments of functions being in normal form, too,
    and atan(1/p) by atan(p)."""
    x = start.goal.unknown
    if x is None or ends_of(start.goal, x) is None:
        return None
    state = ProofState(prover, start.goal, start.depth)
    for g in state.forms().field.generators:
        if g.op == "atan" and (inverse := reciprocal(g.args[0])) is not None:
            seen = sampled_signs(inverse, state.goal.samples)
            if seen.low * seen.high > 0:
                state.solve("atan-reciprocal" if seen.low > 0 else "atan-reciprocal-below", g, inverse)
    forms = state.forms()
    if forms.reduced(forms.target.num).is_zero():
        return None
    shape = shape_of(forms)
    if shape.irreducible is None:
        return start.close(by_factors(prover, state)) if state.nodes else None
    t = polynomial_term(plain(forms.field), shape.top.factors[0][0])
    if t == gap(start.goal.relation) or state.sign(t, start.goal.relation.strict, state.depth) is None:
        return None
    return start.close(product(state))


@tactic(
    "the goal has one variable, on an interval with rational ends",
    DEAR,
    "abs(log(1 + x)) <= abs(x)/sqrt(1 + x) | abs(log(1 + x)) <= 99/100*abs(x)/sqrt(1 + x) | "
    "-999/1000 < x < 1200",
)
def by_series(prover: Prover, state: ProofState, leaves: int = MAX_LEAVES) -> Proof | None:
    """Show a goal in one variable on an interval with rational ends."""
    goal, name = state.goal, state.goal.unknown
    key = ("series", leaves, goal.key)
    if name is None or key in prover.futile or sampled_signs(gap(goal.relation), goal.samples).low < 0:
        return None
    for ends in dict.fromkeys(e for grid in (GRID, FINE) if (e := ends_of(goal, name, grid)) is not None):
        for precision in (64, SHARP):
            tree = _Tree(goal, name, precision, leaves)
            if tree.grow(*ends):
                return boxed(prover, state, {name: ends}, tree.items, precision)
            if not tree.blunt:
                break
    prover.futile.add(key)
    return None


def plain(field: Field) -> list[Term]:
    """A field's generators with arguments in normal form: quotients of polynomials in other generators."""
    shown: list[Term] = []
    for g in field.generators:
        forms = [field[a] for a in g.args]
        known = [*shown, *field.generators[len(shown) :]]
        args = tuple(fraction_term(known, f.num, f.den) for f in forms)
        shown.append(Term(g.op, args, g.value) if args else g)
    return shown


@dataclass
class _Tree:
    """A subdivision that is being made."""

    goal: Goal
    name: str
    precision: int
    leaves: int = MAX_LEAVES
    items: list[object] = field(default_factory=list)
    orders: dict[fmpq, int] = field(default_factory=dict)
    blunt: bool = False

    def __post_init__(self) -> None:
        self.gap = gap(self.goal.relation)
        self.alone = [h.negated() for h in self.goal.hypotheses if h.variables() == {self.name}]
        self.derivatives: list[Term] = [self.gap]

    def grow(self, low: fmpq, high: fmpq) -> bool:
        """Divide an interval until every part is decided."""
        stack = [(low, high)]
        if not self._ready(low) or not self._ready(high):
            return False
        if max(self.orders.values(), default=0) > FLAT and self.precision < SHARP:
            self.blunt = True
            return False
        while stack:
            a, b = stack.pop()
            item = self._leaf(a, b)
            if item is not None:
                self.items.append(item)
                continue
            if len(self.items) > 2 * self.leaves:
                return False
            if (b - a) * (NARROW if self.leaves <= FEW_LEAVES else NARROWEST) < high - low:
                self.blunt = self.leaves > FEW_LEAVES
                return False
            middle = self._middle(a, b)
            if not self._ready(middle):
                return False
            self.items.append([self.name, str(middle)])
            stack.extend([(middle, b), (a, middle)])
        return True

    def _ready(self, a: fmpq) -> bool:
        """Whether the goal can hold at a point; a zero of it is noted."""
        here, point = {self.name: a}, {self.name: (a, a)}
        r = self.goal.relation
        strictly = Relation(">", self.gap, num(0))
        if compare(strictly, point, self.precision):
            return True
        if self.precision < SHARP and compare(strictly, point, SHARP):
            self.blunt = True
            return False
        if is_zero_at(self.gap, here, self.goal.sequent.integers):
            if len(self.orders) < MOST_ZEROS and (not r.strict or self._excluded(here)):
                self.orders[a] = self._order(here)
            return a in self.orders
        return self._excluded(here)

    def _excluded(self, here: dict[str, fmpq]) -> bool:
        """Whether the hypotheses exclude a point."""
        whole = self.goal.sequent.integers
        return any(defined_at([h.left, h.right], here, whole) and decide(h, here) for h in self.alone)

    def _order(self, here: dict[str, fmpq]) -> int:
        """The order of the zero at a point, as far as it is seen."""
        exact = 0
        while exact < MAX_ZERO and vanishes(self.gap, self.name, here[self.name], exact + 1):
            exact += 1
        if exact:
            return exact
        for k in range(1, MORE[-1] + 8):
            if len(self.derivatives) <= k:
                try:
                    self.derivatives.append(derivative(self.derivatives[-1], self.name))
                except KernelError:
                    return k
            slope = self.derivatives[k]
            if not is_zero_at(slope, here, frozenset()):
                return k
        return 0

    def _leaf(self, a: fmpq, b: fmpq) -> object | None:
        """The item that decides a part, if one does."""
        here = {self.name: (a, b)}
        if any(compare(r, here, self.precision) for r in (self.goal.relation, *self.alone)):
            return "leaf"
        near = [z for z in self.orders if a <= z <= b]
        if near:
            z = near[0]
            zeros = self.orders[z]
            return None if len(near) > 1 else self._tried(a, b, z, zeros, [zeros + k for k in (0, *MORE)])
        for z in self.orders:
            if min(abs(z - a), abs(z - b)) < b - a and self.orders[z] > 2:
                zeros = self.orders[z]
                item = self._tried(a, b, z, zeros, [zeros + k for k in MORE[1:]])
                if item is not None:
                    return item
        return self._tried(a, b, (a + b) / 2, 0, ORDERS)

    def _tried(self, a: fmpq, b: fmpq, at: fmpq, zeros: int, orders: Sequence[int]) -> object | None:
        """The item of the first order that decides."""
        for order in orders:
            try:
                ball = quotient(self.gap, self.name, a, b, at, zeros, order, self.precision)
            except KernelError:
                continue
            if ball > 0 if zeros % 2 == 0 or at <= a else at >= b and ball < 0:
                return {"at": str(at), "zeros": zeros, "order": order}
            if ball < 0 and zeros % 2 == 0:
                return None
        return None

    def _middle(self, a: fmpq, b: fmpq) -> fmpq:
        """Where to divide: at a zero inside, else at the simplest number near the middle."""
        inside = [z for z in self.orders if a < z < b]
        if (inside and any(z in self.orders for z in (a, b))) or len(inside) > 1:
            return (a + b) / 2 if len(inside) == 1 and inside[0] != (a + b) / 2 else inside[0]
        width = (b - a) / 8
        return simplest((a + b) / 2 - width, (a + b) / 2 + width)


def simplest(low: fmpq, high: fmpq) -> fmpq:
    """The rational number of least denominator in an interval.

    >>> simplest(fmpq(3, 10), fmpq(2, 5))
    1/3
    """
    if low <= 0 <= high:
        return fmpq(0)
    if high < 0:
        return -simplest(-high, -low)
    whole = fmpq(low.ceil())
    if whole <= high:
        return whole
    floor = fmpq(low.floor())
    return floor + 1 / simplest(1 / (high - floor), 1 / (low - floor))
