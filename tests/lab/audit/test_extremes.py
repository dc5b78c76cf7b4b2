"""Violations that no walk from the data leads to, digits, Renyi claims, proposed boxes: each with a right twin."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dptheory.cli import main
from dptheory.errors import BadInput
from dptheory.lab.audit.privacy.asking import ask
from dptheory.lab.audit.privacy.coding import event_code
from dptheory.lab.audit.privacy.confirming import READERS, Report
from dptheory.lab.audit.privacy.describe import event_data
from dptheory.lab.audit.privacy.digits import Digits, fit_digits
from dptheory.lab.audit.privacy.moves import extremes
from dptheory.lab.audit.privacy.neighbours import Neighbours, check_neighbours, table
from dptheory.lab.audit.privacy.ordering import renyi
from dptheory.lab.audit.privacy.scores import Event
from dptheory.lab.audit.privacy.subjects import Plain
from dptheory.lab.audit.privacy.tracing import trace
from dptheory.lab.audit.privacy.varying import domain_of
from dptheory.lab.mechanisms.claims import ADD_REMOVE, REPLACE_ONE, PrivacyClaim, RenyiClaim

FEW = 20_000


def verdict(mechanism: Any, claim: str = "eps=1", **options: Any) -> str:
    return str(ask(mechanism, claim, **({"samples": FEW} | options)).verdict)


def total(data: Any, size: int, rng: Any) -> Any:
    return np.clip(data, 0, 1).sum() + rng.laplace(0, 1, size)


def unclipped(data: Any, size: int, rng: Any) -> Any:
    return np.sum(data) + rng.laplace(0, 1, size)


def again(data: Any, size: int, rng: Any) -> Any:
    """A noisy count, drawn again until it is one that there can be."""
    out = np.sum(data) + rng.laplace(0, 1, size)
    while (bad := (out < 0) | (out > len(data))).any():
        out[bad] = np.sum(data) + rng.laplace(0, 1, int(bad.sum()))
    return out


def clamped(data: Any, size: int, rng: Any) -> Any:
    return np.clip(np.sum(data) + rng.laplace(0, 1, size), 0, len(data))


def told(level: float) -> Any:
    """Whether there are records, if a noisy count of them is above a level."""

    def mechanism(data: Any, size: int, rng: Any) -> Any:
        above = len(data) + rng.laplace(0, 1, size) > level
        return np.where(above & (len(data) > 0), 1.0, np.nan)

    return mechanism


def gridded(bare: bool) -> Any:
    """Noise on a grid; the sum is on it, or is not."""

    def mechanism(data: Any, size: int, rng: Any) -> Any:
        value = np.sum(data) if bare else np.round(np.sum(data) * 1024) / 1024
        return value + np.round(rng.laplace(0, 1.01, size) * 1024) / 1024

    return mechanism


def chosen(flip: bool) -> Any:
    """The commoner of two labels: by permute-and-flip, or by the exponential mechanism; eps = 2 for both."""

    def mechanism(data: Any, size: int, rng: Any) -> Any:
        gap = 2 * np.sum(data) - len(data)
        worse = np.exp(-abs(gap)) / 2 if flip else 1 / (1 + np.exp(abs(gap)))
        return (rng.random(size) < (1 - worse if gap > 0 else worse)).astype(float)

    return mechanism


COUNTED = np.array([0.0, 1.0] * 6 + [1.0] * 6)


@pytest.mark.parametrize("seed", [0, 1])
def test_a_count_drawn_again_until_it_can_be_is_caught_at_its_end(seed: int) -> None:
    assert verdict(again, data=COUNTED, seed=seed, samples=60_000) == "violated"
    assert verdict(clamped, data=COUNTED, seed=seed) == "consistent"


def test_add_remove_walks_from_two_records_down_to_none() -> None:
    claim = "eps=1, delta=0.0049"
    found = ask(told(4.6), claim, adjacency=ADD_REMOVE, data=[1.0, 1.0], samples=50_000)
    assert found.verdict == "violated" and not len(np.atleast_1d(found.second)) * len(
        np.atleast_1d(found.first)
    )
    assert verdict(told(5.7), claim, adjacency=ADD_REMOVE, data=[1.0, 1.0], samples=50_000) == "consistent"


def test_no_records_and_a_box_are_data_to_begin_with() -> None:
    """They were refused as a column without numbers."""

    def bare(data: Any, size: int, rng: Any) -> Any:
        return len(data) + rng.laplace(0, 1, size) * (len(data) > 0)

    target = PrivacyClaim(1.0, 0.0, ADD_REMOVE)
    found = ask(bare, target, data=[], samples=5_000, box=(0.0, 1.0))
    assert found.verdict == "violated" and [] in (found.first, found.second)
    with pytest.raises(BadInput, match="without records"):
        ask(bare, target, data=[], samples=5_000)


def test_noise_on_a_grid_leaves_bare_what_is_below_it() -> None:
    data = [0.0, 0.31, 0.77, 1.0]
    found = ask(gridded(True), "eps=1", data=data, samples=FEW)
    assert found.verdict == "violated" and found.eps_lower > 7
    assert verdict(gridded(False), data=data) == "consistent"


def test_last_bits_of_textbook_noise_convict_only_where_they_are_asked_for() -> None:
    pair = [([0.0], [1.0])]
    assert verdict(total, pairs=pair) == "consistent"
    assert verdict(total, pairs=pair, bits=True) == "violated"
    assert (
        verdict(lambda *given: np.round(total(*given) * 2**20) / 2**20, pairs=pair, bits=True) == "consistent"
    )


@pytest.mark.parametrize("claim", ["rho=0.5", "alpha=2, eps=1"])
def test_permute_and_flip_is_not_as_concentrated_as_the_exponential_mechanism(claim: str) -> None:
    assert verdict(chosen(True), claim, data=[0.0, 0.0, 1.0, 1.0], samples=60_000) == "violated"
    assert verdict(chosen(False), claim, data=[0.0, 0.0, 1.0, 1.0]) == "consistent"
    assert verdict(chosen(True), "eps=2", data=[0.0, 0.0, 1.0, 1.0]) == "consistent"


def test_renyi_divergences_of_two_outcomes() -> None:
    p, q, orders = np.array([0.5]), np.array([0.2]), (2.0, 3.0)
    forward = [np.log(0.5**a * 0.2 ** (1 - a) + 0.5**a * 0.8 ** (1 - a)) / (a - 1) for a in orders]
    back = [np.log(0.2**a * 0.5 ** (1 - a) + 0.8**a * 0.5 ** (1 - a)) / (a - 1) for a in orders]
    assert renyi(p, q, orders, False)[0] == pytest.approx(max(forward + back))
    each = [divergence / a for ends in (forward, back) for divergence, a in zip(ends, orders, strict=True)]
    assert renyi(p, q, orders, True)[0] == pytest.approx(max(each))
    assert renyi(q, p, orders, True)[0] == 0


def test_renyi_claims_as_they_are_written_and_read_back() -> None:
    assert str(RenyiClaim(0.25).of_group(2)) == "rho=1, replace-one, groups of 2"
    for claim in ("rho=0.5", "alpha=2, eps=1"):
        found = ask(chosen(False), claim, data=[0.0, 1.0], samples=2_000)
        assert found.lines()[1].endswith(f"{claim}, replace-one")
        assert Report(json.loads(json.dumps(found.to_dict()))).target == found.target
    for text in ("rho=1, alpha=2", "alpha=0.5, eps=1", "alpha=2, eps=1, delta=0.1"):
        with pytest.raises(BadInput):
            ask(total, text, data=[0.0, 1.0])


def test_a_wider_box_is_proposed_only_where_a_record_beyond_the_data_violates() -> None:
    found = ask(unclipped, "eps=1", data=[0.2, 0.0, 1.0], samples=50_000)
    assert found.verdict == "consistent" and "try --box -1 2" in found.searched
    assert verdict(unclipped, data=[0.2, 0.0, 1.0], box=(-1, 2)) == "violated"
    # from the data to either end it moves by 1.2, from end to end by 1.8
    assert "try --box -0.4 1.4" in ask(unclipped, "eps=1", data=[0.2, 0.5, 0.8], samples=20_000).searched
    assert "--box" not in ask(total, "eps=1", data=[0.2, 0.0, 1.0], samples=50_000).searched
    with pytest.raises(BadInput, match="--box 1 3"):
        ask(total, "eps=1", data=[2.0, 2.0])


@pytest.mark.parametrize("adjacency", [REPLACE_ONE, ADD_REMOVE])
@pytest.mark.parametrize("width", [0, 2])
def test_extreme_pairs_are_neighbours(adjacency: str, width: int) -> None:
    rng = np.random.default_rng(0)
    data = rng.random((5, width)) if width else rng.random(5)
    found = extremes(data, domain_of(table(data)), adjacency, rng)
    differing = [
        p for pairs in found.values() for p in pairs if table(p.first).tobytes() != table(p.second).tobytes()
    ]
    assert len(differing) > 5
    for pair in differing:
        check_neighbours(pair, adjacency)


@pytest.mark.parametrize("step", [1e-6, 2.0**-20, 0.0])
def test_an_event_of_digits_reads_back_and_runs_alone(step: float) -> None:
    rng = np.random.default_rng(3)
    sides = rng.laplace(0, 1, (400, 2)), 1 + np.round(rng.laplace(0, 1, (400, 2)), 3)
    score = fit_digits((step,))(*sides)
    event, pooled = Event(score, 0.1), np.vstack([*sides, [[np.nan, np.inf]]])
    plain = json.loads(json.dumps(event_data(event)))
    again = READERS["Digits"](plain["score"])
    assert isinstance(again, Digits) and again(pooled).tolist() == score(pooled).tolist()
    names: dict[str, Any] = {}
    exec(event_code(event_data(event)), names)
    assert names["event"](pooled).tolist() == event.contains(pooled).tolist()


MADE = {
    "default_rng": lambda rng, size: np.random.default_rng(rng.integers(2**31)).laplace(0, 1, size),
    "RandomState": lambda rng, size: np.random.RandomState(rng.integers(2**31)).laplace(0, 1, size),
    "old normal": lambda rng, size: 3.74 * np.random.randn(size),
    "random": lambda rng, size: random.gauss(0, 3.74),
}


@pytest.mark.parametrize("kind", MADE)
def test_noise_of_generators_that_the_mechanism_makes_is_followed(kind: str) -> None:
    claim = PrivacyClaim(1.0, 0.0 if kind in ("default_rng", "RandomState") else 1e-5)
    for times in (1, 2):
        mechanism = Plain(lambda data, size, rng, t=times: t * sum(data) + MADE[kind](rng, size), "m")
        found = trace(mechanism, Neighbours([0.0], [1.0]), claim)
        assert (found.first_wrong is not None) == (times == 2), found.told()


def test_a_trace_knows_what_noise_costs_in_renyi_divergence() -> None:
    def normal(data: Any, size: int, rng: Any) -> Any:
        return sum(data) + rng.normal(0, 1, size)

    for mechanism in (normal, lambda d, size, rng: sum(d) + rng.laplace(0, 1, size)):
        for rho in (0.5, 0.3):
            found = trace(Plain(mechanism, "m"), Neighbours([0.0], [1.0]), RenyiClaim(rho))
            assert (found.first_wrong is not None) == (rho == 0.3), found.told()


def test_the_command_takes_a_claim_in_rho_and_looks_at_bits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "halved.py").write_text(
        "def f(d, size, rng):\n    return sum(d) + rng.laplace(0, 0.5, size)\n"
    )
    monkeypatch.chdir(tmp_path)
    asked = ["audit", "halved:f", "--pair", "[0]", "[1]", "--samples", "5000", "--bits", "--trace"]
    assert main([*asked, "--claim", "rho=0.5"]) == 1
    said = capsys.readouterr().out
    assert "rho ≥" in said or "rho >=" in said
    assert "that costs rho" in said
