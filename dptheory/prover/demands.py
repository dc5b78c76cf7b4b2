"""What conditions say beside what they state: that they have values (log(x) <= 1 says x > 0), or nothing."""

from __future__ import annotations

from dataclasses import replace

from flint import fmpq

from dptheory.kernel.real import Relation, Sequent, obligations, print_term, rational_value, var

from .goals.goal import Goal, Proof
from .goals.obligations import Prover
from .goals.restriction import restricted
from .goals.segments import linear_bound
from .goals.trivial import trivial


def opened(goal: Goal) -> tuple[Goal, Proof]:
    """The goal with what its conditions demand of variables that no condition bounds, and the nodes by which
    the kernel adds that. A goal whose conditions say it themselves stays as it is."""
    s, nodes = goal.sequent, Proof()
    for t in (side for h in goal.hypotheses for side in (h.left, h.right)):
        demands = [o.relation for o in obligations([t], s.integers) if o.other is None]
        if any(_new(r, s) for r in demands):
            s = s.assuming(*demands)
            nodes.append({"rule": "domain", "term": print_term(t)})
    return replace(goal, sequent=s), nodes


def _new(demand: Relation, s: Sequent) -> bool:
    """Whether a demand is one of a variable that no hypothesis states, or bounds as well from that side."""
    r = _of_variable(demand)
    x, limit = r.left, rational_value(r.right)
    return x.op == "var" and limit is not None and not any(_as_strong(h, r, limit) for h in s.hypotheses)


def _of_variable(r: Relation) -> Relation:
    """A demand that is linear in its one variable as a bound of that: 1 + 2*x >= 0 as x >= -1/2."""
    names = r.variables()
    if r.left.op == "var" or len(names) != 1 or r.op not in (">", ">="):
        return r
    (name,) = names
    bound = linear_bound(r, name)
    if bound is None or rational_value(bound[0]) is None:
        return r
    op = r.op if bound[1] == "below" else r.op.replace(">", "<")
    return Relation(op, var(name), bound[0])


def _as_strong(h: Relation, r: Relation, limit: fmpq) -> bool:
    """Whether a hypothesis bounds a variable as well as a demand does; a bound by other terms may do so."""
    name = str(r.left.value)
    bound = linear_bound(h, name) if name in h.variables() else None
    if bound is None:
        return False
    end, below = rational_value(bound[0]), bound[1] == "below"
    if h.op == "=" or end is None:
        return True
    if r.op == "!=":
        return (end > limit if below else end < limit) or (end == limit and h.strict)
    return below == (r.op in (">", ">=")) and (
        (end > limit if below else end < limit) or (end == limit and (h.strict or not r.strict))
    )


def from_nontrivial(prover: Prover, goal: Goal, depth: int) -> Proof | None:
    """A proof from the conditions that say something: the others would be taken for hints."""
    keep = [i for i, h in enumerate(goal.hypotheses) if not trivial(h)]
    whole = len(keep) == len(goal.hypotheses)
    rest = None if whole else restricted(prover, goal, keep, goal.relation, depth)
    if rest is None:
        return prover.prove(goal, depth)
    proof = prover.prove(rest.goal.where(rest.known), depth)
    return None if proof is None else [rest.node, *proof]
