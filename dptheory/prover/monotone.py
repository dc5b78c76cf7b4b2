"""Both sides through a logarithm: products of exponentials and powers compared by their exponents."""

from __future__ import annotations

from flint import fmpq

from dptheory.kernel.real.claims import Relation
from dptheory.kernel.real.terms import Term, apply, num

from .algebra import coefficients_in, constant_of, product_term
from .clusters import common_divisor
from .factors import shape_of
from .forms import Forms
from .goals import Desk, Proof, Prover, screen

MAX_POWER = 6


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
    found = desk.fact("exp-strict" if strict else "exp-monotone", small, large)
    return None if found is None else start.close(_finish(prover, desk, found))


def _finish(prover: Prover, desk: Desk, found: list[int]) -> Proof | None:
    """Show the goal from a fact just used, whose function values are looked at."""
    desk.keep(found)
    return desk.close(prover.prove(desk.goal, 1))


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


def by_exponential(prover: Prover, start: Desk) -> Proof | None:
    """Show k*log(A) + .. + r >= 0, with whole numbers k, by comparing products of the A with exp(-r)."""
    forms = start.forms()
    shape = shape_of(forms)
    p = shape.irreducible
    if p is None or start.goal.relation.op in ("=", "!="):
        return None
    p = p if shape.top.constant > 0 else -p
    logs = [i for i, g in enumerate(forms.generators) if g.op == "log" and p.degrees()[i] > 0]
    rest, scales = p, dict[int, fmpq]()
    for i in logs:
        parts = coefficients_in(rest, i)
        if set(parts) - {0, 1} or not parts[1].is_constant():
            return None
        scales[i] = constant_of(parts[1])
        rest = parts.get(0, p * 0)
    unit = common_divisor(scales.values())
    if not scales or max(abs(c / unit) for c in scales.values()) > MAX_POWER:
        return None
    large, small = list[Term](), list[Term]()
    for i, c in scales.items():
        k = int((c / unit).p)
        power = forms.generators[i].args[0] ** num(abs(k)) if abs(k) > 1 else forms.generators[i].args[0]
        (large if k > 0 else small).append(power)
    if not rest.is_zero():
        small.append(apply("exp", forms.term(-rest * (1 / unit))))
    return start.close(_through_logarithm(prover, start, product_term(small), product_term(large)))


def _through_logarithm(prover: Prover, start: Desk, small: Term, large: Term) -> Proof | None:
    desk = Desk(prover, start.goal, start.fuel)
    strict = start.goal.relation.strict
    if desk.have(Relation(">", small, num(0))) is None:
        return None
    if desk.have(Relation("<" if strict else "<=", small, large)) is None:
        return None
    found = desk.fact("log-strict" if strict else "log-monotone", small, large)
    return None if found is None else _finish(prover, desk, found)
