"""Both sides through a logarithm: products of exponentials and powers compared by their exponents."""

from __future__ import annotations

from flint import fmpq

from dptheory.kernel.real.claims import Relation
from dptheory.kernel.real.terms import Term, apply, num

from .factors import shape_of
from .forms import Forms
from .goals import Desk, Proof, Prover, screen
from .tower import climb


def by_logarithm(prover: Prover, start: Desk) -> Proof | None:
    """Show A*exp(u) <= B*exp(v), all factors positive, from u + log(A) <= v + log(B)."""
    forms = start.forms()
    shape = shape_of(forms)
    p = shape.irreducible
    if p is None or len(p) != 2 or start.goal.relation.op in ("=", "!="):
        return None
    terms = [(e, c if shape.top.constant > 0 else -c) for e, c in p.to_dict().items()]
    terms.sort(key=lambda term: term[1])
    if not terms[0][1] < 0 < terms[1][1] or not any(_exponential(forms, e) for e, _ in terms):
        return None
    sides = [_logarithm(start, forms, e, abs(c)) for e, c in terms]
    small, large = sides
    if small is None or large is None:
        return None
    desk = Desk(prover, start.goal, start.fuel)
    strict = start.goal.relation.strict
    if desk.have(Relation("<" if strict else "<=", small, large)) is None:
        return None
    if desk.fact("exp-strict" if strict else "exp-monotone", small, large) is None:
        return None
    climb(desk)
    return start.close(desk.close(prover.prove(desk.goal, 1)))


def _exponential(forms: Forms, exponents: tuple[int, ...]) -> bool:
    return any(k and g.op == "exp" for g, k in zip(forms.field.generators, exponents, strict=False))


def _logarithm(desk: Desk, forms: Forms, exponents: tuple[int, ...], scale: fmpq) -> Term | None:
    """The logarithm of a monomial as a term, if all its factors are positive on the cloud."""
    total: Term | None = None if scale == 1 else apply("log", num(scale))
    for g, k in zip(forms.field.generators, exponents, strict=False):
        if not k:
            continue
        if g.op != "exp" and screen(g, desk.goal.cloud).low <= 0:
            return None
        part = g.args[0] if g.op == "exp" else apply("log", g)
        part = part if k == 1 else num(k) * part
        total = part if total is None else total + part
    return num(0) if total is None else total
