"""A logarithm below its tangent at a place that goal and conditions name: what is left is without it.

In R - c*log(t) >= 0, c > 0, it is log(t) <= log(s) + (t - s)/s, where s is a simple multiple of what
balances the two (of c/r, where R has r*t), or of a bound of t. Of x >= a*log(x), where x >= 2*a*log(a),
one half of x is left at s = 2*a."""

from __future__ import annotations

from collections.abc import Iterator

from flint import fmpq

from dptheory.kernel.real import Field, Fraction, Relation, Term, apply, free_variables, num, var

from ..facts.replacement import linear_part, with_fact
from ..goals.goal import Goal, Proof
from ..goals.obligations import Prover
from ..goals.polynomials import fraction_term, tidied
from ..goals.segments import bases
from ..goals.signs import sampled_signs
from ..goals.state import ProofState
from ..registry import MODERATE, tactic

SCALES = tuple(fmpq(*k) for k in ((2, 1), (1, 1), (4, 1), (3, 2), (3, 1), (1, 2), (8, 1)))
TRIES = 3


@tactic(
    "the goal is linear and negative in a logarithm of a variable, beside other variables",
    MODERATE,
    "x >= a*log(x) | x >= 3*a*log(x) | x >= 2*a*log(a), a >= 1, x > 0",
)
def by_placed_tangents(prover: Prover, start: ProofState) -> Proof | None:
    """Show the goal from the tangent of a logarithm at a place that it names."""
    goal, r, tries = start.goal, start.goal.relation, 0
    if any(h.left.op == "log" and h.op == "<=" and h.right.op == "add" for h in goal.hypotheses):
        return None  # what a tangent has left
    field = Field([r.left, r.right])
    whole = field.difference(r)
    if not whole.den.is_constant():
        return _cleared(prover, start, field, whole) if _tangent_there(field, whole) else None
    for place, g in enumerate(field.generators):
        b = linear_part(whole, place) if g.op == "log" and free_variables(g) else None
        if b is None or sampled_signs(_term(field, b), goal.samples).high > 0:
            continue
        value = field.multiply(b, field[g])
        rest = field.add(whole, field.scale(value, fmpq(-1)))
        (t,) = g.args
        for s in _places(goal, field, rest, b, t):
            bound = _term(field, rest) + _term(field, b) * (apply("log", s) + (t - s) / s)
            if any(sampled_signs(u, goal.samples, stop_below=True).low < 0 for u in (s, bound)):
                continue
            tries += 1
            # what is left has no logarithm of a variable that this one is of: it takes no depth
            deeper = ProofState(prover, goal, start.depth + (not set(free_variables(s)) & free_variables(t)))
            proof = with_fact(prover, deeper, "log-tangent", (s, t), ("log",))
            if proof is not None:
                return start.close(proof)
            if tries == TRIES:
                return None
    return None


def _tangent_there(field: Field, whole: Fraction) -> bool:
    """Whether the numerator is linear in a logarithm."""
    logs = [i for i, g in enumerate(field.generators) if g.op == "log" and free_variables(g)]
    return any(whole.num.degrees()[i] == 1 and not whole.den.degrees()[i] for i in logs)


def _cleared(prover: Prover, start: ProofState, field: Field, whole: Fraction) -> Proof | None:
    """The goal from its numerator, where the sign of what it is divided by is seen."""
    state, (top, below) = ProofState(prover, start.goal, start.depth), (whole.num, whole.den)
    one = field.number(fmpq(1)).num
    seen = sampled_signs(_term(field, Fraction(below, one)), start.goal.samples)
    if seen.low < 0 < seen.high:
        return None
    sign = 1 if seen.low >= 0 else -1
    divisor = state.have(Relation(">", _term(field, Fraction(below * sign, one)), num(0)), depth=1)
    op = ">" if start.goal.relation.strict else ">="
    wanted = Relation(op, _term(field, Fraction(top * sign, one)), num(0))
    place = None if divisor is None else state.have(wanted, depth=start.depth)
    if divisor is None or place is None:
        return None
    return start.close(state.combined([divisor], [{"c": "1", "h": [place]}]))


def _term(field: Field, form: Fraction) -> Term:
    return fraction_term(tidied(field), form.num, form.den)


def _places(goal: Goal, field: Field, rest: Fraction, b: Fraction, t: Term) -> Iterator[Term]:
    """Where the tangent may touch."""
    for x in sorted(free_variables(t)):
        at = field.generators.index(var(x)) if var(x) in field.generators else -1
        slope, own = (linear_part(form, at) if at >= 0 else None for form in (rest, field[t]))
        if slope is not None and own is not None:
            balance = field.divide(field.multiply(b, own), slope)
            yield from (_term(field, field.scale(balance, -k)) for k in SCALES)
    for side in ("below", "above"):
        for a in bases(goal, str(t.value), side) if t.op == "var" else ():
            yield from (a * num(k) for k in SCALES[:2])
