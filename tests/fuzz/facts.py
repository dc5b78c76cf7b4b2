"""True facts to start from: each is tight at a rational point of its domain, known without any prover."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from typing import Final

from .lemmas import LEMMAS

Q = Fraction
Point = dict[str, Fraction]
NAMES: Final = tuple(
    [
        "x",
        "y",
        "z",
        "u",
        "v",
        "w",
        "a",
        "b",
        "c",
        "s",
        "t",
        "p",
        "q",
        "r",
        "eps",
        "lam",
        "rho",
        "gam",
        "bet",
        "del_",
        "x1",
        "x2",
        "kappa",
        "Z",
    ]
)


@dataclass(frozen=True)
class Fact:
    """`low op high` wherever the conditions hold; `op` is <= or =; both sides agree at `point`.

    `value` is what both sides are there, when that is a rational number.
    """

    low: str
    high: str
    conditions: tuple[str, ...]
    point: Point = field(hash=False)
    recipe: str = ""
    op: str = "<="
    value: Fraction | None = None
    integers: frozenset[str] = frozenset()


class Source:
    """Random choices, and names that are not yet in use."""

    def __init__(self, seed: int | str) -> None:
        self.random = random.Random(seed)
        self._free = list(NAMES)
        self.random.shuffle(self._free)

    def name(self) -> str:
        return self._free.pop()

    def room(self) -> int:
        """How many names are left."""
        return len(self._free)

    def small(self, *, positive: bool = False) -> Fraction:
        value = Q(self.random.randint(1, 9), self.random.choice((1, 1, 2, 3, 7)))
        return value if positive or self.random.random() < 0.6 else -value

    def pick(self, options: list[Image]) -> Image:
        return self.random.choice(options)


@dataclass(frozen=True)
class Image:
    """What is put for a variable: a term, the conditions on its variables, and where it has its value."""

    term: str
    conditions: tuple[str, ...]
    point: Point = field(hash=False)
    integers: frozenset[str] = frozenset()


def text(value: Fraction) -> str:
    """A rational as text that binds like a factor."""
    return str(value) if value >= 0 and value.denominator == 1 else f"({value})"


def _real(s: Source, v: Fraction) -> list[Image]:
    u, c = s.name(), s.small(positive=True)
    options = [
        Image(u, (), {u: v}),
        Image(f"({u} - {text(c)})", (), {u: v + c}),
        Image(f"({text(c)}*{u})", (), {u: v / c}),
    ]
    if v == 0:
        options += [Image(f"log({u})", (f"{u} > 0",), {u: Q(1)}), Image(f"({u}**3)", (), {u: Q(0)})]
    if s.room() > 8:
        w = s.name()
        options += [
            Image(f"({u} + {w})", (), {u: v - 1, w: Q(1)}),
            Image(f"({u}*{w})", (), {u: v / 2, w: Q(2)}),
        ]
    return options


def _nonnegative(s: Source, v: Fraction) -> list[Image]:
    u, c = s.name(), s.small(positive=True)
    options = [
        Image(u, (f"{u} >= 0",), {u: v}),
        Image(f"abs({u})", (), {u: -v}),
        Image(f"({u} - {text(c)})", (f"{u} >= {text(c)}",), {u: v + c}),
        Image(f"({text(c)} - {u})", (f"{u} <= {text(c)}",), {u: c - v}),
    ]
    if v == 0:
        options += [
            Image(f"({u}**2)", (), {u: Q(0)}),
            Image(f"log({u})", (f"{u} >= 1",), {u: Q(1)}),
            Image(f"(exp({u}) - 1)", (f"{u} >= 0",), {u: Q(0)}),
            Image(f"sqrt({u})", (f"{u} >= 0",), {u: Q(0)}),
        ]
    if s.room() > 8:
        w = s.name()
        options += [
            Image(f"({u}/{w})", (f"{u} >= 0", f"{w} > 0"), {u: 2 * v, w: Q(2)}),
            Image(f"({u} - {w})", (f"{u} >= {w}",), {u: v + c, w: c}),
        ]
    return options


def _positive(s: Source, v: Fraction) -> list[Image]:
    u, c = s.name(), s.small(positive=True)
    options = [
        Image(u, (f"{u} > 0",), {u: v}),
        Image(f"({u} - {text(c)})", (f"{u} > {text(c)}",), {u: v + c}),
        Image(f"(1/{u})", (f"{u} > 0",), {u: 1 / v}),
        Image(f"({u}/{text(c)})", (f"0 < {u}",), {u: c * v}),
    ]
    if v == 1:
        options += [
            Image(f"exp({u})", (), {u: Q(0)}),
            Image(f"(1 + {u})", (f"{u} >= 0",), {u: Q(0)}),
            Image(f"sqrt({u})", (f"{u} > 0",), {u: Q(1)}),
            Image(f"({u}**2)", (f"{u} > 0",), {u: Q(1)}),
        ]
    if s.room() > 8:
        w = s.name()
        options.append(Image(f"({u}*{w})", (f"{u} > 0", f"{w} > 0"), {u: v / 2, w: Q(2)}))
    return options


def _unit(s: Source, v: Fraction) -> list[Image]:
    u, c = s.name(), s.small(positive=True)
    options = [
        Image(u, (f"0 <= {u} <= 1",), {u: v}),
        Image(f"(1 - {u})", (f"{u} >= 0", f"{u} <= 1"), {u: 1 - v}),
        Image(f"({u}/{text(c)})", (f"0 <= {u} <= {text(c)}",), {u: v * c}),
    ]
    if v == 0:
        options.append(Image(f"({u}/(1 + {u}))", (f"{u} >= 0",), {u: Q(0)}))
    if v == Q(1, 2):
        options.append(Image(f"(1/(1 + exp({u})))", (), {u: Q(0)}))
    return options


def _other(s: Source, kind: str, v: Fraction) -> list[Image]:
    u = s.name()
    whole = frozenset({u})
    if kind == "G":
        return [
            Image(u, (f"{u} >= 1",), {u: v}),
            Image(f"(1 + {u})", (f"{u} >= 0",), {u: v - 1}),
            Image(u, (f"{u} >= 1",), {u: v}, whole),
        ]
    if kind == "M":
        return [
            Image(u, (f"{u} <= 1",), {u: v}),
            Image(f"(1 - {u})", (f"{u} >= 0",), {u: 1 - v}),
            Image(f"(-{u})", (f"{u} >= 0",), {u: -v}),
        ]
    low = {"Z": (), "Z0": (f"{u} >= 0",), "Z1": (f"{u} > 0",)}[kind]
    return [Image(u, low, {u: v}, whole)]


RANGES: Final[dict[str, Callable[[Source, Fraction], list[Image]]]] = {
    "R": _real,
    "N": _nonnegative,
    "P": _positive,
    "U": _unit,
}


def image(s: Source, kind: str, v: Fraction) -> Image:
    """A random term with values in a range, and a point where it has the value `v`."""
    return s.pick(RANGES[kind](s, v) if kind in RANGES else _other(s, kind, v))


def lemma(s: Source, table: tuple[tuple[object, ...], ...] = LEMMAS, op: str = "<=") -> Fact:
    """A known lemma with terms put for its variables."""
    low, high, variables, value = s.random.choice(table)
    conditions: tuple[str, ...] = ()
    point: Point = {}
    integers: frozenset[str] = frozenset()
    for name, (kind, v) in variables.items():  # type: ignore[attr-defined]
        put = image(s, kind, Q(v))
        low, high = (str(side).replace(f"#{name}", put.term) for side in (low, high))
        conditions, integers = (*conditions, *put.conditions), integers | put.integers
        point |= put.point
    return Fact(str(low), str(high), conditions, point, "lemma", op, Q(value), integers)  # type: ignore[arg-type]


Poly = dict[tuple[int, ...], Fraction]


def times(a: Poly, b: Poly) -> Poly:
    """The product of two polynomials."""
    made: Poly = {}
    for (m, x), (n, y) in product(a.items(), b.items()):
        key = tuple(i + j for i, j in zip(m, n, strict=True))
        made[key] = made.get(key, Q(0)) + x * y
    return made


def _linear(names: list[str], point: Point, weights: list[int]) -> Poly:
    """The linear polynomial with these weights that vanishes at the point."""
    made: Poly = {
        tuple(0 for _ in names): -sum((w * point[n] for w, n in zip(weights, names, strict=True)), Q(0))
    }
    for i, w in enumerate(weights):
        made[tuple(int(i == j) for j in range(len(names)))] = Q(w)
    return made


def split(poly: Poly, names: list[str]) -> tuple[str, str]:
    """The two sides of `poly >= 0` with every coefficient positive."""
    sides: tuple[list[str], list[str]] = ([], [])
    for exponents, c in sorted(poly.items(), reverse=True):
        if c:
            powers = [n if e == 1 else f"{n}**{e}" for n, e in zip(names, exponents, strict=True) if e]
            sides[c > 0].append("*".join([text(abs(c)), *powers] if abs(c) != 1 or not powers else powers))
    return " + ".join(sides[0]) or "0", " + ".join(sides[1]) or "0"


def squares(s: Source) -> Fact:
    """A sum of squares, multiplied out, of polynomials that vanish at one rational point."""
    names = [s.name() for _ in range(s.random.choice((1, 2, 2, 3)))]
    point = {n: Q(s.random.randint(-3, 3), s.random.choice((1, 1, 2))) for n in names}
    total: Poly = {}
    for _ in range(s.random.choice((1, 2, 3))):
        weights = [s.random.randint(-3, 3) for _ in names]
        base = _linear(names, point, weights)
        if s.random.random() < 0.35:
            base = times(
                base, _linear(names, dict.fromkeys(names, Q(0)), [s.random.randint(0, 2) for _ in names])
            )
        for m, c in times(base, base).items():
            total[m] = total.get(m, Q(0)) + c
    low, high = split(total, names)
    return Fact(low, high, (), point, "squares", value=None)


def factors(s: Source) -> Fact:
    """A product of factors that are not negative on a box, multiplied out; one vanishes at an end."""
    names = [s.name() for _ in range(s.random.choice((1, 2, 2, 3)))]
    one = {tuple(0 for _ in names): Q(1)}
    total, conditions, point = one, [], {}
    for i, n in enumerate(names):
        a = Q(s.random.randint(-4, 4), s.random.choice((1, 2)))
        b = a + s.small(positive=True)
        unit = [int(i == j) for j in range(len(names))]
        total = times(total, _linear(names, dict.fromkeys(names, a), unit))
        conditions.append(f"{n} >= {text(a)}")
        point[n] = a if i == 0 else (a + b) / 2
        if s.random.random() < 0.5:
            total = times(total, _linear(names, dict.fromkeys(names, b), [-w for w in unit]))
            conditions.append(f"{n} <= {text(b)}")
    if s.random.random() < 0.5:
        square = _linear(names, point, [s.random.randint(-2, 2) for _ in names])
        total = times(total, times(square, square))
    low, high = split(total, names)
    return Fact(low, high, tuple(conditions), point, "factors", value=None)
