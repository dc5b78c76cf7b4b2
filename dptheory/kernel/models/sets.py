"""Sets in a world: regions of numbers, sets of places or of outputs, balls; what it is to be in one."""

from __future__ import annotations

from ..limits import KernelError
from ..logic.terms import Expr, apply_function
from ..logic.terms import num as logic_num
from ..real.claims import Relation
from ..real.enclose import exact
from ..real.terms import Term, apply, free_variables, num, var
from .data import place_of
from .evaluator import Evaluator
from .events import truth
from .ground import FALSE, TRUE, Ground, decide
from .ranges import INDICES
from .worlds import Closed, Region


def indices(at: Evaluator, term: Expr) -> frozenset[int]:
    """Those of 1, ..., n that are in a set of integers."""
    found = at.bound.get(term.label)
    if isinstance(found, frozenset):
        return found
    places = range(1, at.world.size + 1)
    return frozenset(k for k in places if truth(at.formula(at.normal(apply_function(term, logic_num(k))))))


def membership(at: Evaluator, term: Expr) -> Ground:
    """What it says that a value is in a set of places, of outputs, or in a region."""
    chosen = at.bound.get(term.args[0].label)
    if isinstance(chosen, frozenset) and term.args[0].sort == INDICES:
        # of a set that a quantifier goes through, only the members among 1 ... n are known
        return TRUE if place_of(at, term.args[1]) + 1 in chosen else FALSE
    if isinstance(chosen, frozenset):
        point = exact(at.number(term.args[1]), {})
        if point is None or point not in at.world.outputs:
            raise KernelError("a law of vectors leaves the outputs that the world names")
        return TRUE if point in chosen else FALSE
    region = at.world.values.get(term.args[0].label) if term.args[0].head == "var" else None
    if not isinstance(region, Region):
        raise KernelError(f"the world gives no set {term.args[0].label!r}")
    return _inside(region, at.world.arguments((region.parameter,), (at.value(term.args[1]),)))


def known_property(at: Evaluator, term: Expr) -> Ground:
    """A set given by weak inequalities of continuous terms is closed; one with a known member is not
    empty."""
    region = at.world.values.get(term.args[0].label) if term.args[0].head == "var" else None
    member = at.world.values.get("member")
    if isinstance(region, Region) and term.head == "closed" and region.closed():
        return TRUE
    if isinstance(region, Region) and term.head == "nonempty" and isinstance(member, Closed):
        return _inside(region, {region.parameter: member.body})
    raise KernelError(f"a world cannot tell whether a set is {term.head}")


def _inside(region: Region, images: dict[str, Term]) -> Ground:
    return Ground("and", tuple(Ground("relation", relation=r.substituted(images)) for r in region.relations))


def projection(at: Evaluator, term: Expr) -> Term:
    """The nearest point of a ball about 0: on the line, the number cut at the ends of an interval."""
    ball, point = term.args
    within = ball.args[0] if ball.head == "lam" else ball
    if within.head != "le" or within.args[0].head != "norm" or within.args[0].args[0].head != "bound":
        raise KernelError("a world projects onto balls about 0 only")
    member = at.body(ball, var("member"))
    radius = at.number(member.args[1])
    if "member" in free_variables(radius) or decide(Relation(">=", radius, num(0))) is not True:
        raise KernelError("the radius of a ball in this world is not known to be at least 0")
    return apply("max", -radius, apply("min", radius, at.number(point)))
