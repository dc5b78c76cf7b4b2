"""The rule for sums, products and integrals: to write out some of what they are put together from."""

from __future__ import annotations

from ..limits import KernelError, need
from .binders import instance
from .certificates import Fields
from .claims import Relation
from .sequents import Sequent, Task, conveyed, owing, read_term, sides, task
from .terms import BINDERS, Term, apply, num, var

MOST: int = 500
"""Terms that are written out at once."""


def terms(s: Sequent, f: Fields) -> list[Task]:
    """{"term": a sum or product from a to b, "count": c, "which", "defined", "sides", "then"}: adds what it
    is.

    "which" is "all", or left out: its c terms, in their order, where `sides` show b = a + (c - 1); of none,
    0 or 1. The integral from a to a, with c = 0, is 0. Or it is "first": the first c terms, one at least,
    together with the sum from a + c to b, where `sides` show a + c <= b + 1. Or "last", likewise, with the
    one from a to b - c.

    The sum of finitely many terms does not depend on brackets. The body has a value at the integers from a
    to b, because the sum has one; as it is written for an integer index, so the places are to be
    integer-sorted terms (`conveyed`): `y**a` with a real a that happens to be whole says more of y than
    `y**j` does.
    """
    t, c = read_term(f.text("term"), s, f.at("term")), f.index("count")
    which = f.text("which") if f.has("which") else "all"
    need(t.op in BINDERS, "expected a sum, a product or an integral", f.at("term"))
    need(which in ("all", "first", "last"), "expected 'all', 'first' or 'last'", f.at("which"))
    if c > (0 if t.op == "integral" else MOST) or (c == 0 and which != "all"):
        raise KernelError(f"{c} terms cannot be written out at once", f.at("count"))
    (a, b), v = t.args[:2], next(name for k in range(len(t.names) + 1) if (name := f"v{k}") not in t.names)
    limits = {
        "all": Relation("=", b, a if t.op == "integral" or c == 1 else a + num(c - 1) if c else a - 1),
        "first": Relation("<=", a + num(c), b + 1),
        "last": Relation("<=", a, b - num(c) + 1),
    }
    owed, known = owing(f, s, t)
    shown = [*owed, *sides(f, known, [limits[which]])]
    start = b - num(c - 1) if which == "last" and c > 1 else b if which == "last" else a
    places = [(instance(t, var(v)), start + num(k) if k else start) for k in range(c)]
    if which == "first":
        places.append((Term(t.op, (var(v), b, *t.args[2:]), t.value), a + num(c)))
    elif which == "last":
        places.insert(0, (Term(t.op, (a, var(v), *t.args[2:]), t.value), b - num(c)))
    parts: list[Term] = []
    for text, place in places:
        known, made = conveyed(known, [text], {v: place}, s.integers | {v})
        parts += made
    while len(parts) > 1:
        parts = [joined(t.op, *parts[i : i + 2]) for i in range(0, len(parts), 2)]
    r = Relation("=", t, parts[0] if parts else num(t.op == "prod"))
    return [*shown, task(f, "then", known.assuming(r))]


def joined(op: str, *parts: Term) -> Term:
    """One term, or two together, as the sum or product joins them."""
    return parts[0] if len(parts) == 1 else apply("mul" if op == "prod" else "add", *parts)
