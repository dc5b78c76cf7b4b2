"""Time limits hold wherever a search is, interrupts pass through, and size is refused or answered in time."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

import dptheory
from dptheory.kernel.limits import KernelError
from dptheory.kernel.syntax import SyntaxProblem
from dptheory.prover.budget import AGAIN, Budget, OutOfTime, _Watch, in_time, within

SLOW = [
    ("exp(" * 180 + "x" + ")" * 180 + " <= 5", "0 <= x <= 1"),
    ("uppergamma(n, x) <= gamma(n)*exp(-x)*(1+x)**n", "n >= 1, x >= 0, n integer"),
    ("min(" + ", ".join(f"x+{i}" for i in range(4000)) + ") <= x", ""),
    ("abs(" * 150 + "x" + ")" * 150 + " >= 0", ""),
    ("*".join(f"(1+a{i})" for i in range(30)) + " >= 1", ", ".join(f"a{i} >= 0" for i in range(30))),
]
LATE = 5
"""Times the limit: shared machines stop for seconds, and without a watch these searches take minutes."""
HARD = "log((exp(x)+exp(y)+exp(z))/3) <= (x+y+z)/3 + c*(max(x,y,z)-min(x,y,z))**2"
WHERE = "x >= 0"


def forever() -> None:
    while True:
        pass


@pytest.mark.parametrize(("claim", "where"), SLOW)
def test_the_time_limit_of_a_proof(claim: str, where: str) -> None:
    made = dptheory.prove(claim, where=where, timeout=2)
    assert made.seconds < 2 * LATE
    if made.verdict.status == "unknown":
        assert "no " in made.reason


def test_the_nearest_point_is_named() -> None:
    made = dptheory.prove("sin(x**3 + exp(y)) + cos(x*y) <= 2 + (x - y)**2/10**9", where="x>0,y>0", timeout=1)
    if made.verdict.status == "unknown":
        assert "closest at" in made.reason and "nan" not in made.reason


def test_the_time_limit_of_constants_and_growth() -> None:
    assert dptheory.tighten(HARD, "c", where=WHERE, timeout=2).seconds < 2 * LATE
    made = dptheory.growth("log(n*d)", "log(n)*log(d)", "n", where="n>=3, d>=3", timeout=2)
    assert made.seconds < 2 * LATE


def test_the_time_of_ablation_is_for_all_together() -> None:
    start = time.perf_counter()
    found = dptheory.ablate("gamma(x + y) <= x**x*y**y + 5", where="1<=x<=2, 1<=y<=2", timeout=2)
    assert len(found) == 4 and time.perf_counter() - start < 2 * LATE


def test_work_that_looks_at_no_clock_is_ended() -> None:
    budget = Budget(0.2)
    with pytest.raises(OutOfTime):
        within(budget, forever)
    assert 0.19 < budget.spent() < 0.2 * 5 * LATE
    assert in_time(Budget(0.05), lambda: forever() or 1, 2) == 2
    assert in_time(Budget(5), lambda: 1, 2) == 1


def test_nothing_arrives_after_a_watch_whose_end_was_interrupted(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(watch: _Watch) -> None:
        raise OutOfTime

    def forever() -> None:
        while True:
            pass

    monkeypatch.setattr(_Watch, "stop", interrupted)
    with pytest.raises(OutOfTime):
        within(Budget(0.01), forever)
    until = time.perf_counter() + 4 * AGAIN
    while time.perf_counter() < until:
        pass


def test_work_that_nests_too_deep_finds_nothing() -> None:
    def deeper() -> int:
        return deeper() + 1

    assert in_time(Budget(5), deeper, 2) == 2


def test_an_exception_that_is_swallowed_comes_again() -> None:
    def stubborn() -> None:
        try:
            forever()
        except OutOfTime:
            forever()

    budget = Budget(0.1)
    with pytest.raises(OutOfTime):
        within(budget, stubborn)
    assert budget.spent() < 2 * LATE


def busy(seconds: float) -> None:
    stop = time.perf_counter() + seconds
    while time.perf_counter() < stop:
        pass


def test_nothing_arrives_after_the_work() -> None:
    """Work that ends just before, at and just after its deadline: what comes later is left alone."""
    late = 0
    for k in range(200):
        try:
            within(Budget(0.01), partial(busy, k * 0.0002))
        except OutOfTime:
            late += 1
        busy(0.0005)
    busy(0.3)
    assert 0 < late < 200
    assert threading.active_count() < 20


def test_an_error_in_the_work_passes_through() -> None:
    with pytest.raises(ZeroDivisionError):
        within(Budget(5), lambda: 1 // 0)


@pytest.mark.parametrize(
    "work",
    [
        lambda: dptheory.prove(*SLOW[1][:1], where=SLOW[1][1], timeout=60),
        lambda: dptheory.tighten(HARD, "c", where=WHERE, timeout=60),
        lambda: dptheory.growth("log(n*d)", "log(n)*log(d)", "n", where="n>=3, d>=3", timeout=60),
    ],
)
def test_an_interrupt_passes_through(work: Callable[[], object]) -> None:
    def interrupt(number: int, frame: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, 0.5)
    start = time.perf_counter()
    try:
        with pytest.raises(KeyboardInterrupt):
            work()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert time.perf_counter() - start < 3 * LATE
    assert dptheory.prove("x*(1 - x) <= 1/4").verdict.status == "proved"


def test_an_interrupted_command_says_so_and_writes_nothing(tmp_path: Path) -> None:
    target = tmp_path / "certificate.json"
    claim = ["tighten", HARD, "--find", "c", "--where", WHERE, "--timeout", "60", "--write", str(target)]
    process = subprocess.Popen(
        [sys.executable, "-m", "dptheory", *claim],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=dict(os.environ),
    )  # fmt: skip
    time.sleep(2)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=20)
    assert process.returncode == 130 and err.strip() == "interrupted" and out == ""
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
