"""The benchmark's list of claims, and what stands round it."""

from __future__ import annotations

import importlib.util
import json
import re
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


def test_a_part_of_the_results_is_written_without_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    pages = _module("pages", monkeypatch)
    page = "# Results\n\n## Undecided\n\nnone\n\n## Every claim\n\na\n"
    for title, other in ((pages.OTHERS, pages.TACTICS), (pages.TACTICS, pages.OTHERS)):
        assert pages.part(page, title) == ""
        once = pages.put(page, title, f"{title}\n\nfirst\n\n### Both\n\n1")
        twice = pages.put(once, title, f"{title}\n\nsecond")
        assert pages.part(once, title).endswith("### Both\n\n1")
        assert pages.part(twice, title) == f"{title}\n\nsecond" and pages.part(twice, other) == ""
        assert twice.replace(f"{title}\n\nsecond\n\n", "") == page


def test_what_only_one_tactic_decides_is_counted(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.syspath_prepend(PLACE)
    tactics = _module("tactics", monkeypatch)
    claims = [
        ("powers", parse_claim("(u + v)**33 < (u + w)**55", "u > 1, v > 0, w > v")),
        ("lines", parse_claim("2*x + y <= 4", "x + y <= 3, x <= 1")),
    ]
    rows = tactics.measured(claims, ["base comparison", "sum", "induction"], 300_000)
    assert rows["base comparison"].lost == ["powers"] == rows["base comparison"].claims
    assert "lines" in rows["sum"].claims and "lines" not in rows["sum"].lost
    assert not rows["induction"].claims
    record = tmp_path / "record.json"
    record.write_text(json.dumps({"answers": {"a": {"tactics": ["sum"]}, "b": {"status": "unknown"}}}))
    assert tactics.recorded([record, record]) == {"sum": 2}


def test_reasons_are_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(PLACE)
    others = _module("others", monkeypatch)
    said = {
        "refused: unknown function 'zeta'": "not read",
        "a certificate was found but not accepted: proof": "a certificate",
        "the effort was spent before a point of the domain was known": "no point",
        "no proof; closest at x = 1, where the sides are equal (3 points looked at)": "both sides are equal",
        "no proof; closest at x = 1, where the sides differ by at most 0.000161 of their size (3 points looked at); not shown on the way: a": "what was",
        "no proof and no counterexample found": "nothing",
    }
    for reason, title in said.items():
        assert others.why(others.Answer("unknown", reason=reason)).startswith(title)


def test_what_was_held_back_is_told_in_figures_alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.syspath_prepend(PLACE)
    others = _module("others", monkeypatch)
    entries = [{"id": f"secret{k}", "claim": f"x**2 + {k} >= {k}", "truth": True} for k in range(12)]
    (tmp_path / "external.json").write_text(json.dumps(entries))
    halves = {p.half for p in others.problems(tmp_path)}
    assert halves == {"open", "held"}
    answers = {e["id"]: {"status": "unknown", "effort": 1} for e in entries}
    record = tmp_path / "record.json"
    record.write_text(json.dumps({"head": {"effort": 1, "sources": "0" * 8}, "answers": answers}))
    text = others.section(tmp_path, record, record)
    held = [p.name for p in others.problems(tmp_path) if p.half == "held"]
    assert all(f"    {p.name} " in text for p in others.problems(tmp_path) if p.half == "open")
    assert held and not any(re.search(rf"{name}\b", text) for name in held)
    assert f"{len(held)}: nothing" in text
