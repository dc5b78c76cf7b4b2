"""Records brought into the unit ball by numbers that were given, never by the data's own."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from flint import fmpq

from ...errors import BadInput
from ...exact import nearest
from ..domain import Data, FloatArray
from ..perinstance.reading import Table

CODES: tuple[Mapping[float | str, int], ...] = ({-1.0: -1, 1.0: 1}, {0.0: -1, 1.0: 1})
"""Two labels as they may stand in a table, and what they are read as."""


@dataclass(frozen=True)
class Scaling:
    """How a record becomes one with ||x|| <= 1 and |y| <= 1: features over `norm`, or, where `ranges` has a
    pair for every column, from there to [-1, 1] and over the root of their number. A record outside is
    refused, or moved to the nearest one inside (`clip`). With `constant` every record gets one more feature,
    which is 1 before the last division. Targets of a regression are divided by `label`.
    """

    norm: fmpq = field(default_factory=lambda: fmpq(1))
    ranges: Mapping[str, tuple[fmpq, fmpq]] = field(default_factory=dict)
    clip: bool = False
    constant: bool = False
    label: fmpq = field(default_factory=lambda: fmpq(1))

    def features(self, table: Table) -> tuple[FloatArray, int]:
        """The features, of shape (n, d), and how many records were moved; raises BadInput.

        >>> table = Table(np.array([[0.0, 5.0], [3.0, 4.0]]), np.array([1.0, -1.0]), ("a", "b"), "y")
        >>> Scaling(fmpq(5)).features(table)[0].tolist()
        [[0.0, 1.0], [0.6, 0.8]]
        """
        x, outside = self._ranged(table) if self.ranges else self._over(table)
        if not self.constant:
            return x, outside
        n, d = x.shape
        # of columns in ranges every one is at most 1/sqrt(d); of a norm, the whole record is at most 1
        old, new = (math.sqrt(d / (d + 1)), 1 / math.sqrt(d + 1)) if self.ranges else (math.sqrt(0.5),) * 2
        return np.column_stack([x * old, np.full(n, new)]), outside

    def _over(self, table: Table) -> tuple[FloatArray, int]:
        x = table.x / nearest(self.norm)
        norms = np.linalg.norm(x, axis=1)
        far = norms > 1 + 1e-12
        count = int(far.sum())
        if count and not self.clip:
            worst = int(norms.argmax())
            raise BadInput(
                f"{count} of {len(norms)} records with ||x|| > {nearest(self.norm):g}, as record {worst}",
                f"||x|| <= {nearest(self.norm):g}, as stated, or a range for every column",
                "--norm B or --range NAME=LOW:HIGH with numbers that are known without these data, or --clip",
            )
        return x / np.where(far, norms, 1.0)[:, None], count

    def _ranged(self, table: Table) -> tuple[FloatArray, int]:
        strange = sorted(self.ranges.keys() - set(table.names))
        if strange:
            raise BadInput(f"--range {strange[0]}", f"one of {', '.join(table.names[:8])}", "another name")
        lacking = [name for name in table.names if name not in self.ranges]
        if lacking:
            given = f"no --range for the column {lacking[0]!r}"
            raise BadInput(given, "one for every feature, or --norm", f"--range {lacking[0]}=0:1")
        low, high = (np.array([nearest(self.ranges[k][end]) for k in table.names]) for end in (0, 1))
        outside = (table.x < low) | (table.x > high)
        if outside.any() and not self.clip:
            row, column = (int(k) for k in np.argwhere(outside)[0])
            name = table.names[column]
            raise BadInput(
                f"{int(outside.any(axis=1).sum())} of {len(table.y)} records outside the ranges, as"
                f" record {row} in {name!r}",
                f"{low[column]:g} <= {name} <= {high[column]:g}, as stated",
                "--clip, or a range that is known without these data",
            )
        unit = (2 * np.clip(table.x, low, high) - low - high) / (high - low)
        return unit / math.sqrt(len(table.names)), int(outside.any(axis=1).sum())


def coded(table: Table) -> tuple[FloatArray, Mapping[float | str, int]]:
    """The labels as -1 and 1, and what each of them was; raises BadInput unless there are two.

    >>> coded(Table(np.zeros((2, 1)), np.array([1.0, 0.0]), ("x",), "y"))[0].tolist()
    [1.0, -1.0]
    """
    found = np.unique(table.y)
    name = f"the column {table.target!r}"
    if len(found) == 1:
        raise BadInput(f"{name} with the label {found[0]:g} alone", "two labels", "records of both kinds")
    code = next((code for code in CODES if set(found.tolist()) == code.keys()), None)
    if code is None:
        shown = ", ".join(f"{value:g}" for value in found[:4]) + (", ..." if len(found) > 4 else "")
        needed = "two labels, 0 and 1 or -1 and 1"
        raise BadInput(
            f"{name} with the values {shown}", needed, "--loss squared for numbers, or such labels"
        )
    return np.where(table.y == 1, 1.0, -1.0), code


def targets(table: Table, scaling: Scaling) -> tuple[FloatArray, int]:
    """The targets over their public bound, and how many were moved; raises BadInput."""
    y = table.y / nearest(scaling.label)
    outside = np.abs(y) > 1
    if outside.any() and not scaling.clip:
        raise BadInput(
            f"{int(outside.sum())} of {len(y)} records with |{table.target}| > {nearest(scaling.label):g}",
            f"|{table.target}| <= {nearest(scaling.label):g}, as stated",
            "--label-bound Y with a number that is known without these data, or --clip",
        )
    return np.clip(y, -1, 1), int(outside.sum())


def split(data: Data, held: int, rng: np.random.Generator) -> tuple[Data, Data | None]:
    """The data in a random order, all but `held` records to train on, and the rest."""
    order = rng.permutation(data.n)
    train, rest = order[held:], order[:held]
    return Data(data.x[train], data.y[train]), Data(data.x[rest], data.y[rest]) if held else None
