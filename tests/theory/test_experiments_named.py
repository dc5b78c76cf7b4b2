"""Which statements experiments try, and what the others say instead."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from dptheory.commands.failures import failures
from dptheory.errors import BadInput
from dptheory.kernel import UNKNOWN, Verdict
from dptheory.lab.audit import catalog
from dptheory.lab.audit.records import Experiment, ExperimentResult
from dptheory.lab.audit.statements import Trials, read, run_experiments
from dptheory.theory.experiments import form_of, why_untried
from dptheory.theory.library import load_library
from dptheory.theory.outline import OutlineError
from dptheory.theory.reader import read as read_text
from dptheory.theory.results import ExperimentSummary, FormResult, ProofResult, StatementResult
from dptheory.theory.statements import Statement

LIBRARY = load_library()
SOURCES = ("wu2015", "sharp", "background", "wang2016", "calculus")
LEAST = 50
"""Statements of these sources that experiments try; more are welcome."""

STATEMENT = """
define same(S: data) := item(S, 1) = item(S, 1)
  says nothing of note about {S}

statement example.same
  title  every data set
  let    S: data
LINES  form printed
    claim same(S)
"""


@cache
def here() -> list[Statement]:
    """The statements of these sources: read here, since every process collects the tests."""
    return [LIBRARY.get(name) for name in LIBRARY.statements if name.split(".")[0] in SOURCES]


def test_every_statement_on_data_or_draws_is_tried_or_says_why_not() -> None:
    silent = [s.id for s in here() if not s.experiments and not why_untried(s)]
    assert silent == []
    assert sum(bool(s.experiments) for s in here()) >= LEAST


def test_a_reason_is_no_excuse_for_what_could_be_tried() -> None:
    """No statement that claims privacy, a rate of stability or a chance gets away with the computed reasons."""
    computed = ("it is a definition", "it speaks of no data set and of no random draw")
    for statement in here():
        if why_untried(statement) in computed and statement.kind != "definition":
            text = " ".join(str(form.theorem.conclusion) for form in statement.forms)
            assert not any(word in text for word in ("'private'", "'norm_stable'", "'l2laplace'", "'iid'"))


def test_experiments_exist_and_read_a_bound_off_their_form() -> None:
    known = {experiment.name: experiment for experiment in catalog.experiments()}
    for statement in here():
        for line in statement.experiments:
            name, _, kind = line.partition(" ")
            bound = read(LIBRARY, statement, kind, known[name].reading, lambda term: lambda: term)
            assert bound, (statement.id, line)


def test_what_has_no_noise_cannot_be_audited() -> None:
    with pytest.raises(BadInput, match="noise of a scale"):
        read(LIBRARY, LIBRARY.get("wu2015.theorem14"), "sharp", "eps", lambda term: lambda: term)


def test_a_violated_experiment_agrees_with_a_refuted_form_only() -> None:
    statement = LIBRARY.get("wu2015.algorithm5")
    nothing = ProofResult("none")
    forms = tuple(FormResult(f.name, f.kind, "", Verdict(UNKNOWN, ""), nothing) for f in statement.forms)

    def wrong(line: str) -> list[str]:
        found = ExperimentSummary(line, "violated", 1.9, 0.999, 10, 0, True)
        return failures(statement, StatementResult(statement.id, "", "", "", "", forms, (), (found,)))[0]

    assert form_of(statement, "x printed.inside").refutation
    assert wrong("x printed.inside") == []
    assert wrong("x corrected") == ["wu2015.algorithm5: the experiment x corrected violates the bound"]


def test_a_statement_has_experiments_or_a_reason_not_both() -> None:
    def reason(lines: str) -> str:
        return why_untried(read_text(STATEMENT.replace("LINES", lines), {}).statements[0])

    assert reason("  no experiment: there is nothing to measure\n") == "there is nothing to measure"
    assert reason("") == ""
    with pytest.raises(OutlineError, match="either experiments or a reason"):
        reason("  no experiment: none\n  experiment noise-tail printed\n")


def test_a_trial_on_the_same_terms_is_run_once_and_on_others_again(monkeypatch: pytest.MonkeyPatch) -> None:
    ran: list[str] = []
    run = Experiment.run

    def counted(self: Experiment, *given: Any, **more: Any) -> ExperimentResult:
        ran.append(self.name)
        return run(self, *given, **more)

    monkeypatch.setattr(Experiment, "run", counted)
    seen: Trials = {}
    statement = LIBRARY.get("wu2015.theorem18")
    first = run_experiments(LIBRARY, statement, "quick", seen=seen)
    count = len(ran)
    assert count > 0 and run_experiments(LIBRARY, statement, "quick", seen=seen) == first
    assert len(ran) == count
    assert run_experiments(LIBRARY, statement, "quick", seed=7, seen=seen) != first
    assert len(ran) == 2 * count
