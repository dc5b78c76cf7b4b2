"""Claims that are cheap for what they are: proved within an effort, each with a false twin. What is tried first
is what such claims need; another order once made each of them several times as dear, or lost it."""

from __future__ import annotations

import pytest

from dptheory.kernel import check
from dptheory.kernel.real import parse_claim, parse_term
from dptheory.prover import prove
from dptheory.prover.growth.comparison import compare

CLAIMS = [
    # constants under roots are put together before a derivative's sign is asked for
    ("erf(m/(2*sqrt(2))) <= m/sqrt(2*pi)", "erf(m/(2*sqrt(2))) <= 99/100*m/sqrt(2*pi)", "m >= 0", 600_000),
    # the exponential of a sum is the product that the goal has
    ("exp(u)/(1+u)**(1+u) <= exp(-u**2/(2+u))", "exp(u)/(1+u)**(1+u) <= exp(-u**2/(1+u))", "u >= 0", 600_000),
    # the root of the only variable is a variable
    ("log(1+x) <= 161/200*sqrt(x)", "log(1+x) <= 4/5*sqrt(x)", "x > 0", 600_000),
    ("-x*log(x) <= 2*sqrt(x)/E", "-x*log(x) <= 7/10*sqrt(x)", "x > 0", 800_000),
    ("erf(sqrt(x)) >= 1-exp(-x)", "erf(sqrt(x)) >= 1-exp(-6/5*x)", "x >= 0", 800_000),
    # and so is its logarithm
    ("log(n)**4 <= 46889*n**(1/10)", "log(n)**4 <= 40000*n**(1/10)", "n >= 1", 600_000),
    ("log(log(n)) <= sqrt(log(n))", "log(log(n)) <= sqrt(log(n))/2", "n >= 3", 500_000),
    ("log(log(n)) <= sqrt(log(n))", "log(log(n)) <= sqrt(log(n))/2", "n integer, n >= 3", 800_000),
    # a sum of a known sign is its absolute value
    ("abs(sum(1/sqrt(j), j, 1, n)) <= 2*sqrt(n)", "abs(sum(1/sqrt(j), j, 1, n)) <= 3/2*sqrt(n)", "n integer, n >= 1", 600_000),
    # cases of conditions are distinguished when nothing simpler does
    ("-2 <= x", "-1 <= x", "x**2/2 + 100*max(0, abs(x) - 1) <= 4*(2 + log(8)/4)*4", 500_000),
    # roots are not squared where exponents are to be compared
    ("((a**p+b**p)/2)**(1/p) >= sqrt(a*b)", "((a**p+b**p)/2)**(1/p) >= 11/10*sqrt(a*b)", "p > 0, a > 0, b > 0", 1_000_000),
    ("(1+x)**(1+x)*(1-x)**(1-x) >= 1", "(1+x)**(1+x)*(1-x)**(1-x) >= 1+11/10*x**2", "0 <= x, x < 1", 1_000_000),
]  # fmt: skip


@pytest.mark.parametrize(("claim", "twin", "where", "effort"), CLAIMS)
def test_a_claim_is_proved_within_its_effort_and_its_twin_refuted(
    claim: str, twin: str, where: str, effort: int
) -> None:
    made = parse_claim(claim, where)
    found = prove(made, effort=4_000_000)
    assert found.verdict.status == "proved" and found.effort <= effort, (found.reason, found.effort)
    assert check(made, found.certificate).status == "proved"
    assert prove(parse_claim(twin, where)).verdict.status == "refuted"


@pytest.mark.parametrize(
    ("left", "right", "relation", "answer"),
    [
        # far out an exponential of a root is above every power
        ("2**sqrt(x)", "x**5", "O", "unbounded"),
        ("x**(1/2)", "2**sqrt(x)", "O", "bounded"),
        ("log(x)**3", "x**(1/10)", "o", "smaller"),
        # looking for the largest ratio of a sum leaves effort for the proof
        ("sum(1/sqrt(j), j, 1, n)", "sqrt(n)", "Theta", "bounded"),
    ],
)
def test_a_comparison_is_decided(left: str, right: str, relation: str, answer: str) -> None:
    growing = min(parse_term(right).names)
    domain = parse_claim("0 <= 0", "x >= 2" if growing == "x" else "n integer, n >= 1")
    found = compare(parse_term(left), parse_term(right), growing, domain, relation)
    assert found.answer == answer, found.reason
