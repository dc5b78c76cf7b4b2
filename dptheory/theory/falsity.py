"""Findings about printed claims that fail: altogether, for want of a hypothesis, or in some readings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from ..kernel import CITED, PROVED, PROVED_GIVEN, REFUTED
from ..kernel.logic import Expr, show
from .findings import HIDDEN, REFUTED_KIND, Erratum, Failure, Severity
from .results import FormResult
from .severity import of_disputed_claim, of_false_claim
from .statements import CORRECTED, PRINTED, SHARP, Form, Statement


@dataclass(frozen=True)
class _Part:
    """The forms of one part of a claim: those that fail, hold, are left open; what is corrected."""

    statement: Statement
    forms: Mapping[str, Form]
    false: tuple[FormResult, ...]
    good: tuple[FormResult, ...]
    open: tuple[FormResult, ...]
    corrected: FormResult | None
    sharp: FormResult | None

    def severity(self, bad: FormResult) -> Severity:
        """The level of what fails: as a whole, or in one reading of several."""
        of = of_disputed_claim if self.good or self.open else of_false_claim
        return of(self.statement, self.forms[bad.name])

    def failures(self, but: FormResult) -> tuple[Failure, ...]:
        """The other readings that fail."""
        return tuple(
            Failure(f.part or f.reading, text(self.forms[f.name]), f.witness, why(f))
            for f in self.false
            if f is not but
        )


def false(statement: Statement, of_it: Sequence[FormResult]) -> list[Erratum]:
    """What fails of one part: for want of a hypothesis, if the same claim holds with more of them;
    altogether, if no reading holds; or in some readings.
    """
    printed = [form for form in of_it if form.kind == PRINTED]
    bad = tuple(form for form in printed if form.verdict.status == REFUTED)
    good = tuple(form for form in printed if holds(form))
    part = _Part(
        statement, {form.name: form for form in statement.forms}, bad, good,
        tuple(form for form in printed if form not in bad and form not in good),
        best(of_it, CORRECTED) or _cited(of_it), best(of_it, SHARP),
    )  # fmt: skip
    lacking = next((found for form in bad if (found := _lacking(part, form)) is not None), None)
    left = [form for form in bad if not _needs(part, form)]
    if not left or lacking is not None:
        return [] if lacking is None else [lacking]
    return [_refuted(part)] if len(bad) == len(printed) else [_disputed(part, left[0])]


def _needs(part: _Part, bad: FormResult) -> tuple[FormResult, tuple[str, ...]] | None:
    """A form that claims the same and holds with hypotheses that one that fails lacks, and these."""
    for form in part.good or ((part.corrected,) if part.corrected else ()):
        if needed := _needed(part.forms[form.name], part.forms[bad.name]):
            return form, needed
    return None


def _lacking(part: _Part, bad: FormResult) -> Erratum | None:
    """A claim that fails for want of a hypothesis."""
    found = _needs(part, bad)
    if found is None:
        return None
    form, needed = found
    grave = of_false_claim(part.statement, part.forms[bad.name])
    lost = grave is Severity.PRIVACY and not part.good and not part.open
    level = grave if lost or grave is Severity.IMPRECISE else Severity.HYPOTHESIS
    reasons = (f"it holds read as “{form.reading}”; it fails " if form in part.good else "") + why(bad)
    return Erratum(
        part.statement.id, HIDDEN, text(part.forms[bad.name]), text(part.forms[form.name]), bad.witness,
        reasons, needed, level.value, form.verdict.status, also=part.failures(bad), covers=form.covers,
        cause=part.forms[bad.name].cause,
    )  # fmt: skip


def _refuted(part: _Part) -> Erratum:
    """A claim that fails in every reading."""
    bad, better = part.false[0], part.corrected or part.sharp
    form = part.forms[bad.name]
    made = Erratum(
        part.statement.id, REFUTED_KIND, text(form), "", bad.witness, why(bad),
        severity=part.severity(bad).value, also=part.failures(bad), cause=form.cause,
    )  # fmt: skip
    if better is None:
        return made
    extra = tuple(show(h) for h in _extra(part.forms[better.name], form))
    return replace(
        made,
        corrected=text(part.forms[better.name]),
        conditions=extra,
        standing=better.verdict.status,
        covers=better.covers,
    )


def _disputed(part: _Part, bad: FormResult) -> Erratum:
    """A text that fails in one reading, and in another holds or is not decided. Where privacy is not kept,
    the algorithm that is mended is shown before what holds in a charitable reading."""
    printed, mended = part.forms[bad.name], part.corrected if part.severity(bad) is Severity.PRIVACY else None
    reading = f"read as “{part.good[0].reading}”" if part.good else ""
    reasons = [f"it depends on the reading: it holds {reading}" if part.good else "", f"it fails {why(bad)}"]
    if not part.good:
        cited = all(form.verdict.status == CITED for form in part.open)
        how = "is taken from elsewhere" if cited else "is not decided"
        reasons.append(f"it {how} read as {', '.join(f'“{form.reading}”' for form in part.open)}")
    shown = mended or (part.good[0] if part.good else None)
    made = Erratum(
        part.statement.id, HIDDEN, text(printed), "", bad.witness, "; ".join(filter(None, reasons)),
        severity=part.severity(bad).value, also=part.failures(bad), cause=printed.cause,
    )  # fmt: skip
    if shown is None:
        return made
    extra = tuple(show(h) for h in _extra(part.forms[shown.name], printed)) if mended else ()
    return replace(
        made,
        corrected=text(part.forms[shown.name]),
        conditions=extra,
        standing=shown.verdict.status,
        covers=shown.covers,
    )


def _needed(form: Form, bad: Form) -> tuple[str, ...]:
    """What a form assumes and one that fails does not, in the terms of that one, if both claim the same of
    the same lines. Then the world in which the claim fails violates it, as the form is proved.
    """
    if (text(form), form.runs) != (text(bad), bad.runs):
        return ()
    terms = (bad.theorem.conclusion, *(hypothesis for _, hypothesis in bad.theorem.hypotheses))
    spoken = frozenset({"n", "d"}).union(*(term.names for term in terms))
    return tuple(show(h) for h in _extra(form, bad) if h.names <= spoken)


def _extra(form: Form, other: Form) -> list[Expr]:
    """Hypotheses of a form that another lacks."""
    given = {hypothesis for _, hypothesis in other.theorem.hypotheses}
    return [hypothesis for _, hypothesis in form.theorem.hypotheses if hypothesis not in given]


def holds(form: FormResult) -> bool:
    """Whether a form is proved."""
    return form.verdict.status in (PROVED, PROVED_GIVEN)


def best(forms: Iterable[FormResult], kind: str) -> FormResult | None:
    """The first form of that kind that is proved."""
    return next((form for form in forms if form.kind == kind and holds(form)), None)


def _cited(forms: Iterable[FormResult]) -> FormResult | None:
    """The corrected form that is taken from where the source points."""
    return next((f for f in forms if f.kind == CORRECTED and f.verdict.status == CITED), None)


def why(form: FormResult) -> str:
    """How a form reads the text, and why that fails."""
    of = f"read as “{form.reading}”: " if form.reading else "as printed: "
    if form.part:
        of = f"in its part “{form.part}”: "
    note = form.witness.note if form.witness is not None else ""
    return of + (note or form.verdict.reason)


def text(form: Form) -> str:
    """What a form claims."""
    return show(form.theorem.conclusion)
