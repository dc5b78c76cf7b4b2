"""What findings may not say: a factor that no world shows, one defect twice, ignorance where a world is known."""

from __future__ import annotations

from dataclasses import replace

import pytest
from flint import fmpq

from dptheory.theory.errata import errata, sound
from dptheory.theory.findings import ADDED_KIND, HIDDEN
from dptheory.theory.library import extended, load_library
from dptheory.theory.nearness import factor, loose_by
from dptheory.theory.reader import read
from dptheory.theory.results import StatementResult
from dptheory.theory.statements import PRESUPPOSED, Refutation
from dptheory.theory.verification import verify

LIBRARY = load_library()
Results = dict[str, StatementResult]
TEXT = """statement example.bound
  title  a number of some size
  source Example, Lemma 1
  quote  A number of some size.
  let    x, y, r: real
  form printed
    given large: x >= 1/2
    given size: r >= 1
    claim {printed}
  form sharp extends printed
    drop size
    claim {sharp}
  twin of sharp: 1 % more
    claim {twin}
    world x = 1/2; r = {size}
"""


def loose(printed: str, sharp: str, twin: str, size: int = 2) -> str | None:
    statement = read(TEXT.format(printed=printed, sharp=sharp, twin=twin, size=size), {}).statements[0]
    worse, better = (statement.form(kind) for kind in ("printed", "sharp"))
    assert worse is not None and better is not None
    found = loose_by(worse, better, statement.twins[0])
    return None if found is None else found.words


def test_a_factor_needs_a_world_in_which_the_printed_claim_says_something() -> None:
    """A bound that is violated in the world of the sharp one was called loose by the factor 1/2 there."""
    assert loose("x <= 3*r", "x <= r + 1", "x <= 99/100*r", 2) == "(3*r)/(r + 1)"
    assert loose("x <= 3*r", "x <= r + 1", "x <= 99/100*r", 0) is None  # r >= 1 does not hold there
    theorem = LIBRARY.get("wu2015.algorithm5.sensitivity")
    corrected, sharp, printed = (theorem.form(kind) for kind in ("corrected", "sharp", "printed"))
    assert corrected and sharp and printed and printed.refutation
    (twin,) = theorem.twins
    found = loose_by(corrected, sharp, twin)
    assert found is not None and found.words == "(v*R**2)/(R + 1)**2" and found.low == 2
    violated = replace(twin, refutation=Refutation(printed.refutation.world))
    half = factor(corrected.theorem.conclusion, sharp.theorem.conclusion, violated.refutation.world)
    assert half is not None and half.low == half.high == fmpq(1, 4)
    assert loose_by(corrected, sharp, violated) is None


def test_a_factor_is_above_one_and_of_lower_bounds_the_other_way_round() -> None:
    """A lower bound was called loose by 2/5, and a rate by 1."""
    assert loose("x >= 1/10", "x >= 1/4", "x >= 51/100") == "5/2"
    assert loose("x <= 1/10", "x <= 1/4", "x <= 51/100") is None
    assert loose("x <= r", "x <= 2", "x <= 1/4") is None
    theorem = LIBRARY.get("wu2015.section3.3.perturbed")
    printed, sharp = (theorem.form(kind) for kind in ("printed", "sharp"))
    assert printed and sharp
    twin = next(twin for twin in theorem.twins if twin.of == "sharp")
    assert loose_by(printed, sharp, twin) is None  # in dimension one the printed radius is the quantile


def test_a_sentence_that_fails_in_two_readings_is_one_finding(results: Results) -> None:
    """The noise of Algorithm 4 was refuted as equal, and lacked a hypothesis as enough."""
    name = "wu2015.section4.2.scale"
    (entry,) = errata([(LIBRARY.get(name), results[name])])
    assert entry.kind == HIDDEN and entry.conditions == ("lam <= 1",)
    assert [failure.printed for failure in entry.also] == [entry.printed.replace(">=", "=")]


def test_more_settings_need_not_give_more_entropy(results: Results) -> None:
    name = "wu2015.section4.2.entropy"
    pairs = [(LIBRARY.get(name), results[name])]
    (entry,) = errata(pairs)
    assert entry.kind == HIDDEN and entry.witness is not None and not sound(pairs)


@pytest.mark.parametrize(
    "name", ["wu2015.section3.3.perturbed", "wang2016.section4.constant", "wang2016.example21.rate"]
)
def test_a_hypothesis_that_is_added_is_shown_to_be_needed(name: str, results: Results) -> None:
    """Of these it was said not to be known, with a world at hand."""
    pairs = [(LIBRARY.get(name), results[name])]
    (entry,) = [entry for entry in errata(pairs) if entry.kind == ADDED_KIND]
    assert entry.witness is not None and "it fails with" in entry.explanation


def test_no_finding_claims_ignorance() -> None:
    text = TEXT.format(printed="x <= r", sharp="x <= r", twin="x <= 0", size=1)
    text = text.split("  form sharp")[0].replace("given size: r >= 1", "added size: r >= x")
    text += "    proof by assumption\n      1: x <= r by calc from size\n    model x = 1; r = 1\n"
    library = extended(LIBRARY, text, "example.bound")
    (entry,) = errata([(library.get("example.bound"), verify(library, ["example.bound"])[0])])
    assert entry.kind == ADDED_KIND and entry.witness is None
    assert entry.explanation == "the source does not state it; no world where it fails without it is recorded"


def test_an_algorithm_that_is_asked_for_may_be_run_on_its_records_in_random_order() -> None:
    """That its output does not depend on their order was called a hypothesis that the source lacks."""
    for name in ("theorem7", "lemma4", "lemma10", "lemma14", "theorem15", "theorem32", "section2.3.stable"):
        statement = LIBRARY.get(f"wang2016.{name}")
        marks = {
            form.mark(label)
            for form in statement.forms
            for label, _ in form.theorem.hypotheses
            if label in ("exchanged", "unordered") and form.kind == "printed"
        }
        assert marks == {PRESUPPOSED} and any("random order" in remark for remark in statement.remarks)
    for name in ("lemma31", "lemma34"):  # these are about a given one, and say by hand what is false of tuples
        statement = LIBRARY.get(f"wang2016.{name}")
        assert [one.severity for one in statement.by_hand] == ["reading"]
        assert {form.mark("exchanged") for form in statement.forms if form.kind == "printed"} == {PRESUPPOSED}
