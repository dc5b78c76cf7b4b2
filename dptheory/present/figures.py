"""Figures of Python's values, on matplotlib axes. Their numbers are floating point; what they are drawn from
is rounded outward. See `dptheory.shown`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Any, Final

from ..decimals import float_above
from ..errors import BadInput
from ..extras import extra

if TYPE_CHECKING:
    from flint import fmpq

    from ..lab.accounting.accountant import Account
    from ..lab.accounting.calibration import Calibration
    from ..lab.accounting.composition import Composition
    from ..lab.accounting.spectrum import Spectrum
    from ..lab.audit.privacy.report import AuditResult
    from ..lab.perinstance.exposing import Exposure
    from ..theory.bounds import Bound
    from ..theory.optima import Optimum

POINTS: Final = 160
WIDE: Final = 30.0
"""How far up and down from where it starts a parameter is drawn."""
BLUE, RED, GREEN, GREY = "#2166ac", "#b2182b", "#1b7837", "#777777"


def draw(value: object, ax: Any, asked: Mapping[str, Any]) -> Any:
    """Draw a value on axes, new ones if there are none; the axes."""
    if ax is None:
        _, ax = extra("matplotlib.pyplot", "plot()").subplots(layout="constrained")
    elif not hasattr(ax, "plot"):
        file = isinstance(ax, str | Path) and Path(ax).suffix
        example = f"plot().figure.savefig({str(ax)!r})" if file else "plot(over='n')"
        raise BadInput(f"ax = {ax!r}", "matplotlib axes, or none", example)
    kind = next(one.__name__ for one in type(value).__mro__ if one.__name__ in _DRAWERS)
    _DRAWERS[kind](value, ax, **asked)
    return ax


def _letter(name: str) -> str:
    from ..notation import symbol

    return symbol("del" if name == "delta" else name).unicode


def draw_bound(
    bound: Bound, ax: Any, *, over: str = "n", between: tuple[float, float] | None = None, **values: object
) -> None:
    """The bound over one parameter, at values of the others; `between` are the ends of the axis."""
    import numpy as np

    own = next(iter(bound.named({over: 1})))
    low, high = between if between is not None else (1.0, 1e4) if own in bound.integers else (1e-3, 1e3)
    if not 0 < low < high:
        raise BadInput(f"between = {between}", "two numbers > 0, the smaller first", "between=(1, 1000)")
    grid = np.geomspace(low, high, POINTS)
    if own in bound.integers:
        grid = np.unique(np.round(grid)).astype(int)
    ax.plot(grid, bound(**{**values, own: grid}), color=BLUE, label=bound.form.name)
    given = ", ".join(f"{_letter(name)} = {value}" for name, value in values.items())
    _finish(ax, own, "bound", f"{bound.statement.title}\n{given}" if given else bound.statement.title)
    _trivial(bound, ax, {name: value for name, value in values.items() if name != own})


def _trivial(bound: Bound, ax: Any, values: Mapping[str, object]) -> None:
    """What holds anyway, where that does not vary along the axis."""
    from ..kernel.real import free_variables
    from ..theory.numbers import number_of

    trivial = bound.statement.parameters.trivial
    known = bound.named(values)
    if trivial is not None and free_variables(trivial.value) <= known.keys():
        level = float_above(number_of(trivial.value, known))
        ax.axhline(level, color=RED, linestyle="--", linewidth=1, label=f"without data: {trivial.words}")
        ax.legend(fontsize=8)


def draw_optimum(
    found: Optimum, ax: Any, *, between: tuple[float, float] | None = None, **values: object
) -> None:
    """The bound over the parameter, its least value, and what the source chooses; values that are not given
    are the source's."""
    from ..theory.evaluation import evaluate, source_setting

    setting, _ = source_setting(found.bound, values, found.parameter)
    if not setting:
        raise BadInput("no values", "values of the other parameters", "plot(n=1000, ...)")
    at = evaluate(found, setting)
    place = float_above(at.place)
    others = {name: value for name, value in setting.items() if name != found.parameter}
    ends = between or (place / WIDE, place * WIDE)
    draw_bound(found.bound, ax, over=found.parameter, between=ends, **others)
    name = _letter(found.parameter)
    ax.plot(
        [place],
        [float_above(at.value)],
        "*",
        color=GREEN,
        markersize=13,
        label=f"least: {name}* = {place:.4g}",
    )
    for choice in at.choices:
        x, y = float_above(choice.value), float_above(choice.bound)
        if ends[0] <= x <= ends[1]:
            ax.plot(
                [x],
                [y],
                "o",
                markersize=5,
                label=f"{choice.name}: {float_above(choice.ratio):.3g} times that",
            )
    ax.legend(fontsize=7, loc="upper center")  # there the curve is far away


def draw_account(found: Account, ax: Any) -> None:
    """Every bound that was found, smallest first."""
    asked = "delta" if found.asked == "delta" else "eps"
    values = [float_above(getattr(g, asked)) for g in found.guarantees]
    names = [f"{g.name}\n{g.kind}" for g in found.guarantees]
    colours = [GREY if g.kind == "upper bound" else BLUE for g in found.guarantees]
    bars = ax.barh(range(len(values)), values, color=colours)
    ax.bar_label(bars, [f"{value:.4g}" for value in values], padding=3, fontsize=8)
    ax.set_yticks(range(len(values)), names, fontsize=8)
    ax.invert_yaxis()
    ax.margins(x=0.15)
    ax.set_xlabel("δ" if asked == "delta" else f"ε at δ = {float_above(found.best.delta):.3g}")
    ax.set_title(_names(found.whole), fontsize=8)


def draw_spectrum(found: Spectrum, ax: Any) -> None:
    """delta over eps, between its two ends."""
    eps = [float_above(p.eps) for p in found.points]
    least, most = ([float_above(value) for value in ends] for ends in _ends(found))
    ax.plot(eps, most, color=BLUE, label="at most")
    if found.kind == "interval":
        ax.plot(eps, least, color=GREEN, linestyle="--", label="some queries: more than")
    ax.set_yscale("log")
    ax.set_ylim(bottom=max(min(most), 1e-16))
    ax.set_xlabel("ε")
    ax.set_ylabel("δ")
    ax.set_title(f"{_names(found.whole)}: {found.kind}", fontsize=8)
    ax.grid(alpha=0.3)
    ax.legend(fontsize=8)


def draw_calibration(found: Calibration, ax: Any) -> None:
    """The curve with the parameter that was found, and what was asked for."""
    from ..lab.accounting.spectrum import spectrum

    draw_spectrum(spectrum(found.whole, found.delta / 100 if found.delta else "1e-10"), ax)
    ax.plot([float_above(found.eps)], [float_above(found.delta)], "o", color=RED, label="asked for")
    ax.legend(fontsize=8)


def _ends(found: Spectrum) -> tuple[list[fmpq], list[fmpq]]:
    return [p.least for p in found.points], [p.most for p in found.points]


def _names(whole: Composition) -> str:
    """The releases, on lines that fit."""
    names = (m.words if times == 1 else f"{m.words} × {times}" for m, times in whole.parts)
    return fill(", ".join(names), 90)


def draw_audit(found: AuditResult, ax: Any) -> None:
    """The claim beside what was seen: the lower confidence limit that each event gives."""
    events = (found.deciding, *found.others)
    heights = [max(0.0, event.eps_lower) for event in events]
    colour = RED if found.verdict == "violated" else BLUE
    bars = ax.barh(range(len(events)), heights, height=0.6, color=[colour] + [GREY] * len(found.others))
    ax.bar_label(bars, [f"{height:.3g}" for height in heights], padding=3, fontsize=8)
    ax.axvline(found.target.eps, color=GREEN, linestyle="--", label=f"claimed: ε = {found.target.eps:g}")
    ax.set_yticks(range(len(events)), [event.event[:40] for event in events], fontsize=7)
    ax.set_ylim(len(events) - 0.2, -0.8)  # one bar does not fill the figure
    ax.set_xlim(0, 1.25 * max(found.target.eps, *heights))
    ax.set_xlabel(f"ε at least, at confidence {found.confidence:g}")
    ax.set_title(f"{found.subject}: {found.verdict}", fontsize=9)
    ax.legend(fontsize=8)


def draw_exposure(found: Exposure, ax: Any) -> None:
    """The distribution of eps over the records, with the largest, for-all and the worst case marked."""
    from ..lab.perinstance.drawing import draw_on

    draw_on(found, ax)


def _finish(ax: Any, over: str, what: str, title: str) -> None:
    ax.set_xscale("log")
    ax.set_yscale("log")
    ax.set_xlabel(_letter(over))
    ax.set_ylabel(what)
    ax.set_title(title, fontsize=8)
    ax.grid(alpha=0.3)
    ax.legend(fontsize=8)


_DRAWERS: Final[dict[str, Callable[..., None]]] = {
    "Bound": draw_bound, "Optimum": draw_optimum, "Account": draw_account, "AuditResult": draw_audit,
    "Exposure": draw_exposure, "Spectrum": draw_spectrum,
    "Calibration": draw_calibration,
}  # fmt: skip
