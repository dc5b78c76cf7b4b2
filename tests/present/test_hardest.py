"""The page of hard claims: as many as it says, and the ideas as they are found now."""

import importlib.util
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
spec = importlib.util.spec_from_file_location("hardest", ROOT / "benchmarks" / "prover" / "hardest.py")
assert spec is not None and spec.loader is not None
hardest = importlib.util.module_from_spec(spec)
spec.loader.exec_module(hardest)


def test_the_page_has_twenty_claims_each_with_an_idea() -> None:
    sections = hardest.PAGE.read_text(encoding="utf-8").split("\n## ")[1:]
    names = [s.splitlines()[0] for s in sections]
    assert names == [f"{n}. {e['name']}" for n, e in enumerate(hardest.entries(), 1)]
    assert len(names) == 20 and all(s.count("\n    ") >= 2 for s in sections)


@pytest.mark.parametrize("number", [1, 5, 9, 13, 14])
def test_the_ideas_of_the_page_are_those_found(number: int) -> None:
    found = hardest.section(number, hardest.entries()[number - 1])
    assert found.strip() in hardest.PAGE.read_text(encoding="utf-8")
