"""Equations that are products: one factor is 0, and which one is known, or two cases."""

from __future__ import annotations

from dataclasses import replace

from flint import fmpq, fmpq_mpoly

from dptheory.kernel.real import Relation, Term, num, print_term

from ..cases.splits import assumed
from ..goals.forms import Forms, Identity, Item
from ..goals.goal import Node, Proof
from ..goals.obligations import Prover, tidy
from ..goals.polynomials import constant_of, factored, fraction_term, tidied
from ..goals.state import ProofState
from ..registry import CHEAP, tactic

MOST = 40


@tactic(
    "a condition is an equation, and a product of several factors",
    CHEAP,
    "x**2 + x*y + y**2 = 3 | x**2 + x*y = 3 | x**3 - 3*x = y**3 - 3*y, x != y",
)
def by_factored_equations(prover: Prover, start: ProofState) -> Proof | None:
    """Show the goal with an equation replaced by one of its factors, in each case."""
    goal = start.goal
    for index, h in enumerate(goal.hypotheses):
        if h.op != "=" or index in goal.hidden or index in goal.derived:
            continue
        state = ProofState(prover, goal, 1)
        forms = state.forms()
        form = forms.forms.get(index)
        if form is None or not form.den.is_constant() or len(form.num) > MOST:
            continue
        factors = [q for q, k in factored(form.num).factors if k == 1]
        if len(factors) < 2 or len(factors) < len(factored(form.num).factors):
            continue
        return start.close(_divided(prover, state, forms, index, factors, start.depth))
    return None


def _divided(
    prover: Prover, state: ProofState, forms: Forms, index: int, factors: list[fmpq_mpoly], depth: int
) -> Proof | None:
    """The goal without a factor that is nowhere 0; else where the first is 0, and where it is not."""
    for q in factors:
        place = state.have(Relation("!=", forms.term(q), num(0)), depth=0)
        if place is not None:
            return _without(prover, state, index, place, forms.term(q), depth)
    split = Relation("=", forms.term(factors[0]), num(0))
    defined = state.define(split.left)
    yes = assumed(state.goal, split)
    first = prover.prove(replace(yes, hidden=yes.hidden | {index}), depth)
    if defined is None or first is None:
        return None
    no = ProofState(prover, assumed(state.goal, split.negated()), 1)
    last = _without(prover, no, index, len(no.goal.hypotheses) - 1, split.left, depth)
    node: Node = {"rule": "cases", "on": split.text, "defined": defined, "yes": first, "no": last}
    return None if last is None else [*state.nodes, tidy(node)]


def _without(
    prover: Prover, state: ProofState, index: int, place: int, factor: Term, depth: int
) -> Proof | None:
    """The goal with an equation divided by a factor, which hypothesis `place` says is not 0."""
    field = state.forms().field
    whole = state.forms().raw[index]
    rest = field.divide(whole, field[factor])
    left = fraction_term(tidied(field), rest.num, rest.den)
    proof: Proof = [
        {"rule": "poly", "times": [place], "terms": [{"c": "1", "h": [index], "by": print_term(factor)}]}
    ]
    found = state.have(Relation("=", left, num(0)), proof)
    if found is None:
        return None
    state.keep([found])
    state.goal = replace(state.goal, hidden=state.goal.hidden | {index})
    return state.close(prover.prove(state.goal, depth))


@tactic(
    "the goal is t != 0, and by an equation a multiple of t is a number that is not 0",
    CHEAP,
    "x*y != 0 | x*y != 1 | x*y*z = 1",
)
def by_unit_equation(prover: Prover, start: ProofState) -> Proof | None:
    """Show t != 0 from an equation q*t + r = 0 with a number r that is not 0."""
    t = start.goal.relation.left
    if start.goal.relation.right != num(0):
        return None
    goal = start.goal
    sequent = goal.sequent.assuming(Relation("=", t, num(0))).showing(Relation(">", num(0), num(0)))
    state = ProofState(prover, goal.where(sequent), 1)
    forms = state.forms()
    p = forms.field[t].num
    for i, form in forms.raw.items():
        if forms.relations[i].op != "=" or i == len(goal.hypotheses) or not forms.field[t].den.is_constant():
            continue
        q, r = divmod(form.num, p)
        if r.is_constant() and not r.is_zero():
            c = constant_of(r)
            one = forms.one * (1 / c)
            given = [(i, -one), (len(goal.hypotheses), q * (1 / c))]
            last = state.poly(forms.node([], [(Item(forms.one, (), True), fmpq(1))], equations=given))
            return None if last is None else start.close([{"rule": "contradiction"}, *last])
    return None


@tactic(
    "the goal is an equation, and a multiple of one among the conditions",
    CHEAP,
    "x = 1/(y*z) | x = 2/(y*z) | x*y*z = 1, y != 0, z != 0",
)
def by_multiple_of_equation(prover: Prover, state: ProofState) -> Proof | None:
    """Show an equation as a multiple of another, by a term that may have divisors."""
    forms = state.forms()
    for i, form in forms.raw.items():
        if (
            forms.relations[i].op != "="
            or form.is_zero
            or not divmod(forms.raw_target.num, form.num)[1].is_zero()
        ):
            continue
        by = forms.fraction_term(forms.field.divide(forms.raw_target, form))
        terms: list[Node] = [{"c": "1", "h": [i], "by": print_term(by)}]
        return state.poly(Identity({"rule": "poly", "times": [], "terms": terms}, (by,)))
    return None
