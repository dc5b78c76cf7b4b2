"""A source is a folder of texts; it is found by itself."""

from __future__ import annotations

from pathlib import Path

from dptheory.theory.blocks import ORDER, PAPERS, Texts


def test_every_text_of_the_library_is_read_once() -> None:
    there = sorted(str(path.relative_to(PAPERS)) for path in PAPERS.rglob("*.thm"))
    assert sorted(Texts().order()) == there and len(there) > 60


def test_a_folder_that_is_put_there_is_found_and_read_after_what_it_speaks_of(tmp_path: Path) -> None:
    for name, text in {
        "new/a.thm": "statement new.one\n  claim twice(1) = 2\n", "new/b.thm": "define twice(x: real) := 2*x\n",
        "first/c.thm": "define once := 1\n",
    }.items():  # fmt: skip
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    assert Texts(tmp_path).order() == ["first/c.thm", "new/b.thm", "new/a.thm"]
    (tmp_path / ORDER).write_text("new/a\n", encoding="utf-8")
    assert Texts(tmp_path).order() == ["new/a.thm", "first/c.thm", "new/b.thm"]
