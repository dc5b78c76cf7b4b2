"""What the stranger computes: normal forms, exact values, enclosures, derivatives, Sturm's theorem (section 5)."""

# ruff: noqa: I001
from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from flint import Ordering, arb, arb_series, ctx, fmpq, fmpq_mpoly_ctx, fmpq_poly, fmpq_series, fmpz

from .stranger_terms import (
    BINDERS, FRESH, UNIT, ZERO, Demand, Refused, Relation, Term, Unsupported, arithmetic, bound, compares,
    demands, each_of, inside, instance, mapped, need, nested, num, number, opposite, oriented, parts, put, var,
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


def times(a: Term, b: Term) -> Term:
    return b if a is UNIT else a if b is UNIT else Term("mul", a, b)


def added(op: str, a: Term | None, b: Term | None) -> Term:
    if a is not None and b is not None:
        return Term(op, a, b)
    need(a is not None or b is not None, "nothing to differentiate")
    return a if a is not None else Term("neg", b) if op == "sub" else b  # type: ignore[return-value, arg-type]


def call(op: str, *args: Term | int) -> Term:
    return Term(op, *(num(a) if isinstance(a, int) else a for a in args))


def outer(op: str, a: Term) -> Term:
    """f'(a), as the page writes it."""
    square = call("pow", a, 2)
    root = call("div", 1, call("sqrt", call("sub", 1, square)))
    density = call("mul", call("div", 2, call("sqrt", Term("const", value="pi"))), call("exp", call("neg", square)))
    table = {
        "exp": call("exp", a), "log": call("div", 1, a), "sqrt": call("div", 1, call("mul", 2, call("sqrt", a))),
        "abs": call("div", a, call("abs", a)), "sin": call("cos", a), "cos": call("neg", call("sin", a)),
        "tan": call("add", 1, call("pow", call("tan", a), 2)), "sinh": call("cosh", a), "cosh": call("sinh", a),
        "tanh": call("sub", 1, call("pow", call("tanh", a), 2)), "asin": root, "acos": call("neg", root),
        "atan": call("div", 1, call("add", 1, square)), "erf": density, "erfc": call("neg", density),
    }  # fmt: skip
    need(op in table, f"{op} has no derivative")
    return table[op]


def derivative(t: Term, x: str) -> Term:
    return slope(t, x) or ZERO


def slope(t: Term, x: str) -> Term | None:
    """The derivative, or None of what has no x in it."""
    if x not in t.names:
        return None
    if t.op == "var":
        return UNIT
    if t.op in BINDERS:
        return _bound_slope(t, x)
    a, b = t.args[0], t.args[-1]
    first, second = slope(a, x), slope(b, x)
    if t.op == "neg":
        return Term("neg", first)  # type: ignore[arg-type]
    if t.op in ("add", "sub"):
        return added(t.op, first, second)
    if t.op == "mul":
        return added("add", first and times(first, b), second and times(second, a))
    if t.op == "div":
        behind = second and times(second, call("div", a, call("pow", b, 2)))
        return added("sub", first and Term("div", first, b), behind)
    if t.op == "pow" and second is None and first is not None:
        p = number(b)
        if p == 1:
            return first
        lower = num(p - 1) if p is not None else call("sub", b, 1)
        return times(Term("mul", b, a if p == 2 else Term("pow", a, lower)), first)
    if t.op == "pow":
        grown = second and times(second, Term("log", a))
        return Term("mul", t, added("add", grown, first and Term("mul", b, Term("div", first, a))))
    if t.op in ("uppergamma", "lowergamma"):
        need(first is None and second is not None, "no derivative by the first argument")
        density = times(call("mul", call("pow", b, call("sub", a, 1)), call("exp", call("neg", b))), second)  # type: ignore[arg-type]
        return Term("neg", density) if t.op == "uppergamma" else density
    return times(outer(t.op, a), first)  # type: ignore[arg-type]


def _bound_slope(t: Term, x: str) -> Term:
    ends = [slope(a, x) for a in t.args[:2]]
    within = x in t.args[2].names
    if t.op == "integral":
        need(not within, "x stands in an integrand")
        low, high = (s and times(s, instance(t, a)) for s, a in zip(ends, t.args[:2], strict=True))
        return added("sub", high, low)
    need(ends == [None, None], "x stands in an end")
    name = FRESH + "'" * nested(t)
    body = instance(t, var(name))
    grown = derivative(body, x)
    if t.op == "sum":
        return bound("sum", grown, name, *t.args[:2])
    return Term("mul", t, bound("sum", Term("div", grown, body), name, *t.args[:2]))


def line(used: Sequence[Relation], cuts: Sequence[fmpq]) -> None:
    """Sturm's theorem: the first relation follows from the others, with these cuts (section 6)."""
    field = Field(*(t for r in used for t in r[1:]))
    products = [d[0] * d[1] for d in map(field.difference, used)]
    places = {i for p in products for i, k in enumerate(p.degrees()) if k > 0}
    need(len(places) <= 1, "more than one generator")
    place = min(places, default=0)
    polys = [_dense({e[place]: c for e, c in p.to_dict().items()}) for p in products]
    need(sum(max(0, p.degree()) for p in polys) <= 300, "degrees too high")
    radical = fmpq_poly([1])
    for p in polys:
        if p.degree() > 0:
            radical = radical * p // radical.gcd(p)
    radical = radical // radical.gcd(radical.derivative())
    ends: list[fmpq | None] = [None, *cuts, None]
    need(all(_sign(p, c, 1) for p in polys if p.degree() > 0 for c in cuts), "a cut at a zero")
    for low, high in pairwise(ends):
        left, right = [_sign(p, low, -1) for p in polys], [_sign(p, high, 1) for p in polys]
        need(_zeros(radical, low, high) <= 1, "more than one zero between two cuts")
        middle = [0 if _zeros(p, low, high) else sign for p, sign in zip(polys, left, strict=True)]
        for signs in (left, middle, right):
            truths = [compares(oriented(r)[0], s, 0) for r, s in zip(used, signs, strict=True)]
            need(truths[0] or not all(truths[1:]), "the goal does not follow")


def _dense(coefficients: Mapping[int, fmpq]) -> fmpq_poly:
    return fmpq_poly([coefficients.get(k, fmpq(0)) for k in range(max(coefficients, default=-1) + 1)])


def _sign(p: fmpq_poly, at: fmpq | None, side: int) -> int:
    """The sign at a place; at an end of the line (-1 or 1) that of the leading term."""
    if at is None:
        value = p.leading_coefficient() * (side if p.degree() % 2 else 1) if p.degree() >= 0 else 0
    else:
        value = p(at)
    return (value > 0) - (value < 0)


def _zeros(p: fmpq_poly, low: fmpq | None, high: fmpq | None) -> int:
    if p.degree() < 1:
        return 0
    chain = [p, p.derivative()]
    while chain[-1].degree() > 0:
        rest = -(chain[-2] % chain[-1])
        if rest.degree() < 0:
            break
        chain.append(rest)

    def changes(at: fmpq | None, side: int) -> int:
        signs = [s for q in chain if (s := _sign(q, at, side))]
        return sum(a != b for a, b in pairwise(signs))

    return changes(low, -1) - changes(high, 1)


def coefficients(r: Relation, box: Box) -> list[fmpq]:
    """The coefficients of numerator times denominator of a difference in Bernstein's basis of a box."""
    field = Field(r[1], r[2])
    d = field.difference(r)
    table: dict[tuple[int, ...], fmpq] = {}
    p = d[0] * d[1]
    degrees = [max(0, int(k)) for k in p.degrees()]
    need(math.prod(k + 1 for k in degrees) <= 20_000, "too many coefficients")
    gens, images = p.context().gens(), []
    for i, k in enumerate(degrees):
        t = field.generators[i][1] if i < len(field.generators) else ZERO
        need(not k or (t.op == "var" and t.value in box), "a generator that is not boxed")
        low, high = box[t.value] if k else (fmpq(0), fmpq(1))
        images.append(gens[i] * (high - low) + low)
    for e, c in p.compose(*images, ctx=p.context()).to_dict().items():
        table[tuple(map(int, e))] = c
    for i, n in enumerate(degrees):
        moved: dict[tuple[int, ...], fmpq] = {}
        for e, c in table.items():
            for k in range(e[i], n + 1):
                at = (*e[:i], k, *e[i + 1 :])
                moved[at] = moved.get(at, fmpq(0)) + c * fmpq(math.comb(k, e[i]), math.comb(n, e[i]))
        table = moved
    return [*table.values(), *([] if len(table) == math.prod(k + 1 for k in degrees) else [fmpq(0)])]


SERIES: dict[str, Callable[[Any], Any]] = {
    **{f: lambda a, f=f: getattr(a, f)() for f in ("exp", "sin", "cos", "atan", "erf", "erfc")},  # type: ignore[misc]
    "sinh": lambda a: (a.exp() - (-a).exp()) / 2, "cosh": lambda a: (a.exp() + (-a).exp()) / 2,
    "tanh": lambda a: 1 - 2 / ((2 * a).exp() + 1),
}  # fmt: skip


def series(t: Term, argument: Any, constant: Callable[[Any], Any], done: dict[Term, Any]) -> Any:
    """The power series that a term in one variable makes of that of its variable, where it is seen to be analytic."""
    if t not in done:
        p = number(t)
        if p is not None or t.op in ("var", "const"):
            done[t] = argument if t.op == "var" else constant(t.value if p is None else p)
        else:
            need(t.op not in BINDERS, "a series of a sum")
            done[t] = _series(t, [series(a, argument, constant, done) for a in t.args], constant)
    return done[t]


def _series(t: Term, args: list[Any], constant: Callable[[Any], Any]) -> Any:
    a, b = args[0], args[-1]
    at, other = a[0], b[0]
    if t.op in ("neg", "add", "sub", "mul") or (t.op == "div" and (other > 0 or other < 0)):
        return arithmetic(t.op, *args)
    if t.op in SERIES:
        return SERIES[t.op](a)
    if t.op in ("log", "sqrt", "gamma") and at > 0:
        return getattr(a, t.op)()
    if t.op == "tan":
        return _series(Term("div", *t.args * 2), [a.sin(), a.cos()], constant)
    if t.op in ("asin", "acos") and at > -1 and at < 1:
        return getattr(a, t.op)()
    if t.op == "abs" and (at > 0 or at < 0):
        return a if at > 0 else -a
    if t.op in ("min", "max") and len(args) == 2 and (at < other or at > other):
        return a if (at < other) == (t.op == "min") else b
    p = number(t.args[1]) if t.op == "pow" else None
    if p is not None and p.q == 1 and abs(p) <= 1000 and (p > 0 or at > 0 or at < 0):
        found, n = constant(fmpq(1)), abs(int(p.p))
        while n:
            found, a, n = found * a if n % 2 else found, a * a, n // 2
        return found if p > 0 else 1 / found
    need(t.op == "pow" and at > 0, f"{t.op} is not seen to be analytic")
    return (b * a.log()).exp()


def taylor(t: Term, low: fmpq, high: fmpq, order: int, precision: int, exactly: bool = False) -> list[Any]:
    """Taylor coefficients of a term in one variable at every point of an interval: balls, or exact ones at a point."""
    made, before = (fmpq_series if exactly else arb_series), ctx.cap

    def constant(x: Any) -> Any:
        need(not exactly or isinstance(x, fmpq), "no rational number")
        ball = x if exactly else arb.pi() if x == "pi" else arb.const_e() if x == "E" else arb(x)
        return made([ball], prec=order + 1)

    try:
        with ctx.workprec(precision):
            ctx.cap = order + 1
            found = series(t, made([low if exactly else ball(low, high), 1], prec=order + 1), constant, {})
            return [found[k] for k in range(order + 1)]
    except (ValueError, AttributeError, ZeroDivisionError):
        raise Refused("no Taylor series is seen") from None
    finally:
        ctx.cap = before


def folded(t: Term) -> Term:
    """A term without variables, with numbers for what has exact values, products with 0 among it."""
    args = [a if t.op in BINDERS else folded(a) for a in t.args]
    if (t.op == "mul" and ZERO in args) or (t.op == "div" and args[0] is ZERO):
        return ZERO
    made = Term(t.op, *args, value=t.value)
    value = exact(made)
    return made if value is None else num(value)


def quotient(g: Term, x: str, ends: tuple[fmpq, fmpq], at: fmpq, zeros: int, order: int, precision: int) -> arb:
    """A ball with g(x)/(x - at)**zeros on an interval, once g is seen to vanish at a place to that order (section 7)."""
    need(zeros <= order <= 60, "an order of at most 60, and not less than that of the zero")
    low, high = ends
    result = taylor(g, min(low, at), max(high, at), order, precision)[order]
    here = taylor(g, at, at, order, precision)
    with ctx.workprec(precision):
        for k in range(order - 1, zeros - 1, -1):
            result = here[k] + ball(low - at, high - at) * result
    try:
        vanishes = not zeros or not any(taylor(g, at, at, zeros - 1, 64, exactly=True))
    except Refused:
        vanishes = False
    for k in range(0 if vanishes else zeros):
        g = derivative(g, x) if k else g
        there = {x: num(at)}
        need(has_value([g], there, frozenset()) and decided(("=", folded(put(("=", g, g), there)[1]), ZERO)), "no such zero is seen")
    return result
