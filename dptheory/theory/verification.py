"""Running all checks on statements: derivations, models, refutations, slips, twins.

Certificates come from a store (what ``proofs/`` holds); where one is missing the prover is asked,
unless searching is switched off. Every verdict is the kernel's, given now.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from ..defaults import EFFORT
from ..kernel.limits import KernelError
from ..kernel.logic.derivations import Checker, Library, Line, Theorem, theorem_hash
from ..kernel.logic.instances import check_model, refuted_in
from ..kernel.logic.printing import show
from ..kernel.logic.worlds import World
from ..kernel.real.claims import Claim
from ..kernel.verdicts import CITED, DEFINED, PROVED, PROVED_GIVEN, REFUTED, UNKNOWN, Verdict
from .graph import axioms, by_rule, cited_forms, dependency_graph, dependency_order
from .library import TheoryLibrary
from .results import (
    BROKEN,
    NONE,
    SOUND,
    ExperimentSummary,
    FormResult,
    ProofResult,
    StatementResult,
    StepResult,
    TwinResult,
    WitnessResult,
)
from .statements import Form, Refutation, Slip, Statement, Twin
from .workings import workings

if TYPE_CHECKING:
    from ..audit.records import Size
    from .experiments import Trials

Progress = Callable[[str], None]


@dataclass
class Certificates:
    """A store of certificates by the hash of their claim; asks the prover for what it lacks.

    `used` collects those that the current statement needed, so that they can be written.
    """

    known: Mapping[str, object] = field(default_factory=dict)
    search: bool = True
    fresh: bool = False
    effort: int = 2 * EFFORT
    used: dict[str, object] = field(default_factory=dict)

    def get(self, claim: Claim) -> object | None:
        """A certificate of a claim, or None; the kernel has yet to check it."""
        return self.held(claim.hash, lambda: self._prove(claim))

    def _prove(self, claim: Claim) -> object | None:
        from ..prover import prove

        return prove(claim, effort=self.effort).certificate

    def held(self, key: str, make: Callable[[], object | None]) -> object | None:
        """What is recorded under a key, or what is made by search, where that is allowed."""
        found = self.used.get(key)
        if found is None and not self.fresh:
            found = self.known.get(key)
        if found is None and self.search:
            found = make()
        if found is not None:
            self.used[key] = found
        return found

    def all(self, claims: Iterable[Claim]) -> dict[str, object]:
        """Certificates for claims, where there are any."""
        return {claim.hash: made for claim in claims if (made := self.get(claim)) is not None}


class Verifier:
    """Verifies the forms of a library in dependency order."""

    def __init__(
        self,
        library: TheoryLibrary,
        certificates: Certificates,
        progress: Progress,
        experiments: str = "none",
    ) -> None:
        self.library = library
        self.experiments = experiments
        self.certificates = certificates
        self.progress = progress
        self.graph, self.structural = dependency_graph(library, ()), by_rule()
        self.theorems: dict[str, Theorem] = {}
        self.results: dict[str, FormResult] = {}
        self.unsatisfied: dict[str, TwinResult] = {}
        self.hashes: dict[str, str] = {}
        self.trials: Trials = {}

    @property
    def kernel_library(self) -> Library:
        """What derivations may cite: definitions and the theorems verified so far."""
        return Library(self.library.definitions, self.theorems)

    def order(self, forms: Sequence[str]) -> list[str]:
        """Forms of the library and all they rest on, each after what it uses."""
        if any(form not in self.graph for form in forms):
            self.graph = dependency_graph(self.library, [*self.graph.nodes, *forms])
        return [form for form in dependency_order(self.graph, list(forms)) if self.library.form(form)]

    def _verified(self, forms: Sequence[str]) -> None:
        """Results for forms and for all they rest on, where there are none yet."""
        for name in self.order(forms):
            known = self.library.form(name)
            if name not in self.results and known is not None:
                self.results[name] = self._form(known[1])

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
            self._tried(statement),
            tuple(uses),
            tuple(axioms(self.library, name, self.graph)),
            workings=workings(name, self.certificates, self._status, self.library),
        )

    def _status(self, name: str) -> str:
        """The verdict of a statement's best form, verified now if it was not before."""
        if name not in self.library.statements:
            return UNKNOWN
        best, mine = self.library.get(name).best.name, self.certificates
        self.certificates = Certificates(mine.known, mine.search)  # what it needs is not this statement's own
        self._verified([best])
        self.certificates = mine
        return self.results[best].verdict.status

    def _tried(self, statement: Statement) -> tuple[ExperimentSummary, ...]:
        if self.experiments not in ("quick", "full") or not statement.experiments:
            return ()
        from .experiments import run_experiments

        self.progress(f"{statement.id}: experiments")
        size: Size = "full" if self.experiments == "full" else "quick"
        return run_experiments(self.library, statement, size, seen=self.trials)

    # -- forms -------------------------------------------------------------------------------

    def _form(self, form: Form) -> FormResult:
        self.progress(form.name)
        if form.holds is not None and form.fails is not None:
            return self._definition(form, form.holds, form.fails)
        model, problem = self._model(form)
        steps, derived = self._derive(form)
        slips = [self._slip(slip) for slip in form.slips]
        verdict, witness = derived, None
        if form.refutation is not None:
            verdict, witness = self._refute(form.theorem, form.refutation)
        elif form.cited and not form.steps:
            verdict = Verdict(UNKNOWN, f"no model: {problem}") if problem else Verdict(CITED, form.cited)
        elif problem and verdict.status in (PROVED, PROVED_GIVEN):
            verdict = Verdict(UNKNOWN, f"no model: {problem}")
        self.theorems[form.name] = replace(form.theorem, status=verdict.status)
        proof = self._proof(form, derived, slips)
        return FormResult(
            form.name,
            form.kind,
            form.reading,
            verdict,
            proof,
            tuple(steps),
            model,
            witness,
            form.note,
            self._hash(form),
            form.part,
        )

    def _definition(self, form: Form, holds: World, fails: World) -> FormResult:
        """A definition: a world that satisfies it and one that does not."""
        said = replace(
            form.theorem, hypotheses=(*form.theorem.hypotheses, ("definition", form.theorem.conclusion))
        )
        model, problem = self._model(replace(form, theorem=said, model=holds))
        counter, witness = self._refute(form.theorem, Refutation(fails, "a world that does not satisfy it"))
        note = "it would hold in every world"
        self.unsatisfied[form.name] = TwinResult(form.kind, note, counter, witness)
        verdict = Verdict(DEFINED, f"satisfied: {model}; not satisfied: {counter.reason}")
        if problem or counter.status != REFUTED:
            verdict = Verdict(UNKNOWN, problem or counter.reason)
        proof = ProofResult(NONE)
        return FormResult(
            form.name,
            form.kind,
            form.reading,
            verdict,
            proof,
            (),
            model,
            witness,
            form.note,
            self._hash(form),
            form.part,
        )

    def _hash(self, form: Form) -> str:
        """The hash of what the form says and of the forms that its proof cites."""
        names = cited_forms(form, self.structural)
        cited = [self.hashes[name] for name in names if name in self.hashes]
        self.hashes[form.name] = theorem_hash(form.theorem, self.library.definitions, cited)
        return self.hashes[form.name]

    def _model(self, form: Form) -> tuple[str, str]:
        """What the model is, or why there is none."""
        if form.model is None:
            return "", "none given"
        try:
            found = check_model(form.theorem, form.model, self.kernel_library, self.certificates.all)
        except KernelError as error:
            return "", str(error)
        return found.reason, ""

    def _derive(self, form: Form) -> tuple[list[StepResult], Verdict]:
        if not form.steps:
            return [], Verdict(UNKNOWN, "no proof is written down")
        checker = Checker(form.theorem, self.kernel_library)
        results: list[StepResult] = []
        for line in form.steps:
            start = time.perf_counter()
            verdict = self._line(checker, line)
            results.append(
                StepResult(
                    line.label,
                    show(line.formula),
                    line.by,
                    line.sources,
                    verdict,
                    "kernel/real" if line.by == "calc" else "kernel/logic",
                    time.perf_counter() - start,
                    self.hashes.get(line.by, ""),
                )
            )
            if verdict.status == UNKNOWN and line.by != "calc":
                return results, Verdict(UNKNOWN, f"step {line.label}: {verdict.reason}")
        return results, checker.conclude()

    def _line(self, checker: Checker, line: Line) -> Verdict:
        try:
            if line.by == "calc":
                line = replace(line, certificates=self.certificates.all(checker.claims(line)))
            return checker.line(line).verdict
        except KernelError as error:
            return Verdict(UNKNOWN, str(error))

    def _proof(
        self, form: Form, derived: Verdict, slips: list[tuple[Slip, Verdict, WitnessResult]]
    ) -> ProofResult:
        for slip, verdict, witness in slips:
            if verdict.status == REFUTED:
                return ProofResult(BROKEN, slip.step, slip.refutation.note, witness)
        if not form.steps:
            return ProofResult(NONE)
        if derived.status in (PROVED, PROVED_GIVEN):
            return ProofResult(SOUND)
        return ProofResult(NONE, reason=derived.reason)

    # -- refutations -------------------------------------------------------------------------

    def _refute(self, theorem: Theorem, refutation: Refutation) -> tuple[Verdict, WitnessResult]:
        world = refutation.world
        try:
            verdict, broken = refuted_in(theorem, world, self.kernel_library, self.certificates.all)
        except KernelError as error:
            return Verdict(UNKNOWN, f"the instance is not one: {error}"), _witness(world, "", refutation.note)
        return verdict, _witness(world, broken.negated().text, refutation.note)

    def _slip(self, slip: Slip) -> tuple[Slip, Verdict, WitnessResult]:
        verdict, witness = self._refute(slip.theorem, slip.refutation)
        return slip, verdict, witness

    def _twin(self, twin: Twin) -> TwinResult:
        verdict, witness = self._refute(twin.theorem, twin.refutation)
        return TwinResult(twin.of, twin.note, verdict, witness)


def _witness(world: World, outcome: str, note: str) -> WitnessResult:
    return WitnessResult(world.entries, outcome, note)


def verify(
    library: TheoryLibrary,
    names: Iterable[str] = (),
    *,
    certificates: Certificates | None = None,
    progress: Progress = lambda name: None,
    experiments: str = "none",
) -> list[StatementResult]:
    """Results for the named statements (all, where none is named), each checked now."""
    verifier = Verifier(library, certificates or Certificates(), progress, experiments)
    chosen = library.select(names) if names else list(library.statements)
    verifier.order([form.name for name in chosen for form in library.get(name).forms])
    return [verifier.statement(name) for name in chosen]
