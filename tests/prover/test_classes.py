"""Classes of mathematics that the prover is complete for, or nearly: true claims, and near-false twins of them."""

from __future__ import annotations

import json

import pytest

from dptheory.kernel import check, check_failure, check_witness
from dptheory.kernel.real import parse_claim
from dptheory.prover import prove, where_defined

EFFORT = 4_000_000

ROOTS = [
    ("x < 45/8", "x < 56/10", "4*x^2/(1-sqrt(1+2*x))^2 < 2*x+9, x >= -1/2, x != 0"),
    ("x < 1-sqrt(31)/8", "x < 0.304", "x <= 3, x >= -1, 1/2 < sqrt(3-x)-sqrt(x+1)"),
    ("x <= 8", "x < 8", "sqrt(2*x)+sqrt(x-4) <= 6, x >= 4"),
    ("x+y <= 1", "x+y <= 0.99", "sqrt(x)+sqrt(y) = 1, x >= 0, y >= 0"),
    ("x*y <= 1/4", "x*y <= 0.249", "sqrt(x)+sqrt(y) <= sqrt(2), x >= 0, y >= 0"),
    ("sqrt((a+x)^2+(b+y)^2) <= sqrt(a^2+b^2)+sqrt(x^2+y^2)", "sqrt((a+x)^2+(b+y)^2) <= sqrt(a^2+b^2)", ""),
    ("a*x+b*y+c*z <= sqrt(a^2+b^2+c^2)*sqrt(x^2+y^2+z^2)", "a*x+b*y <= 0.99*sqrt(a^2+b^2)*sqrt(x^2+y^2)", ""),
    ("x+y+z <= sqrt(3)", "x+y+z <= 1.73", "x^2+y^2+z^2 = 1"),
]
CASES = [
    ("x^2-6*x+y^2 <= 8", "x^2-6*x+y^2 < 8", "abs(x+y)+abs(x-y) = 2"),
    ("abs(x)+abs(y) <= sqrt(2)", "abs(x)+abs(y) <= 1.41", "x^2+y^2 = 1"),
    ("abs(x)+abs(y) >= 1", "abs(x)+abs(y) > 1", "x^2+y^2 = 1"),
    ("abs(S) <= R*sqrt(n)", "abs(S) <= 0.99*R*sqrt(n)", "S^2/n <= R^2, n > 0, R >= 0"),
    ("max(x,y) <= log(exp(x)+exp(y))", "max(x,y)+1/1000 <= log(exp(x)+exp(y))", ""),
    ("log(exp(x)+exp(y)+exp(z)) <= max(x,y,z)+log(3)", "log(exp(x)+exp(y)+exp(z)) <= max(x,y,z)+1.098", ""),
    ("log(exp(x)+exp(y)+exp(z)) >= max(x,y,z)", "log(exp(x)+exp(y)+exp(z)) >= max(x,y,z)+1/100", ""),
]
EQUATIONS = [
    ("x^2+x*y+y^2 = 3", "x^2+x*y+y^2 = 2", "x^3-3*x = y^3-3*y, x != y"),
    (
        "(a-1+1/b)*(b-1+1/c)*(c-1+1/a) <= 1",
        "(a-1+1/b)*(b-1+1/c)*(c-1+1/a) < 1",
        "a > 0, b > 0, c > 0, a*b*c = 1",
    ),
    (
        "x^2/(x-1)^2+y^2/(y-1)^2+z^2/(z-1)^2 >= 1",
        "x^2/(x-1)^2+y^2/(y-1)^2+z^2/(z-1)^2 >= 1.0001",
        "x*y*z = 1, x != 1, y != 1, z != 1",
    ),
    ("(1-p)/p = exp(eps)", "(1-p)/p = exp(eps)+1/100", "p = 1/(exp(eps)+1)"),
    ("a^2+b^2 >= 1/5", "a^2+b^2 >= 0.201", "a+2*b = 1"),
]
FORMS = [
    (
        "(a+b+c+d+e_1+f+g+h+i+j+k+l)^2 <= 12*(a^2+b^2+c^2+d^2+e_1^2+f^2+g^2+h^2+i^2+j^2+k^2+l^2)",
        "(a+b+c+d+e_1+f+g+h+i+j+k+l)^2 <= 11.99*(a^2+b^2+c^2+d^2+e_1^2+f^2+g^2+h^2+i^2+j^2+k^2+l^2)",
        "",
    ),
    ("x^2+y^2+z^2+w^2+1 >= x+y+z+w", "x^2+y^2+z^2+w^2+1 > x+y+z+w", ""),
    ("(a*x+b*y+c*z)^2 <= (a^2+b^2+c^2)*(x^2+y^2+z^2)", "(a*x+b*y+c*z)^2 < (a^2+b^2+c^2)*(x^2+y^2+z^2)", ""),
]
CONDITIONS = [
    (
        "2*m*exp(-2*n*t^2/(b-a)^2) <= delta",
        "2*m*exp(-1.9*n*t^2/(b-a)^2) <= delta",
        "n >= (b-a)^2*log(2*m/delta)/(2*t^2), a < b, t > 0, m >= 1, 0 < delta < 1",
    ),
    (
        "sqrt(log(2/delta)/(2*n)) <= t",
        "sqrt(log(2/delta)/(2*n)) <= 0.99*t",
        "n >= log(2/delta)/(2*t^2), t > 0, 0 < delta < 1",
    ),
    ("x >= a*log(x)", "x >= 1.6*a*log(x)", "x >= 2*a*log(a), a >= 1, x > 0"),
    ("d*log(n)/n <= t", "d*log(n)/n <= t/2", "n >= 2*d/t*log(d/t), d >= 1, 0 < t <= 1/3"),
    ("log(x)/x <= t", "log(x)/x <= t/2", "x >= 2/t*log(1/t), 0 < t <= 1/3"),
    ("tanh(x/2)*(8*sqrt(exp(x)*y/n)+8*exp(x)/n) <= x",
     "tanh(x/2)*(8*sqrt(exp(x)*y/n)+8*exp(x)/n) <= x/2", "n >= 32*exp(x)*y, y >= 2, 0 < x <= 1"),
    ("exp(-n*t^2/2) + sqrt(log(m)/n) <= 1/m + t", "exp(-n*t^2/2) + sqrt(log(m)/n) <= 1/m + t/4",
     "n >= 2*log(m)/t^2, m >= 2, 0 < t < 1"),
]
ENDS = [
    (
        "abs(1/log(1+t)+1/log(1-t)) <= log(4/3)/(log(3/2)*log(2))",
        "abs(1/log(1+t)+1/log(1-t)) < log(4/3)/(log(3/2)*log(2))",
        "0 < t, t <= 1/2",
    ),
    ("-x*log(x) <= x^(3/4)+1/5", "-x*log(x) <= x^(3/4)+1/20", "0 < x, x <= 1"),
    ("sqrt(x)+sqrt(2) <= sqrt(2)*(1+sqrt(x/2))", "sqrt(x)+sqrt(2) < sqrt(2)*(1+sqrt(x/2))", "x >= 0"),
]
BOUNDED = [
    ("erfc(x/s) <= d", "erfc(x/s) <= d^2", "x >= s*sqrt(log(1/d)), s > 0, 0 < d < 1"),
    ("t > 0", "t > s", "t >= s*sqrt(2*log(1/delta)), s > 0, 0 < delta < 1"),
    ("atan(x*y)+atan(y) < pi", "atan(x*y)+atan(y) < 3.1", ""),
    ("atan(n/a)/a < pi/(2*a)", "atan(n/a)/a < 1.57/a", "n integer, n >= 1, a > 0"),
    ("asin(x/y) <= pi/2", "asin(x/y) <= 1.5", "0 <= x <= y, y > 0"),
    ("sum(1/(j^2+a),j,1,n) <= pi/(2*sqrt(a))", "sum(1/(j^2+a),j,1,n) <= 1/sqrt(a)", "n integer, n >= 1, a > 0"),
    ("integral(1/(t^2+a^2),t,0,x) <= pi/(2*a)", "integral(1/(t^2+a^2),t,0,x) <= 1.5/a", "a > 0, x >= 0"),
]
ALL = [*BOUNDED, *ROOTS, *CASES, *EQUATIONS, *FORMS, *CONDITIONS, *ENDS]


@pytest.mark.parametrize(("claim", "twin", "where"), ALL)
def test_a_claim_of_the_class_is_proved(claim: str, twin: str, where: str) -> None:
    made = parse_claim(claim, where)
    found = prove(made, effort=EFFORT)
    assert found.proved, found.reason
    assert check(made, json.loads(json.dumps(found.certificate))).status == "proved"


@pytest.mark.parametrize(("claim", "twin", "where"), ALL)
def test_its_twin_is_refuted(claim: str, twin: str, where: str) -> None:
    made = parse_claim(twin, where)
    found = prove(made, effort=EFFORT)
    assert found.refuted, found.reason
    if found.witness is not None:
        assert check_witness(made, found.witness).status == "refuted"
    else:
        assert check_failure(made, json.loads(json.dumps(found.failure))).status == "refuted"


def test_a_large_constant_is_enclosed_as_far_as_the_kernel_sees() -> None:
    """Bounds of exp(100) with a fixed step were no bounds for the kernel, whose error ended the search."""
    found = prove(parse_claim("log(p/(1-p)) = eps", "p = exp(eps)/(1+exp(eps))"), effort=EFFORT)
    assert found.proved


def test_hypotheses_that_contradict_each_other_prove_any_sum() -> None:
    """The multiplier of the goal is 0 in what a linear program finds then: that was taken for no proof."""
    made = parse_claim("exp(-x/b)/2 <= p", "x >= b*log(1/(2*p)), b > 0, 0 < p < 1")
    assert prove(made, effort=EFFORT).proved


def test_a_point_outside_of_the_domain_is_no_guide() -> None:
    """x = 1 - abs(y) solves abs(x) + abs(y) = 1 for some y only: at y = -2 the claim seemed to fail."""
    assert prove(parse_claim("x*y <= 1/4", "abs(x)+abs(y) = 1"), effort=1_000_000).proved


def test_with_a_maximum_replaced_the_sides_are_shown_to_have_values_with_the_depth_of_the_goal() -> None:
    """With depth 0 the argument of the logarithm was not seen to be positive, and the claim was given up."""
    assert prove(parse_claim("log(p*exp(x)+(1-p)*exp(y)) <= max(x,y)", "0<=p<=1"), effort=1_000_000).proved


def test_where_an_integer_is_asked_for_the_claim_is_looked_at_for_integers() -> None:
    """With the condition floor(n) = n all effort was spent, and the claim was called undecided."""
    claim = parse_claim("sum(j, j, 1, n) = n*(n+1)/2", "n >= 1")
    found = where_defined(claim, prove(claim), effort=400_000)
    assert found is not None and found.added == ("n integer",)
    assert found.outcome.proved and found.outcome.effort < 400_000
    assert found.without and found.without[0]["n"].denom() > 1


def test_the_rest_of_a_range_is_closed_where_summands_are_bounded_near_an_end() -> None:
    """It was open there, and looked at by bounds of summands in turn, again and again."""
    made = parse_claim("(1-s)*n^(-s) <= n^(1-s)-(n-1)^(1-s)", "0 < s < 1, n >= 1")
    found = prove(made, effort=15_000_000)
    assert found.proved and found.effort < 4_000_000
