"""What stands first on a statement's page: what holds, what is wrong with the printed form, what to ask."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ..kernel import CITED, DEFINED, PROVED, PROVED_GIVEN, REFUTED
from ..theory.findings import IMPROVED
from ..theory.results import BROKEN, CORRECTED, PRINTED, SHARP
from .page import FormView, Page

RANK: Final = {PRINTED: 1, CORRECTED: 2, IMPROVED: 3, SHARP: 3}
LONGEST: Final = 200
"""Characters of the hypotheses that are written out."""
LINE: Final = 102
"""Characters of what fails: a line each."""
MOST: Final = 4
"""Of what fails so much is told first."""


def first(page: Page) -> list[tuple[str, str]]:
    """Labels and what they say: the best form, with its hypotheses where there are others; what fails, a line
    each; what to ask next."""
    best = best_form(page)
    only = len(page.forms) == 1 and not page.alone
    said = [_holds(best, alone=only)] if best else [("holds", "no form of it is known to")]
    if best and not only:
        said.append(("if", _listed([f for _, f in (*best.given, *best.added, *best.presupposed)])))
    said += page.advice if best else ()
    fails = [words for form in page.forms for words in _failing(form)]
    room = MOST - max(len(page.advice) - 1, 0)
    said += [("fails", words) for words in fails[:room]]
    if len(fails) > room:
        said.append(("", f"and {len(fails) - room} more, below"))
    return [*said, ("next", _next(page, best))]


def _failing(form: FormView) -> Iterator[str]:
    """What is wrong with a form, and with its proof."""
    name = form.kind + (f" ({form.reading})" if form.reading else "")
    if form.verdict.status == REFUTED:
        why = form.witness.note if form.witness and form.witness.note else form.verdict.reason
        yield _short(f"{name}", why)
    if form.proof.verdict == BROKEN:
        yield _short(f"proof of {name}", f"step {form.proof.step}: {form.proof.reason}")


def told(page: Page) -> list[FormView]:
    """The forms that are written out: all of them, or, where some hold, the best and then those that are not
    refuted."""
    best = best_form(page)
    if page.whole or best is None:
        return list(page.forms)
    others = [form for form in page.forms if form is not best and form.verdict.status != REFUTED]
    return [best, *others]


def best_form(page: Page) -> FormView | None:
    """The sharpest form that holds, one of the whole sentence before one of a part of it."""
    known = [f for f in page.forms if f.verdict.status in (PROVED, PROVED_GIVEN, CITED, DEFINED)]
    return max(known, key=lambda form: (not _part(form), RANK.get(form.kind, 0)), default=None)


def _part(form: FormView) -> str:
    """Which part of the sentence a form is; empty of the whole."""
    return form.reading.partition("; ")[0] if form.reading.startswith("part: ") else ""


def _holds(form: FormView, *, alone: bool) -> tuple[str, str]:
    label = "means" if form.verdict.status == DEFINED else "holds"
    return label, holds_as(form) if alone else f"{form.claim}   ({holds_as(form)})"


def holds_as(form: FormView) -> str:
    """As what a form holds: as printed, improved, a part; and how that is known."""
    as_what = ", ".join(filter(None, ["as printed" if form.kind == PRINTED else form.kind, _part(form)]))
    return f"{as_what}: {form.verdict.status}"


def _next(page: Page, best: FormView | None) -> str:
    name = best.name.partition(":")[2] if best else ""
    alone = f":{name}" if name and len(page.forms) > 1 else " --theorem"
    return f"dptheory show {page.id}{alone}   dptheory graph {page.id}"


def _listed(formulas: list[str]) -> str:
    """Formulas one after the other, as many as there is room for."""
    taken, used = list[str](), 0
    for formula in formulas:
        used += len(formula) + 2
        if taken and used > LONGEST:
            break
        taken.append(formula)
    more = len(formulas) - len(taken)
    return "; ".join(taken) + (f"; and {more} more" if more else "")


def _short(name: str, why: str) -> str:
    """Name and reason on one line, the name cut first."""
    room = max(LINE - len(why), 40)
    if len(name) > room:
        name = name[: room - 1].rsplit(" ", 1)[0] + (" …)" if "(" in name else " …")
    words = f"{name}: {why}"
    return words if len(words) <= LINE + 2 else words[: LINE + 1].rsplit(" ", 1)[0] + " …"
