"""The inequalities between probabilities that give the closed forms in every world, finite or not: privacy gives
linear conditions on the few probabilities that matter. They are proved; 1 % beyond they are false."""

from __future__ import annotations

import pytest

from dptheory.kernel import check
from dptheory.kernel.real import parse_claim
from dptheory.prover import prove

INEQUALITIES = {
    "stability: an event and its complement on two neighbours": (
        "a - b", "(exp(eps) - 1 + 2*delta)/(exp(eps) + 1)",
        "eps >= 0, delta >= 0, a <= exp(eps)*b + delta, 1 - b <= exp(eps)*(1 - a) + delta",
    ),
    # p, q: the probabilities of an event given that the differing entry is in the sample; s: given that not
    "without replacement, replace-one": (
        "gam*p + (1 - gam)*s - (1 + gam*(r - 1))*(gam*q + (1 - gam)*s)", "gam*delta",
        "0 < gam <= 1, r >= 1, delta >= 0, p <= r*q + delta, p <= r*s + delta, q >= 0, s >= 0",
    ),
    "add/remove, the larger first": (
        "gam*p + (1 - gam)*s - (1 + gam*(r - 1))*s", "gam*delta",
        "0 < gam <= 1, r >= 1, delta >= 0, p <= r*s + delta, s >= 0",
    ),
    "add/remove, the smaller first": (
        "s - (1 + gam*(r - 1))*(gam*p + (1 - gam)*s)", "gam*delta",
        "0 < gam <= 1, r >= 1, delta >= 0, s <= r*p + delta, p >= 0, s >= 0",
    ),
    "poisson, private for add/remove, replace-one": (
        "(gam*p + (1 - gam)*s)/(gam*q + (1 - gam)*s)", "(1 + gam*(r - 1))/(1 - gam*(1 - 1/r))",
        "0 < gam <= 1, r >= 1, p <= r*s, q >= s/r, s > 0",
    ),
    # q: the probability of the larger of two densities of quotient s^2 and mean 1, s = e^(eps/2)
    "expected gap, two values": (
        "q*(1 - q)*(s**2 - 1)/(1 + q*(s**2 - 1))", "(s - 1)/(s + 1)", "0 <= q <= 1, s >= 1",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", INEQUALITIES)
def test_an_inequality_is_proved_and_its_twin_refuted(name: str) -> None:
    left, right, where = INEQUALITIES[name]
    claim = parse_claim(f"{left} <= {right}", where)
    outcome = prove(claim, effort=30_000_000)
    assert outcome.verdict.status == "proved"
    assert check(claim, outcome.certificate).status == "proved"
    twin = parse_claim(f"{left} <= 99/100*({right})", where)
    assert prove(twin, effort=30_000_000).verdict.status == "refuted"
