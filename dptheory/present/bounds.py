"""A bound with what it is a bound of: as lines of text and as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from ..kernel.real import print_term, var
from ..theory.bounds import Bound
from ..theory.quantities import ADJACENCY, Bounded
from ..theory.rivals import Rival, Stated
from .formulas import write
from .from_logic import Words
from .styles import ASCII


def labelled(label: str, text: str) -> str:
    """A line with its label in a column of its own."""
    return f"{label:<10}{text}"


SIGNS: Final = {
    "≤": "<=", "≥": ">=", "‖": "||", "∞": "oo", "∼": "~", "√": "sqrt", "²": "^2", "λ": "lam", "ρ": "rho",
    "ε": "eps", "δ": "delta", "γ": "gam", "·": "*", "−": "-",
}  # fmt: skip
"""How the signs of a note are written in ASCII."""


def joined(lines: Iterable[str], style: str) -> str:
    """Lines as one text; with ASCII signs where the style is that."""
    text = "\n".join(lines)
    signs = SIGNS if style == ASCII else {}
    for sign, plain in signs.items():
        text = text.replace(sign, plain)
    return text


def stated_lines(stated: Stated, style: str, words: Words) -> list[str]:
    """What is bounded, for what is drawn, with which probability, by what, under which hypotheses."""
    bound, what = stated.bound, stated.what
    integers = ", ".join(sorted(bound.integers))
    conditions = ", ".join(write(c, style) for c in bound.conditions)
    lines = [f"{bound.form.name}   {bound.statement.title}"]
    if stated.chosen:
        lines.append(labelled("chosen", stated.chosen))
    if bound.form.note:
        lines.append(labelled("note", bound.form.note))
    lines.append(labelled("claim", write(what.claim, style, words)))
    lines += _bounded_lines(what, style, words)
    if stated.printed is not None:
        other = _draws(stated.printed, style, words)
        lines.append(labelled("beware", f"the printed form is for other draws: {other}"))
    lines.append(labelled("bound", write(bound.term, style)))
    lines.append(labelled("where", conditions + (f"; {integers} integer" if integers else "")))
    lines += least_lines(bound, style)
    lines += [labelled("given", write(premise, style, words)) for premise in bound.premises]
    lines.append(f"{'adjacency':<10}{ADJACENCY}")
    if bound.form.refutation is not None:
        lines.append(labelled("refuted", "this form is refuted: its bound is no theorem"))
    recorded = "   recorded; --fresh checks again" if stated.verdict.recorded else ""
    lines.append(labelled("form", f"{stated.verdict.status} ({stated.verdict.reason}){recorded}"))
    return lines


def least_lines(bound: Bound, style: str) -> list[str]:
    """The parameters that need not be given."""
    found = bound.statement.parameters.least
    says = "where it is not given, the least that satisfies its conditions, found and rounded up"
    return [
        labelled("least", f"{write(var(name), style)}, {found[name]}; {says}")
        for name in sorted(bound.fillable)
    ]


def _bounded_lines(what: Bounded, style: str, words: Words) -> list[str]:
    beyond = " + ".join(write(term, style, words) for term in what.beyond)
    mean = "the mean of " if what.mean else ""
    quantity = f"{mean}{write(what.quantity, style, words)}"
    lines = [labelled("bounded", f"{quantity}, beyond {beyond}" if beyond else quantity)]
    if what.draws:
        lines.append(labelled("drawn", _draws(what, style, words)))
    if what.at_least is not None:
        sign = "≥" if what.at_least[0] == ">=" else ">"
        lines.append(labelled("chance", f"{sign} {write(what.at_least[1], style, words)}, over these draws"))
    return lines


def _draws(what: Bounded, style: str, words: Words) -> str:
    return ", ".join(f"{draw.name} ∼ {write(draw.law, style, words)}" for draw in what.draws)


def rival_lines(stated: Stated, gives: Mapping[str, str], style: str, words: Words) -> list[str]:
    """The sharper forms, and what they give, by the form's name; others only where they give less."""
    lines = []
    for rival in stated.rivals:
        if not rival.holds or not (rival.nowhere_larger or rival.bound.form.name in gives):
            continue
        says = gives.get(rival.bound.form.name, f"bound {write(rival.bound.term, style)}")
        lower = "; nowhere larger, where both hold: proved" if rival.nowhere_larger else ""
        name = f"{rival.bound.form.name} ({rival.verdict.status})"
        lines.append(labelled("sharper", f"{name}: {says}{lower}; --form {rival.short}"))
        if not rival.same_draws:
            lines.append(labelled("", f"but it is for other draws: {_draws(rival.what, style, words)}"))
        if rival.further:
            assumed = "; ".join(write(part, style, words) for part in rival.further)
            lines.append(labelled("", f"and it assumes further: {assumed}"))
        if rival.bound.form.note:
            lines.append(labelled("", rival.bound.form.note))
    return lines


def bound_json(bound: Bound) -> dict[str, object]:
    """What a bound is."""
    return {
        "id": bound.statement.id, "form": bound.form.name, "formula": print_term(bound.term),
        "conditions": [c.text for c in bound.conditions], "integers": sorted(bound.integers),
        "refuted": bound.form.refutation is not None,
        "least": {name: bound.statement.parameters.least[name] for name in sorted(bound.fillable)},
    }  # fmt: skip


def stated_json(stated: Stated, words: Words) -> dict[str, object]:
    """What is bounded, as JSON, beside what the bound is."""
    theorem, form = stated.bound.form.theorem, stated.bound.form
    return {
        "title": stated.bound.statement.title, "note": form.note, "chosen": stated.chosen or None,
        "form_verdict": stated.verdict.status, "form_reason": stated.verdict.reason,
        "form_recorded": stated.verdict.recorded,
        "claim": write(theorem.conclusion, ASCII), "bounded": _bounded_json(stated.what),
        "printed_form_is_for": None if stated.printed is None else _bounded_json(stated.printed)["drawn"],
        "hypotheses": [
            {"label": label, "formula": write(formula, ASCII), "mark": form.mark(label)}
            | {"presupposed": label in form.presupposed}
            for label, formula in theorem.hypotheses
        ],
        "adjacency": "replace-one",
        "forms": [_rival_json(rival) for rival in stated.rivals],
    }  # fmt: skip


def _bounded_json(what: Bounded) -> dict[str, object]:
    chance = None
    if what.at_least is not None:
        chance = f"{what.at_least[0]} {write(what.at_least[1], ASCII)}"
    return {
        "quantity": write(what.quantity, ASCII), "beyond": [write(term, ASCII) for term in what.beyond],
        "mean": what.mean, "probability": chance,
        "drawn": [{"name": draw.name, "law": write(draw.law, ASCII)} for draw in what.draws],
    }  # fmt: skip


def _rival_json(rival: Rival) -> dict[str, object]:
    return {
        "form": rival.bound.form.name, "verdict": rival.verdict.status,
        "formula": print_term(rival.bound.term), "nowhere_larger": rival.nowhere_larger,
        "same_draws": rival.same_draws, "assumes_further": [write(part, ASCII) for part in rival.further],
    }  # fmt: skip
