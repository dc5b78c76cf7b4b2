"""Goals in one variable whose derivative, after division, has the sign of a polynomial: monotone cells.

A goal P*F + Q >= 0 that is linear in a function value F (a logarithm, an arc tangent, an exponential) is one
about F + Q/P where P is positive, or 1 + Q/(P*F). Where the derivative of that has the sign of a polynomial,
the zeros of the polynomial divide the range into cells on each of which the goal's function rises or falls,
so that it is least at an end of the cell. Complete where these zeros, or their squares or exponentials, are
rational, or no places of contact.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from flint import fmpq, fmpq_mpoly

from dptheory.kernel import KernelError
from dptheory.kernel.real import (
    FUNCTIONS,
    Relation,
    Term,
    apply,
    derivative,
    free_variables,
    num,
    rational_value,
    substitute,
    subterms,
    var,
)

from ..arithmetic.factors import by_factors, product, shape_of
from ..cases.splits import assumed
from ..enclosures.boxes import bounds_of
from ..enclosures.series import by_series
from ..facts.exponents import exponentials
from ..facts.products import roots
from ..facts.values import reciprocal
from ..goals.forms import Forms
from ..goals.goal import Goal, Proof
from ..goals.numeric import compiled, sign_at
from ..goals.obligations import Prover
from ..goals.polynomials import coefficients_in, occurs
from ..goals.segments import Segment, bases, linear_bound
from ..goals.signs import sampled_signs
from ..goals.state import ProofState
from ..registry import DEAR, tactic
from .derivatives import multiplied, open_end
from .divisors import Descent
from .turns import MOST_TERMS, Turn, polynomial_in, turns_of

SIMPLER = ("log", "atan", "asin", "acos", "exp", "sqrt", "pow", "erf", "erfc")
MOST_VALUES = 3
ENORMOUS = 2**60


@tactic(
    "the goal has one variable, and a quotient of it has a derivative whose zeros are isolated",
    DEAR,
    "atan(x) >= x | atan(x) > x | x <= 0",
    said="cells on which a quotient is monotone",
)
def by_cells(prover: Prover, start: ProofState) -> Proof | None:
    """Show a goal in one variable on the cells on which its function, once divided, is monotone."""
    goal, x = start.goal, start.goal.unknown
    key = ("cells", start.depth, goal.key)
    if x is None or start.depth < 1 or goal.sequent.variables[x] or key in prover.futile:
        return None
    prover.futile.add(key)
    state = ProofState(prover, goal, start.depth)
    exponentials(state, state.forms().field)
    roots(state, state.forms().field)
    forms = state.forms()
    values = [
        g
        for i, g in enumerate(forms.field.generators)
        if g.args
        and x in free_variables(g)
        and any(occurs(p, i) for p in (forms.target.num, forms.target.den))
    ]
    if not 1 <= len(values) <= MOST_VALUES or any(g.op not in SIMPLER for g in values):
        return None
    inside = subterms(*(a for g in values for a in g.args))
    if any(t.op in FUNCTIONS and x in free_variables(t) for t in inside):
        return None  # a function of a function has another derivative than one of these
    if any(g.op == "atan" and reciprocal(g.args[0]) is not None for g in values):
        return None  # it is restated first
    signs = sampled_signs(forms.fraction_term(forms.target), goal.samples, stop_below=True)
    if forms.reduced(forms.target.num).is_zero() or signs.low < 0:
        return None
    shape = shape_of(forms)
    whole = (*shape.top.factors, *shape.bottom.factors)
    factors = [(p, k) for p, k in whole if polynomial_in(forms, p, x) is None]
    if len(factors) != 1 or factors[0] not in shape.top.factors or factors[0][1] % 2 == 0:
        return None
    return start.close(_by_factor(prover, state, forms, factors[0][0], x))


def _by_factor(prover: Prover, state: ProofState, forms: Forms, p: fmpq_mpoly, x: str) -> Proof | None:
    """The goal from the sign of its only factor that is no polynomial in the variable."""
    seen = sampled_signs(forms.term(p), state.goal.samples)
    if not 1 < len(p) <= MOST_TERMS or seen.low < 0 < seen.high:
        return None
    p = p if seen.low >= 0 else -p
    wanted = Relation(">" if state.goal.relation.strict else ">=", forms.term(p), num(0))
    if state.define(wanted.left) is None:
        return None
    inner = state.goal.where(state.goal.sequent.knowing(wanted.left).showing(wanted))
    for descent in _descents(inner, forms, p, x):
        proof = prover.attempt(partial(_divided, prover, ProofState(prover, inner, state.depth), descent))
        if proof is not None and state.have(wanted, proof) is not None:
            return product(state) or by_factors(prover, state)
    return None


def _descents(goal: Goal, forms: Forms, p: fmpq_mpoly, x: str) -> Iterator[Descent]:
    """The goal divided by what makes its derivative one that has the sign of a polynomial."""
    f, divisors = forms.term(p), list[Term | None]([None])
    for i, g in enumerate(forms.field.generators):
        parts = coefficients_in(p, i) if g.args and occurs(p, i) and x in free_variables(g) else {}
        if set(parts) - {0, 1} or 1 not in parts:
            continue
        t, rest = (_positive(goal, forms, parts.get(k)) for k in (1, 0))
        found = [t, rest if g.op == "log" else None]
        if t is not None and g.op in ("exp", "pow"):
            found.append(g if t == num(1) else t * g)
        divisors += [t for t in found if t is not None and x in free_variables(t)]
    for divisor in divisors:
        quotient = f if divisor is None else f / divisor
        try:
            slope = derivative(quotient, x)
        except KernelError:
            continue
        yield Descent(x, divisor, quotient, slope, sampled_signs(slope, goal.samples), 0)


def _positive(goal: Goal, forms: Forms, q: fmpq_mpoly | None) -> Term | None:
    """A polynomial or its opposite as a term, whichever is seen to be positive."""
    seen = sampled_signs(forms.term(q), goal.samples) if q is not None else None
    if q is None or seen is None or not seen.seen or seen.low <= 0 <= seen.high:
        return None
    return forms.term(q if seen.low > 0 else -q)


def _divided(prover: Prover, start: ProofState, descent: Descent) -> Proof | None:
    """The goal from its quotient's sign."""
    root = apply("sqrt", var(descent.variable))
    met = any(t.key == root.key for t in subterms(descent.slope))
    squares = [Relation("=", root**2, var(descent.variable))] if met else []
    forms = Forms(squares, Relation(">=", descent.slope, num(0)))
    turns = turns_of(start.goal, forms, descent.variable)
    if turns is None or _leaves(start.goal, descent.variable, forms, turns):
        return None
    state = ProofState(prover, start.goal, start.depth)
    if descent.divisor is not None and state.have(Relation(">", descent.divisor, num(0)), depth=2) is None:
        return None
    wanted = Relation(">" if start.goal.relation.strict else ">=", descent.quotient, num(0))
    if state.define(descent.quotient) is None:
        return None
    known = state.goal.where(state.goal.sequent.knowing(descent.quotient).showing(wanted))
    depth = 3 if any(rational_value(turn.first) is None for turn in turns) else 2
    proof = _on_cells(prover, known, descent, turns, max(depth, start.depth))
    if proof is None or state.have(wanted, proof) is None:
        return None
    return start.close(multiplied(state))


def _leaves(goal: Goal, x: str, forms: Forms, turns: list[Turn]) -> bool:
    """Whether the function falls towards an infinite end: for `inversion` if it is analytic there, for
    `vanishing` if it falls to 0."""
    slope = compiled(forms.fraction_term(forms.target))
    reach = max((abs(turn.near) for turn in turns), default=fmpq(1)) + 2
    for end, outward in zip(bounds_of(goal, x), (-1, 1), strict=True):
        beyond = {x: outward * (reach + (0 if end is None else abs(end))) * ENORMOUS}
        if end is None and sign_at(slope, beyond) == -outward:
            return True
    return False


def _on_cells(prover: Prover, goal: Goal, descent: Descent, turns: list[Turn], depth: int) -> Proof | None:
    """The goal cell by cell, from the left."""
    if not turns:
        return _in_cell(prover, goal, descent, depth)
    turn, rest = turns[0], turns[1:]
    split = Relation("<=", var(descent.variable), turn.first)
    left = _in_cell(prover, assumed(goal, split), descent, depth)
    if left is None:
        return None
    right = assumed(goal, split.negated())
    beyond = _after(prover, right, descent, None if turn.first == turn.last else turn.last, rest, depth)
    return None if beyond is None else [{"rule": "cases", "on": split.text, "yes": left, "no": beyond}]


def _after(
    prover: Prover,
    goal: Goal,
    descent: Descent,
    end: Term | None,
    rest: list[Turn],
    depth: int,
) -> Proof | None:
    """What comes after a turn: first the short interval around it, if it is not rational."""
    if end is None:
        return _on_cells(prover, goal, descent, rest, depth)
    split = Relation("<=", var(descent.variable), end)
    near = assumed(goal, split)
    yes = by_series(prover, ProofState(prover, near, depth))
    no = None if yes is None else _on_cells(prover, assumed(goal, split.negated()), descent, rest, depth)
    return None if no is None else [{"rule": "cases", "on": split.text, "yes": yes, "no": no}]


def _in_cell(prover: Prover, goal: Goal, descent: Descent, depth: int) -> Proof | None:
    """The goal where its function rises or falls."""
    x = descent.variable
    if not goal.samples:
        return None
    seen = sampled_signs(descent.slope, goal.samples)
    here = Descent(x, descent.divisor, descent.quotient, descent.slope, seen, 0)
    if here.turns:
        return None
    cell = partial(_Cell, divisor=descent.divisor)
    for side in [s for s, fits in (("below", seen.low >= 0), ("above", seen.high <= 0)) if fits]:
        for base in bases(goal, x, side):
            at_base = sampled_signs(substitute(descent.quotient, {x: base}), goal.samples, stop_below=True)
            if at_base.seen and at_base.low >= 0:
                proof = cell(prover, goal, x, base, side, depth).proof(at_base.low > 0)
                if proof is not None:
                    return proof
    return open_end(prover, goal, here, depth)


@dataclass(frozen=True)
class _Cell(Segment):
    """A segment on which the derivative's factors are polynomials, or evidently have a sign."""

    divisor: Term | None = None

    def _known(self, state: ProofState, t: Term) -> None:
        for h in state.goal.visible:
            alone = h.variables() == {self.variable} and h.op not in ("=", "!=")
            if alone and linear_bound(h, self.variable) is not None:
                state.have(h.substituted({self.variable: t}), depth=0)
        if self.divisor is not None:
            positive = Relation(">", substitute(self.divisor, {self.variable: t}), num(0))
            state.have(positive, depth=2)

    def _shown(self, state: ProofState) -> Proof | None:
        last = ProofState(self.prover, state.goal, 2)
        return by_factors(self.prover, last) or super()._shown(state)
