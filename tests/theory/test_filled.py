"""Numbers that need not be given: the quantile of the noise norm in the sharp forms of Wu et al. 2015."""

import numpy as np
import pytest
from flint import fmpq

from dptheory.errors import BadInput
from dptheory.theory.bounds import Bound, read_bound
from dptheory.theory.inverses import solve_for
from dptheory.theory.least_values import Filling, filled
from dptheory.theory.library import TheoryLibrary
from dptheory.theory.numbers import holds
from dptheory.theory.parameters import ParameterReader

HERE = {"rho": 4, "lam": 2, "R": 1, "eps": fmpq(1, 10), "delta": fmpq(1, 10), "n": 3000}


@pytest.fixture(scope="module")
def bound(library: TheoryLibrary) -> Bound:
    return read_bound(library, library.get("wu2015.theorem21"), "sharp")


@pytest.fixture(scope="module")
def closed(library: TheoryLibrary) -> Bound:
    return read_bound(library, library.get("wu2015.theorem21"), "sharp.closed")


@pytest.mark.parametrize(("d", "delta"), [(1, fmpq(1, 10)), (14, fmpq(1, 10)), (200, fmpq(1, 10**6))])
def test_the_least_number_serves_and_one_a_little_below_does_not(bound: Bound, d: int, delta: fmpq) -> None:
    q = filled(bound, {"d": d, "del": delta})["q"]
    (condition,) = [c for c in bound.conditions if c.variables() == {"q", "d", "del"}]
    there = {"d": fmpq(d), "del": delta}
    assert holds(condition, {**there, "q": q})
    assert not holds(condition, {**there, "q": q * (1 - fmpq(1, 10**11))})


def test_in_dimension_one_it_is_a_logarithm(bound: Bound) -> None:
    q = filled(bound, {"d": 1, "del": fmpq(1, 10)})["q"]
    assert 0 <= float(q) - np.log(20) < 1e-10


def test_a_number_that_is_given_is_kept_and_refused_if_too_small(bound: Bound) -> None:
    values = bound.named({**HERE, "d": 14, "q": 30})
    assert filled(bound, values)["q"] == 30
    with pytest.raises(BadInput, match="q"):
        bound(**HERE, d=14, q=1)


def test_what_determines_it_is_asked_for_by_name(bound: Bound) -> None:
    values = {name: value for name, value in HERE.items() if name != "delta"}
    with pytest.raises(BadInput, match="no value of delta;"):
        bound(**values, d=14)


def test_arrays_are_filled_in_place_by_place(bound: Bound, closed: Bound) -> None:
    found = bound(**HERE, d=np.array([1, 14, 30]))
    assert found.tolist() == [bound(**HERE, d=d) for d in (1, 14, 30)]
    assert (found < closed(**HERE, d=np.array([1, 14, 30])) + 1e-9).all() and found[1] < 2.209


def test_what_was_found_is_not_looked_for_again(bound: Bound) -> None:
    fill = Filling(bound)
    first = fill({"d": 3, "del": fmpq(1, 10), "n": 10})
    fill.found[next(iter(fill.found))] = fmpq(7)
    assert first["q"] != 7 and fill({"d": 3, "del": fmpq(1, 10), "n": 20})["q"] == 7


def test_how_many_samples_with_the_quantile(bound: Bound) -> None:
    found = solve_for(bound, "n", fmpq(3), _without("n", d=14))
    assert found.low is not None and (found.low.inside, found.low.outside) == (1814, 1813)


def test_the_largest_dimension_fills_in_anew_at_each(bound: Bound) -> None:
    """Once: a dimension of 2**60 was tried, and did not end."""
    found = solve_for(bound, "d", fmpq(3), _without("d"))
    assert found.high is not None and (found.high.inside, found.high.outside) == (26, 27)
    assert not found.shape and not found.closed


def _without(name: str, **more: int) -> dict[str, fmpq]:
    return {key: fmpq(value) for key, value in {**HERE, **more}.items() if key != name}


def test_a_line_that_names_no_parameter_is_refused() -> None:
    with pytest.raises(ValueError, match="least parameter : words"):
        ParameterReader()._least("x : nothing", frozenset({"q"}))
