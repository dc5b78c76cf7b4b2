"""The inequalities between real numbers that the proofs of `perinstance.pairs` and `mechanisms.posterior` use: the
kernel proves each, and refutes its near twin.
"""

from __future__ import annotations

import pytest

import dptheory

STEPS = {
    "log(T/T') >= 2 (T - T')/(T + T')": ("log(x) >= 2*(x - 1)/(x + 1)", "x >= 1"),
    "a xi <= w log(v)/mu <= 1": ("2*w*log(w) <= w**2 - 1", "w >= 1"),
    "the sensitivity of log(1 + ||th||)": (
        "log(1 + t + (1 + t)/b) - log(1 + t) <= log(1 + 1/b)",
        "t >= 0, b > 0",
    ),
    "the order at which a log det is spent": ("-log(1 - s*m)/s >= log(1 + m)", "m > 0, s > 0, s*m < 1"),
    "the other direction grows up to a corner": (
        "(1 + m - m**2)/(1 + m)**2 <= (1 + k - k**2)/(1 + k)**2",
        "0 <= k, k <= m",
    ),
    "the other direction is rarer at a smaller leverage": (
        "(1 - m)**2/(m*(1 + m)) <= (1 - k)**2/(k*(1 + k))",
        "0 < k, k <= m, m < 1",
    ),
    "the negative term of the closed bound may be left out": ("-log(1 + m)/2 <= 0", "m >= 0"),
}
TWINS = {
    "2.02 for 2": ("log(x) >= 2.02*(x - 1)/(x + 1)", "x >= 1"),
    "1.98 for 2": ("1.98*w*log(w) <= 0.99*(w**2 - 1) - 1/1000", "w >= 1"),
    "from a leverage of 1 on": ("(1 - m)**2/(m*(1 + m)) <= (1 - k)**2/(k*(1 + k))", "0 < k, k <= m"),
    "99 % of the sensitivity": ("log(1 + t + (1 + t)/b) - log(1 + t) <= 0.99*log(1 + 1/b)", "t >= 0, b > 0"),
}


@pytest.mark.parametrize("name", STEPS)
def test_the_kernel_proves_it(name: str) -> None:
    claim, where = STEPS[name]
    assert dptheory.prove(claim, where=where, timeout=60).verdict.status == "proved"


@pytest.mark.parametrize("name", TWINS)
def test_the_twin_is_refuted(name: str) -> None:
    claim, where = TWINS[name]
    assert dptheory.refute(claim, where=where, timeout=60).verdict.status == "refuted"
