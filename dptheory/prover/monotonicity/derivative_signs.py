"""Derivatives of a goal as it is written, where its hyperbolic functions are simpler than exponentials."""

from __future__ import annotations

from dptheory.kernel import KernelError
from dptheory.kernel.real import derivative, free_variables, gap, subterms

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
    for x in sorted(free_variables(*found)):
        if start.goal.sequent.variables[x]:
            continue
        try:
            slope = derivative(gap(r), x)
        except KernelError:
            continue
        seen = sampled_signs(slope, start.goal.samples)
        if not seen.seen or seen.low < 0 < seen.high:
            continue
        descent = Descent(x, None, gap(r), slope, seen, 0)
        proof = mean_value(prover, start.goal, descent, depth)
        if proof is not None:
            return start.close(proof)
    return None
