"""Certificates with what few recorded ones have: leaves of boxes of all kinds, induction, polynomials on the line."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

import pytest
from flint import fmpq

from dptheory.export.certificates import theorem
from dptheory.export.shallow import shallow
from dptheory.kernel.real import num, parse_claim, parse_term, substitute
from dptheory.kernel.real.check import check
from dptheory.prover.certificates import certificate

UNIT = {"x": ["0", "1"]}
IN_UNIT = "0 <= x, x <= 1"
STURM = {"rule": "sturm", "cuts": []}
FIRST = [{"rule": "poly", "terms": [{"c": "1", "h": [0]}], "times": []}]


def box(tree: list[object], boxes: dict[str, list[str]] = UNIT) -> list[object]:
    return [{"rule": "box", "boxes": boxes, "within": [], "tree": tree}]


CASES = {
    "bernstein": ("x**2 + 1 > x", IN_UNIT, box(["bernstein"])),
    "weak": ("x**2 >= x**3", IN_UNIT, box(["bernstein"])),
    "scaled": ("x**2/3 + 1/3 >= x/2", IN_UNIT, box(["bernstein"])),
    "two_variables": (
        "1 + x*y > x - y/2",
        f"{IN_UNIT}, 1 <= y, y <= 2",
        box(["bernstein"], {"x": ["0", "1"], "y": ["1", "2"]}),
    ),
    "hypothesis": (
        "x >= 7/8",
        f"{IN_UNIT}, 2*x**2 >= x + 1",
        box([["x", "15/16"], ["x", "1/2"], "bernstein", "bernstein", "leaf"]),
    ),
    "mean": ("exp(x) - x >= 1/2", IN_UNIT, box([["x", "1/2"], "mean", "mean"])),
    "face": ("exp(x) + x > 1/2", IN_UNIT, box([["x", "low"], "leaf"])),
    "series": (
        "exp(x) >= 1 + x + x**2/2",
        IN_UNIT,
        box([{"at": "0", "zeros": 3, "order": 3}]),
    ),
    "series_below": ("1 - x >= sin(1 - x)", IN_UNIT, box([{"at": "1", "zeros": 3, "order": 3}])),
    "series_even": ("exp(x - 1) >= x", IN_UNIT, box([{"at": "1", "zeros": 2, "order": 3}])),
    "series_strict": ("x > sin(x)", f"{IN_UNIT}, x != 0", box([{"at": "0", "zeros": 3, "order": 3}])),
    "series_of_high_order": ("exp(x) >= 1 + x", IN_UNIT, box([{"at": "0", "zeros": 2, "order": 12}])),
    "series_where_the_derivative_changes_its_sign": (
        "x*sin(x) >= 0",
        "0 <= x, x <= 3/2",
        box([{"at": "0", "zeros": 2, "order": 8}], {"x": ["0", "3/2"]}),
    ),
    "series_without_a_zero": (
        "exp(x) + sinh(x) > 2*x + atan(x)/8",
        "1/4 <= x, x <= 1",
        box([{"at": "1/2", "zeros": 0, "order": 4}], {"x": ["1/4", "1"]}),
    ),
    "series_of_asin": (
        "asin(x/2) <= x",
        "1/4 <= x, x <= 1, x/2 >= -1, x/2 <= 1",
        box([{"at": "1/2", "zeros": 0, "order": 3}], {"x": ["1/4", "1"]}),
    ),
    "leaf_of_acos": ("acos(x/2) > 1 - x", f"{IN_UNIT}, x/2 >= -1, x/2 <= 1", box(["leaf"])),
    "sines_beyond_the_first_half_wave": (
        "sin(x + 51/40) + 2*sin(3) >= sin(x + 291/40)",
        "1 <= x, x <= 189/160",
        box(["leaf"], {"x": ["1", "189/160"]}),
    ),
    "mean_with_slopes_by_two_variables": (
        "sin(x + y) <= sin(x) + sin(y)",
        "3/4 <= x, x <= 1, 3/4 <= y, y <= 1",
        box(["mean"], {"x": ["3/4", "1"], "y": ["3/4", "1"]}),
    ),
    "series_of_a_root": (
        "3*log(x) >= 10*log(x**(1/3))",
        "3/4 <= x, x <= 1, x**(1/3) > 0, x >= 0, x > 0",
        box([{"at": "1", "zeros": 1, "order": 4}], {"x": ["3/4", "1"]}),
    ),
    "series_at_minus_one": (
        "exp(x + 1) >= x + 2",
        "-1 <= x, x <= 0",
        box([{"at": "-1", "zeros": 2, "order": 3}], {"x": ["-1", "0"]}),
    ),
    "zero_of_an_argument_with_pi": (
        "1 >= cos(x*pi)",
        IN_UNIT,
        box([["x", "1/10"], {"at": "0", "zeros": 2, "order": 3}, ["x", "1/2"], "leaf", "leaf"]),
    ),
    "too_many_coefficients": (
        "x**60*y**60 <= 1",
        f"{IN_UNIT}, 0 <= y, y <= 1",
        box(["bernstein"], {"x": ["0", "1"], "y": ["0", "1"]}),
    ),
    "gamma_of_three_halves": ("gamma(3/2)*x <= 9/10", IN_UNIT, box(["leaf"])),
    "tanh": ("tanh(x) <= 1", "-2 <= x, x <= 2", box(["leaf"], {"x": ["-2", "2"]})),
    "denominator_at_the_point": (
        "x <= 1",
        "x <= 1, (exp(x) - exp(-x))/(exp(x) - exp(-x)) = x",
        FIRST,
    ),
    "gamma_tail_at_the_point": ("x <= 2", "x <= 2, uppergamma(x, 4*x) <= 4*exp(1 - 4*x), x > 1/2", FIRST),
    "line": ("x**4 + 1 > x**3 - x", "", [STURM | {"use": []}]),
    "double_zero": ("x**3 + 2 >= 3*x", "x >= -1", [STURM | {"use": [0], "cuts": ["-3/2", "1/2"]}]),
}


def made(name: str, claim: str, where: str, proof: list[object], point: dict[str, int]) -> str:
    """The theorem of a certificate that the kernel accepts."""
    found = parse_claim(claim, where)
    held = certificate(found, {x: fmpq(v) for x, v in point.items()}, proof)
    assert check(found, held).status == "proved"
    return theorem(name, found, held)


@pytest.mark.parametrize(
    ("name", "derivatives"),
    [
        ("series_of_high_order", 3),  # of order 12
        ("series_where_the_derivative_changes_its_sign", 9),
        ("series_without_a_zero", 0),
    ],
)
def test_no_more_derivatives_are_written_than_are_needed(name: str, derivatives: int) -> None:
    claim, where, proof = CASES[name]
    text = made(name, claim, where, proof, {"x": 1})
    assert text.count("(fun v_x : R =>") == derivatives


def test_leaves_and_lines_compile(compiled: Path, session: ModuleType) -> None:
    some = [
        (
            name,
            made(
                name,
                claim,
                where,
                proof,
                {"x": 0 if "x <= 0" in where else 1} | ({"y": 1} if "y" in claim else {}),
            ),
        )
        for name, (claim, where, proof) in CASES.items()
    ]
    assert session.accepted(compiled, some, "Tactics") == [name for name, _ in some]


@pytest.mark.parametrize(("value", "said"), [("-1", "((- (1)) ^ 2)"), ("1/2", "((1 / 2) ^ 2)")])
def test_a_negative_number_put_into_a_power_is_its_base(value: str, said: str) -> None:
    assert shallow(substitute(parse_term("x**2"), {"x": num(fmpq(*map(int, value.split("/"))))})) == said


def test_minus_a_number_is_no_negative_number() -> None:
    assert shallow(parse_term("-1*x")) == "((- (1)) * v_x)"
