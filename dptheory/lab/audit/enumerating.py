"""Trials of lemmas on private rules, by enumeration of finite worlds (`audit.enumerated`)."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

import numpy as np

from dptheory.lab.audit import enumerated as worlds
from dptheory.lab.audit.enumerated import Learner
from dptheory.lab.audit.harness import ExperimentRun, Seen
from dptheory.lab.audit.records import Bound, ExperimentResult
from dptheory.lab.domain import FloatArray
from dptheory.lab.mechanisms.subsample import amplified

FALSE: Final = 0.99
"""A twin's constant is this share of the sharp one."""
ROUNDING: Final = 1e-9
"""A ratio that exceeds 1 by less may be rounding of double precision."""


def sharp_distance(eps: float, delta: float = 0.0) -> float:
    """The largest total variation between neighbours that is (eps, delta)-private (`wang2016.lemma30`)."""
    return (math.exp(eps) - 1 + 2 * delta) / (math.exp(eps) + 1)


def _budgets(run: ExperimentRun) -> tuple[float, ...]:
    return run.pick((0.1, 0.5, 1.0), (0.01, 0.1, 0.3, 0.5, 0.7, 1.0))


def _trials(run: ExperimentRun) -> int:
    return run.pick(3, 30)


def _counted(run: ExperimentRun, seen: Sequence[Seen], false: Bound, twin: str) -> ExperimentResult:
    note = "enumerated, nothing sampled; observed over the bound, largest of {} worlds at"
    return run.judged(seen, false, twin, note, confidence=1.0, rounding=ROUNDING)


# -- stability -------------------------------------------------------------------------------------


def _stability(run: ExperimentRun, *, slack: float) -> ExperimentResult:
    """Total variation between neighbours, which is the change of the expected loss for the worst loss in
    [0, 1]: randomised response, and the exponential mechanism over three hypotheses of random losses."""
    seen = []
    for eps, rng in zip(_budgets(run), run.streams(len(_budgets(run))), strict=True):
        kernels = [(worlds.response(eps, slack), 2, 1)]
        for n in (1, 2, 3):
            made = worlds.revealing(worlds.chosen(2, n, 3, eps, rng), slack)
            kernels.append((made.kernel, 2, n))
        for kernel, k, n in kernels:
            observed = worlds.largest_excess(kernel, k, n, 0.0)
            seen.append(Seen(observed, {"eps": eps, "delta": slack}, kernel.size))
    name = f"{FALSE} (e^eps - 1 + 2 delta)/(e^eps + 1)"
    return _counted(run, seen, lambda eps, delta: FALSE * sharp_distance(eps, delta), name)


# -- learning --------------------------------------------------------------------------------------


def _learners(run: ExperimentRun, slack: float = 0.0) -> list[tuple[float, Learner]]:
    """Private learners with their budgets: of which the first attain the sharp bound on the gap."""
    found = [(2 * math.log(k - 1), worlds.identify(k, 2 * math.log(k - 1))) for k in (3, 4)]
    found.append((0.5, worlds.identify(2, 0.5)))
    for rng in run.streams(_trials(run)):
        for eps in (0.2, 1.0):
            found += [(eps, worlds.chosen(2, n, 3, eps, rng)) for n in (1, 2, 4)]
    return [(eps, worlds.revealing(world, slack)) for eps, world in found]


def gap(run: ExperimentRun) -> ExperimentResult:
    """Risk against empirical risk, in expectation; `xi` is the rate of stability that the world has."""
    seen = [
        Seen(world.gap(), {"eps": eps, "xi": world.stability()}, world.kernel.size)
        for eps, world in _learners(run)
    ]
    return _counted(run, seen, lambda eps: FALSE * math.tanh(eps / 4), f"{FALSE} tanh(eps/4)")


def _consistency(run: ExperimentRun, *, slack: float) -> ExperimentResult:
    """The excess risk; `xi` is the rate at which the world's rule minimises the empirical risk, `xi1` that of
    its stability, `xi2` the former again."""
    seen = []
    for eps, world in _learners(run, slack):
        xi = world.aerm()
        values = {"eps": eps, "delta": slack, "xi": xi, "xi1": world.stability(), "xi2": xi}
        seen.append(Seen(world.excess(), values, world.kernel.size))
    if slack:
        return _counted(run, seen, lambda xi: xi, "the rate xi alone, nothing for eps and delta")
    name = f"xi + {FALSE} tanh(eps/4)"
    return _counted(run, seen, lambda xi, eps: xi + FALSE * math.tanh(eps / 4), name)


def _finite(run: ExperimentRun) -> list[tuple[float, float, int, Learner]]:
    """Algorithm 1 over K hypotheses with penalties of size g: one is right about every record, the others
    wrong; and hypotheses of random losses."""
    found = []
    for g, rng in zip((0.0, 0.05, 0.1), run.streams(3), strict=True):
        for n, hypotheses, eps in ((3, 8, 0.5), (5, 4, 1.0), (4, 16, 2.0)):
            wrong = np.ones((hypotheses, 2))
            wrong[0] = 0.0
            for losses in (wrong, rng.random((hypotheses, 2))):
                penalty = rng.uniform(-g, g, hypotheses)
                kernel = worlds.exponential(2, n, losses, eps, penalty)
                found.append((eps, g, hypotheses, Learner(n, kernel, losses, rng.dirichlet(np.ones(2)))))
    return run.pick(found[::2] + found[1:4:2], found)


def _algorithm1(run: ExperimentRun, *, measure: Callable[[Learner], float]) -> ExperimentResult:
    """What Algorithm 1 loses on finite hypothesis spaces, where K is the number of hypotheses and rho = 0."""
    seen = []
    for eps, g, hypotheses, world in _finite(run):
        values = {
            "eps": eps,
            "g": g,
            "K": hypotheses,
            "rho": 0,
            "n": world.n,
            "t": 1e-3,
            "Delta": 1 / world.n,
        }
        seen.append(Seen(measure(world), values, world.kernel.size))

    def false(eps: float, K: float, n: float) -> float:
        return 2 * math.log(K) / (n * 50 * eps) + 1e-6

    return _counted(run, seen, false, "2 log(K)/(n eps) for 50 times the budget that is spent")


# -- subsampling -----------------------------------------------------------------------------------


def _flagged(n: int, m: int, eps: float, slack: float) -> tuple[FloatArray, FloatArray]:
    """Randomised response of whether the first of n records is in the sample of m, and without it."""
    told = worlds.response(eps, slack)
    here = worlds.sampled(lambda places: told[1 if 0 in places else 0], n, m)
    return here, worlds.sampled(lambda places: told[0], n, m)


def _sizes(run: ExperimentRun, root: bool) -> tuple[tuple[int, int], ...]:
    """Numbers n of records and m of those in the sample; `root` says that m is the root of n."""
    if root:
        return run.pick(((4, 2), (9, 3)), ((4, 2), (9, 3), (16, 4)))
    return run.pick(((2, 1), (3, 2), (5, 2)), ((2, 1), (3, 2), (5, 2), (8, 3), (10, 5)))


def _amplification(run: ExperimentRun, *, root: bool) -> ExperimentResult:
    """The privacy loss of a subsampled eps-private mechanism; `root`: with samples of √n records."""
    seen = []
    for n, m in _sizes(run, root):
        for eps in _budgets(run):
            here, there = _flagged(n, m, eps, 0.0)
            values = {"eps": eps, "n": n, "m": m, "gam": m / n}
            seen.append(Seen(worlds.loss_between(here, there), values, math.comb(n, m) * 4))
    return _counted(
        run, seen, lambda eps, gam: FALSE * amplified(eps, gam),
        f"{FALSE} log(1 + m/n (e^eps - 1))",
    )  # fmt: skip


def subsampling_slack(run: ExperimentRun) -> ExperimentResult:
    """The least delta of a subsampled (eps, delta)-private mechanism at log(1 + m/n (e^eps - 1))."""
    seen = []
    for n, m in _sizes(run, root=False):
        for eps in _budgets(run):
            for slack in (0.01, 0.2):
                here, there = _flagged(n, m, eps, slack)
                observed = worlds.excess_mass(here, there, amplified(eps, m / n))
                values = {"eps": eps, "delta": slack, "n": n, "m": m, "gam": m / n}
                seen.append(Seen(observed, values, math.comb(n, m) * 4))
    return _counted(run, seen, lambda gam, delta: FALSE * gam * delta, f"{FALSE} m/n delta")


def _exposure(run: ExperimentRun, *, root: bool) -> ExperimentResult:
    """The least delta at eps = 0 of an algorithm that keeps nothing back of its sample of m of n records."""
    seen = []
    for n, m in _sizes(run, root):
        here = worlds.sampled(lambda places: np.eye(2)[1 if 0 in places else 0], n, m)
        observed = worlds.excess_mass(here, np.eye(2)[0], 0.0)
        seen.append(Seen(observed, {"n": n, "m": m, "dt": m / n}, math.comb(n, m) * 2))
    return _counted(run, seen, lambda m, n: FALSE * m / n, f"{FALSE} m/n")


def _resampled(n: int, m: int, losses: FloatArray, kernel: FloatArray) -> tuple[float, float]:
    """The excess empirical risk of a rule for m records on the worst data set of n: when it is shown a sample
    without replacement, and when it is shown draws with replacement."""
    place = 2 ** np.arange(m)[::-1]
    without, drawn = [], []
    for data in worlds.data_sets(2, n):

        def on_sample(at: tuple[int, ...], data: FloatArray = data) -> FloatArray:
            return np.asarray(kernel[data[list(at)] @ place])

        empirical = losses[:, data].mean(axis=1)
        own = np.array([np.mean(data == z) for z in range(2)])
        weights = own[worlds.data_sets(2, m)].prod(axis=1)
        without.append(float(worlds.sampled(on_sample, n, m) @ empirical - empirical.min()))
        drawn.append(float(weights @ kernel @ empirical - empirical.min()))
    return max(without), max(drawn)


def resampling(run: ExperimentRun) -> ExperimentResult:
    """The empirical risk on all n records of a rule that is shown a sample of √n of them, on the worst data
    set; `xi` is its excess risk under the uniform law on the records of the worst data set."""
    seen = []
    for rng in run.streams(_trials(run)):
        for n, m in ((4, 2), (9, 3)):
            losses = rng.random((3, 2))
            without, drawn = _resampled(n, m, losses, worlds.exponential(2, m, losses, 8.0))
            seen.append(Seen(without, {"xi": drawn, "n": n, "m": m}, 2**n * math.comb(n, m)))
    return _counted(run, seen, lambda xi: xi / 2, "xi/2")


def perturbed(run: ExperimentRun) -> ExperimentResult:
    """The least delta at eps of a mechanism within tau, in total variation, of an eps-private one."""
    seen = []
    for eps in _budgets(run):
        for tau in (0.01, 0.1):
            moved = worlds.response(eps) + tau * np.array([[1, -1], [1, -1]]) * np.array([[1], [-1]])
            values = {"eps": eps, "tau": tau}
            seen.append(Seen(worlds.excess_mass(moved[0], moved[1], eps), values, 4))
    return _counted(
        run, seen, lambda eps, tau: FALSE * (1 + math.exp(eps)) * tau,
        f"{FALSE} (1 + e^eps) tau",
    )  # fmt: skip


pure_stability = partial(_stability, slack=0.0)
approximate_stability = partial(_stability, slack=0.1)
pure_consistency = partial(_consistency, slack=0.0)
approximate_consistency = partial(_consistency, slack=0.1)
risk_of_algorithm1 = partial(_algorithm1, measure=Learner.excess)
empirical_risk_of_algorithm1 = partial(_algorithm1, measure=Learner.aerm)
amplification = partial(_amplification, root=False)
amplification_by_roots = partial(_amplification, root=True)
exposure = partial(_exposure, root=False)
exposure_by_roots = partial(_exposure, root=True)
