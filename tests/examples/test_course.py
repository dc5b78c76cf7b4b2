"""The ten theorems of a first course are proved, have a page each with their text, and their twins are refuted."""

from __future__ import annotations

from pathlib import Path

import pytest

from dptheory.kernel import PROVED, REFUTED
from dptheory.theory.library import TheoryLibrary, extended
from dptheory.theory.verification import verify

ROOT = Path(__file__).resolve().parents[2]
FILES = sorted((ROOT / "examples" / "course").glob("*.thm"))
NEVER_MORE = 25
"""Lines of the longest of them."""


def test_there_are_ten_theorems() -> None:
    assert {path.stem for path in FILES} == {
        "composition", "exponential", "gaussian", "histogram", "maximum", "mean", "output", "postprocessing",
        "response", "stability",
    }  # fmt: skip
    assert max(len(path.read_text(encoding="utf-8").splitlines()) for path in FILES) <= NEVER_MORE


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_theorem_of_the_course_is_proved_and_its_twin_refuted(path: Path, library: TheoryLibrary) -> None:
    own = extended(library, path.read_text(encoding="utf-8"), path.stem)
    (result,) = verify(own, [f"course.{path.stem}"])
    assert [form.verdict.status for form in result.forms] == [PROVED]
    assert [twin.verdict.status for twin in result.twins] == [REFUTED]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_page_of_a_theorem_has_its_text(path: Path) -> None:
    page = (ROOT / "docs" / "course" / f"{path.stem}.md").read_text(encoding="utf-8")
    text = path.read_text(encoding="utf-8").rstrip("\n").splitlines()
    assert "\n".join(f"    {line}" for line in text) in page
    assert f"course/{path.stem}\n" in (ROOT / "docs" / "course.md").read_text(encoding="utf-8")
