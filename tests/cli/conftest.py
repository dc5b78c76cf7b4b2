"""Running the command line inside the test's own process."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from dptheory.cli import main
from dptheory.commands import answers, store
from dptheory.commands.running import library_for
from dptheory.commands.store import Recorded

EXAMPLE = """
define small(x: real; r: real) := x <= r
  says x is at most r

statement example.sum
  title  the sum of two small numbers
  source Example, Lemma 1
  quote  The sum of two small numbers is small.
  let    x, y, r: real
  form printed
    given first: small(x, r)
    given second: small(y, r)
    claim small(x + y, 2*r)
    proof by adding
      1: x + y <= 2*r by calc from first, second
    model
      n = 1
      value x = 1
      value y = 1
      value r = 1
  twin of printed: the constant 2 replaced by 199/100
    claim small(x + y, 199/100*r)
    world
      n = 1
      value x = 1
      value y = 1
      value r = 1

statement example.double
  title  twice a small number
  source Example, Lemma 2
  let    x, r: real
  form printed
    given first: small(x, r)
    claim small(2*x, r)
    refuted twice one is two
      n = 1
      value x = 1
      value r = 1
  form corrected
    given first: small(x, r)
    claim small(2*x, 2*r)
    proof
      1: small(x + x, 2*r) by example.sum:printed from first, first with x := x; y := x; r := r
      2: 2*x <= 2*r by calc from 1
    model
      n = 1
      value x = 1
      value r = 1
"""


@dataclass(frozen=True)
class Ran:
    """What a command did."""

    status: int
    out: str
    err: str


Run = Callable[..., Ran]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    def command(*argv: str) -> Ran:
        status = main(list(argv))
        captured = capsys.readouterr()
        return Ran(status, captured.out, captured.err)

    return command


@pytest.fixture
def example(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A user's file of statements, in a folder without recorded proofs."""
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "example.thm"
    path.write_text(EXAMPLE, encoding="utf-8")
    return path


@pytest.fixture
def small(example: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The user's file in the place of the library."""
    made = library_for([str(example)])[0]
    monkeypatch.setattr("dptheory.theory.library.load_library", lambda: made)
    monkeypatch.setattr(answers, "names_in", lambda texts: ["example.sum", "example.double"])
    monkeypatch.setattr(store, "folder", lambda named: None)
    monkeypatch.setattr(store, "recorded", lambda place: Recorded())


def typed(run: Run, line: str) -> Ran:
    """A command as it is typed, without quotes."""
    return run(*line.split())
