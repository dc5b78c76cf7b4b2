"""Where a term is defined: obligations read off the text, before any simplification.

The meaning of `b**e` depends on how the exponent is written, by value where all agree:

- e a number p (of numerals by + - * /, no other is read): p >= 1 an integer: every b; p = 0 or a negative
  integer: b != 0; p > 0 no integer: b >= 0; p < 0 no integer: b > 0;
- e integer-sorted: b != 0, or e >= 1;
- any other e: b >= 0, and b > 0 or e > 0.

A binder has a value where its ends are as they have to be (`binders`) and its body has one at every index
between them: the obligation ``t = t`` of a binder t stands for the latter, which is about a new variable. Of
what stands within a binder nothing else is owed: where no index is between the ends it needs no value.

So 0**e = 0 for e > 0 in every reading, `0**0` is undefined in every reading, and writing a number or an
integer-sorted term for an exponent never changes a value and only enlarges where the power is defined:
every reading restricts one function of two numbers.

A claim is about its text as it was written: `x**a` has no value at x = -3, a = 3, though `x**3` has one
at -3. Who puts terms for variables therefore owes what the text before demanded (`instances`), as far as
the text after no longer does (`carried`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from operator import eq, ge, gt, le, lt, ne
from typing import Final

from flint import fmpq

from ..limits import KernelError
from .binders import index_of, instance
from .claims import Claim, Images, Names, Relation, Relations, claim_of
from .terms import BINDERS, Term, apply, integer_terms, num, rational_value, substitute, subterms, valued, var


@dataclass(frozen=True)
class Obligation:
    """What must hold for `term` to be defined where its arguments are: `relation`, or `other`."""

    term: Term
    relation: Relation
    other: Relation | None = None

    @property
    def ways(self) -> Relations:
        """The relations of which one must hold."""
        return (self.relation,) if self.other is None else (self.relation, self.other)

    @property
    def between(self) -> bool:
        """Whether it says that the body of the binder on both sides has a value at every index between the
        ends: who shows or decides it looks at the body, for the relation itself says nothing of it."""
        return self.relation.op == "=" and self.relation.left == self.relation.right


def within(t: Term, name: str, integers: Names) -> tuple[list[Relation], Term, Names]:
    """What is given of an index between the ends of a binder, the body there, and the integers."""
    index, (low, high) = var(name), t.args[:2]
    given = [Relation("<=", low, index), Relation("<=", index, high)]
    return given, instance(t, index), integers - {name} if t.op == "integral" else integers | {name}


def obligations(roots: Iterable[Term], integers: Names, known: Iterable[bytes] = ()) -> Iterator[Obligation]:
    """The obligations of the subterms not `known` to be defined, arguments first.

    Each is about terms that are defined once the earlier ones hold. Those between numbers alone are
    decided here: true ones are left out.

    >>> from .grammar import parse_term
    >>> [o.relation.text for o in obligations([parse_term("x/log(x)")], frozenset())]
    ['x > 0', 'log(x) != 0']
    """
    roots, skip = list(roots), frozenset(known)
    whole = set(integer_terms(roots, integers))
    for t in valued(*roots):
        if t.key not in skip:
            for o in _bound(t, integers, whole) if t.op in BINDERS else _of(t, whole):
                if not _evident(o.relation):
                    yield o


def instances(terms: Iterable[Term], integers: Names, images: Images) -> Iterator[Obligation]:
    """The obligations of terms as they are written, with images put for variables in the obligations.
    KernelError if the body of a binder has a power that might be read otherwise with them."""
    for o in obligations(terms, integers):
        if o.between and o.term.names & images.keys() and not _steady(o.term, integers):
            raise KernelError(f"{o.term.op} of a power with a real exponent: nothing can stand for variables")
        other = None if o.other is None else o.other.substituted(images)
        yield Obligation(o.term, o.relation.substituted(images), other)


def carried(terms: Iterable[Term], integers: Names, images: Images, kept: Names) -> list[Obligation]:
    """Those of the `instances` that the terms with the images in them, with the integers `kept`, demand no
    longer; without those, and those alternatives, that numbers settle.

    >>> from .grammar import parse_term
    >>> found = carried([parse_term("x**a")], frozenset(), {"a": num(3)}, frozenset())
    >>> [o.relation.text for o in found]
    ['x >= 0']
    """
    terms = list(terms)
    after = {(o.relation, o.other) for o in obligations([substitute(t, images) for t in terms], kept)}
    found = []
    for o in instances(terms, integers, images):
        first, second = (None if r is None else _evident(r) for r in (o.relation, o.other))
        other = None if second is False else o.other
        if first is not True and second is not True and (o.relation, other) not in after:
            found.append(Obligation(o.term, o.relation, other))
    return found


def _evident(r: Relation) -> bool | None:
    """Whether a relation holds that compares two numbers; None of any other relation."""
    left, right = rational_value(r.left), rational_value(r.right)
    return None if left is None or right is None else holds(r.op, left, right)


def _bound(t: Term, integers: Names, whole: set[bytes]) -> Iterator[Obligation]:
    """A sum, a product or an integral."""
    low, high = t.args[:2]
    if t.op == "integral":
        yield Obligation(t, Relation(">=", high, low))
    else:
        for end in (low, high):
            if end.key not in whole:
                yield Obligation(t, Relation("=", apply("floor", end), end))
        yield Obligation(t, Relation(">=", high + 1, low))
    if next(owed_within(t, *within(t, index_of(t), integers)[1:]), None) is not None:
        yield Obligation(t, Relation("=", t, t))


def owed_within(t: Term, body: Term, integers: Names, *known: Term) -> Iterator[Obligation]:
    """The obligations of a binder's body at an index, where its ends, and what else is known, are defined."""
    return obligations([body], integers, (s.key for s in valued(*t.args[:2], *known)))


@lru_cache(1024)
def _steady(t: Term, integers: Names) -> bool:
    """Whether every exponent in the body of a binder is a number or integer-sorted: then its powers are read
    alike whatever is put for variables."""
    _, body, inner = within(t, index_of(t), integers)
    whole = set(integer_terms([body], inner))
    exponents = [s.args[1] for s in subterms(body) if s.op == "pow"]
    plain = all(e.key in whole or rational_value(e) is not None for e in exponents)
    return plain and all(_steady(s, inner & s.names) for s in subterms(body) if s.op in BINDERS)


def _of(t: Term, whole: set[bytes]) -> Iterator[Obligation]:
    zero = num(0)
    a = t.args[0] if t.args else t
    if t.op == "pow":
        yield from _power(t, rational_value(t.args[1]), t.args[1].key in whole)
    elif t.op == "div":
        yield Obligation(t, Relation("!=", t.args[1], zero))
    elif t.op in ("log", "gamma", "uppergamma", "lowergamma"):
        yield Obligation(t, Relation(">", a, zero))
        if t.op in ("uppergamma", "lowergamma"):
            yield Obligation(t, Relation(">=", t.args[1], zero))
    elif t.op == "sqrt":
        yield Obligation(t, Relation(">=", a, zero))
    elif t.op == "tan":
        yield Obligation(t, Relation("!=", apply("cos", a), zero))
    elif t.op in ("asin", "acos"):
        yield Obligation(t, Relation(">=", a, num(-1)))
        yield Obligation(t, Relation("<=", a, num(1)))


def _power(t: Term, exponent: fmpq | None, whole: bool) -> Iterator[Obligation]:
    base, e = t.args
    if exponent is not None:
        if exponent.q != 1:
            yield Obligation(t, Relation(">=" if exponent > 0 else ">", base, num(0)))
        elif exponent < 1:
            yield Obligation(t, Relation("!=", base, num(0)))
    elif whole:
        yield Obligation(t, Relation("!=", base, num(0)), Relation(">=", e, num(1)))
    else:
        yield Obligation(t, Relation(">=", base, num(0)))
        yield Obligation(t, Relation(">", base, num(0)), Relation(">", e, num(0)))


_COMPARISONS: Final = {"=": eq, "!=": ne, "<": lt, "<=": le, ">": gt, ">=": ge}


def holds(op: str, left: fmpq, right: fmpq) -> bool:
    """An exact comparison of rationals."""
    return bool(_COMPARISONS[op](left, right))


_STRAIGHT: Final = {">": (">", ">=", "!="), ">=": (">=",), "=": ("=", ">="), "!=": ("!=",)}
_CROSSED: Final = {">": ("!=",), ">=": (), "=": ("=", ">="), "!=": ("!=",)}


def implied(r: Relation, hypotheses: Iterable[Relation]) -> bool:
    """Whether one hypothesis is the relation itself, written either way round, or a stronger one
    between the same two terms.

    >>> from .claims import relation
    >>> implied(relation("x != 0"), [relation("0 < x")]), implied(relation("x > 0"), [relation("x != 0")])
    (True, False)
    """
    wanted, *ends = r.oriented
    for op, *others in (h.oriented for h in hypotheses):
        if (wanted in _STRAIGHT[op] and others == ends) or (wanted in _CROSSED[op] and others[::-1] == ends):
            return True
    return False


def defining(conditions: Relations, relation: Relation, integers: Names = frozenset()) -> list[Claim]:
    """The claim, if one is needed, that both sides of a relation are defined wherever conditions hold.

    A claim t <= t asserts just that. It is needed before a relation may stand as a condition: as a
    formula of the logic, whose terms are total, a relation can be true where arithmetic has no value.
    """
    if not list(obligations((relation.left, relation.right), integers)):
        return []
    both = relation.left + relation.right
    return [claim_of(conditions, Relation("<=", both, both), integers)]
