"""The rules of analysis in Coq: mean value, enclosures over boxes, induction, limits, Sturm."""

from __future__ import annotations

from ..kernel.real.analysis import _segment as segment_of
from ..kernel.real.calculus import derivative
from ..kernel.real.claims import Relation
from ..kernel.real.enclose import compare
from ..kernel.real.sequents import gap, restart
from ..kernel.real.terms import Term, num, substitute, var
from ..kernel.real.certificates import rational as read_rational
from .script import Lines, Names, Node, Script, Unsupported
from .structural import literal_powers
from .shallow import rational, said, shallow, suffix, variable
from flint import fmpq

Box = dict[str, tuple[fmpq, fmpq]]


def mvt(p: Script, n: Node) -> Lines:
    """The obligations on the closed and on the open interval become two assertions for all t there; continuity
    and the derivative follow from these."""
    strict = n.fields.text("strict") if n.sequent.goal.strict else ""
    seg = segment_of(n.sequent, n.fields)
    x, t = variable(n.fields.raw["variable"]), variable(str(seg.fresh.value))
    owed, order, inner, (slope, base) = _parts(n, seg.links, seg.fresh)
    lines, o = p.owed(owed, n), p.fresh()
    lines += p.asserted(order, n.sequent, n.names, o)
    lines += p.owed(inner, n)
    g = f"(fun {t} : R => {shallow(seg.inside)})"
    how = "_".join(["mvt", n.fields.raw["side"], *([strict] if strict else [])])
    d = derivative(seg.inside, str(seg.fresh.value))
    a, b = p.fresh(), p.fresh()
    intro = f"intros {t} {a} {b}; between."
    lines.append(f"apply gap_{suffix(n.sequent.goal)}.")
    lines.append(f"apply ({how} {g} (fun {t} : R => {shallow(d)}) {shallow(seg.base)} {x}).")
    lines.append(f"{{ {intro} smooth. }}")
    lines.append(f"{{ {intro} slope. }}")
    lines.append(f"{{ exact {o}. }}")
    lines += p.block(slope, (*n.names, a, b), intro)
    literal = literal_powers([seg.inside], {str(seg.fresh.value): seg.base})
    lines += p.block(base, n.names, " ".join(["cbv beta.", *(f"{line}." for line in literal)]))
    return lines


def _parts(n: Node, links: tuple[Relation, Relation], fresh: Term):
    """What is owed of the base, the order, what is owed on the intervals, the slope and the base."""
    name = str(fresh.value)
    first = next(i for i, t in enumerate(n.tasks) if name not in t.sequent.variables and not _is_owed(n, i))
    return n.tasks[:first], n.tasks[first], n.tasks[first + 1 : -2], n.tasks[-2:]


def _is_owed(n: Node, i: int) -> bool:
    return n.tasks[i].place.partition(n.fields.place)[2].lstrip(".").startswith("base_defined")


def box(p: Script, n: Node) -> Lines:
    lines = p.owed(n.tasks, n)
    precision = n.fields.index("precision") if n.fields.has("precision") else 64
    boxes: Box = {}
    for name, ends in sorted(n.fields.mapping("boxes").items()):
        boxes[name] = (read_rational(ends[0], ""), read_rational(ends[1], ""))
    return lines + _Tree(p, n, precision, n.fields.items("tree")).lines(boxes)


class _Tree:
    """The parts of a box, first part first."""

    def __init__(self, p: Script, n: Node, precision: int, items: list[object]) -> None:
        self.p, self.n, self.items = p, n, iter(items)
        self.options = f"i_prec {max(precision, 53)}"
        self.precision = precision

    def lines(self, here: Box, goal: Relation | None = None) -> Lines:
        item, goal = next(self.items), goal or self.n.sequent.goal
        if item == "leaf":
            return self.bounds(here) + self.leaf(here, goal)
        if item == "mean":
            return self.bounds(here) + [self.mean(here)]
        if isinstance(item, list) and item[1] in ("low", "high"):
            return self.face(here, goal, item[0], low=item[1] == "low")
        if isinstance(item, list):
            name, middle = item[0], read_rational(item[1], "")
            low, high = here[name]
            split = f"apply (cases_LE {variable(name)} {rational(middle)}); intro."
            parts = [self.lines({**here, name: ends}, goal) for ends in ((low, middle), (middle, high))]
            return [split, "{", *parts[0], "}", "{", *parts[1], "}"]
        raise Unsupported(f"the leaf {item if isinstance(item, str) else 'series'} of a box")

    def bounds(self, here: Box) -> Lines:
        return [
            f"assert ({self.p.fresh('b')} : {rational(low)} <= {variable(name)} <= {rational(high)}) by lra."
            for name, (low, high) in here.items()
        ]

    def leaf(self, here: Box, goal: Relation) -> Lines:
        """The goal, or the negation of a hypothesis."""
        by = f"enclosed ltac:(interval with ({self.options}))"
        for r, name in [(goal, ""), *((h.negated(), name) for h, name in zip(self.n.sequent.hypotheses, self.n.names, strict=True))]:
            if compare(r, here, self.precision):
                below = r.op == "!=" and compare(Relation("<", r.left, r.right), here, self.precision)
                apart = "" if r.op != "!=" else f"apply apart_{'below' if below else 'above'}; "
                if r is goal:
                    return [f"{apart}{by}."]
                false = self.p.fresh("n")
                return [f"assert ({false} : {said(r)}) by ({apart}{by}). exfalso; clear - {false} {name}; lra."]
        raise Unsupported("a leaf that is decided elsewhere")

    def mean(self, here: Box) -> str:
        names = [variable(m) for m, (low, high) in here.items() if low != high]
        split = ", ".join(f"i_bisect {m}" for m in names)
        ways = [f"interval with ({self.options}, i_autodiff {m})" for m in names]
        ways += [f"interval with ({self.options}, {split}, i_autodiff {m}, i_depth 12)" for m in names]
        return f"first [{' | '.join(ways)}]."

    def face(self, here: Box, goal: Relation, name: str, *, low: bool) -> Lines:
        """By the mean value theorem from the face on."""
        g, (a, b), t = gap(goal), here[name], variable(name)
        end = a if low else b
        how = f"mvt_{'below' if low else 'above'}{'_base' if goal.strict else ''}"
        f = f"(fun {t} : R => {shallow(g)})"
        intro = f"intros {t}_ ? ?; assert ({rational(a)} <= {t}_ <= {rational(b)}) by lra;"
        by = f"enclosed ltac:(interval with ({self.options}))"
        return [
            *([f"apply gap_{suffix(goal)}."]),
            *self.bounds(here),
            f"apply ({how} {f} (fun {t} : R => {shallow(derivative(g, name))}) {rational(end)} {t}).",
            f"{{ {intro} smooth. }}",
            f"{{ {intro} slope. }}",
            "{ lra. }",
            f"{{ {intro} {by}. }}",
            "cbv beta.",
            *self.lines({**here, name: (end, end)}, Relation(">" if goal.strict else ">=", substitute(g, {name: num(end)}), num(0))),
        ]


def archimedean(p: Script, n: Node) -> Lines:
    t = variable(n.fields.text("fresh"))
    a, b = p.fresh(), p.fresh()
    bound = n.tasks[-1].sequent.goal.right.args[0]
    start = [f"apply gap_{suffix(n.sequent.goal)}.", f"apply (archimedean _ {shallow(bound)} {shallow(n.tasks[-1].sequent.hypotheses[-2].right)}); intros {t} {a} {b}."]
    return [*p.owed(n.tasks[:-1], n), *start, *p.proof(n.tasks[-1], (*n.names, a, b))]


def sturm(p: Script, n: Node) -> Lines:
    return ["sturm."]
