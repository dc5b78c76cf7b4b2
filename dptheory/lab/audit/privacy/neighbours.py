"""Neighbouring data sets: what they are, as tables of records, and whether two are any."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from dptheory.errors import BadInput
from dptheory.lab.domain import Data, FloatArray
from dptheory.lab.mechanisms.claims import REPLACE_ONE

ADVICE: Final = "--pair '[0]' '[1]'"


@dataclass(frozen=True, eq=False)
class Neighbours:
    """Two data sets and where they come from."""

    first: Any
    second: Any
    origin: str = "given"


def check_neighbours(pair: Neighbours, adjacency: str, group: int = 1) -> None:
    """`BadInput` with the reason unless the two are different neighbours, or differ in a group of records.

    >>> check_neighbours(Neighbours([0.0, 1.0], [0.0, 2.0]), "replace-one")
    >>> try:
    ...     check_neighbours(Neighbours([0.0, 1.0], [1.0, 2.0]), "replace-one")
    ... except BadInput as error:
    ...     print(error)
    given data sets that differ in 2 records; needed: exactly one (replace-one); try: --pair '[0]' '[1]'
    """
    one, other = table(pair.first), table(pair.second)
    if one.shape == other.shape and np.array_equal(one, other, equal_nan=True):
        raise BadInput("two equal data sets", f"neighbours ({adjacency}) that differ", ADVICE)
    if one.shape[1:] != other.shape[1:]:
        raise BadInput(
            f"records of {one.shape[1]} and {other.shape[1]} numbers", "records of the same width", ADVICE
        )
    sizes = f"data sets of {len(one)} and {len(other)} records"
    if adjacency == REPLACE_ONE:
        if len(one) != len(other):
            raise BadInput(sizes, "the same size (replace-one)", "--adjacency add-remove")
        changed = len(one) - int(np.sum(_equal_rows(one, other)))
        if changed > group:
            most = "exactly one" if group == 1 else f"at most {group}"
            raise BadInput(f"data sets that differ in {changed} records", f"{most} (replace-one)", ADVICE)
        return
    number = "one record" if group == 1 else f"1 to {group} records"
    if not 1 <= abs(len(one) - len(other)) <= group:
        raise BadInput(sizes, f"{number} more or less (add-remove)", "--pair '[0]' '[0, 1]'")
    longer, shorter = (one, other) if len(one) > len(other) else (other, one)
    if added(longer, shorter) is None:
        raise BadInput(
            f"data sets that differ in more than the added record{'s' if group > 1 else ''}",
            f"{number} more, the others unchanged and in the same order (add-remove)",
            "--pair '[0]' '[0, 1]'",
        )


def added(longer: FloatArray, shorter: FloatArray) -> list[int] | None:
    """Which records of the longer data set must go so that, in their order, the shorter one is left; None if
    there are no such records.
    """
    wanted, place, added = [row.tobytes() for row in shorter + 0.0], 0, []
    for number, row in enumerate(longer + 0.0):
        if place < len(wanted) and row.tobytes() == wanted[place]:
            place += 1
        else:
            added.append(number)
    return added if place == len(wanted) else None


def _equal_rows(one: FloatArray, other: FloatArray) -> FloatArray:
    both_nan = np.isnan(one) & np.isnan(other)
    return np.asarray(((one == other) | both_nan).all(axis=1))


def table(data: Any) -> FloatArray:
    """One row a record; a number is a data set of one record."""
    if isinstance(data, Data):
        return np.column_stack([data.x, data.y])
    try:
        array = np.asarray(data, dtype=np.float64)
    except (TypeError, ValueError):
        raise BadInput(
            f"a data set of type {type(data).__name__}",
            "numbers: an array whose first axis counts the records",
            ADVICE,
        ) from None
    rows = 1 if array.ndim == 0 else len(array)
    return array.reshape(rows, -1) if array.size else array.reshape(rows, *(array.shape[1:2] or (1 - rows,)))


def alike(pair: Neighbours) -> Neighbours:
    """The pair, where a data set without records is one of records such as the other's.

    >>> alike(Neighbours(np.zeros(0), np.ones((1, 3)))).first.shape
    (0, 3)
    """

    def like(data: Any, other: Any) -> Any:
        return data if isinstance(data, Data) or np.size(data) else rebuilt(other, table(other)[:0])

    return Neighbours(like(pair.first, pair.second), like(pair.second, pair.first), pair.origin)


def accepted(target: Any, pair: Neighbours) -> bool:
    """Whether a mechanism with a method `check` takes both data sets."""
    check = getattr(target, "check", None)
    if not callable(check):
        return True
    try:
        check(pair.first)
        check(pair.second)
    except (ValueError, TypeError, AttributeError, IndexError):
        return False
    return True


def rebuilt(data: Any, rows: FloatArray) -> Any:
    """Rows as a data set of the same kind as `data`."""
    if isinstance(data, Data):
        return Data(rows[:, :-1], rows[:, -1])
    shape = np.shape(data)
    if not shape:
        return float(rows[0, 0])
    return rows.reshape((len(rows), *shape[1:]))


Changed = tuple[int, FloatArray | None, FloatArray | None]
"""A place, the record there in the first data set and in the second; None where one has none."""


def changed_records(pair: Neighbours) -> list[Changed]:
    """The records in which neighbours differ; of one more or less, the place in the longer data set.

    >>> changed_records(Neighbours([0.0, 1.0], [0.0, 2.0]))
    [(1, array([1.]), array([2.]))]
    """
    one, other = table(pair.first), table(pair.second)
    if one.shape == other.shape:
        return [(int(i), one[i], other[i]) for i in np.flatnonzero(np.logical_not(_equal_rows(one, other)))]
    if len(one) > len(other):
        return [(i, one[i], None) for i in added(one, other) or []]
    return [(i, None, other[i]) for i in added(other, one) or []]


MOST_NUMBERS: Final = 64


def numbers_of(pair: Neighbours) -> FloatArray:
    """The numbers of the records in which the two differ; those that an output may give away."""
    records = [record for _, *both in changed_records(pair) for record in both if record is not None]
    numbers = np.unique(np.array(records)[np.isfinite(records)])
    return np.asarray(numbers[:MOST_NUMBERS])


def checked(pairs: Iterable[Neighbours], adjacency: str, group: int = 1) -> list[Neighbours]:
    """The pairs, each of them checked."""
    kept = list(map(alike, pairs))
    for pair in kept:
        check_neighbours(pair, adjacency, group)
    return kept
