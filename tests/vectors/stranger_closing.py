"""The rules that end a branch or leave it by analysis (section 6)."""

# ruff: noqa: I001
from __future__ import annotations

from collections.abc import Iterable
from typing import Any


from .stranger_analysis import derivative, line
from .stranger_boxes import leaf
from .stranger_sequents import (
    Node, Sequent, Tasks, fields, index, owing, rational, restart, sides as _sides,
)  # fmt: skip
from .stranger_terms import (
    UNIT, ZERO, Relation, Term, compares,
    continuous, demands, gap, need, num, oriented, put,
    substitute, var, whole,
)  # fmt: skip
from .stranger_values import (
    Field, exact,
)  # fmt: skip
from .stranger_rules import RULES as RULES, rule


@rule(times=list, terms=list, defined=list)
def poly(s: Sequent, times: list[Any], terms: list[Any], defined: list[Node]) -> Tasks:
    goal, hypotheses = oriented(s.goal)[0], s.hypotheses
    need(goal != "!=", "poly shows no !=")
    read, new = [], list[Term]()
    for data in terms:
        c, h, sq, by = fields(data, {"c": str, "h": list, "sq": list, "by": (str,)})
        squares, more = [s.term(t) for t in sq], None if by is None else s.term(by)
        used = [hypotheses[i] for i in index(h, len(hypotheses))]
        zero = any(r[0] == "=" for r in used)
        positive = not zero and not squares and all(r[0] in ("<", ">", "!=") for r in used)
        need(
            rational(c) != 0 and (zero or (rational(c) > 0 and more is None)),
            "only with an equality c < 0 or 'by'",
        )
        read.append((rational(c), used, squares, more, zero, positive))
        new += [*squares, *([] if more is None else [more])]
    factors = [hypotheses[i] for i in index(times, len(hypotheses))]
    need(all(r[0] in ("<", ">", "!=") for r in factors), "a factor that is not strict")
    need(goal != "=" or all(zero for *_, zero, _ in read), "an equality needs equalities")
    need(goal != ">" or any(positive for *_, positive in read), "a strict goal needs a positive summand")
    owed, _ = owing(s, defined, *new)
    used = [s.goal, *factors, *(r for _, rs, *_ in read for r in rs)]
    field = Field(*(t for r in used for t in r[1:]), *new)

    def product(start: Any, relations: Iterable[Relation]) -> Any:
        for r in relations:
            for _ in range(1 + (r[0] == "!=")):
                start = field.times(start, field.difference(r))
        return start

    total = field.scaled(product(field.difference(s.goal), factors), -1)
    for c, rs, squares, more, *_ in read:
        summand = product(field.constant(c), rs)
        for t in [*squares, *squares, *([] if more is None else [more])]:
            summand = field.times(summand, field(t))
        total = field.add(total, summand)
    need(total[0].is_zero(), "the combination is not the goal")
    return owed


@rule()
def exact_(s: Sequent) -> Tasks:
    a, b = exact(s.goal[1]), exact(s.goal[2])
    need(not s.goal[1].names | s.goal[2].names and a is not None and b is not None, "no exact values")
    need(compares(s.goal[0], a, b), "not evident by exact values")
    return []


@rule(use=list, cuts=list)
def sturm(s: Sequent, use: list[Any], cuts: list[Any]) -> Tasks:
    values = [rational(c) for c in cuts]
    need(len(values) <= 300 and all(a < b for a, b in zip(values, values[1:], strict=False)), "cuts rise")
    line([s.goal, *(s.hypotheses[i] for i in index(use, len(s.hypotheses)))], values)
    return []


@rule(variable=str, fresh=str, base=str, side=str, strict=(str,), base_defined=list, order=object, defined=list, smooth=list,
      slope=object, at_base=object)  # fmt: skip
def mvt(s: Sequent, variable: str, fresh: str, base: str, side: str, strict: str | None, base_defined: list[Node], order: Node,
        defined: list[Node], smooth: list[Node], slope: Node, at_base: Node) -> Tasks:  # fmt: skip
    goal = oriented(s.goal)[0]
    need(
        goal in (">", ">=") and variable in s.variables and side in ("below", "above"),
        "mvt shows an inequality",
    )
    need(strict in ("base", "slope") if goal == ">" else strict is None, "where a strict goal is strict")
    a, x, t = s.term(base), var(variable), var(fresh)
    need(variable not in a.names, "the base contains the variable")
    between = s.with_variable(fresh)
    there = substitute(gap(s.goal), {variable: t})
    need(continuous(there, fresh), "not continuous")
    low, high = (a, x) if side == "below" else (x, a)
    first, s = owing(s, base_defined, a)
    between = between.knowing(a)
    owed, _ = owing(between.adding(("<=", low, t), ("<=", t, high)), defined, there)
    opened = between.adding(("<", low, t), ("<", t, high)).knowing(there)
    d = derivative(there, fresh)
    owed_slope, opened = owing(opened, smooth, d)
    rising = (">" if side == "below" else "<") + ("" if strict == "slope" else "=")
    start = substitute(there, {fresh: a})
    return [
        *first, *owed, *owed_slope,
        (s.showing(("<" if strict == "slope" else "<=", low, high)), order),
        (opened.showing((rising, d, ZERO)), slope),
        (s.knowing(start).showing((">" if strict == "base" else ">=", start, ZERO)), at_base),
    ]  # fmt: skip


@rule(fresh=str, bound=str, from_=str, defined=list, then=object)
def archimedean(s: Sequent, fresh: str, bound: str, from_: str, defined: list[Node], then: Node) -> Tasks:
    need(s.goal[0] in ("<=", ">="), "archimedean shows <= or >= only")
    k, start, t = s.term(bound), s.term(from_), var(fresh)
    owed, known = owing(s, defined, k, start)
    far = known.with_variable(fresh).adding((">=", t, start), (">=", t, UNIT))
    goal = (">=", Term("mul", t, gap(s.goal)), Term("neg", k))
    return [*owed, (far.knowing(*goal[1:]).showing(goal), then)]


@rule(variable=str, from_=int, sides=list, at_base=object, step=object)
def induction(s: Sequent, variable: str, from_: int, sides: list[Node], at_base: Node, step: Node) -> Tasks:
    need(s.variables.get(variable) and from_ < len(s.hypotheses), "no such integer, or hypothesis")
    n, (op, left, k) = var(variable), oriented(s.hypotheses[from_])
    need(
        op == ">=" and left is n and variable not in k.names and whole(k, s.integers),
        "the hypothesis is not n >= k",
    )
    moving = [h for i, h in enumerate(s.hypotheses) if i != from_ and variable in h[1].names | h[2].names]
    need(not demands([t for h in moving for t in h[1:]], s.integers), "a hypothesis that may have no value")
    later = {variable: Term("add", n, UNIT)}
    moved = [put(h, later) for h in moving]
    earlier = restart(s.variables, [*(h for h in s.hypotheses if h not in moving), *moved], s.goal, s)
    rest = {v: i for v, i in s.variables.items() if v != variable}
    first = put(s.goal, {variable: k})
    base = restart(rest, (put(h, {variable: k}) for h in s.hypotheses), first, s).knowing(*first[1:])
    then = put(s.goal, later)
    up = s.adding(*moved, s.goal).knowing(*then[1:]).showing(then)
    return [*_sides(earlier, sides, moving), (base, at_base), (up, step)]


@rule(boxes=dict, precision=(int,), within=list, tree=list)
def box(
    s: Sequent, boxes: dict[str, Any], precision: int | None, within: list[Node], tree: list[Any]
) -> Tasks:
    bits, here, limits = 64 if precision is None else precision, {}, list[Relation]()
    need(2 <= bits <= 4096, "a precision of 2 to 4096")
    for name, ends in sorted(boxes.items()):
        need(
            name in s.variables and isinstance(ends, list) and len(ends) == 2,
            "expected {variable: [low, high]}",
        )
        here[name] = rational(ends[0]), rational(ends[1])
        need(here[name][0] <= here[name][1], "an empty box")
        limits += [("<=", num(here[name][0]), var(name)), ("<=", var(name), num(here[name][1]))]
    stack = [(s, here)]
    for item in tree:
        need(stack, "the tree ends before its list does")
        stack += leaf(*stack.pop(), bits, item)
    need(not stack, "boxes are left when the list ends")
    return _sides(s, within, limits)
