"""Numbers and points beside *unknown*: affirmed by the kernel, or not printed."""

from __future__ import annotations

import re

import pytest
from flint import fmpq

from dptheory.kernel import check_witness, recheck
from dptheory.kernel.real import Claim, check_point, claim_of, num, parse_claim
from dptheory.prover import prove, refute, tighten
from dptheory.prover.affirmed import greatest, nearest
from dptheory.prover.budget import Budget

EFFORT = 5_000_000


def _with(claim: Claim, c: fmpq) -> Claim:
    images = {"c": num(c)}
    made = [r.substituted(images) for r in claim.conditions]
    return claim_of(made, claim.relation.substituted(images), claim.integers)


def test_a_best_constant_lost_on_a_diagonal_is_found() -> None:
    """Once: "about 9.3345229e-61; it seems to be 0"."""
    where = "n >= 1, a <= y, y <= b, a <= m, m <= b, a < b"
    found = tighten(parse_claim("abs(y - m)/n <= c*(b - a)", where), "c")
    assert found.certified and found.closed_form == "1"
    recheck(found.certificate)


@pytest.mark.parametrize(
    ("claim", "where", "best"),
    [
        # once: "1/x is not defined on the whole domain: not at x = 0"
        ("1/x <= c", "x >= c, c > 0", "1"),
        ("x*exp(-x) <= c", "x >= c, c > 0", "exp(-1)"),
    ],
)
def test_a_domain_that_depends_on_the_constant_is_kept(claim: str, where: str, best: str) -> None:
    found = tighten(parse_claim(claim, where), "c")
    assert found.certified and found.closed_form == best
    recheck(found.certificate)


def test_a_large_best_constant_is_not_called_none() -> None:
    """Once: "no constant seems to do: it would have to be beyond 10**9"."""
    found = tighten(parse_claim("1/x <= c", "x >= 10**(-40)"), "c")
    assert found.closed_form == "1" + "0" * 40


@pytest.mark.parametrize(
    ("claim", "where"),
    [
        ("x/y <= c", "x > 0, y > 0"),
        ("exp(x) <= c", "x >= 0"),
        ("1/(x - 1) <= c*x", "x > 1"),
        ("x <= c*y", "x >= 0, y >= x**2, y <= 1"),  # once: "it seems to be 1024"
        ("x**2*sin(x)**2 <= c*x", "x >= 1"),
    ],
)
def test_what_is_said_of_an_unknown_constant_is_true(claim: str, where: str) -> None:
    made = parse_claim(claim, where)
    found = tighten(made, "c", effort=EFFORT)
    said = re.search(r"every c below ([\d.]+) fails at (.+?); none is shown to do", found.reason)
    assert not found.certified and said is not None, found.reason
    end = fmpq(*map(int, _ratio(said[1])))
    point = {name: fmpq(*map(int, _ratio(x))) for name, x in (p.split(" = ") for p in said[2].split(", "))}
    for c in (end * fmpq(999, 1000), end / 2, fmpq(-1)):
        check_witness(_with(made, c), point)
    assert "seems" not in found.reason and "about" not in found.reason


def _ratio(text: str) -> tuple[int, int]:
    if "." in text:
        whole, _, digits = text.partition(".")
        return int(whole + digits), 10 ** len(digits)
    top, _, bottom = text.partition("/")
    return int(top), int(bottom or 1)


def test_without_a_constant_that_is_tried_nothing_is_said_of_all_of_them() -> None:
    """Once "not defined whatever c is", of a side that is defined for c > 5000."""
    found = tighten(parse_claim("log(c - 5000) >= x", "x <= 1"), "c", effort=EFFORT)
    assert "whatever" not in found.reason and "tried" in found.reason


def test_an_underflow_is_not_printed_as_a_difference() -> None:
    """Once "closest at u = 1001, where the sides differ by 0.0e+00 of their size", or by -1.0e+00."""
    claim = parse_claim("erfc(u) >= exp(-u**2)/(2*u*sqrt(pi) + sin(u)) - exp(-3*u*u)", "u >= 1")
    points = [{"u": fmpq(1001)}, {"u": fmpq(4)}, {"u": fmpq(0)}]
    said = nearest(claim, points, Budget(10**6))
    assert isinstance(said, str) and "closest at u = 4," in said and "(2 points looked at)" in said
    assert float(re.search(r"at most (\S+) of", said)[1]) == pytest.approx(0.295, rel=0.01)  # type: ignore[index]
    # erfc(u) is exp(-u**2)/(u*sqrt(pi)) far out: twice the right side
    assert "at most 0.334 of" in str(nearest(claim, points[:1], Budget(10**6)))


@pytest.mark.parametrize(
    ("claim", "where", "x", "words"),
    [
        ("x + sqrt(x) <= sqrt(x) + x", "x > 0", fmpq(2), "are equal"),
        ("exp(x)*exp(-x) <= 1 + exp(-exp(x))", "x > 0", fmpq(9), "agree to 300 digits"),
        ("exp(-x) <= exp(-x)*(1 + 1/10**7)", "x > 0", fmpq(10**6), "differ by at most 5e-8 of"),
        ("x >= 0", "1/x < oo", fmpq(0), ""),  # not in the domain
        ("1/x >= x", "", fmpq(0), ""),  # a side without value
    ],
)
def test_how_close_the_sides_are_is_enclosed(claim: str, where: str, x: fmpq, words: str) -> None:
    said = nearest(parse_claim(claim, where), [{"x": x}], Budget(10**6))
    assert isinstance(said, str) and words in said and bool(said) == bool(words)


def test_a_point_at_which_the_claim_fails_refutes_it() -> None:
    found = nearest(parse_claim("exp(-x) <= 0", "x > 0"), [{"x": fmpq(10**6)}], Budget(10**6))
    assert not isinstance(found, str) and found.verdict.status == "refuted"


def test_the_greatest_ratio_is_a_lower_bound() -> None:
    domain = parse_claim("exp(n) <= n", "n >= 1")
    said = greatest(domain, [{"n": fmpq(10**6)}, {"n": fmpq(0)}, {"n": fmpq(2)}], Budget(10**6))
    assert said.startswith("; sampled: the ratio is at least 1e300 at n = 1000000 (2 points")
    # a ratio with too many digits for a rational number would end the process
    for left, right in (("exp(-n**2)", "exp(-n**3)"), ("exp(-n**3)", "exp(-n**2)")):
        large = parse_claim(f"{left} <= {right}", "n >= 1")
        assert "sampled" in greatest(large, [{"n": fmpq(10**9)}], Budget(10**6))
    tiny = parse_claim("exp(-exp(n)) <= 2*exp(-exp(n)) + exp(-exp(2*n))", "n >= 1")
    assert "at most 0.334" in str(nearest(tiny, [{"n": fmpq(100)}], Budget(10**6)))


@pytest.mark.parametrize(
    ("claim", "where"),
    [
        ("erfc(u)*(1 + sin(u**2)/10**20) <= exp(-u**2)*(1 + cos(u)*sin(u)/10**3)", "u >= 0"),
        ("exp(-n)*sin(n)**2 <= exp(-n)*(1 - 1/10**9)", "n >= 1, n integer"),
        ("log(log(x) + 3) <= sqrt(x) + gamma(x)/10 - 1/5", "x >= 2"),
    ],
)
def test_the_point_that_is_named_is_in_the_domain(claim: str, where: str) -> None:
    made = parse_claim(claim, where)
    for found in (prove(made, effort=400_000), refute(made, effort=100_000)):
        assert found.verdict.status == "unknown"
        named = re.search(r"closest at ((?:\w+ = [-\d/]+,? ?)+)where", found.reason)
        if named is None:
            assert "differ" not in found.reason
            continue
        point = dict(part.strip().split(" = ") for part in named[1].strip(", ").split(","))
        check_point(made, {name: fmpq(*_ratio(x)) for name, x in point.items()})
        assert "e+00" not in found.reason and "differ by -" not in found.reason
