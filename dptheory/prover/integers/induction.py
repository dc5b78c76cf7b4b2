"""Comparisons of whole numbers: a < b + 1 gives a <= b."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from math import lcm

from flint import fmpq, fmpq_mpoly

from dptheory.kernel.real import (
    Field,
    Fraction,
    Relation,
    Sequent,
    Term,
    free_variables,
    gap,
    is_integer,
    num,
    obligations,
    rational_value,
    restart,
    substitute,
    var,
)

from ..arithmetic.combination import by_combination, denominators
from ..cases.splits import assumed
from ..facts.known import know_values
from ..goals.forms import Item
from ..goals.goal import Goal, Node, Point, Proof
from ..goals.numeric import compiled, sign_at
from ..goals.obligations import Prover, prove_all, tidy
from ..goals.polynomials import polynomial_term
from ..goals.restriction import restricted
from ..goals.signs import sampled_signs
from ..goals.state import ProofState
from ..registry import CHEAP, DEAR, tactic
from .ratios import grown
from .rests import tidy_or

LAST_CASE = 8


@tactic(
    "both sides are integers",
    CHEAP,
    "n*(n - 1) >= 0 | n*(n - 2) > 0 | n integer",
)
def by_integer_gap(prover: Prover, start: ProofState) -> Proof | None:
    """Show a <= b between integer terms, or a multiple of that, from a < b + 1, and a < b from a + 1 <= b."""
    op, greater, smaller = start.goal.relation.oriented
    integers = start.goal.sequent.integers
    if op == ">=" and not (is_integer(greater, integers) and is_integer(smaller, integers)):
        field = Field([greater, smaller])
        whole = field.difference(start.goal.relation)
        if whole.den.is_constant():
            greater = polynomial_term(field.generators, whole.num * _denominator(whole.num))
            smaller = num(0)
    if op != ">=" or not (is_integer(greater, integers) and is_integer(smaller, integers)):
        return None
    state = ProofState(prover, start.goal, start.depth)
    if state.have(Relation("<", smaller, greater + 1), depth=min(start.depth - 1, 1)) is None:
        return None
    if state.fact("integer-gap", smaller, greater + 1) is None:
        return None
    return start.close(by_combination(prover, state, [1]))


def _denominator(p: fmpq_mpoly) -> fmpq:
    """The least common denominator of a polynomial's coefficients."""
    return fmpq(lcm(*(int(c.q) for c in p.coeffs())))


@tactic(
    "the goal bounds an integer by a fraction",
    CHEAP,
    "n > 1/3 | n > 3/2 | n integer, n > 0",
)
def by_rounding(prover: Prover, start: ProofState) -> Proof | None:
    """Bound an integer term by a fraction, from a bound by the next integer: n > 1/3 from n >= 1."""
    _, greater, smaller = start.goal.relation.oriented
    low, high = rational_value(smaller), rational_value(greater)
    whole = smaller if low is None else greater
    end = high if low is None else low
    while (
        end is not None and whole.op == "mul" and (k := rational_value(whole.args[0])) is not None and k > 0
    ):
        whole, end = whole.args[1], end / k
    if end is None or end.q == 1:
        return None
    if rational_value(whole) is not None or not is_integer(whole, start.goal.sequent.integers):
        return None
    below = fmpq(end.p // end.q)
    state = ProofState(prover, start.goal, start.depth)
    bound = Relation("<=", whole, num(below)) if low is None else Relation(">=", whole, num(below + 1))
    if state.have(bound, depth=min(start.depth - 1, 2)) is None:
        return None
    return start.close(by_combination(prover, state, [1]))


@tactic(
    "the goal has an integer with a lower bound",
    DEAR,
    "2**n >= n + 1 | 2**n >= n + 2 | n integer, n >= 0",
)
def by_induction(prover: Prover, start: ProofState, ratio_only: bool = False) -> Proof | None:
    """Show a goal about an integer n >= k for n = k, and for n + 1 where it holds for n; the latter (if
    asked, only) by comparing how both sides grow."""
    goal = start.goal
    for i, h in enumerate(goal.hypotheses):
        op, n, k = h.oriented
        name = str(n.value)
        if op != ">=" or n.op != "var" or not goal.sequent.variables.get(name):
            continue
        if name in free_variables(k) or not is_integer(k, goal.sequent.integers):
            continue
        proof = _induction(prover, start, name, k, i, ratio_only)
        if proof is not None:
            return start.close(proof)
    for name, k in _solved_bounds(goal):
        state = ProofState(prover, goal, start.depth)
        place = state.have(Relation(">=", var(name), k), depth=1)
        proof = None if place is None else _induction(prover, state, name, k, place, ratio_only)
        if proof is not None:
            return start.close(state.close(proof))
    return None


def _solved_bounds(goal: Goal) -> Iterator[tuple[str, Term]]:
    """Integers with what hypotheses say of them, solved for them: n >= k + 1 where k <= n - 1."""
    integers = goal.sequent.integers
    for i, h in enumerate(goal.hypotheses):
        op, greater, smaller = h.oriented
        if i in goal.derived or op not in (">", ">=") or (op == ">=" and greater.op == "var"):
            continue
        room = greater - smaller
        for name in sorted(h.variables() & integers):
            rest = tidy_or(var(name) - room)
            if name not in free_variables(rest) and len(rest.names) and is_integer(rest, integers):
                yield name, rest + 1 if h.strict else rest


def stepwise(
    prover: Prover,
    start: ProofState,
    name: str,
    k: Term,
    index: int,
    brief: bool = False,
    following: Callable[[Goal], Proof | None] | None = None,
) -> Proof | None:
    """The induction on an integer from k on, where hypothesis `index` says that it is at least k; briefly:
    only if the next case follows from the last one and a rest without its values. What shows the next case
    in another way, if it is given, is tried first."""
    return _induction(prover, start, name, k, index, brief, brief, following)


def by_neighbours(prover: Prover, start: ProofState, name: str, k: Term, index: int) -> Proof | None:
    """The same, only by comparing how both sides grow."""
    return _induction(prover, start, name, k, index, True)


def _induction(
    prover: Prover,
    start: ProofState,
    name: str,
    k: Term,
    index: int,
    ratio_only: bool,
    sums: bool = False,
    following: Callable[[Goal], Proof | None] | None = None,
) -> Proof | None:
    """The node, after hypotheses that mention the variable are forgotten, but for upper bounds of it."""
    goal, s = start.goal, start.goal.sequent
    given = [i for i in range(len(goal.hypotheses)) if i not in goal.derived]
    moving = {i for i in given if i != index and _is_upper_bound(goal.hypotheses[i], name, s.integers)}
    keep = sorted({index, *moving, *(i for i in given if name not in goal.hypotheses[i].variables())})
    rest = restricted(prover, goal, keep, s.goal, start.depth)
    if rest is None:
        return None
    kept, known, fresh = rest.goal.hypotheses, rest.known, rest.goal
    first, later = (s.goal.substituted({name: t}) for t in (k, var(name) + 1))
    variables = {v: integer for v, integer in s.variables.items() if v != name}
    at_k = tuple(h.substituted({name: k}) for h in kept)
    base = Sequent(variables, at_k, first, known.defined, s.lemmas).knowing(first.left, first.right)
    bounds = [goal.hypotheses[i] for i in sorted(moving)]
    moved = [h.substituted({name: var(name) + 1}) for h in bounds]
    step = known.assuming(*moved, s.goal).knowing(later.left, later.right).showing(later)
    inside = replace(fresh, sequent=step, samples=tuple(_where(moved, goal.samples)))
    below = _before(prover, inside, [h for h in kept if h not in bounds], bounds, moved)
    if below is None:
        return None
    at_base = None if sums else prover.prove(replace(fresh, sequent=base), start.depth - 1)
    if at_base is None and not sums:
        return None
    proof = None if following is None else following(inside)
    if proof is None and not sums:
        proof = by_ratio(prover, inside, start.depth)
    if proof is None and (sums or not ratio_only):
        # briefly it costs little, and what it finds later saves all that is tried before
        proof = by_previous(prover, inside, start.depth + sums)
    if proof is None and not ratio_only:
        proof = prover.prove(inside, start.depth - 1)
    if proof is not None and at_base is None:
        at_base = prover.prove(replace(fresh, sequent=base), start.depth - 1)
    if proof is None or at_base is None:
        return None
    node: Node = {"rule": "induction", "variable": name, "from": keep.index(index)}
    return [rest.node, tidy({**node, "sides": below, "at_base": at_base, "step": proof})]


def _before(
    prover: Prover, step: Goal, others: list[Relation], bounds: list[Relation], moved: list[Relation]
) -> list[Proof] | None:
    """Proofs that bounds of the variable hold where they hold for the next number."""
    s = step.sequent
    later = restart(s.variables, (*others, *moved), s.goal, s.lemmas)
    later = later.knowing(*(t for h in bounds for t in (h.left, h.right)))
    return prove_all(prover, [replace(step, sequent=later.showing(h)) for h in later.unshown(bounds)], 2)


def _is_upper_bound(h: Relation, name: str, integers: frozenset[str]) -> bool:
    """Whether a hypothesis holds for an integer where it holds for the next one, and is always defined."""
    op, greater, smaller = h.oriented
    if op not in (">", ">=") or name not in h.variables() or any(obligations([greater, smaller], integers)):
        return False
    room = greater - smaller
    change = room - substitute(room, {name: var(name) + 1})
    fall = Field([change])[change].constant
    return fall is not None and fall > 0


def _where(relations: list[Relation], samples: Sequence[Point]) -> Iterator[Point]:
    """The points at which relations are seen to hold."""
    gaps = [(compiled(gap(r)), r.strict) for r in relations]
    for p in samples:
        signs = [(sign_at(g, p), strict) for g, strict in gaps]
        if all(sign is not None and sign >= strict for sign, strict in signs):
            yield p


def by_ratio(prover: Prover, goal: Goal, depth: int) -> Proof | None:
    """Show A' <= B' from the last hypothesis A <= B, all positive, by A'*B <= B'*A."""
    h, r = goal.hypotheses[-1], goal.relation
    if r.op in ("=", "!=") or h.op != r.op:
        return None
    (_, b, a), (_, b_next, a_next) = h.oriented, r.oriented
    if sampled_signs(a, goal.samples).low <= 0 or sampled_signs(a_next, goal.samples).low <= 0:
        return None
    state, last = ProofState(prover, goal, depth), len(goal.hypotheses) - 1
    # how both sides grow says nothing of the case before
    state.goal = replace(goal, hidden=goal.hidden | {last})
    quotient = ProofState(prover, state.goal, depth)
    place = grown(prover, quotient, a_next * b, b_next * a, depth)
    if place is None:
        place = state.have(Relation("<=", a_next * b, b_next * a), depth=depth)
    else:
        state = quotient
    positive = [state.have(Relation(">", t, num(0))) for t in (b, b_next)] if place is not None else [None]
    if place is None or positive[0] is None or positive[1] is None:
        return None
    state.goal = replace(state.goal, hidden=goal.hidden)
    terms: list[Node] = [{"c": "1", "h": [place]}, {"c": "1", "h": [positive[1], last]}]
    return state.close([{"rule": "poly", "times": [positive[0]], "terms": terms}])


def by_previous(prover: Prover, goal: Goal, depth: int) -> Proof | None:
    """Show the next case as a multiple of the last hypothesis plus a rest that has one value less."""
    state = ProofState(prover, goal, depth)
    last = len(goal.hypotheses) - 1
    know_values(state)
    denominators(state)
    forms = state.forms()
    if last not in forms.forms or goal.relation.op in ("=", "!="):
        return None
    target, previous = forms.target, forms.forms[last]
    for i, g in enumerate(forms.field.generators):
        if g.op == "var" or target.num.degrees()[i] != 1 or previous.num.degrees()[i] != 1:
            continue
        if target.den.degrees()[i] or previous.den.degrees()[i]:
            continue
        slopes = [Fraction(f.num.derivative(i), f.den) for f in (target, previous)]
        factor = forms.field.divide(*slopes)
        taken = forms.field.scale(forms.field.multiply(factor, previous), fmpq(-1))
        rest = forms.field.add(target, taken)
        proof = _with_rest(prover, state, last, forms.fraction_term(factor), forms.fraction_term(rest))
        if proof is not None:
            return proof
    return None


def _with_rest(prover: Prover, start: ProofState, last: int, factor: Term, rest: Term) -> Proof | None:
    state = ProofState(prover, start.goal, start.depth)
    if (
        sampled_signs(factor, state.goal.samples).low < 0
        or sampled_signs(rest, state.goal.samples, stop_below=True).low < 0
    ):
        return None
    op = ">" if state.goal.relation.strict and not state.goal.hypotheses[last].strict else ">="
    strict = state.goal.relation.strict and state.goal.hypotheses[last].strict
    scale = state.have(Relation(">" if strict else ">=", factor, num(0)))
    if scale is None:
        return None
    # what is left says nothing of the case before
    left = state.goal
    state.goal = replace(left, hidden=left.hidden | {last})
    other = state.have(Relation(op, rest, num(0)))
    state.goal = replace(state.goal, hidden=left.hidden)
    if other is None:
        return None
    forms = state.forms()
    items = [Item(forms.one, (scale, last)), Item(forms.one, (other,), op == ">")]
    return start.close(state.poly(forms.node([], [(item, fmpq(1)) for item in items])))


@tactic(
    "the goal has an integer that is at least a number",
    DEAR,
    "log(n) <= n/2 | log(n) <= n/3 | n integer, n >= 1",
)
def by_first_case(prover: Prover, start: ProofState) -> Proof | None:
    """Show a goal about an integer n >= k, k a number, for n = k and for n >= k + 1."""
    goal = start.goal
    for i, h in enumerate(goal.hypotheses):
        op, n, k = h.oriented
        value = rational_value(k)
        if op != ">=" or n.op != "var" or not goal.sequent.variables.get(str(n.value)) or i in goal.hidden:
            continue
        if value is None or value.q != 1 or abs(value) > LAST_CASE:
            continue
        # the numbers below are done: the next one alone, then the rest
        split, state = Relation("<=", n, k), ProofState(prover, goal, start.depth)
        alone = prover.prove(assumed(goal, split), 2)
        if alone is None:
            return None
        rest = assumed(goal, split.negated())
        later = ProofState(prover, rest, start.depth)
        places = later.fact("integer-gap", k, n)
        if places is None:
            return None
        later.keep(places)
        later.have(Relation(">=", n, num(value + 1)), depth=1)
        later.keep([len(later.goal.hypotheses) - 1])
        old = {i, len(goal.hypotheses), *places}
        later.goal = replace(later.goal, hidden=later.goal.hidden | old)
        proof = later.close(prover.prove(later.goal, start.depth))
        if proof is None:
            return None
        return start.close(state.close([{"rule": "cases", "on": split.text, "yes": alone, "no": proof}]))
    return None
