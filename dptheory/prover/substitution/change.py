"""A change of variable, and a goal in the new one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from flint import fmpq

from dptheory.kernel.real import (
    Relation,
    Term,
    apply,
    exact,
    free_variables,
    num,
    print_term,
    rational_value,
    replace_terms,
    restart,
    subterms,
    var,
)

from ..cases.splits import more_points
from ..goals.goal import Goal, Proof
from ..goals.numeric import compiled, to_rational
from ..goals.obligations import Prover, define, tidy
from ..goals.segments import bases
from ..goals.state import ProofState


@dataclass(frozen=True)
class Change:
    """A new variable y = `forth`(x), so that x = `back`(y); `sign` is what is known of y."""

    variable: str
    name: str
    forth: Term
    back: Term
    sign: str


def changed(prover: Prover, start: ProofState, change: Change) -> Proof | None:
    """Show the state's goal (without its nodes) in another variable."""
    if change.forth.op == "log":
        proof = renamed(prover, start.goal, start.depth, change)
        if proof is not None or _says_it_all(start.goal, change):
            return proof
    state = ProofState(prover, start.goal, start.depth)
    y, x = var(change.name), var(change.variable)
    defined = state.define(change.forth)
    if defined is None:
        return None
    sequent = state.goal.sequent.introducing(change.name)
    program = compiled(change.forth)
    samples = tuple(
        {**p, change.name: to_rational(v)} for p in state.goal.samples if (v := program(p)) is not None
    )
    state.goal = replace(state.goal, sequent=sequent, samples=samples)
    first = Relation("=", y, change.forth)
    node = {"rule": "let", "name": change.name, "term": print_term(change.forth), "defined": defined}
    state.add(node, first)
    keep = set[int]()
    if change.forth.op == "sqrt":
        for name in ("sqrt-nonnegative", "sqrt-square"):
            state.fact(name, *change.forth.args)
    if change.sign:
        sign = state.have(Relation(change.sign, y, num(0)))
        if sign is None:
            return None
        keep.add(sign)
    drop = _rewritten(state, change, y, keep)
    if change.forth.op == "log":
        state.congruence("exp", (y,), (change.forth,))
        state.fact("exp-log", x)
    if change.forth.op == "exp":
        state.fact("log-exp", x)
        state.congruence("log", (y,), (change.forth,))
    if change.forth in (apply("exp", x), apply("sqrt", x)):
        keep.update(_images_of_bounds(state, x, change.forth, y))
    equation = state.have(Relation("=", x, change.back))
    if equation is None:
        return None
    state.goal = replace(state.goal, hidden=state.goal.hidden | drop)
    return state.close(replaced(prover, state, change.variable, change.back, equation, keep))


def _images_of_bounds(state: ProofState, x: Term, forth: Term, y: Term) -> Iterator[int]:
    """Numbers that bound x, said of y = exp(x), or of y = sqrt(x) >= 0."""
    for side, strict, loose in (("below", ">", ">="), ("above", "<", "<=")):
        for a in bases(state.goal, str(x.value), side):
            value = rational_value(a)
            if free_variables(a) or (forth.op == "sqrt" and (value is None or value <= 0)):
                continue
            known = exact(image := apply(forth.op, a), {})
            for op in (strict, loose):
                place = state.have(Relation(op, y, image if known is None else num(known)), depth=1)
                if place is not None:
                    yield place
                    break


def _says_it_all(goal: Goal, change: Change) -> bool:
    """Whether goal and hypotheses speak of the variable through the new one alone, but for its sign."""
    x, images = var(change.variable), {change.forth.key: num(0)}
    relations = [goal.relation, *(h for h in goal.visible if {h.left, h.right} != {x, num(0)})]
    sides = [replace_terms(side, images) for r in relations for side in (r.left, r.right)]
    return change.variable not in free_variables(*sides)


def renamed(prover: Prover, goal: Goal, depth: int, change: Change) -> Proof | None:
    """Name the new variable's term, if the goal has the old variable nowhere else."""
    images = {change.forth.key: var(change.name)}
    s, program = goal.sequent.introducing(change.name), compiled(change.forth)
    moved = [
        Relation(r.op, replace_terms(r.left, images), replace_terms(r.right, images))
        for r in (s.goal, *s.hypotheses)
    ]
    if change.variable in moved[0].variables():
        return None
    inner = restart(s.variables, tuple(moved[1:]), moved[0], s.lemmas)
    samples = tuple({**p, change.name: to_rational(v)} for p in goal.samples if (v := program(p)) is not None)
    hidden = goal.hidden | {i for i, h in enumerate(inner.hypotheses) if change.variable in h.variables()}
    fresh = Goal(inner, samples, hidden, (), goal.derived)
    # where the old variable has no rational value that the new one has: ends of its range
    fresh = replace(fresh, samples=(*more_points(fresh), *samples))
    sides = (inner.goal.left, inner.goal.right)
    defined = define(prover, fresh, depth, inner.pending(*sides))
    if defined is None:
        return None
    proof = prover.prove(fresh.where(inner.knowing(*sides)), depth)
    node = {"rule": "generalise", "terms": [[print_term(change.forth), change.name]], "defined": defined}
    return None if proof is None else [tidy(node), *proof]


def _rewritten(state: ProofState, change: Change, y: Term, keep: set[int]) -> frozenset[int]:
    """Say given hypotheses that contain the new variable's term in the new variable; which they were."""
    if change.forth.op != "log":
        return frozenset()
    goal, images, drop = state.goal, {change.forth.key: y}, set[int]()
    for i, h in enumerate(goal.hypotheses):
        if i in goal.hidden or i in goal.derived or not contains(h, change.forth):
            continue
        inner = Relation(h.op, replace_terms(h.left, images), replace_terms(h.right, images))
        place = state.have(inner, depth=1)
        if place is not None:
            keep.add(place)
            drop.add(i)
    return frozenset(drop)


def replaced(
    prover: Prover, state: ProofState, variable: str, image: Term, equation: int, keep: set[int]
) -> Proof | None:
    """Show the goal with a variable replaced by what a hypothesis says it equals."""
    goal, images = state.goal, {variable: image}
    s = goal.sequent
    variables = {n: integer for n, integer in s.variables.items() if n != variable}
    hypotheses = tuple(h.substituted(images) for h in s.hypotheses)
    inner = restart(variables, hypotheses, s.goal.substituted(images), s.lemmas)
    kept = keep | {i for i in range(len(hypotheses)) if i not in goal.derived}
    hidden = frozenset(range(len(hypotheses))) - kept | goal.hidden
    program = compiled(image)
    samples = tuple({**p, variable: v} for p in goal.samples if isinstance(v := program(p), fmpq))
    if not samples:
        samples = tuple({n: x for n, x in p.items() if n != variable} for p in goal.samples)
    fresh = Goal(inner, samples, hidden)
    sides = (inner.goal.left, inner.goal.right)
    defined = define(prover, fresh, state.depth, inner.pending(*sides))
    if defined is None:
        return None
    proof = prover.prove(fresh.where(inner.knowing(*sides)), state.depth)
    node = {"rule": "replace", "variable": variable, "equals": equation, "defined": defined}
    return None if proof is None else [tidy(node), *proof]


def contains(h: Relation, t: Term) -> bool:
    """Whether a relation has a term."""
    return any(s == t for s in subterms(h.left, h.right))
