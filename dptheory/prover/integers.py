"""Comparisons of whole numbers: a < b + 1 gives a <= b."""

from __future__ import annotations

from dataclasses import replace

from dptheory.kernel.real.claims import Relation
from dptheory.kernel.real.sequents import Sequent, restart
from dptheory.kernel.real.terms import Term, free_variables, is_integer, var

from .combination import by_combination
from .goals import Desk, Goal, Node, Proof, Prover, define, prove_all, tidy


def by_gap(prover: Prover, start: Desk) -> Proof | None:
    """Show a <= b between integer terms from a < b + 1, and a < b from a + 1 <= b."""
    op, greater, smaller = start.goal.relation.oriented
    integers = start.goal.sequent.integers
    if op != ">=" or not (is_integer(greater, integers) and is_integer(smaller, integers)):
        return None
    desk = Desk(prover, start.goal, start.fuel)
    if desk.have(Relation("<", smaller, greater + 1), fuel=min(start.fuel - 1, 1)) is None:
        return None
    if desk.fact("integer-gap", smaller, greater + 1) is None:
        return None
    return start.close(by_combination(prover, desk, [1]))


def by_induction(prover: Prover, start: Desk) -> Proof | None:
    """Show a goal about an integer n >= k for n = k, and for n + 1 where it holds for n."""
    goal = start.goal
    for i, h in enumerate(goal.hypotheses):
        op, n, k = h.oriented
        name = str(n.value)
        if op != ">=" or n.op != "var" or not goal.sequent.variables.get(name):
            continue
        if name in free_variables(k) or not is_integer(k, goal.sequent.integers):
            continue
        proof = _induction(prover, start, name, k, i)
        if proof is not None:
            return start.close(proof)
    return None


def _induction(prover: Prover, start: Desk, name: str, k: Term, index: int) -> Proof | None:
    """The node, after hypotheses that mention the variable are forgotten."""
    goal, s = start.goal, start.goal.sequent
    keep = [i for i, h in enumerate(goal.hypotheses) if i == index or name not in h.variables()]
    kept = tuple(goal.hypotheses[i] for i in keep)
    inner = restart(s.variables, kept, s.goal, s.lemmas)
    fresh = Goal(inner, goal.cloud)
    defined = define(prover, fresh, start.fuel, inner.pending(s.goal.left, s.goal.right))
    if defined is None:
        return None
    known = inner.knowing(s.goal.left, s.goal.right)
    first, following = (s.goal.substituted({name: t}) for t in (k, var(name) + 1))
    variables = {v: integer for v, integer in s.variables.items() if v != name}
    at_k = tuple(h.substituted({name: k}) for h in kept)
    base = Sequent(variables, at_k, first, known.defined, s.lemmas).knowing(first.left, first.right)
    step = known.assuming(s.goal).showing(following).knowing(following.left, following.right)
    proofs = prove_all(prover, [replace(fresh, sequent=base), replace(fresh, sequent=step)], start.fuel)
    if proofs is None:
        return None
    forget: Node = {"rule": "forget", "keep": keep, "defined": defined}
    node: Node = {"rule": "induction", "variable": name, "from": keep.index(index)}
    return [tidy(forget), {**node, "at_base": proofs[0], "step": proofs[1]}]
