"""Tangent inequalities of function values, and classical bounds of others."""

from __future__ import annotations

from collections.abc import Iterable

from dptheory.kernel.real import Term, free_variables, num, rational_value, subterms

from ..goals.signs import sampled_signs
from ..goals.state import ProofState
from .known import atoms


def inequalities(state: ProofState) -> None:
    """Add the tangent inequalities of exponentials and logarithms, and special bounds of others."""
    for atom in _looked_at(state):
        (a, *_) = atom.args or (atom,)
        if atom.op == "exp":
            state.fact("exp-lower", a)
            state.fact("exp-upper", a)
        elif atom.op == "log":
            state.fact("log-upper", a)
            state.fact("log-lower", a)
        elif atom.op == "erfc" and sampled_signs(a, state.goal.samples).low >= 0:
            state.fact("erfc-chernoff", a)
            if sampled_signs(a, state.goal.samples).low > 0:
                state.fact("erfc-tail", a)
        elif atom.op == "sin" and sampled_signs(a, state.goal.samples).low >= 0:
            state.fact("sin-upper", a)
        elif atom.op == "pow":
            _power_bounds(state, atom)


def _looked_at(state: ProofState) -> list[Term]:
    """The function values, without logarithms if the goal and the given hypotheses have none."""
    goal, forms = state.goal, state.forms()
    given = [f for i, f in forms.forms.items() if i not in goal.derived]
    used = [p.degrees() for f in (forms.target, *given) for p in (f.num, f.den)]
    logs = [i for i, g in enumerate(forms.field.generators) if any(t.op == "log" for t in subterms(g))]
    found = atoms(state).generators
    if any(degrees[i] for i in logs for degrees in used):
        return list(found)
    return [g for g in found if g.op != "log"]


def _power_bounds(state: ProofState, atom: Term) -> None:
    """Bernoulli's inequality, and how a power of a sum compares with the powers."""
    base, exponent = atom.args
    seen = sampled_signs(exponent - 1, state.goal.samples)
    if seen.low >= 0:
        state.fact("bernoulli", base - 1, exponent)
    elif seen.high <= 0 and sampled_signs(base, state.goal.samples).low > 0:
        state.fact("bernoulli-below-one", base - 1, exponent)
    if base.op == "add" and seen.high <= 0:
        state.fact("power-subadditive", *base.args, exponent)
    elif base.op == "add" and seen.low >= 0:
        state.fact("power-convex", *base.args, exponent)
    elif base.op == "div" and base.args[0].op == "add" and base.args[1] == num(2) and seen.low >= 0:
        state.fact("power-convex", *base.args[0].args, exponent)


def new_values(state: ProofState, places: Iterable[int]) -> bool:
    """Whether hypotheses contain function values that the goal and the given hypotheses do not."""
    known = {g.key for g in atoms(state).generators} | {atom.key for _, atom in state.goal.solved}
    found = [state.goal.hypotheses[i] for i in places]
    return any(
        t.op in ("pow", "exp") and t.key not in known and free_variables(t) and not _polynomial(t)
        for t in subterms(*(side for h in found for side in (h.left, h.right)))
    )


def _polynomial(t: Term) -> bool:
    return t.op == "pow" and rational_value(t.args[1]) is not None
