"""What stands first on a statement's page: what holds, what is wrong with the printed form, what to ask."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from ..errors import BadInput
from ..kernel import CITED, DEFINED, PROVED, PROVED_GIVEN, REFUTED
from ..theory.findings import BROKEN_PROOF, BY_HAND_KIND, IMPROVED, LOOSE, TYPO, Erratum, Severity
from ..theory.results import BROKEN, CORRECTED, PRINTED, SHARP
from ..theory.rivals import BEST
from .blocks import Code, Text, joined
from .findings import covers_words, severity_words
from .page import FormView, Page

RANK: Final = {PRINTED: 1, CORRECTED: 2, IMPROVED: 3, SHARP: 3}
LINE: Final = 104
"""Characters of what is wrong with the printed form: a line each."""
MOST: Final = 3
"""Of what is wrong so much is told first."""
NEXT: Final = "next"


def first(page: Page) -> list[tuple[str, Text]]:
    """Labels and what they say: the best form with its hypotheses, what follows from it, what is wrong with
    the printed one, a line each, what to ask next."""
    best = best_form(page)
    said: list[tuple[str, Text]] = [("holds", ("no form of it is known to",))]
    if best is not None:
        label = "means" if best.verdict.status == DEFINED else "holds"
        said = [(label, (page.known(best.claim), f"   ({holds_as(best)})"))]
        said += [("if", joined("; ", map(page.known, best.short)))] if best.short else []
        said += [(word, (what,)) for word, what in covers_words(best.covers)]
    said += [(label, text) for label, text in page.advice if label != NEXT]
    found = [text for form in page.forms for text in _failing(form)]
    found = [_wrong(page, one) for one in page.findings] or found
    said += [("printed", text) for text in found[:MOST]]
    if len(found) > MOST:
        said.append(("", (f"and {len(found) - MOST} more: dptheory errata {page.file or page.id}",)))
    return [*said, (NEXT, joined(" · ", map(Code, _next(page))))]


def _wrong(page: Page, found: Erratum) -> Text:
    """What is wrong with the printed form, on a line."""
    noted = found.witness.note if found.witness else ""
    why = found.cause or noted or found.explanation
    if found.kind == BROKEN_PROOF:
        return (_cut(f"its proof is broken: {found.explanation}"),)
    if found.kind == LOOSE:
        return (f"{severity_words(found)}: a sharper form is proved",)
    if found.kind == TYPO:
        return (_cut(f"{found.severity}: {found.printed} for {found.corrected}"),)
    if found.kind == BY_HAND_KIND:
        return (_cut(f"{found.severity}, by hand: {found.printed}"),)
    if found.conditions and found.severity == Severity.HYPOTHESIS:
        needed = (page.known(page.formulas.get(text, text)) for text in found.conditions)
        return (f"{found.severity}: ", *joined("; ", needed))
    return (_cut(f"{found.severity}: {why}"),)


def _failing(form: FormView) -> Iterator[Text]:
    """What is wrong with a form, and with its proof, where there is no source to find fault with."""
    name = form.kind + (f" ({form.reading})" if form.reading else "")
    if form.verdict.status == REFUTED:
        why = form.witness.note if form.witness and form.witness.note else form.verdict.reason
        yield (_cut(f"{name}: {form.verdict.status}: {why}"),)
    if form.proof.verdict == BROKEN:
        yield (_cut(f"proof of {name}: step {form.proof.step}: {form.proof.reason}"),)


def told(page: Page) -> list[FormView]:
    """The forms that are written out: the best, and the others where none holds or they were asked for."""
    best = best_form(page)
    others = [form for form in page.forms if form is not best]
    return [*([best] if best else []), *(others if page.whole or page.asked or best is None else [])]


def of_form(page: Page, form: str) -> Page:
    """A page with one of its forms, sharp.finite, or those of a kind, sharp; of the best, best. BadInput with
    those that there are."""
    names = {one.name.partition(":")[2]: one for one in page.forms}
    best = best_form(page) if form == BEST else None
    asked = [best] if best else [names[form]] if form in names else [
        one for name, one in names.items() if name.partition(".")[0] == form
    ]  # fmt: skip
    if not asked:
        near = f"dptheory show {page.id}:{next(iter(names))}"
        raise BadInput(f"the form {form!r} of {page.id}", f"one of {', '.join(names)}", near)
    return replace(page, forms=tuple(asked), asked=form)


def best_form(page: Page) -> FormView | None:
    """The sharpest form that holds, one of the whole sentence before one of a part of it."""
    known = [f for f in page.forms if f.verdict.status in (PROVED, PROVED_GIVEN, CITED, DEFINED)]
    rank = lambda form: (not form.covers, not _part(form), RANK.get(form.kind, 0))  # noqa: E731
    return max(known, key=rank, default=None)


def _part(form: FormView) -> str:
    """Which part of the sentence a form is; empty of the whole."""
    return form.reading.partition("; ")[0] if form.reading.startswith("part: ") else ""


def holds_as(form: FormView) -> str:
    """As what a form holds: as printed, improved, a part; and how that is known."""
    extent = form.covers.partition(":")[0]
    kind = "as printed" if form.kind == PRINTED else form.kind
    as_what = ", ".join(filter(None, [kind, _part(form)]))
    return f"{as_what}: {form.verdict.status}{f' ({extent})' if extent else ''}"


def _next(page: Page) -> Iterator[str]:
    """What to type next."""
    if page.asked:
        yield f"dptheory show {page.id}"
    elif len(told(page)) < len(page.forms):
        yield f"dptheory show {page.id} --all"
    own = ["".join(map(str, text)) for label, text in page.advice if label == NEXT]
    yield from own or [f"dptheory graph {page.file or page.id}"]


def _cut(words: str) -> str:
    """Words that fit on a line."""
    return words if len(words) <= LINE else words[: LINE - 1].rsplit(" ", 1)[0] + " …"
