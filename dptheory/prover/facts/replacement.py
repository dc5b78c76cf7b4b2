"""A fact takes the place of a function value.

Where a fact says c*F + q >= 0 of a function value F that the goal b*F + p >= 0 has, with b/c >= 0, it
suffices to show p - (b/c)*q >= 0, which is without F.
"""

from __future__ import annotations

from collections.abc import Iterable

from flint import fmpq

from dptheory.kernel.real import Field, Fraction, Relation, Term, num, print_term

from ..goals.goal import Node, Proof
from ..goals.obligations import Prover
from ..goals.polynomials import fraction_term, tidied
from ..goals.signs import sampled_signs
from ..goals.state import ProofState


def with_fact(
    prover: Prover, start: ProofState, name: str, args: tuple[Term, ...], functions: tuple[str, ...]
) -> Proof | None:
    """Show the goal by a fact, one conclusion of which replaces a value of one of the functions."""
    state = ProofState(prover, start.goal, start.depth)
    known = state.fact(name, *args)
    if known is None:
        return None
    for index in known:
        proof = eliminate_value(prover, state, index, functions)
        if proof is not None:
            return start.close(proof)
    return None


def eliminate_value(
    prover: Prover, start: ProofState, index: int, functions: tuple[str, ...], only: Term | None = None
) -> Proof | None:
    """Show the goal without a function value (only this one, if it is given) in which it and hypothesis
    `index` are linear."""
    goal, h = start.goal.relation, start.goal.hypotheses[index]
    field = Field([goal.left, goal.right, h.left, h.right])
    whole, bound = field.difference(goal), field.difference(h)
    for place, g in enumerate(field.generators):
        b, c = linear_part(whole, place), linear_part(bound, place)
        if only is not None and g != only:
            continue
        if g.op not in functions or b is None or c is None:
            continue
        ratio = field.divide(b, c)
        rest = field.add(whole, field.scale(field.multiply(ratio, bound), fmpq(-1)))
        proof = _combined(prover, start, index, field, ratio, rest)
        if proof is not None:
            return proof
    return None


def by_equation(state: ProofState, place: int, equation: Relation) -> Proof | None:
    """The goal from what it is by an equation, both hypotheses: the difference is a multiple of that."""
    shown, solved = state.goal.hypotheses[place], state.goal.index_of(equation)
    field = Field([side for r in (state.goal.relation, shown, equation) for side in (r.left, r.right)])
    rest = field.add(field.difference(state.goal.relation), field.scale(field.difference(shown), fmpq(-1)))
    terms: list[Node] = [{"c": "1", "h": [place]}]
    if not rest.is_zero:
        by = field.divide(rest, field.difference(equation))
        if not by.den.is_constant():
            return None
        by_term = fraction_term(tidied(field), by.num, by.den)
        terms.append({"c": "1", "h": [solved], "by": print_term(by_term)})
    return state.combined([], terms)


def linear_part(form: Fraction, place: int) -> Fraction | None:
    """The coefficient of a generator in which a fraction is linear."""
    if form.den.degrees()[place] or form.num.degrees()[place] != 1:
        return None
    slope = form.num.derivative(place)
    common = slope.gcd(form.den)
    top, bottom = slope / common, form.den / common
    lead = bottom.leading_coefficient()
    return Fraction(top * (1 / lead), bottom * (1 / lead))


def without(form: Fraction, places: Iterable[int]) -> Fraction:
    """A fraction that is linear in some generators, without what it has of them."""
    nothing: dict[str | int, int] = dict.fromkeys(places, 0)
    return Fraction(form.num.subs(nothing), form.den)


def _combined(
    prover: Prover, start: ProofState, index: int, field: Field, ratio: Fraction, rest: Fraction
) -> Proof | None:
    """The goal as `ratio` times the hypothesis plus `rest`."""
    state = ProofState(prover, start.goal, start.depth)
    strict = start.goal.relation.strict
    uses, scale = [index], ratio.constant
    strict_bound = start.goal.hypotheses[index].strict
    if scale is None:
        wanted = Relation(">" if strict and strict_bound else ">=", _term(field, ratio), num(0))
        if sampled_signs(wanted.left, state.goal.samples).low < 0:
            return None
        sign = state.have(wanted, depth=min(state.depth - 1, 2))
        if sign is None:
            return None
        uses, scale = [index, sign], fmpq(1)
    if scale < 0:
        return None
    terms: list[Node] = [{"c": str(scale), "h": uses}] if scale else []
    if not rest.is_zero or (strict and not strict_bound):
        op = ">" if strict and not strict_bound else ">="
        left = state.have(Relation(op, _term(field, rest), num(0)))
        if left is None:
            return None
        terms.append({"c": "1", "h": [left]})
    return start.close(state.close([{"rule": "poly", "times": [], "terms": terms}]))


def _term(field: Field, form: Fraction) -> Term:
    return fraction_term(tidied(field), form.num, form.den)
