"""What is wrong, loose or missing in a source, and what is sound, read off the verdicts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from ..kernel import REFUTED, UNKNOWN
from ..kernel.logic import show
from .falsity import best, false, holds, text
from .findings import (
    ADDED_KIND,
    BROKEN_PROOF,
    BY_HAND_KIND,
    LOOSE,
    TYPO,
    Erratum,
    Severity,
    SoundEntry,
)
from .nearness import assumed_besides, loose_by, tightness
from .results import BROKEN, NONE, FormResult, StatementResult
from .statements import ADDED, CORRECTED, PRINTED, SHARP, Form, Statement


def errata(pairs: Iterable[tuple[Statement, StatementResult]]) -> list[Erratum]:
    """All findings about the statements of sources, together for each: that with the gravest one first."""
    found = [
        sorted((_as_reconstructed(e, statement) for e in _findings(statement, result)), key=lambda e: e.rank)
        for statement, result in pairs
        if not statement.source.is_own
    ]
    return [entry for group in sorted(filter(None, found), key=lambda g: g[0].rank) for entry in group]


def sound(pairs: Iterable[tuple[Statement, StatementResult]]) -> list[SoundEntry]:
    """The statements of sources that hold as printed, as a whole, with no hypothesis added to the print,
    whose proofs, if there are any, are not broken, and against which no argument by hand speaks."""
    return [entry for entry in _kept(pairs) if not entry.covers]


def parts(pairs: Iterable[tuple[Statement, StatementResult]]) -> list[SoundEntry]:
    """The statements of which what was encoded holds in this way, and which are more than that."""
    return [entry for entry in _kept(pairs) if entry.covers]


def _kept(pairs: Iterable[tuple[Statement, StatementResult]]) -> list[SoundEntry]:
    entries = []
    for statement, result in pairs:
        if statement.source.is_own or any(one.severity != "slip" for one in statement.by_hand):
            continue
        printed = [form for form in result.forms if form.kind == PRINTED]
        proofs = [form.proof.verdict for form in printed]
        added = any(form.added for form in statement.forms)
        if printed and all(map(holds, printed)) and BROKEN not in proofs and not added:
            kept = next((p for p in proofs if p != NONE), NONE)
            better = best(result.forms, SHARP)
            sharper = f"{_called(statement, result, better)} form is proved" if better else ""
            note = "; ".join(filter(None, (statement.uncertain, sharper)))
            covers = "; ".join(dict.fromkeys(form.covers for form in printed if form.covers))
            entries.append(SoundEntry(result.id, result.title, kept, note, covers))
    return entries


def _called(statement: Statement, result: StatementResult, better: FormResult) -> str:
    return "a sharp" if is_attained(statement, result, better.name) else "an improved"


def is_attained(statement: Statement, result: StatementResult, name: str) -> bool:
    """Whether a form of a statement is attained, or is an equality: whether it may be called sharp."""
    form = next(form for form in statement.forms if form.name == name)
    return tightness(statement, form, _refuted_twins(statement, result)).attained


def _refuted_twins(statement: Statement, result: StatementResult) -> list[bool]:
    return [twin.verdict.status == REFUTED for twin in result.twins[: len(statement.twins)]]


def _as_reconstructed(entry: Erratum, statement: Statement) -> Erratum:
    """The finding, which says where it is about a print that is not certain."""
    if not statement.uncertain:
        return entry
    said = f"{statement.uncertain}: {entry.explanation}"
    return replace(entry, explanation=said, uncertain=statement.uncertain)


def _findings(statement: Statement, result: StatementResult) -> list[Erratum]:
    """The findings about one statement; each part of its claim is judged by itself."""
    forms = {form.name: form for form in statement.forms}
    printed = [form for form in result.forms if form.kind == PRINTED]
    found = []
    for part in dict.fromkeys(forms[form.name].part for form in printed):
        of_it = [form for form in result.forms if forms[form.name].part in (part, "")]
        found.extend(false(statement, of_it))
    found.extend(_added(statement, result, {text for entry in found for text in entry.conditions}))
    for form in printed:
        if form.proof.verdict == BROKEN:
            explanation = f"step {form.proof.step}: {form.proof.reason}"
            step = _step(forms[form.name], form.proof.step)
            level = Severity.PROOF if form.verdict.status != REFUTED else _level(found)
            made = Erratum(result.id, BROKEN_PROOF, step, "", form.proof.witness, explanation, severity=level)
            made = replace(made, cause=forms[form.name].cause)
            open_ = UNKNOWN if form.verdict.status == UNKNOWN else _doubt(statement)
            found.append(replace(made, standing=open_))
    found.extend(_loose(statement, result, printed))
    slip = Severity.SLIP.value
    found.extend(
        Erratum(result.id, TYPO, was, now, None, why, severity=slip) for was, now, why in statement.typos
    )
    found.extend(
        Erratum(result.id, BY_HAND_KIND, one.printed, "", None, one.argument,
                severity=Severity[one.severity.upper()].value)
        for one in statement.by_hand
    )  # fmt: skip
    return found


def _level(found: Sequence[Erratum]) -> Severity:
    """The level of a broken proof of a claim that fails: that of the claim."""
    return min((Severity(entry.severity) for entry in found), key=lambda s: s.rank, default=Severity.PROOF)


def _doubt(statement: Statement) -> str:
    """What an argument by hand says of a claim whose proof is broken, where it speaks against it."""
    said = {one.severity for one in statement.by_hand}
    if said & {"privacy", "false"}:
        return "false by hand"
    return Severity.READING.value if "reading" in said else ""


def _step(form: Form, label: str) -> str:
    """A step of a proof: as the source has it, where it is refuted, else a line that the kernel refused."""
    wrong = [show(slip.theorem.conclusion) for slip in form.slips if slip.step == label]
    return next(iter([*wrong, *(show(line.formula) for line in form.steps if line.label == label)]), label)


def _added(statement: Statement, result: StatementResult, told: set[str]) -> list[Erratum]:
    """Hypotheses with which printed forms are proved that the source neither states nor takes for granted;
    with the world of a twin that lacks one, where there is such a twin. What was told is not told again."""
    found = []
    for form, judged in zip(statement.forms, result.forms, strict=True):
        conditions = tuple(shown for _, h in form.marked(ADDED) if (shown := show(h)) not in told)
        if not conditions or not holds(judged):
            continue
        told.update(conditions)
        needed = dict(tightness(statement, form, _refuted_twins(statement, result)).needed)
        twin = next((result.twins[needed[h]] for _, h in form.marked(ADDED) if h in needed), None)
        why = "the source does not state it"
        why += f"; it fails with {twin.note}" if twin else "; no world where it fails without it is recorded"
        found.append(
            Erratum(
                result.id, ADDED_KIND, text(form), text(form), twin.witness if twin else None, why,
                conditions, Severity.HYPOTHESIS.value, judged.verdict.status, covers=judged.covers,
                cause=form.cause,
            )
        )  # fmt: skip
    return found


def _same_property(one: Form, other: Form) -> bool:
    """Whether two forms claim the same property, as far as its name says: privacy under one adjacency."""
    first, second = one.theorem.conclusion, other.theorem.conclusion
    return (first.head, first.label) == (second.head, second.label)


def _loose(statement: Statement, result: StatementResult, printed: Sequence[FormResult]) -> list[Erratum]:
    """A claim that holds, and less than what is proved: by which factor, and how much less can be true."""
    forms = {form.name: form for form in statement.forms}
    better = best(result.forms, SHARP)
    if better is None:
        return []
    beside = [form for form in result.forms if form.part in (better.part, "") or not better.part]
    form = forms[better.name]
    there = [f for f in (*printed, best(beside, CORRECTED)) if f is not None and f in beside and holds(f)]
    worse = next((f for f in there if _same_property(forms[f.name], form)), next(iter(there), None))
    if worse is None:
        return []
    shown = tightness(statement, form, _refuted_twins(statement, result))
    place = shown.twin if shown.twin >= 0 else shown.needed[0][1] if shown.needed else -1
    twin = result.twins[place] if place >= 0 else None
    note = form.note or ("a sharp form is proved" if shown.attained else "an improved form is proved")
    note += f"; there it fails with {twin.note}" if twin is not None and twin.note else ""
    if worse not in printed:
        note = f"what is made sharper is the corrected form; {note}"
    by = loose_by(forms[worse.name], form, statement.twins[place] if place >= 0 else None)
    return [
        Erratum(
            result.id, LOOSE, text(forms[worse.name]), text(form), twin.witness if twin else None, note,
            tuple(show(h) for h, _ in shown.needed), Severity.LOOSE.value, better.verdict.status,
            "" if by is None else by.words, shown.attained, shown.twin >= 0,
            "" if shown.attained or shown.lower is None else shown.lower.words, covers=better.covers,
            somewhere=by is not None and not by.is_general,
            near=result.twins[shown.near].note if shown.near >= 0 and not shown.attained else "",
            besides=tuple(map(show, assumed_besides(forms[worse.name], form))),
        )
    ]  # fmt: skip
