"""Laws of noise in worlds: Laplace, normal and Gamma laws, moved by numbers; probabilities of intervals,
means of piecewise affine terms, of squares and exponentials."""

from __future__ import annotations

from flint import fmpq

from ..limits import KernelError, need
from ..logic.sorts import VEC
from ..logic.terms import Expr, apply_function
from ..logic.terms import var as logic_var
from ..real.claims import Relation, claim_of
from ..real.defined import obligations
from ..real.enclosures import exact
from ..real.points import by_inspection
from ..real.ratfun import Field, constant_difference
from ..real.terms import Term, apply, free_variables, num, rational_value, substitute, var
from .evaluator import Evaluator, Law
from .ground import assumed, decide, flat
from .noise import Gamma, Gaussian, Laplace, between, bounds_on, folded, tighter
from .worlds import Noise, World

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
    gap = constant_difference(Relation("=", term, constant + slope * var(name)))
    if gap is None or gap != 0 or decide(Relation("=", slope, num(0))) is not False:
        return None
    return constant, slope


def power(inner: Term) -> Term | None:
    """exp of a whole multiple of the logarithm of a positive rational number, as that number; else None.

    >>> from ..real.grammar import parse_term
    >>> power(parse_term("-(3 - 1)*log(2)")) == num(fmpq(1, 4))
    True
    """
    if inner.names or any(obligations([inner], frozenset())):
        return None
    inner = by_inspection(inner)
    field = Field([inner])
    form = field[inner]
    if form.is_zero:
        return num(1)
    if not form.den.is_constant() or len(form.num) != 1 or form.num.total_degree() != 1:
        return None
    ((exponents, factor),) = form.num.to_dict().items()
    log = field.generators[exponents.index(1)]
    base = rational_value(log.args[0]) if log.op == "log" else None
    known = base is not None and factor.q == 1 and abs(factor) <= MAX_POWER
    return num(base ** int(factor)) if base is not None and known else None


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


def positive(at: Evaluator, number: Term) -> None:
    """That a number is positive: decided, or owed as a claim about the world's parameters."""
    relation = Relation(">", number, num(0))
    if relation.variables():
        at.side.append(claim_of(at.world.parameters, relation))
    elif decide(relation) is not True:
        raise KernelError("a scale or a shape in this world is not known to be positive")


def named(world: World, given: Noise, arguments: tuple[object, ...]) -> Laplace | Gaussian:
    """Noise that the world gives, with its centre and scale at arguments."""
    kind = Gaussian if given.normal else Laplace
    forms = (given.center, given.scale)
    return kind(*(folded(world.closed(given.parameters, form, arguments)) for form in forms))


def normal_density(one: Gaussian, other: Gaussian, at: Term) -> Term:
    """The quotient of the densities of two normal laws at a number."""
    two = num(2)
    gap = ((at - other.center) / other.scale) ** two - ((at - one.center) / one.scale) ** two
    return other.scale / one.scale * apply("exp", gap / two)


def is_moved(at: Evaluator, term: Expr) -> bool:
    drawn = logic_var("@moved", term.args[0].sort.args[0])
    image = at.normal(apply_function(term.args[1], drawn))
    return image.head == "vadd" and image.args[1] == drawn and term.args[0].head != "mixture"


def moved(at: Evaluator, source: Law, fn: Expr) -> Laplace:
    """The image of noise under a translation, written as ``center + k``."""
    drawn = at.fresh(var("noise"), VEC)
    image = at.normal(apply_function(fn, drawn))
    if not isinstance(source, Laplace) or image.head != "vadd" or image.args[1] != drawn:
        raise KernelError("in a world only noise has images, and only translated: center + k")
    center = at.number(image.args[0])
    need("noise" not in free_variables(center), "the center of the noise depends on the noise")
    return Laplace(folded(source.center + center), source.scale)


def _refuse_outer(at: Evaluator, inner: Expr) -> None:
    """An event or a mean within noise may not look at the number that an outer draw of noise gave: both
    would have one name."""
    for name in inner.names:
        value = at.bound.get(name)
        parts = value if isinstance(value, tuple) else (value,)
        if "drawn" in free_variables(*(part for part in parts if isinstance(part, Term))):
            raise KernelError("noise within noise: the inner draw looks at the outer one")


def expectation(at: Evaluator, source: Gaussian | Laplace, integrand: Expr) -> Term:
    """The mean of an exponential under a normal law, of a piecewise affine term under Laplace noise."""
    _refuse_outer(at, integrand)
    term = at.number(at.body(integrand, var("drawn")))
    if isinstance(source, Laplace):
        return laplace_mean(source, term, "drawn")
    return exponential_moment(source, term, "drawn")


def first_of_chain(at: Evaluator, source: Law, integrand: Expr) -> Term:
    if not isinstance(source, Gaussian):
        raise KernelError("a world goes through chains of finite laws only")
    _refuse_outer(at, integrand)
    return exponential_moment(source, at.number(at.body(integrand, (var("drawn"),))), "drawn")


def probability(at: Evaluator, source: Laplace | Gamma | Gaussian, event: Expr) -> Term:
    """The probability of an interval, given by bounds on the drawn number or its distance to a point."""
    _refuse_outer(at, event)
    point = var("drawn")
    parts = flat(at.formula(at.body(event, point)))
    if at.covers is not None and at.world.within is not None:
        return _covered(at, source, parts)
    lowest, highest = None, None
    for part in parts:
        below, above = bounds_on(part, point)
        lowest = tighter("max", lowest, below)
        highest = tighter("min", highest, above)
    if lowest is not None and highest is not None:
        ordered = decide(Relation("<=", lowest, highest))
        need(ordered is not None, "cannot tell which end of an interval is the lower one")
        if not ordered:
            return num(0)
    return between(source, lowest, highest)


def _covered(at: Evaluator, source: Laplace | Gamma | Gaussian, parts: list[Relation]) -> Term:
    """The probability of the interval that the world names; that the event lies in it is owed."""
    point = var("drawn")
    low, high = at.world.within or (None, None)
    bounds = [Relation("<=", low, point)] if low is not None else []
    bounds += [Relation("<=", point, high)] if high is not None else []
    owed, conditions = assumed(at.world.parameters, parts)
    if at.covers is not None:
        at.covers += [*owed, *(claim_of(conditions, bound) for bound in bounds)]
    return between(source, low, high)
