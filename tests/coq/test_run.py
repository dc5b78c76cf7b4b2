"""What `make coq` runs: files are compiled once, and what fails is taken out of them and told."""

from __future__ import annotations

from pathlib import Path

import pytest

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

    monkeypatch.setattr(run, "coqc", coqc)
    monkeypatch.setattr(run, "support", lambda out: next(texts))
    for count in (1, 1, 2):
        run.exported({}, tmp_path, tmp_path / "here")
        assert asked == [tmp_path / "Lemmas.v"] * count
