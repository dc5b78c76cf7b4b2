"""The command ``account``."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from types import SimpleNamespace

import pytest

from dptheory.arguments.calculating import MECHANISMS
from dptheory.arguments.calculating import OTHER_NAMES as OPTIONS
from dptheory.lab.accounting.guarantees import CERTAINTY
from dptheory.lab.accounting.kinds import KINDS, OTHER_NAMES

from .conftest import Run, typed

QUESTION = ("account", "--gaussian", "1.0", "--steps", "100", "--delta", "1e-6")


def test_it_says_which_bound_by_which_conversion_at_which_order(run: Run) -> None:
    ran = run(*QUESTION)
    assert ran.status == 0 and ran.err == ""
    lines = ran.out.splitlines()
    assert lines[0].startswith("release") and lines[0].endswith("100 times")
    assert lines[1] == "adjacency   replace-one: data sets of the same size that differ in one record"
    assert "exact       ε ≤ 96.7173   Gaussian (Balle and Wang 2018, Theorem 8)" in lines
    assert any("upper bound ε ≤ 100.69 " in line and "at s = 0.5177" in line for line in lines)
    assert any("ε ≤ 102.566" in line and "√(log(1/δ)/ρ)" in line for line in lines)


def test_json_has_every_bound(run: Run) -> None:
    found = json.loads(run(*QUESTION, "--json", "--order", "3", "--adjacency", "add-remove").out)
    assert found["adjacency"] == "add-remove" and found["renyi"]["value"] == "150"
    assert found["best"]["epsilon"] == "96.7173" and found["best"]["kind"] == "exact"
    assert [b["conversion"] for b in found["bounds"]] == ["Gaussian", "Renyi", "moments"]
    assert found["bounds"][1]["order"] == "1.5177"


def test_several_mechanisms_in_one_call(run: Run) -> None:
    ran = run(
        "account", "--laplace", "50", "--steps", "1000", "--randomised-response", "eps=1/2",
        "--exponential", "0.1", "--steps", "20", "--delta", "1e-6", "--ascii",
    )  # fmt: skip
    assert ran.out.count("release ") == 3 and "1000 times" in ran.out and "20 times" in ran.out
    assert ran.out.isascii() and "delta = 0" in ran.out


def test_one_count_may_come_first(run: Run) -> None:
    assert run("account", "--steps", "100", "--gaussian", "1", "--delta", "1e-6").out == run(*QUESTION).out


def test_a_bound_that_says_nothing_says_so(run: Run) -> None:
    ran = run("account", "--gaussian", "1", "--steps", "100", "--epsilon", "30")
    assert ran.status == 0 and ran.out.count("vacuous     δ ≤ 1 says nothing") == 2
    ran = run("account", "--laplace", "1/100", "--gaussian", "1/100", "--epsilon", "1")
    assert ran.status == 1 and "private" not in ran.out


@pytest.mark.parametrize(
    ("argv", "domain"),
    [
        ("--gaussian 0 --delta 1e-6", "0 < sigma < oo"),
        ("--gaussian -1 --delta 1e-6", "0 < sigma < oo"),
        ("--gaussian=-1 --delta 1e-6", "0 < sigma < oo"),
        ("--gaussian nan --delta 1e-6", "finite rational number"),
        ("--laplace 0 --delta 1e-6", "0 < scale < oo"),
        ("--gaussian 1 --delta 0", "0 < delta < 1"),
        ("--gaussian 1 --delta 1", "0 < delta < 1"),
        ("--gaussian 1 --steps 2.5 --delta 1e-6", "integer steps >= 1"),
        ("--gaussian 1 --steps 0 --delta 1e-6", "integer steps >= 1"),
        ("--gaussian 1 --steps 2 --steps 3 --delta 1e-6", "one mechanism before each --steps"),
        ("--steps 2 --delta 1e-6", "one mechanism before each --steps"),
        ("--gaussian 1 --order 1 --delta 1e-6", "1 < order < oo"),
        ("--gaussian 1 --order oo --delta 1e-6", "1 < order < oo"),
        ("--randomised-response 1 --delta 1e-6", "every moment is infinite"),
        ("--randomised-response bias=1 --delta 1e-6", "eps=EPS"),
        ("--exponential 0 --delta 1e-6", "0 < eps < oo"),
        ("--gaussian 1 --epsilon=-1", "0 <= epsilon < oo"),
        ("--gaussian 1", "one of them"),
        ("--gaussian 1 --epsilon 1 --delta 1e-6", "one of them"),
        ("--delta 1e-6", "at least one"),
        ("--gaussian __import__('os') --delta 1e-6", "finite rational number"),
        ("--gaussian 9**9**9**9 --delta 1e-6", "finite rational number"),
        ("--gaussian 1 --sampling-rate 0 --delta 1e-6", "0 < sampling rate <= 1"),
        ("--gaussian 1 --sampling-rate 1.01 --delta 1e-6", "0 < sampling rate <= 1"),
        ("--gaussian 1 --sampling-rate -1/2 --delta 1e-6", "0 < sampling rate <= 1"),
        ("--gaussian 0 --sampling-rate 1/2 --delta 1e-6", "0 < sigma < oo"),
        ("--gaussian 1 --sampling-rate 1/2 --steps 2.5 --delta 1e-6", "integer steps >= 1"),
        ("--gaussian 1 --sampling-rate 1/2 --delta 1", "0 < delta < 1"),
        ("--gaussian 1 --sampling-rate 1/2 --sampling-rate 1/3 --delta 1e-6", "before each --sampling-rate"),
        ("--sampling-rate 1/2 --delta 1e-6", "before each --sampling-rate"),
        ("--gaussian 1 --batch 20 --records 10 --epochs 1 --delta 1e-6", "batch <= records"),
        ("--gaussian 1 --batch 2.5 --records 10 --epochs 1 --delta 1e-6", "integer batch >= 1"),
        ("--gaussian 1 --batch 2 --records 10 --epochs 0 --delta 1e-6", "0 < epochs < oo"),
        ("--gaussian 1 --batch 2 --epochs 1 --delta 1e-6", "both, and --epochs or --steps"),
        # once answered for one step
        ("--gaussian 1 --batch 2 --records 10 --delta 1e-6", "needed: --epochs E, or --steps T"),
        ("--gaussian 1 --batch 2 --records 10 --epochs 1 --steps 3 --delta 1e-6", "not both"),
        (
            "--randomised-response 3/4 --sampling-rate 1/2 --adjacency replace-one --delta 1e-6",
            "noise on a sum",
        ),
        (
            "--gaussian 1 --sampling-rate 1/2 --gaussian 1 --adjacency replace-one --delta 1e-6",
            "only Poisson",
        ),
        (
            "--gaussian 1 --sampling-rate 1/2 --sampling shuffle --adjacency add-remove --delta 1e-6",
            "replace-one",
        ),
        (
            "--gaussian 1 --sampling-rate 1/2 --sampling without-replacement --adjacency add-remove --delta 1e-6",
            "replace-one",
        ),
        (
            "--laws 1,2:1,1 --sampling-rate 1/2 --sampling without-replacement --delta 1e-6",
            "the other way round",
        ),
        ("--gaussian 1 --sampling shuffle --delta 1e-6", "the share of the records"),
        ("--laws 1,2 --delta 1e-6", "two laws"),
        ("--laws 1,2:1,2,3 --delta 1e-6", "as many weights"),
        ("--laws 1,0:1,1 --delta 1e-6", "a larger delta"),
        ("--laws 1,1:1,2 --clip 1 --delta 1e-6", "clipped records"),
        ("--mixture 1/2 --delta 1e-6", "chances and releases"),
        ("--zcdp 0 --delta 1e-6", "0 < rho < oo"),
        ("--discrete-gaussian 0 --delta 1e-6", "0 < sigma < oo"),
        ("--geometric -1 --delta 1e-6", "0 < scale < oo"),
        ("--randomised-response 1/5,5 --delta 1e-6", "1/answers < p < 1"),
        ("--randomised-response 1/2,2.5 --delta 1e-6", "an integer answers >= 1"),
        ("--exponential-monotone 1 --adjacency replace-one --delta 1e-6", "add-remove"),
        ("--gaussian 1 --clip 0 --delta 1e-6", "0 < clip < oo"),
        ("--exponential 1 --clip 1 --delta 1e-6", "noise on a sum of clipped records"),
        ("--gaussian 1 --delta 1e-6 --curve curve.txt", ".csv"),
        ("--gaussian 1 --delta 1e-6 --trade-off curve.txt", ".csv"),
        ("--gaussian 1 --delta 1e-6 --curve a.csv --trade-off a.csv", "two files"),
        ("--gaussian 1 --delta 1e-6 --plot curve.txt", ".svg"),
        ("--events nowhere.json --delta 1e-6", "a file of JSON"),
    ],
)
def test_bad_input_names_the_domain(run: Run, argv: str, domain: str) -> None:
    ran = run("account", *argv.split())
    assert ran.status == 64 and ran.out == ""
    assert ran.err.startswith("error: ") and ran.err.count("\n") == 1 and domain in ran.err


def test_the_least_noise_is_told_with_what_is_too_little(run: Run) -> None:
    ran = run("calibrate", "gaussian", "--epsilon", "1", "--delta", "1e-6", "--steps", "100")
    assert ran.status == 0 and ran.err == ""
    assert "enough      sigma = 42.2468" in ran.out and "too little  sigma = 42.2467" in ran.out
    assert "private     (ε, δ) = (1, 0.000001)" in ran.out
    found = json.loads(run("calibrate", "laplace", "--epsilon", "1", "--delta", "1e-6", "--json").out)
    assert (found["parameter"], found["value"], found["least"]) == ("scale", "0.999999", True)


def test_a_mechanism_that_cannot_be_calibrated_is_one_line(run: Run) -> None:
    ran = run("calibrate", "cauchy", "--epsilon", "1")
    assert ran.status == 64 and ran.err.count("\n") == 1 and "randomised-response" in ran.err


def test_a_delta_of_zero_leads_to_the_line_that_has_it(run: Run) -> None:
    """Once "needed: 0 < delta < 1", of Laplace noise, which is private with delta = 0."""
    assert "`basic`" in run("account", "--laplace", "2", "--delta", "0").err
    assert "δ = 0   basic" in run("account", "--laplace", "2", "--delta", "1e-6").out


def test_a_sampled_release_has_an_interval_its_adjacency_and_the_trap(run: Run) -> None:
    ran = run("account", "--gaussian", "1", "--sampling-rate", "1/10", "--steps", "5", "--delta", "1e-5")
    lines = ran.out.splitlines()
    assert ran.status == 0 and "on a Poisson sample of rate 1/10, 5 times" in lines[0]
    assert lines[1].startswith("adjacency   add-remove") and lines[3].startswith("beware      batches cut")
    found = re.search(r"interval    the least ε is in \[(\S+), (\S+)\]", ran.out)
    assert found is not None and 0 < float(found[1]) < float(found[2]) < float(found[1]) * 1.001
    renyi = re.search(r"ε ≤ (\S+)   Rényi", ran.out)
    assert renyi is not None and float(renyi[1]) > float(found[2]) and "no bound    ε = " in ran.out
    best = json.loads(run(*ran_as_json("1/10", "5")).out)["best"]
    assert (best["least"], best["epsilon"]) == (found[1], found[2])


def ran_as_json(rate: str, steps: str) -> list[str]:
    return [
        "account",
        "--gaussian",
        "1",
        "--sampling-rate",
        rate,
        "--steps",
        steps,
        "--delta",
        "1e-5",
        "--json",
    ]


def test_batches_and_epochs_are_another_spelling(run: Run) -> None:
    spelled = typed(run, "account --gaussian 2 --batch 3 --records 10 --epochs 2 --delta 1e-5").out
    assert spelled == typed(run, "account --gaussian 2 --sampling-rate 3/10 --steps 7 --delta 1e-5").out
    assert "7 times" in spelled


def test_noise_and_steps_of_samples_are_affirmed_on_both_sides(run: Run) -> None:
    found = json.loads(
        typed(run, "calibrate gaussian --sampling-rate 1/10 --steps 5 --epsilon 1 --delta 1e-5 --json").out
    )
    assert found["least"] and found["parameter"] == "sigma" and found["adjacency"] == "add-remove"
    assert 0 < float(found["value"]) - float(found["next"]) < float(found["value"]) / 200
    found = json.loads(
        typed(run, "calibrate gaussian --at 2 --sampling-rate 1/10 --epsilon 1 --delta 1e-5 --json").out
    )
    assert found["least"] and found["parameter"] == "steps" and int(found["next"]) - int(found["value"]) == 1


@pytest.mark.parametrize(
    "extra", ["--at 1 --steps 3", "--sampling shuffle", "--sampling fixed", "--epochs 2"]
)
def test_what_cannot_be_calibrated_with_samples_is_one_line(run: Run, extra: str) -> None:
    ran = typed(run, f"calibrate gaussian --sampling-rate 1/10 --epsilon 1 --delta 1e-5 {extra}")
    assert ran.status == 64 and ran.err.count("\n") == 1


@pytest.mark.parametrize("word", ["sgd", "dp-sgd", "Poisson"])
def test_search_leads_to_the_accountant(run: Run, monkeypatch: pytest.MonkeyPatch, word: str) -> None:
    class Nothing:
        def __init__(self, *args: object, **named: object) -> None:
            self.known = self.select = lambda names: []
            self.record = SimpleNamespace(current=True)

    monkeypatch.setattr("dptheory.commands.search.Answers", Nothing)
    ran = run("search", word)
    assert ran.status == 0 and "dptheory account --gaussian 1.1 --batch 256" in ran.out
    assert run("search", "curvature").status == 1
    assert len(json.loads(run("search", word, "--json").out)["commands"]) == 3


@pytest.mark.parametrize("argv", ["--laplace 1 --delta 1e-5", "--gaussian 3 --delta 1e-5"])
def test_certainty_is_told_in_the_same_words_everywhere(run: Run, argv: str) -> None:
    """Once `account` said upper bound of what `calibrate` called exact: delta = 0 of Laplace noise."""
    ran = typed(run, f"account {argv} --order 2 --json")
    found = json.loads(ran.out)
    assert {bound["kind"] for bound in found["bounds"]} <= set(CERTAINTY) and found["renyi"][
        "kind"
    ] == "exact"
    basic = [bound["kind"] for bound in found["bounds"] if bound["conversion"] == "basic"]
    assert set(basic) <= {"exact"} and found["best"]["kind"] == "exact"
    kind, value = argv.split()[0][2:], found["best"]["epsilon"]
    there = json.loads(typed(run, f"calibrate {kind} --epsilon {value} --delta 1e-5 --json").out)
    assert there["kind"] == there["guarantee"]["kind"] == "exact"
    assert f"certainty   exact: {CERTAINTY['exact']}" in typed(run, f"account {argv}").out.splitlines()


def test_a_clip_says_what_the_adjacency_costs(run: Run) -> None:
    """Once both adjacencies printed one number without a word; a replaced record moves a clipped sum by two clips."""
    ends = {}
    for adjacency in ("add-remove", "replace-one"):
        ran = typed(run, f"account --gaussian 8 --clip 2 --delta 1e-5 --adjacency {adjacency} --json")
        ends[adjacency] = json.loads(ran.out)
    assert ends["replace-one"]["sensitivity"] == "4" and ends["add-remove"]["sensitivity"] == "2"
    plain = [
        json.loads(typed(run, f"account --gaussian {s} --delta 1e-5 --json").out)["best"] for s in (4, 2)
    ]
    assert [ends[a]["best"] for a in ("add-remove", "replace-one")] == plain
    assert "--clip 1" in typed(run, "account --gaussian 4 --delta 1e-5 --adjacency replace-one").out
    assert "--clip" not in typed(run, "account --gaussian 4 --delta 1e-5 --adjacency add-remove").out
    found = json.loads(typed(run, "calibrate gaussian --clip 2 --epsilon 1 --delta 1e-5 --json").out)
    assert (found["value"], found["on_the_sum"]) == ("3.73064", "14.9226")


def test_a_curve_is_written_and_drawn(run: Run, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    table, tests, figure = tmp_path / "curve.csv", tmp_path / "tests.csv", tmp_path / "curve.svg"
    ran = typed(
        run, f"account --gaussian 1 --delta 1e-5 --curve {table} --trade-off {tests} --plot {figure}"
    )
    head, *rows = table.read_text(encoding="utf-8").splitlines()
    assert head == "epsilon,delta_at_least,delta_at_most"
    assert "<svg" in figure.read_text(encoding="utf-8")
    ends = [tuple(map(float, row.split(","))) for row in rows]
    # once both tables were in one file, the second one below the first with empty columns
    head, *rows = tests.read_text(encoding="utf-8").splitlines()
    shares = [tuple(map(float, row.split(","))) for row in rows]
    assert head == "false_positives,true_positives_at_most" and all(a <= b <= 1 for a, b in shares)
    assert ends[0][0] == 0 and ends[-1][2] <= 1.1e-10 and all(low <= high for _, low, high in ends)
    assert "tests       true positives at most 0.0182" in ran.out and "GDP         mu ≤ 1, " in ran.out


def test_events_of_a_file_stand_beside_the_options(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "events.json"
    path.write_text('{"class_name": "LaplaceDpEvent", "noise_multiplier": 0.1}', encoding="utf-8")
    assert (
        typed(run, f"account --events {path} --delta 1e-5").out
        == typed(run, "account --laplace 0.1 --delta 1e-5").out
    )
    both = typed(run, f"account --laplace 1 --events {path} --delta 1e-5").out
    assert both.count("release  ") == 2
    path.write_text('[{"class_name": "SampledWithoutReplacementDpEvent"}]', encoding="utf-8")
    ran = typed(run, f"account --events {path} --delta 1e-5")
    assert ran.status == 64 and "SampledWithoutReplacementDpEvent at releases[0]" in ran.err


def test_the_help_names_what_there_is() -> None:
    assert set(MECHANISMS) == set(KINDS)
    assert {word: name for name, words in OPTIONS.items() for word in words} == OTHER_NAMES


MONOTONE = (
    "--exponential-monotone 2 --sampling-rate 1/2 --sampling without-replacement",
    "--mixture '1/2 exponential-monotone 2 + 1/2 exponential-monotone 1' --adjacency replace-one",
)


@pytest.mark.parametrize("asked", MONOTONE)
def test_a_monotone_utility_within_a_release_has_no_number_for_replaced_records(run: Run, asked: str) -> None:
    """Of samples, and by a draw, (0.618, 1e-6) was told where delta is at least 0.0056."""
    ran = run("account", *shlex.split(asked), "--delta", "1e-6")
    assert ran.status == 64 and "a record that takes another's place" in ran.err
    alone = run("account", "--mixture", "1 exponential-monotone 2", "--delta", "1e-6")
    assert alone.status == 0 and "adjacency   add-remove" in alone.out


def test_a_history_of_whole_samples_is_for_one_record_more(run: Run, tmp_path: Path) -> None:
    """Rate 1 was told as replace-one, rate 0.999 as add-remove."""
    path = tmp_path / "history.json"
    path.write_text('{"history": [[1.1, 1.0, 10]]}', encoding="utf-8")
    assert "adjacency   add-remove" in run("account", "--events", str(path), "--delta", "1e-6").out
    asked = ("account", "--events", str(path), "--adjacency", "replace-one", "--delta", "1e-6")
    assert run(*asked).status == 64


def test_an_event_that_names_a_field_twice_is_refused(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "events.json"
    twice = '{"class_name": "GaussianDpEvent", "noise_multiplier": 1, "noise_multiplier": 10}'
    path.write_text(twice, encoding="utf-8")
    ran = run("account", "--events", str(path), "--delta", "1e-6")
    assert ran.status == 64 and "a name stands in an object twice" in ran.err


def test_laws_of_several_releases_are_taken_one_way_round(run: Run) -> None:
    """Nothing said that the number is of one direction for all of them."""
    one, two = ("--laws", "1,99:50,50"), ("--laws", "50,50:1,99")
    assert "the other way round, the number is no bound" in run("account", *one, *two, "--delta", "1e-3").out
    assert "way round" not in run("account", *one, "--delta", "1e-3").out
