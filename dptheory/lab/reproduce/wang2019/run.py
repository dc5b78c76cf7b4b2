"""The whole rerun: from choices to the contents of all files that it writes, figures 1 and 2 among them."""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from dptheory.lab.perinstance.drawing import draw, rendered
from dptheory.lab.reproduce.wang2019 import efficiency, report
from dptheory.lab.reproduce.wang2019.choices import Choices
from dptheory.lab.reproduce.wang2019.claims import claims
from dptheory.lab.reproduce.wang2019.experiments import EXPERIMENTS, Curve, curve
from dptheory.lab.reproduce.wang2019.report import Found
from dptheory.lab.reproduce.wang2019.studies import studies

TITLES = {1: "isotropic noise on ridge regression", 2: "one posterior sample"}


def rerun(
    data: Path | None, choices: Choices, repetitions: int, seed: int, tell: Callable[[str], None]
) -> Found:
    """Both experiments on every data set, and the errors of AdaOPS. `tell` gets what is done."""
    found = studies(data, choices, seed)
    curves = tuple(
        curve(study, number, mechanism, choices, tell) for study in found for number, mechanism in EXPERIMENTS
    )
    delta, rows = float(choices.delta), []
    for n in efficiency.SIZES:
        tell(f"AdaOPS, n = {n}")
        rows.append(efficiency.synthetic(n, delta, repetitions, seed))
    rows += [efficiency.real(study, delta, repetitions, seed) for study in found if study.name != "synthetic"]
    return Found(choices, seed, repetitions, curves, tuple(rows), claims(curves, tuple(rows)))


def files(found: Found) -> dict[str, bytes]:
    """Every file by name."""
    text = json.dumps(report.record(found), indent=1, ensure_ascii=False, allow_nan=False) + "\n"
    return {
        "results.json": text.encode(),
        "table.md": report.markdown(found).encode(),
        **figures(found.curves),
    }


def figures(curves: tuple[Curve, ...]) -> dict[str, bytes]:
    """SVG and PNG of every figure, the same bytes for the same numbers."""
    made = {}
    for one in curves:
        name = f"experiment{one.experiment}-{one.study.name}"
        for kind in ("svg", "png"):
            made[f"{name}.{kind}"] = rendered(panel(one), kind)
        if one.experiment == 1:
            for kind in ("svg", "png"):
                made[f"figure1-{one.study.name}.{kind}"] = rendered(draw(one.at.found), kind)
    return made


def panel(curve: Curve) -> Any:
    """Worst case, for all, and the distribution over the data, against the excess risk."""
    canvas = import_module("matplotlib.figure").Figure(figsize=(6.4, 4.2), layout="constrained")
    axes = canvas.subplots()
    risks = [point.risk for point in curve.points]
    axes.plot(risks, [p.worst for p in curve.points], "o-", color="#b2182b", label="worst case, n records")
    axes.plot(risks, [p.for_all for p in curve.points], "s-", color="#1b7837", label="for all, these data")
    axes.plot(risks, [p.mean for p in curve.points], "^-", color="#2166ac", label="mean over the data")
    # a record with eps = 0 has no place on a logarithmic axis
    boxes = [np.maximum(point.found.eps, 1e-9) for point in curve.points]
    widths = [risk * 0.35 for risk in risks]
    axes.boxplot(boxes, positions=risks, widths=widths, manage_ticks=False, flierprops={"markersize": 2})
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xlabel("excess risk per record")
    axes.set_ylabel("eps")
    study, title = curve.study, TITLES[curve.experiment]
    axes.set_title(
        f"Wang 2019, experiment {curve.experiment}: {title}; {study.name}, n = {study.n}", fontsize=9
    )
    axes.legend(fontsize=8)
    axes.grid(alpha=0.3)
    return canvas
