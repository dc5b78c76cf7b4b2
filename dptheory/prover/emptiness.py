"""Conditions that exclude each other: a proof that no point satisfies them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial

from dptheory.kernel import KernelError, check_empty
from dptheory.kernel.real import EMPTY, FALSE, Compound, Relation, claim_of, num, root

from .budget import Budget, found_within
from .demands import opened
from .goals.goal import Goal, Point, Proof
from .goals.points import Sampler
from .search import Search

POINTS = 12
DEPTHS = (1, 2, 4)


def absurdity(conditions: Sequence[Relation], integers: frozenset[str], budget: Budget) -> Proof | None:
    """A proof of 0 > 0 where the conditions hold: directly, or by the opposite of one of them, which is shown
    where the others hold. Of these those are left out without which there is still no point."""
    goal = Goal(root(claim_of(conditions, FALSE, integers)), ())
    goal, nodes = opened(goal)
    search = Search(budget)
    none: Core = ()
    for depth in (1, 2):
        search.budget = budget.part(0.1)
        proof = found_within(search.budget, partial(search.prove, goal, depth), None)
        if proof is not None:
            return [*nodes, *proof]
    core = found_within(budget.part(0.4), lambda: _core(conditions, integers, budget.part(0.4)), none)
    for depth in DEPTHS:
        for at, points in core:
            search.budget = budget.part(0.5)
            work = partial(_by_opposite, search, goal, core, at, points, depth)
            proof = found_within(search.budget, work, None)
            if proof is not None:
                return [*nodes, *proof]
    return None


Core = Sequence[tuple[int, tuple[Point, ...]]]


def _core(conditions: Sequence[Relation], integers: frozenset[str], budget: Budget) -> Core:
    """Conditions, by their numbers, that exclude each other as far as is seen, while those left without one
    of them have points, which are given with it."""
    kept = list(range(len(conditions)))
    points: dict[int, tuple[Point, ...]] = {}
    for i in list(kept):
        rest = [conditions[k] for k in kept if k != i]
        h = conditions[i]
        sides = [Relation("=", t, t) for t in (h.left, h.right)]
        found = _points([*rest, *sides], integers, budget.part(0.5))
        if found:
            points[i] = found
        else:
            kept.remove(i)
    return [(i, points[i]) for i in kept]


def _points(conditions: Iterable[Relation], integers: frozenset[str], budget: Budget) -> tuple[Point, ...]:
    claim = claim_of(conditions, Relation("<=", num(0), num(0)), integers)
    names = [v.name for v in claim.variables]
    return tuple(Sampler(names, integers, claim.conditions).points(POINTS, budget))


def _by_opposite(
    search: Search, goal: Goal, core: Core, at: int, points: tuple[Point, ...], depth: int
) -> Proof | None:
    """The opposite of a condition from the others of the core, and then the contradiction."""
    h = goal.hypotheses[at]
    away = frozenset(range(len(goal.hypotheses))) - {i for i, _ in core if i != at}
    shown = h.negated()
    inner = Goal(goal.sequent.showing(shown), points, away)
    proof = search.prove(inner, depth)
    if proof is None:
        return None
    both = Goal(goal.sequent.knowing(shown.left, shown.right).assuming(shown), (), away - {at})
    last = search.prove(both, 1)
    return None if last is None else [{"rule": "have", "relation": shown.text, "proof": proof}, *last]


def excluded(compound: Compound, budget: Budget) -> dict[str, object] | None:
    """The certificate that no point satisfies the conditions of a claim, seen by the kernel."""
    cases: list[object] = []
    for n, domain in enumerate(compound.domains):
        part = budget.part(1 / (len(compound.domains) - n))
        proof = absurdity(domain.conditions, compound.integers, part)
        if proof is None:
            return None
        cases.append({"defined": [], "proof": proof})
    data: dict[str, object] = {"format": EMPTY, "where": compound.where, "cases": cases}
    try:
        check_empty(compound, data)
    except KernelError:
        return None
    return data


def none_there(compound: Compound) -> str:
    """What is answered then."""
    return f"the conditions exclude each other: no point satisfies {compound.where}"
