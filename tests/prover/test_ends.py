"""Claims decided at an end of a range: far out, at an open end, step by step, each with a false twin."""

from __future__ import annotations

import pytest

from dptheory.kernel import check
from dptheory.kernel.real import parse_claim, relation, restart
from dptheory.prover import prove
from dptheory.prover.arithmetic.signs import by_written_signs
from dptheory.prover.budget import Budget
from dptheory.prover.goals.goal import Goal
from dptheory.prover.goals.state import ProofState
from dptheory.prover.search import Search

from .prover_cases import tell_apart

CLAIMS = [
    # rise and fall, and vanish at both ends
    ("erf(x)**2 <= 1-exp(-4*x**2/pi)", "erf(x)**2 <= 1-exp(-5*x**2/4)", "x>=0"),
    ("erf(x)**2 >= 1-exp(-x**2)", "erf(x)**2 >= 1-exp(-11*x**2/10)", "x>=0"),
    (
        "lowergamma(a, x) <= gamma(a)*(1-exp(-x))**a",
        "lowergamma(a, x) <= 99/100*gamma(a)*(1-exp(-x))**a",
        "a>=1, x>=0",
    ),
    ("erfc(x+y) <= erfc(x)*erfc(y)", "erfc(x+y) <= 99/100*erfc(x)*erfc(y)", "x>=0, y>=0"),
    # fall strictly to 0
    (
        "erfc(x) > 2*exp(-x**2)/(sqrt(pi)*(x+sqrt(x**2+2)))",
        "erfc(x) > 2*exp(-x**2)/(sqrt(pi)*(x+sqrt(x**2+19/10)))",
        "x>=0",
    ),
    # rise above an end at which a side is not defined
    (
        "e/(1-exp(-e))-1-log(e/(1-exp(-e))) <= e**2/8",
        "e/(1-exp(-e))-1-log(e/(1-exp(-e))) <= e**2/9",
        "e>0",
    ),
    # hyperbolic functions are differentiated as they are written
    (
        "log(cosh(e*(a-1/2)))-log(cosh(e/2)) <= a*(a-1)*e**2/2",
        "log(cosh(e*(a-1/2)))-log(cosh(e/2)) <= 49*a*(a-1)*e**2/100",
        "a>=1, e>=0",
    ),
    # from x to x + 1
    (
        "gamma(x+1)/gamma(x+1/2) >= sqrt(x+1/4)",
        "gamma(x+1)/gamma(x+1/2) >= sqrt(x+26/100)",
        "x>=0",
    ),
    # a root on either side
    (
        "k*e*(exp(e)-1)/(exp(e)+1)+e*sqrt(2*k*log(E+sqrt(k)*e/d)) <= k*e**2/2+e*sqrt(2*k*log(1/d))",
        "k*e*(exp(e)-1)/(exp(e)+1)+e*sqrt(2*k*log(E+sqrt(k)*e/d)) <= k*e**2/8+e*sqrt(2*k*log(1/d))",
        "k>=1, e>0, 0<d<1, d*E+sqrt(k)*e <= 1",
    ),
]


@pytest.mark.parametrize(("claim", "twin", "where"), CLAIMS)
def test_a_claim_is_proved_and_its_twin_refuted(claim: str, twin: str, where: str) -> None:
    tell_apart(claim, twin, where)


def evidence_for(text: str, *hypotheses: str) -> list[dict[str, object]] | None:
    """What is found by how a goal in x and y is written."""
    known = tuple(relation(h) for h in hypotheses)
    goal = Goal(restart({"x": False, "y": False}, known, relation(text), ()), ())
    return by_written_signs(Search(Budget(5_000_000)), ProofState(Search(Budget(5_000_000)), goal, 2))


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("pi*x**2 + 4 > 0", ""),
        ("sqrt(x**2 + 1)*exp(-y) > 0", ""),
        ("x**3*y/2 + erfc(y) > 0", "x >= 0, y >= 0"),
        ("x**(1/3)/(1 + y**4) >= 0", "x > 0"),
        ("exp(x) - 1 > 0", "x > 0"),
        ("1 - exp(-2*x) >= 0", "x >= 0"),
        ("x*y != 0", "x > 0, y > x"),
        ("x + y > 0", "y >= x, x >= 1"),
    ],
)
def test_a_sign_that_is_written_is_seen_and_certified(text: str, where: str) -> None:
    assert evidence_for(text, *[h for h in where.split(", ") if h]) is not None
    if "!=" not in text:
        made = parse_claim(text, where)
        outcome = prove(made, effort=10_000_000)
        assert outcome.verdict.status == "proved"
        assert check(made, outcome.certificate).status == "proved"


@pytest.mark.parametrize(
    ("text", "hypotheses"),
    [
        ("pi*x**2 > 0", []),
        ("x**3 >= 0", []),
        ("exp(x) - 1 > 0", ["x >= 0"]),
        ("1 - exp(2*x) >= 0", ["x >= 0"]),
        ("x*y >= 0", ["x > 0"]),
        ("x/y > 0", ["x > 0", "y >= 0"]),
        ("x + y > 0", ["x >= y", "y >= x"]),
        ("x - y > 0", ["x > 0", "y > 0"]),
    ],
)
def test_a_sign_that_is_not_written_is_not_seen(text: str, hypotheses: list[str]) -> None:
    assert evidence_for(text, *hypotheses) is None
