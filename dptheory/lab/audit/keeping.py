"""Whether mechanisms keep the privacy that a form promises for noise of the scale that it names.

The mechanism gets noise of that scale and is audited on the neighbours that are known to be worst. Its twin
has 30 % less noise than those neighbours need (where a part of the loss does not come from the noise, 60 %),
whatever the form's scale is.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

import numpy as np

from dptheory.lab.audit.harness import CONFIDENCE, ExperimentRun, Values, place
from dptheory.lab.audit.privacy.auditor import audit
from dptheory.lab.audit.privacy.neighbours import Neighbours
from dptheory.lab.audit.privacy.plan import Plan
from dptheory.lab.audit.records import SAMPLED, VIOLATED, ExperimentResult, Noisy, Twin, evaluate
from dptheory.lab.domain import FloatArray, positive
from dptheory.lab.mechanisms.additive import L2LaplaceSum
from dptheory.lab.mechanisms.claims import PrivacyClaim
from dptheory.lab.mechanisms.finite import ExponentialERM, Finite
from dptheory.lab.mechanisms.interface import Mechanism, Pair
from dptheory.lab.mechanisms.kinked import Hinge
from dptheory.lab.mechanisms.losses import HuberHinge, Linear, Regularised
from dptheory.lab.mechanisms.objective import ObjectivePerturbation
from dptheory.lab.mechanisms.output import Algorithm1, Algorithm2, Algorithm4, OutputPerturbation

LESS: Final = 0.7
MUCH_LESS: Final = 0.4
"""What the twins keep of the noise that is needed."""


@dataclass(frozen=True)
class Audited:
    """A mechanism with a known worst pair, the scale of its own noise, and the parameters of a bound.

    Its twin keeps the share `less` of the noise that is needed.
    """

    mechanism: Mechanism[Any]
    own: float
    values: Values
    less: float = LESS


def least_noise(mechanism: Mechanism[Any], eps: float) -> float | None:
    """The factor of the noise at which the worst pair loses exactly eps; None where its loss is not known.

    With less noise than that the mechanism does not keep eps, so an audit of the pair must convict it.

    >>> from dptheory.lab.mechanisms.additive import Laplace
    >>> round(least_noise(Laplace(eps=1.0), 0.5), 6)
    2.0
    """

    def loss(log_factor: float) -> float | None:
        pair = mechanism.with_noise_scaled(math.exp(log_factor)).worst_pair()
        return None if pair is None else pair.eps

    low, high = math.log(1 / 64), math.log(64)
    if loss(0.0) is None:
        return None
    for _ in range(40):
        middle = (low + high) / 2
        seen = loss(middle)
        if seen is None or seen > eps:
            low = middle
        else:
            high = middle
    return math.exp(high)


def audited(run: ExperimentRun, *worlds: Audited) -> ExperimentResult:
    """Audit every mechanism, and its twin, each at its share of the error probability."""
    samples = run.pick(30_000, 1_000_000)
    confidence = 1 - (1 - CONFIDENCE) / (2 * len(worlds))
    promise = run.bound if isinstance(run.bound, Noisy) else Noisy(run.bound, lambda eps: eps)
    rows, twins = [], []
    for k, world in enumerate(worlds):
        claim = evaluate(promise.bound, world.values)
        factor = evaluate(promise.scale, world.values) / world.own
        how = Plan(samples, confidence, run.seed + k)
        rows.append((limit(world.mechanism.with_noise_scaled(factor), claim, how) / claim, claim, k))
        needed = least_noise(world.mechanism, claim)
        if needed is None:
            raise ValueError(
                f"{world.mechanism!r} has no known worst pair; needed: one with its privacy loss"
            )
        twin = world.mechanism.with_noise_scaled(world.less * needed)
        twins.append(limit(twin, claim, how) / claim)
    ratio, claim, worst = max(rows)
    least = min(world.less for world in worlds)
    return run.result(
        VIOLATED if ratio > 1 else SAMPLED,
        (ratio, ratio * claim, claim),
        2 * samples * len(worlds),
        Twin(f"{100 * least:.0f} % of the noise that the worst pair needs", min(twins) > 1, min(twins)),
        f"lower confidence limit of eps over the claim, largest of {len(worlds)} worlds at "
        + place(worlds[worst].values),
    )


def limit(mechanism: Mechanism[Any], eps: float, plan: Plan) -> float:
    """The lower confidence limit of eps on the worst pair."""
    pair = mechanism.worst_pair()
    if pair is None:
        raise ValueError(f"{mechanism!r} has no known worst pair")
    neighbours = [Neighbours(pair.first, pair.second, "known worst case")]
    return audit(mechanism, PrivacyClaim(eps), pairs=neighbours, plan=plan).eps_lower


def sums(run: ExperimentRun) -> ExperimentResult:
    """Theorem 8: noise of scale Delta / eps on a sum, in one dimension and in two."""
    made = [L2LaplaceSum(eps=1.0, width=1, radius=0.5), L2LaplaceSum(eps=2.0, width=2, radius=0.2)]
    return audited(run, *(Audited(m, m.noise.scale, {"Delta": m.sensitivity, "eps": m.eps}) for m in made))


def _output(mechanism: OutputPerturbation, rho: float) -> Audited:
    m, n = mechanism, mechanism.n or 1
    values = {"rho": rho, "lam": m.strength, "R": m.radius, "n": n, "d": 1, "eps": m.eps}
    return Audited(m, m.noise(n, 1).scale, values)


def strongly_convex(run: ExperimentRun) -> ExperimentResult:
    """Algorithm 1 where the two minimisers are the ends of the ball, which attains 2 rho / (lam (n + 1))."""
    made = []
    for n, lam, radius, eps in ((4, 1.0, 1.0, 1.0), (1, 0.5, 2.0, 0.5)):
        loss = Regularised(Linear(n * lam * radius), lam)
        made.append(Algorithm1(loss=loss, eps=eps, radius=radius, n=n, tight=True))
    return audited(run, *(_output(m, m.rho) for m in made))


def convex(run: ExperimentRun) -> ExperimentResult:
    """Algorithm 2 with the hinge loss and with a linear one, which attain 2 rho / (lam n)."""
    hinge = Algorithm2(loss=Hinge(), lam=1.0, eps=1.0, radius=1.0, n=4, tight=True)
    linear = Algorithm2(loss=Linear(0.5), lam=0.2, eps=0.5, radius=1.0, n=10, tight=True)
    return audited(run, *(_output(m, m.loss.lipschitz(m.radius)) for m in (hinge, linear)))


def least_squares(run: ExperimentRun) -> ExperimentResult:
    """Algorithm 4 on a ball so small that the data hardly bend the objective."""
    m = Algorithm4(lam=1.0, eps=1.0, radius=0.1, n=100, tight=True)
    return audited(run, _output(m, m.loss.lipschitz(m.radius)))


def _objective(m: ObjectivePerturbation) -> Audited:
    values = {"eps": m.eps, "lam": m.lam, "n": m.n, "c": m.loss.smoothness()}
    return Audited(m, m.noise(1).scale, values, MUCH_LESS)


def _everywhere(run: ExperimentRun, smoothing: float, n: int) -> ExperimentResult:
    """Algorithm 3 over R^d, with a hinge loss rounded within `smoothing` of its kink."""
    loss = HuberHinge(smoothing)
    return audited(
        run, _objective(ObjectivePerturbation(eps=1.0, lam=1.0, n=n, loss=loss, form="chaudhuri2011"))
    )


objective = partial(_everywhere, smoothing=0.5, n=4)
curved = partial(_everywhere, smoothing=0.25, n=2)


def uncalibrated(run: ExperimentRun) -> ExperimentResult:
    """Algorithm 3 where eps' <= 0, without the regulariser that would make up for it, over a ball."""
    loss = HuberHinge(0.25)
    m = ObjectivePerturbation(eps=1.0, lam=1.0, n=2, loss=loss, radius=2.0, width=1, form="wu2015")
    return audited(run, _objective(m))


@dataclass(frozen=True, kw_only=True)
class Validated(Finite):
    """Line 3 of Algorithm 5 on hypotheses w that were fixed beforehand, in dimension one.

    Records are (x, y); the utility is minus the mean squared loss. The weights are exp(eps utility
    / (2 radius^2)).
    """

    hypotheses: tuple[float, ...]
    size: int
    radius: float

    def __post_init__(self) -> None:
        super().__post_init__()
        positive("radius", self.radius)

    def sensitivity(self, n: int) -> float:
        return self.radius**2

    def utilities(self, data: FloatArray) -> FloatArray:
        w = np.array(self.hypotheses)
        return np.asarray(-np.mean((data[:, :1] * w - data[:, 1:]) ** 2, axis=0))

    def check(self, data: FloatArray) -> None:
        if np.shape(data) != (self.size, 2) or np.abs(data).max() > 1:
            raise ValueError(f"the data set has shape {np.shape(data)}; needed: {(self.size, 2)} in [-1, 1]")

    def worst_pair(self) -> Pair[FloatArray]:
        """All records (-1, 1), for which w = -R is right, and one of them replaced by (1, 1)."""
        first = np.tile([-1.0, 1.0], (self.size, 1))
        second = first.copy()
        second[0, 0] = 1.0
        return self._pair(first, second)


def _exponential_erm(run: ExperimentRun, share: float) -> ExperimentResult:
    """The exponential mechanism on the risk of eight hypotheses, with `share`/n for its sensitivity."""
    m = ExponentialERM(eps=1.0, penalty=(0.0,) * 8)
    return audited(run, Audited(m, 2 * m.sensitivity(1) / m.eps, {"eps": m.eps, "Delta": share, "n": 1}))


def _picking(run: ExperimentRun, size: int) -> ExperimentResult:
    """Algorithm 5 with the hypotheses 1 and -1, so far apart in utility that one of them is rarely picked."""
    m = Validated(eps=2.0, hypotheses=(1.0, -1.0), size=size, radius=1.0)
    return audited(run, Audited(m, 2 * m.radius**2 / m.eps, {"eps": m.eps, "R": m.radius, "v": size}))


exponential_erm = partial(_exponential_erm, share=1.0)
exponential_erm_printed = partial(_exponential_erm, share=2.0)
picking = partial(_picking, size=4)
picking_from_one_record = partial(_picking, size=1)
