"""Numbers that are not rational, such as log(2) or sqrt(3), between rational ones, as if they were
variables."""

from __future__ import annotations

from flint import fmpq

from dptheory.kernel.real import Relation, Term, compare, num

from ..goals.goal import Proof
from ..goals.numeric import FINE, compiled, to_rational
from ..goals.obligations import Prover
from ..goals.state import ProofState
from ..registry import MODERATE, tactic
from .combination import by_combination
from .sums import by_sum

MOST = 3
BITS = 20
FEW = 20_000
LEAF: Proof = [{"rule": "box", "boxes": {}, "tree": ["leaf"]}]


@tactic(
    "the goal has numbers that are no rationals, with coefficients whose signs are known",
    MODERATE,
    "x**2 + y**2 <= 2*pi | x**2 + y**2 <= pi | x + y <= 5/2, x >= 0, y >= 0",
)
def by_constants(prover: Prover, start: ProofState) -> Proof | None:
    """Combine hypotheses with bounds of the goal's constants."""
    found = [g for g in start.forms().field.generators if not g.names]
    if not 1 <= len(found) <= MOST:
        return None
    state = ProofState(prover, start.goal, start.depth)
    for g in found:
        if g.op == "sqrt":
            state.fact("sqrt-square", *g.args)
        for r in _bounds(g):
            state.have(r, LEAF)
    proof = by_sum(prover, state)
    return start.close(proof or by_combination(prover, state, [2], FEW))


def _bounds(g: Term) -> list[Relation]:
    """Rational numbers below and above a constant, as far as the kernel sees that they are."""
    value = compiled(g)({}, FINE)
    if value is None:
        return []
    x = to_rational(value)
    grid = fmpq(2) ** (BITS - int(abs(x.p)).bit_length() + int(x.q).bit_length())
    low = (x * grid).floor()
    found = [Relation(">", g, num(fmpq(low) / grid)), Relation("<", g, num(fmpq(low + 1) / grid))]
    return [r for r in found if compare(r, {})]
