"""The page on mechanisms names what there is."""

from __future__ import annotations

import re
from pathlib import Path

from dptheory.lab.mechanisms.registry import get, names

PAGE = Path(__file__).parents[3] / "docs" / "MECHANISMS.md"


def test_the_page_names_every_mechanism() -> None:
    table = [line for line in PAGE.read_text().splitlines() if line.startswith("| `")]
    named = set(re.findall(r"`([a-z0-9.]+)`", " ".join(line.split("|")[1] for line in table)))
    assert named == {name.removesuffix(".printed") for name in names()}
    modules = {m for line in table for m in re.findall(r"`(\w+\.py)`", line.split("|")[3])}
    assert all((PAGE.parents[1] / "dptheory" / "lab" / "mechanisms" / m).is_file() for m in modules)


def test_every_mechanism_says_what_floating_point_may_cost() -> None:
    for name in names():
        text = " ".join((type(get(name)).__doc__ or "").split())
        assert "exact real arithmetic" in text, name
        assert "Mironov 2012" in text, name
        assert ">>>" in text, name
