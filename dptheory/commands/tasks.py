"""What is asked of a process that verifies: a task is one statement, given the verdicts on what it cites.

What a worker is given of a cited form is its verdict, which the kernel there compares with the form before
anything rests on it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from ..theory.certificates import Certificates, Models, accepted
from ..theory.library import TheoryLibrary
from ..theory.model_search import is_model
from ..theory.results import Standing, StatementResult
from ..theory.verification import Verifier
from .failures import failures
from .store import Kept

if TYPE_CHECKING:
    from ..lab.audit.records import Size
    from ..lab.audit.statements import Trials

Keep = Callable[[TheoryLibrary, StatementResult], Kept]


@dataclass(frozen=True)
class Task:
    """A statement to verify, what it cites, and whether its experiments are to be run."""

    name: str
    given: Mapping[str, Standing]
    experiments: str = "none"


@dataclass(frozen=True)
class Done:
    """A statement's result, the certificates that it needed, how its forms stand, and what the record is to
    keep of it, where that was asked for."""

    result: StatementResult
    certificates: Mapping[str, object]
    standing: Mapping[str, Standing]
    kept: Kept | None = None
    refused: tuple[str, ...] = ()
    """The keys of certificates that were known, and that the kernel does not accept."""
    missed: frozenset[str] = frozenset()
    """The keys of claims for which the prover found nothing."""


@dataclass
class Worker:
    """Verifies tasks; what several of them need is done once. `keep` makes what the record keeps of each. For
    claims that were `missed` before the prover is not asked again. `models` looks for models where forms
    state none."""

    verifier: Verifier
    known: Mapping[str, object]
    search: bool = True
    fresh: bool = False
    keep: Keep | None = None
    missed: frozenset[str] = frozenset()
    models: Models | None = None
    trials: Trials = field(default_factory=dict)

    def work(self, task: Task) -> Done:
        """The result of one task."""
        verifier = self.verifier
        for form, given in task.given.items():
            verifier.given(form, given.verdict, given.cites)
        known = Certificates(
            self.known, search=self.search, fresh=self.fresh, missed=set(self.missed), models=self.models
        )
        verifier.certificates = known
        result, refused = verifier.anew(task.name), tuple[str, ...]()
        if self.search and any(failures(verifier.library.get(task.name), result)):
            recalled = {} if self.fresh else {
                key: self.known[key] for key in known.used.keys() & self.known.keys() if not is_model(key)
            }  # fmt: skip
            refused = tuple(key for key in sorted(recalled) if not accepted(key, recalled[key]))
        if refused:  # damaged: searched for anew, the others are kept
            rest = {key: one for key, one in self.known.items() if key not in refused}
            verifier.certificates = Certificates(rest, fresh=self.fresh, models=self.models)
            result = verifier.anew(task.name)
        result = self._tried(result, task.experiments)
        judged = {form.name: verifier.judged[form.name] for form in result.forms}
        standing = {name: Standing(one.verdict, one.cites) for name, one in judged.items()}
        kept = None if self.keep is None else self.keep(verifier.library, result)
        held = verifier.certificates
        return Done(result, dict(held.used), standing, kept, refused, frozenset(held.missed))

    def _tried(self, result: StatementResult, size: str) -> StatementResult:
        """The result with the experiments that its statement names, where a size of them is asked for."""
        statement = self.verifier.library.get(result.id)
        if size == "none" or not statement.experiments:
            return result
        from ..lab.audit.statements import run_experiments

        chosen: Size = "full" if size == "full" else "quick"
        made = run_experiments(self.verifier.library, statement, chosen, seen=self.trials)
        return replace(result, experiments=made)
