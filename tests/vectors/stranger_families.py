"""The stranger's check of compound claims, best constants and growth (section 11 of the page)."""

# ruff: noqa: I001
from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from typing import Any

from flint import fmpq

from .stranger import check, claim_tasks, point_tasks, run, steady
from .stranger_sequents import Sequent, fields, rational
from .stranger_terms import (
    Claim, Demand, NAME, RESERVED, Reader, Refused, Relation, Term, UNIT, ZERO, compares, demands, digest, each_of, need, num,
    number, opposite, pieces_of, put, read_claim, read_term, shown, substitute, var, whole,
)  # fmt: skip
from .stranger_values import decided, has_value

Formula = Any
"""A relation, or ("not", f), ("and", f, g, ...), ("or", ...), ("implies", f, g)."""

LEVEL = {"implies": 1, "or": 2, "and": 3, "not": 4}


def is_relation(f: Formula) -> bool:
    return f[0] not in LEVEL


def joined(op: str, parts: Iterable[Formula]) -> Formula:
    flat = [q for p in parts for q in (p[1:] if p[0] == op else [p])]
    return flat[0] if len(flat) == 1 else (op, *flat)


class FormulaReader(Reader):
    def formula(self) -> Formula:
        left = self.row("or", lambda: self.row("and", self.negated))
        return ("implies", left, self.formula()) if self.peek() == "implies" and self.take() else left

    def row(self, op: str, below: Any) -> Formula:
        found = [below()]
        while self.peek() == op and self.take():
            found.append(below())
        return joined(op, found)

    def negated(self) -> Formula:
        if self.peek() == "not" and self.take():
            return "not", self.negated()
        before = self.at
        try:
            links = self.chain()
            need(all(isinstance(t, Term) for link in links for t in link[1:]), "oo in a formula")
            return joined("and", links)
        except Refused:
            self.at = before
            self.take("(")
            inside = self.formula()
            self.take(")")
            return inside


def text(f: Formula, needed: int = 0) -> str:
    if is_relation(f):
        return shown(f)
    level = LEVEL[f[0]]
    if f[0] == "not":
        said = f"not {text(f[1], level)}"
    else:
        said = f" {f[0]} ".join(text(p, level + (f[0] != "implies" or i == 0)) for i, p in enumerate(f[1:]))
    return f"({said})" if level < needed else said


def normal(f: Formula, yes: bool = True) -> Formula:
    if is_relation(f):
        return f if yes else opposite(f)
    if f[0] == "not":
        return normal(f[1], not yes)
    if f[0] == "implies":
        return joined("or" if yes else "and", [normal(f[1], not yes), normal(f[2], yes)])
    return joined(f[0] if yes else {"and": "or", "or": "and"}[f[0]], [normal(p, yes) for p in f[1:]])


def distributed(f: Formula, outer: str) -> list[tuple[Relation, ...]]:
    if is_relation(f):
        return [(f,)]
    below = [distributed(p, outer) for p in f[1:]]
    found = [c for part in below for c in part] if f[0] == outer else [unique(chosen) for chosen in product(*below)]
    need(len(found) <= 64, "too many cases")
    return found


def unique(parts: Iterable[Iterable[Relation]]) -> tuple[Relation, ...]:
    return tuple(dict.fromkeys(r for part in parts for r in part))


def names(relations: Iterable[Relation]) -> set[str]:
    return {n for r in relations for t in r[1:] for n in t.names}


def claim_of(conditions: Iterable[Relation], r: Relation, integers: Iterable[str]) -> Claim:
    conditions, integers = tuple(conditions), set(integers)
    return Claim({n: n in integers for n in sorted(integers | names([r, *conditions]))}, conditions, r)


def beyond(relations: Iterable[Relation], images: Mapping[str, Term], integers: frozenset[str], kept: frozenset[str]) -> list[Demand]:
    """What relations demand beyond the relations with terms put in them."""
    sides = [t for r in relations for t in r[1:]]
    after = demands([substitute(t, images) for t in sides], kept)
    found: list[Demand] = []
    for r, other in demands(sides, integers):
        need(not each_of(r) or not r[1].names & images.keys() or steady(r[1], integers), "a power with a real exponent in a sum")
        here, alternative = put(r, images), other and put(other, images)
        first, second = between_numbers(here), alternative and between_numbers(alternative)
        alternative = None if second is False else alternative
        if first is not True and second is not True and (here, alternative) not in after:
            found.append((here, alternative))
    return found


def between_numbers(r: Relation) -> bool | None:
    a, b = number(r[1]), number(r[2])
    return None if a is None or b is None else compares(r[0], a, b)


def _nowhere() -> Sequent:
    return Sequent({}, (), ("<=", ZERO, ZERO), frozenset())


def check_compound(data: Any) -> None:
    keys = {"format": str, "claim": str, "where": str, "hash": str, "domain": int, "domain_point": dict, "with": dict, "parts": list}
    _, said, where, stated, place, point, terms, nodes = fields(data, keys)
    bound, rest = dict[str, bool](), said
    while m := re.match(r"\s*exists\s+([A-Za-z_][A-Za-z0-9_]*'*)(\s+integer)?\s*[:.]", rest):
        need(m[1] not in RESERVED and m[1] not in bound, "no new name")
        bound[m[1]], rest = bool(m[2]), rest[m.end() :]
    r = FormulaReader(rest)
    conclusion = r.whole(r.formula())
    conditions, sorts = read_conditions(where)
    relations = [x for c in conditions for x in leaves(c)]
    free = sorted((names([*relations, *leaves(conclusion)]) | sorts) - bound.keys())
    need(not names(relations) & bound.keys() and not sorts & bound.keys() and not RESERVED & set(free), "a bound name twice")
    made = "".join(f"exists {n}{' integer' if i else ''}: " for n, i in bound.items()) + text(conclusion)
    canonical = ", ".join([*map(text, conditions), *(f"{n} integer" for n in free if n in sorts)])
    kinds = [[n, "integer" if i else "real"] for n, i in [*((n, n in sorts) for n in free), *bound.items()]]
    content = json.dumps(["dptheory real claims 1", "dptheory compound claim 1", made, canonical, kinds])
    need((said, where, stated) == (made, canonical, digest(content)), "another claim")
    domains = alternatives(conditions)
    need(place < len(domains), "no such alternative")
    integers = frozenset(sorts)
    run(point_tasks(claim_of(domains[place], ("<=", ZERO, ZERO), integers), point, _nowhere()))
    images = {n: read_term(str(t)) for n, t in terms.items()}
    need(images.keys() == bound.keys() and all(t.names <= set(free) for t in images.values()), "a term for each bound name")
    need(all(whole(images[n], integers) for n, i in bound.items() if i), "an integer term")
    inner = integers | {n for n, i in bound.items() if i}

    def image(f: Formula) -> Formula:
        if not is_relation(f):
            return joined(f[0], map(image, f[1:]))
        owed = [joined("or", filter(None, d)) for d in beyond([f], images, inner, integers)]
        return joined("and", [put(f, images), *owed])

    clauses = [(("=", t, t),) for _, t in sorted(images.items())]
    clauses += distributed(image(normal(conclusion)) if bound else normal(conclusion), "and")
    need(len(nodes) == len(domains) * len(clauses), "a part for each alternative and clause")
    for (domain, clause), node in zip(product(domains, clauses), nodes, strict=True):
        show, proofs = fields(node, {"show": int, "cases": list})
        need(show < len(clause), "no such relation")
        check_cases(cases(domain, clause, show, integers), proofs)


def read_conditions(where: str) -> tuple[list[Formula], set[str]]:
    conditions, sorts = list[Formula](), set[str]()
    for piece in pieces_of(where):
        if re.search(r"(?<![A-Za-z0-9_'])(and|or|not|implies)(?![A-Za-z0-9_'])", piece):
            r = FormulaReader(piece)
            said = r.whole(r.formula())
            conditions += said[1:] if said[0] == "and" else [said]
        else:
            plain = read_claim("0 <= 0", piece)
            conditions += plain.conditions
            sorts |= {n for n, i in plain.variables.items() if i}
    return conditions, sorts


def leaves(f: Formula) -> list[Relation]:
    return [f] if is_relation(f) else [x for p in f[1:] for x in leaves(p)]


def alternatives(conditions: Sequence[Formula]) -> list[tuple[Relation, ...]]:
    found = [unique(chosen) for chosen in product(*(distributed(normal(c), "or") for c in conditions))]
    need(len(found) <= 64, "too many cases")
    return found


def cases(domain: Sequence[Relation], clause: Sequence[Relation], show: int, integers: frozenset[str]) -> list[Claim]:
    ways = []
    for r in (r for i, r in enumerate(clause) if i != show):
        owed = demands(r[1:], integers)
        need(not any(each_of(d) for d, _ in owed), "no relation says where a sum has no value")
        ways.append([(opposite(r),), *(tuple(opposite(x) for x in d if x is not None) for d in owed)])
    chosen = list(product(*ways))
    need(len(chosen) <= 256, "too many cases")
    return [claim_of((*domain, *(x for way in one for x in way)), clause[show], integers) for one in chosen]


def check_cases(claims: Sequence[Claim], nodes: Sequence[Any]) -> None:
    need(len(claims) == len(nodes), f"expected {len(claims)} cases, found {len(nodes)}")
    for claim, node in zip(claims, nodes, strict=True):
        defined, proof = fields(node, {"defined": list, "proof": object})
        run(claim_tasks(claim, defined, proof, _nowhere()))


def check_empty(data: Any) -> None:
    _, where, nodes = fields(data, {"format": str, "where": str, "cases": list})
    conditions, sorts = read_conditions(where)
    need(where == ", ".join([*map(text, conditions), *(f"{n} integer" for n in sorted(sorts))]), "other conditions")
    check_cases([claim_of(d, (">", ZERO, ZERO), sorts) for d in alternatives(conditions)], nodes)


def of_point(known: Sequence[Relation], said: Sequence[Relation], point: Mapping[str, Term], integers: frozenset[str]) -> list[Claim]:
    """The claims of a point."""
    values = {n: number(t) for n, t in point.items()}
    stay = {n for n in integers if n in point and (values[n] is None or values[n].q != 1)}  # type: ignore[union-attr]
    first = [t for n, t in sorted(point.items()) if (n in stay or n not in names(said)) and demands([t], frozenset())]
    images = {n: t for n, t in point.items() if n not in stay}
    there = [*known, *((">=", var(n), point[n]) for n in sorted(stay))]
    owed = [r for r, _ in beyond(said, images, integers, frozenset(stay))]
    rest = [put(r, images) for r in said]
    rest = [(">", Term("pow", Term("sub", *r[1:]), num(2)), ZERO) if r[0] == "!=" else r for r in rest]
    return [claim_of(known, ("<=", t, t), ()) for t in first] + [claim_of(there, r, stay) for r in [*owed, *rest]]


def check_all(claims: Sequence[Claim], nodes: Sequence[Any]) -> None:
    need(len(claims) == len(nodes), f"expected {len(claims)} certificates, found {len(nodes)}")
    for claim, node in zip(claims, nodes, strict=True):
        check(claim, node)


def read_point(given: Mapping[str, Any], wanted: set[str], parameter: str) -> dict[str, Term]:
    found = {n: read_term(str(t)) for n, t in given.items()}
    used = {n for t in found.values() for n in t.names}
    need(found.keys() == wanted and used <= {parameter}, "a point gives a term in the parameter for each variable")
    return found


def read_parameter(name: str, taken: Iterable[str]) -> Term:
    need(NAME.fullmatch(name) and name not in RESERVED and name not in set(taken), "the parameter is a variable")
    return var(name)


def constant(said: str) -> Term:
    t = read_term(said)
    need(not t.names and has_value([t], {}, frozenset()), "a constant has a value, and no variables")
    return t


def check_constant(data: Any) -> None:
    keys = {"format": str, "claim": str, "where": str, "find": str, "side": str, "holds": str, "fails": str, "proof": object,
            "defined": list, "parameter": str, "pieces": list}  # fmt: skip
    _, said, where, c, side, holds, fails, proof, defined, parameter, pieces = fields(data, keys)
    claim = read_claim(said, where)
    integers = frozenset(n for n, i in claim.variables.items() if i)
    need(side in ("least", "greatest") and claim.relation[0] not in ("=", "!="), "the least or greatest of an inequality")
    need(claim.variables.get(c) is False, "the constant is a real variable")
    value, bound = {c: constant(holds)}, constant(fails)
    conditions = [r for r, other in beyond(claim.conditions, value, integers, integers) if other is None]
    conditions += [put(r, value) for r in claim.conditions]
    check(claim_of(conditions, put(claim.relation, value), integers), proof)
    owed = beyond([claim.relation], value, integers, integers)
    check_all([claim_of(conditions, r, integers) for r, _ in owed], defined)
    u, end = read_parameter(parameter, claim.variables), fmpq(0)
    image = Term("sub" if side == "least" else "add", bound, u)
    alone = [put(r, {c: image}) for r in claim.conditions if names([r]) == {c}]
    others = [r for r in claim.conditions if not names([r]) <= {c}]
    for i, raw in enumerate(pieces):
        until, point, proofs = fields(raw, {"until": str, "point": dict, "proofs": list})
        known: list[Relation] = [(">", u, num(end))]
        if until:
            need(rational(until) > end, "pieces rise")
            end = rational(until)
            known.append(("<=", u, num(end)))
        need(bool(until) == (i + 1 < len(pieces)), "the pieces do not cover all u > 0")
        there = {**read_point(point, claim.variables.keys() - {c}, parameter), c: image}
        check_all(of_point([*known, *alone], [*others, opposite(claim.relation)], there, integers), proofs)
    need(pieces, "the pieces do not cover all u > 0")


def check_growth(data: Any) -> Any:
    more = {"unbounded": {"point": dict, "until": str}, "bounded": {"reach": dict, "constant": str, "from": str}}
    more["not smaller"] = {**more["unbounded"], "constant": str}
    more["smaller"] = {**more["bounded"], "gauge": str}
    need(isinstance(data, dict) and data.get("answer") in more, "no such answer")
    keys = {"format": str, "where": str, "left": str, "right": str, "growing": str, "answer": str, "parameter": str, "sign": str,
            "proofs": list, **more[data["answer"]]}  # fmt: skip
    f = dict(zip(keys, fields(data, keys), strict=True))
    need(f["format"] == "dptheory growth 2" and f["sign"] in ("+", "-"), "no growth, or no sign")
    domain = read_claim("0 <= 0", f["where"])
    integers = frozenset(n for n, i in domain.variables.items() if i)
    left, right, n, answer = read_term(f["left"]), read_term(f["right"]), var(f["growing"]), f["answer"]
    every = {*left.names, *right.names, f["growing"], *domain.variables}
    t = read_parameter(f["parameter"], every)
    known, reached = [(">=", t, UNIT)], [(">=", n, t), *domain.conditions]
    plus = f["sign"] == "+"
    if answer in ("unbounded", "not smaller"):
        need(f["until"] == "", "the point serves every t")
        point = read_point(f["point"], every, f["parameter"])
        factor = t if answer == "unbounded" else num(rational(f["constant"]))
        need(answer == "unbounded" or rational(f["constant"]) > 0, "a positive number")
        size, signed = Term("mul", factor, right), left if plus else Term("neg", left)
        large = [(">", signed, size), (">", signed, Term("neg", size))]
        check_all(of_point(known, reached, point, integers) + of_point(known, large, point, integers), f["proofs"])
        return answer, left, right, n, domain
    value = constant(f["constant"])
    need(has_value([value], {}, frozenset()) and decided((">=", value, ZERO)), "a constant that is at least 0")
    start = [(">=", n, num(rational(f["from"])))] if f["from"] else []
    if answer == "smaller":
        gauge = read_term(f["gauge"])
        core = gauge
        while core.op == "sqrt":
            core = core.args[0]
        power = number(core.args[1]) if core.op == "pow" and core.args[0] is n else None
        need(core in (n, Term("log", n)) or (power is not None and power > 0), "no gauge")
        need(start and rational(f["from"]) >= 1, "from a number >= 1 on")
    f_of_n = Term("mul", gauge, left) if answer == "smaller" else left
    size = Term("mul", value, right if plus else Term("neg", right))
    claims = [claim_of([*domain.conditions, *start], ("<=", x, size), integers) for x in (f_of_n, Term("neg", f_of_n))]
    claims += of_point(known, reached, read_point(f["reach"], every, f["parameter"]), integers)
    check_all(claims, f["proofs"])
    return answer, left, right, n, domain


def check_theta(data: Any) -> None:
    _, above, below = fields(data, {"format": str, "above": dict, "below": dict})
    (one, f, g, n, domain), (two, k, h, m, other) = check_growth(above), check_growth(below)
    same = (f, g, n, domain.conditions, domain.variables) == (h, k, m, other.conditions, other.variables)
    need(one == two == "bounded" and same, "each bounded by the other")


CHECKS = {
    "dptheory compound claim 1": check_compound, "dptheory empty domain 1": check_empty,
    "dptheory best constant 1": check_constant, "dptheory growth 2": check_growth, "dptheory growth both ways 2": check_theta,
}  # fmt: skip


def check_family(data: Any) -> None:
    """Refused unless a certificate of several claims shows what it says."""
    need(isinstance(data, dict) and data.get("format") in CHECKS, "no such format")
    CHECKS[data["format"]](data)
