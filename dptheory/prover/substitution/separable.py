"""Products of functions of different variables: compared factor by factor."""

from __future__ import annotations

from functools import partial
from math import prod

from flint import fmpq

from dptheory.kernel.real import (
    Field,
    Fraction,
    Relation,
    Term,
    apply,
    free_variables,
    num,
    rational_value,
    subterms,
)

from ..cases.splits import assumed
from ..goals.forms import Item
from ..goals.goal import Node, Proof
from ..goals.numeric import compiled, to_rational
from ..goals.obligations import Prover, tidy
from ..goals.polynomials import fraction_term, product_term, proportional
from ..goals.signs import sampled_signs
from ..goals.state import ProofState
from ..optima.recognise import square_part
from ..registry import CHEAP, MODERATE, tactic

PART = 0.35
ALIKE = 10

Groups = dict[frozenset[str], list[Term]]


@tactic(
    "both sides are products of factors with variables of their own",
    MODERATE,
    "x*y*z <= a*b*c | x*y*z <= a*b*c/2 | 0 <= x <= a, 0 <= y <= b, 0 <= z <= c",
)
def by_separation(prover: Prover, start: ProofState) -> Proof | None:
    """Show A(x)*B(y)*.. <= C(x)*D(y)*.. from 0 <= A <= C, 0 <= B <= D, .."""
    _, large, small = start.goal.relation.oriented
    if start.goal.relation.strict:
        return None
    sides = [_groups(t) for t in (small, large)]
    return _factorwise(start, sides) or _factorwise(start, _joined_groups(start, sides))


def _joined_groups(start: ProofState, sides: list[Groups]) -> list[Groups]:
    """The groups put together that share a variable, or whose variables a hypothesis brings together."""
    found: list[frozenset[str]] = []
    for own in (*(k for side in sides for k in side), *(h.variables() for h in start.goal.visible)):
        met = [k for k in found if k & own]
        found = [k for k in found if not k & own] + ([own.union(*met)] if own else [])
    joined: list[Groups] = [{}, {}]
    for side, new in zip(sides, joined, strict=True):
        for key, factors in side.items():
            new.setdefault(next((k for k in found if k & key), key), []).extend(factors)
    return joined


def _factorwise(start: ProofState, sides: list[Groups]) -> Proof | None:
    """Show the inequality for each group of variables, if these have no variable in common."""
    if len({k for side in sides for k in side if k}) < 2:
        return None
    sides = [{key: list(factors) for key, factors in side.items()} for side in sides]
    _distribute(start, *sides)
    keys = sorted({k for side in sides for k in side}, key=sorted)
    if len(keys) < 2 or any(a & b for a in keys for b in keys if a is not b) or frozenset() in keys:
        return None
    state, pairs = ProofState(start.prover, start.goal, start.depth), list[tuple[Term, Term]]()
    for k in keys:
        a, b = (product_term(side[k]) if k in side else num(1) for side in sides)
        samples = start.goal.samples
        if (
            sampled_signs(b - a, samples, stop_below=True).low < 0
            or sampled_signs(a, samples, stop_below=True).low < 0
        ):
            return None
        pairs.append((a, b))
    bounds, signs = list[int](), list[int]()
    for a, b in pairs:
        bound, sign = state.have(Relation(">=", b, a)), state.have(Relation(">=", a, num(0)))
        if bound is None or sign is None:
            return None
        bounds.append(bound)
        signs.append(sign)
    return _multiplied(state, pairs, bounds, signs)


def _distribute(start: ProofState, below: Groups, above: Groups) -> None:
    """Give each group a part of the numbers that stand alone, so that the parts multiply to them: the
    simplest between what the values that are seen of the groups leave open."""
    nothing = frozenset[str]()
    low, high = (rational_value(product_term(side.get(nothing, [num(1)]))) for side in (below, above))
    if low is None or high is None or low <= 0 or high <= 0 or not (nothing in below or nothing in above):
        return
    total = low / high
    ends: dict[frozenset[str], fmpq] = {}
    for key in sorted({k for side in (below, above) for k in side if k}, key=sorted):
        a, b = (product_term(side[key]) if key in side else num(1) for side in (below, above))
        program = compiled(b / a)
        values = [to_rational(v) for p in start.goal.samples if (v := program(p)) is not None]
        if not values or min(values) <= 0:
            return
        ends[key] = min(values)
    if len(ends) == 2 and _halved(total, *ends.values()):
        for side in (below, above):
            side.pop(nothing, None)
        for key in ends:
            below.setdefault(key, []).append(_root(total))
        return
    whole = prod(ends.values(), start=fmpq(1))
    if whole < total:
        return
    for side in (below, above):
        side.pop(nothing, None)
    for key, end in ends.items():
        whole /= end
        part = simplest(total / whole, end)
        total /= part
        if part != 1:
            below.setdefault(key, []).append(num(part))


def _halved(total: fmpq, first: fmpq, second: fmpq) -> bool:
    """Whether two groups that look alike have no rational part each."""
    alike = abs(first - second) * ALIKE <= first
    return alike and first * second * ALIKE <= total * (ALIKE + 2) and not _square(total)


def _square(x: fmpq) -> bool:
    return fmpq(x.p.isqrt(), x.q.isqrt()) ** 2 == x


def _root(x: fmpq) -> Term:
    """The root of a positive number, without square factors under it."""
    outside, inside = square_part(x.p * x.q)
    return num(fmpq(outside, x.q)) * apply("sqrt", num(fmpq(inside)))


def simplest(low: fmpq, high: fmpq) -> fmpq:
    """The positive rational of least denominator between two.

    >>> simplest(fmpq(27, 10), fmpq(14, 5)), simplest(fmpq(11, 5), fmpq(7, 2))
    (11/4, 3)
    """
    whole = -((-low.p) // low.q)
    if whole <= high:
        return fmpq(whole)
    floor = fmpq(whole - 1)
    return floor + 1 / simplest(1 / (high - floor), 1 / (low - floor))


@tactic(
    "both sides are minima, or maxima, of two terms",
    CHEAP,
    "max(exp(x), y) >= max(1 + x, y) | max(exp(x), y) >= max(2 + x, y) |",
)
def by_min_max(prover: Prover, start: ProofState) -> Proof | None:
    """Show min(f, g) >= min(a, b), or with max, from f >= a, g >= b, or f >= b, g >= a."""
    op, large, small = start.goal.relation.oriented
    if start.depth < 2:
        return None
    if large.op not in ("min", "max") or small.op != large.op or not len(large.args) == len(small.args) == 2:
        return None
    for below in (small.args, small.args[::-1]):
        pairs = list(zip(large.args, below, strict=True))
        if any(sampled_signs(f - a, start.goal.samples, stop_below=True).low < 0 for f, a in pairs):
            continue
        state = ProofState(prover, start.goal, start.depth)
        places = [_within(state, Relation(op, f, a)) for f, a in pairs]
        if None in places:
            continue
        # min(a, b) <= a, b for what is below; for max: max(f, g) >= f, g
        least = large.op == "min"
        outer = state.extreme(small if least else large, None)
        if outer is None:
            continue
        chosen, sign = (large, "1") if least else (small, "-1")
        split = Relation("<=", *chosen.args)
        node: Node = {"rule": "cases", "on": split.text, "defined": state.define(*chosen.args)}
        for branch, r, at in (("yes", split, 0 if least else 1), ("no", split.negated(), 1 if least else 0)):
            case = ProofState(prover, assumed(state.goal, r), 1)
            equal = case.extreme(chosen, at)
            # the pair whose greater (min) or smaller (max) side is the extreme one
            k = at if least else below.index(chosen.args[at])
            side = outer[small.args.index(below[k])] if least else outer[k]
            if equal is None or places[k] is None:
                return None
            terms = [{"c": sign, "h": equal}, {"c": "1", "h": [places[k]]}, {"c": "1", "h": [side]}]
            node[branch] = [*case.nodes, {"rule": "poly", "times": [], "terms": terms}]
        return start.close([*state.nodes, tidy(node)])
    return None


def _within(state: ProofState, r: Relation) -> int | None:
    """Show a relation with a part of the effort, so that something is left for the other order."""
    known = state.goal.sequent.knowing(r.left, r.right).showing(r)
    found = partial(state.prover.prove, state.goal.where(known), state.depth)
    proof = state.prover.attempt(found, PART)
    return None if proof is None else state.have(r, proof)


def _multiplied(
    state: ProofState, pairs: list[tuple[Term, Term]], bounds: list[int], signs: list[int]
) -> Proof | None:
    """The product of the greater sides less that of the smaller ones, over one factor after the other."""
    (a, b), place, sign = pairs[0], bounds[0], signs[0]
    for (c, d), bound, low in zip(pairs[1:], bounds[1:], signs[1:], strict=True):
        # b*d - a*c = (b - a)*(d - c) + (b - a)*c + a*(d - c)
        terms: list[Node] = [
            {"c": "1", "h": [place, bound]},
            {"c": "1", "h": [place, low]},
            {"c": "1", "h": [sign, bound]},
        ]
        poly: Proof = [{"rule": "poly", "times": [], "terms": terms}]
        product = state.have(Relation(">=", a * c, num(0)), [_product(sign, low)])
        found = state.have(Relation(">=", b * d, a * c), poly)
        if product is None or found is None:
            return None
        a, b, place, sign = a * c, b * d, found, product
    for t in (a, b):
        _joined(state, t)
    return _scaled(state, a, place) or state.close(state.prover.prove(state.goal, 1))


def _scaled(state: ProofState, product: Term, place: int) -> Proof | None:
    """The goal as a multiple of the product's inequality, where roots of numbers make a number together."""
    roots = {
        u.key: u for f in _factors(product) if not free_variables(f) for u in subterms(f) if u.op == "sqrt"
    }
    if not roots or any(state.fact("sqrt-square", *u.args) is None for u in roots.values()):
        return None
    forms = state.forms()
    ratio = forms.field.divide(forms.raw_target, forms.raw[place])
    tops = (forms.reduced(p) for p in (ratio.num, ratio.den))
    scale = proportional(*tops)
    if scale is None or scale <= 0:
        return None
    return state.poly(forms.node([], [(Item(forms.one, (place,)), scale)]))


def _product(i: int, j: int) -> Node:
    return {"rule": "poly", "times": [], "terms": [{"c": "1", "h": [i, j]}]}


def _joined(state: ProofState, t: Term) -> None:
    """Write a product of exponentials as one."""
    factors = _factors(t)
    if any(f.op != "exp" for f in factors):
        return
    total = factors[0].args[0]
    for f in factors[1:]:
        state.fact("exp-add", total, f.args[0])
        total = total + f.args[0]


def _groups(t: Term) -> Groups:
    found: Groups = {}
    for f in _factors(t):
        for g in _split(f):
            found.setdefault(frozenset(free_variables(g)), []).append(g)
    return found


def _factors(t: Term) -> list[Term]:
    return [f for a in t.args for f in _factors(a)] if t.op == "mul" else [t]


def _split(t: Term) -> list[Term]:
    """An exponential of a sum as one exponential for each variable's part, if it has such parts."""
    if t.op != "exp":
        return [t]
    field = Field(t.args)
    form = field[t.args[0]]
    parts: dict[frozenset[str], list[tuple[tuple[int, ...], fmpq]]] = {}
    for exponents, c in form.num.terms():
        inside = [g for g, k in zip(field.generators, exponents, strict=False) if k]
        parts.setdefault(frozenset(free_variables(*inside)), []).append((exponents, c))
    if not form.den.is_constant() or len(parts) < 2:
        return [t]
    context, one = form.num.context(), form.den
    pieces = [Fraction(context.from_dict(dict(p)), one) for p in parts.values()]
    return [apply("exp", fraction_term(field.generators, f.num, f.den)) for f in pieces]
