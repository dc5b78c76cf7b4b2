"""The search for neighbours: what is varied, what is found, what is reported, what bad input gets."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.stats import binom

from dptheory.cli import main
from dptheory.errors import BadInput
from dptheory.extras import one_thread
from dptheory.lab.audit.privacy.auditor import Plan, audit
from dptheory.lab.audit.privacy.coverage import plan_of_variations
from dptheory.lab.audit.privacy.neighbours import Neighbours, check_neighbours
from dptheory.lab.audit.privacy.pool import apart, tied, yardstick
from dptheory.lab.audit.privacy.varying import BALL, RECORDS, domain_of
from dptheory.lab.mechanisms.claims import ADD_REMOVE, PrivacyClaim

PURE = PrivacyClaim(1.0)


def histogram(bare: int | None) -> Any:
    """Counts of 12 labels with enough noise; with none on one bin, if that is said."""

    def mechanism(data: Any, size: int, rng: np.random.Generator) -> Any:
        noise = rng.laplace(0, 2, (size, 12))
        if bare is not None:
            noise[:, bare] = 0
        return np.bincount(np.asarray(data).astype(int), minlength=12) + noise

    return mechanism


LABELS = np.concatenate([np.arange(12.0), np.arange(12.0), [3.0, 3.0]])


def weighted(data: Any, size: int, rng: np.random.Generator) -> Any:
    """A sum in which one column counts three times, with the noise of one that counts once."""
    rows = np.clip(np.asarray(data, float), 0, 1)
    return rows[:, 0].sum() + 3 * rows[:, 1].sum() + rng.laplace(0, 2, size)


def fair(data: Any, size: int, rng: np.random.Generator) -> Any:
    rows = np.clip(np.asarray(data, float), 0, 1)
    return rows[:, 0].sum() + rows[:, 1].sum() + rng.laplace(0, 2, size)


@pytest.mark.parametrize("bare", [0, 5, 11])
def test_a_bin_without_noise_is_found_wherever_it_is(bare: int) -> None:
    found = audit(histogram(bare), PURE, data=LABELS, plan=Plan(20_000, 0.95))
    assert found.verdict == "violated" and found.eps_lower > 6
    differing = [(a, b) for a, b in zip(found.first, found.second, strict=True) if a != b]  # type: ignore[call-overload]
    assert len(differing) == 1 and bare in differing[0]


def test_a_right_histogram_is_consistent() -> None:
    found = audit(histogram(None), PURE, data=LABELS, plan=Plan(20_000, 0.95))
    assert found.verdict == "consistent" and found.eps_lower < 1
    assert "26 of 26 records varied" in found.searched


def test_a_column_that_weighs_more_is_found_inside_the_box() -> None:
    data = np.array([[0.2, 0.4], [0.9, 0.1], [0.5, 0.5], [0.1, 0.9], [1.0, 1.0], [0.0, 0.0]])
    found = audit(weighted, PURE, data=data, plan=Plan(20_000, 0.95))
    assert found.verdict == "violated" and found.eps_lower > 1.6  # the corners show 2
    assert audit(fair, PURE, data=data, plan=Plan(20_000, 0.95)).verdict == "consistent"


def slope(rows: Any) -> float:
    x, y = np.clip(np.asarray(rows, float), -1, 1).T
    return float(x @ y / (x @ x + 0.5))


def regression(data: Any, size: int, rng: np.random.Generator) -> Any:
    """A slope; one record moves it by 1.7 at most, by far less where the others are large."""
    return slope(data) + rng.laplace(0, 0.85, size)


def test_records_that_both_share_are_moved_too() -> None:
    data = np.array([[1.0, 1.0], [-1.0, -1.0], [0.9, 0.9], [-0.9, -0.9], [1.0, 0.9], [0.8, 0.7]])
    ends = [np.array(end) for end in itertools.product((-1.0, 1.0), repeat=2)]
    single = max(
        abs(
            slope(np.vstack([data[:i], one, data[i + 1 :]]))
            - slope(np.vstack([data[:i], two, data[i + 1 :]]))
        )
        for i in range(6)
        for one in ends
        for two in ends
    )
    assert single / 0.85 < 0.6  # no change of one record of these data shows a violation
    found = audit(regression, PURE, data=data, plan=Plan(40_000, 0.95))
    assert found.verdict == "violated" and found.eps_lower > 1.2


def test_common_random_numbers_show_small_differences_at_once() -> None:
    rng = np.random.default_rng(0)
    noise = rng.laplace(0, 1, (40, 1))
    measure = yardstick([noise, noise + 0.05])
    near, far = measure.summary(noise + 0.05), measure.summary(noise + 0.1)
    start = measure.summary(noise)
    assert tied(start, near) and 0 < apart(start, near) < apart(start, far) < 0.2
    other = measure.summary(rng.laplace(0, 1, (40, 1)))
    assert not tied(start, other)


@pytest.mark.parametrize("adjacency", ["replace-one", "add-remove"])
def test_neighbours_that_are_found_are_neighbours(adjacency: str) -> None:
    data = np.array([[0.2, 0.4], [1.0, 1.0], [0.0, 0.0]])
    found = audit(weighted, PrivacyClaim(0.5, 0.0, adjacency), data=data, plan=Plan(10_000, 0.95))
    first, second = np.array(found.first), np.array(found.second)
    assert abs(len(first) - len(second)) == (adjacency == "add-remove")
    assert found.verdict == "violated" and found.origin == "search" and found.pairs_tried > 5


def test_what_was_never_varied_is_said() -> None:
    data = np.column_stack([np.linspace(0, 1, 300), np.zeros(300)])
    found = audit(fair, PURE, data=data, plan=Plan(3_000, 0.95))
    assert "never varied: records" in found.searched and "never varied: column 1" in found.searched
    assert "of 300 records varied, in the box of the data" in found.searched


def test_false_alarms_of_a_search_are_as_rare_as_stated() -> None:
    """The claim is tight: the search finds the pair at which it is."""
    data = np.array([[0.2, 0.4], [1.0, 1.0], [0.0, 0.0]])
    runs = 15  # benchmarks/audit has a thousand
    with one_thread():
        false = sum(
            audit(fair, PURE, data=data, plan=Plan(2_000, 0.95, seed)).verdict == "violated"
            for seed in range(runs)
        )
    assert binom.sf(false - 1, runs, 0.05) > 0.01


def one_hot(data: Any, size: int, rng: np.random.Generator) -> Any:
    rows = np.asarray(data, float)
    if not (rows[:, :3].sum(axis=1) == 1).all():
        raise ValueError("no code")
    return rows[:, 2].sum() + rng.laplace(0, 0.5, size)


def test_one_hot_codes_stay_codes() -> None:
    data = np.column_stack([np.eye(3)[[0, 1, 2, 0]], [0.1, 0.5, 0.9, 0.3]])
    found = audit(one_hot, PURE, data=data, plan=Plan(10_000, 0.95))
    assert found.verdict == "violated"
    assert "one-hot blocks kept" in found.searched and "refused" not in found.searched


def test_domains() -> None:
    rows = np.array([[0.6, 0.8], [0.0, 0.5], [-0.6, 0.0]])
    rng = np.random.default_rng(0)
    corners = {tuple(corner) for corner in domain_of(rows).corners(rng).tolist()}
    assert corners == {(-0.6, 0.0), (-0.6, 0.8), (0.6, 0.0), (0.6, 0.8)}
    assert np.linalg.norm(domain_of(rows, BALL).candidates(rng), axis=1).max() <= 1
    wide = domain_of(rows, BALL, box=(-5, 5)).candidates(rng)
    assert np.linalg.norm(wide, axis=1).max() <= 1 and len(wide) > 5
    copies = domain_of(rows, RECORDS).candidates(rng)
    assert {tuple(row) for row in copies.tolist()} == {tuple(row) for row in rows.tolist()}
    counts = domain_of(np.array([[0.0], [4.0], [1.0]])).corners(rng)
    assert sorted(counts[:, 0].tolist()) == [0, 1, 2, 3, 4]
    assert domain_of(rows, box=(-1, 1)).along(np.array([1.0, -1.0])).tolist() == [1.0, -1.0]


@pytest.mark.parametrize("adjacency", ["replace-one", "add-remove"])
@pytest.mark.parametrize("size", [1, 7, 90])
def test_a_plan_has_room_for_every_record_first(size: int, adjacency: str) -> None:
    rows = np.random.default_rng(0).random((size, 2))
    chosen = plan_of_variations(rows, domain_of(rows), adjacency, np.random.default_rng(1), 300)
    assert len(chosen) <= 300
    assert len({v.place for v in chosen if v.place < size}) == size


@pytest.mark.parametrize(
    ("data", "options", "said"),
    [
        (np.zeros((4, 2)), {}, "a data set whose records cannot be varied"),
        (np.zeros((0, 2)), {}, "a data set without records"),
        (np.array([0.0, 1.0]), {"box": (0.5, 2.0)}, "a box that does not hold the data"),
        (np.array([0.0, 1.0]), {"domain": "sphere"}, "needed: box or ball or records"),
    ],
)
def test_data_that_cannot_be_varied(data: Any, options: dict[str, Any], said: str) -> None:
    with pytest.raises(BadInput, match=said):
        audit(lambda d, n, rng: np.sum(d) + rng.laplace(0, 1, n), PURE, data=data, plan=Plan(**options))


def picky(data: Any, size: int, rng: np.random.Generator) -> Any:
    if np.max(data) > 0.8:
        raise ValueError("too large")
    return np.sum(data) + rng.laplace(0, 0.3, size)


def test_data_sets_that_a_mechanism_refuses_are_left_out_and_counted() -> None:
    found = audit(picky, PURE, data=np.array([0.1, 0.8]), plan=Plan(5_000, box=(0, 1)))
    assert found.verdict == "violated" and "data sets refused" in found.searched
    assert max(*found.first, *found.second) <= 0.8  # type: ignore[misc]


def pairs(rng: np.random.Generator) -> Any:
    first = rng.random(3)
    return first, np.concatenate([[1 - first[0]], first[1:]])


def test_a_generator_is_searched() -> None:
    def mechanism(data: Any, size: int, rng: np.random.Generator) -> Any:
        return np.sum(data) + rng.laplace(0, 0.5, size)

    found = audit(mechanism, PURE, generator=pairs, plan=Plan(20_000, 0.95))
    assert found.verdict == "violated" and found.origin == "generated" and found.pairs_tried == 40
    check_neighbours(type("P", (), {"first": found.first, "second": found.second}), "replace-one")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("generator", "said"),
    [
        (
            lambda rng: (rng.random(3), rng.random(3)),
            "a generator whose pair 0 is data sets that differ in 3",
        ),
        (lambda rng: rng.random(3), "a generator that returned"),
        (lambda rng: 1 / 0, "a generator that raised ZeroDivisionError"),
    ],
)
def test_a_generator_of_no_neighbours(generator: Any, said: str) -> None:
    with pytest.raises(BadInput, match=said):
        audit(fair, PURE, generator=generator)


@pytest.mark.parametrize(
    ("target", "advice"),
    [
        (PURE, "T being S with one record replaced"),
        (PrivacyClaim(1.0, 0.0, "add-remove"), "T being S with one record more or less"),
        (PURE.of_group(3), "T being S with up to 3 records replaced"),
    ],
)
def test_what_a_generator_must_return_is_said_for_the_adjacency(target: PrivacyClaim, advice: str) -> None:
    with pytest.raises(BadInput, match=advice):
        audit(fair, target, generator=lambda rng: (np.zeros(5), np.arange(5.0)))


MODULE = """
import numpy as np
def mechanism(data, size, rng):
    return np.sum(data) + rng.laplace(0, 0.5, size)
def pairs(rng):
    x = rng.random(2)
    return x, [x[0], 1.0]
"""


def test_the_command_line_searches(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "searched_module.py").write_text(MODULE)
    monkeypatch.chdir(tmp_path)
    start = ["audit", "searched_module:mechanism", "--claim", "eps=1", "--samples", "20000"]
    assert main([*start, "--data", "[0.25, 0.75]", "--box", "0", "1"]) == 1
    assert "2 of 2 records varied, in the box of the data" in capsys.readouterr().out
    assert main([*start, "--data", "[0.25, 0.75]", "--domain", "records"]) == 0
    assert "copies of other records only" in capsys.readouterr().out
    assert main([*start, "--generator", "searched_module:pairs"]) in (0, 1)
    assert "generated, the best of 40 pairs" in capsys.readouterr().out
    assert main([*start, "--box", "0", "1"]) == 64
    assert main([*start, "--data", "[0, 1]", "--generator", "searched_module:pairs"]) == 64


def test_a_climb_that_brings_nothing_ends() -> None:
    """One number between its ends: thousands of pairs were tried after the best one was known."""
    plan = Plan(20_000, 0.95, box=(0.0, 1.0))
    found = audit(lambda data, size, rng: np.sum(data) + rng.normal(0, 3, size), PURE, data=[0.0], plan=plan)
    assert 2 <= found.pairs_tried < 1_000
    assert {float(np.sum(found.first)), float(np.sum(found.second))} == {0.0, 1.0}


@pytest.mark.parametrize("seed", range(10))
def test_a_small_spread_of_four_outputs_is_no_difference(seed: int) -> None:
    # half of what a record can do was taken for more than all of it, for the spread of the first four outputs
    many = np.random.default_rng(seed).laplace(0, 1, (165, 9))
    measure = yardstick([many])
    assert apart(measure.summary(many[:4]), measure.summary(many)) == 0
    whole = apart(measure.summary(many), measure.summary(many + 1))
    half = apart(measure.summary(many[:4]), measure.summary(many + 0.5))
    assert half < 0.6 * whole
    assert apart(measure.summary(many[:40]), measure.summary(5 * many)) > 0.5


def _kept(data: Any, size: int, rng: np.random.Generator) -> Any:
    """Whether the only key is kept: with one record in three of ten runs, with none never."""
    return (rng.random(size) < (0.0 if len(data) == 0 else 0.3)).astype(float)


def test_a_search_that_adds_and_removes_walks_down_to_no_records_unless_it_stays_at_the_data() -> None:
    """It stayed near [1, 1, 1, 1], where nothing is wrong; a promise about these data alone is kept."""
    target, data = PrivacyClaim(1.0, 0.01, ADD_REMOVE), np.ones(4)
    found = audit(_kept, target, data=data, plan=Plan(samples=20_000))
    assert found.verdict == "violated" and sorted(map(np.size, (found.first, found.second))) == [0, 1]
    assert "data sets of 0 to 5 records" in found.searched
    stays = audit(_kept, target, data=data, plan=Plan(samples=20_000, at=True))
    assert stays.verdict != "violated" and "neighbours of the data set itself alone" in stays.searched


def test_the_data_set_without_records_is_one_and_a_constant_output_an_outcome() -> None:
    """`--pair '[1]' '[]'` was refused for want of a record, and an output that is always nan for want of chance."""
    pair = Neighbours(np.ones(1), np.zeros(0))
    target = PrivacyClaim(1.0, 0.01, ADD_REMOVE)
    assert audit(_kept, target, pairs=[pair], plan=Plan(samples=5_000)).verdict == "violated"

    def nothing(data: Any, size: int, rng: np.random.Generator) -> Any:
        return np.full(size, np.nan)

    assert audit(nothing, target, pairs=[pair], plan=Plan(samples=5_000)).verdict == "consistent"
