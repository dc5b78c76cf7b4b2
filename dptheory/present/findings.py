"""Errata and sound results: as lines for the terminal and as JSON."""

from __future__ import annotations

from collections.abc import Iterator

from ..theory.errata import Erratum, SoundEntry
from ..theory.results import WitnessResult
from .claims import labelled
from .json_records import witness_json


def erratum_lines(entry: Erratum) -> Iterator[str]:
    """One finding: what is printed, what is wrong with it, and what holds."""
    yield f"{entry.id}   {entry.kind}"
    yield labelled("  printed", entry.printed)
    if entry.corrected:
        yield labelled("  holds", entry.corrected)
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
