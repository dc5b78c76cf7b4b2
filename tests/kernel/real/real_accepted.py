"""One small accepted certificate for every rule of the real kernel."""

from __future__ import annotations

from dataclasses import dataclass, field

from flint import fmpq

from dptheory.kernel.real.claims import Claim, parse_claim
from dptheory.prover.certificates import certificate


@dataclass(frozen=True)
class Example:
    """A claim and what certifies it."""

    claim: str
    where: str
    point: dict[str, object]
    proof: object
    defined: list[object] = field(default_factory=list)
    lemmas: list[object] = field(default_factory=list)

    def parsed(self) -> Claim:
        return parse_claim(self.claim, self.where)

    def certificate(self) -> dict[str, object]:
        given = self.point.items()
        point = {name: fmpq(*map(int, x.split("/"))) if isinstance(x, str) else x for name, x in given}
        return certificate(self.parsed(), point, self.proof, self.defined, self.lemmas)


def combine(*terms: dict[str, object], times: list[int] | None = None) -> dict[str, object]:
    """A `poly` node."""
    return {"rule": "poly", "times": times or [], "terms": list(terms)}


def product(*h: int, c: str = "1") -> dict[str, object]:
    """One term of `poly`."""
    return {"c": c, "h": list(h)}


def each(*terms: dict[str, object]) -> dict[str, object]:
    """That 1/j is defined for every index, which is positive by a combination."""
    shown = [{"rule": "apart", "side": "above"}, combine(*terms)]
    return {"rule": "each", "fresh": "v", "defined": [shown]}


BOX = {"rule": "box", "boxes": {}, "tree": ["leaf"]}

ACCEPTED: dict[str, Example] = {
    "poly": Example(
        "x + 1/x >= 2",
        "x > 0",
        {"x": "1"},
        combine({"c": "1", "sq": ["x - 1"]}, times=[0]),
    ),
    "poly with an equality": Example(
        "x*z <= y",
        "x = y, z = 1",
        {"x": "1", "y": "1", "z": "1"},
        combine({"c": "-1", "h": [0], "by": "z"}, {"c": "-1", "h": [1], "by": "y"}),
    ),
    "exact": Example("sqrt(4) + floor(7/2) = 5", "", {}, {"rule": "exact"}),
    "both": Example(
        "x = y",
        "x <= y, y <= x",
        {"x": "1", "y": "1"},
        {"rule": "both", "below": combine(product(0)), "above": combine(product(1))},
    ),
    "apart": Example(
        "1/(x + 1) > 0",
        "x > 0",
        {"x": "1"},
        [
            {"rule": "have", "relation": "x + 1 > 0", "proof": combine(product(0), product())},
            combine(product(), times=[1]),
        ],
        [{"rule": "apart", "side": "above", "then": combine(product(0), product())}],
    ),
    "contradiction": Example(
        "x > 0",
        "x**3 > 0",
        {"x": "1"},
        [{"rule": "contradiction"}, combine(product(0), {"c": "1", "h": [1], "sq": ["x"]})],
    ),
    "have": Example(
        "x > 1",
        "x > 3",
        {"x": "4"},
        {
            "rule": "have",
            "relation": "x > 2",
            "proof": combine(product(0), product()),
            "then": combine(product(1), product()),
        },
    ),
    "cases": Example(
        "x**2 >= x*abs(x)",
        "",
        {"x": "1"},
        {
            "rule": "cases",
            "on": "x >= 0",
            "yes": [
                {"rule": "fact", "name": "abs-of-nonnegative", "args": ["x"]},
                combine({"c": "-1", "h": [1], "by": "x"}),
            ],
            "no": [
                {"rule": "have", "relation": "x <= 0", "proof": combine(product(0))},
                {"rule": "fact", "name": "abs-of-nonpositive", "args": ["x"]},
                combine({"c": "-1", "h": [2], "by": "x"}, {"c": "2", "sq": ["x"]}),
            ],
        },
    ),
    "domain": Example(
        "x >= 0",
        "sqrt(x) <= y",
        {"x": "1", "y": "1"},
        [{"rule": "domain", "term": "sqrt(x)"}, combine(product(1))],
    ),
    "forget": Example(
        "x >= 0",
        "y > 0, x > 0",
        {"x": "1", "y": "1"},
        [{"rule": "forget", "keep": [1]}, combine(product(0))],
    ),
    "let": Example(
        "exp(x)**2 - 2*exp(x) + 1 >= 0",
        "",
        {"x": "0"},
        [
            {"rule": "let", "name": "u", "term": "exp(x)"},
            combine({"c": "1", "sq": ["exp(x) - 1"]}),
        ],
    ),
    "replace": Example(
        "exp(x) = exp(y)",
        "x = y",
        {"x": "1", "y": "1"},
        [{"rule": "replace", "variable": "x", "equals": 0}, combine()],
    ),
    "generalise": Example(
        "exp(x)*y >= 0",
        "exp(x) >= 0, y >= 0",
        {"x": "0", "y": "1"},
        [{"rule": "generalise", "terms": [["exp(x)", "u"]]}, combine(product(0, 1))],
    ),
    "fact": Example(
        "exp(x) >= x",
        "",
        {"x": "0"},
        [{"rule": "fact", "name": "exp-lower", "args": ["x"]}, combine(product(0), product())],
    ),
    "partial fact": Example(
        "x**n*x = x**(n + 1)",
        "n integer, n >= 1",
        {"n": "1", "x": "0"},
        [
            {
                "rule": "fact",
                "name": "power-add-integer",
                "args": ["x", "n", "1"],
            },
            combine({"c": "-1", "h": [1]}),
        ],
        [{"rule": "other", "then": combine(product(0), product())}],
    ),
    "congruence": Example(
        "sin(x) = sin(y)",
        "x >= y, x <= y",
        {"x": "0", "y": "0"},
        [
            {
                "rule": "congruence",
                "op": "sin",
                "left": ["x"],
                "right": ["y"],
                "sides": [{"rule": "both", "below": combine(product(1)), "above": combine(product(0))}],
            },
            combine(product(2)),
        ],
    ),
    "extreme": Example(
        "max(x, y) >= x",
        "",
        {"x": "0", "y": "0"},
        [{"rule": "extreme", "term": "max(x, y)"}, combine(product(0))],
    ),
    "extreme at": Example(
        "min(x, y) = x",
        "x <= y",
        {"x": "0", "y": "0"},
        [{"rule": "extreme", "term": "min(x, y)", "at": 0}, combine(product(1))],
    ),
    "terms last": Example(
        "sum(1/j, j, 1, n + 1) = sum(1/j, j, 1, n) + 1/(n + 1)",
        "n integer, n >= 1",
        {"n": "1"},
        [
            {
                "rule": "terms",
                "term": "sum(1/j, j, 1, n + 1)",
                "count": 1,
                "which": "last",
                "sides": [combine(product(0), {"c": "1"})],
            },
            combine(product(1)),
        ],
        [
            combine(product(0), {"c": "2"}),
            each(product(1), {"c": "1"}),
            combine(product(0), {"c": "1"}),
            each(product(1), {"c": "1"}),
            {"rule": "apart", "side": "above", "then": combine(product(0), {"c": "2"})},
        ],
    ),
    "terms": Example(
        "sum(1/j, j, n, n + 1) = 1/n + 1/(n + 1)",
        "n integer, n >= 1",
        {"n": "1"},
        [
            {"rule": "terms", "term": "sum(1/j, j, n, n + 1)", "count": 2, "sides": [combine()]},
            combine(product(1)),
        ],
        [
            combine({"c": "2"}),
            each(product(0), product(1), {"c": "1"}),
            [{"rule": "apart", "side": "above"}, combine(product(0), {"c": "1"})],
            [{"rule": "apart", "side": "above"}, combine(product(0), {"c": "2"})],
        ],
    ),
    "terms of no interval": Example(
        "integral(log(t), t, x, x) = 0",
        "x > 0",
        {"x": "1"},
        [
            {"rule": "terms", "term": "integral(log(t), t, x, x)", "count": 0, "sides": [combine()]},
            combine(product(1)),
        ],
        [combine(), {"rule": "each", "fresh": "v", "defined": [combine(product(0), product(1))]}],
    ),
    "apply": Example(
        "exp(y - 1)*y >= 0",
        "y > 1",
        {"y": "2"},
        [
            {"rule": "apply", "claim": 0, "substitution": {"x": "y - 1"}, "sides": [combine(product(0))]},
            combine(product(0, 1), product(1)),
        ],
        [],
        [
            {
                "claim": "exp(x) >= 0",
                "where": "x >= 0",
                "proof": [{"rule": "fact", "name": "exp-positive", "args": ["x"]}, combine(product(1))],
            }
        ],
    ),
    "mvt": Example(
        "exp(x) >= 1 + x",
        "x >= 0",
        {"x": "1"},
        {
            "rule": "mvt",
            "variable": "x",
            "fresh": "t",
            "base": "0",
            "side": "below",
            "order": combine(product(0)),
            "slope": [
                {"rule": "fact", "name": "exp-zero", "args": []},
                {"rule": "fact", "name": "exp-strict", "args": ["0", "t"]},
                combine(product(4), {"c": "1", "h": [3]}),
            ],
            "at_base": [{"rule": "fact", "name": "exp-zero", "args": []}, combine(product(1))],
        },
    ),
    "mvt strict by its slope": Example(
        "x - log(x) > 1",
        "0 < x < 1",
        {"x": "1/2"},
        {
            "rule": "mvt",
            "variable": "x",
            "fresh": "t",
            "base": "1",
            "side": "above",
            "strict": "slope",
            "order": combine(product(1)),
            "defined": [combine(product(0), product(2))],
            "smooth": [{"rule": "apart", "side": "above", "then": combine(product(0), product(2))}],
            "slope": [
                {"rule": "have", "relation": "t > 0", "proof": combine(product(0), product(2))},
                combine(product(3), times=[4]),
            ],
            "at_base": [{"rule": "fact", "name": "log-one", "args": []}, combine({"c": "-1", "h": [2]})],
        },
    ),
    "archimedean": Example(
        "x**2 >= 0",
        "",
        {"x": "0"},
        {
            "rule": "archimedean",
            "fresh": "t",
            "bound": "0",
            "from": "0",
            "then": combine({"c": "1", "h": [0], "sq": ["x"]}),
        },
    ),
    "sturm": Example(
        "x**5 - 2*x**3 <= 1.053",
        "-2 <= x, x <= 0",
        {"x": "0"},
        {"rule": "sturm", "use": [0, 1], "cuts": ["-1", "1"]},
    ),
    "box": Example(
        "exp(x) > x + 1/2",
        "0 <= x, x <= 1",
        {"x": "1"},
        {
            "rule": "box",
            "boxes": {"x": ["0", "1"]},
            "tree": [["x", "1/4"], "leaf", ["x", "5/8"], "leaf", "leaf"],
        },
    ),
    "a leaf by coefficients": Example(
        "3*x**2 + 1 >= 2*x",
        "0 <= x, x <= 1",
        {"x": "1"},
        {"rule": "box", "boxes": {"x": ["0", "1"]}, "tree": ["bernstein"]},
    ),
    "a leaf by a series": Example(
        "exp(x) >= 1 + x",
        "-1 <= x, x <= 1",
        {"x": "0"},
        {
            "rule": "box",
            "boxes": {"x": ["-1", "1"]},
            "tree": [["x", "1/2"], *[{"at": "0", "zeros": 2, "order": 4}] * 2],
        },
    ),
    "a leaf by the middle": Example(
        "x**2 + y**2 + 1/2 > x*y",
        "-(1/8) <= x, x <= 1/8, -(1/8) <= y, y <= 1/8",
        {"x": "0", "y": "0"},
        {"rule": "box", "boxes": {"x": ["-1/8", "1/8"], "y": ["-1/8", "1/8"]}, "tree": ["mean"]},
    ),
    "a face of a box": Example(
        "x + y**2 >= -1/8",
        "0 <= x, x <= 1, -(1/4) <= y, y <= 1/4",
        {"x": "0", "y": "0"},
        {
            "rule": "box",
            "boxes": {"x": ["0", "1"], "y": ["-1/4", "1/4"]},
            "tree": [["x", "low"], ["y", "0"], "leaf", "leaf"],
        },
    ),
    "a point by terms": Example(
        "x <= 2",
        "x = sqrt(2)",
        {"at": {"x": "sqrt(2)"}, "sides": [combine()]},
        {
            "rule": "have",
            "relation": "sqrt(2) <= 2",
            "proof": BOX,
            "then": combine(product(1), product(0, c="-1")),
        },
    ),
    "induction": Example(
        "2**n >= n + 1",
        "n integer, n >= 0",
        {"n": "0"},
        {
            "rule": "induction",
            "variable": "n",
            "from": 0,
            "at_base": {"rule": "exact"},
            "step": [
                {"rule": "fact", "name": "power-add", "args": ["2", "n", "1"], "sides": [{"rule": "exact"}]},
                combine({"c": "1", "h": [2]}, product(1, c="2"), product(0)),
            ],
        },
    ),
}
