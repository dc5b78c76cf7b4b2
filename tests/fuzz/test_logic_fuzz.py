"""The short form of the attacks on the logic's Python face and on folders of proofs."""

from __future__ import annotations

import pytest

from .folders import Folders
from .logic_face import FACES, LogicFace


def test_nothing_false_is_derived_from_hand_built_terms() -> None:
    face = LogicFace("short")
    for index in range(400):
        face.run(index)
    assert not face.unsound, "\n".join(face.unsound[:10])
    assert all(face.answers[f"{kind}: refused"] == 100 for kind in FACES)


def test_the_attack_sees_a_kernel_that_believes_in_open_terms(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the checks of terms, what is no term is taken for one."""
    monkeypatch.setattr("dptheory.kernel.logic.theorems.check_formula", lambda made, *more: made)
    monkeypatch.setattr("dptheory.kernel.logic.derivations.check_formula", lambda made, *more: made)
    monkeypatch.setattr("dptheory.kernel.logic.derivations.check_term", lambda made, *more: made)
    monkeypatch.setattr("dptheory.kernel.logic.derivations.check_sorts", lambda made: None)
    monkeypatch.setattr("dptheory.kernel.models.instances.check_theorem", lambda *more: None)
    face = LogicFace("short")
    for index in range(0, 1200, 4):
        face.run(index)
    assert face.unsound


def test_changed_folders_are_not_believed() -> None:
    folders = Folders("short")
    folders.run(40)
    assert not folders.unsound, "\n".join(folders.unsound[:10])
    assert folders.answers["check: status 1"] > 5 and sum(folders.answers.values()) == 40
