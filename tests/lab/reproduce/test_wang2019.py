"""`dptheory reproduce wang2019`: files, numbers that can be computed otherwise, claims that can fail."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dptheory.cli import main
from dptheory.lab.perinstance.exposing import Exposure
from dptheory.lab.reproduce.wang2019 import claims, efficiency, experiments
from dptheory.lab.reproduce.wang2019.choices import Choices, chosen
from dptheory.lab.reproduce.wang2019.studies import studies, synthetic

SMALL = ["--repetitions", "2", "--choose", "n=60", "d=2"]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("wang2019")
    monkey = pytest.MonkeyPatch()
    monkey.setattr(efficiency, "SIZES", (10_000, 100_000))
    assert main(["reproduce", "wang2019", "--out", str(out), *SMALL, "--json"]) == 0
    monkey.undo()
    return out


def test_all_files_are_written(made: Path) -> None:
    names = {
        f"{stem}-{data}.{kind}"
        for stem in ("experiment1", "experiment2", "figure1")
        for data in ("synthetic", "diabetes")
        for kind in ("png", "svg")
    }
    assert {path.name for path in made.iterdir()} == names | {"results.json", "table.md"}
    assert "not seen" not in (made / "table.md").read_text()
    assert (made / "figure1-diabetes.svg").read_text().startswith("<?xml")


def test_numbers_are_in_order_and_match_the_exposure(made: Path) -> None:
    found = json.loads((made / "results.json").read_text())
    assert [(e["experiment"], e["data"]) for e in found["experiments"]] == [
        (1, "synthetic"), (2, "synthetic"), (1, "diabetes"), (2, "diabetes")
    ]  # fmt: skip
    for experiment in found["experiments"]:
        for point in experiment["points"]:
            assert point["least"] <= point["median"] <= point["90 %"] <= point["largest"]
            assert point["largest"] <= point["for_all"] * 1.5  # a member's own record is left out of the fit
            assert point["for_all"] <= point["worst_case"]
    study = synthetic(chosen(["n=60", "d=2"]), 0)
    import dptheory

    exact = dptheory.exposure(study.table.x, study.table.y, lam=1, delta="1e-6", bounds=1)
    point = found["experiments"][1]["points"][2]
    assert point["gamma"] == "1"
    assert point["largest"] == exact.eps.max()
    assert point["excess_risk"] == pytest.approx(2 / (2 * 60))


def test_a_claim_that_the_data_do_not_show_is_not_seen() -> None:
    """The twin: with every record as exposed as the worst case nothing is left of the claims."""
    study = synthetic(Choices(n=60, d=2), 0)
    curve = experiments.curve(study, 1, "output", Choices(n=60, d=2), lambda words: None)
    flat = []
    for point in curve.points:
        found: Exposure = point.found
        flat.append(replace(point, found=replace(found, eps=np.full_like(found.eps, point.seen))))
    judged = claims.claims((replace(curve, points=tuple(flat)),), ())
    assert [
        claim.seen for claim in judged if "users in the data" in claim.text or "average" in claim.text
    ] == [False, False, False]
    assert any(claim.seen for claim in claims.claims((curve,), ()))


def test_the_order_of_records_was_judged_by_a_rank_correlation() -> None:
    """Each pair of records that can be compared is: one that is out of order is enough."""
    study = synthetic(Choices(n=60, d=2), 0)
    curve = experiments.curve(study, 2, "ops", Choices(n=60, d=2), lambda words: None)
    text = "a small leverage and a good prediction"
    assert [claim.seen for claim in claims.claims((curve,), ()) if text in claim.text] == [True]
    mu, residual = experiments.outside(curve.at.found)
    first = int(np.flatnonzero((mu[:, None] > mu).any(axis=1) & (residual > np.median(residual)))[0])
    eps = curve.at.found.eps.copy()
    eps[first] = 0.0
    assert claims.ordered(mu, residual, eps)[1] > 0


def test_noise_that_is_worse_than_no_answer_was_counted_as_useful() -> None:
    study = synthetic(Choices(n=60, d=2), 0)
    curve = experiments.curve(study, 2, "ops", Choices(n=60, d=2), lambda words: None)
    x, y = study.table.x, study.table.y
    h = x.T @ x + np.eye(2)
    risk = lambda w: ((y - x @ w) ** 2).sum() / 2 + w @ w / 2  # noqa: E731
    best = np.linalg.solve(h, x.T @ y)
    assert curve.nothing == pytest.approx((risk(np.zeros(2)) - risk(best)) / 60)
    assert [point.risk < curve.nothing for point in curve.points] == [
        point in curve.useful for point in curve.points
    ]
    assert 0 < len(curve.useful) < len(curve.points)
    assert curve.at is curve.useful[0]


def test_the_last_term_of_remark_15_need_not_dominate() -> None:
    mu, level = np.array([1e-4, 1e-4]), np.log(2e6)
    assert claims.dominated(mu, np.array([1.0, 1.0]), 1.0, 1e-6) == 1.0
    assert claims.dominated(mu, np.array([1.0, 0.0]), 1.0, 1e-6) == 0.5
    even = 1e-4 / 2 * (1 + level) / np.sqrt(1e-4 * level)  # r**2 is small beside it
    assert claims.dominated(mu, np.array([even * 1.01, even * 0.99]), 1.0, 1e-6) == 0.5


def test_errors_of_ordinary_estimators_against_sampling() -> None:
    rng = np.random.default_rng(3)
    row = efficiency.synthetic(10_000, 1e-6, 2, 0)
    assert row.ratios[0] == pytest.approx(1, abs=0.01)  # hardly any bias at lam = 1
    gamma = efficiency.ordinary(200.0, 10_000, 1e-6)
    assert gamma > 0
    x = rng.standard_normal((50, 2))
    h = x.T @ x + 3 * np.eye(2)
    noise = rng.multivariate_normal([0, 0], np.linalg.inv(h) / gamma, 200_000)
    assert (noise**2).sum(axis=1).mean() == pytest.approx(np.trace(np.linalg.inv(h)) / gamma, rel=0.02)
    assert efficiency.ordinary(1.0, 10_000, 1e-6) == 0


def test_ordinary_ops_keeps_eps_on_the_worst_data_of_that_size() -> None:
    """gamma by the closed bound, against the exact worst case over data sets of n records."""
    from dptheory.lab.perinstance.asked import Asked, Bounds
    from dptheory.lab.perinstance.worst import worst_case

    asked = Asked.of("ops", "squared", 64, efficiency.ordinary(64.0, 500, 1e-6), "1e-6", 1, 1)
    assert isinstance(asked.bounds, Bounds)
    worst: Any = worst_case(None, asked, asked.bounds, 500)  # type: ignore[arg-type]
    assert 0.3 < worst.upper <= efficiency.EPS


def test_studies_are_inside_the_bounds_and_come_from_the_seed() -> None:
    one, other, again = (synthetic(Choices(), seed) for seed in (0, 1, 0))
    assert (one.table.y == again.table.y).all()
    assert not (one.table.y == other.table.y).all()
    for study in studies(None, Choices(), 0):
        assert np.linalg.norm(study.table.x, axis=1).max() <= 1 + 1e-12
        assert np.abs(study.table.y).max() <= 1


def test_a_table_of_patients_is_a_third_study(file: Path) -> None:
    found = studies(file, Choices(), 0)
    assert [study.name for study in found] == ["synthetic", "diabetes", "warfarin"]
    assert found[2].d == 14
