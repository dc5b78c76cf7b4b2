"""The stranger's analysis: derivatives, Sturm's theorem, Bernstein's basis, Taylor series (sections 5 to 7 of the page)."""

# ruff: noqa: I001
from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from flint import arb, arb_series, ctx, fmpq, fmpq_poly, fmpq_series

from .stranger_terms import (
    BINDERS, UNIT, ZERO, Refused, Relation, Term, arithmetic, bound, compares,
    instance, need, nested, num, number, oriented, put,
    var, FRESH,
)  # fmt: skip
from .stranger_values import (
    Box, Field, ball, decided, exact, has_value,
)  # fmt: skip


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
