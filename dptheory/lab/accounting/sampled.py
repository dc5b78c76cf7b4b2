"""Releases about a sample, drawn anew for each.

Poisson samples have each record with chance q, independently. Adjacency is add-remove: of two neighbours
one has one record more; or replace-one, for noise on a sum. Subsets of a fixed size are drawn without
replacement, under replace-one. Batches that are cut from the data once a pass are no samples: see `passes`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar, Final

from flint import arb, ctx, fmpq, fmpz

from ...errors import BadInput
from ...exact import Number
from .exponential import ExponentialMoments
from .kinds import moments_of
from .lattice import DiscreteGaussianMoments
from .moments import (
    GaussianMoments,
    LaplaceMoments,
    MomentsFunction,
    Release,
    ResponseMoments,
)
from .numbers import count, positive, rational, sharpen

POISSON: Final = "poisson"
REPLACED: Final = "poisson, replace-one"
SUBSETS: Final = "without replacement"
SCHEMES: Final = {
    POISSON: "a Poisson sample of rate {}",
    REPLACED: "a Poisson sample of rate {}, and a record takes another's place",
    SUBSETS: "a subset of a share {} of the records, drawn without replacement",
}
"""How samples are drawn, in words."""
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
    is nowhere above alpha_0, which is what stands here for other releases, beyond the order 256, and for
    other schemes; where a record takes another's place it is that of twice the shift. Raises BadInput unless
    0 <= q <= 1.

    >>> found = SampledMoments.of("gaussian 1", "1/100")
    >>> found.moment(arb(1)).overlaps((1 + arb(1).expm1() / 10_000).log())
    True
    """

    source: ClassVar[str] = "Mironov, Talwar and Zhang 2019, section 3.3"
    tight: ClassVar[bool] = False
    release: MomentsFunction
    rate: fmpq
    scheme: str = POISSON
    _found: dict[tuple[int, int], arb] = field(init=False, repr=False, compare=False, default_factory=dict)

    def __post_init__(self) -> None:
        eps = self.pure()
        near = float("inf") if eps is None else float(sharpen(lambda: self.pure() or arb.nan(), 60))
        self._mark(f"{self.scheme} {self.rate} {self.release.key}", near)

    @classmethod
    def of(cls, release: Release, rate: Number) -> MomentsFunction:
        """The release about a Poisson sample; the release itself where everything is sampled."""
        return sampled(release, rate)

    @property
    def words(self) -> str:
        return f"{self.release.words}, on {SCHEMES[self.scheme].format(self.rate)}"

    @property
    def _whole(self) -> MomentsFunction:
        """The release about all records."""
        return doubled(self.release) if self.scheme == REPLACED else self.release

    def moment(self, s: arb) -> arb:
        exact = self.scheme == POISSON and isinstance(self.release, SYMMETRIC)
        if not exact or not s <= MOST_ORDER:
            return self._whole.moment(s)
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
        eps, rate = self.release.pure(), arb(self.rate)
        if eps is None:
            return None
        most = (rate * eps.expm1()).log1p()
        return most - (rate * (-eps).expm1()).log1p() if self.scheme == REPLACED else most

    def rho(self) -> arb | None:
        """That of the release: no moment of the sample's is larger."""
        return self._whole.rho()


def doubled(release: MomentsFunction) -> MomentsFunction:
    """The noise on a sum when a neighbour moves it twice as far; raises BadInput."""
    if isinstance(release, GaussianMoments):
        return GaussianMoments(release.sigma / 2)
    if isinstance(release, LaplaceMoments):
        return LaplaceMoments(release.scale / 2)
    needed = (
        "Gaussian or Laplace noise on a sum, which a record removed and another one added move by one each"
    )
    raise BadInput(f"{release.words}, on a Poisson sample, replace-one", needed, "--adjacency add-remove")


def sampled(release: Release, rate: Number, scheme: str = POISSON) -> MomentsFunction:
    """A release about a sample of this rate; raises BadInput unless 0 < rate <= 1.

    With `REPLACED` the noise is for what a record added or removed moves; with `SUBSETS` the release is what
    it is when a record of the subset takes another's place.

    >>> sampled("gaussian 1.1", "256/60000").words
    'Gaussian noise of standard deviation 1.1, l2-sensitivity 1, on a Poisson sample of rate 8/1875'
    """
    q, found = rational("sampling rate", rate), release_of(release)
    if not 0 < q <= 1:
        raise BadInput(f"sampling rate = {rate}", "0 < sampling rate <= 1", "--sampling-rate 256/60000")
    if isinstance(found, SampledMoments):
        raise BadInput("a sample of a sample", "one sampling rate: the product", "--sampling-rate 1/100")
    if scheme == SUBSETS and not isinstance(found, (*SYMMETRIC, ExponentialMoments)):
        needed = "a release whose worst pair of laws is the same the other way round"
        raise BadInput(f"{found.words}, without replacement", needed, "--sampling poisson")
    whole = doubled(found) if scheme == REPLACED else found
    return whole if q == 1 else SampledMoments(found, q, scheme)


def release_of(release: Release) -> MomentsFunction:
    """The moments function of a release, about all records, or, in words with ` at `, about a Poisson sample;
    raises BadInput.

    >>> release_of("laplace 2 at 1/10").words
    'Laplace noise of scale 2, l1-sensitivity 1, on a Poisson sample of rate 1/10'
    """
    if isinstance(release, MomentsFunction):
        return release
    if not isinstance(release, str):
        return moments_of(release)
    words, at, rate = release.partition(" at ")
    return sampled(words, rate) if at else moments_of(words)


def passes(rate: Number, steps: Number) -> int:
    """In how many of these steps a record takes part at most, where each pass cuts all records into batches
    of this share, and a record is in one batch of each pass: floor(1/rate) steps make a pass at least.

    Of two neighbours that differ in one record only the batch with it differs, wherever it stands, so that a
    pass gives away what one release does that sees the record, and all passes what so many do (Blackwell,
    step by step; of a shuffle for every order of the records alike, then for the mixture). Raises BadInput.

    >>> passes("256/60000", 14063)
    61
    """
    q, times = rational("sampling rate", rate), count("steps", steps)
    if not 0 < q <= 1:
        raise BadInput(f"sampling rate = {rate}", "0 < sampling rate <= 1", "--sampling-rate 256/60000")
    return -(-times // int((1 / q).floor()))


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
    (
        "without-replacement",
        "add-remove",
    ): "replace-one: of a subset of fixed size, drawn from one record more, nothing sound is known here",
    ("shuffle", "add-remove"): "replace-one: a record more moves all batches after it, and nothing sound is"
    " known here",
}
"""What of the ways to draw batches and of adjacencies has no number."""


def refused(sampling: str, adjacency: str | None) -> None:
    """Raises BadInput, with the reason, where nothing here is a sound bound."""
    needed = REFUSED.get((sampling, adjacency or ""))
    if needed is not None:
        raise BadInput(f"--sampling {sampling} --adjacency {adjacency}", needed, "--adjacency replace-one")
