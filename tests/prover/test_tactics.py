"""The registry: what every tactic says of itself is so."""

from __future__ import annotations

import importlib.util
import json
from functools import cache
from pathlib import Path

import pytest

from dptheory.kernel import check, check_witness
from dptheory.kernel.real import parse_claim
from dptheory.prover import Outcome, prove
from dptheory.prover.phases import DISTINCT, EQUALITY, INEQUALITY, NARROW
from dptheory.prover.registry import TACTICS, Tactic, name_of, omitting, tactic

EFFORT = 4_000_000


@cache
def proved(claim: str, where: str) -> Outcome:
    """The proof of an example, which several tactics may have, with a certificate that the kernel accepts."""
    made = parse_claim(claim, where)
    found = prove(made, effort=EFFORT)
    assert found.proved, found.reason
    assert check(made, json.loads(json.dumps(found.certificate))).status == "proved"
    return found


@pytest.mark.parametrize("one", TACTICS.values(), ids=TACTICS)
def test_a_tactic_takes_part_in_the_proof_of_its_example(one: Tactic) -> None:
    """Others may prove sub-goals."""
    assert one.name in proved(one.claim, one.where).tactics


@pytest.mark.parametrize("one", TACTICS.values(), ids=TACTICS)
def test_the_twin_of_its_example_is_refuted(one: Tactic) -> None:
    twin = parse_claim(one.twin, one.where)
    found = prove(twin, effort=EFFORT)
    assert found.refuted and found.witness is not None, found.reason
    again = check_witness(twin, found.witness)
    assert again.status == "refuted" and again.about == twin.hash


def test_every_tactic_is_tried_in_some_phase() -> None:
    phases = (*INEQUALITY, *EQUALITY, *DISTINCT, *NARROW)
    assert {name_of(run) for phase in phases for run in phase.tactics} == set(TACTICS)


def test_a_tactic_that_is_left_out_takes_no_part() -> None:
    claim = parse_claim("sinh(x) >= x", "x >= 0")
    assert "derivative sign" in prove(claim).tactics
    with omitting("derivative sign"):
        assert "derivative sign" not in prove(claim).tactics
    assert "derivative sign" in prove(claim).tactics


def test_a_name_is_given_once() -> None:
    with pytest.raises(ValueError, match="another tactic by the name of 'box'"):

        @tactic("never", "cheap", "x <= x | x < x |")
        def by_box() -> None:
            """Nothing."""


def test_the_table_of_the_tactics_is_current() -> None:
    path = Path(__file__).resolve().parents[2] / "docs" / "tactics.py"
    spec = importlib.util.spec_from_file_location("tactics_table", path)
    assert spec is not None and spec.loader is not None
    table = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(table)
    page = table.PAGE.read_text(encoding="utf-8")
    assert table.placed(page) == page and all(f"| {name} |" in page for name in TACTICS)
