"""What the stranger computes: normal forms, exact values, enclosures, what they decide (section 5 of the page)."""

# ruff: noqa: I001
from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from flint import Ordering, arb, ctx, fmpq, fmpq_mpoly_ctx, fmpz

from .stranger_terms import (
    BINDERS, FRESH, Demand, Refused, Relation, Term, Unsupported, arithmetic, compares,
    demands, each_of, inside, instance, mapped, need, nested, num, number, opposite, oriented, parts, put,
)  # fmt: skip


class Field:
    """Normal forms of some terms: reduced fractions of polynomials over Q."""

    def __init__(self, *terms: Term) -> None:
        self.order: dict[Term, None] = {}
        for t in terms:
            self.collect(t)
        room = sum(t.op not in ("num", "neg", "add", "sub", "mul", "div") for t in self.order)
        self.ring = fmpq_mpoly_ctx.get([f"g{i}" for i in range(max(1, room))], Ordering.degrevlex)
        self.one, self.found, self.generators = self.ring.constant(1), {}, list[tuple[Any, Term]]()

    def collect(self, t: Term) -> None:
        if t not in self.order:
            for a in pieces(t):
                self.collect(a)
            self.order[t] = None

    def reduced(self, top: Any, bottom: Any) -> tuple[Any, Any]:
        need(len(top) * len(bottom) < 10**7, "too large to expand")
        common = top.gcd(bottom) if not bottom.is_constant() else self.one
        top, bottom = (top / common, bottom / common) if not common.is_constant() else (top, bottom)
        lead = bottom.leading_coefficient()
        return top * (1 / lead), bottom * (1 / lead)

    def add(self, a: Any, b: Any) -> Any:
        return self.reduced(a[0] * b[1] + b[0] * a[1], a[1] * b[1])

    def times(self, a: Any, b: Any) -> Any:
        need(len(a[0]) * len(b[0]) <= 10**6 and len(a[1]) * len(b[1]) <= 10**6, "too large to expand")
        return self.reduced(a[0] * b[0], a[1] * b[1])

    def scaled(self, a: Any, c: Any) -> Any:
        return a[0] * fmpq(c), a[1]

    def constant(self, c: Any) -> Any:
        return self.ring.constant(fmpq(c)), self.one

    def power(self, a: Any, n: int) -> Any:
        if n < 0:
            need(not a[0].is_zero(), "a divisor with the normal form 0")
            a, n = self.reduced(a[1], a[0]), -n
        for p in a:
            bits = max((c.height_bits() for c in p.coeffs()), default=0)
            many = len(p) > 1 and math.comb(n + len(p) - 1, len(p) - 1) > 20_000
            need(not many and n * bits <= 16_000 and n * max(p.total_degree(), 0) <= 10_000, "a power too large to expand")
        return a[0] ** n, a[1] ** n

    def __call__(self, t: Term) -> Any:
        if t not in self.found:
            self.found[t] = self.form(t)
        return self.found[t]

    def form(self, t: Term) -> Any:
        if t.op == "num":
            return self.constant(t.value)
        args = [self(a) for a in pieces(t)]
        if t.op == "neg":
            return self.scaled(args[0], -1)
        if t.op in ("add", "sub"):
            return self.add(args[0], args[1] if t.op == "add" else self.scaled(args[1], -1))
        if t.op == "mul":
            return self.times(*args)
        if t.op == "div":
            return self.times(args[0], self.power(args[1], -1))
        if t.op == "pow":
            p = self.value(args[1])
            if p is not None and p.q == 1 and abs(p) <= 1000:
                return self.power(args[0], int(p.p))
        key = (t.op, t.value, skeleton(t) if t.op in BINDERS else None, [(str(a[0]), str(a[1])) for a in args])
        for i, (other, _) in enumerate(self.generators):
            if other == key:
                return self.ring.gens()[i], self.one
        self.generators.append((key, t))
        return self.ring.gens()[len(self.generators) - 1], self.one

    def value(self, a: Any) -> fmpq | None:
        """The number that a fraction is."""
        if a[0].is_zero():
            return fmpq(0)
        return a[0].leading_coefficient() if a[0].is_constant() and a[1].is_constant() else None

    def difference(self, r: Relation) -> Any:
        _, a, b = oriented(r)
        return self.add(self(a), self.scaled(self(b), -1))


def free_parts(body: Term, depth: int = 0) -> list[Term]:
    """The largest parts of a body without an index, from left to right."""
    if body.loose == 0:
        return [body]
    return [p for a in body.args for p in free_parts(a)]


def pieces(t: Term) -> tuple[Term, ...]:
    """A term's arguments; of a binder its ends, and the parts of its body without index."""
    return (*t.args[:2], *free_parts(t.args[2])) if t.op in BINDERS else t.args


def skeleton(t: Term) -> Term:
    """A binder's body with one mark for each of these parts."""
    return mapped(t.args[2], lambda u, _: Term("hole") if u.loose == 0 else None)


def filled(t: Term, args: Sequence[Term]) -> Term:
    """A binder with other ends and parts."""
    rest = iter(args[2:])

    def body(u: Term) -> Term:
        return next(rest) if u.loose == 0 else Term(u.op, *map(body, u.args), value=u.value)

    return Term(t.op, args[0], args[1], body(t.args[2]))


EXACT: dict[Term, fmpq | None] = {}
AT_ZERO = {**dict.fromkeys(("sin", "tan", "sinh", "tanh", "asin", "atan", "erf"), 0), **dict.fromkeys(("exp", "cos", "cosh", "erfc"), 1)}


def exact(t: Term) -> fmpq | None:
    """The exact value of a term without variables, where the page says that it has one."""
    if t not in EXACT:
        found = number(t)
        if found is None and t.op in BINDERS:
            found = exact_sum(t)
        elif found is None and t.args:
            args = [exact(a) for a in t.args]
            found = None if None in args else evident(t.op, args)
        EXACT[t] = found if found is None or found.height_bits() <= 16_000 else None
    return EXACT[t]


def exact_sum(t: Term) -> fmpq | None:
    low, high = exact(t.args[0]), exact(t.args[1])
    if low is None or high is None:
        return None
    if t.op == "integral":
        return fmpq(0) if low == high else None
    if low.q != 1 or high.q != 1 or not -1 <= high - low < 5000:
        return None
    result = fmpq(t.op == "prod")
    for k in range(int(low.p), int(high.p) + 1):
        value = exact(instance(t, num(k)))
        if value is None:
            return None
        result = result + value if t.op == "sum" else result * value
    return result


def evident(op: str, args: Sequence[Any]) -> fmpq | None:
    a, b = args[0], args[-1]
    if op == "div" and b == 0:
        return None
    if op in ("neg", "add", "sub", "mul", "div"):
        return arithmetic(op, *args)
    if op in ("min", "max"):
        return min(args) if op == "min" else max(args)
    if op in ("floor", "ceil"):
        return fmpq(a.floor() if op == "floor" else a.ceil())
    if op in ("pow", "sqrt"):
        return exact_power(a, b if op == "pow" else fmpq(1, 2))
    if op == "gamma":
        return fmpq(math.factorial(int(a.p) - 1)) if a.q == 1 and 1 <= a <= 500 else None
    if op == "abs":
        return abs(a)
    if a == 0 and op in AT_ZERO:
        return fmpq(AT_ZERO[op])
    return fmpq(0) if a == 1 and op in ("log", "acos") else None


def exact_power(a: fmpq, e: fmpq) -> fmpq | None:
    if a == 0:
        return fmpq(0) if e > 0 else None
    if e.q > 64 or abs(e) > 1000 or abs(int(e.p)) * a.height_bits() > 16_000:
        return None
    if e.q == 1:
        return a ** int(e.p)
    if a < 0:
        return None
    top, bottom = (fmpz(x).root(int(e.q)) for x in (a.p, a.q))
    fits = top ** int(e.q) == a.p and bottom ** int(e.q) == a.q
    return fmpq(top, bottom) ** int(e.p) if fits else None


Box = Mapping[str, tuple[fmpq, fmpq]]
NAN = arb.nan()


def ball(low: fmpq, high: fmpq) -> arb:
    return arb(low) if low == high else arb(low).union(arb(high))


def enclose(t: Term, box: Box, precision: int = 64) -> arb:
    """A ball with the values of a term on a box, or one that says nothing."""
    with ctx.workprec(precision):
        return _enclosed(t, {n: ball(*ends) for n, ends in box.items()}, {})


def _enclosed(t: Term, balls: Mapping[str, arb], done: dict[Term, arb]) -> arb:
    if t not in done:
        done[t] = _ball(t, balls, done)
    return done[t]


def _ball(t: Term, balls: Mapping[str, arb], done: dict[Term, arb]) -> arb:
    p = number(t)
    if p is not None:
        return arb(p)
    if t.op == "var":
        return balls.get(t.value, NAN)
    if t.op == "const":
        return arb.pi() if t.value == "pi" else arb.const_e()
    if t.op == "integral":
        raise Unsupported("the value of an integral")
    args = [_enclosed(a, balls, done) for a in (t.args[:2] if t.op in BINDERS else t.args)]
    a, b = args[0], args[-1]
    if t.op in BINDERS:
        low, high = a.unique_fmpz(), b.unique_fmpz()
        if low is None or high is None or not -1 <= high - low < 5000:
            return NAN
        result = arb(t.op == "prod")
        for k in range(int(low), int(high) + 1):
            value = _enclosed(instance(t, num(k)), balls, done)
            result = result + value if t.op == "sum" else result * value
        return result
    if t.op in ("add", "sub", "mul", "div", "neg"):
        return arithmetic(t.op, *args)
    if t.op == "pow":
        return _power(a, b, number(t.args[1]))
    if t.op in ("min", "max"):
        for other in args[1:]:
            a = a.min(other) if t.op == "min" else a.max(other)
        return a
    if t.op == "sqrt":
        return a.sqrt() if a > 0 else arb(0).union(a.upper().sqrt())
    if t.op == "abs":
        return abs(a) if a > 0 or a < 0 else arb(0).union(a.abs_upper())
    if t.op in ("uppergamma", "lowergamma"):
        return b.gamma_upper(a) if t.op == "uppergamma" else b.gamma_lower(a)
    return getattr(a, t.op)()


def _power(a: arb, e: arb, p: fmpq | None) -> arb:
    if p is not None and p.q == 1:
        a = arb(0).union(a.abs_upper()) if p.p % 2 == 0 and not (a > 0 or a < 0) else a
        return a ** fmpz(p.p)
    if a > 0:
        return (e * a.log()).exp()
    return arb(0).union(a.upper() ** arb(p)) if p is not None and p > 0 else NAN


def affirmed(r: Relation, box: Box, precision: int = 64) -> bool:
    a, b = enclose(r[1], box, precision), enclose(r[2], box, precision)
    if r[0] == "=" or not (a.is_finite() and b.is_finite()):
        return False
    return bool(a < b or a > b) if r[0] == "!=" else compares(r[0], a, b)


def decided(r: Relation) -> bool | None:
    """Whether a relation without variables between terms with values is true (section 3)."""
    a, b = exact(r[1]), exact(r[2])
    if a is not None and b is not None:
        return compares(r[0], a, b)
    for precision in (64, 256, 1024):
        if affirmed(r, {}, precision):
            return True
        if affirmed(opposite(r), {}, precision):
            return False
    try:
        field = Field(r[1], r[2])
        p = field.value(field.difference(r))
    except Refused:
        return None
    return None if p is None else compares(oriented(r)[0], p, 0)


def has_value(terms: Iterable[Term], images: Mapping[str, Term], integers: frozenset[str]) -> bool | None:
    """Whether terms have values at a rational point: their demands as they are written, one after the other."""
    return _hold(demands(list(terms), integers), images, integers)


def _hold(owed: Iterable[Demand], images: Mapping[str, Term], integers: frozenset[str]) -> bool | None:
    for r, other in owed:
        answer = _every_index(r[1], images, integers) if each_of(r) else decided(put(r, images))
        if answer is not True and other is not None:
            second = decided(put(other, images))
            answer = True if second else None if second is None else answer
        if answer is not True:
            return answer
    return True


def _every_index(t: Term, images: Mapping[str, Term], integers: frozenset[str]) -> bool | None:
    if t.op == "integral":
        raise Unsupported("where an integrand has values")
    low, high = (exact(put(("=", e, e), images)[1]) for e in t.args[:2])
    if low is None or high is None or high - low >= 5000:
        return None
    name = FRESH + "'" * nested(t)
    body, inner = inside(t, name, integers)
    owed = demands([body], inner, parts(*t.args[:2]))
    for k in range(int(low.p), int(high.p) + 1):
        answer = _hold(owed, {**images, name: num(k)}, inner)
        if answer is not True:
            return answer
    return True
