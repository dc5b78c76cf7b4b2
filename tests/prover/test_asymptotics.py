"""Growth: constants that hold on the whole domain, and curves on which none does."""

from __future__ import annotations

import copy
import json
from functools import cache
from typing import Any

import pytest
from flint import fmpq

from dptheory.kernel import KernelError, recheck
from dptheory.kernel.real import Growth as Family
from dptheory.kernel.real import parse_claim, parse_term
from dptheory.prover import Growth, compare, growth
from dptheory.prover.growth.common_factors import cancelled

BOUNDED = [
    ("3*n + log(n)", "n", "n>=1", "4", None),
    ("log(n)**2", "n", "n>=1", "1", None),
    ("d*log(n)/n", "d/sqrt(n)", "n>=1, d>=1", "1", None),
    ("sqrt(n+d)", "sqrt(n)+sqrt(d)", "n>=1, d>=0", "1", None),
    ("1/(lam*n)", "1/n", "n>=1, lam>=1/10", "10", None),
    ("1/(n-1)", "1/n", "n>1", "2", "2"),
    ("-n", "n", "n>=1", "1", None),
    ("n", "-n", "n>=1", "1", None),
    ("2**n", "exp(n)", "n>=1", "1", None),
    ("abs(x)*n", "n", "n>=1, x**a<=1, a>=1", "1", None),
]

UNBOUNDED = [
    ("n**2", "n", "n>=1"),
    ("n*log(n)", "n", "n>=1"),
    ("n*log(n)", "n", "n>=1, n integer"),
    ("-n**2", "n", "n>=1"),
    ("d/n", "1/n", "n>=1, d>=1"),
    ("1/(lam*n)", "1/n", "n>=1, lam>0"),
    ("1/(n*eps) + 1/sqrt(n)", "1/sqrt(n)", "n>=1, eps>0, eps<=1"),
    ("sqrt(n)", "log(n)", "n>=2"),
    ("exp(n)", "n**3", "n>=1"),
    ("gamma(n + 1)", "(n/E)**n", "n integer, n>=1"),
    ("gamma(2*n + 1)/gamma(n + 1)**2", "4**n/n", "n integer, n>=1"),
]


@cache
def decided(left: str, right: str, where: str) -> Growth:
    made = growth(parse_term(left), parse_term(right), "n", parse_claim("0 <= 0", where))
    assert made.certificate is not None, made.reason
    recheck(json.loads(json.dumps(made.certificate)))
    return made


@pytest.mark.parametrize(("left", "right", "where", "constant", "start"), BOUNDED)
def test_bounded(left: str, right: str, where: str, constant: str, start: str | None) -> None:
    made = decided(left, right, where)
    assert (made.answer, made.constant, made.start) == ("bounded", constant, start)


@pytest.mark.parametrize(("left", "right", "where"), UNBOUNDED)
def test_unbounded(left: str, right: str, where: str) -> None:
    made = decided(left, right, where)
    assert made.answer == "unbounded" and made.point is not None and "n" in made.point


def test_an_empty_domain_is_no_answer() -> None:
    made = growth(parse_term("n"), parse_term("n"), "n", parse_claim("0 <= 0", "n>2, n<1"), effort=500_000)
    assert made.answer == "unknown" and "no point" in made.reason


def test_the_effort_is_kept() -> None:
    made = growth(
        parse_term("log(log(n))"), parse_term("1"), "n", parse_claim("0 <= 0", "n>=3"), effort=500_000
    )
    assert made.answer != "bounded" and made.effort < 550_000


SMALLER = [
    ("log(n)", "n", "n>=1"),
    ("1", "log(n)", "n>=2"),
    ("1/(lam*n)", "1/sqrt(n)", "n>=1, lam>=1/10"),
    ("n", "n*log(n)", "n>=1, n integer"),
    ("sin(n)", "n", "n>=1"),
    ("log(n)", "sqrt(n)", "n>=1"),
    ("1", "sqrt(log(n))", "n>=2"),
]

NOT_SMALLER = [
    ("n", "2*n", "n>=1"),
    ("n", "n+d", "n>=1, d>=0"),
    ("1/(lam*n)", "1/sqrt(n)", "n>=1, lam>0"),
    ("n**2", "n", "n>=1"),
    ("n/10", "n", "n>=1, n integer"),
]


@cache
def compared(left: str, right: str, where: str, relation: str) -> Growth:
    made = compare(
        parse_term(left), parse_term(right), "n", parse_claim("0 <= 0", where), relation, effort=40_000_000
    )
    if made.certificate is not None:
        recheck(json.loads(json.dumps(made.certificate)))
    return made


def certificate(left: str, right: str, where: str, relation: str = "") -> dict[str, Any]:
    """The certificate of a comparison, or of O(.) where no relation is named; to be copied before it is changed."""
    made = compared(left, right, where, relation) if relation else decided(left, right, where)
    assert made.certificate is not None
    return made.certificate


@pytest.mark.parametrize(("left", "right", "where"), SMALLER)
def test_smaller(left: str, right: str, where: str) -> None:
    made = compared(left, right, where, "o")
    assert (made.answer, made.holds, made.certificate is not None) == ("smaller", True, True)


@pytest.mark.parametrize(("left", "right", "where"), SMALLER[:5])
def test_the_other_is_larger(left: str, right: str, where: str) -> None:
    assert compared(right, left, where, "omega").holds is True
    assert compared(left, right, where, "omega").holds is False


@pytest.mark.parametrize(("left", "right", "where"), NOT_SMALLER)
def test_not_smaller(left: str, right: str, where: str) -> None:
    made = compared(left, right, where, "o")
    assert (made.answer, made.holds) == ("not smaller", False)
    assert made.point is not None and made.certificate is not None


def test_both_ways() -> None:
    yes = compared("n*(2+sin(n))", "n", "n>=1", "Theta")
    assert yes.holds is True and yes.reverse is not None
    assert yes.certificate is not None and yes.certificate["format"] == "dptheory growth both ways 2"
    no = compared("n**2", "n", "n>=1", "Theta")
    assert no.holds is False and no.certificate is not None
    assert compared("n", "sqrt(n)", "n>=1", "Omega").holds is True
    assert compared("sqrt(n)", "n", "n>=1", "Omega").holds is False


def test_a_relation_that_there_is_not_is_refused() -> None:
    with pytest.raises(KernelError, match="Theta"):
        compared("n", "n", "n>=1", "P")


@pytest.mark.parametrize("where", ["n<=1", "n>=1, n<=10**6", "n<=d, d<=5"])
def test_nothing_is_said_where_the_variable_does_not_grow(where: str) -> None:
    for relation in ("O", "o"):
        made = compare(
            parse_term("n"), parse_term("n**2"), "n", parse_claim("0 <= 0", where), relation, effort=500_000
        )
        assert made.holds is None and "large" in made.reason


def test_where_a_function_is_undefined_is_said() -> None:
    made = compared("log(-n)", "n", "n>=1", "O")
    assert made.answer == "unknown" and "F is not defined" in made.reason and "n = 1" in made.reason


@pytest.mark.parametrize("text", ["n**100000000", "n**n**n", "exp(exp(exp(n)))", "gamma(n)**1000"])
def test_functions_of_any_size_are_answered(text: str) -> None:
    made = compare(parse_term(text), parse_term("n"), "n", parse_claim("0 <= 0", "n>=1"), effort=500_000)
    assert made.answer != "bounded" and made.effort < 550_000


@pytest.mark.parametrize(
    ("fields", "case"),
    [
        ({"constant": "1/100"}, "smaller"),
        ({"gauge": "n**2"}, "smaller"),
        ({"gauge": "1"}, "smaller"),
        ({"gauge": "n**(-1)"}, "smaller"),
        ({"gauge": "n - n"}, "smaller"),
        ({"gauge": "sin(n)"}, "smaller"),
        ({"gauge": "log(n)**2"}, "smaller"),
        ({"gauge": "sqrt(sin(n))"}, "smaller"),
        ({"gauge": "sqrt(sqrt(1))"}, "smaller"),
        ({"from": "1/2"}, "smaller"),
        ({"from": ""}, "smaller"),
        ({"reach": {"n": "2"}}, "smaller"),
        ({"reach": {"n": "-t"}}, "smaller"),
        ({"where": "n >= 1, n <= 5"}, "smaller"),
        ({"answer": "bounded"}, "smaller"),
        ({"parameter": "n"}, "smaller"),
        ({"constant": "3/5"}, "not smaller"),
        ({"constant": "0"}, "not smaller"),
        ({"constant": "-1"}, "not smaller"),
        ({"constant": "1/t"}, "not smaller"),
        ({"point": {"n": "7"}}, "not smaller"),
        ({"answer": "unbounded"}, "not smaller"),
        ({"left": "n/t"}, "not smaller"),
    ],
)
def test_a_changed_comparison_is_rejected(fields: dict[str, Any], case: str) -> None:
    known = SMALLER[0] if case == "smaller" else NOT_SMALLER[0]
    data = copy.deepcopy(certificate(*known, "o"))
    recheck(data)
    with pytest.raises(KernelError):
        recheck({**data, **fields})


def test_two_statements_that_do_not_fit_are_not_both_ways() -> None:
    data = copy.deepcopy(compared("n+1", "n", "n>=1", "Theta").certificate) or {}
    other = compared("n+2", "n", "n>=1", "O").certificate
    recheck(data)
    for name, value in (("above", data["below"]), ("above", other), ("below", other), ("below", {})):
        with pytest.raises(KernelError):
            recheck({**data, name: value})


@pytest.mark.parametrize(
    ("fields", "case"),
    [
        ({"constant": "3"}, 0),
        ({"right": "sqrt(n)"}, 0),
        ({"where": ""}, 0),
        ({"sign": "-"}, 0),
        ({"constant": "n"}, 0),
        ({"answer": "unbounded"}, 0),
        ({"from": "-5"}, 0),
        ({"point": {"n": "2"}}, 1),
        ({"point": {"n": "t/2"}}, 1),
        ({"left": "n"}, 1),
        ({"until": "5"}, 1),
        ({"sign": "-"}, 1),
        ({"parameter": "n"}, 1),
        ({"proofs": []}, 1),
        ({"answer": "bounded"}, 1),
    ],
)
def test_a_changed_statement_is_rejected(fields: dict[str, Any], case: int) -> None:
    known = BOUNDED[0][:3] if case == 0 else UNBOUNDED[0]
    data = copy.deepcopy(certificate(*known))
    recheck(data)
    with pytest.raises(KernelError):
        recheck({**data, **fields})


def test_a_common_factor_is_cancelled_and_the_certificate_is_about_both_functions() -> None:
    made = decided("log(n)/n**3", "sqrt(n)/n**3", "n>=1")
    assert made.answer == "bounded" and made.certificate is not None
    assert (made.certificate["left"], made.certificate["right"]) == ("log(n)/n**3", "sqrt(n)/n**3")
    proofs: Any = made.certificate["proofs"]
    assert proofs[0]["claim"].startswith("log(n)/n**3 <= ") and "n**3" not in proofs[0]["lemmas"][0]["claim"]
    assert decided("sqrt(n)/n**3", "log(n)/n**3", "n>=2").answer == "unbounded"


def test_a_factor_whose_sign_changes_is_not_cancelled() -> None:
    f, g = parse_term("x*log(n)"), parse_term("x*sqrt(n)")
    family = Family(f, g, "n", parse_claim("0 <= 0", "n >= 1").conditions, frozenset())
    points = tuple({"x": fmpq(x), "n": fmpq(2)} for x in (-1, 1))
    assert cancelled(family, points) is None
    assert cancelled(family, points[1:]) is not None
