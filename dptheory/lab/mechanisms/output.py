"""Output perturbation: Algorithms 1, 2 and 4 of Wu et al. 2015 and Algorithm 1 of Chaudhuri's lecture.

A minimiser of a lam-strongly convex empirical risk, plus noise of density exp(-||k|| / s). Each algorithm has
the scale that its source prints and (`tight=True`) the one that follows from the best sensitivity known here:

- loss rho-Lipschitz and lam-strongly convex (Algorithm 1): 2 rho / (lam (n + 1)), see `sharp.erm-stability`;
- loss rho-Lipschitz, regulariser lam-strongly convex (Algorithms 2 and 4, the lecture): D / (lam n),
  where D <= 2 rho bounds how far apart the gradients of two records are at one point (`Loss.spread`). Let
  v and u minimise with z and z'. The first-order conditions and the strong convexity of what the two
  objectives share give lam ||u - v||^2 <= <grad l(v, z) - grad l(u, z'), u - v>/n, and the gradient of
  l(., z') is monotone, so that u may be replaced by v in it;
- over a ball never more than its diameter 2 R.

The solver's gap is added: a point with F(w) - F(w*) <= gap lies within sqrt(2 gap / lam) of w*, so two such
points are at most 2 sqrt(2 gap / lam) further apart than the minimisers. See `interface.FLOATING_POINT`.
"""

from __future__ import annotations

import math
from abc import abstractmethod
from dataclasses import dataclass
from typing import ClassVar, Final

import numpy as np

from dptheory.lab.domain import Data, DomainError, FloatArray, count, fraction, positive
from dptheory.lab.mechanisms.ball import project
from dptheory.lab.mechanisms.claims import PrivacyClaim
from dptheory.lab.mechanisms.erm import Minimisers, Problem, SolverError, minimise
from dptheory.lab.mechanisms.interface import Mechanism, Pair, checked_size, outputs_of
from dptheory.lab.mechanisms.losses import Loss, Regularised, Squared
from dptheory.lab.mechanisms.noise import L2Laplace

SQUARED: Final = Squared()


@dataclass(frozen=True, kw_only=True)
class OutputPerturbation(Mechanism[Data]):
    """Releases argmin over ||w|| <= radius of the (regularised) empirical risk, plus noise of density
    exp(-||k|| / s).

    `scale`, if given, replaces s (a wrong one makes the privacy claim false; that is what audits need).
    `projected` releases the nearest point of the ball instead, which privacy survives as post-processing. The
    numerical minimiser is allowed for, independently of the data: it must be certified within `tolerance` *
    sensitivity, and s is multiplied by 1 + 2 * `tolerance`; or, where `gap` is given, the solver stops once
    F(w) - F(w*) <= `gap` is certified, and 2 sqrt(2 gap / lam) is added to the sensitivity. `SolverError` if
    that cannot be certified. `n`, where given, is the public number of records.
    """

    statement: ClassVar[str]
    eps: float
    radius: float
    scale: float | None = None
    projected: bool = False
    tolerance: float = 1e-4
    gap: float | None = None
    tight: bool = False
    n: int | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        positive("eps", self.eps)
        self._check_radius()
        fraction("tolerance", self.tolerance)
        for name in ("scale", "gap"):
            if getattr(self, name) is not None:
                positive(name, getattr(self, name))
        if self.n is not None:
            count("n", self.n)

    def _check_radius(self) -> None:
        positive("radius", self.radius)

    @property
    @abstractmethod
    def problem_loss(self) -> Loss:
        """The loss whose mean is minimised together with the regulariser."""

    @property
    @abstractmethod
    def strength(self) -> float:
        """lam, the strong convexity of the objective."""

    @property
    @abstractmethod
    def rho(self) -> float:
        """The Lipschitz constant that the printed exponent divides by."""

    def printed_sensitivity(self, n: int) -> float:
        """The printed bound on ||A(S) - A(S^(i))||: four times the Lipschitz constant over lam n."""
        return 4 * self.rho / (self.strength * n)

    def tight_sensitivity(self, n: int) -> float:
        """The best bound known here: D / (lam n), D the spread of the gradients of the loss without
        regulariser, and the diameter of the ball.
        """
        return min(self.problem_loss.spread(self.radius) / (self.strength * n), 2 * self.radius)

    def sensitivity(self, n: int) -> float:
        """The bound on ||A(S) - A(S^(i))|| that the noise is calibrated to, without the numerical
        allowance.
        """
        return self.tight_sensitivity(n) if self.tight else self.printed_sensitivity(n)

    def noise_scale(self, n: int) -> float:
        """s for n records, without the numerical allowance; or `scale`."""
        return self.sensitivity(n) / self.eps if self.scale is None else self.scale

    def allowance(self, n: int) -> float:
        """How much further apart than the minimisers two certified points may lie."""
        if self.gap is None:
            return 2 * self.tolerance * self.sensitivity(n)
        return 2 * math.sqrt(2 * self.gap / self.strength)

    def noise(self, n: int, d: int) -> L2Laplace:
        """The law of the noise that is added."""
        extra = self.allowance(n) / self.eps if self.scale is None else 0.0
        return L2Laplace(d, self.noise_factor * (self.noise_scale(n) + extra))

    def problem(self, data: Data) -> Problem:
        """The objective as the solver takes it, over the pool of the records of `data`."""
        return Problem(self.problem_loss, data.x, data.y, self.strength, self.radius)

    def minimiser(self, data: Data) -> FloatArray:
        """The certified minimiser, of shape (d,)."""
        return np.asarray(self._solved(data).w[0])

    def _solved(self, data: Data) -> Minimisers:
        self.check(data)
        found = minimise(self.problem_loss, data, self.strength, self.radius, self.gap)
        if self.gap is None:
            kind, reached, allowed = (
                "within",
                found.distance_gap[0],
                self.tolerance * self.sensitivity(data.n),
            )
            advice = f"a larger tolerance than {self.tolerance:g}"
        else:
            kind, reached, allowed = "to a gap of", found.value_gap[0], self.gap
            advice = f"a larger gap than {self.gap:g}"
        if not reached <= allowed:
            raise SolverError(
                f"the minimiser is certified only {kind} {reached:.3g}; needed: {allowed:.3g}; "
                f"try {advice}, or a larger lam"
            )
        return found

    def check(self, data: Data) -> None:
        if not isinstance(data, Data):
            raise DomainError(f"the data set is a {type(data).__name__}; needed: Data(x, y)")
        if self.n is not None and data.n != self.n:
            raise DomainError(f"the data set has {data.n} records; needed: n = {self.n}, which is public")

    def sample(self, data: Data, size: int, rng: np.random.Generator) -> FloatArray:
        centre = self.minimiser(data)
        noisy = self.noise(data.n, data.d).sample(checked_size(size), rng)
        noisy += centre
        return project(noisy, self.radius) if self.projected else noisy

    @property
    def has_density(self) -> bool:
        return not self.projected

    def log_density(self, data: Data, w: FloatArray) -> FloatArray:
        """The log-density (nats) of the unprojected output at each row of `w`."""
        if self.projected:
            raise DomainError("a projected release has no density; needed: projected=False")
        centre = self.minimiser(data)
        return self.noise(data.n, data.d).log_density(outputs_of(w, data.d) - centre)

    @property
    def claim(self) -> PrivacyClaim:
        """eps-differential privacy for data sets that differ in one replaced record."""
        return PrivacyClaim(self.eps)

    def worst_pair(self) -> Pair[Data] | None:
        """For a given `n`: the pair that moves the minimiser furthest among the records (1, 1), (1, -1),
        (-1, 1) in dimension one, the other n - 1 records being 0.

        `eps` is the distance over the scale, less the solver's certified gaps.
        """
        if self.n is None or self.projected:
            return None
        sets = [_one_record(self.n, x, y) for x, y in ((1.0, 1.0), (1.0, -1.0), (-1.0, 1.0))]
        found = [self._solved(data) for data in sets]
        moves = [
            (abs(float(found[i].w[0, 0] - found[j].w[0, 0])) - _gaps(found[i], found[j]), i, j)
            for i, j in ((0, 1), (0, 2), (1, 2))
        ]
        move, i, j = max(moves)
        return Pair(sets[i], sets[j], max(0.0, move) / self.noise(self.n, 1).scale)


def _gaps(first: Minimisers, second: Minimisers) -> float:
    return float(first.distance_gap[0] + second.distance_gap[0])


def _one_record(n: int, x: float, y: float) -> Data:
    """n records in dimension one, all 0 but the first."""
    features, labels = np.zeros((n, 1)), np.zeros(n)
    features[0, 0], labels[0] = x, y
    return Data(features, labels)


@dataclass(frozen=True, kw_only=True)
class Algorithm1(OutputPerturbation):
    """Algorithm 1: for a loss lam-strongly convex and rho-Lipschitz over the ball; printed exponent lam n eps
    ||k|| / (4 rho), which is private; tight, 2 rho / (lam (n + 1)) is the sensitivity.

    Proofs speak of exact real arithmetic (Mironov 2012 on what floating point reveals).

    >>> from dptheory.lab.mechanisms.losses import Linear
    >>> Algorithm1(loss=Regularised(Linear(1.0), 0.5), eps=1.0, radius=2.0).noise_scale(100)
    0.16
    """

    statement: ClassVar[str] = "wu2015.algorithm1"
    loss: Regularised

    def __post_init__(self) -> None:
        super().__post_init__()
        if not isinstance(self.loss, Regularised):
            raise DomainError(
                f"loss is {self.loss!r}; needed: a strongly convex loss, such as Regularised(loss, lam)"
            )

    @property
    def problem_loss(self) -> Loss:
        return self.loss.base

    @property
    def strength(self) -> float:
        return self.loss.lam

    @property
    def rho(self) -> float:
        return self.loss.lipschitz(self.radius)

    def tight_sensitivity(self, n: int) -> float:
        """2 rho / (lam (n + 1)), or what holds without the regulariser in the loss."""
        return min(2 * self.rho / (self.strength * (n + 1)), super().tight_sensitivity(n))


@dataclass(frozen=True, kw_only=True)
class Algorithm2(OutputPerturbation):
    """Algorithm 2: for a convex loss, rho-Lipschitz over the ball; printed exponent lam n eps ||k|| / (4
    (rho + lam R)), which is private; tight, 2 rho / (lam n) is the sensitivity.

    Proofs speak of exact real arithmetic (Mironov 2012 on what floating point reveals).

    >>> Algorithm2(loss=Squared(), lam=0.5, eps=1.0, radius=1.0).noise_scale(100)
    0.36
    """

    statement: ClassVar[str] = "wu2015.algorithm2"
    loss: Loss
    lam: float

    def __post_init__(self) -> None:
        super().__post_init__()
        positive("lam", self.lam)
        if not isinstance(self.loss, Loss):
            raise DomainError(f"loss is {self.loss!r}; needed: a convex Loss; lam adds the regulariser")
        if math.isinf(self.loss.lipschitz(self.radius)):
            raise DomainError(f"{self.loss!r} is not Lipschitz over the ball; needed: a smaller radius")

    @property
    def problem_loss(self) -> Loss:
        return self.loss

    @property
    def strength(self) -> float:
        return self.lam

    @property
    def rho(self) -> float:
        return self.loss.lipschitz(self.radius) + self.lam * self.radius


@dataclass(frozen=True, kw_only=True)
class Algorithm4(Algorithm2):
    """Algorithm 4, rls-out: Algorithm 2 for the squared loss; printed exponent lam n eps ||k|| / (12 R + 8).

    The printed number is 4 (rho + lam R) with rho = 2R + 2 and lam = 1; for lam > 1 it is less than that, and
    still private. What is enough (`tight`) is (2R + 4) / (lam n). A minimiser has F(w) <= F(0) <= 1, so that
    ||w|| <= sqrt(2 / lam), which may replace R. Proofs speak of exact real arithmetic (Mironov 2012).

    >>> Algorithm4(lam=0.5, eps=1.0, radius=1.0).noise_scale(100)
    0.4
    """

    statement: ClassVar[str] = "wu2015.algorithm4"
    loss: Loss = SQUARED

    def __post_init__(self) -> None:
        super().__post_init__()
        if not isinstance(self.loss, Squared):
            raise DomainError(f"loss is {self.loss!r}; needed: the squared loss")

    def printed_sensitivity(self, n: int) -> float:
        """(12 R + 8) / (lam n)."""
        return (12 * self.radius + 8) / (self.lam * n)

    def tight_sensitivity(self, n: int) -> float:
        """(2r + 4) / (lam n) or 2 r, for r the smaller of R and sqrt(2 / lam)."""
        reach = min(self.radius, math.sqrt(2 / self.lam))
        return min(self.loss.spread(reach) / (self.lam * n), 2 * reach)


@dataclass(frozen=True, kw_only=True)
class LectureAlgorithm1(Algorithm2):
    """Algorithm 1 of Chaudhuri 2020: w* + Z / (lam n), Z of density exp(-eps ||z||), for a convex loss l(y
    <w, x>) with |l'| <= 1, over all of R^d.

    As printed the noise is calibrated to 1 / (lam n), while Theorem 1 of the same source has (rightly) the
    sensitivity 2 / (lam n): what is kept is 2 eps. `tight` uses 2 / (lam n). Proofs speak of exact real
    arithmetic (Mironov 2012).

    >>> from dptheory.lab.mechanisms.kinked import Hinge
    >>> printed = LectureAlgorithm1(loss=Hinge(), lam=2.0, eps=1.0, n=1)
    >>> printed.noise_scale(1), LectureAlgorithm1(loss=Hinge(), lam=2.0, eps=1.0, tight=True).noise_scale(1)
    (0.5, 1.0)
    """

    statement: ClassVar[str] = "chaudhuri2020.algorithm1"
    radius: float = math.inf

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.loss.lipschitz(math.inf) > 1:
            raise DomainError(f"{self.loss!r} has slopes beyond 1; needed: |l'| <= 1 everywhere")

    def _check_radius(self) -> None:
        if not math.isinf(self.radius):
            raise DomainError(f"radius is {self.radius!r}; needed: inf, the source has no ball")

    def printed_sensitivity(self, n: int) -> float:
        """1 / (lam n)."""
        return 1 / (self.lam * n)
