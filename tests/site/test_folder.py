"""Where a site may be written, and what becomes of one's own files with errors."""

from __future__ import annotations

from pathlib import Path

import pytest

from dptheory.cli import main

GOOD = """
statement mine.first
  title  a square of a real
  source Notes, line 1
  quote  No square is negative.
  let    x: real
  form printed
    claim x**2 >= 0
    proof by looking
      1: x**2 >= 0 by calc
    model
      value x = 1
"""
FALSE = GOOD.replace("mine.first", "mine.false").replace("x**2 >= 0", "x**2 >= 1")
BROKEN = GOOD.replace("mine.first", "mine.broken").replace("claim x**2 >= 0", "claim x**2 >= <b>(")


def written(folder: Path) -> dict[str, bytes]:
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def refused(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    assert main(["site", *arguments]) == 64
    said = capsys.readouterr().err
    assert said.count("\n") == 1 and "needed:" in said
    return said


def test_a_folder_that_is_no_site_is_never_overwritten(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "thesis.tex").write_text("years of work")
    assert "no site" in refused([str(tmp_path / "notes"), "background.jensen"], capsys)
    refused([str(tmp_path / "notes" / "thesis.tex"), "background.jensen"], capsys)
    (tmp_path / "pointer").symlink_to(tmp_path / "notes")
    refused([str(tmp_path / "pointer"), "background.jensen"], capsys)
    assert written(tmp_path / "notes") == {"thesis.tex": b"years of work"}
    assert sorted(p.name for p in tmp_path.iterdir()) == ["notes", "pointer"]


def test_a_site_is_replaced_unless_something_else_lies_in_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = tmp_path / "site"
    place.mkdir()  # empty: there is nothing to lose
    assert main(["site", str(place), "background.parallelogram"]) == 0
    assert main(["site", str(place), "background.jensen"]) == 0
    made = written(place)
    assert (
        "statement/background.jensen.html" in made and "statement/background.parallelogram.html" not in made
    )
    (place / "CNAME").write_text("example.org")
    assert "CNAME" in refused([str(place), "background.parallelogram"], capsys)
    assert written(place) == made | {"CNAME": b"example.org"}


def test_whole_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    place = tmp_path / "site"
    assert main(["site", str(place), "background.jensen"]) == 0
    before = written(place)
    write = Path.write_bytes

    def full(self: Path, data: bytes) -> int:
        if self.name == "trusted.html":
            raise OSError(28, "No space left on device")
        return write(self, data)

    monkeypatch.setattr(Path, "write_bytes", full)
    assert "No space left" in refused([str(place), "background.parallelogram"], capsys)
    assert written(place) == before
    refused([str(tmp_path / "other"), "background.jensen"], capsys)
    assert sorted(p.name for p in tmp_path.iterdir()) == ["site"]


def test_names_that_are_not_there_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["site", str(tmp_path / "a"), "wu2015.theorem99"]) == 64
    assert main(["site", str(tmp_path / "a"), str(tmp_path / "none.thm")]) == 64
    assert list(tmp_path.iterdir()) == []


def test_own_files_with_errors_still_make_a_site(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "mine.thm"
    file.write_text(GOOD + FALSE + BROKEN)
    place = tmp_path / "site"
    assert main(["site", str(place), str(file)]) == 1
    assert "mine.broken" in capsys.readouterr().out
    made = written(place)
    names = {name for name in made if name.startswith("statement/")}
    assert names == {"statement/mine.first.html", "statement/mine.false.html"}
    assert b"statement proved" in made["statement/mine.first.html"]
    assert b"statement proved" not in made["statement/mine.false.html"]
    errors = made["problems.html"].decode()
    assert "mine.broken" in errors and "line 32" in errors
    assert "&lt;b&gt;(" in errors and "<b>(" not in errors  # the user's text stays text
    assert b'href="problems.html"' in made["index.html"]
    assert "mine.false, line 1" in errors and "the calculation does not follow" in errors
    assert "where x = " in errors and 'href="statement/mine.false.html"' in errors
    assert errors.count(str(file)) == 2  # each place once
    file.write_text(GOOD)
    assert main(["site", str(place), str(file)]) == 0
    assert "problems.html" not in written(place)


def test_a_folder_of_statements_makes_a_site(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "a.thm").write_text(GOOD)
    (tmp_path / "notes" / "b.thm").write_text(GOOD.replace("mine.first", "mine.second"))
    assert main(["site", str(tmp_path / "site"), f"{tmp_path / 'notes'}/"]) == 0
    names = {name for name in written(tmp_path / "site") if name.startswith("statement/")}
    assert names == {"statement/mine.first.html", "statement/mine.second.html"}
    (tmp_path / "empty").mkdir()
    assert "needed: files of statements" in refused(
        [str(tmp_path / "other"), f"{tmp_path / 'empty'}/"], capsys
    )


def test_proofs_in_a_circle_are_an_error_on_a_page(tmp_path: Path) -> None:
    one = GOOD.replace("mine.first", "mine.one").replace("by calc", "by mine.two:printed with x := x")
    two = GOOD.replace("mine.first", "mine.two").replace("by calc", "by mine.one:printed with x := x")
    file = tmp_path / "mine.thm"
    file.write_text(GOOD + one + two)
    assert main(["site", str(tmp_path / "site"), str(file)]) == 1
    made = written(tmp_path / "site")
    assert "statement/mine.first.html" in made and "statement/mine.one.html" not in made
    assert b"mine.one" in made["problems.html"] and b"circle" in made["problems.html"]


def test_a_file_that_cannot_be_read_at_all_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "mine.thm"
    file.write_text("define one two three\n")
    assert main(["site", str(tmp_path / "site"), str(file)]) == 1
    assert "mine.thm" in (tmp_path / "site" / "problems.html").read_text(encoding="utf-8")
