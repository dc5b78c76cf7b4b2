"""Figures 1 and 2 of the source, drawn from the rerun."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import numpy as np

from dptheory.lab.perinstance.drawing import draw, rendered
from dptheory.lab.reproduce.wang2019.experiments import Curve

TITLES = {1: "isotropic noise on ridge regression", 2: "one posterior sample"}


def files(curves: tuple[Curve, ...]) -> dict[str, bytes]:
    """SVG and PNG of every figure, the same bytes for the same numbers."""
    made = {}
    for curve in curves:
        name = f"experiment{curve.experiment}-{curve.study.name}"
        for kind in ("svg", "png"):
            made[f"{name}.{kind}"] = rendered(panel(curve), kind)
        if curve.experiment == 1:
            for kind in ("svg", "png"):
                made[f"figure1-{curve.study.name}.{kind}"] = rendered(draw(curve.at.found), kind)
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
