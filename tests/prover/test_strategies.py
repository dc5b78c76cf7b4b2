"""Claims that single strategies were written for, each with a false twin."""

from __future__ import annotations

import pytest

from dptheory.kernel.real.check import check
from dptheory.kernel.real.claims import parse_claim
from dptheory.kernel.real.grammar import parse_term, print_term
from dptheory.prover import prove
from dptheory.prover.monotone import expanded_logarithm

CLAIMS = [
    ("sqrt(x)*exp(-x) <= 1/sqrt(2*E)", "sqrt(x)*exp(-x) <= 99/100/sqrt(2*E)", "x>=0"),
    ("x*exp(-x**2) <= sqrt(1/(2*E))", "x*exp(-x**2) < 99/100*sqrt(1/(2*E))", "x>=0"),
    ("log(n) <= 2/E*sqrt(n)", "log(n) <= 199/(100*E)*sqrt(n)", "n>=1"),
    ("(1+x)**500 >= 1+500*x", "(1+x)**500 >= 1+501*x", "x>=0"),
    ("x**20 >= 20*x-19", "x**20 > 20*x-19", "x>=0"),
    ("(1-x)**100 >= 1-100*x", "(1-x)**100 >= 1-99*x", "0<=x<=1"),
]


@pytest.mark.parametrize(("claim", "twin", "where"), CLAIMS)
def test_a_claim_is_proved_and_its_twin_refuted(claim: str, twin: str, where: str) -> None:
    made = parse_claim(claim, where)
    outcome = prove(made, timeout=30)
    assert outcome.verdict.status == "proved", outcome.reason
    assert check(made, outcome.certificate).status == "proved"
    assert prove(parse_claim(twin, where), timeout=30).verdict.status == "refuted"


@pytest.mark.parametrize(
    ("text", "expanded"),
    [
        ("E", "1"),
        ("sqrt(1/(2*E))", "(0 - (log(2) + 1))/2"),
        ("exp(3)*7", "3 + log(7)"),
        ("2**5", "5*log(2)"),
        ("1 + E", "log(1 + E)"),
    ],
)
def test_logarithms_of_numbers_as_sums(text: str, expanded: str) -> None:
    assert print_term(expanded_logarithm(parse_term(text))) == expanded
