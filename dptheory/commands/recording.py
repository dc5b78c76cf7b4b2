"""What is read off the result of a statement that was verified, and what of it the record keeps."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ..calculus.rules import has_rules
from ..kernel import PROVED, PROVED_GIVEN
from ..kernel.logic import show
from ..present.advice import advice
from ..present.findings import seen, written
from ..present.first import best_form
from ..present.from_logic import Words
from ..present.page import Page, Writing, page
from ..present.spelled import Spelled, spelled
from ..present.styles import LATEX, MATHML, UNICODE
from ..present.terminal import text
from ..present.worked import case_of
from ..theory.codec import encoded
from ..theory.errata import errata, sound
from ..theory.findings import Erratum
from ..theory.graph import by_rule, cited_forms
from ..theory.recalled import Said, read_off, result_of, said_of
from ..theory.results import StatementResult
from ..theory.searching import page_of
from ..theory.workings import spoken_of
from . import store
from .failures import failures
from .known import STYLES, Finding, Known

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
    faults, own = tuple(failures(statement, result)[0]), statement.source.is_own
    return Known(result, own, *of_it, faults, place=statement.source.place)


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
        "notions": list(page_of(statement, words.says).notions),
        "own": statement.source.is_own,
        "place": statement.source.place,
    }


def page_text(library: TheoryLibrary, result: StatementResult, words: Words, place: Path | None) -> str:
    """The page of a statement as it is printed, without the trials that ran."""
    bare = replace(result, experiments=())
    made = page(library.get(result.id), bare, Writing(UNICODE, words, times=False))
    return text(replace(advised(made, library, place, UNICODE), whole=False))


def advised(made: Page, library: TheoryLibrary, place: Path | None, style: str) -> Page:
    """A page with what its first screen tells of the best form, from what is recorded in a folder."""
    best = best_form(made)
    if best is None:
        return made
    return replace(made, advice=advice(library, best.name, store.answers(place, made.id), style))


def _findings(
    statement: Statement, result: StatementResult, found: Iterable[Erratum], words: Words
) -> tuple[Finding, ...]:
    """Findings with their formulas written in every style."""
    formulas = {style: written(statement, Writing(style, words)) for style in STYLES}
    out = spelled(statement, words, (LATEX, MATHML))
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
    others = (failure.printed for failure in erratum.also)
    shown = (erratum.printed, erratum.corrected, *erratum.conditions, *others)
    return {style: {t: known[t] for t in shown if known.get(t, t) != t} for style, known in formulas.items()}
