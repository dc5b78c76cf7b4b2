"""How batches are drawn, in `account` and `calibrate`: what is told, refused, and which number it is."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from .conftest import Run, typed


def best(run: Run, text: str) -> dict[str, Any]:
    ran = run(*("account " + text + " --delta 1e-5 --json").split())
    assert ran.status == 0, ran.err
    found: dict[str, Any] = json.loads(ran.out)
    return found


def test_how_batches_are_drawn_changes_the_number_and_is_told(run: Run) -> None:
    """Once only Poisson samples with add-remove had a number."""
    rate = "--gaussian 2 --sampling-rate 1/10 --steps 20"
    poisson = best(run, rate)
    subsets = best(run, f"{rate} --sampling without-replacement")
    replaced = best(run, f"{rate} --adjacency replace-one")
    fixed = best(run, f"{rate} --sampling fixed")
    shuffle = best(run, f"{rate} --sampling shuffle")
    assert [one["sampling"] for one in (poisson, subsets, replaced, fixed, shuffle)] == [
        "poisson", "without replacement", "poisson, replace-one", "fixed", "shuffle"
    ]  # fmt: skip
    assert (
        poisson["adjacency"] == "add-remove"
        and subsets["adjacency"] == replaced["adjacency"] == "replace-one"
    )
    # two passes of ten batches: two releases that see the record
    assert fixed["releases"][0]["times"] == 2 and fixed["best"]["kind"] == "exact"
    assert shuffle["best"]["epsilon"] == fixed["best"]["epsilon"] and shuffle["best"]["kind"] == "upper bound"
    ends = [
        (float(one["best"]["least"]), float(one["best"]["epsilon"])) for one in (poisson, subsets, replaced)
    ]
    assert ends[0][0] <= ends[1][1] <= ends[2][1] and ends[1][0] <= ends[1][1] and ends[2][0] > ends[0][1]


def test_batches_that_are_cut_may_be_said_to_be_replace_one(run: Run) -> None:
    """Once refused, with the advice to say what was said."""
    rate = "--gaussian 2 --sampling-rate 1/10 --steps 20 --sampling"
    for sampling in ("fixed", "shuffle"):
        assert best(run, f"{rate} {sampling} --adjacency replace-one") == best(run, f"{rate} {sampling}")


def test_an_epoch_of_batches_that_are_cut_is_a_pass(run: Run) -> None:
    """Once 61 passes of 60 epochs, as many as 14,063 steps may need."""
    asked = "account --gaussian 5 --batch 256 --records 60000 --sampling shuffle --delta 1e-5"
    for given, times in (("--epochs 60", "60 times"), ("--steps 14063", "61 times"), ("--epochs 1.5", "2 times")):
        assert times in typed(run, f"{asked} {given}").out.partition("\n")[0]


def test_of_samples_no_concentrated_bound_without_samples_is_told(run: Run) -> None:
    """Once "zCDP rho <= 5811" beside eps = 2.4."""
    asked = "account --laplace 2 --steps 20 --delta 1e-5"
    assert "zCDP" in typed(run, asked).out and "zCDP" not in typed(run, f"{asked} --sampling-rate 1/10").out


@pytest.mark.parametrize("sampling", ["fixed", "shuffle", "without-replacement"])
def test_samples_of_events_are_not_called_batches_that_are_cut(
    run: Run, tmp_path: Path, sampling: str
) -> None:
    """Once the number for Poisson samples, which is too small, with the words for shuffled batches."""
    told = tmp_path / "history.json"
    told.write_text('{"history": [[1.1, 0.01, 1000]]}', encoding="utf-8")
    ran = run("account", "--events", str(told), "--sampling", sampling, "--delta", "1e-5")
    assert ran.status == 64 and "needed: Poisson samples" in ran.err and not ran.out


def test_noise_of_events_is_not_said_to_be_scaled_by_a_clip(run: Run, tmp_path: Path) -> None:
    """Once "to which noise is scaled", which it was not."""
    told = tmp_path / "event.json"
    told.write_text('{"class_name": "GaussianDpEvent", "noise_multiplier": 1}', encoding="utf-8")
    ran = run("account", "--events", str(told), "--clip", "3", "--delta", "1e-5")
    assert ran.status == 64 and "already" in ran.err


def test_one_step_is_not_meant_where_only_a_batch_is_given(run: Run) -> None:
    ran = typed(run, "calibrate gaussian --batch 2 --records 10 --epsilon 1 --delta 1e-5")
    assert ran.status == 64 and "needed: --epochs E, or --steps T" in ran.err


def test_what_is_exact_in_calibrate_is_exact_in_account(run: Run) -> None:
    """Once an upper bound, since the decimal before was as good."""
    found = json.loads(typed(run, "account --laplace 1 --delta 1e-6 --json").out)["best"]
    assert (found["epsilon"], found["kind"]) == ("0.999998", "exact")
    assert json.loads(typed(run, "calibrate laplace --epsilon 1 --delta 1e-6 --json").out)["kind"] == "exact"


def test_a_clip_moves_a_sum_as_the_batches_say(run: Run) -> None:
    rate = "--gaussian 2 --sampling-rate 1/10"
    for more, moved in (
        ("", "1"),
        (" --adjacency replace-one", "1"),
        (" --sampling without-replacement", "2"),
        (" --sampling shuffle", "2"),
        (" --sampling fixed --adjacency add-remove", "1"),
    ):
        assert best(run, f"{rate}{more} --clip 1")["sensitivity"] == moved


def test_many_steps_without_samples_lead_to_samples(run: Run) -> None:
    """Once 6260.09 without a word."""
    ran = run(*["account", "--gaussian", "1.1", "--steps", "14040", "--delta", "1e-5"])
    assert "6260.09" in ran.out and "--sampling-rate" in ran.out
    ran = typed(run, "calibrate gaussian --steps 14062 --epsilon 3 --delta 1e-5")
    assert "164.902" in ran.out and "--sampling-rate" in ran.out
    assert "--sampling-rate" not in typed(run, "calibrate gaussian --steps 2 --epsilon 3 --delta 1e-5").out


def test_the_minibatch_bound_of_the_lecture_stands_beside_the_rest_or_is_called_void(run: Run) -> None:
    def said(text: str) -> str:
        return str(typed(run, f"account {text} --sampling-rate 1/10 --steps 5 --delta 1e-5").out)

    assert "ε ≤ 0.5, δ = 0   minibatch (Chaudhuri 2020, section 2.2: 2 b T eps/n)" in said("--laplace 2")
    for none in ("--gaussian 2", "--laplace 1"):
        assert "void        2 b T eps/n" in said(none) and "minibatch" not in said(none)


def test_the_largest_batch_is_enough_and_one_more_is_not(run: Run) -> None:
    ran = run(
        *[
            "calibrate",
            "gaussian",
            "--at",
            "2",
            "--records",
            "100",
            "--steps",
            "4",
            "--epsilon",
            "1",
            "--delta",
            "1e-5",
            "--json",
        ]
    )
    found = json.loads(ran.out)
    assert (found["parameter"], found["value"], found["next"], found["least"]) == ("batch", "17", "18", True)
    for batch, enough in ((17, True), (18, False)):
        one = best(run, f"--gaussian 2 --batch {batch} --records 100 --steps 4")["best"]
        assert (float(one["epsilon"]) <= 1) is enough and (float(one["least"]) > 1) is not enough
