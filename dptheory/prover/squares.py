"""Polynomials that are sums of squares, of products of hypotheses times squares, or become so when
multiplied by something positive.

A Gram matrix is found in floating point, restricted to the face on which all of them lie, rounded to
rationals, corrected to satisfy the equations exactly, and taken apart into squares.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement
from typing import Any

from flint import fmpq, fmpq_mat, fmpq_mpoly

from dptheory.kernel.real.claims import Relation
from dptheory.kernel.real.terms import num

from .algebra import poly_key
from .budget import Budget, OutOfTime
from .factors import shape_of
from .forms import Forms, Item
from .goals import Desk, Proof, Prover, screen
from .semidefinite import Centre, centre, kernel
from .splits import by_cases

MAX_BASIS = 28
MAX_ENTRIES = 620
MAX_TERMS = 120
MAX_VARIABLES = 7
ALGEBRAIC = ("var", "sqrt", "abs", "const")
GRIDS = (1, 2, 6, 24, 120, 2**10, 2**16, 2**24, 2**32)
Monomial = tuple[int, ...]


@dataclass(frozen=True)
class Block:
    """Squares of combinations of `basis`, times the product of the hypotheses of an item."""

    item: Item
    basis: tuple[fmpq_mpoly, ...]

    def entries(self) -> list[tuple[int, int]]:
        """The places of a symmetric matrix over the basis."""
        return [(i, j) for i in range(len(self.basis)) for j in range(i + 1)]


def by_squares(prover: Prover, start: Desk, seconds: float = 2.0) -> Proof | None:
    """Show that the goal's only factor is a sum of squares times products of hypotheses."""
    forms = start.forms()
    r = start.goal.relation
    if r.op in ("=", "!=") or forms.reduced(forms.target.num).is_zero():
        return None
    shape = shape_of(forms)
    p = shape.irreducible
    if p is None or len(p) > MAX_TERMS or p.total_degree() < 2:
        return None
    names = [i for i, k in enumerate(p.degrees()) if k]
    if start.fuel < 4 and any(forms.field.generators[i].op not in ALGEBRAIC for i in names):
        return None
    if len(names) > MAX_VARIABLES or (len(names) == 1 and p.total_degree() > 12):
        return None
    budget = prover.budget.part(0.5, seconds if start.fuel >= 4 else seconds / 5)
    for multiplier in _multipliers(forms, p):
        try:
            proof = _with_multiplier(start, multiplier, budget)
        except OutOfTime:
            prover.budget.check()
            return None
        if proof is None and multiplier is not None and start.fuel > 0:
            proof = _apart_from_zero(prover, start, multiplier)
        if proof is not None:
            return start.close(proof)
    return None


def _apart_from_zero(prover: Prover, start: Desk, multiplier: fmpq_mpoly) -> Proof | None:
    """Where the multiplier may be 0: that case by itself."""
    t = start.forms().term(multiplier)
    split = Relation(">", t, num(0))
    if screen(t, start.goal.cloud).low != 0 or start.goal.index_of(split) is not None:
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
        yield sum((g * g for g in used), forms.one)


def _simple(forms: Forms, i: int) -> bool:
    form = forms.forms[i]
    return forms.relations[i].op not in ("=", "!=") and form.den.is_constant() and not form.is_zero


def _homogeneous(p: fmpq_mpoly) -> bool:
    return len({sum(e) for e in p.to_dict()}) == 1


def _with_multiplier(start: Desk, multiplier: fmpq_mpoly | None, budget: Budget) -> Proof | None:
    """The goal times something positive as a sum of squares."""
    desk = Desk(start.prover, start.goal, start.fuel)
    times: list[int] = []
    if multiplier is not None:
        place = desk.have(Relation(">", start.forms().term(multiplier), num(0)), fuel=1)
        if place is None:
            return None
        times = [place]
    forms = desk.forms()
    shape = shape_of(forms)
    p = shape.irreducible
    if p is None:
        return None
    p = p if shape.top.constant > 0 else -p
    scale = abs(shape.top.constant)
    for i in times:
        p = p * forms.forms[i].num
        scale = scale / forms.forms[i].den.leading_coefficient()
    p = forms.reduced(p)
    seen = 0
    for items in _levels(forms, p, times):
        blocks = list(_blocks(p, items, desk.goal.relation.strict))
        if len(blocks) == seen:
            continue
        seen = len(blocks)
        found = decompose(forms, p, blocks, budget)
        if found is not None:
            return desk.poly(forms.node(times, [(item, c * scale) for item, c in found]))
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
    sums = [sum(e) for e in p.to_dict()]
    inner = [sum(e) for e in item.poly.to_dict()]
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
        found = _reachable(found, set(p.to_dict()))
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


def decompose(
    forms: Forms, p: fmpq_mpoly, blocks: list[Block], budget: Budget
) -> list[tuple[Item, fmpq]] | None:
    """p as a sum of positive multiples of items: what each block's matrix is taken apart into."""
    for _ in range(4):
        system = _System.of(forms, p, blocks)
        if system is None:
            return None
        found = centre(system.maps, system.right, budget)
        if found is None or found.slack > 1e-5:
            return None
        rounded = _rounded(system, found, budget)
        if rounded is not None:
            return rounded
        smaller = _restricted(blocks, found)
        if smaller is None:
            return None
        blocks = smaller
    return None


@dataclass(frozen=True)
class _System:
    """The equations that say that the blocks' matrices give p; a block without basis is the number 1."""

    blocks: list[Block]
    columns: list[list[dict[Monomial, fmpq]]]
    rows: list[Monomial]
    target: dict[Monomial, fmpq]
    maps: list[Any]
    right: Any

    @staticmethod
    def of(forms: Forms, p: fmpq_mpoly, blocks: list[Block]) -> _System | None:
        import numpy as np

        target = dict(p.to_dict())
        columns: list[list[dict[Monomial, fmpq]]] = []
        for b in blocks:
            if not b.basis:
                columns.append([dict(forms.reduced(b.item.poly).to_dict())])
                continue
            own = []
            for i, j in b.entries():
                q = forms.reduced(b.item.poly * b.basis[i] * b.basis[j])
                own.append(dict((q if i == j else q * 2).to_dict()))
            columns.append(own)
        rows = sorted({e for own in columns for c in own for e in c} | set(target))
        if not columns or len(rows) > 400:
            return None
        place = {e: k for k, e in enumerate(rows)}
        maps = []
        for b, own in zip(blocks, columns, strict=True):
            n = max(1, len(b.basis))
            a = np.zeros((len(rows), n, n))
            for (i, j), c in zip(b.entries() or [(0, 0)], own, strict=True):
                for e, value in c.items():
                    v = int(value.p) / int(value.q)
                    a[place[e], i, j] += v / (1 if i == j else 2)
                    if i != j:
                        a[place[e], j, i] += v / 2
            maps.append(a)
        right = np.array([float(int(v.p) / int(v.q)) for v in (target.get(e, fmpq(0)) for e in rows)])
        return _System(blocks, columns, rows, target, maps, right)


def _restricted(blocks: list[Block], found: Centre) -> list[Block] | None:
    """The blocks over the complement of the kernels found, or None when there is none to leave out."""
    result: list[Block] = []
    changed = False
    for b, x in zip(blocks, found.matrices, strict=True):
        if not b.basis:
            result.append(b)
            continue
        null = kernel(x)
        if null is None:
            return None
        if null:
            changed = True
            matrix = fmpq_mat([[fmpq(*entry) for entry in row] for row in null])
            basis = _complement(matrix, b.basis)
            if basis:
                result.append(Block(b.item, tuple(basis)))
        else:
            result.append(b)
    return result if changed and result else None


def _complement(null: fmpq_mat, basis: Sequence[fmpq_mpoly]) -> list[fmpq_mpoly]:
    """Combinations of a basis with coefficient vectors orthogonal to the rows of a matrix."""
    reduced, rank = null.rref()
    n = len(basis)
    pivots = [next(k for k in range(n) if reduced[i, k] != 0) for i in range(rank)]
    free = [k for k in range(n) if k not in pivots]
    found = []
    for k in free:
        p = basis[k]
        for i, pivot in enumerate(pivots):
            p = p - basis[pivot] * fmpq(reduced[i, k])
        found.append(p)
    return found


def _rounded(system: _System, found: Centre, budget: Budget) -> list[tuple[Item, fmpq]] | None:
    """Exact matrices near those found that satisfy the equations and are positive, taken apart."""
    import numpy as np
    from scipy.linalg import qr

    places = [(k, i, j) for k, b in enumerate(system.blocks) for i, j in (b.entries() or [(0, 0)])]
    columns = [c for own in system.columns for c in own]
    at = {e: k for k, e in enumerate(system.rows)}
    dense = np.zeros((len(system.rows), len(columns)))
    for k, c in enumerate(columns):
        for e, v in c.items():
            dense[at[e], k] = int(v.p) / int(v.q)
    _, triangle, order = qr(dense, mode="economic", pivoting=True)
    diagonal = np.abs(np.diag(triangle))
    rank = int((diagonal > 1e-9 * max(1.0, diagonal.max(initial=0.0))).sum())
    pivots = sorted(int(k) for k in order[:rank])
    for grid in GRIDS:
        budget.check()
        values = [_nearest(float(found.matrices[k][i][j]), grid) for k, i, j in places]
        solved = _corrected(system, columns, pivots, values)
        if solved is None:
            return None
        parts = _taken_apart(system, places, solved)
        if parts is not None:
            return parts
    return None


def _nearest(x: float, grid: int) -> fmpq:
    return fmpq(round(x * grid), grid)


def _corrected(
    system: _System, columns: list[dict[Monomial, fmpq]], pivots: list[int], values: list[fmpq]
) -> list[fmpq] | None:
    """The values with those at pivots changed so that the equations hold; None if they cannot."""
    rest = {e: system.target.get(e, fmpq(0)) for e in system.rows}
    chosen = set(pivots)
    for k, c in enumerate(columns):
        if k not in chosen and values[k] != 0:
            for e, v in c.items():
                rest[e] -= v * values[k]
    rows = [[*(columns[k].get(e, fmpq(0)) for k in pivots), rest[e]] for e in system.rows]
    reduced, rank = fmpq_mat(rows).rref()
    if rank != len(pivots) or any(reduced[i, i] != 1 for i in range(rank)):
        return None
    solved = list(values)
    for i, k in enumerate(pivots):
        solved[k] = fmpq(reduced[i, len(pivots)])
    return solved


def _taken_apart(
    system: _System, places: list[tuple[int, int, int]], values: list[fmpq]
) -> list[tuple[Item, fmpq]] | None:
    """Each block's matrix as a sum of positive multiples of squares, or None if one is not positive."""
    result: list[tuple[Item, fmpq]] = []
    for k, b in enumerate(system.blocks):
        own = {(i, j): v for (other, i, j), v in zip(places, values, strict=True) if other == k}
        if not b.basis:
            if own[0, 0] <= 0:
                return None
            result.append((b.item, own[0, 0]))
            continue
        parts = _squares(own, b.basis)
        if parts is None:
            return None
        for root, c in parts:
            if root.is_constant():
                result.append(
                    (Item(b.item.poly, b.item.uses, b.item.strict), c * root.leading_coefficient() ** 2)
                )
            else:
                result.append((Item(b.item.poly, b.item.uses, False, (root,)), c))
    return result


def _squares(
    entries: dict[tuple[int, int], fmpq], basis: Sequence[fmpq_mpoly]
) -> list[tuple[fmpq_mpoly, fmpq]] | None:
    """(root, positive number) for each square of a symmetric matrix over a basis; None if it has a
    negative value."""
    n = len(basis)
    left = [[entries[max(i, j), min(i, j)] for j in range(n)] for i in range(n)]
    found: list[tuple[fmpq_mpoly, fmpq]] = []
    for i in range(n):
        d = left[i][i]
        if d < 0 or (d == 0 and any(left[i][j] != 0 for j in range(i, n))):
            return None
        if d == 0:
            continue
        row = [left[i][j] / d for j in range(n)]
        root = basis[i]
        for j in range(i + 1, n):
            root = root + basis[j] * row[j]
        found.append((root, d))
        for a in range(i + 1, n):
            if row[a] != 0:
                for c in range(i + 1, n):
                    left[a][c] -= left[i][c] * row[a]
    return found
