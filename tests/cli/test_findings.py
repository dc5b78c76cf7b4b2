"""errata and sound, with what is verified taken from a small library."""

import json
import re

import pytest

from dptheory.commands import store
from dptheory.commands.store import Recorded

from .conftest import Run


@pytest.mark.usefixtures("small")
def test_errata_lists_what_is_refuted_with_its_world(run: Run) -> None:
    ran = run("errata")
    assert ran.status == 0
    assert "example.double   refuted" in ran.out
    assert "small(2x, r)" in ran.out and "small(2x, 2r)" in ran.out
    assert "example.double   refuted   false as printed" in ran.out
    assert "n = 1; d = 1; x = 1; r = 1" in ran.out
    assert "example.sum" not in ran.out
    assert "1 statement sound as printed" in ran.out
    # once severities alone: "proof broken" 12 times there, and 8 in the letter, which counts kinds
    assert "by kind: refuted: 1\nby severity: false as printed: 1" in ran.out


@pytest.mark.usefixtures("small")
def test_errata_as_json(run: Run) -> None:
    (entry,) = json.loads(run("errata", "--json").out)
    assert entry["id"] == "example.double" and entry["kind"] == "refuted"
    assert entry["witness"]["world"] == ["n = 1", "value x = 1", "value r = 1"]


def test_sound_counts_source_by_source(run: Run) -> None:
    """Once only a sum over everything, 148 of 289, beside a first page that speaks of four sources."""
    told = run("sound").out
    (line,) = [one for one in told.splitlines() if one.startswith("by source: ")]
    one = run("sound", "wu2015").out
    assert "by source" not in one and re.search(r"^(\d+ of \d+) statements", one, re.M)[1] in line


@pytest.mark.usefixtures("small")
def test_sound_lists_the_rest(run: Run) -> None:
    assert run("sound").out.startswith("example.sum   the sum of two small numbers   proved\n1 of 2")
    (entry,) = json.loads(run("sound", "--json").out)
    assert entry["id"] == "example.sum" and entry["proof"] == "sound"


@pytest.mark.usefixtures("small")
def test_a_verdict_that_is_not_the_recorded_one_gives_status_1(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = Recorded({}, {"example.sum": {"forms": {}, "twins": []}}, "proofs")
    monkeypatch.setattr(store, "recorded", lambda place: record)
    ran = run("errata")
    assert ran.status == 1 and "changed: example.sum" in ran.err
