"""What a rate of one's own allows, on the command line."""

import json

import pytest

from .conftest import Run


@pytest.mark.parametrize(
    ("rate", "status", "says"),
    [
        ("sqrt(log(n))/n", 0, "every learnable problem is"),
        ("n^(-3/2)", 0, "some learnable problem is not"),
        ("3/n", 2, "by an argument in words"),
    ],
)
def test_a_rate_has_an_answer_with_the_statement_that_gives_it(
    run: Run, rate: str, status: int, says: str
) -> None:
    ran = run("phase", rate)
    assert ran.status == status and says in ran.out
    assert "(certified)" in ran.out and ("(proved)" in ran.out or "(cited)" in ran.out)


def test_what_is_placed_by_no_border_is_not_decided(run: Run) -> None:
    ran = run("phase", "(2 + sin(n))*sqrt(log(n))/n", "--json")
    record = json.loads(ran.out)
    assert ran.status == 2 and record["answer"] == "unknown" and record["by"] == []


def test_a_negative_rate_is_one_line_of_bad_input(run: Run) -> None:
    """Once: `-1/n` was taken for an option."""
    ran = run("phase", "-1/n")
    assert ran.status == 64 and ran.out == ""
    assert ran.err.splitlines() == [
        "error: given the rate '-1/n', not above 0 at n = 3; needed: a rate above 0 for n >= 3; try: 1/n**2"
    ]


def test_a_rate_that_stays_above_a_number_has_no_phase(run: Run) -> None:
    """Once: with delta(n) = 2 every problem was "privately learnable", and delta(n) -> 0 "needed"."""
    for rate in ("2", "1/2", "log(n)"):
        ran = run("phase", rate)
        assert ran.status == 64 and "does not tend to 0" in ran.err and ran.out == ""
    assert run("phase", "1/log(n)").status == 0


def test_one_comparison_is_told_once(run: Run) -> None:
    """Once: `as exp(-n) = O(exp(-n)) (certified)` three times."""
    assert run("phase", "exp(-n)").out.count("exp(-n) = O(exp(-n))") == 1
