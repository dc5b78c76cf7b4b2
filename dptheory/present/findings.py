"""Errata and sound results: as lines for the terminal and as JSON."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from ..theory.findings import (
    ADDED_KIND,
    BROKEN_PROOF,
    BY_HAND_KIND,
    HIDDEN,
    IMPROVED,
    LOOSE,
    REFUTED_KIND,
    TYPO,
    Erratum,
    Severity,
    SoundEntry,
)
from ..theory.results import SOUND, FormResult, WitnessResult
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
    ADDED_KIND: (
        "A hypothesis is added",
        "The claim is proved with a condition that the source neither states nor takes for granted.",
    ),
    BROKEN_PROOF: (
        "The proof is broken",
        "A step of the printed proof is false, whatever becomes of the claim.",
    ),
    LOOSE: ("Loose", "The claim holds, and a sharper one is proved."),
    BY_HAND_KIND: ("By hand", "An argument in words, which no form carries."),
    TYPO: ("A slip of the pen", "What is meant is clear from the text around it."),
}
"""The kinds of findings, with what they are called and what they mean."""
_WORK: Final = re.compile(r"[^;]*?\b(?:19|20)\d\d")


_PLACE: Final = re.compile(r"(?:\S+\.(?:txt|md)|L\b),? ?(.*)", re.S)


def place_words(place: str) -> str:
    """Where a quote stands in the source's text, for readers who do not have its file.

    >>> place_words("wu2015-pdf.txt 433-437"), place_words("wang2019.txt, section 3"), place_words("page 4")
    ('lines 433–437 of its text', 'section 3 of its text', 'page 4')
    """
    found = _PLACE.fullmatch(place)
    if found is None:
        return place
    where = found[1]
    if where[:1].isdigit():
        where = f"line{'' if where.isdigit() else 's'} {where.replace('-', '–')}"
    return f"{where} of its text".strip()


def work_of(works: Iterable[str]) -> str:
    """The name of a work, up to its year: the one that most of its statements name.

    >>> work_of(["Wu et al. 2015, Lemma 5", "Wu et al. 2015, section 2", "this library"])
    'Wu et al. 2015'
    """
    found = Counter(match[0] for work in works if (match := _WORK.match(work)))
    return found.most_common(1)[0][0] if found else "this library"


def texts_shown(found: Iterable[Erratum]) -> frozenset[str]:
    """The texts of the formulas that findings show."""
    told = (
        (one.printed, one.corrected, *one.conditions, *(failure.printed for failure in one.also))
        for one in found
    )
    return frozenset(text for texts in told for text in texts)


def written(statement: Statement, writing: Writing, only: Collection[str] | None = None) -> dict[str, str]:
    """How the page writes the conclusions of a statement's forms and false steps and the hypotheses of its
    forms, or only those of them, by their text; after a claim about an algorithm stands which of the lines
    it is about.
    """
    from ..kernel.logic import show

    found: dict[str, str] = {}
    lines = {algorithm.name: algorithm.kind for algorithm in statement.algorithms}
    for form in statement.forms:
        for _, hypothesis in form.theorem.hypotheses:
            text = show(hypothesis)
            if only is None or text in only:
                found[text] = writing.formula(hypothesis, form.where)
        for theorem in (form.theorem, *(slip.theorem for slip in form.slips)):
            text = show(theorem.conclusion)
            if only is not None and text not in only:
                continue
            claim = writing.formula(theorem.conclusion, form.where)
            if form.runs:
                said = LINES.get(lines.get(form.runs, ""), "the changed lines")
                claim = _beside(claim, writing.name(form.runs), said, writing.style)
            found[text] = claim
    return found


def _beside(claim: str, name: str, said: str, style: str) -> str:
    """A claim, and after it which of the lines of an algorithm it is about."""
    if style == LATEX:
        return rf"{claim}\text{{; ${name}$: {said}}}"
    return f"{claim}; {name}: {said}"


def seen(entry: Erratum) -> tuple[str, ...]:
    """The worlds of a finding in words, each before what comes out there: its own, and those of the other
    readings that fail; empty words where there is none."""
    from .worlds import complete, outcome_words, world_words

    found = list[str]()
    for witness in (entry.witness, *(other.witness for other in entry.also)):
        words = witness and (world_words(complete(witness.world)), outcome_words(witness.outcome))
        found += words or ("", "")
    return tuple(found)


def erratum_lines(
    entry: Erratum, formulas: Mapping[str, str], there: Sequence[str], told: Erratum | None = None
) -> Iterator[str]:
    """One finding: what is printed, what is wrong with it, and what holds; `there` is what is `seen`. Of one
    whose cause was `told` what is wrong is not said again."""
    yield f"{entry.id}   {entry.kind}   {severity_words(entry)}"
    yield labelled("  printed", formulas.get(entry.printed, entry.printed))
    if entry.cause:
        yield labelled("  cause", f"as in {told.id}" if told else entry.cause)
    if told and entry.kind == BROKEN_PROOF:
        return
    if entry.corrected:
        yield labelled(f"  {holds_word(entry)}", formulas.get(entry.corrected, entry.corrected))
    if entry.conditions:
        conditions = "; ".join(formulas.get(text, text) for text in entry.conditions)
        yield labelled(f"  {conditions_word(entry)}", conditions)
    if entry.besides:
        yield labelled("  besides", "; ".join(formulas.get(text, text) for text in entry.besides))
    yield from (labelled(f"  {word}", what) for word, what in covers_words(entry.covers))
    yield from _world(there[:2], "tight in" if entry.tight else "world", outcome=not entry.tight)
    if entry.kind == LOOSE:
        yield labelled("  known", known_words(entry))
    if entry.explanation:
        yield labelled(f"  {why_word(entry)}", entry.explanation)
    for place, other in enumerate(entry.also, 1):
        yield labelled("  also", other.why)
        if other.printed != entry.printed:
            yield labelled("  printed", formulas.get(other.printed, other.printed))
        yield from _world(there[2 * place : 2 * place + 2], "world")


def _world(there: Sequence[str], word: str, outcome: bool = True) -> Iterator[str]:
    if any(there):
        yield labelled(f"  {word}", there[0])
        if outcome and there[1]:
            yield labelled("  there", there[1])


def severity_words(entry: Erratum) -> str:
    """How grave a finding is; of a loose claim, by which factor; of an open one, that it is open."""
    if entry.kind == BROKEN_PROOF and entry.severity == Severity.PROOF:
        return f"{entry.severity}, claim {entry.standing or 'holds'}"
    more = ", under further hypotheses" if entry.besides else ""
    if not entry.factor:
        return entry.severity + more
    where = ", in one world" if entry.somewhere else ""
    return f"{entry.severity}{where} by the factor {factor_words(entry)}{more}"


def factor_words(entry: Erratum) -> str:
    """The factor as formulas are written: a number, or a function of the parameters."""
    from ..kernel.real import parse_term
    from .formulas import write

    return write(parse_term(entry.factor))


def holds_word(entry: Erratum) -> str:
    """What is said of the claim in the place of the printed one: how it is known; of a sharper one, whether
    it is attained."""
    if entry.kind == LOOSE:
        return "sharp" if entry.sharp else IMPROVED
    return entry.standing or "holds"


def covers_words(covers: str) -> list[tuple[str, str]]:
    """What is said of a form that is not the whole sentence: a word and what is missing, or what it rests on.

    >>> covers_words("part: one direction alone"), covers_words("")
    ([('in part', 'one direction alone')], [])
    """
    extent, _, what = covers.partition(": ")
    return [({"part": "in part"}.get(extent, extent), what)] if covers else []


def verdict_and_extent(form: FormResult) -> str:
    """The verdict on a form, and in one word what of the sentence it is where that is not the whole."""
    return form.verdict.status + (f" ({form.extent})" if form.extent else "")


def conditions_word(entry: Erratum) -> str:
    """What is said of hypotheses that the printed text lacks."""
    return "where" if entry.kind == REFUTED_KIND else "needed"


def why_word(entry: Erratum) -> str:
    """What is said of the explanation: an argument in words stands for a world."""
    return "by hand" if entry.kind == BY_HAND_KIND else "why"


def known_words(entry: Erratum) -> str:
    """How a sharper claim is known, and how much of its bound is known to be needed."""
    lower = f"; a bound {entry.lower} times as large fails, in the world of a twin" if entry.lower else ""
    near = f"; what is near it fails: {entry.near}" if entry.near and not lower else ""
    none = "" if entry.sharp or lower or near else "; no instance is known that bounds it from below"
    return entry.standing + lower + near + none


def counted(entries: Iterable[Erratum]) -> str:
    """How many findings there are of each level, the gravest first."""
    counts = Counter(entry.severity for entry in entries)
    return "; ".join(f"{level.value}: {counts[level.value]}" for level in Severity if counts[level.value])


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
        "severity": entry.severity,
        "printed": entry.printed,
        "corrected": entry.corrected,
        "standing": entry.standing or None,
        "covers": entry.covers or None,
        "witness": witness_json(entry.witness),
        "explanation": entry.explanation,
        "conditions": list(entry.conditions),
        "factor": entry.factor or None,
        "cause": entry.cause or None,
        "in_one_world": entry.somewhere,
        "besides": list(entry.besides),
        "sharp": entry.sharp,
        "tight": entry.tight,
        "lower": entry.lower or None,
        "near": entry.near or None,
        "also": [
            {
                "reading": f.reading,
                "printed": f.printed,
                "witness": witness_json(f.witness),
                "explanation": f.why,
            }
            for f in entry.also
        ],
    }


def sound_line(entry: SoundEntry) -> str:
    """One result found sound as printed."""
    how = {SOUND: "proved"}.get(entry.proof, f"proof {entry.proof}")
    return "   ".join(filter(None, (entry.id, entry.title, how, entry.note, entry.covers)))


def sound_json(entry: SoundEntry) -> dict[str, object]:
    """The same as JSON."""
    said = {"id": entry.id, "title": entry.title, "proof": entry.proof, "note": entry.note}
    return said | {"covers": entry.covers or None}
