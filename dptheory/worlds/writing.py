"""A found world in round numbers, in the language of the texts: what the search likes becomes lines, which
the reader reads and the kernel checks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import isfinite, log
from typing import Final

import numpy as np
from flint import fmpq

from ..kernel.logic import Sort
from ..kernel.real import Term, apply, num, print_term, rational_value
from .climb import TIE, Herd, Search
from .numeric import Array, value_of
from .sketches import Sketch
from .symbolic import polished, substituted, tidy
from .values import Bell, Chosen, Function, Lists, Set, Table

CHANCE: Final = 1e-3
SIMPLE: Final = tuple(float(Fraction(p, q)) for p, q in (
    (1, 1), (2, 1), (1, 2), (3, 1), (1, 3), (1, 4), (4, 1), (3, 2), (2, 3), (3, 4), (5, 1), (10, 1), (1,
    10), (100, 1), (1, 100), (1000, 1), (1, 1000),
))  # fmt: skip
SHARES: Final = (1, 2, 3, 4, 5, 6, 8, 10, 12, 20, 25, 50, 100, 1000, 10_000)


@dataclass(frozen=True)
class Found:
    """A world in exact numbers: the sketch, closed forms for its parameters, the score that they have."""

    sketch: Sketch
    numbers: Mapping[str, Term]
    score: float
    modes: Mapping[str, int]


def rounded(search: Search, herd: Herd, threshold: float, logs: bool = False) -> Found | None:
    """The first world of a herd in numbers as round as the score allows, logarithms of such before others if
    asked; None where rounding loses it."""
    one = herd.kept(np.array([0]))
    if not one.scores[0] >= threshold:
        return None
    kept = dict(search.solved)
    exact: dict[str, Term] = {}
    try:
        if not _laws(search, one, exact, threshold):
            return None
        order = [k for k in range(len(search.parameters)) if k not in kept] + list(kept)
        for k in order:
            p = search.parameters[k]
            if p.law:
                continue
            made = _number(search, one, k, threshold, logs)
            if made is None:
                return None
            exact[p.name] = made
            search.solved.pop(k, None)
        final = search.judged(one.kept(np.array([0])))
        modes = {p.name: int(one.modes[k, 0]) for k, p in enumerate(search.parameters)}
        return (
            Found(search.sketch, exact, float(final.scores[0]), modes)
            if final.scores[0] >= threshold
            else None
        )
    finally:
        search.solved.clear()
        search.solved.update(kept)


def _tried(
    search: Search, one: Herd, rows: list[int], candidates: list[tuple[float, ...]], threshold: float
) -> int | None:
    """The first of several values for some parameters with which the world keeps its score."""
    many = one.kept(np.zeros(len(candidates), dtype=int))
    many.values[rows] = np.array(candidates, dtype=float).T
    search.judged(many)
    good = np.flatnonzero(many.scores >= threshold)
    if not good.size:
        return None
    equal = np.flatnonzero(many.scores >= TIE)  # of a strict inequality only round numbers make sides equal
    first = int(equal[0] if equal.size and threshold < TIE else good[0])
    one.values, one.modes, one.scores = (
        a.copy() for a in (many.values[:, [first]], many.modes[:, [first]], many.scores[[first]])
    )
    return first


def _laws(search: Search, one: Herd, exact: dict[str, Term], threshold: float) -> bool:
    laws: dict[str, list[int]] = {}
    for k, p in enumerate(search.parameters):
        if p.law:
            laws.setdefault(p.law, []).append(k)
    for rows in laws.values():
        for k in sorted(rows, key=lambda row: (one.values[row, 0], row)):
            fewer = [0.0 if row == k else float(one.values[row, 0]) for row in rows]
            if sum(fewer) > 0 and one.values[k, 0] > 0:
                _tried(search, one, rows, [tuple(x / sum(fewer) for x in fewer)], threshold)
        weights = one.values[rows, 0]
        parts = [_shares(weights, total) for total in SHARES if total >= 1]
        parts = list(dict.fromkeys(parts))
        chosen = _tried(search, one, rows, [tuple(float(x) for x in p) for p in parts], threshold)
        if chosen is None:
            return False
        for k, share in zip(rows, parts[chosen], strict=True):
            exact[search.parameters[k].name] = num(fmpq(share.numerator, share.denominator))
    return True


def _shares(weights: Array, total: int) -> tuple[Fraction, ...]:
    """Weights as multiples of 1/total that add up to one, near to what they are."""
    scaled = weights * total
    floor = np.floor(scaled + 1e-9).astype(int)
    order = np.argsort(-(scaled - floor), kind="stable")
    floor[order[: max(0, total - int(floor.sum()))]] += 1
    return tuple(Fraction(int(x), total) for x in floor)


def _number(search: Search, one: Herd, k: int, threshold: float, logs: bool) -> Term | None:
    p, value = search.parameters[k], float(one.values[k, 0])
    if p.choices:
        if value and p.starts == (0.0,) and _tried(search, one, [k], [(0.0,)], threshold) == 0:
            value = 0.0
        near = Fraction(value).limit_denominator(1000)
        return num(fmpq(near.numerator, near.denominator))
    if not isfinite(value) or abs(value) > 1e9:
        return None
    value = 0.0 if abs(value) < 1e-12 else value
    solved = search.solved.pop(k, None)
    forms = list(_candidates(value, p.low, p.high, solved is not None))
    if logs and p.symbol and 0 < value < 5:
        whole = (Fraction(float(np.exp(value))).limit_denominator(d) for d in (1, 2, 5))
        powers = (apply("log", num(fmpq(x.numerator, x.denominator))) for x in whole if x > 1)
        forms = [*((value_of(term), term) for term in powers), *forms]
    chosen = _tried(search, one, [k], [(f,) for f, _ in forms], threshold)
    if chosen is None:
        if solved is not None:
            search.solved[k] = solved
        return None
    return forms[chosen][1]


def _candidates(value: float, low: float, high: float, solved: bool) -> Iterator[tuple[float, Term]]:
    """Numbers near to a value, the simpler ones first; of one that a hypothesis gives its closed form before
    those that are merely near."""
    sign = -1.0 if value < 0 else 1.0
    seen: set[float] = set()

    def fraction(x: Fraction) -> tuple[float, Term]:
        return x.numerator / x.denominator, num(fmpq(x.numerator, x.denominator))

    exact = named(value)
    found: list[tuple[float, Term]] = []
    if solved and exact is not None:
        found.append(exact)
    if solved and value:
        simple = (Fraction(value).limit_denominator(d) for d in (1, 2, 4, 10, 20))
        found += [fraction(x) for x in simple if abs(float(x) - value) < 1e-5 * abs(value)]
    if value != 0:
        near = sorted(SIMPLE, key=lambda s: (abs(log(s / abs(value))) > 1.2, SIMPLE.index(s)))
        found += [fraction(Fraction(sign * s).limit_denominator(1000)) for s in near]
    found.append(fraction(Fraction(0)))
    found += [fraction(Fraction(value).limit_denominator(d)) for d in (1, 2, 4, 10, 20)]
    for digits in (1, 2, 3, 4, 6, 8):
        if value == 0:
            continue
        unit = Fraction(10) ** (int(np.floor(np.log10(abs(value)))) + 1 - digits)
        whole = Fraction(value) / unit
        found += [fraction(unit * (whole.__floor__() + up)) for up in (0, 1)]
    if exact is not None and not solved:
        found.append(exact)
    for number, term in found:
        if number not in seen and low <= number <= high:
            seen.add(number)
            yield number, term


def _telling(value: float) -> int:
    """The largest denominator up to which few numbers are a fraction to all digits by chance; 0 where even
    whole numbers are."""
    return int((CHANCE / (3e-13 * max(abs(value), 1))) ** 0.5)


def named(value: float) -> tuple[float, Term] | None:
    """A number that a value is to all digits: a fraction, or the logarithm, the root, the exponential of one.

    >>> print_term(named(0.6931471805599453)[1])
    'log(2)'
    >>> named(15.2270912345678)  # the logarithm of a fraction, by chance
    """
    small = Fraction(value).limit_denominator(2000)
    if abs(float(small) - value) <= 1e-12 * max(abs(value), 1e-3):
        return float(small), num(fmpq(small.numerator, small.denominator))
    for op, back, power in (("log", np.exp, 20_000), ("sqrt", np.square, 2000), ("exp", np.log, 200)):
        if (op == "sqrt" and value < 0) or (op == "exp" and value <= 0) or (op == "log" and abs(value) > 30):
            continue
        inner = float(back(value))
        near = Fraction(inner).limit_denominator(min(power, _telling(inner)) or 1)
        if _telling(inner) and near != 0 and abs(float(near) - inner) <= 3e-13 * max(abs(inner), 1):
            turned = op == "log" and near < 1
            part = 1 / near if turned else near
            made = apply(op, num(fmpq(part.numerator, part.denominator)))
            return value, -made if turned else made
    for outer in (
        2.0,
        0.5,
        3.0,
        1 / 3,
    ):
        inner = float(np.exp(value / outer)) if abs(value / outer) < 30 else 0.0
        near = Fraction(inner).limit_denominator(min(500, _telling(inner)) or 1)
        if _telling(inner) and near > 0 and abs(float(near) - inner) <= 3e-13 * max(inner, 1):
            factor = Fraction(outer).limit_denominator(9)
            return value, tidy(
                num(fmpq(factor.numerator, factor.denominator))
                * apply("log", num(fmpq(near.numerator, near.denominator)))
            )
    return None


def lines(found: Found, variables: Mapping[str, Sort], records: bool = True) -> tuple[str, ...]:
    """The lines of a world, as they stand in a text."""
    sketch, numbers = found.sketch, {k: t for k, t in found.numbers.items() if k != found.sketch.constant}
    for _ in sketch.defined:  # each may speak of others
        numbers |= {name: substituted(term, numbers) for name, term in sketch.defined.items()}
    made = [f"parameter {sketch.constant} > 0"] if sketch.constant else []
    size = numbers.get("n")
    if size is not None:
        made.append(f"n = {print_term(size)}")
    elif sketch.size != 1:
        made.append(f"n = {sketch.size}")
    if records and sketch.records != (fmpq(0),):
        made.append(f"records = {', '.join(map(str, sketch.records))}")
    if sketch.outputs:
        made.append(f"outputs = {', '.join(map(str, sketch.outputs))}")
    for name, sort in variables.items():
        line = _line(name, sort, sketch, numbers)
        if line:
            made.append(line)
    return tuple(made)


def _line(name: str, sort: Sort, sketch: Sketch, numbers: Mapping[str, Term]) -> str:
    if name in sketch.data:
        return f"data {name} = {', '.join(shown(t, numbers) for t in sketch.data[name])}"
    if name in numbers:
        exact = named(value_of(numbers[name])) if name in sketch.defined and not sketch.constant else None
        plain = exact is not None and rational_value(exact[1]) is not None
        return f"value {name} = {print_term(exact[1] if plain and exact else polished(numbers[name]))}"
    value = sketch.symbols.get(name)
    if isinstance(value, Function):
        return f"value {name}({', '.join(value.names)}) = {shown(value.body, numbers, value.names)}"
    if isinstance(value, Lists):
        records = ", ".join(shown(r, numbers, value.names) for r in value.records)
        return f"data {name}({', '.join(value.names)}) = {records}"
    if isinstance(value, Bell):
        of = f"({', '.join(value.names)})" if value.names else ""
        word = "normal" if value.normal else "noise"
        center, scale = (shown(t, numbers, value.names) for t in (value.center, value.scale))
        return f"{word} {name}{of} = {center}; {scale}"
    if isinstance(value, Set):
        parts = [
            f"{shown(r.left, numbers, (value.name,))} {r.op} {shown(r.right, numbers, (value.name,))}"
            for r in value.relations
        ]
        return f"region {name}({value.name}) = {', '.join(parts)}"
    if isinstance(value, Chosen):
        return f"region {name}(w) = {_event(value, sketch, numbers)}"
    if isinstance(value, Table):
        of = f"({', '.join(value.names)})" if value.names else ""
        weights: dict[str, Fraction] = {}
        for point, weight in zip(value.points, value.weights, strict=True):
            share = _share(weight, numbers)
            text = shown(point, numbers, value.names)
            weights[text] = weights.get(text, Fraction(0)) + share
        return f"law {name}{of} = " + ", ".join(f"{t}: {w}" for t, w in weights.items() if w > 0)
    return ""


def _share(weight: Term, numbers: Mapping[str, Term]) -> Fraction:
    made = substituted(weight, numbers)
    return Fraction(value_of(made)).limit_denominator(20_000)


def shown(term: Term, numbers: Mapping[str, Term], own: tuple[str, ...] = ()) -> str:
    """A closed form with numbers put in, but for its own variables."""
    images = {n: t for n, t in numbers.items() if n in term.names and n not in own}
    return print_term(polished(substituted(term, images)))


def _event(chosen: Chosen, sketch: Sketch, numbers: Mapping[str, Term]) -> str:
    """A subset of the outputs as a relation that no other points satisfy: images of outputs may be such."""
    inside = [
        o for o, name in zip(sketch.outputs, chosen.masks, strict=True) if value_of(numbers[name]) > 0.5
    ]
    if not inside:
        return "w < w"
    if len(inside) == 1:
        return f"w = {inside[0]}"
    return "*".join(f"(w - ({o}))" for o in inside) + " = 0"
