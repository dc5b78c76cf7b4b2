"""Optima, bounds and inverses as lines of text and as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flint import arb, fmpq

from ..decimals import interval, lower, upper
from ..kernel import PROVED
from ..kernel.real import Relation, Term, parse_term, print_term, var
from ..theory.bounds import Bound
from ..theory.ends import BEYOND
from ..theory.evaluation import ChoiceValue, Evaluation, Vacuous
from ..theory.integer_optima import Whole
from ..theory.inverses import CONVEX, FALLING, FROM_ON, RISING, Edge, Inverse
from ..theory.numbers import number_of
from ..theory.optima import NoOptimum, Optimum
from ..theory.parameters import Setting
from .bounds import bound_json, labelled
from .formulas import write
from .styles import LATEX

PRECISE = 12
"""Digits of numbers in JSON."""
SHAPES = {
    FALLING: "proved to fall with {} for all other parameters",
    RISING: "proved to rise with {} for all other parameters",
    CONVEX: "every admissible {0} between the ends reaches it, too: proved (the bound is convex in {0})",
    FROM_ON: "proved at these values: every admissible {} from there on reaches it, and none before does",
    "": "only at these ends: that the bound is monotone or convex in {} is not proved",
}


def settings(bound: Bound, values: Mapping[str, fmpq], style: str) -> str:
    """Values of parameters on one line; decimals for those that were filled in."""
    written = {k: str(v) for k, v in values.items()}
    written |= {k: upper(v, PRECISE) for k, v in values.items() if k in bound.fillable}
    return ", ".join(f"{write(var(k), style)} = {v}" for k, v in written.items())


def optimum_lines(found: Optimum, style: str) -> list[str]:
    """The closed forms and what certifies them."""
    name, good = write(var(found.parameter), style), found.verdict.status == PROVED
    names = [f"{write(var(k), style)} = {write(t, style)}" for k, t in found.names.items()]
    lines = [
        labelled("best" if good else "candidate", f"{name}* = {write(found.place, style)}"),
        labelled("there", write(found.value, style)),
        *(labelled("with", text) for text in names),
        labelled("latex", latex_place(found)),
    ]
    over = allowed(found.bound, found.parameter, name)
    what = f"the minimum over all {over}, attained at {name}*" if good else "not certified"
    if good and found.whole:
        what = (
            f"no whole {name} has a smaller bound; the minimum over all real {name} > 0, attained at {name}*"
        )
    lines.append(labelled(found.verdict.status, f"{what} ({found.verdict.reason})"))
    return lines + _assumed(found.assumed, style) + _besides(found.bound, found.parameter, name)


def allowed(bound: Bound, parameter: str, name: str) -> str:
    """The values of which a best one is best: those that the conditions on numbers allow. Where another
    hypothesis speaks of the parameter, it may allow fewer."""
    return f"{name} that the conditions on numbers allow" if bound.also(parameter) else f"admissible {name}"


def _besides(bound: Bound, parameter: str, name: str) -> list[str]:
    others = bound.also(parameter)
    speak, hold = ("speak", "they hold") if others[1:] else ("speaks", "it holds")
    says = f"{', '.join(others)} {speak} of {name}, too: the theorem is about those {name} for which {hold}"
    return [labelled("besides", says)] if others else []


def latex_place(found: Optimum) -> str:
    """The place of the optimum with its abbreviations, as LaTeX."""
    return _latex(rf"{write(var(found.parameter), LATEX)}^{{\star}}", found.place, found.names)


def _latex(left: str, term: Term, names: Mapping[str, Term]) -> str:
    short = "".join(rf",\quad {write(var(k), LATEX)} = {write(t, LATEX)}" for k, t in names.items())
    return f"{left} = {write(term, LATEX)}{short}"


def no_optimum_lines(found: NoOptimum, style: str) -> list[str]:
    """A bound that has no least value, or of which none is known."""
    name = write(var(found.parameter), style)
    if found.infimum is None:
        return [labelled(found.verdict.status, found.verdict.reason)]
    over = allowed(found.bound, found.parameter, name)
    end = "∞" if found.towards == BEYOND else write(parse_term(found.towards), style)
    lines = [
        labelled("none", f"of all {over} none attains the infimum of the bound"),
        labelled("infimum", f"{write(found.infimum, style)}, as {name} tends to {end}"),
        labelled(
            found.verdict.status,
            f"the bound is more than that everywhere, and less than any number above it somewhere"
            f" ({found.verdict.reason})",
        ),
    ]
    if found.way.status == PROVED:
        way = "falls" if found.falls else "rises"
        lines.append(labelled("", f"it {way} with {name}: proved for all {over}"))
    return lines + _assumed(found.assumed, style) + _besides(found.bound, found.parameter, name)


def _assumed(conditions: tuple[Relation, ...], style: str) -> list[str]:
    return [labelled("for", ", ".join(write(c, style) for c in conditions))] if conditions else []


def source_lines(source: Setting | None) -> list[str]:
    """Where values are from that were not given."""
    return [] if source is None else [labelled("", f"what was not given is the source's: {source.name}")]


def evaluation_lines(
    found: Optimum, at: Evaluation, source: Setting | None, style: str, noise: str = ""
) -> list[str]:
    """The optimum at a setting, with the noise there, and whether it says anything."""
    name = write(var(found.parameter), style)
    lines = [labelled("at", settings(found.bound, at.values, style))]
    lines += source_lines(source)
    lines.append(labelled("", f"{name}* = {interval(at.place)}   bound ≤ {upper(at.value)}{noise}"))
    if not at.admissible:
        lines.append(labelled("", f"{name}* is not known to be admissible here"))
    trivial = found.bound.statement.parameters.trivial
    if trivial is not None and at.trivial is not None:
        says = (
            "vacuous: not below" if at.vacuous else "says something: below" if at.says_something else "beside"
        )
        lines.append(
            labelled("", f"{says} {write(trivial.value, style)} = {interval(at.trivial)}, {trivial.words}")
        )
    return lines


def whole_lines(found: Optimum, best: Whole, style: str) -> list[str]:
    """The best whole value of the parameter at a setting."""
    name = write(var(found.parameter), style)
    good = best.verdict.status == PROVED
    says = (
        f"the least over all whole {name} ≥ 1; proved" if good else f"not certified ({best.verdict.reason})"
    )
    return [labelled("whole", f"{name} = {best.place}   bound ≤ {upper(best.value)}   {says}")]


def whole_json(found: Optimum, best: Whole | None) -> dict[str, object]:
    """The same as JSON: whether the parameter is whole, and its best whole value at the setting, if any."""
    made: dict[str, object] | None = None
    if best is not None:
        made = {"value": best.place, "bound": number(best.value), "verdict": best.verdict.status}
    return {"integer": found.whole, "whole": made}


def vacuous_lines(found: Optimum, vacuous: Vacuous | None, style: str) -> list[str]:
    """When the best bound is not below what holds anyway."""
    if vacuous is None:
        return []
    exactly = "exactly then; proved" if vacuous.verdict.status == PROVED else vacuous.verdict.reason
    real = f", for real {write(var(found.parameter), style)}" if found.whole else ""
    says = f"the best bound is not below {write(vacuous.level, style)}{real}"
    return [
        labelled("vacuous", f"when {write(vacuous.condition, style)} ({exactly})"),
        labelled("", f"that is: {says}, {vacuous.words}"),
    ]


def choice_lines(found: Optimum, at: Evaluation, style: str) -> list[str]:
    """The choices of the source in columns: name, value, bound there, how many times the best bound."""
    name = write(var(found.parameter), style)
    beside = "the best" if found.verdict.status == PROVED else f"that at {name}*"
    rows = [("the source's choices", name, "bound", f"times {beside}")]
    for c in at.choices:
        choice = c.name if c.admissible else f"{c.name}; not known to be admissible"
        note = "  vacuous" if at.says_nothing(c.bound) else ""
        rows.append((choice, interval(c.value, 4), f"≤ {upper(c.bound)}{note}", f"≤ {upper(c.ratio, 4)}"))
    widths = [max(len(row[k]) for row in rows) for k in range(4)]
    return [
        "  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip() for row in rows
    ]


def number(value: arb | fmpq) -> float:
    """A number for JSON, rounded up."""
    return float(upper(value, PRECISE))


def enclosure(value: arb | fmpq) -> list[str]:
    """Decimals below and above."""
    return [lower(value, PRECISE), upper(value, PRECISE)]


def optimum_json(
    found: Optimum, at: Evaluation | None, source: Setting | None, vacuous: Vacuous | None
) -> dict[str, object]:
    """An optimum as JSON; numbers are rounded up, enclosures say how far."""
    trivial = found.bound.statement.parameters.trivial
    record: dict[str, object] = {
        **bound_json(found.bound), "parameter": found.parameter,
        "closed_form": print_term(found.full_place), "latex": latex_place(found),
        "bound_closed_form": print_term(found.full_value), "bound_latex": write(found.value, LATEX),
        "short": {"closed_form": print_term(found.place), "bound": print_term(found.value),
                  "where": {k: print_term(t) for k, t in found.names.items()}},
        "verdict": found.verdict.status, "reason": found.verdict.reason,
        "assumed": [c.text for c in found.assumed], "besides": list(found.bound.also(found.parameter)),
        "derivation": found.text,
        "set": None, "set_source": None if source is None else source.name, "value": None, "bound": None,
        "choices": [], "vacuous": None, "vacuous_when": _when(found, vacuous),
        "vacuous_verdict": None if vacuous is None else vacuous.verdict.status,
        "trivial": None if trivial is None else {"bound": print_term(trivial.value), "words": trivial.words},
    }  # fmt: skip
    if at is not None:
        record |= {
            "set": {k: str(v) for k, v in at.values.items()},
            "value": number(at.place), "bound": number(at.value),
            "enclosures": {"value": enclosure(at.place), "bound": enclosure(at.value)},
            "choices": [_choice(c) for c in at.choices], "vacuous": at.vacuous, "admissible": at.admissible,
        }  # fmt: skip
    return record


def _choice(c: ChoiceValue) -> dict[str, object]:
    return {
        "name": c.name, "value": number(c.value), "bound": number(c.bound), "ratio": number(c.ratio),
        "admissible": c.admissible,
    }  # fmt: skip


def _when(found: Optimum, vacuous: Vacuous | None) -> str | None:
    if vacuous is None:
        return None
    where = ", ".join(f"{k} = {print_term(t)}" for k, t in found.names.items())
    return vacuous.condition.text + (f" where {where}" if where else "")


def no_optimum_json(found: NoOptimum) -> dict[str, object]:
    """A bound without a least value as JSON."""
    return {
        **bound_json(found.bound), "parameter": found.parameter,
        "closed_form": None, "latex": None, "value": None,
        "bound": None, "choices": [], "vacuous_when": None,
        "infimum": None if found.infimum is None else print_term(found.infimum),
        "towards": found.towards or None, "verdict": found.verdict.status, "reason": found.verdict.reason,
        "direction": (("falling" if found.falls else "rising") if found.way.status == PROVED else None),
        "assumed": [c.text for c in found.assumed], "besides": list(found.bound.also(found.parameter)),
        "derivation": found.text or None,
    }  # fmt: skip


def inverse_lines(found: Inverse, style: str) -> list[str]:
    """Where the target is reached."""
    name = write(var(found.parameter), style)
    level, words = write(found.target.level, style), found.target.words
    relation = "<" if found.target.strict else "≤"
    lines = [
        labelled("at", settings(found.bound, found.values, style)),
        labelled("target", f"bound {relation} {level}" + (f", {words}" if words else "")),
    ]
    if found.low is None or found.high is None:
        return [*lines, *_never_lines(found, name)]
    lines += [_end_line(name, "≥", found.low, found), _end_line(name, "≤", found.high, found)]
    lines.append(labelled("", SHAPES[found.shape].format(name)))
    label, note = ("equal at", "") if found.closed_proved else ("closed", "   (equality there is not proved)")
    lines += [labelled(label, f"{name} = {write(t, style)}{note}") for t in found.closed]
    lines += [labelled("with", f"{write(var(k), style)} = {write(t, style)}") for k, t in found.names.items()]
    return lines + _besides(found.bound, found.parameter, name)


def _never_lines(found: Inverse, name: str) -> list[str]:
    says = f"no admissible {name} reaches it: proved" if found.never else (
        f"no {name} that was looked at reaches it; that none does is not proved"
    )  # fmt: skip
    least = found.nowhere_below
    known = [] if least is None else [labelled("", f"the bound is ≥ {lower(least)} at every {name}: proved")]
    return [labelled("never" if found.never else "unknown", says), *known]


def _end_line(name: str, relation: str, edge: Edge, found: Inverse) -> str:
    decimal = lower if relation == "≤" else upper
    if edge.outside is None:
        reached = f"the target is reached at {name} = {decimal(edge.inside, 3)}"
        return labelled("", f"{name} {relation} ...: no end met ({reached})")
    shown = str(edge.inside) if found.integer else decimal(edge.inside, 10)
    beyond = str(edge.outside) if found.integer else "beyond, less than 1e-9 away,"
    fails = f"{name} = {beyond} does not" if found.integer else f"{beyond} it is not"
    return labelled(f"{name} {relation}", f"{shown}   there the target is reached, {fails} (certified)")


def inverse_json(found: Inverse) -> dict[str, Any]:
    """The same as JSON."""

    def end(edge: Edge | None) -> dict[str, str | None] | None:
        if edge is None:
            return None
        return {"reaches": str(edge.inside), "fails": None if edge.outside is None else str(edge.outside)}

    answer: int | float | None = None
    edge = found.high if found.shape == RISING else found.low
    if edge is not None:
        answer = int(edge.inside) if found.integer else float(edge.inside)
    return {
        **bound_json(found.bound), "parameter": found.parameter, "target": print_term(found.target.level),
        "relation": found.target.op, "target_words": found.target.words or None,
        "set": {k: str(v) for k, v in found.values.items()}, "reached": found.reached, "answer": answer,
        "low": end(found.low), "high": end(found.high), "shape": found.shape or "not proved",
        "closed_form": [print_term(t) for t in found.closed],
        "where": {k: print_term(t) for k, t in found.names.items()},
        "closed_form_verdict": PROVED if found.closed_proved else None,
        "never": PROVED if found.never else None,
        "nowhere_below": None if found.nowhere_below is None else float(lower(found.nowhere_below, PRECISE)),
    }  # fmt: skip


def value_lines(bound: Bound, values: Mapping[str, fmpq], value: arb | fmpq, style: str) -> list[str]:
    """A bound at a setting, and whether it says anything."""
    lines = [labelled("at", settings(bound, values, style))]
    lines.append(labelled("value", f"≤ {upper(value)}"))
    trivial = bound.statement.parameters.trivial
    if trivial is not None and vacuous_at(bound, values, value):
        lines.append(labelled("vacuous", f"not below {write(trivial.value, style)}, {trivial.words}"))
    return lines


def vacuous_at(bound: Bound, values: Mapping[str, fmpq], value: arb | fmpq) -> bool | None:
    """Whether a value of the bound is certainly not below what holds anyway; None where nothing is known."""
    trivial = bound.statement.parameters.trivial
    return None if trivial is None else bool(arb(value) >= arb(number_of(trivial.value, values)))
