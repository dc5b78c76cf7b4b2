"""Absolute values, minima and maxima whose case is known: what they are takes their place everywhere.

With the case distinction, which makes every case known, this is complete for what is linear in each case.
"""

from __future__ import annotations

from dptheory.kernel.real import Term, subterms

from ..goals.goal import Proof
from ..goals.obligations import Prover
from ..goals.signs import sampled_signs
from ..goals.state import ProofState
from ..registry import CHEAP, tactic
from ..substitution.naming import with_value


@tactic(
    "the goal, or a condition, has an absolute value, a minimum or a maximum whose case is known",
    CHEAP,
    "log(1 + exp(max(x, y))) <= log(2) + x | log(1 + exp(max(x, y))) <= 2/3 + x | x >= y, x >= 0",
)
def by_known_cases(prover: Prover, start: ProofState, depth: int = 1) -> Proof | None:
    """Show the goal with an absolute value, a minimum or a maximum replaced by what it is."""
    goal = start.goal
    given = (h for i, h in enumerate(goal.hypotheses) if i not in goal.hidden and i not in goal.derived)
    for t in subterms(*(side for r in (goal.relation, *given) for side in (r.left, r.right))):
        if t.op not in ("abs", "min", "max"):
            continue
        state = ProofState(prover, goal, depth)
        place = _case(state, t)
        if place is not None:
            start.commit()
            state.depth = start.depth  # the sides are shown once more to have values
            return start.close(with_value(prover, state, t, place, start.depth))
    return None


def _case(state: ProofState, t: Term) -> int | None:
    """Show which of its arguments a term is; the number of that equation."""
    samples = state.goal.samples
    if t.op == "abs":
        seen = sampled_signs(t.args[0], samples)
        if not seen.seen or seen.low < 0 < seen.high:
            return None
        found = state.fact("abs-of-nonnegative" if seen.low >= 0 else "abs-of-nonpositive", t.args[0])
    else:
        for at, a in enumerate(t.args):
            others = [b - a if t.op == "min" else a - b for j, b in enumerate(t.args) if j != at]
            signs = [sampled_signs(d, samples, stop_below=True) for d in others]
            if all(s.seen and s.low >= 0 for s in signs):
                found = state.extreme(t, at)
                break
        else:
            return None
    return None if found is None else found[0]
