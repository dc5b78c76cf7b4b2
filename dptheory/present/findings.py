"""Errata and sound results: as lines for the terminal and as JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from ..kernel.logic.printing import show
from ..theory.findings import BY_HAND_KIND, IMPROVED, LOOSE, REFUTED_KIND, Erratum, SoundEntry
from ..theory.results import SOUND, WitnessResult
from ..theory.severity import Severity
from ..theory.statements import Statement
from .claims import labelled
from .json_records import witness_json
from .page import Writing
from .worlds import complete, outcome_words, world_words

LINES: Final = {
    "printed": "the lines as printed",
    "corrected": "the corrected lines",
    "sharp": "the sharper lines",
}


def written(statement: Statement, writing: Writing) -> dict[str, str]:
    """How the page writes the conclusions of a statement's forms and false steps and the hypotheses of its
    forms, by their text; after a claim about an algorithm stands which of the lines it is about.
    """
    found: dict[str, str] = {}
    lines = {algorithm.name: algorithm.kind for algorithm in statement.algorithms}
    for form in statement.forms:
        for _, hypothesis in form.theorem.hypotheses:
            found[show(hypothesis)] = writing.formula(hypothesis, form.where)
        for theorem in (form.theorem, *(slip.theorem for slip in form.slips)):
            claim = writing.formula(theorem.conclusion, form.where)
            if form.runs:
                said = LINES.get(lines.get(form.runs, ""), "the changed lines")
                claim += f"; {writing.name(form.runs)}: {said}"
            found[show(theorem.conclusion)] = claim
    return found


def erratum_lines(entry: Erratum, formulas: Mapping[str, str]) -> Iterator[str]:
    """One finding: what is printed, what is wrong with it, and what holds."""
    yield f"{entry.id}   {entry.kind}   {severity_words(entry)}"
    yield labelled("  printed", formulas.get(entry.printed, entry.printed))
    if entry.corrected:
        yield labelled(f"  {holds_word(entry)}", formulas.get(entry.corrected, entry.corrected))
    if entry.conditions:
        conditions = "; ".join(formulas.get(text, text) for text in entry.conditions)
        yield labelled(f"  {conditions_word(entry)}", conditions)
    yield from _world(entry.witness, "tight in" if entry.tight else "world", outcome=not entry.tight)
    if entry.lower:
        yield labelled("  known", lower_words(entry))
    if entry.explanation:
        yield labelled(f"  {why_word(entry)}", entry.explanation)
    for other in entry.also:
        yield labelled("  also", other.why)
        if other.printed != entry.printed:
            yield labelled("  printed", formulas.get(other.printed, other.printed))
        yield from _world(other.witness, "world")


def _world(witness: WitnessResult | None, word: str, outcome: bool = True) -> Iterator[str]:
    if isinstance(witness, WitnessResult):
        yield labelled(f"  {word}", world_words(complete(witness.world)))
        if outcome and witness.outcome:
            yield labelled("  there", outcome_words(witness.outcome))


def severity_words(entry: Erratum) -> str:
    """How grave a finding is; of a loose claim, by which factor."""
    return f"{entry.severity} by the factor {entry.factor}" if entry.factor else entry.severity


def holds_word(entry: Erratum) -> str:
    """What is said of the claim in the place of the printed one: how it is known, and of a sharper one
    whether it is attained."""
    known = entry.standing or "holds"
    return f"{known}, {'sharp' if entry.sharp else IMPROVED}" if entry.kind == LOOSE else known


def conditions_word(entry: Erratum) -> str:
    """What is said of hypotheses that the printed text lacks."""
    return "where" if entry.kind == REFUTED_KIND else "needed"


def why_word(entry: Erratum) -> str:
    """What is said of the explanation: an argument in words stands for a world."""
    return "by hand" if entry.kind == BY_HAND_KIND else "why"


def lower_words(entry: Erratum) -> str:
    """How much of an improved bound is known to be needed."""
    return f"a bound {entry.lower} times as large fails, in a world of a twin"


def counted(entries: Iterable[Erratum]) -> str:
    """How many findings there are of each level, the gravest first."""
    counts = Counter(entry.severity for entry in entries)
    return "; ".join(f"{level.value}: {counts[level.value]}" for level in Severity if counts[level.value])


def erratum_json(entry: Erratum) -> dict[str, object]:
    """The same as JSON."""
    return {
        "id": entry.id,
        "kind": entry.kind,
        "severity": entry.severity,
        "printed": entry.printed,
        "corrected": entry.corrected,
        "standing": entry.standing or None,
        "witness": witness_json(entry.witness),
        "explanation": entry.explanation,
        "conditions": list(entry.conditions),
        "factor": entry.factor or None,
        "sharp": entry.sharp,
        "tight": entry.tight,
        "lower": entry.lower or None,
        "also": [
            {
                "reading": f.reading, "printed": f.printed,
                "witness": witness_json(f.witness), "explanation": f.why,
            }
            for f in entry.also
        ],
    }


def sound_line(entry: SoundEntry) -> str:
    """One result found sound as printed."""
    how = {SOUND: "proved"}.get(entry.proof, f"proof {entry.proof}")
    return f"{entry.id}   {entry.title}   {how}" + (f"   {entry.note}" if entry.note else "")


def sound_json(entry: SoundEntry) -> dict[str, object]:
    """The same as JSON."""
    return {"id": entry.id, "title": entry.title, "proof": entry.proof, "note": entry.note}
