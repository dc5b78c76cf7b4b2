"""Releases with finitely many, or whole, outcomes: integer noise, randomised response with k answers, two
laws.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from math import ceil
from typing import ClassVar, Final

from flint import arb, fmpq

from ...decimals import decimal
from ...errors import BadInput
from ...exact import Number
from .moments import MomentsFunction, Quadratic, ResponseMoments
from .numbers import between, count, positive, rational
from .pairs import Atom, Discrete, Length, Pair

REACH: Final = 40
"""Standard deviations beyond which outcomes of the discrete Gaussian are counted together."""
WIDEST: Final = fmpq(250)
"""The standard deviation up to which its outcomes are listed."""


@dataclass(frozen=True)
class DiscreteLaplaceMoments(ResponseMoments):
    """Noise on the integers with chances proportional to exp(-|x|/scale), for a query with whole values of
    sensitivity 1. The loss is 1/scale at x <= 0 and -1/scale at x >= 1, so this is randomised response with
    log-odds 1/scale: the number of the side is a sufficient statistic. Raises BadInput unless scale > 0.

    >>> DiscreteLaplaceMoments.of(2).pure()
    0.500000000000000
    """

    source: ClassVar[str] = "Ghosh, Roughgarden and Sundararajan 2009; Mironov 2017, Proposition 5"

    @classmethod
    def of(cls, scale: Number) -> DiscreteLaplaceMoments:
        """The mechanism with this scale."""
        return cls(None, 1 / positive("scale", scale, "scale = 1"))

    @property
    def words(self) -> str:
        scale = decimal(1 / (self.eps or fmpq(1)))
        return f"discrete Laplace noise of scale {scale}, whole values of sensitivity 1"


@dataclass(frozen=True)
class DiscreteGaussianMoments(Quadratic):
    """Noise on the integers with chances proportional to exp(-x^2/(2 sigma^2)), for a query with whole
    values of l2-sensitivity 1: alpha(s) <= s (s + 1)/(2 sigma^2) (Canonne, Kamath and Steinke 2020, Theorem
    4). One coordinate moves, by 1, and the loss at x is (2 x - 1)/(2 sigma^2). Raises BadInput unless sigma
    > 0.

    >>> DiscreteGaussianMoments.of(2).moment(arb(3)) == arb(3) / 2
    True
    """

    source: ClassVar[str] = "Canonne, Kamath and Steinke 2020, Theorem 4"
    tight: ClassVar[bool] = False
    sigma: fmpq

    def __post_init__(self) -> None:
        self._mark(str(self.sigma))

    @classmethod
    def of(cls, sigma: Number) -> DiscreteGaussianMoments:
        """The mechanism with parameter sigma."""
        return cls(positive("sigma", sigma, "sigma = 1"))

    @property
    def words(self) -> str:
        return f"discrete Gaussian noise, sigma = {decimal(self.sigma)}, whole values of l2-sensitivity 1"

    def rho(self) -> arb:
        """1/(2 sigma^2)."""
        return arb(1 / (2 * self.sigma * self.sigma))

    def pair(self) -> Pair | None:
        """The noise around 1 against the noise around 0; None where there are too many outcomes."""
        if self.sigma > WIDEST:
            return None
        unit = Length(1 / (2 * self.sigma * self.sigma))
        far = ceil(REACH * float(self.sigma.p) / float(self.sigma.q)) + 2

        def weight(x: int) -> arb:
            return (-arb(x * x) * arb(unit.coefficient)).exp()

        def tail() -> arb:
            # ratios of weights beyond `far` are below exp(-2 far/(2 sigma^2))
            return weight(far) / -(-2 * far * arb(unit.coefficient)).expm1()

        def whole() -> arb:
            return 1 + 2 * sum((weight(x) for x in range(1, far)), arb(0)) + arb(0).union(2 * tail())

        def atoms() -> list[Atom]:
            total = whole()
            chance = {x: weight(x) / total for x in range(far)}
            places = range(2 - far, far)
            return [Atom(chance[abs(x - 1)], chance[abs(x)], unit.times(fmpq(2 * x - 1))) for x in places]

        return Discrete(atoms, unit, lambda: 3 * weight(far - 1) + 2 * tail())


@dataclass(frozen=True)
class TwoLaws(MomentsFunction):
    """Any release with finitely many outcomes, by its law on a data set and on its neighbour; where samples
    are drawn, with the record and without it. Both directions count, and all releases of a composition are
    taken the same way round. An outcome that only one law has counts into delta. Raises BadInput for weights
    < 0, or not as many.

    >>> TwoLaws.of([3, 1, 1], [1, 1, 3]).pure().overlaps(arb(3).log())
    True
    """

    source: ClassVar[str] = "the sum over its outcomes"
    here: tuple[fmpq, ...]
    there: tuple[fmpq, ...]
    name: str = "a release of two laws"

    def __post_init__(self) -> None:
        self._mark(f"{self.here} {self.there}")

    @classmethod
    def of(cls, here: Sequence[Number], there: Sequence[Number]) -> TwoLaws:
        """The release by weights, which are divided by their sums."""
        laws = [[rational("weight", weight) for weight in law] for law in (here, there)]
        alike = len(laws[0]) == len(laws[1])
        if not alike or not laws[0] or min(map(min, laws)) < 0 or not all(map(any, laws)):
            given = f"{len(laws[0])} and {len(laws[1])} weights"
            raise BadInput(given, "as many weights >= 0 in both laws, not all 0", "--laws 3,1,1:1,1,3")
        sums = [sum(law, fmpq(0)) for law in laws]
        return cls(tuple(w / sums[0] for w in laws[0]), tuple(w / sums[1] for w in laws[1]))

    @classmethod
    def written(cls, text: str) -> TwoLaws:
        """By weights as they are written: ``3,1,1:1,1,3``."""
        here, colon, there = text.partition(":")
        if not colon:
            raise BadInput(f"--laws {text}", "two laws, weights of the same outcomes", "--laws 3,1,1:1,1,3")
        return cls.of(here.split(","), there.split(","))

    @property
    def unbounded(self) -> bool:
        """Whether an outcome has a chance in one law only."""
        return not all(map(all, (self.here, self.there)))

    @classmethod
    def response(cls, truth: Number, answers: Number) -> TwoLaws:
        """One of k answers, the true one with chance p, any other with (1 - p)/(k - 1); 1/k < p < 1."""
        k, p = count("answers", answers), between("p", truth, 0, 1, "p = 3/4")
        if k < 2 or p * k <= 1:
            raise BadInput(
                f"p = {truth}, answers = {answers}", "answers >= 2 and 1/answers < p < 1", "p = 3/4"
            )
        lie = (1 - p) / (k - 1)
        rest = (lie,) * (k - 2)
        return cls((p, lie, *rest), (lie, p, *rest), f"randomised response of {k} answers, true with {p}")

    @property
    def words(self) -> str:
        return self.name

    def moment(self, s: arb) -> arb:
        def one(p: Sequence[fmpq], q: Sequence[fmpq]) -> arb:
            both = ((arb(a), arb(b)) for a, b in zip(p, q, strict=True) if a)
            return sum((a * (a / b) ** s for a, b in both), arb(0)).log()

        return one(self.here, self.there).max(one(self.there, self.here))

    def pure(self) -> arb | None:
        if self.unbounded:
            return None
        most = max(max(a / b, b / a) for a, b in zip(self.here, self.there, strict=True))
        return arb(most).log()

    def pair(self) -> Pair:
        """The two laws."""
        both = [(a, b) for a, b in zip(self.here, self.there, strict=True) if a or b]
        if self.unbounded:
            return Discrete(lambda: [Atom(arb(a), arb(b)) for a, b in both])
        most = max(max(a / b, b / a) for a, b in both)
        known = most > 1 and all(a / b in (most, 1 / most, 1) for a, b in both)
        base = most if known else None

        def length(ratio: fmpq) -> Length | None:
            return None if base is None else Length(fmpq((ratio > 1) - (ratio < 1)), base)

        return Discrete(
            lambda: [Atom(arb(a), arb(b), length(a / b)) for a, b in both],
            None if base is None else Length(fmpq(1), base),
        )


@dataclass(frozen=True)
class Mixed(MomentsFunction):
    """One of several releases, by a public draw that is told with the outcome: exp(alpha) is at most the mean
    of theirs. Raises BadInput unless the chances are > 0 and sum to 1.

    >>> Mixed.of([("1/4", DiscreteLaplaceMoments.of(1)), ("3/4", DiscreteLaplaceMoments.of(2))]).pure()
    1.00000000000000
    """

    source: ClassVar[str] = "the mean over the draw"
    tight: ClassVar[bool] = False
    parts: tuple[tuple[fmpq, MomentsFunction], ...]

    def __post_init__(self) -> None:
        self._mark(" ".join(f"{chance} {part.key}" for chance, part in self.parts))

    @classmethod
    def of(cls, parts: Sequence[tuple[Number, MomentsFunction]]) -> Mixed:
        """The mixture with these chances."""
        chances = [rational("chance", chance) for chance, _ in parts]
        if min(chances, default=fmpq(0)) <= 0 or sum(chances, fmpq(0)) != 1:
            given = f"the chances {', '.join(map(str, chances))}"
            raise BadInput(given, "chances > 0 that sum to 1", "--mixture '1/4 gaussian 1 + 3/4 laplace 2'")
        return cls(tuple(zip(chances, (part for _, part in parts), strict=True)))

    @property
    def words(self) -> str:
        return "by a public draw " + ", or ".join(
            f"with {chance} {part.words}" for chance, part in self.parts
        )

    def moment(self, s: arb) -> arb:
        return sum((arb(chance) * part.moment(s).exp() for chance, part in self.parts), arb(0)).log()

    def pure(self) -> arb | None:
        return self._most([part.pure() for _, part in self.parts])

    def rho(self) -> arb | None:
        """The largest: the mean of exp(rho s (s + 1)) is at most that of the largest rho."""
        return self._most([part.rho() for _, part in self.parts])

    @staticmethod
    def _most(found: Sequence[arb | None]) -> arb | None:
        known = [one for one in found if one is not None]
        return reduce(arb.max, known) if len(known) == len(found) else None


def made_of(mechanism: MomentsFunction) -> Iterator[MomentsFunction]:
    """What a release is, or is about samples of, or is by a draw: the releases within it.

    >>> [type(one).__name__ for one in made_of(Mixed.of([(1, DiscreteLaplaceMoments.of(1))]))]
    ['DiscreteLaplaceMoments']
    """
    inside = getattr(mechanism, "release", None)
    parts = [part for _, part in mechanism.parts] if isinstance(mechanism, Mixed) else []
    for part in parts if inside is None else [inside]:
        yield from made_of(part)
    if inside is None and not parts:
        yield mechanism


def one_sided(mechanism: MomentsFunction) -> bool:
    """Whether a release has losses of its own with the neighbours taken the one and the other way round.

    >>> one_sided(Mixed.of([(1, TwoLaws.of([9, 1], [5, 5]))])), one_sided(DiscreteLaplaceMoments.of(1))
    (True, False)
    """
    return any(isinstance(one, TwoLaws) for one in made_of(mechanism))
