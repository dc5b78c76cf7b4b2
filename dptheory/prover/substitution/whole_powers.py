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
    substitute,
    subterms,
    var,
)

from ..arithmetic.combination import by_combination
from ..arithmetic.rooting import simple
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
    """Show the goal in u = x**k, where x occurs as x**k, x**(2*k) and so on alone, or in u = 1/x**k, if all
    function values are taken of polynomials in that."""
    goal = start.goal
    values = {t.op for t in subterms(goal.relation.left, goal.relation.right)} & VALUES
    if not values:
        return None
    for x in sorted(free_variables(goal.relation.left, goal.relation.right)):
        k = 0 if goal.sequent.variables[x] else _least(goal.relation, x)
        if k < 2:
            continue
        power = var(x) ** num(k)
        inverse = _in_inverses(goal.relation, x, k)
        proof = None if inverse is None else _renamed(prover, start, x, 1 / power, inverse)
        proof = proof or _renamed(prover, start, x, power, _in_powers(goal.relation, x, k))
        if proof is not None:
            return start.close(proof)
    return None


def _renamed(prover: Prover, start: ProofState, x: str, power: Term, wanted: Relation) -> Proof | None:
    """Show the goal by another one, in which a power of x, or 1 by it, gets a name."""
    state = ProofState(prover, start.goal, start.depth)
    keep = set(bounds_of_power(state, x, power))
    if state.define(wanted.left, wanted.right) is None:
        return None
    inner = state.goal.where(state.goal.sequent.knowing(wanted.left, wanted.right).showing(wanted))
    proof = generalised(prover, inner, [power], keep, {x}, start.depth)
    if proof is None or state.have(wanted, proof) is None:
        return None
    know_values(state)
    return by_combination(prover, state, [1])


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


def _in_inverses(r: Relation, x: str, k: int) -> Relation | None:
    """The same with 1/x**k alone, if functions are applied to polynomials in that, and some are to x."""
    if not any(t.op in FUNCTIONS and x in t.names for t in subterms(r.left, r.right)):
        return None
    images = {t.key: 1 / (var(x) if j == k else var(x) ** num(j // k)) for t, j in _powers(r, x)}
    done: dict[bytes, Term] = {}
    for t in subterms(r.left, r.right):
        u = images.get(t.key) or (Term(t.op, tuple(done[a.key] for a in t.args), t.value) if t.args else t)
        if t.op in FUNCTIONS and x in t.names:
            u = Term(u.op, tuple(map(simple, u.args)), u.value)
            if any(a.op == "div" and x in a.args[1].names for a in subterms(*u.args)):
                return None
        done[t.key] = u
    inverse = {x: 1 / var(x) ** num(k)}
    return Relation(r.op, *(substitute(done[side.key], inverse) for side in (r.left, r.right)))


def bounds_of_power(state: ProofState, x: str, power: Term) -> Iterator[int]:
    """What bounds of x say of a power of it, or of 1 by one, with its sign; the hypotheses' numbers."""
    goal = state.goal
    signs = sampled_signs(power, goal.samples)
    if signs.low >= 0 and (place := state.sign(power, strict=signs.low > 0, depth=1)) is not None:
        yield place
    for side in ("below", "above"):
        for a in bases(goal, x, side):
            image = substitute(power, {x: a})
            seen = sampled_signs(power - image, goal.samples)
            if not seen.seen or seen.low < 0 < seen.high:
                continue
            for op in (">", ">=") if seen.low >= 0 else ("<", "<="):
                place = state.have(Relation(op, power, image), depth=1)
                if place is not None:
                    yield place
                    break
