"""Objective perturbation: a random linear term in the objective (Chaudhuri, Monteleoni and Sarwate 2011).

Release argmin over ||w|| <= radius of L_S(w) + <b, w>/n + (lam + extra)/2 ||w||^2, where b has density
proportional to exp(-beta ||b||). The loss is a function of <w, x> with second derivative at most c, and ||x||
<= 1.

Why it is private. Inside the ball b = -n (grad L_S(w) + (lam + extra) w), so the density at w is that of
b times det(A_S), A_S = n (Hessian of L_S + (lam + extra) I). Replacing a record moves b by at most D, the
spread of the gradients (`Loss.spread`; at most twice the Lipschitz constant). It replaces one term of
rank one in A_S: with A the sum of the other terms, det(A + a x x') / det(A) = 1 + a x' A^-1 x lies
between 1 and 1 + c / (n (lam + extra)). So the log-densities differ by at most

    D beta + log(1 + c / (n (lam + extra))).

On the sphere b = -n (...) - mu w with mu >= 0, and for every mu the same two bounds hold for the part of
the Jacobian along the sphere. The sources have log(1 + c / (n lam))^2 instead, which is not needed for
replace-one.

The minimiser is exact in all this. Where `gap` is given the solver stops at that gap, the share GAP_SHARE
of eps is set aside, and noise for a move of 2 sqrt(2 gap / lam) is added to the output: the pair (exact
minimiser, released point) is private by composition (Iyengar et al. 2019). See `interface.FLOATING_POINT`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Final, Literal

import numpy as np

from dptheory.lab.domain import Data, DomainError, FloatArray, count, positive
from dptheory.lab.mechanisms.claims import PrivacyClaim
from dptheory.lab.mechanisms.erm import Problem, SolverError, minimise_many
from dptheory.lab.mechanisms.interface import Mechanism, Pair, checked_size, names, outputs_of
from dptheory.lab.mechanisms.line import minimisers
from dptheory.lab.mechanisms.losses import Loss
from dptheory.lab.mechanisms.noise import L2Laplace

Form = Literal["tight", "chaudhuri2011", "wu2015", "chaudhuri2020"]
FORMS: Final = ("tight", "chaudhuri2011", "wu2015", "chaudhuri2020")

GAP_SHARE: Final = 0.1
"""The part of eps that pays for a coarse solver."""

EXACT: Final = 1e-6
"""How near to the exact minimiser a point must be certified, relative to 1 + ||w||, where no gap is given."""

SIDE: Final = 1e-9
"""Relative distance to the radius within which a point counts as on the sphere."""


@dataclass(frozen=True)
class PerturbationCalibration:
    """The exponent beta of the noise and the regulariser that is added to lam."""

    beta: float
    extra: float


def calibrate(form: str, eps: float, lam: float, n: int, c: float, spread: float) -> PerturbationCalibration:
    """beta and the extra regulariser, as each source prints them, and as the proof above needs them.

    >>> calibrate("tight", 1.0, 1.0, 4, 0.0, 2.0)
    PerturbationCalibration(beta=0.5, extra=0.0)
    >>> calibrate("chaudhuri2020", 1.0, 1.0, 4, 0.0, 2.0)  # whatever the spread is
    PerturbationCalibration(beta=1.0, extra=0.0)
    """
    if form == "chaudhuri2020":
        return PerturbationCalibration(eps, 0.0)
    if form == "wu2015":  # Delta is computed but never used, and beta is eps/2 whatever eps' is
        return PerturbationCalibration(eps / 2, 0.0)
    if form == "chaudhuri2011":
        left = eps - 2 * math.log1p(c / (n * lam))
        if left > 0:
            return PerturbationCalibration(left / 2, 0.0)
        return PerturbationCalibration(eps / 4, max(0.0, c / (n * math.expm1(eps / 4)) - lam))
    left = eps - math.log1p(c / (n * lam))
    if left >= eps / 2:  # otherwise a larger regulariser costs less than the noise
        return PerturbationCalibration(left / spread, 0.0)
    return PerturbationCalibration(eps / (2 * spread), max(0.0, c / (n * math.expm1(eps / 2)) - lam))


@dataclass(frozen=True, kw_only=True)
class ObjectivePerturbation(Mechanism[Data]):
    """Objective perturbation in one of four forms.

    - ``tight``: calibrated by the proof in this module; any loss of <w, x>, over a ball or R^d.
    - ``chaudhuri2011``: Algorithm 2 of Chaudhuri, Monteleoni and Sarwate 2011; |l'| <= 1; over R^d. Private.
    - ``wu2015``: Algorithm 3 of Wu et al. 2015 as printed, where the extra regulariser is computed and not
      used, the exponent is eps/2 instead of eps'/2, and the slope of the loss plays no part.
    - ``chaudhuri2020``: Theorem 2 of Chaudhuri's lecture as printed: exponent eps, which costs 2 eps, and the
      claim eps + 2 log(1 + c / (n lam)).

    `n` is the public number of records; `width`, where given, the public dimension. Proofs speak of exact
    real arithmetic and exact minimisers (Mironov 2012 on what floating point reveals).

    >>> from dptheory.lab.mechanisms.losses import HuberHinge
    >>> ObjectivePerturbation(eps=1.0, lam=1.0, n=4, loss=HuberHinge(0.5)).calibration.extra
    0.0
    """

    eps: float
    lam: float
    n: int
    loss: Loss
    radius: float = math.inf
    form: Form = "tight"
    width: int | None = None
    gap: float | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        for name in ("eps", "lam"):
            positive(name, getattr(self, name))
        positive("radius", self.radius, infinite=True)
        count("n", self.n)
        if self.width is not None:
            count("width", self.width)
        if self.gap is not None:
            positive("gap", self.gap)
        if self.form not in FORMS:
            raise DomainError(f"form is {self.form!r}; needed: one of {names(FORMS)}")
        if self.form in ("chaudhuri2011", "chaudhuri2020") and not math.isinf(self.radius):
            raise DomainError(f"radius is {self.radius!r}; needed: inf, the source has no ball")
        self._check_loss()

    def _check_loss(self) -> None:
        if not isinstance(self.loss, Loss) or math.isinf(self.loss.smoothness()):
            raise DomainError(f"loss is {self.loss!r}; needed: a loss with a bounded second derivative")
        rho = self.loss.lipschitz(self.radius)
        if math.isinf(rho):
            raise DomainError(f"{self.loss!r} is not Lipschitz over the ball; needed: a finite radius")
        if self.form in ("chaudhuri2011", "chaudhuri2020") and rho > 1:
            raise DomainError(f"{self.loss!r} has slopes up to {rho:g}; needed: |l'| <= 1")

    @property
    def claim(self) -> PrivacyClaim:
        if self.form == "chaudhuri2020":
            return PrivacyClaim(self.eps + 2 * math.log1p(self.loss.smoothness() / (self.n * self.lam)))
        return PrivacyClaim(self.eps)

    @property
    def calibration(self) -> PerturbationCalibration:
        """beta (before `noise_factor`) and the extra regulariser."""
        share = 1.0 if self.gap is None else 1 - GAP_SHARE
        curvature, spread = self.loss.smoothness(), self.loss.spread(self.radius)
        return calibrate(self.form, share * self.eps, self.lam, self.n, curvature, spread)

    @property
    def strength(self) -> float:
        """lam and the extra regulariser."""
        return self.lam + self.calibration.extra

    def noise(self, d: int) -> L2Laplace:
        """The law of b."""
        return L2Laplace(d, self.noise_factor / self.calibration.beta)

    def output_noise(self, d: int) -> L2Laplace | None:
        """The noise that pays for a coarse solver."""
        if self.gap is None:
            return None
        move = 2 * math.sqrt(2 * self.gap / self.strength)
        return L2Laplace(d, self.noise_factor * move / (GAP_SHARE * self.eps))

    def check(self, data: Data) -> None:
        if not isinstance(data, Data) or data.n != self.n or self.width not in (None, data.d):
            given = f"{data.n} records, {data.d} features" if isinstance(data, Data) else type(data).__name__
            needed = f"Data with n = {self.n}" + (f", d = {self.width}" if self.width else "")
            raise DomainError(f"the data set is {given}; needed: {needed}, which are public")

    def sample(self, data: Data, size: int, rng: np.random.Generator) -> FloatArray:
        self.check(data)
        noise = self.noise(data.d).sample(checked_size(size), rng)
        if data.d == 1 and self.gap is None:
            kappa = self.n * self.strength
            exact = minimisers(self.loss, data.x[:, 0], data.y, kappa, noise[:, 0], self.radius)
            if exact is not None:
                return exact[:, None]
        tilt = noise / self.n
        problem = Problem(self.loss, data.x, data.y, self.strength, self.radius)
        found = minimise_many(problem, np.full((1, self.n), 1 / self.n), tilt=tilt, gap=self.gap)
        if size and self.gap is None:
            miss = float((found.distance_gap / (1 + np.linalg.norm(found.w, axis=1))).max())
            if not miss <= EXACT:
                raise SolverError(
                    f"a minimiser is certified only within {miss:.3g}; needed: {EXACT:g}; try gap="
                )
        elif size and self.gap is not None and not (found.value_gap <= self.gap).all():
            raise SolverError(f"the gap {self.gap:g} was not reached; needed: a larger gap")
        extra = self.output_noise(data.d)
        return found.w if extra is None else np.asarray(found.w + extra.sample(size, rng))

    @property
    def has_density(self) -> bool:
        return self.gap is None and (math.isinf(self.radius) or self.width == 1)

    def log_density(self, data: Data, outputs: FloatArray) -> FloatArray:
        """The log-density at each row; in dimension one over a ball also the log-probabilities of its two
        ends.

        Reference measure: Lebesgue's, and there the counting measure on the ends.
        """
        if not self.has_density:
            return super().log_density(data, outputs)
        self.check(data)
        w = outputs_of(outputs, data.d)
        margins = w @ data.x.T
        b = -(self.loss.slope(margins, data.y) @ data.x) - self.n * self.strength * w
        bend = self.loss.curvature(margins, data.y)
        jacobian = np.einsum("bn,ni,nj->bij", bend, data.x, data.x) + self.n * self.strength * np.eye(data.d)
        inside = self.noise(data.d).log_density(b) + np.linalg.slogdet(jacobian)[1]
        if math.isinf(self.radius):
            return np.asarray(inside)
        norm = np.abs(w[:, 0])
        ends = self._log_end(-b[:, 0] * np.sign(w[:, 0]))
        on = np.abs(norm - self.radius) <= SIDE * self.radius
        return np.where(on, ends, np.where(norm < self.radius, inside, -np.inf))

    def _log_end(self, pull: FloatArray) -> FloatArray:
        """log P(b >= pull) in dimension one: an end is reached by every b that pulls outwards at least as
        much.
        """
        t = pull / self.noise(1).scale
        return np.where(t >= 0, -np.abs(t) - math.log(2), np.log1p(-np.exp(-np.abs(t)) / 2))

    def worst_pair(self) -> Pair[Data] | None:
        """In dimension one: the record (1, 1) against (-1, 1) and (1, -1), the other records 0; the pair
        with the largest ratio of densities on a grid, which `eps` is.
        """
        probe = replace(self, width=1)
        if self.width not in (None, 1) or not probe.has_density:
            return None
        reach = min(self.radius, 4.0)
        grid = np.linspace(-reach, reach, 20_001)[:, None]
        sets = [_one_record(self.n, x, y) for x, y in ((1.0, 1.0), (1.0, -1.0), (-1.0, 1.0), (0.0, 0.0))]
        logs = [probe.log_density(s, grid) for s in sets]
        pairs = [(float(np.abs(logs[i] - logs[j]).max()), i, j) for i in range(4) for j in range(i)]
        eps, i, j = max(pairs)
        return Pair(sets[j], sets[i], eps)


def _one_record(n: int, x: float, y: float) -> Data:
    """n records in dimension one, all 0 but the first."""
    features, labels = np.zeros((n, 1)), np.zeros(n)
    features[0, 0], labels[0] = x, y
    return Data(features, labels)
