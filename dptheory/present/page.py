"""A statement as a page: what every renderer writes, in the order in which it is read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass, field, replace
from typing import Final

from ..kernel import CITED, DEFINED, PROVED, PROVED_GIVEN, REFUTED, UNKNOWN, Verdict
from ..kernel.logic import (
    PROP,
    REAL,
    VEC,
    Definition,
    Expr,
    Line,
    normal,
    num,
    op,
    rebuild,
    used_definitions,
    var,
)
from ..theory.errata import errata, is_attained
from ..theory.experiments import why_untried
from ..theory.findings import IMPROVED, Erratum, distinct
from ..theory.results import (
    BROKEN,
    SOUND,
    ExperimentSummary,
    FormResult,
    ProofResult,
    StatementResult,
    StepResult,
    TwinResult,
    WitnessResult,
)
from ..theory.statements import ADDED, GIVEN, PRESUPPOSED, SHARP, Form, Statement
from ..worlds.samples import Sample
from .algorithms import AlgorithmView, view
from .blocks import Known, Text
from .findings import texts_shown, written
from .formulas import Formula, write
from .from_logic import Words
from .letters import letters
from .styles import UNICODE
from .worlds import complete, outcome_words, world_words

STRUCTURAL_ALONE: Final = "the structural rules alone"
RULE_WORDS: Final = {
    "assume": "assumed", "intro": "for all of these", "apply": "instance", "both": "together",
    "rewrite": "equals for equals", "vector": "vector calculation", "calc": "calculation",
}  # fmt: skip
MARKS: Final = {PROVED: "✓", PROVED_GIVEN: "✓", CITED: "✓", REFUTED: "✗", UNKNOWN: "?"}


@dataclass(frozen=True)
class LineView:
    """One line of a derivation: its label, formula, reason, mark and what checked it. A line such as n ≤ n,
    which a rule asks for, is not shown."""

    label: str
    formula: str
    reason: str
    mark: str
    checked: str
    problem: str = ""


@dataclass(frozen=True)
class FormView:
    """One form: its hypotheses, abbreviations, claim, derivation and verdicts."""

    name: str
    kind: str
    reading: str
    given: tuple[tuple[str, str], ...]
    presupposed: tuple[tuple[str, str], ...]
    where: tuple[tuple[str, str], ...]
    claim: str
    place: str
    lines: tuple[LineView, ...]
    verdict: Verdict
    proof: ProofResult
    model: str
    witness: WitnessResult | None
    note: str
    added: tuple[tuple[str, str], ...] = ()
    constants: tuple[str, ...] = ()
    letters: tuple[tuple[str, str], ...] = ()
    """Letters with what they are, where a reader could be mistaken."""
    covers: str = ""
    """What of the sentence the form is, where that is not the whole."""
    short: tuple[str, ...] = ()
    """The hypotheses, those that say of numbers alone that they are positive as one."""
    sample: Sample | None = None
    """What was seen of it in many worlds, where it was tried."""


@dataclass(frozen=True)
class Page:
    """A statement with everything that was found about it."""

    id: str
    title: str
    kind: str
    source: str
    place: str
    quote: str
    forms: tuple[FormView, ...]
    twins: tuple[TwinResult, ...]
    result: StatementResult
    remarks: tuple[str, ...]
    algorithms: tuple[AlgorithmView, ...] = ()
    trials: tuple[str, ...] = ()
    definitions: tuple[tuple[str, str, str], ...] = ()
    """A user's own definitions that the statement uses: name with parameters, body, words."""
    context: tuple[str, ...] = ()
    """The source's words elsewhere that state a hypothesis."""
    style: str = UNICODE
    findings: tuple[Erratum, ...] = ()
    formulas: Mapping[str, str] = field(default_factory=dict)
    """How formulas of findings are written, by their text."""
    advice: tuple[tuple[str, Text], ...] = ()
    """What the first screen tells of the best form: the best parameter, the noise, when it says something."""
    whole: bool = False
    """Whether all forms are written out, not the best one alone."""
    asked: str = ""
    """Of which forms only these are here."""
    file: str = ""
    """The user's file that the statement is from."""

    def known(self, formula: str) -> Known:
        """A formula of this page, which is written already."""
        return Known({self.style: formula})


@dataclass(frozen=True)
class Writing:
    """How formulas are written: the style, the words of definitions, and whether these are written out."""

    style: str
    words: Words
    unfold: bool = False
    times: bool = True

    def definitions(self) -> Mapping[str, Definition]:
        """The definitions by name."""
        return self.words.definitions

    def formula(self, term: Expr, where: Mapping[str, Expr]) -> str:
        """A formula, with abbreviations put in where nothing is unfolded."""
        if self.unfold:
            return self.write(self.unfolded(term))
        for name, value in sorted(where.items(), key=lambda item: -item[1].depth):
            term = _abbreviated(term, value, var(name, value.sort))
        return self.write(term)

    def unfolded(self, term: Expr) -> Expr:
        """The term with every definition written out, if that is wanted."""
        return normal(term, self.definitions()) if self.unfold else term

    def name(self, name: str) -> str:
        """How a name is written."""
        return self.write(var(name, VEC)) if name else ""

    def write(self, formula: Formula) -> str:
        """The text of a formula."""
        return write(formula, self.style, self.words)


def page(statement: Statement, result: StatementResult, writing: Writing) -> Page:
    """The page of a statement."""
    found = {form.name: form for form in result.forms}
    above = frozenset(algorithm.name for algorithm in statement.algorithms if not writing.unfold)
    forms = _told_apart(
        _form(form, found[form.name], writing, above, label_of(statement, result, form))
        for form in statement.forms
    )
    source = statement.source
    found_wrong = errata([(statement, result)])
    return Page(
        statement.id, statement.title, statement.kind, source.work, source.place, source.quote, forms,
        result.twins, result, _remarks(statement),
        tuple(view(algorithm, writing) for algorithm in statement.algorithms),
        _trials(statement, result), _own_definitions(statement, writing),
        statement.context, writing.style, tuple(distinct(found_wrong)),
        written(statement, writing, texts_shown(found_wrong)),
    )  # fmt: skip


def marked_by_coq(shown: Page, marks: Mapping[str, Mapping[str, bool]]) -> Page:
    """A page with the word Coq at those lines of forms of which Coq has checked all claims."""

    def line(one: LineView, good: Mapping[str, bool]) -> LineView:
        return replace(one, checked=f"{one.checked} Coq".strip()) if good.get(one.label) else one

    made = (
        replace(form, lines=tuple(line(one, marks.get(form.name, {})) for one in form.lines))
        for form in shown.forms
    )
    return replace(shown, forms=tuple(made))


def with_samples(shown: Page, samples: Mapping[str, Sample]) -> Page:
    """A page with what was seen of its forms in many worlds."""
    forms = tuple(replace(form, sample=samples.get(form.name)) for form in shown.forms)
    return replace(shown, forms=forms)


def _remarks(statement: Statement) -> tuple[str, ...]:
    """The remarks, and first of all whether the print is certain."""
    certainty = f"The printed form is as reconstructed: {statement.sure} % sure."
    known = (*(f"By hand: {one.printed}: {one.argument}" for one in statement.by_hand), *statement.remarks)
    return (certainty, *known) if statement.sure < 100 else known


def _own_definitions(statement: Statement, writing: Writing) -> tuple[tuple[str, str, str], ...]:
    """The user's definitions that the formulas of a statement use, and those that these use."""
    words = writing.words
    if not words.added:
        return ()
    made, formulas = [], [formula for form in statement.forms for formula in _formulas(form)]
    for name in (name for name in used_definitions(formulas, words.definitions) if name in words.added):
        definition = words.definitions[name]
        given = ", ".join(f"{parameter}: {sort}" for parameter, sort in definition.parameters)
        made.append((f"{name}({given})", writing.write(definition.body), words.says.get(name, "")))
    return tuple(made)


def _formulas(form: Form) -> list[Expr]:
    """All that a form says and its proof asserts."""
    theorem = form.theorem
    return [
        *(formula for _, formula in theorem.hypotheses), theorem.conclusion, *form.where.values(),
        *(line.formula for line in form.steps), *form.proof.where.values(),
    ]  # fmt: skip


def _trials(statement: Statement, result: StatementResult) -> tuple[str, ...]:
    """What experiments showed, or which ones there are, or why there is none."""
    if result.experiments:
        return tuple(experiment_words(experiment) for experiment in result.experiments)
    why = why_untried(statement)
    named = tuple(f"{line} (dptheory verify {statement.id} runs it)" for line in statement.experiments)
    return named or ((f"none: {why}",) if why else ("none, and no reason is given",))


def experiment_words(experiment: ExperimentSummary) -> str:
    """What a seeded trial showed, on one line."""
    twin = "its twin was rejected" if experiment.twin_rejected else "ITS TWIN WAS NOT REJECTED"
    return (
        f"{experiment.name}: {experiment.verdict}, observed / bound = {experiment.ratio:.3g} "
        f"(n = {experiment.samples}, confidence {experiment.confidence:g}, seed {experiment.seed}); {twin}"
    )


def label_of(statement: Statement, result: StatementResult, form: Form) -> str:
    """What a form is called: a sharp one that no twin shows to be attained is an improved one."""
    improved = form.kind == SHARP and not is_attained(statement, result, form.name)
    return IMPROVED if improved else form.kind


def _form(form: Form, result: FormResult, writing: Writing, above: frozenset[str], label: str) -> FormView:
    """The view of a form; names that stand for algorithms above it are not explained again."""
    theorem = form.theorem
    steps = {step.label: step for step in result.steps}
    unsaid = {line.label for line in form.steps[:-1] if _trivial(line, steps.get(line.label))}
    lines = tuple(
        _line(line, steps.get(line.label), form.proof.where, writing, unsaid)
        for line in form.steps if line.label not in unsaid
    )  # fmt: skip
    return FormView(
        form.name, label, _of(form), _hypotheses(form, GIVEN, writing),
        _hypotheses(form, PRESUPPOSED, writing),
        _abbreviations(form.proof.where or form.where, writing, above),
        writing.formula(theorem.conclusion, form.where), form.proof_place, lines, result.verdict,
        result.proof, result.model, result.witness, result.note, _hypotheses(form, ADDED, writing),
        tuple(writing.write(op("gt", PROP, var(name, REAL), num(0))) for name in theorem.constants),
        tuple(
            (", ".join(writing.write(var(name, theorem.variables[name])) for name in names), words)
            for words, names in letters(theorem)
        ),
        form.covers, _short(form, writing),
    )  # fmt: skip


def _short(form: Form, writing: Writing) -> tuple[str, ...]:
    """What a form supposes in few words: λ, ε, R > 0, then the other hypotheses."""
    said = [formula for mark in (GIVEN, ADDED, PRESUPPOSED) for _, formula in form.marked(mark)]
    signs = [f for f in said if f.head == "gt" and f.args[0].head == "var" and f.args[1] == num(0)]
    names = [f"{writing.write(f.args[0])}, " for f in signs[:-1]]
    first = ["".join(names) + writing.write(signs[-1])] if signs else []
    return *first, *(writing.formula(f, form.where) for f in said if f not in signs)


def _told_apart(forms: Iterable[FormView]) -> tuple[FormView, ...]:
    """Forms under heads of their own: of two that are headed alike the second has its name there."""
    made, heads = list[FormView](), set[tuple[str, str]]()
    for form in forms:
        if (form.kind, form.reading) in heads:
            form = replace(form, reading="; ".join(filter(None, (form.name.partition(":")[2], form.reading))))
        heads.add((form.kind, form.reading))
        made.append(form)
    return tuple(made)


def _abbreviated(term: Expr, value: Expr, name: Expr) -> Expr:
    """A term with a name for a value, but not where a bound variable is called like one that it speaks of."""
    if term == value:
        return name
    if term.head == "lam" and term.label in value.names:
        return term
    return rebuild(term, tuple(_abbreviated(part, value, name) for part in term.args))


def _of(form: Form) -> str:
    """Which part of the text a form is, and how it reads it."""
    return "; ".join(filter(None, (form.part and f"part: {form.part}", form.reading)))


def _hypotheses(form: Form, mark: str, writing: Writing) -> tuple[tuple[str, str], ...]:
    return tuple((label, writing.formula(formula, form.where)) for label, formula in form.marked(mark))


def _abbreviations(
    where: Mapping[str, Expr], writing: Writing, above: frozenset[str]
) -> tuple[tuple[str, str], ...]:
    return tuple(
        (writing.write(var(name, term.sort)), writing.write(writing.unfolded(term)))
        for name, term in where.items()
        if name not in above
    )


def _trivial(line: Line, step: StepResult | None) -> bool:
    """Whether a line that was checked compares a term with itself: rules ask for it, readers do not."""
    said = line.formula
    checked = step is not None and step.verdict.status == PROVED and not line.sources
    return checked and said.head in ("eq", "le", "ge") and said.args[0] == said.args[1]


def _line(
    line: Line, step: StepResult | None, where: Mapping[str, Expr], writing: Writing, unsaid: Set[str]
) -> LineView:
    verdict = step.verdict if step is not None else Verdict(UNKNOWN, "not reached")
    cited = ", ".join(label for label in line.sources if label not in unsaid)
    by = RULE_WORDS.get(line.by, line.by)
    reason = f"{cited}: {by}" if cited else by
    problem = verdict.reason if verdict.status == UNKNOWN else ""
    checked = _checked(line, step, verdict, writing) if not problem else ""
    return LineView(
        line.label, writing.formula(line.formula, where), reason, MARKS[verdict.status], checked, problem
    )


def _checked(line: Line, step: StepResult | None, verdict: Verdict, writing: Writing) -> str:
    """What stands after the mark: the number of the rule, or how long the calculation took."""
    if verdict.reason.startswith("rule "):
        return verdict.reason
    if line.by == "calc" and step is not None and writing.times:
        return f"{1000 * step.seconds:.2g} ms"
    return "given" if verdict.status == PROVED_GIVEN else ""


def proof_words(proof: ProofResult) -> str:
    """The verdict on a proof in words."""
    if proof.verdict == SOUND:
        return "sound"
    if proof.verdict == BROKEN:
        return f"broken at step {proof.step}" + (f": {proof.reason}" if proof.reason else "")
    return "none" + (f": {proof.reason}" if proof.reason else "")


def witness_words(witness: WitnessResult) -> str:
    """A world and what comes out there."""
    world = world_words(complete(witness.world))
    return f"{world}" + (f"   there {outcome_words(witness.outcome)}" if witness.outcome else "")


def verdict_words(verdict: Verdict) -> str:
    """A verdict with its reason."""
    reason = verdict.reason
    size, colon, outcome = reason.partition(": ")
    if verdict.status == REFUTED and colon and size.startswith("n = "):
        reason = f"{size}: {outcome_words(outcome)}"
    return f"{verdict.status}" + (f" ({reason})" if reason else "")


def grounds(result: StatementResult) -> str:
    """What a statement rests on in the end: rules and unproved results, or why there are none."""
    if result.axioms:
        return "; ".join(result.axioms)
    verdicts = {form.verdict.status for form in result.forms}
    if verdicts & {PROVED, PROVED_GIVEN}:
        return STRUCTURAL_ALONE
    return "nothing: a definition" if verdicts <= {DEFINED} else "nothing: no form is proved"
