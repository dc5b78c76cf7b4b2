"""What the source's text says of its simulations, and whether the rerun shows it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np

from dptheory.exact import nearest
from dptheory.lab.domain import FloatArray
from dptheory.lab.perinstance.asked import OPS, OUTPUT
from dptheory.lab.reproduce.wang2019.efficiency import NAMES, Row
from dptheory.lab.reproduce.wang2019.experiments import Curve, outside

COMPARED: Final = 2000
"""So many records, the first ones, are compared with each other."""
ROUNDED: Final = 1 + 2e-6
"""An eps is rounded up by less than this."""


@dataclass(frozen=True)
class Sentence:
    """A sentence of the source, the number that decides it here, and whether it is seen."""

    place: str
    text: str
    data: str
    found: str
    seen: bool


def claims(curves: tuple[Curve, ...], rows: tuple[Row, ...]) -> tuple[Sentence, ...]:
    """Every claim on every data set."""
    return (*(claim for curve in curves for claim in _of(curve)), *_efficient(rows))


def _of(curve: Curve) -> Iterator[Sentence]:
    at, where = curve.at, f"{curve.study.name}, {curve.mechanism}, gamma = {curve.at.gamma}"
    largest = float(at.found.eps.max())
    if curve.mechanism == OUTPUT:
        inside, everyone = at.seen / largest, at.seen / at.for_all
        yield Sentence(
            "section 2.2, Figure 1",
            "more than an order of magnitude stronger protection for all users in the data set than DP",
            where,
            f"attained worst case / largest in the data = {inside:.4g}; needed: > 10",
            inside > 10,
        )
        yield Sentence(
            "section 2.2, Figure 1",
            "about six times stronger protection for all users in the universe than DP",
            where,
            f"attained worst case / for all = {everyone:.4g}; needed: >= 5",
            everyone >= 5,
        )
    average = at.seen / at.mean
    yield Sentence(
        f"section 4.3, Figure 2, experiment {curve.experiment}",
        "average per-instance privacy over the data is several orders of magnitude below worst-case DP",
        where,
        f"attained worst case / mean = {average:.4g}; needed: >= 100",
        average >= 100,
    )
    mu, residual = outside(at.found)
    pairs, wrong = ordered(mu, residual, at.found.eps)
    yield Sentence(
        "abstract, section 4.1",
        "stronger privacy with a small leverage and a good prediction from the other records",
        where,
        f"{wrong} of {pairs} pairs of records, one smaller in both, are out of order; needed: 0",
        pairs > 0 and wrong == 0,
    )
    if curve.mechanism == OPS:
        share = dominated(mu, residual, float(at.gamma), nearest(at.found.asked.delta))
        yield Sentence(
            "Remark 15",
            "the last term of the simplified bound dominates",
            where,
            f"it is more than half of the bound for {share:.4g} of the records; needed: 1",
            share == 1,
        )
    shares = [point.seen / point.mean for point in curve.useful if point.mean > 0]
    least = min(shares, default=0.0)
    yield Sentence(
        "abstract",
        "several orders of magnitude more favourable privacy and utility for the users in the data set",
        where.rsplit(",", 1)[0],
        f"least attained worst case / mean where the risk is below that of 0: {least:.4g}; needed: >= 100",
        least >= 100,
    )


def ordered(mu: FloatArray, residual: FloatArray, eps: FloatArray) -> tuple[int, int]:
    """How many pairs of records have one with less leverage and less residual than the other, and how many of
    these a larger eps.

    >>> ordered(np.array([1.0, 2.0, 3.0]), np.array([1.0, 2.0, 0.0]), np.array([1.0, 0.5, 9.0]))
    (1, 1)
    """
    mu, residual, eps = mu[:COMPARED], residual[:COMPARED], eps[:COMPARED]
    less = (mu[:, None] < mu) & (residual[:, None] < residual)
    return int(less.sum()), int((less & (eps[:, None] > eps * ROUNDED)).sum())


def dominated(mu: FloatArray, residual: FloatArray, gamma: float, delta: float) -> float:
    """The share of records for which the last term of Remark 15, as reconstructed, exceeds the others."""
    level = np.log(2 / delta)
    last = np.sqrt(gamma * mu * level) * residual
    return float(np.mean(last > mu / 2 * (1 + level) + gamma * mu * residual**2 / 2))


def _efficient(rows: tuple[Row, ...]) -> Iterator[Sentence]:
    grown = [row for row in rows if row.name == "synthetic"]
    for k in (NAMES.index("AdaOPS simple"), NAMES.index("AdaOPS")) if grown else ():
        ratios = [row.ratios[k] for row in grown]
        shown = ", ".join(f"{row.n}: {ratio:.4g}" for row, ratio in zip(grown, ratios, strict=True))
        yield Sentence(
            "Proposition 17",
            f"{NAMES[k]}: the squared error approaches the Cramer-Rao bound",
            "synthetic, eps = 1",
            f"error / bound at n = {shown}; needed: falling, the last <= 1.5",
            bool(np.all(np.diff(ratios) < 0)) and ratios[-1] <= 1.5,
        )
        better = all(row.errors[k] < row.errors[NAMES.index("OPS, n public")] for row in grown)
        yield Sentence(
            "section 4.2",
            f"{NAMES[k]}: improves on ordinary OPS at the same (eps, delta)",
            "synthetic, eps = 1",
            "at every n" if better else "not at every n",
            better,
        )
