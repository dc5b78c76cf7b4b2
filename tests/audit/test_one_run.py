"""Audits from one run: the bound against exact laws, false alarms, what is caught, what is refused."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binom

from dptheory.audit.privacy.onerun import audit_once, chance_at_most, eps_lower
from dptheory.audit.privacy.plan import Plan
from dptheory.audit.privacy.subjects import Plain
from dptheory.audit.privacy.target import ADD_REMOVE, PrivacyTarget
from dptheory.cli import main
from dptheory.errors import BadInput

HERE = Path(__file__).parent
BITS = np.concatenate([np.ones(60), np.zeros(4)])[:, None]


def response(eps: float) -> Any:
    """Each of the first 60 records is told by randomised response, whether it is 1; any record, if left out, is 0."""

    def mechanism(data: Any, size: int, rng: np.random.Generator) -> Any:
        there = np.asarray(data)[:60, 0]
        lie = rng.random((size, 60)) > 1 / (1 + math.exp(-eps))
        return np.where(lie, 1 - there, there)

    return Plain(mechanism, "response")


class Positions:
    """The canary that the k-th number of the output speaks of: records are told apart by their place alone."""

    def __init__(self) -> None:
        self.calls = 0

    def __call__(self, output: Any, records: Any) -> Any:
        self.calls += 1
        return output if self.calls == 1 else np.zeros(len(records))


@settings(max_examples=150, deadline=None)
@given(st.integers(1, 60), st.floats(0, 4), st.floats(0, 0.05), st.data())
def test_the_bound_holds_for_responses_that_sometimes_tell_the_truth(
    m: int, eps: float, delta: float, data: Any
) -> None:
    """Each coin is told truly with chance delta, else by randomised response: (eps, delta)-private, all guessed."""
    v = data.draw(st.integers(0, m))
    right = delta + (1 - delta) / (1 + math.exp(-eps))
    assert binom.sf(v - 1, m, right) <= chance_at_most(m, m, v, eps, delta) + 1e-12


@settings(max_examples=100, deadline=None)
@given(st.integers(1, 40), st.integers(0, 40), st.floats(0, 3), st.floats(0, 0.5), st.data())
def test_the_bound_is_the_theorems(r: int, more: int, eps: float, delta: float, data: Any) -> None:
    m, v = r + more, data.draw(st.integers(0, r))
    q = 1 / (1 + math.exp(-eps))
    tail = [
        sum(math.comb(r, k) * q**k * (1 - q) ** (r - k) for k in range(max(0, x), r + 1))
        for x in range(v - m, v + 1)
    ]
    slope = max((tail[m - i] - tail[m]) / i for i in range(1, m + 1))
    assert chance_at_most(m, r, v, eps, delta) == pytest.approx(
        min(1, tail[m] + 2 * m * delta * slope), abs=1e-9
    )


def test_limits_fall_with_errors_with_delta_and_with_confidence() -> None:
    best = eps_lower(100, 100, 100, 0.0, 0.05)
    assert 3.4 < best < 3.6  # q^100 = 0.05
    assert best > eps_lower(100, 100, 99, 0.0, 0.05) > eps_lower(100, 100, 99, 1e-3, 0.05)
    assert best > eps_lower(100, 100, 100, 0.0, 0.001) > 0 == eps_lower(100, 100, 50, 0.0, 0.05)


def test_a_response_that_keeps_its_claim_is_seldom_convicted_and_another_one_always() -> None:
    claim, plan = PrivacyTarget(1.0), [Plan(confidence=0.9, seed=s) for s in range(100)]
    false = [audit_once(response(1.0), claim, BITS, 60, Positions(), p) for p in plan]
    alarms = sum(found.verdict == "violated" for found in false)
    assert binom.sf(alarms - 1, len(plan), 0.1) > 0.01
    assert all(found.eps_lower <= 1 or found.status == 1 for found in false)
    true = [audit_once(response(6.0), claim, BITS, 60, Positions(), p) for p in plan[:20]]
    assert all(found.verdict == "violated" and found.eps_lower > 1 for found in true)


def test_few_canaries_prove_nothing() -> None:
    found = audit_once(response(9.0), PrivacyTarget(3.0), BITS, 8, lambda o, r: np.zeros(8), Plan())
    assert (found.verdict, found.status) == ("inconclusive", 2) and "too few canaries" in found.reason


@pytest.mark.parametrize(
    ("canaries", "score", "said"),
    [
        (3, lambda o, r: o, "3 canaries; needed: 8..64"),
        (65, lambda o, r: o, "65 canaries; needed: 8..64"),
        (60, lambda o, r: o[:5], "a score of shape (5,); needed: 60 numbers"),
        (60, lambda o, r: o * np.nan, "none of them NaN"),
        (60, lambda o, r: 1 / 0, "a score that raised ZeroDivisionError"),
    ],
)
def test_what_is_no_audit_of_one_run(canaries: int, score: Any, said: str) -> None:
    with pytest.raises(BadInput) as caught:
        audit_once(response(1.0), PrivacyTarget(1.0), BITS, canaries, score)
    assert said in str(caught.value) and "\n" not in str(caught.value)


def test_the_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "told.py").write_text(
        "import numpy as np\n"
        "def told(data, size, rng):\n    return np.tile(np.isin(np.arange(40.0), data[:, 0]) * 1.0, (size, 1))\n"
        "def where(output, records):\n    return output[records[:, 0].astype(int)]\n",
        encoding="utf-8",
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    (tmp_path / "d.csv").write_text("\n".join(f"{k},1" for k in range(40)), encoding="utf-8")
    asked = [
        "audit",
        "told:told",
        "--data",
        "d.csv",
        "--one-run",
        "40",
        "--claim",
        "eps=1",
        "--adjacency",
        "add-remove",
    ]
    assert main([*asked, "--score", "told:where", "--json", "--confidence", "0.95"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert found["verdict"] == "violated" and found["claim"]["adjacency"] == ADD_REMOVE
    for rest, said in (
        ([], "--one-run without --score"),
        (["--score", "told:where", "--box", "0", "1"], "--one-run and --box"),
    ):
        assert main([*asked, *rest]) == 64
        error = capsys.readouterr().err
        assert said in error and error.count("\n") == 1
    assert main(["audit", "told:told", "--claim", "eps=1", "--score", "told:where"]) == 64
    assert main(["audit", "told:told", "--claim", "eps=1", "--one-run", "40"]) == 64
