"""Goals that depend on differences of variables only: with t = x - y one variable less is left."""

from __future__ import annotations

from itertools import combinations

from dptheory.kernel.real import (
    Field,
    Relation,
    Term,
    apply,
    free_variables,
    gap,
    num,
    replace_terms,
    substitute,
    subterms,
    var,
)

from ..arithmetic.combination import by_combination
from ..facts.known import know_values
from ..goals.goal import Goal, Proof, fresh_name
from ..goals.numeric import compiled, to_float
from ..goals.obligations import Prover
from ..goals.polynomials import fraction_term
from ..goals.state import ProofState
from ..registry import DEAR, tactic
from .change import Change, changed

MOST = 4
TESTED = 6
CLOSE = 1e-9


@tactic(
    "the goal has exponentials, and does not change when variables grow by the same amount",
    DEAR,
    "log(exp(a)/2 + exp(b)/2) <= (a + b)/2 + (a - b)**2/8 | "
    "log(exp(a)/2 + exp(b)/2) <= (a + b)/2 + (a - b)**2/9 | ",
)
def by_translation(prover: Prover, start: ProofState) -> Proof | None:
    """Show a goal with exponentials, that does not change when some variables grow by the same amount, in
    the difference of two of them."""
    goal = start.goal
    r = goal.relation
    if not any(t.op == "exp" and free_variables(t) for t in subterms(r.left, r.right)):
        return None
    names = moved_together(goal)
    if not names:
        return None
    if len(names) == 1:
        return _without(start, names[0])
    x, unit = var(names[0]), var(names[-1])
    name = fresh_name(goal)
    return changed(prover, start, Change(names[0], name, x - unit, var(name) + unit, ""))


def _without(start: ProofState, x: str) -> Proof | None:
    """Show a goal that does not depend on a variable with 0 in its place."""
    state = ProofState(start.prover, start.goal, start.depth)
    r = Relation(start.goal.relation.op, *(substitute(t, {x: num(0)}) for t in _sides(start.goal)))
    simpler = Relation(r.op, *(_folded(t) for t in (r.left, r.right)))
    place = state.have(simpler, depth=state.depth)
    if place is None:
        return None
    know_values(state)
    proof = by_combination(state.prover, state, [1])
    if proof is None:
        # logarithms of sums are seen to differ by the variable only when both are looked at
        state.keep([place])
        know_values(state)
        proof = by_combination(state.prover, state, [1])
    return start.close(proof)


def _sides(goal: Goal) -> tuple[Term, Term]:
    return goal.relation.left, goal.relation.right


def _folded(t: Term) -> Term:
    """A term with the arguments of its functions in normal form, and exp(0) as 1."""
    images: dict[bytes, Term] = {}
    for u in subterms(t):
        if u.op == "exp":
            form = Field(u.args)
            inside = form[u.args[0]]
            shown = fraction_term(form.generators, inside.num, inside.den)
            images[u.key] = num(1) if inside.is_zero else apply("exp", shown)
    return replace_terms(t, images) if images else t


def moved_together(goal: Goal) -> list[str]:
    """The largest set of real variables with which the goal looks invariant under translations."""
    g = gap(goal.relation)
    names = [x for x in sorted(free_variables(g)) if not goal.sequent.variables[x]]
    for size in range(min(len(names), MOST), 0, -1):
        for chosen in combinations(names, size):
            if _invariant(goal, g, chosen):
                return list(chosen)
    return []


def _invariant(goal: Goal, g: Term, chosen: tuple[str, ...]) -> bool:
    program, tested = compiled(g), 0
    for point in goal.samples:
        values = [program({n: v + k if n in chosen else v for n, v in point.items()}) for k in (0, 1, 3)]
        sizes = [to_float(v) for v in values if v is not None]
        if len(sizes) < 3 or max(abs(s) for s in sizes) < CLOSE:
            continue
        if any(abs(s - sizes[0]) > CLOSE * max(abs(sizes[0]), abs(s)) for s in sizes):
            return False
        tested += 1
        if tested >= TESTED:
            break
    return tested >= 2
