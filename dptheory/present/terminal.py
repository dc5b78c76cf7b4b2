"""Pages as text for the terminal."""

from __future__ import annotations

import textwrap
import unicodedata
from collections.abc import Iterable, Iterator
from typing import Final

from ..kernel import PROVED, REFUTED
from ..theory.findings import IMPROVED
from ..theory.results import Working
from ..theory.statements import KINDS
from .algorithms import AlgorithmView
from .first import first, told
from .page import FormView, LineView, Page, grounds, proof_words, verdict_words, witness_words

HEADINGS: Final = (*KINDS, IMPROVED)
"""Labels that stand alone where nothing follows them."""

FORMULAS: Final = ("given", "presupposed", "added", "claim", "where", "holds", "means", "if")
MARGIN: Final = 12
FORMULA: Final = 76
BREAKS: Final = {
    **dict.fromkeys(("≤", "<", "=", "≥", ">", "<=", ">=", "implies", "⟹"), -20),
    **dict.fromkeys(("+", "-", "−", "and", "or", "∈", "in"), 0),
}
"""What it costs to break a formula before a word, in columns; 20 before anything else."""

ASCII_MARKS: Final = {"✓": "ok", "✗": "NO", "?": "??"}


def text(page: Page, *, ascii_only: bool = False) -> str:
    """A page as lines of text.

    Formulas are at the left, reasons at the right, marks at the end; a long formula goes on in the next line.
    """
    lines = list(_page(page, ascii_only))
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _page(page: Page, ascii_only: bool) -> Iterator[str]:
    yield f"{page.id}   {page.title}   {page.source}"
    yield ""
    for label, words in first(page):
        yield from _entry(label, words)
    yield ""
    yield from _entry("quote", page.quote)
    for words in page.context:
        yield from _entry("and", words)
    for name, body, says in page.definitions:
        words = f" (in the file's words: {says})" if says else ""
        yield from _entry("defined", f"{name} := {body}{words}")
    for algorithm in page.algorithms:
        yield ""
        yield from _algorithm(algorithm)
    for form in told(page):
        yield ""
        yield from _form(form, ascii_only)
    if hidden := len(page.forms) - len(told(page)):
        yield ""
        yield from _entry("refuted", f"{hidden} of its readings, each with its world: show {page.id} --all")
    yield ""
    for working in page.result.workings:
        yield from _working(working)
    for twin in page.twins:
        yield from _entry("twin", f"of {twin.of}: {twin.note}: {verdict_words(twin.verdict)}")
    if not page.twins:
        yield from _entry("twin", "none known")
    yield from _entry("uses", ", ".join(page.result.uses) or "no other statement")
    yield from _entry("rests on", grounds(page.result))
    for trial in page.trials:
        yield from _entry("experiment", trial)
    for remark in page.remarks:
        yield from _entry("remark", remark)
    for problem in page.result.problems:
        yield from _entry("PROBLEM", problem)


def _algorithm(algorithm: AlgorithmView) -> Iterator[str]:
    """The printed lines, each with what it does."""
    yield from _entry("algorithm", algorithm.heading)
    for given in algorithm.inputs:
        yield from _entry("input", given)
    yield from _entry("output", algorithm.output)
    for label, words, deeds in algorithm.lines:
        yield from _entry(f"{label:>{MARGIN - 2}}", words)
        for deed in deeds:
            yield from (f"{'':<{MARGIN + 4}}{part}" for part in fold(deed.text, FORMULA))


def _form(form: FormView, ascii_only: bool) -> Iterator[str]:
    yield from _entry(form.kind, form.reading)
    for constant in form.constants:
        yield from _entry("for some", f"constant {constant}")
    listed = "; ".join(f"{names}: {words}" for names, words in form.letters)
    yield from _entry("let", listed.replace("→", "->") if ascii_only else listed)
    for label, formula in form.given:
        yield from _entry("given", formula, label)
    for label, formula in form.presupposed:
        yield from _entry("presupposed", formula, label)
    for label, formula in form.added:
        yield from _entry("added", formula, label)
    yield from _entry("claim", form.claim)
    for name, term in form.where:
        yield from _entry("where", f"{name} = {term}")
    if form.lines:
        yield from _entry("proof", form.place)
        yield from _derivation(form.lines, ascii_only)
    yield from _entry("verdict", verdict_words(form.verdict))
    yield from _entry("its proof", proof_words(form.proof))
    if form.proof.witness is not None:
        yield from _entry("", "that step fails in the world " + witness_words(form.proof.witness))
    if form.witness is not None:
        word = "fails in" if form.verdict.status == REFUTED else "tried in"
        yield from _entry(word, witness_words(form.witness))
        yield from _entry("", form.witness.note)
    yield from _entry("model", form.model)
    yield from _entry("note", form.note)


def _working(working: Working) -> Iterator[str]:
    """What was worked out beside the statement, each line with its verdict."""
    yield from _entry(working.name, working.title)
    for line in working.lines:
        reason = (
            f" ({line.verdict.reason})"
            if line.verdict.status not in (PROVED,) and line.verdict.reason
            else ""
        )
        yield from _entry("", f"{line.label}: {line.text}: {line.verdict.status}{reason}")
    yield ""


def _entry(label: str, content: str, name: str = "") -> Iterator[str]:
    """A labelled paragraph; nothing where there is nothing to say."""
    if not content and label not in HEADINGS:
        return
    tail = f"   [{name}]" if name else ""
    width = FORMULA + 40
    sentence = textwrap.wrap(content + tail, width, break_long_words=False, break_on_hyphens=False)
    wrapped = fold(content + tail, width) if label in FORMULAS else sentence or [""]
    for place, line in enumerate(wrapped):
        yield f"{label if place == 0 else '':<{MARGIN}}{line}"


def _derivation(lines: Iterable[LineView], ascii_only: bool) -> Iterator[str]:
    shown = list(lines)
    margin = max(3, *(len(line.label) for line in shown)) + 2
    reasons = max(len(line.reason) for line in shown) if shown else 0
    for line in shown:
        mark = ASCII_MARKS[line.mark] if ascii_only else line.mark
        parts = fold(line.formula, FORMULA)
        for place, part in enumerate(parts):
            last = place == len(parts) - 1
            head = f"{line.label:>{margin}}  " if place == 0 else " " * (margin + 2)
            tail = f"  {line.reason:<{min(reasons, 44)}}  {mark} {line.checked}" if last else ""
            yield head + _padded(part, FORMULA if last else 0) + tail
        if line.problem:
            yield " " * (margin + 2) + f"not checked: {line.problem}"


def fold(formula: str, width: int) -> list[str]:
    """A formula on lines of at most a width where it can be broken: best outside brackets, before a relation.

    >>> fold("f(a + b) <= g(a + b + c)", 20)
    ['f(a + b)', '    <= g(a + b + c)']
    """
    lines: list[str] = []
    rest, room = formula, width
    while len(rest) > room:
        place = _break(rest, room)
        if place is None:
            break
        lines.append(rest[:place])
        rest, room = "    " + rest[place + 1 :], width
    return [*lines, rest]


def _break(text: str, room: int) -> int | None:
    """The best blank to break a formula at."""
    depth, costs = 0, {}
    open_bars: dict[str, int] = {"‖": 1, "|": 1}
    start = len(text) - len(text.lstrip())
    for place, character in enumerate(text[: room + 1]):
        depth += (character in "([{") - (character in ")]}")
        if character in open_bars:  # bars open and close in turn
            depth += open_bars[character]
            open_bars[character] *= -1
        if character == " " and place > start:
            follower = text[place + 1 :].split(" ", 1)[0]
            costs[place] = 30 * depth + room - place + BREAKS.get(follower, 20)
    return min(costs, key=lambda place: costs[place]) if costs else None


def _padded(content: str, width: int) -> str:
    """Padding that counts combining characters as nothing."""
    used = sum(not unicodedata.combining(c) for c in content)
    return content + " " * max(0, width - used)
