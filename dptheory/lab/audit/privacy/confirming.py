"""A report read back: its data sets and events as they were, its counts drawn anew by another."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import numpy as np

from dptheory.errors import BadInput
from dptheory.lab.audit.privacy import scores
from dptheory.lab.audit.privacy.describe import data_of
from dptheory.lab.audit.privacy.digits import Digits
from dptheory.lab.audit.privacy.neighbours import Neighbours, check_neighbours
from dptheory.lab.audit.privacy.outcomes import Atoms
from dptheory.lab.audit.privacy.padded import WIDEST
from dptheory.lab.audit.privacy.patterns import ByPattern, Described, Presence
from dptheory.lab.audit.privacy.plan import within_reach
from dptheory.lab.audit.privacy.rare import Near
from dptheory.lab.audit.privacy.scores import Event, Score
from dptheory.lab.audit.privacy.subjects import DensityRatio, has_density, reason
from dptheory.lab.domain import FloatArray
from dptheory.lab.mechanisms.claims import PrivacyClaim, RenyiClaim

LARGEST: Final = 100_000_000
"""Bytes of a report."""
UNREADABLE: Final = (KeyError, TypeError, ValueError, IndexError, OverflowError)
"""What is raised where a report's fields are not what `audit --out` writes."""

MOST_EVENTS: Final = 16
"""More events than an audit finds."""

Fields = dict[str, Any]


class Report:
    """What a report claims: the subject, the claim, the pair, the events, the seed that found them.

    `BadInput` for a file that is no report, or whose data sets are no neighbours.
    """

    def __init__(self, content: Fields, given: str = "a report") -> None:
        try:
            self.subject = str(content["subject"])
            claim = content["claim"]
            self.target = _claim(claim)
            self.pair = Neighbours(data_of(content["first"]), data_of(content["second"]), "reported")
            others, place = content["others"], int(content.get("place", 0))
            found = [*others[:place], content, *others[place:]]
            self.events = tuple((f["event_data"], f["likelier"] == "second") for f in found)
            self.seed = int(content["seed"])
            self.padded = int(content.get("padded") or 0)
            if not (len(found) <= MOST_EVENTS and 0 <= self.padded <= WIDEST):
                raise ValueError(f"{len(found)} events, {self.padded} entries")
        except UNREADABLE as error:
            raise BadInput(
                f"{given}, which is no report ({reason(error)})", "what audit --out wrote", "--out FILE"
            ) from None
        check_neighbours(self.pair, self.target.adjacency, self.target.group)

    def rebuilt(self, target: Any, width: int | None = None) -> tuple[Event, ...]:
        """The events; `target` is the mechanism, whose density an event may look at, and `width` how many
        numbers an output of it has.
        """
        try:
            events = tuple(self._event(data, swapped, target) for data, swapped in self.events)
        except UNREADABLE as error:
            given = f"an event that cannot be read ({reason(error)})"
            raise BadInput(given, "one of a report", "--out FILE") from None
        for event in events if width is not None else ():
            _check_fits(event, width or 0)
        return events

    def _event(self, data: Fields, swapped: bool, target: Any) -> Event:
        fields = data["score"]
        if fields["kind"] == "DensityRatio":
            if not has_density(target):
                raise ValueError("it looks at a density, which this mechanism does not have")
            score: Score = DensityRatio(target, self.pair.first, self.pair.second)
        else:
            score = _score(fields)
        return Event(score, float(data["threshold"]), swapped)


def _claim(fields: Fields) -> PrivacyClaim:
    adjacency, group = str(fields["adjacency"]), int(fields.get("group", 1))
    if "delta" in fields:
        return PrivacyClaim(within_reach(float(fields["eps"])), float(fields["delta"]), adjacency, group)
    order = None if "rho" in fields else float(fields["alpha"])
    bound = within_reach(float(fields["rho" if order is None else "eps"]))
    return RenyiClaim(bound, 0.0, adjacency, group, order)


def _check_fits(event: Event, width: int) -> None:
    """`BadInput` where an event cannot be counted on outputs of so many numbers."""
    if isinstance(event.score, DensityRatio):
        return
    try:
        with np.errstate(all="ignore"):
            event.contains(np.zeros((1, width)))
    except (IndexError, ValueError) as error:
        given = f"an event that does not fit outputs of {width} numbers ({reason(error)})"
        raise BadInput(given, "outputs like those of the report", "the mechanism of the report") from None


def read_report(path: str) -> Report:
    """The report in a file."""
    given = f"the file {path!r}"
    try:
        if Path(path).stat().st_size > LARGEST:
            raise BadInput(f"{given}, which is too long", f"at most {LARGEST} bytes", "--out FILE")
        content = json.loads(Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        raise BadInput(f"{given} ({error.strerror})", "what audit --out wrote", "--out FILE") from None
    except (UnicodeDecodeError, json.JSONDecodeError, RecursionError):
        raise BadInput(f"{given}, which is no JSON", "what audit --out wrote", "--out FILE") from None
    return Report(content if isinstance(content, dict) else {}, given)


def _array(value: Any) -> FloatArray:
    """Numbers, of which those that are not finite were written as text."""
    if isinstance(value, list) and value and isinstance(value[0], list):
        return np.array([_array(row) for row in value])
    return np.array([float(x) for x in value], dtype=np.float64)


def _score(fields: Fields) -> Score:
    kind = fields["kind"]
    if kind not in READERS:
        raise ValueError(f"score {kind!r}")
    return READERS[kind](fields)


def _with_atoms(fields: Fields) -> Score:
    names = np.array([int(name, 16) for name in fields["atoms"]["names"]], dtype=np.uint64)
    other = None if fields["other"] is None else _score(fields["other"])
    empty = np.zeros(len(names))
    return scores.WithAtoms(
        Atoms(names, empty, empty), _array(fields["values"]), other, float(fields["offset"])
    )


def _plainly(made: Callable[..., Score], *arrays: str) -> Callable[[Fields], Score]:
    """A reader of numbers and arrays by name."""

    def read(fields: Fields) -> Score:
        rest = {k: v for k, v in fields.items() if k != "kind" and k not in arrays}
        values = {k: v if k == "name" else float(v) for k, v in rest.items()}
        return made(**values, **{k: _array(fields[k]) for k in arrays})

    return read


def _near(fields: Fields) -> Score:
    return Near(int(fields["coordinate"]), float(fields["centre"]), float(fields["sign"]))


def _by_pattern(fields: Fields) -> Score:
    inner = tuple(None if score is None else _score(score) for score in fields["inner"])
    patterns, free, values = (_array(fields[key]) for key in ("patterns", "free", "values"))
    return ByPattern(patterns, free, values, inner, float(fields["rest"]))


READERS: Final[dict[str, Callable[[Fields], Score]]] = {
    "Digits": lambda fields: Digits(
        float(fields["coordinate"]), float(fields["step"]), _array(fields["values"])
    ),
    "Coordinate": lambda fields: scores.Coordinate(float(fields["sign"])),
    "Histogram": _plainly(scores.Histogram, "edges", "values"),
    "Distances": _plainly(scores.Distances, "centre", "whiten", "linear", "a", "b"),
    "Sides": _plainly(scores.Sides, "centre", "scale", "linear", "a", "b", "push", "pull"),
    "Quadratic": _plainly(scores.Quadratic, "centre", "whiten", "linear", "curvature"),
    "Trees": lambda fields: scores.Trees(float(fields["base"]), tuple(_array(t) for t in fields["trees"])),
    "WithAtoms": _with_atoms,
    "Presence": _plainly(Presence, "there", "absent"),
    "Near": _near,
    "Described": lambda fields: Described(_score(fields["inner"]), float(fields["entries"])),
    "ByPattern": _by_pattern,
}
"""How each kind of score is read."""
