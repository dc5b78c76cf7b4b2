"""Small exact models of the logic: an evaluator that shares nothing with the kernel's own worlds.

Numbers are rationals, vectors points of Q^d, records the numbers of a finite set, data sets tuples
of records, laws finite lists of weights, functions tables that are filled at random when they are
first looked at. Terms that no rule speaks about (a record outside 1..n, a quotient by 0, noise of a
scale that is not positive) get random values, fixed once they are drawn.
"""

from __future__ import annotations

import itertools
import operator
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from math import isqrt

from dptheory.kernel.logic.derivations import schema
from dptheory.kernel.logic.rules import POLYMORPHIC, Rule
from dptheory.kernel.logic.sorts import INT, SEQUENCE, Sort, set_of
from dptheory.kernel.logic.terms import Expr
from dptheory.kernel.logic.theorems import Theorem

from .infinite_models import HalvingLaw, HalvingSample
from .model_values import Draws, Irrational, Law, Places, Point, Segment, Table

_RELATIONS = {
    "le": operator.le,
    "lt": operator.lt,
    "eq": operator.eq,
    "ge": operator.ge,
    "gt": operator.gt,
    "ne": operator.ne,
}
_BINARY = {
    "add": operator.add, "sub": operator.sub, "mul": operator.mul,
    "min": min, "max": max,
}  # fmt: skip


@dataclass
class Model:
    """A model and the values of variables in it."""

    rng: random.Random
    n: int = 2
    d: int = 1
    records: tuple[object, ...] = (0, 1)
    points: tuple[Point, ...] = ((Fraction(-1),), (Fraction(0),), (Fraction(2),))
    reals: tuple[Fraction, ...] = (Fraction(-1), Fraction(1, 2), Fraction(1))
    ints: tuple[int, ...] = tuple(range(-2, 6))
    env: dict[str, object] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.partial = Table(self.number)
        self.laws = Table(lambda: self.law(INT))
        self.items = Table(lambda: self.rng.choice(self.records))
        self.replaced = Table(lambda: tuple(self.rng.choice(self.records) for _ in range(self.n)))

    # -- random values -----------------------------------------------------------------------

    def number(self) -> Fraction:
        return Fraction(self.rng.randint(-4, 4), self.rng.choice((1, 1, 2, 3)))

    def draw(self, sort: Sort) -> object:
        """A random value of a sort."""
        rng = self.rng
        simple: dict[str, Callable[[], object]] = {
            "real": self.number,
            "int": lambda: rng.randint(-1, self.n + 1),
            "vec": lambda: rng.choice(self.points),
            "record": lambda: rng.choice(self.records),
            "data": lambda: tuple(rng.choice(self.records) for _ in range(self.n)),
            "prop": lambda: rng.random() < 0.5,
        }
        if sort.name == "law":
            return self.law(sort.args[0])
        if sort in (SEQUENCE, set_of(INT)):
            return rng.choice(list(self.domain(sort)))
        if sort.name == "->":
            return Table(partial(self.draw, sort.args[1]))
        return simple[sort.name]()

    def law(self, sort: Sort) -> Law:
        points = [1, 2, 3] if sort == INT else list(self.domain(sort))  # those that sets of integers have
        support = list(dict.fromkeys(self.rng.choice(points) for _ in range(3)))
        parts = [self.rng.randint(1, 5) for _ in support]
        return Law([(x, Fraction(w, sum(parts))) for x, w in zip(support, parts, strict=True)])

    def domain(self, sort: Sort) -> Iterator[object]:
        """What a quantifier over a sort goes through."""
        if sort.name == "data":
            return iter(itertools.product(self.records, repeat=self.n))
        if sort == SEQUENCE:
            lengths = itertools.chain.from_iterable(
                itertools.product(self.points[:2], repeat=k) for k in range(3)
            )
            return iter(dict.fromkeys(Draws.of(list(part)) for part in lengths))
        if sort.name == "->":
            values = list((1, 2, 3) if sort == set_of(INT) else self.domain(sort.args[0]))
            parts = itertools.chain.from_iterable(
                itertools.combinations(values, k) for k in range(len(values) + 1)
            )
            return iter([Places(part) for part in parts])
        table = {"record": self.records, "vec": self.points, "real": self.reals, "int": self.ints}
        return iter(table[sort.name])

    # -- values of terms ---------------------------------------------------------------------

    def value(self, term: Expr, stack: tuple[object, ...] = ()) -> object:
        """The value of a term; `stack` has the values of the bound variables, innermost first."""
        head = term.head
        if head == "bound":
            return stack[term.index]
        if head == "lam":
            return lambda x: self.value(term.args[0], (x, *stack))
        if head == "var":
            return {"n": self.n, "d": self.d}.get(term.label) or self.env[term.label]
        if head == "num":
            assert term.value is not None
            return Fraction(int(term.value.p), int(term.value.q))
        if head == "zero":
            return (Fraction(0),) * self.d
        if head == "implies":
            return not self.value(term.args[0], stack) or self.value(term.args[1], stack)
        if head == "and":
            return all(self.value(a, stack) for a in term.args)
        if head == "or":
            return any(self.value(a, stack) for a in term.args)
        args = [self.value(a, stack) for a in term.args]
        if head in ("forall", "exists"):
            sort = term.args[0].sort.args[0]
            return (all if head == "forall" else any)(args[0](x) for x in self.domain(sort))  # type: ignore[operator]
        return self.operation(head, args)

    def operation(self, head: str, args: list[object]) -> object:
        if head in _RELATIONS:
            return _RELATIONS[head](*args)
        if head in _BINARY:
            return _BINARY[head](*args)  # type: ignore[arg-type]
        return getattr(self, f"op_{head}")(*args)

    def op_not(self, a: bool) -> bool:
        return not a

    def op_neg(self, a: Fraction) -> Fraction:
        return -a

    def op_abs(self, a: Fraction) -> Fraction:
        return abs(a)

    def op_div(self, a: Fraction, b: Fraction) -> object:
        return Fraction(a) / b if b != 0 else self.partial(("div", a))

    def op_pow(self, a: Fraction, b: Fraction) -> object:
        return (
            Fraction(a) ** int(b) if b > 0 and Fraction(b).denominator == 1 else self.partial(("pow", a, b))
        )

    def op_apply(self, fn: Callable[[object], object], x: object) -> object:
        return fn(x)

    def op_member(self, x: object, fn: Callable[[object], object]) -> object:
        return fn(x)

    def op_vadd(self, u: Point, v: Point) -> Point:
        return tuple(a + b for a, b in zip(u, v, strict=True))

    def op_vsub(self, u: Point, v: Point) -> Point:
        return tuple(a - b for a, b in zip(u, v, strict=True))

    def op_vscale(self, c: Fraction, u: Point) -> Point:
        return tuple(c * a for a in u)

    def op_norm(self, u: Point) -> Fraction:
        square = sum((Fraction(a) ** 2 for a in u), Fraction(0))
        p, q = isqrt(square.numerator), isqrt(square.denominator)
        if p * p != square.numerator or q * q != square.denominator:
            raise Irrational
        return Fraction(p, q)

    def op_item(self, s: tuple[object, ...], j: int) -> object:
        return s[int(j) - 1] if 1 <= j <= self.n else self.items((s, j))

    def op_replace(self, s: tuple[object, ...], j: int, z: object) -> object:
        place = int(j)
        return (*s[: place - 1], z, *s[place:]) if 1 <= place <= self.n else self.replaced((s, j, z))

    def op_sum(self, first: int, last: int, fn: Callable[[int], Fraction]) -> object:
        return sum((fn(j) for j in range(int(first), int(last) + 1)), Fraction(0))

    def op_iid(self, law: Law) -> object:
        if isinstance(law, HalvingLaw):
            assert self.n == 1
            return HalvingSample()
        draws = itertools.product(law.weights, repeat=self.n)
        made = []
        for draw in draws:
            weight = Fraction(1)
            for _, part in draw:
                weight *= part
            made.append((tuple(x for x, _ in draw), weight))
        return Law(made)

    def op_image(self, law: Law, fn: Callable[[object], object]) -> Law:
        return Law([(fn(x), w) for x, w in law.weights])

    def op_mixture(self, law: Law, kernel: Callable[[object], Law]) -> Law:
        return Law([(y, w * v) for x, w in law.weights for y, v in kernel(x).weights])

    def op_exp(self, a: Fraction) -> Fraction:
        """Powers of 2 in place of e: no rule in these models speaks of the base."""
        if Fraction(a).denominator != 1:
            raise Irrational
        return Fraction(2) ** int(a)

    def op_gibbs(self, m: int, u: Callable[[int], Fraction]) -> object:
        if m < 1:
            return self.laws(id(u))
        weights = [self.op_exp(u(i)) for i in range(1, int(m) + 1)]
        return Law([(i, w / sum(weights)) for i, w in enumerate(weights, 1)])

    def op_E(self, law: Law, fn: Callable[[object], Fraction]) -> object:
        return law.expect(fn)

    def op_P(self, law: Law, fn: Callable[[object], bool]) -> object:
        return law.chance(fn)

    def op_integrable(self, law: Law, fn: Callable[[object], Fraction]) -> bool:
        return law.integrable(fn)

    def op_closed(self, h: Segment) -> bool:
        return h.closed

    def op_project(self, h: Segment, u: Point) -> Point:
        return h.project(u)


# -- rules as schemas --------------------------------------------------------------------------


def schemas(rule: Rule) -> list[tuple[str, Theorem]]:
    """The rule at every sort that its `?` may stand for."""
    sorts = POLYMORPHIC if "?" in rule.variables else ("real",)
    return [(sort, schema(rule, sort)) for sort in sorts]
