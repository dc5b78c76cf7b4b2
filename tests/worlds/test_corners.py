"""False statements that fail in a corner alone, true ones beside them, and what a search needed for these."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from flint import fmpq

from dptheory.commands.running import library_for
from dptheory.kernel import REFUTED
from dptheory.kernel.logic import RECORD
from dptheory.kernel.real import parse_term
from dptheory.theory.library import TheoryLibrary, extended
from dptheory.worlds.catalogue import mechanism
from dptheory.worlds.climb import promise
from dptheory.worlds.metering import Meter, Spent, TooDear
from dptheory.worlds.numeric import evaluated
from dptheory.worlds.plane import in_plane
from dptheory.worlds.report import tried
from dptheory.worlds.sketches import Making
from dptheory.worlds.trial import Trial

TEXTS = Path(__file__).parents[2] / "benchmarks/worlds/corners"
FOUND = (
    "rounds", "squares", "linear", "selection", "share", "radius", "larger", "cubic", "hits", "deviation",
    "order", "kinds", "coin",
)  # fmt: skip
SOUND = ("rounds", "share", "middle")


@pytest.fixture(scope="module")
def false() -> TheoryLibrary:
    return library_for([str(TEXTS / "false.thm")])[0]


@pytest.fixture(scope="module")
def true() -> TheoryLibrary:
    return library_for([str(TEXTS / "true.thm")])[0]


@pytest.mark.parametrize("name", FOUND)
def test_a_claim_that_fails_in_a_corner_is_refuted(false: TheoryLibrary, name: str) -> None:
    shown = Trial(false.get(f"corner.{name}").forms[0].theorem, false.definitions).failure().shown
    assert shown is not None and shown.refuted is not None and shown.refuted.verdict.status == REFUTED
    assert not shown.unstated


@pytest.mark.parametrize("name", SOUND)
def test_a_true_claim_that_is_attained_is_not_refuted(true: TheoryLibrary, name: str) -> None:
    trial = Trial(true.get(f"sound.{name}").forms[0].theorem, true.definitions, effort=40_000)
    assert trial.model().shown is not None
    assert trial.failure().shown is None


def test_what_the_kernel_does_not_decide_is_not_refuted(false: TheoryLibrary) -> None:
    """An event under noise that is no interval: the sides are apart in floating point."""
    trial = Trial(false.get("corner.middle").forms[0].theorem, false.definitions, effort=40_000)
    answer = trial.failure()
    assert answer.shown is None and answer.best > 0.01
    assert any("an event under noise is an interval" in why for why in answer.refused)


def test_the_ceiling_of_a_whole_number_was_the_next_one() -> None:
    made = [evaluated(parse_term(t), {})[0] for t in ("ceil(exp(log(5)))", "floor(3*(1/3))", "ceil(5.001)")]
    assert made == [5, 1, 6]


def test_three_kinds_of_records_were_told_apart_by_no_mechanism() -> None:
    kinds = (fmpq(-1), fmpq(0), fmpq(1))
    made = mechanism([RECORD], Making(1, kinds, (fmpq(0), fmpq(1))), "Q", 1)
    laws = {
        tuple(float(evaluated(p, {"z": np.full(1, float(k))})[0]) for p in made.points) for k in (-1, 0, 1)
    }
    assert len(laws) == 3


def test_worlds_whose_sides_are_equal_whatever_the_numbers_are_kept_all_others_out() -> None:
    assert list(promise(np.array([0.0, 0.2, -0.01, -0.3]))) == [-0.05, 0.2, -0.01, -0.3]


def test_one_sketch_that_costs_much_spent_the_whole_effort() -> None:
    meter = Meter(100)
    with pytest.raises(TooDear), meter.at_most(10):
        meter.spend(11)
    assert meter.allowed == 100
    with pytest.raises(Spent), meter.at_most(200):
        meter.spend(200)


def test_a_law_that_is_said_to_be_normal_had_no_world(library: TheoryLibrary) -> None:
    form = library.form("wang2019.normal.within:printed")
    assert form is not None
    shown = Trial(form[1].theorem, library.definitions).model().shown
    assert shown is not None and any(line.startswith("normal mu =") for line in shown.world.entries)


def test_a_search_goes_on_with_further_sketches_while_effort_is_left(false: TheoryLibrary) -> None:
    theorem = false.get("corner.plane").forms[0].theorem  # it holds in all worlds, which are on the line
    worlds = [Trial(theorem, false.definitions, effort=effort).failure().worlds for effort in (300, 3000)]
    assert worlds[0] < worlds[1]


PLANE = """
statement my.plane
  title  vectors that are as long as they can be
  source my notes
  let    u, v: vec; x: record -> vec
  form printed
    claim abs(inner(u, v)) >= norm(u)*norm(v)
  form printed.features
    given unit: forall z: record. norm(x(z)) = 1
    claim forall y, z: record. norm(x(z) - x(y)) = 2 or norm(x(z) - x(y)) = 0
  form printed.true
    claim norm(u - v) <= norm(u) + norm(v)
  form printed.tail
    claim P[k ~ l2laplace(1)](norm(k) > log(10)) <= 1/10
  form printed.square
    claim E[k ~ gaussian(zero, 1)](norm(k)**2) <= 1
  form printed.length
    claim E[k ~ l2laplace(1)](norm(k)) <= d
"""


@pytest.mark.parametrize(("form", "fails"), [
    ("", True), (".features", True), (".true", False), (".tail", True), (".square", True), (".length", False),
])  # fmt: skip
def test_what_holds_on_the_line_and_fails_in_the_plane_was_not_seen(
    library: TheoryLibrary, form: str, fails: bool
) -> None:
    mine = extended(library, PLANE, "my.thm")
    found = mine.form(f"my.plane:printed{form}")
    assert found is not None
    said = tried(found[1].theorem, mine.definitions, effort=40_000, drop=False)
    assert bool(said.plane) == fails
    assert said.failure.shown is None  # the kernel has worlds on the line alone


@pytest.mark.parametrize("name", ["parallelogram", "expand", "cauchy-schwarz"])
def test_what_is_known_of_vectors_does_not_fail_in_the_plane(library: TheoryLibrary, name: str) -> None:
    form = library.form(f"background.{name}:printed")
    assert form is not None and form[1].steps
    assert in_plane(form[1].theorem, library.definitions, 0, 20_000) == ()
