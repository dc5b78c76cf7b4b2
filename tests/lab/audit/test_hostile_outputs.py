"""What a function may put out beside plain arrays of one width: each case was refused, warned of or taken wrongly."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest

from dptheory.errors import BadInput
from dptheory.lab.audit.privacy.auditor import Plan, audit
from dptheory.lab.audit.privacy.calls import SEARCHED, Call, Trouble
from dptheory.lab.audit.privacy.candidates import known
from dptheory.lab.audit.privacy.groups import grouped
from dptheory.lab.audit.privacy.neighbours import Neighbours
from dptheory.lab.audit.privacy.padded import Ragged
from dptheory.lab.audit.privacy.pool import yardstick
from dptheory.lab.audit.privacy.scores import Coordinate, Event
from dptheory.lab.audit.privacy.subjects import Plain
from dptheory.lab.mechanisms.claims import PrivacyClaim

PURE = PrivacyClaim(1.0)
PAIR = Neighbours(np.array([0.0]), np.array([1.0]))


def call(function: Any, size: int = 8, data: Any = PAIR.first, **options: Any) -> Call:
    """One call of a function."""
    side = options.pop("side", "first")
    return Call(Plain(function, "m"), data, side, size, 0, options.pop("key", (0, 0)), 5.0, **options)


def steps(data: Any, size: int, rng: np.random.Generator) -> Any:
    """As many numbers as a loop that depends on the data has steps."""
    return rng.laplace(0, 1, (size, 3 + int(np.sum(data))))


@pytest.mark.parametrize("listed", [False, True])
def test_a_width_that_depends_on_the_data_is_a_violation(listed: bool) -> None:
    # it was refused as a mistake of the function, though it is one of the mechanism
    def mechanism(data: Any, size: int, rng: np.random.Generator) -> Any:
        made = steps(data, size, rng)
        return made.tolist() if listed else made

    found = audit(mechanism, PURE, pairs=[PAIR], plan=Plan(1_500))
    assert found.verdict == "violated" and found.eps_lower > 4 and found.padded == 8
    assert "outputs     of different lengths; 8 numbers kept of each" in found.lines()


def test_a_length_that_shows_only_after_the_first_calls_is_none_to_refuse() -> None:
    def mechanism(data: Any, size: int, rng: np.random.Generator) -> Any:
        longer = rng.random(size) < 0.002
        if size == 16:  # as if by chance
            longer[:] = False
        return [[float(np.sum(data)) + rng.laplace(0, 0.5)] * (1 + more) for more in longer]

    found = audit(mechanism, PURE, pairs=[PAIR], plan=Plan(6_000))
    assert found.verdict == "violated" and found.padded == 4


def test_counted_outputs_of_another_length_are_cut_or_filled_up() -> None:
    # an audit that began again because of them would choose with the outputs that it counts
    event = Event(Coordinate(), 0.5)
    rows = [[1.0], [2.0, 3.0, 4.0], [0.0, 9.0], []]
    assert call(lambda data, size, rng: rows, 4, width=2, events=(event,))().tolist() == [2]  # type: ignore[union-attr]
    wider = call(lambda data, size, rng: np.ones((size, 3)), 4, width=2, events=(event,), side="second")
    assert wider().tolist() == [4]  # type: ignore[union-attr]
    trouble = call(lambda data, size, rng: rows, 4, width=2)()
    assert isinstance(trouble, Trouble) and isinstance(trouble.error(), Ragged) and trouble.longest == 3


def test_an_array_that_is_used_again_is_copied() -> None:
    # what was drawn on one data set became what was drawn on the next
    buffer = np.empty(8)

    def mechanism(data: Any, size: int, rng: np.random.Generator) -> Any:
        buffer[:] = rng.laplace(0, 1, size)
        return buffer

    first, second = call(mechanism)(), call(mechanism, key=(0, 1))()
    assert not np.array_equal(first, second)  # type: ignore[arg-type]


def test_what_is_masked_is_not_put_out() -> None:
    hidden = np.ma.masked_array([1, 2, 3], mask=[False, True, False])
    drawn = call(lambda data, size, rng: hidden, 3)()
    assert np.array_equal(drawn, [[1.0], [np.nan], [3.0]], equal_nan=True)  # type: ignore[arg-type]


@pytest.mark.parametrize("kind", ["i8", "u8"])
def test_whole_numbers_that_double_precision_confuses_are_refused(kind: str) -> None:
    # they were told to be constant
    trouble = call(lambda data, size, rng: (rng.integers(0, 2, size) + 2**60).astype(kind))()
    assert isinstance(trouble, Trouble) and "whole numbers beyond 9007199254740992" in trouble.given
    exact = call(lambda data, size, rng: np.full(size, 2**53).astype(kind))()
    assert exact.tolist() == [[2.0**53]] * 8  # type: ignore[union-attr]


class Rude(Exception):
    """An error whose message cannot be had."""

    def __str__(self) -> str:
        raise RuntimeError


class Outside(BaseException):
    """No Exception."""


@pytest.mark.parametrize(
    ("error", "said"), [(Rude(), "Rude: no message"), (Outside("gone"), "Outside: gone")]
)
def test_an_error_of_any_kind_is_named(error: BaseException, said: str) -> None:
    def mechanism(data: Any, size: int, rng: np.random.Generator) -> Any:
        raise error

    trouble = call(mechanism)()
    assert isinstance(trouble, Trouble) and f"raised {said}" in trouble.given and trouble.refusal


def test_complex_numbers_are_refused_without_a_warning() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        trouble = call(lambda data, size, rng: np.ones(size) * 1j)()
    assert isinstance(trouble, Trouble) and "dtype complex128" in trouble.given and not trouble.longest


def test_a_data_set_that_was_searched_for_is_shown_with_the_call() -> None:
    shown = str(call(steps, 4, np.array([0.5, 1.0]), side=SEARCHED))
    assert shown.startswith("m([0.5, 1.0], 4, default_rng(")
    assert str(call(steps, 4)).startswith("m(first data set, 4, default_rng(")


def test_a_yardstick_of_outputs_whose_squares_overflow() -> None:
    # it was infinite, and the search went by nothing
    rows = np.random.default_rng(0).laplace(0, 1, (60, 2))
    with np.errstate(over="raise", invalid="raise"):
        small, large = (yardstick([t * rows, t * (rows + 1)]) for t in (1.0, 1e300))
        shift = [measure.summary(t * rows).centre for measure, t in ((small, 1.0), (large, 1e300))]
    assert np.allclose(*shift)


def test_data_whose_range_overflows_are_searched() -> None:
    # a fit to the records raised an error of linear algebra
    data = np.array([0.0, 1.0, 1e308, -1e308])
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = audit(lambda d, n, rng: np.sum(d) + rng.laplace(0, 1, n), PURE, data=data, plan=Plan(4_000))
    assert found.verdict == "violated"


@pytest.mark.parametrize("pairs", ["nonsense", [1, 2], lambda adjacency: 1 / 0])
def test_pairs_of_a_mechanism_that_are_none(pairs: Any) -> None:
    # they were a fault of dptheory
    def mechanism(data: Any, size: int, rng: np.random.Generator) -> Any:
        return rng.laplace(0, 1, size)

    mechanism.pairs = pairs  # type: ignore[attr-defined]
    with pytest.raises(BadInput, match=r"worst_pair\(\) or pairs cannot be used"):
        known(mechanism, "replace-one")


def test_groups_of_sequences_have_a_box() -> None:
    # a number that is not there made the whole column's ends none, and the box was refused
    data = np.array([[0.0, 1.0, np.nan], [1.0, 0.0, 1.0], [0.0, 0.0, 0.5], [1.0, 1.0, 1.0]])
    found, _ = grouped(Plain(steps, "m"), data, 2)
    low, high = found.box
    assert low.tolist() == [0.0, 0.0, 0.5] * 2 and high.tolist() == [1.0] * 6


def test_a_number_that_is_not_there_is_nan_in_lists() -> None:
    trouble = call(lambda data, size, rng: [[1.0, None], [2.0]], 2)()
    assert isinstance(trouble, Trouble) and trouble.longest == 2
    rows = [[1.0, None], [2.0, 3.0]]
    event = Event(Coordinate(), 0.5)
    assert call(lambda data, size, rng: rows, 2, width=2, events=(event,))().tolist() == [2]  # type: ignore[union-attr]
