"""What is wrong, loose or missing in a source, and what is sound, read off the verdicts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ..kernel.logic.printing import show
from ..kernel.logic.terms import Expr, free_names, walk
from ..kernel.verdicts import CITED, PROVED, PROVED_GIVEN, REFUTED
from .results import BROKEN, NONE, FormResult, StatementResult, WitnessResult
from .statements import CORRECTED, PRINTED, SHARP, Form, Statement

REFUTED_KIND, HIDDEN, BROKEN_PROOF, LOOSE, TYPO = (
    "refuted",
    "hidden-hypothesis",
    "broken-proof",
    "loose",
    "typo",
)


@dataclass(frozen=True)
class Erratum:
    """One finding: what is printed, what it should be, and a witness that anyone can evaluate.

    `conditions` are hypotheses of what holds that the printed text lacks: for a hidden hypothesis those that
    it needs, for a refuted statement those under which the correction holds.
    """

    id: str
    kind: str
    printed: str
    corrected: str
    witness: WitnessResult | None
    explanation: str
    conditions: tuple[str, ...] = ()


@dataclass(frozen=True)
class SoundEntry:
    """A statement that holds as printed, under every reading that was encoded."""

    id: str
    title: str
    proof: str
    note: str


def errata(pairs: Iterable[tuple[Statement, StatementResult]]) -> list[Erratum]:
    """All findings about the statements of sources, in the library's order."""
    return [
        entry
        for statement, result in pairs
        if not statement.source.is_own
        for entry in _findings(statement, result)
    ]


def sound(pairs: Iterable[tuple[Statement, StatementResult]]) -> list[SoundEntry]:
    """The statements of sources that hold as printed and whose proofs, if there are any, are not broken."""
    entries = []
    for statement, result in pairs:
        if statement.source.is_own:
            continue
        printed = [form for form in result.forms if form.kind == PRINTED]
        proofs = [form.proof.verdict for form in printed]
        if printed and all(map(_holds, printed)) and BROKEN not in proofs:
            kept = next((p for p in proofs if p != NONE), NONE)
            note = "a sharper form is proved" if _proved(result, SHARP) else ""
            entries.append(SoundEntry(result.id, result.title, kept, note))
    return entries


def _findings(statement: Statement, result: StatementResult) -> list[Erratum]:
    """The findings about one statement, the gravest first."""
    forms = {form.name: form for form in statement.forms}
    printed = [form for form in result.forms if form.kind == PRINTED]
    false = [form for form in printed if form.verdict.status == REFUTED]
    found = []
    if false and len(false) == len(printed):
        found.append(_refuted(statement, result, false))
    if false:
        found.extend(_hidden(statement, result, printed, false))
    for form in printed:
        if form.proof.verdict == BROKEN:
            slip = next(s for s in forms[form.name].slips if s.step == form.proof.step)
            explanation = f"step {form.proof.step}: {form.proof.reason}"
            printed_step = show(slip.theorem.conclusion)
            found.append(Erratum(result.id, BROKEN_PROOF, printed_step, "", form.proof.witness, explanation))
    found.extend(_loose(statement, result, printed))
    found.extend(Erratum(result.id, TYPO, was, now, None, why) for was, now, why in statement.typos)
    return found


def _refuted(statement: Statement, result: StatementResult, false: Sequence[FormResult]) -> Erratum:
    better = _proved(result, CORRECTED) or _proved(result, SHARP) or _cited(result)
    forms = {form.name: form for form in statement.forms}
    reasons = "; ".join(_why(form) for form in false)
    bad, claim, extra = forms[false[0].name], "", list[str]()
    if better is not None:
        claim, extra = _text(forms[better.name]), [show(h) for h in _extra(forms[better.name], bad)]
    return Erratum(result.id, REFUTED_KIND, _text(bad), claim, false[0].witness, reasons, tuple(extra))


def _hidden(
    statement: Statement, result: StatementResult, printed: Sequence[FormResult], false: Sequence[FormResult]
) -> list[Erratum]:
    """What forms that hold assume and a printed reading that fails does not, in its own terms."""
    forms = {form.name: form for form in statement.forms}
    bad = false[0]
    spoken = _names(forms[bad.name])
    good = [form for form in printed if _holds(form)]
    corrected = _proved(result, CORRECTED) or _cited(result)
    if corrected and not good and _something_else(forms[corrected.name], forms[bad.name]):
        corrected = None
    for form in [*good, *([corrected] if corrected else [])]:
        added = _extra(forms[form.name], forms[bad.name])
        extra = tuple(show(h) for h in added if free_names(h) <= spoken)
        if form.kind == PRINTED or extra:
            where = f"it holds read as “{form.reading}”; " if form.reading else ""
            explanation = ("" if extra else "it depends on the reading: ") + f"{where}it fails {_why(bad)}"
            texts = _text(forms[bad.name]), _text(forms[form.name])
            return [Erratum(result.id, HIDDEN, *texts, bad.witness, explanation, extra)]
    open_readings = [form.reading for form in printed if form not in false and not _holds(form)]
    if open_readings:
        undecided = ", ".join(f"“{reading}”" for reading in open_readings)
        explanation = f"it fails {_why(bad)}; it is not decided read as {undecided}"
        return [Erratum(result.id, HIDDEN, _text(forms[bad.name]), "", bad.witness, explanation)]
    return []


def _something_else(form: Form, bad: Form) -> bool:
    """Whether a form claims something else than one that fails, and adds conditions on numbers at most: then
    not a hypothesis is missing, and the finding that the other is refuted says under which it holds."""
    added = _extra(form, bad)
    return _text(form) != _text(bad) and not any(
        node.head in ("forall", "defined") for hypothesis in added for node, _ in walk(hypothesis)
    )


def _extra(form: Form, other: Form) -> list[Expr]:
    """Hypotheses of a form that another lacks."""
    given = {hypothesis for _, hypothesis in other.theorem.hypotheses}
    return [hypothesis for _, hypothesis in form.theorem.hypotheses if hypothesis not in given]


def _names(form: Form) -> frozenset[str]:
    """What a form speaks of."""
    terms = (form.theorem.conclusion, *(hypothesis for _, hypothesis in form.theorem.hypotheses))
    return frozenset({"n", "d"}).union(*map(free_names, terms))


def _loose(statement: Statement, result: StatementResult, printed: Sequence[FormResult]) -> list[Erratum]:
    forms = {form.name: form for form in statement.forms}
    better = _proved(result, SHARP)
    worse = next((form for form in printed if _holds(form)), None) or _proved(result, CORRECTED)
    if better is None or worse is None:
        return []
    twin = next((t for t in result.twins if t.of.partition(".")[0] == SHARP), None)
    attained = twin.witness if twin is not None else None
    note = forms[better.name].note or "a sharper form is proved"
    return [Erratum(result.id, LOOSE, _text(forms[worse.name]), _text(forms[better.name]), attained, note)]


def _holds(form: FormResult) -> bool:
    return form.verdict.status in (PROVED, PROVED_GIVEN)


def _proved(result: StatementResult, kind: str) -> FormResult | None:
    return next((form for form in result.forms if form.kind == kind and _holds(form)), None)


def _cited(result: StatementResult) -> FormResult | None:
    """The corrected form that is taken from where the source points."""
    return next((f for f in result.forms if f.kind == CORRECTED and f.verdict.status == CITED), None)


def _why(form: FormResult) -> str:
    reading = f"read as “{form.reading}”: " if form.reading else "as printed: "
    note = form.witness.note if form.witness is not None else ""
    return reading + (note or form.verdict.reason)


def _text(form: Form) -> str:
    return show(form.theorem.conclusion)
