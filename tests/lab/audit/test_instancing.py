"""Events as instances: the kernel refutes what fails by them and nothing else; the chances are those of the laws."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.stats import laplace, norm

from dptheory.cli import main
from dptheory.lab.audit.privacy.auditor import Plan, audit
from dptheory.lab.audit.privacy.instancing import instance
from dptheory.lab.audit.privacy.rare import Near
from dptheory.lab.audit.privacy.scores import Coordinate, Event, Histogram
from dptheory.lab.audit.privacy.subjects import DensityRatio
from dptheory.lab.mechanisms import registry
from dptheory.lab.mechanisms.additive import L2LaplaceSum, Laplace
from dptheory.lab.mechanisms.claims import ADD_REMOVE, PrivacyClaim
from dptheory.lab.mechanisms.gaussian import gaussian_delta

NAMES = ("laplace", "gaussian", "gaussian.classical", "exponential", "wang2016.algorithm1")


def best(name: str, factor: float) -> tuple[Any, Any, PrivacyClaim, Event]:
    """A mechanism with its noise times a factor, its worst pair, its claim, and the best event."""
    mechanism = registry.get(name).with_noise_scaled(factor)
    pair, claim = mechanism.worst_pair(), mechanism.claim
    loss = DensityRatio(mechanism, pair.first, pair.second)
    drawn = loss(mechanism.sample(pair.first, 2_000, np.random.default_rng(0)))
    swapped = bool(-drawn.min() > 1.01 * drawn.max())
    cut = claim.eps if claim.delta else float(np.abs(drawn).max()) - 1e-6
    event = Event(loss, -cut if swapped else cut, swapped)
    return mechanism, pair, PrivacyClaim(claim.eps, claim.delta), event


@pytest.mark.parametrize("name", NAMES)
def test_less_noise_is_refuted_and_all_of_it_is_not(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for factor, refuted in ((0.4, True), (1.001, False)):
        mechanism, pair, target, event = best(name, factor)
        found = instance(mechanism, pair.first, pair.second, target, event)
        assert found is not None and found.refuted is refuted
        assert found.text.startswith("refuted: " if refuted else "not refuted by this event")
        path = tmp_path / f"{factor}.thm"
        path.write_text(found.statement)
        assert main(["verify", str(path), "--json"]) == (0 if refuted else 2)
        (said,) = json.loads(capsys.readouterr().out)["statements"]
        assert said["printed"]["verdict"] == ("refuted" if refuted else "unknown")


@pytest.mark.parametrize(("of_least", "refuted"), [(0.999, True), (1.001, False)])
def test_the_kernel_tells_a_delta_from_one_a_little_larger(of_least: float, refuted: bool) -> None:
    mechanism, pair, _, event = best("gaussian", 0.8)
    least = gaussian_delta(1.0, mechanism.sigma, mechanism.sensitivity)
    found = instance(mechanism, pair.first, pair.second, PrivacyClaim(1.0, of_least * least), event)
    assert found is not None and found.refuted is refuted


def ends(text: str) -> tuple[float, float]:
    parts = text.strip("[]").split(", ")
    return float(parts[0]), float(parts[-1])


@pytest.mark.parametrize("swapped", [False, True])
@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_the_chances_are_those_of_the_laws(sign: float, swapped: bool) -> None:
    first, second = np.array([[0.25], [1.0]]), np.array([[0.25]])
    event = Event(Coordinate(sign), 0.5 * sign, swapped)
    upper = (sign > 0) is not swapped
    likelier, other = (second, first) if swapped else (first, second)
    mechanism = Laplace(eps=2.0)
    found = instance(mechanism, first, second, PrivacyClaim(0.1, 0.0, ADD_REMOVE), event)
    assert found is not None and found.region == ("w >= 1/2" if upper else "w <= 1/2")
    for data, said in ((likelier, found.chance), (other, found.other)):
        law = laplace(data.sum(), mechanism.scale)
        low, high = ends(said)
        assert low <= (law.sf(0.5) if upper else law.cdf(0.5)) <= high < low + 1e-5


def test_noise_of_one_number_has_its_scale_whatever_its_kind() -> None:
    one, none = np.array([[0.5]]), np.array([[-0.5]])
    for factor in (0.5, 1.0):
        norms = L2LaplaceSum(eps=1.0, noise_factor=factor)
        found = instance(norms, one, none, PrivacyClaim(1.0), Event(Coordinate(), 0.5))
        assert found is not None and found.chance == "0.5" and found.refuted is (factor < 1)


def test_an_interval_and_what_is_none() -> None:
    mechanism, pair, target, _ = best("gaussian", 0.3)
    sides = pair.first, pair.second, target
    found = instance(mechanism, *sides, Event(Near(0, -0.5), -0.5))
    assert found is not None and found.region == "abs(w - (-1/2)) <= 1/2" and found.refuted
    low, high = ends(found.chance)
    law = norm(-0.5, mechanism.sigma)
    assert low <= law.cdf(0) - law.cdf(-1) <= high
    steps = Histogram(np.array([-1.0, 0.0, 1.0]), np.array([1.0, 0.0, 1.0, 0.0]))
    assert instance(mechanism, *sides, Event(steps, 0.5)) is None  # two intervals
    assert instance(mechanism, *sides, Event(Coordinate(), math.inf)) is None


@dataclass(frozen=True, kw_only=True)
class Loud(Laplace):
    """It adds its noise ten times."""

    def draw_noise(self, size: int, rng: np.random.Generator) -> Any:
        return 10 * super().draw_noise(size, rng)


def test_of_a_subclass_or_of_several_numbers_nothing_is_said() -> None:
    event, target = Event(Coordinate(), 1.0), PrivacyClaim(0.5)
    one, none = np.array([[1.0]]), np.array([[0.0]])
    assert instance(Laplace(eps=1.0), one, none, target, event) is not None
    assert instance(Loud(eps=1.0), one, none, target, event) is None
    assert instance(Laplace(eps=1.0, width=2), np.ones((1, 2)), np.zeros((1, 2)), target, event) is None


def test_a_violated_report_carries_the_instance_and_no_other_does() -> None:
    plan = Plan(4_000, 0.95)
    halved, whole = (
        audit(Laplace(eps=1.0, noise_factor=f), PrivacyClaim(1.0), plan=plan) for f in (0.5, 1.0)
    )
    assert whole.verdict == "consistent" and whole.instance is None
    assert halved.instance is not None and halved.instance.refuted
    shown = json.loads(json.dumps(halved.to_dict()))["instance"]
    assert shown["verdict"] == "refuted" and shown["statement"][0] == "statement audit.event"
    assert any(line.startswith("exactly     refuted: ") for line in halved.lines())
