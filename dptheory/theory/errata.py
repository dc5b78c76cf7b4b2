"""What is wrong, loose or missing in a source, and what is sound, read off the verdicts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from ..kernel.logic.printing import show
from ..kernel.logic.terms import Expr, free_names
from ..kernel.verdicts import CITED, PROVED, PROVED_GIVEN, REFUTED
from .findings import BROKEN_PROOF, HIDDEN, LOOSE, REFUTED_KIND, TYPO, Erratum, SoundEntry
from .results import BROKEN, NONE, FormResult, StatementResult
from .statements import CORRECTED, PRINTED, SHARP, Form, Statement


def errata(pairs: Iterable[tuple[Statement, StatementResult]]) -> list[Erratum]:
    """All findings about the statements of sources, in the library's order."""
    return [
        _as_reconstructed(entry, statement)
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
            sharper = "a sharper form is proved" if _best(result.forms, SHARP) else ""
            note = "; ".join(filter(None, (statement.uncertain, sharper)))
            entries.append(SoundEntry(result.id, result.title, kept, note))
    return entries


def _as_reconstructed(entry: Erratum, statement: Statement) -> Erratum:
    """The finding, which says where it is about a print that is not certain."""
    if not statement.uncertain:
        return entry
    return replace(entry, explanation=f"{statement.uncertain}: {entry.explanation}")


def _findings(statement: Statement, result: StatementResult) -> list[Erratum]:
    """The findings about one statement, the gravest first; each part of its claim is judged by itself."""
    forms = {form.name: form for form in statement.forms}
    printed = [form for form in result.forms if form.kind == PRINTED]
    found = []
    for part in dict.fromkeys(forms[form.name].part for form in printed):
        of_it = [form for form in result.forms if forms[form.name].part in (part, "")]
        found.extend(_false(statement, result.id, of_it))
    for form in printed:
        if form.proof.verdict == BROKEN:
            explanation = f"step {form.proof.step}: {form.proof.reason}"
            step = _step(forms[form.name], form.proof.step)
            found.append(Erratum(result.id, BROKEN_PROOF, step, "", form.proof.witness, explanation))
    found.extend(_loose(statement, result, printed))
    found.extend(Erratum(result.id, TYPO, was, now, None, why) for was, now, why in statement.typos)
    return found


def _step(form: Form, label: str) -> str:
    """A step of a proof: as the source has it, where it is refuted, else a line that the kernel refused."""
    false = [show(slip.theorem.conclusion) for slip in form.slips if slip.step == label]
    return next(iter([*false, *(show(line.formula) for line in form.steps if line.label == label)]), label)


def _false(statement: Statement, name: str, of_it: Sequence[FormResult]) -> list[Erratum]:
    """What fails of one part: for want of a hypothesis, if the same claim holds with more of them;
    altogether, if no reading holds; or in some readings.
    """
    forms = {form.name: form for form in statement.forms}
    printed = [form for form in of_it if form.kind == PRINTED]
    false = [form for form in printed if form.verdict.status == REFUTED]
    good = [form for form in printed if _holds(form)]
    corrected = _best(of_it, CORRECTED) or _cited(of_it)
    found, left = list[Erratum](), list[FormResult]()
    for bad in false:
        for form in good or ([corrected] if corrected else []):
            needed = _needed(forms[form.name], forms[bad.name])
            if needed and not found:
                texts = _text(forms[bad.name]), _text(forms[form.name])
                why = (f"it holds read as “{form.reading}”; it fails " if form in good else "") + _why(bad)
                found.append(Erratum(name, HIDDEN, *texts, bad.witness, why, needed))
                break
        else:
            left.append(bad)
    if left and len(false) == len(printed):
        found.insert(0, _refuted(forms, name, left, corrected or _best(of_it, SHARP)))
    elif left and not found:
        found.append(_disputed(forms, name, left[0], good, [f for f in printed if f not in false]))
    return found


def _refuted(
    forms: Mapping[str, Form], name: str, false: Sequence[FormResult], better: FormResult | None
) -> Erratum:
    reasons = "; ".join(_why(form) for form in false)
    bad, claim, extra = forms[false[0].name], "", list[str]()
    if better is not None:
        claim, extra = _text(forms[better.name]), [show(h) for h in _extra(forms[better.name], bad)]
    return Erratum(name, REFUTED_KIND, _text(bad), claim, false[0].witness, reasons, tuple(extra))


def _disputed(
    forms: Mapping[str, Form],
    name: str,
    bad: FormResult,
    good: Sequence[FormResult],
    others: Sequence[FormResult],
) -> Erratum:
    """A text that fails in one reading, and in another holds or is not decided."""
    printed = _text(forms[bad.name])
    if good:
        why = f"it depends on the reading: it holds read as “{good[0].reading}”; it fails {_why(bad)}"
        return Erratum(name, HIDDEN, printed, _text(forms[good[0].name]), bad.witness, why)
    undecided = ", ".join(f"“{form.reading}”" for form in others)
    why = f"it fails {_why(bad)}; it is not decided read as {undecided}"
    return Erratum(name, HIDDEN, printed, "", bad.witness, why)


def _needed(form: Form, bad: Form) -> tuple[str, ...]:
    """What a form assumes and one that fails does not, in the terms of that one, if both claim the same of
    the same lines. Then the world in which the claim fails violates it, as the form is proved.
    """
    if (_text(form), form.runs) != (_text(bad), bad.runs):
        return ()
    terms = (bad.theorem.conclusion, *(hypothesis for _, hypothesis in bad.theorem.hypotheses))
    spoken = frozenset({"n", "d"}).union(*map(free_names, terms))
    return tuple(show(h) for h in _extra(form, bad) if free_names(h) <= spoken)


def _extra(form: Form, other: Form) -> list[Expr]:
    """Hypotheses of a form that another lacks."""
    given = {hypothesis for _, hypothesis in other.theorem.hypotheses}
    return [hypothesis for _, hypothesis in form.theorem.hypotheses if hypothesis not in given]


def _loose(statement: Statement, result: StatementResult, printed: Sequence[FormResult]) -> list[Erratum]:
    forms = {form.name: form for form in statement.forms}
    better = _best(result.forms, SHARP)
    if better is None:
        return []
    beside = [form for form in result.forms if form.part in (better.part, "") or not better.part]
    worse = next((form for form in printed if _holds(form) and form in beside), None) or _best(
        beside, CORRECTED
    )
    if worse is None:
        return []
    twin = next((t for t in result.twins if better.name.endswith(f":{t.of}")), None)
    attained = twin.witness if twin is not None else None
    note = forms[better.name].note or "a sharper form is proved"
    note += f"; there it fails with {twin.note}" if twin is not None and twin.note else ""
    return [Erratum(result.id, LOOSE, _text(forms[worse.name]), _text(forms[better.name]), attained, note)]


def _holds(form: FormResult) -> bool:
    return form.verdict.status in (PROVED, PROVED_GIVEN)


def _best(forms: Iterable[FormResult], kind: str) -> FormResult | None:
    """The first form of that kind that is proved."""
    return next((form for form in forms if form.kind == kind and _holds(form)), None)


def _cited(forms: Iterable[FormResult]) -> FormResult | None:
    """The corrected form that is taken from where the source points."""
    return next((f for f in forms if f.kind == CORRECTED and f.verdict.status == CITED), None)


def _why(form: FormResult) -> str:
    of = f"read as “{form.reading}”: " if form.reading else "as printed: "
    if form.part:
        of = f"in its part “{form.part}”: "
    note = form.witness.note if form.witness is not None else ""
    return of + (note or form.verdict.reason)


def _text(form: Form) -> str:
    return show(form.theorem.conclusion)
