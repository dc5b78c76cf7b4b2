"""Best constants: closed forms, places, and that no better constant passes."""

from __future__ import annotations

import copy
import json
from functools import cache
from typing import Any

import pytest
from flint import fmpq

from dptheory.kernel import KernelError, recheck
from dptheory.kernel.real import parse_claim, parse_term, print_term
from dptheory.prover import Tightening, prove, tighten
from dptheory.prover.budget import Budget
from dptheory.prover.goals.numeric import compiled, to_float, to_rational
from dptheory.prover.optima.extremes import Objective
from dptheory.prover.optima.recognise import closed_forms

BEST = [
    ("exp(x)-1 <= c*x", "0<x<=1", "least", "E - 1", {"x": "1"}),
    ("log(1+x) >= c*x", "0<x<=1", "greatest", "log(2)", {"x": "1"}),
    ("x*(1-x) <= c", "", "least", "1/4", {"x": "1/2"}),
    ("x*exp(-x) <= c", "", "least", "exp(-1)", {"x": "1"}),
    ("-x*log(x) <= c", "x>0", "least", "exp(-1)", {"x": "exp(-1)"}),
    ("sin(x) >= c*x", "0<=x<=pi/2", "greatest", "2/pi", {"x": "pi/2"}),
    ("max(x,y) >= c*sqrt(x**2+y**2)", "x>=0, y>=0", "greatest", "sqrt(2)/2", {"x": "1", "y": "1"}),
    ("x+y <= c*sqrt(x**2+y**2)", "x>0, y>0", "least", "sqrt(2)", {"x": "1", "y": "1"}),
    ("x**3-x >= c", "0<=x<=1", "greatest", "-(2*sqrt(3)/9)", {"x": "sqrt(3)/3"}),
    ("x*y <= c*(x**2+y**2)", "", "least", "1/2", {"x": "1", "y": "1"}),
    ("c*x >= exp(x)-1", "0<x<=1", "least", "E - 1", {"x": "1"}),
    ("1-x >= exp(-x-c*x**2)", "0<=x<=1/2", "least", "4*log(2) - 2", {"x": "1/2"}),
    ("x*y <= x**2/c + y**2", "x>=0, y>=0, c>0", "greatest", "4", {"x": "1", "y": "1/2"}),
    # x**a has a value only for x >= 0, also where a is a whole number
    ("abs(x) <= c", "x**a <= 1, 1 <= a, a <= 4, -3 <= x, x <= 3", "least", "1", {"a": "1", "x": "1"}),
    ("x**c <= 4", "0 <= x, x <= 2, c >= 1", "greatest", "2", {"x": "2"}),
    # where two conditions meet
    ("x+y <= c", "x+2*y <= 3, 2*x+y <= 3, x>=0, y>=0", "least", "2", {"x": "1", "y": "1"}),
    ("exp(x)*(exp(x)-1)/(1+exp(x))**3 <= c", "", "least", "sqrt(3)/18", {"x": "log(sqrt(3) + 2)"}),
]

LIMITS = [
    ("log(1+x) <= c*x", "x>0", "least", "1", {"x": "0+"}),
    ("cosh(x) <= exp(c*x**2)", "", "least", "1/2", {"x": "0+"}),
    ("p*exp(x*(1-p)) + (1-p)*exp(-x*p) <= exp(c*x**2)", "0<=p<=1", "least", "1/8", {"p": "1/2", "x": "0+"}),
    ("tanh(x) <= c", "", "least", "1", {"x": "oo"}),
    ("n/(n+1) <= c", "n integer, n>=1", "least", "1", {"n": "oo"}),
    ("exp(-x) >= 1-c*x", "x>=0", "least", "1", {"x": "0+"}),
    ("exp(x)-1-x <= x**2/(2*(1-c*x))", "0<x<1, 0<c<1", "least", "1/3", {"x": "0+"}),
    ("(1+u)*log(1+u)-u >= c*u**2/(1+u/3)", "u>0", "greatest", "1/2", {"u": "0+"}),
    ("x**2/(1+abs(x)) <= c*x**2", "", "least", "1", {"x": "0+"}),
    (
        "p*log(p/q)+(1-p)*log((1-p)/(1-q)) >= c*(p-q)**2",
        "0<p<1, 0<q<1",
        "greatest",
        "2",
        {"p": "q+", "q": "1/2"},
    ),
    ("(sqrt(p)-sqrt(q))**2 >= c*(p-q)**2", "0<=p<=1, 0<=q<=1", "greatest", "1/4", {"p": "1", "q": "1-"}),
    (
        "(x-y)**2 <= c*(x+y)*(log(x)-log(y))*(x-y)",
        "x>y, y>0",
        "least",
        "1/2",
        {"x": "y+", "y": "1"},
    ),
    ("abs(x*exp(-x)-y*exp(-y)) <= c*abs(x-y)", "x>=0, y>=0", "least", "1", {"x": "0", "y": "0+"}),
    ("log(1+q*(exp(e)-1)) <= c*q*e", "0<q<=1, 0<e<=1", "least", "E - 1", {"e": "1", "q": "0+"}),
]


@cache
def found(claim: str, where: str) -> Tightening:
    """The best constant, with a certificate that the kernel accepts again; to be copied before it is changed."""
    made = tighten(parse_claim(claim, where), "c", effort=60_000_000)
    assert made.certified, made.reason
    recheck(json.loads(json.dumps(made.certificate)))
    return made


@pytest.mark.parametrize(("claim", "where", "side", "closed", "place"), BEST)
def test_attained(claim: str, where: str, side: str, closed: str, place: dict[str, str]) -> None:
    made = found(claim, where)
    assert (made.side, made.closed_form, made.attained_at) == (side, closed, place)
    assert made.limit is None


@pytest.mark.parametrize(("claim", "where", "side", "closed", "limit"), LIMITS)
def test_approached(claim: str, where: str, side: str, closed: str, limit: dict[str, str]) -> None:
    made = found(claim, where)
    assert (made.side, made.closed_form, made.limit) == (side, closed, limit)
    assert made.attained_at is None


@pytest.mark.parametrize(("claim", "where", "side"), [case[:3] for case in (*BEST, *LIMITS[:2])])
def test_a_constant_one_percent_better_is_refuted(claim: str, where: str, side: str) -> None:
    made = found(claim, where)
    value = compiled(parse_term(str(made.closed_form)))({})
    assert value is not None
    better = fmpq(99, 100) if (value > 0) == (side == "least") else fmpq(101, 100)
    text = (
        claim.replace("c*", f"({better})*({made.closed_form})*")
        if "c*" in claim
        else claim[:-1] + (f"({better})*({made.closed_form})")
    )
    assert prove(parse_claim(text, where)).verdict.status == "refuted"


def test_the_decimals_enclose() -> None:
    made = found("exp(x)-1 <= c*x", "0<x<=1")
    assert (made.lower, made.upper) == ("1.71828182845", "1.71828182846")
    assert (found("x*(1-x) <= c", "").lower, found("x*(1-x) <= c", "").upper) == ("0.25", "0.25")


def test_a_constant_without_closed_form_is_enclosed() -> None:
    made = found("x*(2-x)*exp(x) <= c*(1+x)", "0<=x<=1")
    lower, upper = float(str(made.lower)), float(str(made.upper))
    assert lower <= upper <= lower * 1.02
    if made.closed_form is None:
        assert lower < upper


@pytest.mark.parametrize(
    ("claim", "where", "words"),
    [
        ("log(x) <= c*x", "", "log(x) is not defined on the whole domain: not at x = "),
        ("x**c <= 4", "-2 <= x, x <= 2, c >= 1", "values of c tried: not at x = -"),
        ("c*sqrt(x - 1) <= x", "x > 0, c > 0", "sqrt(x - 1) is not defined"),
        ("x**2 <= c", "", "every c below 1000000000 fails at x = "),
        ("exp(x)-1 <= c*x", "-1<=x<=1", "from both sides"),
        ("x <= c", "x > 2, x < 1", "no point known"),
        ("x**c <= 1 + x", "x >= 0, 0 < c <= 1", "no value of c is seen"),
    ],
)
def test_why_there_is_no_best_constant_is_said(claim: str, where: str, words: str) -> None:
    made = tighten(parse_claim(claim, where), "c", effort=5_000_000)
    assert not made.certified and words in made.reason


@pytest.mark.parametrize(
    "claim",
    ["c*x <= x**100000000", "x**x**x**x <= c*x", "exp(exp(exp(exp(x)))) <= c*x", "gamma(x)**999 <= c"],
)
def test_claims_of_any_size_are_answered(claim: str) -> None:
    for where in ("1 <= x <= 9", "x > 0"):
        made = tighten(parse_claim(claim, where), "c", effort=500_000)
        assert made.effort < 550_000


def test_a_divisor_that_is_zero_for_other_signs_leaves_a_best_constant() -> None:
    made = tighten(parse_claim("(1 + u)*log(1 + u) - u >= u**2/(2 + c*u)", "u >= 0"), "c")
    assert (made.side, made.closed_form) == ("least", "2/3") and made.reason.startswith("among c > 0 alone: ")


def test_a_place_without_closed_form_is_not_called_exact() -> None:
    made = found("x + x**2 - x**5 <= c", "0<=x<=1")
    assert made.attained_at is not None and str(made.attained_at["x"]).endswith("...")
    assert float(str(made.lower)) <= float(str(made.upper)) <= float(str(made.lower)) * 1.02


def test_the_name_of_the_constant_does_not_matter() -> None:
    made = tighten(parse_claim("exp(u)-1 <= x*u", "0<u<=1"), "x")
    assert made.closed_form == "E - 1" and made.attained_at == {"u": "1"}


def mutated(change: str, value: Any) -> dict[str, Any]:
    data: dict[str, Any] = copy.deepcopy(found("log(1+x) <= c*x", "x>0").certificate or {})
    place: Any = data
    *path, last = change.split(".")
    for name in path:
        place = place[int(name)] if name.isdigit() else place[name]
    place[last] = value
    return data


@pytest.mark.parametrize(
    ("change", "value"),
    [
        ("holds", "99/100"),
        ("fails", "101/100"),
        ("side", "greatest"),
        ("find", "x"),
        ("claim", "log(1 + x) <= 2*c*x"),
        ("where", "x > 1"),
        ("parameter", "x"),
        ("parameter", "exp"),
        ("pieces", []),
        ("pieces.0.until", "100"),
        ("pieces.0.until", "0"),
        ("pieces.0.point", {"x": "-u"}),
        ("pieces.0.point", {}),
        ("pieces.0.proofs", []),
        ("pieces.1.until", "1000"),
        ("format", "dptheory best constant 2"),
        ("more", "x"),
    ],
)
def test_a_changed_statement_is_rejected(change: str, value: Any) -> None:
    with pytest.raises(KernelError):
        recheck(mutated(change, value))


@pytest.mark.parametrize(
    "text",
    [
        "4*log(2) - 2",
        "(3 - sqrt(5))/2",
        "log(2 + sqrt(3))",
        "E - 1",
        "1/8",
        "sqrt(2)/2",
        "2/pi",
        "log(2)",
        "exp(-1)",
        "pi/4",
        "-(3/7)",
    ],
)
def test_closed_forms_are_recognised(text: str) -> None:
    value = compiled(parse_term(text))({}, 800)
    assert value is not None
    forms = [print_term(t) for t in closed_forms(value, fmpq(1, 2**300))]
    again = compiled(parse_term(forms[0]))({}, 800)
    assert again is not None and abs(to_rational(again) - to_rational(value)) < fmpq(1, 2**300)


def test_an_arbitrary_number_has_no_closed_form() -> None:
    value = compiled(parse_term("sin(1)*log(7)/gamma(1/5)"))({}, 800)
    assert value is not None and closed_forms(value, fmpq(1, 2**300)) == []


CONDITIONAL = [
    ("(1 + x)*(1 - x) >= 3/4", "abs(x) <= B", "greatest", "1/2"),
    ("2*x <= 1", "x <= B*y, y <= 1, y >= 0", "greatest", "1/2"),
    ("x >= 1", "x >= B", "least", "1"),
    ("x <= 1", "x^2 <= B", "greatest", None),
]


@pytest.mark.parametrize(("claim", "where", "side", "form"), CONDITIONAL)
def test_a_constant_may_stand_in_a_condition_alone(
    claim: str, where: str, side: str, form: str | None
) -> None:
    found = tighten(parse_claim(claim, where), "B", effort=3_000_000)
    assert found.certified and found.side == side and found.closed_form == form, found.reason
    assert found.lower is not None and found.upper is not None
    assert float(found.upper) - float(found.lower) < 1e-10


def test_a_constant_that_no_condition_binds_to_a_variable_is_refused() -> None:
    with pytest.raises(KernelError, match="no real variable"):
        tighten(parse_claim("x <= 1", "x <= 1, B <= 3"), "B")


def test_a_maximum_is_found_where_two_conditions_meet() -> None:
    """It was looked for along one coordinate at a time, which ended at the first of the two."""
    conditions = [*parse_claim("0 = 0", "x + y**2 <= 3, x**2 + y <= 3, x >= 0, y >= 0").conditions]
    objective = Objective(["x", "y"], frozenset(), conditions, lambda p: p["x"] * p["y"])
    found = objective.maximise(Budget(2_000_000))
    assert found is not None and abs(to_float(found[1]) - (7 - 13**0.5) / 2) < 1e-12
