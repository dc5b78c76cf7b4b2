"""Nodes of every rule whose parameters lie at the corners of its side conditions, made at random from a seed.

A maker gives a sequent and a node's fields, without the nodes below it. Those of rules that decide by themselves, and
of analysis, are in `deciding`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from dptheory.kernel.real.claims import relation
from dptheory.kernel.real.facts import FACTS, lemmas
from dptheory.kernel.real.grammar import print_term
from dptheory.kernel.real.terms import subterms

from .deciding import archimedean, box, exact, induction, mvt, poly, sturm
from .making import INTEGERS, LEMMAS, OPS, PARTIAL, REALS, TOTAL, Made, Maker, Node

NUMBERS: Final = ("4", "-3", "5", "10*x", "pi/2", "1/10", "3/2", "-(7/2)", "3*n", "1")


def plain(m: Maker) -> Made:
    return m.sequent(), {}


def both(m: Maker) -> Made:
    return m.sequent(f"{m.term()} {m.chance.choice(('=', '=', *OPS))} {m.term()}"), {}


def apart(m: Maker) -> Made:
    goal = f"{m.term()} {m.chance.choice(('!=', '!=', *OPS))} {m.term()}"
    return m.sequent(goal), {"side": m.chance.choice(("below", "above"))}


def stated(m: Maker) -> Made:
    said = m.relation()
    return m.sequent(), {"relation": said.replace("x", "w") if m.one_in(12) and "exp" not in said else said}


def cases(m: Maker) -> Made:
    return m.sequent(), {"on": m.relation()}


def domain(m: Maker) -> Made:
    s = m.sequent(None, f"{m.term()} {m.chance.choice(('=', '<='))} {m.term()}", more=1)
    return s, {"term": m.term() if m.one_in(3) else m.subterm(s)}


def forget(m: Maker) -> Made:
    s = m.sequent(more=3)
    return s, {"keep": [i for i in range(len(s.hypotheses)) if m.one_in(2)]}


def let(m: Maker) -> Made:
    return m.sequent(), {"name": m.fresh("u"), "term": m.term()}


def replaced(m: Maker) -> Made:
    """By an equality of the variable; now and then of another one, or by what is no equality."""
    name = m.chance.choice("xyn")
    t = m.pick(INTEGERS) if name == "n" and m.one_in(2) else m.term()
    said = m.chance.choice((f"{name} = {t}", f"{t} = {name}"))
    if m.one_in(3):
        said = m.chance.choice((m.near(said), f"y = {name} + 1", f"n = {t}", f"{t} = y"))
    power = f"{m.chance.choice(POWERS)} {m.chance.choice(OPS)} 0".replace("n", name)
    return m.sequent(
        f"{m.term()} {m.chance.choice(OPS)} {m.term()}", said, *([power] if m.one_in(2) else [])
    ), {"variable": name, "equals": 0}


POWERS: Final = ("(-2)**n", "x**n", "(-1)**(n + 1)", "0**n", "y**(2*n)")


def generalised(m: Maker) -> Made:
    s = m.sequent(
        None, f"{m.pick(PARTIAL, POWERS)} {m.chance.choice(OPS)} 0" if m.one_in(2) else m.relation()
    )
    exponents = [print_term(t.args[1]) for t in subterms(*(r.left for r in s.hypotheses)) if t.op == "pow"]
    names = [m.fresh("u"), m.chance.choice(("u", "v", "v"))]
    if exponents and m.one_in(2):
        return s, {"terms": [[m.chance.choice(exponents), names[0]]]}
    return s, {"terms": [[m.subterm(s), name] for name in names[: m.chance.randint(1, 2)]]}


def fact(m: Maker) -> Made:
    """Of a trusted fact, rather than of a lemma."""
    found = m.chance.choice(tuple(lemmas().values()) if m.one_in(6) else FACTS)
    whole = found.integers if not m.one_in(2) else ()
    args = [
        m.pick(INTEGERS) if name in whole else m.pick(INTEGERS, REALS, TOTAL, PARTIAL, NUMBERS)
        for name in found.args.split()
    ]
    if m.one_in(2) and len(args) <= 3:
        args = m.chance.sample(("x", "y", "n"), len(args))
    return m.sequent(more=1), {"name": found.name, "args": args}


def congruence(m: Maker) -> Made:
    s = m.sequent(None, *(("x = n",) if m.one_in(2) else ()), more=1)
    if m.one_in(2):
        t = m.binder()
        args = [print_term(a) for a in relation(f"{t} = 0").left.args]
        # now and then x, n, which may be equal, for one another
        swapped = {"x": "n", "n": "x"}
        return s, {"of": t, "right": [swapped.get(a, m.alike(a)) if m.one_in(2) else a for a in args]}
    ops = (("pow", 2), ("pow", 2), ("pow", 2), ("log", 1), ("floor", 1), ("max", 2), ("sqrt", 1), ("gamma", 1), ("abs", 1))  # fmt: skip
    op, count = m.chance.choice(ops)
    left = [m.pick(INTEGERS, REALS) for _ in range(count)]
    return s, {"op": op, "left": left, "right": [{"x": "n", "n": "x"}.get(a, m.alike(a)) for a in left]}


def extreme(m: Maker) -> Made:
    terms = ", ".join(m.term() for _ in range(m.chance.randint(1, 3)))
    node: Node = {"term": m.term() if m.one_in(5) else f"{m.chance.choice(('min', 'max'))}({terms})"}
    return m.sequent(), {**node, "at": m.chance.randrange(2)} if m.one_in(2) else node


def written_out(m: Maker) -> Made:
    """As many terms as there are, or about as many."""
    t, count = m.binder(), m.chance.choice((0, 0, 1, 1, 1, 2, 3))
    node: Node = {"term": t, "count": count}
    if m.one_in(8):
        return m.sequent(more=1), {
            "term": m.chance.choice(("x - y", "n + m", "x*n", "y/x", "n**m")),
            "count": m.chance.choice((0, 0, 1)),
        }
    if m.one_in(3) and t.startswith(("sum", "prod")):
        kind, body = t.partition("(")[0], m.pick(BODIES_OF_ONE)
        low = m.chance.choice(("0", "1", "n", "m", "-1", "floor(x)", "x", "y", "sqrt(1)", "n/2"))
        high = f"{low} + {count - 1 + m.chance.choice((0, 0, 0, 1, -1))}".replace("+ -", "- ")
        node["term"] = f"{kind}({body}, j, {low}, {high})"
    if m.one_in(2):
        node["which"] = m.chance.choice(("first", "last"))
    return m.sequent(more=1), node


BODIES_OF_ONE: Final = ("j", "1/j", "y**j", "x*j + 1", "(-2)**j", "2", "x**j")


def apply(m: Maker) -> Made:
    i = m.chance.randrange(len(LEMMAS))
    images = {
        v.name: m.pick(INTEGERS) if v.integer and not m.one_in(5) else m.term() for v in LEMMAS[i].variables
    }
    return m.sequent(more=1), {"claim": i, "substitution": images}


MAKERS: Final[dict[str, Callable[[Maker], Made]]] = {
    "poly": poly, "sturm": sturm, "exact": exact, "both": both, "apart": apart, "contradiction": plain, "have": stated,
    "cases": cases, "domain": domain, "forget": forget, "let": let, "replace": replaced, "generalise": generalised, "fact": fact,
    "congruence": congruence, "extreme": extreme, "terms": written_out, "apply": apply, "mvt": mvt,
    "archimedean": archimedean, "box": box, "induction": induction,
}  # fmt: skip
TURNS: Final = (
    *MAKERS, *("fact", "mvt", "box") * 4, *("poly", "sturm", "exact") * 3, *("terms", "box", "induction") * 2,
)  # fmt: skip
"""The rules in the campaign's turns; more often those with many conditions, and those that refuse most nodes."""
