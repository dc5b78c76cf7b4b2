"""What conditions say beside what they state: that they have values (log(x) <= 1 says x > 0), or nothing."""

from __future__ import annotations

from dataclasses import replace

from flint import fmpq

from dptheory.kernel.real.claims import Relation
from dptheory.kernel.real.defined import obligations
from dptheory.kernel.real.grammar import print_term
from dptheory.kernel.real.sequents import Sequent, restart
from dptheory.kernel.real.terms import rational_value

from .goals.evident import evident
from .goals.segments import linear_bound
from .goals.state import Goal, Proof, Prover, define, tidy


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


def _new(r: Relation, s: Sequent) -> bool:
    """Whether a demand is one of a variable that no hypothesis states, or bounds as well from that side."""
    x, limit = r.left, rational_value(r.right)
    return x.op == "var" and limit is not None and not any(_as_strong(h, r, limit) for h in s.hypotheses)


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


def by_the_rest(prover: Prover, goal: Goal, depth: int) -> Proof | None:
    """A proof from the conditions that say something: the others would be taken for hints."""
    keep = [i for i, h in enumerate(goal.hypotheses) if not evident(h)]
    s, sides = goal.sequent, (goal.relation.left, goal.relation.right)
    rest = restart(s.variables, tuple(s.hypotheses[i] for i in keep), s.goal, s.lemmas)
    fresh, said = Goal(rest, goal.samples), len(keep) == len(goal.hypotheses)
    defined = None if said else define(prover, fresh, depth, rest.pending(*sides))
    if defined is None:
        return prover.prove(goal, depth)
    proof = prover.prove(fresh.where(rest.knowing(*sides)), depth)
    return None if proof is None else [tidy({"rule": "forget", "keep": keep, "defined": defined}), *proof]
