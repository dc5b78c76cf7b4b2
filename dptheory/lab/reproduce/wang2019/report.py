"""The tables of a rerun: terminal, Markdown, JSON."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from dptheory.lab.reproduce.wang2019.choices import Choices
from dptheory.lab.reproduce.wang2019.claims import Sentence
from dptheory.lab.reproduce.wang2019.efficiency import EPS, NAMES, SIGMA, Row
from dptheory.lab.reproduce.wang2019.experiments import AtGamma, Curve


@dataclass(frozen=True, eq=False)
class Found:
    """What a rerun found."""

    choices: Choices
    seed: int
    repetitions: int
    curves: tuple[Curve, ...]
    rows: tuple[Row, ...]
    claims: tuple[Sentence, ...]


def text(found: Found) -> list[str]:
    """What the terminal shows."""
    names = ", ".join(
        f"{c.study.name} (n = {c.study.n}, d = {c.study.d})" for c in found.curves if c.experiment == 1
    )
    lines = [f"wang2019 on {names}"]
    for claim in found.claims:
        lines.append(f"  {_seen(claim)}: {claim.text} [{claim.data}]: {claim.found}")
    return lines


def _seen(claim: Sentence) -> str:
    return "seen" if claim.seen else "not seen"


def markdown(found: Found) -> str:
    """The page."""
    lines = ["# Wang 2019, the simulations, rerun", "", "## Choices", ""]
    lines += [f"- {line}" for line in found.choices.described()]
    lines += [
        f"- {c.study.name}: n = {c.study.n}, d = {c.study.d}; {c.study.note}."
        for c in found.curves
        if c.experiment == 1
    ]
    lines += [
        "",
        "## What the text says",
        "",
        "| place | claim | data | here | seen |",
        "| --- | --- | --- | --- | --- |",
    ]
    lines += [
        f"| {c.place} | {c.text} | {c.data} | {c.found} | {'yes' if c.seen else 'no'} |" for c in found.claims
    ]
    for curve in found.curves:
        lines += ["", f"## Experiment {curve.experiment} on {curve.study.name}: {curve.mechanism}", ""]
        lines += ["| gamma | excess risk | worst case | for all | largest | mean | 90 % | median | least |"]
        lines += [f"|{' --- |' * 9}", *(f"| {' | '.join(_cells(point))} |" for point in curve.points)]
    lines += ["", "## AdaOPS", "", _preface(found), ""]
    lines += [f"| data | n | d | bound | {' | '.join(NAMES)} |", f"|{' --- |' * (4 + len(NAMES))}"]
    for row in found.rows:
        cells = [f"{e:.4g} ({ratio:.4g})" for e, ratio in zip(row.errors, row.ratios, strict=True)]
        lines.append(f"| {row.name} | {row.n} | {row.d} | {row.bound:.4g} | {' | '.join(cells)} |")
    return "\n".join([*lines, ""])


def _preface(found: Found) -> str:
    return (
        f"eps = {EPS:g}, delta = {found.choices.delta}, {found.repetitions} repetitions, seed {found.seed}. "
        f"Synthetic: E of the squared distance to theta0 (labels with sigma = {SIGMA:g}) and, in brackets, "
        "over the Cramer-Rao bound. Real data: the mean squared error of predictions, over that of least "
        "squares. "
        "Ordinary OPS is told n and has the best lam of a grid; AdaOPS is told neither."
    )


def _quantiles(point: AtGamma) -> dict[str, float]:
    eps = point.found.eps
    return {
        "largest": float(eps.max()),
        "mean": point.mean,
        "90 %": float(np.quantile(eps, 0.9, method="higher")),
        "median": float(np.quantile(eps, 0.5, method="higher")),
        "least": float(eps.min()),
    }


def _cells(point: AtGamma) -> list[str]:
    numbers = [point.risk, point.worst, point.for_all, *_quantiles(point).values()]
    return [str(point.gamma), *(f"{value:.4g}" for value in numbers)]


def record(found: Found) -> dict[str, object]:
    """Plain data for JSON."""
    return {
        "paper": "wang2019",
        "choices": found.choices.described(),
        "seed": found.seed,
        "repetitions": found.repetitions,
        "experiments": [
            {
                "experiment": curve.experiment,
                "mechanism": curve.mechanism,
                "data": curve.study.name,
                "n": curve.study.n,
                "d": curve.study.d,
                "points": [
                    {
                        "gamma": str(p.gamma),
                        "excess_risk": p.risk,
                        "worst_case": p.worst,
                        "for_all": p.for_all,
                        **_quantiles(p),
                    }
                    for p in curve.points
                ],
            }
            for curve in found.curves
        ],
        "adaops": [
            {
                "data": row.name,
                "n": row.n,
                "d": row.d,
                "bound": row.bound,
                **dict(zip(NAMES, row.errors, strict=True)),
            }
            for row in found.rows
        ],
        "claims": [
            {"place": c.place, "claim": c.text, "data": c.data, "found": c.found, "seen": c.seen}
            for c in found.claims
        ],
    }
