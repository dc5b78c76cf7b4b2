"""What was found for a user's statements before is not searched for again, and nothing rests on it."""

from __future__ import annotations

from pathlib import Path

import pytest

from dptheory.commands import user_store
from dptheory.commands.store import Recorded, opened
from dptheory.theory.certificates import Certificates
from dptheory.theory.evidence import block, read, write

from .conftest import Run

FILE = """\
statement notes.roots
  title  a geometric mean
  source notes
  quote  √(xy) is at most (x + y)/2.
  let    x, y: real
  form printed
    given first: x > 0; second: y > 0
    claim sqrt(x*y) <= (x + y)/2
    proof: by calc from first, second
    model x = 1; y = 1
  twin of printed: 1 % less
    claim sqrt(x*y) <= 99/200*(x + y)
"""


@pytest.fixture
def notes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A user's file, and a folder of its own for what is kept of it."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    path = tmp_path / "notes.thm"
    path.write_text(FILE, encoding="utf-8")
    return path


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The claims for which the prover was asked."""
    made, prove = list[str](), Certificates._prove

    def told(self: Certificates, claim: object) -> object:
        made.append(str(claim))
        return prove(self, claim)  # type: ignore[arg-type]

    monkeypatch.setattr(Certificates, "_prove", told)
    return made


def kept(notes: Path) -> Path:
    (path,) = user_store._files(["notes.roots"])
    assert path.is_relative_to(notes.parent)
    return path


def test_a_second_run_searched_for_the_same_certificates_again(
    notes: Path, run: Run, asked: list[str]
) -> None:
    first = run("verify", str(notes), "--experiments", "none")
    assert first.status == 0 and asked
    asked.clear()
    second = run("verify", str(notes), "--experiments", "none")
    assert second.status == 0 and not asked
    run("verify", str(notes), "--experiments", "none", "--fresh")
    assert asked


def test_a_kept_certificate_that_proves_nothing_is_searched_for_anew(notes: Path, run: Run) -> None:
    assert run("verify", str(notes), "--experiments", "none").status == 0
    path = kept(notes)
    texts = read(path).texts
    empty = {key: block([{"hash": key, "claim": "0 <= 0", "domain_point": {}, "proof": []}]) for key in texts}
    write(path, empty)
    again = run("verify", str(notes), "--experiments", "none")
    assert again.status == 0 and "does not accept" in again.err
    assert read(path).texts == texts


def test_that_nothing_was_found_is_kept_for_the_claim_alone(notes: Path, run: Run, asked: list[str]) -> None:
    notes.write_text(
        FILE.replace("(x + y)/2\n    proof", "(x + y)/2 - 1/10**9*x\n    proof"), encoding="utf-8"
    )
    assert run("verify", str(notes), "--experiments", "none").status != 0
    missed = [key for key, text in read(kept(notes)).texts.items() if opened(text) is None]
    assert missed and {*missed} == user_store.with_earlier(Recorded(), ["notes.roots"]).missed
    notes.write_text(FILE, encoding="utf-8")
    asked.clear()
    assert run("verify", str(notes), "--experiments", "none").status == 0
