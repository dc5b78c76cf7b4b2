"""Algorithms within algorithms on samples, and sizes that are rounded."""

import pytest

from dptheory.calculus.queries import query
from dptheory.errors import BadInput
from dptheory.kernel.logic import show
from dptheory.present.chains import chain_lines
from dptheory.present.styles import ASCII
from dptheory.theory.library import TheoryLibrary

from .conftest import Ask, rates

PAIR = ("B: Private(eps, 0)", "L: Private(mu, 0)")
NESTED = "subsample(compose(B, L), floor(sqrt(n))): Private"


def test_a_composition_on_samples_of_a_rounded_size(ask: Ask) -> None:
    found = ask(PAIR, NESTED, sharp=True)
    assert rates(found) == ["log(1 + m/n*(exp(eps + mu) - 1))"]
    assert [show(known) for known in found.query.defining] == ["m <= sqrt(n)", "sqrt(n) < m + 1"]
    assert not ask(PAIR[:1], NESTED, sharp=True).found
    assert not ask(PAIR, NESTED + "(log(1 + m/n*(exp(eps) - 1)), 0)", sharp=True).found


def test_the_page_says_which_names_are_integers(ask: Ask) -> None:
    def said(given: tuple[str, ...], goal: str) -> list[str]:
        return [
            line.split()[1]
            for line in chain_lines(ask(given, goal, sharp=True), ASCII)
            if line.startswith("integer")
        ]

    assert said(PAIR, NESTED) == ["m"]
    assert said(("Private(eps, 0)", PAIR[1]), "compose(A, L): Private") == []


def test_a_rounded_size_is_within_its_bounds(ask: Ask) -> None:
    given, goal = ("B: Private(eps, 0)",), "subsample(B, floor(sqrt(n))): Private"
    assert ask(given, f"{goal}(log(1 + (exp(eps) - 1)/sqrt(n)), 0)", sharp=True).found
    assert not ask(given, "subsample(B, floor(n + 1)): Private", sharp=True).found  # more than there are
    assert not ask(given, "subsample(B, floor(1/2)): Private", sharp=True).found  # none


def test_sizes_have_names_that_the_question_does_not_use(library: TheoryLibrary) -> None:
    asked = query(library, ("B: Private(m, 0)",), "subsample(B, ceil(sqrt(n))): Private")
    assert asked.sizes == ("k",)
    assert [show(known) for known in asked.defining] == ["sqrt(n) <= k", "k < sqrt(n) + 1"]
    same = "compose(subsample(B, floor(sqrt(n))), L): Private"
    assert query(library, ("subsample(B, floor(sqrt(n))): Private(eps, 0)",), same).sizes == ("m",)


def test_what_does_not_run_on_samples_is_refused(library: TheoryLibrary) -> None:
    with pytest.raises(BadInput, match="an algorithm on samples"):
        query(library, PAIR, "subsample(parallel(B, L), m): Private")
