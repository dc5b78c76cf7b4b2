"""Laws of sequences and of subsets, densities between finite laws, and what noise becomes, in worlds."""

from __future__ import annotations

import itertools
from collections.abc import Callable

from flint import fmpq

from ..limits import KernelError, need
from ..real.claims import Relation
from ..real.defined import obligations
from ..real.enclose import exact
from ..real.points import decide
from ..real.ratfun import Field
from ..real.terms import Term, apply, free_variables, num, rational_value, substitute
from .noise import Gaussian, Laplace, folded
from .worlds import FiniteLaw

MAX_POINTS = 4_000
MAX_POWER = 2_048
"""Powers of rational numbers are written out up to this exponent."""


def affine(term: Term, name: str) -> tuple[Term, Term] | None:
    """Constant and slope of a function of one variable that is affine and not constant; None where that is
    not certain. The variable may stand beside no other, and the term is defined for all its values.

    >>> from ..real.grammar import parse_term
    >>> affine(parse_term("2 - x/3"), "x")[1] == num(fmpq(-1, 3))
    True
    >>> affine(parse_term("x**2"), "x") is None
    True
    """
    if free_variables(term) != {name} or list(obligations((term,), frozenset())):
        return None
    at = [folded(substitute(term, {name: num(k)})) for k in (0, 1)]
    constant, slope = at[0], folded(at[1] - at[0])
    wanted = Relation("=", term, constant + slope * Term("var", (), name))
    try:
        gap = Field([wanted.left, wanted.right]).difference(wanted).constant
    except KernelError:
        return None
    if gap is None or gap != 0 or decide(Relation("=", slope, num(0)), {}) is not False:
        return None
    return constant, slope


def power(inner: Term) -> Term | None:
    """exp of a whole multiple of the logarithm of a positive rational number, as that number; else None.

    >>> from ..real.grammar import parse_term
    >>> power(parse_term("-(3 - 1)*log(2)")) == num(fmpq(1, 4))
    True
    """
    found = _multiple(inner)
    if found is None or found[0].q != 1 or abs(found[0]) > MAX_POWER:
        return None
    return num(found[1] ** int(found[0].p))


def _multiple(term: Term) -> tuple[fmpq, fmpq] | None:
    """(c, q) with the term equal to c*log(q), q > 0 rational."""
    value = exact(term, {})
    if value is not None:
        return (fmpq(0), fmpq(1)) if value == 0 else None
    if term.op == "log":
        base = exact(term.args[0], {})
        return (fmpq(1), base) if base is not None and base > 0 else None
    if term.op == "neg":
        found = _multiple(term.args[0])
        return found and (-found[0], found[1])
    if term.op in ("mul", "div"):
        one, other = term.args
        factor, rest = exact(other, {}), one
        if factor is None and term.op == "mul":
            factor, rest = exact(one, {}), other
        if factor is None or (term.op == "div" and factor == 0):
            return None
        found = _multiple(rest)
        return found and (found[0] * factor if term.op == "mul" else found[0] / factor, found[1])
    if term.op in ("add", "sub"):
        first, second = map(_multiple, term.args)
        if first is None or second is None:
            return None
        if first[0] == 0 or second[0] == 0 or first[1] == second[1]:
            sign = 1 if term.op == "add" else -1
            return first[0] + sign * second[0], second[1] if first[0] == 0 else first[1]
    return None


def exponential_moment(source: Gaussian, integrand: Term, name: str) -> Term:
    """The expectation of exp(a + b x) under a normal law: exp(a + b c + b^2 s^2/2)."""
    found = affine(integrand.args[0], name) if integrand.op == "exp" else None
    if found is None:
        raise KernelError("a world evaluates expectations under normal noise of exp(a + b*x) only")
    constant, slope = found
    square = apply("pow", slope, num(2)) * apply("pow", source.scale, num(2)) / num(2)
    return apply("exp", folded(constant + slope * source.center + square))


def laplace_mean(source: Laplace, integrand: Term, name: str) -> Term:
    """The expectation under Laplace noise of sums and multiples of abs, min, max and squares of affine terms.

    max(p, q) = (p + q + abs(p - q))/2, and a + b x has the Laplace law of centre m = a + b c and scale t =
    abs(b) s, so that E abs(a + b x) = abs(m) + t exp(-abs(m)/t) (integrate over the two sides of 0) and
    E (a + b x)^2 = m^2 + 2 t^2.
    """

    def mean(part: Term) -> Term:
        return laplace_mean(source, part, name)

    if name not in free_variables(integrand):
        return integrand
    if integrand.op in ("add", "sub"):
        return apply(integrand.op, *map(mean, integrand.args))
    if integrand.op == "neg":
        return -mean(integrand.args[0])
    if integrand.op in ("min", "max") and len(integrand.args) == 2:
        one, other = integrand.args
        sign = num(fmpq(1, 2) if integrand.op == "max" else fmpq(-1, 2))
        return num(fmpq(1, 2)) * (mean(one) + mean(other)) + sign * mean(apply("abs", one - other))
    if integrand.op == "mul":
        factors = [a for a in integrand.args if name not in free_variables(a)]
        if len(factors) == 1:
            other = integrand.args[1] if integrand.args[0] is factors[0] else integrand.args[0]
            return mean(factors[0]) * mean(other)
    if integrand.op == "div" and exact(integrand.args[1], {}) not in (None, 0):
        return mean(integrand.args[0]) / integrand.args[1]
    square = integrand.op == "pow" and rational_value(integrand.args[1]) == 2
    found = affine(integrand.args[0] if integrand.op == "abs" or square else integrand, name)
    if found is None:
        raise KernelError(
            "a world evaluates expectations under Laplace noise of piecewise affine terms and of squares only"
        )
    constant, slope = found
    center = folded(constant + slope * source.center)
    if square:
        spread = folded(slope * source.scale)
        return center ** num(2) + num(2) * spread ** num(2)
    if integrand.op != "abs":
        return center
    away, scale = apply("abs", center), apply("abs", slope) * source.scale
    return away + scale * apply("exp", folded(-(away / scale)))


def subsets(size: int, head: str, given: list[fmpq | None]) -> FiniteLaw:
    """The uniform law on the subsets of 1 ... size with m elements, all, with i or without i."""
    if any(g is None or g.q != 1 for g in given):
        raise KernelError("how many places are drawn is not known in this world")
    count, *place = (int(g.p) for g in given if g is not None)
    if not 0 <= count <= size or size > 12:
        raise KernelError(f"{count} of {size} places cannot be drawn in a world")
    found = [frozenset(part) for part in itertools.combinations(range(1, size + 1), count)]
    if place:
        found = [part for part in found if (place[0] in part) == (head == "subsets_with")]
    if not found or (place and not 1 <= place[0] <= size):
        raise KernelError("there is no such subset in this world")
    return FiniteLaw(tuple((part, fmpq(1, len(found))) for part in found))


def sequences(length: fmpq | None, following: Callable[[int, tuple[Term, ...]], FiniteLaw]) -> FiniteLaw:
    """The law of a sequence whose draws follow one another."""
    if length is None or length.q != 1 or length > 12:
        raise KernelError("the length of a sequence of draws is not known in this world, or above 12")
    drawn: list[tuple[tuple[Term, ...], fmpq]] = [((), fmpq(1))]
    for place in range(1, int(length.p) + 1):
        made = []
        for before, weight in drawn:
            for point, part in following(place, before).weights:
                if not isinstance(point, Term):
                    raise KernelError("the draws of a sequence are points")
                made.append(((*before, point), weight * part))
        need(len(made) <= MAX_POINTS, f"more than {MAX_POINTS} sequences of draws in this world")
        drawn = made
    return FiniteLaw(tuple(drawn))


def ratio(mu: FiniteLaw, nu: FiniteLaw, density: Callable[[object], Term]) -> list[Relation]:
    """What it is for a function to be a density of one finite law with respect to another.

    After the last draw of a sequence there are zeros: sequences of different lengths may be one."""
    weights: dict[object, list[fmpq]] = {}
    length = max(
        (len(point) for law in (mu, nu) for point, _ in law.weights if isinstance(point, tuple)), default=0
    )
    for place, law in enumerate((mu, nu)):
        for point, weight in law.weights:
            longer = (*point, *[num(0)] * (length - len(point))) if isinstance(point, tuple) else point
            key = _rational(longer)
            weights.setdefault(key, [fmpq(0), fmpq(0)])[place] += weight
    made = []
    for key, (one, other) in weights.items():
        point = tuple(num(k) for k in key) if isinstance(key, tuple) else num(key)
        made.append(Relation("=", num(one), num(other) * density(point)))
    return made


def _rational(point: object) -> object:
    """A point, or the points of a sequence, as rational numbers, so that equal ones are one."""
    parts = point if isinstance(point, tuple) else (point,)
    values = [rational_value(folded(p)) if isinstance(p, Term) else None for p in parts]
    if any(v is None for v in values):
        raise KernelError("a point of a finite law is not known to be a rational number")
    return tuple(values) if isinstance(point, tuple) else values[0]
