"""Square roots among the conditions: they become variables, or are squared away, until none is left.

sqrt(R) with R linear in a variable is a new variable y >= 0, and that variable a polynomial in it. Of any
other root r a condition a + b*r >= 0 says, where b <= 0, that a >= 0 and a**2 >= b**2*R, and where b >=
0, that a >= 0 or b**2*R >= a**2. Both ways nothing is lost: conditions in one unknown and roots of any
shape come to polynomials."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from flint import fmpq

from dptheory.kernel.real import FUNCTIONS, Relation, Term, free_variables, num, subterms, var

from ..cases.splits import assumed, by_cases
from ..goals.forms import Forms, Item, forms_of
from ..goals.goal import Proof
from ..goals.obligations import Prover, tidy
from ..goals.polynomials import coefficients_in, constant_of
from ..goals.signs import sampled_signs
from ..goals.state import ProofState
from ..registry import MODERATE, tactic
from .naming import named, put

LONGEST = 60
Product = tuple[fmpq, tuple[int, ...], tuple[Term, ...]]
"""A number, hypotheses, and terms that are squared: what is multiplied."""


def _roots(relations: tuple[Relation, ...]) -> Iterator[Term]:
    """The square roots of what depends on variables, the innermost first."""
    sides = [t for r in relations for t in (r.left, r.right)]
    yield from (t for t in subterms(*sides) if t.op == "sqrt" and free_variables(t))


def _given(state: ProofState) -> dict[int, Relation]:
    goal = state.goal
    hypotheses = enumerate(goal.hypotheses)
    return {i: h for i, h in hypotheses if i not in goal.hidden and i not in goal.derived}


def _linear(t: Term) -> tuple[str, fmpq, Term] | None:
    """(x, c, r) where a term is c*x + r with a number c and without x in r."""
    forms = forms_of(t)
    form = forms.raw_target
    if not form.den.is_constant():
        return None
    for place, g in enumerate(forms.field.generators):
        if g.op != "var" or any(g != o and g.value in free_variables(o) for o in forms.field.generators):
            continue
        parts = coefficients_in(form.num, place)
        if set(parts) <= {0, 1} and 1 in parts and parts[1].is_constant():
            scale = constant_of(form.den)
            rest = forms.term(parts.get(0, forms.one * 0) * (1 / scale))
            return str(g.value), constant_of(parts[1]) / scale, rest
    return None


@tactic(
    "a condition has a square root of what is linear in a variable",
    MODERATE,
    "x + y <= 1 | x + y <= 9/10 | sqrt(x) + sqrt(y) = 1, x >= 0, y >= 0",
)
def by_root_variables(prover: Prover, start: ProofState) -> Proof | None:
    """Show the goal in the values of square roots instead of variables in which they are linear."""
    given = _given(start)
    state = ProofState(prover, start.goal, 2)
    for t in _roots(tuple(given.values())):
        found = _linear(t.args[0])
        if found is None or start.goal.sequent.variables[found[0]]:
            continue
        x, c, rest = found
        facts = [state.fact(name, t.args[0]) for name in ("sqrt-square", "sqrt-nonnegative")]
        if facts[0] is None or facts[1] is None:
            return None
        state.keep([*facts[0], *facts[1]])
        after = named(state, t)
        if after is None:
            return None
        state, y = after
        image = (var(y) ** 2 - rest) / num(c)
        proof: Proof = [{"rule": "poly", "times": [], "terms": [{"c": str(-1 / c), "h": facts[0]}]}]
        place = state.have(Relation("=", var(x), image), proof)
        last = None if place is None else put(state, x, place)
        return None if last is None else start.close(last.close(prover.prove(last.goal, start.depth)))
    return None


@tactic(
    "a condition has square roots, and the goal has none",
    MODERATE,
    "x < 1 - sqrt(31)/8 | x < 3/10 | -1 <= x, x <= 3, sqrt(3 - x) - sqrt(x + 1) > 1/2",
)
def by_squared_conditions(prover: Prover, start: ProofState) -> Proof | None:
    """Show the goal from conditions without one of their square roots."""
    r = start.goal.relation
    found = {t.op for t in subterms(r.left, r.right) if t.args and t.names and t.op in FUNCTIONS}
    if "sqrt" in found or (found and start.goal.unknown is not None):
        return None
    for index, h in _given(start).items():
        for t in reversed(list(_roots((h,)))):
            if h.op == "!=":
                continue
            state = ProofState(prover, start.goal, 2)
            facts = [state.fact(name, t.args[0]) for name in ("sqrt-square", "sqrt-nonnegative")]
            if facts[0] is not None and facts[1] is not None:
                proof = _squared(prover, state, index, t, facts[1][0], start.depth)
                if proof is not None:
                    return start.close(proof)
    return None


def _squared(prover: Prover, state: ProofState, index: int, t: Term, sign: int, depth: int) -> Proof | None:
    """The goal from a condition p = a + b*t >= 0 (> 0, = 0) with a root t, without that."""
    forms, h = state.forms(), state.goal.hypotheses[index]
    if index not in forms.forms:  # it says nothing that is not known
        return None
    item = forms.cleared(forms.forms[index], (index,), h.strict)
    place = forms.field.generators.index(t) if t in forms.field.generators else -1
    parts = coefficients_in(item.poly, place) if place >= 0 else {}
    if set(parts) - {0, 1} or 1 not in parts or (item.squares and h.strict) or len(item.poly) > LONGEST:
        return None
    a, b = (forms.term(parts.get(k, forms.one * 0)) for k in (0, 1))
    op = h.oriented[0]
    roots = tuple(forms.term(q) for q in item.squares)
    whole = _have(state, Relation(op, forms.term(item.poly), num(0)), [(fmpq(1), item.uses, roots)])
    if whole is None:
        return None
    state.goal = replace(state.goal, hidden=state.goal.hidden | {index, whole})
    if op == "=":
        found = [
            _have(state, Relation("=", a**2, b**2 * t.args[0]), [], (whole, a - b * t)),
            _have(state, Relation("<=", a * b, num(0)), [(fmpq(1), (sign,), (b,))], (whole, -b)),
        ]
        return _without(prover, state, found, depth)
    seen = sampled_signs(b, state.goal.samples)
    if seen.low < 0 < seen.high:
        state.goal = replace(state.goal, hidden=state.goal.hidden - {index})
        return by_cases(prover, state, Relation(">=", b, num(0)), depth)
    side = state.have(Relation(">=" if seen.low >= 0 else "<=", b, num(0)), depth=1)
    if side is None:
        return None
    if seen.low < 0:
        first = _have(state, Relation(op, a, num(0)), [(fmpq(1), (whole,), ()), (fmpq(1), (side, sign), ())])
        uses = [(fmpq(1), (whole, whole), ()), (fmpq(2), (whole, side, sign), ())]
        return _without(
            prover, state, [first, _have(state, Relation(op, a**2, b**2 * t.args[0]), uses)], depth
        )
    split = Relation(">=", a, num(0))
    defined = state.define(a)
    yes = prover.prove(assumed(state.goal, split), depth)
    if defined is None or yes is None:
        return None
    other = ProofState(prover, assumed(state.goal, split.negated()), state.depth)
    last = len(other.goal.hypotheses) - 1
    uses = [(fmpq(1), (whole, whole), ()), (fmpq(2), (whole, last), ())]
    no = _without(prover, other, [_have(other, Relation(op, b**2 * t.args[0], a**2), uses)], depth)
    node = {"rule": "cases", "on": split.text, "defined": defined, "yes": yes, "no": no}
    return None if no is None else [*state.nodes, tidy(node)]


def _without(prover: Prover, state: ProofState, found: list[int | None], depth: int) -> Proof | None:
    """The goal from conditions that take the place of one that is hidden."""
    places = [k for k in found if k is not None]
    if len(places) < len(found):
        return None
    state.keep(places)
    return state.close(prover.prove(state.goal, depth))


def _have(
    state: ProofState, r: Relation, products: Sequence[Product], multiple: tuple[int, Term] | None = None
) -> int | None:
    """Show a relation as a sum of products of hypotheses and squares, up to equations; its number."""
    shown = state.goal.sequent.knowing(r.left, r.right).showing(r)
    trial = ProofState(state.prover, replace(state.goal.where(shown), hidden=frozenset()), state.depth)
    forms = Forms(trial.goal.hypotheses, r, None, frozenset())
    field = forms.field
    items = [
        (Item(forms.one, uses, False, tuple(field[q].num for q in roots)), c) for c, uses, roots in products
    ]
    equations = [] if multiple is None else [(multiple[0], field[multiple[1]].num)]
    proof = trial.poly(forms.node([], items, equations=equations))
    return None if proof is None else state.have(r, proof)
