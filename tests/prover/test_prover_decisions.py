"""What the prover decides, and that the kernel accepts what it hands over."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from flint import fmpq

from dptheory.kernel import KernelError, check, check_witness
from dptheory.kernel.real import Claim, parse_claim, seal
from dptheory.prover import Outcome, find_point, prove, refute

from .prover_cases import (
    FALSE,
    MORE,
    STEPS,
    TRUE,
    Case,
    inverted,
    mirrored,
    renamed,
    rescaled,
    shifted,
    swapped,
)

MOST = 8_000_000
VARIANTS = [renamed, swapped, rescaled, mirrored, shifted, inverted]
TWINS = [
    pytest.param(text, where, id=f"{c.name}-{i}") for c in TRUE for i, (text, where) in enumerate(c.twins)
]


def _proved(claim: Claim) -> Outcome:
    """Prove a claim and check the certificate again, as it is after a round trip through JSON."""
    outcome = prove(claim, effort=MOST)
    assert outcome.verdict.status == "proved", f"{claim.text}: {outcome.reason}"
    assert outcome.witness is None and outcome.checker == "certificate"
    again = json.loads(json.dumps(outcome.certificate))
    assert check(claim, again).status == "proved"
    return outcome


def _refuted(claim: Claim) -> Outcome:
    outcome = prove(claim, effort=MOST)
    assert outcome.verdict.status == "refuted", f"{claim.text}: {outcome.reason}"
    assert outcome.certificate is None and outcome.witness is not None
    assert check_witness(claim, outcome.witness).status == "refuted"
    return outcome


@pytest.mark.parametrize("case", TRUE, ids=lambda c: c.name)
def test_true_inequalities_are_proved(case: Case) -> None:
    assert _proved(case.claim).effort < 2_500_000


@pytest.mark.parametrize("case", FALSE, ids=lambda c: c.name)
def test_false_inequalities_are_refuted(case: Case) -> None:
    assert _refuted(case.claim).effort < 2_000_000


@pytest.mark.parametrize(("text", "where"), TWINS)
def test_twins_of_true_inequalities_are_refuted(text: str, where: str) -> None:
    _refuted(parse_claim(text, where))


@pytest.mark.parametrize("change", VARIANTS, ids=lambda f: f.__name__)
@pytest.mark.parametrize("case", [*TRUE, *FALSE], ids=lambda c: c.name)
def test_how_a_claim_is_written_does_not_matter(case: Case, change: Callable[[Claim], Claim]) -> None:
    claim = change(case.claim)
    if find_point(claim) is None:
        pytest.skip("no point of the domain is left")
    if change is inverted and case.name == "fmt-01":
        # on positive arguments, where the inverse is positive, it is true
        _proved(claim)
    elif case in TRUE:
        _proved(claim)
    else:
        _refuted(claim)


@pytest.mark.parametrize(("text", "where"), STEPS)
def test_proof_steps(text: str, where: str) -> None:
    assert _proved(parse_claim(text, where)).effort < 2_000_000


@pytest.mark.parametrize(("text", "where"), MORE)
def test_further_inequalities(text: str, where: str) -> None:
    _proved(parse_claim(text, where))


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("x/x = 1", ""),
        ("log(x**2) = 2*log(x)", "x != 0"),
        ("a*log(a/b) > a-b", "a>0, b>0"),
        ("sqrt(x) >= 0", "x >= -1"),
        ("x**0 <= 1", "x >= 0"),
        ("n**2 > n", "n integer, n >= 1"),
        ("2**n >= n**2", "n integer, n >= 1"),
        ("max(a,b) < a+b", "a>=0, b>=0"),
    ],
)
def test_touching_and_undefined_points_are_found(text: str, where: str) -> None:
    _refuted(parse_claim(text, where))


def test_an_integer_witness_is_an_integer() -> None:
    outcome = _refuted(parse_claim("2**n >= n**2", "n integer, n >= 1"))
    assert outcome.witness == {"n": fmpq(3)}


def test_conditions_that_exclude_each_other_prove_nothing() -> None:
    outcome = prove(parse_claim("x <= 1", "x > 2, x < 1"), effort=1_000_000)
    assert outcome.verdict.status == "unknown" and outcome.certificate is None and not outcome
    assert outcome.reason == "the conditions exclude each other: no point satisfies x > 2, x < 1"
    assert find_point(parse_claim("x <= 1", "x > 2, x < 1"), effort=200_000) is None


def test_a_changed_certificate_is_rejected() -> None:
    claim = TRUE[4].claim
    data = json.loads(json.dumps(_proved(claim).certificate))
    other = parse_claim("(exp(e)-1)/(exp(e)+1) <= 2*e/5", "e>=0")
    moved = {**data, **other.to_json(), "hash": other.hash}
    with pytest.raises(KernelError):
        check(other, moved)
    with pytest.raises(KernelError):
        check(other, {**moved, "seal": seal(moved)})


def test_refute_does_not_prove_and_finds_what_prove_finds() -> None:
    assert refute(TRUE[0].claim, effort=300_000).verdict.status == "unknown"
    found = refute(FALSE[1].claim, effort=5_000_000)
    assert found.verdict.status == "refuted" and found.witness is not None


@pytest.mark.parametrize("effort", [400_000, 1_500_000])
def test_the_effort_is_kept(effort: int) -> None:
    claim = parse_claim("-x*log(x) - (1-x)*log(1-x) >= 4*x**(21/20)*(1-x)*log(2)", "x>0, x<1")
    outcome = prove(claim, effort=effort)
    assert outcome.verdict.status == "unknown" and outcome.effort < 1.1 * effort


def test_unknown_says_where_it_is_close() -> None:
    outcome = prove(
        parse_claim("-x*log(x) - (1-x)*log(1-x) >= 4*x*(1-x)*log(2)", "x>0, x<1"), effort=1_000_000
    )
    if outcome.verdict.status == "unknown":
        assert "closest at x = " in outcome.reason
    assert outcome.verdict.status != "refuted"
