"""``--plot FILE``: the figure of an answer, as .svg, .png or .pdf."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ..errors import BadInput
from ..files import write_whole
from ..shown import Drawn


def refuse_plot(file: str | None) -> None:
    """Raise BadInput, before anything is worked out, for a name that says no format, or where nothing
    that draws is installed."""
    if file is not None:
        from ..extras import extra
        from ..lab.perinstance.drawing import known

        known(Path(file))
        extra("matplotlib", "--plot")


def plot(value: object, file: str | None, **asked: Any) -> None:
    """Draw a value into a file, where one is asked for; raises BadInput for what has no figure."""
    if file is None:
        return
    from ..extras import extra
    from ..lab.perinstance.drawing import known, rendered

    if not isinstance(value, Drawn):
        raise BadInput(
            "--plot with an answer that has no figure", "numbers to draw", "the same without --plot"
        )
    canvas = extra("matplotlib.figure", "--plot").Figure(figsize=(6.4, 4.2), layout="constrained")
    value.plot(canvas.subplots(), **asked)
    write_whole(Path(file), rendered(canvas, known(Path(file))))
