"""Laws of noise in worlds: Laplace, normal and Gamma laws, moved by numbers; probabilities of intervals."""

from __future__ import annotations

from ..limits import KernelError, need
from ..logic.sorts import VEC
from ..logic.terms import Expr, apply_function
from ..logic.terms import var as logic_var
from ..real.claims import Relation, claim_of
from ..real.defined import defining
from ..real.terms import Term, apply, free_variables, num, var
from .evaluator import Evaluator, Law
from .ground import decide, flat
from .intervals import bounds_on
from .measures import exponential_moment, laplace_mean
from .noise import Gamma, Gaussian, Laplace, between, folded, tighter
from .worlds import Noise, World


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
    return kind(*(folded(world.closed(form, arguments)) for form in given.forms))


def normal_density(one: Gaussian, other: Gaussian, at: Term) -> Term:
    """The quotient of the densities of two normal laws at a number."""
    two = num(2)
    gap = ((at - other.center) / other.scale) ** two - ((at - one.center) / one.scale) ** two
    return other.scale / one.scale * apply("exp", gap / two)


def is_moved(at: Evaluator, term: Expr) -> bool:
    """Whether an image is noise that is moved: ``center + k``."""
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
    """The expectation over a chain of one draw."""
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
        if ordered is None:
            raise KernelError("cannot tell which end of an interval is the lower one")
        if not ordered:
            return num(0)
    return between(source, lowest, highest)


def _covered(at: Evaluator, source: Laplace | Gamma | Gaussian, parts: list[Relation]) -> Term:
    """The probability of the interval that the world names; that the event lies in it is owed."""
    point = var("drawn")
    low, high = at.world.within or (None, None)
    bounds = [Relation("<=", low, point)] if low is not None else []
    bounds += [Relation("<=", point, high)] if high is not None else []
    conditions = at.world.parameters
    owed = at.covers if at.covers is not None else []
    for part in parts:
        owed.extend(defining(conditions, part))
        conditions = (*conditions, part)
    owed.extend(claim_of(conditions, bound) for bound in bounds)
    return between(source, low, high)
