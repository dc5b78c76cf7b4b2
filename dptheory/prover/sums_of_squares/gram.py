"""Gram matrices: a polynomial as a sum of squares times given items, exactly.

A Gram matrix is found in floating point, restricted to the face on which all of them lie, rounded to
rationals, corrected to satisfy the equations exactly, and taken apart into squares.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import floor
from typing import Any

from flint import fmpq, fmpq_mat, fmpq_mpoly

from ..arithmetic.zeros import Place, complement, restricted
from ..budget import Budget, charge
from ..goals.forms import Forms, Item
from .matrices import independent
from .semidefinite import Centre, Map, centre, kernel

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


def decompose(
    forms: Forms, p: fmpq_mpoly, blocks: list[Block], zeros: list[Place], budget: Budget
) -> list[tuple[Item, fmpq]] | None:
    """p as a sum of positive multiples of items: what each block's matrix is taken apart into. At the places
    `zeros`, p is 0 and no item is negative."""
    if zeros:
        narrowed = [replace(b, basis=restricted(b.basis, b.item.poly, zeros)) for b in blocks if b.basis]
        blocks = [b for b in narrowed if b.basis]
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
    maps: list[Map]
    right: Any

    @staticmethod
    def of(forms: Forms, p: fmpq_mpoly, blocks: list[Block]) -> _System | None:
        import numpy as np

        target = dict(p.terms())
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
            entries = tuple(
                (place[e], i, j, _float(value) / (1 if i == j else 2))
                for (i, j), c in zip(b.entries() or [(0, 0)], own, strict=True)
                for e, value in c.items()
            )
            maps.append(Map(max(1, len(b.basis)), entries))
        right = np.array([_float(target.get(e, fmpq(0))) for e in rows])
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
            basis = complement(matrix, b.basis)
            if basis:
                result.append(Block(b.item, tuple(basis)))
        else:
            result.append(b)
    return result if changed and result else None


def _rounded(system: _System, found: Centre, budget: Budget) -> list[tuple[Item, fmpq]] | None:
    """Exact matrices near those found that satisfy the equations and are positive, taken apart."""
    import numpy as np

    places = [(k, i, j) for k, b in enumerate(system.blocks) for i, j in (b.entries() or [(0, 0)])]
    columns = [c for own in system.columns for c in own]
    at = {e: k for k, e in enumerate(system.rows)}
    dense = np.zeros((len(system.rows), len(columns)))
    for k, c in enumerate(columns):
        for e, v in c.items():
            dense[at[e], k] = _float(v)
    charge(100 + dense.size * min(dense.shape) // 200)
    solution = _Affine.of(system, columns, independent(dense))
    if solution is None:
        return None
    for grid in GRIDS:
        charge(20 + len(places) * len(solution.pivots) // 20)
        budget.check()
        values = [_nearest(float(found.matrices[k][i][j]), grid) for k, i, j in places]
        parts = _taken_apart(system, places, solution.corrected(values))
        if parts is not None:
            return parts
    return None


def _float(value: fmpq) -> float:
    return int(value.p) / int(value.q)


def _nearest(x: float, grid: int) -> fmpq:
    """The nearest multiple of 1/grid; of two equally near ones the greater, whatever the last bits are."""
    return fmpq(floor(x * grid + 0.5 + 1e-6), grid)


@dataclass(frozen=True)
class _Affine:
    """All solutions of the equations: `constants` minus `slopes` times the free entries, at the pivots."""

    pivots: list[int]
    free: list[int]
    constants: list[fmpq]
    slopes: fmpq_mat

    @staticmethod
    def of(system: _System, columns: list[dict[Monomial, fmpq]], pivots: list[int]) -> _Affine | None:
        """None if the equations contradict each other."""
        chosen, rank = set(pivots), len(pivots)
        free = [k for k in range(len(columns)) if k not in chosen]
        rows = [
            [*(columns[k].get(e, fmpq(0)) for k in (*pivots, *free)), system.target.get(e, fmpq(0))]
            for e in system.rows
        ]
        charge(len(rows) ** 2 * len(rows[0]) // 100)
        reduced, found = fmpq_mat(rows).rref()
        if found != rank or any(reduced[i, i] != 1 for i in range(rank)):
            return None
        table = reduced.table()[:rank]
        constants = [fmpq(row[-1]) for row in table]
        return _Affine(pivots, free, constants, fmpq_mat([row[rank:-1] for row in table]))

    def corrected(self, values: list[fmpq]) -> list[fmpq]:
        """The values with those at pivots changed so that the equations hold."""
        solved = list(values)
        moved = self.slopes * fmpq_mat([[values[k]] for k in self.free]) if self.free else None
        for i, k in enumerate(self.pivots):
            solved[k] = self.constants[i] - (fmpq(moved[i, 0]) if moved is not None else 0)
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
        parts = squares_of(own, b.basis)
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


def squares_of(
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
