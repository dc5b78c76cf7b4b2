"""The rules for sums, products and integrals: to part them, and to write them out."""

from __future__ import annotations

from ..limits import KernelError, need
from .binders import instance
from .certificates import Fields
from .claims import Relation
from .sequents import Sequent, Task, conveyed, owing, read_term, sides, task
from .terms import BINDERS, Term, apply, num, var

MOST: int = 500
"""Terms that are written out at once."""


def split(s: Sequent, f: Fields) -> list[Task]:
    """{"term": a sum, product or integral from a to b, "at": m, "defined", "sides", "then"}: adds that it is
    the one from a to m and the one on from there, together. `sides` show that m, an integer term, is at least
    a - 1 and at most b; the second is from m + 1 to b. Of an integral they show that m lies between a and b.

    The body has a value at all indices between a and b, hence between the ends of both parts (`conveyed`,
    with an integer for m); the sum of finitely many terms does not depend on brackets, and the integral is
    additive.
    """
    t = _read(f, s)
    (a, b), m = t.args[:2], read_term(f.text("at"), s, f.at("at"))
    whole = t.op != "integral"
    start = m + 1 if whole else m
    owed, known = owing(f, s, t, m)
    needed = [Relation("<=", a, start), Relation("<=", m, b)]
    result = [*owed, *sides(f, known, needed)]
    end = var(_unused(t))
    ends = (a, end), (end + 1 if whole else end, b)
    parts = [Term(t.op, (*pair, *t.args[2:]), t.value) for pair in ends]
    known, made = conveyed(
        known, parts, {str(end.value): m}, s.integers | ({str(end.value)} if whole else set())
    )
    return [*result, task(f, "then", known.assuming(Relation("=", t, _joined(t, *made))))]


def written_out(s: Sequent, f: Fields) -> list[Task]:
    """{"term": a sum or product from a to b, "count": c, "defined", "sides", "then"}: adds what it is: its c
    terms, in their order, where `sides` show b = a + (c - 1); of none, 0 or 1. The integral from a to a, with
    c = 0, is 0. The body has a value at the integers a, a + 1, ..., b, because the sum has one; as it is
    written for an integer index, so these are to be integer-sorted terms (`conveyed`): `y**a` with a real a
    that happens to be whole says more of y than `y**j` does."""
    t, c = _read(f, s), f.index("count")
    if c > (0 if t.op == "integral" else MOST):
        raise KernelError(f"{c} terms cannot be written out at once", f.at("count"))
    a, b = t.args[:2]
    last = a if t.op == "integral" or c == 1 else a + num(c - 1) if c else a - 1
    owed, known = owing(f, s, t)
    result = [*owed, *sides(f, known, [Relation("=", b, last)])]
    index = _unused(t)
    terms: list[Term] = []
    for k in range(c):
        known, made = conveyed(
            known, [instance(t, var(index))], {index: a + num(k) if k else a}, s.integers | {index}
        )
        terms += made
    while len(terms) > 1:
        terms = [_joined(t, *terms[i : i + 2]) for i in range(0, len(terms), 2)]
    r = Relation("=", t, terms[0] if terms else num(t.op == "prod"))
    return [*result, task(f, "then", known.assuming(r))]


def _unused(t: Term) -> str:
    """A name that does not occur."""
    return next(name for k in range(len(t.names) + 1) if (name := f"v{k}") not in t.names)


def _joined(t: Term, *terms: Term) -> Term:
    """One term, or two together, as the sum or product joins them."""
    return terms[0] if len(terms) == 1 else apply("mul" if t.op == "prod" else "add", *terms)


def _read(f: Fields, s: Sequent) -> Term:
    t = read_term(f.text("term"), s, f.at("term"))
    need(t.op in BINDERS, "expected a sum, a product or an integral", f.at("term"))
    return t
