"""What an audit found, with everything that is needed to repeat it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Final

from dptheory.audit.privacy.ordering import Counts
from dptheory.audit.privacy.target import PrivacyTarget

CONSISTENT: Final = "consistent"
VIOLATED: Final = "violated"
INCONCLUSIVE: Final = "inconclusive"


@dataclass(frozen=True, eq=False)
class AuditResult:
    """One audit. All limits hold together with the stated confidence.

    `eps_lower` is a lower confidence limit (nats) of the least eps of the mechanism at the claimed delta,
    `delta_lower` one of the least delta at the claimed eps. Of `counts.n` fresh outputs on the data set
    where the event is likelier (`likelier`: "first" or "second"), `counts.k` fell into it. `samples` counts
    all outputs that were drawn on a side, `spent` those of them that went into search and training. `caught`
    is the least eps that a mechanism would have needed for this event to convict it. A verdict of
    `violated` is wrong with probability at most 1 - confidence; `consistent` proves nothing.
    """

    subject: str
    target: PrivacyTarget
    verdict: str
    reason: str
    eps_lower: float
    delta_lower: float
    eps_seen: float
    caught: float
    likelier: str
    counts: Counts
    event: str
    event_data: dict[str, object]
    first: object
    second: object
    origin: str
    pairs_tried: int
    method: str
    samples: int
    spent: int
    confidence: float
    seed: int

    @property
    def status(self) -> int:
        """The exit status: 0 consistent, 1 violated, 2 inconclusive."""
        return {CONSISTENT: 0, VIOLATED: 1}.get(self.verdict, 2)

    def to_dict(self) -> dict[str, object]:
        """Plain data for JSON; infinite numbers are null."""
        plain: dict[str, object] = {}
        for key in self.__dataclass_fields__:
            value = getattr(self, key)
            if key == "target":
                plain["claim"] = {"eps": value.eps, "delta": value.delta, "adjacency": value.adjacency}
            elif key == "counts":
                likelier, other = (self.likelier, "second" if self.likelier == "first" else "first")
                plain["counts"] = {
                    likelier: {"inside": value.k, "of": value.n},
                    other: {"inside": value.l, "of": value.m},
                }
            else:
                plain[key] = _plain(value)
        return plain


def _plain(value: Any) -> object:
    return None if isinstance(value, float) and not math.isfinite(value) else value


def lines(found: AuditResult) -> list[str]:
    """The audit as text."""
    counts = found.counts
    data = [
        ("claim", f"{found.target}"),
        ("eps ≥", f"{_down(found.eps_lower)}   confidence {found.confidence:.6g}" + _at_delta(found)),
        ("", found.reason),
        ("first", f"{_short(found.first)}   {found.origin}" + _tried(found)),
        ("second", _short(found.second)),
        ("event", f"{found.event}   {found.method}"),
        (
            "counts",
            f"{counts.k} of {counts.n} on the {found.likelier} data set, "
            f"{counts.l} of {counts.m} on the other",
        ),
        ("samples", f"{found.samples} a side, {found.spent} of them for search; seed {found.seed}"),
    ]
    if found.delta_lower > 0:
        data.insert(2, ("delta ≥", f"{_down(found.delta_lower)}   at eps={found.target.eps:g}"))
    return [f"{found.verdict:<11} {found.subject}", *(f"{name:<12}{text}" for name, text in data)]


def _down(value: float) -> str:
    """A lower limit, rounded downwards."""
    if not 0 < value < math.inf:
        return f"{value:g}"
    digits = max(0, 3 - math.floor(math.log10(value)))
    return f"{math.floor(value * 10**digits) / 10**digits:.{digits}f}"


def _at_delta(found: AuditResult) -> str:
    return f", at delta={found.target.delta:g}" if found.target.delta else ""


def _tried(found: AuditResult) -> str:
    return f", the best of {found.pairs_tried} pairs" if found.pairs_tried > 1 else ""


def _short(data: object, limit: int = 100) -> str:
    text = str(data)
    return text if len(text) <= limit else f"{text[: limit - 3]}..."
