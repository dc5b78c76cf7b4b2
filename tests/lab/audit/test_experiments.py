"""Every experiment accepts a true bound, rejects its twin and false bounds, and is reproducible."""

from __future__ import annotations

import json
import subprocess
import sys
from functools import cache
from math import exp, log, tanh

import pytest

from dptheory.lab.audit import catalog
from dptheory.lab.audit.harness import ExperimentRun
from dptheory.lab.audit.records import SAMPLED, VIOLATED, Bound, ExperimentResult, Noisy, evaluate
from dptheory.lab.audit.utility import RiskSetting, measured
from dptheory.lab.mechanisms.losses import Squared
from dptheory.lab.mechanisms.output import Algorithm2


def utility(rho: float, lam: float, n: int, d: int, eps: float, delta: float) -> float:
    return 4 * rho**2 / (lam * n) * (2 / delta + d * log(2 * d / delta) / eps)


def eps(eps: float) -> float:
    return eps


def tail(d: float, gam: float) -> float:
    return d * log(d / gam)


def spent(c: float, n: float, lam: float, eps: float) -> float:
    return eps - 2 * log(1 + c / (n * lam))


TRUE: dict[str, Bound] = {
    "noise-law": lambda d: d,
    "noise-tail": lambda d, gam: d * log(d / gam),
    "sensitivity-by-retraining": lambda rho, lam, n: 2 * rho / (lam * n),
    "sensitivity-of-regularised-rules": lambda rho, lam, n: 2 * rho / (lam * n),
    "sensitivity-of-strongly-convex-losses": lambda rho, lam, n: 2 * rho / (lam * (n + 1)),
    "excess-risk-of-algorithm1": utility,
    "excess-risk-of-algorithm2": lambda rho, lam, R, n, d, eps, delta: (
        utility(rho + lam * R, lam, n, d, eps, delta) + lam * R**2 / 2
    ),
    "privacy-of-noisy-sums": Noisy(lambda Delta, eps: Delta / eps, eps),
    "privacy-of-algorithm1": Noisy(lambda rho, lam, n, eps: 2 * rho / (lam * (n + 1) * eps), eps),
    "privacy-of-algorithm2": Noisy(lambda rho, lam, n, eps: 2 * rho / (lam * n * eps), eps),
    "privacy-of-algorithm4": Noisy(lambda R, lam, n, eps: (2 * R + 4) / (lam * n * eps), eps),
    "privacy-of-algorithm3": Noisy(lambda eps, lam, n, c: 2 / spent(c, n, lam, eps), eps),
    "privacy-of-algorithm3-curved": Noisy(lambda eps: 4 / eps, eps),
    "privacy-of-algorithm3-uncalibrated": Noisy(lambda eps: 8 / eps, lambda eps: 1.8 * eps),
    "privacy-of-algorithm5": Noisy(lambda eps, R, v: 2 * (R + 1) ** 2 / (v * eps), eps),
    "privacy-of-algorithm5-one-record": Noisy(lambda eps, R, v: 2 * (R + 1) ** 2 / (v * eps), eps),
    "privacy-of-exponential-erm": Noisy(lambda eps, Delta: 2 * Delta / eps, eps),
    "privacy-of-exponential-erm-printed": Noisy(lambda eps, Delta: 2 * Delta / eps, lambda eps: eps / 2),
    "distance-of-the-release": lambda rho, lam, n, eps, d, gam: 4 * rho / (lam * n * eps) * tail(d, gam),
    "risk-of-close-points": lambda rho, kap: rho * kap,
    "training-error-of-the-release": lambda rho, lam, n, eps, d, gam, bet: (
        bet / 2 * (4 * rho / (lam * n * eps) * tail(d, gam)) ** 2
    ),
    "stability-of-private-rules": lambda bound, eps: 2 * bound * tanh(eps / 2),
    "sensitivity-of-validation": lambda R, v: (R + 1) ** 2 / v,
    "risk-of-the-exponential-mechanism": lambda K, eps, Delta, t: t + log(K) * 2 * Delta / eps,
    "excess-risk-of-the-minimiser": lambda rho, lam, n, delta: 2 * rho**2 / (delta * lam * (n + 1)),
    "excess-risk-of-a-stable-rule": lambda rho, bet, delta: rho * bet / delta,
    "excess-risk-of-a-perturbed-rule": lambda rate, rho, kap: rate + rho * kap,
    "excess-risk-with-the-stated-noise-1": Noisy(
        lambda rho, lam, n, eps: 2 * rho / (lam * (n + 1) * eps),
        lambda rho, lam, n, d, eps, delta: utility(rho, lam, n + 1, d, eps, delta) / 2,
    ),
    "excess-risk-with-the-stated-noise-2": Noisy(
        lambda rho, lam, n, eps: 2 * rho / (lam * n * eps),
        lambda rho, lam, R, n, d, eps, delta: utility(rho, lam, n, d, eps, delta) / 2 + lam * R**2 / 2,
    ),
    "sensitivity-of-margin-losses": lambda lam, n: 2 / (lam * n),
    "privacy-of-output-perturbation": lambda eps: 2 * eps,
    "privacy-of-subsampling": lambda eps, m, n: log(1 + m / n * (exp(eps) - 1)),
    "privacy-of-minibatch-steps": lambda eps, m, b, n: m * log(1 + b / n * (exp(eps) - 1)),
    "moments-of-gaussian-answers": lambda m, s: m * s * (s + 1) / 2,
    "stability-on-finite-worlds": lambda eps: tanh(eps / 2),
    "stability-with-slack-on-finite-worlds": lambda eps, delta: (exp(eps) - 1 + 2 * delta) / (exp(eps) + 1),
    "generalisation-on-finite-worlds": lambda eps: tanh(eps / 4),
    "consistency-on-finite-worlds": lambda xi, eps: xi + tanh(eps / 4),
    "consistency-with-slack-on-finite-worlds": lambda xi, eps, delta: (
        xi + (exp(eps) - 1 + 2 * delta) / (exp(eps) + 1)
    ),
    "slack-of-a-perturbed-mechanism": lambda eps, tau: (1 + exp(eps)) * tau,
    "risk-of-algorithm1-on-finite-spaces": lambda K, n, eps, g: 2 * log(K) / (n * eps) + eps / 4 + 2 * g,
    "empirical-risk-of-algorithm1-on-finite-spaces": lambda K, n, eps, g: 2 * log(K) / (n * eps) + 2 * g,
    "amplification-on-finite-worlds": lambda eps, m, n: log(1 + m / n * (exp(eps) - 1)),
    "amplification-by-roots-on-finite-worlds": lambda eps, m, n: log(1 + m / n * (exp(eps) - 1)),
    "slack-of-subsampling-on-finite-worlds": lambda m, n, delta: m / n * delta,
    "exposure-of-a-sample": lambda m, n: m / n,
    "exposure-of-a-root-sample": lambda n: n**-0.5,
    "empirical-risk-on-a-sample": lambda xi: 2 * xi,
    "exposure-of-a-posterior-sample": lambda lev, r, gam, delta: (
        abs(gam * lev * r**2 / (1 + lev) - log(1 + lev)) / 2
        + lev * log(2 / delta)
        + (2 * gam * lev * log(2 / delta)) ** 0.5 * abs(r)
    ),
    "exposure-of-gaussian-answers": lambda Delta, gam, delta: (
        gam * Delta**2 / 2 + Delta * (2 * gam * log(1 / delta)) ** 0.5
    ),
    "exposure-of-two-posterior-samples": lambda eps, eps2: eps + eps2,
    "generalisation-of-a-posterior-sample": lambda mean, delta: 2 * (delta + mean),
}
FALSE: dict[str, Bound] = {
    "noise-law": lambda d: 1.05 * d,
    "noise-tail": lambda d, gam: 0.98 * d * log(d / gam),
    "sensitivity-by-retraining": lambda rho, lam, n: 1.99 * rho / (lam * n),
    "sensitivity-of-regularised-rules": lambda rho, lam, n: 1.99 * rho / (lam * n),
    "sensitivity-of-strongly-convex-losses": lambda rho, lam, n: 1.999 * rho / (lam * (n + 1)),
    "excess-risk-of-algorithm1": 1e-3,
    "excess-risk-of-algorithm2": lambda rho, lam, n: exp(-n),
    "privacy-of-noisy-sums": Noisy(lambda Delta, eps: 0.85 * Delta / eps, eps),
    "privacy-of-algorithm1": Noisy(lambda rho, lam, n, eps: 1.7 * rho / (lam * (n + 1) * eps), eps),
    "privacy-of-algorithm2": Noisy(lambda rho, lam, n, eps: 1.7 * rho / (lam * n * eps), eps),
    "privacy-of-algorithm4": Noisy(lambda R, lam, n, eps: (1.6 * R + 3.2) / (lam * n * eps), eps),
    "privacy-of-algorithm3": Noisy(lambda eps, lam, n, c: 1 / spent(c, n, lam, eps), eps),
    "privacy-of-algorithm3-curved": Noisy(lambda eps: 1 / eps, eps),
    "privacy-of-algorithm3-uncalibrated": Noisy(lambda eps: 2 / eps, eps),
    "privacy-of-algorithm5": Noisy(lambda eps, R: R**2 / eps, eps),
    "privacy-of-algorithm5-one-record": Noisy(lambda eps, R: 2 * R**2 / eps, eps),
    "privacy-of-exponential-erm": Noisy(lambda eps, Delta: 1.3 * Delta / eps, eps),
    "privacy-of-exponential-erm-printed": Noisy(lambda eps, Delta: Delta / eps, lambda eps: eps / 2),
    "distance-of-the-release": lambda rho, lam, n, eps, d, gam: 3.9 * rho / (lam * n * eps) * tail(d, gam),
    "risk-of-close-points": lambda rho, kap: 0.98 * rho * kap,
    "training-error-of-the-release": lambda rho, lam, n, eps, d, gam, bet: (
        bet / 2 * (3.9 * rho / (lam * n * eps) * tail(d, gam)) ** 2
    ),
    "stability-of-private-rules": lambda bound, eps: 1.98 * bound * tanh(eps / 2),
    "sensitivity-of-validation": lambda R: R**2 / 2,
    "risk-of-the-exponential-mechanism": lambda n: 0.1 / n,
    "excess-risk-of-the-minimiser": lambda rho, lam, n, delta: exp(-n * delta),
    "excess-risk-of-a-stable-rule": lambda bet: 1e-6 * bet,
    "excess-risk-of-a-perturbed-rule": lambda rate: rate / 2,
    "excess-risk-with-the-stated-noise-1": Noisy(lambda n: 1 / n, 1e-5),
    "excess-risk-with-the-stated-noise-2": Noisy(lambda n: 1 / n, 1e-5),
    "sensitivity-of-margin-losses": lambda lam, n: 1.99 / (lam * n),
    "privacy-of-output-perturbation": lambda eps: eps,  # what the lecture prints
    "privacy-of-subsampling": lambda eps, m, n: m / n * eps,
    "privacy-of-minibatch-steps": lambda eps, m, b, n: m * b / n * eps,
    "moments-of-gaussian-answers": lambda m, s: m * s * s / 2,
    "stability-on-finite-worlds": lambda eps: eps / 4,
    "stability-with-slack-on-finite-worlds": lambda eps: tanh(eps / 2),
    "generalisation-on-finite-worlds": lambda eps: 0.999 * tanh(eps / 4),
    "consistency-on-finite-worlds": lambda xi: xi,
    "consistency-with-slack-on-finite-worlds": lambda xi: xi,
    "slack-of-a-perturbed-mechanism": lambda tau: tau,
    "risk-of-algorithm1-on-finite-spaces": lambda n: 0.1 / n,
    "empirical-risk-of-algorithm1-on-finite-spaces": lambda n: 0.1 / n,
    "amplification-on-finite-worlds": lambda eps, m, n: m / n * eps,
    "amplification-by-roots-on-finite-worlds": lambda eps, n: eps / n**0.5,
    "slack-of-subsampling-on-finite-worlds": lambda m, n, delta: m / n * delta / 1.001,
    "exposure-of-a-sample": lambda m, n: m / (n + 1),
    "exposure-of-a-root-sample": lambda n: 1 / n,
    "empirical-risk-on-a-sample": lambda xi: 0.9 * xi,
    "exposure-of-a-posterior-sample": lambda lev, r, gam: lev / 2 + (gam * lev) ** 0.5 * abs(r),
    "exposure-of-gaussian-answers": lambda Delta, gam: Delta * gam**0.5,
    "exposure-of-two-posterior-samples": lambda eps: eps,
    "generalisation-of-a-posterior-sample": lambda mean, delta: 1.8 * (delta + mean),
}
ATTAINED = (
    "noise-tail",
    "sensitivity-by-retraining",
    "sensitivity-of-regularised-rules",
    "sensitivity-of-strongly-convex-losses",
    "stability-on-finite-worlds",
    "stability-with-slack-on-finite-worlds",
    "generalisation-on-finite-worlds",
    "consistency-on-finite-worlds",
    "slack-of-a-perturbed-mechanism",
    "amplification-on-finite-worlds",
    "slack-of-subsampling-on-finite-worlds",
    "exposure-of-a-sample",
)
NAMED = {e.name: e for e in catalog.experiments()}


@cache
def result(name: str) -> ExperimentResult:
    return NAMED[name].run(1, TRUE[name])


@pytest.mark.parametrize("name", NAMED)
def test_accepts_a_true_bound_and_rejects_its_twin(name: str) -> None:
    found = result(name)
    assert found.verdict == SAMPLED
    assert found.twin.rejected
    assert found.twin.ratio > 1
    assert found.ratio == pytest.approx(found.observed / found.bound)
    assert found.ratio <= 1 + 1e-12
    assert found.samples > 0
    assert 0.99 < found.confidence <= 1


@pytest.mark.parametrize("name", ATTAINED)
def test_attained_bounds_reach_ratio_one(name: str) -> None:
    assert result(name).ratio > 0.99


@pytest.mark.parametrize("name", NAMED)
def test_rejects_a_false_bound(name: str) -> None:
    found = NAMED[name].run(2, FALSE[name])
    assert found.verdict == VIOLATED
    assert found.ratio > 1


ALIKE = ("excess-risk-of-", "excess-risk-with-", "privacy-of-")
"""Experiments that differ in their worlds alone: for them one of each kind is run again."""


@pytest.mark.parametrize(
    "name",
    [n for n in NAMED if not n.startswith(ALIKE)]
    + ["excess-risk-of-the-minimiser", "privacy-of-algorithm1", "privacy-of-subsampling"],
)
def test_same_seed_same_result(name: str) -> None:
    assert NAMED[name].run(1, TRUE[name]) == result(name)


@pytest.mark.parametrize("name", ["sensitivity-by-retraining", "sensitivity-of-regularised-rules"])
def test_the_printed_constant_is_twice_the_attained_one(name: str) -> None:
    found = NAMED[name].run(1, lambda rho, lam, n: 4 * rho / (lam * n))
    assert found.verdict == SAMPLED
    assert 0.495 < found.ratio <= 0.5
    assert found.twin.rejected


@pytest.mark.parametrize("name", NAMED)
def test_results_are_plain_data(name: str) -> None:
    plain = result(name).to_dict()
    assert json.loads(json.dumps(plain)) == plain
    assert set(plain) == set(ExperimentResult.__dataclass_fields__)


def test_without_projection_the_explicit_bound_of_theorem21_fails() -> None:
    printed = Algorithm2(loss=Squared(), lam=0.05, eps=0.1, radius=1.0)  # not projected
    run = ExperimentRun("unprojected", 1, TRUE["excess-risk-of-algorithm2"], "quick")
    found = measured(run, [RiskSetting(printed, 5, 0.1)])
    assert found.verdict == VIOLATED
    assert found.ratio > 5


def test_catalog_loads_no_numerical_library() -> None:
    heavy = "[m for m in ('numpy', 'scipy', 'sklearn') if m in sys.modules]"
    code = f"import sys, dptheory.lab.audit.catalog; print({heavy})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("seed", [-1, 1.0, True, "1"])
def test_bad_seeds(seed: object) -> None:
    with pytest.raises(ValueError, match="rng_seed"):
        NAMED["noise-law"].run(seed, 1.0)  # type: ignore[arg-type]


def test_bad_sizes_and_bounds() -> None:
    experiment = NAMED["sensitivity-of-validation"]
    with pytest.raises(ValueError, match="quick, full"):
        experiment.run(0, 1.0, "huge")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="takes lam; there are R, v"):
        experiment.run(0, lambda lam: lam)
    for bad in (0.0, -1.0, float("nan"), float("inf"), True, "1"):
        with pytest.raises(ValueError, match="finite number > 0"):
            experiment.run(0, bad)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="finite number > 0"):
        evaluate(lambda n: -n, {"n": 3})
