"""Nodes of every rule whose parameters lie at the corners of its side conditions, made at random from a seed.

A maker gives a sequent and a node's fields, without the nodes below it. Variables: x and y are real, n and m integers.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Final

from dptheory.kernel.real.claims import parse_claim, relation
from dptheory.kernel.real.facts import FACTS, lemmas
from dptheory.kernel.real.grammar import print_term
from dptheory.kernel.real.sequents import Sequent, restart
from dptheory.kernel.real.terms import subterms

VARIABLES: Final = {"m": True, "n": True, "x": False, "y": False}
Node = dict[str, object]
Made = tuple[Sequent, Node]

INTEGERS: Final = (
    "n",
    "m",
    "0",
    "1",
    "2",
    "-1",
    "n + 1",
    "n - 1",
    "n + m",
    "floor(x)",
    "ceil(y)",
    "2*n",
    "-n",
    "n**2",
)
REALS: Final = (
    "x",
    "y",
    "1/2",
    "-(1/2)",
    "x + 1",
    "x - 1",
    "-x",
    "x*y",
    "n/2",
    "sqrt(1)",
    "x - x",
    "2*x",
    "x + y",
    "4/2",
    "E",
)
PARTIAL: Final = (
    "1/x", "1/n", "log(x)", "sqrt(x)", "x**y", "x**n", "y**x", "n**m", "x**(1/3)", "(-2)**x", "(-2)**n", "0**x", "0**n", "x**0",
    "x/x", "x**(n/2)", "x**(n**2)", "(x**2)**(1/2)", "tan(x)", "asin(x)", "gamma(x)", "x**-1", "n**-2", "(-1)**(2*n)", "x**floor(y)",
)  # fmt: skip
TOTAL: Final = (
    "exp(x)",
    "abs(x)",
    "min(x, y)",
    "max(n, x)",
    "sin(x)",
    "atan(y)",
    "floor(x + y)",
    "erf(x)",
    "x**2",
    "x**3",
    "cosh(x)",
    "max(x, 1, y)",
)
ENDS: Final = (
    "0",
    "1",
    "2",
    "n",
    "m",
    "n - 1",
    "n + 1",
    "x",
    "x + 1",
    "x - 1",
    "floor(x)",
    "sqrt(1)",
    "-1",
    "n/2",
    "3",
    "y",
    "max(n, 0)",
    "1/x",
)
BODIES: Final = (
    "j", "1/j", "y**j", "j*(1/x)", "1/x", "x**j", "(-2)**j", "j*log(x)", "x", "1/(j - n)", "j**x", "0**j", "j*y**x", "x**(j/2)", "j**j", "2*j + 1",
    "(1/x)**j", "floor(x)*j", "sqrt(j)", "x**(-j)", "j**n", "0", "1", "j + 1/x - 1/x", "x**(n - j)", "n**j", "gamma(j)",
)  # fmt: skip
INTEGRANDS: Final = (
    "t",
    "1/t",
    "log(x)*t",
    "y**t",
    "t**n",
    "sqrt(t)",
    "1/x",
    "x",
    "t*(1/x)",
    "t**x",
    "exp(t)",
    "1",
    "abs(t)",
    "(-2)**t",
    "t**2 - 1",
    "1/(t - x)",
    "x**t",
    "t**(1/3)",
)
OPS: Final = ("<=", "<", "=", ">=", ">", "!=")


class Maker:
    """Random pieces; the same seed makes the same ones."""

    def __init__(self, seed: str) -> None:
        self.chance = random.Random(seed)

    def pick(self, *lists: tuple[str, ...]) -> str:
        return self.chance.choice(self.chance.choice(lists))

    def one_in(self, n: int) -> bool:
        return self.chance.randrange(n) == 0

    def binder(self, depth: int = 1) -> str:
        """A sum, a product or an integral; now and then with another one within, or with equal ends."""
        kind = self.chance.choice(("sum", "sum", "prod", "integral"))
        index, bodies = ("t", INTEGRANDS) if kind == "integral" else ("j", BODIES)
        body, low, high = self.pick(bodies), self.pick(ENDS), self.pick(ENDS)
        if self.one_in(2):
            high = self.chance.choice((low, f"{low} - 1", f"{low} + 1", f"{low} + 0"))
        if depth and self.one_in(4):
            inner = self.chance.choice(("sum", "prod", "integral"))
            within, name = (self.pick(INTEGRANDS), "s") if inner == "integral" else (self.pick(BODIES), "i")
            within = within.replace("t" if inner == "integral" else "j", name) if name == "i" else within
            within, name = (within, "t") if inner == "integral" and index == "j" else (within, name)
            if inner == "integral" and index == "t":
                within, name = "s*x + s", "s"
            start, end = self.chance.choice(
                (("1", index), ("0", "n"), (index, index), ("1", "0"), (index, "n"))
            )
            if index == "t":
                start, end = self.chance.choice((("1", "n"), ("1", "0"), ("0", "1"), ("x", "x")))
            nested = f"{inner}({within}, {name}, {start}, {end})"
            body = self.chance.choice((nested, f"{index}*{nested}", f"({body})*{nested}"))
        return f"{kind}({body}, {index}, {low}, {high})"

    def term(self) -> str:
        way = self.chance.randrange(10)
        if way < 2:
            return self.binder()
        if way < 4:
            return self.pick(PARTIAL)
        if way == 4:
            a, b = self.pick(INTEGERS, REALS, PARTIAL), self.pick(INTEGERS, REALS, PARTIAL)
            return f"({a}){self.chance.choice(('+', '-', '*', '/', '**'))}({b})"
        return self.pick(INTEGERS, REALS, PARTIAL, TOTAL)

    def relation(self) -> str:
        way = self.chance.randrange(4)
        if way == 0:
            return f"{self.pick(REALS, INTEGERS)} {self.chance.choice(OPS)} {self.pick(('0', '1', '-1'))}"
        if way == 1:
            return f"{self.chance.choice('xyn')} {self.chance.choice(OPS)} {self.pick(REALS, INTEGERS)}"
        if way == 2:
            t = self.term()
            return f"{t} {self.chance.choice(('=', '<=', '>='))} {self.chance.choice((t, '0', '1', 'y'))}"
        return f"{self.term()} {self.chance.choice(OPS)} {self.term()}"

    def sequent(self, goal: str | None = None, *first: str, more: int = 2) -> Sequent:
        """A sequent with some hypotheses; its goal is known to be defined."""
        texts = [*first, *(self.relation() for _ in range(self.chance.randint(0, more)))]
        shown = relation(goal or self.relation())
        return restart(VARIABLES, tuple(map(relation, texts)), shown, LEMMAS).knowing(shown.left, shown.right)

    def alike(self, text: str) -> str:
        """Another text for the same number, now and then of another sort, or for a number nearby."""
        return self.chance.choice(
            (
                text,
                f"{text} + 0",
                f"1*({text})",
                f"({text})/1",
                f"floor({text})",
                f"abs({text})",
                f"({text}) - x + x",
                self.term(),
            )
        )

    def subterm(self, s: Sequent) -> str:
        """A subterm of hypotheses or goal, longer ones rather."""
        found = subterms(*(t for r in (s.goal, *s.hypotheses) for t in (r.left, r.right)))
        return print_term(self.chance.choice(found))


LEMMAS: Final = tuple(
    parse_claim(text, where)
    for text, where in (
        ("x**a > 0", "x > 0"),
        ("x**n*x**n >= 0", "x != 0, n integer"),
        ("x**a >= 0", "x**a < oo"),
        ("sum(x**j, j, 1, n) >= 0", "x >= 0, n >= 0, n integer"),
        ("1/x > 0", "x > 0"),
        ("sqrt(x)**2 = x", "sqrt(x) < oo"),
        ("n*(n + 1) >= 0", "n integer"),
        ("floor(n) = n", "n integer"),
        ("b**e = exp(e*log(b))", "b > 0"),
        ("exp(a) >= 1 + a", "1/a < oo"),
        ("sum(1, j, 1, n) = n", "n >= 0, n integer"),
        ("x/x = 1", "x != 0"),
    )
)


def plain(m: Maker) -> Made:
    return m.sequent(), {}


def exact(m: Maker) -> Made:
    numbers = ("0", "1", "2", "sqrt(4)", "floor(7/2)", "(-8)**(1/3)", "0**0", "8**(1/3)", "(-2)**3", "sum(j, j, 1, 3)", "sum(1/0, j, 1, 0)", "prod(j, j, 1, 0)", "max(1, 2)", "2**-1", "0**(1/2)", "(-2)**sqrt(4)", "abs(-2)", "sum((-2)**j, j, 1, 1)", "sum(j, j, 1/2, 1/2)")  # fmt: skip
    a, b = (m.chance.choice(numbers) for _ in range(2))
    return m.sequent(
        f"{m.chance.choice((a, a + ' + 0'))} {m.chance.choice(OPS)} {m.chance.choice((a, b))}", more=1
    ), {}


def both(m: Maker) -> Made:
    return m.sequent(f"{m.term()} = {m.term()}"), {}


def apart(m: Maker) -> Made:
    return m.sequent(f"{m.term()} != {m.term()}"), {"side": m.chance.choice(("below", "above"))}


def stated(m: Maker) -> Made:
    return m.sequent(), {"relation": m.relation()}


def cases(m: Maker) -> Made:
    return m.sequent(), {"on": m.relation()}


def domain(m: Maker) -> Made:
    s = m.sequent(None, f"{m.term()} {m.chance.choice(('=', '<='))} {m.term()}", more=1)
    return s, {"term": m.subterm(s)}


def forget(m: Maker) -> Made:
    s = m.sequent(more=3)
    return s, {"keep": [i for i in range(len(s.hypotheses)) if m.one_in(2)]}


def let(m: Maker) -> Made:
    return m.sequent(), {"name": "u", "term": m.term()}


def replaced(m: Maker) -> Made:
    name = m.chance.choice("xyn")
    t = m.pick(INTEGERS) if name == "n" else m.term()
    return m.sequent(
        f"{m.term()} {m.chance.choice(OPS)} {m.term()}", m.chance.choice((f"{name} = {t}", f"{t} = {name}"))
    ), {"variable": name, "equals": 0}


def generalised(m: Maker) -> Made:
    s = m.sequent(None, m.relation())
    return s, {"terms": [[m.subterm(s), f"u{i}"] for i in range(m.chance.randint(1, 2))]}


def fact(m: Maker) -> Made:
    found = m.chance.choice(m.chance.choice((FACTS, tuple(lemmas().values()))))
    whole = found.integers
    args = [
        m.pick(INTEGERS) if name in whole else m.pick(INTEGERS, REALS, TOTAL, PARTIAL)
        for name in found.args.split()
    ]
    return m.sequent(more=1), {"name": found.name, "args": args}


def congruence(m: Maker) -> Made:
    s = m.sequent(None, *(("x = n",) if m.one_in(2) else ()), more=1)
    if m.one_in(2):
        t = m.binder()
        args = [print_term(a) for a in relation(f"{t} = 0").left.args]
        # now and then x, n, which may be equal, for one another
        swapped = {"x": "n", "n": "x"}
        return s, {"of": t, "right": [swapped.get(a, m.alike(a)) if m.one_in(2) else a for a in args]}
    op, count = m.chance.choice(
        (
            ("pow", 2),
            ("pow", 2),
            ("pow", 2),
            ("log", 1),
            ("floor", 1),
            ("max", 2),
            ("sqrt", 1),
            ("gamma", 1),
            ("abs", 1),
        )
    )
    left = [m.pick(INTEGERS, REALS) for _ in range(count)]
    return s, {"op": op, "left": left, "right": [{"x": "n", "n": "x"}.get(a, m.alike(a)) for a in left]}


def extreme(m: Maker) -> Made:
    terms = ", ".join(m.term() for _ in range(m.chance.randint(1, 3)))
    node: Node = {"term": f"{m.chance.choice(('min', 'max'))}({terms})"}
    return m.sequent(), {**node, "at": m.chance.randrange(2)} if m.one_in(2) else node


def written_out(m: Maker) -> Made:
    node: Node = {"term": m.binder(), "count": m.chance.choice((0, 0, 1, 1, 1, 2, 3))}
    if m.one_in(2):
        node["which"] = m.chance.choice(("first", "last"))
    return m.sequent(more=1), node


def apply(m: Maker) -> Made:
    i = m.chance.randrange(len(LEMMAS))
    images = {v.name: m.pick(INTEGERS) if v.integer else m.term() for v in LEMMAS[i].variables}
    return m.sequent(more=1), {"claim": i, "substitution": images}


def poly(m: Maker) -> Made:
    """A goal that is a combination of the hypotheses, written otherwise."""
    s = m.sequent(None, m.relation(), m.relation(), more=1)
    gaps = [
        f"({print_term(h.oriented[1])} - ({print_term(h.oriented[2])}))" + ("**2" if h.op == "!=" else "")
        for h in s.hypotheses
    ]
    terms, summands = [], []
    for _ in range(m.chance.randint(1, 2)):
        chosen = sorted(m.chance.sample(range(len(gaps)), m.chance.randint(0, min(2, len(gaps)))))
        zero = any(s.hypotheses[i].op == "=" for i in chosen)
        entry: Node = {"c": m.chance.choice(("-1", "2")) if zero else "1", "h": chosen}
        factors = [str(entry["c"]), *(gaps[i] for i in chosen)]
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
    total = " + ".join(summands) + m.chance.choice(("", f" + ({t}) - ({t})"))
    times = [i for i, h in enumerate(s.hypotheses) if h.strict and m.one_in(3)]
    if times:
        total = f"({total})/({'*'.join(gaps[i] for i in times)})"
    shown = relation(f"{total} {m.chance.choice(('>=', '>', '='))} 0")
    return s.knowing(shown.left, shown.right).showing(shown), {"times": times, "terms": terms}


def _polynomial(m: Maker, unknown: str) -> str:
    roots = [m.chance.choice(("0", "1", "-1", "2", "1/2")) for _ in range(m.chance.randint(1, 3))]
    text = "*".join(f"({unknown} - ({r}))" + m.chance.choice(("", "**2", "**-1", "**3")) for r in roots)
    return f"({m.chance.choice(('1', '-1', '1', '2'))})*{text}"


def sturm(m: Maker) -> Made:
    unknown = m.chance.choice(("x", "x", "exp(x)", "n", "sqrt(x)", "x**y", "sum(1/x, j, 1, n)"))
    hypotheses = [
        f"{_polynomial(m, unknown)} {m.chance.choice(OPS)} 0" for _ in range(m.chance.randint(1, 3))
    ]
    goal = m.chance.choice(
        (
            f"{_polynomial(m, unknown)} {m.chance.choice(OPS)} 0",
            hypotheses[0].replace("> ", ">= "),
            f"({unknown} - 1)**2 >= 0",
            f"{unknown}/({unknown}) = 1",
        )
    )
    cuts = m.chance.choice(([], ["-1/2", "1/4", "3/4", "3/2"], ["-1/2", "1/4", "3/4", "3/2"], ["1/4"]))
    return m.sequent(goal, *hypotheses, more=0), {"use": list(range(len(hypotheses))), "cuts": cuts}


SMOOTH: Final = (
    "x**2", "exp(x) - 1 - x", "x**3", "abs(x)", "x**n", "sqrt(x)", "x**y", "max(x, 0)", "x**(1/3)", "sum(x**j, j, 1, n)", "x - log(x) - 1", "1/x", "x", "-x",
    "x + floor(y)", "min(x, 1)", "integral(x*t, t, 0, 1)", "integral(t, t, 0, x)", "integral(exp(t), t, 1, x)", "x/x - 1", "y - x", "(x - 1)**2", "n**x", "0**x", "sum(x**j, j, 0, n)",
    "sum(1/x, j, 1, n)", "prod(x, j, 1, n)", "abs(x)*x", "sin(x)", "x**2 - x", "log(x)*x", "x + 1/x - 2", "sum(x*y, j, 1, n)", "cosh(x) - 1", "sum(log(x), j, n, n - 1)",
)  # fmt: skip
BASES: Final = ("0", "1", "-1", "y", "n", "1/2", "y - 1", "2", "1/y", "sqrt(y)")


def mvt(m: Maker) -> Made:
    goal = (
        f"{m.pick(SMOOTH)} {m.chance.choice(('>=', '>', '<='))} {m.chance.choice(('0', '0', '0', '-1', 'y'))}"
    )
    node: Node = {
        "variable": "x",
        "fresh": "t",
        "base": m.pick(BASES),
        "side": m.chance.choice(("below", "above")),
    }
    if " > " in goal:
        node["strict"] = m.chance.choice(("base", "slope"))
    return m.sequent(
        goal, m.chance.choice(("x >= 0", "x > 0", "x <= 1", "x >= 1", "x <= 0", "y >= 0")), more=1
    ), node


def archimedean(m: Maker) -> Made:
    goal = f"{m.pick(SMOOTH)} {m.chance.choice(('>=', '<='))} {m.chance.choice(('0', '0', 'y', '1'))}"
    return m.sequent(goal, more=1), {
        "fresh": "t",
        "bound": m.chance.choice(("0", "1", m.term())),
        "from": m.chance.choice(("0", "1", m.term())),
    }


def box(m: Maker) -> Made:
    boxes = {"x": m.chance.choice((["0", "1"], ["-1", "1"], ["0", "0"], ["1/4", "3/4"], ["1", "2"]))}
    goal = f"{m.pick(SMOOTH, ('x + 2', 'x**2 + 1', 'exp(x) + x**2', '3 - x', '1/(x + 2)', 'x**2 - x + 1', 'floor(x) + 2', 'x*y + 3'))} {m.chance.choice(('>=', '>', '<='))} {m.chance.choice(('0', '0', '-1', '-10'))}"
    hypotheses = [f"{boxes['x'][0]} <= x", f"x <= {boxes['x'][1]}"]
    if m.one_in(2):
        boxes["y"] = ["-1/2", "1/2"]
        hypotheses += ["-(1/2) <= y", "y <= 1/2"]
    leaf = m.chance.choice(("leaf", "leaf", "bernstein", "mean", "series"))
    low, high = boxes["x"]
    at = m.chance.choice((low, high, "0"))
    last: object = {"at": at, "zeros": m.chance.choice((0, 1, 2)), "order": 4} if leaf == "series" else leaf
    middle = {"0": "1/2", "-1": "0", "1/4": "1/2", "1": "3/2"}[low] if low != high else ""
    trees: list[list[object]] = [[last], [["x", m.chance.choice(("low", "high"))], "leaf"]]
    if middle:
        trees.append([["x", middle], last, last])
    return m.sequent(goal, *hypotheses, more=1), {"boxes": boxes, "tree": m.chance.choice(trees)}


def induction(m: Maker) -> Made:
    about = (
        "2**n - n",
        "sum(1/j, j, 1, n)",
        "x**n",
        "n*(n - 1)",
        "n - m",
        "sum(y**j, j, m, n)",
        "prod(j, j, 1, n)",
        "y",
        "(1 + x)**n - 1 - n*x",
        "sum(1/x, j, 1, n)",
        "sum(j, j, 1, n) - n",
        "y**n",
        "(-1)**n",
        "sum(x**j, j, 0, n)",
        "prod(1/x, j, 1, n)",
    )
    start = m.chance.choice(("0", "1", "m", "-1", "m + 1", "floor(x)"))
    goal = (
        f"{m.pick(about)} {m.chance.choice(('>=', '>', '<=', '='))} {m.chance.choice(('0', '1', '-1', '0'))}"
    )
    more = m.chance.choice(
        ((), (), ("n <= m",), ("n <= 5",), ("x >= 0",), ("n != 3",), ("x > -1",), ("1/n > 0",))
    )
    return m.sequent(goal, f"n >= {start}", *more, more=0), {"variable": "n", "from": 0}


MAKERS: Final[dict[str, Callable[[Maker], Made]]] = {
    "poly": poly, "sturm": sturm, "exact": exact, "both": both, "apart": apart, "contradiction": plain, "have": stated,
    "cases": cases, "domain": domain, "forget": forget, "let": let, "replace": replaced, "generalise": generalised, "fact": fact,
    "congruence": congruence, "extreme": extreme, "terms": written_out, "apply": apply, "mvt": mvt,
    "archimedean": archimedean, "box": box, "induction": induction,
}  # fmt: skip
