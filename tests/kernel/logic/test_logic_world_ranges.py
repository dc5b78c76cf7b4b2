"""Worlds in which numbers range over reals, sequences are arbitrary, and data sets are numbered."""

from __future__ import annotations

import pytest

from dptheory.kernel.limits import KernelError
from dptheory.kernel.syntax import SyntaxProblem
from dptheory.kernel.verdicts import CHECKED, REFUTED

from .written import model, refute

# -- events about a number that ranges ------------------------------------------------------------

RANGING = "mu: law(vec); f: vec -> real; K, t0: real"
TWO_POINTS = ("law mu = 0: 1/4, 1: 3/4", "value f(w) = w", "value t0 = 1/2", "value K = 4")
INVERSE = "a: forall t: real. 0 < t and t < t0 implies 1/P[w ~ mu](f(w) <= t) <= K"


def test_an_event_that_happens_for_all_values_or_none() -> None:
    assert model(RANGING, [INVERSE], (*TWO_POINTS, "value t = 1/4")).status == CHECKED
    few = (*TWO_POINTS[:-1], "value K = 39/10", "value t = 1/4")
    with pytest.raises(KernelError, match="no certificate for this world: 4 <= 39/10"):
        model(RANGING, [INVERSE], few)


def test_an_event_that_changes_within_the_range_is_refused() -> None:
    """At t = 1/4 only the point 0 counts, from 1 on both do: no one probability serves for all t < 2."""
    wide = ("law mu = 0: 1/4, 1: 3/4", "value f(w) = w", "value t0 = 2", "value K = 4")
    for sample in ("1/4", "3/2"):
        with pytest.raises(KernelError, match="no certificate"):
            model(RANGING, [INVERSE], (*wide, f"value t = {sample}"))


def test_an_event_without_a_value_or_at_its_edge_is_refused() -> None:
    with pytest.raises(KernelError, match="is undecided"):
        model(RANGING, [INVERSE], TWO_POINTS)
    beyond = "a: forall t: real. 0 <= t and t < t0 implies 1/P[w ~ mu](f(w) < t) <= K"
    with pytest.raises(KernelError, match="no certificate"):
        model(RANGING, [beyond], (*TWO_POINTS, "value t = 1/4"))


# -- arbitrary sequences ---------------------------------------------------------------------------

STEPS = "w: int, (int -> vec) -> vec; a: real; m: int"
EVERY = "forall x: (int -> vec). forall t: int. 1 <= t and t <= m implies w(t + 1, x) = {}"


@pytest.mark.parametrize(
    ("right", "holds"),
    [("w(t, x) + x(t)", True), ("w(t, x) + x(t + 1)", False), ("w(t, x)", False), ("x(t)", False)],
)
def test_functions_of_an_arbitrary_sequence(right: str, holds: bool) -> None:
    """w(t) = x(1) + ... + x(t - 1) for t = 1, 2, 3; what holds of some sequences only is not certified."""
    sums = "value w(t, x) = max(0, min(1, t - 1))*x1 + max(0, t - 2)*x2"
    world = ("value m = 2", "value a = 1", sums)
    if holds:
        assert model(STEPS, [f"h: {EVERY.format(right)}"], world).status == CHECKED
    else:
        with pytest.raises(KernelError):
            model(STEPS, [f"h: {EVERY.format(right)}"], world)


@pytest.mark.parametrize("place", ["0", "13", "-1", "1/2"])
def test_places_of_an_arbitrary_sequence_that_are_not_known(place: str) -> None:
    same = f"forall x: (int -> vec). forall t: int. {place} <= t and t <= {place} implies x(t) = x(t)"
    with pytest.raises((KernelError, SyntaxProblem)):
        model(STEPS, [f"h: {same}"], ("value m = 2", "value a = 1", "value w(t, x) = 0"))


def test_a_sequence_that_a_world_names() -> None:
    """A claim about every sequence fails at the one that the world names, if it does."""
    claim = "forall x: (int -> vec). norm(w(1, x)) <= a"
    world = ("value m = 1", "value w(t, x) = x2", "value x(t) = 2*t")
    assert refute(STEPS, [], claim, (*world, "value a = 3")).status == REFUTED
    with pytest.raises(KernelError):
        refute(STEPS, [], claim, (*world, "value a = 4"))


# -- data sets with parameters ---------------------------------------------------------------------

FAMILY = "Z: int -> data; loss: record -> real; K: int"


def _family(entry: str, claim: str = "loss(item(Z(2), 1)) <= 2") -> str:
    world = ("n = 1", "records = 1, 2, 3", "value loss(z) = z", "value K = 2", entry)
    return refute(FAMILY, [], claim, world).status


def test_a_data_set_for_each_number() -> None:
    assert _family("data Z(i) = i + 1") == REFUTED
    with pytest.raises(KernelError):
        _family("data Z(i) = i")


@pytest.mark.parametrize(
    "entry", ["data Z(i) = i + 2", "data Z(i) = i/3", "data Z(i) = i, i", "data Z = 2", "data Z(i, j) = i"]
)
def test_data_sets_that_are_none(entry: str) -> None:
    with pytest.raises(KernelError):
        _family(entry)
