"""The command ``account``."""

from __future__ import annotations

import json

import pytest

from .conftest import Run

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
