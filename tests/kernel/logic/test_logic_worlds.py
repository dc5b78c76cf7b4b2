"""Worlds: what their text may say, what holds in them, and what they refute."""

from __future__ import annotations

import pytest
from flint import fmpq

from dptheory.kernel.limits import KernelError
from dptheory.kernel.syntax import SyntaxProblem
from dptheory.kernel.verdicts import CHECKED, REFUTED
from dptheory.theory.worlds import parse_world

from .written import model, refuses, refute

RULE = "loss: vec, record -> real; A: data -> vec; D: law(record); S: data; z: record; i: int"
WORLD = (
    "n = 2",
    "records = -1, 1",
    "value loss(w, z) = w*z",
    "value A(S) = (S1 + S2)/2",
    "law D = -1: 1/4, 1: 3/4",
    "data S = 1, -1",
    "value z = 1",
    "value i = 2",
)


def instead(world: tuple[str, ...], entry: str) -> tuple[str, ...]:
    """A world with one symbol's value replaced."""
    start = " ".join(entry.split("=")[0].split("(")[0].split()[:2])
    return (*(old for old in world if not old.startswith(start)), entry)


# -- texts --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "entry",
    [
        "n = 0", "n = -1", "n = 3/2", "n = two", "n =", "records =", "records = x", "records = 1, , 2",
        "value f(x)", "value = 1", "f(x) = 1", "value f(x) = ", "value f(x) = x +", "value f(x) = y",
        "value c = x", "value f(S) = T1", "noise M(S) = S1; t", "noise M = 0", "noise M = 0;",
        "law D = 0: 1/2", "law D = 0: 1/2, 1: 1/3", "law D = 0: 2, 1: -1", "law D = 0: 1, 1: 0", "law D = 0",
        "law D = : 1", "law D = 0: 1/0", "law K(z) = y: 1", "data S = x", "data S = 1, z", "data Z(i) = j, i", "region H(w) = w",
        "region H(w) = v <= 1", "region H(w) =", "parameter C", "parameter C >= ", "within 1/", "anything else = 1",
        "value f(x) = __import__", "records = 1e99999999999",
    ],
)  # fmt: skip
def test_entries_that_are_refused(entry: str) -> None:
    with pytest.raises((KernelError, SyntaxProblem, ValueError)):
        parse_world((entry,))


def test_entries_that_are_read() -> None:
    world = parse_world(WORLD)
    assert world.size == 2 and world.records == (fmpq(-1), fmpq(1)) and len(world.values) == 6
    family = parse_world(("parameter C > 0", "value f(x) = C*x", "law K(S) = S1: 1/2, C: 1/2"))
    assert len(family.parameters) == 1


# -- instances ----------------------------------------------------------------------------------


def test_refuted_and_not() -> None:
    claim = "E[y ~ D](loss(A(S), y)) >= 1"
    assert refute(RULE, [], claim, WORLD).status == REFUTED
    refuses("not false", RULE, [], "E[y ~ D](loss(A(S), y)) >= 0", WORLD)
    refuses("not false", RULE, [], "item(S, 1) = item(replace(S, i, z), 1)", WORLD)
    assert (
        refute(RULE, [], "sum[j, 1, n](loss(A(replace(S, i, z)), item(S, j))) >= 1", WORLD).status == REFUTED
    )


def test_a_false_hypothesis_is_refused() -> None:
    refuses("does not hold", RULE, ["h: forall y: record. loss(A(S), y) >= 1"], "0 >= 1", WORLD)
    assert refute(RULE, ["h: forall y: record. loss(A(S), y) >= 0"], "0 >= 1", WORLD).status == REFUTED
    refuses(
        "no certificate",
        "f: real -> real",
        ["h: forall x: real. f(x) >= 1"],
        "0 >= 1",
        ("value f(x) = x**2",),
    )
    assert (
        refute("f: real -> real", ["h: forall x: real. f(x) >= 0"], "0 >= 1", ("value f(x) = x**2",)).status
        == REFUTED
    )


def test_hypotheses_that_a_world_cannot_tell() -> None:
    for hypothesis in (
        "forall B: set(vec). P[w ~ l2laplace(1)](w in B) <= 1", "exists x: real. x <= 0",
        "forall mu: law(vec). 0 <= 1", "density(l2laplace(1), fun x: vec. 1)", "forall i: int. i <= i",
        "project(fun w: vec. norm(w - zero) <= 1, zero) = zero", "forall f: vec -> real. f(zero) <= f(zero)",
    ):  # fmt: skip
        with pytest.raises((KernelError, SyntaxProblem)):
            refute("", [f"h: {hypothesis}"], "0 >= 1", ("n = 1",))


def test_what_a_world_leaves_out() -> None:
    for missing in ("value loss", "value A", "law D", "data S"):
        world = [entry for entry in WORLD if not entry.startswith(missing)]
        refuses("gives no", RULE, [], "E[y ~ D](loss(A(S), y)) >= 1", world)
    refuses("gives no data set of 3", RULE, [], "loss(A(S), item(S, 1)) >= 9", ("n = 3", *WORLD[1:]))
    refuses("place of a record", RULE, [], "item(S, 0) = item(S, 1)", WORLD)
    refuses("place of a record", RULE, [], "item(S, n + 1) = item(S, 1)", WORLD)
    refuses("arguments for parameters", RULE, [], "loss(A(S), z) >= 9", instead(WORLD, "value loss(w) = w"))


def test_quotients_by_zero_decide_nothing() -> None:
    for claim in ("1/x >= 1", "1/x <= 1", "1/x = 1/x", "0**x <= -1", "log(x) >= 1", "sqrt(x - 1) >= 1"):
        with pytest.raises((KernelError, SyntaxProblem)):
            refute("x: real", [], claim, ("value x = 0",))
    for claim in ("f(0) >= 1", "f(0) <= -1", "f(0) = f(0) + 1"):
        with pytest.raises((KernelError, SyntaxProblem)):
            refute("f: real -> real", [], claim, ("value f(x) = 1/x",))


def test_functions_without_a_value_satisfy_nothing() -> None:
    """For every f: real -> real one of the two premises is true at 0; 1/x is no such f."""
    given = ["a: forall x: real. f(x) >= 0 implies x**2 > 0", "b: forall x: real. f(x) <= 0 implies x**2 > 0"]
    refuses("no certificate", "f: real -> real", given, "0 >= 1", ("value f(x) = 1/x",))
    refuses("does not hold", "f: record -> real", ["h: forall z: record. f(z) <= 1"], "0 >= 1",
            ("records = 0, 1", "value f(z) = 1/z"))  # fmt: skip


def test_the_conclusion_at_named_points() -> None:
    world = (*WORLD, "data T = -1, -1")
    claim = "forall T: data. forall y: record. loss(A(T), y) <= 0"
    assert refute(RULE, [], claim, (*world, "value y = -1")).status == REFUTED
    refuses("not false", RULE, [], claim, (*world, "value y = 1"))
    refuses("gives no", RULE, [], claim, world)
    refuses("premise of the conclusion", RULE, [], "forall i: int. 1 <= i and i <= n implies loss(A(S), z) >= 1",
            instead(WORLD, "value i = 3"))  # fmt: skip
    assert refute(RULE, [], "i <= i and 0 >= 1", WORLD).status == REFUTED
    refuses("not false", RULE, [], "i <= i and 0 <= 1", WORLD)
    refuses("does not come down", RULE, [], "i <= i or 0 >= 1", WORLD)


# -- constants and parameters -------------------------------------------------------------------


def test_constants() -> None:
    """x <= C for all x: refuted by x = C + 1 for every C > 0, and by nothing less."""
    world = ["parameter C > 0", "value x = C + 1"]
    assert refute("x: real", [], "x <= C", world, constant="C").status == REFUTED
    for wrong in (
        ["parameter C >= 1"],
        ["parameter C > 0", "parameter C < 9"],
        ["parameter C >= 0"],
        ["value C = 1"],
    ):
        refuses("constant C|no certificate", "x: real", [], "x <= C", [*wrong, "value x = 10"], constant="C")
    refuses("no certificate", "x: real", [], "x <= C", ["parameter C > 0", "value x = 10"], constant="C")


def test_parameters_without_a_value_refute_nothing() -> None:
    refuses("no certificate", "x: real", [], "x <= 1", ["parameter x > 2", "parameter x < 1"])
    assert refute("x: real", [], "x <= 1", ["parameter x > 2"]).status == REFUTED
    refuses("no certificate", "x: real", [], "x <= 1", ["parameter x > 0"])


# -- models ------------------------------------------------------------------------------------


def test_models() -> None:
    assert model("f: vec -> real", ["h: forall w: vec. f(w) >= 0"], ("value f(w) = w**2",)).status == CHECKED
    with pytest.raises(KernelError, match="no certificate"):
        model("f: vec -> real", ["h: forall w: vec. f(w) >= 1"], ("value f(w) = w**2",))
    with pytest.raises(KernelError, match="does not hold"):
        model("x: real", ["h: x >= 1"], ("value x = 0",))


def test_models_of_integer_ranges() -> None:
    good = ["h: forall i: int. 1 <= i and i <= n implies i <= 3"]
    assert model("", good, ("n = 3",)).status == CHECKED
    with pytest.raises(KernelError, match="does not hold"):
        model("", good, ("n = 4",))
    for open_end in ("forall i: int. 1 <= i implies 0 <= i", "forall i: int. i <= n implies i <= n"):
        with pytest.raises(KernelError, match="between two bounds"):
            model("", [f"h: {open_end}"], ("n = 1",))


def test_of_one_record_there_is_one_law() -> None:
    let, mean = "f: record -> real", "forall D: law(record). E[z ~ D](f(z))"
    one = ("records = 3", "value f(z) = z")
    assert model(let, [f"h: {mean} = 3"], one).status == CHECKED
    assert refute(let, [], f"{mean} = 4", (*one, "law D = 3: 1")).status == REFUTED
    with pytest.raises(KernelError, match="does not hold"):
        model(let, [f"h: {mean} = 4"], one)
    with pytest.raises(KernelError, match="cannot go through all of"):
        model(let, [f"h: {mean} >= 0"], ("records = 0, 1", "value f(z) = z"))
    with pytest.raises(KernelError, match="cannot go through all of"):
        model("f: vec -> real", ["h: forall D: law(vec). E[w ~ D](f(w)) >= 0"], ("value f(w) = 0",))


def test_sets_and_their_points() -> None:
    assert model("H: set(vec)", ["h: closed(H)"], ("region H(w) = w <= 1",)).status == CHECKED
    with pytest.raises(KernelError, match="cannot tell"):
        model("H: set(vec)", ["h: closed(H)"], ("region H(w) = w < 1",))


def test_a_conclusion_that_a_world_settles_is_no_relation_that_fails() -> None:
    refuses("does not come down", "H: set(vec)", [], "closed(H)", ("region H(w) = w <= 1",))


def test_an_empty_set_satisfies_what_is_said_of_its_members_only_with_a_point() -> None:
    """`forall w in H` over an empty H comes down to a claim without a point, which nothing proves."""
    with pytest.raises(KernelError, match="no certificate"):
        model("H: set(vec)", ["h: forall w in H. 0 >= 1"], ("region H(w) = w <= 0, w >= 1",))


def test_events_over_named_outputs() -> None:
    private = ["h: forall B: set(vec). P[w ~ M(S)](w in B) <= 2*P[w ~ M(T)](w in B)"]
    let, data = (
        "M: data -> law(vec); S, T: data",
        ("records = 0, 1", "data S = 0", "data T = 1", "outputs = 0, 1"),
    )
    assert model(let, private, (*data, "law M(S) = 0: 1/2, 1: 1/2")).status == CHECKED
    with pytest.raises(KernelError, match="does not hold"):
        model(let, private, (*data, "law M(S) = S1: 3/4, 1 - S1: 1/4"))
    with pytest.raises(KernelError, match="leaves the outputs"):
        model(let, private, (*data, "law M(S) = 0: 1/2, 2: 1/2"))


def test_worlds_that_are_too_large() -> None:
    refuses("smaller|cannot go", "", ["h: forall T: data. item(T, 1) = item(T, 1)"], "0 >= 1",
            ("n = 30", "records = 0, 1"))  # fmt: skip
    refuses(
        "smaller",
        "D: law(record)",
        [],
        "E[T ~ iid(D)](1) >= 2",
        ("n = 30", "records = 0, 1", "law D = 0: 1/2, 1: 1/2"),
    )
    refuses("smaller|range", "", [], "sum[j, 1, 100000](j) <= 0", ("n = 1",))
    refuses("smaller|depth", "", [], "sum[j, 1, 9000](sum[k, 1, 9000](j*k)) <= 0", ("n = 1",))


# -- many records of one kind ------------------------------------------------------------------------

MANY = "loss: record -> real; D: law(record); c: real"
LOSS = ("n = 15000", "records = 1/2", "law D = 1/2: 1", "value loss(z) = z**2", "value c = 1/4")


def test_a_sum_over_records_that_are_all_one() -> None:
    mean = "E[S ~ iid(D)](sum[j, 1, n](loss(item(S, j))))"
    assert model(MANY, [f"a: {mean} = n*c"], LOSS).status == CHECKED
    refuses("not false", MANY, [], f"{mean} = n*c", LOSS)
    assert refute(MANY, [], f"{mean} <= n*c - 1", LOSS).status == REFUTED


def test_a_sum_that_knows_the_place_is_added_up() -> None:
    claim = "a: E[S ~ iid(D)](sum[j, 1, n](j*loss(item(S, j)))) = n*(n + 1)/2*c"
    assert model(MANY, [claim], ("n = 20", *LOSS[1:])).status == CHECKED
    with pytest.raises(KernelError, match="does not hold"):
        model(MANY, ["a: E[S ~ iid(D)](sum[j, 1, n](j*loss(item(S, j)))) = n*c"], ("n = 20", *LOSS[1:]))
