"""Worst-case search for data sets that attain the sharp stability constants.

(1) Regularised rules: argmin of L_S(w) + lam/2 ||w||^2 with the linear losses l(w, z) = rho <w, z>, ||z|| <=
1. A population of small data sets and replacements climbs towards the largest ||A(S) - A(S^(i))||; the best
constant is 2 rho / (lam n).

(2) Strongly convex losses over a bounded H, where the best constant is 2 rho / (lam (n + 1)). The instance,
in dimension one: D = 2 rho / (lam (n + 1)), H = [0, D], l(w, z) = lam/2 (w - z)^2 with centres z in [D -
rho/lam, rho/lam], which are exactly the rho-Lipschitz ones on H. With n - 1 centres at D/2 the mean of the
centres is 0 when the last one is D - rho/lam, and D when it is rho/lam; so the two minimisers are the ends of
H. Moved to the ball of radius R = D/2 about 0, it is the linear loss of slope c = rho - lam R = n lam R,
regularised, with records 0, ..., 0, -1 and 0, ..., 0, 1.
"""

from __future__ import annotations

import numpy as np

from dptheory.lab.audit.harness import ExperimentRun, Seen
from dptheory.lab.audit.records import Bound, ExperimentResult
from dptheory.lab.domain import FloatArray
from dptheory.lab.mechanisms.erm import Problem, minimise_many
from dptheory.lab.mechanisms.losses import Linear, Regularised


def climb(n: int, d: int, rho: float, lam: float, rounds: int, rng: np.random.Generator) -> Seen:
    """(1): a population of data sets of n + 1 records (the last one replaces the first), moved at random,
    kept if better; the certified lower end of the largest move, and how many data sets were tried.
    """
    population = 24
    records = _into_ball(rng.standard_normal((population, n + 1, d)))
    score, tried = _moves(records, rho, lam), population
    step = np.ones(population)
    for _ in range(rounds):
        proposal = _into_ball(records + step[:, None, None] * rng.standard_normal(records.shape))
        new = _moves(proposal, rho, lam)
        better = new > score
        records[better], score[better] = proposal[better], new[better]
        step *= np.where(better, 1.1, 0.9)
        tried += population
    return Seen(float(score.max()), {"rho": rho, "lam": lam, "n": n, "d": d}, tried)


def _into_ball(records: FloatArray) -> FloatArray:
    """Each record scaled to norm at most 1."""
    return np.asarray(records / np.maximum(np.linalg.norm(records, axis=-1, keepdims=True), 1.0))


def _moves(records: FloatArray, rho: float, lam: float) -> FloatArray:
    """Certified lower ends of ||A(S) - A(S^(0))|| for every data set of the population."""
    population, size, d = records.shape
    problem = Problem(Linear(rho), records.reshape(-1, d), np.zeros(population * size), lam, np.inf)
    weights = np.zeros((2, population, population, size))
    own = np.arange(population)
    weights[0, own, own, :-1] = 1 / (size - 1)
    weights[1, own, own, 1:] = 1 / (size - 1)
    found = minimise_many(problem, weights.reshape(2 * population, population * size))
    here, there = found.w.reshape(2, population, d)
    gaps = found.distance_gap.reshape(2, population).sum(axis=0)
    return np.asarray(np.linalg.norm(here - there, axis=1) - gaps)


def endpoints(n: int, rho: float, lam: float) -> Seen:
    """(2): the instance above, solved; the move is 2 rho / (lam (n + 1)) up to the solver's gap."""
    radius = rho / (lam * (n + 1))
    loss = Regularised(Linear(n * lam * radius), lam)
    values = {"rho": loss.lipschitz(radius), "lam": lam, "n": n, "R": radius}
    problem = Problem(loss.base, np.array([[0.0], [-1.0], [1.0]]), np.zeros(3), lam, radius)
    found = minimise_many(problem, np.array([[n - 1, 1, 0], [n - 1, 0, 1]]) / n)
    move = float(np.linalg.norm(found.w[0] - found.w[1]) - found.distance_gap.sum())
    return Seen(move, values, 2)


def regularised(run: ExperimentRun) -> ExperimentResult:
    """(1) for several n and d."""
    return _climbed(run, 1.5)


def margin(run: ExperimentRun) -> ExperimentResult:
    """(1) with rho = 1, the slope of the margin losses l(y <w, x>) of the lecture's Theorem 1."""
    return _climbed(run, 1.0)


def _climbed(run: ExperimentRun, rho: float) -> ExperimentResult:
    worlds = run.pick([(1, 1), (2, 2), (5, 3)], [(n, d) for n in (1, 2, 3, 5, 8) for d in (1, 2, 3, 5)])
    rounds = run.pick(60, 400)
    streams = run.streams(len(worlds))
    seen = [climb(n, d, rho, 0.3, rounds, rng) for (n, d), rng in zip(worlds, streams, strict=True)]
    return _searched(run, seen, lambda rho, lam, n: 0.99 * 2 * rho / (lam * n), "0.99 * 2 rho / (lam n)")


def strongly_convex(run: ExperimentRun) -> ExperimentResult:
    """(2) for several n; the seed draws rho and lam."""
    rng = np.random.default_rng(run.seed)
    sizes = run.pick((1, 2, 5, 20), tuple(range(1, 200)))
    seen = [endpoints(n, float(rng.uniform(0.5, 2)), float(rng.uniform(0.1, 1))) for n in sizes]
    return _searched(
        run, seen, lambda rho, lam, n: 0.99 * 2 * rho / (lam * (n + 1)), "0.99 * 2 rho / (lam (n + 1))"
    )


def _searched(run: ExperimentRun, seen: list[Seen], false: Bound, twin: str) -> ExperimentResult:
    return run.judged(seen, false, twin, "worst of {} worlds:", confidence=1.0, everywhere=True)
