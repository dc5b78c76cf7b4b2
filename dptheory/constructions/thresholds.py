"""Wang, Lei and Fienberg 2016, section 3.3: no private algorithm learns thresholds on [0, 1], carried out.

For n records and a rational e^eps (or a rational eps, where e^(eps n) is known by its enclosures) everything
that the source builds is built exactly: K = ceil(e^(eps n)), eta = e^(-eps n), the points h_i, the
intervals I_i = [h_i - eta/3, h_i + eta/3], the data sets Z_i. Every inequality of the argument is a `Step`
with its own verdict; where one fails, the step that holds in its place follows. What holds for all n, eps and
algorithms is in the statements that the steps name.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from flint import fmpq

from dptheory.errors import BadInput
from dptheory.finite.settings import Exact, at_least_one, count, exact
from dptheory.kernel.real import Claim, Relation, Term, apply, decide, num, parse_claim

from .steps import RIGHT, Step

MAX_RECORDS = 1_000
MAX_K = 10**18
HALF = fmpq(1, 2)


@dataclass(frozen=True)
class Packing:
    """The objects of the argument; `x` is e^(eps n), exactly where it is rational.

    >>> made = argument(n=2, ratio="8/5").packing
    >>> made.count, made.point(1), made.interval(1)
    (3, 25/192, (0, 25/96))
    >>> made.data(1)
    ((25/384, 0), (25/128, 1))
    """

    n: int
    x: Term
    eta: fmpq
    count: int

    def point(self, i: int) -> fmpq:
        """h_i: the leftmost points that are eta apart and whose intervals begin at 0 or later."""
        self._known(i)
        return self.eta / 3 + (i - 1) * self.eta

    def interval(self, i: int) -> tuple[fmpq, fmpq]:
        """I_i."""
        h = self.point(i)
        return h - self.eta / 3, h + self.eta / 3

    def data(self, i: int) -> tuple[tuple[fmpq, int], ...]:
        """Z_i: pairs of a point and its label, half of the points (rounded down) on the left of h_i."""
        h, half = self.point(i), self.n // 2
        left = [h - self.eta / 3 * fmpq(j, half + 1) for j in range(half, 0, -1)]
        right = [h + self.eta / 3 * fmpq(j, self.n - half + 1) for j in range(1, self.n - half + 1)]
        return tuple((p, 0) for p in left) + tuple((p, 1) for p in right)

    def risk(self, threshold: fmpq, i: int) -> fmpq:
        """The empirical risk on Z_i of the threshold that labels a point beyond it with 1."""
        wrong = sum((x > threshold) != bool(label) for x, label in self.data(i))
        return fmpq(wrong, self.n)

    def _known(self, i: int) -> None:
        if not 1 <= i <= self.count:
            raise BadInput(f"i = {i}", f"1 to K = {self.count}", "i = 1")


@dataclass(frozen=True)
class Argument:
    """The argument for one n and eps: its objects and its steps.

    `number` is e^(eps n) as a term. Where it is irrational, eta is a rational number just above e^(-eps n)
    (points that far apart are at least e^(-eps n) apart), so that the objects stay exact.
    """

    packing: Packing
    number: Term
    shown: str

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """Every inequality of section 3.3, in its order."""
        return tuple(self._steps())

    @property
    def outside(self) -> fmpq:
        """The least empirical risk on Z_1 outside I_1: 1/2 for even n, (n - 1)/(2n) for odd."""
        p = self.packing
        low, high = p.interval(1)
        return min(p.risk(low - p.eta / 4, 1), p.risk(high + p.eta / 4, 1))

    def _steps(self) -> Iterator[Step]:
        p, x = self.packing, self.shown
        k = p.count
        yield Step("K", f"K = ceil(e^(eps n)) = {k}", (_claim(f"{k} >= {x}"), _claim(f"{k} - 1 < {x}")))
        yield Step(
            "eta", "the intervals I_i are disjoint: 2 eta/3 < eta", (_claim(f"2*(1/({x}))/3 < 1/({x})"),)
        )
        yield Step(
            "1",
            f"K = {k} points eta apart with their intervals in [0, 1]: they need (K - 1) eta + 2 eta/3",
            (_claim(f"({k} - 1)/({x}) + 2/3*(1/({x})) <= 1"),),
            statement="wang2016.section3.3.geometry",
        )
        least = max(k - 1, 1)
        yield Step(
            "1'",
            f"K is free: {least} points that far apart fit",
            (_claim(f"({least} - 1)/({x}) + 2/3*(1/({x})) <= 1"),),
            RIGHT,
            statement="wang2016.section3.3.geometry",
        )
        yield from self._risks()
        yield from self._probabilities()

    def _risks(self) -> Iterator[Step]:
        """What a threshold costs on Z_i, inside and outside I_i."""
        p = self.packing
        inside, off = p.risk(p.point(1), 1), self.outside
        yield Step("Z", "R^(h_i, Z_i) = 0", (_claim(f"{inside} = 0"),))
        yield Step(
            "2",
            "P(A(Z_i) in I_i) > 0.9, otherwise E R^ >= 0.1: the chance to be outside, times the risk there",
            (_claim(f"(1 - p)*({off}) >= 1/10", "0 <= p <= 9/10"),),
            at={"p": fmpq(17, 20)},
            statement="wang2016.section3.3.accuracy",
        )
        if off > 0:
            yield Step(
                "2'",
                f"outside I_i the risk is at least {off}, so E R^ < 0.1 gives a chance above"
                f" {1 - 1 / (10 * off)} for I_i",
                (_claim(f"(1 - p)*({off}) >= 1/10", f"0 <= p <= 1 - 1/10/({off})") if off > fmpq(1, 10) else
                 _claim(f"{off} <= 1/10"),),
                RIGHT,
                statement="wang2016.section3.3.risk",
            )  # fmt: skip

    def _probabilities(self) -> Iterator[Step]:
        p, x = self.packing, self.shown
        k = p.count
        yield Step(
            "4",
            "(4), record by record: e^(-j eps) e^(-eps) = e^(-(j + 1) eps)",
            (_claim("exp(-j*eps)*exp(-eps) = exp(-(j + 1)*eps)", "eps >= 0, j >= 0, j integer"),),
            statement="wang2016.section3.3.group",
        )
        yield Step(
            "5",
            f"(5), with the {k - 1} terms of the sum from 2 to K: 0.9 is left over",
            (_claim(f"({k} - 1)*(1/({x}))*(9/10) >= 9/10"),),
            statement="wang2016.section3.3.equation5",
        )
        off = self.outside
        yield Step(
            "6",
            "E R^ >= 0.9 x 1 on Z_1: a chance of 0.9 to be outside costs 0.9",
            (_claim(f"9/10*({off}) >= 9/10"),),
            statement="wang2016.section3.3.risk",
        )
        yield Step(
            "7",
            "the least risk is attained: D puts half its mass on (1/2, 1), half on [0, 1/2) with label 0;"
            " then R(h) = (1 - 2h)/2 below 1/2 and 1/2 from there on, with infimum 0",
            (_claim("(1 - 2*h)/2 <= 0", "0 <= h < 1/2"),),
            at={"h": fmpq(1, 4)},
        )
        yield Step(
            "7'",
            "no threshold attains 0; every tolerance t is reached, by h = 1/2 - t",
            (_claim("(1 - 2*h)/2 > 0", "0 <= h < 1/2"), _claim("(1 - 2*(1/2 - t))/2 <= t", "0 < t <= 1/2")),
            RIGHT,
        )
        if off > 0:
            yield from self._together(off)

    def _together(self, off: fmpq) -> Iterator[Step]:
        """What remains of the argument: the contradiction, and the sharp bound."""
        k, x = self.packing.count, self.shown
        inside = 1 - 1 / (10 * off)
        yield Step(
            "8",
            f"put together: a chance of {inside} for each I_i leaves one outside I_1 that costs 0.1 at least",
            (_claim(f"({k} - 1)*(1/({x}))*({inside})*({off}) >= 1/10"),),
            RIGHT,
            statement="wang2016.proposition12",
        )
        yield Step(
            "9",
            f"sharp: on some Z_i the risk is at least {off} (K - 1)/(K - 1 + e^(eps n)); K is free",
            (
                _claim(
                    f"({off})*(K - 1)/(K - 1 + x) >= {off} - t",
                    f"x >= 1, 0 < t <= {off}, K >= 1 + x*({off} - t)/t",
                ),
            ),
            RIGHT,
            statement="wang2016.section3.3.learning",
        )


def argument(n: int, ratio: Exact | None = None, eps: Exact | None = None) -> Argument:
    """The argument for n records and e^eps = ratio, or eps.

    Errors: BadInput outside n = 1 ... 1000, ratio >= 1, eps >= 0, or where K is too large to be written.

    >>> argument(n=2, eps=1).packing.count
    8
    >>> argument(n=2, ratio="1/2")
    Traceback (most recent call last):
    ...
    dptheory.errors.BadInput: given ratio = 1/2; needed: e^eps with eps >= 0, hence at least 1; try: ratio = 2
    """
    count("n", n, 1, MAX_RECORDS)
    if (ratio is None) == (eps is None):
        raise BadInput(f"ratio = {ratio}, eps = {eps}", "one of the two", 'ratio = "3/2"')
    if ratio is not None:
        power = at_least_one("ratio", exact("ratio", ratio)) ** n
        return _made(n, num(power), str(power), power)
    exponent = exact("eps", eps if eps is not None else 0) * n
    if exponent < 0:
        raise BadInput(f"eps = {eps}", "a number that is at least 0", "eps = 1/2")
    return _made(n, apply("exp", num(exponent)), f"exp({exponent})", None)


def _made(n: int, number: Term, shown: str, power: fmpq | None) -> Argument:
    k = _ceiling(number)
    eta = 1 / power if power is not None else fmpq(1, k - 1) if k > 1 else fmpq(1)
    return Argument(Packing(n, number, eta, k), number, shown)


def _ceiling(number: Term) -> int:
    """The least integer that is at least a number, decided by enclosures."""
    low, high = 0, 1
    while not decide(Relation("<=", number, num(high)), {}):
        high *= 2
        if high > MAX_K:
            raise BadInput("e^(eps n)", f"at most {MAX_K}", "smaller n or eps")
    while high - low > 1:
        middle = (low + high) // 2
        if decide(Relation("<=", number, num(middle)), {}):
            high = middle
        else:
            low = middle
    return high


def _claim(text: str, where: str = "") -> Claim:
    return parse_claim(text, where)
