"""Sums, products and integrals: true claims are proved, false ones close to them are refuted or left open."""

from __future__ import annotations

import json

import pytest

from dptheory.inputs import claims
from dptheory.kernel import PROVED, REFUTED, check
from dptheory.kernel.real import Claim, Term, num, parse_claim, parse_term, substitute, var
from dptheory.kernel.real.binders import bind
from dptheory.prover import prove
from dptheory.prover.functions.antiderivatives import antiderivative
from dptheory.prover.goals.numeric import compiled, to_float
from dptheory.prover.integers.antidifferences import antidifference

N = "n integer, n >= 1"
# a claim, its conditions, and the same with a constant or a sign that makes it false
CLAIMS = [
    ("sum(1/j, j, 1, 10) <= 3", "", "sum(1/j, j, 1, 10) <= 2.928"),
    ("sum(j, j, 1, n) = n*(n + 1)/2", N, "sum(j, j, 1, n) = n*(n + 1)/2 + (n - 1)/100"),
    ("sum(j**2, j, 1, n) <= n**3", N, "sum(j**2, j, 1, n) <= n**3/2"),
    ("sum(1/j**2, j, 1, n) <= 2 - 1/n", N, "sum(1/j**2, j, 1, n) <= 1.6"),
    ("sum(1/j**2, j, 1, n) <= 2", N, "sum(1/j**2, j, 1, n) <= 3/2"),
    ("harmonic(n) <= 1 + log(n)", N, "harmonic(n) <= 0.99 + log(n)"),
    ("sum(1/(j*(j + 1)), j, 1, n) < 1", N, "sum(1/(j*(j + 1)), j, 1, n) < 0.99"),
    ("sum(x**j, j, 0, n) <= 1/(1 - x)", "0 < x < 1, n integer, n >= 0", "sum(x**j, j, 0, n) <= 1/(1 - x)**0.9"),
    ("prod(1 - 1/j**2, j, 2, n) = (n + 1)/(2*n)", "n integer, n >= 2", "prod(1 - 1/j**2, j, 2, n) <= (n + 1)/(2.01*n)"),
    ("integral(exp(-t), t, 0, x) < 1", "x >= 0", "integral(exp(-t), t, 0, x) < 0.99"),
    ("integral(t**2, t, 0, x) = x**3/3", "x >= 0", "integral(t**2, t, 0, x) = x**3/3.01"),
    ("integral(sin(t)/t, t, 1, 2) <= 0.66", "", "integral(sin(t)/t, t, 1, 2) <= 0.659"),
]  # fmt: skip


def asked(text: str, where: str) -> Claim:
    (claim,) = claims(text, where)
    assert isinstance(claim, Claim)
    return claim


@pytest.mark.parametrize(("text", "where"), [(text, where) for text, where, _ in CLAIMS])
def test_true_ones_are_proved(text: str, where: str) -> None:
    claim = asked(text, where)
    found = prove(claim, effort=6_000_000)
    assert found.verdict.status == PROVED, found.reason
    assert check(claim, json.loads(json.dumps(found.certificate))).status == PROVED


def test_the_next_term_is_tried_before_what_costs_more() -> None:
    """It was given up for want of depth, then all else was tried: an effort of 1.7 million, before that 6."""
    found = prove(asked("harmonic(n) <= 1 + log(n)", N), effort=500_000)
    assert found.verdict.status == PROVED and found.effort < 400_000


@pytest.mark.parametrize(("where", "twin"), [(where, twin) for _, where, twin in CLAIMS])
def test_their_twins_are_refuted(where: str, twin: str) -> None:
    assert prove(asked(twin, where), effort=2_000_000).verdict.status == REFUTED


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("sum(1/j, j, 1, n) >= 1", "n >= 1"),  # n = 3/2
        ("sum(x**j, j, 0, n) >= 1", "x >= 0, n integer, n >= 0"),  # 0**0
        ("sum(1/j, j, 1, n) >= 0", "n integer, n >= -1"),
        ("integral(1/t, t, 0, x) >= 0", "x >= 1"),
        ("integral(t, t, 0, x) >= 0", ""),
    ],
)
def test_what_has_no_value_somewhere_is_refuted(text: str, where: str) -> None:
    found = prove(asked(text, where), effort=1_000_000)
    assert found.verdict.status == REFUTED and "not defined" in found.reason


def value(t: Term, **point: int) -> float | None:
    found = compiled(substitute(t, {name: num(x) for name, x in point.items()}))({})
    return None if found is None else to_float(found)


@pytest.mark.parametrize("text", ["j**3 - j", "1/(j*(j + 2))", "3*2**j", "j*2**j", "x**j/gamma(j + 1)"])
def test_antidifferences(text: str) -> None:
    f = parse_term(text)
    whole = antidifference(f, "j")
    assert whole is not None
    gap = whole - substitute(whole, {"j": var("j") - 1}) - f
    for j in range(2, 7):
        found = value(gap, j=j, x=3)
        assert found is not None and abs(found) < 1e-12


@pytest.mark.parametrize(
    "text",
    ["x**2*exp(-x)", "log(x)/x", "x/(1 + x**2)", "1/(x*(x + 1))", "sqrt(1 + x)", "sin(x)**2",
     "sqrt(x)*log(x)", "log(x)/sqrt(x)", "(1 + 2*x)**(7/3)*log(1 + 2*x)"],
)  # fmt: skip
def test_antiderivatives(text: str) -> None:
    f = parse_term(text)
    whole = antiderivative(f, "x")
    assert whole is not None
    t = bind("integral", f, "x", num(1), num(3))
    found = value(whole, x=3), value(whole, x=1), value(t)
    assert None not in found and abs(found[0] - found[1] - found[2]) < 1e-9  # type: ignore[operator]


@pytest.mark.parametrize(
    ("claim", "where", "status"),
    [
        ("sum(j*(1/x), j, 1, 0) = 0", "", "proved"),
        ("prod(j/x, j, 1, 0) = 1", "", "proved"),
        ("x != 0", "sum(j*(1/x), j, 1, 0) = 0", "refuted"),
        ("x > 0", "sum(log(x) + j, j, 1, n) <= 5, n integer, n = 0", "refuted"),
        ("prod(j/x, j, 1, n) = 0", "n integer, n >= 0", "refuted"),
    ],
)
def test_the_sum_of_nothing_is_nothing_to_the_search_too(claim: str, where: str, status: str) -> None:
    assert prove(parse_claim(claim, where), effort=3_000_000).verdict.status == status
