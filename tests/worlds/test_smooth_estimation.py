"""Worst cases of smooth functions, and of bounds that are multiples of a norm."""

from __future__ import annotations

import pytest

from dptheory.kernel import REFUTED
from dptheory.kernel.real import Relation, num, parse_term, print_term
from dptheory.theory.library import TheoryLibrary, extended
from dptheory.worlds.estimation.estimate import Estimate, estimate, factor_of
from dptheory.worlds.estimation.fitted import Design
from dptheory.worlds.metering import EFFORT
from dptheory.worlds.values import Unsupported

SMOOTH = """
define near_tangents(f: vec -> real; g: vec -> vec; bet: real; H: set(vec)) :=
    forall u in H. forall v in H. {steep} and {near}
  says f is near to its tangents
statement my.descent
  title  slopes of a smooth function
  source my notes
  let    f, h: vec -> real; g: vec -> vec; H: set(vec); u, v: vec; bet, eta, lam, c: real
  form printed
    given positive: {signs}
    given smooth: {smooth}
    given convex: {convex}
    given least: {least}
    claim {claim}
"""
STEP = {
    "steep": "norm(g(u) - g(v)) <= bet*norm(u - v)",
    "near": "abs(f(u) - f(v) - inner(g(v), u - v)) <= bet/2*norm(u - v)**2",
    "signs": "bet > 0 and eta > 0 and eta*bet <= 2",
    "smooth": "near_tangents(f, g, bet, everywhere)", "convex": "convex(f, everywhere)", "least": "c > 0",
    "claim": "norm(u - eta*g(u) - (v - eta*g(v))) <= c*norm(u - v)",
}  # fmt: skip
STEEP = {"claim": "norm(g(u) - g(v)) <= c*norm(u - v)"}
LOW = {"least": "minimises(v, f, everywhere)", "claim": "f(u) - f(v) <= c*norm(u - v)**2"}


def found(library: TheoryLibrary, text: str, effort: int = 1000) -> Estimate:
    mine = extended(library, text, "my.thm")
    form = mine.form("my.descent:printed")
    assert form is not None
    return estimate(form[1].theorem, mine.definitions, effort=effort)


def step(library: TheoryLibrary, changed: dict[str, str]) -> Estimate:
    return found(library, SMOOTH.format(**{**STEP, **changed}))


@pytest.mark.parametrize("smooth", ["smooth(f, g, bet, everywhere)", STEP["smooth"]])
def test_a_short_gradient_step_of_a_convex_smooth_function_does_not_expand(
    library: TheoryLibrary, smooth: str
) -> None:
    made = step(library, {"smooth": smooth})
    assert print_term(made.worst) == "distance" and made.checked and not made.problem.strange
    assert print_term(factor_of(made, "c")) == "1"  # type: ignore[arg-type]
    assert [print_term(m) for _, m in made.multipliers] == ["2*eta", "2*eta", "1"]
    assert {value for _, value in made.without} == {"there is no bound"}


@pytest.mark.parametrize(
    ("changed", "best"),
    [
        (STEEP, "bet"),
        ({**STEEP, "convex": "eta < 1"}, "bet"),
        ({**STEEP, "convex": "strongly_convex(f, lam, everywhere)", "signs": "0 < lam and lam < bet"}, "bet"),
        (LOW, "1/2*bet"),
        ({**LOW, "convex": "eta < 1"}, "1/2*bet"),
    ],
)
def test_slopes_and_values_of_smooth_functions_are_bounded(
    library: TheoryLibrary, changed: dict[str, str], best: str
) -> None:
    made = step(library, changed)
    factor = factor_of(made, "c")
    assert made.checked and factor is not None and print_term(factor) == best


@pytest.mark.parametrize(
    "changed",
    [
        {"smooth": "near_tangents(f, g, bet, H)"},
        {"smooth": "near_tangents(f, g, bet, ball(eta))"},
        {"smooth": "bet > 5 implies near_tangents(f, g, bet, everywhere)"},
        {"smooth": "forall u: vec. forall v: vec. " + STEP["steep"]},
        {"smooth": "forall u: vec. forall v: vec. " + STEP["near"]},
        {"steep": "norm(g(u) - g(v)) <= bet*norm(u + v)"},
        {"steep": "norm(g(u) - g(u)) <= bet*norm(u - v)"},
        {"steep": "bet*norm(u - v) <= norm(g(u) - g(v))"},
        {"near": STEP["near"].replace("g(v)", "g(u)")},
        {"near": STEP["near"].replace("f(v)", "f(u)")},
        {"near": STEP["near"].replace("bet/2", "bet")},
        {"near": STEP["near"].replace("**2", "**3")},
        {"near": STEP["near"].replace("u - v)) <=", "v - u)) <=")},
        {"near": STEP["near"].replace("abs", "").replace("2*norm", "3*norm")},
        {"convex": "convex(f, H)"},
        {"convex": "convex(h, everywhere)"},
        {"near": "abs(bet) <= bet/2*norm(u - v)**2"},
        {**LOW, "least": "minimises(v, f, H)"},
        {**LOW, "least": "minimises(v, h, everywhere)"},
    ],
)
def test_what_is_nearly_smooth_has_no_step_that_does_not_expand(
    library: TheoryLibrary, changed: dict[str, str]
) -> None:
    with pytest.raises(Unsupported):
        step(library, changed)


def test_the_step_that_does_not_expand_is_attained(library: TheoryLibrary) -> None:
    text = SMOOTH.format(**{**STEP, "smooth": "smooth(f, g, bet, everywhere)"})
    made = found(library, text, EFFORT)
    assert made.world is not None and made.world.refuted is not None
    assert made.world.refuted.verdict.status == REFUTED  # that it is never attained


@pytest.mark.filterwarnings("error")
def test_rates_that_may_be_the_same_are_refused_in_words(library: TheoryLibrary) -> None:
    same = {**STEEP, "convex": "strongly_convex(f, lam, everywhere)", "signs": "0 < lam and 0 < bet"}
    with pytest.raises(Unsupported, match="not defined where"):
        step(library, same)


def test_a_constant_that_would_depend_on_the_distance_is_none(library: TheoryLibrary) -> None:
    made = step(library, {**LOW, "claim": "f(u) - f(v) <= c*norm(u - v)"})
    assert print_term(made.worst) == "bet*distance**2/2" and factor_of(made, "c") is None


def test_values_are_looked_at_where_the_conditions_hold() -> None:
    design = Design(("bet", "eta"), (Relation("<=", parse_term("eta*bet"), num(2)),))
    assert all(0 < point["eta"] * point["bet"] < 2 for point in design.points)
    assert print_term(design.fitted([p["eta"] ** 2 / p["bet"] for p in design.points])) == "eta**2/bet"  # type: ignore[arg-type]


def test_powers_that_the_values_do_not_tell_apart_are_not_recognised() -> None:
    alike = Design(("a", "b"))
    assert alike.fitted([p["a"] for p in alike.points]) is not None
    alike = Design(("a", "b"))
    alike.points[1:] = [{"a": x, "b": x} for x in (2.0, 3.0, 5.0)]
    assert alike.fitted([p["a"] for p in alike.points]) is None


def test_a_rate_that_may_be_negative_is_owed(library: TheoryLibrary) -> None:
    assert not step(library, {"signs": "eta > 0 and eta*bet <= 2"}).checked
    assert not step(library, {"signs": "bet > 0 and eta*bet <= 2"}).checked


def test_a_claim_on_a_number_of_the_name_distance_is_refused(library: TheoryLibrary) -> None:
    text = SMOOTH.format(**STEP).replace("lam, c: real", "distance, c: real")
    with pytest.raises(Unsupported, match="of the name distance"):
        found(library, text.replace("<= c*", "<= c*distance*"))
