"""Goals that hold with equality only in the limit at infinity: a falling function stays above its limit."""

from __future__ import annotations

from dataclasses import replace

from flint import arb, fmpq

from dptheory.kernel.real.claims import Relation
from dptheory.kernel.real.grammar import print_term
from dptheory.kernel.real.sequents import gap
from dptheory.kernel.real.terms import Term, num, substitute, var

from .forms import Item
from .goals import Desk, Goal, Node, Proof, Prover, fresh_name
from .numeric import compiled
from .segments import Segment, bases

BOUND = 2
FAR = tuple(fmpq(n) for n in (4, 16, 64))


def falls_to_limit(prover: Prover, goal: Goal, variable: str, fuel: int) -> Proof | None:
    """Show g(x) >= 0 where g falls and t*g(t) is bounded below for large t.

    For every t >= x the value g(x) is at least g(t), so t*g(x) >= t*g(t) >= -2 for all large t.
    """
    if goal.relation.op not in ("<=", ">=") or bases(goal, variable, "above"):
        return None
    function = gap(goal.relation)
    if not _bounded(function, goal, variable):
        return None
    s = goal.sequent
    name = fresh_name(goal)
    t, x = var(name), var(variable)
    far = s.introducing(name).assuming(Relation(">=", t, x), Relation(">=", t, num(1)))
    wanted = Relation(">=", t * function, -num(BOUND))
    cloud = tuple({**p, name: max(p[variable], fmpq(1)) * k} for p in goal.cloud for k in (1, 2, 9))
    inner = goal.where(far.knowing(wanted.left, wanted.right).showing(wanted))
    proof = _above(prover, replace(inner, cloud=cloud), variable, t, function, fuel)
    if proof is None:
        return None
    node: Node = {"rule": "archimedean", "fresh": name, "bound": str(BOUND), "from": print_term(x)}
    return [{**node, "then": proof}]


def _bounded(function: Term, goal: Goal, variable: str) -> bool:
    """Whether t*g(t) is seen to stay above the bound."""
    program = compiled(function)
    seen = 0
    for p in goal.cloud[:12]:
        for far in FAR:
            t = max(abs(p[variable]), fmpq(1)) * far
            value = program({**p, variable: t}, 300)
            if value is None:
                continue
            seen += 1
            if not arb(value) * arb(t) > -BOUND:
                return False
    return seen > 0


def _above(prover: Prover, goal: Goal, variable: str, t: Term, function: Term, fuel: int) -> Proof | None:
    """t*g(x) >= -K from g(x) >= g(t) and t*g(t) >= -K."""
    at_t = substitute(function, {variable: t})
    desk = Desk(prover, goal, fuel)
    large = len(goal.hypotheses) - 1
    fall = Relation(">=", function - at_t, num(0))
    if desk.define(fall.left) is None:
        return None
    known = goal.sequent.knowing(fall.left).showing(fall)
    proof = Segment(prover, goal.where(known), variable, t, "above", fuel).proof(False)
    first = None if proof is None else desk.have(fall, proof)
    second = None if first is None else _tail(prover, desk, variable, t, at_t)
    if first is None or second is None:
        return None
    forms = desk.forms()
    uses = ((large, first), (first,), (second,))
    return desk.poly(forms.node([], [(Item(forms.one, u), fmpq(1)) for u in uses]))


def _tail(prover: Prover, desk: Desk, variable: str, t: Term, at_t: Term) -> int | None:
    """Show t*g(t) >= -K from what is known of x, said of t."""
    goal = desk.goal
    mentioned = [
        i for i, h in enumerate(goal.hypotheses) if i not in goal.hidden and variable in h.variables()
    ]
    for i in mentioned:
        h = goal.hypotheses[i]
        if i not in goal.derived and str(t.value) not in h.variables():
            place = desk.have(h.substituted({variable: t}), fuel=1)
            if place is not None:
                desk.keep([place])
    shown = desk.goal.hidden
    desk.goal = replace(desk.goal, hidden=shown | frozenset(mentioned))
    found = desk.have(Relation(">=", t * at_t, -num(BOUND)))
    desk.goal = replace(desk.goal, hidden=shown)
    return found
