"""Excess risk of Algorithms 1 and 2, where the true law is known.

The population is the empirical law of the diabetes data: data sets are drawn from it with replacement, the
true risk is a finite sum, and its least value over the ball is bounded from below by the solver's certified
value gap.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from dptheory.audit.binomial import lower_limit, quantile_upper, upper_limit
from dptheory.audit.diabetes import diabetes, diabetes_classes
from dptheory.audit.records import (
    SAMPLED,
    UNDECIDED,
    VIOLATED,
    Bound,
    Experiment,
    ExperimentResult,
    Noisy,
    Size,
    Twin,
    evaluate,
)
from dptheory.mechanisms.ball import project
from dptheory.mechanisms.domain import Data, FloatArray
from dptheory.mechanisms.erm import Problem, minimise, minimise_many
from dptheory.mechanisms.kinked import Hinge
from dptheory.mechanisms.losses import Logistic, Regularised, Squared
from dptheory.mechanisms.output import Algorithm1, Algorithm2, OutputPerturbation
from dptheory.mechanisms.special import special

CONFIDENCE = 0.999
RADIUS = 1.0
EPS = 1.0


@dataclass(frozen=True)
class World:
    """A mechanism, the size n of its data sets, and the failure probability that the bound speaks of.

    `noiseless` worlds release the minimiser. With the regulariser `apart`, rho speaks of the loss without it.
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

    def values(self) -> dict[str, float]:
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


def excess_risks(world: World, size: int, rng: np.random.Generator) -> tuple[FloatArray, float]:
    """Upper ends of L_D(w) - L*_D for `size` data sets and releases; how much too high they may be."""
    m, data = world.mechanism, world.population
    share = np.full(data.n, 1 / data.n)
    weights = rng.multinomial(world.n, share, size=size) / world.n
    found = minimise_many(m.problem(data), weights)
    released = found.w
    if not world.noiseless:
        released = released + m.noise(world.n, data.d).sample(size, rng)
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


def worlds(size: Size, algorithm: int) -> tuple[World, ...]:
    """Projected releases: the squared loss in quick; in full also other losses, and more n, lam, delta."""
    if size == "quick":
        return (_world(algorithm, Squared(), 0.5, 400, 0.1),)
    return tuple(
        _world(algorithm, loss, lam, n, delta)
        for loss in (Squared(), Logistic(), Hinge())
        for lam in (0.05, 0.5)
        for n in (100, 2000)
        for delta in (0.05, 0.2)
    )


def projected_worlds(size: Size) -> tuple[World, ...]:
    """Algorithm 1, projected."""
    return worlds(size, 1)


def noiseless_worlds(size: Size, *, apart: bool = False) -> tuple[World, ...]:
    """The minimisers of the losses of Algorithm 1, without noise."""
    return tuple(replace(world, noiseless=True, apart=apart) for world in worlds(size, 1))


def everywhere_worlds(size: Size) -> tuple[World, ...]:
    """Algorithm 2 unprojected, with a loss that is Lipschitz everywhere, and projected as in `worlds`."""
    logistic = Algorithm2(loss=Logistic(), lam=0.5, eps=EPS, radius=RADIUS)
    return (World(logistic, 400, 0.1), *worlds(size, 2))


def unprojected_worlds(size: Size) -> tuple[World, ...]:
    """Algorithm 2 as printed: the noise leaves the ball, where the squared loss is not rho-Lipschitz."""
    return (World(Algorithm2(loss=Squared(), lam=0.05, eps=0.1, radius=RADIUS), 5, 0.1),)


def _world(algorithm: int, loss: Squared | Logistic | Hinge, lam: float, n: int, delta: float) -> World:
    if algorithm == 1:
        return World(
            Algorithm1(loss=Regularised(loss, lam), eps=EPS, radius=RADIUS, projected=True), n, delta
        )
    return World(Algorithm2(loss=loss, lam=lam, eps=EPS, radius=RADIUS, projected=True), n, delta)


def failures(risks: FloatArray, gap: float, limit: float, delta: float, alpha: float) -> str:
    """Whether P(excess risk > limit) <= delta: shown, contradicted, or neither; each at level alpha."""
    certain = int(np.count_nonzero(risks - gap > limit))
    if lower_limit(certain, len(risks), alpha) > delta:
        return VIOLATED
    possible = int(np.count_nonzero(risks > limit))
    return SAMPLED if upper_limit(possible, len(risks), alpha) <= delta else UNDECIDED


def perturbed_trial(experiment: Experiment, seed: int, bound: Bound, size: Size) -> ExperimentResult:
    """A rule with noise against its own rate, the upper limit of the risk of other data sets without noise.

    kap is what the norm of the noise exceeds with probability gam; the bound may fail with delta + gam.
    """
    world, gam, releases = worlds(size, 1)[0], 0.05, 1_200 if size == "quick" else 20_000
    alpha = (1 - CONFIDENCE) / 4
    first, second = map(np.random.default_rng, np.random.SeedSequence(seed).spawn(2))
    clear, _ = excess_risks(replace(world, noiseless=True), 4 * releases, first)
    noise = world.mechanism.noise(world.n, world.population.d)
    values = {
        **world.values(),
        "rate": quantile_upper(np.sort(clear), 1 - world.delta, alpha),
        "kap": float(special().gammainccinv(noise.d, gam)) * noise.scale,
        "gam": gam,
        "Delta": noise.scale * world.mechanism.eps,
    }
    risks, gap = excess_risks(world, releases, second)
    limit, total = evaluate(bound, values), world.delta + gam
    high = quantile_upper(np.sort(risks), 1 - total, alpha)
    rate = values["rate"]
    return ExperimentResult(
        experiment.name,
        failures(risks, gap, limit, total, alpha),
        high / limit,
        CONFIDENCE,
        5 * releases,
        seed,
        high,
        limit,
        Twin(
            "the rate without what the noise costs",
            failures(risks, gap, rate, total, alpha) == VIOLATED,
            high / rate,
        ),
        f"upper limit of the 1 - delta - gam quantile over the bound; the rate is {rate:.4g}",
    )


def trial(
    plan: tuple[World, ...], experiment: Experiment, seed: int, bound: Bound, size: Size
) -> ExperimentResult:
    """Failure frequencies against delta in every world, with simultaneous exact confidence."""
    releases = 1_200 if size == "quick" else 4_000
    alpha = (1 - CONFIDENCE) / (4 * len(plan))
    streams = np.random.SeedSequence(seed).spawn(len(plan))
    rows, verdicts, twins = [], [], []
    for world, stream in zip(plan, streams, strict=True):
        if isinstance(bound, Noisy):  # the noise that the statement speaks of
            scale = evaluate(bound.scale, world.values())
            world = replace(world, mechanism=replace(world.mechanism, scale=scale))
        risks, gap = excess_risks(world, releases, np.random.default_rng(stream))
        limit = evaluate(bound, world.values())
        high = quantile_upper(np.sort(risks), 1 - world.delta, alpha)
        rows.append((high / limit, high, limit, f"{world.mechanism.problem_loss.name}, n={world.n}"))
        verdicts.append(failures(risks, gap, limit, world.delta, alpha))
        pilot, rest = risks[: releases // 2], risks[releases // 2 :]
        middle = float(np.median(pilot))
        twins.append((failures(rest, gap, middle, world.delta, alpha), high / middle))
    verdict = next((v for v in (VIOLATED, UNDECIDED) if v in verdicts), SAMPLED)
    ratio, observed, limit, place = max(rows)
    twin = Twin(
        "median of the first half as the bound",
        all(t == VIOLATED for t, _ in twins),
        min(r for _, r in twins),
    )
    note = f"upper limit of the 1 - delta quantile over the bound, worst of {len(plan)} worlds at {place}"
    return ExperimentResult(
        experiment.name, verdict, ratio, CONFIDENCE, releases * len(plan), seed, observed, limit, twin, note
    )
