"""Polynomials: one unknown on the line, cones halved, equations that make homogeneous, sums and products."""

from __future__ import annotations

import pytest
from flint import fmpq, fmpq_poly

from dptheory.kernel.real import parse_claim
from dptheory.prover.arithmetic.univariate import between
from dptheory.prover.outcome import prove

EFFORT = 8_000_000
POSITIVE = "a > 0, b > 0, c > 0"
SIDES = f"{POSITIVE}, a + b > c, b + c > a, c + a > b"

# claim, conditions, rule or None: true, and shown by that rule
TRUE = [
    ("x**5 - 2*x**3 <= 1.053", "-2 <= x, x <= 0", "sturm"),
    ("x > 0", "x**9 + 12*x**5 >= 0, x**2 < 49, x**5 + 12*x**2 + 32*x != 0", "sturm"),
    ("x >= 0", "x**5 = 0", None),
    ("x**120 - 2*x**60 + 1 >= 0", "", None),
    ("x**4 - 4*x + 3 > 0", "x != 1", "sturm"),
    ("a*(a - b)*(a - c) + b*(b - a)*(b - c) + c*(c - a)*(c - b) >= 0", POSITIVE, None),
    ("2*a**2*(b + c) + 2*b**2*(c + a) + 2*c**2*(a + b) >= a**3 + b**3 + c**3 + 9*a*b*c", SIDES, None),
    (
        "1/(b + c + d) + 1/(c + d + a) + 1/(a + b + d) + 1/(a + b + c) >= 16/3",
        f"{POSITIVE}, d > 0, a + b + c + d = 1",
        None,
    ),
    ("a/(b + c) + b/(c + a) + c/(a + b) >= (a + b + c)**2", f"{POSITIVE}, 2*(a*b + b*c + c*a) = 1", None),
    (
        "4*x**2 - 21/10*x**4 + 1/3*x**6 + x*y - 4*y**2 + 4*y**4 >= -1.04",
        "-2 <= x, x <= 2, -2 <= y, y <= 2",
        None,
    ),
    ("u*u + v*v + w*w + x*x + y*y + z*z >= 1", "u*v*w*x*y*z > 1", "box"),
    ("y > x + 1/8", "x**3 + x <= 5, y**2 >= 3, y >= 0, 2*x + y <= 4 - 2*y**3", None),
    ("x*y*z*a*b*c <= 1", f"{POSITIVE}, x > 0, y > 0, z > 0, x + y + z = 3, a + b + c = 3", None),
]
# products of two independent claims; roots of the only unknown; one unknown between linear conditions; squares
TRUE += [
    ("x*y*z*a*b*c <= 1", f"{POSITIVE}, x > 0, y > 0, z > 0, x + y + z = 3, a + b + c = 3", None),
    (
        "(4/x + 1/y + 9/z)*(4/a + 1/b + 9/c) >= 144",
        f"{POSITIVE}, x > 0, y > 0, z > 0, x + y + z = 3, a + b + c = 3",
        None,
    ),
    ("9*x*(10 + 28*x + 7*x**2)/(20*x**3 + 7 + 210*x**2 + 168*x) <= x**(1/3)", "0 <= x", "sturm"),
    ("sqrt(x)*(1 + x) <= x**(1/3) + x**2 + 1/5", "0 <= x", "sturm"),
    ("y > -1/5 + t/2", "y**2*(1/2 - y**2/24 + y**4/720) > 1, y > x, x >= 1/10, t > 3.1, t < 3.15", "sturm"),
    ("(x**5 + y**5)*z >= x**3*y**2*z + x**2*y**3*z", "x > 0, y > 0, z > 0", None),
    (
        "25*(a**2 + b**2 + c**2)*(x**2 + y**2 + z**2) <= (6*(a**3 + b**3 + c**3) + 1)*(6*(x**3 + y**3 + z**3) + 1)",
        f"{POSITIVE}, x > 0, y > 0, z > 0, a + b + c = 1, x + y + z = 1",
        None,
    ),
]
# each of these near one of the true ones
FALSE = [
    ("x**5 - 2*x**3 <= 1.051", "-2 <= x, x <= 0"),
    ("x > 0", "x**9 + 12*x**5 >= 0, x**2 < 49, x**5 + 12*x**2 + 32*x >= 0"),
    ("x**120 - 2*x**60 + 0.999 >= 0", ""),
    ("2*a**2*(b + c) + 2*b**2*(c + a) + 2*c**2*(a + b) >= a**3 + b**3 + c**3 + 9.1*a*b*c", SIDES),
    ("a/(b + c) + b/(c + a) + c/(a + b) >= 1.01*(a + b + c)**2", f"{POSITIVE}, 2*(a*b + b*c + c*a) = 1"),
    (
        "4*x**2 - 21/10*x**4 + 1/3*x**6 + x*y - 4*y**2 + 4*y**4 >= -1.03",
        "-2 <= x, x <= 2, -2 <= y, y <= 2",
    ),
    ("u*u + v*v + w*w + x*x + y*y + z*z >= 6.01", "u*v*w*x*y*z >= 1"),
    (
        "(4/x + 1/y + 9/z)*(4/a + 1/b + 9/c) >= 145",
        f"{POSITIVE}, x > 0, y > 0, z > 0, x + y + z = 3, a + b + c = 3",
    ),
    ("9*x*(10 + 28*x + 7*x**2)/(20*x**3 + 6.9 + 210*x**2 + 168*x) <= x**(1/3)", "0 <= x"),
    ("sqrt(x)*(1 + x) <= x**(1/3) + x**2 - 1/5", "0 <= x"),
    ("y > 1/5 + t/2", "y**2*(1/2 - y**2/24 + y**4/720) > 1, y > x, x >= 1/10, t > 3.1, t < 3.15"),
    ("y > -1/5 + t/2", "y**2*(1/2 - y**2/24 + y**4/720) > 1, y > x, t > 3.1, t < 3.15"),
    ("x*y*z*a*b*c <= 0.99", f"{POSITIVE}, x > 0, y > 0, z > 0, x + y + z = 3, a + b + c = 3"),
]


@pytest.mark.parametrize(("claim", "where", "rule"), TRUE)
def test_what_is_true_is_shown(claim: str, where: str, rule: str | None) -> None:
    found = prove(parse_claim(claim, where), effort=EFFORT)
    assert found.proved, found.reason
    assert rule is None or f"'rule': '{rule}'" in str(found.certificate)


@pytest.mark.parametrize(("claim", "where"), FALSE)
def test_what_is_nearly_true_is_not(claim: str, where: str) -> None:
    assert not prove(parse_claim(claim, where), effort=EFFORT // 16).proved


def test_boxes_are_halved_until_coefficients_decide() -> None:
    # of degrees that are too high for squares to be tried first
    claim = "4*x**2 - 21/10*x**4 + 1/3*x**6 + (x - 3)*y - 4*y**2 + 4*y**4 + (x**14 + y**8)/10**5"
    where = "-0.5 <= x, x <= 1, -2 <= y, y <= 1"
    found = prove(parse_claim(f"{claim} > -3.4", where), effort=EFFORT)
    assert found.proved and "bernstein" in str(found.certificate)
    assert prove(parse_claim(f"{claim} > -3.35", where), effort=EFFORT).refuted


def test_cuts_lie_between_the_zeros() -> None:
    p = fmpq_poly([fmpq(2), fmpq(-3), 1]) * fmpq_poly([-2, 0, 1])  # 1, 2 and the roots of 2
    assert between(p) == [fmpq(-1), fmpq(5, 4), fmpq(3, 2)]
    assert between(fmpq_poly([1, 0, 1])) == []


def test_cuts_are_found_between_zeros_that_are_very_close() -> None:
    near = fmpq(141421356237309504880168872420969807857, 10**38)
    (cut, other) = between(fmpq_poly([-2, 0, 1]) * fmpq_poly([-near, 1]))
    assert cut**2 < 2 < other**2 and 0 < other < near
