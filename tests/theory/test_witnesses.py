"""What pages show of a world: the values that the claim and its hypotheses speak of."""

from __future__ import annotations

import pytest

from dptheory.theory.library import load_library
from dptheory.theory.reader import read
from dptheory.theory.witnesses import spoken

TEXT = """statement example.sum
  title  the sum of two numbers
  source Example, Lemma 1
  quote  A number and its double.
  let    x, y, r: real; f: vec -> vec; S: data
  form printed
    given first: x <= r
    claim forall u: vec. norm(f(u)) <= r
    refuted where f doubles
      records = 0, 1; x = 0; y = 7; r = 1; half = 1/2; f(w) = 2*w; u = 1; v = 2; data S = 1; data T = 0
"""


def test_values_of_names_that_a_form_does_not_speak_of_are_not_shown() -> None:
    """A quantified variable of the claim is spoken of."""
    (form,) = read(TEXT.replace("f(w) = 2*w", "f(v) = 2*v"), {}).statements[0].forms
    assert form.refutation is not None
    assert spoken(form.refutation.world, form.theorem, {}) == (
        "records = 0, 1", "value x = 0", "value r = 1", "value f(v) = 2*v", "value u = 1",
    )  # fmt: skip


def refuted(name: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The world of a form of the library, and what is shown of it."""
    library = load_library()
    found = library.form(name)
    assert found is not None and found[1].refutation is not None
    world = found[1].refutation.world
    return world.entries, spoken(world, found[1].theorem, library.definitions)


def test_what_definitions_quantify_over_is_shown() -> None:
    entries, shown = refuted("chaudhuri2020.algorithm1:printed.replace-one")
    # S, i, z and B stand in the definition of private alone
    assert shown == entries and "data S = 1" in shown


@pytest.mark.parametrize(
    ("name", "others"),
    [
        ("lemma13:printed.segment", {"gF(w)", "gl(w)", "M(u)", "N(u)", "th", "th1"}),
        ("fact6.advanced:printed.seen", {"K(t, x)", "L(t, x)", "y(t)", "k"}),
        ("proposition16:printed.everywhere", {"size"}),
    ],
)
def test_worlds_showed_names_of_other_forms(name: str, others: set[str]) -> None:
    entries, shown = refuted(f"wang2019.{name}")
    assert {entry.partition(" ")[2].partition(" = ")[0] for entry in set(entries) - set(shown)} == others
