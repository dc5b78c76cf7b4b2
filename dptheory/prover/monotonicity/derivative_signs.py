"""Derivatives of a goal as it is written, where its hyperbolic functions are simpler than exponentials."""

from __future__ import annotations

from dptheory.kernel import KernelError
from dptheory.kernel.real import (
    FUNCTIONS,
    Term,
    derivative,
    free_variables,
    gap,
    num,
    replace_terms,
    subterms,
)

from ..arithmetic.factors import by_factors, shape_of
from ..goals.goal import Proof
from ..goals.obligations import Prover
from ..goals.signs import sampled_signs
from ..goals.state import ProofState
from ..registry import MODERATE, tactic
from .derivatives import mean_value
from .divisors import Descent

HYPERBOLIC = ("sinh", "cosh", "tanh")
# beside exponentials they are better written as these; cases come before derivatives
OTHERS = ("exp", "abs", "min", "max")
ENOUGH = 4


@tactic(
    "the goal has hyperbolic functions and no others",
    MODERATE,
    "sinh(x) >= x | sinh(x) > x | x >= 0",
)
def by_derivative_sign(prover: Prover, start: ProofState) -> Proof | None:
    """Show the goal, or each of its factors, by the sign of a derivative."""
    r = start.goal.relation
    found = [t for t in subterms(r.left, r.right) if t.op in HYPERBOLIC and free_variables(t)]
    if not found or any(t.op in OTHERS for t in subterms(r.left, r.right)):
        return None
    forms = start.forms()
    if forms.target.is_zero:
        return None
    if shape_of(forms).irreducible is None:
        return by_factors(prover, start)
    # a logarithm's derivative is without it: that can happen once
    logs = any(
        t.op == "log" and set(HYPERBOLIC) & {u.op for u in subterms(t)} for t in subterms(r.left, r.right)
    )
    depth = max(start.depth, ENOUGH) if logs else start.depth
    return _by_slope(prover, start, sorted(free_variables(*found)), depth)


@tactic(
    "the goal has function values and divisors with a variable, and a second derivative without values",
    MODERATE,
    "(p + t)*log((p + t)/p) + (1 - p - t)*log((1 - p - t)/(1 - p)) >= t**2/(2*(1 - p)*(p + t/3)) | "
    "(p + t)*log((p + t)/p) + (1 - p - t)*log((1 - p - t)/(1 - p)) >= t**2/(2*(1 - p)*(p + t/4)) | "
    "p > 0, t >= 0, p + t < 1",
)
def by_second_derivative(prover: Prover, start: ProofState) -> Proof | None:
    """Show the goal by the sign of its derivative as it is written, which is that of an algebraic term."""
    f = gap(start.goal.relation)
    found = [t for t in subterms(f) if t.op in FUNCTIONS and t.names]
    names = sorted(free_variables(*found) - start.goal.sequent.integers) if found else []
    outside = subterms(replace_terms(f, {t.key: num(1) for t in found}))
    divided = {x for t in outside if t.op == "div" for x in t.args[1].names}
    return _by_slope(prover, start, [x for x in names if x in divided and _algebraic(f, x)], start.depth)


def _algebraic(f: Term, x: str) -> bool:
    """Whether the second derivative has no function values."""
    try:
        second = derivative(derivative(f, x), x)
    except KernelError:
        return False
    return not any(t.op in FUNCTIONS and t.names for t in subterms(second))


def _by_slope(prover: Prover, start: ProofState, names: list[str], depth: int) -> Proof | None:
    """Show the goal by the sign of its derivative in one of some variables."""
    f = gap(start.goal.relation)
    for x in names:
        if start.goal.sequent.variables[x]:
            continue
        try:
            slope = derivative(f, x)
        except KernelError:
            continue
        seen = sampled_signs(slope, start.goal.samples)
        if not seen.seen or seen.low < 0 < seen.high:
            continue
        proof = mean_value(prover, start.goal, Descent(x, None, f, slope, seen, 0), depth)
        if proof is not None:
            return start.close(proof)
    return None
