"""Errata and sound results: as lines for the terminal and as JSON."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from ..theory.findings import BROKEN_PROOF, HIDDEN, LOOSE, REFUTED_KIND, TYPO, Erratum, SoundEntry
from ..theory.results import SOUND, WitnessResult
from .styles import LATEX, labelled

if TYPE_CHECKING:
    from ..theory.statements import Statement
    from .page import Writing

LINES: Final = {
    "printed": "the lines as printed",
    "corrected": "the corrected lines",
    "sharp": "the sharper lines",
}

KINDS: Final = {
    REFUTED_KIND: ("Refuted", "The claim is false as printed; a world shows it."),
    HIDDEN: ("A hypothesis is missing", "The claim holds with a further condition, or in one reading only."),
    BROKEN_PROOF: (
        "The proof is broken",
        "A step of the printed proof is false, whatever becomes of the claim.",
    ),
    LOOSE: ("Loose", "The claim holds, and a sharper one is proved."),
    TYPO: ("A slip of the pen", "What is meant is clear from the text around it."),
}
"""The kinds of findings, the gravest first, with what they are called and what they mean."""
_WORK: Final = re.compile(r"[^;]*?\b(?:19|20)\d\d")


def gravity(entry: Erratum) -> int:
    """The place of a finding in the order in which findings are told: the gravest first."""
    order = list(KINDS)
    return order.index(entry.kind) if entry.kind in order else len(order)


def work_of(works: Iterable[str]) -> str:
    """The name of a work, up to its year: the one that most of its statements name.

    >>> work_of(["Wu et al. 2015, Lemma 5", "Wu et al. 2015, section 2", "this library"])
    'Wu et al. 2015'
    """
    found = Counter(match[0] for work in works if (match := _WORK.match(work)))
    return found.most_common(1)[0][0] if found else "this library"


def written(statement: Statement, writing: Writing) -> dict[str, str]:
    """How the page writes the conclusions of a statement's forms and false steps and the hypotheses of its
    forms, by their text; after a claim about an algorithm stands which of the lines it is about.
    """
    from ..kernel.logic.printing import show

    found: dict[str, str] = {}
    lines = {algorithm.name: algorithm.kind for algorithm in statement.algorithms}
    for form in statement.forms:
        for _, hypothesis in form.theorem.hypotheses:
            found[show(hypothesis)] = writing.formula(hypothesis, form.where)
        for theorem in (form.theorem, *(slip.theorem for slip in form.slips)):
            claim = writing.formula(theorem.conclusion, form.where)
            if form.runs:
                said = LINES.get(lines.get(form.runs, ""), "the changed lines")
                claim = _beside(claim, writing.name(form.runs), said, writing.style)
            found[show(theorem.conclusion)] = claim
    return found


def _beside(claim: str, name: str, said: str, style: str) -> str:
    """A claim, and after it which of the lines of an algorithm it is about."""
    if style == LATEX:
        return rf"{claim}\text{{; ${name}$: {said}}}"
    return f"{claim}; {name}: {said}"


def seen(entry: Erratum) -> tuple[str, ...]:
    """The world of a finding in words, and what comes out there; nothing where it has none."""
    from .worlds import outcome_words, world_words

    if entry.witness is None:
        return ()
    return world_words(entry.witness.world), outcome_words(entry.witness.outcome)


def erratum_lines(entry: Erratum, formulas: Mapping[str, str], there: Sequence[str]) -> Iterator[str]:
    """One finding: what is printed, what is wrong with it, and what holds; `there` is what is `seen`."""
    yield f"{entry.id}   {entry.kind}"
    yield labelled("  printed", formulas.get(entry.printed, entry.printed))
    if entry.corrected:
        yield labelled("  holds", formulas.get(entry.corrected, entry.corrected))
    if entry.conditions:
        label = "  needed" if entry.kind == HIDDEN else "  where"
        yield labelled(label, "; ".join(formulas.get(text, text) for text in entry.conditions))
    if there:
        tight = entry.kind == LOOSE  # its false neighbour shows that the sharper form has nothing to spare
        yield labelled("  tight in" if tight else "  world", there[0])
        if not tight:
            yield labelled("  there", there[1])
    if entry.explanation:
        yield labelled("  why", entry.explanation)


def witness_json(witness: WitnessResult | None) -> dict[str, object] | None:
    """A world in which something fails."""
    if witness is None:
        return None
    return {"world": list(witness.world), "outcome": witness.outcome, "note": witness.note}


def erratum_json(entry: Erratum) -> dict[str, object]:
    """The same as JSON."""
    return {
        "id": entry.id,
        "kind": entry.kind,
        "printed": entry.printed,
        "corrected": entry.corrected,
        "witness": witness_json(entry.witness),
        "explanation": entry.explanation,
        "conditions": list(entry.conditions),
    }


def sound_line(entry: SoundEntry) -> str:
    """One result found sound as printed."""
    how = {SOUND: "proved"}.get(entry.proof, f"proof {entry.proof}")
    return f"{entry.id}   {entry.title}   {how}" + (f"   {entry.note}" if entry.note else "")


def sound_json(entry: SoundEntry) -> dict[str, object]:
    """The same as JSON."""
    return {"id": entry.id, "title": entry.title, "proof": entry.proof, "note": entry.note}
