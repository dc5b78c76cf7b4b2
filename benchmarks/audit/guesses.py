"""What right guesses from one run show by either bound, and how often mechanisms that keep their claim are convicted."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from dptheory.lab.audit.binomial import lower_limit
from dptheory.lab.audit.privacy.guessing import approximate, chance_at_most, grid, less_than, mu_lower
from dptheory.lab.audit.privacy.onerun import Claimed, audit_once
from dptheory.lab.audit.privacy.plan import Plan
from dptheory.lab.audit.privacy.report import VIOLATED
from dptheory.lab.audit.privacy.subjects import Plain
from dptheory.lab.domain import FloatArray
from dptheory.lab.mechanisms.claims import GaussianClaim, PrivacyClaim

SHOWN = (
    (100, 100, 100),
    (100, 100, 75),
    (1_000, 1_000, 700),
    (1_000, 250, 230),
    (1_000, 100, 100),
    (10_000, 10_000, 6_000),
    (10_000, 1_000, 950),
)
"""Canaries, guesses, right ones."""

LEVEL = 0.05
CANARIES = 60


def guesses(deltas: tuple[float, ...] = (0.0, 1e-5, 1e-3)) -> Iterator[dict[str, object]]:
    """Lower limits of eps by either theorem on the same guesses; of mu; and the eps that goes with that mu."""
    for m, r, v in SHOWN:
        mu = mu_lower(m, r, v, LEVEL)
        for delta in deltas:
            row: dict[str, object] = {"mechanism": f"{v} of {r} right", "canaries": m, "delta": delta}
            first = _last(lambda eps, m=m, r=r, v=v, d=delta: chance_at_most(m, r, v, eps, d) <= LEVEL)  # type: ignore[misc]
            second = _last(lambda eps, m=m, r=r, v=v, d=delta: less_than(m, r, v, LEVEL, approximate(eps, d)))  # type: ignore[misc]
            row |= {"eps, Steinke et al.": first, "eps, Mahloujifar et al.": second, "mu": mu}
            row["eps of mu"] = _eps_of(mu, delta) if delta else "-"
            # the second may lose a few steps of the grid where delta is 0, and must gain where delta tells
            yield row | {"reached": second >= first - 0.025 and (delta < 1e-3 or second > first)}


def _last(rejected: Callable[[float], bool]) -> float:
    """The last eps that is rejected, testing upwards."""
    found = 0.0
    for eps in grid(0.0):
        if not rejected(eps):
            break
        found = eps
    return found


def _eps_of(mu: float, delta: float) -> float:
    """The eps at which mu-Gaussian privacy has this delta (Dong, Roth and Su 2022, Corollary 1)."""
    from scipy.optimize import brentq
    from scipy.stats import norm

    def beyond(eps: float) -> float:
        return float(norm.cdf(mu / 2 - eps / mu) - np.exp(eps) * norm.cdf(-mu / 2 - eps / mu) - delta)

    return 0.0 if beyond(0.0) <= 0 else float(brentq(beyond, 0.0, 200.0))


def response(eps: float, delta: float, jointly: bool) -> Callable[..., FloatArray]:
    """Each bit by randomised response, but truly with chance delta, each on its own or all together."""

    def mechanism(data: Any, size: int, rng: np.random.Generator) -> FloatArray:
        there = np.asarray(data)[:CANARIES, 0]
        lie = rng.random((size, CANARIES)) > 1 / (1 + math.exp(-eps))
        truly = rng.random((size, 1 if jointly else CANARIES)) < delta
        return np.where(lie & ~truly, 1 - there, there)

    return mechanism


def noisy(mu: float) -> Callable[..., FloatArray]:
    """Each bit with Gaussian noise."""
    return lambda data, size, rng: np.asarray(data)[:CANARIES, 0] + rng.standard_normal((size, CANARIES)) / mu


class Places:
    """The score of a canary is the output at its place; called a second time, for the other records, 0."""

    def __init__(self) -> None:
        self.calls = 0

    def __call__(self, output: Any, records: Any) -> Any:
        self.calls += 1
        return output if self.calls == 1 else np.zeros(len(records))


ONE_RUN: tuple[tuple[str, Callable[..., FloatArray], Claimed, bool], ...] = (
    ("response, eps 1", response(1.0, 0.0, False), PrivacyClaim(1.0), False),
    ("response, eps 1, truth each 0.01", response(1.0, 0.01, False), PrivacyClaim(1.0, 0.01), False),
    ("response, eps 1, truth all 0.01", response(1.0, 0.01, True), PrivacyClaim(1.0, 0.01), False),
    ("response, eps 1, truth all 0.3", response(1.0, 0.3, True), PrivacyClaim(1.0, 0.3), False),
    ("normal, mu 0.5", noisy(0.5), GaussianClaim(0.5), False),
    ("response, eps 6 for 1", response(6.0, 0.0, False), PrivacyClaim(1.0), True),
    ("response, eps 8 for (1, 0.001)", response(8.0, 0.0, False), PrivacyClaim(1.0, 1e-3), True),
    ("normal, mu 8 for 0.5", noisy(8.0), GaussianClaim(0.5), True),
)
"""What keeps its claim, most of it with nothing to spare, and what does not."""


def one_run(runs: int) -> Iterator[dict[str, object]]:
    """How often one run of each convicts at 95 %."""
    bits = np.concatenate([np.ones(CANARIES), np.zeros(4)])[:, None]
    for name, mechanism, claim, wrong in ONE_RUN:
        subject, size = Plain(mechanism, name), runs // 10 if wrong else runs
        found = [
            audit_once(subject, claim, bits, CANARIES, Places(), Plan(confidence=0.95, seed=seed))
            for seed in range(size)
        ]
        caught = sum(one.verdict == VIOLATED for one in found)
        low = lower_limit(caught, size, 0.01)
        row = {"mechanism": name, "runs": size, "violated": caught, "lower limit": low}
        yield row | {"reached": caught == size if wrong else low < LEVEL}
