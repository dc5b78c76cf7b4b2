"""Roots on one side: B <= A**e follows from B**(1/e) <= A, and A**e <= B from A <= B**(1/e)."""

from __future__ import annotations

from dptheory.kernel.real import Field, Relation, Term, free_variables, num, rational_value

from ..goals.goal import Proof
from ..goals.obligations import Prover
from ..goals.polynomials import fraction_term
from ..goals.signs import sampled_signs
from ..goals.state import ProofState
from ..registry import CHEAP, tactic
from .sums import by_sum


@tactic(
    "one side is a power, its exponent no whole number",
    CHEAP,
    "(1 + x + x**2)**(1/3) <= (1 + y)**(1/3) | (1 + x + x**2)**(1/3) < (1 + y)**(1/3) | x > 0, y >= x + x**2",
)
def by_taking_roots(prover: Prover, start: ProofState) -> Proof | None:
    """Show B <= A**e, with A, B > 0 and e > 0 not a whole number, from B**(1/e) <= A; or mirrored."""
    op, large, small = start.goal.relation.oriented
    if op != ">=":
        return None
    if not _root(large):
        return _below(prover, start, large, small) if _root(small) and not _varies(small) else None
    a, e = large.args
    powers = [large, *([small] if small.op == "pow" else [])]
    if any(_in_bases(power) & free_variables(e) for power in powers):
        return None  # nothing comes to stand alone; the logarithm serves better
    if any(sampled_signs(t, start.goal.samples).low <= 0 for t in (a, small, e)):
        return None
    b, k = small.args if small.op == "pow" else (small, num(1))
    d = simple(k / e)
    state = ProofState(prover, start.goal, start.depth)
    if any(state.have(Relation(">", t, num(0)), depth=2) is None for t in (a, b, e)):
        return None
    if state.have(Relation("<=", b**d, a), depth=start.depth) is None:
        return None
    if state.fact("power-monotone", b**d, a, e) is None or state.fact("power-power", b, d, e) is None:
        return None
    if state.congruence("pow", (b, d * e), (b, k)) is None:
        return None
    return by_sum(prover, state)


def _in_bases(t: Term) -> frozenset[str]:
    """The variables of a term that occur outside exponents."""
    if t.op == "pow":
        return _in_bases(t.args[0])
    return frozenset().union(*map(_in_bases, t.args)) if t.args else frozenset(free_variables(t))


def _varies(t: Term) -> bool:
    return bool(free_variables(t.args[1]))


def _root(t: Term) -> bool:
    """Whether a term is a power that is not expanded."""
    if t.op != "pow":
        return False
    value = rational_value(t.args[1])
    return _varies(t) or (value is not None and value > 0 and value.q != 1)


def _below(prover: Prover, start: ProofState, large: Term, small: Term) -> Proof | None:
    """Show A**e <= B from A <= B**(1/e)."""
    a, e = small.args
    if any(sampled_signs(t, start.goal.samples).low <= 0 for t in (a, large)):
        return None
    d = simple(1 / e)
    state = ProofState(prover, start.goal, start.depth)
    if any(state.have(Relation(">", t, num(0)), depth=2) is None for t in (a, large)):
        return None
    if state.have(Relation("<=", a, large**d), depth=start.depth) is None:
        return None
    if state.fact("power-monotone", a, large**d, e) is None or state.fact("power-power", large, d, e) is None:
        return None
    if state.congruence("pow", (large, d * e), (large, num(1))) is None:
        return None
    return by_sum(prover, state)


def simple(t: Term) -> Term:
    """A quotient without common factors."""
    field = Field([t])
    form = field[t]
    return fraction_term(field.generators, form.num, form.den)
