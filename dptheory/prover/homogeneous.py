"""Homogeneous goals: with t = x/y a common scale y comes out, and one variable less is left."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

from flint import fmpq

from dptheory.kernel.real.claims import Relation
from dptheory.kernel.real.grammar import print_term
from dptheory.kernel.real.sequents import gap
from dptheory.kernel.real.terms import Term, free_variables, num, var

from .goals import Desk, Goal, Proof, Prover, fresh_name, screen
from .numeric import compiled, to_float, to_rational
from .splits import by_cases
from .substitution import replaced

MOST = 4
TESTED = 6
CLOSE = 1e-9


def by_scale(prover: Prover, start: Desk) -> Proof | None:
    """Show a goal that is homogeneous in some variables with one of them equal to 1."""
    goal = start.goal
    if goal.relation.op in ("=", "!="):
        return None
    names = scaled_variables(goal)
    if not names:
        return None
    unit = names[-1]
    touching = screen(var(unit), goal.cloud)
    if touching.low == 0:
        return by_cases(prover, start, Relation(">", var(unit), num(0)))
    return start.close(_scaled(prover, start, names[:-1], unit))


def scaled_variables(goal: Goal) -> list[str]:
    """The largest set of positive variables in which the goal looks homogeneous; the unit last."""
    g = gap(goal.relation)
    names = [
        x
        for x in sorted(free_variables(g))
        if not goal.sequent.variables[x] and screen(var(x), goal.cloud).low >= 0
    ]
    for size in range(min(len(names), MOST), 1, -1):
        for chosen in combinations(names, size):
            if _homogeneous(goal, g, chosen):
                return sorted(chosen, key=lambda x: (screen(var(x), goal.cloud).low > 0, x))
    return []


def _homogeneous(goal: Goal, g: Term, chosen: tuple[str, ...]) -> bool:
    program, tested = compiled(g), 0
    for point in goal.cloud:
        values = []
        for k in (1, 2, 4):
            scaled = {n: v * k if n in chosen else v for n, v in point.items()}
            value = program(scaled)
            values.append(None if value is None else to_float(value))
        a, b, c = values
        if a is None or b is None or c is None or abs(a) < 1e-12 or not all(point[x] for x in chosen):
            continue
        if abs(b / a - c / b if b else 1) > CLOSE * abs(b / a):
            return False
        tested += 1
        if tested == TESTED:
            return True
    return tested > 1


def _scaled(prover: Prover, start: Desk, names: list[str], unit: str) -> Proof | None:
    """Name the ratios, show the goal for them and 1, and take the scale out of it."""
    desk, y = Desk(prover, start.goal, start.fuel), var(unit)
    if desk.have(Relation(">", y, num(0)), fuel=1) is None:
        return None
    images: dict[str, Term] = {unit: num(1)}
    ratios: dict[str, str] = {}
    given = [i for i in range(len(start.goal.hypotheses)) if i not in start.goal.derived | start.goal.hidden]
    keep = set[int]()
    for x in names:
        t = _named(desk, var(x) / y)
        if t is None:
            return None
        ratios[x], images[x] = t, var(t)
        low = screen(var(x), start.goal.cloud).low
        sign = desk.have(Relation(">" if low > 0 else ">=", var(t), num(0)), fuel=2)
        if sign is None:
            return None
        keep.add(sign)
    for i in given:
        h = start.goal.hypotheses[i]
        if set(h.variables()) & set(images) and len(set(h.variables()) & set(images)) > 1:
            place = desk.have(h.substituted(images), fuel=2)
            keep.update(() if place is None else (place,))
    wanted = _shown(desk, start.goal.relation.substituted(images), keep, set(images))
    if wanted is None:
        return None
    for x, t in ratios.items():
        equation = desk.have(Relation("=", var(x), var(t) * y), fuel=2)
        if equation is None:
            return None
    return desk.close(_replaced(prover, desk, ratios, y, keep | {wanted}))


def _named(desk: Desk, t: Term) -> str | None:
    defined = desk.define(t)
    if defined is None:
        return None
    name, program = fresh_name(desk.goal), compiled(t)
    sequent = desk.goal.sequent.introducing(name)
    cloud = tuple({**p, name: to_rational(v)} for p in desk.goal.cloud if (v := program(p)) is not None)
    desk.goal = replace(desk.goal, sequent=sequent, cloud=cloud)
    desk.add(
        {"rule": "let", "name": name, "term": print_term(t), "defined": defined}, Relation("=", var(name), t)
    )
    return name


def _shown(desk: Desk, wanted: Relation, keep: set[int], old: set[str]) -> int | None:
    """Show the goal for the ratios, from what is known of them."""
    outer = desk.goal
    hidden = {i for i, h in enumerate(outer.hypotheses) if set(h.variables()) & old} - keep
    kept = outer.derived - keep
    desk.goal = replace(outer, hidden=outer.hidden | hidden, derived=kept)
    place = desk.have(wanted, fuel=desk.fuel)
    desk.goal = replace(desk.goal, hidden=outer.hidden)
    return place


def _replaced(prover: Prover, desk: Desk, ratios: dict[str, str], y: Term, keep: set[int]) -> Proof | None:
    """Write each variable as its ratio times the unit, then find the scaled goal."""
    (x, t), *rest = ratios.items()
    image = var(t) * y
    equation = desk.goal.index_of(Relation("=", var(x), image))
    if equation is None:
        return None
    if not rest:
        desk.fuel = 1
        return replaced(prover, desk, x, image, equation, keep)
    return None  # several ratios: see `Chain`


def scale_points() -> tuple[fmpq, ...]:
    """Scales at which homogeneity is tested."""
    return fmpq(1), fmpq(2), fmpq(4)
