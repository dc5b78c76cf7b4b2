"""An errata letter: what of a source fails as printed, statement by statement, and what was found sound.

For authors and reviewers, who have neither this program nor its words: each finding has the quoted text, the
world in which it fails as sentences to be followed by hand, what holds instead, and which proof there is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from ..kernel import CITED, DEFINED
from ..theory.findings import BROKEN_PROOF, HIDDEN, Erratum, SoundEntry, distinct
from ..theory.results import BROKEN, SOUND, FormResult, StatementResult, WitnessResult
from .blocks import (
    Block,
    Code,
    Facts,
    Heading,
    Inline,
    Known,
    Listing,
    Paragraph,
    Quote,
    Strong,
    Text,
    facts,
)
from .findings import KINDS, covers_words, place_words, sound_json, witness_json
from .letter_page import first_page
from .spelled import Spelled
from .styles import ASCII, LATEX, MATHML
from .worked_examples import case_of, worked
from .worlds import sentence


@dataclass(frozen=True)
class Told:
    """A finding, how its formulas are written (by style and text), the form that holds instead, and its
    claims written out (by text)."""

    erratum: Erratum
    formulas: Mapping[str, Mapping[str, str]]
    form: FormResult | None = None
    spelled: Mapping[str, Spelled] = field(default_factory=dict)


@dataclass(frozen=True)
class Judged:
    """A statement of the source with its findings; `sound` if it holds as printed, `part` if what of it was
    encoded does."""

    result: StatementResult
    place: str
    told: tuple[Told, ...]
    sound: SoundEntry | None
    part: SoundEntry | None = None


DEFINITION: Final = "definition"


@dataclass(frozen=True)
class Letter:
    """What was found about the statements of one source."""

    source: str
    work: str
    judged: tuple[Judged, ...]

    @property
    def checked(self) -> int:
        """How many statements were looked at."""
        return len(self.judged)

    @property
    def faulty(self) -> list[Judged]:
        """The statements with findings: those with the gravest first, else in the source's order."""
        found = [one for one in self.judged if one.told]
        return sorted(found, key=lambda one: min(told.erratum.rank for told in one.told))

    @property
    def sound(self) -> list[SoundEntry]:
        """What holds as printed."""
        return [one.sound for one in self.judged if one.sound is not None]


def letter_blocks(letter: Letter) -> list[Block]:
    """The letter, for any writer of blocks."""
    made: list[Block] = [Heading(1, (f"Remarks on {letter.work}",)), *_summary(letter)]
    causes: dict[str, str] = {}
    for one in letter.faulty:
        made += _statement(one, causes)
    made += _sound(letter)
    made.append(Heading(2, ("How to check this",)))
    made.append(
        Paragraph(
            (
                "Each case above can be evaluated by hand. The proofs of what holds, and the cases, were "
                "checked by a small program that only checks; ",
                Code(f"dptheory verify {letter.source}"),
                " does so again, and ",
                Code("dptheory show IDENTIFIER"),
                " prints the proof of a statement line by line. What is proved is proved of exact real "
                "numbers.",
            )
        )
    )
    return made


def _summary(letter: Letter) -> list[Block]:
    all_of = [told.erratum for one in letter.faulty for told in one.told]
    sound = [one for one in letter.judged if one.sound is not None]
    parts = [one for one in letter.judged if one.part is not None]
    end = ":" if all_of else "."
    summary = Paragraph((f"{_sum(letter, len(distinct(all_of)), len(all_of))}{_unsure(all_of)}{end}",))
    return [summary, *first_page(letter.faulty, sound, parts)]


def _sum(letter: Letter, remarks: int, places: int) -> str:
    """How the statements of the text add up; what has one cause is one remark, with several places."""
    judged = letter.judged
    both = sum(one.sound is not None and bool(one.told) for one in judged)
    others = len(letter.faulty) - both
    held = sum(one.part is not None and not one.told for one in judged)
    rest = Counter(_rest(one) for one in judged if not (one.sound or one.part or one.told))
    left = ", ".join(
        f"{count} {word}{'s' if word == DEFINITION and count > 1 else ''}" for word, count in rest.items()
    )
    parts = [
        f"{len(letter.sound)} hold as printed, and nothing false was found in their printed proofs"
        + (f" ({both} of them have a remark all the same)" if both else ""),
        *([f"of {held} a part was encoded, which holds"] if held else []),
        *([f"{others} others have remarks"] if others else []),
        *([f"{rest.total()} claim nothing that was decided here ({left})"] if rest else []),
    ]
    added = (len(letter.sound), *filter(None, (held, others, rest.total())))
    numbers = " + ".join(map(str, added))
    if not remarks:
        return f"{letter.checked} statements of the text were checked, {numbers}: {'; '.join(parts)}"
    return (
        f"{letter.checked} statements of the text were checked, {numbers}: {'; '.join(parts)}. There are"
        f" {remarks} remarks on {len(letter.faulty)} statements, some of which have several"
        f"{f', in {places} places' if places > remarks else ''}"
    )


def _unsure(found: Sequence[Erratum]) -> str:
    """How many of the findings are about a print that had to be put together."""
    unsure = sum(bool(one.uncertain) for one in found)
    if not unsure:
        return ""
    return (
        f"; at {unsure} of them the print had to be reconstructed, and the remark says how sure that is"
    )


def _rest(one: Judged) -> str:
    """What a statement is that neither holds as printed nor has a remark."""
    status = {form.verdict.status for form in one.result.forms}
    return DEFINITION if DEFINED in status else "taken from elsewhere" if CITED in status else "left open"


def _statement(one: Judged, causes: dict[str, str]) -> list[Block]:
    """A statement with its findings; `causes` are those told so far, with the place where each is."""
    result = one.result
    where = f" ({place_words(one.place)})" if one.place else ""
    made: list[Block] = [
        Heading(2, (result.source,)),
        Paragraph(
            (f"{result.title[:1].upper()}{result.title[1:]}{where}; here called ", Code(result.id), ".")
        ),
    ]
    if result.quote:
        made.append(Quote((result.quote,)))
    for told in sorted(one.told, key=lambda told: told.erratum.rank):
        made += _finding(told, result, causes)
    return made


def _finding(told: Told, result: StatementResult, causes: dict[str, str]) -> list[Block]:
    entry = told.erratum
    kind = KINDS.get(entry.kind, (entry.kind, ""))[0]
    grave = f": {entry.severity}" if entry.severity.lower() != kind.lower() else ""
    made: list[Block] = [Heading(3, (f"{kind}{grave}",))]
    first = causes.setdefault(entry.cause, result.source)
    cause = f"as at {first}" if entry.cause and first != result.source else entry.cause
    label = "the step reads" if entry.kind == BROKEN_PROOF else "printed"
    made.append(facts([(label, _formula(told, entry.printed)), ("why", sentence(entry.explanation)),
                       ("cause", cause or None)]))  # fmt: skip
    if entry.witness is not None:
        made += _world(told, entry.witness)
    made.append(_holds(told, result))
    return [block for block in made if not (isinstance(block, Facts) and not block.rows)]


def _formula(told: Told, text: str) -> Inline | None:
    """A formula in the styles in which it is written; words that are no formula as they are."""
    if not text:
        return None
    known = {style: by_text[text] for style, by_text in told.formulas.items() if text in by_text}
    return Known({ASCII: text, **known}) if LATEX in known or MATHML in known else text


def _world(told: Told, witness: WitnessResult) -> list[Block]:
    """The world as a worked example."""
    case = case_of(told.erratum)
    return [Paragraph((case.lead,)), *worked(witness, told.spelled.get(case.claim), case)]


def _holds(told: Told, result: StatementResult) -> Block:
    """What holds instead, under which conditions, by which proof."""
    entry = told.erratum
    label = "needed" if entry.kind == HIDDEN else "where"
    rows: list[tuple[str, Inline | None]] = [("holds", _formula(told, entry.corrected))]
    rows += covers_words(entry.covers)
    rows += [(label, _formula(told, text)) for text in entry.conditions]
    return facts([*rows, ("proof", _proof(told, result))])


def _proof(told: Told, result: StatementResult) -> Text | None:
    form = told.form
    if form is None or not told.erratum.corrected:
        return None
    kind = form.name.partition(":")[2]
    count = f", {form.verdict.reason}" if form.verdict.reason else ""
    said = {SOUND: "derived line by line", BROKEN: "derived otherwise than printed"}.get(
        form.proof.verdict, ""
    )
    shown = Code(f"dptheory show {result.id}")
    return (f"{form.verdict.status}{count}{f'; {said}' if said else ''}: the form called {kind} of ", shown)


def _sound(letter: Letter) -> list[Block]:
    """What holds as printed."""
    says = (
        "These statements were proved as they are printed, under every reading of the text that was "
        "tried, and nothing false was found in their printed proofs."
    )
    made = _held("Found sound as printed", says, letter, [one.sound for one in letter.judged])
    says = "Of these statements only what is said beside them was encoded; that much was proved."
    return made + _held("Found sound in part", says, letter, [one.part for one in letter.judged])


def _held(title: str, says: str, letter: Letter, entries: list[SoundEntry | None]) -> list[Block]:
    """A list of what holds, as a whole or in part; nothing where there is none."""
    titles = {one.result.id: one.result for one in letter.judged}
    items: list[Text] = []
    for entry in filter(None, entries):
        how = "" if entry.proof == SOUND else f"; its proof: {entry.proof}"
        note = "; ".join(filter(None, (entry.note, entry.covers)))
        items.append((Strong(titles[entry.id].source), f": {entry.title}{how}{note and f' ({note})'}"))
    return [Heading(2, (title,)), Paragraph((says,)), Listing(tuple(items))] if items else []


def letter_json(letter: Letter) -> dict[str, object]:
    """The same as JSON."""
    return {
        "source": letter.source,
        "work": letter.work,
        "checked": letter.checked,
        "statements": [_judged_json(one) for one in letter.faulty],
        "sound": [sound_json(one) for one in letter.sound],
        "parts": [sound_json(one.part) for one in letter.judged if one.part is not None],
    }


def _judged_json(one: Judged) -> dict[str, object]:
    result = one.result
    return {
        "id": result.id, "title": result.title, "where": result.source, "place": one.place,
        "quote": result.quote,
        "findings": [_told_json(told) for told in sorted(one.told, key=lambda told: told.erratum.rank)],
    }  # fmt: skip


def _told_json(told: Told) -> dict[str, object]:
    entry, form = told.erratum, told.form
    proof = (
        None
        if form is None
        else {"form": form.name, "verdict": form.verdict.status, "proof": form.proof.verdict}
    )
    return {
        "severity": entry.severity,
        "kind": entry.kind, "printed": entry.printed, "corrected": entry.corrected,
        "conditions": list(entry.conditions),
        "witness": witness_json(entry.witness), "explanation": entry.explanation, "holds": proof,
    }  # fmt: skip
