"""The page of one statement."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from html import escape
from urllib.parse import quote

from ...kernel import REFUTED
from ...theory.results import ExperimentSummary, TwinResult, WitnessResult
from ...theory.statements import ADDED, GIVEN, PRESUPPOSED
from ..blocks import facts, html, to_html
from ..findings import covers_words, place_words, texts_shown, written
from ..first import first, told
from ..page import FormView, LineView, Page, grounds, marked_by_coq, page, proof_words, with_samples
from ..spelled import Spelled, conclusions
from ..statement import algorithm, working
from ..worked_examples import CLAIM, Case, worked
from ..worlds import sentence
from .calculators import calculator
from .contents import Contents, Entry
from .drawing import neighbourhood
from .findings import finding, worlds_of
from .frame import address, badge, frame, link, marks, reasons, source_address, verdict_mark
from .html import Content, Html, el, flat, join
from .notions import notions
from .samples import histogram

UP = "../"
FEW = 3
"""Hypotheses that are written out again, though a form above has the same."""
STANDING = {"checked": None, "refuted": "refuted", "not checked": "open"}


def statement_page(contents: Contents, entry: Entry) -> str:
    """The page of a statement as a file's text."""
    view = marked_by_coq(page(entry.statement, entry.result, contents.writing), entry.lines)
    view = replace(view, file=entry.file)
    view = with_samples(contents.advised(view), contents.samples)
    best, *others = told(replace(view, whole=True))
    crumbs = el(
        "p",
        el("a", entry.source, href=UP + source_address(entry.source)),
        f" · {view.source}",
        class_="crumbs",
    )
    title = view.title or view.id
    panel = calculator(contents, entry)
    body: list[Content] = [
        crumbs,
        el("h1", title[0].upper() + title[1:]),
        el("p", el("code", view.id), " ", marks(entry)),
        el("p", f"{entry.coq}.") if entry.coq else None,
        [el("p", badge("wrong", f"wrong: {fault}")) for fault in (*entry.result.problems, *entry.faults)],
        _answer(view),
        panel,
        _quote(view),
        [_definition(*definition) for definition in view.definitions],
        [el("section", Html(to_html(algorithm(view, one)))) for one in view.algorithms],
        _form(contents, entry, best, []),
        _findings(contents, entry),
        [_form(contents, entry, form, [best, *others[:k]]) for k, form in enumerate(others)],
        [el("section", Html(to_html([facts(working(one))]))) for one in view.result.workings],
        _twins(view.twins),
        _experiments(view),
        _remarks(view.remarks),
        notions(contents, entry),
        _around(contents, entry),
    ]
    scripts = ("notions.js", *(("calculator.js",) if panel is not None else ()))
    return frame(contents, address(entry.id), f"{view.id}: {title}", body, scripts=scripts)


def section(title: str, *content: Content, name: str | None = None) -> Html:
    """A part of a page under its heading."""
    return el("section", el("h2", title), content, id=name)


def _answer(view: Page) -> Content:
    """The sharpest form that holds and what follows from it, before anything else."""
    rows = [_row(label, Html(html(text))) for label, text in first(view)]
    return el("div", el("dl", rows, class_="form"), class_="answer")


def _quote(view: Page) -> Content:
    if not view.quote:
        return None
    place = el("figcaption", view.source, f", {place_words(view.place)}" if view.place else None)
    further = [el("blockquote", words) for words in view.context]
    return el("figure", el("blockquote", view.quote), further, place, class_="quote")


def _findings(contents: Contents, entry: Entry) -> Content:
    if not entry.findings:
        held = entry.sound or entry.part
        said = ("Found sound as printed", held.covers, held.note) if held else ()
        return el("p", "; ".join(filter(None, said)) + ".", class_="good") if held else None
    formulas = written(entry.statement, contents.writing, texts_shown(entry.findings))
    out = contents.written_out(entry)
    places = worlds_of(entry.result)

    def below(witness: WitnessResult) -> str | None:
        return f"#{places[witness]}" if witness in places else None

    found = [finding(one, formulas, out, below) for one in entry.findings]
    return section("What was found", found, name="found")


def _definition(head: str, body: str, says: str) -> Html:
    words = f" (in the file's words: {says})" if says else ""
    return el("p", el("code", head), " := ", Html(body), words, class_="own")


def form_anchor(name: str) -> str:
    """Where a form stands on its statement's page."""
    return name.partition(":")[2]


def _heading(form: FormView) -> str:
    return form.kind.capitalize() + (f": {form.reading}" if form.reading else "")


def _hypotheses(form: FormView, before: Sequence[FormView]) -> list[Content]:
    """What a form supposes; where that is what a form above supposes, this is said instead."""
    same = next((one for one in before if _supposed(one) == _supposed(form)), None)
    if same is not None and sum(map(len, _supposed(form))) >= FEW:
        place = el("a", _heading(same), href=f"#{quote(form_anchor(same.name))}")
        return [_row(GIVEN, ["the same as under ", place])]
    kinds = zip((GIVEN, PRESUPPOSED, ADDED), _supposed(form), strict=True)
    return [_row(word, Html(formula), label) for word, given in kinds for label, formula in given]


def _supposed(form: FormView) -> tuple[Sequence[tuple[str, str]], ...]:
    return form.given, form.presupposed, form.added


def _form(contents: Contents, entry: Entry, form: FormView, before: Sequence[FormView]) -> Html:
    out = contents.written_out(entry) if form.witness or form.proof.witness else {}
    claims = conclusions(entry.statement, form.name)
    rows = [_row("for some", ["constant ", Html(constant)]) for constant in form.constants]
    rows += [_row("let", [Html(names), f": {words}"]) for names, words in form.letters]
    rows += [_row(word, what) for word, what in covers_words(form.covers)]
    rows += _hypotheses(form, before)
    rows.append(_row("claim", el("span", Html(form.claim), class_="claim")))
    rows += [_row("where", [Html(name), " = ", Html(term)]) for name, term in form.where]
    body: list[Content] = [
        el("p", verdict_mark(form.verdict, "statement ", why=form.witness is None), " ", _proof_mark(form)),
        el("dl", rows, class_="form"),
        _world(
            "It fails in this world" if form.verdict.status == REFUTED else "Tried in this world",
            form.witness,
            out.get(claims[""]),
        ),
        _world(
            f"Step {form.proof.step} of the printed proof fails in this world",
            form.proof.witness,
            out.get(claims.get(form.proof.step, "")),
            Case(what="the step"),
        ),
        _proof(contents, form),
        el("p", "A model of all hypotheses was checked: ", form.model, class_="small")
        if form.model
        else None,
        el("p", form.note, class_="note") if form.note else None,
        histogram(form.sample),
    ]
    heading = el("h2", _heading(form))
    if before:  # the best form is above: the others open when they are asked for
        body = [el("details", el("summary", heading), body)]
    return el("section", None if before else heading, body, id=form_anchor(form.name))


def _proof_mark(form: FormView) -> Html:
    reason = proof_words(form.proof).removeprefix(form.proof.verdict)
    made = badge(f"proof-{form.proof.verdict}", f"proof {form.proof.verdict}")
    return Html(made + flat(el("span", reason, class_="small") if reason else None))


def _row(word: str, content: Content, label: str = "") -> Content:
    tail = el("span", f"[{label}]", class_="name") if label else None
    return el("div", el("dt", word), el("dd", content, " ", tail))


def _proof(contents: Contents, form: FormView) -> Content:
    if not form.lines:
        return None
    count = len(form.lines)
    standing = ", all checked" if all(STANDING[_state(line)] is None for line in form.lines) else ""
    place = f" ({form.place})" if form.place else ""
    summary = f"Proof, {count} line{'s' * (count > 1)}{standing}{place}"
    lines = [_line(contents, line) for line in form.lines]
    return el("details", el("summary", summary), el("ol", lines, class_="proof"), open=count <= 12)


def _line(contents: Contents, line: LineView) -> Html:
    """A line of a proof: its label, its formula, the reason, and how it stands where it is not just checked;
    there are thousands of these, and the style sheet knows them by their place."""
    state = _state(line)
    plain = STANDING[state] is None and not line.checked
    return el(
        "li",
        el("b", line.label),
        el("div", Html(line.formula)),
        el("p", reasons(contents, line.reason, UP)),
        None
        if plain
        else el("i", state, f" {line.checked}" if line.checked else None, class_=STANDING[state]),
        el("p", f"not checked: {line.problem}", class_="problem") if line.problem else None,
    )


def _state(line: LineView) -> str:
    return {"✓": "checked", "✗": "refuted"}.get(line.mark, "not checked")


def _world(
    title: str | None, witness: WitnessResult | None, claim: Spelled | None = None, case: Case = CLAIM
) -> Content:
    """A refutation as a worked example: what there is, what is claimed, and what comes out."""
    if witness is None:
        return None
    return el(
        "section",
        el("h3", title) if title else None,
        Html(to_html(worked(witness, claim, case))),
        el("p", sentence(witness.note)) if witness.note else None,
        class_="world",
    )


def _twins(twins: Iterable[TwinResult]) -> Html:
    rows = [
        el(
            "li",
            f"{twin.note or 'a near false variant'}, of the form {twin.of}: ",
            verdict_mark(twin.verdict),
            el(
                "details",
                el("summary", "the world that rejects it"),
                _world(None, twin.witness),
            )
            if twin.witness is not None
            else None,
        )
        for twin in twins
    ]
    text = el("p", "Near false neighbours, which the same checker has to reject:") if rows else None
    return section("Twins", text, el("ul", rows) if rows else el("p", "none known"), name="twins")


def _experiments(view: Page) -> Html:
    summaries = view.result.experiments
    figure = [_figure(one) for one in summaries]
    return section("Experiments", figure, el("ul", [el("li", trial) for trial in view.trials]), name="trials")


def _figure(trial: ExperimentSummary) -> Html:
    """How much of the bound was observed, as a bar."""
    share = max(0.0, min(trial.ratio, 1.2)) / 1.2
    words = f"{trial.name}: observed {trial.ratio:.3g} of the bound"
    drawn = (
        f'<svg class="bar" viewBox="0 0 320 26" width="320" height="26" role="img" '
        f'aria-label="{escape(words)}">'
        f'<rect class="whole" x="0" y="7" width="320" height="12"/>'
        f'<rect class="part" x="0" y="7" width="{320 * share:.1f}" height="12"/>'
        f'<path class="limit" d="M{320 / 1.2:.1f},1 V25"/></svg>'
    )
    return el("figure", Html(drawn), el("figcaption", words, " (the line)"))


def _remarks(remarks: Iterable[str]) -> Content:
    rows = [el("li", remark) for remark in remarks]
    return section("Remarks", el("ul", rows)) if rows else None


def _around(contents: Contents, entry: Entry) -> Html:
    """What it rests on and what rests on it, as lists and as a drawing."""
    above = contents.used_by.get(entry.id, [])
    uses = (
        join(", ", [link(contents, name, UP) for name in entry.uses]) if entry.uses else "no other statement"
    )
    users = join(", ", [link(contents, name, UP) for name in above]) if above else "nothing on this site"
    ends = [_axiom(contents, name) for name in entry.result.axioms]
    return section(
        "What it rests on, and what rests on it",
        el("p", "Its proofs use ", uses, "."),
        el("p", "It is used by ", users, "."),
        neighbourhood(contents, entry),
        el(
            "p",
            el("a", "all that it rests on, and all that rests on it", href=f"{UP}graph.html?of={entry.id}"),
        )
        if entry.uses or above
        else None,
        el(
            "details",
            el("summary", f"In the end it rests on {len(ends)} rules and unproved results"),
            el("ul", ends),
        )
        if ends
        else el("p", f"In the end it rests on {grounds(entry.result)}."),
        name="around",
    )


def _axiom(contents: Contents, name: str) -> Html:
    if name.startswith("rule "):
        number = name.partition(":")[0].removeprefix("rule ")
        return el("li", el("a", name, href=f"{UP}trusted.html#rule{number}"))
    return el("li", "unproved: ", link(contents, name.removeprefix("unproved: "), UP))
