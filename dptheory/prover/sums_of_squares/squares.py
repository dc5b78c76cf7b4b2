"""Polynomials that are sums of squares, of products of hypotheses times squares, or become so when
multiplied by something positive: which products and which squares are tried.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, combinations_with_replacement

from flint import fmpq, fmpq_mpoly

from dptheory.kernel.real import Relation, num

from ..arithmetic.factors import shape_of
from ..arithmetic.zeros import admitted, zeros_of
from ..budget import Budget, OutOfEffort
from ..cases.splits import by_cases
from ..goals.forms import Forms, Item
from ..goals.goal import Proof
from ..goals.obligations import Prover
from ..goals.polynomials import poly_key
from ..goals.signs import sampled_signs
from ..goals.state import ProofState
from ..registry import DEAR, MODERATE, tactic
from .gram import Block, Monomial, decompose

MAX_BASIS = 28
MAX_ENTRIES = 620
MAX_TERMS = 120
FEW_ENTRIES = 250
FEW_EFFORT = 100_000
MAX_VARIABLES = 7
ALGEBRAIC = ("var", "sqrt", "abs", "const")


@tactic(
    "the goal comes to one polynomial with few monomials, between which a sum of squares is sought",
    MODERATE,
    "a**4 + b**4 + c**4 >= a*b*c*(a + b + c) | a**4 + b**4 + c**4 >= 1001/1000*a*b*c*(a + b + c) |",
    said="sums of squares",
)
def by_few_squares(prover: Prover, start: ProofState) -> Proof | None:
    """Show that the goal's only factor is a sum of squares times products of hypotheses, if few monomials are
    enough."""
    p = _fit(start)
    key = ("few squares", *start.goal.data)
    if p is None or key in prover.futile:
        return None
    budget = prover.budget.part(0.5, FEW_EFFORT)
    try:
        proof = _with_multiplier(start, None, budget, few=True)
    except OutOfEffort:
        prover.budget.check()
        if budget.effort < FEW_EFFORT:
            return None
        proof = None
    if proof is None:
        prover.futile.add(key)
    return start.close(proof)


def _fit(start: ProofState) -> fmpq_mpoly | None:
    """The goal's only factor, if it is one for squares."""
    forms = start.forms()
    if forms.reduced(forms.target.num).is_zero():
        return None
    p = shape_of(forms).irreducible
    if p is None or len(p) > MAX_TERMS or p.total_degree() < 2:
        return None
    names = [i for i, k in enumerate(p.degrees()) if k]
    if start.depth < 4 and any(forms.field.generators[i].op not in ALGEBRAIC for i in names):
        return None
    return None if len(names) > MAX_VARIABLES or (len(names) == 1 and p.total_degree() > 12) else p


@tactic(
    "the goal comes to one polynomial, and all else has failed",
    DEAR,
    "x**4*y**2 + x**2*y**4 + 1 >= 3*x**2*y**2 | x**4*y**2 + x**2*y**4 + 1 > 3*x**2*y**2 |",
    said="sums of squares",
)
def by_squares(prover: Prover, start: ProofState, effort: int = 2_000_000) -> Proof | None:
    """Show that the goal's only factor is a sum of squares times products of hypotheses."""
    p, forms = _fit(start), start.forms()
    if p is None:
        return None
    budget = prover.budget.part(0.5, effort if start.depth >= 4 else effort // 5)
    for multiplier in _multipliers(forms, p):
        try:
            proof = _with_multiplier(start, multiplier, budget)
        except OutOfEffort:
            prover.budget.check()
            return None
        if proof is None and multiplier is not None and start.depth > 0:
            proof = _apart_from_zero(prover, start, multiplier)
        if proof is not None:
            return start.close(proof)
    return None


def _apart_from_zero(prover: Prover, start: ProofState, multiplier: fmpq_mpoly) -> Proof | None:
    """Where the multiplier may be 0: that case by itself."""
    t = start.forms().term(multiplier)
    split = Relation(">", t, num(0))
    least = sampled_signs(t, start.goal.samples).low
    if least < 0 or (least > 0 and not _homogeneous(multiplier)) or start.goal.index_of(split) is not None:
        return None
    return by_cases(prover, start, split)


def _multipliers(forms: Forms, p: fmpq_mpoly) -> Iterator[fmpq_mpoly | None]:
    """Nothing; one plus the sum of squares; the sum of what is known to be positive."""
    yield None
    gens = forms.one.context().gens()
    used = [gens[i] for i, k in enumerate(p.degrees()) if k]
    signed = [form.num for i, form in forms.forms.items() if _simple(forms, i) and len(form.num) == 1]
    signed = [q for q in signed if any(q.degrees()[i] for i, k in enumerate(p.degrees()) if k)]
    if len(signed) >= len(used) >= 2:
        yield sum(signed, forms.one * (0 if _homogeneous(p) else 1))
    elif len(used) >= 2 and p.total_degree() <= 8:
        yield sum((g * g for g in used), forms.one * (0 if _homogeneous(p) else 1))


def _simple(forms: Forms, i: int) -> bool:
    form = forms.forms[i]
    return forms.relations[i].op not in ("=", "!=") and form.den.is_constant() and not form.is_zero


def _homogeneous(p: fmpq_mpoly) -> bool:
    return len({sum(e) for e in p.monoms()}) == 1


def _with_multiplier(
    start: ProofState, multiplier: fmpq_mpoly | None, budget: Budget, few: bool = False
) -> Proof | None:
    """The goal times something positive as a sum of squares."""
    state = ProofState(start.prover, start.goal, start.depth)
    times: list[int] = []
    if multiplier is not None:
        place = state.have(Relation(">", start.forms().term(multiplier), num(0)), depth=1)
        if place is None:
            return None
        times = [place]
    forms = state.forms()
    shape = shape_of(forms)
    p = shape.irreducible
    if p is None:
        return None
    scale = abs(shape.top.constant)
    for i in times:
        p = p * forms.forms[i].num
        scale = scale / forms.forms[i].den.leading_coefficient()
    p = forms.reduced(p)
    zeros = [] if state.goal.relation.strict else zeros_of(forms, p, state.goal.samples)
    seen = 0
    for items in _levels(forms, p, times):
        blocks = list(_blocks(p, items, state.goal.relation.strict))
        if few and sum(len(b.entries()) for b in blocks) > FEW_ENTRIES:
            return None
        if len(blocks) == seen:
            continue
        seen = len(blocks)
        found = decompose(forms, p, blocks, admitted(zeros, [item.poly for item in items]), budget)
        if found is not None:
            return state.poly(forms.node(times, [(item, c * scale) for item, c in found]))
    return None


def _levels(forms: Forms, p: fmpq_mpoly, times: Sequence[int]) -> Iterator[list[Item]]:
    """What squares are multiplied by: nothing; hypotheses; products of two and three of them."""
    names = [i for i, k in enumerate(p.degrees()) if k]
    items = [Item(forms.one, (), True)]
    yield items
    simple = []
    for i in forms.forms:
        if not _simple(forms, i) or i in times or len(forms.forms[i].num) > 4:
            continue
        q = forms.forms[i].num * (1 / forms.forms[i].den.leading_coefficient())
        if not q.is_constant() and all(j in names for j, k in enumerate(q.degrees()) if k):
            simple.append(Item(q, (i,), forms.relations[i].strict))
    simple = _distinct(simple)[:6]
    items = items + simple
    yield items
    items = items + [a.times(b) for a, b in combinations(simple, 2)]
    if len(simple) <= 3:
        items += [a.times(b).times(c) for a, b, c in combinations(simple, 3)]
    yield items


def _blocks(p: fmpq_mpoly, items: list[Item], strict: bool) -> Iterator[Block]:
    """Squares times each item; 1 for a strict goal."""
    names = [i for i, k in enumerate(p.degrees()) if k]
    total = 0
    for item in items:
        basis = _basis(p, item, names, plain=len(items) == 1)
        total += len(basis) * (len(basis) + 1) // 2
        if basis and len(basis) <= MAX_BASIS and total <= MAX_ENTRIES:
            yield Block(item, tuple(basis))
    if strict:
        for item in items:
            if item.strict and not (item.uses and _homogeneous(p)):
                yield Block(item, ())


def _distinct(items: Iterable[Item]) -> list[Item]:
    found: dict[object, Item] = {}
    for item in items:
        found.setdefault(poly_key(item.poly), item)
    return list(found.values())


def _basis(p: fmpq_mpoly, item: Item, names: list[int], plain: bool) -> list[fmpq_mpoly]:
    """Monomials whose squares times the item stay within the degrees of p."""
    ring, degrees = p.context(), p.degrees()
    own = item.poly.degrees()
    sums = [sum(e) for e in p.monoms()]
    inner = [sum(e) for e in item.poly.monoms()]
    high, low = (max(sums) - max(inner)) // 2, max(0, -(-(min(sums) - min(inner)) // 2))
    if high < 0 or (_homogeneous(p) and len(set(inner)) == 1 and (sums[0] - inner[0]) % 2):
        return []
    found: list[Monomial] = []
    for total in range(low, high + 1):
        for group in combinations_with_replacement(names, total):
            e = tuple(group.count(i) for i in range(len(degrees)))
            if all(2 * k + own[i] <= degrees[i] for i, k in enumerate(e)):
                found.append(e)
        if len(found) > 4 * MAX_BASIS:
            return []
    if plain:
        found = _reachable(found, set(p.monoms()))
    return [ring.from_dict({e: fmpq(1)}) for e in found]


def _reachable(monomials: list[Monomial], support: set[Monomial]) -> list[Monomial]:
    """Without monomials whose square neither occurs nor is a product of two others."""
    kept = list(monomials)
    while True:
        products = {tuple(a + b for a, b in zip(u, v, strict=True)) for u, v in combinations(kept, 2)}
        rest = [m for m in kept if (d := tuple(2 * k for k in m)) in support or d in products]
        if len(rest) == len(kept):
            return kept
        kept = rest
