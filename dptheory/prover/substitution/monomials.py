"""Products of two positive variables as one: x = t/y, where x never occurs with a higher power than y.

So a claim under a*b*c = 1, which an equation has made one in two variables, becomes one of lower degree.
"""

from __future__ import annotations

from itertools import permutations

from dptheory.kernel.real import Relation, num, var

from ..arithmetic.factors import shape_of
from ..goals.goal import Proof, fresh_name
from ..goals.obligations import Prover
from ..goals.signs import sampled_signs
from ..goals.state import ProofState
from ..registry import CHEAP, tactic
from .change import Change, changed


@tactic(
    "the goal comes to a polynomial in which a positive variable has no higher power than another",
    CHEAP,
    "x**3*y**3 + 3*x*y**2 + y**3 + 1 >= x**2*y**3 + x**2*y**2 + x*y**3 + x*y + y**2 + y | "
    "x**3*y**3 + 3*x*y**2 + y**3 + 1 > x**2*y**3 + x**2*y**2 + x*y**3 + x*y + y**2 + y | x > 0, y > 0",
)
def by_product_variables(prover: Prover, start: ProofState) -> Proof | None:
    """Show the goal's only factor in the product of two variables."""
    forms = start.forms()
    p = shape_of(forms).irreducible
    if p is None:
        return None
    degrees = p.degrees()
    names = [i for i, g in enumerate(forms.field.generators) if g.op == "var" and degrees[i] > 1]
    for i, j in permutations(names, 2):
        if any(e[i] > e[j] for e in p.monoms()):
            continue
        x, y = forms.field.generators[i], forms.field.generators[j]
        if any(sampled_signs(t, start.goal.samples).low <= 0 for t in (x, y)):
            continue
        name = fresh_name(start.goal)
        op = ">" if start.goal.relation.strict else ">="
        state = ProofState(prover, start.goal, start.depth)
        wanted = Relation(op, forms.term(p), num(0))
        known = state.goal.sequent.knowing(wanted.left).showing(wanted)
        inner = ProofState(prover, state.goal.where(known), start.depth)
        proof = changed(prover, inner, Change(str(x.value), name, x * y, var(name) / y, ">"))
        if proof is not None and state.have(wanted, proof) is not None:
            return start.close(state.close(prover.prove(state.goal, 0)))
    return None
