"""Every form is tried in many worlds: what is counted, and what is no evidence of anything else."""

from __future__ import annotations

import pytest

from dptheory.theory.library import TheoryLibrary, extended
from dptheory.worlds.samples import NO_SIDES, Sample
from dptheory.worlds.sampling import sample

MINE = """
statement my.sums
  title  a sum of two positive numbers
  source my notes
  let    x, y: real
  form printed
    given first: x > 0
    given second: y > 0
    claim x*y <= (x**2 + y**2)/2
  form printed.false extends printed
    claim x*y <= (x**2 + y**2)/3
  form printed.equal extends printed
    claim (x + y)**2 = x**2 + 2*x*y + y**2
  form printed.loose extends printed
    claim -(x + y) <= x*y
  form printed.nowhere extends printed
    added below: x + y < 0
    claim x <= y
  form printed.bare extends printed
    claim x > 0 or y > 5
"""


@pytest.fixture(scope="module")
def mine(library: TheoryLibrary) -> TheoryLibrary:
    return extended(library, MINE, "my.thm")


def of(library: TheoryLibrary, name: str, seed: int = 0) -> Sample:
    form = library.form(name)
    assert form is not None
    return sample(form[1].theorem, library.definitions, seed=seed)


def test_the_ratio_of_a_true_claim_is_at_most_1(mine: TheoryLibrary) -> None:
    found = of(mine, "my.sums:printed")
    assert found.held >= 150 and found.largest == 1 and found.above == 0
    assert sum(found.tenths) <= found.held <= found.tried


def test_a_false_claim_has_ratios_above_1(mine: TheoryLibrary) -> None:
    found = of(mine, "my.sums:printed.false")
    assert found.largest == 1.5 and 0 < found.above < found.held


def test_an_equation_that_holds_has_the_ratio_1(mine: TheoryLibrary) -> None:
    found = of(mine, "my.sums:printed.equal")
    assert found.largest == 1 and found.above == 0 and found.tenths[-1] == sum(found.tenths)


def test_sides_of_different_signs_have_the_ratio_0(mine: TheoryLibrary) -> None:
    found = of(mine, "my.sums:printed.loose")
    assert found.largest == 0 and found.tenths[0] == sum(found.tenths) > 0


def test_where_no_world_is_found_it_is_said(mine: TheoryLibrary) -> None:
    found = of(mine, "my.sums:printed.nowhere")
    assert found.largest is None and found.held == 0 and "no world" in found.why


def test_what_has_no_sides_is_not_tried(mine: TheoryLibrary) -> None:
    found = of(mine, "my.sums:printed.bare")
    assert (found.tried, found.why) == (0, NO_SIDES)


def test_a_seed_has_one_sample(library: TheoryLibrary) -> None:
    name = "wu2015.section3.2.average:printed"
    assert of(library, name) == of(library, name) != of(library, name, seed=1)


def test_an_event_between_two_points_at_which_it_is_looked_at_has_its_chance(library: TheoryLibrary) -> None:
    """An interval far from the centre of the noise was taken for empty, and the ratio for a million."""
    assert of(library, "calculus.laplace-answers:printed.one").above == 0


def test_a_point_beside_which_a_function_is_lower_is_no_minimiser(library: TheoryLibrary) -> None:
    """The points at which quantifiers are tried had 1/4 among them, and nothing near to it."""
    assert of(library, "chaudhuri2020.section1.1.norm:printed").above == 0


def test_a_quadratic_is_lipschitz_nowhere_but_on_a_bounded_set(library: TheoryLibrary) -> None:
    """Its slope at the farthest points was taken for a rate."""
    assert of(library, "wu2015.theorem21:corrected").above == 0
