"""What the source's text says of its simulations, and whether the rerun shows it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module

import numpy as np

from dptheory.perinstance.asked import OUTPUT
from dptheory.reproduce.wang2019.efficiency import NAMES, Row
from dptheory.reproduce.wang2019.experiments import Curve, scores


@dataclass(frozen=True)
class Claim:
    """A sentence of the source, the number that decides it here, and whether it is seen."""

    place: str
    text: str
    data: str
    found: str
    seen: bool


def claims(curves: tuple[Curve, ...], rows: tuple[Row, ...]) -> tuple[Claim, ...]:
    """Every claim on every data set."""
    return (*(claim for curve in curves for claim in _of(curve)), *_efficient(rows))


def _of(curve: Curve) -> Iterator[Claim]:
    at, where = curve.at, f"{curve.study.name}, {curve.mechanism}, gamma = {curve.at.gamma}"
    largest = float(at.found.eps.max())
    if curve.mechanism == OUTPUT:
        inside, everyone = at.seen / largest, at.seen / at.for_all
        yield Claim(
            "section 2.2, Figure 1",
            "more than an order of magnitude stronger protection for all users in the data set than DP",
            where,
            f"attained worst case / largest in the data = {inside:.4g}; needed: > 10",
            inside > 10,
        )
        yield Claim(
            "section 2.2, Figure 1",
            "about six times stronger protection for all users in the universe than DP",
            where,
            f"attained worst case / for all = {everyone:.4g}; needed: >= 5",
            everyone >= 5,
        )
    average = at.seen / at.mean
    yield Claim(
        f"section 4.3, Figure 2, experiment {curve.experiment}",
        "average per-instance privacy over the data is several orders of magnitude below worst-case DP",
        where,
        f"attained worst case / mean = {average:.4g}; needed: >= 100",
        average >= 100,
    )
    rank = float(
        import_module("scipy.stats").spearmanr(scores(curve.study, at.found), at.found.eps).statistic
    )
    yield Claim(
        "abstract, section 4.1",
        "privacy is stronger for small leverage and for records that are predicted well",
        where,
        f"rank correlation of eps and |r| sqrt(mu) = {rank:.4g}; needed: >= 0.9",
        rank >= 0.9,
    )
    shares = [point.seen / point.mean for point in curve.points if point.mean > 0]
    yield Claim(
        f"section 4.3, Figure 2, experiment {curve.experiment}",
        "so at every utility",
        where.rsplit(",", 1)[0],
        f"least attained worst case / mean over gamma = {min(shares):.4g}; needed: >= 100",
        min(shares) >= 100,
    )


def _efficient(rows: tuple[Row, ...]) -> Iterator[Claim]:
    grown = [row for row in rows if row.name == "synthetic"]
    for k in (NAMES.index("AdaOPS simple"), NAMES.index("AdaOPS")) if grown else ():
        ratios = [row.ratios[k] for row in grown]
        shown = ", ".join(f"{row.n}: {ratio:.4g}" for row, ratio in zip(grown, ratios, strict=True))
        yield Claim(
            "Proposition 17",
            f"{NAMES[k]}: the squared error approaches the Cramer-Rao bound",
            "synthetic, eps = 1",
            f"error / bound at n = {shown}; needed: falling, the last <= 1.5",
            bool(np.all(np.diff(ratios) < 0)) and ratios[-1] <= 1.5,
        )
        better = all(row.errors[k] < row.errors[NAMES.index("OPS, n public")] for row in grown)
        yield Claim(
            "section 4.2",
            f"{NAMES[k]}: improves on ordinary OPS at the same (eps, delta)",
            "synthetic, eps = 1",
            "at every n" if better else "not at every n",
            better,
        )
