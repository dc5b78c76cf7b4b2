"""Pages as Markdown, with formulas in LaTeX between dollar signs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from .algorithms import AlgorithmView
from .first import told
from .page import FormView, LineView, Page, grounds, proof_words, verdict_words, witness_words


def markdown(page: Page) -> str:
    """A page as Markdown."""
    return "\n".join(_page(page)) + "\n"


def _page(page: Page) -> Iterator[str]:
    yield f"# {page.id}: {page.title}"
    yield ""
    yield f"{page.source}" + (f" ({page.place})" if page.place else "")
    yield ""
    if page.quote:
        yield f"> {page.quote}"
        yield from (line for words in page.context for line in (">", f"> {words}"))
    for name, body, says in page.definitions:
        yield f"- defined `{name}` := {body}" + (f" (in the file's words: {says})" if says else "")
    for algorithm in page.algorithms:
        yield from _algorithm(algorithm)
    for form in told(page):
        yield from _form(form)
    yield ""
    yield "## Beside it"
    yield ""
    for twin in page.twins:
        yield f"- twin of {twin.of}: {twin.note}: **{verdict_words(twin.verdict)}**"
    if not page.twins:
        yield "- twin: none known"
    yield f"- uses: {', '.join(page.result.uses) or 'no other statement'}"
    yield f"- rests on: {grounds(page.result)}"
    yield from (f"- experiment {trial}" for trial in page.trials)
    yield from (f"- remark: {remark}" for remark in page.remarks)


def _algorithm(algorithm: AlgorithmView) -> Iterator[str]:
    yield ""
    yield f"## Algorithm {algorithm.heading}"
    yield ""
    yield from (f"- input: {given}" for given in algorithm.inputs)
    yield f"- output: {algorithm.output}"
    for label, words, deeds in algorithm.lines:
        yield f"- {label}: {words}" + "".join(f" [{deed.text}]" for deed in deeds)


def _form(form: FormView) -> Iterator[str]:
    yield ""
    yield f"## {form.kind.capitalize()}" + (f" ({form.reading})" if form.reading else "")
    yield ""
    yield from (f"- for some constant {constant}" for constant in form.constants)
    if form.letters:
        yield "- let " + "; ".join(f"{names}: {words}" for names, words in form.letters)
    for label, formula in form.given:
        yield f"- given *{label}*: {formula}"
    for label, formula in form.presupposed:
        yield f"- presupposed *{label}*: {formula}"
    for label, formula in form.added:
        yield f"- added *{label}*, which the source does not state: {formula}"
    yield f"- claim: {form.claim}"
    if form.where:
        yield "- where " + ", ".join(f"{name} = {term}" for name, term in form.where)
    if form.lines:
        yield ""
        yield from _derivation(form.lines)
    yield ""
    place = f" ({form.place})" if form.place else ""
    yield f"Verdict: **{verdict_words(form.verdict)}**. Proof{place}: **{proof_words(form.proof)}**."
    for witness in (form.proof.witness, form.witness):
        if witness is not None:
            yield f"World: `{witness_words(witness)}`" + (f" ({witness.note})" if witness.note else "")
    if form.note:
        yield f"Note: {form.note}."


def _derivation(lines: Iterable[LineView]) -> Iterator[str]:
    yield "| step | formula | reason | |"
    yield "| --- | --- | --- | --- |"
    for line in lines:
        checked = f"{line.mark} {line.checked or line.problem}".rstrip()
        yield f"| {line.label} | {_cell(line.formula)} | {_cell(line.reason)} | {_cell(checked)} |"


def _cell(text: str) -> str:
    return text.replace("|", r"\|")
