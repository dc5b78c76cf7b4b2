"""`dptheory reproduce wu2015`: arguments, files, workers."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from dptheory import files
from dptheory.cli import main
from dptheory.lab.reproduce.wu2015 import figures
from dptheory.lab.reproduce.wu2015.compared import MECHANISMS
from dptheory.lab.reproduce.wu2015.trial import EPSILONS

FILES = [f"figure{k}.{kind}" for k in (1, 2, 4, 5, 6, 7) for kind in ("png", "svg")] + [
    "results.json",
    "table.md",
]

Drawing = Callable[[str, Callable[[], Any]], dict[str, bytes]]


def run(arguments: list[str]) -> int:
    return main(["reproduce", "wu2015", "--repetitions", "2", *arguments])


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["wang2016", "--out", "x"], "one of wang2019, wu2015"),
        (["wu2015", "--out", "x", "--repetitions", "1"], "from 2"),
        (["wu2015", "--out", "x", "--repetitions", "1e3"], "from 2"),
        (["wu2015", "--out", "x", "--seed", "-1"], "from 0"),
        (["wu2015", "--out", "x", "--workers", "0"], "number of processes"),
        (["wu2015", "--out", "x", "--workers", "two"], "number of processes"),
        (["wu2015", "--out", "x", "--choose", "rows=cube"], "rows=sphere"),
        (["wu2015", "--out", "x", "--choose", "noise_factor=nan"], "a number from"),
        (["wu2015"], "--out"),
        (["wang2019", "--out", "x", "--choose", "rows=sphere"], "one of n, d, sigma, lam, delta"),
        (["wang2019", "--out", "x", "--choose", "delta=1"], "0 < delta < 1"),
        (["wang2019", "--out", "x", "--workers", "2"], "one process"),
    ],
)
def test_bad_arguments(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    said: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["reproduce", *arguments]) == 64
    captured = capsys.readouterr()
    assert captured.err.count("\n") == 1
    assert said in captured.err


def test_the_folder_must_be_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("x")
    assert main(["reproduce", "wu2015", "--out", str(tmp_path / "file")]) == 64
    assert "a folder" in capsys.readouterr().err
    assert main(["reproduce", "wu2015", "--out", str(tmp_path / "o"), "--data", str(tmp_path)]) == 64
    assert "is a directory" in capsys.readouterr().err


def _one_of_each(files: Drawing) -> Drawing:
    """Files of figures, where those that are drawn as the first one is are left empty."""

    def drawn(name: str, draw: Callable[[], Any]) -> dict[str, bytes]:
        drawn_here = name in ("figure1", "figure7")
        return files(name, draw) if drawn_here else {f"{name}.{kind}": b"" for kind in ("png", "svg")}

    return drawn


def test_the_command_writes_the_same_files_whatever_the_workers(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run(["--data", str(file), "--out", str(tmp_path / "a")]) == 0
    text = capsys.readouterr().out
    assert "printed 1.82; rerun" in text
    monkeypatch.setattr(figures, "files", _one_of_each(figures.files))
    assert run(["--data", str(file), "--out", str(tmp_path / "b"), "--workers", "2", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert sorted(p.name for p in (tmp_path / "a").iterdir()) == FILES == answer["files"]
    same = [name for name in FILES if (tmp_path / "b" / name).stat().st_size]
    assert len(same) == 6 and {"results.json", "table.md", "figure1.svg", "figure7.png"} < {*same}
    for name in same:
        assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes()
    assert answer["data"] == {
        "name": "warfarin",
        "n": 234,
        "d": 14,
        "attacked": "VKORC1",
        "measure": "(mg/week)",
    }
    assert [c["printed"] for c in answer["printed"]] == [
        *(1.82, 22.57, 0.45, 0.35),
        *(2 * (5.05, 2.9, 0.36, 0.40)),
    ]
    assert [p["share"] for p in answer["growing"]["tuned-r1"]] == [k / 10 for k in range(1, 11)]
    assert "not rerun" in answer["figure3"]
    assert set(answer["mechanisms"]) == set(MECHANISMS)
    assert [p["eps"] for p in answer["mechanisms"]["oracle"]] == list(EPSILONS)
    svg = (tmp_path / "a" / "figure1.svg").read_text()
    assert "dc:date" not in svg
    table = (tmp_path / "a" / "table.md").read_text()
    assert str(tmp_path) not in table
    assert "no intercept" in table.lower()


def test_without_data_it_runs_on_the_diabetes_data(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    changes = ["--choose", "norm=exponential", "noise_factor=0.5"]
    assert run(["--out", str(tmp_path / "a"), "--seed", "3", *changes]) == 0
    assert "printed nothing on these data" in capsys.readouterr().out
    results = json.loads((tmp_path / "a" / "results.json").read_text())
    assert (results["data"]["name"], results["data"]["n"], results["data"]["d"]) == ("diabetes", 442, 10)
    assert results["printed"] == []
    assert results["seed"] == 3
    assert any(line.startswith("norm = exponential: ") for line in results["choices"])
    assert "noise_factor = 0.5: all noise is multiplied by it." in results["choices"]


def test_files_are_whole_or_absent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "figure.png"
    path.write_bytes(b"before")

    def fail(descriptor: int) -> None:
        raise KeyboardInterrupt

    class Torn:
        def __init__(self, descriptor: int) -> None:
            self.descriptor = descriptor

        def __enter__(self) -> Torn:
            return self

        def __exit__(self, *rest: object) -> None:
            os.close(self.descriptor)

        def write(self, content: bytes) -> None:
            os.write(self.descriptor, content[:3])
            raise KeyboardInterrupt

    monkeypatch.setattr(files.os, "fdopen", lambda handle, *rest: Torn(handle))
    with pytest.raises(KeyboardInterrupt):
        files.write_whole(path, b"afterwards")
    assert path.read_bytes() == b"before"
    assert [p.name for p in tmp_path.iterdir()] == ["figure.png"]
