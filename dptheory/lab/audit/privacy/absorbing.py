"""What the second run's noise has to absorb, for both runs to put out the same noisy numbers."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np

from dptheory.lab.audit.privacy.costs import Moves
from dptheory.lab.audit.privacy.noisy import Log, Put
from dptheory.lab.domain import FloatArray

NO_SCALE: Final = 1e-30
"""Noise of less is none: it absorbs where there is no other."""

CLOSE: Final = 1e-9
"""Differences that are rounding, relative to the numbers."""


@dataclass(frozen=True, eq=False)
class Absorbed:
    """The shift of every number drawn, NaN where nothing asks for one; the draws that are `torn`, asked for
    two different ones; those whose noise was used, and where, before data were added; those whose noise
    comes in by another factor, with their scales on both sides; and those that come in by none, with
    the move.
    """

    shifts: FloatArray
    torn: set[int] = field(default_factory=set)
    early: dict[int, str] = field(default_factory=dict)
    scaled: dict[int, tuple[Any, Any]] = field(default_factory=dict)
    bare: dict[int, float] = field(default_factory=dict)


def absorb(one: Log, two: Log) -> Absorbed:
    """Equation by equation, those of the fewest draws first: draws that no other equation has shifted
    share what is left, normal noise by its variances; else that of the largest scale, and then the
    newest, takes it all.

    >>> def run(total: float, first: Log | None = None) -> Log:
    ...     log = Log(first, lambda key: False)
    ...     float(total + log.drawn("laplace", 1.0, 0.5))
    ...     return log
    >>> one = two = None
    >>> for total in (0.0, 2.0):  # called from the same line, as an audit does
    ...     one, two = two, run(total, two)
    >>> absorb(one, two).shifts.tolist()
    [-2.0]
    """
    draws = two.draws
    wide = [np.broadcast_to(draw.scale, draw.values.shape).ravel() for draw in draws]
    scales = np.concatenate(wide or [np.empty(0)]).clip(NO_SCALE)
    owner = np.repeat(np.arange(len(draws)), [draw.values.size for draw in draws])
    found, rows = Absorbed(np.full(len(owner), np.nan)), []
    bare = {int(k): put.place for put in two.puts.values() if put.raw for k in np.unique(owner[put.index])}
    for key, a in one.puts.items():
        b = two.puts.get(key)
        if b is None or b.place != a.place or a.index.shape != b.index.shape:
            continue
        _rescaled(a, b, owner, scales, found)
        with np.errstate(invalid="ignore"):  # of what is compared with infinity
            gaps = np.where(np.equal(a.value, b.value), 0.0, np.subtract(a.value, b.value)).ravel()
        near = CLOSE * (1 + np.abs(a.value).ravel()) + 1e-6 * np.abs(gaps)
        for row in zip(
            b.index.reshape(gaps.size, -1), b.factor.reshape(gaps.size, -1), gaps, near, strict=True
        ):
            rows.append(row)
    for index, factor, gap, near in sorted(rows, key=lambda row: len(row[0])):
        by: dict[int, float] = {}
        for atom, part in zip(index.tolist(), factor.tolist(), strict=True):
            by[atom] = by.get(atom, 0.0) + part
        by = {atom: part for atom, part in by.items() if part}
        rest = gap - sum(part * found.shifts[k] for k, part in by.items() if not np.isnan(found.shifts[k]))
        free = [k for k in by if np.isnan(found.shifts[k])]
        if free:
            weights = np.array([by[k] * scales[k] for k in free])
            if any(draws[owner[k]].law != "normal" for k in free):
                weights[np.arange(len(free)) != len(free) - 1 - np.argmax(np.abs(weights[::-1]))] = 0.0
            found.shifts[free] = rest * weights * scales[free] / np.sum(weights**2)
        elif by and abs(rest) > near:
            draw = int(owner[max(by, key=lambda k: abs(by[k]) * scales[k])])
            if draw in bare:
                found.early[draw] = bare[draw]
            else:
                found.torn.add(draw)
        elif len(index) and abs(rest) > near:
            found.bare.setdefault(int(owner[index[-1]]), abs(float(rest)))
    return found


def _rescaled(a: Put, b: Put, owner: Any, scales: FloatArray, found: Absorbed) -> None:
    """Note the first number whose noise comes in by different factors."""
    one, other = (np.abs(put.factor).ravel() for put in (a, b))
    for k in np.flatnonzero(~np.isclose(one, other, rtol=1e-6))[:1]:
        atom = b.index.ravel()[k]
        found.scaled.setdefault(int(owner[atom]), (one[k] * scales[atom], other[k] * scales[atom]))


def moves(found: Absorbed, log: Log, here: list[int]) -> list[Moves]:
    """Of each of some draws that move, its moves."""
    made = []
    for k in here:
        draw = log.draws[k]
        part = np.nan_to_num(found.shifts[draw.start : draw.start + draw.values.size])
        if np.max(np.abs(part), initial=0.0) > CLOSE:
            wide = np.broadcast_to(draw.scale, draw.values.shape).ravel() + 0.0
            made.append(Moves(draw.law, part, wide, k))
    return made
