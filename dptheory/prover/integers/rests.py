"""What a bound of a sum or product is made stronger by: a linear program over some places.

Each row says at one place that the rest is >= 0, that the stronger bound grows as much as the sum does, or
that it holds at first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, islice

from flint import fmpq

from dptheory.kernel import KernelError
from dptheory.kernel.real import (
    Field,
    Term,
    apply,
    free_variables,
    num,
    substitute,
    subterms,
    var,
)

from ..budget import charge
from ..functions.antiderivatives import antiderivative
from ..goals.goal import Goal, Point
from ..goals.numeric import compiled, to_float
from ..goals.polynomials import fraction_term, tidied

PLACES = (1, 2, 3, 6, 20, 200)
"""How far beyond the first index a rest is looked at."""
ASIDE = 8
"""Points of the other variables at which it is."""
MOST = 14
SLACK = 1e-9
TINY = 1e-15
SIMPLE = 60
"""The largest denominator of a coefficient."""


@dataclass(frozen=True)
class Bounded:
    """A sum or product S of terms f(n), first ... n, in a goal S <= R (or >=), both in the variable n."""

    whole: Term
    body: Term
    n: str
    upper: bool
    limit: Term
    logs: bool = False

    @property
    def adds(self) -> bool:
        """Whether what a rest is taken off grows by summands."""
        return self.logs or self.whole.op == "sum"

    def scaled(self, t: Term) -> Term:
        """A limit, term or value where rests are taken off: as it is, or its logarithm."""
        return apply("log", t) if self.logs else t

    def stronger(self, rest: Term) -> Term:
        """The limit with a rest taken off it (or added to it)."""
        if rest == num(0):
            return self.limit
        rest = -rest if self.upper else rest
        return self.limit * apply("exp", rest) if self.logs else self.limit + rest

    def moved(self, t: Term) -> Term:
        """A bound t(n) without what it is for n - 1 (times the next term)."""
        before = substitute(t, {self.n: var(self.n) - 1})
        moved = t - (before if self.adds else before * self.body)
        return tidy_or(moved)


def tidy_or(t: Term) -> Term:
    """The normal form of a term, or where it is too large the term."""
    return tidy_term(t) or t


def tidy_term(t: Term) -> Term | None:
    try:
        field = Field([t])
        return fraction_term(tidied(field), field[t].num, field[t].den)
    except KernelError:
        return None


def _rests(found: Bounded) -> Iterator[Term]:
    """What a rest may be made of, the simplest first."""
    n, f = var(found.n), found.body
    after = {found.n: n + 1}
    seen: set[bytes] = set()
    term = f if found.whole.op == "sum" else tidy_term(f - 1)
    plain = [num(1)]
    if term is not None:
        following = tidy_term(substitute(term, after))
        plain += [term, n * term, *([] if following is None else [following])]
    bases = [t for t in subterms(f) if t.op == "pow" and found.n in t.args[1].names]
    plain += bases + [1 / t for t in bases] + [t for t in subterms(f) if t.op == "exp"]
    plain += [n * t for t in bases[:1]]
    whole = None if found.whole.op == "prod" or term is None else antiderivative(term, found.n)
    plain += [] if whole is None else [whole, substitute(whole, after)]
    if not bases:
        plain += [1 / n, 1 / (n + 1), 1 / (2 * n + 1), 1 / n**2]
    if found.whole.op == "prod":
        plain += [found.limit / n, found.limit / (n + 1)] if found.n in found.limit.names else []
    divisors = [num(1), *_divisors(found.limit, found.n)]
    products = _factors(found.limit, found.n) if found.whole.op == "prod" else [num(1)]
    for d in divisors:
        for t in plain:
            for p in products:
                whole_term = tidy_term(t * p / d)
                if whole_term is not None and whole_term.key not in seen:
                    seen.add(whole_term.key)
                    yield whole_term


def _divisors(t: Term, n: str) -> list[Term]:
    """What the limit is divided by that does not depend on n."""
    own = [u.args[1] for u in subterms(t) if u.op == "div" and free_variables(u.args[1])]
    return [d for d in own if n not in d.names][:2]


def _factors(t: Term, n: str) -> list[Term]:
    """Variables of the limit other than n."""
    return [num(1), *(var(x) for x in sorted(free_variables(t)) if x != n)][:3]


def rest_of(goal: Goal, found: Bounded, size: int, first: int) -> Term | None:
    """A rest of so many terms that serves from a first index on, as far as some places show."""
    rows, few = (_Rows(goal, found, first, most) for most in (ASIDE, 2))
    if not rows.targets or not few.targets:
        return None
    for chosen in combinations(islice(_rests(found), MOST if size > 1 else MOST * 3) if size else (), size):
        if size and few.solved(chosen) is None:
            continue
        coefficients = rows.solved(chosen)
        if coefficients is not None:
            return _summed([num(k) * t for k, t in zip(coefficients, chosen, strict=True) if k != 0])
    return None


def _summed(parts: list[Term]) -> Term:
    total = parts[0] if parts else num(0)
    for p in parts[1:]:
        total = total + p
    return total


class _Rows:
    """What is asked of T at some places, as rows sum of c*column <= target: that it is >= 0, that the
    stronger bound grows as much as the sum does, and that it holds at first."""

    def __init__(self, goal: Goal, found: Bounded, first: int, most: int) -> None:
        self.found, self.known = found, dict[bytes, list[float] | None]()
        points = _aside(goal, found.n)[:most]
        self.places: list[Point] = [{**p, found.n: fmpq(first + k)} for p in points for k in (0, *PLACES)]
        self.later = [p for p in self.places if p[found.n] > first]
        self.first = [p for p in self.places if p[found.n] == first]
        sign = 1 if found.upper else -1
        limit, added = found.scaled(found.limit), found.scaled(found.body) if found.adds else num(0)
        growth = _values(found.moved(limit) - added, self.later)
        base = _values(limit - found.scaled(found.whole), self.first)
        if None in growth or None in base:
            self.targets = list[float]()
            return
        self.targets = [sign * v for v in (*growth, *base) if v is not None] + [0.0] * len(self.places)

    def column(self, t: Term) -> list[float] | None:
        """The column of a term."""
        if t.key not in self.known:
            self.known[t.key] = self._column(t)
        return self.known[t.key]

    def _column(self, t: Term) -> list[float] | None:
        parts = _values(self.found.moved(t), self.later), _values(t, self.first), _values(-t, self.places)
        values = [v for part in parts for v in part]
        return None if None in values else [v for v in values if v is not None]

    def fits(self, columns: Sequence[tuple[float, list[float]]]) -> bool:
        """Whether coefficients with their columns satisfy all rows."""
        for i, target in enumerate(self.targets):
            parts = [c * column[i] for c, column in columns]
            size = abs(target) + sum(map(abs, parts))
            if size > TINY and sum(parts) > target + SLACK * size:
                return False
        return True

    def solved(self, terms: Sequence[Term]) -> list[fmpq] | None:
        """Simple coefficients of terms, one after the other, if there are any."""
        found: list[fmpq] = []
        columns = [c for t in terms if (c := self.column(t)) is not None]
        if len(columns) < len(terms):
            return None
        for j in range(len(columns)):
            span = self._range(columns, found, j)
            if span is None:
                return None
            found.append(simplest(*span))
        done = [(float(k.p) / float(k.q), c) for k, c in zip(found, columns, strict=True)]
        return found if self.fits(done) else None

    def _range(self, columns: list[list[float]], found: list[fmpq], j: int) -> tuple[float, float] | None:
        """From where to where the j-th coefficient may go, those before it being fixed."""
        fixed = [float(k.p) / float(k.q) for k in found]
        known = list(zip(fixed, columns, strict=False))
        rest = [t - sum(k * c[i] for k, c in known) for i, t in enumerate(self.targets)]
        charge(4 * len(rest))
        if j == len(columns) - 1:
            return _interval(columns[j], rest)
        return _projected(columns[j:], rest)


def _interval(column: list[float], rest: list[float]) -> tuple[float, float] | None:
    """The numbers c with c*column <= rest."""
    low, high = -1e6, 1e6
    for a, b in zip(column, rest, strict=True):
        if abs(a) + abs(b) < TINY:
            continue
        if a > 0:
            high = min(high, b / a + SLACK * abs(b / a))
        elif a < 0:
            low = max(low, b / a - SLACK * abs(b / a))
        elif b < 0:
            return None
    return (low, high) if low <= high else None


def _projected(columns: list[list[float]], rest: list[float]) -> tuple[float, float] | None:
    """The range of the first coefficient by two linear programs."""
    from scipy.optimize import linprog

    scaled, bounds = [], []
    for i, b in enumerate(rest):
        size = max(*(abs(c[i]) for c in columns), abs(b))
        if size < TINY:
            continue
        scaled.append([c[i] / size for c in columns])
        bounds.append(b / size + SLACK)
    charge(2_000 + 20 * len(rest) * len(columns))
    ends = []
    for sign in (1.0, -1.0):
        costs = [sign, *(0.0 for _ in columns[1:])]
        answer = linprog(costs, A_ub=scaled, b_ub=bounds, bounds=(-1e4, 1e4), method="highs")
        if answer.x is None:
            return None
        ends.append(float(answer.x[0]))
    return ends[0], ends[1]


def simplest(low: float, high: float) -> fmpq:
    """The number of least denominator between two, and nearest to the middle among those.

    >>> simplest(0.3, 0.4), simplest(-2.5, 7.0)
    (1/3, 2)
    """
    middle = (low + high) / 2
    for q in range(1, SIMPLE + 1):
        p = round(middle * q)
        if low <= p / q <= high:
            return fmpq(p, q)
    return fmpq(round(middle * 2**20), 2**20)


def _aside(goal: Goal, n: str) -> list[Point]:
    """Some points of the goal that differ in other variables than n."""
    found: dict[tuple[tuple[str, fmpq], ...], Point] = {}
    for p in goal.samples:
        found.setdefault(tuple(sorted((x, v) for x, v in p.items() if x != n)), p)
    return list(found.values())


def _values(t: Term, places: Sequence[Point]) -> list[float | None]:
    program = compiled(t)
    values = [program(p) for p in places]
    return [None if v is None else to_float(v) for v in values]
