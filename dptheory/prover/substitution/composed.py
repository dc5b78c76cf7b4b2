"""Sums and products of inequalities: taken apart into groups of terms, or factors, that hold by themselves.

Which groups do is seen at the points that are known of the domain; a number that stands alone is divided
among them. (`separable` takes products apart by their variables; here groups may share some.)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import product
from math import floor, inf, isfinite, prod

from flint import fmpq

from dptheory.exact import nearest
from dptheory.kernel.real import Relation, Term, free_variables, num, rational_value, subterms

from ..budget import charge, found_within
from ..goals.goal import Node, Proof
from ..goals.numeric import compiled, to_float
from ..goals.obligations import Prover
from ..goals.polynomials import product_term, rational_root
from ..goals.state import ProofState
from ..registry import MODERATE, tactic

MOST = 8
POINTS = 80
TRIED = 3
CLOSE = 1e-9
WIDEST = 1000
SHARE = 0.3
SIMPLE = (1, 2, 3, 4)
ALGEBRAIC = ("add", "sub", "mul", "div", "neg", "pow")


@dataclass(frozen=True)
class Part:
    """A term of a difference with its sign, or a factor of a side of a quotient."""

    term: Term
    above: bool
    values: tuple[float, ...]


@dataclass(frozen=True)
class Group:
    """Some parts, and the number that those above are at least, less (divided by) those below."""

    parts: tuple[Part, ...]
    level: fmpq

    def side(self, above: bool) -> list[Term]:
        """The terms on one side."""
        return [p.term for p in self.parts if p.above == above]

    @property
    def names(self) -> frozenset[str]:
        """The variables that occur."""
        return free_variables(*(p.term for p in self.parts))


@tactic(
    "both sides are sums, and not polynomials",
    MODERATE,
    "sin(x) + atan(y) <= x + y | sin(x) + atan(y) <= x + y/2 | x >= 0, y >= 0",
    said="sums taken apart",
)
def by_termwise(prover: Prover, start: ProofState) -> Proof | None:
    """Show a sum of differences by showing each; with exponentials, if they share no variables."""
    op, large, small = start.goal.relation.oriented
    if op != ">=" or start.depth < 2:
        return None
    exponentials = any(t.op == "exp" for t in subterms(large, small))
    if exponentials and _connected([t for side in (large, small) for t, _ in signed_terms(side, True, True)]):
        return None
    forms = start.forms()
    if forms.target.den.is_constant() and all(g.op == "var" for g in forms.generators):
        return None  # a polynomial, whose terms belong together more often than not
    for flat in (False, True):
        parts = [*_summands(start, large, True, flat), *_summands(start, small, False, flat)]
        for groups in _split(parts, additive=True):
            if exponentials and groups[0].names & groups[1].names:
                continue
            proof = found_within(prover.budget.part(SHARE), partial(_added, start, groups), None)
            if proof is not None:
                return proof
    return None


@tactic(
    "both sides are positive products or quotients",
    MODERATE,
    "exp(x*y)*cosh(x + y) >= 1 + x*y | exp(x*y)*cosh(x + y) > 1 + x*y | x >= 0, y >= 0",
    said="products taken apart",
)
def by_factorwise(prover: Prover, start: ProofState) -> Proof | None:
    """Show A*B >= C*D from A >= C, B >= D, where all are positive; what is divided by changes the side."""
    op, large, small = start.goal.relation.oriented
    if op != ">=" or start.depth < 2 or not {large.op, small.op} & {"mul", "div"}:
        return None
    parts = [*_factors(start, large, True), *_factors(start, small, False)]
    if any(min(p.values, default=0) <= 0 for p in parts):
        return None
    for groups in _split(parts, additive=False):
        proof = found_within(prover.budget.part(2 * SHARE), partial(_multiplied, start, groups), None)
        if proof is not None:
            return proof
    return None


def _connected(terms: Sequence[Term]) -> bool:
    """Whether no two groups of terms are without a common variable."""
    return len(together(free_variables(t) for t in terms)) < 2


def together(sets: Iterable[Set[str]]) -> list[set[str]]:
    """Sets of names, those put together that share one.

    >>> together([{"x"}, {"y", "z"}, set(), {"z", "w"}]) == [{"x"}, {"y", "z", "w"}]
    True
    """
    found: list[set[str]] = []
    for names in filter(None, sets):
        met = [part for part in found if part & names]
        found = [*(part for part in found if not part & names), set(names).union(*met)]
    return found


def _part(start: ProofState, t: Term, above: bool) -> Part:
    program = compiled(t)
    found = [program(p) for p in start.goal.samples]
    return Part(t, above, tuple(inf if v is None else to_float(v) for v in found))


def _summands(start: ProofState, t: Term, above: bool, flat: bool) -> Iterator[Part]:
    yield from (_part(start, term, sign) for term, sign in signed_terms(t, above, flat))


def signed_terms(t: Term, above: bool = True, flat: bool = False) -> Iterator[tuple[Term, bool]]:
    """The terms of a sum, and whether each is added."""
    if t.op in ("add", "sub"):
        yield from signed_terms(t.args[0], above, flat)
        yield from signed_terms(t.args[1], above == (t.op == "add"), flat)
    elif t.op == "neg":
        yield from signed_terms(t.args[0], not above, flat)
    elif flat and (parted := _multiplied_out(t)) is not None:
        a, b, added = parted
        yield from signed_terms(a, above, flat)
        yield from signed_terms(b, above == added, flat)
    elif rational_value(t) != 0:
        yield t, above


def _multiplied_out(t: Term) -> tuple[Term, Term, bool] | None:
    """The two terms of a sum times, or by, a number, and whether the second is added."""
    if t.op not in ("mul", "div"):
        return None
    left, right = t.args
    if left.op in ("add", "sub") and rational_value(right) is not None:
        a, b = (part * right if t.op == "mul" else part / right for part in left.args)
        return a, b, left.op == "add"
    if t.op == "mul" and right.op in ("add", "sub") and rational_value(left) is not None:
        a, b = (left * part for part in right.args)
        return a, b, right.op == "add"
    return None


def _factors(start: ProofState, t: Term, above: bool) -> Iterator[Part]:
    if t.op in ("mul", "div"):
        yield from _factors(start, t.args[0], above)
        yield from _factors(start, t.args[1], above == (t.op == "mul"))
    elif rational_value(t) != 1:
        yield _part(start, t, above)


def _split(parts: list[Part], additive: bool) -> Iterator[tuple[Group, Group]]:
    """Two groups that hold at all points, those that share the fewest variables first."""
    numbers = [p for p in parts if rational_value(p.term) is not None]
    parts = [p for p in parts if rational_value(p.term) is None]
    if not 2 <= len(parts) <= MOST:
        return
    points = _closest(parts, additive)
    if not points:
        return
    constant = _number(numbers, additive)
    found: list[tuple[tuple[int, int, int, int], tuple[Group, Group]]] = []
    for number, chosen in enumerate(product((True, False), repeat=len(parts) - 1)):
        halves = [parts[0]], list[Part]()
        for p, first in zip(parts[1:], chosen, strict=True):
            halves[0 if first else 1].append(p)
        charge(20 + len(points) * len(parts) // 8)
        if not halves[1]:
            continue
        levels = _levels([_least(h, points, additive) for h in halves], constant, additive)
        if levels is not None:
            groups = (Group(tuple(halves[0]), levels[0]), Group(tuple(halves[1]), levels[1]))
            plain = sum(level != (0 if additive else 1) for level in levels)
            if additive and groups[0].names & groups[1].names and (_rational(groups) or _bare(groups)):
                continue
            shared, size = len(groups[0].names & groups[1].names), max(len(g.names) for g in groups)
            found.append(((shared, plain, size, number), groups))
    for _, pair in sorted(found, key=lambda entry: entry[0])[:TRIED]:
        yield pair


def _closest(parts: Sequence[Part], additive: bool) -> list[int]:
    """The numbers of the points at which least is left, among those where all parts have values."""
    found = [k for k in range(len(parts[0].values)) if all(isfinite(p.values[k]) for p in parts)]
    charge(len(found) * len(parts) // 4)
    return sorted(found, key=lambda k: (_least(parts, [k], additive), k))[:POINTS]


def _rational(groups: tuple[Group, Group]) -> bool:
    """Whether all is a quotient of polynomials, whose terms belong together unless their variables differ."""
    terms = subterms(*(p.term for g in groups for p in g.parts))
    algebraic = all(not t.args or t.op in ALGEBRAIC for t in terms)
    return algebraic and all(t.op != "pow" or rational_value(t.args[1]) is not None for t in terms)


def _bare(groups: tuple[Group, Group]) -> bool:
    """Whether a group is one term that is compared with 0: its sign alone rarely helps."""
    return any(len(g.parts) == 1 and g.level == 0 for g in groups)


def _number(numbers: Sequence[Part], additive: bool) -> fmpq:
    """What the numbers that stand alone make up."""
    total = fmpq(0 if additive else 1)
    for p in numbers:
        value = rational_value(p.term) or fmpq(1)
        if additive:
            total += value if p.above else -value
        else:
            total *= value if p.above else 1 / value
    return total


def _least(group: Sequence[Part], points: Sequence[int], additive: bool) -> float:
    """The least that is seen of what is above, less (divided by) what is below."""
    best = inf
    for k in points:
        above, below = ([p.values[k] for p in group if p.above == side] for side in (True, False))
        a, b = (sum(above), sum(below)) if additive else (prod(above), prod(below))
        # less than it seems by what is lost in such a difference
        best = min(best, a - b + CLOSE * (abs(a) + abs(b)) if additive else a / b * (1 + CLOSE))
    return best


def _levels(seen: list[float], constant: fmpq, additive: bool) -> tuple[fmpq, fmpq] | None:
    """Numbers not beyond what is seen that make up for the constant: 0 (1) if can be, else what is seen."""
    neutral = fmpq(0 if additive else 1)
    if not all(isfinite(v) and abs(v) < 1e12 for v in seen):
        return None
    # of two groups that are alike each has half of the number
    half = -constant / 2 if additive else rational_root(1 / constant) if constant > 0 else None
    rest = -constant if additive else 1 / constant
    tried = [neutral, rest, half]
    tried += [_near(seen[0]), *(fmpq(floor(seen[0] * q), q) for q in SIMPLE)]
    for value in (_near(seen[1]), *(fmpq(floor(seen[1] * q), q) for q in SIMPLE)):
        tried.append(None if not value else rest - value if additive else rest / value)
    for first in tried:
        if first is None or nearest(first) > seen[0] or (first <= 0 and not additive):
            continue
        second = -constant - first if additive else 1 / (constant * first)
        if nearest(second) <= seen[1]:
            return first, second
    return None


def _near(x: float) -> fmpq | None:
    """A simple number that is not beyond a value, and close to it."""
    found = Fraction(x).limit_denominator(WIDEST)
    if abs(float(found) - x) > 4 * CLOSE * (1 + abs(x)):
        return None
    return fmpq(found.numerator, found.denominator)


def _sum(terms: Sequence[Term]) -> Term:
    return sum(terms[1:], terms[0]) if terms else num(0)


def _added(start: ProofState, groups: tuple[Group, Group]) -> Proof | None:
    state = ProofState(start.prover, start.goal, start.depth)
    places = []
    for g in groups:
        below = g.side(False) if g.level == 0 else [*g.side(False), num(g.level)]
        place = state.have(Relation(">=", _sum(g.side(True)), _sum(below)))
        if place is None:
            return None
        places.append(place)
    terms: list[Node] = [{"c": "1", "h": [place]} for place in places]
    return start.close(state.combined([], terms))


def _multiplied(start: ProofState, groups: tuple[Group, Group]) -> Proof | None:
    """With a >= c and b >= d, all positive: a*b - c*d = (a - c)*(b - d) + (a - c)*d + c*(b - d)."""
    state = ProofState(start.prover, start.goal, start.depth)
    bounds, signs = list[int](), list[int]()
    for g in groups:
        below = product_term(g.side(False) if g.level == 1 else [num(g.level), *g.side(False)])
        sign = state.have(Relation(">", below, num(0)))
        above = product_term(g.side(True))
        bound = None if sign is None else state.have(Relation(">=", above, below), depth=start.depth)
        if sign is None or bound is None:
            return None
        signs.append(sign)
        bounds.append(bound)
    (first, second), (low, under) = bounds, signs
    times = []
    for t in _divisors(start.goal.relation):
        place = state.have(Relation(">", t, num(0)))
        if place is None:
            return None
        times.append(place)
    factors = _factors(start, start.goal.relation.oriented[1], True)
    scale = _number([p for p in factors if rational_value(p.term)], False)
    terms: list[Node] = [
        {"c": str(scale), "h": [first, second]},
        {"c": str(scale), "h": [first, under]},
        {"c": str(scale), "h": [low, second]},
    ]
    return start.close(state.combined(times, terms))


def _divisors(r: Relation) -> list[Term]:
    """What the sides' factors are divided by, one by one, without numbers."""
    found, stack = list[Term](), [(r.left, False), (r.right, False)]
    while stack:
        t, below = stack.pop()
        if rational_value(t) is not None:
            continue
        if t.op in ("mul", "div"):
            stack += [(t.args[0], below), (t.args[1], below != (t.op == "div"))]
        elif below:
            found.append(t)
    return found
