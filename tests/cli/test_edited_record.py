"""An entry of the record that was edited is not read: the page shows what is so, and standard error tells."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from dptheory.commands.answers import Answers
from dptheory.theory.record import Record, intact

from .conftest import Run

NAME, OTHER = "calculus.converse.aerm-private", "wu2015.lemma5"
"""A statement whose printed form is refuted, and one that is proved."""


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    from dptheory.cli import main

    place = tmp_path_factory.mktemp("written") / "proofs"
    names = (NAME, OTHER)
    assert main(["verify", *names, "--experiments", "none", "--write", str(place)]) == 0
    assert all((place / f"{name}.record").is_file() for name in names)
    return place


@pytest.fixture
def proofs(written: Path, tmp_path: Path) -> Path:
    place = tmp_path / "proofs"
    shutil.copytree(written, place)
    return place


def _edited(change: Callable[[str], str]) -> Callable[[Path], None]:
    def edit(place: Path) -> None:
        path = place / f"{NAME}.record"
        before = path.read_text(encoding="utf-8")
        after = change(before)
        assert after != before
        path.write_text(after, encoding="utf-8")

    return edit


def _swap(place: Path) -> None:
    one, other = place / f"{NAME}.record", place / f"{OTHER}.record"
    texts = one.read_bytes(), other.read_bytes()
    one.write_bytes(texts[1])
    other.write_bytes(texts[0])


def _hash(text: str) -> str:
    about = json.loads(text)["found"]["result"]["forms"][0]["hash"]
    return text.replace(about, "0" * 64)


EDITS: dict[str, Callable[[Path], None]] = {
    "verdict": _edited(lambda text: text.replace('"status":"refuted"', '"status":"proved"')),
    "proof": _edited(lambda text: text.replace('"verdict":"none"', '"verdict":"sound"')),
    "reason": _edited(lambda text: text.replace("n = 1", "n = 2")),
    "hash": _edited(_hash),
    "key": _edited(lambda text: text.replace(json.loads(text)["key"], "0" * 64)),
    "digest": _edited(lambda text: text.replace(json.loads(text)["digest"], "0" * 64)),
    "no digest": _edited(
        lambda text: json.dumps({k: v for k, v in json.loads(text).items() if k != "digest"})
    ),
    "truncated": _edited(lambda text: text[: len(text) // 2]),
    "empty": _edited(lambda text: ""),
    "a byte": _edited(lambda text: text.replace("e", "f", 1)),
    "swapped": _swap,
}


@pytest.mark.parametrize("kind", EDITS)
def test_an_edited_entry_is_told_and_not_read(run: Run, proofs: Path, kind: str) -> None:
    """Once an edit made a refuted form *proved, sound*, with status 0 and no more than "recorded" below."""
    asked = ("show", NAME, "--json", "--proofs", str(proofs))
    before = run(*asked)
    EDITS[kind](proofs)
    after = run(*asked)
    assert before.err == "" and f"{NAME}.record " in after.err and "the kernel is asked now" in after.err
    assert after.err.count("the kernel is asked now") == 1
    assert after.status == before.status == 0
    forms = [json.loads(ran.out)["forms"] for ran in (before, after)]
    said = [[(f["verdict"], f["proof"]["verdict"]) for f in one] for one in forms]
    assert said[0] == said[1] and "refuted" in str(said[1])
    page = run("show", NAME, "--proofs", str(proofs))
    assert "verdict     refuted" in page.out and "checked now: 1" in page.out


def test_verify_says_that_an_entry_was_edited(run: Run, proofs: Path) -> None:
    EDITS["verdict"](proofs)
    for more in ((), ("--all",)):
        ran = run("verify", NAME, "--experiments", "none", "--proofs", str(proofs), *more)
        assert ran.status == 1 and "is not as it was written" in ran.out
    ran = run("verify", OTHER, "--experiments", "none", "--proofs", str(proofs))
    assert ran.status == 0 and "as it was written" not in ran.out  # it is about another statement


def test_certificates_of_another_day_make_the_entry_stale(run: Run, proofs: Path) -> None:
    path = proofs / f"{OTHER}.json"
    path.write_text(path.read_text(encoding="utf-8").replace("}\n}\n", "} \n}\n"), encoding="utf-8")
    ran = run("show", OTHER, "--proofs", str(proofs))
    assert ran.status == 0 and "with the certificates that are in" in ran.err and "checked now: 1" in ran.out


def test_an_engine_that_is_written_over_another_one_does_not_make_old_entries_new(proofs: Path) -> None:
    text = (proofs / f"{NAME}.record").read_text(encoding="utf-8")
    assert intact(text, Record(proofs).engine) and not intact(text, "0" * 64)


@pytest.mark.parametrize("damage", ["{", '{"format": 3}', "[]", ""])
def test_a_damaged_file_of_certificates_is_told_and_searched_anew(
    run: Run, proofs: Path, damage: str
) -> None:
    """Once it ended `verify --all`."""
    (proofs / f"{OTHER}.json").write_text(damage, encoding="utf-8")
    ran = run("verify", OTHER, "--all", "--experiments", "none", "--proofs", str(proofs))
    assert f"{OTHER}.json" in ran.err and "searched for anew" in ran.err
    assert "1 proved; twins refuted: 1 of 1" in ran.out
    assert run("check", str(proofs)).status == 64  # which re-checks, and searches for nothing


def test_a_certificate_that_the_kernel_refuses_is_told_and_searched_anew(run: Run, tmp_path: Path) -> None:
    """Once the statement was undecided, and nobody was told why."""
    name, place = "background.apart", tmp_path / "proofs"
    assert run("verify", name, "--experiments", "none", "--write", str(place)).status == 0
    path = place / f"{name}.json"
    data = json.loads(path.read_text(encoding="utf-8"))
    (key,) = data["certificates"]
    data["certificates"][key]["proof"] = [{"rule": "exact"}]
    path.write_text(json.dumps(data), encoding="utf-8")
    ran = run("verify", name, "--all", "--experiments", "none", "--proofs", str(place))
    assert "1 proved; twins refuted: 1 of 1" in ran.out and "undecided" not in ran.out
    assert f"{name}.json" in ran.err and key[:12] in ran.err and "searched for anew" in ran.err
    fresh = tmp_path / "again"
    asked = ("verify", name, "--experiments", "none", "--proofs", str(place), "--write", str(fresh))
    assert run(*asked).status == 0 and Answers(str(fresh)).recorded(name) is not None
    assert run("check", str(fresh)).status == 0
