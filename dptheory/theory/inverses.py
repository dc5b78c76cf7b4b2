"""Where a bound reaches a target: the integers or real values of one parameter that do, certified."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from flint import arb, fmpq

from ..defaults import EFFORT
from ..errors import BadInput
from ..kernel.logic.ground import decide
from ..kernel.real.claims import Relation, claim_of, parse_claim
from ..kernel.real.terms import Term, free_variables, is_name, num, substitute, var
from ..kernel.verdicts import PROVED
from .bounds import Bound, at, holds, number_of
from .closed_forms import Tradeoff, solved, tradeoff
from .optima import prove_claim
from .verification import Certificates

WIDTH = fmpq(1, 10**9)
"""How close to each other are the value that reaches the target and the one that does not."""
SETTLED = fmpq(3)
"""From here on log(n)/n falls."""
LARGEST = 200
"""Values are looked for up to 2 to this power."""
FALLING, RISING, CONVEX, SETTLING = "falling", "rising", "convex", "falling from 3 on"
BETWEEN = "s*x**2 + p + q*x <= u + t*x"
BETWEEN_WHERE = "s > 0, a < x, x < b, s*a**2 + p + q*a <= u + t*a, s*b**2 + p + q*b <= u + t*b"
"""Multiplied by x: where p/x + q + s*x is at most t at a and at b it is so between them."""


@dataclass(frozen=True)
class Edge:
    """A value that reaches the target beside one, outside, that does not; None where no such was met."""

    inside: fmpq
    outside: fmpq | None


@dataclass(frozen=True)
class Inverse:
    """The values of a parameter at which a bound is at most a target.

    `low` and `high` are the ends of the range that was found, each certified by rigorous comparison. The
    shape is `falling` (perhaps from 3 on, which is before the range), `rising` or `convex` where that is
    proved for all values of the other parameters, and then the whole range between the ends reaches the
    target; else it is empty. Where the target is not reached both ends are None and `infimum` is the least
    value of the bound, or what it tends to.
    """

    bound: Bound
    parameter: str
    target: fmpq
    values: Mapping[str, fmpq]
    low: Edge | None
    high: Edge | None
    shape: str
    infimum: arb | fmpq | None
    closed: tuple[Term, ...] = ()
    names: Mapping[str, Term] = field(default_factory=dict)

    @property
    def reached(self) -> bool:
        """Whether some value reaches the target."""
        return self.low is not None

    @property
    def integer(self) -> bool:
        """Whether the parameter is an integer."""
        return self.parameter in self.bound.integers


def solve_for(
    bound: Bound, name: str, target: fmpq, given: Mapping[str, fmpq], certificates: Certificates | None = None
) -> Inverse:
    """Where the bound is at most the target, as a range of one parameter; raises BadInput.

    >>> from .bounds import read_bound
    >>> from .library import load_library
    >>> library = load_library()
    >>> bound = read_bound(library, library.get("wu2015.theorem14"))
    >>> found = solve_for(bound, "n", fmpq(1, 10), {"rho": fmpq(1), "lam": fmpq(3)})
    >>> found.low
    Edge(inside=14, outside=13)
    """
    (parameter,) = bound.named({name: target})
    if parameter not in free_variables(bound.term):
        raise BadInput(
            f"--solve-for {name}", f"a parameter of the bound of {bound.form.name}", "dptheory bound"
        )
    values = bound.named(given)
    if parameter in values:
        raise BadInput(
            f"{name}={values[parameter]}", f"no value of {name}, which is looked for", "--solve-for"
        )
    bound.complete(values, free=[parameter])
    certificates = certificates or Certificates(effort=EFFORT)
    found = proved_tradeoff(bound, parameter, certificates)
    shape = monotone(bound, parameter, certificates) or _convex(bound, found, certificates)
    search = _Search(bound, parameter, target, values)
    low, high = search.integers(shape) if parameter in bound.integers else search.reals()
    if not shape and low is not None and parameter in bound.integers and low.inside >= SETTLED:
        # log(n)/n falls from 3 on only: then that is enough, as the range that was found begins there
        falling = monotone(bound, parameter, certificates, SETTLED) == FALLING
        shape = SETTLING if falling else ""
    infimum = None if low is not None else _infimum(found, shape, search)
    closed = solved(found, _target_name(bound)) if found is not None else ()
    return Inverse(
        bound,
        parameter,
        target,
        values,
        low,
        high,
        shape,
        infimum,
        closed,
        {} if found is None else found.names,
    )


def proved_tradeoff(bound: Bound, parameter: str, certificates: Certificates) -> Tradeoff | None:
    """The bound as p/x + q + s*x, if it is proved to be that."""
    found = tradeoff(bound.term, parameter, bound.statement.parameters.abbreviations)
    if found is None:
        return None
    p, q, s = map(found.full, found.parts)
    relation = Relation("=", bound.term, p / var(parameter) + q + s * var(parameter))
    claim = claim_of(bound.conditions, relation, bound.integers)
    return found if prove_claim(claim, certificates).status == PROVED else None


def _convex(bound: Bound, found: Tradeoff | None, certificates: Certificates) -> str:
    """`convex` where it is proved that the values that reach a target are an interval."""
    if found is None:
        return ""
    wanted = [Relation(">", found.full(found.s), num(0)), Relation(">", var(found.parameter), num(0))]
    claims = [claim_of(bound.conditions, r, bound.integers) for r in wanted]
    claims.append(parse_claim(BETWEEN, BETWEEN_WHERE))
    good = all(prove_claim(claim, certificates).status == PROVED for claim in claims)
    return CONVEX if good else ""


def _target_name(bound: Bound) -> str:
    return next(name for name in ("target", "target_", "target__") if name not in bound.variables)


def monotone(bound: Bound, parameter: str, certificates: Certificates, since: fmpq | None = None) -> str:
    """`falling` or `rising` where it is proved that the bound is that in the parameter, for all others; for
    values from `since` on, if that is given."""
    other = next(name for name in ("y", "y_", "y__") if name not in bound.variables and is_name(name))
    moved = {parameter: var(other)}
    integers = bound.integers | ({other} if parameter in bound.integers else set())
    there = (c.substituted(moved) for c in bound.conditions if parameter in c.variables())
    conditions = [*bound.conditions, *there]
    conditions.append(Relation(">=", var(other), var(parameter)))
    if since is not None:
        conditions.append(Relation(">=", var(parameter), num(since)))
    for direction, op in ((FALLING, "<="), (RISING, ">=")):
        relation = Relation(op, substitute(bound.term, moved), bound.term)
        if prove_claim(claim_of(conditions, relation, integers), certificates).status == PROVED:
            return direction
    return ""


class _Search:
    """Looks for the ends of the range in which the target is reached; every comparison is rigorous."""

    def __init__(self, bound: Bound, parameter: str, target: fmpq, values: Mapping[str, fmpq]) -> None:
        self.bound, self.parameter, self.target, self.values = bound, parameter, target, values

    def reaches(self, x: fmpq) -> bool:
        """Whether the value is admissible and the bound there certainly at most the target."""
        r = Relation("<=", self.bound.term, num(self.target))
        return self.admissible(x) and decide(at(r, {**self.values, self.parameter: x})) is True

    def misses(self, x: fmpq) -> bool:
        """Whether the bound there is certainly above the target."""
        r = Relation(">", self.bound.term, num(self.target))
        return self.admissible(x) and decide(at(r, {**self.values, self.parameter: x})) is True

    def admissible(self, x: fmpq) -> bool:
        """Whether the conditions certainly hold, of those that speak of known numbers only."""
        values = {**self.values, self.parameter: x}
        known = (c for c in self.bound.conditions if self.parameter in c.variables() <= values.keys())
        return all(holds(c, values) for c in known)

    def height(self, x: fmpq) -> arb:
        """The bound at a value."""
        return arb(number_of(self.bound.term, {**self.values, self.parameter: x}))

    def start(self) -> fmpq:
        """The first admissible positive integer."""
        for k in range(1, 10_001):
            if self.admissible(fmpq(k)):
                return fmpq(k)
        raise BadInput(f"the conditions on {self.parameter}", "an admissible integer up to 10000", "--set")

    def integers(self, direction: str) -> tuple[Edge | None, Edge | None]:
        """The least integer that reaches the target (falling), or the largest (rising)."""
        start = self.start()
        powers = [start, *(start + 2**k for k in range(LARGEST) if self.admissible(start + 2**k))]
        if (direction or self._guess(powers)) == RISING:
            return self._largest(powers)
        first = next((k for k, x in enumerate(powers) if self.reaches(x)), None)
        if first is None:
            return None, None
        open_end = Edge(powers[-1], None)
        if first == 0:
            return Edge(start, None), open_end
        return self._whole(powers[first], powers[first - 1]), open_end

    def _guess(self, powers: list[fmpq]) -> str:
        return (
            RISING
            if bool(self.height(powers[0]) < self.height(powers[min(60, len(powers) - 1)]))
            else FALLING
        )

    def _largest(self, powers: list[fmpq]) -> tuple[Edge | None, Edge | None]:
        if not self.reaches(powers[0]):
            return None, None
        last = next((k for k, x in enumerate(powers) if not self.reaches(x)), None)
        high = Edge(powers[-1], None) if last is None else self._whole(powers[last - 1], powers[last])
        return Edge(powers[0], None), high

    def _whole(self, inside: fmpq, outside: fmpq) -> Edge:
        """Neighbouring integers of which one reaches the target and the other does not."""
        while abs(inside - outside) > 1:
            middle = fmpq(((inside + outside) / 2).floor())
            inside, outside = (middle, outside) if self.reaches(middle) else (inside, middle)
        return self._sure(inside, outside)

    def reals(self) -> tuple[Edge | None, Edge | None]:
        """The range about the lowest place of the bound that was seen."""
        grid = [x for x in _grid() if self.admissible(x) and self.height(x).is_finite()]
        if not grid:
            raise BadInput(
                f"the conditions on {self.parameter}", "an admissible value", "other values in --set"
            )
        best = min(range(len(grid)), key=lambda k: float(self.height(grid[k]).mid()))
        place = grid[best]
        if not self.reaches(place):
            place = self._descend(grid[max(best - 1, 0)], grid[min(best + 1, len(grid) - 1)])
            if not self.reaches(place):
                return None, None
        below, above = [x for x in reversed(grid) if x < place], [x for x in grid if x > place]
        return self._end(place, below), self._end(place, above)

    def _descend(self, low: fmpq, high: fmpq) -> fmpq:
        """A place between two values where the bound is lower: one third is cut off again and again."""
        for _ in range(150):
            left, right = low + (high - low) * fmpq(3, 8), low + (high - low) * fmpq(5, 8)
            if bool(self.height(left) < self.height(right)):
                high = right
            else:
                low = left
            low, high = _rounded(low), _rounded(high)
        return (low + high) / 2

    def _end(self, inside: fmpq, following: list[fmpq]) -> Edge:
        """Where the range that contains `inside` ends, walking outwards."""
        for x in following:
            if not self.reaches(x):
                return self._close(inside, x)
            inside = x
        return Edge(inside, None)

    def _close(self, inside: fmpq, outside: fmpq) -> Edge:
        while abs(inside - outside) > WIDTH * min(fmpq(1), abs(inside)):
            middle = (inside + outside) / 2
            inside, outside = (middle, outside) if self.reaches(middle) else (inside, middle)
        return self._sure(inside, outside)

    def _sure(self, inside: fmpq, outside: fmpq) -> Edge:
        """The two, if the outer one is certainly above the target."""
        return Edge(inside, outside if self.misses(outside) else None)


def _rounded(x: fmpq) -> fmpq:
    """Nearly the same number with a short denominator."""
    scale = fmpq(2) ** 400
    return fmpq((x * scale).floor()) / scale


def _grid() -> Iterator[fmpq]:
    """Powers of two and, about 1, their complements, in order."""
    small = [fmpq(1, 2**k) for k in range(LARGEST, 0, -1)]
    yield from small
    yield from (1 - x for x in reversed(small[:-1]))
    yield from (fmpq(2**k) for k in range(LARGEST))


def _infimum(found: Tradeoff | None, shape: str, search: _Search) -> arb | fmpq | None:
    """What no value of the bound is below, and the bound comes near to; None where it is not known."""
    if shape == RISING and search.parameter in search.bound.integers:
        return search.height(search.start())
    if found is None or (shape == RISING and found.p != num(0)):
        return None
    p, q, s = (arb(number_of(found.full(t), search.values)) for t in found.parts)
    good = bool(p >= 0) and bool(s >= 0) and (shape != FALLING or found.s == num(0))
    return q + 2 * (p * s).sqrt() if good else None
