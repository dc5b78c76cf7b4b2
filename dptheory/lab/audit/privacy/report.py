"""What an audit found, with everything that is needed to repeat it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from dptheory.lab.audit.privacy.coding import event_code
from dptheory.lab.audit.privacy.describe import data_of
from dptheory.lab.audit.privacy.neighbours import Neighbours, changed_records
from dptheory.lab.audit.privacy.ordering import Counts
from dptheory.lab.mechanisms.claims import PrivacyClaim, RenyiClaim
from dptheory.shown import Drawn, Tabular

if TYPE_CHECKING:
    from dptheory.lab.audit.privacy.instancing import Instance
    from dptheory.lab.audit.privacy.tracing import Trace

CONSISTENT: Final = "consistent"
VIOLATED: Final = "violated"
INCONCLUSIVE: Final = "inconclusive"

LONG: Final = 100
"""Characters of a data set that are shown; of longer ones the records in which they differ are told."""

DIFFERING: Final = 3
"""So many records at most."""


@dataclass(frozen=True, eq=False)
class Finding:
    """One event with its counts and what it shows alone, at its part of alpha.

    Of `counts.n` fresh outputs on the data set where the event is likelier (`likelier`: "first" or "second"),
    `counts.k` fell into it.
    """

    event: str
    event_data: dict[str, object]
    likelier: str
    counts: Counts
    eps_lower: float
    delta_lower: float

    def to_dict(self) -> dict[str, object]:
        """Plain data for JSON."""
        counts, other = self.counts, "second" if self.likelier == "first" else "first"
        return {
            "event": self.event,
            "event_data": self.event_data,
            "event_code": event_code(self.event_data).splitlines(),
            "likelier": self.likelier,
            "counts": {
                self.likelier: {"inside": counts.k, "of": counts.n},
                other: {"inside": counts.l, "of": counts.m},
            },
            "eps_lower": _plain(self.eps_lower),
            "delta_lower": _plain(self.delta_lower),
        }


@dataclass(frozen=True, eq=False, repr=False)
class AuditResult(Drawn, Tabular):
    """One audit. All limits hold together with the stated confidence.

    `eps_lower` is a lower confidence limit (nats) of the least eps of the mechanism at the claimed delta,
    `delta_lower` one of the least delta at the claimed eps, and `curve` those of the least eps at each delta,
    from all events; `deciding` is the event that shows most, `others` are the rest, and `place` is its place
    in the order in which all were chosen. `samples` counts all outputs that were drawn on a side, `spent`
    those of them that went into search and training. `caught` is the least eps that a mechanism would have
    needed for this event to convict it. A verdict of
    `violated` is wrong with probability at most 1 - confidence; `consistent` proves nothing. Where the laws
    of a violated claim are simple, `instance` has what the event shows in exact arithmetic. Of outputs that
    are sequences of different lengths `padded` entries are kept, with NaN behind the end. `trace` names the
    lines that draw noise, where that was asked for.
    """

    subject: str
    target: PrivacyClaim
    verdict: str
    reason: str
    eps_lower: float
    delta_lower: float
    eps_seen: float
    caught: float
    curve: tuple[tuple[float, float], ...]
    deciding: Finding
    others: tuple[Finding, ...]
    first: object
    second: object
    origin: str
    pairs_tried: int
    searched: str
    method: str
    samples: int
    spent: int
    confidence: float
    seed: int
    instance: Instance | None = None
    padded: int | None = None
    trace: Trace | None = None
    place: int = 0

    @property
    def counts(self) -> Counts:
        """The counts of the deciding event."""
        return self.deciding.counts

    @property
    def event(self) -> str:
        """The deciding event in words."""
        return self.deciding.event

    @property
    def likelier(self) -> str:
        """On which data set the deciding event is likelier."""
        return self.deciding.likelier

    def lines(self) -> list[str]:
        """The audit as text."""
        return lines(self)

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
                plain["claim"] = value.to_dict()
            elif key == "deciding":
                plain |= {k: v for k, v in value.to_dict().items() if k not in ("eps_lower", "delta_lower")}
            elif key == "others":
                plain["others"] = [finding.to_dict() for finding in value]
            elif key in ("instance", "trace"):
                plain[key] = None if value is None else value.to_dict()
            elif key == "curve":
                plain["curve"] = [{"delta": delta, "eps_lower": _plain(eps)} for delta, eps in value]
            else:
                plain[key] = _plain(value)
        return plain


def _plain(value: Any) -> object:
    return None if isinstance(value, float) and not math.isfinite(value) else value


def lines(found: AuditResult) -> list[str]:
    """The audit as text."""
    symbol = found.target.symbol if isinstance(found.target, RenyiClaim) else "eps"
    sure = f"{rounded_down(found.eps_lower)}   confidence {found.confidence:.6g}{_at_delta(found)}"
    eps = (f"{symbol} ≥", sure)
    delta = ("delta ≥", f"{rounded_down(found.delta_lower)}   at eps={found.target.eps:g}")
    limits = [eps, delta] if found.delta_lower > 0 else [eps]
    cut = max(len(str(found.first)), len(str(found.second))) > LONG
    data = [
        ("claim", f"{found.target}"),
        *(reversed(limits) if found.target.delta else limits),
        ("", found.reason),
        *([("curve", _curve(found))] if found.target.delta else []),
        ("first", f"{_short(found.first)}   {found.origin}" + _tried(found)),
        ("second", _short(found.second)),
        *([("differ", _differing(found))] if cut else []),
        *([("searched", found.searched)] if found.searched else []),
        *(
            [("outputs", f"of different lengths; {found.padded} numbers kept of each")]
            if found.padded
            else []
        ),
        ("event", f"{found.event}   {found.method}"),
        ("counts", _counted(found.deciding)),
        *((name, text) for f in found.others for name, text in (("event", f.event), ("counts", _counted(f)))),
        *([("exactly", found.instance.text)] if found.instance else []),
        *(("trace", text) for text in (found.trace.told() if found.trace else ())),
        ("samples", f"{found.samples} a side, {found.spent} of them before the count; seed {found.seed}"),
    ]
    return [f"{found.verdict:<11} {found.subject}", *(f"{name:<12}{text}" for name, text in data)]


def _counted(found: Finding) -> str:
    counts = found.counts
    return f"{counts.k} of {counts.n} on the {found.likelier} data set, {counts.l} of {counts.m} on the other"


def _curve(found: AuditResult) -> str:
    """The lower curve, where it says something."""
    said = [f"{rounded_down(eps)} at delta={delta:g}" for delta, eps in found.curve if eps > 0]
    return "eps ≥ " + (", ".join(said) if said else "0 at every delta")


def rounded_down(value: float) -> str:
    """A lower limit, rounded downwards."""
    if not 0 < value < math.inf:
        return f"{value:g}"
    digits = max(0, 3 - math.floor(math.log10(value)))
    return f"{math.floor(value * 10**digits) / 10**digits:.{digits}f}"


def _at_delta(found: AuditResult) -> str:
    return f", at delta={found.target.delta:g}" if found.target.delta else ""


def _tried(found: AuditResult) -> str:
    return f", the best of {found.pairs_tried} pairs" if found.pairs_tried > 1 else ""


def _differing(found: AuditResult) -> str:
    """The records in which the two differ, which data sets cut off do not show."""
    changed = changed_records(Neighbours(data_of(found.first), data_of(found.second)))
    told = [
        f"record {place}: {_record(one)} in the first, {_record(other)} in the second"
        for place, one, other in changed[:DIFFERING]
    ]
    more = [f"{len(changed) - DIFFERING} more"] if len(changed) > DIFFERING else []
    return "; ".join(told + more)


def _record(record: Any) -> str:
    return "none" if record is None else _short(record.tolist() if len(record) > 1 else float(record[0]))


def _short(data: object) -> str:
    text = str(data)
    return text if len(text) <= LONG else f"{text[: LONG - 3]}..."
