"""Claims of the field as one types them, that were unknown at the default effort, and near-false twins."""

from __future__ import annotations

import json

import pytest

from dptheory.kernel import check, check_witness
from dptheory.kernel.real import parse_claim
from dptheory.prover import prove, tighten

SIGMA = "(sqrt(2*log(5/(4*delta)))/eps)"
PROFILE = (
    f"erfc((eps*{SIGMA}-1/(2*{SIGMA}))/sqrt(2))/2 - exp(eps)*erfc((eps*{SIGMA}+1/(2*{SIGMA}))/sqrt(2))/2"
)
ENTROPY = "(-x*log(x)-(1-x)*log(1-x))/log(2)"
THIRD = "1+3*q^2*(exp(1/s^2)-1)+q^3*(exp(3/s^2)-3*exp(1/s^2)+2)"
DIVERGENCE = "(p+t)*log((p+t)/p)+(1-p-t)*log((1-p-t)/(1-p))"
KY_FAN = "x^s*y^(1-s)/((1-x)^s*(1-y)^(1-s)) <= (s*x+(1-s)*y)/(1-s*x-(1-s)*y)"
MILLS = "erfc(x/sqrt(2))/2 > {}*log(exp(x^2/2)-1)*exp(-x^2)"
MASSART = "uppergamma(3/2, 3/2+sqrt(3*x)+x) <= {}exp(-x)*gamma(3/2)"
BELOW = "0 < x, x <= {0}, 0 < y, y <= {0}, 0 <= s <= 1"

SHUFFLED = (
    "log(1+(exp(e)-1)/(exp(e)+1)*(8*sqrt(exp(e)*log(4/d))/sqrt(n)+8*exp(e)/n)) <= {}*e*sqrt(log(4/d)/n)"
)

CLAIMS = [
    (f"{PROFILE} <= delta", f"{PROFILE} <= delta/40", "0 < eps <= 1, 0 < delta <= 1/10"),
    (f"{ENTROPY} <= (4*x*(1-x))^(3/4)+0.007", f"{ENTROPY} <= (4*x*(1-x))^(3/4)+0.006", "0 < x < 1"),
    (f"{THIRD} <= exp(12*q^2/s^2)", f"{THIRD} <= exp(5.5*q^2/s^2)", "0 <= q <= 1/2, s >= 1"),
    (
        f"{DIVERGENCE} >= t^2/(2*(1-p)*(p+t/3))",
        f"{DIVERGENCE} >= t^2/(2*(1-p)*(p+t/4))",
        "p > 0, t >= 0, p+t < 1",
    ),
    (MILLS.format("2/pi"), MILLS.format("2.1/pi"), "x > 0"),
    (MASSART.format(""), MASSART.format("0.39*"), "x >= 0"),
    (SHUFFLED.format("15"), SHUFFLED.format("6"), "0 <= e <= 1, 0 < d <= 1, n >= 1"),
    ("gamma(x) >= 0.8856", "gamma(x) >= 0.8857", "x > 0"),
]


NAMES = (
    "gaussian",
    "entropy",
    "third moment",
    "bernstein",
    "mills",
    "massart",
    "shuffled",
    "gamma",
    "ky fan",
)
TRUE = [*((c, w) for c, _, w in CLAIMS), (KY_FAN, BELOW.format("1/2"))]
TWINS = [*((t, w) for _, t, w in CLAIMS), (KY_FAN, BELOW.format("0.51"))]


@pytest.mark.parametrize(("claim", "where"), TRUE, ids=NAMES)
def test_it_is_proved(claim: str, where: str) -> None:
    made = parse_claim(claim, where)
    found = prove(made)
    assert found.proved, found.reason
    assert check(made, json.loads(json.dumps(found.certificate))).status == "proved"


@pytest.mark.parametrize(("claim", "where"), TWINS, ids=NAMES)
def test_its_twin_is_refuted(claim: str, where: str) -> None:
    made = parse_claim(claim, where)
    found = prove(made)
    assert found.refuted and found.witness is not None, found.reason
    assert check_witness(made, found.witness).status == "refuted"


def test_the_least_value_of_gamma_is_enclosed() -> None:
    """Far out and near 0 nothing bounded gamma from below by a number."""
    found = tighten(parse_claim("gamma(x) >= c", "x > 0"), "c")
    assert found.certified and (found.lower, found.upper) == ("0.8856031944", "0.8856031945")


def test_powers_above_a_line_alone_are_not_written_below_it() -> None:
    """t**2 became 1/(1/t**2), and what followed at once took twenty times as much."""
    made = parse_claim("sqrt(log(2/delta)/(2*n)) <= t", "n >= log(2/delta)/(2*t^2), t > 0, 0 < delta < 1")
    assert prove(made, effort=1_000_000).proved
