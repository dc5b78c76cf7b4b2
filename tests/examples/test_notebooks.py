"""The notebooks are text, in cells, and run from the first cell to the last."""

import runpy
from pathlib import Path

import pytest

PLACE = Path(__file__).resolve().parents[2] / "examples" / "notebooks"
NOTEBOOKS = sorted(PLACE.glob("*.py"))


def test_there_are_six_in_cells() -> None:
    assert len(NOTEBOOKS) == 6
    for path in NOTEBOOKS:
        text = path.read_text(encoding="utf-8")
        assert "format_name: percent" in text and text.count("\n# %%") >= 2 and "assert " in text
    tutorials = (PLACE.parents[1] / "docs" / "tutorials.md").read_text(encoding="utf-8")
    assert all(f"`{path.name}`" in tutorials for path in NOTEBOOKS)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_every_notebook_runs(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("matplotlib").use("Agg")
    made = runpy.run_path(str(path))
    assert len(made) > 3
