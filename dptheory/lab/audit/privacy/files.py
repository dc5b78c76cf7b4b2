"""Data sets from the command line: JSON texts, and files of numbers."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import numpy as np

from dptheory.errors import BadInput, one_line
from dptheory.lab.audit.privacy.subjects import Subject
from dptheory.lab.domain import Data, FloatArray

LARGEST: Final = 500_000_000
"""Bytes of a file."""

TAKES: Final = """--pair '{"x": [[1]], "y": [1]}' '{"x": [[1]], "y": [-1]}', features x and labels y"""
ADVICE: Final = "'[0, 1, 1]', or a .csv, .json or .npy file"


def data_set(text: str, empty: bool = False) -> Any:
    """The data set that a JSON text or a file holds: a list of numbers, or of rows of numbers.

    ``{"x": rows, "y": labels}`` is a `Data` of features and labels; ``[]`` is the data set without records,
    where that may be asked about. `BadInput` for a file that is missing, empty, ragged or not numeric.

    >>> data_set("[0, 1]").tolist()
    [0.0, 1.0]
    """
    stripped = text.strip()
    if empty and stripped == "[]":
        return np.zeros(0)
    if stripped[:1] in ("[", "{") or _is_number(stripped):
        return _from_json(stripped, f"the data set {stripped[:60]}")
    path = Path(text)
    given = f"the file {text!r}"
    try:
        if path.stat().st_size > LARGEST:
            raise BadInput(f"{given} of {path.stat().st_size} bytes", f"at most {LARGEST}", "a smaller file")
        if path.suffix == ".npy":
            with path.open("rb") as file:
                return _numeric(np.load(file, allow_pickle=False), given)
        content = path.read_text(encoding="utf-8")
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise BadInput(f"{given} ({reason})", "a file that can be read", ADVICE) from None
    except (UnicodeDecodeError, ValueError) as error:
        if isinstance(error, BadInput):
            raise
        raise BadInput(f"{given}, which is no array of numbers", "numbers", ADVICE) from None
    if path.suffix == ".json" or content.lstrip()[:1] in ("[", "{"):
        return _from_json(content, given)
    return _from_csv(content, given)


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def _from_json(text: str, given: str) -> Any:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        raise BadInput(f"{given}, which is no JSON", "a list of numbers", ADVICE) from None
    if isinstance(value, dict):
        if set(value) != {"x", "y"}:
            raise BadInput(f"{given} with {', '.join(sorted(value)) or 'no'} keys", "x and y", ADVICE)
        try:
            return Data(value["x"], value["y"])
        except (ValueError, TypeError) as error:
            raise BadInput(f"{given} ({error})", "features and labels", ADVICE) from None
    return _numeric(value, given)


def _from_csv(text: str, given: str) -> FloatArray:
    rows = [row for row in csv.reader(text.splitlines()) if any(cell.strip() for cell in row)]
    widths = {len(row) for row in rows}
    if len(widths) > 1:
        raise BadInput(f"{given} with rows of {min(widths)} to {max(widths)} numbers", "equal rows", ADVICE)
    if rows and not any(_is_number(cell) for cell in rows[0]):
        rows = rows[1:]  # a line of names
    array = _numeric(rows, given)
    return array[:, 0] if array.ndim == 2 and array.shape[1] == 1 else array


def shaped(subject: Subject, data: Any) -> Any:
    """The data set in the shape that a mechanism with a method `check` takes: as it is, as a column for a
    list of numbers, or as features with the label in the last column. `BadInput` where it takes none.
    """
    check = getattr(subject.target, "check", None)
    if not callable(check):
        return data
    reason = ""
    for candidate in _shapes(data):
        try:
            check(candidate() if callable(candidate) else candidate)
        except (ValueError, TypeError, AttributeError, IndexError) as error:
            reason = one_line(str(error), 200)
        else:
            return candidate() if callable(candidate) else candidate
    problem, _, cure = reason.partition("; needed: ")
    advice = TAKES if "Data" in cure else "other records"
    raise BadInput(f"a data set that {subject.name} refuses ({problem})", cure or "another one", advice)


def _shapes(data: Any) -> Iterator[Any]:
    """The data set, and what else it may mean."""
    yield data
    if isinstance(data, Data):
        return
    rows = np.atleast_2d(data) if np.ndim(data) != 1 else np.asarray(data)[:, None]
    if np.ndim(data) != 2:
        yield rows
    if rows.shape[1] > 1:
        yield lambda: Data(rows[:, :-1], rows[:, -1])


def _numeric(value: Any, given: str) -> FloatArray:
    try:
        array = np.asarray(value, dtype=np.float64)
    except (ValueError, TypeError):
        raise BadInput(f"{given}, which is ragged or not numeric", "rows of numbers", ADVICE) from None
    if array.size == 0:
        raise BadInput(f"{given}, which is empty", "at least one record", ADVICE)
    if array.ndim > 2:
        raise BadInput(f"{given} of shape {array.shape}", "one or two axes", ADVICE)
    return array
