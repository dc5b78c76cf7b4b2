"""What is read off the result of a statement that was verified, and what of it the record keeps."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from ..calculus.rules import has_rules
from ..kernel import PROVED, PROVED_GIVEN
from ..kernel.logic import show
from ..present.findings import seen, written
from ..present.from_logic import Words
from ..present.page import Writing, page
from ..present.spelled import Spelled, spelled
from ..present.styles import LATEX, MATHML
from ..present.terminal import text
from ..present.worked import case_of
from ..theory.codec import encoded
from ..theory.errata import errata, sound
from ..theory.findings import Erratum
from ..theory.graph import by_rule, cited_forms
from ..theory.recalled import result_data
from ..theory.results import StatementResult
from ..theory.searching import page_of
from ..theory.workings import spoken_of
from . import store
from .known import STYLES, Finding, Known, Node
from .running import failures

if TYPE_CHECKING:
    from ..theory.library import TheoryLibrary
    from ..theory.statements import Statement


def known_of(statement: Statement, result: StatementResult, words: Words) -> Known:
    """What is read off a result."""
    pairs = [(statement, result)]
    findings = _findings(statement, result, errata(pairs), words)
    structural = by_rule()
    nodes = tuple(Node(f.name, f.kind, tuple(cited_forms(f, structural))) for f in statement.forms)
    looked_for = page_of(statement, words.says)
    own, as_printed = statement.source.is_own, next(iter(sound(pairs)), None)
    faults, derives = tuple(failures(statement, result)[0]), has_rules(statement, words.definitions)
    shown = text(page(statement, replace(result, experiments=()), Writing("unicode", words, times=False)))
    of_it = faults, derives, False, shown, statement.source.place
    return Known(result, own, findings, as_printed, nodes, looked_for, *of_it)


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


def written_again(statement: Statement, known: Known, words: Words) -> Known:
    """What was recorded, its findings written by the writers of today; nothing else of it is written."""
    errata_of = [one.erratum for one in known.findings]
    return replace(known, findings=_findings(statement, known.result, errata_of, words))


def kept_of(library: TheoryLibrary, result: StatementResult) -> store.Kept:
    """What the record keeps of a statement that was verified."""
    statement = library.get(result.id)
    known = known_of(statement, result, Words.of(library))
    cited = {form.partition(":")[0] for node in known.nodes for form in node.uses} - {result.id}
    cited |= {*spoken_of(statement)} & library.statements.keys()
    return store.Kept(recorded_data(known), tuple(sorted(cited)), known.shown)


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


def recorded_data(known: Known) -> dict[str, Any]:
    """What the record keeps; what was inferred is inferred again whenever it is checked."""
    forms = tuple(replace(form, found=()) for form in known.result.forms)
    return {
        "result": result_data(replace(known.result, forms=forms)),
        "own": known.own,
        "findings": encoded(known.findings),
        "sound": encoded(known.sound),
        "nodes": encoded(known.nodes),
        "notions": list(known.page.notions),
        "faults": list(known.faults),
        "rules": known.rules,
        "shown": sha256(known.shown.encode()).hexdigest(),
        "place": known.place,
    }
