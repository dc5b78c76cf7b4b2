"""An audit from one run, for mechanisms that take minutes: many records guessed instead of many outputs.

Of m canaries each is in the data set or is not (or is one record or another), by m independent fair coins.
The mechanism runs once. From its output alone r of the coins are guessed; v guesses are right.

Statement (Steinke, Nasr and Jagielski 2023, Privacy Auditing with One (1) Training Run, Theorem 5.2). If the
output is (eps, delta)-private under the change of one coin, then with q = e^eps / (1 + e^eps), W ~ Bin(r,
q) and f(x) = P[W >= x],

    P[at least v right] <= f(v) + 2 m delta max over i in 1..m of (f(v - i) - f(v)) / i.

What makes a limit of it. The claims (e, delta) on a grid e_1 < e_2 < ... are tested in this order, each at
the whole level, up to the first that is not rejected. If the mechanism is (eps, delta)-private, so it is
(e, delta)-private for every e >= eps. A false rejection needs one of the first such e on the grid, and
its test errs with probability at most the level: so the last rejected e is below the true eps with the
stated confidence. The claimed eps lies on the grid. Several numbers r of guesses, fixed beforehand, share
the level equally.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Final

import numpy as np

from dptheory.audit.privacy.calls import Call, Trouble
from dptheory.audit.privacy.neighbours import rebuilt, table
from dptheory.audit.privacy.plan import Plan
from dptheory.audit.privacy.report import CONSISTENT, INCONCLUSIVE, VIOLATED, rounded_down
from dptheory.audit.privacy.subjects import Subject
from dptheory.audit.privacy.target import REPLACE_ONE, PrivacyTarget
from dptheory.audit.privacy.varying import domain_of
from dptheory.errors import BadInput, one_line
from dptheory.mechanisms.domain import FloatArray
from dptheory.mechanisms.stream import generator

ScoreOf = Callable[[FloatArray, Any], Any]
"""From the output of the run and m records to m numbers, larger where a record is likelier to be in."""

SHARES: Final = (1.0, 0.5, 0.25, 0.125)
"""The parts of the canaries that are guessed at: those whose scores are largest and smallest."""

LEAST_CANARIES: Final = 8
WIDEST: Final = 10_000_000
"""The most numbers that the output of the one run may have."""

STAGE: Final = 4
"""The first part of the keys of its generators."""

STEP: Final = 0.005
LARGEST: Final = 20.0
"""The grid of eps."""

ROUNDING: Final = 1e-12
"""Added to every probability: more than the incomplete beta function's error in double precision."""


def chance_at_most(m: int, r: int, v: int, eps: float, delta: float) -> float:
    """An upper limit of the chance of v or more right among r guesses, under (eps, delta)-privacy.

    >>> round(chance_at_most(10, 10, 10, 0.0, 0.0) * 2**10, 6)
    1.0
    """
    q = 1 / (1 + math.exp(-eps))
    tail = _tail(r, np.arange(v, v - m - 1, -1), q)
    slope = float(((tail[1:] - tail[0]) / np.arange(1, m + 1)).max())
    return min(1.0, float(tail[0]) + 2 * m * delta * max(0.0, slope) + ROUNDING)


def _tail(r: int, x: Any, q: float) -> FloatArray:
    """P[Bin(r, q) >= x]."""
    inner = (x >= 1) & (x <= r)
    safe = np.where(inner, x, 1).astype(float)
    value = import_module("scipy.special").betainc(safe, r - safe + 1, q)
    return np.asarray(np.where(inner, value, np.where(x < 1, 1.0, 0.0)))


def eps_lower(m: int, r: int, v: int, delta: float, level: float, claimed: float = 0.0) -> float:
    """The last eps of the grid (with the claimed one on it) that is rejected, testing upwards; 0 if none is.

    >>> eps_lower(100, 100, 100, 0.0, 0.05) > 3 > eps_lower(100, 100, 75, 0.0, 0.05) > 0.5
    True
    """
    found = 0.0
    for eps in sorted({*np.arange(0, LARGEST + STEP, STEP).tolist(), claimed}):
        if chance_at_most(m, r, v, eps, delta) > level:
            return found
        found = eps
    return found


@dataclass(frozen=True, eq=False)
class OneRun:
    """What one run showed: `correct` of `guesses` guesses about `canaries` coins were right.

    `eps_lower` is a lower limit (nats) of the least eps at the claimed delta with the stated confidence;
    `most` is what it would have been if all guesses had been right.
    """

    subject: str
    target: PrivacyTarget
    verdict: str
    reason: str
    eps_lower: float
    most: float
    canaries: int
    guesses: int
    correct: int
    confidence: float
    seed: int

    @property
    def status(self) -> int:
        """The exit status: 0 consistent, 1 violated, 2 inconclusive."""
        return {CONSISTENT: 0, VIOLATED: 1}.get(self.verdict, 2)

    def to_dict(self) -> dict[str, object]:
        """Plain data for JSON."""
        plain = {key: getattr(self, key) for key in self.__dataclass_fields__ if key != "target"}
        return plain | {"claim": self.target.to_dict()}

    def lines(self) -> list[str]:
        """The audit as text."""
        delta = f", at delta={self.target.delta:g}" if self.target.delta else ""
        data = [
            ("claim", f"{self.target}"),
            ("eps ≥", f"{rounded_down(self.eps_lower)}   confidence {self.confidence:.6g}{delta}"),
            ("", self.reason),
            ("guesses", f"{self.correct} of {self.guesses} right, about {self.canaries} canaries"),
            ("samples", f"one run; seed {self.seed}"),
        ]
        return [f"{self.verdict:<11} {self.subject}", *(f"{name:<12}{text}" for name, text in data)]


def audit_once(
    subject: Subject,
    target: PrivacyTarget,
    data: Any,
    canaries: int,
    score: ScoreOf,
    plan: Plan | None = None,
) -> OneRun:
    """Audit with one call of the mechanism. The first records of `data` are the canaries: with a fair coin
    each is left out (add-remove) or becomes a corner of the box of the data (replace-one).

    `score(output, records)` must not look at anything else. `BadInput` for too many canaries or too few,
    for a score that is not one number a record, and for a call that goes wrong.
    """
    plan = plan or Plan(timeout=3_600.0)
    rows = table(data)
    if not LEAST_CANARIES <= canaries <= len(rows):
        raise BadInput(
            f"{canaries} canaries",
            f"{LEAST_CANARIES}..{len(rows)}, the first records of the data",
            "--one-run 50",
        )
    rng = generator(plan.seed, (STAGE, 0))
    heads = rng.random(canaries) < 0.5
    others = _others(rows[:canaries], rows, rng) if target.adjacency == REPLACE_ONE else None
    first = rows[:canaries][heads] if others is None else np.where(heads[:, None], rows[:canaries], others)
    given = rebuilt(data, np.concatenate([first, rows[canaries:]]))
    call = Call(subject, given, "one-run", 1, plan.seed, (STAGE, 1), plan.timeout, widest=WIDEST)
    answer = call.outputs()
    if isinstance(answer, Trouble):
        raise answer.error()
    scores = _scored(score, answer[0], rebuilt(data, rows[:canaries]), canaries)
    if others is not None:
        scores = scores - _scored(score, answer[0], rebuilt(data, others), canaries)
    return _judged(subject.name, target, scores, heads, plan)


def _others(records: FloatArray, rows: FloatArray, rng: np.random.Generator) -> FloatArray:
    """For each record another one, at a corner of the box of the data where there is one."""
    choices = domain_of(rows).candidates(rng)
    found = []
    for record in records:
        free = choices[(choices != record).any(axis=1)]
        if not len(free):
            raise BadInput(
                "canaries that cannot be varied (all records are equal)", "another record", "--box LOW HIGH"
            )
        found.append(free[rng.integers(len(free))])
    return np.array(found)


def _scored(score: ScoreOf, output: FloatArray, records: Any, canaries: int) -> FloatArray:
    """The scores, checked."""
    advice = "score(output, records) that returns one number for each record"
    try:
        found = np.asarray(score(output.copy(), records), dtype=np.float64)
    except Exception as error:
        reason = one_line(f"{type(error).__name__}: {error}", 200)
        raise BadInput(f"a score that raised {reason}", "numbers", advice) from None
    if found.shape != (canaries,) or np.isnan(found).any():
        raise BadInput(f"a score of shape {found.shape}", f"{canaries} numbers, none of them NaN", advice)
    return found


def _judged(name: str, target: PrivacyTarget, scores: FloatArray, heads: Any, plan: Plan) -> OneRun:
    """The limit and the verdict, from all numbers of guesses, each with its part of the level."""
    m = len(scores)
    order = np.argsort(-scores, kind="stable")
    sizes = sorted({max(1, int(share * m / 2)) for share in SHARES})
    level = plan.alpha / len(sizes)
    tried = []
    for half in sizes:
        right = int(heads[order[:half]].sum() + (~heads[order[-half:]]).sum())
        limit = eps_lower(m, 2 * half, right, target.delta, level, target.eps)
        tried.append((limit, 2 * half, right))
    limit, guesses, correct = max(tried)
    most = max(eps_lower(m, 2 * half, 2 * half, target.delta, level, target.eps) for half in sizes)
    if _beyond(m, tried, target, level):
        verdict, reason = VIOLATED, f"the claim fails: the least eps is above {target.eps:g}"
    elif most <= target.eps:
        verdict = INCONCLUSIVE
        reason = (
            f"too few canaries: if all guesses were right, only eps > {rounded_down(most)} would be shown"
        )
    else:
        verdict, reason = (
            CONSISTENT,
            f"no violation seen; all guesses right would show eps > {rounded_down(most)}",
        )
    return OneRun(name, target, verdict, reason, limit, most, m, guesses, correct, plan.confidence, plan.seed)


def _beyond(m: int, tried: list[tuple[float, int, int]], target: PrivacyTarget, level: float) -> bool:
    """Whether the claim itself is rejected, after all smaller eps."""
    return any(
        limit >= target.eps and chance_at_most(m, r, v, target.eps, target.delta) <= level
        for limit, r, v in tried
    )
