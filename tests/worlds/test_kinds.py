"""Kinds of worlds that were missed once: each is found, or told apart, without the written line."""

from __future__ import annotations

import numpy as np
import pytest

from dptheory.kernel.logic import REAL, VEC, Scope, law, normal, set_of, term
from dptheory.kernel.models import World
from dptheory.kernel.real import parse_term, print_term, relation
from dptheory.theory.library import TheoryLibrary, extended
from dptheory.theory.worlds import parse_world
from dptheory.worlds.evaluator import Evaluation
from dptheory.worlds.metering import Meter
from dptheory.worlds.numeric import product
from dptheory.worlds.question import FAIR, Asked, Shown
from dptheory.worlds.questions import failures_of
from dptheory.worlds.symbolic import line
from dptheory.worlds.trial import Trial
from dptheory.worlds.values import Bell, Function, Scene, Set, Spread, holds
from dptheory.worlds.writing import named

LEMMA = """
lemma false.{name}: {name}
  source an exercise
  quote {name}.
  no experiment: the claim is false
  let {let}
  form printed
    given {given}
    claim {claim}
"""
FALSE = {
    # equality in Pearson's inequality is for laws of two points alone
    "pearson": (
        "x: record -> real; D: law(record); m, v: real",
        "mean: m = E[z ~ D](x(z))\n    given spread: v = E[z ~ D]((x(z) - m)**2)",
        "E[z ~ D]((x(z) - m)**4)*v <= E[z ~ D]((x(z) - m)**3)**2 + v**3",
    ),
    # scores that rise at one place and fall at others
    "scores": (
        "u: data, int -> real; m: int; r: real",
        "slope: forall S: data. forall i: int. 1 <= i and i <= n implies forall z: record. forall j: int. "
        "1 <= j and j <= m implies abs(u(S, j) - u(replace(S, i, z), j)) <= r",
        "forall S: data. forall i: int. 1 <= i and i <= n implies forall z: record. forall j: int. 1 <= j and "
        "j <= m implies P[k ~ gibbs(m, u(S))](k = j) <= exp(r)*P[k ~ gibbs(m, u(replace(S, i, z)))](k = j)",
    ),
    # a rule at two sizes of data
    "sizes": (
        "A: int, data -> vec; x: record -> vec",
        "many: n >= 2\n    given rule: forall S: data. minimises(A(n, S), fun w. sum[j, 1, n](norm(w - x(item(S, "
        "j)))**2), everywhere)\n    given fewer: forall S: data. minimises(A(n - 1, S), fun w. sum[j, 1, n - 1]("
        "norm(w - x(item(S, j)))**2), everywhere)\n    given range: forall z: record. norm(x(z)) <= 1",
        "forall S: data. norm(A(n, S) - A(n - 1, S)) <= 1/n",
    ),
    # queries that look at different records, with least sensitivities
    "queries": (
        "q: int, data -> vec",
        "stable: forall t: int. 1 <= t and t <= 2 implies norm_stable(q(t), 1)\n    given least: forall t: int. "
        "1 <= t and t <= 2 implies (forall c: real. norm_stable(q(t), c) implies c >= 1)",
        "forall a: real. (forall S: data. forall i: int. 1 <= i and i <= n implies forall z: record. "
        "sum[t, 1, 2](norm(q(t, S) - q(t, replace(S, i, z)))) <= a) implies a >= 2",
    ),
    # an event that is an interval, which the kernel is told to lie in one
    "twice": (
        "s: real",
        "scale: s > 0",
        "P[k ~ l2laplace(s)](inner(k, k) + norm(k) <= 2) >= 1 - exp(-3/s)",
    ),
}


@pytest.fixture(scope="module")
def more(library: TheoryLibrary) -> TheoryLibrary:
    texts = (
        LEMMA.format(name=name, let=let, given=given, claim=claim)
        for name, (let, given, claim) in FALSE.items()
    )
    return extended(library, "".join(texts), "false.thm")


@pytest.mark.parametrize("name", FALSE)
def test_a_world_of_a_kind_that_was_missed_is_found(more: TheoryLibrary, name: str) -> None:
    form = more.get(f"false.{name}").forms[0]
    shown = Trial(form.theorem, more.definitions, effort=150_000).failure().shown
    assert shown is not None and shown.refuted is not None and not shown.unstated


def test_a_bound_that_is_said_to_be_least_is_tried_at_its_end(more: TheoryLibrary) -> None:
    """At no point of the list is there a number between 24/25 and 1."""
    form = more.get("false.queries").forms[0]
    [question] = failures_of(form.theorem, Trial(form.theorem, more.definitions).library.definitions)
    least = question.goal.hypotheses[-1]
    for factor, there in (("24/25", False), ("1", True)):
        q = Function(("i", "S"), parse_term(f"{factor}*S1"))
        scene = Scene(np.ones(1), (np.zeros(1), np.ones(1)), (), {"q": q}, {})
        assert bool(holds(Evaluation(scene).margin(least)).all()) is there


def test_an_interval_far_in_a_tail_has_its_chance() -> None:
    noise, low, high = Spread("normal", np.zeros(1), np.ones(1)), np.array([9.0]), np.array([10.0])
    assert noise.between(low, high) == noise.between(-high, -low) > 1e-19
    assert 1 - noise.below(low) == 0


def test_an_event_between_two_points_of_the_grid_is_seen(more: TheoryLibrary) -> None:
    """Normal noise at -9 with deviation 3 is looked at before 0 and behind 1 alone, but for the ends of sets."""
    event = Set("w", (relation("0 <= w"), relation("w <= 1")))
    bell = Bell((), parse_term("-9"), parse_term("3"), True)
    marks = (np.zeros(1), np.ones(1))
    scene = Scene(np.ones(1), (), (), {"B": event, "mu": bell}, {}, marks=marks)
    chance = Evaluation(scene).number(
        normal(term("P[w ~ mu](w in B)", Scope({"mu": law(VEC), "B": set_of(VEC)}, {}), REAL), {}), (), 1
    )
    assert chance == pytest.approx(
        float(Spread("normal", np.full(1, -9.0), np.full(1, 3.0)).between(*marks)[0])
    )


def test_a_number_is_no_logarithm_by_chance() -> None:
    assert named(30.0 + 1e-9) is None and named(15.2270912345678) is None
    assert named(float(np.log(20 / 7))) is not None


def test_what_is_refused_for_its_form_does_not_end_the_search(more: TheoryLibrary) -> None:
    form = more.get("false.pearson").forms[0]
    trial = Trial(form.theorem, more.definitions)
    [question] = failures_of(form.theorem, trial.library.definitions)
    for said, few in (("a law of vectors leaves the outputs that the world names", 6), ("no", 6)):
        meter = Meter(6_000)
        asked = Asked(question, lambda world, said=said: said, meter)
        answer = asked.ask(trial.searches(question, meter, "failure", False))
        assert (len(answer.refused) > few) is ("outputs" in said)


def test_an_interval_that_covers_an_event_is_named(more: TheoryLibrary) -> None:
    shown = Trial(more.get("false.twice").forms[0].theorem, more.definitions).failure().shown
    assert shown is not None and shown.world.entries[-1] == "within -2; 2"


def test_a_fair_counterexample_comes_before_a_degenerate_one(more: TheoryLibrary) -> None:
    form = more.get("false.pearson").forms[0]
    trial = Trial(form.theorem, more.definitions)
    [question] = failures_of(form.theorem, trial.library.definitions)
    asked = Asked(question, lambda world: "no", Meter())
    poor, fair = Shown(World(1, ()), "", degenerate=("one record",)), Shown(World(2, ()), "")
    assert asked._fairer(poor) and asked.spare is poor and asked.answer.shown is None
    assert asked.meter.allowed <= FAIR
    assert not asked._fairer(fair) and asked.answer.shown is fair


def test_a_law_of_one_point_is_told(more: TheoryLibrary) -> None:
    form = more.get("false.pearson").forms[0]
    trial = Trial(form.theorem, more.definitions)
    [question] = failures_of(form.theorem, trial.library.definitions)
    worlds = (
        parse_world(("records = 0, 1", "value x(z) = z", f"law D = {law}"))
        for law in ("0: 1", "0: 1/2, 1: 1/2")
    )
    asked = Asked(question, lambda world: "no", Meter())
    assert [[*asked._degenerate(world)] for world in worlds] == [["D of one point"], []]


def test_nothing_times_what_is_too_large_is_nothing() -> None:
    """exp(1000) times a chance that is 0; of what is no number nothing is made."""
    large, nothing = np.array([np.inf, 2.0, np.nan]), np.array([0.0, 3.0, 0.0])
    with np.errstate(all="ignore"):
        both = product(large, nothing), product(nothing, large)
    for made in both:
        assert list(made[:2]) == [0.0, 6.0] and np.isnan(made[2])


def test_the_slope_of_what_is_affine() -> None:
    slope, rest = line(parse_term("a*(b + 2) - (b - a)*b + b**2"), "b")  # type: ignore[misc]
    assert [print_term(slope), print_term(rest)] == ["2*a", "a*2"]
    assert line(parse_term("b**2"), "b") is None
