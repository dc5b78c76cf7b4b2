"""Where a bound reaches a target: neighbours that do and do not."""

from pathlib import Path

import pytest
from flint import arb, fmpq

from dptheory.errors import BadInput
from dptheory.theory.bounds import Bound, read_bound
from dptheory.theory.certificates import Certificates
from dptheory.theory.inverses import (
    CONVEX,
    FALLING,
    FROM_ON,
    RISING,
    WIDTH,
    Edge,
    monotone,
    solve_for,
)
from dptheory.theory.library import extended, load_library
from dptheory.theory.numbers import holds

SETTING = {
    "n": fmpq(3000), "d": fmpq(14), "R": fmpq(1), "eps": fmpq(1, 10), "rho": fmpq(4), "lam": fmpq(3),
    "delta": fmpq(1, 20),
}  # fmt: skip


@pytest.fixture(scope="module")
def bound() -> Bound:
    library = load_library()
    return read_bound(library, library.get("wu2015.theorem21"))


def without(name: str) -> dict[str, fmpq]:
    return {k: v for k, v in SETTING.items() if k != name}


def value(bound: Bound, name: str, x: fmpq) -> arb:
    return arb(bound.value(bound.named({**SETTING, name: x})))


def test_the_least_n_works_and_the_one_before_does_not(bound: Bound) -> None:
    found = solve_for(bound, "n", fmpq(2), without("n"))
    assert found.low is not None and found.shape == FALLING
    assert found.low.outside == found.low.inside - 1
    assert bool(value(bound, "n", found.low.inside) <= 2) and bool(
        value(bound, "n", found.low.inside - 1) > 2
    )


def test_a_bound_with_log_n_is_inverted_exactly() -> None:
    """log(n)/n rises before it falls: proved is that every n from the edge on reaches the target, none before."""
    library = load_library()
    printed = read_bound(library, library.get("wang2016.theorem19"))
    setting = {"K": fmpq(1024), "rho": fmpq(0), "eps": fmpq(1, 10), "g": fmpq(0)}
    found = solve_for(printed, "n", fmpq(1, 2), setting)
    assert found.low is not None and found.low.outside == found.low.inside - 1 and found.shape == FROM_ON
    at = [arb(printed.value({**setting, "n": found.low.inside - k})) for k in (0, 1)]
    assert bool(at[0] <= 0.5) and bool(at[1] > 0.5)
    assert monotone(printed, "n", Certificates(effort=2_000_000)) == ""


def test_the_largest_d_works_and_the_next_does_not(bound: Bound) -> None:
    found = solve_for(bound, "d", fmpq(30), without("d"))
    assert found.high is not None and found.shape == RISING and found.high.outside == found.high.inside + 1
    assert bool(value(bound, "d", found.high.inside) <= 30) and bool(
        value(bound, "d", found.high.inside + 1) > 30
    )


def test_a_target_that_is_reached_from_the_first_integer_on(bound: Bound) -> None:
    found = solve_for(bound, "n", fmpq(10**6), without("n"))
    assert found.low is not None and found.low.inside == 1 and found.low.outside is None


def test_the_values_of_lambda_are_an_interval(bound: Bound) -> None:
    found = solve_for(bound, "lam", fmpq(22), without("lam"))
    assert found.low is not None and found.high is not None and found.shape == CONVEX
    for edge in (found.low, found.high):
        assert edge.outside is not None and abs(edge.inside - edge.outside) <= WIDTH
        assert bool(value(bound, "lam", edge.inside) <= 22) and bool(value(bound, "lam", edge.outside) > 22)
    assert found.low.inside < found.high.inside and len(found.closed) == 2


def test_a_narrow_interval_between_the_places_that_are_tried_first(bound: Bound) -> None:
    found = solve_for(bound, "lam", fmpq(215832, 10_000), without("lam"))
    assert found.low is not None and found.high is not None
    assert found.high.inside - found.low.inside < fmpq(1, 10)


def test_what_is_never_reached_is_proved_to_be_out_of_reach(bound: Bound) -> None:
    found = solve_for(bound, "n", fmpq(1), without("n"))
    assert not found.reached and found.never and found.nowhere_below == fmpq(3, 2)
    found = solve_for(bound, "lam", fmpq(21), without("lam"))
    assert not found.reached and found.never and found.nowhere_below is not None
    assert fmpq(2158, 100) < found.nowhere_below < fmpq(2159, 100)
    found = solve_for(bound, "d", fmpq(1), without("d"))
    assert not found.reached and found.never and found.nowhere_below is not None and found.nowhere_below > 1


def test_epsilon_is_bracketed(bound: Bound) -> None:
    found = solve_for(bound, "eps", fmpq(5), without("eps"))
    assert found.low is not None and found.low.outside is not None and found.shape == FALLING
    assert 0 < found.low.inside - found.low.outside <= WIDTH


def test_without_a_proof_no_direction_is_claimed(bound: Bound) -> None:
    assert monotone(bound, "n", Certificates(search=False)) == ""
    found = solve_for(bound, "n", fmpq(2), without("n"), Certificates(search=False))
    assert found.shape == "" and found.low is not None and not found.closed_proved
    found = solve_for(bound, "n", fmpq(1), without("n"), Certificates(search=False))
    assert not found.reached and not found.never and found.nowhere_below is None


def test_bad_questions_are_refused(bound: Bound) -> None:
    with pytest.raises(BadInput, match="no value of R, d, del"):
        solve_for(bound, "n", fmpq(2), {"lam": fmpq(1)})
    with pytest.raises(BadInput, match="no value of n"):
        solve_for(bound, "n", fmpq(2), SETTING)
    with pytest.raises(BadInput, match="a parameter of"):
        solve_for(bound, "foo", fmpq(2), SETTING)
    with pytest.raises(BadInput, match="delta < 1"):
        solve_for(bound, "n", fmpq(2), {**without("n"), "delta": fmpq(2)})


def test_a_condition_on_the_parameter_bounds_the_search(tmp_path: Path) -> None:
    path = tmp_path / "user.thm"
    path.write_text(
        "statement user.own\n  title t\n  let c: real\n  form printed\n    given scale: c > 0\n"
        "    given size: n >= 5\n    claim forall w: vec. norm(w) <= c/n\n", encoding="utf-8",
    )  # fmt: skip
    library = load_library(path)
    bound = read_bound(library, library.get("user.own"))
    found = solve_for(bound, "n", fmpq(1), {"c": fmpq(2)})
    assert found.low is not None and found.low.inside == 5 and found.low.outside is None
    assert not holds(bound.conditions[1], {"n": fmpq(4)})


HAND = """statement hand.one
  let    x, y, a, p, s: real; m: int
  form printed
    given m: m >= 1
    given p: p > 0
    given s: s > 0
    claim {claim}
"""


def hand(claim: str) -> Bound:
    library = extended(load_library(), HAND.format(claim=claim), "hand.thm")
    return read_bound(library, library.get("hand.one"))


def test_the_end_of_a_range_of_integers_is_a_place_that_was_looked_at() -> None:
    """Of a convex bound it was said that every integer up to 2**199 reaches the target: proved."""
    found = solve_for(hand("x <= p/m + s*m"), "m", fmpq(20), {"p": fmpq(100), "s": fmpq(1, 2)})
    assert found.shape == CONVEX
    assert found.low == Edge(fmpq(6), fmpq(5)) and found.high == Edge(fmpq(34), fmpq(35))


def test_of_a_bound_that_is_not_known_to_move_one_way_both_ends_are_looked_at() -> None:
    found = solve_for(hand("x <= 2 + sin(m) + 10/m"), "m", fmpq(2), {})
    assert found.shape == ""
    assert found.low == Edge(fmpq(17), fmpq(16)) and found.high == Edge(fmpq(18), fmpq(19))


@pytest.mark.parametrize(
    ("claim", "given"),
    [
        ("x <= y**a", {"y": fmpq(-2), "a": fmpq(3)}),
        ("x <= y**a", {"y": fmpq(0), "a": fmpq(0)}),
        ("x <= 1/(m - 5)**2", {"m": fmpq(5)}),
        ("x <= exp(exp(y))", {"y": fmpq(10**6)}),
    ],
)
def test_a_bound_has_a_value_only_where_it_has_one_as_written(claim: str, given: dict[str, fmpq]) -> None:
    """1/0 was a traceback, and y**a of any two numbers -8 at y = -2, a = 3."""
    with pytest.raises(BadInput):
        hand(claim).value(given)


def test_a_target_is_not_reached_where_the_bound_has_no_value() -> None:
    assert solve_for(hand("x <= y**a + 1/m"), "m", fmpq(1), {"y": fmpq(-2), "a": fmpq(3)}).low is None
