"""Running all checks on statements: derivations, models, refutations, slips, twins.

Certificates come from a store (what ``proofs/`` holds); where one is missing the prover is asked,
unless searching is switched off. Every verdict is the kernel's, given now.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from ..kernel import (
    PROVED,
    PROVED_GIVEN,
    REFUTED,
    UNKNOWN,
    KernelError,
    Outcome,
    Refuted,
    Verdict,
)
from ..kernel.logic import Checked, Judged, Line, Theorem, show, theorem_text
from ..kernel.models import World
from .certificates import Certificates
from .elaborate.completion import completed, written
from .graph import axioms, by_rule, cited_forms, dependency_graph, dependency_order
from .judgement import Judge
from .library import TheoryLibrary
from .model_search import recorded, refused, sought
from .results import (
    BROKEN,
    NONE,
    SOUND,
    FormResult,
    ProofResult,
    StatementResult,
    StepResult,
    TwinResult,
    WitnessResult,
)
from .statements import Form, Slip, Twin
from .supplements import workings
from .witnesses import ALWAYS, failing, is_definition, spoken

Progress = Callable[[str], None]


class Verifier(Judge):
    """Verifies the forms of a library in dependency order."""

    def __init__(
        self,
        library: TheoryLibrary,
        certificates: Certificates,
        progress: Progress,
    ) -> None:
        super().__init__(library, certificates)
        self.progress = progress
        self.graph, self.structural = dependency_graph(library, ()), by_rule()
        self.results: dict[str, FormResult] = {}
        self.unsatisfied: dict[str, TwinResult] = {}
        self.models: dict[str, tuple[str, ...]] = {}

    def order(self, forms: Sequence[str]) -> list[str]:
        """Forms of the library and all they rest on, each after what it uses. What was judged is left out,
        with what it alone rests on."""
        if any(form not in self.graph for form in forms):
            self.graph = dependency_graph(self.library, [*self.graph, *forms])
        open_ = {form: used for form, used in self.graph.items() if form not in self.judged}
        wanted = [form for form in forms if form in open_]
        return [form for form in dependency_order(open_, wanted) if form in open_]

    def _verified(self, forms: Sequence[str]) -> None:
        """Results for forms and for all they rest on, where there are none yet."""
        for name in self.order(forms):
            known = self.library.form(name)
            if known is not None:
                self.results[name] = self._form(known[1])

    def verdicts(self, forms: Sequence[str]) -> dict[str, Verdict]:
        """The verdicts of forms alone, after everything that they rest on."""
        self._verified(forms)
        return {name: self.judged[name].verdict for name in forms}

    def anew(self, name: str) -> StatementResult:
        """The result for one statement, found again even where its forms were looked at before."""
        for form in self.library.get(name).forms:
            self.judged.pop(form.name, None)
        return self.statement(name)

    def statement(self, name: str) -> StatementResult:
        """The result for one statement, after everything that it rests on."""
        statement = self.library.get(name)
        self._verified([form.name for form in statement.forms])
        forms = tuple(self.results[form.name] for form in statement.forms)
        twins = [self._twin(twin) for twin in statement.twins]
        twins += [self.unsatisfied[form.name] for form in forms if form.name in self.unsatisfied]
        uses = list(dict.fromkeys(c for form in statement.forms for c in cited_forms(form, self.structural)))
        source = statement.source
        return StatementResult(
            statement.id,
            statement.title,
            statement.kind,
            source.work,
            source.quote,
            forms,
            tuple(twins),
            uses=tuple(uses),
            axioms=tuple(axioms(self.library, name, self.graph)),
            problems=tuple(f"{form.name}: {form.verdict.reason}" for form in forms if not form.hash),
            workings=workings(statement, self.certificates, self._status, self.library),
        )

    def _status(self, name: str) -> str:
        """The verdict of a statement's best form, verified now if it was not before."""
        if name not in self.library.statements:
            return UNKNOWN
        best, mine = self.library.get(name).best.name, self.certificates
        # what it needs is not this statement's own
        self.certificates = Certificates(mine.known, mine.search, models=mine.models)
        self._verified([best])
        self.certificates = mine
        return self.judged[best].verdict.status

    # -- forms -------------------------------------------------------------------------------

    def _form(self, form: Form) -> FormResult:
        """A form as the kernel judges it; what stands here is only put in other words."""
        self.progress(form.name)
        definition, (fails, note) = is_definition(form), failing(form)
        found, steps = self._judge(form, every=False)
        if (found.stopped or steps.open) and steps.told == ():
            found, steps = self._judge(form, every=True)
        witness = None
        if found.refuted is not None and fails is not None:
            witness = self._witness(form.theorem, fails, found.refuted, note)
            if definition:
                self.unsatisfied[form.name] = TwinResult(form.kind, ALWAYS, found.refuted.verdict, witness)
        slips = [(slip, *self._refute(slip)) for slip in form.slips]
        verdict, world = found.judged.verdict, self.models.get(form.name, ())
        return FormResult(
            form.name, form.kind, form.reading, verdict, _proof(form, found, slips), tuple(steps.results),
            _in_world(found.model, world), witness, form.note, verdict.about, form.part, steps.told,
            found.judged.cites, form.covers, world,
        )  # fmt: skip

    def _judge(self, form: Form, every: bool) -> tuple[Outcome, _Steps]:
        """The kernel's judgement, after what the author left out of the proof was filled in."""
        has, get = self.certificates.has, self.certificates.get
        proves = lambda claim: get(claim) is not None  # noqa: E731
        lines = completed(form.theorem, form.steps, self.kernel_library, has, every, proves)
        steps = _Steps(lines, self.judged, tuple(written(line) for line in lines if line not in form.steps))
        return self._in_model(form, lines, steps), steps

    def _in_model(self, form: Form, lines: Sequence[Line], steps: _Steps) -> Outcome:
        """The judgement of a form; where it states no model, in the recorded one, or, where only a model is
        missing and the kernel accepts none that is recorded, in one that is looked for."""
        self.models.pop(form.name, None)
        if form.model is not None or not form.steps or failing(form)[0] is not None:
            return self.judge(form, lines, steps.add)
        held, about = self.certificates, self._about(form, lines)
        found = self._with(form, lines, recorded(held, about), steps) or self.judge(form, lines, steps.add)
        if not found.no_model or found.derived.status not in (PROVED, PROVED_GIVEN):
            return found
        world = sought(held, about, form.theorem, self.library.definitions)
        again = self._with(form, lines, world, steps)
        if again is None:
            self.judged[form.name] = found.judged
        return again or found

    def _about(self, form: Form, lines: Sequence[Line]) -> str:
        """The hash of a form with this proof, by which its model is found; the kernel makes its own. Empty
        where the kernel will refuse the form."""
        named = dict.fromkeys(line.by for line in lines)
        cites = [self.judged[name].verdict.about for name in named if name in self.judged]
        try:
            return theorem_text(form.theorem, self.library.definitions, cites).split()[-1]
        except KernelError:
            return ""

    def _with(self, form: Form, lines: Sequence[Line], world: World | None, steps: _Steps) -> Outcome | None:
        """The judgement of a form in a world as its model. None where there is no world, or where the kernel
        refuses it, which is forgotten then with the certificates that it owed."""
        if world is None:
            return None
        before, told = dict(self.certificates.used), steps.results.copy()
        steps.results.clear()
        found = self.judge(replace(form, model=world), lines, steps.add)
        if found.no_model:
            refused(self.certificates, found.judged.verdict.about, before)
            steps.results[:] = told
            return None
        self.models[form.name] = world.entries
        return found

    def _refute(self, false: Slip | Twin) -> tuple[Verdict, WitnessResult]:
        """A step or a twin that is said to be false, with the world where it fails."""
        world, note = false.refutation.world, false.refutation.note
        found = self.refuted(false)
        return found.verdict, self._witness(false.theorem, world, found, note)

    def _witness(self, theorem: Theorem, world: World, found: Refuted, note: str) -> WitnessResult:
        outcome = "" if found.fails is None else found.fails.negated().text
        return WitnessResult(spoken(world, theorem, self.library.definitions), outcome, note)

    def _twin(self, twin: Twin) -> TwinResult:
        return TwinResult(twin.of, twin.note, *self._refute(twin))


class _Steps:
    """The lines of a derivation as they are checked, each with the time that it took."""

    def __init__(self, lines: Sequence[Line], judged: Mapping[str, Judged], told: tuple[str, ...]) -> None:
        self.lines, self.judged, self.told = {line.label: line for line in lines}, judged, told
        self.results: list[StepResult] = []
        self.start = time.perf_counter()

    @property
    def open(self) -> bool:
        """Whether there is a calculation without a certificate."""
        return any(step.verdict.status == UNKNOWN for step in self.results)

    def add(self, checked: Checked) -> None:
        line, now = self.lines[checked.label], time.perf_counter()
        checker = "kernel/real" if line.by == "calc" else "kernel/logic"
        cited = self.judged.get(line.by)
        self.results.append(
            StepResult(
                line.label, show(line.formula), line.by, line.sources, checked.verdict, checker,
                now - self.start, cited.verdict.about if cited else "",
            )
        )  # fmt: skip
        self.start = now


def _in_world(said: str, world: Sequence[str]) -> str:
    """What the kernel said of a model, with its lines where no text has them."""
    return f"{said}: {'; '.join(line.removeprefix('value ') for line in world)}" if world else said


def _proof(form: Form, found: Outcome, slips: Sequence[tuple[Slip, Verdict, WitnessResult]]) -> ProofResult:
    """The verdict on a proof: broken where a step is refuted or refused, sound where all are checked."""
    for slip, verdict, witness in slips:
        if verdict.status == REFUTED:
            return ProofResult(BROKEN, slip.step, slip.refutation.note, witness)
    if not form.steps:
        return ProofResult(NONE)
    if found.stopped:
        return ProofResult(BROKEN, found.stopped, found.lines[-1].verdict.reason)
    if found.derived.status in (PROVED, PROVED_GIVEN):
        return ProofResult(SOUND)
    return ProofResult(NONE, reason=found.derived.reason)


def verify(
    library: TheoryLibrary,
    names: Iterable[str] = (),
    *,
    certificates: Certificates | None = None,
    progress: Progress = lambda name: None,
) -> list[StatementResult]:
    """Results for the named statements (all, where none is named), each checked now."""
    verifier = Verifier(library, certificates or Certificates(), progress)
    chosen = library.select(names) if names else list(library.statements)
    verifier.order([form.name for name in chosen for form in library.get(name).forms])
    return [verifier.statement(name) for name in chosen]
