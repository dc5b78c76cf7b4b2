r"""Each link as a claim: its class, its text with definitions put in, the conditions that the document
states.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from ..kernel import KernelError, SyntaxProblem
from ..latex.names import Names
from ..latex.nodes import usual_function
from ..latex.signs import SIGNS, Row, trimmed
from ..latex.tokens import Token
from ..present.reading import read_term
from .alternatives import Key, alternatives, is_spared, joined, key
from .claimed import Stated, claimed, remarked
from .code import assigned
from .definitions import Definition, definitions
from .given import CORRECTED, Given, given
from .kinds import (
    ASSUMPTION,
    ATOMS,
    GROWTH,
    SCALAR,
    unknowns,
)
from .links import Statement, aims, links, statements
from .parsed import Parsed, functions, numbers, sets, transposed, vectors, words
from .premises import names_of
from .reaching import by_name, reaching
from .reading import Reading
from .remarks import EQUALITY, OPEN, Place, Remarks
from .roles import Role, mentions, roles
from .scopes import Scopes
from .side import Side, corrected, side_text
from .source import Document, Trouble
from .words import surroundings

_EULER: Final = re.compile(r"\b(?:bases?|(?:expansion|series) of|number|constant)\W*$", re.IGNORECASE)
"""Words before e where it is Euler's number."""


@dataclass(frozen=True)
class Said:
    """What a document says: its links, what could not be read, its unknowns; conditions, definitions as for
    its side
    file.
    """

    links: tuple[Stated, ...]
    troubles: tuple[Trouble, ...]
    atoms: Mapping[str, tuple[str, str]]
    side: str
    parsed: Parsed
    scopes: Scopes


def stated(source: Document, side: Side | None = None) -> Said:
    r"""The links of a document as claims, what could not be read, and the unknowns with what they are.

    >>> from .source import document
    >>> made = document("Let $q \\in [0,1]$ and $p = \\frac{1}{2}q$. Then $$1 - p \\le 1 + p^2.$$")
    >>> [(s.kind, s.claim, [g.text for g in s.given]) for s in stated(made).links if s.kind == "scalar"]
    [('scalar', '1 - 1/2*q <= 1 + (1/2*q)**2', ['0 <= q', 'q <= 1'])]
    """
    everything, troubles = statements(source)
    sides = [s.tokens for f in everything for s in f.row.sides]
    euler = not any(_is_variable_e(source, one) for one in everything)
    names = Names(
        marks=True, words=words(sides), euler=euler, vectors=vectors(sides), sets=_sets(everything)
    )
    parsed = Parsed(names)
    remarks = Remarks(source, Scopes(source), parsed)
    either = list(alternatives(source, everything))
    found, apart, optima = _sorted(remarks, everything, frozenset(k for one in either for k in one.keys))
    sorted_ = roles(source, found, parsed, Scopes(source))
    claims = [(role.at, f.formula) for f, role in zip(found, sorted_, strict=True) if role.claim]
    scopes = Scopes(source, mentions(source, found, sorted_, parsed), claims)
    reading = Reading(source, parsed, list(links(source, found)), list(aims(found)), scopes=scopes)
    trees = [parsed.tree(side) for link in reading.links for side in (link.left, link.right)]
    reading.optima = optima
    aside = [(link, word) for one, word in apart for link in links(source, [one])]
    reading.equalities = [link for link, word in aside if word == EQUALITY]
    places = {at for at, place in optima.items() if not place.chosen}
    giving = [one for one in reading.links if not one.first or one.key not in places]
    reading.definitions = list(definitions(source, giving, parsed))
    own = {d.name for d in reading.definitions}
    reading.definitions += [d for d in assigned(source, parsed.names) if d.name not in own]
    reading.definitions.sort(key=lambda d: d.position)
    reading.given, spared = joined(source, given(source, found, parsed, sorted_), either, parsed)
    reading.words = surroundings(source)
    for d in reading.definitions:
        if d.value.kind == "atom" and not d.parameters and d.value.value not in reading.atoms:
            reading.atoms[d.value.value] = d.name, d.value.about  # the text names the unknown itself
            reading.given += _named(d)
    if side is not None:
        reading.given, reading.definitions = corrected(source, side, reading.given, reading.definitions)
    reading.about = by_name(reading.given)
    reading.defining = frozenset(id(d.link) for d in reading.definitions)
    named = {d.name for d in reading.definitions if d.parameters} | functions(trees)
    known = numbers(trees) | {n for g in reading.given for n in g.names}
    reading.called = functions(trees)
    reading.transposed = transposed(sides)
    valued = {d.name for d in reading.definitions if not d.parameters}
    reading.numbers = known - named | (valued - {name for name in named if usual_function(name)})
    assumed = _assumed(source, found, sorted_)
    troubles += [
        Trouble(source.place(f.formula.start), "the words beside this take it back, or leave it open")
        for f in found
        if len(f.row.sides) > 1 and reading.words[f.formula.start].denied
    ]
    linked = {id(link.formula) for link in reading.links}
    troubles += [
        Trouble(
            source.place(f.formula.start), "a relation without a left side: what it goes on with is not clear"
        )
        for f in found
        if len(f.row.sides) > 1
        and not f.row.sides[0].tokens
        and id(f.formula) not in linked
        and f.row.sides[1].sign in (*SIGNS.values(), *GROWTH)
    ]
    made: list[Stated] = []
    before: dict[int, tuple[int, Stated]] = {}
    for link in reading.links:
        one = claimed(reading, link, assumed)
        if one is None:
            continue
        last = before.get(id(link.formula))
        judged = one.kind == SCALAR or (one.kind == ATOMS and link.joint)
        if judged and last is not None and (link.joint or last[0] != link.row):
            one = _following(reading, one, last[1])
        if one.kind in (SCALAR, ASSUMPTION, ATOMS) and one.claim:
            before[id(link.formula)] = link.row, one
        told = tuple(
            f"{CORRECTED}: {d.name} = {d.text}" for d in reading.definitions
            if d.text and any(text.startswith(f"{d.name} = ") for text in one.definitions)
        )  # fmt: skip
        one = replace(one, told=(*one.told, *told))
        spare = remarks.contrary(link.position) or is_spared(link, frozenset(names_of(one.claim)), spared)
        made.append(replace(one, refutable=False) if spare else one)
    made += [remarked(reading, link, word) for link, word in aside]
    made.sort(key=lambda one: one.link.position)
    atoms = {name: (latex, kind) for latex, (name, kind) in reading.atoms.items()}
    return Said(
        tuple(made), tuple(troubles), atoms, side_text(source, reading.given, _values(reading)), parsed,
        scopes,
    )  # fmt: skip


def _sorted(
    remarks: Remarks, everything: Sequence[Statement], either: frozenset[Key]
) -> tuple[list[Statement], list[tuple[Statement, str]], dict[tuple[int, int], Place]]:
    """The statements that the text claims or supposes, those of which it says something else, and the places
    of optima.
    """
    found: list[Statement] = []
    apart: list[tuple[Statement, str]] = []
    optima: dict[tuple[int, int], Place] = {}
    last = -1
    for one in everything:
        first, last = one.formula.start != last, one.formula.start
        one_of = len(one.row.sides) == 2 and one.row.sides[1].sign == "=" and key(one) in either
        if word := OPEN if one_of else remarks.apart(one, first=first):
            apart.append((one, word))
            continue
        found.append(one)
        begins = trimmed(one.row.sides[0].tokens)
        if begins and (place := remarks.place(one, first=first)) is not None:
            optima[last, begins[0].position] = place
    return found, apart, optima


def _sets(found: Sequence[Statement]) -> frozenset[str]:
    """The letters that are sets: h in H, also where that is a row of its own."""
    behind = [(Token("command", s.sign, 0), *s.tokens) for f in found for s in f.row.sides if s.tokens]
    return sets(behind)


def _is_variable_e(source: Document, one: Statement) -> bool:
    """Whether e alone is spoken of, and not as the number that it usually is: the base $e$."""
    if [t.text for t in trimmed(one.row.sides[0].tokens)] != ["e"]:
        return False
    start = one.formula.start
    return len(one.row.sides) > 1 or not _EULER.search(source.words(start - 40, start))


def _values(reading: Reading) -> Iterator[tuple[int, str, str]]:
    """The definitions of names that can be said in the claims' language, with their places."""
    for one in reading.definitions:
        if not one.parameters and one.value.kind != "atom":
            meaning = reading.meaning()
            try:
                value = one.text or meaning.text(one.value)
                read_term(value)
            except (SyntaxProblem, KernelError):
                continue
            yield one.position, one.name, value


def _named(one: Definition) -> Iterator[Given]:
    """What is known of an unknown that the text gives a name."""
    for text, _ in unknowns([one.name], {one.name: (one.value.value, one.value.about)}):
        name = frozenset({one.name})
        yield Given(text, name, one.link.latex, one.position, of=name)


def _assumed(
    source: Document, found: Sequence[Statement], sorted_: Sequence[Role]
) -> dict[tuple[int, int], Row]:
    """The rows that state conditions, by the place of their formula and of the first token of each side."""
    made: dict[tuple[int, int], Row] = {}
    around = surroundings(source)
    for statement, role in zip(found, sorted_, strict=True):
        row, start = statement.row, statement.formula.start
        if len(row.sides) > 1 and (role.condition or around[start].denied):
            made |= {(start, side.tokens[0].position): row for side in row.sides if side.tokens}
    return made


def _following(reading: Reading, one: Stated, before: Stated) -> Stated:
    """A relation that stands below another, or behind an arrow: it may be what follows from that one. Of what
    solves an equation, x* = ..., the equation is said with this name.
    """
    name = one.claim.partition(" ")[0]
    stem = name.removesuffix("_star")
    if stem != name and one.link.joint and {stem, name} & names_of(before.claim) == {stem}:
        before = replace(before, claim=re.sub(rf"(?<!\w){stem}(?![\w'])", name, before.claim))
    after = f"(({before.claim}) implies ({one.claim}))"
    if one.link.joint == r"\iff":
        after += f" and (({one.claim}) implies ({before.claim}))"
    names = frozenset(names_of(one.claim) | names_of(before.claim))
    reached = reaching(reading.scopes, reading.about, one.link.position, names)
    return replace(one, after=after, before=before.claim, given=reached.own, elsewhere=reached.elsewhere)
