"""Numbers from the command line, and files written whole or not at all."""

import os
from pathlib import Path

import pytest
from flint import fmpq

from dptheory.commands.numbers import rational, seconds, settings
from dptheory.errors import BadInput, one_line
from dptheory.files import write_whole


@pytest.mark.parametrize(
    ("text", "value"),
    [("3000", fmpq(3000)), ("0.1", fmpq(1, 10)), ("1/3", fmpq(1, 3)), ("1e-3", fmpq(1, 1000)),
     ("2**10", fmpq(1024)), ("-5/2", fmpq(-5, 2)), ("sqrt(4)", fmpq(2))],
)  # fmt: skip
def test_exact_rationals(text: str, value: fmpq) -> None:
    assert rational(text, text, "") == value


@pytest.mark.parametrize(
    "text",
    ["", "nan", "inf", "-inf", "1e999", "1e-999", "oo", "pi", "sqrt(2)", "1/0", "0**0", "x", "9**9**9**9",
     "1,5", "0x10", "1_000", "()", "((1)", "__import__('os')", "1" * 3000],
)  # fmt: skip
def test_what_is_no_finite_rational(text: str) -> None:
    with pytest.raises(BadInput, match="needed: a finite rational number"):
        rational(text, text[:20], "1/2")


def test_settings() -> None:
    assert settings(["n=3000", "d=14 eps=0.1"]) == {"n": fmpq(3000), "d": fmpq(14), "eps": fmpq(1, 10)}
    assert settings(["n=1,d=2"]) == {"n": fmpq(1), "d": fmpq(2)}
    for bad in (["n"], ["=1"], ["n=1", "n=2"], ["n="], ["a.b=1"], ["n=nan"], ["λx=1"]):
        with pytest.raises(BadInput):
            settings(bad)


def test_time_limits() -> None:
    assert seconds("0.5") == 0.5
    for bad in ("0", "-1", "1e9", "nan", "x"):
        with pytest.raises(BadInput):
            seconds(bad)


def test_a_file_is_replaced_whole(tmp_path: Path) -> None:
    path = tmp_path / "file.txt"
    write_whole(path, "one\n")
    write_whole(path, "two\n")
    assert path.read_text() == "two\n"
    assert [p.name for p in path.parent.iterdir()] == ["file.txt"]


def test_a_failed_write_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "file.txt"
    write_whole(path, "one\n")

    def full(*arguments: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(BadInput, match="No space left"):
        write_whole(path, "two\n")
    assert path.read_text() == "one\n"
    assert [p.name for p in tmp_path.iterdir()] == ["file.txt"]


def test_an_interrupted_write_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "file.txt"
    write_whole(path, "one\n")

    def interrupt(*arguments: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", interrupt)
    with pytest.raises(KeyboardInterrupt):
        write_whole(path, "two\n")
    assert path.read_text() == "one\n"
    assert [p.name for p in tmp_path.iterdir()] == ["file.txt"]


def test_messages_are_one_bounded_line() -> None:
    assert one_line("a\n\tb  c\x00") == "a b c?"
    assert len(one_line("x" * 10_000)) == 400
