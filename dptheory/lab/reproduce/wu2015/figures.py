"""Figures 1, 2 and 4 to 7 of the source, from summaries, as the bytes of SVG and PNG files."""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from dptheory.extras import extra
from dptheory.lab.reproduce.wu2015.printed import ATTACK, MSE
from dptheory.lab.reproduce.wu2015.run import Summary

SALT: Final = "dptheory"
SIZE: Final = (6.4, 4.2)


@dataclass(frozen=True)
class Figure:
    """Which curves a figure of the source has."""

    name: str
    title: str
    quantity: int
    mechanisms: tuple[str, ...]


FIGURES: Final = (
    Figure(
        "figure1",
        "Model accuracy (Wu et al. 2015, Figure 1)",
        MSE,
        ("functional", "tuned-r1", "tuned-r2", "data-independent", "oracle", "non-private"),
    ),
    Figure(
        "figure2",
        "Data-independent and oracle (Wu et al. 2015, Figure 2)",
        MSE,
        ("data-independent", "oracle", "non-private"),
    ),
    Figure(
        "figure4",
        "Objective perturbation (Wu et al. 2015, Figure 4)",
        MSE,
        ("objective", "data-independent", "oracle", "non-private"),
    ),
    Figure(
        "figure5",
        "Model inversion (Wu et al. 2015, Figure 5)",
        ATTACK,
        ("functional", "tuned-r1", "data-independent", "oracle", "non-private", "w = 0"),
    ),
    Figure(
        "figure6",
        "Model inversion (Wu et al. 2015, Figure 6)",
        ATTACK,
        ("data-independent", "oracle", "non-private", "w = 0"),
    ),
)

STYLES: Final = {
    "functional": ("#b2182b", "s"),
    "tuned-r1": ("#ef8a62", "v"),
    "tuned-r2": ("#999999", "^"),
    "data-independent": ("#2166ac", "o"),
    "oracle": ("#1b7837", "D"),
    "objective": ("#762a83", "P"),
    "non-private": ("#000000", ""),
    "w = 0": ("#888888", ""),
}


def draw(figure: Figure, summary: Summary, measure: str) -> Any:
    """The figure as a matplotlib Figure, without pyplot and its state."""
    canvas = extra("matplotlib.figure", "a figure").Figure(figsize=SIZE, layout="constrained")
    axes = canvas.subplots()
    for name in figure.mechanisms:
        points = [summary.at(name, eps, figure.quantity) for eps in summary.plan.epsilons]
        colour, marker = STYLES[name]
        means, below = [p[0] for p in points], [p[0] - p[1] for p in points]
        style = "--" if marker == "" else "-"
        axes.errorbar(
            summary.plan.epsilons,
            means,
            yerr=_visible(figure, means, below),
            label=name,
            color=colour,
            marker=marker or None,
            linestyle=style,
            markersize=4,
            linewidth=1.2,
            capsize=2,
        )
    axes.set_xscale("log")
    axes.set_xticks(summary.plan.epsilons, [f"{eps:g}" for eps in summary.plan.epsilons])
    axes.minorticks_off()
    axes.set_xlabel("ε")
    if figure.quantity == MSE:
        axes.set_yscale("log")
        axes.set_ylabel(f"mean squared error, {measure}")
    else:
        axes.set_ylabel("accuracy of the attack")
    axes.set_title(f"{figure.title}; {summary.repetitions} repetitions, 95 %", fontsize=9)
    axes.legend(fontsize=8)
    axes.grid(alpha=0.3)
    return canvas


def _visible(figure: Figure, means: list[float], below: list[float]) -> list[list[float]]:
    """Bars down and up; on a logarithmic axis the lower end stays above a hundredth of the mean."""
    if figure.quantity == ATTACK:
        return [below, below]
    return [[min(b, 0.99 * m) for m, b in zip(means, below, strict=True)], below]


def draw_growth(summary: Summary, measure: str) -> Any:
    """Figure 7: error and attack of tuned output perturbation against the share of the chunks that trains."""
    size = SIZE[0], 1.4 * SIZE[1]
    canvas = extra("matplotlib.figure", "a figure").Figure(figsize=size, layout="constrained")
    labels = f"mean squared error, {measure}", "accuracy of the attack"
    for quantity, axes in zip((MSE, ATTACK), canvas.subplots(2, sharex=True), strict=True):
        for name in summary.plan.mechanisms:
            points = [summary.at(name, share, quantity) for share in summary.plan.epsilons]
            colour, marker = STYLES[name]
            below = [p[0] - p[1] for p in points]
            means = [p[0] for p in points]
            axes.errorbar(
                summary.plan.epsilons, means, yerr=below, label=name, color=colour, marker=marker, capsize=2
            )
        axes.set_ylabel(labels[quantity])
        axes.grid(alpha=0.3)
    axes.set_xlabel("share of each training chunk")
    canvas.axes[0].legend(fontsize=8)
    title = "More data, tuned, ε = 0.5 (Wu et al. 2015, Figure 7)"
    canvas.axes[0].set_title(f"{title}; {summary.repetitions} repetitions, 95 %", fontsize=9)
    return canvas


def render(figure: Figure, summary: Summary, measure: str) -> dict[str, bytes]:
    """File names and contents of one figure."""
    return files(figure.name, lambda: draw(figure, summary, measure))


def files(name: str, drawn: Callable[[], Any]) -> dict[str, bytes]:
    """A drawing as an SVG and a PNG file: the same bytes for the same numbers."""
    matplotlib = extra("matplotlib", "a figure")
    made = {}
    settings = {"svg.hashsalt": SALT, "svg.fonttype": "path", "font.family": "DejaVu Sans"}
    with matplotlib.rc_context(settings):
        for kind, metadata in (("svg", {"Date": None, "Creator": None}), ("png", {"Software": None})):
            buffer = io.BytesIO()
            drawn().savefig(buffer, format=kind, dpi=150, metadata=metadata)
            made[f"{name}.{kind}"] = buffer.getvalue()
    return made
