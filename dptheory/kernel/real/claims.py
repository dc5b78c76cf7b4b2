"""Relations and claims: what can be proved or refuted."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Final

from ..limits import MAX_TEXT, MAX_VARIABLES, KernelError, need
from ..syntax import RELATIONS, Node, SyntaxProblem, parse, placed
from .grammar import parse_relation, print_term, term_from
from .terms import Term, free_variables, is_name, substitute

SEMANTICS: Final = "dptheory real claims 1"
"""The version of the meaning of claims; every hash covers it."""

NEGATION: Final = {"<=": ">", "<": ">=", "=": "!=", "!=": "=", ">=": "<", ">": "<="}
FLIPPED: Final = {"<=": ">=", "<": ">", "=": "=", "!=": "!=", ">=": "<=", ">": "<"}

_INTEGER = re.compile(r"\s*([A-Za-z_][A-Za-z0-9_]*'*)\s+integer\s*")

Names = frozenset[str]
Images = Mapping[str, Term]


@dataclass(frozen=True)
class Relation:
    """`left op right`. It holds at a point where both sides are defined there and compare so.

    >>> relation("x < 1").negated().text
    'x >= 1'
    """

    op: str
    left: Term
    right: Term

    def __post_init__(self) -> None:
        if type(self.op) is not str or self.op not in RELATIONS:
            raise KernelError(f"no relation {self.op!r}; one of {' '.join(RELATIONS)}")
        if not (type(self.left) is type(self.right) is Term):
            raise KernelError("a relation is between two terms")

    @cached_property
    def text(self) -> str:
        return f"{print_term(self.left)} {self.op} {print_term(self.right)}"

    @property
    def strict(self) -> bool:
        return self.op in ("<", ">", "!=")

    @property
    def oriented(self) -> tuple[str, Term, Term]:
        """The same with < and <= turned round: (op, left, right) with op one of > >= = !=."""
        if self.op in ("<", "<="):
            return FLIPPED[self.op], self.right, self.left
        return self.op, self.left, self.right

    def negated(self) -> Relation:
        return Relation(NEGATION[self.op], self.left, self.right)

    def substituted(self, images: Mapping[str, Term]) -> Relation:
        return Relation(self.op, substitute(self.left, images), substitute(self.right, images))

    def variables(self) -> frozenset[str]:
        return free_variables(self.left, self.right)


def sides_of(relations: Iterable[Relation]) -> list[Term]:
    """Left and right side of each."""
    return [t for r in relations for t in (r.left, r.right)]


def relation(text: str) -> Relation:
    """The relation that a text denotes; raises SyntaxProblem or KernelError."""
    return Relation(*parse_relation(text))


@dataclass(frozen=True)
class Variable:
    """A variable of a claim and whether it ranges over the integers instead of the reals."""

    name: str
    integer: bool = False

    def __post_init__(self) -> None:
        if type(self.name) is not str or type(self.integer) is not bool:
            raise KernelError(f"no variable: {self.name!r}, integer {self.integer!r}")


Relations = tuple[Relation, ...]


class Stated:
    """What claims of all kinds have: variables, conditions on them, and what is said of them there, perhaps
    with some that are `bound` in it."""

    kind: ClassVar[tuple[str, ...]] = ()
    variables: tuple[Variable, ...]
    conditions: tuple[Any, ...]
    bound: tuple[Variable, ...] = ()

    def check_names(self, used: frozenset[str]) -> None:
        """Raise KernelError unless the variables, sorted by name, have different names, and are all that is
        used."""
        names = [v.name for v in self.variables]
        whole = [*names, *(v.name for v in self.bound)]
        need(len(whole) <= MAX_VARIABLES, f"{len(whole)} variables; at most {MAX_VARIABLES}")
        need(len(set(whole)) == len(whole), f"a name twice among the variables {', '.join(whole)}")
        if names != sorted(names) or not used <= set(whole) or not all(map(is_name, whole)):
            raise KernelError(f"variables {whole} do not fit the claim, which uses {sorted(used)}")

    @property
    def integers(self) -> frozenset[str]:
        return frozenset(v.name for v in self.variables if v.integer)

    @cached_property
    def where(self) -> str:
        """The conditions and sorts as canonical text."""
        sorts = [f"{v.name} integer" for v in self.variables if v.integer]
        return ", ".join([c.text for c in self.conditions] + sorts)

    @property
    def said(self) -> str:
        """What is claimed, as canonical text."""
        raise NotImplementedError

    @cached_property
    def text(self) -> str:
        """Canonical text: what is said, and after ``where`` the conditions."""
        return self.said + (f" where {self.where}" if self.where else "")

    @cached_property
    def hash(self) -> str:
        """SHA-256 of the semantics' version, the canonical text and every variable's sort."""
        sorts = [[v.name, "integer" if v.integer else "real"] for v in (*self.variables, *self.bound)]
        content = json.dumps([SEMANTICS, *self.kind, self.said, self.where, sorts])
        return hashlib.sha256(content.encode()).hexdigest()


@dataclass(frozen=True)
class Claim(Stated):
    """For all variables, at every point where all conditions hold: both sides of the relation are
    defined and the relation is true. Conditions keep their order; variables are sorted by name.

    >>> parse_claim("1/n <= 1", where="n integer, n >= 1").where
    'n >= 1, n integer'
    """

    variables: tuple[Variable, ...]
    conditions: tuple[Relation, ...]
    relation: Relation

    def __post_init__(self) -> None:
        parts = (self.variables, Variable), (self.conditions, Relation), ((self.relation,), Relation)
        if not all(type(held) is tuple and all(type(x) is kind for x in held) for held, kind in parts):
            raise KernelError("a claim has a tuple of variables, a tuple of relations, and a relation")
        self.check_names(self.relation.variables().union(*(c.variables() for c in self.conditions)))

    @property
    def said(self) -> str:
        return self.relation.text

    def to_json(self) -> dict[str, str]:
        return {"claim": self.relation.text, "where": self.where}


def check_claim(claim: Claim) -> None:
    """Raise KernelError unless the claim is one, its text and hash are those of its terms, and its text reads
    as these terms. It is made again of them, with no text or hash that was kept or handed over."""
    need(type(claim) is Claim, "a claim of another class could call itself what it is not")
    said = [Relation(r.op, r.left, r.right) for r in (*claim.conditions, claim.relation)]
    made = Claim(claim.variables, tuple(said[:-1]), said[-1])
    need(type(claim.hash) is str and made.hash == claim.hash, "the claim calls itself what it is not")
    with placed(""):
        for r in said:
            need(relation(r.text) == r, f"the text reads otherwise: {r.text}")


def claim_of(conditions: Iterable[Relation], conclusion: Relation, integers: Iterable[str] = ()) -> Claim:
    """The claim about exactly the variables that occur or are declared integers."""
    conditions, integers = tuple(conditions), frozenset(integers)
    names = integers.union(conclusion.variables(), *(c.variables() for c in conditions))
    return Claim(tuple(Variable(n, n in integers) for n in sorted(names)), conditions, conclusion)


def parse_claim(text: str, where: str = "") -> Claim:
    """The claim `text` under the conditions `where`; raises SyntaxProblem or KernelError.

    Conditions are separated by commas; a chain ``0 < g <= 1`` makes two, ``n integer`` makes n an
    integer, ``x < oo`` says nothing of a variable and of any other term that it is defined; a variable
    without a condition is any real number.

    >>> parse_claim("x*exp(x) >= 0", where="0 <= x < oo").text
    'x*exp(x) >= 0 where 0 <= x'
    >>> parse_claim("x >= 0", where="log(x) < oo").text
    'x >= 0 where log(x) = log(x)'
    """
    node = parse(text)
    if node.kind == "chain":
        raise SyntaxProblem("a chain claims two relations: claim each by itself", text, node.position)
    conditions: list[Relation] = []
    integers: set[str] = set()
    for piece in pieces_of(where):
        declared = _INTEGER.fullmatch(piece)
        if declared:
            integers.add(declared.group(1))
        else:
            conditions.extend(_conditions(piece))
    return claim_of(conditions, relation(text), integers)


def pieces_of(where: str) -> Iterator[str]:
    """The text between those commas that stand outside brackets."""
    if len(where) > MAX_TEXT:
        raise SyntaxProblem(f"conditions of {len(where)} characters; at most {MAX_TEXT} are read")
    start = depth = 0
    if not where.strip():
        return
    for i, character in enumerate(where):
        depth += {"(": 1, ")": -1}.get(character, 0)
        if character == "," and depth == 0:
            yield where[start:i]
            start = i + 1
    yield where[start:]


def _conditions(piece: str) -> Iterator[Relation]:
    node = parse(piece)
    if node.kind not in ("op", "chain") or not set(node.value.split()) <= set(RELATIONS):
        raise SyntaxProblem("expected a condition such as `x > 0` or `n integer`", piece, node.position)
    said: set[Term] = set()
    for i, op in enumerate(node.value.split()):
        left, right = node.args[i], node.args[i + 1]
        t = _finite(op, left, right, piece)
        if t is None:
            yield Relation(op, term_from(left, piece), term_from(right, piece))
        elif t.op != "var" and t not in said:
            said.add(t)
            yield Relation("=", t, t)


def _finite(op: str, left: Node, right: Node, piece: str) -> Term | None:
    """The term of which a link says only that it is finite: x < oo, -oo < x, and mirrored."""
    ends = [_infinity(left), _infinity(right)]
    if ends == [0, 0]:
        return None
    other = right if ends[0] else left
    if 0 in ends and (op, *ends) in (("<", -1, 0), ("<", 0, 1), (">", 1, 0), (">", 0, -1)):
        return term_from(other, piece)
    raise SyntaxProblem("oo may only be an open end: `x < oo` or `-oo < x`", piece, left.position)


def _infinity(node: Node) -> int:
    """1 for oo, -1 for -oo, else 0."""
    if node.kind == "name" and node.value == "oo":
        return 1
    return -_infinity(node.args[0]) if node.kind == "op" and node.value == "-" and len(node.args) == 1 else 0
