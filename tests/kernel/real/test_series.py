"""Series, faces and middles of boxes, and points of terms: what they show is so, what they do not is refused."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from flint import arb, ctx, fmpq

from dptheory.kernel.limits import KernelError
from dptheory.kernel.real import analysis
from dptheory.kernel.real.calculus import derivative
from dptheory.kernel.real.check import check, check_failure
from dptheory.kernel.real.claims import parse_claim
from dptheory.kernel.real.enclosures import enclose
from dptheory.kernel.real.grammar import parse_term
from dptheory.kernel.real.series import quotient, taylor, vanishes
from dptheory.kernel.real.terms import Term
from dptheory.prover.certificates import certificate

TERMS = (
    "exp(x)*sin(x)/(1 + x**2)",
    "log(2 + x) - sqrt(3 + x)",
    "atan(x)**3 + cos(2*x)",
    "tan(x/3) - tanh(x)*sinh(x)",
    "asin(x/4)*acos(x/5) + erf(x)",
    "(3 + x)**(1/3) + (4 + x)**x",
    "abs(x - 3)*erfc(x) + cosh(x)/pi",
    "1/(x - 5)**3 + E**x",
)


def derivatives(t: Term, order: int) -> list[Term]:
    found = [t]
    for _ in range(order):
        found.append(derivative(found[-1], "x"))
    return found


def balls_contain(made: Callable[..., list[arb]], text: str, seed: int) -> bool:
    """Whether the balls on random intervals meet the derivatives' at random points of them."""
    chance = random.Random(f"{text} {seed}")
    t = parse_term(text)
    known = derivatives(t, 3)
    for _ in range(6):
        low = fmpq(chance.randrange(-60, 60), 64)
        high = low + fmpq(chance.randrange(0, 20), 64)
        found = made(t, "x", low, high, 3, 128)
        for _ in range(4):
            x = low + (high - low) * fmpq(chance.randrange(0, 17), 16)
            factorial = 1
            for k, slope in enumerate(known):
                factorial *= max(k, 1)
                value = enclose(slope, {"x": (x, x)}, 256) / factorial
                if value.is_finite() and not found[k].overlaps(value):
                    return False
    return True


@pytest.mark.parametrize("text", TERMS)
def test_balls_contain_the_coefficients(text: str) -> None:
    assert balls_contain(taylor, text, 1)


def test_a_ball_of_the_middle_alone_is_caught() -> None:
    """A variant that forgets that the coefficients are those of every point of the interval."""

    def broken(t: Term, name: str, low: fmpq, high: fmpq, order: int, precision: int) -> list[arb]:
        middle = (low + high) / 2
        return taylor(t, name, middle, middle, order, precision)

    assert not all(balls_contain(broken, text, 1) for text in TERMS)


@pytest.mark.parametrize("text", [*TERMS, "max(x, x + 1) - min(2, x - 2)", "gamma(3 + x)"])
def test_the_series_contains_the_values(text: str) -> None:
    t, chance = parse_term(text), random.Random(text)
    for order in (0, 1, 2, 5):
        low = fmpq(chance.randrange(-60, 40), 64)
        high = low + fmpq(chance.randrange(0, 20), 64)
        ball = quotient(t, "x", low, high, (low + high) / 2, 0, order, 128)
        assert all(
            ball.overlaps(enclose(t, {"x": (x, x)}, 256))
            for x in (low + (high - low) * k / 8 for k in range(9))
        )


QUOTIENTS = (
    ("exp(x) - 1 - x", 2),
    ("x - sin(x)", 3),
    ("log(1 + x) - x", 2),
    ("1 - cos(x)", 2),
    ("tan(x) - x", 3),
)


def quotients_contain(made: Callable[..., arb], seed: int) -> bool:
    chance = random.Random(seed)
    for text, zeros in QUOTIENTS:
        t = parse_term(text)
        for order in (zeros, zeros + 1, zeros + 4):
            low = fmpq(chance.randrange(-30, 20), 64)
            high = low + fmpq(chance.randrange(1, 12), 64)
            ball = made(t, "x", low, high, fmpq(0), zeros, order, 128)
            for k in range(9):
                x = low + (high - low) * fmpq(k, 8)
                if x != 0:
                    value = enclose(t, {"x": (x, x)}, 256)
                    with ctx.workprec(256):
                        if not ball.overlaps(value / arb(x) ** zeros):
                            return False
    return True


def test_quotients_contain_the_values() -> None:
    assert all(quotients_contain(quotient, seed) for seed in range(20))


def test_a_quotient_without_its_remainder_is_caught() -> None:
    def broken(t: Term, name: str, low: fmpq, high: fmpq, at: fmpq, zeros: int, order: int, bits: int) -> arb:
        return taylor(t, name, at, at, order, bits)[zeros]

    assert not all(quotients_contain(broken, seed) for seed in range(20))


@pytest.mark.parametrize(("text", "zeros"), QUOTIENTS)
def test_the_order_of_a_zero_is_exact(text: str, zeros: int) -> None:
    t = parse_term(text)
    assert vanishes(t, "x", fmpq(0), zeros)
    assert not vanishes(t, "x", fmpq(0), zeros + 1)
    assert not vanishes(t, "x", fmpq(1, 8), 1)


def prove(claim: str, where: str, tree: list[object], point: str = "1/2", boxes: object = None) -> str:
    c = parse_claim(claim, where)
    names = {v.name: fmpq(*map(int, point.split("/"))) for v in c.variables}
    boxes = boxes or {name: ["0", "1"] for name in names}
    proof = {"rule": "box", "boxes": boxes, "tree": tree}
    return check(c, certificate(c, names, proof)).status


UNIT = "0 <= x, x <= 1"
SQUARE = "0 <= x, x <= 1, 0 <= y, y <= 1"


def leaf(at: str, zeros: int, order: int) -> dict[str, object]:
    return {"at": at, "zeros": zeros, "order": order}


@pytest.mark.parametrize(
    ("claim", "where", "tree"),
    [
        ("exp(x) >= 1 + x + x**2/2", UNIT, [leaf("0", 3, 3)]),
        ("x - sin(x) >= 0", UNIT, [leaf("0", 3, 4)]),
        ("sin(x) < x", "0 < x, x <= 1", [leaf("0", 3, 4)]),
        ("exp(x) < 3", UNIT, [["x", "1/2"], leaf("1/4", 0, 4), leaf("3/4", 0, 4)]),
        ("2*x <= pi*sin(x)", UNIT, [leaf("0", 1, 4)]),
        ("x*y + x + exp(y) >= 1", SQUARE, [["x", "low"], ["y", "low"], "leaf"]),
        ("x*y - x <= 2*y", SQUARE, [["y", "low"], ["x", "low"], "leaf"]),
        ("x**2 - x*y + y**2 < 6", SQUARE, ["mean"]),
    ],
)
def test_what_is_so_is_shown(claim: str, where: str, tree: list[object]) -> None:
    assert prove(claim, where, tree) == "proved"


@pytest.mark.parametrize(
    ("claim", "where", "tree", "why"),
    [
        ("exp(x) >= 1 + x + x**2", UNIT, [leaf("0", 2, 3)], "decides nothing"),
        ("exp(x) >= 1 + x + x**2/2", UNIT, [leaf("0", 4, 4)], "no zero of order 4"),
        ("exp(x) > 1 + x + x**2/2", UNIT, [leaf("0", 3, 3)], "equal at 0"),
        ("x - sin(x) >= 0", "-1 <= x, x <= 1", [leaf("0", 3, 4)], "decides nothing"),
        ("abs(x) >= 0", "-1 <= x, x <= 1", [leaf("0", 0, 2)], "analytic"),
        ("sqrt(x) >= x**2", UNIT, [leaf("0", 0, 2)], "analytic"),
        ("floor(x) >= 0", UNIT, [leaf("0", 0, 2)], "analytic"),
        ("x >= 0", UNIT, [leaf("0", 2, 1)], "order is less"),
        ("x**2 - x >= 0", UNIT, [["x", "low"], "leaf"], "monotone"),
        ("x*y - x <= y", SQUARE, [["x", "high"], ["y", "low"], "leaf"], "monotone"),
        ("floor(x) >= 1", UNIT, [["x", "high"], "leaf"], "floor"),
        ("x**2 - x*y + y**2 < 1", SQUARE, ["mean"], "decide nothing"),
        ("sqrt(x) + sqrt(y) >= -1", SQUARE, ["mean"], "not seen to hold"),
        ("abs(x) >= 0", UNIT, [leaf("0", 61, 61)], "order of 61"),
    ],
)
def test_what_is_not_shown_is_refused(claim: str, where: str, tree: list[object], why: str) -> None:
    boxes = {"x": ["-1" if "-1 <= x" in where else "0", "1"]}
    if "y" in where:
        boxes["y"] = ["0", "1"]
    with pytest.raises(KernelError, match=why):
        prove(claim, where, tree, "3/4", boxes)


CURVE = "0 <= x, x <= 1, 0 <= y, y <= 1, x*y >= 1/2"


def test_a_face_forgets_what_was_said_of_the_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    """On the face y = 0 the condition x*y >= 1/2 fails, which says nothing of x >= 3/5, false at x = 1/2, y = 1."""
    claim, where, tree = "x + y/100 >= 3/5", CURVE, [["y", "low"], "leaf"]
    with pytest.raises(KernelError, match="decide nothing"):
        prove(claim, where, tree, "1/1")

    def forgetful(
        s: analysis.Sequent, here: analysis.Box, bits: int, name: str, *, low: bool, place: str
    ) -> object:
        end = here[name][0 if low else 1]
        return s, {**here, name: (end, end)}

    monkeypatch.setattr(analysis, "_face", forgetful)
    assert (
        prove(claim, where, tree, "1/1") == "proved"
    )  # the broken variant: the refusal above is not for nothing


def test_a_zero_that_is_not_looked_at_would_show_what_is_false(monkeypatch: pytest.MonkeyPatch) -> None:
    claim, tree = "exp(x) >= 1 + x + x**2 + x**3/12", [leaf("0", 4, 4)]
    with pytest.raises(KernelError, match="no zero"):
        prove(claim, UNIT, tree)
    monkeypatch.setattr(analysis, "vanishes", lambda *_: True)
    assert prove(claim, UNIT, tree) == "proved"


ROOT = {"rule": "fact", "name": "sqrt-square", "args": ["3"], "sides": [{"rule": "exact"}], "defined": []}


def at_root(x: str, claim: str = "x >= 0") -> object:
    c = parse_claim(claim, "x*x = 3, x >= 0")
    square = [ROOT, {"rule": "poly", "times": [], "terms": [{"c": "1", "h": [0]}]}]
    sign = {"rule": "box", "boxes": {}, "tree": ["leaf"]}
    return c, {"at": {"x": x}, "defined": [], "sides": [square, sign]}


def test_a_point_may_be_given_by_terms() -> None:
    c, point = at_root("sqrt(3)")
    proof = {"rule": "poly", "times": [], "terms": [{"c": "1", "h": [1]}]}
    assert check(c, certificate(c, point, proof)).status == "proved"
    for other in ("sqrt(2)", "-sqrt(3)", "y"):
        with pytest.raises(KernelError):
            check(c, certificate(c, at_root(other)[1], proof))


def test_a_claim_may_fail_at_a_point_of_terms() -> None:
    c, point = at_root("sqrt(3)", "x <= 1")
    fails = {"rule": "box", "boxes": {}, "tree": ["leaf"]}
    assert check_failure(c, {**point, "values": [], "fails": fails}).status == "refuted"
    for claim, x in (("x <= 2", "sqrt(3)"), ("x <= 1", "sqrt(5)")):
        c, point = at_root(x, claim)
        with pytest.raises(KernelError):
            check_failure(c, {**point, "values": [], "fails": fails})


def test_an_integer_is_at_no_other_term() -> None:
    c = parse_claim("n >= 0", "n integer, n >= 0")
    sides = [{"rule": "box", "boxes": {}, "tree": ["leaf"]}]
    with pytest.raises(KernelError, match="integer"):
        check_failure(c, {"at": {"n": "sqrt(2)"}, "defined": [], "sides": sides, "fails": {}})


@pytest.mark.parametrize("text", ["tanh(x)", "(3*x - 7)**(-5)", "1/(x**2 - 1 + 2*x**3)"])
def test_a_ball_too_wide_to_divide_by_is_refused(text: str) -> None:
    """The ball of exp(2*x) + 1 on a wide interval contains 0: a refusal, and not the library's own error."""
    with pytest.raises(KernelError):
        taylor(parse_term(text), "x", fmpq(-100), fmpq(100), 2, 64)
    claim = parse_claim(f"{text} <= 2", "-100 <= x, x <= 100")
    leaf = {"at": "0", "zeros": 0, "order": 2}
    proof = {"rule": "box", "boxes": {"x": ["-100", "100"]}, "tree": [leaf]}
    with pytest.raises(KernelError):
        check(claim, certificate(claim, {"x": fmpq(0)}, proof))
