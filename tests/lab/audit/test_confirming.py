"""Reports as files: every kind of event reads back as what it was, and its counts can be drawn anew."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from sklearn.ensemble import HistGradientBoostingClassifier
from threadpoolctl import threadpool_limits

from dptheory.cli import main
from dptheory.errors import BadInput
from dptheory.extras import one_thread
from dptheory.lab.audit.privacy import streams
from dptheory.lab.audit.privacy.auditor import Plan, audit, confirm
from dptheory.lab.audit.privacy.choosing import choose
from dptheory.lab.audit.privacy.coding import event_code
from dptheory.lab.audit.privacy.confirming import Report, read_report
from dptheory.lab.audit.privacy.describe import event_data
from dptheory.lab.audit.privacy.fitting import (
    Training,
    fit_boosted,
    fit_distances,
    fit_histogram,
    fit_linear,
    fit_quadratic,
    fit_sides,
)
from dptheory.lab.audit.privacy.levels import Goal
from dptheory.lab.audit.privacy.neighbours import Neighbours
from dptheory.lab.audit.privacy.outcomes import Atoms, keys
from dptheory.lab.audit.privacy.patterns import Presence, by_pattern, fit_presence, on_sequences
from dptheory.lab.audit.privacy.rare import Near
from dptheory.lab.audit.privacy.scores import Coordinate, Event, Trees, WithAtoms
from dptheory.lab.audit.privacy.streams import Runner, Source, processes
from dptheory.lab.audit.privacy.subjects import Plain
from dptheory.lab.mechanisms.claims import PrivacyClaim


def content(event: Event) -> dict[str, Any]:
    """What a report holds, with this event."""
    made = {
        "subject": "m:f",
        "claim": {"eps": 1.0, "delta": 0.0, "adjacency": "replace-one"},
        "first": [0.0],
        "second": [1.0],
        "others": [],
        "event_data": event_data(event),
        "likelier": "second" if event.swapped else "first",
        "seed": 0,
    }
    found: dict[str, Any] = json.loads(json.dumps(made, allow_nan=False))
    return found


@cache
def scores() -> list[Any]:
    with one_thread():
        return fitted()


def fitted() -> list[Any]:
    rng = np.random.default_rng(0)
    line = Training(rng.laplace(0, 1, (1_500, 1)), rng.laplace(1, 1, (1_500, 1)))
    plane = Training(rng.normal(0, 1, (1_500, 3)), rng.normal(0.5, 1, (1_500, 3)))
    bits = rng.integers(0, 2, (1_200, 4)) + 0.0, (rng.random((1_200, 4)) < 0.7) + 0.0
    mixed = [np.where(rng.random((900, 1)) < 0.3, np.nan, rng.laplace(m, 1, (900, 1))) for m in (0, 2)]
    noted = [np.column_stack([rng.integers(0, 3, 900), rng.laplace(m, 1, 900)]) for m in (0.0, 0.5)]
    return [
        (1, Coordinate(-1.0)),
        (1, fit_histogram(line)),
        (3, fit_distances(plane)),
        (3, fit_linear(plane)),
        (3, fit_quadratic(plane)),
        (3, fit_sides(plane)),
        (3, fit_boosted(plane, 0)),
        (4, on_sequences(fit_quadratic)(*bits)),
        (4, on_sequences(fit_quadratic, entries=False)(*bits)),
        (3, Near(1, 0.25, -1.0)),
        (1, choose(mixed[0], mixed[1], Goal(9_000)).event.score),
        (4, choose(*bits, Goal(9_000)).event.score),
        (2, by_pattern(*noted)),
        (2, fit_presence(*(np.where(rng.random((900, 2)) < gone, np.nan, 1.0) for gone in (0.3, 0.6)))),
    ]


@pytest.mark.parametrize("place", range(14))
@pytest.mark.parametrize("swapped", [False, True])
def test_an_event_reads_back_as_what_it_was(place: int, swapped: bool) -> None:
    width, score = scores()[place]
    rng = np.random.default_rng(1)
    outputs = np.round(rng.normal(0.3, 1.2, (4_000, width)), 2)
    outputs[:300] = rng.integers(0, 2, (300, width))
    outputs[300:350] = np.nan
    outputs[350:2_400, -1] = np.nan if isinstance(score, Presence) else outputs[350:2_400, -1]
    with np.errstate(all="ignore"):
        event = Event(score, float(np.nanmedian(score(outputs))), swapped)
        (read,) = Report(content(event)).rebuilt(None)
        inside = event.contains(outputs)
        assert 0 < inside.sum() < len(outputs)
        assert (read.contains(outputs) == inside).mean() > 0.9999 and read.swapped is swapped
        program: dict[str, Any] = {}
        exec(event_code(content(event)["event_data"]), program)  # as a stranger would
        assert (program["event"](outputs) == inside).mean() > 0.9999


MODULE = """
import numpy as np
def half(data, size, rng):
    return np.sum(data) + rng.laplace(0, 0.5, (size, 2)) * [1, 2]
def right(data, size, rng):
    return np.sum(data) + rng.laplace(0, 1, (size, 1)) * np.ones(2)
"""


def test_a_report_is_confirmed_from_its_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "confirmed_module.py").write_text(MODULE)
    monkeypatch.chdir(tmp_path)
    samples = ["--samples", "20000"]
    start = ["audit", "confirmed_module:half", "--claim", "eps=1", *samples]
    assert main([*start, "--data", "[0, 1, 0.5]", "--out", "report.json"]) == 1
    capsys.readouterr()
    assert main(["audit", "--confirm", "report.json", *samples, "--json"]) == 1
    found, first = json.loads(capsys.readouterr().out), json.loads(Path("report.json").read_text())
    program: dict[str, Any] = {}
    exec("\n".join(first["event_code"]), program)
    drawn = np.random.default_rng(3).laplace(0, 0.5, (4_000, 2)) * [1, 2]
    shares = [float(np.mean(program["event"](np.sum(first[side]) + drawn))) for side in ("first", "second")]
    assert abs(np.log(shares[0] / shares[1])) > 1
    assert found["verdict"] == "violated" and found["eps_lower"] > 1
    # of two events that decide about as well either may decide on new outputs; there is no third one
    events = [first["event_data"], *(one["event_data"] for one in first["others"])]
    assert found["event_data"] in events and found["counts"] != first["counts"]
    assert sorted(map(str, events)) == sorted(
        map(str, [found["event_data"], *(one["event_data"] for one in found["others"])])
    )
    assert (found["first"], found["second"]) == (first["first"], first["second"]) and found["seed"] != 0
    # the mended mechanism is not convicted by the same event
    assert main(["audit", "confirmed_module:right", "--confirm", "report.json", *samples]) != 1
    assert main(["audit", "--confirm", "report.json", "--seed", "0"]) == 64
    assert "which the report used" in capsys.readouterr().err
    assert main(["audit", "--confirm", "report.json", "--data", "[0]"]) == 64


def test_a_report_whose_module_lies_elsewhere_says_where_to_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    report = content(Event(Coordinate(), 0.5)) | {"subject": "elsewhere_module:f"}
    (tmp_path / "report.json").write_text(json.dumps(report))
    (tmp_path / "sub").mkdir()
    monkeypatch.chdir(tmp_path / "sub")
    assert main(["audit", "--confirm", "../report.json"]) == 64
    said = capsys.readouterr().err
    assert "elsewhere_module is neither in this folder nor installed" in said
    assert "try: run it in the folder in which elsewhere_module lies" in said
    # a module that is there and lacks another one is told as before
    Path("elsewhere_module.py").write_text("import surely_not_there\n")
    assert main(["audit", "--confirm", "../report.json"]) == 64
    assert "whose import failed (ModuleNotFoundError: No module named 'surely" in capsys.readouterr().err


def test_an_event_made_for_the_outputs_of_a_foreseen_seed_confirms_nothing() -> None:
    # the seed was the report's and one: whoever wrote the report knew it, and could list the outputs to come
    subject, pair, size = Plain(shifted, "shifted"), Neighbours(np.zeros(1), np.ones(1)), 3_000
    foreseen = Source(subject, pair.first, "first", 1, (3, 0, 0), 2.0, 2)
    outputs = streams.collect(Runner(), foreseen, size)
    names = np.unique(keys(outputs))
    listed = Atoms(names, np.zeros(len(names)), np.zeros(len(names)))
    score = WithAtoms(listed, np.append(np.ones(len(names)), 0.0))
    report = Report(content(Event(score, 0.5)))
    assert confirm(report, subject, plan=Plan(size, seed=1)).verdict == "violated"  # if one is told to
    assert confirm(report, subject).verdict != "violated"


def shifted(data: Any, size: int, rng: np.random.Generator) -> Any:
    return data[0] + rng.laplace(0, 1, (size, 2))


def test_trees_are_counted_in_a_process_forked_after_openmp_had_threads() -> None:
    # scikit-learn's own prediction never returned there
    rng = np.random.default_rng(0)
    training = Training(rng.laplace(0, 1, (900, 2)), rng.laplace(1, 1, (900, 2)))
    with one_thread():
        model = HistGradientBoostingClassifier(max_iter=3).fit(training.pooled, training.signs > 0)
        event = Event(fit_boosted(training, 0), 0.0)
    source = Source(Plain(shifted, "shifted"), np.zeros(1), "first", 0, (3,), 2.0, 2)
    with threadpool_limits(2):
        assert model.predict(training.pooled).any()
        with processes(1) as runner:
            (count,) = streams.count(runner, source, 1_000, (event,))
    assert [count] == streams.count(Runner(), source, 1_000, (event,)) and count > 500


def test_trees_that_go_round_in_circles_are_refused() -> None:
    strange = content(Event(Trees(0.0, (np.array([[0, 1.5, 1, 1, 1, 0], [-1, 0, 0, 0, 0, 2.0]]),)), 0.5))
    assert Report(strange).rebuilt(None)
    strange["event_data"]["score"]["trees"][0][0][2] = 0.0
    with pytest.raises(BadInput, match="do not follow each other"):
        Report(strange).rebuilt(None)


def test_a_seldom_event_is_confirmed_beside_the_other() -> None:
    def leaks(data: Any, size: int, rng: np.random.Generator) -> Any:
        out = np.sum(data) + rng.laplace(0, 1, size)
        out[rng.random(size) < 0.004] = data[0]
        return out

    pair = Neighbours(np.array([0.3, 1.0]), np.array([0.9, 1.0]))
    found = audit(leaks, PrivacyClaim(1.0, 1e-5), pairs=[pair], plan=Plan(40_000, 0.95))
    report = Report(json.loads(json.dumps(found.to_dict())))
    again = confirm(report, Plain(leaks, "leaks"), plan=Plan(40_000, 0.95, seed=9))
    assert again.verdict == "violated" and len(again.others) == len(found.others)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "which is no JSON"),
        ("{}", "which is no report"),
        ("[1]", "which is no report"),
        (json.dumps({**content(Event(Coordinate(), 0.5)), "second": [0.0]}), "two equal data sets"),
    ],
)
def test_files_that_are_no_reports(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "report.json"
    path.write_text(text)
    with pytest.raises(BadInput, match=said):
        read_report(str(path))


def test_a_missing_report_and_a_strange_event() -> None:
    with pytest.raises(BadInput, match="No such file"):
        read_report("no-such-report.json")
    strange = content(Event(Coordinate(), 0.5))
    strange["event_data"]["score"]["kind"] = "Exec"
    with pytest.raises(BadInput, match="score 'Exec'"):
        Report(strange).rebuilt(None)


@pytest.mark.parametrize(
    ("score", "said"),
    [
        ({"kind": "Near", "coordinate": 7, "centre": 0, "sign": 1}, "does not fit outputs of 2 numbers"),
        ({"kind": "DensityRatio"}, "a density, which this mechanism does not have"),
    ],
)
def test_an_event_that_cannot_be_counted_is_named(score: dict[str, Any], said: str) -> None:
    # a worker was told to be unable to import the mechanism
    report = content(Event(Coordinate(), 0.5))
    report["event_data"]["score"] = score
    with pytest.raises(BadInput, match=said):
        confirm(Report(report), Plain(shifted, "shifted"), plan=Plan(500, seed=3))


@pytest.mark.parametrize("change", [{"padded": 10**9}, {"padded": -1}, {"others": 17}])
def test_a_report_larger_than_any_audit_writes_is_refused(change: dict[str, Any]) -> None:
    report = content(Event(Coordinate(), 0.5))
    found = {k: report[k] for k in ("event_data", "likelier")}
    with pytest.raises(BadInput, match="which is no report"):
        Report(report | ({"others": [found] * 17} if "others" in change else change))


def test_a_report_of_a_mechanism_with_less_noise_is_confirmed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(tmp_path / "report.json")
    assert main(["audit", "laplace", "--noise", "0.5", "--samples", "4000", "--out", path]) == 1
    assert main(["audit", "--confirm", path, "--samples", "4000"]) == 1
    assert "its noise times 0.5" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("name", "value"), [("seed", "Infinity"), ("claim", '{"eps": 1' + "0" * 400 + ', "delta": 0}')]
)
def test_numbers_beyond_reason_in_a_report_are_refused(tmp_path: Path, name: str, value: str) -> None:
    data = content(Event(Coordinate(1.0), 0.5, False))
    text = json.dumps({**data, name: "HERE"}).replace('"HERE"', value)
    (tmp_path / "report.json").write_text(text, encoding="utf-8")
    with pytest.raises(BadInput, match="no report"):
        read_report(str(tmp_path / "report.json"))
