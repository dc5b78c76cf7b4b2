"""Tables from files and arrays: features and one target column, all numbers."""

from __future__ import annotations

import csv
import math
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from ...errors import BadInput, one_line
from ..domain import FloatArray
from .asked import Bounds, down, up

LARGEST: Final = 2_000_000_000
"""Bytes of a file."""
ADVICE: Final = "a CSV file with a line of names and one line a record"

BUILT_IN: Final = ("diabetes",)
FEATURES: Final = ("age", "sex", "bmi", "bp", "s1", "s2", "s3", "s4", "s5", "s6")
SCORE: Final = "score"


@dataclass(frozen=True, eq=False)
class Table:
    """Finite features (n, d) and targets (n,), n and d at least 1, with names for messages."""

    x: FloatArray
    y: FloatArray
    names: tuple[str, ...]
    target: str

    def varied(self) -> None:
        """BadInput for a constant column, of which no exposure can be told."""
        if len(self.y) < 2:
            return
        for name, column in zip((*self.names, self.target), (*self.x.T, self.y), strict=True):
            if column.min() == column.max():
                given = f"the column {name!r}, which is constant ({column[0]:g})"
                raise BadInput(given, "columns that vary", "the table without it")

    def within(self, bounds: Bounds, name: str) -> None:
        """BadInput for a record outside the bounds; norms are compared with a slack of rounding."""
        norms = np.linalg.norm(self.x, axis=1)
        top, label = up(bounds.features) * (1 + 1e-12), up(bounds.target)
        far = int(norms.argmax())
        if norms[far] > top:
            given = f"{name} {far} with ||x|| = {norms[far]:.6g}"
            raise BadInput(given, f"||x|| <= {down(bounds.features):g}, as stated", "--bounds R Y")
        big = int(np.abs(self.y).argmax())
        if abs(self.y[big]) > label:
            given = f"{name} {big} with the target {self.y[big]:.6g}"
            raise BadInput(given, f"|y| <= {down(bounds.target):g}, as stated", "--bounds R Y")


def checked(x: Any, y: Any, given: str) -> Table:
    """Arrays or pandas objects as a table; raises BadInput."""
    names = tuple(str(name) for name in getattr(x, "columns", ()))
    features, target = _numbers(x, f"{given}, X"), _numbers(y, f"{given}, y")
    if features.ndim != 2 or features.size == 0:
        raise BadInput(f"{given}, X of shape {features.shape}", "(n, d), both at least 1", "X of two axes")
    if target.shape != features.shape[:1]:
        raise BadInput(
            f"{given}, y of shape {target.shape}", f"({len(features)},), one a record", "one y a row of X"
        )
    names = names or tuple(f"column {k}" for k in range(features.shape[1]))
    made = Table(features, target, names, str(getattr(y, "name", None) or "y"))
    _finite(made, given)
    return made


def _numbers(value: Any, given: str) -> FloatArray:
    try:
        array = np.asarray(value.to_numpy() if hasattr(value, "to_numpy") else value)
        if array.dtype.kind in "USO" and any(isinstance(v, str) for v in array.ravel().tolist()):
            raise ValueError("text")
        if np.iscomplexobj(array):
            raise ValueError("complex numbers")
        return np.ascontiguousarray(array, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise BadInput(f"{given} ({one_line(str(error), 60)})", "numbers", "an array of floats") from None


def _finite(table: Table, given: str) -> None:
    if np.isfinite(table.x).all() and np.isfinite(table.y).all():
        return
    whole = np.column_stack([table.x, table.y])
    row, column = np.argwhere(~np.isfinite(whole))[0]
    name = (*table.names, table.target)[column]
    value = whole[row, column]
    raise BadInput(
        f"{given}: record {row}, column {name!r}: {value}", "finite numbers", "the table without such records"
    )


def read(
    path: Path, target: str, names: tuple[str, ...] | None = None, labels: Sequence[str] | None = None
) -> Table:
    """A CSV file with a line of names; `target` is the column of y, in which two `labels` are read as 0 and
    1. With `names` it must have these columns beside the target and no others; they are taken in this order.
    """
    given = f"the file {one_line(str(path), 120)!r}"
    header = _header(path, given)
    if target not in header:
        lacks = f"{given} without the column {target!r}"
        if names is not None:
            raise BadInput(lacks, "the columns of the data and the target", ADVICE)
        raise BadInput(lacks, f"one of {', '.join(header[:8])}", f"--target {header[-1]}")
    wanted = tuple(name for name in header if name != target) if names is None else names
    missing = [name for name in wanted if name not in header]
    if missing:
        raise BadInput(f"{given} without the column {missing[0]!r}", "the columns of the data", ADVICE)
    beside = [name for name in header if name != target and name not in wanted]
    if beside:
        raise BadInput(
            f"{given} with the column {beside[0]!r}, which the data lack",
            "the columns of the data and no others",
            f"the file without {beside[0]!r}",
        )
    if not wanted:
        raise BadInput(f"{given} with the column {target!r} alone", "at least one feature", ADVICE)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # a file without records is said below, in one line
            whole = np.loadtxt(
                path, delimiter=",", skiprows=1, ndmin=2, quotechar='"', encoding="utf-8-sig", comments=None,
                converters=None if labels is None else {header.index(target): _code(labels)},
            )  # fmt: skip
    except (ValueError, OSError, UnicodeDecodeError):
        raise _fault(path, given, header, target, labels) from None
    if whole.size == 0:
        raise BadInput(f"{given} without a record", "at least one", ADVICE)
    if whole.shape[1] != len(header):
        raise _fault(path, given, header, target, labels)
    places = [header.index(name) for name in wanted]
    made = Table(
        np.ascontiguousarray(whole[:, places]),
        np.ascontiguousarray(whole[:, header.index(target)]),
        wanted,
        target,
    )
    _finite(made, given)
    return made


def _code(labels: Sequence[str]) -> Callable[[str], float]:
    """What reads labels as 0 and 1; raises ValueError for others."""
    return lambda text: float(labels.index(text.strip()))


def named(name: str, target: str) -> Table:
    """A data set that comes with scikit-learn, inside the unit ball: `diabetes`, with the target `score`.

    >>> named("diabetes", "score").x.shape
    (442, 10)
    """
    from ..diabetes import diabetes

    data = diabetes()
    columns = dict(zip((*FEATURES, SCORE), (*data.x.T, data.y), strict=True))
    if target not in columns:
        given, needed = f"{name} without the column {target!r}", f"one of {', '.join(columns)}"
        raise BadInput(given, needed, f"--target {SCORE}")
    names = tuple(column for column in columns if column != target)
    x = np.column_stack([columns[column] for column in names])
    return Table(np.ascontiguousarray(x), np.array(columns[target]), names, target)


def _header(path: Path, given: str) -> list[str]:
    try:
        if path.stat().st_size > LARGEST:
            raise BadInput(f"{given} of {path.stat().st_size} bytes", f"at most {LARGEST}", "a smaller file")
        with path.open(encoding="utf-8-sig", newline="") as file:
            header = [name.strip() for name in next(csv.reader(file), [])]
    except OSError as error:
        reason = (error.strerror or "unreadable").lower()
        raise BadInput(f"{given} ({reason})", "a file that can be read", ADVICE) from None
    except (UnicodeDecodeError, csv.Error):
        raise BadInput(f"{given}, which is no CSV in UTF-8", "a CSV file", ADVICE) from None
    if not header:
        raise BadInput(f"{given}, which is empty", "a line of names and records", ADVICE)
    if all(_is_number(name) for name in header):
        raise BadInput(f"{given} whose first line has numbers only", "a line of names", ADVICE)
    twice = [name for name in header if header.count(name) > 1]
    if twice:
        raise BadInput(f"{given} with two columns {twice[0]!r}", "names that differ", ADVICE)
    return header


def _fault(
    path: Path, given: str, header: list[str], target: str, labels: Sequence[str] | None
) -> BadInput:
    """What is wrong with a file that is not a table of numbers: the first such cell."""
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            for number, row in enumerate(csv.reader(file), start=1):
                if number == 1 or not row:
                    continue
                if len(row) != len(header):
                    problem = f"{given}, line {number} with {len(row)} fields and {len(header)} names"
                    return BadInput(problem, "as many fields in every line", ADVICE)
                for name, cell in zip(header, row, strict=True):
                    coded = labels is not None and name == target
                    if cell.strip() in labels if coded and labels is not None else _is_number(cell):
                        continue
                    shown = f"the text {one_line(cell, 40)!r}" if cell.strip() else "nothing"
                    problem = f"{given}, line {number}, column {name!r}: {shown}"
                    if name == target and cell.strip():
                        needed = f"one of {', '.join(labels)}" if labels is not None else "a number"
                        return BadInput(problem, needed, "plan ... --labels no yes: the words for 0 and 1")
                    return BadInput(problem, "a number", "numeric columns only, without gaps")
    except (OSError, UnicodeDecodeError, csv.Error):
        pass
    return BadInput(f"{given}, which is no table of numbers", "numbers", ADVICE)


def _is_number(text: str) -> bool:
    try:
        return not math.isnan(float(text))
    except ValueError:
        return False
