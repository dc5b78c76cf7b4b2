"""Far out, the logarithm of an exponential and something small is about its exponent."""

from __future__ import annotations

from collections.abc import Iterator

from flint import fmpq

from dptheory.kernel.real import Field, Relation, Term, gap, num, replace_terms, var

from ..cases.splits import assumed
from ..facts.replacement import eliminate_value, linear_part
from ..goals.goal import Goal, Proof
from ..goals.numeric import compiled
from ..goals.obligations import Prover
from ..goals.segments import bases
from ..goals.signs import sampled_signs
from ..goals.state import ProofState
from ..registry import CHEAP, tactic

DEPTH = 4
PLACES = tuple(fmpq(k) for k in (1, 2, 3, 4, 8, 16))
BEYOND = (fmpq(1), fmpq(17, 16), fmpq(5, 4), fmpq(3, 2), fmpq(2), fmpq(4), fmpq(16))


@tactic(
    "the goal has one variable without an upper bound, and the logarithm of an exponential and a rest",
    CHEAP,
    "erfc(x/sqrt(2))/2 > 2/pi*log(exp(x**2/2) - 1)*exp(-x**2) | "
    "erfc(x/sqrt(2))/2 > 11/5/pi*log(exp(x**2/2) - 1)*exp(-x**2) | x > 0",
)
def by_leading_exponent(prover: Prover, start: ProofState) -> Proof | None:
    """Show the goal from some place on with u, which is more or less, for log(exp(u) + r); the rest as it
    is."""
    goal, x = start.goal, start.goal.unknown
    if x is None or goal.relation.op in ("=", "!=") or goal.sequent.variables[x] or bases(goal, x, "above"):
        return None
    for log, power in _leading(goal, x):
        c = _from(goal, x, replace_terms(gap(goal.relation), {log.key: power.args[0]}))
        if c is None:
            continue
        split = Relation(">=", var(x), num(c))
        state = ProofState(prover, assumed(goal, split), max(start.depth, DEPTH))
        far = _bounded(prover, state, log, power)
        near = None if far is None else prover.prove(assumed(goal, split.negated()), start.depth)
        if far is not None and near is not None:
            return start.close([{"rule": "cases", "on": split.text, "yes": far, "no": near}])
    return None


def _leading(goal: Goal, x: str) -> Iterator[tuple[Term, Term]]:
    """Logarithms of an exponential and a rest, and the exponentials."""
    for log in Field([goal.relation.left, goal.relation.right]).generators:
        if log.op != "log" or x not in log.names:
            continue
        field = Field(log.args)
        form = field[log.args[0]]
        for i, g in enumerate(field.generators):
            part = linear_part(form, i) if g.op == "exp" and x in g.names else None
            if part is not None and part.constant == 1 and len(form.num) > 1:
                yield log, g


def _from(goal: Goal, x: str, weaker: Term) -> fmpq | None:
    """A place from which on a difference looks positive."""
    program = compiled(weaker)
    ends = [] if not goal.samples else [min(p[x] for p in goal.samples)]
    for c in PLACES:
        values = [program({x: c * k}) for k in BEYOND]
        if c > min(ends, default=c) and all(v is not None and v > 0 for v in values):
            return c
    return None


def _bounded(prover: Prover, state: ProofState, log: Term, power: Term) -> Proof | None:
    """The goal with the exponent in the place of the logarithm."""
    (inside,), (u,) = log.args, power.args
    more = sampled_signs(inside - power, state.goal.samples).low >= 0
    small, large = (power, inside) if more else (inside, power)
    if state.fact("log-monotone", small, large) is None or state.fact("log-exp", u) is None:
        return None
    place = state.have(Relation(">=" if more else "<=", log, u), depth=1)
    return None if place is None else eliminate_value(prover, state, place, ("log",), log)
