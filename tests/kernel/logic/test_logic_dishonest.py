"""Attempts to have a true statement refuted, or a false hypothesis accepted, by a dishonest world.

Each was a hole once, or could have been one; the kernel must say neither *refuted* nor *checked* in any of them.
"""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from dptheory.kernel.limits import KernelError
from dptheory.kernel.syntax import SyntaxProblem
from dptheory.kernel.verdicts import CHECKED, REFUTED
from dptheory.theory.outline import OutlineError

from .written import model, refute


def refutes(let: str, given: Iterable[str], claim: str, world: Iterable[str], constant: str = "") -> bool:
    labelled = [f"g{place}: {text}" for place, text in enumerate(given)]
    try:
        return refute(let, labelled, claim, world, constant=constant).status == REFUTED
    except (KernelError, SyntaxProblem, OutlineError):
        return False


def satisfies(let: str, given: Iterable[str], world: Iterable[str]) -> bool:
    try:
        return model(let, [f"g{place}: {text}" for place, text in enumerate(given)], world).status == CHECKED
    except (KernelError, SyntaxProblem, OutlineError):
        return False


# -- values of the wrong sort ------------------------------------------------------------------


def test_an_integer_is_an_integer() -> None:
    assert not refutes("i: int", [], "i*i >= i", ["value i = 1/2"])


def test_a_quantified_integer_is_an_integer() -> None:
    assert not refutes("", [], "forall i: int. i*i >= i", ["value i = 1/2"])


def test_an_integer_function_is_one() -> None:
    assert not refutes("f: real -> int", [], "f(1)*f(1) >= f(1)", ["value f(x) = x/2"])


def test_an_integer_parameter() -> None:
    assert not refutes("i: int", ["0 < i"], "i >= 1", ["parameter i > 0", "parameter i < 1"])


RECORDS = ["records = 0, 1", "value f(y) = y"]
BOUNDED = ["forall y: record. f(y) <= 1"]


@pytest.mark.parametrize(
    ("let", "claim", "entry"),
    [
        ("z: record", "f(z) <= 1", "value z = 5"),
        ("S: data", "f(item(S, 1)) <= 1", "data S = 5"),
        ("D: law(record)", "E[z ~ D](f(z)) <= 1", "law D = 5: 1"),
        ("D: law(record)", "E[S ~ iid(D)](f(item(S, 1))) <= 1", "law D = 5: 1"),
        ("g: vec -> record", "f(g(zero)) <= 1", "value g(w) = w + 5"),
        ("K: vec -> law(record)", "E[z ~ K(zero)](f(z)) <= 1", "law K(w) = w + 5: 1"),
        ("", "forall z: record. f(z) <= 1", "value z = 5"),
        ("", "forall S: data. f(item(S, 1)) <= 1", "data S = 5"),
    ],
)
def test_records_are_those_of_the_world(let: str, claim: str, entry: str) -> None:
    assert not refutes(f"f: record -> real; {let}", BOUNDED, claim, [*RECORDS, entry])


def test_a_number_where_a_data_set_is_wanted() -> None:
    assert not refutes(
        "mu: law(data); f: data -> real", [], "E[S ~ mu](f(S)) <= 1", ["law mu = 5: 1", "value f(S) = S1"]
    )
    assert not refutes("f: data -> real; S: data", [], "f(S) <= 1", ["value S = 5", "value f(S) = S1"])


# -- laws that are none ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("let", "claim", "world"),
    [
        ("s: real; u: vec", "P[k ~ l2laplace(s)](norm(k - u) <= 1) >= 0", ["value s = -1", "value u = 0"]),
        ("M: law(vec); u: vec", "P[k ~ M](norm(k - u) <= 1) >= 0", ["noise M = 0; -1", "value u = 0"]),
        (
            "K: vec -> law(vec); u: vec",
            "P[k ~ K(u)](norm(k - u) <= 1) >= 0",
            ["noise K(w) = w; w - 1", "value u = 0"],
        ),
    ],
)
def test_noise_of_negative_scale(let: str, claim: str, world: list[str]) -> None:
    assert not refutes(let, [], claim, world)


@pytest.mark.parametrize(
    ("values", "claim"),
    [
        (["value m = -1", "value s = 1"], "P[r ~ gammalaw(m, s)](r <= 1) <= 1"),
        (["value m = -1", "value s = 1"], "P[r ~ gammalaw(m, s)](r <= 1) >= 0"),
        (["value m = 0", "value s = 1"], "P[r ~ gammalaw(m, s)](r <= 1) >= 0"),
        (["value m = 1", "value s = -1"], "P[r ~ gammalaw(m, s)](r > 1) <= 1"),
        (["value m = 1", "value s = 0"], "P[r ~ gammalaw(m, s)](r > 1) <= 1"),
    ],
)
def test_gamma_laws_of_no_shape_or_scale(values: list[str], claim: str) -> None:
    assert not refutes("m: int; s: real", [], claim, values)


# -- events ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "law_and_event",
    ["l2laplace(1)](norm(k) <= r)", "explaw(1)](1 <= k and k <= r)"],
    ids=["laplace", "gamma"],
)
def test_intervals_whose_order_is_not_known(law_and_event: str) -> None:
    false = f"forall r: real. r >= 2 implies P[k ~ {law_and_event} <= 0"
    assert not satisfies("", [false], ["n = 1"])


def test_covers_do_not_reach_premises() -> None:
    event = "P[k ~ l2laplace(1)](norm(k) <= 1/1000)"
    assert not refutes("", [], f"{event} >= 1/2 implies {event} >= 3/5", ["within -3/4; 3/4"])


@pytest.mark.parametrize(
    "claim",
    [
        "E[z ~ D](1 - P[k ~ l2laplace(1)](norm(k) <= 1/1000)) >= 99/100",
        "P[z ~ D](P[k ~ l2laplace(1)](norm(k) <= 1/1000) <= 1/2) >= 1",
    ],
)
def test_covers_under_functions_that_fall(claim: str) -> None:
    assert not refutes("D: law(record)", [], claim, ["law D = 0: 1", "within -3/4; 3/4"])


def test_covers_of_nothing() -> None:
    assert not refutes("", [], "P[k ~ explaw(1)](k <= 5) >= 1/2", ["within drawn; drawn"])
    assert not refutes("", [], "P[k ~ explaw(1)](k <= 5) >= 1/2", ["within 0; C", "parameter C > 0"])
    assert not refutes("", [], "P[k ~ explaw(1)](k <= 5) >= 1/2", ["within 0; 1/0"])


def test_covers_whose_ends_cross() -> None:
    """The chance is above -erf(...) for every C > 1, where ends that crossed made the upper bound negative."""
    below = "erfc((0 - (1 - C))/(1*sqrt(2)))/2 - erfc((0 - (C - 1))/(1*sqrt(2)))/2"
    claim = f"P[x ~ gaussian(zero, 1)](norm(x) <= 1 - C) > {below}"
    assert not refutes("", [], claim, ["parameter C > 0", "within C - 1; 1 - C"], "C")
    assert not refutes("", [], "P[x ~ gaussian(zero, 1)](norm(x) <= -1) >= 0", ["within 1; -1"])


@pytest.mark.parametrize(
    ("law", "entry"),
    [
        ("l2laplace(s)", "value s = 1 - C"), ("l2laplace(s)", "value s = -C"), ("gaussian(zero, s)", "value s = 1 - C"),
        ("mu", "noise mu = 0; 1 - C"), ("mu", "normal mu = 0; -C"), ("image[k ~ mu](k)", "normal mu = 0; C - 2"),
    ],
)  # fmt: skip
def test_scales_whose_sign_depends_on_a_parameter(law: str, entry: str) -> None:
    """The formulas for the chance of an interval are negative where a scale is."""
    claim = f"P[k ~ {law}](norm(k) <= 1) >= 0"
    assert not refutes("s: real; mu: law(vec)", [], claim, ["parameter C > 0", entry])


@pytest.mark.parametrize("law", ["l2laplace(1)", "gaussian(zero, 1)", "explaw(1)"])
@pytest.mark.parametrize(
    "ends", ["1 - C <= t and t <= 1", "1 <= t and t <= C", "abs(t) <= 1 - C", "max(t, C) <= 1"]
)
def test_events_whose_ends_depend_on_a_parameter(law: str, ends: str) -> None:
    """A difference of two values of a distribution function is no chance where the ends cross."""
    number = "k" if law == "explaw(1)" else "norm(k)"
    event = ends.replace("t", number).replace("C", "c")
    assert not refutes("c: real", [], f"P[k ~ {law}]({event}) >= 0", ["parameter C > 0", "value c = C"])


# -- names that the kernel makes ---------------------------------------------------------------


def test_strangers_with_a_number() -> None:
    assert not refutes(
        "f: real -> real", ["forall x: real. f(x) = x"], "f(2) - f(3) <= -1", ["value f(x) = x1"]
    )


def test_parameters_named_like_quantified_variables() -> None:
    assert not satisfies("", ["forall x: real. x > 0"], ["parameter x1 > 0"])


def test_quantified_variables_that_get_one_name() -> None:
    false = "forall x1: real. sum[j, 1, 8](0) >= 0 implies forall x: real. x <= x1"
    assert not satisfies("", [false], ["n = 1"])


def test_a_constant_named_like_the_drawn_number() -> None:
    """There is a c > 0 with P[k c <= 1] >= 9/10: any c <= 1/3."""
    assert not refutes("", [], "P[k ~ explaw(1)](k*drawn <= 1) >= 9/10", ["parameter drawn > 0", "within -oo; 1"],
                       "drawn")  # fmt: skip


@pytest.mark.parametrize("name", ["n", "d"])
def test_a_constant_named_like_the_size(name: str) -> None:
    """There is a c > 0 with c >= 2."""
    assert not refutes("", [], f"{name} >= 2", [f"parameter {name} > 0"], name)


# -- quantifiers and sets ----------------------------------------------------------------------


def test_a_range_that_is_the_assertion() -> None:
    assert not satisfies("", ["forall i: int. 1 <= i and i <= n"], ["n = 1"])


@pytest.mark.parametrize(
    "body", ["1 <= i and i <= n and i <= 5", "i <= n", "not (1 <= i and i <= n)", "1 <= i or i <= n"]
)
def test_ranges_that_are_none(body: str) -> None:
    assert not satisfies("", [f"forall i: int. {body}"], ["n = 1"])


LIMIT = ["closed(H)", "forall w in H. f(w) < 1", "forall a: real. 0 < a < 1 implies a*u in H"]


@pytest.mark.parametrize(
    "world",
    [
        ["region H(w) = w < 1", "value member = 0", "value f(w) = w"],
        ["region H(w) = floor(w) <= 0", "value f(w) = floor(w)"],
    ],
    ids=["member", "floor"],
)
def test_closed_sets_are_closed(world: list[str]) -> None:
    """A closed H that contains a*u for a < 1 contains u, where f < 1."""
    assert not refutes("f: vec -> real; H: set(vec); u: vec", LIMIT, "f(u) < 1", [*world, "value u = 1"])


@pytest.mark.parametrize(
    ("region", "is_closed"),
    [
        ("exp(w) <= 1", True), ("w**2 = 1/4, cos(w) >= 0", True), ("w/3 <= C, C*w >= -1", True),
        ("exp(w) < 1", False), ("w != 0", False), ("1/w >= 1", False), ("sqrt(w) <= 1", False),
        ("w <= ceil(w) - 1", False), ("w**C >= 1", False), ("w <= sum(1, j, 1, floor(w))", False),
    ],
)  # fmt: skip
def test_weak_inequalities_between_continuous_terms_make_closed_sets(region: str, is_closed: bool) -> None:
    world = ["parameter C >= 2", f"region H(w) = {region}"]
    assert satisfies("H: set(vec)", ["closed(H)"], world) == is_closed


def test_sets_that_are_written_out() -> None:
    assert not satisfies("H: set(vec)", ["closed(fun H: vec. norm(H) < 1)"], ["region H(w) = w <= 1"])


def test_an_empty_region() -> None:
    empty = ["region H(w) = w <= 0, w >= 1"]
    assert not satisfies("H: set(vec)", ["forall w in H. norm(w) <= -1"], empty)


# -- size --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("let", "given", "claim", "entry"),
    [
        ("", ["forall T: data. item(T, 1) = item(T, 1)"], "0 >= 1", "records = 0, 1, 2"),
        ("D: law(record)", [], "E[T ~ iid(D)](1) >= 2", "law D = 0: 1/3, 1: 1/3, 2: 1/3"),
    ],
    ids=["data", "iid"],
)
def test_huge_worlds_are_refused_at_once(let: str, given: list[str], claim: str, entry: str) -> None:
    """One that went through them would not end."""
    assert not refutes(let, given, claim, ["n = 3000000", entry])


# -- the second round ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "law",
    [
        "l2laplace(P[j ~ l2laplace(1)](norm(j) <= 1/1000))",
        "image[e ~ l2laplace(P[j ~ l2laplace(1)](norm(j) <= 1/1000))](zero + e)",
    ],
    ids=["scale", "image"],
)
def test_covers_do_not_reach_laws(law: str) -> None:
    """The scale is below 1/1000, so that the noise is nearly always within 1/100."""
    assert not refutes("", [], f"P[k ~ {law}](norm(k) <= 1/100) >= 9/10", ["within -3/4; 3/4"])


def test_numbered_parameters() -> None:
    assert not refutes("y: real", ["forall x: real. x = y"], "0 >= 1", ["parameter x_ > 0", "value y = x_1"])


def test_regions_of_two_parameters() -> None:
    given = ["forall v: vec. v in H", "forall w: vec. w in H implies f(w) <= 0"]
    world = ["region H(w, v_1) = w <= v_1", "value f(w) = w", "value u = 1"]
    assert not refutes("f: vec -> real; H: set(vec); u: vec", given, "f(u) <= 0", world)
    assert not satisfies("H: set(vec)", ["forall v: vec. v in H"], ["region H(w, v_1) = w <= v_1"])


def test_records_by_other_ways() -> None:
    let = "f: record -> real; S: data; z: record; i: int"
    for entry in ("value z = 1/2", "value z = 2", "value z = sqrt(2)", "value z = 1/0"):
        assert not refutes(
            let, BOUNDED, "f(item(replace(S, i, z), 1)) <= 0", [*RECORDS, "data S = 0", "value i = 1", entry]
        )
    assert refutes(
        let,
        BOUNDED,
        "f(item(replace(S, i, z), 1)) <= 0",
        [*RECORDS, "data S = 0", "value i = 1", "value z = 1"],
    )


def test_premises_are_judged_exactly() -> None:
    """The premise is true of the world, so that the failure of what follows refutes the implication."""
    event = "P[k ~ l2laplace(1)](norm(k) <= 1/1000)"
    assert refutes("", [], f"1 - {event} >= 1/2 implies {event} >= 3/5", ["within -3/4; 3/4"])
