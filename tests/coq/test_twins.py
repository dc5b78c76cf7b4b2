"""What is wrong Coq refuses, and what is right it accepts when asked in the same way."""

from __future__ import annotations

import re
from pathlib import Path
from types import ModuleType

import pytest

from dptheory.commands.store import recorded
from dptheory.export.batches import sampled
from dptheory.kernel.real.claims import parse_claim

from ..sharing import PROOFS


def test_no_false_twin_is_accepted(compiled: Path, twins: ModuleType, session: ModuleType) -> None:
    some = sampled(recorded(PROOFS).certificates, 12, 5)
    wrong = [(name, text) for name, text in twins.twins(some) if "lemma_" not in text]
    right = [(name, text) for name, text in twins.right(some) if "lemma_" not in text]
    assert len(wrong) > 8 and right
    assert session.accepted(compiled, right, "Tactics") == [name for name, _ in right]
    assert session.accepted(compiled, wrong, "Tactics") == []


def test_what_takes_too_long_is_refused_and_the_session_goes_on(compiled: Path, session: ModuleType) -> None:
    some = [
        ("slow", "Theorem slow : True. Proof. do 1000000000 idtac; exact I. Qed."),
        ("after", "Theorem after : True. Proof. exact I. Qed."),
        ("ended", "Quit."),
        ("last", "Theorem last : True. Proof. exact I. Qed."),
    ]
    assert session.accepted(compiled, some, "Tactics", 2) == ["after", "last"]


def test_no_theorem_is_judged_where_what_it_needs_does_not_load(compiled: Path, session: ModuleType) -> None:
    good = ("good", "Theorem good : True. Proof. exact I. Qed.")
    with pytest.raises(SystemExit, match="(?s)does not load.*Nowhere"):
        session.accepted(compiled, [good], "Tactics Nowhere")


def test_a_twin_with_another_constant_is_false(twins: ModuleType) -> None:
    assert twins.false_claim(parse_claim("x**2 + 1 >= 2*x")).text == "x**2 + 1 >= 3*x"
    assert twins.false_claim(parse_claim("x <= 1", "x <= 0")) is None


def test_the_kinds_of_twins(twins: ModuleType) -> None:
    kinds = {
        name.rpartition("_")[2] for name, _ in twins.twins(sampled(recorded(PROOFS).certificates, 12, 5))
    }
    assert kinds == {"constant", "dropped", "multiplier", "refuted"}
    for name, text in twins.twins(sampled(recorded(PROOFS).certificates, 2, 5)):
        assert re.search(rf"^Theorem {name} : (proved|refuted)", text, flags=re.MULTILINE)
