"""Hypotheses and goal in one field: equations solved, signs of polynomials known, identities closed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flint import fmpq, fmpq_mpoly

from dptheory.kernel.real import Field, Fraction, Relation, Term, num, print_term

from ..budget import charge, remembered
from .polynomials import (
    Rewrite,
    coefficients_in,
    factored,
    fraction_term,
    occurs,
    polynomial_term,
    proportional,
    reduce,
    rewrite_by,
    tidied,
)

Node = dict[str, Any]


@dataclass(frozen=True)
class Identity:
    """A `poly` node, and the terms in it that no hypothesis contains."""

    node: Node
    new: tuple[Term, ...]


@dataclass(frozen=True)
class Item:
    """A polynomial that is >= 0 (> 0 if strict): a product of hypotheses and of squares."""

    poly: fmpq_mpoly
    uses: tuple[int, ...] = ()
    strict: bool = False
    squares: tuple[fmpq_mpoly, ...] = ()

    def times(self, other: Item) -> Item:
        """The product of two items."""
        charge(3 + len(self.poly) * len(other.poly) // 10)
        return Item(
            self.poly * other.poly,
            (*self.uses, *other.uses),
            self.strict and other.strict,
            (*self.squares, *other.squares),
        )


@dataclass(frozen=True)
class Solved:
    """Equation number `index`, solved for one generator."""

    index: int
    generator: int
    value: Fraction


class Forms:
    """Normal forms of the visible hypotheses and of a goal.

    `solved` names equations (by hypothesis number) with the generator that each is to be solved for;
    what they are solved by must not vanish. `hidden` hypotheses are not looked at.
    """

    def __init__(
        self,
        hypotheses: Sequence[Relation],
        goal: Relation,
        solved: Mapping[int, Term] | None = None,
        hidden: frozenset[int] = frozenset(),
    ) -> None:
        self.goal = goal
        self.size = len(hypotheses)
        self.relations = {i: h for i, h in enumerate(hypotheses) if i not in hidden}
        sides = [t for r in (*self.relations.values(), goal) for t in (r.left, r.right)]
        self.field = Field([*sides, *(solved or {}).values()])
        self.generators = tidied(self.field)
        self.one = self.field.number(fmpq(1)).num
        self.raw = {i: self.field.difference(h) for i, h in self.relations.items()}
        self.raw_target = self.field.difference(goal)
        self.solved = [s for i, atom in (solved or {}).items() if (s := self._solve(i, atom)) is not None]
        used = {s.index for s in self.solved}
        self.forms = {i: self.expanded(f) for i, f in self.raw.items() if i not in used}
        self.target = self.expanded(self.raw_target)
        self.rewrites = self._rewrites()
        self.positive = self._positive()

    def _solve(self, index: int, atom: Term) -> Solved | None:
        if index not in self.raw:
            return None
        place = self.field[atom].num.degrees().index(1)
        parts = coefficients_in(self.raw[index].num, place)
        if set(parts) - {0, 1} or 1 not in parts:
            return None
        rest = parts.get(0, self.one * 0)
        value = self.field.divide(Fraction(-rest, self.one), Fraction(parts[1], self.one))
        return Solved(index, place, value)

    def expanded(self, form: Fraction) -> Fraction:
        """A form with every solved generator replaced, repeatedly."""
        for _ in range(12 if self.solved else 0):
            before = form
            for s in self.solved:
                form = self._substituted(form, s)
            if form is before:
                break
        return form

    def _substituted(self, form: Fraction, s: Solved) -> Fraction:
        if not occurs(form.num, s.generator) and not occurs(form.den, s.generator):
            return form
        return self.field.divide(self._image(form.num, s), self._image(form.den, s))

    def _image(self, p: fmpq_mpoly, s: Solved) -> Fraction:
        total = self.field.number(fmpq(0))
        for k, part in coefficients_in(p, s.generator).items():
            power = self.field.power(s.value, k)
            total = self.field.add(total, self.field.multiply(Fraction(part, self.one), power))
        return total

    def _rewrites(self) -> list[Rewrite]:
        rewrites: list[Rewrite] = []
        taken: frozenset[int] = frozenset()
        for i, form in self.forms.items():
            if self.relations[i].op == "=" and not form.is_zero and not form.num.is_constant():
                rewrite = rewrite_by(i, form.num, taken)
                if rewrite is not None:
                    rewrites.append(rewrite)
                    taken = taken | {rewrite.generator}
        return rewrites

    def _positive(self) -> list[tuple[fmpq_mpoly, tuple[int, ...], int]]:
        """Irreducible polynomials whose sign a strict hypothesis states: (polynomial, uses, sign)."""
        found: list[tuple[fmpq_mpoly, tuple[int, ...], int]] = []
        for i, form in self.forms.items():
            if self.relations[i].op in ("<", ">") and form.den.is_constant() and len(form.num) < 40:
                whole = factored(form.num)
                if len(whole.factors) == 1 and whole.factors[0][1] == 1:
                    found.append((whole.factors[0][0], (i,), 1 if whole.constant > 0 else -1))
        return found

    def sign_of(self, p: fmpq_mpoly) -> tuple[tuple[int, ...], int] | None:
        """(uses, sign) of a polynomial that is a constant or a multiple of a strict hypothesis."""
        if p.is_constant() and not p.is_zero():
            return (), 1 if p.leading_coefficient() > 0 else -1
        for q, uses, sign in self.positive:
            c = proportional(p, q)
            if c is not None:
                return uses, sign if c > 0 else -sign
        return None

    def unknown_factors(self) -> list[fmpq_mpoly]:
        """Factors of odd multiplicity of denominators whose sign no hypothesis states yet."""
        found: list[fmpq_mpoly] = []
        for form in [self.target, *self.forms.values()]:
            for p, k in factored(form.den).factors:
                if k % 2 and self.sign_of(p) is None and all(p != q for q in found):
                    found.append(p)
        return found

    def reduced(self, p: fmpq_mpoly) -> fmpq_mpoly:
        """A polynomial modulo the equations."""
        return reduce(p, self.rewrites)[0] if self.rewrites else p

    def cleared(self, form: Fraction, uses: tuple[int, ...], strict: bool) -> Item:
        """A fraction times its denominator, made positive: by hypotheses where these know the sign,
        by squaring where not."""
        p, squares = form.num, []
        whole = factored(form.den)
        for q, k in whole.factors:
            known = self.sign_of(q)
            if known is None or k % 2 == 0:
                squares.extend([q] * ((k + 1) // 2))
                p = p * q if k % 2 else p
            else:
                uses = uses + known[0] * k
                p = p * known[1]
        if whole.constant < 0:
            p = -p
        return Item(self.reduced(p), uses, strict and not squares, tuple(squares))

    def term(self, p: fmpq_mpoly) -> Term:
        """The term of a polynomial."""
        return polynomial_term(self.generators, p)

    def fraction_term(self, form: Fraction) -> Term:
        """The term of a fraction, its denominator factored."""
        return fraction_term(self.generators, form.num, form.den)

    def factor(self, index: int, form: Fraction) -> Fraction:
        """What a hypothesis contributes to a product: its form, squared if it says !=."""
        return self.field.multiply(form, form) if self.relations[index].op == "!=" else form

    def value(self, item: Item) -> Fraction:
        """The exact fraction that an item's hypotheses and squares multiply to, before any reduction."""
        total = self.field.number(fmpq(1))
        for i in item.uses:
            negated = self.field.scale(self.raw_target, fmpq(-1))
            total = self.field.multiply(total, self.factor(i, self.raw[i]) if i in self.raw else negated)
        for q in item.squares:
            total = self.field.multiply(total, Fraction(q * q, self.one))
        return total

    def node(
        self,
        times: Sequence[int],
        chosen: Sequence[tuple[Item, fmpq]],
        negated: bool = False,
        equations: Sequence[tuple[int, fmpq_mpoly]] = (),
    ) -> Identity | None:
        """The certificate that the product of hypotheses `times` and the goal (or 0, if negated) is the
        sum of the chosen items and of multiples of numerators of equations; what is missing is made up
        by further multiples of equations."""
        field, terms, new = self.field, list[Node](), list[Term]()
        gap = field.number(fmpq(0)) if negated else self.raw_target
        for i in times:
            gap = field.multiply(gap, self.factor(i, self.raw[i]))
        for item, c in chosen:
            if c == 0:
                continue
            gap = field.add(gap, field.scale(self.value(item), -c))
            entry: Node = {"c": str(c), "h": sorted(item.uses)}
            if item.squares:
                roots = [self.term(q) for q in item.squares]
                new.extend(roots)
                entry["sq"] = [print_term(t) for t in roots]
            terms.append(entry)
        given: dict[int, Fraction] = {}
        for i, p in equations:
            by = field.multiply(Fraction(p, self.one), Fraction(self.forms[i].den, self.one))
            self._add(given, i, by)
            gap = field.add(gap, field.scale(field.multiply(by, self.raw[i]), fmpq(-1)))
        multipliers = self._multipliers(gap, given)
        if multipliers is None:
            return None
        for i, by in multipliers.items():
            if not by.is_zero:
                new.append(self.fraction_term(by))
                terms.append({"c": "1", "h": [i], "by": print_term(new[-1])})
        return Identity({"rule": "poly", "times": sorted(times), "terms": terms}, tuple(new))

    def _multipliers(self, gap: Fraction, found: dict[int, Fraction]) -> dict[int, Fraction] | None:
        """Equation number -> what times it makes up the gap; None if the equations do not."""
        for _ in range(12):
            if gap.is_zero:
                return found
            before = gap
            for s in self.solved:
                after = self._substituted(gap, s)
                if after is not gap:
                    gap = self._account(found, gap, after, s.index)
            if self.rewrites:
                _, quotients = reduce(gap.num, self.rewrites)
                for rewrite in self.rewrites:
                    if rewrite.index in quotients:
                        part = Fraction(quotients[rewrite.index], self.one)
                        by = self.field.divide(part, Fraction(gap.den, self.one))
                        by = self.field.multiply(by, self._per_rewrite(rewrite))
                        self._add(found, rewrite.index, by)
                        taken = self.field.multiply(by, self.raw[rewrite.index])
                        gap = self.field.add(gap, self.field.scale(taken, fmpq(-1)))
            if gap == before:
                return None
        return None

    def _per_rewrite(self, rewrite: Rewrite) -> Fraction:
        """The rule's monic polynomial divided by the equation's own form."""
        return self.field.divide(Fraction(rewrite.poly, self.one), self.forms[rewrite.index])

    def _account(self, found: dict[int, Fraction], gap: Fraction, after: Fraction, index: int) -> Fraction:
        change = self.field.add(gap, self.field.scale(after, fmpq(-1)))
        self._add(found, index, self.field.divide(change, self.raw[index]))
        return after

    def _add(self, found: dict[int, Fraction], index: int, by: Fraction) -> None:
        found[index] = self.field.add(found[index], by) if index in found else by


def forms_of(t: Term) -> Forms:
    """The normal form of a term alone: as the goal that it is not negative."""
    return remembered(("form", t.key), lambda: Forms((), Relation(">=", t, num(0))))
