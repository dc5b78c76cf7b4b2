"""Growth: constants that hold on the whole domain, and curves on which none does."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

from dptheory.kernel.limits import KernelError
from dptheory.kernel.real.claims import parse_claim
from dptheory.kernel.real.families import recheck
from dptheory.kernel.real.grammar import parse_term
from dptheory.prover import Growth, growth

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
]


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
    made = growth(parse_term("n"), parse_term("n"), "n", parse_claim("0 <= 0", "n>2, n<1"), timeout=2)
    assert made.answer == "unknown" and "no point" in made.reason


def test_the_time_limit_is_kept() -> None:
    made = growth(parse_term("log(log(n))"), parse_term("1"), "n", parse_claim("0 <= 0", "n>=3"), timeout=2)
    assert made.answer != "bounded" and made.seconds < 3


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
    data = copy.deepcopy(decided(*known).certificate) or {}
    with pytest.raises(KernelError):
        recheck({**data, **fields})
