"""What is worked out beside statements: exact worst cases, the argument of section 3.3, the phases."""

from __future__ import annotations

import copy
from dataclasses import replace

import pytest

from dptheory.commands.failures import failures
from dptheory.kernel import REFUTED
from dptheory.kernel.verdicts import sealed
from dptheory.theory.blocks import Texts
from dptheory.theory.certificates import Certificates
from dptheory.theory.library import TheoryLibrary, extended, load_library
from dptheory.theory.record import Entry, Record
from dptheory.theory.results import StatementResult, Working, WorkingLine
from dptheory.theory.supplement_lines import Work, WorstCase
from dptheory.theory.supplements import spoken_of, workings

LIBRARY = load_library()
LEMMA = "wang2016.section3.3.packing"


def _proved(name: str) -> str:
    return "proved"


def _rates() -> list[str]:
    (line,) = (line for line in LIBRARY.get("wang2016.proposition33").beside if isinstance(line, Work))
    return line.values["rates"].split()


def _found(name: str) -> tuple[Certificates, tuple[Working, ...]]:
    certificates = Certificates()
    return certificates, workings(LIBRARY.get(name), certificates, _proved, LIBRARY)


@pytest.mark.parametrize(
    "name", ["wang2016.lemma8", "wang2016.lemma30", "wang2016.lemma31", "wang2016.lemma34", "wang2016.corollary9",
             "wang2016.theorem35", LEMMA],
)  # fmt: skip
def test_the_value_stands_beside_the_printed_and_the_sharp_bound(name: str) -> None:
    certificates, found = _found(name)
    asked = [line.text for line in LIBRARY.get(name).beside if isinstance(line, WorstCase)]
    (working,) = (one for one in found if [line.label for line in one.lines] == asked)
    for line in working.lines:
        assert line.verdict.status == "checked"
        assert "the linear program's value is " in line.text
        assert any(f" {word}" in line.text for word in ("printed", "sharp", "at most"))
        assert "questions, multisets of " in line.verdict.reason and "data sets" in line.verdict.reason
    assert certificates.used


def test_the_value_of_lemma31() -> None:
    working = _found("wang2016.lemma31")[1][0]
    printed, sharp, pure = (line.text for line in working.lines)
    assert "at e^eps' = 7/3: the linear program's value is 1/15, printed 2/3*2*(1/10)" in printed
    assert "at e^eps' = 5/3: the linear program's value is 1/15, sharp 2/3*(1/10) (attained)" in sharp
    assert "value is 5/3, printed 1 + 2/3*2*(2 - 1); sharp 1 + 2/3*(2 - 1) (attained)" in pure


def test_nothing_is_searched_twice_and_nothing_tampered_is_believed() -> None:
    certificates, found = _found("wang2016.lemma30")
    recorded = Certificates(dict(certificates.used), search=False)
    assert workings(LIBRARY.get("wang2016.lemma30"), recorded, _proved, LIBRARY) == found
    assert recorded.used.keys() == certificates.used.keys()
    changed = copy.deepcopy(dict(certificates.used))
    for data in changed.values():
        data["value"] = "1/1000000"  # type: ignore[index]
    (working,) = workings(
        LIBRARY.get("wang2016.lemma30"), Certificates(changed, search=False), _proved, LIBRARY
    )
    assert {line.verdict.status for line in working.lines} == {"unknown"}
    (working,) = workings(LIBRARY.get("wang2016.lemma30"), Certificates({}, search=False), _proved, LIBRARY)
    assert {line.verdict.status for line in working.lines} == {"unknown"}


def test_most_statements_have_nothing_beside_them() -> None:
    for name in ("wu2015.theorem14", "wang2016.definition1", "wang2016.lemma4"):
        assert workings(LIBRARY.get(name), Certificates({}, search=False), _proved, LIBRARY) == ()


def test_the_argument_of_proposition12(results: dict[str, StatementResult]) -> None:
    for working in results["wang2016.proposition12"].workings:
        verdicts = {line.label: line.verdict.status for line in working.lines}
        assert {label for label, status in verdicts.items() if status == "refuted"} == {
            "printed 1", "printed 2", "printed 5", "printed 6", "printed 7"
        }  # fmt: skip
        assert "unknown" not in verdicts.values()


def test_the_phases_of_proposition33(results: dict[str, StatementResult]) -> None:
    (working,) = results["wang2016.proposition33"].workings
    answers = {line.label: line.text.split("   ")[0] for line in working.lines[: len(_rates())]}
    assert (
        answers["n**(-1/2)"] == "all"
        and answers["2/n"] == "some not (in words)"
        and answers["0"] == "some not"
    )
    assert all(line.decided for line in working.lines)
    verdicts = {line.label: line.verdict.status for line in working.lines}
    assert verdicts["2/n"] == verdicts["δ(n) = O(1/n)"] == "unknown" and verdicts["1/(100*n)"] == "cited"


def test_a_phase_rests_on_the_verdict_that_its_statement_has_now() -> None:
    (working,) = workings(
        LIBRARY.get("wang2016.proposition33"), Certificates({}, search=False), lambda name: "unknown", LIBRARY
    )
    line = next(line for line in working.lines if line.label == "0")
    assert line.verdict.status == "unknown" and not line.decided


def test_a_lemma_that_a_finite_world_refutes_is_reported(
    library: TheoryLibrary, results: dict[str, StatementResult]
) -> None:
    statement, result = library.get("wang2016.section3.3.group"), results["wang2016.section3.3.group"]
    bad = WorkingLine("x", "y", sealed(REFUTED, "a world", "a lemma"))
    wrong, _ = failures(statement, replace(result, workings=(Working("worst case", "t", (bad,)),)))
    assert any("refuted in a finite world" in line for line in wrong)
    assert not failures(statement, result)[0]


def test_the_record_depends_on_all_that_the_phases_speak_of() -> None:
    """The entry of Proposition 33 kept the words and verdicts of statements that its key did not cover."""
    name = "wang2016.proposition33"
    _, (made,) = _found(name)
    quoted = {line.text.rpartition("[")[2].rstrip("]") for line in made.lines[len(_rates()) :]}
    assert quoted and quoted == set(spoken_of(LIBRARY.get(name)))
    assert not spoken_of(LIBRARY.get("wang2016.lemma31"))


def test_the_record_is_stale_where_another_statement_answers() -> None:
    class Known(Record):
        def entry(self, name: str) -> Entry:
            return Entry(name, {}, key="key")

    cites = Texts().with_line("answers")
    entry = Entry("wang2016.proposition33", {}, cites=cites)
    assert Known(None)._key(entry) is not None
    assert Known(None)._key(replace(entry, cites=cites[1:])) is None


def test_values_for_which_nothing_can_be_worked_out_are_told() -> None:
    text = """
statement example.values
  title  a sum
  working thresholds n = 2, ratio = 1/2
  worst-case stability printed
  let    x: real
  form printed
    claim x <= x
"""
    statement = extended(LIBRARY, text, "a.thm").get("example.values")
    worst, working = workings(statement, Certificates(), _proved, LIBRARY)
    assert "e^eps with eps >= 0" in working.lines[0].verdict.reason and not working.lines[0].decided
    assert worst.lines[0].verdict.status == "refuted" or worst.lines[0].verdict.status == "unknown"
