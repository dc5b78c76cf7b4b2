"""Every way of cheating that a rule could let through, each rejected at its place."""

from __future__ import annotations

import pytest
from flint import fmpq

from dptheory.kernel.limits import KernelError
from dptheory.kernel.real.check import check

from .real_accepted import Example, combine, product


def node(rule: str, **fields: object) -> dict[str, object]:
    return {"rule": rule, **fields}


def fact(name: str, *args: str, **fields: object) -> dict[str, object]:
    return {"rule": "fact", "name": name, "args": list(args), **fields}


POWER_LEMMA = {
    "claim": "x >= 0",
    "where": "x**e > 1",
    "proof": [node("domain", term="x**e"), combine(product(1))],
}

# name: (example, part of the message)
REJECTED: dict[str, tuple[Example, str]] = {
    # definedness
    "root not defined": (Example("sqrt(x) >= 0", "x >= -1", {"x": "0"}, combine()), "x >= 0"),
    "root defined by less": (
        Example("sqrt(x) >= 0", "x >= -1", {"x": "0"}, combine(), [combine(product(0))]),
        "not the goal",
    ),
    "cancelled divisor": (Example("x/x = 1", "", {"x": "1"}, combine()), "x != 0"),
    "definedness by the term itself": (
        Example(
            "x/x = 1",
            "",
            {"x": "1"},
            combine(),
            [[node("contradiction"), combine({"c": "1", "h": [0], "by": "1/x"}, {"c": "1"})]],
        ),
        "x != 0",
    ),
    "log of a square": (
        Example(
            "log(x**2) = 2*log(x)", "x != 0", {"x": "1"}, [fact("log-power", "x", "2"), combine(product(1))]
        ),
        "x > 0",
    ),
    "zeroth power": (Example("x**0 = 1", "", {"x": "1"}, combine()), "x != 0"),
    "power of an integer term": (
        Example(
            "x**(n - n) = 1",
            "n integer",
            {"x": "1", "n": "1"},
            combine(),
            [node("other", then=node("exact"))],
        ),
        "exact",
    ),
    "real exponent": (Example("x**y >= 0", "x >= 0", {"x": "1", "y": "1"}, combine()), "x > 0"),
    "a new square": (Example("1 >= 0", "", {"x": "1"}, combine({"c": "1", "sq": ["1/x"]})), "variable"),
    "a new divisor in a square": (
        Example("x**2 >= 0", "", {"x": "1"}, combine({"c": "1", "sq": ["x/x*x"]})),
        "x != 0",
    ),
    "a new divisor in by": (
        Example("y >= 0", "x*y = 0", {"x": "0", "y": "1"}, combine({"c": "1", "h": [0], "by": "1/x"})),
        "x != 0",
    ),
    "undefined case": (
        Example("x > x - 1", "", {"x": "1"}, node("cases", on="1/x > 0", yes=1, no=1)),
        "x != 0",
    ),
    "undefined have": (
        Example("x > x - 1", "", {"x": "1"}, node("have", relation="log(x) > 0", proof=1, then=1)),
        "x > 0",
    ),
    "undefined let": (
        Example("1 > 0", "x >= 0", {"x": "1"}, node("let", name="u", term="sqrt(-x)", then=1)),
        "-x",
    ),
    "undefined fact": (
        Example("1 > 0", "x >= 0", {"x": "1"}, [fact("exp-positive", "1/x"), combine(product())]),
        "x",
    ),
    "forgotten reason": (
        Example("1/x > 0", "x > 0, 1/x > 0", {"x": "1"}, [node("forget", keep=[]), combine()]),
        "x != 0",
    ),
    "domain of an unknown term": (
        Example("x < 1", "", {"x": "0"}, [node("domain", term="log(x)"), 1]),
        "known",
    ),
    # poly
    "strict from non-strict": (Example("x > 0", "x >= 0", {"x": "1"}, combine(product(0))), "strict"),
    "strict from a square": (Example("x**2 > 0", "", {"x": "1"}, combine({"c": "1", "sq": ["x"]})), "strict"),
    "strict from an equality": (Example("x > 0", "x = 1", {"x": "1"}, combine(product(0))), "strict"),
    "by on an inequality": (
        Example("x*y >= 0", "x >= 0", {"x": "1", "y": "1"}, combine({"c": "1", "h": [0], "by": "y"})),
        "equality",
    ),
    "negative multiple": (Example("x >= 0", "x <= 0", {"x": "0"}, combine(product(0, c="-1"))), "c < 0"),
    "zero multiple": (Example("x >= x", "", {"x": "0"}, combine({"c": "0"})), "c is never 0"),
    "no such hypothesis": (Example("x >= 0", "x >= 0", {"x": "0"}, combine(product(1))), "below 1"),
    "negative index": (Example("x >= 0", "x >= 0", {"x": "0"}, combine(product(-1))), "below 1"),
    "times a non-strict one": (
        Example("y >= 0", "x >= 0, x*y >= 0", {"x": "1", "y": "1"}, combine(product(1), times=[0])),
        "not strict",
    ),
    "equality from inequality": (Example("x = 0", "x >= 0", {"x": "0"}, combine(product(0))), "equality"),
    "wrong combination": (Example("x >= 1", "x >= 0", {"x": "1"}, combine(product(0))), "not the goal"),
    "constants have no known sign": (
        Example("x*pi >= 0", "x >= 0", {"x": "1"}, combine(product(0))),
        "not the goal",
    ),
    "atoms of other arguments": (
        Example("exp(x) = exp(y)", "x >= y", {"x": "1", "y": "1"}, combine()),
        "not the goal",
    ),
    "huge power": (
        Example("((2**1000)**1000)*x >= 0", "x >= 0", {"x": "1"}, combine(product(0))),
        "too large",
    ),
    "not equal by poly": (Example("1/x > 0", "x > 0, x < -x", {}, combine(product(0))), ""),
    # structure
    "false exactly": (Example("sqrt(4) = 3", "", {}, node("exact")), "exact"),
    "inexact exactly": (Example("sqrt(2) > 1", "", {}, node("exact")), "exact"),
    "both for an inequality": (Example("x <= x", "", {"x": "1"}, node("both", below=1, above=1)), "equality"),
    "contradiction without reason": (
        Example("x > 0", "", {"x": "1"}, [node("contradiction"), combine(product())]),
        "not the",
    ),
    "let captures": (
        Example("x > 0", "x > 0", {"x": "1"}, [node("let", name="x", term="1"), 1]),
        "not fresh",
    ),
    "let takes pi": (Example("x > 0", "x > 0", {"x": "1"}, [node("let", name="pi", term="1"), 1]), "no name"),
    "unknown variable": (
        Example("x > 0", "x > 0", {"x": "1"}, [node("let", name="u", term="y"), 1]),
        "unknown",
    ),
    "replace by no equality": (
        Example("x > 0", "x >= 1", {"x": "1"}, [node("replace", variable="x", equals=0), 1]),
        "equality",
    ),
    "replace inside itself": (
        Example("x > 0", "x = x + 0", {"x": "1"}, [node("replace", variable="x", equals=0), 1]),
        "without x",
    ),
    "integer becomes real": (
        Example(
            "n > 0", "n = y, n integer", {"n": "1", "y": "1"}, [node("replace", variable="n", equals=0), 1]
        ),
        "integer",
    ),
    "generalised number": (
        Example("x**2 >= 0", "", {"x": "1"}, [node("generalise", terms=[["2", "u"]]), 1]),
        "number",
    ),
    "generalised too far": (
        Example(
            "log(exp(x)) > 0",
            "x > 0",
            {"x": "1"},
            [node("generalise", terms=[["exp(x)", "u"]]), 1],
            [[fact("exp-positive", "x"), combine(product(1))]],
        ),
        "u > 0",
    ),
    "generalised twice to one name": (
        Example(
            "exp(x) > sin(x)",
            "",
            {"x": "1"},
            [node("generalise", terms=[["exp(x)", "u"], ["sin(x)", "u"]]), 1],
        ),
        "not fresh",
    ),
    "unknown fact": (Example("1 > 0", "", {}, [fact("exp-negative", "1"), 1]), "unknown fact"),
    "fact without side": (
        Example("log(1) <= x", "x >= 1", {"x": "1"}, [fact("log-upper", "-x"), 1]),
        "-x > 0",
    ),
    "fact with few arguments": (Example("1 > 0", "", {}, [fact("exp-add", "1"), 1]), "argument"),
    "integer fact of a real": (
        Example("x >= 1", "x > 0", {"x": "1"}, [fact("integer-gap", "0", "x"), combine(product(1))]),
        "integer term",
    ),
    "partial fact undefined": (
        Example(
            "1 > 0", "n integer", {"n": "1"}, [fact("power-add-integer", "0", "n", "1"), combine(product())]
        ),
        "0 != 0",
    ),
    "congruence without reason": (
        Example(
            "sin(x) = sin(y)",
            "x >= y",
            {"x": "1", "y": "1"},
            [node("congruence", op="sin", left=["x"], right=["y"]), combine(product(1))],
        ),
        "x = y",
    ),
    "congruence of what is undefined": (
        Example(
            "1 > 0", "x = y", {"x": "1", "y": "1"}, [node("congruence", op="log", left=["x"], right=["y"]), 1]
        ),
        "x > 0",
    ),
    "congruence of no function": (
        Example(
            "1 > 0", "x = y", {"x": "1", "y": "1"}, [node("congruence", op="foo", left=["x"], right=["y"]), 1]
        ),
        "expected a function",
    ),
    "extreme without reason": (
        Example("min(x, y) = x", "", {"x": "1", "y": "1"}, [node("extreme", term="min(x, y)", at=0), 1]),
        "x <= y",
    ),
    "extreme beyond": (Example("1 > 0", "", {}, [node("extreme", term="max(1, 2)", at=2), 1]), "below 2"),
    "extreme of no extreme": (Example("1 > 0", "", {}, [node("extreme", term="exp(2)"), 1]), "min(...)"),
    # lemmas
    "lemma of its own": (
        Example("1 > 0", "", {}, [node("apply", claim=0, substitution={}), 1]),
        "earlier lemmas",
    ),
    "integer lemma at a half": (
        Example(
            "1/2 >= 1",
            "",
            {},
            [node("apply", claim=0, substitution={"n": "1/2"}), combine(product(0))],
            [],
            [
                {
                    "claim": "n >= 1",
                    "where": "n integer, n > 0",
                    "proof": [fact("integer-gap", "0", "n"), combine(product(1))],
                }
            ],
        ),
        "integer term",
    ),
    "lemma outside its domain": (
        Example(
            "y >= 0",
            "",
            {"y": "1"},
            [node("apply", claim=0, substitution={"x": "y"}), combine(product(0))],
            [],
            [{"claim": "x >= 0", "where": "x >= 0", "proof": combine(product(0))}],
        ),
        "y >= 0",
    ),
    "lemma where a number widens a power": (
        Example(
            "y >= 0",
            "y**2 > 1",
            {"y": "2"},
            [node("apply", claim=0, substitution={"x": "y", "e": "2"}), combine(product(1))],
            [],
            [POWER_LEMMA],
        ),
        "y >= 0",
    ),
    "face of what is no variable": (
        Example(
            "x >= 0",
            "0 <= x, x <= 1",
            {"x": "0"},
            node("box", boxes={"x": ["0", "1"]}, tree=[[["x"], "low"], "leaf"]),
        ),
        "expected a boxed variable",
    ),
    "lemma not given a variable": (
        Example("1 > 0", "", {}, [node("apply", claim=0, substitution={"x": "1"}), 1], [], [POWER_LEMMA]),
        "'e' is missing",
    ),
}


@pytest.mark.parametrize("name", REJECTED)
def test_rejected(name: str) -> None:
    example, message = REJECTED[name]
    with pytest.raises(KernelError) as caught:
        check(example.parsed(), example.certificate())
    assert message in str(caught.value), str(caught.value)


@pytest.mark.parametrize(
    ("where", "point", "message"),
    [
        ("x > 0", {"x": fmpq(0)}, "not certified to be true"),
        ("x > 0", {}, "a point gives"),
        ("x > 0", {"x": fmpq(1), "y": fmpq(1)}, "a point gives"),
        ("x > 0, x < 0", {"x": fmpq(1)}, "x < 0"),
        ("x > 0, x integer", {"x": fmpq(1, 2)}, "integer"),
        ("log(x) < 1", {"x": fmpq(-1)}, "defined"),
        ("x**x < 2", {"x": fmpq(0)}, "defined"),
        ("sqrt(x) != 0", {"x": fmpq(0)}, "true"),
    ],
)
def test_no_point_known(where: str, point: dict[str, fmpq], message: str) -> None:
    texts = {name: str(x) for name, x in point.items()}
    example = Example("x >= x", where, texts, combine())
    with pytest.raises(KernelError, match="no point known") as caught:
        check(example.parsed(), example.certificate())
    assert message in caught.value.message
