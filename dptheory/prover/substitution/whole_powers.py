"""A variable that occurs in whole powers alone, as x**2 and x**4 do: its least power as a variable."""

from __future__ import annotations

from collections.abc import Iterator
from math import gcd

from dptheory.kernel.real import (
    FUNCTIONS,
    Relation,
    Term,
    free_variables,
    num,
    rational_value,
    replace_terms,
    subterms,
    var,
)

from ..arithmetic.combination import by_combination
from ..facts.known import know_values
from ..goals.goal import Proof
from ..goals.obligations import Prover
from ..goals.segments import bases
from ..goals.signs import sampled_signs
from ..goals.state import ProofState
from ..registry import MODERATE, tactic
from .scaling import generalised

VALUES = frozenset(FUNCTIONS) - {"sqrt", "abs", "min", "max", "floor", "ceil"}


@tactic(
    "the goal has function values, and a variable in whole powers alone, of which the least is not the first",
    MODERATE,
    "1 + p*(exp(1/s**2) - 1) <= exp(2*p/s**2) | 1 + p*(exp(1/s**2) - 1) <= exp(3*p/(2*s**2)) | "
    "0 <= p, p <= 1, s >= 1",
)
def by_whole_powers(prover: Prover, start: ProofState) -> Proof | None:
    """Show the goal in u = x**k, where x occurs as x**k, x**(2*k) and so on alone."""
    goal = start.goal
    values = {t.op for t in subterms(goal.relation.left, goal.relation.right)} & VALUES
    if not values:
        return None
    for x in sorted(free_variables(goal.relation.left, goal.relation.right)):
        k = 0 if goal.sequent.variables[x] else _least(goal.relation, x)
        if k < 2:
            continue
        power = var(x) ** num(k)
        state = ProofState(prover, goal, start.depth)
        keep = set(_bounds(state, x, k))
        wanted = _in_powers(goal.relation, x, k)
        if state.define(wanted.left, wanted.right) is None:
            return None
        inner = state.goal.where(state.goal.sequent.knowing(wanted.left, wanted.right).showing(wanted))
        proof = generalised(prover, inner, [power], keep, {x}, start.depth)
        if proof is None or state.have(wanted, proof) is None:
            continue
        know_values(state)
        proof = by_combination(prover, state, [1])
        if proof is not None:
            return start.close(proof)
    return None


def _powers(r: Relation, x: str) -> Iterator[tuple[Term, int]]:
    """The powers of a variable with whole exponents above 0, and these."""
    for t in subterms(r.left, r.right):
        k = rational_value(t.args[1]) if t.op == "pow" and t.args[0] == var(x) else None
        if k is not None and k.q == 1 and k > 0:
            yield t, int(k.p)


def _least(r: Relation, x: str) -> int:
    """The greatest divisor of the exponents with which a variable occurs; 0 where it occurs otherwise."""
    found = list(_powers(r, x))
    rest = (replace_terms(side, {t.key: num(1) for t, _ in found}) for side in (r.left, r.right))
    return 0 if x in free_variables(*rest) else gcd(*(k for _, k in found))


def _in_powers(r: Relation, x: str, k: int) -> Relation:
    """The same with x**k alone: x**(j*k) as (x**k)**j."""
    power = var(x) ** num(k)
    images = {t.key: power ** num(j // k) for t, j in _powers(r, x) if t != power}
    return Relation(r.op, replace_terms(r.left, images), replace_terms(r.right, images))


def _bounds(state: ProofState, x: str, k: int) -> Iterator[int]:
    """What bounds of x say of x**k, with its sign; the hypotheses' numbers."""
    goal, power = state.goal, var(x) ** num(k)
    signs = sampled_signs(power, goal.samples)
    if signs.low >= 0 and (place := state.sign(power, strict=signs.low > 0, depth=1)) is not None:
        yield place
    for side, strict, loose in (("below", ">", ">="), ("above", "<", "<=")):
        for a in bases(goal, x, side):
            for op in (strict, loose):
                bound = Relation(op, power, a ** num(k))
                seen = sampled_signs(power - a ** num(k), goal.samples)
                fits = seen.low >= 0 if side == "below" else seen.high <= 0
                place = state.have(bound, depth=1) if fits else None
                if place is not None:
                    yield place
                    break
