"""The page of a statement as a document: what every writer of `blocks` writes, in the order of reading."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..kernel import PROVED, REFUTED
from ..theory.results import Working
from .algorithms import AlgorithmView
from .blocks import Block, Code, Facts, Heading, Inline, Table, Text, facts, joined, to_markdown, to_tex
from .first import first, told
from .page import FormView, Page, grounds, proof_words, verdict_words, witness_words
from .styles import ASCII, LATEX, MARKDOWN, WIDTH
from .terminal import text
from .tex_words import packages

Rows = Iterator[tuple[str, Inline | Text | None]]


def document(page: Page) -> Iterator[Block]:
    """The answer first; then the source's words, the derivation of the best form, and what is beside it."""
    yield Heading(1, (f"{page.id}   {page.title}   {page.source}",))
    yield Facts(tuple(first(page)))
    yield facts(_said(page))
    for one in page.algorithms:
        yield from algorithm(page, one)
    for form in told(page):
        yield from _form(page, form)
    yield facts(_others(page))
    for done in page.result.workings:
        yield facts(working(done))
    yield facts(_beside(page))


def render(page: Page, width: int = WIDTH) -> str:
    """The page as text in the style of its formulas; for a terminal, of so many columns."""
    blocks = list(document(page))
    if page.style == LATEX:
        made = to_tex(blocks)
        return f"{packages(made)}\n{made}\n"
    if page.style == MARKDOWN:
        return to_markdown(blocks)
    return text(blocks, ascii_only=page.style == ASCII, width=width)


def _said(page: Page) -> Rows:
    yield "quote", page.quote
    yield from (("and", words) for words in page.context)
    for name, body, says in page.definitions:
        words = f" (in the file's words: {says})" if says else ""
        yield "defined", (Code(name), " := ", page.known(body), words)


def algorithm(page: Page, one: AlgorithmView) -> Iterator[Block]:
    """The printed lines, each with what it does."""
    rows: list[tuple[str, Text]] = [("input", (given,)) for given in one.inputs]
    rows.append(("output", (one.output,)))
    for label, words, deeds in one.lines:
        rows.append((f"line {label}", (words,)))
        for deed in deeds:
            parts = (deed.name, deed.joint, deed.term)
            rows.append(("", (deed.word, *(piece for p in parts if p for piece in (" ", page.known(p))))))
    yield Heading(2, ("Algorithm ", page.known(one.heading), one.version))
    yield Facts(tuple(rows))


def _form(page: Page, form: FormView) -> Iterator[Block]:
    yield Heading(2, (form.kind.capitalize(), f": {form.reading}" if form.reading else ""))
    yield facts(_claim(page, form))
    if form.lines:
        rows: list[tuple[Text, ...]] = [
            ((line.label,), (page.known(line.formula),), (line.reason,),
             (" ".join(filter(None, (line.mark, line.checked or line.problem))),))
            for line in form.lines
        ]  # fmt: skip
        yield Table(("step", "formula", "reason", "checked"), tuple(rows), long=True)
    yield facts(_verdict(form))


def _claim(page: Page, form: FormView) -> Rows:
    yield "covers", form.covers
    yield from (("for some", ("constant ", page.known(constant))) for constant in form.constants)
    yield "let", joined("; ", ((page.known(names), f": {words}") for names, words in form.letters))
    for word, given in (("given", form.given), ("presupposed", form.presupposed), ("added", form.added)):
        yield from ((word, (page.known(formula), f"   [{label}]")) for label, formula in given)
    yield "claim", page.known(form.claim)
    yield from (("where", (page.known(name), " = ", page.known(term))) for name, term in form.where)
    yield "proof", form.place


def _verdict(form: FormView) -> Rows:
    yield "verdict", verdict_words(form.verdict)
    yield "its proof", proof_words(form.proof)
    if form.proof.witness is not None:
        yield "", f"that step fails in the world {witness_words(form.proof.witness)}"
    if form.witness is not None:
        word = "fails in" if form.verdict.status == REFUTED else "tried in"
        yield from ((word, witness_words(form.witness)), ("", form.witness.note))
    yield from (("model", form.model), ("note", form.note))
    yield "sampled", "" if form.sample is None else form.sample.words


def _others(page: Page) -> Rows:
    """The forms that are not written out, a line each; those that are refuted counted."""
    told_here = told(page)
    hidden = [form for form in page.forms if form not in told_here]
    for form in hidden:
        if form.verdict.status != REFUTED:
            name = form.name.partition(":")[2]
            reading = f" ({form.reading})" if form.reading else ""
            yield "form", f"{form.kind}{reading}: {form.verdict.status}: show {page.id}:{name}"
    if refuted := sum(form.verdict.status == REFUTED for form in hidden):
        yield "refuted", f"{refuted} of its readings, each with its world: show {page.id} --all"


def working(one: Working) -> Rows:
    """What was worked out beside the statement, each line with its verdict."""
    yield one.name, one.title
    for line in one.lines:
        status, why = line.verdict.status, line.verdict.reason
        reason = f" ({why})" if status != PROVED and why else ""
        yield "", f"{line.label}: {line.text}: {status}{reason}"


def _beside(page: Page) -> Rows:
    result = page.result
    for twin in result.twins:
        yield "twin", f"of {twin.of}: {twin.note}: {verdict_words(twin.verdict)}"
    yield "twin", "" if result.twins else "none known"
    yield "uses", ", ".join(result.uses) or "no other statement"
    yield "rests on", grounds(result)
    kinds: tuple[tuple[str, Iterable[str]], ...] = (
        ("experiment", page.trials), ("remark", page.remarks), ("PROBLEM", result.problems)
    )  # fmt: skip
    yield from ((word, said) for word, lines in kinds for said in lines)
