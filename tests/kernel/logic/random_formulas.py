"""Random formulas about a finite world, each with what it means, written down a second time in fractions."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable
from fractions import Fraction

SIZE = 2
RECORDS = (Fraction(-1), Fraction(0), Fraction(2))
MU = ((Fraction(-1), Fraction(1, 2)), (Fraction(2), Fraction(1, 2)))
LET = "f: vec, record -> real; A: data -> vec; mu: law(record); K: data -> law(vec); c: real; u: vec; S0: data; t: real"
WORLD = (
    f"n = {SIZE}",
    "records = -1, 0, 2",
    "value f(w, z) = abs(w - z)**2/2 - max(z, 1/3)",
    "value A(S) = (S1 - 2*S2)/3",
    "value c = -3/4",
    "value u = 1/2",
    "value t = 5",
    "data S0 = 2, -1",
    "law mu = -1: 1/2, 2: 1/2",
    "law K(S) = S1: 1/2, min(S1, S2) + 1: 1/3, 0: 1/6",
)
"""``t`` is what the world gives to a number that ranges over reals and is called so."""

Env = dict[str, object]
Numeric = tuple[str, Callable[[Env], Fraction]]
Truth = tuple[str, Callable[[Env], bool]]
Data = tuple[Fraction, ...]
Names = dict[str, tuple[str, ...]]

START: Names = {"data": ("S0",), "record": (), "int": (), "vec": ("u",)}


def _f(w: Fraction, z: Fraction) -> Fraction:
    return (w - z) ** 2 / 2 - max(z, Fraction(1, 3))


def _at(data: Data) -> Fraction:
    return (data[0] - 2 * data[1]) / 3


def _kernel(data: Data) -> tuple[tuple[Fraction, Fraction], ...]:
    return (
        (data[0], Fraction(1, 2)),
        (min(data) + 1, Fraction(1, 3)),
        (Fraction(0), Fraction(1, 6)),
    )


class Writer:
    """Writes formulas; every piece is its text and its meaning."""

    def __init__(self, rng: random.Random) -> None:
        self.rng, self.count = rng, 0

    def name(self, names: Names, sort: str) -> tuple[str, Names]:
        """A new name of a sort; now and then one that hides another."""
        self.count += 1
        made = f"{sort[0]}{self.count if self.rng.random() < 0.8 else 1}"
        others = {key: tuple(n for n in known if n != made) for key, known in names.items()}
        return made, {**others, sort: (*others[sort], made)}

    def data(self, names: Names, depth: int) -> tuple[str, Callable[[Env], Data]]:
        name = self.rng.choice(names["data"])
        if depth > 0 and names["record"] and self.rng.random() < 0.4:
            place, (record, value) = self.rng.randint(1, SIZE), self.record(names)
            text, meaning = self.data(names, depth - 1)

            def replaced(env: Env) -> Data:
                before = meaning(env)
                return (*before[: place - 1], value(env), *before[place:])

            return f"replace({text}, {place}, {record})", replaced
        return name, lambda env: (Fraction(2), Fraction(-1)) if name == "S0" else env[name]  # type: ignore[return-value]

    def record(self, names: Names) -> Numeric:
        if names["record"] and self.rng.random() < 0.7:
            name = self.rng.choice(names["record"])
            return name, lambda env: env[name]  # type: ignore[return-value]
        text, data = self.data(names, 0)
        if names["int"] and self.rng.random() < 0.5:
            place = self.rng.choice(names["int"])
            return f"item({text}, {place})", lambda env: data(env)[env[place] - 1]  # type: ignore[operator]
        fixed = self.rng.randint(1, SIZE)
        return f"item({text}, {fixed})", lambda env: data(env)[fixed - 1]

    def vector(self, names: Names, depth: int) -> Numeric:
        if self.rng.random() < 0.5:
            name = self.rng.choice(names["vec"])
            return name, lambda env: Fraction(1, 2) if name == "u" else env[name]  # type: ignore[return-value]
        text, data = self.data(names, depth)
        return f"A({text})", lambda env: _at(data(env))

    def number(self, names: Names, depth: int) -> Numeric:
        choices = [self.constant, self.loss]
        if depth > 0:
            choices += [self.arithmetic] * 2 + [
                self.extreme,
                self.sum,
                self.mean,
                self.draw,
                self.chance,
                self.norm,
            ]
        return self.rng.choice(choices)(names, depth - 1)

    def constant(self, names: Names, depth: int) -> Numeric:
        if self.rng.random() < 0.3:
            return "c", lambda env: Fraction(-3, 4)
        value = Fraction(self.rng.randint(-3, 3), self.rng.randint(1, 3))
        return f"({value})", lambda env: value

    def loss(self, names: Names, depth: int) -> Numeric:
        (w, point), (z, record) = self.vector(names, depth), self.record(names)
        return f"f({w}, {z})", lambda env: _f(point(env), record(env))

    def norm(self, names: Names, depth: int) -> Numeric:
        (v, one), (w, other) = self.vector(names, depth), self.vector(names, depth)
        return f"norm({v} - {w})", lambda env: abs(one(env) - other(env))

    def arithmetic(self, names: Names, depth: int) -> Numeric:
        (a, one), (b, other) = self.number(names, depth), self.number(names, depth)
        op = self.rng.choice("+-*")
        if op == "+":
            return f"({a} + {b})", lambda env: one(env) + other(env)
        if op == "-":
            return f"({a} - {b})", lambda env: one(env) - other(env)
        return f"({a})*({b})", lambda env: one(env) * other(env)

    def extreme(self, names: Names, depth: int) -> Numeric:
        (a, one), (b, other) = self.number(names, depth), self.number(names, depth)
        if self.rng.random() < 0.5:
            return f"max({a}, {b})", lambda env: max(one(env), other(env))
        return f"min({a}, {b})", lambda env: min(one(env), other(env))

    def sum(self, names: Names, depth: int) -> Numeric:
        place, inner = self.name(names, "int")
        text, summand = self.number(inner, depth)
        return (
            f"sum[{place}, 1, n]({text})",
            lambda env: sum((summand({**env, place: k}) for k in range(1, SIZE + 1)), Fraction(0)),
        )

    def mean(self, names: Names, depth: int) -> Numeric:
        drawn, inner = self.name(names, "data")
        text, value = self.number(inner, depth)

        def expected(env: Env) -> Fraction:
            made = Fraction(0)
            for draw in itertools.product(MU, repeat=SIZE):
                weight = draw[0][1] * draw[1][1]
                made += weight * value({**env, drawn: tuple(point for point, _ in draw)})
            return made

        return f"E[{drawn} ~ iid(mu)]({text})", expected

    def draw(self, names: Names, depth: int) -> Numeric:
        drawn, inner = self.name(names, "vec")
        data, at = self.data(names, depth)
        text, value = self.number(inner, depth)
        return (
            f"E[{drawn} ~ K({data})]({text})",
            lambda env: sum((w * value({**env, drawn: point}) for point, w in _kernel(at(env))), Fraction(0)),
        )

    def chance(self, names: Names, depth: int) -> Numeric:
        drawn, inner = self.name(names, "record")
        text, event = self.relation(inner, depth)
        return (
            f"P[{drawn} ~ mu]({text})",
            lambda env: sum((w for point, w in MU if event({**env, drawn: point})), Fraction(0)),
        )

    def relation(self, names: Names, depth: int) -> Truth:
        (a, one), (b, other) = self.number(names, depth), self.number(names, depth)
        op = self.rng.choice(("<=", "<", ">=", ">", "="))
        holds: dict[str, Callable[[Fraction, Fraction], bool]] = {
            "<=": lambda x, y: x <= y, "<": lambda x, y: x < y, ">=": lambda x, y: x >= y,
            ">": lambda x, y: x > y, "=": lambda x, y: x == y,
        }  # fmt: skip
        return f"{a} {op} {b}", lambda env: holds[op](one(env), other(env))

    def formula(self, names: Names, depth: int) -> Truth:
        kind = self.rng.choice(("relation", "and", "or", "not", "implies", "data", "record", "int"))
        if depth == 0 or kind == "relation":
            return self.relation(names, 2)
        if kind in ("data", "record", "int"):
            return self.every(names, depth - 1, kind)
        one, first = self.formula(names, depth - 1)
        if kind == "not":
            return f"(not ({one}))", lambda env: not first(env)
        other, second = self.formula(names, depth - 1)
        text = f"(({one}) {kind} ({other}))"
        if kind == "and":
            return text, lambda env: first(env) and second(env)
        if kind == "or":
            return text, lambda env: first(env) or second(env)
        return text, lambda env: not first(env) or second(env)

    def every(self, names: Names, depth: int, sort: str) -> Truth:
        name, inner = self.name(names, sort)
        text, meaning = self.formula(inner, depth)
        values: tuple[object, ...] = RECORDS
        guard = ""
        if sort == "data":
            values = tuple(itertools.product(RECORDS, repeat=SIZE))
        elif sort == "int":
            values, guard = tuple(range(1, SIZE + 1)), f"1 <= {name} and {name} <= n implies "
        quantified = f"(forall {name}: {sort}. {guard}({text}))"
        return quantified, lambda env: all(meaning({**env, name: value}) for value in values)
