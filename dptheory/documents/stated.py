r"""Each link as a claim: its class, its text with definitions put in, the conditions that the document
states.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from ..kernel import KernelError, SyntaxProblem
from ..kernel.real import print_term
from ..latex.names import Names
from ..latex.nodes import Node, nodes
from ..latex.rows import SIGNS, trimmed
from ..present.reading import read_term
from .asking import Growth
from .code import assigned
from .definitions import Definition, definitions, in_force
from .derived import least, solved, termwise
from .given import CUES, Given, by_name, given, is_condition, reaching, surroundings
from .growing import growing
from .kinds import (
    ASSUMPTION,
    ASYMPTOTIC,
    ATOMS,
    DEFINITION,
    GROWTH,
    OBJECTS,
    ORDERS,
    SCALAR,
    calling,
    is_free,
    kind_of,
    noted_of,
    of_objects,
    unknowns,
)
from .links import Link, Statement, links, statements
from .parsed import Parsed, constant, functions, lone, numbers, transposed, words
from .premises import names_of
from .reading import Reading
from .side import Side, corrected, side_text
from .source import Document, Trouble


@dataclass(frozen=True)
class Stated:
    """A link as it was read. `claim` is in the claims' language with its definitions put in; `raw` without;
    `other` where the LaTeX reads in a second way; `given` are the conditions with what the document has and
    where;
    `problem` says why it was not read; `otherwise` is its class where the claim is proved.
    """

    link: Link
    kind: str
    claim: str = ""
    raw: str = ""
    given: tuple[Given, ...] = ()
    definitions: tuple[str, ...] = ()
    told: tuple[str, ...] = ()
    other: str = ""
    problem: str = ""
    problem_at: int = 0
    refutable: bool = True
    after: str = ""
    before: str = ""
    otherwise: str = ""
    noted: tuple[tuple[str, str], ...] = ()
    growth: Growth | None = None


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


def stated(source: Document, side: Side | None = None) -> Said:
    r"""The links of a document as claims, what could not be read, and the unknowns with what they are.

    >>> from .source import document
    >>> made = document("Let $p = \\frac{1}{2}q$ for $q \\in [0,1]$. Then $$1 - p \\le 1 + p^2.$$")
    >>> [(s.kind, s.claim, [g.text for g in s.given]) for s in stated(made).links if s.kind == "scalar"]
    [('scalar', '1 - 1/2*q <= 1 + (1/2*q)**2', ['0 <= q', 'q <= 1'])]
    """
    found, troubles = statements(source)
    sides = [s.tokens for f in found for s in f.row.sides]
    euler = not any([t.text for t in trimmed(side)] == ["e"] for side in sides)
    parsed = Parsed(Names(marks=True, words=words(sides), euler=euler))
    reading = Reading(source, parsed, list(links(source, found)))
    trees = [parsed.tree(side) for link in reading.links for side in (link.left, link.right)]
    reading.definitions = list(definitions(source, reading.links, parsed))
    own = {d.name for d in reading.definitions}
    reading.definitions += [d for d in assigned(source, parsed.names) if d.name not in own]
    reading.definitions.sort(key=lambda d: d.position)
    reading.given = given(source, found, parsed)
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
    reading.numbers = known - named | {d.name for d in reading.definitions if not d.parameters}
    assumed = _assumed(source, found, parsed)
    troubles += [
        Trouble(source.place(f.formula.start), "the words beside this take it back, or leave it open")
        for f in found
        if len(f.row.sides) > 1 and reading.words[f.formula.start].denied
    ]
    made: list[Stated] = []
    before: dict[int, tuple[int, Stated]] = {}
    for link in reading.links:
        one = _stated(reading, link, assumed)
        if one is None:
            continue
        last = before.get(id(link.formula))
        if one.kind == SCALAR and last is not None and (link.joint or last[0] != link.row):
            one = _following(one, last[1])
        if one.kind in (SCALAR, ASSUMPTION) and one.claim:
            before[id(link.formula)] = link.row, one
        made.append(one)
    atoms = {name: (latex, kind) for latex, (name, kind) in reading.atoms.items()}
    return Said(
        tuple(made), tuple(troubles), atoms, side_text(source, reading.given, _values(reading)), parsed
    )


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


def _assumed(source: Document, found: Sequence[Statement], parsed: Parsed) -> frozenset[tuple[int, int]]:
    """The rows that state conditions, by the place of their formula and of their first token."""
    made, around = set(), surroundings(source)
    for statement in found:
        row, words = statement.row, around[statement.formula.start]
        shown = statement.formula.display
        if len(row.sides) > 1 and (words.denied or is_condition(row, parsed, words, display=shown)):
            first = next((t.position for side in row.sides for t in side.tokens), 0)
            made.add((statement.formula.start, first))
    return frozenset(made)


def _following(one: Stated, before: Stated) -> Stated:
    """A relation that stands below another, or behind an arrow: it may be what follows from that one."""
    after = f"(({before.claim}) implies ({one.claim}))"
    if one.link.joint == r"\iff":
        after += f" and (({one.claim}) implies ({before.claim}))"
    return replace(one, after=after, before=before.claim)


def _stated(reading: Reading, link: Link, assumed: frozenset[tuple[int, int]]) -> Stated | None:
    """One link; None for what is no relation: a membership of objects, a function's domain."""
    latex = link.latex
    trees = [reading.parsed.tree(side) for side in (link.left, link.right)]
    first = (link.formula.start, link.left[0].position)
    if first in assumed:
        return None if link.sign == r"\in" else Stated(link, ASSUMPTION, raw=reading.raw(link, trees))
    if link.sign in GROWTH or (link.sign in ("=", r"\le", "<=", r"\in", ">=") and ORDERS.search(latex)):
        names = frozenset(n.value for t in trees if isinstance(t, Node) for n in nodes(t) if n.kind == "name")
        conditions = tuple(reaching(reading.source, reading.about, link.position, names))
        growth = growing(reading, link, [g.text for g in conditions])
        told = (growth.told,) if growth else ()
        return Stated(
            link, ASYMPTOTIC, raw=reading.raw(link, trees), given=conditions, growth=growth, told=told
        )
    if link.sign not in SIGNS.values() and link.sign != ":=":
        return None
    if link.sign == ":=" and id(link) not in reading.defining:
        return Stated(link, DEFINITION, raw=reading.raw(link, trees))
    if claim := least(reading, link):
        return _about(reading, link, claim, (f"{latex} is read as the value at which this is least",))
    if id(link) in reading.defining:
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
    return _numeric(reading, link, [t for t in trees if isinstance(t, Node)])


def _assigns(reading: Reading, link: Link, trees: Sequence[Node | SyntaxProblem]) -> bool:
    """Whether words give something a number: "with n = 50 and s^2 = 1"."""
    plain = isinstance(trees[0], Node) and all(n.kind not in ("atom", "applied") for n in nodes(trees[0]))
    if link.formula.display or not plain or not constant(trees[1]) or constant(trees[0]):
        return False
    return bool(CUES.search(reading.words[link.formula.start].before))


def _about(reading: Reading, link: Link, claim: str, told: tuple[str, ...]) -> Stated:
    """A claim that a relation makes beyond its two sides."""
    names = names_of(claim)
    unknown = {n for n, _ in reading.atoms.values()} - {d.name for d in reading.definitions}
    kind = ATOMS if names & unknown else SCALAR
    conditions = reaching(reading.source, reading.about, link.position, frozenset(names))
    return Stated(link, kind, claim, claim, tuple(conditions), told=told)


def _numeric(reading: Reading, link: Link, trees: Sequence[Node]) -> Stated:
    """A link whose sides are trees: about numbers, or about unknowns, or about objects."""
    values, calls = in_force(reading.source, reading.definitions, reading.given, link)
    try:
        readable = reading.functions(calls)
        meaning = reading.meaning(readable)
        raw = [meaning.text(tree) for tree in trees]
        used: dict[str, str] = {}
        terms = [reading.put_in(read_term(text), values, readable, used) for text in raw]
    except (SyntaxProblem, KernelError, ArithmeticError, RecursionError) as problem:
        bare = problem.bare if isinstance(problem, SyntaxProblem) else str(problem)
        at = problem.position if isinstance(problem, SyntaxProblem) else link.position
        kind = OBJECTS if of_objects(link) else SCALAR
        return Stated(link, kind, problem=bare, problem_at=at)
    turned = any(t.text == r"\top" for t in (*link.left, *link.right))
    if turned or (reading.transposed and any("T" in t.names for t in terms)):
        return Stated(link, OBJECTS)
    unknown = {name for name, _ in reading.atoms.values()} - {d.name for d in reading.definitions}
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
        told = ("two sums, or products, are compared term by term",)
        return replace(_about(reading, link, claim, told), kind=OBJECTS, otherwise=ATOMS, refutable=False)
    used |= {f"{n}({', '.join(f.parameters)})": f.value for n, f in readable.items() if calling(trees, n)}
    names = frozenset(n for t in terms for n in t.names)
    conditions = reaching(reading.source, reading.about, link.position, names)
    other = reading.other(trees, readable, raw, link.sign)
    refutable = not link.arrow and not is_free(reading, link, trees, used, readable)
    return Stated(
        link, kind, f"{print_term(terms[0])} {link.sign} {print_term(terms[1])}",
        f"{raw[0]} {link.sign} {raw[1]}",
        tuple(conditions), tuple(f"{n} = {v}" for n, v in used.items()), tuple(meaning.told), other,
        refutable=refutable, noted=tuple(noted_of(trees, meaning)),
    )  # fmt: skip
