"""The tables of a rerun: JSON, Markdown and the terminal."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Final

from dptheory.lab.reproduce.wu2015.printed import ATTACK, MSE, Change, Comparison, Printed
from dptheory.lab.reproduce.wu2015.run import CONFIDENCE, Summary
from dptheory.lab.reproduce.wu2015.study import Study


def number(value: float, quantity: int) -> str:
    """An error with four digits, an accuracy in per cent.

    >>> number(1.23456, 0), number(0.4512, 1)
    ('1.235', '45.1 %')
    """
    return f"{value:.4g}" if quantity == MSE else f"{100 * value:.1f} %"


def interval(found: tuple[float, float, float], quantity: int) -> str:
    """mean [low, high]."""
    mean, low, high = (number(v, quantity) for v in found)
    return f"{mean} [{low}, {high}]"


def change(which: Change) -> str:
    """`rows = sphere and noise = tight`."""
    return " and ".join(f"{name} = {value}" for name, value in which)


def outcome(comparison: Comparison) -> str:
    """One sentence on a printed number."""
    if comparison.inside:
        return "reproduced"
    quantity = comparison.printed.quantity
    if comparison.interval[1] <= 0:
        return "undecided: the interval reaches below 0; try more repetitions"
    if comparison.would_do:
        best = comparison.would_do[0]
        return f"not reproduced; would be with {change(best.change)}: {interval(best.interval, quantity)}"
    nearest = comparison.nearest
    if nearest is None:
        return "not reproduced"
    near = f"nearest: {change(nearest.change)}: {interval(nearest.interval, quantity)}"
    return f"not reproduced, nor with any of {len(comparison.tried)} changes tried; {near}"


def printed_rows(comparisons: tuple[Comparison, ...]) -> list[tuple[str, str, str, str]]:
    """Name, printed, rerun, outcome."""
    rows = []
    for c in comparisons:
        p = c.printed
        rows.append((p.name, number(p.value, p.quantity), interval(c.interval, p.quantity), outcome(c)))
    return rows


@dataclass(frozen=True, eq=False)
class Found:
    """What a rerun found: at every eps, on growing shares of the chunks, and beside what is printed."""

    study: Study
    summary: Summary
    growing: Summary
    comparisons: tuple[Comparison, ...]
    grown: tuple[Comparison, ...]
    jointly: Change | None


def text(found: Found) -> list[str]:
    """What the terminal shows."""
    study, summary = found.study, found.summary
    lines = [f"wu2015 on {study.name}: n = {study.n}, d = {study.d}, {summary.repetitions} repetitions"]
    for name, value, seen, word in printed_rows((*found.comparisons, *found.grown)):
        lines.append(f"  {name}: printed {value}; rerun {seen}; {word}")
    if not found.comparisons:
        lines.append("  the source printed nothing on these data")
    lines += [f"  {line}" for line in gaps(summary)]
    return [*lines, *(f"  {line}" for line in together(found.comparisons, found.jointly))]


def gap(summary: Summary, first: str, second: str, quantity: int = MSE) -> float:
    """The largest difference of two mechanisms' means over eps."""
    one, other = (summary.plan.mechanisms.index(name) for name in (first, second))
    return float(abs(summary.mean[one, :, quantity] - summary.mean[other, :, quantity]).max())


def gaps(summary: Summary) -> list[str]:
    """The gaps that the source speaks of, beside those of the rerun."""
    two = number(gap(summary, "data-independent", "oracle"), MSE)
    others = max(gap(summary, "objective", name) for name in ("data-independent", "oracle"))
    attack = number(gap(summary, "data-independent", "oracle", ATTACK), ATTACK)
    return [
        f"Figure 2: data-independent and oracle, errors at most 0.1 apart: means up to {two} apart here",
        f"Figure 4: objective perturbation and these, at most 0.1 apart: up to {number(others, MSE)} here",
        f"Figure 6: attacks on data-independent and oracle, very close: means up to {attack} apart here",
        NO_FIGURE3,
    ]


NO_FIGURE3: Final = (
    "Figure 3, the risk of mortality, haemorrhage and stroke: not rerun; it needs the simulated clinical "
    "trial of Fredrikson et al. 2014, which the source does not describe"
)


def together(comparisons: tuple[Comparison, ...], jointly: Change | None) -> list[str]:
    """One sentence on all printed numbers at once."""
    if all(c.inside for c in comparisons):
        return []
    if jointly is None:
        return ["no change of up to three choices that was tried brings all printed numbers about"]
    return [f"all printed numbers lie in their intervals with {change(jointly)}"]


def markdown(found: Found) -> str:
    """The page: the printed numbers, choices, results."""
    study, summary = found.study, found.summary
    lines = [
        "# Wu et al. 2015, section 5, rerun",
        "",
        f"Data: {study.name}, n = {study.n}, d = {study.d}; attack on {study.attacked} "
        f"({', '.join(study.classes)}). {summary.repetitions} repetitions, seed {summary.plan.seed}. "
        f"Intervals are {100 * CONFIDENCE:g} % (Student's t) for the mean over repetitions.",
        "",
        *_printed_section(found),
        "## Choices",
        "",
    ]
    lines += [f"- {note}" for note in (*study.notes, *summary.plan.choices.described())]
    titles = ((MSE, f"Mean squared error, {study.measure}"), (ATTACK, "Accuracy of the attack"))
    for quantity, title in titles:
        lines += ["", f"## {title}", "", *_grid(summary, quantity)]
    lines += ["", "## Geometric mean of the mean squared error", "", *_geometric(summary)]
    for quantity, title in titles:
        words = "shares of the training chunks, tuned, eps = 0.5"
        lines += ["", f"## {title}: {words}", "", *_grid(found.growing, quantity, "share")]
    return "\n".join([*lines, ""])


def _printed_section(found: Found) -> list[str]:
    comparisons = (*found.comparisons, *found.grown)
    if not comparisons:
        return ["The source printed nothing on these data.", ""]
    lines = ["## Printed numbers", "", "| number | printed | rerun | outcome |", "| --- | --- | --- | --- |"]
    lines += [f"| {' | '.join(row)} |" for row in printed_rows(comparisons)]
    lines += [
        "",
        *(f"- {line}." for line in gaps(found.summary)),
        *(f"- {line[0].upper()}{line[1:]}." for line in together(found.comparisons, found.jointly)),
        "",
    ]
    for c in comparisons:
        if c.tried:
            tried = (
                f"Changes tried for {c.printed.name} (each interval is 95 % by itself, not for all at once):"
            )
            lines += [tried, "", *_tried(c), ""]
    return lines


def _tried(c: Comparison) -> list[str]:
    quantity = c.printed.quantity
    return [f"- {change(t.change)}: {interval(t.interval, quantity)}{_mark(t.inside)}" for t in c.tried]


def _mark(inside: bool) -> str:
    return " (contains the printed number)" if inside else ""


def _grid(summary: Summary, quantity: int, letter: str = "eps") -> list[str]:
    epsilons = summary.plan.epsilons
    lines = [
        f"| | {' | '.join(f'{letter} = {e:g}' for e in epsilons)} |",
        f"| --- |{' --- |' * len(epsilons)}",
    ]
    for name in summary.plan.mechanisms:
        cells = [interval(summary.at(name, e, quantity), quantity) for e in epsilons]
        lines.append(f"| {name} | {' | '.join(cells)} |")
    return lines


def _geometric(summary: Summary) -> list[str]:
    epsilons = summary.plan.epsilons
    lines = [f"| | {' | '.join(f'eps = {e:g}' for e in epsilons)} |", f"| --- |{' --- |' * len(epsilons)}"]
    for name, row in zip(summary.plan.mechanisms, summary.geometric, strict=True):
        lines.append(f"| {name} | {' | '.join(number(float(v), MSE) for v in row)} |")
    return lines


def record(found: Found) -> dict[str, object]:
    """Plain data for JSON."""
    study, summary, growing, jointly = found.study, found.summary, found.growing, found.jointly
    return {
        "paper": "wu2015",
        "data": {name: getattr(study, name) for name in ("name", "n", "d", "attacked", "measure")},
        "choices": [*study.notes, *summary.plan.choices.described()],
        "seed": summary.plan.seed,
        "repetitions": summary.repetitions,
        "confidence": CONFIDENCE,
        "mechanisms": {name: _curve(summary, name) for name in summary.plan.mechanisms},
        "growing": {name: _curve(growing, name, "share") for name in growing.plan.mechanisms},
        "printed": [_comparison(c) for c in (*found.comparisons, *found.grown)],
        "all_reproduced_with": None if jointly is None else dict(jointly),
        "largest_gap": gap(summary, "data-independent", "oracle"),
        "figure3": NO_FIGURE3,
    }


def _curve(summary: Summary, name: str, letter: str = "eps") -> list[dict[str, object]]:
    return [
        {letter: e, "mse": _ends(summary.at(name, e, MSE)), "attack": _ends(summary.at(name, e, ATTACK))}
        for e in summary.plan.epsilons
    ]


def _ends(found: tuple[float, float, float]) -> dict[str, float]:
    return dict(zip(("mean", "low", "high"), found, strict=True))


def _comparison(c: Comparison) -> dict[str, object]:
    p: Printed = c.printed
    return {
        "name": p.name,
        "mechanism": p.mechanism,
        "quantity": "mse" if p.quantity == MSE else "attack",
        "printed": p.value,
        "rerun": _ends(c.interval),
        "reproduced": c.inside,
        "outcome": outcome(c),
        "tried": [
            {"change": dict(t.change), "rerun": _ends(t.interval), "contains": t.inside} for t in c.tried
        ],
    }


def json_text(data: dict[str, object]) -> str:
    """Sorted as built, two spaces, one final newline."""
    return json.dumps(data, indent=2, ensure_ascii=False, allow_nan=False) + "\n"
