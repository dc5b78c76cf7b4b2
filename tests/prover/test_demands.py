"""What follows from the mere fact that a condition has a value."""

from __future__ import annotations

import pytest

from dptheory.kernel.real import parse_claim
from dptheory.prover import prove

CLAIMS = [
    ("x > 0", "log(x) <= 1", "proved"),
    ("x >= 0", "log(x) <= 1, x >= -3", "proved"),
    ("abs(x) <= 1", "x**a <= 1, a >= 1", "proved"),
    ("1/x = 1/x", "1/x < oo", "proved"),
    ("2*sqrt(x)*sqrt(x) = 2*x", "sqrt(x) < oo", "proved"),
    ("x < 45/8", "4*x^2/(1 - sqrt(1 + 2*x))^2 < 2*x + 9", "proved"),
    ("x < 1 - sqrt(31)/8", "sqrt(3 - x) - sqrt(x + 1) > 1/2", "proved"),
    ("x < 44/8", "4*x^2/(1 - sqrt(1 + 2*x))^2 < 2*x + 9", "refuted"),
    ("x < 1 - sqrt(31)/8 - 1/1000", "sqrt(3 - x) - sqrt(x + 1) > 1/2", "refuted"),
    ("x > 0", "sqrt(x) <= 1", "refuted"),
    ("x >= 0", "x**n <= 1, n >= 1, n integer", "refuted"),
    ("1/x = 1/x", "x < oo", "refuted"),
]


@pytest.mark.parametrize(("claim", "where", "verdict"), CLAIMS)
def test_what_a_condition_demands_is_used(claim: str, where: str, verdict: str) -> None:
    made = prove(parse_claim(claim, where), effort=20_000_000)
    assert made.verdict.status == verdict, made.reason


@pytest.mark.parametrize(
    ("claim", "where"),
    [
        ("0 <= 1", "a = 3, log(x) < oo, (-2)**(a + 1) >= 0"),
        ("0 <= 1", "a = 3, y = x, y = x, (-2)**(a + 1) >= 0"),
        ("x > -1", "x = -2, -oo < x/y, (x**a)**n < oo, n integer"),
    ],
)
def test_a_variable_that_a_condition_names_and_says_nothing_of_is_no_crash(claim: str, where: str) -> None:
    assert prove(parse_claim(claim, where)).verdict.status == "unknown"
