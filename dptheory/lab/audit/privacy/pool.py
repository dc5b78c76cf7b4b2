"""Outputs on many data sets, drawn once and kept, and a quick measure of how far two of them lie apart."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np

from dptheory.errors import BadInput
from dptheory.lab.audit.privacy.calls import SEARCHED, Call, Trouble
from dptheory.lab.audit.privacy.neighbours import table
from dptheory.lab.audit.privacy.outcomes import keys
from dptheory.lab.audit.privacy.streams import Runner, batch_rows
from dptheory.lab.audit.privacy.subjects import Subject
from dptheory.lab.domain import Data, FloatArray
from dptheory.lab.mechanisms.stream import batches

MOST_ATOMS: Final = 48
"""Outcomes that repeat are compared one by one up to so many; the rest together."""

COUPLED: Final = 4
"""The first outputs on every data set are drawn with the same random numbers: where noise is added that does
not depend on the data, their differences show at once how far two laws lie apart.
"""

SPREAD: Final = 20
"""Of fewer outputs the spread says nothing: in one of several coordinates it is small by chance."""

TAIL: Final = 3.0
"""Beyond what the wider of two exponential tails passes with chance e^-TAIL, it shows so much of each part by
which it is wider."""

FAR: Final = 50.0
"""Distances are cut there: two laws without overlap."""


@dataclass(eq=False)
class Pool:
    """Outputs on data sets, by their content. They are numbered in the order of asking."""

    runner: Runner
    subject: Subject
    seed: int
    timeout: float
    width: int
    stage: int
    found: dict[bytes, FloatArray] = field(default_factory=dict)
    refused: dict[bytes, Trouble] = field(default_factory=dict)
    calls: dict[bytes, int] = field(default_factory=dict)
    drawn: int = 0

    def ensure(self, data_sets: Sequence[Any], rows: int) -> None:
        """At least so many outputs on each; a data set on which a call raises is refused and kept apart."""
        asked: list[tuple[bytes, Call]] = []
        for data in data_sets:
            name = content(data)
            have = len(self.found.get(name, ()))
            if name in self.refused or have >= rows or any(name == other for other, _ in asked):
                continue
            number = self.calls.setdefault(name, len(self.calls))
            for size, key in self._parts(number, have, rows):
                call = Call(self.subject, data, SEARCHED, size, self.seed, key, self.timeout, self.width)
                asked.append((name, call))
        answers = self.runner.tried(call for _, call in asked)
        for (name, call), answer in zip(asked, answers, strict=True):
            if isinstance(answer, Trouble):
                if not answer.refusal:
                    raise answer.error()
                self.refused[name] = answer
                continue
            self.drawn += call.size
            part = np.asarray(answer, dtype=np.float64)
            self.found[name] = np.concatenate([self.found[name], part]) if name in self.found else part

    def _parts(self, number: int, have: int, rows: int) -> Iterator[tuple[int, tuple[int, ...]]]:
        """Sizes and keys of the calls; the first outputs have the same random numbers on all data sets."""
        if have == 0:
            yield COUPLED, (self.stage, 0)
            have = COUPLED
        for batch, size in batches(rows - have, batch_rows(self.width)):
            yield size, (self.stage, 1 + number, have, batch)

    def refusal(self) -> BadInput:
        """What was wrong with the data set that was refused first."""
        return next(iter(self.refused.values())).error()

    def outputs(self, data: Any) -> FloatArray | None:
        """What was drawn on a data set; None where it was refused or never asked for."""
        return None if content(data) in self.refused else self.found.get(content(data))


def content(data: Any) -> bytes:
    """The content of a data set, as a key."""
    if isinstance(data, Data):
        return b"xy" + data.x.tobytes() + data.y.tobytes()
    rows = table(data)
    return bytes(f"{np.shape(data)}", "ascii") + (rows + 0.0).tobytes()


@dataclass(frozen=True, eq=False)
class Summary:
    """Of the outputs on one data set, in common coordinates: the first ones, centre, spread, and shares of
    outcomes that repeat. `width` is the usual spread on any data set.
    """

    size: int
    width: FloatArray
    first: FloatArray
    centre: FloatArray
    spread: FloatArray
    shares: FloatArray


@dataclass(frozen=True, eq=False)
class Yardstick:
    """Coordinates in which outputs on one data set have about unit covariance, and common outcomes."""

    middle: FloatArray
    whiten: FloatArray
    width: FloatArray
    atoms: Any

    def summary(self, outputs: FloatArray) -> Summary:
        """The summary of one data set's outputs."""
        finite = outputs[np.isfinite(outputs).all(axis=1)]
        d = outputs.shape[1]
        if len(finite):
            z = (finite - self.middle) @ self.whiten
            median = np.median(z, axis=0)
            moved = z - median
            reach = 12 * np.median(np.abs(moved), axis=0)
            moved = np.clip(moved, -reach, reach) if (reach > 0).all() else moved
            centre, spread = median + moved.mean(axis=0), np.abs(moved).mean(axis=0)
        else:
            centre, spread = np.zeros(d), np.zeros(d)
        place = np.searchsorted(self.atoms, keys(outputs)).clip(0, max(0, len(self.atoms) - 1))
        known = self.atoms[place] == keys(outputs) if len(self.atoms) else np.zeros(len(outputs), bool)
        count = np.bincount(place[known], minlength=len(self.atoms)).astype(np.float64)
        shares = np.append(count, len(outputs) - count.sum()) / len(outputs)
        first = (outputs[:COUPLED] - self.middle) @ self.whiten
        return Summary(len(outputs), self.width, first, centre, spread, shares)


def yardstick(samples: Sequence[FloatArray]) -> Yardstick:
    """One for outputs on several data sets."""
    finite = [side[np.isfinite(side).all(axis=1)] for side in samples]
    finite = [side for side in finite if len(side)] or [np.zeros((1, samples[0].shape[1]))]
    moved = np.concatenate([side - np.median(side, axis=0) for side in finite])
    reach = 12 * np.median(np.abs(moved), axis=0)
    moved = np.clip(moved, -reach, reach) if (reach > 0).all() else moved
    largest = np.abs(moved).max(axis=0)
    unit = np.where(largest > 0, largest, 1.0)  # the square of 1e300 is none
    scale = unit * np.sqrt(np.mean((moved / unit) ** 2, axis=0))
    scale = np.where(scale > 0, scale, np.maximum(1e-9 * np.abs(np.concatenate(finite)).max(axis=0), 1e-300))
    moved = moved / scale
    values, vectors = np.linalg.eigh(moved.T @ moved / len(moved) + 1e-12 * np.eye(len(scale)))
    whiten = (vectors / np.sqrt(np.maximum(values, 1e-12))) / scale[:, None]
    names, counts = _repeated(samples)
    common = np.argsort(-counts, kind="stable")[:MOST_ATOMS]
    atoms = np.sort(names[common])
    width = np.abs(moved @ (whiten * scale[:, None])).mean(axis=0)
    return Yardstick(np.median(np.concatenate(finite), axis=0), whiten, width, atoms)


def _repeated(samples: Sequence[FloatArray]) -> tuple[Any, Any]:
    """Outcomes that repeat on one data set, and how often; common noise on two is no repetition."""
    found = [np.unique(keys(side), return_counts=True) for side in samples]
    names = np.concatenate([name[count >= 3] for name, count in found])
    counts = np.concatenate([count[count >= 3] for _, count in found])
    distinct, place = np.unique(names, return_inverse=True)
    return distinct, np.bincount(place, weights=counts, minlength=len(distinct))


TIED: Final = 0.1
"""Noise is common to two data sets if their differences vary by so small a part of it."""


def tied(one: Summary, other: Summary) -> bool:
    """Whether the same random numbers gave nearly the same noise on both data sets; never, where outcomes
    repeat.
    """
    if (
        one.shares[-1] < 0.5
        or one.first.shape != other.first.shape
        or not np.isfinite(one.first - other.first).all()
    ):
        return False
    width = np.maximum(one.width, 1e-6)
    return bool(((one.first - other.first) / width).std(axis=0).max() < TIED)


EXACT: Final = 1e-6
"""So little may be left of an affine relation between common outputs: of four, chance leaves more."""


def scaled(one: Summary, other: Summary) -> FloatArray | None:
    """The logarithms of the factors by which noise on the second data set is that on the first, where the
    same random numbers gave the same noise but for a factor in each coordinate; else None.
    """
    x, y = one.first, other.first
    if one.shares[-1] < 0.5 or x.shape != y.shape or not np.isfinite(x - y).all() or len(x) < COUPLED:
        return None
    x, y = x - x.mean(axis=0), y - y.mean(axis=0)
    size, product = (x * x).sum(axis=0), (x * y).sum(axis=0)
    if not ((size > 0) & (product > 0)).all():
        return None
    factor = product / size
    left = np.abs(y - factor * x).max(axis=0)
    return np.log(factor) if (left <= EXACT * np.abs(y).max(axis=0)).all() else None


def apart(one: Summary, other: Summary) -> float:
    """About the privacy loss that two laws show, beyond what sampling alone would: the larger of what
    location and spread, and what repeated outcomes show. It ranks pairs; nothing else rests on it.
    """
    n = 1 / (1 / one.size + 1 / other.size)
    width = np.maximum((one.spread + other.spread) / 2, 1e-6)
    shift, noise = (one.centre - other.centre) / width, np.full(len(width), 2.0 / n)
    if tied(one, other):
        paired = (one.first - other.first) / np.maximum(one.width, 1e-6)
        shift, noise = paired.mean(axis=0), paired.var(axis=0) / len(paired)
    shift = np.clip(shift, -FAR, FAR)
    moved = float(np.sqrt(max(0.0, float(shift @ shift) - float(noise.sum()))))
    varied = max(_ratio(one, other), _ratio(other, one))
    factor = scaled(one, other)
    with np.errstate(divide="ignore", invalid="ignore"):
        wider = np.abs(np.log(np.maximum(one.spread, 1e-6) / np.maximum(other.spread, 1e-6)))
    spread = max(0.0, float(wider.max()) - 3 / np.sqrt(n)) if min(one.size, other.size) >= SPREAD else 0.0
    if factor is not None:  # known from common noise, not only from how both spread
        spread = float(np.abs(factor).max())
    return float(max(min(moved + TAIL * np.expm1(min(spread, FAR)), FAR), varied))


def _ratio(one: Summary, other: Summary) -> float:
    """What the repeated outcomes show that are likelier on one side: of a set of them the largest logarithm
    of the ratio of its chances, each off by a standard error and half of what chance alone would set apart.
    """
    p, q = one.shares, other.shares
    n = 1 / (1 / one.size + 1 / other.size)
    chance = float(np.sqrt((p + q) * (1 - (p + q) / 2) / (np.pi * n)).sum()) / 2
    order = np.argsort(-(p + 0.5 / one.size) / (q + 0.5 / other.size), kind="stable")
    p, q = np.cumsum(p[order]).clip(0, 1), np.cumsum(q[order]).clip(0, 1)
    low = p - np.sqrt(p * (1 - p) / one.size) - chance / 2
    high = q + np.sqrt(q * (1 - q) / other.size) + chance / 2 + 0.5 / other.size
    return max(0.0, float(np.log(np.maximum(low, 1e-9) / high).max()))
