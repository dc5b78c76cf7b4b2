"""Pages as LaTeX: a piece of a document, which begins with a comment that names the packages it needs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from .algorithms import AlgorithmView, DeedView
from .first import told
from .page import FormView, LineView, Page, grounds, proof_words, verdict_words, witness_words
from .tex_words import packages
from .tex_words import tex_words as escape

MARKS: Final = {"✓": r"$\checkmark$", "✗": r"$\times$", "?": "?"}


def tex(page: Page) -> str:
    """A page as LaTeX."""
    made = "\n".join(_page(page))
    return f"{packages(made)}\n{made}\n"


def _page(page: Page) -> Iterator[str]:
    yield rf"\section*{{{escape(page.id)}: {escape(page.title)}}}"
    yield escape(page.source)
    if page.quote:
        quoted = r"\par ".join(map(escape, (page.quote, *page.context)))
        yield rf"\begin{{quote}}{quoted}\end{{quote}}"
    for name, body, says in page.definitions:
        words = f" (in the file's words: {says})" if says else ""
        yield rf"\par defined {escape(name)} := ${body}${escape(words)}"
    for algorithm in page.algorithms:
        yield from _algorithm(algorithm)
    for form in told(page):
        yield from _form(form)
    yield r"\begin{itemize}"
    for twin in page.twins:
        yield rf"\item twin of {escape(twin.of)}: {escape(twin.note)}: {escape(verdict_words(twin.verdict))}"
    if not page.twins:
        yield r"\item twin: none known"
    yield rf"\item uses: {escape(', '.join(page.result.uses) or 'no other statement')}"
    yield rf"\item rests on: {escape(grounds(page.result))}"
    yield from (rf"\item experiment {escape(trial)}" for trial in page.trials)
    yield from (rf"\item remark: {escape(remark)}" for remark in page.remarks)
    yield r"\end{itemize}"


def _algorithm(algorithm: AlgorithmView) -> Iterator[str]:
    yield ""
    yield rf"\subsection*{{Algorithm ${algorithm.heading}$}}"
    yield r"\begin{description}"
    yield from (rf"\item[input] {escape(given)}" for given in algorithm.inputs)
    yield rf"\item[output] {escape(algorithm.output)}"
    for label, words, deeds in algorithm.lines:
        yield rf"\item[{escape(label)}] {escape(words)}"
        yield from (rf"\\ {deed.word} ${_joined(deed)}$" for deed in deeds)
    yield r"\end{description}"


def _joined(deed: DeedView) -> str:
    return " ".join(part for part in (deed.name, deed.joint.replace("∼", r"\sim"), deed.term) if part)


def _form(form: FormView) -> Iterator[str]:
    yield ""
    yield rf"\subsection*{{{form.kind.capitalize()}{escape(f' ({form.reading})' if form.reading else '')}}}"
    yield r"\begin{description}"
    yield from (rf"\item[for some] constant ${constant}$" for constant in form.constants)
    yield from (rf"\item[let] ${names}$: {escape(words)}" for names, words in form.letters)
    for label, formula in form.given:
        yield rf"\item[given] ${formula}$ \hfill [{escape(label)}]"
    for label, formula in form.presupposed:
        yield rf"\item[presupposed] ${formula}$ \hfill [{escape(label)}]"
    for label, formula in form.added:
        yield rf"\item[added] ${formula}$ \hfill [{escape(label)}]"
    yield rf"\item[claim] ${form.claim}$"
    yield from (rf"\item[where] ${name} = {term}$" for name, term in form.where)
    yield r"\end{description}"
    if form.lines:
        yield from _derivation(form.lines)
    yield rf"\textbf{{Verdict}} {escape(verdict_words(form.verdict))}."
    yield rf"\textbf{{Proof}} {escape(proof_words(form.proof))}."
    for witness in (form.proof.witness, form.witness):
        if witness is not None:
            yield rf"World: {escape(witness_words(witness))}."
    if form.note:
        yield rf"Note: {escape(form.note)}."


def _derivation(lines: Iterable[LineView]) -> Iterator[str]:
    yield r"\begin{longtable}{rlll}"
    for line in lines:
        checked = f"{MARKS[line.mark]} {escape(line.checked or line.problem)}".rstrip()
        yield rf"{escape(line.label)} & ${line.formula}$ & {escape(line.reason)} & {checked} \\"
    yield r"\end{longtable}"
