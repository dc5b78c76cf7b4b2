"""Excess risk of Algorithms 1 and 2, where the true law is known.

The population is the empirical law of the diabetes data: data sets are drawn from it with replacement, the
true risk is a finite sum, and its least value over the ball is bounded from below by the solver's certified
value gap.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from dptheory.lab.audit.binomial import lower_limit, quantile_upper, upper_limit
from dptheory.lab.audit.harness import CONFIDENCE, ExperimentRun, Values
from dptheory.lab.audit.records import (
    SAMPLED,
    UNDECIDED,
    VIOLATED,
    ExperimentResult,
    Noisy,
    Size,
    Twin,
    evaluate,
)
from dptheory.lab.diabetes import diabetes, diabetes_classes
from dptheory.lab.domain import Data, FloatArray
from dptheory.lab.mechanisms.ball import project
from dptheory.lab.mechanisms.erm import Problem, minimise, minimise_many
from dptheory.lab.mechanisms.kinked import Hinge
from dptheory.lab.mechanisms.losses import Logistic, Regularised, Squared
from dptheory.lab.mechanisms.output import Algorithm1, Algorithm2, OutputPerturbation
from dptheory.lab.special import special

RADIUS = 1.0
EPS = 1.0


@dataclass(frozen=True)
class RiskSetting:
    """A mechanism, the size n of its data sets, and the failure probability that the bound speaks of.

    Where it is `noiseless`, the minimiser is released. With the regulariser `apart`, rho speaks of the loss
    without it.
    """

    mechanism: OutputPerturbation
    n: int
    delta: float
    noiseless: bool = False
    apart: bool = False

    @property
    def population(self) -> Data:
        """The records of the true law, each with the same probability."""
        labels = isinstance(self.mechanism.problem_loss, Hinge | Logistic)
        return diabetes_classes() if labels else diabetes()

    def values(self) -> Values:
        """The parameters that a bound may take; rho is the Lipschitz constant of the loss whose risk is
        measured, bet how far one record moves the minimiser.
        """
        m = self.mechanism
        whole = isinstance(m, Algorithm1) and not self.apart
        rho = m.rho if whole else m.problem_loss.lipschitz(m.radius)
        return {
            "rho": rho,
            "lam": m.strength,
            "R": m.radius,
            "n": self.n,
            "d": self.population.d,
            "eps": m.eps,
            "delta": self.delta,
            "bet": m.tight_sensitivity(self.n),
        }


def excess_risks(setting: RiskSetting, size: int, rng: np.random.Generator) -> tuple[FloatArray, float]:
    """Upper ends of L_D(w) - L*_D for `size` data sets and releases; how much too high they may be."""
    m, data = setting.mechanism, setting.population
    share = np.full(data.n, 1 / data.n)
    weights = rng.multinomial(setting.n, share, size=size) / setting.n
    found = minimise_many(m.problem(data), weights)
    released = found.w
    if not setting.noiseless:
        released = released + m.noise(setting.n, data.d).sample(size, rng)
    if m.projected:
        released = project(released, m.radius)
    lam = m.strength if isinstance(m, Algorithm1) else 0.0
    best = minimise(m.problem_loss, data, lam, m.radius)
    truth = Problem(m.problem_loss, data.x, data.y, lam, m.radius)
    risk = np.concatenate(
        [truth.objective(m.problem_loss, part, share) for part in np.array_split(released, 1 + size // 2000)]
    )
    gap = float(best.value_gap[0])
    return np.asarray(risk - (best.value[0] - gap)), gap


def settings(size: Size, algorithm: int) -> tuple[RiskSetting, ...]:
    """Projected releases: the squared loss in quick; in full also other losses, and more n, lam, delta."""
    if size == "quick":
        return (_setting(algorithm, Squared(), 0.5, 400, 0.1),)
    return tuple(
        _setting(algorithm, loss, lam, n, delta)
        for loss in (Squared(), Logistic(), Hinge())
        for lam in (0.05, 0.5)
        for n in (100, 2000)
        for delta in (0.05, 0.2)
    )


def _setting(
    algorithm: int, loss: Squared | Logistic | Hinge, lam: float, n: int, delta: float
) -> RiskSetting:
    made: OutputPerturbation = (
        Algorithm1(loss=Regularised(loss, lam), eps=EPS, radius=RADIUS, projected=True)
        if algorithm == 1
        else Algorithm2(loss=loss, lam=lam, eps=EPS, radius=RADIUS, projected=True)
    )
    return RiskSetting(made, n, delta)


def algorithm1(run: ExperimentRun) -> ExperimentResult:
    """Algorithm 1, projected; the loss includes the regulariser."""
    return measured(run, settings(run.size, 1))


def algorithm2(run: ExperimentRun) -> ExperimentResult:
    """Algorithm 2, projected; the loss excludes the regulariser."""
    return measured(run, settings(run.size, 2))


def minimiser(run: ExperimentRun) -> ExperimentResult:
    """The minimisers of the losses of Algorithm 1, without noise."""
    return measured(run, [replace(setting, noiseless=True) for setting in settings(run.size, 1)])


def stable_rule(run: ExperimentRun) -> ExperimentResult:
    """The same with the regulariser beside the loss."""
    return measured(run, [replace(setting, noiseless=True, apart=True) for setting in settings(run.size, 1)])


def everywhere(run: ExperimentRun) -> ExperimentResult:
    """Algorithm 2 unprojected, with a loss that is Lipschitz everywhere, and projected."""
    logistic = Algorithm2(loss=Logistic(), lam=0.5, eps=EPS, radius=RADIUS)
    return measured(run, (RiskSetting(logistic, 400, 0.1), *settings(run.size, 2)))


def failures(risks: FloatArray, gap: float, limit: float, delta: float, alpha: float) -> str:
    """Whether P(excess risk > limit) <= delta: shown, contradicted, or neither; each at level alpha."""
    certain = int(np.count_nonzero(risks - gap > limit))
    if lower_limit(certain, len(risks), alpha) > delta:
        return VIOLATED
    possible = int(np.count_nonzero(risks > limit))
    return SAMPLED if upper_limit(possible, len(risks), alpha) <= delta else UNDECIDED


def perturbed(run: ExperimentRun) -> ExperimentResult:
    """A rule with noise against its own rate, the upper limit of the risk of other data sets without noise.

    kap is what the norm of the noise exceeds with probability gam; the bound may fail with delta + gam.
    """
    setting, gam, releases = settings(run.size, 1)[0], 0.05, run.pick(1_200, 20_000)
    alpha = (1 - CONFIDENCE) / 4
    first, second = run.streams(2)
    clear, _ = excess_risks(replace(setting, noiseless=True), 4 * releases, first)
    noise = setting.mechanism.noise(setting.n, setting.population.d)
    rate = quantile_upper(np.sort(clear), 1 - setting.delta, alpha)
    values = {
        **setting.values(),
        "rate": rate,
        "kap": float(special().gammainccinv(noise.d, gam)) * noise.scale,
        "gam": gam,
        "Delta": noise.scale * setting.mechanism.eps,
    }
    risks, gap = excess_risks(setting, releases, second)
    limit, total = run.limit(values), setting.delta + gam
    high = quantile_upper(np.sort(risks), 1 - total, alpha)
    failed = failures(risks, gap, rate, total, alpha) == VIOLATED
    return run.result(
        failures(risks, gap, limit, total, alpha),
        (high / limit, high, limit),
        5 * releases,
        Twin("the rate without what the noise costs", failed, high / rate),
        f"upper limit of the 1 - delta - gam quantile over the bound; the rate is {rate:.4g}",
    )


def measured(run: ExperimentRun, plan: Sequence[RiskSetting]) -> ExperimentResult:
    """Failure frequencies against delta in every setting, with simultaneous exact confidence."""
    releases = run.pick(1_200, 4_000)
    alpha = (1 - CONFIDENCE) / (4 * len(plan))
    rows, verdicts, twins = [], [], []
    for setting, rng in zip(plan, run.streams(len(plan)), strict=True):
        if isinstance(run.bound, Noisy):  # the noise that the statement speaks of
            scale = evaluate(run.bound.scale, setting.values())
            setting = replace(setting, mechanism=replace(setting.mechanism, scale=scale))
        risks, gap = excess_risks(setting, releases, rng)
        limit = run.limit(setting.values())
        high = quantile_upper(np.sort(risks), 1 - setting.delta, alpha)
        rows.append((high / limit, high, limit, f"{setting.mechanism.problem_loss.name}, n={setting.n}"))
        verdicts.append(failures(risks, gap, limit, setting.delta, alpha))
        pilot, rest = risks[: releases // 2], risks[releases // 2 :]
        middle = float(np.median(pilot))
        twins.append((failures(rest, gap, middle, setting.delta, alpha), high / middle))
    ratio, observed, limit, place = max(rows)
    failed = all(verdict == VIOLATED for verdict, _ in twins)
    return run.result(
        next((v for v in (VIOLATED, UNDECIDED) if v in verdicts), SAMPLED),
        (ratio, observed, limit),
        releases * len(plan),
        Twin("median of the first half as the bound", failed, min(ratio for _, ratio in twins)),
        f"upper limit of the 1 - delta quantile over the bound, worst of {len(plan)} worlds at {place}",
    )
