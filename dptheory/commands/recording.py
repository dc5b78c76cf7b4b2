"""What is read off the result of a statement that was verified, and what of it the record keeps."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from ..calculus.rules import has_rules
from ..kernel import PROVED, PROVED_GIVEN
from ..kernel.logic import show
from ..present.advice import advice
from ..present.findings import seen, texts_shown, written
from ..present.first import best_form, of_form, told
from ..present.from_logic import Words
from ..present.page import Page, Writing, marked_by_coq, page, with_samples
from ..present.spelled import Spelled, spelled
from ..present.statement import render
from ..present.styles import LATEX, MATHML, UNICODE, WIDTH
from ..present.worked_examples import case_of
from ..theory.codec import encoded
from ..theory.errata import errata, parts, sound
from ..theory.findings import Erratum
from ..theory.graph import by_rule, cited_forms
from ..theory.recorded_results import Said, read_off, result_of, said_of
from ..theory.results import StatementResult
from ..theory.searching import page_of
from ..theory.supplements import spoken_of
from . import store
from .coq import Claims, lines_checked
from .failures import failures
from .known import STYLES, Finding, Known
from .output import progress
from .sampled import samples_of

if TYPE_CHECKING:
    from pathlib import Path

    from ..theory.library import TheoryLibrary
    from ..theory.statements import Statement


def known_of(statement: Statement, result: StatementResult, words: Words) -> Known:
    """What is read off a result."""
    pairs = [(statement, result)]
    findings = _findings(statement, result, errata(pairs), words)
    nodes = tuple(
        Said(form.name, said.verdict, said.proof.verdict, uses)
        for form, said, uses in zip(statement.forms, result.forms, _uses(statement), strict=True)
    )
    of_it = findings, next(iter(sound(pairs)), None), nodes, page_of(statement, words.says)
    part = next(iter(parts(pairs)), None)
    faults, own = tuple(failures(statement, result)[0]), statement.source.is_own
    return Known(result, own, *of_it, faults, place=statement.source.place, part=part)


def _uses(statement: Statement) -> list[tuple[str, ...]]:
    """The forms that the proof of each form uses."""
    structural = by_rule()
    return [tuple(cited_forms(form, structural)) for form in statement.forms]


def made_of(found: Mapping[str, Any], statement: Statement, words: Words) -> dict[str, Any]:
    """What is made of what the record has of a statement, and kept: `known_from` reads it. No verdict is in
    it. Raises ValueError where the record is about another text."""
    texts = read_off(statement, words.definitions, found)
    result = result_of(found, texts)
    pairs = [(statement, result)]
    return {
        "texts": encoded(texts),
        "findings": encoded(_findings(statement, result, errata(pairs), words)),
        "sound": encoded(next(iter(sound(pairs)), None)),
        "part": encoded(next(iter(parts(pairs)), None)),
        "notions": list(page_of(statement, words.says).notions),
        "own": statement.source.is_own,
        "place": statement.source.place,
    }


@dataclass(frozen=True)
class Asked:
    """Which page of a statement is asked for: of one form or of all, in which style, definitions unfolded,
    from which file of the user's, on how many columns."""

    style: str = UNICODE
    form: str = ""
    whole: bool = False
    unfold: bool = False
    file: str = ""
    width: int = WIDTH


def page_text(
    library: TheoryLibrary,
    result: StatementResult,
    place: Path | None,
    asked: Asked,
    claims: Claims = None,
    *,
    times: bool = False,
) -> str:
    """The page of a statement as it is printed, with what Coq has checked of its claims."""
    statement, words = library.get(result.id), Words.of(library)
    made = page(statement, result, Writing(asked.style, words, asked.unfold, times))
    made = marked_by_coq(made, lines_checked(statement, words.definitions, claims))
    made = replace(made, whole=asked.whole, file=asked.file)
    made = advised(of_form(made, asked.form) if asked.form else made, library, place)
    with progress("looking for worlds") as tell:
        seen = samples_of(library, [result], tell, forms=[form.name for form in told(made)])
    return render(with_samples(made, seen), asked.width)


def advised(made: Page, library: TheoryLibrary, place: Path | None) -> Page:
    """A page with what its first screen tells of the best form, from what is recorded in a folder."""
    best = best_form(made)
    if best is None:
        return made
    return replace(made, advice=advice(library, best.name, store.answers(place, made.id), made.style))


def _findings(
    statement: Statement, result: StatementResult, found: Iterable[Erratum], words: Words
) -> tuple[Finding, ...]:
    """Findings with their formulas written in every style; nothing is written where nothing is found."""
    found = list(found)
    if not found:
        return ()
    formulas = {style: written(statement, Writing(style, words), texts_shown(found)) for style in STYLES}
    claims = {case_of(one).claim for one in found if one.witness is not None}
    out = spelled(statement, words, (LATEX, MATHML), claims)
    return tuple(
        Finding(one, _only(one, formulas), seen(one), _form(one, statement, result), _worlds_of(one, out))
        for one in found
    )


def kept_of(library: TheoryLibrary, result: StatementResult) -> store.Kept:
    """What the record keeps of a statement that was verified; what was inferred is inferred again whenever it
    is checked."""
    statement, uses = library.get(result.id), _uses(library.get(result.id))
    cited = {form.partition(":")[0] for used in uses for form in used} - {result.id}
    cited |= {*spoken_of(statement)} & library.statements.keys()
    more = {"faults": failures(statement, result)[0], "rules": has_rules(statement, library.definitions)}
    found = said_of(result, uses) | {name: part for name, part in more.items() if part}
    return store.Kept(found, tuple(sorted(cited)))


def _form(erratum: Erratum, statement: Statement, result: StatementResult) -> str:
    """The form that says what a finding says holds, and is proved; empty where none is."""
    says = {form.name: show(form.theorem.conclusion) for form in statement.forms}
    good = [form.name for form in result.forms if form.verdict.status in (PROVED, PROVED_GIVEN)]
    return next((name for name in reversed(good) if says[name] == erratum.corrected), "")


def _worlds_of(erratum: Erratum, out: Mapping[str, Spelled]) -> dict[str, Spelled]:
    """The claim that a finding's world is about, where it is written out; no page shows another."""
    claim = case_of(erratum).claim
    return {claim: out[claim]} if erratum.witness is not None and claim in out else {}


def _only(erratum: Erratum, formulas: Mapping[str, Mapping[str, str]]) -> dict[str, dict[str, str]]:
    """The formulas that a finding shows, in each style in which they are not written as their text is."""
    told = texts_shown([erratum])
    return {
        style: {t: known[t] for t in sorted(told) if known.get(t, t) != t}
        for style, known in formulas.items()
    }
