"""One variable, and equality at a closed end of its range: near it by the derivative, elsewhere by
enclosures.

Complete where the range is bounded, the goal is analytic on it and some derivative at the end is not 0,
and where the equality at the end is one that is known (of logarithms)."""

from __future__ import annotations

from flint import arb, fmpq

from dptheory.kernel import KernelError
from dptheory.kernel.real import Relation, Term, derivative, gap, num, rational_value, subterms, var

from ..cases.splits import assumed
from ..goals.goal import Goal, Proof
from ..goals.numeric import FINE, compiled, to_float
from ..goals.obligations import Prover
from ..goals.segments import Segment, bases
from ..goals.state import ProofState
from ..registry import MODERATE, tactic

ZERO = 1e-30
HALVINGS = 6
PLACES = 8


@tactic(
    "the goal has one variable, and is an equality at a closed end of its range",
    MODERATE,
    "log(1 + t)*log(1 - t)*log(4/3) <= (log(1 + t) + log(1 - t))*log(3/2)*log(2) | "
    "log(1 + t)*log(1 - t)*log(4/3) <= 11/10*(log(1 + t) + log(1 - t))*log(3/2)*log(2) | "
    "1/4 <= t, t <= 1/2",
)
def by_closed_end(prover: Prover, start: ProofState) -> Proof | None:
    """Show a goal in one variable from its derivative near an end, and apart from that as it is."""
    goal, r, x = start.goal, start.goal.relation, start.goal.unknown
    if x is None or None in (_end(goal, x, "below"), _end(goal, x, "above")):
        return None
    if r.strict or r.op in ("=", "!=") or goal.sequent.variables[x] or start.depth < 1:
        return None
    inside = gap(r)
    if not any(t.op == "log" for t in subterms(inside)):
        return None  # other equalities are seen where zeros are divided off
    try:
        slope = derivative(inside, x)
    except KernelError:
        return None
    for side in ("above", "below"):
        b = _end(goal, x, side)
        c = None if b is None or not _zero(inside, x, b) else _split(goal, slope, x, b, side)
        proof = None if b is None or c is None else _near_and_far(prover, start, x, num(b), c, side)
        if proof is not None:
            return start.close(proof)
    return None


def _end(goal: Goal, x: str, side: str) -> fmpq | None:
    """The end of a variable's range, if that is rational."""
    found = [v for t in bases(goal, x, side) if (v := rational_value(t)) is not None]
    end: fmpq | None = max(found, default=None) if side == "below" else min(found, default=None)
    return end


def _zero(t: Term, x: str, b: fmpq) -> bool:
    """Whether a term is 0 at a place, as far as is seen, by no exact value: series see such zeros."""
    value = compiled(t)({x: b}, FINE)
    return value is not None and not isinstance(value, fmpq) and abs(to_float(value)) < ZERO


def _split(goal: Goal, slope: Term, x: str, b: fmpq, side: str) -> fmpq | None:
    """A place c for which the derivative has the wanted sign between c and the end b, as far as is seen."""
    other = _end(goal, x, "above" if side == "below" else "below")
    width = fmpq(1) if other is None else fmpq(abs(other - b))
    program, sign = compiled(slope), 1 if side == "below" else -1
    for k in range(1, HALVINGS):
        c = fmpq(b + sign * width / 2**k)
        values = [program({x: c + (b - c) * i / PLACES}) for i in range(PLACES + 1)]
        if all(v is not None and sign * to_float(arb(v)) > 0 for v in values):
            return c
    return None


def _near_and_far(prover: Prover, start: ProofState, x: str, end: Term, c: fmpq, side: str) -> Proof | None:
    """The goal between c and the end, and beyond c."""
    split = Relation("<=" if side == "below" else ">=", var(x), num(c))
    near = assumed(start.goal, split)
    proof = Segment(prover, near, x, end, side, start.depth).proof(False)
    far = None if proof is None else prover.prove(assumed(start.goal, split.negated()), start.depth)
    return None if far is None else [{"rule": "cases", "on": split.text, "yes": proof, "no": far}]
