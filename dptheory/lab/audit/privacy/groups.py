"""Groups of records: k neighbouring records are taken for one, so that a search varies them together."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from dptheory.errors import BadInput
from dptheory.lab.audit.privacy.neighbours import Neighbours, rebuilt, table
from dptheory.lab.audit.privacy.padded import Padded
from dptheory.lab.audit.privacy.subjects import Subject
from dptheory.lab.domain import FloatArray


@dataclass(frozen=True, eq=False)
class Grouped:
    """A subject that takes data sets in which a row holds `size` records; those that are left over when the
    data are cut into groups are the `rest`, and never vary. Densities are not looked at.
    """

    subject: Subject
    size: int
    like: Any
    rest: FloatArray

    @property
    def name(self) -> str:
        """What the subject is called."""
        return self.subject.name

    @property
    def target(self) -> Grouped:
        """Itself: what the mechanism says of its own data sets speaks of single records."""
        return self

    @property
    def box(self) -> tuple[FloatArray, FloatArray]:
        """The least and largest numbers of the records, once for each of a group."""
        rows = table(self.like)  # NaN where a number is not there
        low, high = (end.reduce(rows, axis=0) for end in (np.fmin, np.fmax))
        return np.tile(low, self.size), np.tile(high, self.size)

    def check(self, data: Any) -> None:
        """As the mechanism checks the data set that is meant."""
        own = getattr(self.subject.target, "check", None)
        if callable(own):
            own(self.plain(data))

    def sample(self, data: Any, size: int, rng: np.random.Generator) -> object:
        """Outputs on the data set that is meant."""
        return self.subject.sample(self.plain(data), size, rng)

    def plain(self, data: Any) -> Any:
        """The data set that is meant: one row a record."""
        rows = table(data).reshape(-1, table(self.like).shape[1])
        return rebuilt(self.like, np.concatenate([rows, self.rest]))

    def plainly(self, pair: Neighbours) -> Neighbours:
        """A pair of the data sets that are meant."""
        return Neighbours(self.plain(pair.first), self.plain(pair.second), pair.origin)


def grouped(subject: Subject, data: Any, size: int) -> tuple[Grouped, FloatArray]:
    """The subject on groups, and the data set in groups; `BadInput` where there is no whole group."""
    rows = table(data)
    number = len(rows) // size
    if not number:
        raise BadInput(f"{len(rows)} records and groups of {size}", "at least one group", "a smaller --group")
    if np.ndim(data) == 0:
        raise BadInput("a number as data set and a group", "a list of records", "--data '[0, 1]'")
    found = Grouped(subject, size, data, rows[number * size :])
    return found, rows[: number * size].reshape(number, -1)


def made_rows(subject: Subject, width: int) -> Subject:
    """The subject with rows of one width; of a subject on groups that which it stands for."""
    if isinstance(subject, Grouped):
        return replace(subject, subject=Padded(subject.subject, width))
    return Padded(subject, width)
