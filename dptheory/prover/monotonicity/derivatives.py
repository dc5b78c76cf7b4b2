"""Monotonicity: divide by something positive, differentiate, and show the derivative's sign.

A goal g(x) >= 0 follows from g(a) >= 0 at a base a and the sign of the derivative between a and x. The
divisor is chosen so that the derivative has fewer independent function values, or lower powers of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

from flint import fmpq

from dptheory.kernel.real import Relation, Term, apply, derivative, free_variables, num, substitute, var

from ..arithmetic.combination import denominators
from ..arithmetic.factors import shape_of
from ..arithmetic.rooting import simple
from ..cases.splits import by_cases
from ..facts.known import know_values
from ..functions.logarithms import expanded_logarithm
from ..goals.forms import Item, forms_of
from ..goals.goal import Goal, Proof
from ..goals.numeric import compiled, sign_at
from ..goals.obligations import Prover
from ..goals.polynomials import coefficients_in, proportional
from ..goals.segments import Segment, bases
from ..goals.signs import sampled_signs
from ..goals.state import ProofState
from ..registry import DEAR, tactic
from .decay import decreasing_to_zero
from .divisors import Descent, descents
from .open_ends import increasing_from_open_end

TRIES = 5

Use = Callable[[Prover, Goal, Descent, int], Proof | None]


@tactic(
    "the goal comes to one function, of which a derivative has one sign, or changes it at one place",
    DEAR,
    "tanh(x) <= x | tanh(x) < x | x >= 0",
)
def by_derivatives(prover: Prover, start: ProofState) -> Proof | None:
    """Try the most promising divisors and variables."""
    forms = start.forms()
    p = shape_of(forms).irreducible
    if p is None:
        return None
    f = forms.term(p)
    found = sorted(descents(start.goal, forms, p, f), key=lambda r: r.cost)
    steady = [r for r in found if not r.turns][:TRIES]
    if found and found[0].constant:
        proof = by_constancy(prover, start, found[0].variable)
        if proof is not None:
            return proof
    for descent, use in [*((r, mean_value) for r in steady), *((r, open_end) for r in steady)]:
        prover.budget.check()
        proof = prover.attempt(partial(_by_monotonicity, prover, start, f, descent, use))
        if proof is not None:
            return start.close(proof)
    proof = by_turning_points(prover, start, [r for r in found if r.turns])
    return by_chords(prover, start, f) if proof is None else proof


def derivatives_first(prover: Prover, start: ProofState) -> Proof | None:
    """A goal by its derivative before anything else: one that was made for it."""
    state = ProofState(prover, start.goal, start.depth)
    know_values(state)
    denominators(state)
    return prover.attempt(partial(by_derivatives, prover, state))


@tactic(
    "the goal has one variable, and a zero of known order divided off",
    DEAR,
    "asin(x) <= pi/2*x | asin(x) <= x | 0 <= x <= 1",
)
def by_descent(prover: Prover, start: ProofState) -> Proof | None:
    """Differentiate without a divisor, the goal having one variable."""
    forms = start.forms()
    p = shape_of(forms).irreducible
    if p is None:
        return None
    f = forms.term(p)
    for x in sorted(free_variables(f)):
        slope = derivative(f, x)
        seen = sampled_signs(slope, start.goal.samples)
        descent = Descent(x, None, f, slope, seen, 0)
        if seen.seen and not descent.turns:
            proof = _by_monotonicity(prover, start, f, descent, mean_value)
            if proof is not None:
                return start.close(proof)
    return None


def _by_monotonicity(prover: Prover, start: ProofState, f: Term, descent: Descent, use: Use) -> Proof | None:
    """Show the quotient's sign by the mean value theorem and multiply by the divisor."""
    if use is open_end and not _open_bases(start.goal, replace(descent, quotient=f)):
        return None  # an end that is open only because the divisor vanishes there
    op = ">" if start.goal.relation.strict else ">="
    state = ProofState(prover, start.goal, start.depth)
    if descent.divisor is not None and state.have(Relation(">", descent.divisor, num(0))) is None:
        return None
    wanted = Relation(op, descent.quotient, num(0))
    if state.define(descent.quotient) is None:
        return None
    known = state.goal.sequent.knowing(descent.quotient).showing(wanted)
    proof = use(prover, state.goal.where(known), descent, start.depth)
    if proof is None or state.have(wanted, proof) is None:
        return None
    return multiplied(state)


def multiplied(state: ProofState) -> Proof | None:
    """The goal as a positive multiple of the last hypothesis times a divisor among the others."""
    forms = state.forms()
    last = forms.size - 1
    field = forms.field
    for uses in ((last,), (last - 1, last), *((i, last) for i, r in forms.relations.items() if r.op == ">")):
        if not all(i in forms.forms for i in uses):
            continue
        total = field.number(fmpq(1))
        for i in uses:
            total = field.multiply(total, forms.forms[i])
        c = None if total.is_zero else field.divide(forms.target, total).constant
        if c is None and forms.rewrites:
            sides = forms.target.num * total.den, total.num * forms.target.den
            c = proportional(*(forms.reduced(p) for p in sides))
        if c is not None and c > 0:
            return state.poly(forms.node([], [(Item(forms.one, uses), c)]))
    return None


def by_turning_points(prover: Prover, start: ProofState, found: list[Descent]) -> Proof | None:
    """Split the domain where a derivative changes its sign, and show it on either side."""
    tried: set[bytes] = set()
    for descent in found:
        for c in turning_points(start.goal, descent):
            split = Relation("<=", var(descent.variable), c)
            key = split.left.key + c.key
            if key in tried or len(tried) >= TRIES or start.goal.index_of(split) is not None:
                continue
            if start.goal.index_of(split.negated()) is not None or not _separates(start.goal, descent, c):
                continue
            tried.add(key)
            prover.budget.check()
            proof = by_cases(prover, start, split)
            if proof is not None:
                return proof
    return None


def by_constancy(prover: Prover, start: ProofState, x: str) -> Proof | None:
    """Split the range of a variable on which the goal's function does not depend, at a number inside it."""
    goal = start.goal
    for value in (1, 0, -1):
        split = Relation("<=", var(x), num(value))
        seen = sampled_signs(var(x) - num(value), goal.samples)
        if seen.low < 0 < seen.high and goal.index_of(split) is None:
            proof = by_cases(prover, start, split)
            if proof is not None:
                return proof
    return None


def by_chords(prover: Prover, start: ProofState, f: Term) -> Proof | None:
    """Split off an end a of a variable's range, and show it of f/(x - a) on the rest."""
    goal = start.goal
    for x in sorted(free_variables(f)):
        for side, op in (("below", "<="), ("above", ">=")):
            for a in bases(goal, x, side):
                distance = var(x) - a if side == "below" else a - var(x)
                seen = sampled_signs(distance, goal.samples)
                if seen.low != 0 or seen.high <= 0:
                    continue
                inner = [p for p in goal.samples if sign_at(compiled(distance), p)]
                slope = sampled_signs(derivative(f / distance, x), inner)
                if slope.seen and not slope.low < 0 < slope.high:
                    proof = by_cases(prover, start, Relation(op, var(x), a))
                    if proof is not None:
                        return proof
    return None


def turning_points(goal: Goal, descent: Descent) -> Iterator[Term]:
    """Terms at which the derivative may change its sign: roots of linear factors, other variables,
    simple numbers."""
    x = descent.variable
    forms = forms_of(descent.slope)
    for q, _ in shape_of(forms).top.factors:
        places = [i for i, g in enumerate(forms.generators) if q.degrees()[i] and x in free_variables(g)]
        parts = coefficients_in(q, places[0]) if len(places) == 1 else {}
        if 1 not in parts or set(parts) - {0, 1} or not _signed(goal, forms.term(parts[1])):
            continue
        root = forms.term(parts.get(0, forms.one * 0) * (-1 / parts[1].leading_coefficient()))
        if not parts[1].is_constant():
            root = simple(root / forms.term(parts[1] * (1 / parts[1].leading_coefficient())))
        g = forms.generators[places[0]]
        place = root if g.op == "var" else _where(g, x, root)
        if place is not None:
            yield place
    given = [h for i, h in enumerate(goal.hypotheses) if i not in goal.hidden and i not in goal.derived]
    mentioned = [n for n in sorted(goal.sequent.variables) if n != x]
    mentioned = [n for n in mentioned if any(n in h.variables() for h in goal.visible)]
    first = [n for n in mentioned if any(n in h.variables() for h in given)]
    yield from (var(n) for n in first)
    for value in (0, 1, -1, fmpq(1, 2), 2):
        yield num(value)
    yield from (var(n) for n in mentioned if n not in first)


def _where(g: Term, x: str, value: Term) -> Term | None:
    """Where a function of x has a value: log(value)/c for exp(c*x), and so on."""
    if g.op not in ("exp", "log", "pow") or (g.op == "pow" and x in free_variables(g.args[1])):
        return None
    scale = simple(g.args[0] / var(x))
    if x in free_variables(scale):
        return None
    if g.op != "log":
        value = expanded_logarithm(value) if g.op == "exp" or not free_variables(value) else value
    if g.op == "exp":
        place = value
    elif g.op == "log":
        place = apply("exp", value)
    elif free_variables(value):
        place = value ** simple(1 / g.args[1])
    else:
        place = apply("exp", simple(value / g.args[1]))
    return place if scale == num(1) else simple(place / scale)


def _signed(goal: Goal, t: Term) -> bool:
    """Whether a term looks as if it were nowhere 0."""
    seen = sampled_signs(t, goal.samples)
    return seen.low > 0 or seen.high < 0


def _separates(goal: Goal, descent: Descent, c: Term) -> bool:
    """Whether the derivative has one sign on either side of c, as far as the samples show."""
    place, slope = compiled(var(descent.variable) - c), compiled(descent.slope)
    seen: dict[int, set[int]] = {-1: set(), 0: set(), 1: set()}
    for point in goal.samples:
        side, s = sign_at(place, point), sign_at(slope, point)
        if side is not None and s is not None:
            seen[side].add(s)
    return all(not {-1, 1} <= seen[side] for side in (-1, 1)) and bool(seen[-1] - {0}) and bool(seen[1] - {0})


def mean_value(prover: Prover, goal: Goal, descent: Descent, depth: int) -> Proof | None:
    """Show g(x) >= 0 (or > 0) from a base below, if g rises, or above, if it falls."""
    sides = [s for s, fits in (("below", descent.seen.low >= 0), ("above", descent.seen.high <= 0)) if fits]
    for side in sides:
        for base in bases(goal, descent.variable, side):
            at_base = substitute(descent.quotient, {descent.variable: base})
            seen = sampled_signs(at_base, goal.samples, stop_below=True)
            if seen.low < 0 or not seen.seen:
                continue
            proof = Segment(prover, goal, descent.variable, base, side, depth).proof(seen.low > 0)
            if proof is not None:
                return proof
    return decreasing_to_zero(prover, goal, descent.variable, depth) if "above" in sides else None


def _open_bases(goal: Goal, descent: Descent) -> list[Term]:
    """Ends below at which a quotient that rises is not defined."""
    found = bases(goal, descent.variable, "below") if descent.seen.low >= 0 else []
    return [
        a
        for a in found
        if not sampled_signs(substitute(descent.quotient, {descent.variable: a}), goal.samples).seen
    ]


def open_end(prover: Prover, goal: Goal, descent: Descent, depth: int) -> Proof | None:
    """Show g(x) >= 0 from an open end below, if g rises."""
    for base in _open_bases(goal, descent):
        proof = increasing_from_open_end(prover, goal, descent.variable, base, depth)
        if proof is not None:
            return proof
    return None
