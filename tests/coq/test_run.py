"""What `make coq` runs: files are compiled once, and what fails is taken out of them and told."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from dptheory.commands.coq import Coq

from ..sharing import PROOFS
from .conftest import module

HEAD = "From Dptheory Require Import Tactics.\n"
GOOD = "\n(* ==== claim_good *)\nTheorem claim_good : 1 + 1 = 2.\nProof. lra. Qed.\n"
WRONG = "\n(* ==== claim_wrong *)\nTheorem claim_wrong : 1 + 1 = 3.\nProof. lra. Qed.\n"
LAST = GOOD.replace("good", "last")


def test_what_fails_is_told_and_the_same_text_is_not_compiled_again(
    compiled: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run, path, text = module("run"), compiled / "ClaimsTest.v", HEAD + GOOD + WRONG + LAST
    path.write_text(text)
    found = run.compiled(path, "before")
    assert found.good == ["claim_good", "claim_last"] and list(found.failed) == ["claim_wrong"]
    assert "claim_wrong" not in path.read_text() and found.seconds > 0
    asked = list[Path]()
    monkeypatch.setattr(run, "coqc", lambda one: asked.append(one) or "")
    path.write_text(text)
    assert run.compiled(path, "before") == found and not asked
    path.write_text(text)
    assert run.compiled(path, "other lemmas") != found and asked == [path]


def test_a_file_without_theorems_is_compiled_for_those_that_need_it(compiled: Path) -> None:
    path = compiled / "ClaimsNone.v"
    path.write_text(HEAD)
    assert module("run").compiled(path, "").good == [] and path.with_suffix(".vo").exists()


def test_theorems_are_counted_by_the_rules_of_their_certificates() -> None:
    kinds = {"claim_a": ["box", "poly"], "claim_b": ["poly"], "claim_c": ["box"]}
    assert module("run").by_kinds(kinds, {"claim_a", "claim_b"}) == "box 1 of 2; poly 2 of 2"


def test_lemmas_are_compiled_again_where_the_support_files_are_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run, asked, texts = module("run"), list[Path](), iter(["one", "one", "other"])

    def coqc(path: Path) -> str:
        asked.append(path)
        path.with_suffix(".vo").touch()
        return ""

    def export(held: object, here: Path, *more: object, every: bool) -> object:
        (here / "Lemmas.v").write_text(HEAD + GOOD.replace("claim_", "lemma_"))
        return run.Export()

    monkeypatch.setattr(run, "coqc", coqc)
    monkeypatch.setattr(run, "export", export)
    monkeypatch.setattr(run, "support", lambda out: next(texts))
    for count in (1, 1, 2):
        run.exported({}, tmp_path, tmp_path / "here")
        assert asked == [tmp_path / "Lemmas.v"] * count


def test_what_coq_checked_of_one_source_is_marked_beside_what_still_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if shutil.which("coqc") is None:
        pytest.skip("coqc is not here")
    run, session = module("run"), module("session")
    for path in (p for name in ("accounting", "later") for p in PROOFS.glob(f"{name}.*")):
        shutil.copy2(path, tmp_path / path.name)

    def exported(held: dict[str, object], out: Path, here: Path) -> tuple[object, list[str], str]:
        return run.Export(), [f"claim_{key[:16]}" for key in held], ""

    monkeypatch.setattr(run, "exported", exported)
    monkeypatch.setattr(
        run, "answered", lambda names, *more: [session.Answer(one, True, 0.1, "") for one in names]
    )

    def marked(name: str) -> frozenset[str]:
        assert run.changed([name], tmp_path, tmp_path)
        return Coq(tmp_path).checked.good

    first, both = marked("accounting"), marked("later")
    assert first < both
    said = json.loads((tmp_path / "coq").read_text())
    (tmp_path / "coq").write_text(json.dumps(said | {"sources": said["sources"] | {"coq": "other"}}))
    assert marked("later") == both - first
