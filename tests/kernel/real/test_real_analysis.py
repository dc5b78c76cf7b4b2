"""Ways of cheating with the rules of analysis, each rejected at its place."""

from __future__ import annotations

import pytest

from dptheory.kernel.limits import KernelError
from dptheory.kernel.real.check import check

from .real_accepted import Example, combine, product


def node(rule: str, **fields: object) -> dict[str, object]:
    return {"rule": rule, **fields}


def mvt(**fields: object) -> dict[str, object]:
    return {"rule": "mvt", "variable": "x", "fresh": "t", "base": "0", "side": "below", **fields}


# name: (example, part of the message)
REJECTED: dict[str, tuple[Example, str]] = {
    "mvt with a used name": (
        Example(
            "x >= 0", "x >= 0", {"x": "1"}, mvt(fresh="x", order=combine(product(0)), slope=1, at_base=1)
        ),
        "not fresh",
    ),
    "mvt from its own variable": (
        Example("x >= 0", "", {"x": "1"}, mvt(base="x - 1", order=combine(product()), slope=1, at_base=1)),
        "base contains",
    ),
    "mvt without order": (
        Example("x >= 0", "", {"x": "1"}, mvt(order=combine(), slope=combine(product()), at_base=combine())),
        "not the goal",
    ),
    "mvt on the wrong side": (
        Example(
            "x >= 0",
            "x <= 0",
            {"x": "0"},
            mvt(side="above", order=combine(product(0)), slope=combine(product()), at_base=combine()),
        ),
        "not the goal",
    ),
    "mvt strict from nothing": (
        Example(
            "x > 0",
            "x >= 0",
            {"x": "1"},
            mvt(strict="slope", order=combine(product(0)), slope=combine(product()), at_base=combine()),
        ),
        "strict",
    ),
    "mvt strict unsaid": (
        Example(
            "x > 0",
            "x >= 0",
            {"x": "1"},
            mvt(order=combine(product(0)), slope=combine(product()), at_base=combine()),
        ),
        "'strict' is missing",
    ),
    "mvt strict base that is not": (
        Example(
            "x > 0",
            "x >= 0",
            {"x": "1"},
            mvt(strict="base", order=combine(product(0)), slope=combine(product()), at_base=combine()),
        ),
        "strict",
    ),
    "mvt over a pole": (
        Example(
            "1/x >= -1",
            "x > -1, x != 0",
            {"x": "1"},
            mvt(base="-1", order=combine(product(0)), smooth=[], slope=1, at_base=1),
        ),
        "t != 0",
    ),
    "mvt of floor": (
        Example("floor(x) <= 0", "x >= 0", {"x": "0"}, mvt(order=combine(product(0)), slope=1, at_base=1)),
        "not continuous",
    ),
    "mvt over a kink": (
        Example(
            "abs(x) <= x + 1",
            "x >= -1",
            {"x": "0"},
            mvt(base="-1", order=combine(product(0)), slope=1, at_base=1),
        ),
        "abs(t) != 0",
    ),
    "mvt of a minimum": (
        Example("min(x, 1) <= 1", "x >= 0", {"x": "0"}, mvt(order=combine(product(0)), slope=1, at_base=1)),
        "differentiated",
    ),
    "mvt of an equality": (
        Example("x = x", "x >= 0", {"x": "0"}, mvt(order=combine(product(0)), slope=1, at_base=1)),
        "inequality",
    ),
    "mvt where a root has no slope": (
        Example("sqrt(x) <= 1 + x", "x >= 0", {"x": "0"}, mvt(order=combine(product(0)), slope=1, at_base=1)),
        "2*sqrt(t) != 0",
    ),
    "mvt where an incomplete gamma has a kink": (
        Example(
            "lowergamma(1/2, x**2) <= 9",
            "x >= -1",
            {"x": "0"},
            mvt(
                base="-1",
                order=combine(product(0)),
                defined=[combine({"c": "1", "sq": ["t"]})],
                slope=1,
                at_base=1,
            ),
            [combine({"c": "1", "sq": ["x"]})],
        ),
        "t**2 > 0",
    ),
    "archimedean of a strict goal": (
        Example("x > 0", "", {"x": "1"}, node("archimedean", fresh="t", bound="0", **{"from": "0"}, then=1)),
        "<= or >= only",
    ),
    "archimedean bound that moves": (
        Example("x >= 0", "", {"x": "1"}, node("archimedean", fresh="t", bound="t", **{"from": "0"}, then=1)),
        "unknown variable",
    ),
    "box without its reason": (
        Example("x < 2", "x >= 0", {"x": "1"}, node("box", boxes={"x": ["0", "1"]}, tree=["leaf"])),
        "x <= 1",
    ),
    "box that touches": (
        Example(
            "x**2 >= 0", "-1 <= x, x <= 1", {"x": "1"}, node("box", boxes={"x": ["-1", "1"]}, tree=["leaf"])
        ),
        "decide nothing",
    ),
    "box of too few variables": (
        Example(
            "x + y < 5",
            "0 <= x, x <= 1",
            {"x": "1", "y": "1"},
            node("box", boxes={"x": ["0", "1"]}, tree=["leaf"]),
        ),
        "decide nothing",
    ),
    "box over a pole": (
        Example(
            "1/x > -5",
            "x != 0, -1 <= x, x <= 1",
            {"x": "1"},
            node("box", boxes={"x": ["-1", "1"]}, tree=[["x", "0"], "leaf", "leaf"]),
        ),
        "decide nothing",
    ),
    "box tree cut short": (
        Example(
            "x < 2",
            "0 <= x, x <= 1",
            {"x": "1"},
            node("box", boxes={"x": ["0", "1"]}, tree=[["x", "1/2"], "leaf"]),
        ),
        "left",
    ),
    "box tree too long": (
        Example(
            "x < 2", "0 <= x, x <= 1", {"x": "1"}, node("box", boxes={"x": ["0", "1"]}, tree=["leaf", "leaf"])
        ),
        "ends before",
    ),
    "box divided outside": (
        Example(
            "x < 2",
            "0 <= x, x <= 1",
            {"x": "1"},
            node("box", boxes={"x": ["0", "1"]}, tree=[["x", "1"], "leaf", 1]),
        ),
        "not inside",
    ),
    "box upside down": (
        Example("x < 2", "0 <= x, x <= 1", {"x": "1"}, node("box", boxes={"x": ["1", "0"]}, tree=["leaf"])),
        "empty box",
    ),
    "induction on a real": (
        Example(
            "x >= 0", "x >= 0", {"x": "1"}, node("induction", variable="x", **{"from": 0}, at_base=1, step=1)
        ),
        "no integer variable",
    ),
    "induction from above": (
        Example(
            "n >= 0",
            "n integer, n <= 5",
            {"n": "1"},
            node("induction", variable="n", **{"from": 0}, at_base=1, step=1),
        ),
        "is not n >=",
    ),
    "induction seen by another": (
        Example(
            "n >= 0",
            "n integer, n >= 0, n != 3",
            {"n": "1"},
            node("induction", variable="n", **{"from": 0}, at_base=1, step=1),
        ),
        "expected 1 node(s), found 0; to show: n != 3",
    ),
    "induction from a real": (
        Example(
            "n >= 0",
            "n integer, n >= 1/2",
            {"n": "1"},
            node("induction", variable="n", **{"from": 0}, at_base=1, step=1),
        ),
        "is not n >=",
    ),
    "induction forgets what n was": (
        Example(
            "n + 1/n >= 0",
            "n integer, n >= 1",
            {"n": "1"},
            node(
                "induction",
                variable="n",
                **{"from": 0},
                step=1,
                at_base=[
                    node("let", name="n", term="0"),
                    combine({"c": "1", "h": [1], "by": "1/n"}, product(c="3")),
                ],
            ),
            [node("apart", side="above", then=combine(product(0), product()))],
        ),
        "n != 0",
    ),
}


@pytest.mark.parametrize("name", REJECTED)
def test_rejected(name: str) -> None:
    example, message = REJECTED[name]
    with pytest.raises(KernelError) as caught:
        check(example.parsed(), example.certificate())
    assert message in str(caught.value), str(caught.value)
