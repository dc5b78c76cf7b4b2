"""The warfarin table and its encoding, under every choice; files that are none."""

from __future__ import annotations

import os
from pathlib import Path

import made
import numpy as np
import pytest

from dptheory.cli import main
from dptheory.lab.reproduce.wu2015 import warfarin
from dptheory.lab.reproduce.wu2015.choices import ALTERNATIVES, JOINT, MEANING, Choices
from dptheory.lab.reproduce.wu2015.printed import AT, MSE
from dptheory.lab.reproduce.wu2015.run import contains, repeat
from dptheory.lab.reproduce.wu2015.trial import Plan

WARFARIN = os.environ.get("DPTHEORY_WARFARIN", "")


def test_encoding(file: Path) -> None:
    found, count = warfarin.patients(file)
    assert (len(found), count) == (234, 260)
    study = warfarin.study(file, Choices())
    assert (study.n, study.d) == (234, 14)
    assert np.linalg.norm(study.x, axis=1).max() <= 1
    assert np.abs(study.y).max() <= 1
    dose = np.array([p.dose for p in found])
    assert np.allclose(np.ptp(study.y) * study.unit, np.ptp(np.sqrt(dose)))
    back = study.x * np.sqrt(8)
    first = found[0]
    assert back[0, 3:5].tolist() == [first.race == 1, first.race == 2]
    assert np.allclose(back[0, 7:9], [first.vkorc1 == 1, first.vkorc1 == 2])
    assert np.abs(back[:, :3]).max() == pytest.approx(1.0)


@pytest.mark.parametrize("choices", [Choices(), *(Choices().changed(*c) for c in ALTERNATIVES)], ids=str)
def test_every_choice_stays_in_the_unit_ball_and_is_consistent(file: Path, choices: Choices) -> None:
    study = warfarin.study(file, choices)
    assert np.linalg.norm(study.x, axis=1).max() <= 1 + 1e-12
    assert np.abs(study.y).max() <= 1
    assert study.weights.sum() == pytest.approx(1.0)
    own = study.variants[study.target, :, np.arange(study.n)]  # the records with their own genotype
    assert (np.abs(own - study.x[:, None]).max(axis=2).min(axis=1) < 1e-12).all()
    other = study.variants[(study.target + 1) % 3, :, np.arange(study.n)]
    assert (np.abs(other - study.x[:, None]).max(axis=2).min(axis=1) > 1e-3).all()
    assert len(study.weights) == (1 if choices.known == "all" else 24)


def test_every_alternative_has_a_meaning() -> None:
    names = [c for c in (*ALTERNATIVES, *JOINT) if c[0] != "noise_factor"]
    assert all(c in MEANING for c in names)
    assert all(str(Choices().changed(*c)) != str(Choices()) for c in names)
    assert len(Choices().described()) == 7


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (None, "no such file"),
        (b"", "empty"),
        (b"\xff\xfe\x00", "not UTF-8"),
        (b"a,b\n1,2\n", "without the column 'Age'"),
        (made.table([*made.rows(), ["x"]]), "row 262 has 1 fields and the header"),
        (made.changed(warfarin.DOSE, 4, "much"), "row 6, column 'Therapeutic Dose of Warfarin': much"),
        (made.changed(warfarin.HEIGHT, 4, "nan"), "a positive number"),
        (made.changed(warfarin.WEIGHT, 4, "-3"), "a positive number"),
        (made.changed(warfarin.AGE, 4, "old"), "a decade"),
        (made.changed(warfarin.AMIODARONE, 4, "maybe"), "0, 1, NA"),
        (made.table([[*r[:7], "30.0", *r[8:]] for r in made.rows()]), "a target that is constant"),
        (made.table([[*r[:3], "170", *r[4:]] for r in made.rows()]), "height, which is constant"),
        (made.table(made.rows(50)), "at least 100"),
        (made.table([[*r[:5], "Unknown", *r[6:]] for r in made.rows()]), "without a complete patient"),
        (b'a,"b\n', "a CSV file"),
    ],
)
def test_bad_files_get_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes | None, said: str
) -> None:
    path = tmp_path / "bad.csv"
    if content is not None:
        path.write_bytes(content)
    status = main(["reproduce", "wu2015", "--data", str(path), "--out", str(tmp_path / "out")])
    captured = capsys.readouterr()
    assert status == 64
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert said in captured.err
    assert "needed:" in captured.err
    assert list((tmp_path / "out").iterdir()) == []


@pytest.mark.skipif(not WARFARIN, reason="DPTHEORY_WARFARIN does not name the IWPC warfarin table")
def test_the_warfarin_data() -> None:
    study = warfarin.study(Path(WARFARIN), Choices())
    assert (study.n, study.d) == (3197, 14)
    plan = Plan(Choices(), ("non-private", "oracle", "functional", "w = 0"), (AT,))
    summary = repeat(study, plan, 20)
    assert 1.2 < summary.at("non-private", AT, MSE)[0] < 1.35
    assert contains(summary.at("functional", AT, MSE), 22.57)
    assert not contains(summary.at("oracle", AT, MSE), 1.82)
    assert summary.at("non-private", AT, 1)[1] > summary.at("w = 0", AT, 1)[2] + 0.1
