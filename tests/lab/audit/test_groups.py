"""Groups of records: what a claim implies for them, data sets that differ in a group, and what is found there."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dptheory.cli import main
from dptheory.errors import BadInput
from dptheory.lab.audit.privacy.auditor import audit
from dptheory.lab.audit.privacy.neighbours import Neighbours, check_neighbours, numbers_of
from dptheory.lab.audit.privacy.plan import Plan
from dptheory.lab.mechanisms.claims import ADD_REMOVE, REPLACE_ONE, PrivacyClaim


def total(scale: float) -> Any:
    return lambda data, size, rng: np.sum(np.clip(data, 0, 1)) + rng.laplace(0, scale, size)


@settings(max_examples=60, deadline=None)
@given(st.floats(0, 3), st.floats(0, 1e-4), st.integers(1, 6))
def test_what_a_claim_implies_for_groups_is_the_chain_of_its_members(
    eps: float, delta: float, k: int
) -> None:
    p = 0.0  # p_(i+1) = e^eps p_i + delta from p_0 = 0: the slack of a chain of k neighbours
    for _ in range(k):
        p = math.exp(eps) * p + delta
    if p < 0.99:
        found = PrivacyClaim(eps, delta).of_group(k)
        assert found.eps == pytest.approx(k * eps) and found.delta == pytest.approx(p, rel=1e-9)
        assert found.group == k


def test_data_sets_that_differ_in_a_group() -> None:
    base, moved = np.zeros((5, 2)), np.zeros((5, 2))
    moved[[0, 3]] = 1
    check_neighbours(Neighbours(base, moved), REPLACE_ONE, 2)
    for group in (1, 3):
        if group == 1:
            with pytest.raises(BadInput, match="differ in 2 records; needed: exactly one"):
                check_neighbours(Neighbours(base, moved), REPLACE_ONE, group)
        else:
            check_neighbours(Neighbours(base, moved), REPLACE_ONE, group)
    some = Neighbours([1.0, 2.0, 3.0, 4.0], [2.0, 4.0])
    check_neighbours(some, ADD_REMOVE, 2)
    assert numbers_of(some).tolist() == [1.0, 3.0]
    with pytest.raises(BadInput, match="one record more or less"):
        check_neighbours(some, ADD_REMOVE, 1)
    with pytest.raises(BadInput, match="more than the added records"):
        check_neighbours(Neighbours([1.0, 2.0, 3.0, 4.0], [4.0, 2.0]), ADD_REMOVE, 2)


@pytest.mark.parametrize("adjacency", [REPLACE_ONE, ADD_REMOVE])
def test_groups_are_varied_together(adjacency: str) -> None:
    data = np.array([0.5, 0.0, 1.0, 0.5, 0.5])
    claim = PrivacyClaim(0.5, 0.0, adjacency).of_group(2)
    plan = Plan(20_000, 0.95)
    wrong = audit(total(1.2), claim, data=data, plan=plan)
    assert wrong.verdict == "violated" and 1.2 < wrong.eps_lower < 2 / 1.2
    assert "in groups of 2, 1 record left over: 2 of 2 groups varied" in wrong.searched
    first, second = np.asarray(wrong.first), np.asarray(wrong.second)
    check_neighbours(Neighbours(first, second), adjacency, 2)
    right = audit(total(2), claim, data=data, plan=Plan(20_000))  # the claim is tight: errs 1 in 1,000 times
    assert right.verdict != "violated" and right.eps_lower > 0.75


def test_a_report_on_groups_is_confirmed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "sums.py").write_text(
        "import numpy as np\ndef hasty(data, size, rng):\n    return np.sum(data) + rng.laplace(0, 1, size)\n",
        encoding="utf-8",
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    asked = [
        "audit",
        "sums:hasty",
        "--claim",
        "eps=0.5",
        "--data",
        "[0, 1, 0.5]",
        "--group",
        "2",
        "--samples",
        "20000",
    ]
    assert main([*asked, "--out", "r.json"]) == 1
    assert "eps=1, replace-one, groups of 2" in capsys.readouterr().out
    assert json.loads((tmp_path / "r.json").read_text(encoding="utf-8"))["claim"]["group"] == 2
    assert main(["audit", "--confirm", "r.json", "--samples", "20000"]) == 1
    for wrong, said in (("0", "a group of 0"), ("9", "3 records and groups of 9"), ("1/2", "--group 1/2")):
        asked[asked.index("--group") + 1] = wrong
        capsys.readouterr()
        assert main(asked) == 64
        error = capsys.readouterr().err
        assert said in error and error.count("\n") == 1
    assert main(["audit", "sums:hasty", "--claim", "eps=0.5", "--group", "2"]) == 64
    assert "--group without data sets" in capsys.readouterr().err
