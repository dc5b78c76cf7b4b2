"""The rules of analysis in Coq: mean value, enclosures over boxes, induction, limits, Sturm."""

from __future__ import annotations

from collections.abc import Iterable

from flint import fmpq

from ..kernel.real import Relation, Task, Term, affirmed, compare, derivative, gap, num, substitute, subterms
from ..kernel.real import rational as read_rational
from ..kernel.real import segment as segment_of
from . import leaves
from .script import Lines, Node, Script, Unsupported
from .shallow import rational, said, shallow, suffix, variable
from .structural import literal_powers, summed

ROOM, WAVE = fmpq(1, 1000), fmpq(3)
Box = dict[str, tuple[fmpq, fmpq]]


def mvt(p: Script, n: Node) -> Lines:
    """The obligations on the closed and the open interval become assertions for all t there; continuity and
    the derivative follow from these."""
    strict = n.fields.text("strict") if n.sequent.goal.strict else ""
    start, name, inside, _ = segment_of(n.sequent, n.fields)
    side = str(n.fields.raw["side"])
    x, t = variable(str(n.fields.raw["variable"])), variable(name)
    if any(
        u.op in ("gamma", "uppergamma", "lowergamma") and name in u.args[0].names for u in subterms(inside)
    ):
        raise Unsupported("the derivative of a gamma function by its first argument")
    first = next(i for i, task in enumerate(n.tasks) if not _is_owed(n, task))
    owed, order, inner, (slope, base) = n.tasks[:first], n.tasks[first], n.tasks[first + 1 : -2], n.tasks[-2:]
    lines, o = p.owed(owed, n), p.fresh()
    lines += p.asserted(order, n.sequent, n.names, o)
    lines += p.owed(inner, n)
    g = f"(fun {t} : R => {shallow(inside)})"
    how = "_".join(["mvt", side, *([strict] if strict else [])])
    d = derivative(inside, name)
    a, b = p.fresh(), p.fresh()
    intro = f"intros {t} {a} {b}; between."
    lines.append(f"apply gap_{suffix(n.sequent.goal)}.")
    lines.append(f"apply ({how} {g} (fun {t} : R => {shallow(d)}) {shallow(start)} {x}).")
    lines.append(f"{{ {intro} smooth. }}")
    lines.append(f"{{ {intro} slope. }}")
    lines.append(f"{{ exact {o}. }}")
    lines += p.block(slope, (*n.names, a, b), intro)
    literal = literal_powers([inside], {name: start})
    lines += p.block(base, n.names, " ".join(["cbv beta.", *(f"{line}." for line in literal)]))
    return lines


def _is_owed(n: Node, t: Task) -> bool:
    """Whether a task is one of those that show that the base has a value."""
    return t.place.removeprefix(n.fields.place).lstrip(".").startswith("base_defined")


def box(p: Script, n: Node) -> Lines:
    lines = p.owed(n.tasks, n)
    precision = n.fields.index("precision") if n.fields.has("precision") else 64
    boxes: Box = {}
    for name, ends in sorted(n.fields.mapping("boxes").items()):
        low, high = ends if isinstance(ends, list) else (None, None)
        boxes[name] = (read_rational(low, ""), read_rational(high, ""))
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
            return [*self.bounds(here), self.mean(here)]
        if isinstance(item, list) and item[1] in ("low", "high"):
            return self.face(here, goal, item[0], low=item[1] == "low")
        if isinstance(item, list):
            name, middle = item[0], read_rational(item[1], "")
            low, high = here[name]
            split = f"apply (cases_LE {variable(name)} {rational(middle)}); intro."
            parts = [self.lines({**here, name: ends}, goal) for ends in ((low, middle), (middle, high))]
            return [split, "{", *parts[0], "}", "{", *parts[1], "}"]
        if item == "bernstein":
            return self.coefficients(here, goal)
        return [*self.bounds(here), *leaves.series(self.p, goal, here, self.precision, item)]

    def coefficients(self, here: Box, goal: Relation) -> Lines:
        """By Bernstein's basis, the goal or the negation of a hypothesis."""
        if affirmed(goal, here):
            return self.affirmed(here, goal)
        for h, name in zip(self.n.sequent.hypotheses, self.n.names, strict=True):
            if h.variables() <= here.keys() and affirmed(h.negated(), here):
                false = self.p.fresh("n")
                shown = self.affirmed(here, h.negated())
                start = f"assert ({false} : {said(h.negated())})."
                return [start, "{", *shown, "}", f"against {false} {name}."]
        raise Unsupported("a leaf that is decided elsewhere")

    def affirmed(self, here: Box, r: Relation) -> Lines:
        """By coefficients, or by an enclosure where these are too many."""
        try:
            return leaves.bernstein(self.p, r, here)
        except Unsupported:
            return [*self.bounds(here), f"enclosed ltac:(interval with ({self.options}))."]

    def bounds(self, here: Box) -> Lines:
        return [
            f"assert ({self.p.fresh('b')} : {rational(low)} <= {variable(name)} <= {rational(high)}) by lra."
            for name, (low, high) in here.items()
        ]

    def leaf(self, here: Box, goal: Relation) -> Lines:
        """The goal, or the negation of a hypothesis."""
        known = zip(self.n.sequent.hypotheses, self.n.names, strict=True)
        for r, name in [(goal, ""), *((h.negated(), name) for h, name in known)]:
            if r.variables() <= here.keys() and compare(r, here, self.precision):
                below = r.op == "!=" and compare(Relation("<", r.left, r.right), here, self.precision)
                apart = "" if r.op != "!=" else f"apply apart_{'below' if below else 'above'}; "
                sides = (r.left, r.right)
                written = [line.removesuffix(".") for line in (*summed(sides), *leaves.by_tangents(sides))]
                shown = "; ".join([*written, f"{apart}{self.enclosure(r, here)}"])
                if r is goal:
                    return [f"{shown}."]
                false = self.p.fresh("n")
                return [f"assert ({false} : {said(r)}) by ({shown}).", f"against {false} {name}."]
        raise Unsupported("a leaf that is decided elsewhere")

    def enclosure(self, r: Relation, here: Box, moved: str = "") -> str:
        """An enclosure; on parts of the box if need be where Interval's may be too wide. The variable that
        the mean value is about is called otherwise."""
        plain = f"interval with ({self.options}"
        cut = [variable(x) + "_" * (x == moved) for x, (a, b) in here.items() if a != b]
        if not cut or not self.wider(r, here):
            return f"enclosed ltac:({plain}))"
        return f"enclosed ltac:(first [{plain}) | {plain}, {', '.join(f'i_bisect {x}' for x in cut)})])"

    def wider(self, r: Relation, here: Box) -> bool:
        """Whether there is little room, or sines and their like are asked for beyond the first half wave:
        Interval's enclosures are wider there than Arb's."""

        def holds(op: str, a: Term, b: fmpq) -> bool:
            return compare(Relation(op, a, num(b)), here, self.precision) is True

        waves = [u.args[0] for u in subterms(r.left, r.right) if u.op in ("sin", "cos", "tan")]
        if any(not (holds("<=", a, WAVE) and holds(">=", a, -WAVE)) for a in waves):
            return True
        sided = r.op not in ("=", "!=")
        return sided and holds(">", gap(r), fmpq(0)) and not holds(">", gap(r), ROOM)

    def mean(self, here: Box) -> str:
        names = [variable(m) for m, (low, high) in here.items() if low != high]
        split = ", ".join(f"i_bisect {m}" for m in names)
        ways = [f"interval with ({self.options}, i_autodiff {m})" for m in names]
        ways += [f"interval with ({self.options}, {split}, i_autodiff {m}, i_depth 12)" for m in names]
        if len(names) > 1:  # Interval has slopes by one variable only
            ways.append(f"interval with ({self.options}, {split}, i_depth 24)")
        found = f"first [{' | '.join(ways)}]"
        return f"first [{found} | with_gap ltac:({found})]."

    def face(self, here: Box, goal: Relation, name: str, *, low: bool) -> Lines:
        """By the mean value theorem from the face on."""
        g, (a, b), t = gap(goal), here[name], variable(name)
        end = a if low else b
        how = f"mvt_{'below' if low else 'above'}{'_base' if goal.strict else ''}"
        f = f"(fun {t} : R => {shallow(g)})"
        at_face = Relation(">" if goal.strict else ">=", substitute(g, {name: num(end)}), num(0))
        intro = f"intros {t}_ ? ?; assert ({rational(a)} <= {t}_ <= {rational(b)}) by lra;"
        slope = derivative(g, name)
        by = self.enclosure(Relation(">=" if low else "<=", slope, num(0)), here, name)
        return [
            *([f"apply gap_{suffix(goal)}."]),
            *self.bounds(here),
            f"apply ({how} {f} (fun {t} : R => {shallow(slope)}) {rational(end)} {t}).",
            f"{{ {intro} smooth_on_box. }}",
            f"{{ {intro} slope_on_box. }}",
            "{ lra. }",
            f"{{ {intro} {by}. }}",
            "cbv beta.",
            *self.lines({x: ends for x, ends in here.items() if x != name}, at_face),  # which x is not in
        ]


def archimedean(p: Script, n: Node) -> Lines:
    t = variable(n.fields.text("fresh"))
    a, b = p.fresh(), p.fresh()
    bound = n.tasks[-1].sequent.goal.right.args[0]
    far = n.tasks[-1].sequent.hypotheses[-2].right
    start = [f"apply gap_{suffix(n.sequent.goal)}."]
    start.append(f"apply (archimedean _ {shallow(bound)} {shallow(far)}); intros {t} {a} {b}.")
    return [*p.owed(n.tasks[:-1], n), *start, *p.proof(n.tasks[-1], (*n.names, a, b))]


def _pattern(names: Iterable[str]) -> str:
    """What takes a conjunction apart that ends in True."""
    found = " & ".join([*names, "_"])
    return f"({found})" if "&" in found else found


def induction(p: Script, n: Node) -> Lines:
    """From k on: the hypotheses that speak of the variable are carried along."""
    s, i, name = n.sequent, n.fields.index("from"), n.fields.text("variable")
    x, old, k = variable(name), p.fresh("old"), s.hypotheses[i].oriented[2]
    moving = [j for j, h in enumerate(s.hypotheses) if j != i and name in h.variables()]
    carried = " /\\ ".join([f"({said(s.hypotheses[j])})" for j in moving] + ["True"])
    sort, least, rest = p.fresh("i"), p.fresh(), {j: p.fresh() for j in moving}
    now, goal = {j: p.fresh() for j in moving}, p.fresh()
    given, before = _pattern(rest.values()), _pattern(now.values())
    owed, first, then = n.tasks[:-2], n.tasks[-2], n.tasks[-1]
    again = f"assert ({least} : {said(s.hypotheses[i])}) by lra."
    texts = [t for r in (s.goal, *(s.hypotheses[j] for j in moving)) for t in (r.left, r.right)]
    lines = [
        f"assert ({sort} : isint {x}) by whole. rename {x} into {old}.",
        f"apply (induction_rule {shallow(k)} (fun {x} => {carried}) (fun {x} => {said(s.goal)})); cbv beta;",
        "[whole | | | | whole | lra | finish].",
        f"{{ intros {given}.",
        *(f"{line} in *." for line in literal_powers(texts, {name: k})),
        f"assert ({least} : {said(first.sequent.hypotheses[i])}) by lra.",
        *p.proof(first, tuple(least if j == i else rest.get(j, h) for j, h in enumerate(n.names))),
        "}",
        f"{{ intros {x} ? ? {given}. {again}",
    ]
    earlier = tuple(least if j == i else h for j, h in enumerate(n.names) if j not in rest)
    for h in (s.hypotheses[j] for j in moving):
        shown = [p.block(t, (*earlier, *rest.values())) for t in owed if t.sequent.goal == h]
        lines += [f"assert ({p.fresh('m')} : {said(h)}).", *(shown[0] if shown else ["{ assumption. }"])]
    names = tuple(least if j == i else now.get(j, h) for j, h in enumerate(n.names))
    lines += ["finish. }", f"{{ intros {x} ? ? {before} {given} {goal}. {again}"]
    return [*lines, *p.proof(then, (*names, *rest.values(), goal)), "}"]
