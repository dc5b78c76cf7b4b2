"""The search itself: effort, shares of it, and what is remembered."""

from __future__ import annotations

import pytest
from flint import Ordering, fmpq, fmpq_mpoly_ctx

from dptheory.kernel import KernelError
from dptheory.kernel.real import parse_claim, root
from dptheory.prover import prove
from dptheory.prover.budget import Budget, OutOfEffort, charge, within
from dptheory.prover.effort_spent import Tried
from dptheory.prover.goals.goal import Goal
from dptheory.prover.goals.polynomials import poly_key
from dptheory.prover.goals.signs import sampled_signs
from dptheory.prover.search import Search


def goal_of(claim: str, where: str = "") -> Goal:
    sequent = root(parse_claim(claim, where))
    return Goal(sequent.knowing(sequent.goal.left, sequent.goal.right), ({"x": fmpq(1)}, {"x": fmpq(3)}))


def test_a_part_ends_before_the_whole() -> None:
    budget = Budget(2_000)
    part = budget.part(0.5)
    budget.meter.charge(1_500)
    budget.check()
    with pytest.raises(OutOfEffort):
        part.check()


def test_an_effort_that_is_spent_leaves_a_claim_undecided() -> None:
    made = parse_claim("exp(x) >= 1 + x")
    enough = prove(made)
    assert enough.verdict.status == "proved"
    assert prove(made, effort=enough.effort // 100).verdict.status == "unknown"


def test_work_in_vain_costs_its_share_only() -> None:
    search = Search(Budget(10_000_000))
    search.share = 0.5

    def endless() -> None:
        search.budget.meter.charge(6_000_000)
        search.budget.check()

    def wrong() -> None:
        raise KernelError("too large")

    assert search.attempt(endless) is None
    assert search.attempt(wrong) is None
    assert search.budget.left() == 4_000_000
    with pytest.raises(OutOfEffort):
        search.attempt(endless)


def test_a_proof_is_remembered_for_the_same_hypotheses_only() -> None:
    search = Search(Budget(10_000_000))
    goal = goal_of("x**2 + 1 > 0", "x >= 1")
    proof = search.prove(goal, 2)
    assert proof is not None
    assert search.prove(goal, 0) is proof
    assert goal.place != goal_of("x**2 + 1 > 0", "x >= 0").place
    assert goal.place != goal_of("x**2 + 1 >= 0", "x >= 1").place


def test_far_out_an_enclosure_around_0_does_not_count_as_0() -> None:
    made = parse_claim("exp(x) + 1 - 1 > 0")
    term = made.relation.left
    far, near = {"x": fmpq(-(10**6))}, {"x": fmpq(1)}
    assert sampled_signs(term, (far, near)).low == 1
    # an exact zero counts wherever it is
    exact = parse_claim("x + 1000000 >= 0").relation.left
    assert sampled_signs(exact, (far, near)).low == 0


def test_polynomials_have_a_key_of_their_own() -> None:
    context = fmpq_mpoly_ctx.get(["g0", "g1"], Ordering.degrevlex)
    x, y = context.gens()
    assert poly_key((x + y) ** 2) == poly_key(x * x + 2 * x * y + y * y)
    assert poly_key(x + y) != poly_key(x - y)


def test_an_undecided_claim_names_what_was_not_shown_on_the_way() -> None:
    claim = parse_claim("tan(x)*tan(y) <= tan(1)*tan(x*y)", "0 <= x, x <= 1, 0 <= y, y <= 1")
    reason = prove(claim, effort=1_500_000).reason
    assert "; not shown on the way: " in reason and "sin(x)" in reason
    alone = prove(parse_claim("x**2 + 1 >= 2*x"), effort=300_000)
    assert "not shown" not in alone.reason


def test_what_is_undecided_says_where_it_is_close_what_is_left_and_what_was_tried() -> None:
    found = prove(parse_claim("log(x + 3) <= sqrt(x) + gamma(x)/10 + 1/10", "x >= 2"), effort=400_000)
    assert found.verdict.status == "unknown"
    parts = found.reason.split("; ")
    assert [p.split(" ")[0] for p in parts] == ["no", "closest", "not", "tried"]
    assert "at x = 2," in parts[1] and "log" in parts[2]
    again = prove(parse_claim("log(x + 3) <= sqrt(x) + gamma(x)/10 + 1/10", "x >= 2"), effort=400_000)
    assert again.reason == found.reason


def test_effort_is_counted_once_for_tactics_within_others() -> None:
    tried, budget = Tried(), Budget(1000)

    def inner() -> None:
        charge(70)

    def outer() -> None:
        charge(30)
        tried.count("boxes", budget, inner)

    within(budget, lambda: tried.count("sums of squares", budget, outer))
    assert tried.taken == {"boxes": 70, "sums of squares": 30}
    assert tried.said() == "boxes, sums of squares"
