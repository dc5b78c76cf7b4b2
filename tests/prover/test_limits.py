"""An effort is kept wherever a search is, interrupts pass through, and size is refused or answered."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import dptheory
from dptheory.kernel import KernelError, SyntaxProblem
from dptheory.prover.budget import Meter

SLOW = [
    ("exp(" * 180 + "x" + ")" * 180 + " <= 5", "0 <= x <= 1"),
    ("uppergamma(n, x) <= gamma(n)*exp(-x)*(1+x)**n", "n >= 1, x >= 0, n integer"),
    ("min(" + ", ".join(f"x+{i}" for i in range(4000)) + ") <= x", ""),
    ("abs(" * 150 + "x" + ")" * 150 + " >= 0", ""),
    ("*".join(f"(1+a{i})" for i in range(30)) + " >= 1", ", ".join(f"a{i} >= 0" for i in range(30))),
]
HARD = "log((exp(x)+exp(y)+exp(z))/3) <= (x+y+z)/3 + c*(max(x,y,z)-min(x,y,z))**2"
WHERE = "x >= 0"


@pytest.mark.parametrize(("claim", "where"), SLOW)
def test_the_effort_of_a_proof_is_kept(claim: str, where: str) -> None:
    made = dptheory.prove(claim, where=where, effort=500_000)
    assert made.effort < 550_000
    if made.verdict.status == "unknown":
        assert "no " in made.reason


def test_the_nearest_point_is_named() -> None:
    claim = "sin(x**3 + exp(y)) + cos(x*y) <= 2 + (x - y)**2/10**9"
    made = dptheory.prove(claim, where="x>0,y>0", effort=1_000_000)
    if made.verdict.status == "unknown":
        assert "closest at" in made.reason and "nan" not in made.reason


def test_the_effort_of_constants_and_growth_is_kept() -> None:
    assert dptheory.tighten(HARD, "c", where=WHERE, effort=500_000).effort < 550_000
    made = dptheory.growth("log(n*d)", "log(n)*log(d)", "n", where="n>=3, d>=3", effort=500_000)
    assert made.effort < 550_000


def test_the_effort_of_ablation_is_for_all_together() -> None:
    found = dptheory.ablate("gamma(x + y) <= x**x*y**y + 5", where="1<=x<=2, 1<=y<=2", effort=500_000)
    assert len(found) == 4 and sum(a.outcome.effort for a in found) < 550_000


@pytest.mark.parametrize(
    "work",
    [
        lambda: dptheory.prove(*SLOW[1][:1], where=SLOW[1][1]),
        lambda: dptheory.tighten(HARD, "c", where=WHERE),
        lambda: dptheory.growth("log(n*d)", "log(n)*log(d)", "n", where="n>=3, d>=3"),
    ],
)
def test_an_interrupt_passes_through(work: Callable[[], object], monkeypatch: pytest.MonkeyPatch) -> None:
    counted = Meter.charge

    def interrupted(meter: Meter, steps: int) -> None:
        if meter.spent > 100_000:
            os.kill(os.getpid(), signal.SIGINT)
        counted(meter, steps)

    # what is started in the background of a shell ignores interrupts
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with monkeypatch.context() as patch:
            patch.setattr(Meter, "charge", interrupted)
            with pytest.raises(KeyboardInterrupt):
                work()
    finally:
        signal.signal(signal.SIGINT, before)
    assert dptheory.prove("x*(1 - x) <= 1/4").verdict.status == "proved"


INTERRUPTED = """
import os, signal, sys
from dptheory.cli import main
from dptheory.prover.budget import Meter
counted = Meter.charge
def interrupted(meter, steps):
    if meter.spent > 100_000:
        os.kill(os.getpid(), signal.SIGINT)
    counted(meter, steps)
Meter.charge = interrupted
signal.signal(signal.SIGINT, signal.default_int_handler)
sys.exit(main(sys.argv[1:]))
"""


def test_an_interrupted_command_says_so_and_writes_nothing(tmp_path: Path) -> None:
    target = tmp_path / "certificate.json"
    claim = ["tighten", HARD, "--find", "c", "--where", WHERE, "--write", str(target)]
    run = subprocess.run(
        [sys.executable, "-c", INTERRUPTED, *claim], capture_output=True, text=True, check=False
    )
    assert run.returncode == 130 and run.stderr.strip() == "interrupted" and run.stdout == ""
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "claim",
    [
        "x+" * 500_000 + "x <= 1",
        "(" * 500_000 + "x <= 1",
        "+".join(f"x{i}" for i in range(3000)) + " <= 1",
        "9" * 100_000 + " <= x",
        "x <= 1e999999999",
        "x**" * 30_000 + "x <= 1",
    ],
)
def test_a_huge_formula_is_refused(claim: str) -> None:
    for ask in (
        lambda: dptheory.prove(claim),
        lambda: dptheory.refute(claim),
        lambda: dptheory.prove("x <= 1", where=claim),
        lambda: dptheory.tighten(claim, "x"),
        lambda: dptheory.growth(claim, "n", "n"),
        lambda: dptheory.growth("n", "n", "n", where=claim),
    ):
        with pytest.raises((SyntaxProblem, KernelError)) as caught:
            ask()
        assert len(str(caught.value)) < 600


def test_too_many_variables_are_refused() -> None:
    many = "+".join(f"x{i}" for i in range(70))
    for ask in (lambda: dptheory.prove(f"{many} <= 1"), lambda: dptheory.growth(many, "n", "n")):
        with pytest.raises(KernelError, match="variables; at most"):
            ask()
