"""The audit of one claim: pairs, training, event, fresh outputs, exact limits, verdict.

Every choice (data sets, score, threshold, direction) is made on outputs that are then set aside. The counts
come from outputs drawn afterwards, from other generators: the limits of `ratio` hold whatever was searched.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Final

import numpy as np

from dptheory.audit.privacy import streams
from dptheory.audit.privacy.choosing import Choice, Goal, choose, judge_score
from dptheory.audit.privacy.describe import event_data, plain_data
from dptheory.audit.privacy.neighbours import Neighbours, around, checked, known, mutants, proposed
from dptheory.audit.privacy.ordering import Counts
from dptheory.audit.privacy.probing import Probe, probe
from dptheory.audit.privacy.ratio import confidence_region
from dptheory.audit.privacy.report import CONSISTENT, INCONCLUSIVE, VIOLATED, AuditResult
from dptheory.audit.privacy.scores import Event
from dptheory.audit.privacy.streams import Runner, Source
from dptheory.audit.privacy.subjects import DensityRatio, Plain, Subject, has_density
from dptheory.audit.privacy.target import PrivacyTarget
from dptheory.errors import BadInput
from dptheory.extras import extra, one_thread
from dptheory.mechanisms.domain import FloatArray

LEAST_SAMPLES: Final = 500
MOST_TRAINING: Final = 100_000
SCREEN, TRAIN, FRESH = 1, 2, 3
"""Stages: first parts of the keys of generators; probing is 0."""


@dataclass(frozen=True)
class Plan:
    """How an audit is done: outputs a side, confidence, seed, seconds that one call may take."""

    samples: int = 100_000
    confidence: float = 0.999
    seed: int = 0
    timeout: float = 60.0
    look_at_density: bool = True

    def __post_init__(self) -> None:
        if self.samples < LEAST_SAMPLES:
            raise BadInput(f"samples = {self.samples}", f"at least {LEAST_SAMPLES}", "--samples 100000")
        if not 0.5 <= self.confidence < 1 or 1 - self.confidence < 1e-9:
            raise BadInput(
                f"confidence = {self.confidence:g}", "0.5 <= confidence <= 1 - 1e-9", "--confidence 0.999"
            )
        if not 0 <= self.seed < 2**63:
            raise BadInput(f"seed = {self.seed}", "an integer in 0..2^63 - 1", "--seed 1")
        if not 0 < self.timeout <= 86_400:
            raise BadInput(f"timeout = {self.timeout:g}", "seconds in (0, 86400]", "--timeout 60")

    @property
    def alpha(self) -> float:
        """The chance of a false alarm is at most this."""
        return 1 - self.confidence


def audit(
    subject: Any,
    target: PrivacyTarget,
    *,
    pairs: Iterable[Neighbours] = (),
    data: Any = None,
    plan: Plan | None = None,
    runner: Runner | None = None,
) -> AuditResult:
    """Audit the claim `target` of a function f(dataset, size, rng) or of a mechanism.

    Data sets: the `pairs` given; else neighbours of `data`; else what the mechanism names as its worst; else
    small data sets of numbers in [0, 1]. `BadInput` for anything that the mechanism or the caller did wrong.

    >>> def laplace(data, size, rng):
    ...     return data[0] + rng.laplace(0, 0.5, size)
    >>> audit(laplace, PrivacyTarget(1.0), plan=Plan(samples=5_000)).verdict
    'violated'
    """
    plan = plan or Plan()
    found = (
        subject if isinstance(subject, Subject) else Plain(subject, getattr(subject, "__name__", "mechanism"))
    )
    return _Audit(found, target, plan, runner or Runner()).run(_candidates(found, target, pairs, data, plan))


def _candidates(
    subject: Subject, target: PrivacyTarget, pairs: Iterable[Neighbours], data: Any, plan: Plan
) -> list[Neighbours]:
    rng = np.random.default_rng(np.random.SeedSequence(plan.seed, spawn_key=(SCREEN,)))
    given = checked(pairs, target.adjacency)
    if given:
        return given
    if data is not None:
        return around(data, target.adjacency, rng)
    named = checked(known(subject.target, target.adjacency), target.adjacency)
    if named:
        return named
    found = checked(proposed(subject.target, target.adjacency, rng), target.adjacency)
    if not found:
        raise BadInput(subject.name, "data sets that it accepts", "--pair or --data")
    return found


@dataclass(frozen=True, eq=False)
class _Audit:
    subject: Subject
    target: PrivacyTarget
    plan: Plan
    runner: Runner

    def run(self, pairs: list[Neighbours]) -> AuditResult:
        """The first calls, then everything else."""
        plan, pair = self.plan, pairs[0]
        first = probe(self.runner, self.subject, pair.first, pair.second, plan.seed, plan.timeout)
        # loaded before their threads are limited: fits on shared cores are faster, and repeatable, on one
        for library in ("scipy.optimize", "scipy.special"):
            import_module(library)
        if first.width > 1:
            extra("sklearn.ensemble", "an audit of outputs of several numbers")
        with one_thread():
            return self.probed(pairs, first)

    def probed(self, pairs: list[Neighbours], first: Probe) -> AuditResult:
        """The stages after the first calls."""
        plan = self.plan
        pair, screened, tried = self.screen(pairs, first) if len(pairs) > 1 else (pairs[0], 0, 1)
        rows = training_rows(plan.samples, first.width, self.white(pair))
        spent = first.spent + screened + rows
        fresh = plan.samples - spent
        if fresh < plan.samples // 10:
            raise BadInput(
                f"samples = {plan.samples}", f"more than {spent} for search alone", "--samples 100000"
            )
        choice = self.choose(pair, first.width, rows, fresh)
        counts = self.count(pair, first.width, choice.event, fresh)
        return self.judge(pair, tried, choice.event, counts, spent)

    def white(self, pair: Neighbours) -> bool:
        """Whether the densities on this pair may be used."""
        return self.plan.look_at_density and has_density(self.subject.target)

    def source(self, pair: Neighbours, side: str, width: int, stage: int, number: int = 0) -> Source:
        """The stream of outputs on one side of a pair."""
        data, index = (pair.first, 0) if side == "first" else (pair.second, 1)
        key = (stage, number, index)
        return Source(self.subject, data, side, self.plan.seed, key, self.plan.timeout, width)

    def draw(
        self, pair: Neighbours, width: int, stage: int, number: int, rows: int
    ) -> tuple[FloatArray, FloatArray]:
        """Outputs on both sides."""
        one, other = (
            streams.collect(self.runner, self.source(pair, side, width, stage, number), rows)
            for side in ("first", "second")
        )
        return one, other

    def screen(self, pairs: list[Neighbours], found: Probe) -> tuple[Neighbours, int, int]:
        """The most promising pair of those given and of some near the best; outputs spent; pairs tried."""
        rng = np.random.default_rng(np.random.SeedSequence(self.plan.seed, spawn_key=(SCREEN, 1)))
        searching = not all(pair.origin == "given" for pair in pairs)
        number = len(pairs) + (8 if searching else 0)
        rows = int(min(900, max(40, 0.15 * self.plan.samples / number)))
        goal = Goal(self.plan.samples, self.target.delta)
        judged: list[tuple[float, Neighbours]] = []

        def consider(batch: list[Neighbours]) -> None:
            for pair in batch:
                outputs = self.draw(pair, found.width, SCREEN, len(judged), rows)
                judged.append((choose(*outputs, goal, self.plan.seed).promise, pair))

        consider(pairs)
        for _ in range(2 if searching else 0):
            best = max(judged, key=lambda item: item[0])[1]
            consider(mutants(best, self.target.adjacency, self.subject.target, rng))
        return max(judged, key=lambda item: item[0])[1], rows * len(judged), len(judged)

    def choose(self, pair: Neighbours, width: int, rows: int, fresh: int) -> Choice:
        """The event, from training outputs."""
        first, second = self.draw(pair, width, TRAIN, 0, rows)
        goal = Goal(fresh, self.target.delta)
        if self.white(pair):
            return judge_score(
                DensityRatio(self.subject.target, pair.first, pair.second), first, second, goal
            )
        return choose(first, second, goal, self.plan.seed)

    def count(self, pair: Neighbours, width: int, event: Event, fresh: int) -> Counts:
        """How many fresh outputs fall into the event; k of the side on which it is likelier."""
        k, l = (  # noqa: E741 - the field's letters
            streams.count(self.runner, self.source(pair, side, width, FRESH), fresh, event)
            for side in ("first", "second")
        )
        counts = Counts(k, fresh, l, fresh)
        return counts.swapped if event.swapped else counts

    def judge(self, pair: Neighbours, tried: int, event: Event, counts: Counts, spent: int) -> AuditResult:
        """The limits and what follows from them."""
        region = confidence_region(counts, self.plan.alpha, self.target.delta)
        eps, delta = region.eps(self.target.delta), region.delta(self.target.eps)
        seen = math.log(max(counts.k / counts.n - self.target.delta, 1e-300) * counts.m / max(counts.l, 0.5))
        caught = resolution(counts, self.target, self.plan.alpha)
        verdict, reason = _verdict(self.target, eps, delta, caught)
        return AuditResult(
            subject=self.subject.name,
            target=self.target,
            verdict=verdict,
            reason=reason,
            eps_lower=eps,
            delta_lower=delta,
            eps_seen=max(0.0, seen),
            caught=caught,
            likelier="second" if event.swapped else "first",
            counts=counts,
            event=event.text,
            event_data=event_data(event),
            first=plain_data(pair.first),
            second=plain_data(pair.second),
            origin=pair.origin,
            pairs_tried=tried,
            method="white box" if self.white(pair) else "black box",
            samples=self.plan.samples,
            spent=spent,
            confidence=self.plan.confidence,
            seed=self.plan.seed,
        )


def training_rows(samples: int, width: int, white: bool) -> int:
    """How many outputs a side choose the event: a share that shrinks as the -0.3rd power of all.

    >>> training_rows(10_000, 1, False), training_rows(10_000, 5, False), training_rows(10_000, 5, True)
    (757, 1577, 378)
    """
    factor = 0.6 if white else 1.2 if width == 1 else 2.5 * max(1.0, math.sqrt(width / 5))
    return int(min(0.3 * samples, MOST_TRAINING, factor * samples**0.7))


def resolution(counts: Counts, target: PrivacyTarget, alpha: float) -> float:
    """The least eps that an event of this size would convict, by the normal law; infinite if none is."""
    z = float(import_module("scipy.special").ndtri(1 - alpha))
    p = (counts.k + 0.5) / (counts.n + 1)
    above = p - target.delta
    if above <= 0:
        return math.inf
    for eps in np.linspace(target.eps, target.eps + 25, 2_501)[1:]:
        q = above * math.exp(-eps)
        spread = math.sqrt(p * (1 - p) / (counts.n * above**2) + (1 - q) / (q * counts.m + 1))
        if q * counts.m > 1 and eps - z * spread > target.eps:
            return float(eps)
    return math.inf


def _verdict(target: PrivacyTarget, eps: float, delta: float, caught: float) -> tuple[str, str]:
    if eps > target.eps or delta > target.delta:
        return VIOLATED, f"the claim fails: the least eps is above {target.eps:g}" + (
            f" at delta={target.delta:g}" if target.delta else ""
        )
    enough = max(2 * target.eps, 0.1)
    if caught <= enough:
        return CONSISTENT, f"no violation seen; this event convicts from about eps = {caught:.3g} on"
    limit = "no eps" if math.isinf(caught) else f"only eps of about {caught:.3g} and more"
    return INCONCLUSIVE, f"too few samples: on this event {limit} would be seen; try more --samples"
