"""The argument of section 3.3: its objects are what it says, its false steps are refuted and the others proved."""

from __future__ import annotations

import pytest
from flint import fmpq

from dptheory.constructions import argument, judged
from dptheory.constructions.steps import PRINTED, Step, refuted
from dptheory.errors import BadInput
from dptheory.kernel.real import parse_claim

CASES = [{"n": 2, "ratio": "8/5"}, {"n": 4, "ratio": "3/2"}, {"n": 10, "eps": 1}, {"n": 3, "ratio": "3/2"}]


@pytest.mark.parametrize("given", CASES, ids=str)
def test_the_five_slips_come_out_and_the_corrections_hold(given: dict[str, int | str]) -> None:
    steps = [judged(step) for step in argument(**given).steps]  # type: ignore[arg-type]
    assert {found.step.label for found in refuted(steps)} == {"1", "2", "5", "6", "7"}
    assert all(found.step.kind == PRINTED for found in refuted(steps))
    assert all(found.verdict.status == "proved" for found in steps if found not in refuted(steps))


def test_where_the_intervals_fit_that_step_is_proved() -> None:
    steps = {found.step.label: found.verdict.status for found in map(judged, argument(n=2, ratio=2).steps)}
    assert steps["1"] == "proved" and steps["5"] == "refuted"


@pytest.mark.parametrize("given", [*CASES, {"n": 1, "ratio": 3}, {"n": 7, "eps": "1/3"}], ids=str)
def test_the_packing_is_one(given: dict[str, int | str]) -> None:
    packing = argument(**given).packing  # type: ignore[arg-type]
    places = range(1, min(packing.count, 6) + 1)
    for i in places:
        low, high = packing.interval(i)
        assert low >= 0 and packing.point(i) == (low + high) / 2
        data = packing.data(i)
        assert len(data) == packing.n and len({x for x, _ in data}) == packing.n
        assert all(low < x < high for x, _ in data)
        assert sum(label for _, label in data) == packing.n - packing.n // 2
        assert packing.risk(packing.point(i), i) == 0
        for j in places:
            if i < j:
                assert packing.interval(j)[0] > high
                assert packing.risk(packing.point(j), i) == fmpq(packing.n - packing.n // 2, packing.n)
                assert packing.risk(packing.point(i), j) == fmpq(packing.n // 2, packing.n)


def test_half_is_what_a_threshold_outside_costs_for_even_n_only() -> None:
    assert argument(n=6, ratio=2).outside == fmpq(1, 2)
    assert argument(n=5, ratio=2).outside == fmpq(2, 5)
    assert argument(n=1, ratio=2).outside == 0


def test_without_privacy_budget_there_is_one_interval_and_no_contradiction() -> None:
    steps = {found.step.label: found.verdict.status for found in map(judged, argument(n=2, ratio=1).steps)}
    assert steps["8"] == "refuted" and steps["9"] == "proved"


def test_a_step_is_what_the_kernel_says() -> None:
    right, wrong = parse_claim("x*x >= 0"), parse_claim("x*x >= 1/100")
    assert judged(Step("a", "", (right,))).verdict.status == "proved"
    assert judged(Step("b", "", (right, wrong), at={"x": fmpq(0)})).verdict.status == "refuted"
    assert judged(Step("c", "", (right,)), lambda claim: None).verdict.status == "unknown"
    assert judged(Step("d", "", (right,)), lambda claim: {"format": "no"}).verdict.status == "unknown"
    assert judged(Step("e", "", ())).verdict.status == "unknown"


@pytest.mark.parametrize(
    "given",
    [
        {"n": 0, "ratio": 2}, {"n": 2, "ratio": "1/2"}, {"n": 2, "eps": "-1"}, {"n": 2}, {"n": 2, "ratio": 2, "eps": 1},
        {"n": 1000, "eps": 1}, {"n": 2, "ratio": "x"}, {"n": 2.5, "ratio": 2}, {"n": float("inf"), "ratio": 2},
    ],
    ids=str,
)  # fmt: skip
def test_bad_input(given: dict[str, int | str]) -> None:
    with pytest.raises(BadInput, match=r"given .*; needed: .*; try: "):
        _ = argument(**given).steps  # type: ignore[arg-type]


def test_an_interval_that_is_not_there() -> None:
    with pytest.raises(BadInput, match="1 to K = 3"):
        argument(n=2, ratio="8/5").packing.point(4)
