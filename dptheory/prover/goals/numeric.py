"""Values of terms at rational points: exact where that is easy, an enclosure elsewhere.

Only a guide for the search. What decides is checked again by the kernel.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from flint import arb, ctx, fmpq, fmpz

from dptheory.kernel import KernelError, charge
from dptheory.kernel.real import (
    BINDERS,
    INDEX,
    Term,
    integer_terms,
    integrated,
    num,
    rational_values,
    subterms,
    valued,
    work,
)

from .pointwise import FUNCTIONS, Value, add, known_value, multiply, real_power

Point = Mapping[str, fmpq]
PRECISION = 80
FINE = 400
TINY = arb(2) ** -60
_LONGEST = 20_000
MOST_SUMMANDS = 2_000
FEW_SUMMANDS = 40
"""Terms of sums that are added exactly."""


@dataclass(frozen=True)
class Program:
    """A term compiled to a list of steps; calling it with a point gives its value there.

    >>> from dptheory.kernel.real.grammar import parse_term
    >>> compiled(parse_term("x/2 + sqrt(4)"))({"x": fmpq(1)})
    5/2
    """

    slots: tuple[Value | None, ...]
    """A place for the value of each subterm, filled in where that is a number."""
    variables: tuple[tuple[int, str], ...]
    steps: tuple[tuple[int, Callable[..., Value | None], tuple[int, ...]], ...]
    hard: int

    def __call__(self, point: Point, precision: int = PRECISION) -> Value | None:
        """The value, or None where the term is undefined or the point lacks a variable."""
        charge(2 + len(self.steps) + (self.hard * precision) // 64)
        slots = list(self.slots)
        for i, name in self.variables:
            found = point.get(name)
            if found is None:
                return None
            slots[i] = found
        before, ctx.prec = ctx.prec, precision
        try:
            for i, function, places in self.steps:
                if len(places) == 2:
                    result = function(slots[places[0]], slots[places[1]])
                else:
                    result = function(*[slots[p] for p in places])
                if result is None:
                    return None
                slots[i] = result
        except (ZeroDivisionError, OverflowError, ValueError):
            return None
        finally:
            ctx.prec = before
        last = slots[-1]
        return last if not isinstance(last, arb) or last.is_finite() else None


def compiled(root: Term, integers: frozenset[str] | None = None) -> Program:
    """The program of a term. Given the integer variables, a power whose exponent is not written as a number
    or an integer has no value at negative bases.

    >>> from dptheory.kernel.real.grammar import parse_term
    >>> power, point = parse_term("x**a"), {"x": fmpq(-3), "a": fmpq(2)}
    >>> compiled(power)(point), compiled(power, frozenset())(point)
    (9, None)
    """
    order = subterms(root)
    charge(5 + len(order))
    real = _real_powers(order, integers) if integers is not None else frozenset[bytes]()
    place = {t.key: i for i, t in enumerate(order)}
    needed = {t.key for t in valued(root)} if any(t.op in BINDERS for t in order) else place.keys()
    slots: list[Value | None] = [None] * len(order)
    variables: list[tuple[int, str]] = []
    steps: list[tuple[int, Callable[..., Value | None], tuple[int, ...]]] = []
    for i, t in enumerate(order):
        if t.op == "num" and isinstance(t.value, fmpq):
            slots[i] = t.value
        elif t.op == "var" and isinstance(t.value, str):
            variables.append((i, t.value))
        elif t.op == "const":
            steps.append((i, arb.pi if t.value == "pi" else arb.const_e, ()))
        else:
            if isinstance(t.value, Term):
                function: Callable[..., Value | None] = _integrals(t) if t.op == "integral" else _sums(t)
            else:
                function = real_power if t.key in real else FUNCTIONS[t.op]
            function = function if t.key in needed else _within(function)
            steps.append((i, function, tuple(place[a.key] for a in t.args)))
    hard = work(order, 64) - work(order, 0)
    return Program(tuple(slots), tuple(variables), tuple(steps), hard)


_NOTHING = arb.nan()
"""In the place of the value that a part of a sum has not: the sum of nothing does not need it."""


def _within(function: Callable[..., Value | None]) -> Callable[..., Value | None]:
    """An operation on what stands within a sum."""

    def result(*args: Value) -> Value:
        try:
            found = None if any(a is _NOTHING for a in args) else function(*args)
        except (ZeroDivisionError, OverflowError, ValueError):
            found = None
        return _NOTHING if found is None else found

    return result


def _real_powers(order: list[Term], integers: frozenset[str]) -> frozenset[bytes]:
    """The powers whose exponents are written neither as numbers nor as integers."""
    powers = [t for t in order if t.op == "pow"]
    exponents = [t.args[1] for t in powers]
    plain = {*rational_values(*exponents), *integer_terms(exponents, integers)} if powers else set[bytes]()
    return frozenset(t.key for t in powers if t.args[1].key not in plain)


def closely(program: Callable[[int], Value | None], precision: int) -> Value | None:
    """A value that is exact or an enclosure of which the middle says something; None if there is none.

    `program` gives the value at a precision; more and more is asked for where much cancels.
    """
    rough: arb | None = None
    for factor in (1, 4, 16):
        value = program(factor * precision)
        if value is None or isinstance(value, fmpq):
            return value
        if not value.is_finite():
            return None
        if value.rad() < arb(2) ** -20 * abs(value.mid()):
            return value
        rough = value if value.rad() < TINY else None
    return rough


def sign_at(program: Program, point: Point) -> int | None:
    """The sign of a term at a point, looked at closely before it is called 0."""
    value = program(point)
    if isinstance(value, arb) and value.contains(0):
        value = program(point, FINE)
    return sign(value)


def sign(value: Value | None) -> int | None:
    """1, 0 or -1; 0 also for an enclosure that contains 0; None where there is no value."""
    if value is None:
        return None
    if value > 0:
        return 1
    if value < 0:
        return -1
    return 0


def certain_zero(value: Value | None) -> bool:
    """Whether a value is exactly zero, or an enclosure so tight around it that it should be."""
    if value is None:
        return False
    if isinstance(value, fmpq):
        return value == 0
    return bool(value.contains(0)) and bool(value.abs_upper() < arb(2) ** -40)


def to_float(value: Value) -> float:
    """The nearest float (of the middle of an enclosure)."""
    return float(value) if isinstance(value, arb) else float(arb(value))


def to_rational(value: Value) -> fmpq:
    """The value itself, or a rational near the middle of an enclosure; one of very many digits is
    replaced by one on its side that has fewer."""
    if isinstance(value, fmpq):
        return value
    if not value.is_finite():
        raise OverflowError("a value that is not finite")
    mantissa, exponent = value.mid().man_exp()
    shift = int(exponent)
    if abs(shift) > _LONGEST:
        mantissa, shift = fmpz(1 if mantissa > 0 else -1), _LONGEST if shift > 0 else -_LONGEST
    return fmpq(mantissa * fmpz(2) ** shift) if shift >= 0 else fmpq(mantissa, fmpz(2) ** -shift)


def _sums(t: Term) -> Callable[..., Value | None]:
    """A sum or a product at its ends and the parts of its body; what was asked before is remembered."""
    if not isinstance(t.value, Term):
        raise KernelError("not a sum")
    body, join, empty = compiled(t.value), add if t.op == "sum" else multiply, fmpq(t.op == "prod")
    known: dict[tuple[int, tuple[Value, ...]], Value | None] = {}

    def value(low: Value, high: Value, parts: tuple[Value, ...]) -> Value | None:
        if not (isinstance(low, fmpq) and isinstance(high, fmpq) and low.q == high.q == 1):
            return None
        if not -1 <= high - low < MOST_SUMMANDS:
            return None
        point = {f"p{i + 1}": x for i, x in enumerate(parts)}
        result: Value = empty if high - low < FEW_SUMMANDS else arb(empty)
        for k in range(int(low.p), int(high.p) + 1):
            term = body({**point, INDEX: fmpq(k)})  # type: ignore[dict-item]
            if term is None:
                return None
            result = join(result, term)
        return result

    def function(low: Value, high: Value, *parts: Value) -> Value | None:
        key = ctx.prec, (low, high, *parts)
        if not all(isinstance(x, fmpq) for x in key[1]):
            return value(low, high, parts)
        if key not in known:
            known[key] = value(low, high, parts)
        return known[key]

    return function


def _integrals(t: Term) -> Callable[..., Value | None]:
    """An integral at rational ends and parts of its body."""
    known: dict[tuple[fmpq, ...], Value | None] = {}

    def function(*parts: Value) -> Value | None:
        exact = tuple(x for x in parts if isinstance(x, fmpq))
        if len(exact) < len(parts) or exact[0] > exact[1]:
            return None
        if exact not in known:
            ground = Term(t.op, tuple(num(x) for x in exact), t.value)
            known[exact] = fmpq(0) if exact[0] == exact[1] else known_value(integrated(ground, PRECISION))
        return known[exact]

    return function
