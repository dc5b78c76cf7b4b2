"""Logarithms of products, quotients, powers and roots, written out as sums of logarithms of their parts."""

from __future__ import annotations

from dptheory.kernel.real import Term, rational_value, subterms

from ..arithmetic.constants import by_constants
from ..arithmetic.sums import by_sum
from ..goals.goal import Proof
from ..goals.obligations import Prover
from ..goals.state import ProofState
from ..registry import MODERATE, tactic
from .tangents import by_tangents

LOGARITHMS = {
    "mul": "log-product",
    "div": "log-quotient",
    "pow": "log-power",
    "sqrt": "log-sqrt",
    "exp": "log-exp",
}


@tactic(
    "the goal has several logarithms, of products or quotients",
    MODERATE,
    "log(d/e) + 1 >= log(2*d/e) | log(d/e) + 1/2 >= log(2*d/e) | d > 0, e > 0",
)
def by_written_out_logarithms(prover: Prover, start: ProofState) -> Proof | None:
    """Show a sum of logarithms of products from what these are sums of."""
    r = start.goal.relation
    logs = [t for t in subterms(r.left, r.right) if t.op == "log" and t.names]
    if len(logs) < 2 or not any(t.args[0].op in ("mul", "div", "pow") for t in logs):
        return None
    state = ProofState(prover, start.goal, 2)
    for t in logs:
        _write_out(state, t.args[0])
    return start.close(by_sum(prover, state) or by_constants(prover, state) or by_tangents(prover, state))


def _write_out(state: ProofState, t: Term) -> None:
    """Say what the logarithm of a term is by those of its parts, and of theirs."""
    name = LOGARITHMS.get(t.op)
    if t.op == "const" and t.value == "E":
        name = "log-e"
    if name is None:
        return
    if state.fact(name, *t.args) is not None and t.op in ("mul", "div", "pow", "sqrt"):
        if t.op == "pow" and rational_value(t.args[1]) is None:
            state.sign(t.args[1], strict=False, depth=1)
        for part in t.args[: 1 if t.op == "pow" else None]:
            _write_out(state, part)
