"""Events and data sets as plain data, so that whoever has the report can evaluate them."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np

from dptheory.lab.audit.privacy.outcomes import Atoms
from dptheory.lab.audit.privacy.scores import Event
from dptheory.lab.domain import Data


def event_data(event: Event) -> dict[str, object]:
    """The score with its parameters, the threshold and the direction.

    >>> from dptheory.lab.audit.privacy.scores import Coordinate
    >>> event_data(Event(Coordinate(), 0.5))["threshold"]
    0.5
    """
    return {
        "score": _fields(event.score),
        "relation": "<=" if event.swapped else ">=",
        "threshold": _number(event.threshold),
    }


def _fields(score: Any) -> dict[str, object]:
    plain: dict[str, object] = {"kind": type(score).__name__, "name": score.name}
    for field in dataclasses.fields(score):
        if field.name not in ("name", "mechanism", "first", "second"):
            plain[field.name] = _value(getattr(score, field.name))
    return plain


def _value(value: Any) -> object:
    if isinstance(value, Atoms):
        return {"names": [f"{name:016x}" for name in value.names.tolist()]}
    if isinstance(value, str):
        return value
    if isinstance(value, tuple):
        return [_value(entry) for entry in value]
    if isinstance(value, np.ndarray):
        return [_value(entry) for entry in value] if value.ndim > 1 else [_number(float(x)) for x in value]
    if isinstance(value, float | int):
        return _number(float(value))
    return None if value is None else _fields(value)


def _number(value: float) -> object:
    return value if np.isfinite(value) else str(value)


def plain_data(data: Any) -> object:
    """A data set as lists; None stands for a number that is not there."""
    if isinstance(data, Data):
        return {"x": data.x.tolist(), "y": data.y.tolist()}
    return _plain(np.asarray(data, dtype=np.float64).tolist())


def data_of(plain: Any) -> Any:
    """The data set that was made plain.

    >>> data_of(plain_data([1.0, float("nan")])).tolist()
    [1.0, nan]
    """
    return Data(plain["x"], plain["y"]) if isinstance(plain, dict) else np.asarray(plain, dtype=np.float64)


def _plain(value: Any) -> object:
    if isinstance(value, list):
        return [_plain(entry) for entry in value]
    return None if np.isnan(value) else _number(value)
