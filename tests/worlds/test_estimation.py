"""Worst cases in any dimension: found, recognised, argued for, and attained in a world."""

from __future__ import annotations

import pytest

from dptheory.kernel import REFUTED
from dptheory.kernel.real import print_term
from dptheory.theory.library import TheoryLibrary, extended
from dptheory.worlds.estimation.estimate import Estimate, estimate, factor_of
from dptheory.worlds.metering import EFFORT
from dptheory.worlds.values import Unsupported

WORST = {
    "wu2015.theorem14:printed": "2*rho/(lam*n)",
    # every loss is strongly convex, not the objective alone
    "sharp.erm-stability:printed": "2*rho/(lam*(n + 1))",
    "sharp.diameter:printed": "2*rho/lam",
}
MINE = """
statement my.stability
  title  a rule whose objective is strongly convex is stable
  source my notes
  let    H: set(vec); loss: vec, record -> real; A: data -> vec; lam, rho, c: real
  form printed
    given positive: lam > 0 and rho > 0
    given rule: forall T: data. minimises(A(T), fun w. empirical_loss(loss, T, w), H)
    given strong: forall T: data. strongly_convex(fun w. empirical_loss(loss, T, w), lam, H)
    given lipschitz: forall y: record. lipschitz(fun w. loss(w, y), rho, H)
    given domain: convex_set(H)
    claim norm_stable(A, c*rho/(lam*n))
  form printed.anywhere extends printed
    drop domain
    claim norm_stable(A, c*rho/(lam*n))
"""


def found(library: TheoryLibrary, name: str, effort: int = EFFORT) -> Estimate:
    form = library.form(name)
    assert form is not None
    return estimate(form[1].theorem, library.definitions, effort=effort)


@pytest.mark.parametrize(("name", "worst"), WORST.items())
def test_the_worst_case_is_argued_for_and_attained(library: TheoryLibrary, name: str, worst: str) -> None:
    made = found(library, name)
    assert print_term(made.worst) == worst and made.checked
    assert made.world is not None and made.world.refuted is not None
    assert made.world.refuted.verdict.status == REFUTED  # that it is never attained
    assert not made.problem.strange


def test_theorem_14_has_the_multipliers_and_the_squares_of_its_proof(library: TheoryLibrary) -> None:
    made = found(library, "wu2015.theorem14:sharp", 1000)
    factors = [print_term(m) for bound, m in made.multipliers if not bound.equal]
    assert sorted(factors) == ["2/(lam**2*n**2)", "2/(lam**2*n**2)", "2/lam", "2/lam"]
    assert len(made.squares) == 2
    assert print_term(factor_of(made, "c")) == "1"  # type: ignore[arg-type]


def test_without_one_of_two_strong_convexities_the_printed_constant_is_best(library: TheoryLibrary) -> None:
    without = dict(found(library, "wu2015.theorem14:printed", 1000).without)
    strong = {label: value for label, value in without.items() if label.startswith("strong")}
    assert len(strong) == 2 and set(strong.values()) == {"the worst case is 4*rho/(lam*n)"}


def test_a_constant_in_the_bound_is_solved_for(library: TheoryLibrary) -> None:
    mine = extended(library, MINE, "my.thm")
    made = found(mine, "my.stability:printed", 1000)
    assert print_term(factor_of(made, "c")) == "2"  # type: ignore[arg-type]


def test_growth_is_not_used_where_the_set_need_not_be_convex(library: TheoryLibrary) -> None:
    mine = extended(library, MINE, "my.thm")
    with pytest.raises(Unsupported, match="bounds nothing"):
        found(mine, "my.stability:printed.anywhere")


def test_a_claim_that_is_not_about_points_is_refused(library: TheoryLibrary) -> None:
    with pytest.raises(Unsupported):
        found(library, "background.logistic:printed")


DESCENT = """
statement my.descent
  title  a gradient step does not expand distances
  source my notes
  let    f: vec -> real; g: vec -> vec; H: set(vec); u, v: vec; bet, eta, c: real
  form printed
    given positive: bet > 0 and eta > 0
    given short: eta*bet <= 2
    given smooth: smooth(f, g, bet, everywhere)
    given convex: convex(f, everywhere)
    claim norm(u - eta*g(u) - (v - eta*g(v))) <= c*norm(u - v)
  form printed.somewhere extends printed
    given smooth: smooth(f, g, bet, H)
    claim norm(u - eta*g(u) - (v - eta*g(v))) <= c*norm(u - v)
"""


def test_a_short_gradient_step_of_a_convex_smooth_function_does_not_expand(library: TheoryLibrary) -> None:
    made = found(extended(library, DESCENT, "my.thm"), "my.descent:printed", 1000)
    assert print_term(made.worst) == "distance" and made.checked and not made.problem.strange
    assert print_term(factor_of(made, "c")) == "1"  # type: ignore[arg-type]
    assert [print_term(m) for _, m in made.multipliers] == ["2*eta", "2*eta", "1"]
    assert {value for _, value in made.without} == {"there is no bound"}


def test_tangents_are_not_used_where_a_function_need_not_be_smooth_everywhere(library: TheoryLibrary) -> None:
    with pytest.raises(Unsupported):
        found(extended(library, DESCENT, "my.thm"), "my.descent:printed.somewhere", 1000)
