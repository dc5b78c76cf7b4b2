"""`--plot FILE`: the figure of an answer."""

import sys
from pathlib import Path

import pytest

from .conftest import Run

AT = ("--set", "n=3000", "eps=1", "d=14", "delta=1/20", "R=1", "rho=1")


@pytest.mark.parametrize(
    "argv",
    [
        ("bound", "wu2015.theorem21", *AT, "lam=1"),
        ("optimize", "wu2015.theorem21", "--over", "lam", "--form", "sharp.closed", *AT),
        ("calibrate", "gaussian", "--epsilon", "1", "--delta", "1e-5"),
        ("account", "--gaussian", "1", "--delta", "1e-5"),
        ("audit", "laplace", "--samples", "500"),
    ],
)
def test_an_answer_is_drawn(run: Run, tmp_path: Path, argv: tuple[str, ...]) -> None:
    """Only `account` and `exposure` had it."""
    file = tmp_path / "figure.svg"
    plain, drawn = run(*argv), run(*argv, "--plot", str(file))
    assert drawn.status == plain.status and drawn.out.splitlines()[0] == plain.out.splitlines()[0]
    assert "<svg" in file.read_text(encoding="utf-8")
    wrong = run(*argv, "--plot", str(tmp_path / "figure.doc"))
    assert wrong.status == 64 and ".svg" in wrong.err


def test_a_figure_needs_numbers(run: Run, tmp_path: Path) -> None:
    for argv in (("bound", "wu2015.theorem14"), ("optimize", "wu2015.theorem14", "--over", "lam")):
        ran = run(*argv, "--plot", str(tmp_path / "figure.svg"))
        assert ran.status == 64 and "--set n=3000" in ran.err


def test_what_draws_is_missed_before_anything_is_worked_out(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once told after seconds of work, with tables written and the answer lost."""
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    table = tmp_path / "curve.csv"
    asked = ("account", "--gaussian", "1", "--delta", "1e-5", "--curve", str(table))
    ran = run(*asked, "--plot", str(tmp_path / "figure.svg"))
    assert ran.status == 64 and "dptheory[plot]" in ran.err and not table.exists()
