"""The inequalities behind the closed forms are theorems about real numbers; 1 % beyond they are false."""

from __future__ import annotations

import pytest

from dptheory.finite.inequalities import INEQUALITIES
from dptheory.kernel.real.check import check
from dptheory.prover import prove


@pytest.mark.parametrize("name", INEQUALITIES)
def test_an_inequality_is_proved_and_its_twin_refuted(name: str) -> None:
    inequality = INEQUALITIES[name]
    outcome = prove(inequality.claim, effort=30_000_000)
    assert outcome.verdict.status == "proved"
    assert check(inequality.claim, outcome.certificate).status == "proved"
    assert prove(inequality.twin, effort=30_000_000).verdict.status == "refuted"
