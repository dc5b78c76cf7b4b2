"""Random ground formulas over random finite worlds, each with its value worked out beside it in plain fractions.

A formula grows as a pair: its text in the grammar of statements, and a function of the values of its variables
that is written down here and shares no code with the kernel.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

Env = Mapping[str, object]
LET = (
    "f: record -> real; h: vec -> real; g: data -> real; k: set(int) -> real; D: law(record);"
    " K: data -> law(vec); Q: int -> law(vec)"
)


@dataclass(frozen=True)
class Text:
    """A text, how tightly it binds, and what it denotes."""

    said: str
    binds: int
    value: Callable[[Env], object]

    def within(self, binds: int) -> str:
        return self.said if self.binds >= binds else f"({self.said})"

    def number(self, env: Env) -> Fraction:
        value = self.value(env)
        assert isinstance(value, Fraction)
        return value


@dataclass
class Finite:
    """A world: sizes, records, laws; functions have fixed forms with random coefficients."""

    rng: random.Random
    n: int = 1
    records: list[int] = field(default_factory=list)
    d: dict[int, Fraction] = field(default_factory=dict)
    c: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.n = self.rng.randint(1, 3)
        self.records = sorted(self.rng.sample([-2, -1, 0, 1, 2], self.rng.randint(1, 3 if self.n < 3 else 2)))
        drawn = self.rng.sample(self.records, self.rng.randint(1, len(self.records)))
        parts = [self.rng.randint(1, 4) for _ in drawn]
        self.d = {z: Fraction(part, sum(parts)) for z, part in zip(drawn, parts, strict=True)}
        self.c = [self.rng.randint(-2, 2) for _ in range(6)]

    def entries(self) -> tuple[str, ...]:
        a, b, c, d, e, t = self.c
        last, sets = f"S{self.n}", " + ".join(f"{i + e}*J{i}" for i in range(1, self.n + 1))
        return (
            f"n = {self.n}",
            f"records = {', '.join(map(str, self.records))}",
            f"value f(z) = {a}*z + {b}",
            f"value h(w) = {c}*w**2 - w",
            f"value g(S) = S1*{last} + {d}",
            f"value k(J) = {sets}",
            "law D = " + ", ".join(f"{z}: {p}" for z, p in self.d.items()),
            f"law K(S) = S1: 1/2, {last} + 1: 1/3, {e}: 1/6",
            f"law Q(t) = t: 1/4, {t}*t - 1: 3/4",
        )

    def f(self, z: int) -> Fraction:
        return Fraction(self.c[0] * z + self.c[1])

    def h(self, w: Fraction) -> Fraction:
        return self.c[2] * w * w - w

    def g(self, s: tuple[int, ...]) -> Fraction:
        return Fraction(s[0] * s[-1] + self.c[3])

    def k(self, places: frozenset[int]) -> Fraction:
        return Fraction(sum(i + self.c[4] for i in places))

    def iid(self) -> list[tuple[object, Fraction]]:
        found: list[tuple[object, Fraction]] = []
        for draws in itertools.product(self.d.items(), repeat=self.n):
            weight = Fraction(1)
            for _, part in draws:
                weight *= part
            found.append((tuple(z for z, _ in draws), weight))
        return found

    def kernel(self, s: tuple[int, ...]) -> list[tuple[object, Fraction]]:
        points = (Fraction(s[0]), Fraction(s[-1] + 1), Fraction(self.c[4]))
        return list(zip(points, (Fraction(1, 2), Fraction(1, 3), Fraction(1, 6)), strict=True))

    def step(self, t: int) -> list[tuple[object, Fraction]]:
        return [(Fraction(t), Fraction(1, 4)), (Fraction(self.c[5] * t - 1), Fraction(3, 4))]


class Grower:
    """Grows formulas over one world; `scope` holds the variables by their sort."""

    def __init__(self, world: Finite) -> None:
        self.w, self.rng, self.names = world, world.rng, itertools.count(1)

    def fresh(self, letter: str) -> str:
        return f"{letter}{next(self.names)}"

    def number(self, scope: Mapping[str, str], depth: int) -> Text:
        kinds = [self.constant, self.constant, self.looked_up, self.looked_up]
        if depth > 0:
            kinds += [
                self.arithmetic,
                self.arithmetic,
                self.extreme,
                self.mean,
                self.mean,
                self.chance,
                self.summed,
            ]
        return self.rng.choice(kinds)(scope, depth)

    def constant(self, scope: Mapping[str, str], depth: int) -> Text:
        value = Fraction(self.rng.randint(0, 3))
        if self.rng.random() < 0.2:
            return Text("n", 9, lambda env: Fraction(self.w.n))
        return Text(str(value), 9, lambda env: value)

    def looked_up(self, scope: Mapping[str, str], depth: int) -> Text:
        name = self.rng.choice(sorted(scope)) if scope else ""
        sort = scope.get(name, "")
        w = self.w
        if sort == "record":
            return Text(f"f({name})", 9, lambda env: w.f(env[name]))  # type: ignore[arg-type]
        if sort == "vec":
            return Text(f"h({name})", 9, lambda env: w.h(env[name]))  # type: ignore[arg-type]
        if sort == "set":
            return Text(f"k({name})", 9, lambda env: w.k(env[name]))  # type: ignore[arg-type]
        if sort == "place":
            return Text(name, 9, lambda env: Fraction(env[name]))  # type: ignore[arg-type]
        if sort == "data":
            if self.rng.random() < 0.4:
                return Text(f"g({name})", 9, lambda env: w.g(env[name]))  # type: ignore[arg-type]
            i, said = self.place(scope)
            return Text(f"f(item({name}, {said}))", 9, lambda env: w.f(env[name][i(env) - 1]))  # type: ignore[index]
        return self.constant(scope, depth)

    def place(self, scope: Mapping[str, str]) -> tuple[Callable[[Env], int], str]:
        places = [name for name, sort in scope.items() if sort == "place"]
        if places and self.rng.random() < 0.6:
            name = self.rng.choice(places)
            return (lambda env: env[name]), name  # type: ignore[return-value]
        fixed = self.rng.randint(1, self.w.n)
        return (lambda env: fixed), str(fixed)

    def arithmetic(self, scope: Mapping[str, str], depth: int) -> Text:
        one, other = self.number(scope, depth - 1), self.number(scope, depth - 1)
        op = self.rng.choice("++--**/n")
        if op == "n":
            return Text(f"-{one.within(3)}", 2, lambda env: -one.number(env))
        if op == "/":
            by = self.rng.choice([-2, 2, 3])
            said = f"{one.within(2)}/({by})" if by < 0 else f"{one.within(2)}/{by}"
            return Text(said, 2, lambda env: one.number(env) / by)
        if op == "*":
            return Text(
                f"{one.within(2)}*{other.within(3)}", 2, lambda env: one.number(env) * other.number(env)
            )
        if op == "+":
            return Text(
                f"{one.within(1)} + {other.within(2)}", 1, lambda env: one.number(env) + other.number(env)
            )
        return Text(
            f"{one.within(1)} - {other.within(2)}", 1, lambda env: one.number(env) - other.number(env)
        )

    def extreme(self, scope: Mapping[str, str], depth: int) -> Text:
        one, other = self.number(scope, depth - 1), self.number(scope, depth - 1)
        kind = self.rng.choice(["min", "max", "abs", "floor"])
        if kind in ("abs", "floor"):
            known = {"abs": abs, "floor": lambda x: Fraction(x // 1)}[kind]
            return Text(f"{kind}({one.said})", 9, lambda env: known(one.number(env)))
        pick = min if kind == "min" else max
        return Text(
            f"{kind}({one.said}, {other.said})", 9, lambda env: pick(one.number(env), other.number(env))
        )

    def law(
        self, scope: Mapping[str, str]
    ) -> tuple[str, str, str, Callable[[Env], list[tuple[object, Fraction]]]]:
        """The letter and the sort of what is drawn, the text of the law, its points with their weights."""
        w, data = self.w, [name for name, sort in scope.items() if sort == "data"]
        choices = ["D", "iid", "subsets", "Q", "image", "mixture", *["K"] * (2 * bool(data))]
        kind = self.rng.choice(choices)
        if kind == "D":
            return "z", "record", "D", lambda env: [(z, p) for z, p in w.d.items()]
        if kind == "iid":
            return "S", "data", "iid(D)", lambda env: w.iid()
        if kind == "K":
            name = self.rng.choice(data)
            return "w", "vec", f"K({name})", lambda env: w.kernel(env[name])  # type: ignore[arg-type]
        if kind == "subsets":
            m = self.rng.randint(0, w.n)
            found: list[tuple[object, Fraction]] = []
            for part in itertools.combinations(range(1, w.n + 1), m):
                found.append((frozenset(part), Fraction(1)))
            return "J", "set", f"subsets({m})", lambda env: [(p, Fraction(1, len(found))) for p, _ in found]
        if kind == "Q":
            t = self.rng.randint(-1, 2)
            return "w", "vec", f"Q({t})", lambda env: w.step(t)
        if kind == "image":
            c, s = self.rng.randint(-2, 2), self.fresh("v")
            said = f"image[{s} ~ Q(2)]({c}*{s} - {s})"
            return "w", "vec", said, lambda env: [((c - 1) * x, p) for x, p in w.step(2)]  # type: ignore[operator]
        s = self.fresh("T")
        return "w", "vec", f"mixture[{s} ~ iid(D)](K({s}))", lambda env: [
            (x, p * q) for t, p in w.iid() for x, q in w.kernel(t)  # type: ignore[arg-type]
        ]  # fmt: skip

    def mean(self, scope: Mapping[str, str], depth: int) -> Text:
        if self.rng.random() < 0.15:
            return self.along_a_chain()
        letter, sort, said, points = self.law(scope)
        name = self.fresh(letter)
        inner = self.number({**scope, name: sort}, depth - 1)
        return Text(
            f"E[{name} ~ {said}]({inner.said})",
            9,
            lambda env: sum((p * inner.number({**env, name: x}) for x, p in points(env)), Fraction(0)),
        )

    def chance(self, scope: Mapping[str, str], depth: int) -> Text:
        letter, sort, said, points = self.law(scope)
        name = self.fresh(letter)
        inner = self.formula({**scope, name: sort}, depth - 1, event=True)
        return Text(
            f"P[{name} ~ {said}]({inner.said})",
            9,
            lambda env: sum((p for x, p in points(env) if inner.value({**env, name: x})), Fraction(0)),
        )

    def summed(self, scope: Mapping[str, str], depth: int) -> Text:
        name, low, high = self.fresh("j"), 1, self.rng.randint(-1, self.w.n)
        inner = self.number({**scope, name: "place"}, depth - 1)
        return Text(
            f"sum[{name}, {low}, {high}]({inner.said})",
            9,
            lambda env: sum((inner.number({**env, name: j}) for j in range(low, high + 1)), Fraction(0)),
        )

    def along_a_chain(self) -> Text:
        """The mean of h at the first draw times the last of two, of a chain of at most two draws."""
        w, length, x = self.w, self.rng.randint(0, 2), self.fresh("x")
        said = f"chain({length}, fun t: int. fun y: (int -> vec). Q(t))"

        def value(env: Env) -> Fraction:
            one = [(w.h(p), q) for p, q in w.step(1)] if length > 0 else [(w.h(Fraction(0)), Fraction(1))]  # type: ignore[arg-type]
            two = [(w.h(p), q) for p, q in w.step(2)] if length > 1 else [(w.h(Fraction(0)), Fraction(1))]  # type: ignore[arg-type]
            return sum((a * b * p * q for a, p in one for b, q in two), Fraction(0))

        return Text(f"E[{x} ~ {said}](h({x}(1))*h({x}(2)))", 9, value)

    def formula(self, scope: Mapping[str, str], depth: int, event: bool = False) -> Text:
        if depth <= 0 or self.rng.random() < 0.3:
            return self.relation(scope, depth)
        kinds = ["not", "and", "or", "implies"] + ([] if event else ["forall"] * 3)
        kind = self.rng.choice(kinds)
        if kind == "forall":
            return self.all(scope, depth)
        one, other = self.formula(scope, depth - 1, event), self.formula(scope, depth - 1, event)
        if kind == "not":
            return Text(f"not {one.within(4)}", 4, lambda env: not one.value(env))
        if kind == "and":
            return Text(
                f"{one.within(3)} and {other.within(4)}", 3, lambda env: one.value(env) and other.value(env)
            )
        if kind == "or":
            return Text(
                f"{one.within(2)} or {other.within(3)}", 2, lambda env: one.value(env) or other.value(env)
            )
        return Text(
            f"{one.within(2)} implies {other.within(1)}",
            1,
            lambda env: not one.value(env) or other.value(env),
        )

    def relation(self, scope: Mapping[str, str], depth: int) -> Text:
        sets = [name for name, sort in scope.items() if sort == "set"]
        if sets and self.rng.random() < 0.5:
            name, (i, said) = self.rng.choice(sets), self.place(scope)
            return Text(f"{said} in {name}", 5, lambda env: i(env) in env[name])  # type: ignore[operator]
        one, other = self.number(scope, depth), self.number(scope, depth - 1)
        op = self.rng.choice(["<=", "<", "=", ">=", ">"])
        tests: dict[str, Callable[[Fraction, Fraction], bool]] = {
            "<=": lambda a, b: a <= b, "<": lambda a, b: a < b, "=": lambda a, b: a == b,
            ">=": lambda a, b: a >= b, ">": lambda a, b: a > b,
        }  # fmt: skip
        return Text(
            f"{one.within(1)} {op} {other.within(1)}",
            5,
            lambda env: tests[op](one.number(env), other.number(env)),
        )

    def all(self, scope: Mapping[str, str], depth: int) -> Text:
        w = self.w
        letter, sort, kind = self.rng.choice(
            [
                ("z", "record", "record"),
                ("S", "data", "data"),
                ("i", "place", "int"),
                ("J", "set", "set(int)"),
            ]
        )
        name = self.fresh(letter)
        inner = self.formula({**scope, name: sort}, depth - 1)
        subsets = [frozenset(c) for m in range(w.n + 1) for c in itertools.combinations(range(1, w.n + 1), m)]
        domains: dict[str, list[object]] = {
            "record": list(w.records),
            "data": list(itertools.product(w.records, repeat=w.n)),
            "place": list(range(1, w.n + 1)),
            "set": list(subsets),
        }
        guard = f"1 <= {name} and {name} <= n implies " if sort == "place" else ""
        return Text(
            f"forall {name}: {kind}. {guard}{inner.within(1)}",
            0,
            lambda env: all(inner.value({**env, name: x}) for x in domains[sort]),
        )
