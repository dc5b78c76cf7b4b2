"""Samples in the order of their places: the counterexample to the printed Lemma 34, counted."""

from itertools import combinations
from math import comb

import pytest

from dptheory.finite.ordered import counted, largest_change, ordered
from dptheory.kernel.logic import show
from dptheory.theory.certificates import Certificates
from dptheory.theory.library import TheoryLibrary
from dptheory.theory.supplements import workings

NAME = "wang2016.lemma34.ordered"
SIZES, BUDGET = (1, 4, 17, 69), "5/2"


def test_the_numbers_of_the_statement_are_those_that_are_counted(library: TheoryLibrary) -> None:
    found = ordered(SIZES, BUDGET)
    assert sum(found.before) == sum(found.after) == comb(sum(SIZES), len(SIZES))
    (form,) = library.get(NAME).forms
    left, right = show(form.theorem.conclusion).split(" > ")
    for counts, side in ((found.before, left), (found.after, right)):
        assert all(f"{number}*exp(" in side for number in counts if number)
    assert show(form.theorem.hypotheses[0][1]) == f"x = {BUDGET}"


@pytest.mark.parametrize("kinds", [[1, 2, 2, 0, 3, 1, 3], [0, 0, 0, 0], [3, 2, 1, 1, 2, 3, 3]])
def test_counting_is_going_through_all_samples(kinds: list[int]) -> None:
    every = [sum(k == p for p, k in enumerate(sample, 1)) for sample in combinations(kinds, 3)]
    assert counted(kinds, 3) == tuple(every.count(k) for k in range(4))


def test_what_does_not_exceed_the_printed_factor_is_not_said_to() -> None:
    assert ordered(SIZES, BUDGET).exceeds
    for sizes, eps in ((SIZES, "2"), (SIZES, "3"), ((1, 30, 30, 30), BUDGET), ((1, 4, 17), BUDGET)):
        assert not ordered(sizes, eps).exceeds
    assert largest_change(4) == (1, 4 * 5**2)
    assert ordered((1, 2, 3, 5, 6, 13), "95/100", "exp(2*gam*eps)").exceeds
    assert not ordered((1, 2, 3, 5, 6, 13), "95/100", "exp(3*gam*eps)").exceeds


def test_the_counts_stand_beside_the_statement(library: TheoryLibrary) -> None:
    (working,) = workings(library.get(NAME), Certificates(), lambda name: "proved", library)
    assert [line.verdict.status for line in working.lines] == ["checked"] * 4
    assert "192686 of count 2" in working.lines[1].text and "119350 of count 2" in working.lines[2].text
