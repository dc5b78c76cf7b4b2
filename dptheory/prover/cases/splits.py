"""Case distinctions: absolute values, minima and maxima, and signs of factors."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import permutations

from dptheory.kernel.real import Relation, Term, free_variables, num, subterms

from ..budget import Budget
from ..goals.goal import Goal, Node, Point, Proof
from ..goals.numeric import compiled
from ..goals.obligations import Prover, tidy
from ..goals.points import Sampler, holds
from ..goals.signs import sampled_signs
from ..goals.state import ProofState
from ..registry import CHEAP, MODERATE, tactic

ENOUGH = 15


def pending_cases(state: ProofState, hypotheses: bool = False) -> Relation | None:
    """A relation whose cases decide an absolute value, a minimum or a maximum, or whether a base is 0,
    in the goal or (if asked) in its hypotheses: the shortest, which may decide the others."""
    relations = state.goal.visible if hypotheses else (state.goal.relation,)
    found = list(_undecided(state.goal, relations))
    return min(found, key=lambda r: r.left.size + r.right.size, default=None)


def _undecided(goal: Goal, relations: Iterable[Relation]) -> Iterator[Relation]:
    for t in subterms(*(side for r in relations for side in (r.left, r.right))):
        if t.op == "abs" and _mixed(t.args[0], goal):
            yield Relation(">=", t.args[0], num(0))
        if t.op == "pow" and free_variables(t.args[1]):
            seen = sampled_signs(t.args[0], goal.samples)
            if seen.low == 0 < seen.high:
                yield Relation(">", t.args[0], num(0))
        if t.op in ("min", "max"):
            for a, b in permutations(t.args, 2):
                if a.key < b.key and _mixed(a - b, goal):
                    yield Relation("<=", a, b)


def _mixed(t: Term, goal: Goal) -> bool:
    seen = sampled_signs(t, goal.samples)
    return seen.low < 0 < seen.high


@tactic(
    "a hypothesis is abs(t) <= c",
    CHEAP,
    "x + 1 >= 0 | x >= 0 | abs(exp(x) - 1) >= 1/2, abs(x) <= 1",
)
def by_absolute_bounds(prover: Prover, start: ProofState) -> Proof | None:
    """Say a given hypothesis abs(t) <= c as t <= c and t >= -c."""
    goal = start.goal
    for i, h in enumerate(goal.hypotheses):
        op, large, small = h.oriented
        if i in goal.hidden or i in goal.derived or op not in (">", ">=") or small.op != "abs":
            continue
        (t,) = small.args
        state = ProofState(prover, goal, start.depth)
        if state.fact("abs-bounds", t) is None:
            continue
        bounds = [state.have(Relation(op, large, t), depth=0), state.have(Relation(op, t, -large), depth=0)]
        if None in bounds:
            continue
        state.keep([k for k in bounds if k is not None])
        shown = {k for k in range(len(state.goal.hypotheses)) if k not in bounds and k in state.goal.derived}
        state.goal = replace(state.goal, hidden=state.goal.hidden | {i} | (shown - goal.derived))
        return start.close(state.close(prover.prove(state.goal, start.depth)))
    return None


@tactic(
    "the goal has an absolute value, a minimum, a maximum or a base whose case is open",
    MODERATE,
    "max(x, y) + min(x, y) = x + y | max(x, y) = x |",
)
def by_case_distinction(prover: Prover, state: ProofState) -> Proof | None:
    """Show the goal in the cases of an absolute value, a minimum, a maximum or a base that it has."""
    split = pending_cases(state)
    if split is None:
        return None
    state.commit()
    return by_cases(prover, state, split, state.depth)


@tactic(
    "a hypothesis has an absolute value, a minimum or a maximum whose case is open",
    CHEAP,
    "x**2 - 6*x + y**2 <= 8 | x**2 - 6*x + y**2 < 8 | abs(x + y) + abs(x - y) = 2",
)
def by_hypothesis_cases(prover: Prover, state: ProofState, equations: bool = False) -> Proof | None:
    """The same for what its hypotheses have; if asked, only for given equations, of which nothing but cases
    says what they say."""
    if not equations:
        split = pending_cases(state, hypotheses=True)
        return None if split is None else by_cases(prover, state, split)
    goal, found = state.goal, list[Relation]()
    for i, h in enumerate(goal.hypotheses):
        count = sum(t.op in ("abs", "min", "max") for t in subterms(h.left, h.right))
        if i not in goal.hidden and i not in goal.derived and count and h.op == "=":
            found.append(h)
    split = min(_undecided(goal, found), key=lambda r: r.left.size + r.right.size, default=None)
    return None if split is None else by_cases(prover, state, split, state.depth)


def by_cases(prover: Prover, state: ProofState, split: Relation, depth: int | None = None) -> Proof | None:
    """Show the goal in both cases of a relation; with less depth where none is given."""
    defined = state.define(split.left, split.right)
    if defined is None:
        return None
    node: Node = {"rule": "cases", "on": split.text}
    for name, r in (("yes", split), ("no", split.negated())):
        proof = prover.prove(assumed(state.goal, r), state.depth - 1 if depth is None else depth)
        if proof is None:
            return None
        node[name] = proof
    return [*state.nodes, tidy({**node, "defined": defined})]


def assumed(goal: Goal, r: Relation) -> Goal:
    """The goal under one more hypothesis, whose sides have values, over the points where that holds."""
    program = compiled(r.left - r.right)
    samples = tuple(p for p in goal.samples if holds(r.op, program(p)))
    inner = replace(goal, sequent=goal.sequent.knowing(r.left, r.right).assuming(r), samples=samples)
    return inner if len(samples) >= ENOUGH else replace(inner, samples=(*samples, *more_points(inner)))


def more_points(goal: Goal) -> list[Point]:
    """Further points at which the visible hypotheses hold."""
    sequent = goal.sequent
    sampler = Sampler(list(sequent.variables), sequent.integers, goal.visible, seed=2)
    return sampler.points(2 * ENOUGH, Budget(1_000_000))
