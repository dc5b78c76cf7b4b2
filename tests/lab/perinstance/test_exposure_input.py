"""Tables of the exposure as users hand them over: frames, files and arrays, and what bad input gets."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import dptheory
from dptheory.cli import main
from dptheory.errors import BadInput
from dptheory.lab.perinstance.reading import read

from .tables import data, write


class Frame:
    """What of a pandas frame is used: names and numbers."""

    def __init__(self, values: np.ndarray, columns: list[str]) -> None:
        self.values, self.columns = values, columns

    def to_numpy(self) -> np.ndarray:
        return self.values


def test_frames_and_arrays_give_the_same() -> None:
    x, y = data()
    one = dptheory.exposure(Frame(x, ["a", "b", "c"]), y, lam=1, delta="1e-6")
    other = dptheory.exposure(x.tolist(), y.tolist(), lam=1, delta="1e-6")
    assert (one.table == other.table).all()
    with pytest.raises(BadInput, match="the column 'b', which is constant"):
        dptheory.exposure(Frame(x * [1, 0, 1], ["a", "b", "c"]), y, lam=1, delta="1e-6")


def test_the_command_says_what_the_function_says(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    x, y = data()
    file = write(tmp_path / "data.csv", x, y)
    new = write(tmp_path / "new.csv", *data(2, 3, 9))
    options = ["--target", "y", "--lam", "1", "--delta", "1e-6", "--bounds", "1", "--new", str(new)]
    plot = tmp_path / "plot.svg"
    assert main(["exposure", str(file), *options, "--json", "--plot", str(plot)]) == 0
    found = json.loads(capsys.readouterr().out)
    exact = dptheory.exposure(x, y, lam=1, delta="1e-6", bounds=1, new=data(2, 3, 9))
    assert [row["eps"] for row in found["records"]] == exact.eps.tolist()
    assert found["moments"] == list(exact.moments)
    assert found["adjacency"] == "add-remove"
    assert plot.read_text().startswith("<?xml")
    assert main(["exposure", str(file), *options]) == 0
    lines = capsys.readouterr().out
    assert "for all" in lines and "worst case" in lines and "in-sample" in lines and "new" in lines


BAD = {
    "singular": (lambda x, y: (np.column_stack([x[:, 0], x[:, 0], x[:, 2]]), y), [], "singular"),
    "gamma": (None, ["--gamma", "0"], "0 < gamma < oo"),
    "delta 0": (None, ["--delta", "0"], "0 < delta < 1"),
    "delta 1": (None, ["--delta", "1"], "0 < delta < 1"),
    "outside": (None, ["--bounds", "2", "1/10"], "as stated"),
    "missing": (None, ["--target", "z"], "without the column 'z'"),
    "constant": (lambda x, y: (x * [1.0, 0.0, 1.0], y), [], "constant"),
    "constant target": (lambda x, y: (x, y * 0), [], "constant"),
    "nan": (lambda x, y: (np.where(x == x[4, 1], np.nan, x), y), [], "record 4, column 'b': nan"),
    "wide": (lambda x, y: (x[:2], y[:2]), [], "without lam"),
    "lam": (None, ["--lam", "-1"], "lam >= 0"),
    "mechanism": (None, ["--mechanism", "laplace"], "ops"),
    "loss": (None, ["--loss", "logistic"], "output"),
    "record": (None, ["--record", "40"], "record < 40"),
    "figure": (None, ["--plot", "plot.doc"], ".svg"),
    "labels": (None, ["--loss", "logistic", "--mechanism", "output", "--lam", "1"], "labels -1 and 1"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_input_is_one_line_and_writes_nothing(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    change, options, needed = BAD[name]
    x, y = data()
    file = write(tmp_path / "data.csv", *(change(x, y) if change else (x, y)))
    given = {"--target": "y", "--delta": "1e-6", "--plot": str(tmp_path / "plot.png")}
    words = [word for pair in given.items() if pair[0] not in options for word in pair]
    assert main(["exposure", str(file), *words, *options]) == 64
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.count("\n") == 1
    assert needed in shown.err
    assert sorted(p.name for p in tmp_path.iterdir()) == ["data.csv"]


@pytest.mark.parametrize(
    ("text", "needed"),
    [
        ("a,y\n1,2\nx,3\n", "line 3, column 'a': the text 'x'"),
        ("a,y\n1,2\n,3\n", "line 3, column 'a': nothing"),
        ("a,y\n1,2\n1\n", "line 3 with 1 fields"),
        ("a,y\n", "without a record"),
        ("", "which is empty"),
        ("1,2\n3,4\n", "numbers only"),
        ("a,a,y\n1,2,3\n", "two columns 'a'"),
        ("y\n1\n2\n", "alone"),
    ],
)
def test_files_that_are_no_tables(
    text: str, needed: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "data.csv"
    file.write_text(text)
    assert main(["exposure", str(file), "--target", "y", "--delta", "1e-6"]) == 64
    shown = capsys.readouterr()
    assert needed in shown.err
    assert shown.err.count("\n") == 1
    assert main(["exposure", str(tmp_path / "none.csv"), "--target", "y", "--delta", "1e-6"]) == 64


@pytest.mark.parametrize(
    ("head", "needed"),
    [
        ("a,b,c,e,y", "with the column 'e', which the data lack"),
        ("a,b,e,c,y", "with the column 'e', which the data lack"),
        ("a,b,e,y", "without the column 'c'"),
    ],
)
def test_a_column_of_new_records_that_the_data_lack_was_ignored(
    head: str, needed: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = write(tmp_path / "data.csv", *data())
    new = write(tmp_path / "new.csv", *data(2, head.count(","), 9), head)
    options = ["--target", "y", "--lam", "1", "--delta", "1e-6", "--new", str(new)]
    assert main(["exposure", str(file), *options]) == 64
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.count("\n") == 1
    assert needed in shown.err


@pytest.mark.parametrize(
    ("changed", "needed"),
    [
        ({"X": np.eye(40)[:, :3] + 1j}, "complex"),  # its imaginary part was dropped
        ({"bounds": (1, 2, 3)}, "one or two"),
        ({"new": np.ones((2, 3))}, "no pair"),
        ({"new": (np.ones((2, 3)),)}, "no pair"),
        ({"record": "1"}, "0 <= record < 40"),
        ({"record": True}, "0 <= record < 40"),
        ({"record": 1.5}, "0 <= record < 40"),
    ],
)
def test_what_python_hands_over_that_is_no_data(changed: dict[str, Any], needed: str) -> None:
    x, y = data()
    given = {"X": x, "y": y, "lam": 1, "delta": "1e-6", **changed}
    with pytest.raises(BadInput, match=needed):
        dptheory.exposure(given.pop("X"), given.pop("y"), **given)


def test_new_records_without_the_target_were_told_to_change_the_target(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = write(tmp_path / "data.csv", *data())
    (tmp_path / "new.csv").write_text("a,b,c\n0,0,0\n")
    words = ["--target", "y", "--lam", "1", "--delta", "1e-6", "--new", str(tmp_path / "new.csv")]
    assert main(["exposure", str(file), *words]) == 64
    said = capsys.readouterr().err
    assert "without the column 'y'" in said and "--target" not in said


def test_new_files_may_have_the_columns_in_another_order(tmp_path: Path) -> None:
    x, y = data()
    one = read(write(tmp_path / "one.csv", x, y), "y")
    other = read(write(tmp_path / "other.csv", x[:, ::-1], y, "c,b,a,y"), "y", one.names)
    assert (other.x == one.x).all()


def test_new_frames_whose_columns_differ_were_taken_by_place() -> None:
    x, y = data()
    given = Frame(x, ["a", "b", "c"]), y
    new = Frame(x[:2, ::-1], ["c", "b", "a"]), y[:2]
    with pytest.raises(BadInput, match="c, b, a"):
        dptheory.exposure(*given, lam=1, delta="1e-6", new=new)
    assert len(dptheory.exposure(*given, lam=1, delta="1e-6", new=(x[:2], y[:2])).eps) == 42
