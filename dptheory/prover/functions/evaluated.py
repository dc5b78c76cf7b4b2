"""Function values that are known, as a change of variable or an end of a range leaves them: their values in
their place."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from dptheory.kernel.real import FUNCTIONS, Relation, Term, exact, num, rational_value, subterms

from ..arithmetic.combination import by_combination, denominators
from ..facts.known import know_values
from ..goals.goal import Proof
from ..goals.obligations import Prover
from ..goals.state import ProofState
from ..registry import MODERATE, tactic

MOST_TERMS: Final = 60


@tactic(
    "the goal has function values that are rational, or roots of even powers",
    MODERATE,
    "sqrt(y**2)*z >= y*z - 1 | sqrt(y**2)*z >= y*z + 1 | z >= 0",
)
def by_known_values(prover: Prover, start: ProofState) -> Proof | None:
    """Show a goal without its roots of even powers and its function values that are rational numbers."""
    r = start.goal.relation
    if not r.variables() or not any(map(_is_known, subterms(r.left, r.right))):
        return None
    state = ProofState(prover, start.goal, start.depth)
    know_values(state)
    forms = state.forms()
    target = forms.expanded(forms.target)
    if len(target.num) + len(target.den) > MOST_TERMS:
        return None
    rest = forms.fraction_term(target)
    if any(map(_is_known, subterms(rest))) or state.define(rest) is None:
        return None
    wanted = Relation(">" if r.strict else ">=", rest, num(0))
    found_on_the_way = frozenset(range(len(start.goal.hypotheses), len(state.goal.hypotheses)))
    inner = state.goal.where(state.goal.sequent.knowing(rest).showing(wanted))
    proof = prover.prove(replace(inner, hidden=inner.hidden | found_on_the_way), start.depth)
    if proof is None or state.have(wanted, proof) is None:
        return None
    denominators(state)
    return start.close(by_combination(prover, state, [1]))


def _is_known(t: Term) -> bool:
    """Whether a term is the square root of an even power, or a function's value that is a rational number."""
    if t.op == "sqrt" and t.args[0].op == "pow":
        e = rational_value(t.args[0].args[1])
        return e is not None and e > 0 and e.q == 1 and int(e.p) % 2 == 0
    return t.op in FUNCTIONS and not t.names and exact(t, {}) is not None
