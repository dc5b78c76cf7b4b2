"""Worst cases in any dimension: found, recognised, argued for, and attained in a world."""

from __future__ import annotations

import pytest

from dptheory.kernel import REFUTED
from dptheory.kernel.real import print_term
from dptheory.theory.library import TheoryLibrary, extended
from dptheory.worlds.estimation.bounds import Bound
from dptheory.worlds.estimation.estimate import Estimate, estimate, factor_of
from dptheory.worlds.estimation.problem import problem_of
from dptheory.worlds.metering import EFFORT
from dptheory.worlds.symbolic import polished
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


@pytest.mark.parametrize("bound", ["c**2*rho/(lam*n)", "rho/(c*lam*n)", "(c + 1)*rho/(lam*n)"])
def test_a_constant_that_is_no_factor_of_the_bound_has_no_best_value(
    library: TheoryLibrary, bound: str
) -> None:
    """Once it was the worst case over the bound where c is 1."""
    mine = extended(library, MINE.replace("c*rho/(lam*n)", bound), "my.thm")
    assert factor_of(found(mine, "my.stability:printed", 1000), "c") is None


def test_growth_is_not_used_where_the_set_need_not_be_convex(library: TheoryLibrary) -> None:
    mine = extended(library, MINE, "my.thm")
    with pytest.raises(Unsupported, match="bounds nothing"):
        found(mine, "my.stability:printed.anywhere")


def test_a_claim_that_is_not_about_points_is_refused(library: TheoryLibrary) -> None:
    with pytest.raises(Unsupported):
        found(library, "background.logistic:printed")


STRONG = "forall u in K. forall v in K. forall a: real. 0 < a < 1 implies {}"
LEFT = "f(a*u + (1 - a)*v)"
RIGHT = "a*f(u) + (1 - a)*f(v) - lam/2*a*(1 - a)*norm(u - v)**2"
NEAR = """
define outside(r: real) := fun w: vec. norm(w) >= r
  says outside of a ball
statement my.near
  title  minimisers of functions that are near one another
  source my notes
  let    f, g: vec -> real; {sets}; p, q: vec; lam, rho, r: real
  form printed
    given signs: lam > 0 and rho > 0
    given p: {p}
    given q: minimises(q, g, {set})
    given one: {one}
    given two: strongly_convex(g, lam, {set})
    given near: {near}
    given domain: {domain}
    claim norm(p - q) <= rho/lam
"""
PLAIN = {
    "p": "minimises(p, f, H)", "set": "H", "one": "strongly_convex(f, lam, H)",
    "near": "lipschitz(fun w. f(w) - g(w), rho, H)", "domain": "convex_set(H)",
    "sets": "H, K: set(vec)",
}  # fmt: skip
SLOPES = {"near, one: the slope along secant 1", "near, two: the slope along secant 1"}
GROWTH = {"one, p, domain", "two, q, domain"}


def bounds(library: TheoryLibrary, changed: dict[str, str]) -> dict[str, Bound]:
    """What follows at the points of a claim, with some hypotheses exchanged for others."""
    mine = extended(library, NEAR.format(**{**PLAIN, **changed}), "near.thm")
    form = mine.form("my.near:printed")
    assert form is not None
    try:
        return {bound.label: bound for bound in problem_of(form[1].theorem, mine.definitions).bounds}
    except Unsupported:
        return {}


def test_what_has_the_exact_shapes_is_used(library: TheoryLibrary) -> None:
    assert bounds(library, {}).keys() > GROWTH | {"p", "q"}
    assert bounds(library, {"near": "lipschitz(f, rho, H)"}).keys() & SLOPES
    written = STRONG.format(f"{LEFT} <= {RIGHT}").replace("in K", "in H")
    assert bounds(library, {"one": written}).keys() > GROWTH


@pytest.mark.parametrize(
    ("changed", "lost"),
    [
        # strong convexity on a set of which the points are not said to be members
        ({"one": "strongly_convex(f, lam, K)"}, {"one, p, domain"}),
        # a hypothesis whose two sides are the same
        ({"one": STRONG.format(f"{RIGHT} <= {RIGHT}")}, {"one, p, domain"}),
        ({"one": STRONG.format(f"{LEFT} <= {RIGHT}").replace("in K", "in H").replace("- lam", "- a*lam")},
         {"one, p, domain"}),
        ({"one": STRONG.format(f"{LEFT} <= {RIGHT}").replace("in K", "in H").replace("*u +", "*v +")},
         {"one, p, domain"}),
        ({"one": STRONG.format(f"{LEFT} <= {RIGHT}").replace("in K", "in H").replace("0 < a < 1", "2 < a < 3")},
         {"one, p, domain"}),
        ({"one": "rho > 5 implies strongly_convex(f, lam, H)"}, {"one, p, domain"}),
        # a minimiser over another set: neither point is compared with the other
        ({"p": "minimises(p, f, K)"}, {"p", "q", *GROWTH}),
        # of a set that is not convex, or of another one that is
        ({"domain": "convex_set(K)"}, GROWTH),
        ({"domain": "forall u in H. forall v in H. forall a: real. 0 < a < 1 implies K(a*u + (1 - a)*v)"}, GROWTH),
        ({"set": "outside(r)", "p": "minimises(p, f, outside(r))", "one": "strongly_convex(f, lam, outside(r))"},
         GROWTH),
        # what is minimal at p is not the function that is convex
        ({"p": "H(p) and (forall w: vec. H(w) implies f(p) <= g(w))"}, {"p", "one, p, domain"}),
        # a Lipschitz function that is not the convex one, or whose domain may have holes
        ({"near": "lipschitz(fun w. f(w) - 2*g(w), rho, H)"}, SLOPES),
        ({"near": "lipschitz(f, rho, H)", "domain": "rho < 1"}, SLOPES),
    ],
)  # fmt: skip
def test_what_nearly_has_a_shape_is_not_used(
    library: TheoryLibrary, changed: dict[str, str], lost: set[str]
) -> None:
    """Once constants were called best, the argument checked, of claims that fail in a world."""
    assert not bounds(library, changed).keys() & lost


def test_what_is_equal_at_two_points_is_not_taken_for_the_same(library: TheoryLibrary) -> None:
    """Halfway between p and q, what is subtracted at both is the same: the function is less convex."""
    less = "minimises(p, fun w. f(w) - norm(w - 1/2*(p + q))**2, H)"
    form = bounds(library, {"p": less})["one, p, domain"].form
    assert print_term(polished(form["p", "q"])) == "lam - 2"


def test_a_factor_that_may_be_negative_is_owed(library: TheoryLibrary) -> None:
    """Once its sign was looked at where every number is 3."""
    found = bounds(library, {"p": "minimises(p, fun w. (r - 2)*f(w) + g(w), H)"})
    (growth,) = (bound for label, bound in found.items() if label.startswith("one, two, p"))
    assert [print_term(owed) for owed in growth.owed] == ["r - 2", "1"]


def test_a_worst_case_that_may_be_negative_is_not_argued_for(library: TheoryLibrary) -> None:
    """Where rho is negative a set has one member; the squares of the sides do not say so."""
    mine = extended(library, MINE.replace("lam > 0 and rho > 0", "lam > 0"), "my.thm")
    assert not found(mine, "my.stability:printed", 1000).checked
    assert found(extended(library, MINE, "my.thm"), "my.stability:printed", 1000).checked


def test_a_function_of_the_norm_of_another_vector_is_not_taken_for_linear(library: TheoryLibrary) -> None:
    """Once a square that is subtracted, of a vector at the point, left a function as convex as it was."""
    less = "minimises(p, fun w. f(w) - norm(h(w))**2, H)"
    made = bounds(library, {"p": less, "sets": "h: vec -> vec; H, K: set(vec)"})
    assert "two, q, domain" in made and "one, p, domain" not in made
