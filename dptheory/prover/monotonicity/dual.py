"""Sums of terms in one variable each, and for which multiple of one sum the least of another is largest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, isfinite

from flint import fmpq

from dptheory.kernel.real import Term, derivative, free_variables, num

from ..budget import charge
from ..enclosures.boxes import bounds_of
from ..goals.goal import Goal
from ..goals.numeric import Program, compiled, to_float, to_rational

GRID = 64
ROUNDS = 60
STEPS = 9
HALVINGS = 24
BITS = 200
EXACT = fmpq(1, 10**24)


@dataclass(frozen=True)
class Sum:
    """A sum of terms in one variable each, and of a term without variables."""

    parts: dict[str, Term]
    rest: Term

    def part(self, name: str) -> Term:
        """The term in a variable."""
        return self.parts.get(name, num(0))


def separated(t: Term) -> Sum | None:
    """A term as a sum of terms in one variable each; None if it is not written as one.

    >>> from dptheory.kernel.real.grammar import parse_term
    >>> sorted(separated(parse_term("(x**2 - 3*y)/2 + 1")).parts)
    ['x', 'y']
    """
    parts: dict[str, Term] = {}
    rest = num(0)
    stack: list[tuple[Term, bool, Term | None]] = [(t, True, None)]
    while stack:
        here, plus, scale = stack.pop()
        names = free_variables(here)
        if len(names) <= 1:
            value = here if scale is None else scale * here
            before = parts.get(next(iter(names))) if names else rest
            if before is None or before == num(0):
                total = value if plus else -value
            else:
                total = before + value if plus else before - value
            if names:
                parts[next(iter(names))] = total
            else:
                rest = total
        elif here.op in ("add", "sub"):
            stack.append((here.args[1], plus == (here.op == "add"), scale))
            stack.append((here.args[0], plus, scale))
        elif here.op == "neg":
            stack.append((here.args[0], not plus, scale))
        elif here.op == "mul" and any(not free_variables(a) for a in here.args):
            c, other = here.args if not free_variables(here.args[0]) else here.args[::-1]
            stack.append((other, plus, c if scale is None else scale * c))
        elif here.op == "div" and not free_variables(here.args[1]):
            c = num(1) / here.args[1]
            stack.append((here.args[0], plus, c if scale is None else scale * c))
        else:
            return None
    return Sum(parts, rest)


def less(f: Term, scale: Term, g: Term) -> Term:
    """f - scale*g, written with few signs.

    >>> from dptheory.kernel.real.grammar import print_term
    >>> from dptheory.kernel.real.terms import var
    >>> print_term(less(var("x"), -num(1) / 2, var("y")))
    'x + 1/2*y'
    """
    if num(0) in (scale, g):
        return f
    size = scale.args[0] if scale.op == "neg" else scale
    if scale.op == "div" and scale.args[0].op == "neg":
        size = scale.args[0].args[0] / scale.args[1]
    product = g if size == num(1) else size * g
    plus = size is not scale
    if f == num(0):
        return product if plus else -product
    return f + product if plus else f - product


@dataclass(frozen=True)
class Column:
    """A variable with its two terms, and their values at places of its range."""

    name: str
    f: Term
    g: Term
    table: tuple[tuple[fmpq, float, float], ...]

    def least(self, multiplier: float) -> tuple[float, fmpq]:
        """The least value of f - l*g in the table, and its place."""
        return min((a - multiplier * b, x) for x, a, b in self.table)

    def closely(self, multiplier: float) -> float:
        """The least value, looked for between the neighbours of the table's least one."""
        best, x = self.least(multiplier)
        places = [u for u, _, _ in self.table]
        k = places.index(x)
        low, high = places[max(k - 1, 0)], places[min(k + 1, len(places) - 1)]
        programs = compiled(self.f), compiled(self.g)

        def value(u: fmpq) -> float:
            found = [p({self.name: u}) for p in programs]
            a, b = (inf if v is None else to_float(v) for v in found)
            return a - multiplier * b if isfinite(b) else inf

        for _ in range(HALVINGS):
            first, second = low + (high - low) * fmpq(3, 8), low + (high - low) * fmpq(5, 8)
            a, b = value(first), value(second)
            best = min(best, a, b)
            low, high = (low, second) if a < b else (first, high)
        return best


def number(t: Term) -> fmpq | None:
    """A rational number next to the value of a term without variables."""
    value = compiled(t)({}, BITS)
    return None if value is None else to_rational(value)


def column_of(goal: Goal, name: str, f: Term, g: Term) -> Column:
    low, high = bounds_of(goal, name)
    if low is not None and high is not None:
        places = [low + (high - low) * fmpq(k, GRID) for k in range(1, GRID)]
        places += [low, high]
    else:
        sizes = [
            fmpq(2) ** k * m for k in range(-8, 9) for m in (fmpq(1), fmpq(5, 4), fmpq(3, 2), fmpq(7, 4))
        ]
        if low is not None:
            places = [low + x for x in sizes]
        elif high is not None:
            places = [high - x for x in sizes]
        else:
            places = [fmpq(0), *sizes, *(-x for x in sizes)]
    programs = compiled(f), compiled(g)
    table = []
    for x in sorted(places):
        values = [p({name: x}) for p in programs]
        if all(v is not None for v in values):
            a, b = (to_float(v) for v in values if v is not None)
            table.append((x, a, b))
    return Column(name, f, g, tuple(table))


def dual(columns: Sequence[Column], c: float, s: float) -> tuple[float, float]:
    """The multiplier for which the sum of the least values is largest, and that sum."""
    slopes = [
        (v[1] - u[1]) / (v[2] - u[2])
        for column in columns
        for u, v in zip(column.table, column.table[1:], strict=False)
        if v[2] != u[2]
    ]
    low, high = min(slopes, default=0.0), max(slopes, default=0.0)

    def value(multiplier: float) -> float:
        charge(len(columns) * GRID // 8)
        return sum(column.least(multiplier)[0] for column in columns) + c - multiplier * s

    for _ in range(ROUNDS):
        first, second = low + (high - low) * 0.4, low + (high - low) * 0.6
        if value(first) < value(second):
            low = first
        else:
            high = second
    middle = (low + high) / 2
    return middle, value(middle)


def newton(columns: Sequence[Column], multiplier: float, s: fmpq) -> tuple[list[fmpq], fmpq] | None:
    """Where f' = l*g' for every variable and the equation holds, near the places found."""
    slopes: list[tuple[Program, ...]] = []
    for column in columns:
        f, g = derivative(column.f, column.name), derivative(column.g, column.name)
        ff, gg = derivative(f, column.name), derivative(g, column.name)
        slopes.append(tuple(compiled(t) for t in (column.g, f, g, ff, gg)))
    places = [column.least(multiplier)[1] for column in columns]
    exact = fmpq(round(multiplier * 2**50), 2**50)
    for _ in range(STEPS):
        rows = []
        for column, programs, x in zip(columns, slopes, places, strict=True):
            values = [p({column.name: x}, BITS) for p in programs]
            if any(v is None for v in values):
                return None
            rows.append([to_rational(v) for v in values if v is not None])
        error = -s - sum((row[0] for row in rows), fmpq(0))
        bends = [ff - exact * gg for _, _, _, ff, gg in rows]
        if any(b == 0 for b in bends):
            return None
        miss = [f - exact * g for _, f, g, _, _ in rows]
        weight = sum((row[2] * row[2] / b for row, b in zip(rows, bends, strict=True)), fmpq(0))
        if weight == 0:
            return None
        push = sum((row[2] * m / b for row, m, b in zip(rows, miss, bends, strict=True)), fmpq(0))
        change = (error + push) / weight
        exact = _short(exact + change)
        places = [
            _short(x + (row[2] * change - m) / b)
            for x, row, m, b in zip(places, rows, miss, bends, strict=True)
        ]
        if any(abs(x) > 10**9 for x in places):
            return None
    if abs(error) > EXACT or any(abs(m) > EXACT for m in miss):
        return None
    return places, exact


def _short(x: fmpq) -> fmpq:
    """The number to about as many bits as are reckoned with."""
    return fmpq((x * 2**BITS).floor(), 2**BITS)
