"""Non-negative combinations of products of hypotheses that give a goal, or a contradiction.

A linear program over products of hypotheses, squares and the negated goal looks for a combination that
is identically zero although one of its terms is positive.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations_with_replacement

from flint import fmpq, fmpq_mpoly

from dptheory.kernel import KernelError

from ..budget import Budget, charge
from ..goals.forms import Forms, Identity, Item
from ..goals.polynomials import poly_key, rational_root
from .simplex import feasible

STRICT = "strict"
MAX_SQUARED = 40


@dataclass(frozen=True)
class Combination:
    """A `poly` node; `negated` if it derives a contradiction from the negated goal as last hypothesis."""

    identity: Identity
    negated: bool


class Combiner:
    """The search for one goal. The negated goal has the number `forms.size`."""

    def __init__(self, forms: Forms) -> None:
        self.forms = forms
        self.items: list[Item] = []
        self.excluded: list[Item] = []
        """Squares of differences that are said not to be 0 and are 0 by the equations: contradictions."""
        for i, form in forms.forms.items():
            op = forms.relations[i].op
            if op == "!=" and forms.reduced(form.num).is_zero():
                self.excluded.append(Item(forms.one * 0, (i,), True))
            if op not in ("=", "!=") and not form.is_zero:
                self.items.append(forms.cleared(form, (i,), op in ("<", ">")))

    def search(self, degree: int, budget: Budget) -> Combination | None:
        """A combination whose products have at most `degree` hypotheses."""
        forms = self.forms
        strict = forms.goal.strict
        target = forms.cleared(forms.target, (), strict)
        negated = Item(
            -target.poly, (forms.size, *target.uses), not strict and not target.squares, target.squares
        )
        columns = self._columns(negated, degree, budget)
        found = feasible([_entries(c) for c in columns], {STRICT: fmpq(1)}, budget)
        if found is None:
            return None
        chosen = [(columns[j], c) for j, c in found.items()]
        try:
            return self._direct(chosen) or self._contradiction(chosen)
        except KernelError:
            return None

    def _columns(self, negated: Item, degree: int, budget: Budget) -> list[Item]:
        one = Item(self.forms.one, (), True)
        base = [item for item in self.items if not item.poly.is_constant()] + [negated]
        seen: dict[tuple[object, bool], Item] = {}
        groups = [[one], self.excluded, *[self._level(base, k, budget) for k in range(1, degree + 1)]]
        if degree >= 2:
            groups.append(list(self._squares(negated, degree)))
        for item in (item for group in groups for item in group):
            charge(5 + 2 * len(item.poly))
            if not item.poly.is_zero() or item.strict:
                seen.setdefault((poly_key(item.poly), item.strict), item)
        free = list(self._free_equations(base))
        return [*seen.values(), *free]

    def _level(self, base: list[Item], degree: int, budget: Budget) -> list[Item]:
        """Products of exactly `degree` items."""
        found = []
        limit = {1: 10**6, 2: 40, 3: 10}.get(degree, 6)
        small = [b for b in base if len(b.poly) <= limit]
        for group in combinations_with_replacement(small, degree):
            budget.check()
            product = group[0]
            for item in group[1:]:
                product = product.times(item)
            if degree > 1 and self.forms.rewrites:
                reduced = self.forms.reduced(product.poly)
                product = Item(reduced, product.uses, product.strict, product.squares)
            found.append(product)
        return found

    def _squares(self, negated: Item, degree: int) -> Iterator[Item]:
        """Squares of monomials, of sums and of differences of two; at higher degree times an item."""
        for root in self._roots(negated):
            squared = self.forms.reduced(root * root)
            plain = Item(squared, (), False, (root,))
            yield plain
            if degree >= 3:
                for item in self.items:
                    if len(item.poly) <= 4:
                        product = item.times(plain)
                        yield Item(self.forms.reduced(product.poly), product.uses, False, product.squares)

    def _roots(self, negated: Item) -> Iterator[fmpq_mpoly]:
        """Terms whose squares may help: monomials, sums and differences, and completed squares."""
        ring = negated.poly.context()
        halves: dict[tuple[int, ...], None] = {}
        polys = [p for p in (negated.poly, *(item.poly for item in self.items)) if len(p) <= MAX_SQUARED]
        for p in polys:
            for exponents in p.monoms():
                if all(k % 2 == 0 for k in exponents):
                    halves[tuple(k // 2 for k in exponents)] = None
        for exponents in negated.poly.monoms():
            for i, k in enumerate(exponents):
                if k:
                    halves.setdefault(tuple(int(j == i) for j in range(len(exponents))), None)
        monomials = [ring.from_dict({e: fmpq(1)}) for e in list(halves)[:9]]
        for i, u in enumerate(monomials):
            yield u
            for v in monomials[:i]:
                yield u + v
                yield u - v
        if len(negated.poly) <= 8:
            polys.append(negated.poly * negated.poly)
        for p in polys:
            yield from _completed(p)
            yield from _balanced(p)

    def _free_equations(self, base: list[Item]) -> Iterator[Item]:
        """Equations that rewrite nothing, of both signs, times small multipliers; -1 - i marks number i."""
        rewriting = {rewrite.index for rewrite in self.forms.rewrites}
        for i, form in self.forms.forms.items():
            if self.forms.relations[i].op == "=" and i not in rewriting and not form.is_zero:
                for multiplier in [self.forms.one, *(b.poly for b in base if len(b.poly) < 4)]:
                    p = self.forms.reduced(form.num * multiplier)
                    yield Item(p, (-1 - i,), False, (multiplier,))
                    yield Item(-p, (-1 - i,), False, (-multiplier,))

    def _direct(self, chosen: list[tuple[Item, fmpq]]) -> Combination | None:
        """A proof of the goal itself, when the negated goal occurs once and not multiplied by itself."""
        size = self.forms.size
        with_goal = [(item, c) for item, c in chosen if size in item.uses]
        if len(with_goal) != 1:
            return None
        item, scale = with_goal[0]
        others = [i for i in item.uses if i != size]
        if len(others) != len(item.uses) - 1 or item.squares:
            return None
        if any(self.forms.relations[i].op not in ("<", ">") for i in others):
            return None
        rest = [(other, c / scale) for other, c in chosen if other is not item]
        node = self._node(others, rest, False)
        return None if node is None else Combination(node, False)

    def _contradiction(self, chosen: list[tuple[Item, fmpq]]) -> Combination | None:
        node = self._node([], chosen, True)
        return None if node is None else Combination(node, True)

    def _node(self, times: list[int], chosen: list[tuple[Item, fmpq]], negated: bool) -> Identity | None:
        """The node; equations that were columns of the program are left to the identity's closing."""
        plain = [(item, c) for item, c in chosen if not item.uses or item.uses[0] >= 0]
        equations = [(item, c) for item, c in chosen if item.uses and item.uses[0] < 0]
        return self.forms.node(
            times, plain, negated, [(-1 - e.uses[0], e.squares[0] * c) for e, c in equations]
        )


def _entries(item: Item) -> dict[object, fmpq]:
    entries: dict[object, fmpq] = dict(item.poly.terms())
    if item.strict:
        entries[STRICT] = fmpq(1)
    return entries


def _completed(p: fmpq_mpoly) -> Iterator[fmpq_mpoly]:
    """For each square u**2 in a polynomial what completes it: u + sum of c(uv)/(2 c(uu)) v, and each
    u +- c(uv)/(2 c(uu)) v alone."""
    ring, terms = p.context(), p.to_dict()
    for square, c in terms.items():
        if not any(square) or any(k % 2 for k in square):
            continue
        half = tuple(k // 2 for k in square)
        u = ring.from_dict({half: fmpq(1)})
        whole = u
        for mixed, d in terms.items():
            rest = tuple(a - b for a, b in zip(mixed, half, strict=True))
            if mixed == square or min(rest) < 0 or rest == half:
                continue
            v = ring.from_dict({rest: d / (2 * c)})
            whole = whole + v
            yield u + v
            yield u - v
        if len(whole) > 2:
            yield whole


def _balanced(p: fmpq_mpoly) -> Iterator[fmpq_mpoly]:
    """u - r*v and u + r*v for squares c*u**2 and c*r**2*v**2 in a polynomial, r rational."""
    ring = p.context()
    squares = [(e, c) for e, c in p.terms() if any(e) and all(k % 2 == 0 for k in e)]
    for i, (e, c) in enumerate(squares):
        for other, d in squares[:i]:
            r = rational_root(c / d)
            if r is not None and r != 1:
                u = ring.from_dict({tuple(k // 2 for k in e): r})
                v = ring.from_dict({tuple(k // 2 for k in other): fmpq(1)})
                yield u - v
                yield u + v
