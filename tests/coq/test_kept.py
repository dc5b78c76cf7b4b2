"""What Coq said is kept: a theorem is asked of it again where its text is new, or what it rests on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from .conftest import module

PART = "\n(* ==== claim_one *)\nTheorem claim_one : 1 + 1 = 2.\nProof. lra. Qed.\n".lstrip("\n")


asked = list[str]()
"""The texts that Coq was asked of."""


@pytest.fixture
def kept(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The module, with a Coq that accepts what says 2."""
    found, session = module("kept"), module("session")

    def answers(out: Path, some: list[tuple[str, str]], needed: str, limit: int) -> Iterator[object]:
        for name, text in some:
            asked.append(text)
            yield session.Answer(name, "= 2" in text, 0.5, "")

    asked.clear()
    monkeypatch.setattr(found, "answers", answers)
    return found


def test_a_theorem_is_asked_of_again_where_its_text_or_what_it_rests_on_is_new(
    tmp_path: Path, kept: ModuleType
) -> None:
    other = PART.replace("1 + 1", "3 - 1")
    for part, known in ((PART, "lemmas"), (PART, "lemmas"), (other, "lemmas"), (PART, "other lemmas")):
        assert [one.good for one in kept.answered([part], tmp_path, known, 10)] == [True]
    assert asked == [PART, other, PART]


def test_what_was_refused_is_asked_again_only_with_more_time(tmp_path: Path, kept: ModuleType) -> None:
    wrong = PART.replace("= 2", "= 3")
    for limit in (10, 10, 5, 20):
        assert [one.good for one in kept.answered([wrong], tmp_path, "", limit)] == [False]
    assert asked == [wrong, wrong]


def test_what_compiled_in_a_whole_run_is_not_asked_again(tmp_path: Path, kept: ModuleType) -> None:
    wrong = PART.replace("claim_one", "claim_two").replace("= 2", "= 3")
    kept.keep(tmp_path, [PART, wrong], "lemmas", ["claim_one"], 0.25)
    said = {one.name: one.good for one in kept.answered([PART, wrong], tmp_path, "lemmas", 10)}
    assert said == {"claim_one": True, "claim_two": False} and asked == [wrong]
