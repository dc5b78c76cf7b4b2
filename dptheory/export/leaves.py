"""Leaves of boxes that are decided by Taylor's theorem, or by coefficients in Bernstein's basis, in Coq."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from itertools import product
from math import comb
from typing import Final

from flint import fmpq, fmpq_mpoly

from ..kernel import KernelError
from ..kernel.real import (
    FUNCTIONS,
    Box,
    Field,
    Fields,
    Relation,
    Term,
    coefficients,
    compare,
    derivative,
    exact,
    free_variables,
    gap,
    num,
    replace_terms,
    substitute,
    subterms,
)
from ..kernel.real import rational as read_rational
from .poly import Signed, concluded
from .script import Lines, Script, Unsupported
from .shallow import rational, shallow, suffix, variable, whole_number
from .structural import evaluated

MAX_SIZE: Final = 3_000
PLACES: Final = 64
TAYLOR: Final = {
    *("num", "const", "var", "neg", "add", "sub", "mul", "div", "pow"),
    *("exp", "log", "sqrt", "sin", "cos", "tan", "atan", "sinh", "cosh", "tanh"),
}
"""What Interval has series of, or what `plain` writes with these."""
_INVERSE: Final = frozenset({"asin", "acos"})
MOST: Final = 5_000
"""Factors of all products of a leaf by coefficients."""


def series(p: Script, goal: Relation, here: Box, precision: int, item: object) -> Lines:
    """The goal's difference, as `resolved` has it, its derivatives, its zeros, and the quotient's sign."""
    f = Fields(item, "")
    a, zeros, order = read_rational(f.take("at"), ""), f.index("zeros"), f.index("order")
    (name,) = free_variables(goal.left, goal.right)
    low, high = here[name]
    ends = (min(low, a), max(high, a))
    tac = f"ltac:(interval with (i_prec {max(precision, 53)}))"
    g, lines = resolved(gap(goal), {name: ends}, precision), [f"apply gap_{suffix(goal)}."]
    if g != gap(goal):
        lines.append(f"replace {shallow(gap(goal))} with {shallow(g)} by branches.")
    if (plain := _without_powers(g, {name: ends}, precision)) != g:
        lines.append(f"replace {shallow(g)} with {shallow(plain)} by (plain; same).")
        g = plain
    if not zeros and {u.op for u in subterms(g)} <= TAYLOR | _INVERSE:
        return [*lines, *by_tangents([g]), *_modelled(variable(name), precision, order)]
    try:
        slopes = _enough(_slopes(g, name, zeros), zeros, {name: ends}, precision) or _slopes(g, name, order)
        order = len(slopes) - 1
    except Unsupported:
        if not zeros:
            return [*lines, *_modelled(variable(name), precision, order)]
        above, over = _parts(g, {name: ends}, precision)
        slopes = _fewer(above, name, (order, zeros + 3, zeros + 1))
        order = len(slopes) - 1
        lines += _numerator(p, goal, g, above, over, tac)
    y, functions = variable(name), "; ".join(f"(fun {variable(name)} : R => {shallow(g)})" for g in slopes)
    places = f"{' '.join(map(rational, ends))} {shallow(num(a))}"  # as derivatives at it are written
    use = f"series_leaf [{functions}] {zeros} {order - zeros} {places} {y}"
    weak, strict = p.fresh("w"), p.fresh("s")
    side = "right" if zeros % 2 and a > low else "left"
    lines.append(f"destruct ({use}) as [{weak} {strict}]; [reflexivity | lra | lra | | | |].")
    lines += ["{ derivatives. }", "{ intros k K."]
    for g in slopes[:zeros]:
        lines += ["destruct k as [|k]; [cbv [member nth]|].", "{"]
        lines += [*_valued(substitute(g, {name: num(a)})), "zero. }"]
    signed = _last_signed(p.fresh("s"), precision) if order == zeros else f"leaf {tac} {y}."
    lines += ["lia. }", f"{{ {side}. split; [parity|]. {signed} }}"]
    if not goal.strict:
        return [*lines, f"exact {weak}."]
    return [*lines, f"apply {strict}. " + ("left; elsewhere." if zeros else "right; reflexivity.")]


def _enough(slopes: list[Term], zeros: int, box: Box, precision: int) -> list[Term] | None:
    """The derivatives up to the first that is not 0 at the zero, where this one has one sign at all of so
    many places of the box: then Interval is asked whether it has it everywhere."""
    ((name, (low, high)),) = box.items()
    places = [{name: (x, x)} for x in (low + (high - low) * k / PLACES for k in range(PLACES + 1))]
    last = slopes[zeros]
    if not {u.op for u in subterms(last)} <= TAYLOR:
        return None
    for op in (">", "<"):
        if all(compare(Relation(op, last, num(0)), place, precision) for place in places):
            return slopes
    return None


def _last_signed(s: str, precision: int) -> str:
    """The sign of the last derivative, all over the box."""
    (by,) = _modelled(s, precision, 6)
    return f"intros {s} ?; tidy; cbv [quotient later member nth Nat.add Nat.mul]; factorials; {by}"


def by_tangents(terms: Iterable[Term]) -> Lines:
    """What writes inverse sines and cosines, which Interval does not know, with inverse tangents."""
    if not _INVERSE & {u.op for u in subterms(*terms)}:
        return []
    return [
        f"repeat match goal with |- context [{f} ?a] => rewrite ({by} a) by (split; interval) end."
        for f, by in (("acos", "acos_asin"), ("asin", "asin_atan"))
    ] + ["unfold Rsqr."]


def _modelled(x: str, precision: int, order: int) -> Lines:
    """By Interval's own series, on parts of the box where that is needed: quicker by far than derivatives
    that are written out."""
    start = f"interval with (i_prec {max(precision, 53)}, i_bisect {x}, "
    ways = [f"i_taylor {x}, i_degree {degree})" for degree in dict.fromkeys((min(order, 6), order))]
    ways += [f"i_autodiff {x})", f"i_taylor {x}, i_degree 10, i_depth 20)"]
    return [f"plain; first [{' | '.join(start + way for way in ways)}]."]


def _without_powers(g: Term, box: Box, precision: int) -> Term:
    """Powers whose exponent is no whole number as exponentials: that these are not 0 is known."""
    images: dict[bytes, Term] = {}
    for t in subterms(g):
        b, *e = (replace_terms(a, images) for a in t.args) if t.op == "pow" else (t,)
        if e and whole_number(e[0]) is None and compare(Relation(">", b, num(0)), box, precision):
            images[t.key] = Term("exp", (e[0] * Term("log", (b,)),))
    return replace_terms(g, images)


def _fewer(g: Term, name: str, orders: tuple[int, ...]) -> list[Term]:
    """Derivatives up to the first of these orders up to which they are not too long."""
    try:
        return _slopes(g, name, orders[0])
    except Unsupported:
        if len(orders) == 1:
            raise
        return _fewer(g, name, orders[1:])


def _valued(t: Term) -> Lines:
    """Functions at numbers by their values; numbers are also what `ring` says are numbers."""
    lines, images = Lines(), dict[bytes, Term]()
    for raw in (a for u in subterms(t) if u.op in FUNCTIONS for a in u.args):
        a = replace_terms(raw, images)
        c = Field([a])[a].constant if exact(a, {}) is None else None
        if c is not None:
            images[raw.key] = num(c)
            lines.append(f"try replace {shallow(a)} with {rational(c)} by same.")
    return [*lines, *evaluated([replace_terms(t, images)], "try ")]


def _parts(g: Term, box: Box, precision: int) -> tuple[Term, Term]:
    """A numerator, and a denominator that is positive on a box."""
    field = Field([g])
    above, over = _sum(field, field[g].num), _sum(field, field[g].den)
    return (above, over) if compare(Relation(">", over, num(0)), box, precision) else (-above, -over)


def _numerator(p: Script, goal: Relation, g: Term, above: Term, over: Term, tac: str) -> Lines:
    """What leaves the sign of a quotient's numerator to be shown."""
    d, n = p.fresh("d"), shallow(above)
    sign = f"apply Rdiv_lt_0_compat; [|exact {d}]. change ({n} > 0)."
    if not goal.strict:
        sign = f"apply Rle_ge, Rdiv_le_0_compat; [apply Rge_le|exact {d}]."
    by = "field; repeat split; first [known | nonzero]"
    return [
        f"assert ({d} : {shallow(over)} > 0) by (enclosed {tac}).",
        f"replace {shallow(g)} with ({n} / {shallow(over)}) by ({by}).",
        sign,
    ]


def _slopes(g: Term, name: str, order: int) -> list[Term]:
    """A function and its derivatives; gathered as quotients of polynomials where they would be long."""
    plain = [g]
    try:
        while len(plain) <= order and plain[-1].size <= MAX_SIZE:
            plain.append(derivative(plain[-1], name))
    except KernelError:
        pass
    if len(plain) > order and plain[-1].size <= MAX_SIZE:
        return plain
    found = [g]
    try:
        while len(found) <= order:
            found.append(_gathered(derivative(found[-1], name)))
    except KernelError as why:
        raise Unsupported("derivatives that are too long") from why
    return found


def _gathered(t: Term) -> Term:
    """A polynomial in what a term is made of, over one with its factors."""
    field = Field([t])
    found = field[t]
    lead, factors = found.den.factor()
    below = [(num(lead), 1), *((_sum(field, q), int(k)) for q, k in factors)]
    over = reduce(Term.__mul__, [b ** num(k) if k > 1 else b for b, k in below if b != num(1)] or [num(1)])
    return _sum(field, found.num) if over == num(1) else _sum(field, found.num) / over


def _sum(field: Field, q: fmpq_mpoly) -> Term:
    """A polynomial as a term."""
    parts = []
    for exponents, c in q.to_dict().items():
        powers = [
            g ** num(int(k)) if k > 1 else g for g, k in zip(field.generators, exponents, strict=False) if k
        ]
        parts.append(reduce(Term.__mul__, powers if powers and c == 1 else [num(c), *powers]))
    return reduce(Term.__add__, parts or [num(0)])


def resolved(root: Term, box: Box, precision: int) -> Term:
    """The term with that argument of max and min, and that sign within abs, that is the right one on the
    box, where one is."""
    images: dict[bytes, Term] = {}
    for t in subterms(root):
        args = [replace_terms(a, images) for a in t.args]
        if t.op == "abs":
            ways = [(">=", args[0]), ("<=", -args[0])]
            found = [way for op, way in ways if compare(Relation(op, args[0], num(0)), box, precision)]
        elif t.op in ("max", "min"):
            found = [a for a in args if all(b == a or _before(t.op, a, b, box, precision) for b in args)]
        else:
            continue
        if found:
            images[t.key] = found[0]
    return replace_terms(root, images)


def _before(op: str, a: Term, b: Term, box: Box, precision: int) -> bool:
    return compare(Relation(">=" if op == "max" else "<=", a, b), box, precision) is True


def bernstein(p: Script, r: Relation, here: Box) -> Lines:
    """A relation that the coefficients affirm: by the products of x - low and high - x that they are of."""
    field = Field([r.left, r.right])
    d = field.difference(r)
    if not d.den.is_constant():
        raise Unsupported("coefficients of a quotient")
    names = [str(g.value) if g.op == "var" else "" for g in field.generators]
    q = d.num * d.den
    table = coefficients(q, names, here)
    degrees = [(x, int(k)) for x, k in zip(names, q.degrees(), strict=False) if k > 0]
    if len(table) * sum(k for _, k in degrees) > MOST:
        raise Unsupported("too many coefficients")
    lines, factors = Lines(), dict[str, tuple[Signed, Signed]]()
    for x, _ in degrees:
        (low, high), bound = here[x], p.fresh("b")
        if low == high:
            raise Unsupported("coefficients on a face")
        lines.append(f"assert ({bound} : {rational(low)} <= {variable(x)} <= {rational(high)}) by lra.")
        factors[x] = (
            Signed(f"({variable(x)} - {rational(low)})", "<=", f"(of_le _ _ (proj1 {bound}))"),
            Signed(f"({rational(high)} - {variable(x)})", "<=", f"(of_le _ _ (proj2 {bound}))"),
        )
    least = min(table) if r.strict else fmpq(0)
    total = [positive(least)] if least > 0 else []
    for c, e in zip(table, product(*(range(k + 1) for _, k in degrees)), strict=True):
        if c <= least:
            continue
        product_of = positive(c - least)
        for (x, k), i in zip(degrees, e, strict=True):
            low, high = here[x]
            product_of *= positive(fmpq(comb(k, i)) / (high - low) ** k)
            product_of = reduce(Signed.__mul__, [factors[x][0]] * i + [factors[x][1]] * (k - i), product_of)
        total.append(product_of)
    whole = reduce(Signed.__add__, total) if total else Signed("0", "=", "(eq_refl 0)")
    return [*lines, *concluded(r, positive(fmpq(str(d.den)) ** 2), whole), "same."]


def positive(c: fmpq) -> Signed:
    return Signed(rational(c), "<", f"(ltac:(lra) : 0 < {rational(c)})")
