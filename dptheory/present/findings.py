"""Errata and sound results: as lines for the terminal and as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ..kernel.logic.printing import show
from ..theory.errata import Erratum, SoundEntry
from ..theory.results import WitnessResult
from ..theory.statements import Statement
from .claims import labelled
from .json_records import witness_json
from .page import Writing


def written(statement: Statement, writing: Writing) -> dict[str, str]:
    """How the page writes the conclusions of a statement's forms and false steps, by their text."""
    found: dict[str, str] = {}
    for form in statement.forms:
        for theorem in (form.theorem, *(slip.theorem for slip in form.slips)):
            found[show(theorem.conclusion)] = writing.formula(theorem.conclusion, form.where)
    return found


def erratum_lines(entry: Erratum, formulas: Mapping[str, str]) -> Iterator[str]:
    """One finding: what is printed, what is wrong with it, and what holds."""
    yield f"{entry.id}   {entry.kind}"
    yield labelled("  printed", formulas.get(entry.printed, entry.printed))
    if entry.corrected:
        yield labelled("  holds", formulas.get(entry.corrected, entry.corrected))
    if isinstance(entry.witness, WitnessResult):
        yield labelled("  world", "; ".join(entry.witness.world))
        yield labelled("  there", entry.witness.outcome)
    if entry.explanation:
        yield labelled("  why", entry.explanation)


def erratum_json(entry: Erratum) -> dict[str, object]:
    """The same as JSON."""
    return {
        "id": entry.id,
        "kind": entry.kind,
        "printed": entry.printed,
        "corrected": entry.corrected,
        "witness": witness_json(entry.witness),
        "explanation": entry.explanation,
    }


def sound_line(entry: SoundEntry) -> str:
    """One result found sound as printed."""
    return f"{entry.id}   {entry.title}   proof {entry.proof}" + (f"   {entry.note}" if entry.note else "")


def sound_json(entry: SoundEntry) -> dict[str, object]:
    """The same as JSON."""
    return {"id": entry.id, "title": entry.title, "proof": entry.proof, "note": entry.note}
