"""A factor that only a condition bounds: A > t*B with 4*t**2 <= n follows from A > sqrt(n/4)*B.

Complete for goals in which a variable is a factor of the smaller side and stands nowhere else, where a
condition bounds a power of it by a term without it, and what the goal says at that bound is found.
"""

from __future__ import annotations

from collections.abc import Iterator

from dptheory.kernel.real import Relation, Term, apply, num, var

from ..goals.goal import Proof
from ..goals.obligations import Prover
from ..goals.polynomials import product_term
from ..goals.segments import power_bound
from ..goals.signs import sampled_signs
from ..goals.state import ProofState
from ..registry import CHEAP, tactic


@tactic(
    "the smaller side has a factor that stands nowhere else, and a condition bounds a power of it",
    CHEAP,
    "gamma(n + 1) > t*(n/E)**n | gamma(n + 1) > 3*t*(n/E)**n | n integer, n >= t**2, t >= 1",
)
def by_largest_factor(prover: Prover, start: ProofState) -> Proof | None:
    """Show A >= t*B from what it is where t is as large as a condition lets it be."""
    goal, (op, large, _) = start.goal, start.goal.relation.oriented
    if op not in (">", ">="):
        return None
    for t, rest in _alone(start):
        for most in _bounds(start, t):
            if sampled_signs(large - most * rest, goal.samples, stop_below=True).low < 0:
                continue
            state = ProofState(prover, goal, start.depth)
            for n in sorted(goal.sequent.integers & large.names):
                state.have(Relation(">=", var(n), num(1)))  # where an induction may begin without t
            placed = [
                state.have(Relation("<=", var(t), most)),
                state.have(Relation(">=", rest, num(0))),
                state.have(Relation(op, large, most * rest), depth=start.depth),
            ]
            if None not in placed:
                below, positive, there = placed
                terms = [{"c": "1", "h": [there]}, {"c": "1", "h": [below, positive]}]
                return start.close(state.combined([], terms))
    return None


def _alone(start: ProofState) -> Iterator[tuple[str, Term]]:
    """The variables that are a factor of the smaller side and stand nowhere else, with the other factors."""
    _, large, small = start.goal.relation.oriented
    parts = list(_factors(small))
    for i, part in enumerate(parts):
        rest = product_term([*parts[:i], *parts[i + 1 :]])
        if part.op == "var" and not part.names & (large.names | rest.names):
            yield next(iter(part.names)), rest


def _factors(t: Term) -> Iterator[Term]:
    if t.op == "mul":
        yield from (part for a in t.args for part in _factors(a))
    else:
        yield t


def _bounds(start: ProofState, t: str) -> Iterator[Term]:
    """What the conditions let a variable be at most, as roots of terms with other variables."""
    for i, h in enumerate(start.goal.hypotheses):
        found = None if i in start.goal.hidden or t not in h.variables() else power_bound(h, t)
        if found is not None and found[1] == "above" and found[0].names:
            most, _, k = found
            yield most if k == 1 else apply("sqrt", most) if k == 2 else most ** (num(1) / num(k))
