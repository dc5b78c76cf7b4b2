"""What records give away: as lines for the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from flint import fmpq

from ..decimals import decimal, lower, upper
from .accounts import ADJACENCY
from .styles import ASCII, UNICODE, labelled

if TYPE_CHECKING:
    from ..lab.perinstance.exposing import Exposure
    from ..lab.perinstance.worst import Worst

DIGITS = 7


def exposure_lines(found: Exposure, rows: int, style: str = UNICODE) -> list[str]:
    """What was asked, the largest, the moments, the bounds, and the most exposed records."""
    from ..lab.perinstance.asked import MECHANISMS

    eps, delta = ("eps", "delta") if style == ASCII else ("ε", "δ")
    asked = found.asked
    loss = "" if asked.loss == "squared" else f", {asked.loss} loss"
    lines = [
        labelled("mechanism", f"{MECHANISMS[asked.mechanism]}{loss}"),
        labelled("adjacency", ADJACENCY["add-remove"]),
        labelled(
            "data",
            f"n = {found.records}, d = {found.width}, "
            f"lam = {decimal(asked.lam)}, gamma = {decimal(asked.gamma)}",
        ),
        labelled(
            "exact",
            f"{eps} at {delta} = {decimal(asked.delta)}, record by record; "
            "rounded up, within 1e-6, affirmed by Arb",
        ),
    ]
    values = found.eps[found.inside]
    lines.append(
        labelled("largest", f"{eps} <= {_up(float(values.max()))}   of {len(values)} records of the data")
    )
    middle = float(np.sort(values)[len(values) // 2])
    lines.append(labelled("median", f"{eps} <= {_up(middle)}"))
    names = ", ".join(
        f"E {eps}^{k} <= {_up(m)}" if k > 1 else f"E {eps} <= {_up(m)}"
        for k, m in enumerate(found.moments, 1)
    )
    lines.append(labelled("moments", f"{names}   over these records (Wang 2019, Definition 7)"))
    if asked.bounds is not None:
        stated = f"||x|| <= {decimal(asked.bounds.features)}, |y| <= {decimal(asked.bounds.target)}"
        lines.append(labelled("for all", f"{_worst(found.for_all, eps)}   any new record with {stated}"))
        which = (
            f"any data set of at most {found.records} such records"
            if asked.loss == "squared"
            else "any data set"
        )
        lines.append(labelled("worst case", f"{_worst(found.worst_case, eps)}   {which}"))
        if asked.loss == "squared":
            lines.append(
                labelled(
                    "", "data sets of every size: no finite bound; n is not public where records come and go"
                )
            )
    return [*lines, *_table(found, rows, eps)]


def _worst(found: Worst | None, eps: str) -> str:
    if found is None:
        return "no finite bound (lam = 0)"
    near = (
        ""
        if found.lower is None
        else f" (some record has {eps} > {lower(_exact(found.lower * (1 - 1e-6)), DIGITS)})"
    )
    return f"{eps} <= {_up(found.upper)}{near}"


def _table(found: Exposure, rows: int, eps: str) -> list[str]:
    """The most exposed records, and all new ones."""
    order = np.argsort(-found.eps, kind="stable")
    shown = [int(k) for k in order if found.inside[k]][:rows] + [
        int(k) for k in order if not found.inside[k]
    ][:rows]
    lines = [f"{'record':>8}  {'sample':<10}{eps:>14}{'leverage':>14}{'residual':>14}"]
    for k in shown:
        kind = "in-sample" if found.inside[k] else "new"
        numbers = f"{_up(float(found.eps[k])):>14}{found.leverage[k]:>14.6g}{found.residual[k]:>14.6g}"
        lines.append(f"{int(found.number[k]):>8}  {kind:<10}{numbers}")
    hidden = len(found.eps) - len(shown)
    if hidden > 0:
        lines.append(f"{hidden} less exposed records are not shown; try: --rows {len(found.eps)}, or --json")
    return lines


def _up(value: float) -> str:
    return upper(_exact(value), DIGITS)


def _exact(value: float) -> fmpq:
    return fmpq(*value.as_integer_ratio())
