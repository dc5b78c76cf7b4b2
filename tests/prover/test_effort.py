"""Effort is counted: no clock, no order of questions, no hash seed and no caller changes an answer."""

from __future__ import annotations

import cProfile
import json
import os
import pstats
import re
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from flint import fmpq, fmpq_poly

import dptheory
from dptheory.defaults import EFFORT
from dptheory.kernel import charge, counted_by, counter
from dptheory.kernel.real import Claim, parse_claim
from dptheory.prover import Outcome, budget, find_point, prove
from dptheory.prover.arithmetic.univariate import zeros_of
from dptheory.prover.budget import Budget, Meter, OutOfEffort, asked, found_within, within

ROOT = Path(__file__).resolve().parents[2]
ASKED = [
    ("x*(1-x) <= 1/4", ""),
    ("log(1+g*(exp(t)-1)) <= 2*g*t", "0<=g<=1, 0<=t<=1"),
    ("abs(log(1+x)-x) <= x**2", "x>=0"),
    ("exp(x) <= 1+x+x**2", "x<=2"),
    ("a/(b+c)+b/(c+a)+c/(a+b) >= 3/2", "a>0, b>0, c>0"),
    ("(a*x+b*y)**2 <= (a**2+b**2)*(x**2+y**2)", ""),
    ("2**n >= n+1", "n integer, n>=0"),
    ("uppergamma(2,x) <= 1", "x>=0"),
    ("(1-1/n)**n <= exp(-1)", "n>=1"),
    ("x**4 + y**4 + z**4 >= x*y*z*(x + y + z)", ""),
]


def forever() -> None:
    while True:
        charge(1)


def said(found: Outcome) -> tuple[object, ...]:
    """All that is said but for the time."""
    return found.verdict.status, found.reason, found.effort, found.witness, json.dumps(found.certificate)


def test_work_that_counts_is_ended() -> None:
    whole = Budget(1_000)
    with pytest.raises(OutOfEffort):
        within(whole, forever)
    assert whole.spent() == 1_001
    assert found_within(Budget(50), lambda: forever() or 1, 2) == 2
    assert found_within(Budget(50), lambda: 1, 2) == 1


def test_a_part_that_is_ended_does_not_end_the_whole() -> None:
    whole = Budget(1_000)

    def twice() -> int:
        return sum(found_within(whole.part(0.25), lambda: forever() or 0, 1) for _ in range(2))

    assert within(whole, twice) == 2
    assert 250 + 187 <= whole.spent() < 450


def test_what_a_part_swallows_comes_again() -> None:
    def stubborn() -> None:
        try:
            forever()
        except OutOfEffort:
            forever()

    whole = Budget(100)
    with pytest.raises(OutOfEffort):
        within(whole, stubborn)
    assert whole.spent() == 102


def test_an_error_in_the_work_passes_through_and_nothing_is_left_behind() -> None:
    with pytest.raises(ZeroDivisionError):
        within(Budget(5), lambda: 1 // 0)
    assert counter() is None
    charge(10**9)


def test_work_that_nests_too_deep_finds_nothing() -> None:
    def deeper() -> int:
        return deeper() + 1

    assert found_within(Budget(5), deeper, 2) == 2


@pytest.fixture(scope="module")
def answers() -> list[tuple[object, ...]]:
    """What is said of the claims, asked in their order."""
    return [said(prove(parse_claim(*question))) for question in ASKED]


def test_the_same_question_has_the_same_answer_in_any_order(answers: list[tuple[object, ...]]) -> None:
    backwards = [said(prove(parse_claim(*question))) for question in reversed(ASKED)]
    assert answers == backwards[::-1]
    assert {s[0] for s in answers} == {"proved", "refuted"}


SCRIPT = """
import json, sys
import dptheory
for claim, where in json.loads(sys.argv[1]):
    found = dptheory.prove(claim, where=where)
    print((found.verdict.status, found.reason, found.effort, found.witness, json.dumps(found.certificate)))
"""


def test_no_hash_seed_and_no_number_of_threads_changes_an_answer(answers: list[tuple[object, ...]]) -> None:
    surroundings = {**os.environ, "PYTHONHASHSEED": "2718", "OPENBLAS_NUM_THREADS": "4"}
    run = subprocess.run(
        [sys.executable, "-c", SCRIPT, json.dumps(ASKED)],
        cwd=ROOT, env=surroundings, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert run.stdout.splitlines() == [str(answer) for answer in answers]


def test_how_deep_the_caller_is_does_not_matter() -> None:
    claim = parse_claim(*ASKED[1])
    wanted = said(prove(claim))

    def beneath(levels: int, ask: Callable[[Claim], Outcome]) -> Outcome:
        return beneath(levels - 1, ask) if levels else ask(claim)

    room = sys.getrecursionlimit() - 250
    assert said(beneath(room - len(threading.current_thread().name) - 100, prove)) == wanted
    assert sys.getrecursionlimit() == room + 250


def test_more_effort_decides_what_less_does_not() -> None:
    claim = parse_claim("log(1+g*(exp(e)-1)) - log(1+g*(exp(-e)-1)) <= 2*g*(exp(e)-exp(-e))", "0<=g<=1, e>=0")
    little, enough = prove(claim, effort=30_000), prove(claim)
    assert little.verdict.status == "unknown" and "no proof" in little.reason
    assert enough.verdict.status == "proved" and enough.effort < EFFORT


class Clock:
    """A clock that passes its hour after some looks at it."""

    def __init__(self, looks: int) -> None:
        self.looks = looks

    def perf_counter(self) -> float:
        self.looks -= 1
        return 0.0 if self.looks > 0 else 10.0**9


@pytest.mark.parametrize("looks", [3, 6, 10])
def test_where_the_clock_strikes_nothing_is_concluded(monkeypatch: pytest.MonkeyPatch, looks: int) -> None:
    monkeypatch.setattr(budget, "time", Clock(looks))
    found = prove(parse_claim(*ASKED[1]), timeout=5.0)
    assert found.verdict.status == "unknown" and found.certificate is None and found.witness is None
    assert re.fullmatch(rf"stopped by the clock after {found.effort} of {EFFORT} effort", found.reason)


def test_the_clock_ends_constants_growth_and_ablation_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budget, "time", Clock(4))
    tight = dptheory.tighten("exp(x) - 1 <= c*x", "c", where="0 < x <= 1", timeout=5.0)
    assert not tight.certified and tight.reason.startswith("stopped by the clock after ")
    monkeypatch.setattr(budget, "time", Clock(4))
    grown = dptheory.growth("n*log(n)", "n**2", "n", where="n >= 1", relation="Theta", timeout=5.0)
    assert grown.holds is None and grown.reason.startswith("stopped by the clock after ")
    monkeypatch.setattr(budget, "time", Clock(4))
    needed = dptheory.ablate("x**2 <= 4", where="-2 <= x <= 2, x <= 3", timeout=5.0)
    assert len(needed) == 3 and needed[-1].outcome.reason.startswith("stopped by the clock after ")


def test_a_clock_that_does_not_strike_changes_nothing() -> None:
    claim = parse_claim(*ASKED[1])
    assert said(prove(claim, timeout=86_400.0)) == said(prove(claim))


def test_a_search_within_a_search_counts_for_both() -> None:
    claim = parse_claim(*ASKED[0])
    alone = prove(claim)
    whole = Budget(EFFORT)
    assert said(asked(whole, lambda: prove(claim), lambda _: alone)) == said(alone)
    assert whole.spent() == alone.effort


def test_what_a_search_remembers_changes_no_answer(
    monkeypatch: pytest.MonkeyPatch, answers: list[tuple[object, ...]]
) -> None:
    class Forgets(dict[object, object]):
        def get(self, *_: object) -> None:
            return None

    monkeypatch.setattr(Meter, "known", property(lambda _: Forgets(), lambda *_: None), raising=False)
    assert [said(prove(parse_claim(*question))) for question in ASKED[:6]] == answers[:6]


def test_finding_a_point_is_counted() -> None:
    claim = parse_claim("x <= 1", "x > 2, x < 1")
    meter = Meter()
    with counted_by(meter):
        assert find_point(claim, effort=5_000) is None
    assert 4_500 <= meter.spent < 6_000


def test_prove_can_be_profiled() -> None:
    """Once a search under a profiler never ended."""
    profile = cProfile.Profile()
    found = profile.runcall(dptheory.prove, "x*(1-x) <= 1/4")
    names = {name for _, _, name in pstats.Stats(profile).stats}  # type: ignore[attr-defined]
    assert found.verdict.status == "proved" and "charge" in names and "check" in names


def test_the_command_can_be_profiled() -> None:
    run = subprocess.run(
        [sys.executable, "-m", "cProfile", "-m", "dptheory", "prove", "x*(1-x) <= 1/4"],
        cwd=ROOT, capture_output=True, text=True, timeout=600, check=False,
    )  # fmt: skip
    assert "proved" in run.stdout and "function calls" in run.stdout


def test_prove_can_be_traced() -> None:
    """A debugger and a measure of coverage look at every call, and change no answer."""
    claim = parse_claim(*ASKED[0])
    wanted, calls = said(prove(claim)), [0]

    def look(frame: object, event: str, argument: object) -> None:
        calls[0] += event == "call"

    before = sys.gettrace()
    sys.settrace(look)
    try:
        found = prove(claim)
    finally:
        sys.settrace(before)
    assert said(found) == wanted and calls[0] > 100


def test_no_clock_decides_in_the_package() -> None:
    """Clocks are for reports, and for the cap that a user may set."""
    pattern = re.compile(r"perf_counter|process_time|monotonic\(|time\.time\(|SetAsyncExc")
    using = {
        path.relative_to(ROOT / "dptheory").as_posix()
        for path in (ROOT / "dptheory").rglob("*.py")
        if pattern.search(path.read_text(encoding="utf-8"))
    }
    # the audit tells of a user's own function that is slow, and ends a call after so much time as may be set, without
    # a verdict; a watch looks again after some time
    assert using == {
        "lab/audit/privacy/probing.py", "lab/audit/privacy/streams.py", "commands/output.py", "commands/watching.py", "prover/budget.py",
        "theory/verification.py",
    }  # fmt: skip


def test_zeros_of_a_polynomial_of_high_degree_are_charged_by_the_size_of_its_numbers() -> None:
    def spent(p: fmpq_poly) -> int:
        with pytest.raises(OutOfEffort):
            within(Budget(1), lambda: zeros_of(p))
        return meter.spent

    meter = Meter()
    with counted_by(meter):
        dense = spent(fmpq_poly([1, fmpq(1, 25000)]) ** 481 - 1)
        sparse = spent(fmpq_poly([1] + [0] * 480 + [1])) - dense
    assert dense > 25_000_000 > 5_000_000 > sparse
