"""Scales, means, roots and sums of powers, telescoping logarithms, separate variables; each with a false twin."""

from __future__ import annotations

import pytest

from dptheory.kernel.real.claims import parse_claim
from dptheory.prover import prove

PAIRS = [
    ("(x - y)/log(x/y) <= (2*sqrt(x*y) + (x + y)/2)/3", "(x - y)/log(x/y) <= sqrt(x*y)", "y > 0, x > y"),
    ("2*sqrt(x*y) + x <= 3*(x + y)/2 + y", "2*sqrt(x*y) + x <= 3*(x + y)/2", "x > 0, y > 0"),
    (
        "a*b <= a**p/p + (p - 1)/p*b**(p/(p - 1))",
        "a*b <= 0.99*a**p/p + (p - 1)/p*b**(p/(p - 1))",
        "a >= 0, b >= 0, p > 1",
    ),
    (
        "x**a*y**b*z**(1 - a - b) <= a*x + b*y + (1 - a - b)*z",
        "x**a*y**b*z**(1 - a - b) <= a*x + b*y + (1 - a - b)*z - 0.01*x",
        "a >= 0, b >= 0, a + b <= 1, x > 0, y > 0, z > 0",
    ),
    (
        "((a**p + b**p)/2)**(1/p) >= (a + b)/2",
        "((a**p + b**p)/2)**(1/p) >= 1.01*(a + b)/2",
        "p >= 1, a > 0, b > 0",
    ),
    ("(a + b)**p <= 2**(p - 1)*(a**p + b**p)", "(a + b)**p <= a**p + b**p", "a > 0, b > 0, p >= 1"),
    (
        "(a**q + b**q)**(p/q) <= a**p + b**p",
        "(a**q + b**q)**(p/q) <= 0.9*(a**p + b**p)",
        "a > 0, b > 0, p > 0, p <= q",
    ),
    (
        "1/(x + 1) + 1/(x + 2) >= log((x + 3)/(x + 1))",
        "1/(x + 2) + 1/(x + 3) >= log((x + 3)/(x + 1))",
        "x >= 0",
    ),
    ("cosh(a)*cosh(b) <= exp((a**2 + b**2)/2)", "cosh(a)*cosh(b) <= exp(0.49*(a**2 + b**2))", ""),
    ("x**3 <= 3**x", "x**3 < 3**x", "x integer, x >= 0"),
]


@pytest.mark.parametrize(("true", "false", "where"), PAIRS)
def test_true_claims_are_proved_and_their_twins_refuted(true: str, false: str, where: str) -> None:
    assert prove(parse_claim(true, where), timeout=60).verdict.status == "proved"
    assert prove(parse_claim(false, where), timeout=20).verdict.status == "refuted"
