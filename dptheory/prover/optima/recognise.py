"""Closed forms that a number may have: guesses, which have to be proved."""

from __future__ import annotations

from collections.abc import Iterator

from flint import arb, ctx, fmpq, fmpz, fmpz_mat

from dptheory.kernel.real import PI, E, Term, apply, num

from ..goals.numeric import compiled, to_rational
from ..goals.pointwise import Value

PRECISION = 600
SMALL = 1000
"""Of whole numbers in a relation between numbers."""
LARGEST = 5000
"""Of numerator times denominator of a rational factor."""


def constants() -> list[Term]:
    """Numbers of which rational multiples, and sums with rationals, are looked for."""
    return [
        E,
        PI,
        apply("exp", num(-1)),
        apply("log", num(2)),
        apply("sqrt", num(2)),
        apply("sqrt", num(3)),
        apply("sqrt", num(5)),
        1 / PI,
        PI**2,
        1 / PI**2,
        apply("log", num(3)),
        apply("exp", num(2)),
        apply("exp", num(-2)),
        apply("exp", num(fmpq(1, 2))),
        apply("exp", num(fmpq(-1, 2))),
        1 / apply("log", num(2)),
        apply("log", num(2)) ** 2,
        apply("gamma", num(fmpq(1, 3))),
    ]


def rational_near(x: Value, error: fmpq, largest: int = LARGEST) -> fmpq | None:
    """The simplest rational p/q within the error, if p*q is not large."""
    target = to_rational(x)
    p0, q0, p1, q1 = fmpz(0), fmpz(1), fmpz(1), fmpz(0)
    rest = target
    for _ in range(40):
        whole = rest.floor()
        p0, q0, p1, q1 = p1, q1, whole * p1 + p0, whole * q1 + q0
        if abs(p1) * q1 > largest or q1 > largest:
            return None
        near = fmpq(p1, q1)
        if abs(near - target) <= error:
            return near
        rest = 1 / (rest - fmpq(whole))
    return None


def closed_forms(x: Value, error: fmpq) -> list[Term]:
    """Terms without variables whose values agree with x within the error, simplest first."""
    if isinstance(x, fmpq):
        return [num(x)]
    with ctx.workprec(PRECISION):
        found = {t.key: t for t in _guesses(x, error)}
    return sorted(found.values(), key=lambda t: (t.size, t.key))[:4]


def _guesses(x: arb, error: fmpq) -> Iterator[Term]:
    r = rational_near(x, error)
    if r is not None:
        yield num(r)
        return
    tolerance = error * 64
    for m in constants():
        value = arb(compiled(m)({}, PRECISION))
        r = rational_near(x / value, tolerance)
        if r is not None and r != 0:
            yield _multiple(r, m)
        found = relation([arb(1), value, x], tolerance, SMALL)
        if found is not None and found[2]:
            yield _sum(fmpq(-found[0], found[2]), fmpq(-found[1], found[2]), m)
    yield from _roots(x, tolerance)
    yield from _quadratic(x, tolerance)
    yield from _through(x, tolerance)


def relation(values: list[arb], error: fmpq, largest: int) -> list[int] | None:
    """Whole numbers, none of them large, with which the values add up to 0 within the error.

    >>> relation([arb(1), arb(2).sqrt(), 3 - 2 * arb(2).sqrt()], fmpq(1, 10**12), 100)
    [3, -2, -1]
    """
    if error <= 0 or error > fmpq(1, 10**9):
        return None
    scale = min(1 / error, fmpq(2) ** (PRECISION // 2))
    rows = [
        [int(i == j) for j in range(len(values))] + [int((to_rational(v) * scale).floor())]
        for i, v in enumerate(values)
    ]
    for row in fmpz_mat(rows).lll().tolist():
        found = [int(k) for k in row[:-1]]
        if not any(found) or max(map(abs, found)) > largest:
            continue
        total = sum((v * k for v, k in zip(values, found, strict=True)), arb(0))
        if abs(to_rational(total)) <= error * largest * len(values):
            first = next(k for k in found if k)
            return found if first > 0 else [-k for k in found]
    return None


def _quadratic(x: arb, error: fmpq) -> Iterator[Term]:
    """Numbers p + q*sqrt(r) with rational p, q and a whole number r."""
    found = relation([arb(1), x, x * x], error, SMALL)
    if found is None or not found[2]:
        return
    c, b, a = (fmpz(k) for k in found)
    outside, inside = square_part(b * b - 4 * a * c)
    centre = fmpq(-b, 2 * a)
    size = fmpq(outside, 2 * abs(a))
    if inside > 1 and centre != 0:
        root = apply("sqrt", num(fmpq(inside)))
        yield _sum(centre, size if x > arb(centre) else -size, root)


def _roots(x: arb, error: fmpq) -> Iterator[Term]:
    """Square roots of rational multiples of 1, pi, E and the like."""
    square = x * x
    for m in (None, PI, 1 / PI, E, 1 / E, apply("log", num(2))):
        value = arb(1) if m is None else arb(compiled(m)({}, PRECISION))
        r = rational_near(square / value, error)
        if r is None or r <= 0:
            continue
        if m is None:
            # sqrt(p/q) = sqrt(p*q)/q, without square factors under the root
            outside, inside = square_part(r.p * r.q)
            yield _multiple(fmpq(outside, r.q) * (1 if x > 0 else -1), apply("sqrt", num(fmpq(inside))))
        else:
            root = apply("sqrt", _multiple(r, m))
            yield root if x > 0 else -root


def square_part(n: fmpz) -> tuple[fmpz, fmpz]:
    """(a, b) with n = a**2*b, b without square factors."""
    outside, inside = fmpz(1), fmpz(1)
    for prime, k in n.factor():
        outside *= prime ** (k // 2)
        inside *= prime ** (k % 2)
    return outside, inside


def _through(x: arb, error: fmpq) -> Iterator[Term]:
    """Exponentials and logarithms of rationals."""
    if x > 0:
        r = rational_near(x.log(), error, 400)
        if r is not None:
            yield apply("exp", num(r))
    if abs(x) < 20:
        r = rational_near(x.exp(), error, 400)
        if r is not None:
            yield apply("log", num(r))
            return
        for inner in _quadratic(x.exp(), error):
            yield apply("log", inner)


def _multiple(r: fmpq, m: Term) -> Term:
    """r*m, written with few signs."""
    if r < 0:
        return -_multiple(-r, m)
    if m.op == "div" and m.args[0] == num(1):
        top, bottom = num(fmpq(r.p)), m.args[1]
        return top / (bottom if r.q == 1 else num(fmpq(r.q)) * bottom)
    top = m if r.p == 1 else num(fmpq(r.p)) * m
    return top if r.q == 1 else top / num(fmpq(r.q))


def _sum(r: fmpq, s: fmpq, m: Term) -> Term:
    """r + s*m, positive part first."""
    if s > 0:
        return _multiple(s, m) + num(r) if r > 0 else _multiple(s, m) - num(-r)
    return num(r) - _multiple(-s, m)
