"""Claims decided by their shape: symmetric, constant, in an angle, with a condition that can be weakened."""

from __future__ import annotations

import pytest
from flint import fmpq

from dptheory.kernel import KernelError
from dptheory.kernel.real import Fields, Sequent, fact, num, parse_claim, relation, root
from dptheory.kernel.real.check import run
from dptheory.kernel.real.rules import use_fact
from dptheory.prover.goals.goal import Goal
from dptheory.prover.goals.numeric import compiled
from dptheory.prover.goals.points import holds
from dptheory.prover.substitution.reflection import mirror

from .prover_cases import tell_apart

JAAKKOLA = "log(1+exp(x)) <= log(1+exp(z)) + (x-z)/2 + {}*tanh(z/2)/z*(x**2-z**2)"
SHAPES = [
    # even, once shown for the size of the variable
    (JAAKKOLA.format("1/4"), JAAKKOLA.format("101/400"), "z>0"),
    # symmetric about the middle of a range
    (
        "-p*log(p)-(1-p)*log(1-p) <= 2*log(2)*sqrt(p*(1-p))",
        "-p*log(p)-(1-p)*log(1-p) <= 138/100*sqrt(p*(1-p))",
        "0<p, p<1",
    ),
    # constant on a range, on either side of the break
    ("atan(x)+atan(1/x) = pi/2", "atan(x)+atan(1/x) = 157/100", "x>0"),
    ("atan(x)+atan(1/x) = -pi/2", "atan(x)+atan(1/x) = pi/2", "x<0"),
    # the constant in another spelling, at which the sides meet
    (
        "-p*log(p)-(1-p)*log(1-p) <= log(4)*sqrt(p*(1-p))",
        "-p*log(p)-(1-p)*log(1-p) <= log(39/10)*sqrt(p*(1-p))",
        "0<p, p<1",
    ),
    # in the angle
    ("asin(x) <= pi*x/(2+sqrt(1-x**2))", "asin(x) <= 3*x/(2+sqrt(1-x**2))", "0<=x, x<=1"),
    # a quadratic condition instead of one with logarithms
    (
        "p <= q+sqrt(2*q*c)+2*c",
        "p <= q+sqrt(2*q*c)",
        "q*log(q/p)+(1-q)*log((1-q)/(1-p)) <= c, 0<q, q<=p, p<1, c>=0",
    ),
    # powers with exponents below 1 from below
    ("x**y+y**x > 1", "x**y+y**x > 1001/1000", "x>0, y>0"),
    # roots compared by their derivative
    ("(sinh(x)/x)**3 >= cosh(x)", "(sinh(x)/x)**(29/10) >= cosh(x)", "x>0"),
    # logarithms of sums that differ by a translation
    (
        "log((exp(x)+exp(y)+exp(z))/3) <= (x+y+z)/3+(z-x)**2/8",
        "log((exp(x)+exp(y)+exp(z))/3) <= (x+y+z)/3+(z-x)**2/10",
        "x<=y, y<=z",
    ),
]


@pytest.mark.parametrize(("claim", "twin", "where"), SHAPES)
def test_a_claim_is_proved_and_its_twin_refuted(claim: str, twin: str, where: str) -> None:
    tell_apart(claim, twin, where)


@pytest.mark.parametrize(
    ("claim", "where", "centre"),
    [
        ("log(cosh(x)) <= x**2/2", "", fmpq(0)),
        ("log(1+x**2) <= x**2", "x>=-1, x<=1", fmpq(0)),
        ("sqrt(p*(1-p)) <= 1/2", "0<p, p<1", fmpq(1, 2)),
        ("log(1+exp(x)) <= 1+abs(x)", "", None),
        ("sqrt(p*(2-p)) <= 1", "0<p, p<1", None),
        ("log(1+x**2) <= x**2", "x>=0", None),
    ],
)
def test_the_centre_of_a_symmetry(claim: str, where: str, centre: fmpq | None) -> None:
    made = parse_claim(claim, where)
    points = tuple({v.name: fmpq(k, 8)} for v in made.variables for k in (-9, -7, -3, -1, 1, 2, 3, 5, 7))
    inside = tuple(
        p for p in points if all(holds(c.op, compiled(c.left - c.right)(p)) for c in made.conditions)
    )
    found = mirror(Goal(root(made), inside))
    assert (None if found is None else found[1]) == centre


def test_the_arc_tangent_of_one_shows_what_it_says_and_no_more() -> None:
    assert [c.text for c in fact("atan-one").instance([])[1]] == ["atan(1) = pi/4", "atan(-1) = -pi/4"]
    for goal, accepted in (("atan(1) = pi/4", True), ("4*atan(-1) = -pi", True), ("atan(1) = pi/3", False)):
        shown = relation(goal)
        start = Sequent({}, (), shown, frozenset()).knowing(shown.left, shown.right)
        use = {"c": "1" if "-" not in goal else "4", "h": [1 if "-" in goal else 0]}
        node = {"rule": "fact", "name": "atan-one", "then": [{"rule": "poly", "times": [], "terms": [use]}]}
        (following,) = use_fact(start, Fields(node, ""))
        if accepted:
            assert run([following]) == 1
        else:
            with pytest.raises(KernelError):
                run([following])


def test_the_arc_tangent_of_one_takes_no_argument() -> None:
    with pytest.raises(KernelError):
        fact("atan-one").instance([num(fmpq(1))])
