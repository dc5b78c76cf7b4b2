"""The benchmark's list of claims, and what stands round it."""

from __future__ import annotations

import importlib.util
import json
import sys
from collections import Counter
from pathlib import Path
from types import ModuleType

import pytest

from dptheory.kernel.real.claims import parse_claim

PLACE = Path(__file__).resolve().parents[2] / "benchmarks" / "prover"
ENTRIES = json.loads((PLACE / "claims.json").read_text(encoding="utf-8"))


def _module(name: str, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"benchmark_{name}", PLACE / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, spec.name, module)
    spec.loader.exec_module(module)
    return module


def test_every_claim_is_read_and_has_a_source() -> None:
    assert len({e["id"] for e in ENTRIES}) == len(ENTRIES)
    assert len({parse_claim(e["claim"], e["where"]).hash for e in ENTRIES}) == len(ENTRIES)
    assert all(e["source"] and isinstance(e["truth"], bool) for e in ENTRIES)


def test_the_list_is_long_and_has_false_claims() -> None:
    truths = Counter(e["truth"] for e in ENTRIES if not e["given"])
    assert sum(e["given"] for e in ENTRIES) == 34
    assert truths[True] >= 150 and truths[False] >= 50


def test_sampling_agrees_and_would_not_agree_with_the_opposite(monkeypatch: pytest.MonkeyPatch) -> None:
    confirm = _module("confirm", monkeypatch).confirm
    for e in [e for e in ENTRIES if e["given"]]:
        assert confirm(e, 40)[0] in ("as stated", "no failure found"), e["id"]
        if not e["truth"]:
            assert confirm({**e, "truth": True}, 400)[0] == "WRONG", e["id"]


def test_solvers_are_asked_for_the_negation(monkeypatch: pytest.MonkeyPatch) -> None:
    solvers = _module("solvers", monkeypatch)
    text = solvers.script(parse_claim("1/x <= sqrt(n)", "0 < x, n integer, n >= 1"), exp=False)
    assert "(declare-const |n| Int)" in text and "(declare-const |x| Real)" in text
    assert "(not (<= (/ 1.0 |x|) t0!))" in text and "(not (not (= |x| 0.0)))" in text
    with pytest.raises(solvers.NotExpressible):
        solvers.script(parse_claim("exp(x) > 0"), exp=False)
    assert "(exp |x|)" in solvers.script(parse_claim("exp(x) > 0"), exp=True)
