"""The distribution of eps over the records of the data, with for-all and worst case marked."""

from __future__ import annotations

import io
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ...errors import BadInput, one_line

if TYPE_CHECKING:
    from .exposing import Exposure

FORMATS: Final = (".svg", ".png", ".pdf")
SALT: Final = "dptheory"


def draw(found: Exposure) -> Any:
    """A matplotlib Figure, made without pyplot and its state."""
    canvas = import_module("matplotlib.figure").Figure(figsize=(6.4, 4.2), layout="constrained")
    draw_on(found, canvas.subplots())
    return canvas


def draw_on(found: Exposure, axes: Any) -> None:
    """A histogram on a logarithmic axis, on matplotlib axes."""
    values = found.eps[found.inside]
    positive = values[values > 0]
    marks = [
        (f"largest in the data: {_number(float(values.max()))}", float(values.max()), "#2166ac", "-."),
        *_limits(found),
    ]
    if positive.size:
        low, high = float(positive.min()), float(positive.max())
        bins = np.geomspace(low * 0.999, max(high, low * 1.01) * 1.001, 41)
        axes.hist(positive, bins=bins, color="#92c5de", label=f"{len(values)} records of the data")
        axes.set_xscale("log")
    for text, value, colour, style in marks:
        if value > 0:
            axes.axvline(value, color=colour, linestyle=style, linewidth=1.2, label=text)
    if len(values) > positive.size:
        axes.plot([], [], " ", label=f"{len(values) - positive.size} records with eps = 0")
    axes.set_xlabel(f"eps at delta = {_number(float(found.asked.delta.p) / float(found.asked.delta.q))}")
    axes.set_ylabel("records")
    axes.set_title(f"{found.asked.mechanism}, {found.asked.loss} loss: per-instance privacy", fontsize=9)
    axes.legend(fontsize=8)
    axes.grid(alpha=0.3)


def _limits(found: Exposure) -> list[tuple[str, float, str, str]]:
    marks = []
    if found.for_all is not None:
        marks.append((f"for all: {_number(found.for_all.upper)}", found.for_all.upper, "#1b7837", "--"))
    if found.worst_case is not None:
        size = "" if found.asked.loss != "squared" else f", n <= {found.records}"
        text = f"worst case{size}: {_number(found.worst_case.upper)}"
        marks.append((text, found.worst_case.upper, "#b2182b", "-"))
    return marks


def _number(value: float) -> str:
    return f"{value:.4g}"


def rendered(figure: Any, kind: str) -> bytes:
    """The figure as the bytes of a file: the same for the same numbers."""
    matplotlib = import_module("matplotlib")
    metadata: dict[str, None] = {"Date": None, "Creator": None} if kind == "svg" else {}
    if kind == "png":
        metadata = {"Software": None}
    if kind == "pdf":
        metadata = {"CreationDate": None, "Creator": None, "Producer": None}
    with matplotlib.rc_context({"svg.hashsalt": SALT, "svg.fonttype": "path", "font.family": "DejaVu Sans"}):
        buffer = io.BytesIO()
        figure.savefig(buffer, format=kind, dpi=150, metadata=metadata)
        return buffer.getvalue()


def known(path: Path) -> str:
    """The kind of file that a name asks for; raises BadInput."""
    if path.suffix.lower() not in FORMATS:
        raise BadInput(
            f"the figure {one_line(path.name, 60)!r}", f"a name that ends in {', '.join(FORMATS)}", "plot.svg"
        )
    return path.suffix.lower()[1:]
