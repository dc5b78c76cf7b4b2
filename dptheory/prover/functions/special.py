"""Classical inequalities of error functions and gamma functions, and of two logarithms."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

from flint import fmpq

from dptheory.kernel import KernelError
from dptheory.kernel.real import (
    Field,
    Relation,
    Term,
    derivative,
    free_variables,
    gap,
    is_integer,
    num,
    substitute,
    subterms,
)

from ..cases.splits import by_cases
from ..facts.replacement import linear_part, with_fact
from ..goals.goal import Proof
from ..goals.obligations import Prover
from ..goals.polynomials import fraction_term, tidied
from ..goals.segments import Segment
from ..goals.signs import sampled_signs
from ..goals.state import ProofState
from ..integers.induction import by_induction
from ..integers.recurrences import related_already
from ..registry import CHEAP, MODERATE, tactic

FUNCTIONS = ("erf", "erfc", "gamma", "uppergamma", "lowergamma")
MOST = 6

Inequality = tuple[str, tuple[Term, ...]]


def special_values(state: ProofState) -> list[Term]:
    """The goal's values of error and gamma functions, if they are few."""
    r = state.goal.relation
    found = [t for t in subterms(r.left, r.right) if t.op in FUNCTIONS]
    return found if len(found) <= MOST else []


@tactic(
    "the goal has error or gamma functions about which a classical inequality is known",
    MODERATE,
    "gamma(x + 1/2) <= sqrt(x)*gamma(x) | gamma(x + 1/2) <= 9/10*sqrt(x)*gamma(x) | x > 0",
)
def by_special(prover: Prover, start: ProofState) -> Proof | None:
    """Show the goal from a classical inequality of its error and gamma functions."""
    values = special_values(start)
    if not values or start.depth < 1:
        return None
    tried: set[tuple[object, ...]] = set()
    proof = _from_zero(prover, start, values) or _factorials(prover, start, values)
    if proof is not None:
        return proof
    for name, args in candidates(start, values):
        key = (name, *(a.key for a in args))
        if key not in tried:
            tried.add(key)
            prover.budget.check()
            proof = with_fact(prover, start, name, args, FUNCTIONS)
            if proof is not None:
                return proof
    return None


def candidates(state: ProofState, values: list[Term]) -> Iterator[Inequality]:
    """Facts with arguments that fit the function values."""
    yield from _error_functions(state, [t for t in values if t.op == "erfc"])
    yield from _tails(state, [t for t in values if t.op == "uppergamma"])
    yield from _heads(state, [t for t in values if t.op == "lowergamma"])
    yield from _orders(state, [t for t in values if t.op == "gamma"])


def _error_functions(state: ProofState, values: list[Term]) -> Iterator[Inequality]:
    for low, high in permutations([t.args[0] for t in values], 2):
        if sampled_signs(high - low, state.goal.samples).low >= 0:
            yield "erfc-scaled", (low, high)
    for t in values:
        least = sampled_signs(t.args[0], state.goal.samples).low
        if least >= 0:
            yield "erfc-chernoff", t.args
        if least > 0:
            yield "erfc-tail", t.args


def _tails(state: ProofState, values: list[Term]) -> Iterator[Inequality]:
    """Bounds by exponential moments: at rates that the goal's exponentials have, and at the best rate."""
    r = state.goal.relation
    for t in values:
        a, x = t.args
        if is_integer(a, state.goal.sequent.integers):
            yield "uppergamma-union", (a, x)
        if sampled_signs(x - a, state.goal.samples).low >= 0:
            yield "uppergamma-chernoff", (a, x, 1 - a / x)
        for e in subterms(r.left, r.right):
            rate = _rate(e, x) if e.op == "exp" else None
            if rate is not None and 0 < rate < 1:
                yield "uppergamma-chernoff", (a, x, num(rate))


def _heads(state: ProofState, values: list[Term]) -> Iterator[Inequality]:
    """The same for the other part of the integral."""
    for t in values:
        a, x = t.args
        if sampled_signs(a - x, state.goal.samples).low >= 0 < sampled_signs(x, state.goal.samples).low:
            yield "lowergamma-chernoff", (a, x, a / x - 1)


def _rate(e: Term, x: Term) -> fmpq | None:
    """s, for exp(-s*x)."""
    field = Field([e.args[0], x])
    if field[x].is_zero:
        return None
    quotient = field.divide(field[e.args[0]], field[x]).constant
    return None if quotient is None else -quotient


def _orders(state: ProofState, values: list[Term]) -> Iterator[Inequality]:
    """Logarithmic convexity, at two orders, and between orders less than a unit apart."""
    orders = [t.args[0] for t in values]
    for p, q in permutations(orders, 2):
        field = Field([p, q])
        between = field.add(field[p], field.scale(field[q], fmpq(-1))).constant
        if between is not None and 0 < between < 1:
            yield "gamma-between", (q, num(between))
        elif between is None and _within_a_unit(state, p - q):
            yield "gamma-between", (q, tidy_term(p - q))
        elif between is None and p.key < q.key:
            yield "gamma-log-convex", (p, q)


def _within_a_unit(state: ProofState, t: Term) -> bool:
    samples = state.goal.samples
    return sampled_signs(t, samples).low >= 0 and sampled_signs(1 - t, samples).low >= 0


def tidy_term(t: Term) -> Term:
    """A term in its normal form."""
    field = Field([t])
    return fraction_term(tidied(field), field[t].num, field[t].den)


def _from_zero(prover: Prover, start: ProofState, values: list[Term]) -> Proof | None:
    """By the derivative between 0 and the end of an incomplete integral."""
    goal = start.goal
    ends = {t.args[1].value for t in values if t.op in ("uppergamma", "lowergamma") and t.args[1].op == "var"}
    for x in sorted(str(e) for e in ends):
        at_zero = sampled_signs(substitute(gap(goal.relation), {x: num(0)}), goal.samples, stop_below=True)
        slope = _slope(gap(goal.relation), x)
        if slope is None or at_zero.low < 0 or sampled_signs(slope, goal.samples, stop_below=True).low < 0:
            continue
        proof = Segment(prover, goal, x, num(0), "below", start.depth).proof(at_zero.low > 0)
        if proof is not None:
            return start.close(proof)
    return None


def _slope(t: Term, x: str) -> Term | None:
    try:
        return derivative(t, x)
    except KernelError:
        return None


def _factorials(prover: Prover, start: ProofState, values: list[Term]) -> Proof | None:
    """By induction, for gamma functions of integers, unless the goal says already how they grow."""
    integers = start.goal.sequent.integers
    orders = [t.args[0] for t in values if t.op == "gamma" and free_variables(t) <= integers]
    if start.depth < 2 or not orders or related_already(orders):
        return None
    return by_induction(prover, start, ratio_only=True)


@tactic(
    "the goal is linear in the value of an error or gamma function, with a coefficient that changes its sign",
    CHEAP,
    "uppergamma(a, x)*(x - a + 1) <= x**a*exp(-x) | "
    "uppergamma(a, x)*(x - a + 11/10) <= x**a*exp(-x) | a >= 1, x > 0",
)
def by_coefficient_sign(prover: Prover, start: ProofState) -> Proof | None:
    """Split a goal that is linear in a value of one of these functions where its coefficient changes sign: on
    one side it can be left out, on the other divided by."""
    r, values = start.goal.relation, special_values(start)
    key = ("coefficient sign", start.depth, start.goal.key)
    if len(values) != 1 or start.depth < 2 or key in prover.futile:
        return None
    prover.futile.add(key)
    field = Field([r.left, r.right])
    whole = field.difference(r)
    place = next((i for i, g in enumerate(field.generators) if g == values[0]), None)
    part = None if place is None else linear_part(whole, place)
    if part is None or part.num.is_constant():
        return None
    coefficient = fraction_term(tidied(field), part.num, part.den)
    seen = sampled_signs(coefficient, start.goal.samples)
    if not seen.low < 0 < seen.high:
        return None
    # each half as deep as the whole: there are two
    deeper = ProofState(prover, start.goal, start.depth + 1)
    return start.close(by_cases(prover, deeper, Relation(">=", coefficient, num(0))))


@tactic(
    "the goal has two or three logarithms",
    MODERATE,
    "log(1 + x + y) <= log(1 + x) + y | log(1 + x + y) <= log(1 + x) + y/2 | x >= 0, y >= 0",
)
def by_log_comparison(prover: Prover, start: ProofState) -> Proof | None:
    """Compare two logarithms: their order, or the tangent of one at the argument of the other."""
    r = start.goal.relation
    found = [t for t in subterms(r.left, r.right) if t.op == "log" and free_variables(t)]
    if not 2 <= len(found) <= 3:
        return None
    for a, b in permutations([t.args[0] for t in found], 2):
        names = ["log-tangent"] + ["log-monotone"] * (sampled_signs(b - a, start.goal.samples).low >= 0)
        for name in names:
            prover.budget.check()
            proof = with_fact(prover, start, name, (a, b), ("log",))
            if proof is not None:
                return proof
    return None
