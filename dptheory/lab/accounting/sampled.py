"""Releases about a Poisson sample: each record is in it with chance q, independently, anew for each release.

Adjacency is add-remove: of two neighbours one has one record more. What is known for other samplings is
told by `refused`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar, Final

from flint import arb, ctx, fmpq, fmpz

from ...errors import BadInput
from ...exact import Number
from .kinds import moments_of
from .lattice import DiscreteGaussianMoments
from .moments import GaussianMoments, LaplaceMoments, MomentsFunction, Release, ResponseMoments
from .numbers import count, positive, rational, sharpen

MOST_ORDER: Final = 256
"""Above this order the moments of the release itself are the bound."""
SYMMETRIC: Final = (GaussianMoments, LaplaceMoments, ResponseMoments, DiscreteGaussianMoments)
"""Releases whose worst pair (P, Q) is turned into (Q, P) by a map of the outcomes that is its own inverse."""


@dataclass(frozen=True)
class SampledMoments(MomentsFunction):
    """A release about a sample of rate q. At integers s,

        alpha(s) = log sum over k of C(s + 1, k) (1 - q)^(s + 1 - k) q^k exp(alpha_0(k - 1)),

    alpha_0 that of the release, alpha_0(-1) = 0: the moment of the density ratio 1 - q + q L under Q. The
    other direction has no larger one where a map that is its own inverse turns P into Q (Mironov, Talwar
    and Zhang 2019, Theorem 5). Between integers alpha is convex, so below its chord, and alpha(0) = 0. It
    is nowhere above alpha_0, which is what stands here for other releases and beyond the order 256. Raises
    BadInput unless 0 <= q <= 1.

    >>> found = SampledMoments.of("gaussian 1", "1/100")
    >>> found.moment(arb(1)).overlaps((1 + arb(1).expm1() / 10_000).log())
    True
    """

    source: ClassVar[str] = "Mironov, Talwar and Zhang 2019, section 3.3"
    tight: ClassVar[bool] = False
    release: MomentsFunction
    rate: fmpq
    _found: dict[tuple[int, int], arb] = field(init=False, repr=False, compare=False, default_factory=dict)

    def __post_init__(self) -> None:
        eps = self.pure()
        near = float("inf") if eps is None else float(sharpen(lambda: self.pure() or arb.nan(), 60))
        self._mark(f"{self.rate} {self.release.key}", near)

    @classmethod
    def of(cls, release: Release, rate: Number) -> MomentsFunction:
        """The release about a sample; the release itself where everything is sampled."""
        return sampled(release, rate)

    @property
    def words(self) -> str:
        return f"{self.release.words}, on a Poisson sample of rate {self.rate}"

    def moment(self, s: arb) -> arb:
        if not isinstance(self.release, SYMMETRIC) or not s <= MOST_ORDER:
            return self.release.moment(s)
        low = int(s.mid().floor().fmpq())
        if not (s >= low and s <= low + 1):
            return self.release.moment(s)
        share = s - low
        return (1 - share) * self._at(low) + share * self._at(low + 1)

    def _at(self, s: int) -> arb:
        """alpha at an integer."""
        if (s, ctx.prec) not in self._found:
            q, order, total = arb(self.rate), s + 1, arb(0)
            for k in range(order + 1):
                own = self.release.moment(arb(k - 1)).exp() if k > 1 else arb(1)
                total += arb(fmpz.bin_uiui(order, k)) * (1 - q) ** (order - k) * q**k * own
            self._found[s, ctx.prec] = total.log() if s else arb(0)
        return self._found[s, ctx.prec]

    def pure(self) -> arb | None:
        eps = self.release.pure()
        return None if eps is None else (arb(self.rate) * eps.expm1()).log1p()

    def rho(self) -> arb | None:
        """That of the release: no moment of the sample's is larger."""
        return self.release.rho()


def sampled(release: Release, rate: Number) -> MomentsFunction:
    """A release about a Poisson sample of this rate; raises BadInput unless 0 < rate <= 1.

    >>> sampled("gaussian 1.1", "256/60000").words
    'Gaussian noise of standard deviation 11/10, l2-sensitivity 1, on a Poisson sample of rate 8/1875'
    """
    q, found = rational("sampling rate", rate), moments_of(release)
    if not 0 < q <= 1:
        raise BadInput(f"sampling rate = {rate}", "0 < sampling rate <= 1", "--sampling-rate 256/60000")
    if isinstance(found, SampledMoments):
        raise BadInput("a sample of a sample", "one sampling rate: the product", "--sampling-rate 1/100")
    return found if q == 1 else SampledMoments(found, q)


@dataclass(frozen=True)
class Training:
    """Epochs of training as a sampling rate and a number of steps, rounded up."""

    rate: fmpq
    steps: int

    @classmethod
    def of(cls, batch: Number, records: Number, epochs: Number) -> Training:
        """Expected batches of `batch` of `records` records; raises BadInput.

        >>> Training.of(256, 60_000, 60)
        Training(rate=8/1875, steps=14063)
        """
        size, many = count("batch", batch), count("records", records)
        if size > many:
            raise BadInput(
                f"batch = {batch}, records = {records}", "batch <= records", "--batch 256 --records 60000"
            )
        through = positive("epochs", epochs, "--epochs 60")
        return cls(fmpq(size, many), int((through * many / size).ceil()))


REFUSED: Final = {
    "replace-one": "what a record gives away when another takes its place: both batches change, and the pair"
    " of laws above is not dominating; a replaced record also moves a clipped sum by two clips, not one",
    "without-replacement": "batches of fixed size: the neighbours of a sample have another size",
    "shuffle": "passes over shuffled data: batches are not independent, and the Poisson number is not a"
    " bound for them (it can be too small)",
}
"""Samplings for which nothing here is a sound bound, with the reason."""


def refused(sampling: str) -> BadInput:
    """The error that says why a sampling has no number here."""
    return BadInput(
        f"sampling with {sampling}",
        f"Poisson sampling and add-remove; {REFUSED[sampling]}",
        "--sampling-rate 256/60000 --adjacency add-remove, with batches drawn so",
    )
