"""Nodes of the rules that decide by themselves, and of analysis: right ones, and ones in which a little was changed.

What is changed mostly makes the rule refuse; a rule without one of its conditions does not.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from typing import Final

from dptheory.kernel.real.claims import relation
from dptheory.kernel.real.grammar import print_term

from .making import OPS, Made, Maker, Node
from .values import value

NUMBERS: Final = (
    "0", "1", "2", "sqrt(4)", "floor(7/2)", "(-8)**(1/3)", "0**0", "8**(1/3)", "(-2)**3", "sum(j, j, 1, 3)", "sum(1/0, j, 1, 0)",
    "prod(j, j, 1, 0)", "max(1, 2)", "2**-1", "0**(1/2)", "(-2)**sqrt(4)", "abs(-2)", "sum((-2)**j, j, 1, 1)", "sum(j, j, 1/2, 1/2)",
    "integral(t, t, 0, 1)", "integral(t, t, 1, 1)", "sqrt(2)", "gamma(5/2)", "gamma(3)", "exp(0)", "log(2)", "sqrt(1/4)", "2**(1/2)",
)  # fmt: skip


def exact(m: Maker) -> Made:
    a, b = (m.chance.choice(NUMBERS) for _ in range(2))
    goal = f"{m.chance.choice((a, a + ' + 0'))} {m.chance.choice(OPS)} {m.chance.choice((a, b, '1', '0'))}"
    return m.sequent(goal, more=1), {}


def poly(m: Maker) -> Made:
    """A goal that is a combination of the hypotheses, written otherwise; or nearly."""
    if m.one_in(4):
        return _divided(m)
    if m.one_in(4):
        return _single(m)
    s = m.sequent(None, m.relation(), m.relation(), more=1)
    gaps = [f"({print_term(h.oriented[1])} - ({print_term(h.oriented[2])}))" for h in s.hypotheses]
    gaps = [g + "**2" * (h.op == "!=" and not m.one_in(3)) for g, h in zip(gaps, s.hypotheses, strict=True)]
    odd = m.one_in(2)
    terms, summands = [], []
    for _ in range(m.chance.randint(1, 2)):
        chosen = sorted(m.chance.sample(range(len(gaps)), m.chance.randint(0, min(2, len(gaps)))))
        zero = any(s.hypotheses[i].op == "=" for i in chosen) or (odd and m.one_in(2))
        entry: Node = {"c": m.chance.choice(("-1", "2", "0") if zero else ("1", "1", "1/2")), "h": chosen}
        factors = [f"({entry['c']})", *(gaps[i] for i in chosen)]
        if zero and m.one_in(2):
            entry["by"] = m.term()
            factors.append(f"({entry['by']})")
        elif m.one_in(3):
            t = m.term()
            entry["sq"] = [t]
            factors.append(f"({t})**2")
        terms.append(entry)
        summands.append("*".join(factors))
    t = m.term()
    if odd and m.one_in(2):
        t, other = m.chance.choice((*LOOKALIKE, (t, m.near(t)), (t, m.near(t))))
    else:
        other = t
    total = " + ".join(summands) + m.chance.choice(("", f" + ({t}) - ({other})"))
    times = [i for i, h in enumerate(s.hypotheses) if (h.strict or (odd and m.one_in(3))) and m.one_in(3)]
    if times:
        total = f"({total})/({'*'.join(gaps[i] for i in times)})"
    shown = relation(f"{total} {m.chance.choice(('>=', '>', '=', '!=' if odd else '>='))} 0")
    return s.knowing(shown.left, shown.right).showing(shown), {"times": times, "terms": terms}


LOOKALIKE: Final = (
    ("x**(1/2)", "x"), ("x**(3/2)", "x**3"), ("exp(x)", "exp(y)"), ("x**y", "x**n"), ("sum(j, j, 1, n)", "sum(j**2, j, 1, n)"), ("max(x, y)", "min(x, y)"),
)  # fmt: skip
"""Terms that a normal form might take for one."""


def _single(m: Maker) -> Made:
    """A goal that is one multiple of a product of few simple hypotheses."""
    said = [f"{m.pick(SIMPLE)} {m.chance.choice(OPS)} {m.chance.choice(('0', '0', '1'))}" for _ in range(2)]
    s = m.sequent(None, *said, more=0)
    chosen, c = m.chance.choice(([], [0], [0], [0, 1])), m.chance.choice(("1", "1", "0", "-1"))
    gaps = [
        f"({print_term(s.hypotheses[i].oriented[1])} - ({print_term(s.hypotheses[i].oriented[2])}))"
        for i in chosen
    ]
    entry: Node = {"c": c, "h": chosen}
    if m.one_in(3):
        entry["by"] = m.pick(SIMPLE)
        gaps.append(f"({entry['by']})")
    t, other = m.chance.choice(LOOKALIKE) if m.one_in(3) else ("1", "1")
    total = f"{'*'.join([f'({c})', *gaps])} + ({t}) - ({other})"
    shown = relation(f"{total} {m.chance.choice(('>', '>=', '=', '!='))} 0")
    return s.knowing(shown.left, shown.right).showing(shown), {"times": [], "terms": [entry]}


SIMPLE: Final = ("x", "y", "n", "-x", "x - 1", "x*y", "y + 1")


def _divided(m: Maker) -> Made:
    """A hypothesis about a product, multiplied by what undoes a factor of it, or the goal multiplied by that."""
    d, u = (
        m.chance.choice(("x", "n", "y", "x - 1", "n + 1")),
        m.chance.choice(("y", "-y", "x - 2", "y + 1", "x*y")),
    )
    if m.one_in(3):
        op, positive = m.chance.choice((">=", "=", ">")), f"{d} {m.chance.choice(('>', '>='))} 0"
        return m.sequent(f"{u} {op} 0", f"({d})*({u}) {op} 0", positive, more=0), {
            "times": [1],
            "terms": [{"c": "1", "h": [0]}],
        }
    op = m.chance.choice(("=", ">=", ">"))
    square = op != "=" or m.one_in(2)
    entry: Node = {"c": "1", "h": [0]} | ({"sq": [f"1/({d})"]} if square else {"by": f"1/({d})"})
    goal = f"{u} {'>=' if op == '>' and m.one_in(2) else op} 0"
    return m.sequent(goal, f"({d})**{2 if square else 1}*({u}) {op} 0", more=0), {
        "times": [],
        "terms": [entry],
    }


ROOTS: Final = ("0", "1", "-1", "2", "1/2")
CUTS: Final = (("-1", "-1/2", "0"), ("0", "1/4", "1/2"), ("1/2", "3/4", "1"), ("1", "3/2", "2"))


def _polynomial(m: Maker, unknown: str, most: int) -> str:
    roots = [m.chance.choice(ROOTS) for _ in range(m.chance.randint(1, most))]
    text = "*".join(f"({unknown} - ({r}))" + m.chance.choice(("", "", "**2", "**-1", "**3")) for r in roots)
    return f"({m.chance.choice(('1', '-1', '1', '2'))})*{text}"


def sturm(m: Maker) -> Made:
    """Few roots and cuts between them all; or with cuts too few, or at roots."""
    unknowns = ("x", "x", "exp(x)", "n", "sqrt(x)", "x**y", "sum(1/x, j, 1, n)")
    unknown, most = m.chance.choice(unknowns), m.chance.choice((1, 1, 2, 3))
    about = unknown if not m.one_in(6) else "y"
    hypotheses = [
        f"{_polynomial(m, unknown, most)} {m.chance.choice(OPS)} 0"
        for _ in range(m.chance.choice((0, 1, 1, 2, 3)))
    ]
    goals = [
        f"{_polynomial(m, about, most)} {m.chance.choice(OPS)} 0",
        f"({about} - 1)**2 >= 0",
        f"{about}/({about}) = 1",
        *(h.replace("> ", ">= ") for h in hypotheses),
    ]
    goal = goals[0] if m.one_in(2) else m.chance.choice(goals)
    cuts = list[str]()
    for low, middle, high in CUTS:  # between two roots, or at one of them, or not there
        cut = m.chance.choice((middle, middle, middle, middle, low, high, ""))
        cuts += [cut] if cut and cut not in cuts else []
    return m.sequent(goal, *hypotheses, more=0), {"use": list(range(len(hypotheses))), "cuts": cuts}


SMOOTH: Final = (
    "x**2", "exp(x) - 1 - x", "x**3", "abs(x)", "x**n", "sqrt(x)", "x**y", "max(x, 0)", "x**(1/3)", "sum(x**j, j, 1, n)", "x - log(x) - 1", "1/x", "x", "-x",
    "x + floor(y)", "min(x, 1)", "integral(x*t, t, 0, 1)", "integral(t, t, 0, x)", "integral(exp(t), t, 1, x)", "x/x - 1", "y - x", "(x - 1)**2", "n**x", "0**x", "sum(x**j, j, 0, n)",
    "sum(1/x, j, 1, n)", "prod(x, j, 1, n)", "abs(x)*x", "sin(x)", "x**2 - x", "log(x)*x", "x + 1/x - 2", "sum(x*y, j, 1, n)", "cosh(x) - 1", "sum(log(x), j, n, n - 1)",
    "x**x", "uppergamma(x, x)", "integral(t - x, t, 0, x)", "integral(x - t, t, 0, 1)", "tan(x)", "sum(1, j, 1, x)", "x - floor(x)", "-1/x", "(x**2)**(1/2)", "-log(x)", "asin(x)",
)  # fmt: skip
BENT: Final = (
    "max(x, 0)", "min(x, 1)", "max(-x, 0)", "abs(x)", "abs(x) - x", "x**x", "uppergamma(x, x)", "lowergamma(x, x)", "integral(t - x, t, 0, x)", "integral(x - t, t, 0, 1)",
    "prod(x, j, 1, n)", "gamma(x + 1)", "1/x", "-1/x", "tan(x)", "x - floor(x)", "sum(1, j, 1, x)", "max(x, 1/2)", "-abs(x)", "x**(1/3)",
)  # fmt: skip
"""Where a slope might be taken for what it is not."""
BASES: Final = ("0", "1", "-1", "y", "n", "1/2", "y - 1", "2", "1/y", "sqrt(y)", "x - 1")
AT_LEAST: Final = (">=", ">=", ">", "<=", ">=", *OPS)


def _about(m: Maker, text: str, name: str) -> str:
    """The same about another variable."""
    return re.sub(r"\bx\b", name, text)


def mvt(m: Maker) -> Made:
    """Of a real variable, or of an integer one; a function is compared with its value at the base, rather."""
    name = m.chance.choice("xxxn")
    function, base = m.pick(SMOOTH, BENT), m.pick(BASES)
    start = re.sub(r"\bx\b", f"({base})", function)
    goal = f"{function} {m.chance.choice(AT_LEAST)} {m.chance.choice(('0', '0', '-1', 'y', '1', start, start, start))}"
    node: Node = {
        "variable": m.chance.choice("yw") if m.one_in(20) else name,
        "fresh": m.fresh("t"),
        "base": base,
        "side": m.chance.choice(("below", "above")),
    }
    if any(f" {op} " in goal for op in (">", "<", "!=")):
        node["strict"] = m.chance.choice(("base", "slope", "base", "slope", "base", "slope", "neither"))
    given = m.chance.choice(("x >= 0", "x > 0", "x <= 1", "x >= 1", "x <= 0", "y >= 0"))
    if m.one_in(2):
        given = f"x {'>=' if node['side'] == 'below' else '<='} {base}"
    return m.sequent(_about(m, goal, name), _about(m, given, name), more=1), node


def archimedean(m: Maker) -> Made:
    goal = f"{m.pick(SMOOTH)} {m.chance.choice(('>=', '<=', *OPS))} {m.chance.choice(('0', '0', 'y', '1'))}"
    bound, start = (m.chance.choice(("0", "1", m.term())) for _ in range(2))
    return m.sequent(goal, more=1), {"fresh": m.fresh("t"), "bound": bound, "from": start}


BOXED: Final = (
    "x + 2", "x**2 + 1", "exp(x) + x**2", "3 - x", "1/(x + 2)", "x**2 - x + 1", "floor(x) + 2", "x*y + 3", "1/(x - 3)", "(x - 1)/(x - 3)", "3 - x**y", "2 + x**n",
    "x**(3/2) + 1", "y*sqrt(x)", "x**2*y**2", "1 - x**2", "1/x", "(x - 1)**3", "x**3", "1 - cos(x)", "x - sin(x)", "abs(x - 1)", "max(x, y)", "log(x) - x + 1", "1 - x - exp(-x)", "x**2 - 1/4",
    "exp(x) - 1", "sqrt(x + 1) - 1", "abs(x)", "x*(1 - x)", "x**2*(x - 1)", "min(x, 1/2)", "x*exp(x)", "asin(x)", "1/(y + 1)", "max(x, 3, 1/2)", "max(x, 1 - x)", "(x - 2)/(x - 3)", "x/(y - 3)",
)  # fmt: skip
ENDS: Final = {
    "x": (["0", "1"], ["-1", "1"], ["0", "0"], ["1/4", "3/4"], ["1", "2"]),
    "y": (["-1/2", "1/2"], ["0", "2"]),
}


def box(m: Maker) -> Made:
    """A goal on a box; hypotheses that say less than the box, or more."""
    boxes = {"x": m.chance.choice(ENDS["x"])}
    if m.one_in(2):
        boxes["y"] = m.chance.choice(ENDS["y"])
    if m.one_in(6):
        boxes["n"] = ["0", "2"]
    written = [
        r
        for v, (low, high) in boxes.items()
        for r in (f"{low} <= {v}".replace("-1/2", "-(1/2)"), f"{v} <= {high}")
    ]
    hypotheses = [r for r in written if not m.one_in(5)]
    if m.one_in(3):
        hypotheses.append(
            m.chance.choice(("x > 0", "x != 0", "x >= y", "x > 1/2", "x < 1", "x != 1", "y > 0"))
        )
    op, function = m.chance.choice((">=", ">", "<=", ">=", ">", *OPS)), m.pick(SMOOTH, BENT, BOXED, BOXED)
    goal = f"{function} {op} {m.chance.choice(('0', '0', '-1', '1'))}"
    if (ends := _range(function, boxes)) and not m.one_in(4):
        off = m.chance.choice(
            (Fraction(0), Fraction(0), Fraction(1, 10), Fraction(-1, 10), Fraction(1), Fraction(3))
        )
        goal = f"{function} {op} {ends[0] - off if op in ('>=', '>') else ends[1] + off}"
    return m.sequent(goal, *hypotheses, more=m.chance.choice((0, 0, 1))), {
        "boxes": boxes,
        "tree": _tree(m, *boxes["x"]),
    }


def _range(function: str, boxes: Mapping[str, list[str]]) -> tuple[Fraction, Fraction] | None:
    """About the least and the greatest value on a box, at numbers of it."""
    at = {"m": [Fraction(1)], "n": [Fraction(1)], "x": [Fraction(1)], "y": [Fraction(1, 2)]}
    for name, (low, high) in boxes.items():
        width = Fraction(high) - Fraction(low)
        at[name] = (
            [Fraction(low) + width * k / 4 for k in (0, 2, 4)]
            if name == "n"
            else [Fraction(low) + width * k / 6 for k in range(7)]
        )
    names = sorted(at)
    found = [
        x.middle.limit_denominator(100)
        for place in product(*(at[name] for name in names))
        if not isinstance(x := value(function, dict(zip(names, place, strict=True)), {"n", "m"}), str)
    ]
    return (min(found), max(found)) if found else None


def _tree(m: Maker, low: str, high: str) -> list[object]:
    def leaf() -> object:
        kind = m.chance.choice(("leaf", "leaf", "bernstein", "mean", "series", "series"))
        at = m.chance.choice((low, high, "0", "1", "2", "-1"))
        return {"at": at, "zeros": m.chance.choice((0, 1, 2, 3)), "order": 4} if kind == "series" else kind

    middle = {"0": "1/2", "-1": "0", "1/4": "1/2", "1": "3/2"}[low] if low != high else "0"
    way = m.chance.randrange(4)
    if way == 0:
        return [["x", middle], leaf(), leaf()]
    if way == 1:
        return [["x", m.chance.choice(("low", "high"))], leaf()]
    return [["x", middle], leaf()] if m.one_in(12) else [leaf()]


STARTING: Final = (
    "2**n - n", "sum(1/j, j, 1, n)", "x**n", "n*(n - 1)", "n - m", "sum(y**j, j, m, n)", "prod(j, j, 1, n)", "y", "(1 + x)**n - 1 - n*x", "sum(1/x, j, 1, n)",
    "sum(j, j, 1, n) - n", "y**n", "(-1)**n", "sum(x**j, j, 0, n)", "prod(1/x, j, 1, n)", "n", "n + 1", "sin(pi*n)", "floor(n/2)", "n*(n - 1)", "(n - 1)*(n - 2)",
)  # fmt: skip


def induction(m: Maker) -> Made:
    """From where on a hypothesis says; or nearly."""
    name = m.chance.choice("nnnx")
    start = m.chance.choice(("0", "1", "m", "-1", "m + 1", "floor(x)", "y", "n - 1"))
    first = f"n >= {start}"
    if m.one_in(4):
        first = m.chance.choice(
            (
                f"n > {start}",
                f"2*n >= {start}",
                f"n + 1 >= {start}",
                f"n != {start}",
                f"m >= {start}",
                f"n = {start}",
            )
        )
    goal = f"{m.pick(STARTING)} {m.chance.choice(('>=', '>', '<=', '='))} {m.chance.choice(('0', '1', '-1', '0'))}"
    more = m.chance.choice(
        (
            (),
            (),
            ("n <= m",),
            ("n <= 5",),
            ("x >= 0",),
            ("n != 3",),
            ("x > -1",),
            ("1/n > 0",),
            ("n >= 2",),
            ("n > 1",),
        )
    )
    first, goal, *more = (re.sub(r"\bn\b", name, text) for text in (first, goal, *more))
    return m.sequent(goal, first, *more, more=0), {"variable": name, "from": 0}
