"""Hypotheses of printed forms: each is stated by the source, taken for granted by its notation, or a finding."""

from __future__ import annotations

import re
from functools import cache

import pytest

from dptheory.kernel import PROVED, PROVED_GIVEN
from dptheory.theory.errata import errata, parts, sound
from dptheory.theory.findings import ADDED_KIND
from dptheory.theory.library import load_library
from dptheory.theory.outline import OutlineError
from dptheory.theory.reader import read
from dptheory.theory.statements import GIVEN, PRINTED, Form, Statement

LIBRARY = load_library()
SOURCES = ("wu2015", "chaudhuri2020", "wang2016")


@cache
def prints() -> list[tuple[Statement, Form]]:
    """The sources' printed forms: read here, since every process collects the tests, and few need the library."""
    return [
        (statement, form)
        for statement in map(LIBRARY.get, LIBRARY.statements)
        if not statement.source.is_own
        for form in statement.forms
        if form.kind == PRINTED
    ]


def said(statement: Statement, form: Form) -> str:
    """What the source says, as far as the statement has it: its line, lines elsewhere, the algorithm's."""
    algorithm = next((a for a in statement.algorithms if a.name == form.runs), None)
    lines = [] if algorithm is None else [*algorithm.inputs, *(line.words for line in algorithm.lines)]
    return " ".join(" ".join([statement.source.quote, *statement.context, *lines]).split())


def test_the_words_of_a_hypothesis_stand_in_the_source() -> None:
    assert len(prints()) > 300
    for statement, form in prints():
        for label, words in form.words.items():
            assert " ".join(words.split()) in said(statement, form), f"{form.name}: {label}: {words}"


def test_each_hypothesis_that_is_given_has_the_words_that_state_it() -> None:
    """Of what is claimed to hold as printed. Steps of an algorithm are stated by its lines."""
    for statement, form in prints():
        if statement.id.partition(".")[0] in SOURCES and form.refutation is None:
            steps = {label for algorithm in statement.algorithms for label, _ in algorithm.solved}
            unsaid = [label for label, _ in form.marked(GIVEN) if label not in {*form.words, *steps}]
            assert unsaid == [], form.name


def test_a_form_with_an_added_hypothesis_is_a_finding_and_not_sound(library, results) -> None:
    pairs = [(library.get(name), results[name]) for name in results]
    good = {entry.id for entry in sound(pairs)}
    found = {(entry.id, entry.kind) for entry in errata(pairs)}
    added = {
        statement.id
        for statement, form in prints()
        if form.added and result_of(results, form).verdict.status in (PROVED, PROVED_GIVEN)
    }
    assert {"wu2015.section3.3.perturbed", "wang2016.section4.constant"} <= added
    assert not added & good
    for name in added:
        assert (name, ADDED_KIND) in found or (name, "hidden-hypothesis") in found


def test_what_output_perturbation_needs_was_said_not_to_be_known(library, results) -> None:
    """Without the bound on the slopes Algorithm 1 fails in the world that refutes Theorem 1 as printed."""
    names = [name for name in results if name.startswith("chaudhuri2020.")]
    added = [e for e in errata((library.get(n), results[n]) for n in names) if e.kind == ADDED_KIND]
    assert {e.id for e in added} == {
        "chaudhuri2020.section1.2.sensitivity-one", "chaudhuri2020.algorithm1", "chaudhuri2020.section1.2.gaussian",
    }  # fmt: skip
    for entry in added:
        assert entry.witness is not None and "it fails with l(t) = −" in entry.explanation


def result_of(results, form: Form):
    name = form.name.partition(":")[0]
    return next(one for one in results[name].forms if one.name == form.name)


TEXT = """statement example.sum
  title  the sum of two small numbers
  source Example, Lemma 1
  quote  Two numbers, the first small, have a small sum.
  let    x, y, r: real
  form printed
    given first: x <= r -- "the first small"
    added second: y <= r
    claim x + y <= 2*r
    proof by adding
      1: x + y <= 2*r by calc from first, second
    model
      value x = 1
      value y = 1
      value r = 1
"""


def test_marks_and_words_are_read() -> None:
    (form,) = read(TEXT, {}).statements[0].forms
    assert [(label, form.mark(label)) for label, _ in form.theorem.hypotheses] == [
        ("first", "given"), ("second", "added"),
    ]  # fmt: skip
    assert form.words == {"first": "the first small"}


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('-- "the first small"', "-- the first small", "quoted"),
        ('x <= r -- "the first small"', "x <= r -- r", "quoted"),
        ("added second: y <= r", 'added second: y <= r -- "have a small sum"', "quoted"),
        ("form printed", "form corrected", "only a printed form"),
        ("  let ", "  about taste\n  let ", "privacy|false|proof"),
        ("  let ", "  by-hand grave: what: why\n  let ", "by-hand privacy"),
        ("  let ", "  covers most: the rest\n  let ", "covers"),
        ("    claim", "    covers part\n    claim", "covers"),
    ],
)
def test_marks_that_are_not_understood_are_refused(old: str, new: str, said: str) -> None:
    with pytest.raises(OutlineError, match=re.escape(said)):
        read(TEXT.replace(old, new), {})


def test_what_a_form_covers_is_read_and_is_no_part_of_the_theorem() -> None:
    marked = TEXT.replace("  let ", "  covers part: the rest\n  let ")
    (plain,), (part,) = (read(text, {}).statements[0].forms for text in (TEXT, marked))
    assert (plain.covers, part.covers) == ("", "part: the rest")
    own = marked.replace("    claim", "    covers arithmetic: the sum\n    claim")
    assert read(own, {}).statements[0].forms[0].covers == "arithmetic: the sum"
    assert plain.theorem == part.theorem


def test_only_whole_claims_are_sound(library, results) -> None:
    """One inequality of two, a calculation whose hypothesis is the claim, one of two directions were."""
    pairs = [(library.get(name), results[name]) for name in results]
    good, held = ({entry.id for entry in kind(pairs)} for kind in (sound, parts))
    for name in ("section3.3.equation5", "theorem32", "proposition12.learnable", "proposition33.learnable", "theorem15"):
        assert f"wang2016.{name}" in held - good
    for name in ("proposition17.efficiency", "lemma21", "proposition16.efficiency", "fact6.group"):
        assert f"wang2019.{name}" in held - good
    assert not good & held
    for name in good:
        assert not any(form.covers for form in library.get(name).forms if form.kind == PRINTED)
