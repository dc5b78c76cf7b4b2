"""The stranger's sequents, what they owe, and how the fields of a node are read (sections 3 and 4 of the page)."""

# ruff: noqa: I001
from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from flint import fmpq

from .stranger_terms import (
    RESERVED, NAME, Claim, Demand, Relation, Term, demands, each_of, inside, need, oriented, parts, read_relation, read_term, var,
)  # fmt: skip

Node = Any
Tasks = list[tuple["Sequent", Node]]


def states(h: Relation, r: Relation) -> bool:
    """Whether a hypothesis states a relation."""
    (op, a, b), (wanted, c, d) = oriented(h), oriented(r)
    straight = {">": (">", ">=", "!="), ">=": (">=",), "=": ("=", ">="), "!=": ("!=",)}[op]
    crossed = {">": ("!=",), ">=": (), "=": ("=", ">="), "!=": ("!=",)}[op]
    return (wanted in straight and (a, b) == (c, d)) or (wanted in crossed and (a, b) == (d, c))


@dataclass(frozen=True)
class Sequent:
    variables: Mapping[str, bool]
    hypotheses: tuple[Relation, ...]
    goal: Relation
    known: frozenset[Term]
    lemmas: tuple[Claim, ...] = ()
    library: int = 10**9
    """How many lemmas of the library may be used."""

    @property
    def integers(self) -> frozenset[str]:
        return frozenset(n for n, integer in self.variables.items() if integer)

    def knowing(self, *terms: Term) -> Sequent:
        return replace(self, known=self.known.union(parts(*terms)))

    def adding(self, *relations: Relation) -> Sequent:
        sides = [t for r in relations for t in r[1:]]
        return replace(self, hypotheses=self.hypotheses + relations).knowing(*sides)

    def showing(self, goal: Relation) -> Sequent:
        return replace(self, goal=goal)

    def with_variable(self, name: str, integer: bool = False) -> Sequent:
        need(NAME.fullmatch(name) and name not in RESERVED and name not in self.variables, f"{name} is not fresh")
        return replace(self, variables={**self.variables, name: integer})

    def stated(self, r: Relation) -> bool:
        return any(states(h, r) for h in self.hypotheses)

    def owed(self, *terms: Term) -> list[Demand]:
        found = demands(terms, self.integers, self.known)
        return [(r, other) for r, other in found if not self.stated(r) and not (other and self.stated(other))]

    def term(self, text: Any) -> Term:
        need(isinstance(text, str), "expected a text")
        t = read_term(text)
        need(t.names <= self.variables.keys(), f"unknown variable in {text}")
        return t

    def relation(self, text: str) -> Relation:
        r = read_relation(text)
        need(r[1].names | r[2].names <= self.variables.keys(), f"unknown variable in {text}")
        return r


def restart(variables: Mapping[str, bool], hypotheses: Iterable[Relation], goal: Relation, s: Sequent) -> Sequent:
    hypotheses = tuple(hypotheses)
    start = Sequent(variables, hypotheses, goal, frozenset(), s.lemmas, s.library)
    return start.knowing(*(t for h in hypotheses for t in h[1:]))


def owing(s: Sequent, nodes: list[Node], *terms: Term) -> tuple[Tasks, Sequent]:
    return shown_by(s, nodes, s.owed(*terms)), s.knowing(*terms)


def shown_by(s: Sequent, nodes: list[Node], wanted: list[Demand]) -> Tasks:
    need(len(nodes) == len(wanted), f"expected {len(wanted)} node(s), found {len(nodes)}")
    found: Tasks = []
    for (r, other), node in zip(wanted, nodes, strict=True):
        if each_of(r):
            found += _each(s, r[1], node)
            continue
        if other is not None and isinstance(node, dict) and node.get("rule") == "other":
            _, node = fields(node, {"rule": str, "then": object})
            r = other
        found.append((s.knowing(*r[1:]).showing(r), node))
    return found


def _each(s: Sequent, t: Term, node: Node) -> Tasks:
    rule, fresh, nodes = fields(node, {"rule": str, "fresh": str, "defined": list})
    need(rule == "each", "expected the rule 'each'")
    low, high = t.args[:2]
    inner = s.with_variable(fresh, t.op != "integral").knowing(low, high)
    inner = inner.adding(("<=", low, var(fresh)), ("<=", var(fresh), high))
    return owing(inner, nodes, inside(t, fresh, inner.integers)[0])[0]


def sides(s: Sequent, nodes: list[Node], relations: Iterable[Relation]) -> Tasks:
    wanted = [r for r in relations if not s.stated(r)]
    need(len(nodes) == len(wanted), f"expected {len(wanted)} side(s), found {len(nodes)}")
    return [(s.showing(r), node) for r, node in zip(wanted, nodes, strict=True)]


def fields(data: Node, wanted: Mapping[str, Any]) -> list[Any]:
    """The fields of an object; object stands for any value, a tuple (kind,) for one that may be left out."""
    if isinstance(data, list) and data:
        head, rest = data[0], data[1:]
        if rest and isinstance(head, dict):
            need("then" not in head, "two fields 'then'")
            head = {**head, "then": rest}
        data = head
    need(isinstance(data, dict), "expected an object")
    need(data.keys() <= wanted.keys(), f"unknown field(s): {sorted(data.keys() - wanted.keys())}")
    found = []
    for name, kind in wanted.items():
        optional = kind is list or isinstance(kind, tuple)
        kind = kind[0] if isinstance(kind, tuple) else kind
        need(name in data or optional, f"the field {name!r} is missing")
        value = data.get(name, [] if kind is list else None)
        need(isinstance(value, kind) or (value is None and name not in data), f"{name}: found {value!r}")
        need(kind is not int or value is None or value >= 0, f"{name}: expected an index")
        found.append(value)
    return found


def rational(value: Any) -> fmpq:
    need(isinstance(value, str) and len(value) <= 4000 and re.fullmatch(r"-?[0-9]+(/[0-9]*[1-9][0-9]*)?", value),
         "expected a rational as text")  # fmt: skip
    top, _, bottom = value.partition("/")
    return fmpq(int(top), int(bottom or 1))


def index(values: list[Any], bound: int) -> list[int]:
    need(all(type(v) is int and 0 <= v < bound for v in values), f"expected indices below {bound}")
    return values
