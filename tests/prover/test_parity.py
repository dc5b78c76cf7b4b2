"""Claims on the negative half-line are decided as their mirror images are."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import dptheory
from dptheory.kernel.real import Term, apply, enclose, num, parse_term, print_term, substitute, var
from dptheory.prover.substitution.parity import EVEN, ODD, Mirror

TERMS = st.recursive(
    st.sampled_from([var("x"), var("z"), num(2), num(-3), -var("x")]),
    lambda inner: st.one_of(
        st.builds(apply, st.sampled_from(["add", "sub", "mul", "div"]), inner, inner),
        st.builds(apply, st.sampled_from(sorted((EVEN | ODD) - {"asin"}) + ["exp", "neg"]), inner),
        st.builds(lambda t, k: t ** num(k), inner, st.integers(1, 3)),
    ),
    max_leaves=6,
)


@given(TERMS)
def test_a_mirrored_term_has_the_same_values(t: Term) -> None:
    image = Mirror("x", "y").term(t)
    assert "x" not in image.names
    point = {"x": num(-1) / 3, "z": num(1) / 4}
    here = enclose(substitute(t, point), {})
    there = enclose(substitute(image, {**point, "y": num(1) / 3}), {})
    assert not (here.is_finite() and there.is_finite()) or here.overlaps(there)


def test_signs_are_drawn_out() -> None:
    mirror = Mirror("x", "y")
    assert print_term(mirror.term(parse_term("cos(2*x) + sin(x**3)*x**2"))) == "cos(2*y) - sin(y**3)*y**2"
    assert [op for op, _, _ in mirror.simpler] == ["cos", "sin"]


@pytest.mark.parametrize(
    ("claim", "where"),
    [
        ("1 + 2/pi*x <= cos(x)", "-pi/2 <= x <= 0"),  # its mirror image alone was proved
        ("cosh(x) >= 1 + x**2/2", "x <= 0"),
        ("erf(x) >= 2/sqrt(pi)*x", "x <= 0"),
        ("sin(x)/x >= 2/pi", "-pi/2 <= x < 0"),
    ],
)
def test_true_claims_of_negative_numbers_are_proved(claim: str, where: str) -> None:
    assert dptheory.prove(claim, where=where).proved


@pytest.mark.parametrize(
    ("claim", "where"),
    [("1 + 63/100*x <= cos(x)", "-pi/2 <= x <= 0"), ("1 + 2/pi*x <= cos(x)", "-pi/2 - 1/10 <= x <= 0")],
)
def test_their_false_twins_are_refuted(claim: str, where: str) -> None:
    assert dptheory.prove(claim, where=where).refuted
