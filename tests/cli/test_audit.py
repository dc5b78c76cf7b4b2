"""The command `audit`: statuses, options, reports, interruption."""

import json
from pathlib import Path

import pytest

from dptheory import files

from .conftest import Run

BESIDE = Path(__file__).resolve().parents[1] / "lab" / "audit"


@pytest.fixture(autouse=True)
def beside(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.syspath_prepend(str(BESIDE))
    monkeypatch.chdir(tmp_path)


def argv(name: str, *more: str) -> list[str]:
    return ["audit", f"mechanisms_to_audit:{name}", "--claim", "eps=1", "--samples", "5000", *more]


def test_statuses(run: Run) -> None:
    right, half = run(*argv("right")), run(*argv("half", "--adjacency", "replace-one"))
    assert right.status == 0 and right.out.startswith("consistent") and not right.err
    assert half.status == 1 and half.out.startswith("violated") and "eps ≥" in half.out
    mild = ["audit", "mechanisms_to_audit:right", "--claim"]
    few = run(*mild, "eps=4", "--samples", "600", "--pair", "[0]", "[1]")
    assert few.status == 2 and few.out.startswith("inconclusive")


def test_json_and_file_hold_the_same_whole_report(run: Run) -> None:
    ran = run(*argv("half", "--pair", "[0]", "[1]", "--json", "--out", "report.json", "--confidence", "0.95"))
    told = json.loads(ran.out)
    assert told == json.loads(Path("report.json").read_text("utf-8"))
    assert told["verdict"] == "violated" and told["claim"] == {
        "eps": 1.0,
        "delta": 0.0,
        "adjacency": "replace-one",
    }
    assert told["first"] == [0.0] and told["confidence"] == 0.95
    assert set(told["counts"]) == {"first", "second"}


def test_workers_do_not_show(run: Run) -> None:
    one, three = (run(*argv("vector", "--seed", "7", "--workers", w)) for w in "13")
    assert one.out == three.out


def test_an_interrupted_audit_leaves_no_file(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(files.os, "replace", interrupt)
    ran = run(*argv("half", "--out", "report.json"))
    assert ran.status == 130 and list(Path().iterdir()) == []


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["audit", "nothing.like.it"], "the name of a mechanism, or MODULE:FUNCTION"),
        (["audit", "mechanisms_to_audit:half"], "no claim"),
        (["audit", "mechanisms_to_audit:half", "--claim", "eps=-1"], "0 <= eps <= 100"),
        (["audit", "mechanisms_to_audit:half", "--claim", "delta=0.1"], "eps=NUMBER"),
        (
            ["audit", "mechanisms_to_audit:half", "--claim", "eps<=1"],
            "try: --claim eps=1",
        ),  # once: --set n=3000
        (["audit", "mechanisms_to_audit:half", "--claim", "eps=1 lam=3"], "eps=NUMBER"),
        (["audit", "mechanisms_to_audit:half", "--claim", "eps=nan"], "finite rational"),
        (argv("half", "--delta", "2"), "0 <= delta < 1"),
        (argv("half", "--adjacency", "nearby"), "replace-one or add-remove"),
        (argv("half", "--pair", "[0]", "[0]"), "two equal data sets"),
        (argv("half", "--pair", "[0]", "missing.csv"), "No such file"),
        (argv("half", "--pair", "[0]", "[1]", "--data", "[0]"), "one of them"),
        (argv("half", "--data", "[1, 1]"), "all equal"),
        (argv("half", "--samples", "1e9.5"), "--samples"),
        (argv("half", "--workers", "0"), "1..256"),
        (argv("half", "--seed", "1/2"), "a whole number"),
        (argv("half", "--noise", "0.7"), "a built-in mechanism"),
        (argv("hangs", "--timeout", "0.3"), "did not return within 0.3 s"),
        (argv("mutates"), "changed its data set"),
        (argv("half", "--out", "."), "needed: a file"),
    ],
)
def test_bad_input_is_one_line(run: Run, words: list[str], said: str) -> None:
    ran = run(*words)
    assert ran.status == 64 and said in ran.err and not ran.out
    assert ran.err.startswith("error: ") and ran.err.count("\n") == 1


def test_the_mechanisms_are_listed_with_what_they_claim(run: Run) -> None:
    """Once names alone, and no JSON with --json."""
    assert "gaussian.classical                 claims eps=0.9, delta=0.05, replace-one" in run("audit").out
    assert {"name": "laplace", "claim": "eps=1, replace-one"} in json.loads(run("audit", "--json").out)


def test_a_claim_of_concentrated_privacy_is_tried_at_a_delta_or_by_itself(run: Run) -> None:
    """What rho-zCDP implies at delta is what is tried: Laplace noise for eps = 1 is not 0.01-zCDP."""
    ran = run("audit", "laplace", "--delta", "1e-3", "--samples", "2000", "--claim", "rho=0.01")
    assert ran.status == 1 and "eps=0.354319, delta=0.001" in ran.out
    assert "rho=NUMBER" in run("audit", "laplace", "--claim", "eps=1, rho=1").err


def test_an_event_with_all_outputs_shows_no_divergence(run: Run) -> None:
    """Once the noise of a model promised much of the event that always happens, and that one was counted."""
    assert run("audit", "laplace", "--claim", "rho=0.01").out.startswith("violated")
    right = run("audit", "laplace", "--claim", "rho=1")
    assert right.status == 0 and right.out.startswith("consistent") and "rho ≥       0.3" in right.out
