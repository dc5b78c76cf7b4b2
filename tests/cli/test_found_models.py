"""`verify` of an author's own form that states no model."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from dptheory.cli import main
from dptheory.commands.store import folded
from dptheory.theory.evidence import read, write

OWN = """
statement own.roots: a number and one above it
  source Example
  quote q
  let a: real
  form printed
    given small: a <= 1/2
    given other: a > {}
    claim a <= 1
    proof
      1: a <= 1 by calc from small
"""
LATER = """
  form corrected
    given small: a <= 1/2
    given large: a >= 1
    claim a <= 1
    proof
      1: a <= 1 by calc from small
"""


def verified(folder: Path, low: str, *more: str, after: str = "") -> int:
    path = folder / "own.thm"
    path.write_text(OWN.format(low) + after, encoding="utf-8")
    return main(["verify", str(path), "--experiments", "none", *more])


def test_verify_tells_the_model_that_it_found(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert verified(tmp_path, "0") == 0
    said = capsys.readouterr().out
    assert "found: own.roots:printed, model value a = " in said and "no model" not in said
    assert verified(tmp_path, "0", "--json") == 0
    (one,) = json.loads(capsys.readouterr().out)["statements"]
    (line,) = one["forms"][0]["world"]
    assert f"found: own.roots:printed, model {line}\n" in said


def test_hypotheses_that_exclude_one_another_have_no_model(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert verified(tmp_path, "1") == 2
    said = capsys.readouterr().out
    assert "no model: none given" in said
    assert "a search found no world in which the hypotheses hold together: small, other" in said


def test_a_found_model_is_written_and_checked_without_a_search(tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    assert verified(tmp_path, "0", "--write", str(kept)) == 0
    first = (kept / "own.certificates").read_bytes()
    assert b'{"hash":"model:' in first
    assert verified(tmp_path, "0", "--proofs", str(kept), "--write", str(kept)) == 0
    assert (kept / "own.certificates").read_bytes() == first


def test_a_recorded_world_is_not_taken_for_a_certificate(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Beside a form that fails, all that was recorded is looked at again as certificates of claims."""
    kept = tmp_path / "kept"
    verified(tmp_path, "0", "--write", str(kept))
    capsys.readouterr()
    assert verified(tmp_path, "0", "--proofs", str(kept), after=LATER) != 0
    said = capsys.readouterr()
    assert "found: own.roots:printed, model" in said.out and "does not accept" not in said.err


def test_check_has_the_kernel_look_at_a_recorded_model_and_looks_for_none(tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    verified(tmp_path, "0", "--write", str(kept))
    checked = ["check", str(kept), "--statements", str(tmp_path / "own.thm")]
    assert main(checked) == 0
    held = read(kept / "own.certificates")
    (key,) = (key for key in held.texts if key.startswith("model:"))
    write(held.path, {**held.texts, key: folded({"hash": key}, ["value a = 2"])})
    assert main(checked) == 1


def test_a_form_without_hypotheses_has_a_model(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The search found a world with no line, which was taken for none."""
    path = tmp_path / "own.thm"
    path.write_text(
        "statement own.above: a number above another\n  source Example\n  quote q\n  let a: real\n"
        "  form printed\n    claim a + 7/3 > a\n    proof: by calc\n",
        encoding="utf-8",
    )
    assert main(["verify", str(path), "--experiments", "none"]) == 0
    assert "found: own.above:printed, model n = 1" in capsys.readouterr().out
