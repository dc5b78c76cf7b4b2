"""``show --theorem``: the kernel's own theorem, which reads back; `verify` sees that every one does."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from dptheory.kernel.logic import show, theorems
from dptheory.kernel.logic.theorems import theorem_from_text
from dptheory.theory.library import load_library

from .conftest import EXAMPLE, Run

GUARDED = """
statement a.guard
  title  guard
  source me
  quote  For every k in H, |k| <= k^2.
  let H: set(real)
  form printed
    given h: 1/2 in H
    claim forall k: int. k in H implies abs(k) <= k**2
    proof
      take k: int; assume m: k in H
      1: abs(k) <= k**2 by calc
    model region H(x) = 0 <= x
  form printed.two
    constant C
    claim forall k in H. abs(k) <= C*k**2
    refuted
      region H(x) = 0 <= x, x <= 1
      parameter C > 0
      value k = 1/(2*C + 2)
"""


@pytest.fixture
def guarded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "guard.thm").write_text(GUARDED, encoding="utf-8")
    return "guard.thm"


def test_the_theorem_of_every_form_is_printed_and_reads_back(run: Run, guarded: str) -> None:
    ran = run("show", guarded, "--theorem")
    first, second = ran.out.split("\n\n")
    assert ran.status == 0 and "a.guard:printed is proved" in ran.err
    assert theorem_from_text(f"{first}\n").name == "a.guard:printed"
    read = theorem_from_text(second)
    assert read.constants == ("C",) and read.name == "a.guard:printed.two"
    assert "forall k: int. k in H implies abs(k) <= k**2" in first and "forall H: set(real)" in first
    assert "exists C > 0\n" in second and "forall k in H. abs(k) <= C*k**2" in second


def test_one_form_and_json(run: Run, guarded: str) -> None:
    assert "printed.two" not in run("show", guarded, "--theorem", "--form", "printed").out
    data = json.loads(run("show", guarded, "--theorem", "--form", "printed.two", "--json").out)
    (one,) = data["theorems"]
    assert theorem_from_text(one["theorem"]).name == one["form"] == "a.guard:printed.two"
    assert one["theorem"].endswith(f"hash {one['hash']}\n")


@pytest.mark.parametrize(
    "more", [("--theorem", "--form", "sharp"), ("--form", "printed"), ("--theorem", "--unfold")]
)
def test_a_form_that_is_not_there_is_wrong_usage(run: Run, guarded: str, more: tuple[str, ...]) -> None:
    ran = run("show", guarded, *more)
    assert ran.status == 64 and ran.out == ""


def test_the_hash_is_that_of_the_verdict(run: Run) -> None:
    name = "wu2015.theorem14"
    said = json.loads(run("show", name, "--json").out)["forms"]
    made = json.loads(run("show", name, "--theorem", "--json").out)["theorems"]
    assert [one["hash"] for one in made] == [one["hash"] for one in said]
    read = theorem_from_text(made[0]["theorem"])
    assert read.variables == load_library().get(name).forms[0].theorem.variables


def test_a_form_whose_text_reads_back_as_another_is_an_error(
    run: Run, example: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A printer that wrote 3*r for 2*r was seen by nobody."""
    example.write_text(EXAMPLE.partition("statement example.double")[0], encoding="utf-8")
    assert run("verify", str(example)).status == 0
    monkeypatch.setattr(theorems, "show", lambda term: show(term).replace("2*r", "3*r"))
    ran = run("verify", str(example))
    assert ran.status == 1
    assert "wrong: example.sum:printed: its text does not read back" in ran.out
