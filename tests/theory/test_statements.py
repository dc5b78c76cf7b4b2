"""Every statement of the library, as it is recorded; the core is judged from the certificates alone."""

from __future__ import annotations

import pytest

from dptheory.commands.failures import failures
from dptheory.kernel import DEFINED, PROVED, REFUTED, UNKNOWN
from dptheory.theory.certificates import Certificates
from dptheory.theory.errata import errata, sound
from dptheory.theory.library import load_library
from dptheory.theory.results import BROKEN
from dptheory.theory.statements import CORRECTED, PRINTED, SHARP
from dptheory.theory.verification import verify

IDS = list(load_library().statements)

CORE = [
    "wu2015.lemma5",
    "wu2015.theorem8",
    "wu2015.section2.3.noise-norm",
    "wu2015.theorem9",
    "wu2015.lemma12",
    "wu2015.lemma13",
    "wu2015.theorem14",
    "wu2015.theorem15",
    "wu2015.theorem16",
    "wu2015.theorem16.remark",
    "wu2015.lemma17",
    "wu2015.theorem18",
    "wu2015.theorem19",
    "wu2015.theorem20",
    "wu2015.theorem21",
]


@pytest.mark.parametrize("name", IDS)
def test_a_statement_has_the_verdicts_that_its_text_calls_for(name, library, results):
    wrong, undecided = failures(library.get(name), results[name])
    assert wrong == []
    # what is cited for records without end has no checked model, and its remark says so
    assert undecided == [f"{name}:printed: no model: none given"] * (
        name == "wu2015.section4.2.not-learnable"
    )


BEYOND_WORLDS = {"calculus.two-valued", "wang2016.theorem7.exists", "wang2016.theorem32.exists"}
"""Of all algorithms, and of a law that is an image of noise: no world goes through these, so no twin is refuted."""


@pytest.mark.parametrize("name", IDS)
def test_a_statement_says_where_it_comes_from_and_has_a_false_neighbour(name, library, results):
    statement, result = library.get(name), results[name]
    assert statement.title and statement.source.work and statement.source.quote
    assert statement.source.place or not name.startswith("wu2015")
    assert name not in BEYOND_WORLDS or not result.twins
    if name not in BEYOND_WORLDS and any(form.kind == PRINTED and form.steps for form in statement.forms):
        assert result.twins and all(twin.verdict.status == REFUTED for twin in result.twins)


@pytest.mark.parametrize("name", IDS)
def test_what_is_proved_has_a_model_and_no_gap(name, results):
    for form in results[name].forms:
        if form.verdict.status == PROVED:
            assert form.model
            assert all(step.verdict.status != UNKNOWN for step in form.steps)
        if form.verdict.status == REFUTED:
            assert form.witness is not None and form.witness.outcome


def test_the_core_of_the_paper_is_there_and_nothing_of_it_is_unknown(results):
    for name in CORE:
        statuses = {form.verdict.status for form in results[name].forms}
        assert UNKNOWN not in statuses
        assert statuses & {PROVED, REFUTED, DEFINED}


def test_certificates_are_enough_for_the_core(library, results, certificates):
    found = verify(library, CORE, certificates=Certificates(certificates, search=False))
    assert [form.verdict.status for result in found for form in result.forms] == [
        form.verdict.status for name in CORE for form in results[name].forms
    ]


def test_the_findings_about_the_paper(library, results):
    pairs = [(library.get(name), results[name]) for name in results]
    found = {(entry.id, entry.kind): entry for entry in errata(pairs)}
    for key in (
        ("wu2015.lemma13", "typo"),
        ("wu2015.theorem14", "loose"),
        ("wu2015.theorem15", "loose"),
        ("wu2015.theorem16", "hidden-hypothesis"),
        ("wu2015.lemma17", "hidden-hypothesis"),
        ("wu2015.theorem18", "hidden-hypothesis"),
        ("wu2015.theorem19", "loose"),
        ("wu2015.theorem20", "hidden-hypothesis"),
        ("wu2015.theorem20", "broken-proof"),
        ("wu2015.theorem21", "hidden-hypothesis"),
        ("wu2015.theorem21", "broken-proof"),
    ):
        assert key in found
    for entry in errata(pairs):
        if entry.kind in ("refuted", "hidden-hypothesis", "broken-proof"):
            assert entry.witness is not None and entry.witness.outcome
    good = {entry.id for entry in sound(pairs)}
    assert {"wu2015.lemma5", "wu2015.lemma12", "wu2015.theorem8", "wu2015.theorem9"} <= good
    assert "wu2015.lemma13" in good
    assert not good & {"wu2015.theorem18", "wu2015.theorem20", "wu2015.theorem21"}


def test_the_sharp_forms_are_proved_beside_looser_printed_ones(results):
    for name in ("wu2015.theorem14", "wu2015.theorem15", "wu2015.theorem16", "wu2015.theorem19"):
        sharp = results[name].form(SHARP)
        assert sharp is not None and sharp.verdict.status == PROVED
    for name in ("wu2015.theorem20", "wu2015.theorem21"):
        corrected = results[name].form(CORRECTED)
        assert corrected is not None and corrected.verdict.status == PROVED


def test_a_broken_proof_says_nothing_against_the_statement(results):
    proposition = results["wang2016.proposition12"].forms[0]
    assert proposition.proof.verdict == BROKEN
    assert proposition.verdict.status == PROVED


def test_the_verdicts_on_the_algorithms_of_the_paper(results):
    """Algorithms 1, 2 and 4 are private as printed, 3 and 5 are not; each is its lines."""
    statuses = {n: [f.verdict.status for f in results[f"wu2015.algorithm{n}"].forms] for n in range(1, 6)}
    for place in (1, 2, 4):
        assert set(statuses[place]) == {PROVED}
    assert statuses[3] == [REFUTED, PROVED, PROVED]
    assert statuses[5] == [REFUTED, REFUTED, PROVED]


def test_at_most_three_sentences_of_a_source_are_undecided(results):
    undecided = {n for n, r in results.items() if any(f.verdict.status == UNKNOWN for f in r.forms)}
    assert undecided == {
        "wu2015.theorem4",
        "wu2015.section2.1.equivalence",
        "wu2015.section4.2.not-learnable",
        "wang2016.example16",
        "wang2016.theorem25",
        "wang2019.ops.larger",  # the work's own statement, of no source
    }


def test_a_finding_lists_what_is_missing_in_the_sources_own_terms(library, results):
    """A condition on a number that only the correction speaks of is no hypothesis that the source forgot."""
    pairs = [(library.get(name), results[name]) for name in results]
    found = {(entry.id, entry.kind): entry for entry in errata(pairs)}
    assert ("chaudhuri2020.section2.3.loss-approximate", "hidden-hypothesis") not in found
    assert found["chaudhuri2020.section2.3.loss-approximate", "refuted"].conditions == ("tau > eps",)
    assert found["chaudhuri2020.theorem1", "hidden-hypothesis"].conditions == ("slopes_within(l, 1)",)
    assert found["wu2015.theorem20", "hidden-hypothesis"].conditions
