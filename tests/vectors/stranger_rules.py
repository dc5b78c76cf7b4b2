"""The rules that rewrite sequents, and how rules are read (section 6)."""

# ruff: noqa: I001
from __future__ import annotations

from collections.abc import Callable
from typing import Any


from .stranger_sequents import (
    Node, Sequent, Tasks, index, owing, restart, sides as _sides,
)  # fmt: skip
from .stranger_terms import (
    ARITY, BINDERS, UNIT, ZERO, Relation, Term, demands, inside, instance, mapped, need, num, number, opposite, parts, put,
    var, whole,
)  # fmt: skip
from .stranger_values import (
    filled, pieces,
)  # fmt: skip

# --- the rules (section 6)

Rule = Callable[..., Tasks]
RULES: dict[str, tuple[Rule, dict[str, Any]]] = {}


def rule(**wanted: Any) -> Callable[[Rule], Rule]:
    def named(f: Rule) -> Rule:
        RULES[f.__name__.rstrip("_")] = f, {"rule": str, **{k.rstrip("_"): v for k, v in wanted.items()}}
        return f

    return named


@rule(relation=str, defined=list, proof=object, then=object)
def have(s: Sequent, relation: str, defined: list[Node], proof: Node, then: Node) -> Tasks:
    r = s.relation(relation)
    owed, known = owing(s, defined, *r[1:])
    return [*owed, (known.showing(r), proof), (known.adding(r), then)]


@rule(on=str, defined=list, yes=object, no=object)
def cases(s: Sequent, on: str, defined: list[Node], yes: Node, no: Node) -> Tasks:
    r = s.relation(on)
    owed, known = owing(s, defined, *r[1:])
    return [*owed, (known.adding(r), yes), (known.adding(opposite(r)), no)]


@rule(below=object, above=object)
def both(s: Sequent, below: Node, above: Node) -> Tasks:
    op, a, b = s.goal
    need(op == "=", "`both` shows an equality")
    return [(s.showing(("<=", a, b)), below), (s.showing((">=", a, b)), above)]


@rule(side=str, then=object)
def apart(s: Sequent, side: str, then: Node) -> Tasks:
    op, a, b = s.goal
    need(op == "!=" and side in ("below", "above"), "`apart` shows !=, by a side")
    return [(s.showing(("<" if side == "below" else ">", a, b)), then)]


@rule(then=object)
def contradiction(s: Sequent, then: Node) -> Tasks:
    return [(s.adding(opposite(s.goal)).showing((">", ZERO, ZERO)), then)]


@rule(term=str, then=object)
def domain(s: Sequent, term: str, then: Node) -> Tasks:
    t = s.term(term)
    need(t in s.known, "not known to have a value")
    return [(s.adding(*(r for r, other in demands([t], s.integers) if other is None)), then)]


@rule(keep=list, defined=list, then=object)
def forget(s: Sequent, keep: list[Any], defined: list[Node], then: Node) -> Tasks:
    kept = [s.hypotheses[i] for i in index(keep, len(s.hypotheses))]
    return _again(restart(s.variables, kept, s.goal, s), defined, then)


def _again(s: Sequent, defined: list[Node], then: Node) -> Tasks:
    owed, known = owing(s, defined, *s.goal[1:])
    return [*owed, (known, then)]


@rule(name=str, term=str, defined=list, then=object)
def let(s: Sequent, name: str, term: str, defined: list[Node], then: Node) -> Tasks:
    t = s.term(term)
    owed, known = owing(s, defined, t)
    return [*owed, (known.with_variable(name, whole(t, s.integers)).adding(("=", var(name), t)), then)]


@rule(variable=str, equals=int, defined=list, then=object)
def replace_(s: Sequent, variable: str, equals: int, defined: list[Node], then: Node) -> Tasks:
    need(equals < len(s.hypotheses) and variable in s.variables, "no such hypothesis or variable")
    (op, a, b), x = s.hypotheses[equals], var(variable)
    t = b if a is x else a
    need(
        op == "=" and x in (a, b) and variable not in t.names,
        "no equality of the variable and a term without it",
    )
    need(not s.variables[variable] or whole(t, s.integers), "an integer becomes an integer term")
    rest = {n: i for n, i in s.variables.items() if n != variable}
    images = {variable: t}
    return _again(
        restart(rest, (put(h, images) for h in s.hypotheses), put(s.goal, images), s), defined, then
    )


@rule(terms=list, defined=list, then=object)
def generalise(s: Sequent, terms: list[Any], defined: list[Node], then: Node) -> Tasks:
    wider, images = s, dict[Term, Term]()
    for pair in terms:
        need(isinstance(pair, list) and len(pair) == 2 and isinstance(pair[1], str), "expected [term, name]")
        t = s.term(pair[0])
        need(number(t) is None and t not in images, "a number, or a term twice")
        wider = wider.with_variable(pair[1], whole(t, s.integers))
        images[t] = var(pair[1])

    def changed(r: Relation) -> Relation:
        return (r[0], *(mapped(t, lambda u, _: images.get(u)) for t in r[1:]))  # type: ignore[return-value]

    return _again(restart(wider.variables, map(changed, s.hypotheses), changed(s.goal), s), defined, then)


@rule(op=(str,), of=(str,), left=list, right=list, defined=list, sides=list, then=object)
def congruence(s: Sequent, op: str | None, of: str | None, left: list[Any], right: list[Any], defined: list[Node],
               sides: list[Node], then: Node) -> Tasks:  # fmt: skip
    need((op is None) != (of is None), "either `op` or `of`")
    others = [s.term(t) for t in right]
    if of is not None:
        t = s.term(of)
        need(t.op in BINDERS and not left, "expected a sum, a product or an integral")
        terms, arity = list(pieces(t)), len(pieces(t))
    else:
        need(op in ARITY or op == "pow", "expected a function, or 'pow'")
        terms, arity = [s.term(t) for t in left], 2 if op == "pow" else ARITY[str(op)]
    need(
        len(terms) == len(others) and (len(terms) == arity or (not arity and terms)),
        "as many arguments on both sides",
    )
    one, two = (t, filled(t, others)) if of is not None else (Term(str(op), *terms), Term(str(op), *others))
    owed, known = owing(s, defined, *terms, one, *others, two)
    equal = [("=", a, b) for a, b in zip(terms, others, strict=True)]
    return [*owed, *_sides(known, sides, equal), (known.adding(("=", one, two)), then)]


@rule(term=str, at=(int,), defined=list, sides=list, then=object)
def extreme(
    s: Sequent, term: str, at: int | None, defined: list[Node], sides: list[Node], then: Node
) -> Tasks:
    m = s.term(term)
    need(m.op in ("min", "max"), "expected min(...) or max(...)")
    op = "<=" if m.op == "min" else ">="
    owed, known = owing(s, defined, m)
    wanted: list[Relation] = []
    added: list[Relation] = [(op, m, a) for a in m.args]
    if at is not None:
        need(at < len(m.args), "no such argument")
        wanted = [(op, m.args[at], a) for i, a in enumerate(m.args) if i != at]
        added = [("=", m, m.args[at])]
    return [*owed, *_sides(known, sides, wanted), (known.adding(*added), then)]


def plus(op: str, a: Term, k: int) -> Term:
    return Term(op, a, num(k)) if k else a


@rule(term=str, count=int, which=(str,), defined=list, sides=list, then=object)
def terms(
    s: Sequent, term: str, count: int, which: str | None, defined: list[Node], sides: list[Node], then: Node
) -> Tasks:
    t, which = s.term(term), which or "all"
    need(t.op in BINDERS and which in ("all", "first", "last"), "expected a sum, a product or an integral")
    need(
        count <= (0 if t.op == "integral" else 500) and (count or which == "all"),
        "so many terms cannot be written out",
    )
    a, b, body = t.args
    end = b if which == "last" and count == 1 else plus("sub", b, count - 1) if which == "last" else a
    places = [plus("add", end, k) for k in range(count)]
    made = [instance(t, p) for p in places]
    if which == "all":
        last = Term("sub", a, UNIT) if not count and t.op != "integral" else plus("add", a, max(0, count - 1))
        side: Relation = ("=", b, last)
    elif which == "first":
        start = plus("add", a, count)
        side, places = ("<=", start, Term("add", b, UNIT)), [*places, start]
        made.append(Term(t.op, start, b, body))
    else:
        start = plus("sub", b, count)
        side, places = ("<=", a, Term("add", start, UNIT)), [*places, start]
        made.insert(0, Term(t.op, a, start, body))
    owed, known = owing(s, defined, t)
    need(all(whole(p, s.integers) for p in places), "expected an integer term")
    joined = "mul" if t.op == "prod" else "add"
    while len(made) > 1:
        made = [
            Term(joined, *made[i : i + 2]) if i + 1 < len(made) else made[i] for i in range(0, len(made), 2)
        ]
    result = made[0] if made else num(t.op == "prod")
    return [*owed, *_sides(known, sides, [side]), (known.adding(("=", t, result)), then)]


def steady(t: Term, integers: frozenset[str]) -> bool:
    """Whether no power in a binder's body has an exponent that is neither a number nor integer-sorted."""
    body, inner = inside(t, "index of a body", integers)
    return all(
        whole(u.args[1], inner) or number(u.args[1]) is not None
        if u.op == "pow"
        else u.op not in BINDERS or steady(u, inner)
        for u in parts(body)
    )
