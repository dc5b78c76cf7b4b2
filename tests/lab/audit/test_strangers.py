"""What strangers bring: lists of different lengths, records with gaps, slow calls, labels, seldom strange outputs."""

from __future__ import annotations

import itertools
import json
import re
import time
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from dptheory.errors import BadInput
from dptheory.lab.audit.privacy import probing
from dptheory.lab.audit.privacy.auditor import Plan, audit, confirm
from dptheory.lab.audit.privacy.confirming import Report
from dptheory.lab.audit.privacy.estimators import fitted
from dptheory.lab.audit.privacy.leaks import strange
from dptheory.lab.audit.privacy.padded import Padded
from dptheory.lab.audit.privacy.streams import Runner
from dptheory.lab.audit.privacy.subjects import Plain
from dptheory.lab.audit.privacy.varying import domain_of
from dptheory.lab.mechanisms.claims import PrivacyClaim

PURE, APPROXIMATE = PrivacyClaim(1.0), PrivacyClaim(1.0, 1e-5)
FOUR = np.array([0.3, 0.2, 0.0, 1.0])


def flips(data: Any, size: int, rng: np.random.Generator) -> Any:
    """Coins until one shows heads, the likelier the larger the records: as many as there were."""
    lengths = rng.geometric(0.1 + 0.2 * np.sum(data) / len(data), size)
    return [[float(x) for x in rng.integers(0, 2, length)] for length in lengths]


def test_outputs_may_be_lists_of_different_lengths() -> None:
    data = [0.0, 1.0, 0.0]
    found = audit(flips, PrivacyClaim(0.05), data=data, plan=Plan(12_000, 0.95))
    assert found.verdict == "violated" and found.padded is not None
    report = Report(json.loads(json.dumps(found.to_dict())))
    again = confirm(report, Plain(flips, "flips"), plan=Plan(12_000, 0.95, 7))
    assert again.padded == found.padded and again.counts != found.counts and again.eps_lower > 0
    grouped = audit(flips, PrivacyClaim(0.5).of_group(2), data=data, plan=Plan(4_000, 0.95))
    assert grouped.padded is not None and grouped.searched.startswith("in groups of 2, 1 record left over")


def test_lists_are_cut_and_filled_up() -> None:
    made = Padded(Plain(lambda data, size, rng: [[1], [2, 3, 4], []][:size], "m"), 2)
    rows = made.sample(None, 3, np.random.default_rng(0))
    assert np.array_equal(np.asarray(rows), [[1, np.nan], [2, 3], [np.nan, np.nan]], equal_nan=True)
    assert made.sample(None, 4, np.random.default_rng(0)) == [[1], [2, 3, 4], []]  # to be refused


@pytest.mark.parametrize("value", [[["a"], ["b", "c"]], [[1.0], 2.0], [[[1.0]], [[1.0], [2.0]]]])
def test_what_is_no_list_of_numbers_is_refused(value: Any) -> None:
    with pytest.raises(BadInput, match="no array of real numbers"):
        audit(lambda data, size, rng: (value * size)[:size], PURE, data=FOUR)


def lengths(data: Any, size: int, rng: np.random.Generator) -> Any:
    """How many numbers all records have together, with noise for a difference of one."""
    return np.sum(~np.isnan(data)) + rng.laplace(0, 1, size)


def test_records_may_be_sequences() -> None:
    data = np.array([[1.0, 2.0, 3.0, np.nan], [1.0, np.nan, np.nan, np.nan], [2.0, 2.0, 2.0, 1.0]])
    domain = domain_of(data)
    made = domain.candidates(np.random.default_rng(0))
    assert domain.lengths == [1, 4] and {1, 4} <= set((~np.isnan(made)).sum(axis=1).tolist())
    found = audit(lengths, PURE, data=data, plan=Plan(5_000, 0.95))
    assert found.verdict == "violated" and "sequences of length 1 or 4" in found.searched
    assert found.eps_lower > 1.5  # three numbers more or less
    report = Report(json.loads(json.dumps(found.to_dict(), allow_nan=False)))
    assert np.isnan(report.pair.first).any() or np.isnan(report.pair.second).any()
    assert confirm(report, Plain(lengths, "lengths"), plan=Plan(5_000, 0.95, 3)).verdict == "violated"
    with pytest.raises(BadInput, match="a column without numbers"):
        domain_of(np.full((2, 1), np.nan))


def test_a_label_becomes_a_label() -> None:
    rows = np.array([[0.5, 1.0], [0.2, -1.0], [0.1, 1.0]])
    assert set(domain_of(rows).candidates(np.random.default_rng(0))[:, 1]) == {-1.0, 1.0}
    rows[2, 1] = 0.0  # a count then
    assert set(domain_of(rows).candidates(np.random.default_rng(0))[:, 1]) == {-1.0, 0.0, 1.0}


def test_what_was_tried_of_many_corners_is_said() -> None:
    def total(data: Any, size: int, rng: np.random.Generator) -> Any:
        return np.sum(data) / 8 + rng.laplace(0, 1, size)

    data = np.random.default_rng(0).random((30, 8))
    found = audit(total, PURE, data=data, plan=Plan(20_000, 0.95))
    assert "30 of 30 records varied" in found.searched and "32 of 256 corners tried" in found.searched
    assert "each to at least 1 of" in found.searched
    found = audit(total, PURE, data=data, plan=Plan(2_000, 0.95))
    assert "never varied: records" in found.searched


def naps(data: Any, size: int, rng: np.random.Generator) -> Any:
    time.sleep(0.002 * size)
    return np.sum(data) + rng.laplace(0, 1, size)


def test_a_mechanism_that_is_slow_is_told_what_can_be_done_and_ended_only_when_a_call_is_late() -> None:
    """It was refused by what the first calls took, before any was late."""
    heard: list[str] = []
    runner = Runner(tell=heard.append)
    with pytest.raises(BadInput, match=r"did not return within 0\.2 s; .*fewer --samples.*--one-run"):
        audit(naps, PURE, data=FOUR, plan=Plan(100_000, timeout=0.2), runner=runner)
    assert len(heard) == 1 and re.search(
        r"about 0\.00\d+ s an output.* for 12500 may not return within 0\.2 s.*; --samples \d+, --timeout \d+, or --one-run",
        heard[0],
    )
    heard.clear()
    assert audit(naps, PURE, data=FOUR, plan=Plan(500, timeout=3.0), runner=runner).samples == 500
    assert not heard


def test_the_clock_changes_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine that seems a thousand times slower hears of it, and reports the same."""
    heard: list[str] = []

    def total(data: Any, size: int, rng: np.random.Generator) -> Any:
        return np.sum(data) + rng.laplace(0, 1, size)

    def audited() -> dict[str, object]:
        return audit(total, PURE, data=FOUR, plan=Plan(2_000), runner=Runner(tell=heard.append)).to_dict()

    before, looks = audited(), itertools.count()
    monkeypatch.setattr(probing, "time", SimpleNamespace(monotonic=lambda: 1e4 * next(looks) ** 2))
    assert audited() == before and len(heard) == 1


def odd(kind: str) -> Any:
    """Seldom, and only where the second record is large, an output is far out, or not a number."""

    def mechanism(data: Any, size: int, rng: np.random.Generator) -> Any:
        out = np.sum(data) + rng.laplace(0, 1, size)
        if kind != "none" and np.ravel(data)[1] > 0.5:
            out[rng.random(size) < 0.008] = np.nan if kind == "nan" else 1e4
        return out

    return mechanism


@pytest.mark.parametrize("kind", ["nan", "far"])
def test_seldom_strange_outputs_lead_to_their_record(kind: str) -> None:
    found = audit(odd(kind), APPROXIMATE, data=FOUR, plan=Plan(100_000, 0.999))
    first, second = np.array(found.first), np.array(found.second)
    assert found.verdict == "violated" and (first[1] > 0.5) != (second[1] > 0.5)
    assert 1e-3 < found.delta_lower < 0.008


def test_without_them_nobody_is_convicted_and_heavy_tails_are_not_strange() -> None:
    for seed in range(3):
        found = audit(odd("none"), APPROXIMATE, data=FOUR, plan=Plan(20_000, 0.95, seed))
        assert found.verdict != "violated"
    assert strange(np.zeros((50, 1))) == 0 and strange(np.full((3, 1), np.nan)) == 3
    assert strange(np.random.default_rng(0).laplace(0, 1, (10_000, 2))) < 5


def test_estimators_give_their_weights() -> None:
    from sklearn.linear_model import LinearRegression, Ridge
    from sklearn.neighbors import KNeighborsRegressor
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler

    data = np.array([[0.0, 1.0], [1.0, 3.0], [2.0, 5.0]])
    assert np.allclose(fitted(LinearRegression())(data), [2.0, 1.0])
    scaled = make_pipeline(StandardScaler(), Ridge(alpha=1e-9))
    assert np.allclose(fitted(scaled)(data)[1], 3.0)
    assert np.allclose(fitted(LinearRegression(), prepare=lambda rows: rows * [1, 2])(data), [4.0, 2.0])
    with pytest.raises(BadInput, match="a KNeighborsRegressor, which learns no coef_"):
        fitted(KNeighborsRegressor(1))(data)
