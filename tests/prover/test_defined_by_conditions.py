"""Conditions that define a variable, as ``p = 1/(exp(eps) + 1)``: what is said of it is said of the term."""

from __future__ import annotations

import pytest

from dptheory.kernel import check, check_failure
from dptheory.kernel.real import parse_claim
from dptheory.prover import prove

LITTLE = 400_000
TRUE = [
    ("(1 - p)/p = exp(eps)", "p = 1/(exp(eps) + 1), eps >= 0"),
    ("(2*p - 1)**2 >= (eps/4)**2", "p = exp(eps)/(1 + exp(eps)), 0 <= eps <= 1"),
    ("t*(exp(c) - b/a) > 0", "a <= 0, b >= 0, t = -a/(b - a), t > 0, b/a < 0"),
    # that the sides have values is seen without p only
    ("exp(a*(1 - 2*p)/log((1 - p)/p)) = exp(a*(exp(eps) - 1)/((exp(eps) + 1)*eps))", "p = 1/(exp(eps) + 1), eps > 0"),
]
FALSE = [
    # all points but one have an irrational f
    ("exp(-f) = P/Q", "f = log(P/Q), P > 0, Q > 0"),
    # n stands in the definition alone
    ("a <= 3", "a = n, n integer"),
    ("(1 - p)/p <= exp(eps/2)", "p = 1/(exp(eps) + 1), eps > 0"),
]


@pytest.mark.parametrize(("said", "where"), TRUE)
def test_a_definition_among_the_conditions_is_put_in(said: str, where: str) -> None:
    """These were unknown, and proved in a tenth of a second with the term in the variable's place."""
    claim = parse_claim(said, where)
    found = prove(claim, effort=LITTLE)
    assert found.certificate is not None and check(claim, found.certificate).status == "proved"
    wrong = parse_claim(said.replace("exp(eps)", "exp(2*eps)").replace("/4", "/(1/2)").replace("> 0", "< 0"), where)
    assert prove(wrong, effort=LITTLE).verdict.status != "proved"


@pytest.mark.parametrize(("said", "where"), FALSE)
def test_a_counterexample_may_have_a_defined_variable_that_is_not_rational(said: str, where: str) -> None:
    claim = parse_claim(said, where)
    found = prove(claim, effort=LITTLE)
    assert found.verdict.status == "refuted"
    if found.failure is not None:
        assert check_failure(claim, found.failure).status == "refuted"
