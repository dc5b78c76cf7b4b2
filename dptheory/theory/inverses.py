"""Where a bound reaches a target: the integers or real values of one parameter that do, certified."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from flint import arb, fmpq

from ..decimals import DIGITS, outward
from ..defaults import EFFORT
from ..errors import BadInput
from ..exact import exact_number
from ..kernel import PROVED
from ..kernel.models import decide
from ..kernel.real import (
    NEGATION,
    Relation,
    Term,
    claim_of,
    free_variables,
    is_name,
    num,
    parse_claim,
    substitute,
    var,
)
from .bounds import Bound
from .certificates import Certificates
from .closed_forms import Tradeoff, solved, tradeoff
from .everywhere import There
from .least_values import Filling, filled
from .numbers import at, holds, number_of
from .relations import stands
from .side_claims import prove_claim

WIDTH = fmpq(1, 10**9)
"""How close to each other are the value that reaches the target and the one that does not."""
LARGEST = 200
"""Values are looked for up to 2 to this power."""
FALLING, RISING, CONVEX, FROM_ON = "falling", "rising", "convex", "from on"
TRIVIAL = "trivial"
"""The target that is what holds anyway, and is to be undercut."""
BETWEEN = "s*x**2 + p + q*x <= u + t*x"
BETWEEN_WHERE = "s > 0, a < x, x < b, s*a**2 + p + q*a <= u + t*a, s*b**2 + p + q*b <= u + t*b"
"""Multiplied by x: where p/x + q + s*x is at most t at a and at b it is so between them."""
_ROOT = "((l {} sqrt(l**2 - 4*p*s))/(2*s))"
EQUAL: Mapping[frozenset[str], tuple[tuple[str, str], ...]] = {
    frozenset("s"): (("p/(p/l) = l", "p > 0, l > 0"),),
    frozenset("p"): (("s*(l/s) = l", "s > 0, l > 0"),),
    frozenset(): tuple(
        (f"p/{root} + s*{root} = l", "p > 0, s > 0, l > 0, l**2 > 4*p*s")
        for root in (_ROOT.format("-"), _ROOT.format("+"))
    ),
}
"""Where p/x + s*x is l, by which of the two parts is absent."""


@dataclass(frozen=True)
class Edge:
    """A value that reaches the target beside one, outside, that does not; None where no such was met."""

    inside: fmpq
    outside: fmpq | None


@dataclass(frozen=True)
class Target:
    """What a bound is to be at most, or, where it is `strict`, less than; with the source's words for it."""

    level: Term
    strict: bool = False
    words: str = ""

    @property
    def op(self) -> str:
        """The relation of the bound to the level."""
        return "<" if self.strict else "<="


def trivial_target(bound: Bound) -> Target:
    """To be less than what holds anyway; raises BadInput where nothing is known to."""
    trivial = bound.statement.parameters.trivial
    if trivial is None:
        raise BadInput(
            f"--target trivial for {bound.statement.id}", "a statement that says what holds anyway",
            "--target 0.1",
        )  # fmt: skip
    return Target(trivial.value, True, trivial.words)


@dataclass(frozen=True)
class Inverse:
    """The values of a parameter at which a bound reaches a target.

    `low` and `high` are the ends of the range that was found, each certified by rigorous comparison. The
    shape is `falling`, `rising` or `convex` where that is proved for all values of the other parameters, and
    then the whole range between the ends reaches the target; `from on` where it is proved at these values
    that all integers from `low` on reach it, and none before; else it is empty. Where the target was not
    reached both ends are None: `never` says whether it is proved that no admissible value reaches it, and
    `nowhere_below` is a number that the bound is proved to be at least, everywhere. `closed` are the places
    of equality, proved where `closed_proved`.
    """

    bound: Bound
    parameter: str
    target: Target
    values: Mapping[str, fmpq]
    low: Edge | None
    high: Edge | None
    shape: str
    never: bool = False
    nowhere_below: fmpq | None = None
    closed: tuple[Term, ...] = ()
    closed_proved: bool = False
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
    bound: Bound, name: str, target: object, given: Mapping[str, object],
    certificates: Certificates | None = None,
) -> Inverse:  # fmt: skip
    """Where the bound reaches the target, as a range of one parameter; raises BadInput.

    >>> from .bounds import read_bound
    >>> from .library import load_library
    >>> library = load_library()
    >>> bound = read_bound(library, library.get("wu2015.theorem14"))
    >>> found = solve_for(bound, "n", fmpq(1, 10), {"rho": fmpq(1), "lam": fmpq(3)})
    >>> found.low
    Edge(inside=14, outside=13)
    """
    plain = None if isinstance(target, Target) else exact_number(target, f"the target {target}", "0.1")
    goal = target if isinstance(target, Target) else Target(num(plain or 0))
    parameter, values = _asked(bound, name, goal, given)
    certificates = certificates or Certificates(effort=EFFORT)
    found = proved_tradeoff(bound, parameter, certificates)
    shape = monotone(bound, parameter, certificates) or _convex(bound, found, certificates)
    refilled = bool(free_variables(bound.term) & bound.fillable - values.keys() - {parameter})
    if parameter in free_variables(goal.level) or refilled:
        shape = ""  # of the bound, not of its distance from the level, nor with what is filled in anew
    search = _Search(bound, parameter, goal, values)
    low, high = search.integers(shape) if parameter in bound.integers else search.reals()
    there = There(bound, parameter, values, certificates)
    if low is None:
        never = there.everywhere(">=" if goal.strict else ">", goal.level)
        return Inverse(
            bound, parameter, goal, values, None, None, shape, never, _nowhere_below(found, search, there)
        )  # fmt: skip
    if not shape and parameter in bound.integers and low.outside is not None:
        # log(n)/n rises before it falls: what matters is where the target is reached
        shape = FROM_ON if there.from_on(goal.op, goal.level, low.inside, low.outside) else ""
    closed, proved = ((), False) if refilled else _closed(found, search, there)
    names = {} if found is None else found.names
    return Inverse(
        bound, parameter, goal, values, low, high, shape, closed=closed, closed_proved=proved, names=names
    )


def _asked(bound: Bound, name: str, goal: Target, given: Mapping[str, object]) -> tuple[str, dict[str, fmpq]]:
    """The parameter under its own name, and the values of the others; raises BadInput."""
    (parameter,) = bound.named({name: fmpq(0)})
    if parameter not in free_variables(bound.term) | bound.needed(given):
        raise BadInput(
            f"--solve-for {name}", f"a parameter of the bound of {bound.form.name}", "dptheory bound"
        )
    values = bound.named(given)
    if parameter in values:
        raise BadInput(
            f"{name}={values[parameter]}", f"no value of {name}, which is looked for", "--solve-for"
        )
    values = filled(bound, values, [parameter])
    bound.complete(values, free=[parameter])
    missing = sorted(free_variables(goal.level) - values.keys() - {parameter})
    if missing:
        raise BadInput(
            f"no value of {', '.join(missing)}", "all parameters of the target",
            f"--set {' '.join(f'{other}=...' for other in missing)}",
        )  # fmt: skip
    return parameter, values


def proved_tradeoff(bound: Bound, parameter: str, certificates: Certificates) -> Tradeoff | None:
    """The bound as p/x + q + s*x, if it is proved to be that."""
    found = tradeoff(bound.term, parameter, bound.statement.parameters.abbreviations, certificates)
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


def _closed(found: Tradeoff | None, search: _Search, there: There) -> tuple[tuple[Term, ...], bool]:
    """The places where the bound is the target, and whether it is proved that at these values it is that at
    each of them: p/x + q + s*x is, for any p, q, s that are positive or absent, and these certainly are."""
    if found is None or search.target.strict:
        return (), False
    names = (name for name in ("target", "target_", "target__") if name not in search.bound.variables)
    places = solved(found, next(names))
    p, q, s = (number_of(found.full(t), search.values) for t in found.parts)
    level = arb(number_of(search.target.level, search.values)) - arb(q)
    lacks = {name for name, part in (("p", found.p), ("s", found.s)) if part == num(0)}
    sure = bool(level > 0) and ("p" in lacks or bool(arb(p) > 0)) and ("s" in lacks or bool(arb(s) > 0))
    if len(places) > 1:
        sure = sure and bool(level**2 > 4 * arb(p) * arb(s))
    claims = [parse_claim(text, where) for text, where in EQUAL[frozenset(lacks)]] if sure else []
    return places, sure and all(prove_claim(c, there.certificates).status == PROVED for c in claims)


def monotone(bound: Bound, parameter: str, certificates: Certificates) -> str:
    """`falling` or `rising` where it is proved that the bound is that in the parameter, for all others."""
    other = next(name for name in ("y", "y_", "y__") if name not in bound.variables and is_name(name))
    moved = {parameter: var(other)}
    integers = bound.integers | ({other} if parameter in bound.integers else set())
    there = (c.substituted(moved) for c in bound.conditions if parameter in c.variables())
    conditions = [*bound.conditions, *there]
    conditions.append(Relation(">=", var(other), var(parameter)))
    for direction, op in ((FALLING, "<="), (RISING, ">=")):
        relation = Relation(op, substitute(bound.term, moved), bound.term)
        if prove_claim(claim_of(conditions, relation, integers), certificates).status == PROVED:
            return direction
    return ""


class _Search:
    """Looks for the ends of the range in which the target is reached; every comparison is rigorous."""

    def __init__(self, bound: Bound, parameter: str, target: Target, values: Mapping[str, fmpq]) -> None:
        self.bound, self.parameter, self.target, self.values = bound, parameter, target, values
        self.fill = Filling(bound)

    def reaches(self, x: fmpq) -> bool:
        """Whether the value is admissible and the bound there certainly reaches the target."""
        return self._decided(self.target.op, x)

    def misses(self, x: fmpq) -> bool:
        """Whether the value is admissible and the bound there certainly does not reach the target."""
        return self._decided(NEGATION[self.target.op], x)

    def _decided(self, op: str, x: fmpq) -> bool:
        if not self.admissible(x):
            return False
        r, there = Relation(op, self.bound.term, self.target.level), self.there(x)
        return there is not None and self.bound.defined(there) and decide(at(r, there)) is True

    def there(self, x: fmpq) -> dict[str, fmpq] | None:
        """The values with one of the parameter and with what they determine; None where nothing serves."""
        try:
            return self.fill({**self.values, self.parameter: x})
        except BadInput:
            return None

    def admissible(self, x: fmpq) -> bool:
        """Whether the conditions certainly hold, of those that speak of known numbers only."""
        values = {**self.values, self.parameter: x}
        known = (c for c in self.bound.conditions if self.parameter in c.variables() <= values.keys())
        others = (p for names, p in self.bound.alternatives if self.parameter in names <= values.keys())
        return all(holds(c, values) for c in known) and all(stands(p, values) for p in others)

    def height(self, x: fmpq) -> arb:
        """The bound at a value."""
        there = self.there(x)
        return arb("nan") if there is None else arb(number_of(self.bound.term, there))

    def start(self) -> fmpq:
        """The first admissible positive integer."""
        for k in range(1, 10_001):
            if self.admissible(fmpq(k)):
                return fmpq(k)
        raise BadInput(f"the conditions on {self.parameter}", "an admissible integer up to 10000", "--set")

    def integers(self, direction: str) -> tuple[Edge | None, Edge | None]:
        """The least integer that reaches the target (falling), or the largest (rising); else the ends of
        the first range of integers that was seen to reach it."""
        start = self.start()
        powers = [start, *(start + 2**k for k in range(LARGEST) if self.admissible(start + 2**k))]
        if (direction or self._guess(powers)) == RISING:
            return self._largest(powers)
        first = next((k for k, x in enumerate(powers) if self.reaches(x)), None)
        if first is None:
            return None, None
        high = Edge(powers[-1], None) if direction == FALLING else self._last(powers[first:])
        if first == 0:
            return Edge(start, None), high
        return self._whole(powers[first], powers[first - 1]), high

    def _guess(self, powers: list[fmpq]) -> str:
        ends = (self.height(x) for x in reversed(powers[: min(61, len(powers))]))
        far = next((height for height in ends if height.is_finite()), self.height(powers[0]))
        return RISING if bool(self.height(powers[0]) < far) else FALLING

    def _largest(self, powers: list[fmpq]) -> tuple[Edge | None, Edge | None]:
        if not self.reaches(powers[0]):
            return None, None
        return Edge(powers[0], None), self._last(powers)

    def _last(self, powers: list[fmpq]) -> Edge:
        """Where the range ends that begins with the first of some integers, which reaches the target."""
        last = next((k for k, x in enumerate(powers) if not self.reaches(x)), None)
        return Edge(powers[-1], None) if last is None else self._whole(powers[last - 1], powers[last])

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


def _nowhere_below(found: Tradeoff | None, search: _Search, there: There) -> fmpq | None:
    """A number that the bound is proved to be at least at all admissible values; None where none is known.

    It is guessed: the value at the first integer, or the least one of p/x + q + s*x.
    """
    guesses = [search.height(search.start())] if search.parameter in search.bound.integers else []
    if found is not None:
        p, q, s = (arb(number_of(found.full(t), search.values)) for t in found.parts)
        if bool(p >= 0) and bool(s >= 0):
            guesses.append(q + 2 * (p * s).sqrt())
    for guess in guesses:
        level = outward(guess.lower().fmpq(), DIGITS, up=False) if guess.is_finite() else None
        if level is not None and there.everywhere(">=", num(level)):
            return level
    return None
