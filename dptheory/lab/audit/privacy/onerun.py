"""An audit from one run, for mechanisms that take minutes: many records guessed instead of many outputs.

Of m canaries each is in the data set or is not (or is one record or another), by m independent fair coins.
The mechanism runs once. From its output alone r of the coins are guessed; v guesses are right. What that
shows of eps, or of mu where Gaussian privacy is claimed, is in `guessing`. Several numbers r of guesses,
fixed beforehand, share the level equally. The claimed parameter lies on the grid that is tested.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

import numpy as np

from dptheory.errors import BadInput
from dptheory.lab.audit.privacy.calls import ONE_RUN, Call, Trouble
from dptheory.lab.audit.privacy.guessing import ApproximateClaims, GaussianClaims
from dptheory.lab.audit.privacy.neighbours import rebuilt, table
from dptheory.lab.audit.privacy.plan import Plan, within_reach
from dptheory.lab.audit.privacy.report import CONSISTENT, INCONCLUSIVE, VIOLATED, rounded_down
from dptheory.lab.audit.privacy.subjects import Subject, reason
from dptheory.lab.audit.privacy.varying import domain_of
from dptheory.lab.domain import FloatArray
from dptheory.lab.mechanisms.claims import REPLACE_ONE, GaussianClaim, PrivacyClaim
from dptheory.lab.mechanisms.stream import generator

Claimed = PrivacyClaim | GaussianClaim
"""What one run can be set against."""

ScoreOf = Callable[[FloatArray, Any], Any]
"""From the output of the run and m records to m numbers, larger where a record is likelier to be in."""

SHARES: Final = (1.0, 0.5, 0.25, 0.125)
"""The parts of the canaries that are guessed at: those whose scores are largest and smallest."""

LEAST_CANARIES: Final = 8
WIDEST: Final = 10_000_000
"""The most numbers that the output of the one run may have."""

PATIENT: Final = 3_600.0
"""Seconds that the one run may take, where nothing else is said."""

STAGE: Final = 4
"""The first part of the keys of its generators."""


@dataclass(frozen=True, eq=False)
class OneRun:
    """What one run showed: `correct` of `guesses` guesses about `canaries` coins were right.

    `limit` is a lower limit, with the stated confidence, of what is claimed: of the least eps (nats) at the
    claimed delta, or of the least mu; `most` is what it would have been if all guesses had been right.
    """

    subject: str
    target: Claimed
    verdict: str
    reason: str
    limit: float
    most: float
    canaries: int
    guesses: int
    correct: int
    confidence: float
    seed: int

    @property
    def eps_lower(self) -> float:
        """The limit of eps; 0 where mu is claimed, since Gaussian privacy has no finite eps at delta = 0."""
        return self.limit if isinstance(self.target, PrivacyClaim) else 0.0

    @property
    def mu_lower(self) -> float:
        """The limit of mu; 0 where eps is claimed."""
        return self.limit if isinstance(self.target, GaussianClaim) else 0.0

    @property
    def status(self) -> int:
        """The exit status: 0 consistent, 1 violated, 2 inconclusive."""
        return {CONSISTENT: 0, VIOLATED: 1}.get(self.verdict, 2)

    def to_dict(self) -> dict[str, object]:
        """Plain data for JSON."""
        names = {"limit": f"{_claims(self.target).name}_lower"}
        fields = (key for key in self.__dataclass_fields__ if key != "target")
        return {names.get(key, key): getattr(self, key) for key in fields} | {"claim": self.target.to_dict()}

    def lines(self) -> list[str]:
        """The audit as text."""
        least = self.target.delta if isinstance(self.target, PrivacyClaim) else 0.0
        delta = f", at delta={least:g}" if least else ""
        data = [
            ("claim", f"{self.target}"),
            (
                f"{_claims(self.target).name} ≥",
                f"{rounded_down(self.limit)}   confidence {self.confidence:.6g}{delta}",
            ),
            ("", self.reason),
            ("guesses", f"{self.correct} of {self.guesses} right, about {self.canaries} canaries"),
            ("samples", f"one run; seed {self.seed}"),
        ]
        return [f"{self.verdict:<11} {self.subject}", *(f"{name:<12}{text}" for name, text in data)]


def audit_once(
    subject: Subject,
    target: Claimed,
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
    plan = plan or Plan(timeout=PATIENT)
    if isinstance(target, PrivacyClaim):
        within_reach(target.eps)
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
    call = Call(subject, given, ONE_RUN, 1, plan.seed, (STAGE, 1), plan.timeout, widest=WIDEST)
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
            given = "canaries that cannot be varied (all records are equal)"
            raise BadInput(given, "another record", "--adjacency add-remove, or data with other records")
        found.append(free[rng.integers(len(free))])
    return np.array(found)


def _scored(score: ScoreOf, output: FloatArray, records: Any, canaries: int) -> FloatArray:
    """The scores, checked."""
    advice = "score(output, records) that returns one number for each record"
    try:
        found = np.asarray(score(output.copy(), records), dtype=np.float64)
    except Exception as error:
        raise BadInput(f"a score that raised {reason(error)}", "numbers", advice) from None
    if found.shape != (canaries,) or np.isnan(found).any():
        raise BadInput(f"a score of shape {found.shape}", f"{canaries} numbers, none of them NaN", advice)
    return found


def _claims(target: Claimed) -> ApproximateClaims | GaussianClaims:
    """The claims of which the target is one."""
    return ApproximateClaims(target.delta) if isinstance(target, PrivacyClaim) else GaussianClaims()


@lru_cache(4_096)
def _last(
    claims: ApproximateClaims | GaussianClaims, m: int, guesses: int, right: int, level: float, claimed: float
) -> float | None:
    """The last claim that so many right guesses reject; many runs ask for the same."""
    return claims.last(m, guesses, right, level, claimed)


def _judged(name: str, target: Claimed, scores: FloatArray, heads: Any, plan: Plan) -> OneRun:
    """The limit and the verdict, from all numbers of guesses, each with its part of the level."""
    m, claims = len(scores), _claims(target)
    claimed = target.eps if isinstance(target, PrivacyClaim) else target.mu
    order = np.argsort(-scores, kind="stable")
    sizes = sorted({max(1, int(share * m / 2)) for share in SHARES})
    level = plan.alpha / len(sizes)
    tried: list[tuple[float, int, int]] = []
    for half in sizes:
        right = int(heads[order[:half]].sum() + (~heads[order[-half:]]).sum())
        last = _last(claims, m, 2 * half, right, level, claimed)
        tried.append((-1.0 if last is None else last, 2 * half, right))
    limit, guesses, correct = max(tried)
    most = max(_last(claims, m, 2 * half, 2 * half, level, claimed) or 0.0 for half in sizes)
    shown = f"{claims.name} > {rounded_down(most)}"
    if limit >= claimed:
        verdict, reason = VIOLATED, f"the claim fails: the least {claims.name} is above {claimed:g}"
    elif most <= claimed:
        verdict = INCONCLUSIVE
        reason = f"too few canaries: if all guesses were right, only {shown} would be shown"
    else:
        verdict, reason = CONSISTENT, f"no violation seen; all guesses right would show {shown}"
    limit = max(limit, 0.0)
    return OneRun(name, target, verdict, reason, limit, most, m, guesses, correct, plan.confidence, plan.seed)
