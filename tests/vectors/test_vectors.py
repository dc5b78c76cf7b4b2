"""The vectors for checkers: what the kernel says of each, and that the page about certificates lists what there is."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from flint import fmpq

from dptheory.kernel import limits
from dptheory.kernel.limits import KernelError
from dptheory.kernel.real.check import RULES, check, check_failure
from dptheory.kernel.real.claims import parse_claim
from dptheory.kernel.real.compound import COMPOUND_FORMAT, EMPTY, check_compound, check_empty, parse_compound
from dptheory.kernel.real.facts import FACTS, Fact
from dptheory.kernel.real.families import recheck
from dptheory.kernel.real.points import check_witness
from dptheory.kernel.syntax import SyntaxProblem

HERE = Path(__file__).parent
PAGE = (HERE.parents[1] / "docs" / "CERTIFICATES.md").read_text(encoding="utf-8")

Vector = dict[str, Any]


def vectors(name: str) -> list[Vector]:
    """The vectors of a file, a line each."""
    return [json.loads(line) for line in (HERE / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()]


CLAIMS, POINTS, FAMILIES, TEXTS = (vectors(name) for name in ("claims", "points", "families", "texts"))


def _names(found: list[Vector]) -> list[str]:
    return [v["name"] for v in found]


def _claim(v: Vector) -> None:
    asked = v if "claim" in v else v["certificate"]
    check(parse_claim(asked["claim"], asked["where"]), v["certificate"])


def _point(v: Vector) -> None:
    claim = parse_claim(v["claim"], v["where"])
    assert (claim.relation.text, claim.where) == (v["claim"], v["where"])
    if "failure" in v:
        check_failure(claim, v["failure"])
    else:
        check_witness(claim, {name: fmpq(*map(int, x.split("/"))) for name, x in v["point"].items()})


def _family(v: Vector) -> None:
    data = v["certificate"]
    if data["format"] == COMPOUND_FORMAT:
        check_compound(parse_compound(data["claim"], data["where"]), data)
    elif data["format"] == EMPTY:
        check_empty(parse_compound("0 > 0", data["where"]), data)
    else:
        recheck(data)


@pytest.mark.parametrize(
    ("ask", "v"),
    [pytest.param(ask, v, id=v["name"]) for ask, found in
     ((_claim, CLAIMS), (_point, POINTS), (_family, FAMILIES)) for v in found],
)  # fmt: skip
def test_the_kernel_says_what_the_vector_says(ask: Any, v: Vector) -> None:
    if v["answer"] == "refused":
        with pytest.raises(KernelError) as caught:
            ask(v)
        assert v["message"] in str(caught.value)
    else:
        assert v["answer"] in ("proved", "refuted") and "message" not in v
        ask(v)


@pytest.mark.parametrize("v", TEXTS, ids=[f"{v['text']} where {v['where']}" for v in TEXTS])
def test_a_text_is_read_as_the_vector_says(v: Vector) -> None:
    if "message" in v:
        with pytest.raises((KernelError, SyntaxProblem)) as caught:
            parse_claim(v["text"], v["where"])
        assert v["message"] in str(caught.value)
    else:
        claim = parse_claim(v["text"], v["where"])
        assert (claim.relation.text, claim.where, claim.hash) == (v["claim"], v["conditions"], v["hash"])


def _used(data: object) -> set[str]:
    """The rules of a proof."""
    if isinstance(data, dict):
        here = {str(data["rule"])} if "rule" in data else set()
        return here.union(*map(_used, data.values()))
    return set().union(*map(_used, data)) if isinstance(data, list) else set()


def test_each_rule_is_accepted_and_refused_twice_at_least() -> None:
    proved = [v for v in CLAIMS if v["answer"] == "proved"]
    refused = [v for v in CLAIMS if v["answer"] == "refused"]
    assert len(proved) >= 60 and len(refused) >= 60 and refused[0]["certificate"]["claim"] == "1 <= 0"
    accepted = Counter(rule for v in proved for rule in _used(v["certificate"]))
    stopped = Counter(v.get("rule") for v in refused)
    assert min(accepted[rule] for rule in RULES) >= 2 <= min(stopped[rule] for rule in RULES)
    for found in (CLAIMS, POINTS, FAMILIES):
        assert len(set(_names(found))) == len(found) and all(v["why"] for v in found)


def _line(f: Fact) -> str:
    """A fact as the page has it."""
    args = " ".join(f"{a}:int" if a in f.integers else a for a in f.args.split())
    parts = [f.name, args, f"if {f.sides}" if f.sides else "", f"then {f.conclusions}"]
    return "  ".join(filter(None, parts)) + (", where defined" if f.partial else "")


def test_the_page_lists_the_trusted_facts_and_the_rules() -> None:
    listed = re.search(r"^## 9\. .*?^```text\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    assert listed is not None and listed[1].splitlines() == [_line(f) for f in FACTS]
    assert len(FACTS) == 22 == len(RULES)
    rules = PAGE[PAGE.index("## 6. ") : PAGE.index("## 7. ")]
    named = re.findall(r"^(?:\| )?`(\w+)`(?: \||:)", rules, re.MULTILINE)
    assert set(RULES) <= set(named), set(RULES) - set(named)


def test_the_page_names_the_limits_and_a_hash_that_is_right() -> None:
    last = PAGE[PAGE.index("## 12. ") :]
    for limit in ("MAX_TEXT", "MAX_NESTING", "MAX_NODES", "MAX_DIGITS", "MAX_EXPONENT", "MAX_VARIABLES", "MAX_STEPS"):
        assert f"{getattr(limits, limit):,}" in last, limit
    assert f"`{parse_claim('1/n <= 1', 'n integer, n >= 1').hash}`" in PAGE
