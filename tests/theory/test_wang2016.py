"""The verdicts on the core of Wang, Lei and Fienberg 2016, from recorded certificates alone."""

from __future__ import annotations

import pytest

from dptheory.kernel import PROVED, REFUTED
from dptheory.theory.results import BROKEN

REFUTED_FORMS = {
    "wang2016.lemma29:printed.up", "wang2016.proposition11:printed.not-private",
}  # fmt: skip
CORE = ("lemma4", "lemma8", "lemma10", "lemma14", "lemma29", "lemma30", "lemma31", "lemma34", "theorem7", "theorem15",
        "theorem18", "theorem32", "theorem35", "corollary9", "corollary9.generalisation", "proposition11",
        "proposition26")  # fmt: skip


@pytest.mark.parametrize("name", CORE)
def test_every_form_is_proved_except_those_refuted(name, results):
    for form in results[f"wang2016.{name}"].forms:
        wanted = REFUTED if form.name in REFUTED_FORMS else PROVED
        assert form.verdict.status == wanted, form.name


def test_what_is_refuted_is_there(results):
    names = {form.name for result in results.values() for form in result.forms}
    assert names >= REFUTED_FORMS


def test_steps_of_the_source_that_are_false(results):
    broken = {
        form.name
        for name in CORE
        for form in results[f"wang2016.{name}"].forms
        if form.proof.verdict == BROKEN
    }
    assert broken == {
        "wang2016.theorem7:printed.universal-learnable", "wang2016.lemma10:printed.rate",
    }  # fmt: skip
