"""Goals about one unknown, polynomials in it: decided, by isolating all real zeros.

Complete: between two neighbouring zeros of all polynomials that occur nothing changes its sign, so that there
are finitely many places to look at. The kernel checks the cuts by Sturm's theorem.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from flint import arb, fmpq, fmpq_poly

from dptheory.kernel import KernelError
from dptheory.kernel.real import Relation, Term, check_line, polynomials, radical

from ..budget import charge
from ..goals.forms import Forms
from ..goals.goal import Node, Proof
from ..goals.numeric import to_rational
from ..goals.obligations import Prover
from ..goals.state import ProofState
from ..registry import CHEAP, tactic

HIGH = 60
"""The degree from which on the size of a polynomial's numbers is charged as well."""


@tactic(
    "the goal comes to a polynomial in one unknown, a variable or a function value",
    CHEAP,
    "x**5 - 3*x + 3 > 0 | x**5 - 3*x + 1 > 0 | x > 0",
    said="zeros of polynomials in one unknown",
)
def by_univariate(prover: Prover, start: ProofState) -> Proof | None:
    """Show a goal that follows from the hypotheses in its only unknown; without one, in any unknown."""
    forms = start.forms()
    own = _unknowns(forms, None)
    if len(own) > 1 or _quadratic(forms):
        return None
    for place in own or sorted({i for k in forms.raw for i in _unknowns(forms, k)}):
        used = [k for k in forms.raw if _unknowns(forms, k) == {place}]
        if not used and not own:
            continue
        key = ("line", start.goal.relation, *(start.goal.hypotheses[k] for k in used))
        if key in prover.futile:
            continue
        cuts = cuts_of([start.goal.relation, *(start.goal.hypotheses[k] for k in used)])
        if cuts is not None:
            node: Node = {"rule": "sturm", "use": used, "cuts": [str(c) for c in cuts]}
            return [*start.nodes, node]
        prover.futile.add(key)
        if own and _is_all(start, forms.field.generators[place], used):
            start.commit()  # what is known leaves points at which it is false
    return None


def _is_all(start: ProofState, unknown: Term, used: Sequence[int]) -> bool:
    """Whether some hypotheses are all that is known of a real variable, and small enough to be decided."""
    goal, x = start.goal, str(unknown.value)
    if unknown.op != "var" or goal.sequent.variables[x]:
        return False
    about = [h for h in goal.visible if x in h.variables()]
    known = {goal.hypotheses[k] for k in used}
    try:
        return known.issuperset(about) and between(radical(polynomials([goal.relation, *known]))) is not None
    except KernelError:
        return False


def _quadratic(forms: Forms) -> bool:
    """Whether the goal is a quadratic polynomial on the whole line: a square shows that better."""
    num, den = forms.raw_target.num, forms.raw_target.den
    own = _unknowns(forms, None)
    alone = own and not any(_unknowns(forms, k) & own for k in forms.raw)
    return bool(alone and den.is_constant() and num.total_degree() == 2)


def _unknowns(forms: Forms, index: int | None) -> set[int]:
    """The generators in the normal form of a hypothesis, or of the goal."""
    form = forms.raw_target if index is None else forms.raw[index]
    return {i for p in (form.num, form.den) for i, k in enumerate(p.degrees()) if k > 0}


def cuts_of(used: Sequence[Relation]) -> list[fmpq] | None:
    """Places between all the zeros, if the first relation follows from the others; None if not."""
    try:
        cuts = between(radical(polynomials(used)))
        check_line(used, cuts)
    except KernelError:
        return None
    return cuts


def between(p: fmpq_poly) -> list[fmpq]:
    """Simple numbers between the neighbouring real zeros of a polynomial that has no multiple ones."""
    zeros = zeros_of(p)
    # the ends of a ball are rounded, its middle and its radius are not: two close zeros stay apart
    ends = [(to_rational(z.mid()), to_rational(z.rad())) for z in zeros]
    return [_simple(a + s, b - t) for (a, s), (b, t) in pairwise(ends)]


def zeros_of(p: fmpq_poly) -> list[arb]:
    """Balls around the real zeros of a polynomial that has no multiple ones, rising and apart."""
    if p.degree() < 1:
        return []
    degree, whole = int(p.degree()), p.numer()
    # numbers as long as the degree is high leave few digits right: that costs its third power
    long = degree**2 * min(degree, int(whole.height_bits())) // 4 if degree > HIGH else 0
    charge(200 + 20 * (degree + 1) ** 2 + long)
    found: Any = whole.complex_roots()
    zeros: list[arb] = sorted((z.real for z, _ in found if z.imag == 0), key=lambda z: z.mid())
    if not all(a < b for a, b in pairwise(zeros)):
        raise KernelError("zeros that are not told apart")
    return zeros


def _simple(low: fmpq, high: fmpq) -> fmpq:
    """A number strictly between two others, with the shortest binary fraction."""
    if low >= high:
        raise KernelError("zeros that are not told apart")
    scale = fmpq(1)
    while (found := fmpq((low * scale).floor()) + 1) >= high * scale:
        scale *= 2
    return found / scale
