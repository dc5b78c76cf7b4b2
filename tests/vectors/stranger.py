"""A checker of certificates that was written from docs/CERTIFICATES.md alone, and imports nothing of dptheory.

    python -m tests.vectors.stranger FILE

It knows all rules. What it does not know, values of integrals, is *unsupported*: it says neither yes nor no. Compound
claims and families are in `stranger_families`. Sections in brackets are those of the page.
"""

# ruff: noqa: I001
from __future__ import annotations

import json
import keyword
import re
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any


from .stranger_analysis import derivative, line
from .stranger_boxes import leaf
from .stranger_sequents import (
    Node, Sequent, Tasks, fields, index, owing, rational, restart, shown_by, sides,
)  # fmt: skip
from .stranger_terms import (
    ARITY, BINDERS, UNIT, ZERO, Claim, Relation, Term, compares,
    continuous, demands, digest, each_of, gap, inside, instance, mapped, need, num, number, opposite, oriented, parts, put,
    read_claim, read_relation, shown, substitute, var, whole,
)  # fmt: skip
from .stranger_values import (
    Field, decided, exact, filled, has_value, pieces,
)  # fmt: skip

PAGE = Path(__file__).parents[2] / "docs" / "CERTIFICATES.md"
LEMMAS = Path(__file__).parents[2] / "dptheory" / "kernel" / "real" / "lemmas.json"


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
    need(op == "=" and x in (a, b) and variable not in t.names, "no equality of the variable and a term without it")
    need(not s.variables[variable] or whole(t, s.integers), "an integer becomes an integer term")
    rest = {n: i for n, i in s.variables.items() if n != variable}
    images = {variable: t}
    return _again(restart(rest, (put(h, images) for h in s.hypotheses), put(s.goal, images), s), defined, then)


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


@dataclass(frozen=True)
class Fact:
    variables: dict[str, bool]
    premises: tuple[Relation, ...]
    conclusions: tuple[Relation, ...]
    partial: bool = False
    place: int = -1
    certificates: tuple[Node, ...] = ()


def _fact(args: str, premises: str, conclusions: str, *more: Any) -> Fact:
    variables = {a.partition(":")[0]: a.endswith(":int") for a in args.split()}
    both = (tuple(map(read_relation, filter(str.strip, text.split(";")))) for text in (premises, conclusions))
    return Fact(variables, *both, *more)


@cache
def facts() -> dict[str, Fact]:
    """The facts of section 9, read from the page, and the lemmas of the library (section 10)."""
    listed = re.search(r"^## 9\..*?^```text\n(.*?)^```", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    found = {}
    for text in listed[1].splitlines():  # type: ignore[index]
        m = re.fullmatch(r"(\S+)(?:  (?!if|then)(.*?))?(?:  if (.*?))?  then (.*?)(, where defined)?", text)
        found[m[1]] = _fact(m[2] or "", m[3] or "", m[4], bool(m[5]))  # type: ignore[index]
    for i, e in enumerate(json.loads(LEMMAS.read_text("utf-8"))):
        found[e["name"]] = _fact(e["args"], e["sides"], e["conclusions"], False, i, tuple(e["certificates"]))
    return found


@cache
def lemma_checked(name: str) -> bool:
    f = facts()[name]
    integers = frozenset(n for n, i in f.variables.items() if i)
    need(not demands([t for r in f.premises for t in r[1:]], integers), "a premise that may have no value")
    need(len(f.certificates) == len(f.conclusions), "a certificate for each conclusion")
    for r, data in zip(f.conclusions, f.certificates, strict=True):
        nowhere = Sequent({}, (), r, frozenset(), (), f.place)
        defined, proof = fields(data, {"defined": list, "proof": object})
        owed, known = owing(restart(f.variables, f.premises, r, nowhere), defined, *r[1:])
        run([*owed, (known, proof)])
    return True


@rule(name=str, args=list, defined=list, sides=list, then=object)
def fact(s: Sequent, name: str, args: list[Any], defined: list[Node], sides: list[Node], then: Node) -> Tasks:
    f = facts().get(name)
    need(f is not None and f.place < s.library, f"unknown fact {name}")
    assert f is not None
    if f.place >= 0:
        lemma_checked(name)
    need(len(args) == len(f.variables), "too few or too many arguments")
    images = dict(zip(f.variables, map(s.term, args), strict=True))
    need(all(whole(images[n], s.integers) for n, i in f.variables.items() if i), "expected an integer term")
    premises, conclusions = ([put(r, images) for r in rs] for rs in (f.premises, f.conclusions))
    known, wanted = s.knowing(*images.values()), s.owed(*images.values())
    if f.partial:
        wanted += known.adding(*premises).owed(*(t for r in conclusions for t in r[1:]))
    owed = shown_by(s, defined, wanted)
    return [*owed, *_sides(known, sides, premises), (known.adding(*conclusions), then)]


_sides = sides


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
    need(len(terms) == len(others) and (len(terms) == arity or (not arity and terms)), "as many arguments on both sides")
    one, two = (t, filled(t, others)) if of is not None else (Term(str(op), *terms), Term(str(op), *others))
    owed, known = owing(s, defined, *terms, one, *others, two)
    equal = [("=", a, b) for a, b in zip(terms, others, strict=True)]
    return [*owed, *_sides(known, sides, equal), (known.adding(("=", one, two)), then)]


@rule(term=str, at=(int,), defined=list, sides=list, then=object)
def extreme(s: Sequent, term: str, at: int | None, defined: list[Node], sides: list[Node], then: Node) -> Tasks:
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
def terms(s: Sequent, term: str, count: int, which: str | None, defined: list[Node], sides: list[Node], then: Node) -> Tasks:
    t, which = s.term(term), which or "all"
    need(t.op in BINDERS and which in ("all", "first", "last"), "expected a sum, a product or an integral")
    need(count <= (0 if t.op == "integral" else 500) and (count or which == "all"), "so many terms cannot be written out")
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
        made = [Term(joined, *made[i : i + 2]) if i + 1 < len(made) else made[i] for i in range(0, len(made), 2)]
    result = made[0] if made else num(t.op == "prod")
    return [*owed, *_sides(known, sides, [side]), (known.adding(("=", t, result)), then)]


@rule(claim=int, substitution=dict, defined=list, sides=list, then=object)
def apply(s: Sequent, claim: int, substitution: dict[str, Any], defined: list[Node], sides: list[Node], then: Node) -> Tasks:
    need(claim < len(s.lemmas), "no such earlier lemma")
    found, images, known = at_point(s, s.lemmas[claim], substitution, defined, sides)
    return [*found, (known.adding(put(s.lemmas[claim].relation, images)), then)]


def at_point(s: Sequent, about: Claim, given: dict[str, Any], defined: list[Node], sides: list[Node]) -> Any:
    """A point given by terms (section 8)."""
    need(given.keys() == about.variables.keys(), "a term for every variable is missing, or one too many")
    images = {n: s.term(given[n]) for n in about.variables}
    integers = frozenset(n for n, i in about.variables.items() if i)
    need(all(whole(images[n], s.integers) for n in integers), "expected an integer term")
    wanted = s.owed(*images.values())
    for r, other in demands([t for c in about.conditions for t in c[1:]], integers):
        need(not each_of(r) or not r[1].names or steady(r[1], integers), "a power with a real exponent in a sum")
        instances = put(r, images), other and put(other, images)
        if not any(x is not None and s.stated(x) for x in instances):
            wanted.append(instances)
    owed = shown_by(s, defined, wanted)
    conditions = [put(c, images) for c in about.conditions]
    known = s.knowing(*images.values(), *(t for c in conditions for t in c[1:]))
    return [*owed, *_sides(known, sides, conditions)], images, known


def steady(t: Term, integers: frozenset[str]) -> bool:
    """Whether no power in a binder's body has an exponent that is neither a number nor integer-sorted."""
    body, inner = inside(t, "index of a body", integers)
    return all(
        whole(u.args[1], inner) or number(u.args[1]) is not None if u.op == "pow" else u.op not in BINDERS or steady(u, inner)
        for u in parts(body)
    )


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
        need(rational(c) != 0 and (zero or (rational(c) > 0 and more is None)), "only with an equality c < 0 or 'by'")
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
    need(goal in (">", ">=") and variable in s.variables and side in ("below", "above"), "mvt shows an inequality")
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
    need(op == ">=" and left is n and variable not in k.names and whole(k, s.integers), "the hypothesis is not n >= k")
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
def box(s: Sequent, boxes: dict[str, Any], precision: int | None, within: list[Node], tree: list[Any]) -> Tasks:
    bits, here, limits = 64 if precision is None else precision, {}, list[Relation]()
    need(2 <= bits <= 4096, "a precision of 2 to 4096")
    for name, ends in sorted(boxes.items()):
        need(name in s.variables and isinstance(ends, list) and len(ends) == 2, "expected {variable: [low, high]}")
        here[name] = rational(ends[0]), rational(ends[1])
        need(here[name][0] <= here[name][1], "an empty box")
        limits += [("<=", num(here[name][0]), var(name)), ("<=", var(name), num(here[name][1]))]
    stack = [(s, here)]
    for item in tree:
        need(stack, "the tree ends before its list does")
        stack += leaf(*stack.pop(), bits, item)
    need(not stack, "boxes are left when the list ends")
    return sides(s, within, limits)


# --- certificates (section 3)


def run(todo: Tasks) -> int:
    steps, stack = 0, todo[::-1]
    while stack:
        steps += 1
        need(steps <= 200_000, "too many steps")
        s, node = stack.pop()
        head = node[0] if isinstance(node, list) and node else node
        need(isinstance(head, dict) and head.get("rule") in RULES, f"no rule in {head!r}")
        found, wanted = RULES[head["rule"]]
        values = dict(zip(wanted, fields(node, wanted), strict=True))
        del values["rule"]
        stack += found(s, **{k + "_" * keyword.iskeyword(k): v for k, v in values.items()})[::-1]
    return steps


def plain(data: Any, depth: int = 0) -> None:
    need(depth <= 400 and type(data) in (dict, list, str, int), f"found {data!r}")
    for v in data.values() if isinstance(data, dict) else data if isinstance(data, list) else ():
        plain(v, depth + 1)


SEALED = ("claim", "where", "hash", "domain_point", "lemmas", "defined", "proof")
PARTS: dict[str, Any] = {"claim": str, "where": str, "domain_point": dict, "lemmas": list, "defined": list, "proof": object}
WHOLE = {"format": str, "version": int, "hash": str, "seal": dict, **PARTS}


def check(claim: Claim, data: Any, sealed: bool = True) -> int:
    """The number of nodes of a certificate of this claim; without format, hash and seal if it is not sealed."""
    plain(data)
    values = dict(zip(WHOLE if sealed else PARTS, fields(data, WHOLE if sealed else PARTS), strict=True))
    if sealed:
        need((values["format"], values["version"], values["hash"]) == ("dptheory-certificate", 1, claim.hash), "another claim")
        compact = {n: json.dumps(data.get(n), sort_keys=True, separators=(",", ":")) for n in SEALED}
        need(values["seal"] == {n: digest(text) for n, text in compact.items()}, "changed after it was sealed")
    need((values["claim"], values["where"]) == (shown(claim.relation), claim.where), "another claim")
    nowhere = Sequent({}, (), claim.relation, frozenset())
    steps = run(point_tasks(claim, values["domain_point"], nowhere))
    lemmas: tuple[Claim, ...] = ()
    for raw in values["lemmas"]:
        text, where, defined, proof = fields(raw, {"claim": str, "where": str, "defined": list, "proof": object})
        lemma = read_claim(text, where)
        steps += run(claim_tasks(lemma, defined, proof, replace(nowhere, lemmas=lemmas)))
        lemmas = (*lemmas, lemma)
    return steps + run(claim_tasks(claim, values["defined"], values["proof"], replace(nowhere, lemmas=lemmas)))


def claim_tasks(claim: Claim, defined: list[Node], proof: Node, s: Sequent) -> Tasks:
    start = restart(claim.variables, claim.conditions, claim.relation, s)
    owed, known = owing(start, defined, *claim.relation[1:])
    return [*owed, (known, proof)]


def point_tasks(claim: Claim, given: dict[str, Any], nowhere: Sequent) -> Tasks:
    if isinstance(given.get("at"), dict):
        at, defined, shown_sides = fields(given, {"at": dict, "defined": list, "sides": list})
        return at_point(nowhere, claim, at, defined, shown_sides)[0]
    in_domain(claim, given)
    return []


def in_domain(claim: Claim, given: dict[str, Any]) -> tuple[dict[str, Term], frozenset[str]]:
    """A rational point, once it is seen to satisfy the conditions."""
    values = {n: rational(x) for n, x in given.items()}
    integers = frozenset(n for n, i in claim.variables.items() if i)
    need(values.keys() == claim.variables.keys(), "a value for every variable")
    need(all(values[n].q == 1 for n in integers), "an integer that is none")
    images = {n: num(x) for n, x in values.items()}
    for c in claim.conditions:
        need(has_value(c[1:], images, integers), f"not seen to have a value: {shown(c)}")
        need(decided(put(c, images)), f"not seen to be true: {shown(c)}")
    return images, integers


def refute(claim: Claim, given: dict[str, Any]) -> None:
    """Refused unless a witness refutes a claim (section 8)."""
    if isinstance(given.get("at"), dict):
        wanted = {"at": dict, "defined": list, "sides": list, "values": list, "fails": object}
        at, defined, shown_sides, values, fails = fields(given, wanted)
        todo, images, known = at_point(Sequent({}, (), claim.relation, frozenset()), claim, at, defined, shown_sides)
        r = put(claim.relation, images)
        owed, known = owing(known, values, *r[1:])
        run([*todo, *owed, (known.showing(opposite(r)), fails)])
        return
    images, integers = in_domain(claim, given)
    for side in claim.relation[1:]:
        answer = has_value([side], images, integers)
        need(answer is not None, "undecided whether a side has a value")
        if answer is False:
            return
    need(decided(put(claim.relation, images)) is False, "not seen to fail")


if __name__ == "__main__":
    sys.setrecursionlimit(20_000)
    asked = json.loads(Path(sys.argv[1]).read_text("utf-8"))
    print(f"proved in {check(read_claim(asked['claim'], asked['where']), asked)} steps")
