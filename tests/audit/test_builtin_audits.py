"""Every built-in mechanism under audit: verdicts agree with the privacy loss that is known in closed form, and
30 % less noise is caught wherever it makes the claim false.
"""

from __future__ import annotations

from typing import Any

import pytest

from dptheory.audit.privacy.auditor import Plan, audit
from dptheory.audit.privacy.target import PrivacyTarget

registry = pytest.importorskip("dptheory.mechanisms.registry")

CLEAR = 1.1
"""A true eps beyond the claim by this factor must be seen."""


def verdict(mechanism: Any, samples: int) -> str:
    target = PrivacyTarget(mechanism.claim.eps, mechanism.claim.delta)
    return audit(mechanism, target, plan=Plan(samples=samples, confidence=0.999)).verdict


def check(mechanism: Any) -> None:
    """More samples are taken only where the violation is small."""
    pair = mechanism.worst_pair()
    if pair is None or pair.eps is None:
        return
    if pair.eps <= mechanism.claim.eps * (1 + 1e-9):
        assert verdict(mechanism, 30_000) != "violated"
    elif pair.eps > CLEAR * mechanism.claim.eps:
        assert any(verdict(mechanism, samples) == "violated" for samples in (30_000, 300_000, 1_000_000))


@pytest.mark.parametrize("name", registry.names())
def test_verdicts_agree_with_what_is_known(name: str) -> None:
    check(registry.get(name))


@pytest.mark.parametrize("name", registry.names())
def test_thirty_per_cent_less_noise_is_caught_where_it_breaks_the_claim(name: str) -> None:
    check(registry.get(name).with_noise_scaled(0.7))


def test_most_claims_are_so_tight_that_less_noise_breaks_them() -> None:
    broken = 0
    names = [name for name in registry.names() if not name.endswith(".printed")]
    for name in names:
        mechanism = registry.get(name).with_noise_scaled(0.7)
        pair = mechanism.worst_pair()
        broken += pair is not None and pair.eps is not None and pair.eps > CLEAR * mechanism.claim.eps
    assert broken >= 0.7 * len(names)
