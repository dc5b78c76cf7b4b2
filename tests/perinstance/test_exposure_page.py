"""What docs/EXPOSURE.md shows works."""

from __future__ import annotations

import doctest
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "EXPOSURE.md"


def test_the_examples_of_the_page() -> None:
    failed, tried = doctest.testfile(str(PAGE), module_relative=False)
    assert tried >= 5
    assert failed == 0
