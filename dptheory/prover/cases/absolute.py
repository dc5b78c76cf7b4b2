"""Cases of what an absolute value is of, and either side of a value that a condition excludes."""

from __future__ import annotations

from dptheory.kernel.real import Relation, num, rational_value, var

from ..goals.goal import Node, Proof
from ..goals.obligations import Prover, tidy
from ..goals.signs import sampled_signs
from ..goals.state import ProofState
from ..registry import CHEAP, tactic
from .splits import assumed, by_cases


@tactic(
    "the goal is abs(a) <= c",
    CHEAP,
    "abs(x*y) <= 1 | abs(x*y) <= 1/2 | abs(x) <= 1, abs(y) <= 1",
)
def by_absolute_value(prover: Prover, start: ProofState) -> Proof | None:
    """Show abs(a) <= c by a <= c and -a <= c, whatever the sign of a is where."""
    op, large, small = start.goal.relation.oriented
    if small.op != "abs" or start.depth < 2:
        return None
    (a,) = small.args
    state = ProofState(prover, start.goal, start.depth)
    places = [state.have(Relation(op, large, t)) for t in (a, -a)]
    if None in places:
        return None
    split = Relation(">=", a, num(0))
    node: Node = {"rule": "cases", "on": split.text, "defined": state.define(a)}
    for branch, r, name, place in (
        ("yes", split, "abs-of-nonnegative", places[0]),
        ("no", split.negated(), "abs-of-nonpositive", places[1]),
    ):
        case = ProofState(prover, assumed(state.goal, r), 1)
        found = case.fact(name, a)
        if found is None or place is None:
            return None
        last = {"rule": "poly", "times": [], "terms": [{"c": "1", "h": [place]}, {"c": "-1", "h": found}]}
        node[branch] = [*case.nodes, last]
    return start.close([*state.nodes, tidy(node)])


@tactic(
    "a condition excludes one value of the goal's only variable",
    CHEAP,
    "(exp(x) - 1)/x > 0 | (exp(x) - 1)/x > 1 | x != 0",
)
def by_excluded_value(prover: Prover, start: ProofState) -> Proof | None:
    """Show a goal in one variable on both sides of a number that the variable is said not to be."""
    name = start.goal.unknown
    if name is None or start.depth < (1 if start.goal.relation.op == "!=" else 2):
        return None
    x = var(name)
    for h in start.goal.visible:
        for t, c in ((h.left, h.right), (h.right, h.left)):
            value = rational_value(c)
            if h.op == "!=" and t == x and value is not None:
                seen = sampled_signs(x - c, start.goal.samples)
                if seen.low < 0 < seen.high:
                    return by_cases(prover, start, Relation(">", x, c))
    return None
