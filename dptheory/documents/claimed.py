"""One link as a claim: its class, its text with definitions put in, its conditions."""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from ..kernel import KernelError, SyntaxProblem
from ..kernel.real import FLIPPED, print_term
from ..latex.nodes import Node, nodes
from ..latex.signs import SIGNS, Row, trimmed
from ..latex.tokens import Token
from ..present.reading import read_term
from .derived import equal, least, solved, termwise
from .given import Given
from .growing import growing
from .kinds import (
    ASSUMPTION,
    ASYMPTOTIC,
    ATOMS,
    DEFINITION,
    GROWTH,
    OBJECTS,
    ORDERS,
    REMARK,
    SCALAR,
    calling,
    is_drawn,
    is_free,
    kind_of,
    noted_of,
    of_objects,
)
from .links import Link
from .parsed import constant, lone
from .premises import names_of
from .questions import Growth
from .reaching import Groups, reaching
from .reading import Reading
from .remarks import EQUALITY, OPTIMUM, Place
from .roles import CUES, HEDGED, NARROWED

_LAWS: Final = ("probability", "expectation", "variance")
"""Kinds of unknowns that stay such where they are written out, also if the text gives them names."""


@dataclass(frozen=True)
class Stated:
    """A link as it was read. `claim` is in the claims' language with its definitions put in; `raw` without;
    `other` where the LaTeX reads in a second way; `given` are the conditions with what the document has and
    where;
    those `elsewhere` are of other sentences, which this one does not state; `bound` are the names that its
    own quantifiers speak of, `real` those that are any numbers by them;
    `problem` says why it was not read; `otherwise` is its class where the claim is proved, `remark` what
    the text says of it instead of claiming it.
    """

    link: Link
    kind: str
    claim: str = ""
    raw: str = ""
    given: tuple[Given, ...] = ()
    elsewhere: Groups = ()
    bound: frozenset[str] = frozenset()
    real: frozenset[str] = frozenset()
    definitions: tuple[str, ...] = ()
    told: tuple[str, ...] = ()
    other: str = ""
    problem: str = ""
    problem_at: int = 0
    refutable: bool = True
    after: str = ""
    before: str = ""
    otherwise: str = ""
    remark: str = ""
    noted: tuple[tuple[str, str], ...] = ()
    growth: Growth | None = None


def claimed(reading: Reading, link: Link, assumed: Mapping[tuple[int, int], Row]) -> Stated | None:
    """One link; None for what is no relation: a membership of objects, a function's domain; and for the
    further links of a chain that is a condition. What is literally a condition of its own is none that holds.
    """
    one = _claimed(reading, link, assumed)
    if one is not None and one.kind == SCALAR and any(_literally(one.claim, g.text) for g in one.given):
        return replace(one, kind=ASSUMPTION, claim="", given=(), elsewhere=())
    return one


def _literally(claim: str, condition: str) -> bool:
    """Whether a claim is a condition, in one of its two directions."""
    left, sign, right = re.split(r" (<=|>=|!=|<|>|=) ", claim, maxsplit=1)
    return condition in (claim, f"{right} {FLIPPED[sign]} {left}")


def _claimed(reading: Reading, link: Link, assumed: Mapping[tuple[int, int], Row]) -> Stated | None:
    latex = link.latex
    trees = [reading.parsed.tree(side) for side in (link.left, link.right)]
    if (row := assumed.get(link.key)) is not None:
        return None if link.sign == r"\in" or not link.first else _condition(reading, link, row)
    if is_drawn(link):
        return Stated(link, OBJECTS)
    if link.sign in GROWTH or (link.sign in ("=", r"\le", "<=", r"\in", ">=") and ORDERS.search(latex)):
        names = frozenset(n.value for t in trees if isinstance(t, Node) for n in nodes(t) if n.kind == "name")
        conditions = reaching(reading.scopes, reading.about, link.position, names).own
        growth = growing(reading, link, [g.text for g in conditions])
        told = (growth.told,) if growth else ()
        return Stated(
            link, ASYMPTOTIC, raw=reading.raw(link, trees), given=conditions, growth=growth, told=told
        )
    if link.sign not in SIGNS.values() and link.sign != ":=":
        return None
    if link.sign == ":=" and id(link) not in reading.defining:
        return Stated(link, DEFINITION, raw=reading.raw(link, trees))
    place = reading.optima.get(link.key) if link.first else None
    if place is not None and (placed := _placed(reading, link, place)):
        return placed
    if id(link) in reading.defining and not link.joint:
        value = trees[1]
        if (
            link.sign == "="
            and isinstance(value, Node)
            and value.kind == "atom"
            and value.about == "extremum"
        ):
            return Stated(link, OBJECTS)  # a least or greatest value over a set is no number by itself
        made = Stated(link, DEFINITION, raw=reading.raw(link, trees))
        claim = solved(reading, link)
        return (
            replace(_about(reading, link, claim, ()), kind=DEFINITION, raw=made.raw, otherwise=SCALAR)
            if claim
            else made
        )
    simple = [bool(lone(t)) or constant(t) for t in trees]
    if (
        link.sign == "="
        and link.first
        and (
            (
                all(simple)
                and any(map(lone, trees))
                and (any(map(constant, trees)) or not link.formula.display)
            )
            or _assigns(reading, link, trees)
        )
    ):
        return Stated(link, ASSUMPTION, raw=reading.raw(link, trees))
    problem = next((t for t in trees if isinstance(t, SyntaxProblem)), None)
    if problem is not None:
        kind = OBJECTS if of_objects(link) else SCALAR
        return Stated(link, kind, problem=problem.bare, problem_at=problem.position)
    one = _numeric(reading, link, [t for t in trees if isinstance(t, Node)])
    alone = one.kind == SCALAR and link.sign == "=" and link.first and not link.joint
    if alone and (claim := solved(reading, link, primed=True)):
        words = "read as what solves the formula before it"
        sure = one.refutable and claim == solved(reading, link)
        return replace(one, claim=claim, refutable=sure, told=(*one.told, words))
    return one


def _placed(reading: Reading, link: Link, place: Place) -> Stated | None:
    """The place of an optimum, judged where it is told of what; a value that a name is given may be left."""
    trees = [reading.parsed.tree(side) for side in (link.left, link.right)]
    left = Stated(link, REMARK, raw=reading.raw(link, trees), remark=OPTIMUM)
    found = least(reading, link, place)
    if found is None:
        return None if place.chosen else left
    claim, spoken, sure = found
    whole = claim.split(f" {place.sign} ")[1]
    word = "least" if place.sign == "<=" else "greatest"
    told = (f"{link.latex} is read as the value at which {whole} is {word}",)
    made = replace(_about(reading, link, claim, told, spoken.position), raw=left.raw)
    if sure:
        return made
    kind, remark = (DEFINITION, "") if place.chosen else (REMARK, OPTIMUM)
    return replace(made, kind=kind, otherwise=made.kind, remark=remark)


def remarked(reading: Reading, link: Link, remark: str) -> Stated:
    """A relation that the text does not claim; where equality holds, that both sides are equal there."""
    trees = [reading.parsed.tree(side) for side in (link.left, link.right)]
    left = Stated(link, REMARK, raw=reading.raw(link, trees), remark=remark)
    if remark != EQUALITY or (found := equal(reading, link)) is None:
        return left
    claim, spoken = found
    told = (f"{link.latex} is read as where both sides of {spoken.latex} are equal",)
    made = _about(reading, link, claim, told, spoken.position)
    return replace(made, kind=REMARK, raw=left.raw, otherwise=made.kind, remark=remark)


def _condition(reading: Reading, link: Link, row: Row) -> Stated:
    """A condition, with all of its chain."""
    sides = [trimmed(side.tokens) for side in row.sides]
    trees = [reading.parsed.tree(side) for side in sides]
    if len(sides) == 2 or not sides[0]:
        return Stated(link, ASSUMPTION, raw=reading.raw(link, trees))
    parts = [
        replace(link, left=tuple(left), sign=side.sign, right=tuple(right))
        for left, side, right in zip(sides, row.sides[1:], sides[1:], strict=False)
    ]
    raw = " and ".join(
        reading.raw(part, pair) for part, pair in zip(parts, itertools.pairwise(trees), strict=True)
    )
    rest = list(sides[1])
    for side, inside in zip(row.sides[2:], sides[2:], strict=True):
        sign = next((tex for tex, said in SIGNS.items() if said == side.sign), side.sign)
        rest += [Token("command", sign, link.position), *inside]
    return Stated(replace(link, right=tuple(rest)), ASSUMPTION, raw=raw)


def _assigns(reading: Reading, link: Link, trees: Sequence[Node | SyntaxProblem]) -> bool:
    """Whether words give something a number: "with n = 50 and s^2 = 1"."""
    plain = isinstance(trees[0], Node) and all(n.kind not in ("atom", "applied") for n in nodes(trees[0]))
    if link.formula.display or not plain or not constant(trees[1]) or constant(trees[0]):
        return False
    return bool(CUES.search(reading.words[link.formula.start].before))


def _about(
    reading: Reading, link: Link, claim: str, told: tuple[str, ...], position: int | None = None
) -> Stated:
    """A claim that a relation makes beyond its two sides, under what holds there or at another position."""
    names = names_of(claim)
    unknown = {n for n, _ in reading.atoms.values()} - {d.name for d in reading.definitions}
    kind = ATOMS if names & unknown else SCALAR
    at = link.position if position is None else position
    reached = reaching(reading.scopes, reading.about, at, frozenset(names))
    return Stated(link, kind, claim, claim, reached.own, reached.elsewhere, reached.bound, told=told)


def _numeric(reading: Reading, link: Link, trees: Sequence[Node]) -> Stated:
    """A link whose sides are trees: about numbers, or about unknowns, or about objects."""
    values, calls = reading.in_force(link)
    try:
        readable = reading.functions(calls)
        meaning = reading.meaning(readable)
        raw = [meaning.text(tree) for tree in trees]
        used: dict[str, str] = {}
        plain = [read_term(text) for text in raw]
        among = frozenset(n for n, _ in reading.atoms.values()) & (plain[0].names | plain[1].names)
        terms = [reading.put_in(term, values, readable, used, among) for term in plain]
    except (SyntaxProblem, KernelError, ArithmeticError, RecursionError) as problem:
        bare = problem.bare if isinstance(problem, SyntaxProblem) else str(problem)
        at = problem.position if isinstance(problem, SyntaxProblem) else link.position
        kind = OBJECTS if of_objects(link) else SCALAR
        return Stated(link, kind, problem=bare, problem_at=at)
    objects = any(n.kind == "atom" and n.about == "vector" for t in trees for n in nodes(t))
    if objects or (reading.transposed and any("T" in t.names for t in terms)):
        return Stated(link, OBJECTS)
    unknown = {name for name, kind in reading.atoms.values() if kind != "size"}
    unknown -= {d.name for d in reading.definitions}
    said = (n for t in trees for n in nodes(t) if n.kind == "atom" and n.about in _LAWS)
    unknown |= {reading.atom(n) for n in said}
    given_ = terms[0].op == "var" and terms[0].value not in unknown and constant(trees[1])
    if given_ and link.sign == "=" and link.first:
        return Stated(link, ASSUMPTION, raw=reading.raw(link, trees))
    sides = [set(t.names) & unknown for t in terms]
    only = [bool(side) and side == set(t.names) for side, t in zip(sides, terms, strict=True)]
    kind = (
        OBJECTS
        if (only[0] and not sides[1]) or (only[1] and not sides[0])
        else kind_of(raw, sides, trees, link.sign)
    )
    if kind == OBJECTS and (claim := termwise(reading, link, trees)):
        told = ("two sums, products or suprema are compared term by term",)
        one = _about(reading, link, claim, told)
        kind = SCALAR if one.kind == SCALAR and trees[0].about == "extremum" else OBJECTS
        return replace(one, kind=kind, otherwise=ATOMS, refutable=False)
    used |= {f"{n}({', '.join(f.parameters)})": f.value for n, f in readable.items() if calling(trees, n)}
    names = frozenset(n for t in terms for n in t.names)
    reached = reaching(reading.scopes, reading.about, link.position, names)
    other = reading.other(trees, readable, raw, link.sign)
    valued = reading.valued(link)
    refutable = (
        not link.arrow
        and not (names - reached.bound) & valued
        and not names & reading.settled(link)
        and not is_free(reading, link, trees, used, readable, reached.bound)
        and not HEDGED.search(reading.scopes.words(link.position))
        and not NARROWED.search(reading.scopes.words(link.position))
    )
    return Stated(
        link, kind, f"{print_term(terms[0])} {link.sign} {print_term(terms[1])}",
        f"{raw[0]} {link.sign} {raw[1]}",
        reached.own, reached.elsewhere, reached.bound, reached.real,
        tuple(f"{n} = {v}" for n, v in used.items()), tuple(meaning.told), other,
        refutable=refutable, noted=tuple(noted_of(trees, meaning)),
    )  # fmt: skip
