"""Compound claims: formulas as conditions and conclusion, decided as finitely many ordinary claims.

A compound claim says: at every point at which all conditions hold, the conclusion holds (`formulas`). With
``exists c: ...`` it says that there is a number c, which may depend on the point, with which it does; what is
checked is the conclusion with a term in the place of c.

The conditions come to alternatives D1, D2, ... (conjunctions of relations), the conclusion to clauses
C1, C2, ... (disjunctions), and for each D and each C = M1 or ... or Mk or L there are the ordinary claims
*L where D, and for each Mi that it is false, or not defined in one of the ways that its text demands*
(`cases`). They are together equivalent to *C wherever D*: where no Mi holds, each is false, so its opposite
holds, or it has a side without a value, so the first obligation of its text that fails is one between
defined terms, and its opposite holds. A case may be about no point at all: that it is proved says nothing
then, and nothing is needed; the point that the certificate owes is one of the conditions.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from math import prod
from typing import Final

from flint import fmpq

from ..limits import MAX_STEPS, KernelError, need
from ..syntax import SyntaxProblem, parse, placed
from ..verdicts import PROVED, REFUTED, Verdict, sealed
from . import formulas
from .certificates import Fields, check_plain
from .check import check_failure, claim_tasks, domain_tasks, run
from .claims import Claim, Relation, Stated, Variable, claim_of, parse_claim, pieces_of
from .defined import carried, obligations
from .formulas import Formula, Literals, Said, alternatives, clauses, joined, normal, replaced, true_at
from .grammar import parse_term, print_term
from .points import check_values
from .terms import Term, is_integer, num

COMPOUND_FORMAT: Final = "dptheory compound claim 1"
EMPTY: Final = "dptheory empty domain 1"
MAX_CASES: Final = 256
"""Ordinary claims to which a compound one may come."""
FALSE: Final = Relation(">", num(0), num(0))

_EXISTS: Final = re.compile(r"\s*exists\s+(?P<name>[A-Za-z_][A-Za-z0-9_]*'*)(?P<integer>\s+integer)?\s*[:.]")


@dataclass(frozen=True)
class Compound(Stated):
    """For all variables, wherever the conditions hold, there are values of the `bound` ones with which the
    conclusion holds.

    >>> parse_compound("exists c: c > x and c > y", "x > 1 or y > 1").text
    'exists c: c > x and c > y where x > 1 or y > 1'
    """

    kind = (COMPOUND_FORMAT,)
    variables: tuple[Variable, ...]
    conditions: tuple[Said, ...]
    conclusion: Said
    bound: tuple[Variable, ...] = ()

    def __post_init__(self) -> None:
        said, named = (*self.conditions, self.conclusion), (*self.variables, *self.bound)
        plain = all(type(c) in (Relation, Formula) for c in said) and all(type(v) is Variable for v in named)
        need(plain, "a claim of conditions and a conclusion of another class")
        used = frozenset[str]().union(*(c.variables() for c in self.conditions))
        self.check_names(used | self.conclusion.variables())
        inner = ", ".join(sorted(used & {v.name for v in self.bound}))
        need(not inner, f"a condition on {inner}, of which there is one by `exists`: say it in the claim")

    @cached_property
    def said(self) -> str:
        """What is claimed, as canonical text."""
        bound = [f"exists {v.name}{' integer' if v.integer else ''}: " for v in self.bound]
        return "".join(bound) + self.conclusion.text

    @cached_property
    def domains(self) -> list[Claim]:
        """The alternatives of the conditions, as the domains of claims that claim nothing."""
        whole = [alternatives(normal(c)) for c in self.conditions]
        formulas.bounded(prod(map(len, whole)))
        chosen = (tuple(dict.fromkeys(r for part in one for r in part)) for one in product(*whole))
        return [claim_of(relations, Relation("<=", num(0), num(0)), self.integers) for relations in chosen]

    def clauses(self, images: Mapping[str, Term]) -> list[Literals]:
        """The clauses of the conclusion, with terms for the bound variables: that these have values is one
        of them each, and so is what the text with the variables demands and the text with the terms does
        not."""
        if set(images) != {v.name for v in self.bound}:
            raise KernelError(f"needed: a term for each of {[v.name for v in self.bound]}")
        inside = {v.name for v in self.variables}
        for v in self.bound:
            strange = ", ".join(sorted(images[v.name].names - inside))
            need(not strange, f"the term for {v.name} has {strange}, which is no variable of the claim")
            if v.integer and not is_integer(images[v.name], self.integers):
                raise KernelError(f"{v.name} is an integer and needs an integer term")
        sorts = self.integers | {v.name for v in self.bound if v.integer}

        def image(r: Relation) -> Said:
            owed = carried((r.left, r.right), sorts, images, self.integers)
            valued = (joined("or", o.ways) for o in owed)
            return joined("and", [r.substituted(images), *valued])

        said = normal(self.conclusion)
        found = clauses(replaced(said, image) if self.bound else said)
        return [(Relation("=", t, t),) for _, t in sorted(images.items())] + found

    def cases(self, domain: Claim, clause: Literals, show: int) -> list[Claim]:
        """The ordinary claims that together say that a clause holds wherever an alternative of the conditions
        does; each concludes with the relation number `show` of the clause."""
        need(0 <= show < len(clause), f"expected the number of a relation, below {len(clause)}")
        others = [r for i, r in enumerate(clause) if i != show]
        ways = [[(r.negated(),), *_ways_to_fail(r, self.integers)] for r in others]
        formulas.bounded(prod(map(len, ways)), MAX_CASES)
        given = [(*domain.conditions, *(r for way in chosen for r in way)) for chosen in product(*ways)]
        return [claim_of(conditions, clause[show], self.integers) for conditions in given]


def _ways_to_fail(r: Relation, integers: frozenset[str]) -> list[Literals]:
    """For each obligation of a relation's text, what holds where it is the first that fails."""
    owed = list(obligations((r.left, r.right), integers))
    for o in owed:
        if o.between:
            raise KernelError(
                f"no relation says where {print_term(o.term)} has no value: "
                "in a claim put together of several give it a name by a condition, as in `s = sum(...)`"
            )
    return [tuple(part.negated() for part in o.ways) for o in owed]


def parse_compound(text: str, where: str = "") -> Compound:
    """The compound claim of a text; raises SyntaxProblem or KernelError. Conditions as of `parse_claim`, or
    formulas; one that is a conjunction is taken apart.

    >>> parse_compound("x < 1 implies not (x >= 1 or x = 2)", "x > 0 and x != 5").where
    'x > 0, x != 5'
    """
    bound: list[Variable] = []
    start = 0
    while prefix := _EXISTS.match(text, start):
        bound.append(Variable(prefix["name"], prefix["integer"] is not None))
        start = prefix.end()
    conclusion = formulas.formula_from(parse(text[start:]), text[start:])
    conditions: list[Said] = []
    sorts: list[str] = []
    for piece in pieces_of(where):
        try:
            read = parse_claim("0 <= 0", piece)
        except SyntaxProblem:  # no condition of an ordinary claim
            said = formulas.formula_from(parse(piece), piece)
            conditions.extend(said.parts if not isinstance(said, Relation) and said.op == "and" else [said])
        else:
            conditions.extend(read.conditions)
            sorts.extend(read.integers)
    return compound_of(conditions, conclusion, sorts, bound)


def compound_of(
    conditions: Iterable[Said], conclusion: Said, integers: Iterable[str], bound: Iterable[Variable] = ()
) -> Compound:
    """The compound claim about exactly the variables that occur or are declared integers."""
    conditions, integers, bound = tuple(conditions), frozenset(integers), tuple(bound)
    names = integers.union(conclusion.variables(), *(c.variables() for c in conditions))
    free = sorted(names - ({v.name for v in bound} - integers))
    return Compound(tuple(Variable(n, n in integers) for n in free), conditions, conclusion, bound)


def read_witness(text: Mapping[str, object], place: str) -> dict[str, Term]:
    """The terms for bound variables."""
    with placed(place):
        return {name: parse_term(str(t)) for name, t in text.items()}


def check_read(compound: Compound) -> None:
    """Raise KernelError unless a compound claim is what its own text reads."""
    need(type(compound) is Compound, "a claim of another class could call itself what it is not")
    made = Compound(compound.variables, compound.conditions, compound.conclusion, compound.bound)
    with placed(""):
        read = parse_compound(made.said, made.where)
    same = (read.conclusion, read.bound, read.integers) == (made.conclusion, made.bound, made.integers)
    need(same and read.conditions == made.conditions, f"the text reads otherwise: {made.text}")
    need(made.hash == compound.hash, "the claim calls itself what it is not")


def check_compound(compound: Compound, data: object) -> Verdict:
    """*proved*, if the certificate proves exactly this compound claim; else KernelError with the place.

    {"domain": i, "domain_point"}: a point of alternative i of the conditions; {"with"}: the terms; {"parts"}:
    for each alternative, and in it for each clause, {"show", "cases": [{"defined", "proof"}..]}.
    """
    check_read(compound)
    check_plain(data)
    f = Fields(data, "")
    stated = (f.text("format"), f.text("claim"), f.text("where"), f.text("hash"))
    if stated != (COMPOUND_FORMAT, compound.said, compound.where, compound.hash):
        raise KernelError(f"the certificate is of another claim than {compound.text!r}", "hash")
    i = f.index("domain")
    need(i < len(compound.domains), f"expected a number below {len(compound.domains)}", "domain")
    steps = run(domain_tasks(compound.domains[i], f))
    wanted = compound.clauses(read_witness(f.mapping("with"), "with"))
    parts = f.items("parts")
    pairs = list(product(compound.domains, wanted))
    need(len(parts) == len(pairs), f"expected {len(pairs)} parts, found {len(parts)}", "parts")
    for at, ((domain, clause), raw) in enumerate(zip(pairs, parts, strict=True)):
        inner = Fields(raw, f"parts[{at}]")
        steps += _run_cases(compound.cases(domain, clause, inner.index("show")), inner, MAX_STEPS - steps)
    f.close()
    return sealed(PROVED, f"checked certificate of {steps} steps", compound.hash)


def _run_cases(claims: list[Claim], f: Fields, limit: int) -> int:
    nodes, steps = f.items("cases"), 0
    need(len(nodes) == len(claims), f"expected {len(claims)} cases, found {len(nodes)}", f.at("cases"))
    f.close()
    for i, (claim, node) in enumerate(zip(claims, nodes, strict=True)):
        inner = Fields(node, f"{f.at('cases')}[{i}]")
        todo = claim_tasks(inner, claim)
        inner.close()
        steps += run(todo, limit - steps)
    return steps


def check_empty(compound: Compound, data: object) -> str:
    """What is said of conditions that no point satisfies, if the certificate shows that; else KernelError.
    {"cases"}: of each alternative, that it gives 0 > 0."""
    check_read(compound)
    check_plain(data)
    f = Fields(data, "")
    if (f.text("format"), f.text("where")) != (EMPTY, compound.where):
        raise KernelError(f"the certificate is of other conditions than {compound.where!r}", "where")
    claims = [claim_of(d.conditions, FALSE, compound.integers) for d in compound.domains]
    steps = _run_cases(claims, f, MAX_STEPS)
    return f"no point satisfies {compound.where} (checked certificate of {steps} steps)"


def check_compound_witness(compound: Compound, point: Mapping[str, fmpq]) -> Verdict:
    """*refuted*, if the conditions hold at the point and the conclusion does not, with the relations of a
    clause of which none holds; else KernelError."""
    check_read(compound)
    need(not compound.bound, "one point does not refute that something exists")
    point = dict(point)
    where = check_values(compound, point)

    def holds(said: Said) -> bool | None:
        return true_at(normal(said), point, compound.integers)

    for c in compound.conditions:
        need(holds(c), f"the condition {c.text} is not certified to hold at the point")
    need(holds(compound.conclusion) is False, "the claim is not certified to fail at the point; try another")
    for clause in compound.clauses({}):
        if all(holds(r) is False for r in clause):
            how = [f"{r.text} is {'false' if holds(r.negated()) else 'not defined'}" for r in clause]
            return sealed(REFUTED, f"{where}: {', '.join(how)}", compound.hash)
    raise KernelError("it is undecided which part of the claim fails at the point; try another")


def check_compound_failure(compound: Compound, at: tuple[int, int, int, int], failure: object) -> Verdict:
    """*refuted*, if one of the cases fails at a point given by terms (`check_failure`): alternative, clause,
    relation shown and case, by their numbers."""
    check_read(compound)
    need(not compound.bound, "one point does not refute that something exists")
    domain, clause, show, case = at
    relations = compound.clauses({})[clause]
    found = check_failure(compound.cases(compound.domains[domain], relations, show)[case], failure)
    how = ", ".join(f"{r.text} does not hold" for r in relations)
    return sealed(REFUTED, f"{found.reason.partition(': ')[0]}: {how}", compound.hash)
