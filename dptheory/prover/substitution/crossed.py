"""A product of two values between parts of a sum that share no variable otherwise: by half their squares."""

from __future__ import annotations

from collections.abc import Iterator

from flint import fmpq

from dptheory.kernel.real import Field, Relation, Term, gap, num

from ..goals.goal import Node, Proof
from ..goals.obligations import Prover
from ..goals.polynomials import fraction_term, tidied
from ..goals.signs import sampled_signs
from ..goals.state import ProofState
from ..registry import CHEAP, tactic
from .composed import together


@tactic(
    "the goal is a sum whose parts would share no variables but for a product of two values",
    CHEAP,
    "x*y <= (exp(x**2/2) + exp(y**2/2))/2 | x*y <= (exp(x**2/2) + exp(y**2/2))/3 |",
)
def by_crossed_product(prover: Prover, start: ProofState) -> Proof | None:
    """Show a sum with c*u*v in it by the one with -abs(c)*(u**2 + v**2)/2 in its place."""
    goal = start.goal
    if goal.algebraic or goal.relation.op in ("=", "!="):
        return None
    for u, v, c in _products(Field([gap(goal.relation)]), gap(goal.relation)):
        k = num(abs(c) / 2)
        apart = gap(goal.relation) - num(c) * u * v - k * (u * u + v * v)
        field = Field([apart])
        rest = fraction_term(tidied(field), field[apart].num, field[apart].den)
        if sampled_signs(rest, goal.samples).low < 0:
            continue
        state = ProofState(prover, goal, start.depth)
        square = Relation(">=", u * u + v * v, num(-2 if c > 0 else 2) * u * v)
        places = [
            state.have(square),
            state.have(Relation(">" if goal.relation.strict else ">=", rest, num(0)), depth=start.depth),
        ]
        if None not in places:
            terms: list[Node] = [{"c": str(abs(c) / 2), "h": [places[0]]}, {"c": "1", "h": [places[1]]}]
            return start.close(state.combined([], terms))
    return None


def _products(field: Field, whole: Term) -> Iterator[tuple[Term, Term, fmpq]]:
    """Products of two values with a number in a sum, without which these would be in parts of it that share
    no variable."""
    form = field[whole]
    if not form.den.is_constant():
        return
    terms = list(form.num.terms())
    scale = form.den.leading_coefficient()
    for exponents, c in terms:
        places = [i for i, k in enumerate(exponents) if k]
        if len(places) != 2 or any(exponents[i] != 1 for i in places):
            continue
        u, v = (field.generators[i] for i in places)
        own = [
            {x for i, k in enumerate(other) if k for x in field.generators[i].names}
            for other, _ in terms
            if other != exponents
        ]
        parts = together([*own, set(u.names), set(v.names)])
        if not any(part >= {*u.names, *v.names} for part in parts):
            yield u, v, c / scale
