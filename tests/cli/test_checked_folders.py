"""What `check` prints of a folder, and files whose statements are not what they seem."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from dptheory.cli import main

from .conftest import Run
from .forging import forge

THREE = """
define mine(x: real) := x >= 0
  says x is eps-differentially private

statement a.true
  let x: real
  form printed
    given h: x >= 1
    claim mine(x)
    proof
      1: mine(x) by calc from h
    model
      value x = 1

statement a.false
  let x: real
  form printed
    claim mine(x)
    refuted a negative number
      value x = -1

statement a.open
  let x: real
  form printed
    claim mine(x**2)
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("written")
    (place / "three.thm").write_text(THREE, encoding="utf-8")
    assert main(["verify", str(place / "three.thm"), "--write", str(place / "proofs")]) == 2  # one is open
    return place


@pytest.fixture
def written(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    shutil.copytree(folder, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    return tmp_path / "three.thm"


def test_check_says_proved_of_what_is_proved_alone(run: Run, written: Path) -> None:
    """`check proofs` printed *proved* beside the refuted and the unknown."""
    ran = run("check", "proofs", "--statements", str(written))
    assert ran.status == 0
    said = {line.split()[1].rstrip(":"): line.split()[0] for line in ran.out.splitlines()}
    assert said == {"a.true": "proved", "a.false": "refuted", "a.open": "unknown"}
    record = json.loads(run("check", "proofs", "--statements", str(written), "--json").out)
    assert {entry["name"]: entry["verdict"] for entry in record} == said


def test_check_of_a_file_is_about_its_source(run: Run, written: Path) -> None:
    for kind in ("certificates", "verdicts"):
        ran = run("check", f"proofs/a.{kind}", "--statements", str(written))
        assert (ran.status, ran.out) == (0, f"checked       a.{kind}: 3 statements\n")
    table = Path("proofs/a.verdicts")
    forge(table, "a.false", lambda lines: lines[0].update(verdict="proved"))
    ran = run("check", str(table), "--statements", str(written))
    assert (ran.status, ran.out.split()[:2]) == (1, ["REJECTED", "a.false:"])


@pytest.mark.parametrize("change", [
    lambda text: text.replace('"proved"', '"refuted"', 1), lambda text: text.replace("{", "[", 1),
    lambda text: text.replace('"statement"', '"statements"', 1), lambda text: text.replace("\n", "\n\n", 1),
    lambda text: f"more\n{text}", lambda text: text.replace('"hash":', '"hash":"","hash":', 1),
])  # fmt: skip
def test_a_file_of_verdicts_is_as_it_was_written(
    run: Run, written: Path, change: Callable[[str], str]
) -> None:
    path = Path("proofs/a.verdicts")
    text = path.read_text(encoding="utf-8")
    assert change(text) != text
    path.write_text(change(text), encoding="utf-8")
    ran = run("check", str(path), "--statements", str(written))
    assert ran.status == 64 and "a.verdicts, line" in ran.err


def test_a_device_that_never_ends_is_refused(run: Run) -> None:
    ran = run("check", "/dev/zero")
    assert ran.status == 64 and "does not end" in ran.err


def test_the_words_of_a_users_definition_are_no_notion_of_the_library(run: Run, written: Path) -> None:
    """`says` made a claim read like one about privacy: its name stands there, and what it stands for."""
    shown = run("show", str(written)).out
    claim = next(line for line in shown.splitlines() if line.startswith("claim") and "mine" in line)
    assert "mine" in claim and "private" not in claim
    assert any("mine(x: real) := x \u2265 0" in line for line in shown.splitlines())


@pytest.mark.parametrize(
    "text",
    [
        "statement\n",
        "statement ../evil\n  form printed\n    claim 0 <= 1\n",
        "statement a.one\n  form printed\n    claim 0 <= 1\n    proof\n      1: 0 <= 1 by a.two:printed\n"
        "statement a.two\n  form printed\n    claim 0 <= 1\n    proof\n      1: 0 <= 1 by a.one:printed\n",
    ],
)
def test_bad_statements_are_one_line(run: Run, tmp_path: Path, text: str) -> None:
    path = tmp_path / "in" / "bad.thm"
    path.parent.mkdir()
    path.write_text(text, encoding="utf-8")
    ran = run("verify", str(path), "--write", str(tmp_path / "in" / "out"))
    assert ran.status == 64 and ran.err.count("\n") == 1 and not ran.out
    assert not list(tmp_path.glob("evil*")) and not (tmp_path / "in" / "out").exists()


def test_what_is_cited_and_fails_in_its_model_is_undecided(run: Run, tmp_path: Path) -> None:
    """It was unknown, with the exit status of what is as asked, and no reason."""
    text = "statement a.b\n  let x: real\n  form printed\n    given h: x >= 0\n    claim x >= 1\n"
    path = tmp_path / "mine.thm"
    path.write_text(text + "    cited Work, Theorem 2\n    model\n      value x = 1/2\n", encoding="utf-8")
    ran = run("verify", str(path), "--workers", "1")
    assert ran.status == 1 and "no model: the conclusion does not hold in the model" in ran.out + ran.err
