"""Pieces of a statement's text: sorted names, labelled formulas, abbreviations, worlds."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from ..kernel.limits import KernelError
from ..kernel.logic.grammar import Scope, term
from ..kernel.logic.signature import is_name
from ..kernel.logic.sorts import DATA, PROP, Sort, parse_sort
from ..kernel.logic.terms import Definition, Expr, substitute, walk
from ..kernel.logic.theorems import Theorem
from ..kernel.models.worlds import World, parse_world
from ..kernel.syntax import SyntaxProblem
from .outline import Entry, OutlineError

KEPT: Final = 1 << 14
"""So many readings are kept: a few of every text of the library."""
_WORD: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*'*")
_SHARED: Final = re.compile(
    r"\b(forall|exists|fun)\s+([A-Za-z_]\w*'*(?:\s*,\s*[A-Za-z_]\w*'*)+)\s*(?::|in\b)"
)
"""Several names after one quantifier, up to their sort or domain."""
_VALUE: Final = re.compile(r"value\s+([A-Za-z_][\w']*)\s*=(?!=)")
LABELLED = re.compile(r"([A-Za-z0-9_.']+)\s*:\s+(.*)\Z", re.S)


@dataclass(frozen=True)
class Text:
    """How formulas are read at one place: names in scope, and abbreviations (``where``)."""

    names: Scope
    where: Mapping[str, Expr]

    def term(self, text: str) -> Expr:
        """A term with its abbreviations written out."""
        return self._read(text.strip(), None)

    def formula(self, text: str) -> Expr:
        """A formula with its abbreviations written out."""
        return self._read(text.strip(), PROP)

    def _read(self, text: str, wanted: Sort | None) -> Expr:
        """A text read where the words in it mean what they mean here; one that cannot be read is read again
        where all names are known, so that the error can name those that are near."""
        text = one_by_one(text)
        words, definitions = _words(text), self.names.definitions
        sorts = _meanings(words, self.names.variables, self.where)
        known = tuple((word, definitions[word]) for word in words if word in definitions)
        try:
            made = _made(text, wanted, sorts, known)
        except (SyntaxProblem, KernelError):
            short = {name: made.sort for name, made in self.where.items()}
            made = term(text, Scope({**self.names.variables, **short}, definitions), wanted)
        return substitute(made, self.where)

    def extended(self, sorts: Mapping[str, Sort]) -> Text:
        """The same place with further variables."""
        return Text(Scope({**self.names.variables, **sorts}, self.names.definitions), self.where)

    def abbreviation(self, entry: Entry) -> dict[str, Expr]:
        """The name and the term of a line ``where name := term``."""
        name, sign, text = entry.rest.partition(":=")
        if not sign or not is_name(name.strip()):
            raise OutlineError("expected 'where name := term'", entry.number)
        _refuse_taken(name.strip(), self.names.definitions, entry)
        if name.strip() in self.names.variables:
            raise OutlineError(f"{name.strip()} is a variable; abbreviate by another name", entry.number)
        if name.strip() in self.where:
            raise OutlineError(f"{name.strip()} abbreviates something already", entry.number)
        try:
            return {name.strip(): self.term(text)}
        except (SyntaxProblem, KernelError) as error:
            raise OutlineError(str(error), entry.number) from error


def one_by_one(text: str) -> str:
    """A formula in which every quantifier has one name.

    >>> one_by_one("forall u, v: vec. norm(u - v) <= 1")
    'forall u: vec. forall v: vec. norm(u - v) <= 1'
    """
    while match := _SHARED.search(text):
        end = _domain_end(text, match.end())
        domain = text[match.end(2) : end]
        names = (name.strip() for name in match[2].split(","))
        text = text[: match.start()] + ". ".join(f"{match[1]} {name}{domain}" for name in names) + text[end:]
    return text


def _domain_end(text: str, start: int) -> int:
    """Where the sort or the domain ends that begins here: at the next point outside of brackets."""
    depth = 0
    for place in range(start, len(text)):
        depth += (text[place] in "([") - (text[place] in ")]")
        if text[place] == "." and not depth and not text[place + 1 : place + 2].isdecimal():
            return place
    return len(text)


@lru_cache(KEPT)
def _words(text: str) -> tuple[str, ...]:
    """The words of a text, each once."""
    return tuple(dict.fromkeys(_WORD.findall(text)))


def _meanings(
    words: tuple[str, ...], variables: Mapping[str, Sort], where: Mapping[str, Expr]
) -> tuple[tuple[str, Sort], ...]:
    """The sorts of the words that are variables or abbreviate something."""
    return tuple(
        (word, where[word].sort if word in where else variables[word])
        for word in words if word in where or word in variables
    )  # fmt: skip


@lru_cache(KEPT)
def _made(
    text: str, wanted: Sort | None, variables: tuple[tuple[str, Sort], ...],
    definitions: tuple[tuple[str, Definition], ...],
) -> Expr:  # fmt: skip
    """What a text says where its words have these meanings: statements say the same many times."""
    return term(text, Scope(dict(variables), dict(definitions)), wanted)


def read_sorts(text: str) -> dict[str, Sort]:
    """Sorted names: ``lam, rho: real; H: set(vec)``."""
    sorts: dict[str, Sort] = {}
    for part in text.split(";"):
        if part.strip():
            names, colon, sort = part.partition(":")
            if not colon:
                raise KernelError(f"expected 'name: sort', found {part.strip()!r}")
            made = parse_sort(sort)
            for name in map(str.strip, names.split(",")):
                if not is_name(name):
                    raise KernelError(f"{name!r} is no name for a variable, or has a meaning of its own")
                if name in sorts:
                    raise KernelError(f"{name} is declared twice")
                sorts[name] = made
    return sorts


def declared(
    entry: Entry, sorts: Mapping[str, Sort], definitions: Mapping[str, Definition],
    where: Collection[str] = (),
) -> dict[str, Sort]:  # fmt: skip
    """The names of a line ``let``: none is a definition's or abbreviates something, none has another sort
    elsewhere in the form."""
    try:
        made = read_sorts(entry.rest)
    except (SyntaxProblem, KernelError) as error:
        raise OutlineError(str(error), entry.number) from error
    for name, sort in made.items():
        _refuse_taken(name, definitions, entry)
        refuse_abbreviation(name, where, entry)
        if sorts.get(name, sort) != sort:
            raise OutlineError(f"{name} is declared already, of sort {sorts[name]}", entry.number)
    return made


def _refuse_taken(name: str, definitions: Mapping[str, Definition], entry: Entry) -> None:
    if name in definitions:
        raise OutlineError(f"{name} is a word of the definitions above; take another name", entry.number)


def refuse_abbreviation(name: str, where: Collection[str], entry: Entry) -> None:
    """Raise OutlineError for a variable that is called like what abbreviates something."""
    if name in where:
        raise OutlineError(f"{name} abbreviates something already; take another name", entry.number)


def once(entry: Entry, found: set[str], what: str) -> None:
    """Raise OutlineError where a line stands a second time of which there is one."""
    if entry.word in found:
        raise OutlineError(f"{what} has one {entry.word}", entry.number)
    found.add(entry.word)


def labelled(entry: Entry) -> tuple[str, str]:
    match = LABELLED.match(entry.rest)
    if match is None:
        raise OutlineError("expected 'label: formula'", entry.number)
    return match[1], match[2]


def read_formula(text: str, scope: Text, entry: Entry) -> Expr:
    try:
        made = scope.formula(text)
    except (SyntaxProblem, KernelError) as error:
        raise OutlineError(str(error), entry.number) from error
    if made.sort != PROP:
        raise OutlineError(f"expected a formula, found a term of sort {made.sort}", entry.number)
    return made


def read_world(entry: Entry, theorem: Theorem, definitions: Mapping[str, Definition]) -> World:
    """A world for a theorem: where that speaks of a data set S, `value S = 0, 1` is `data S = 0, 1`."""
    lines = [child.whole for child in entry.children]
    named = {match[1]: k for k, line in enumerate(lines) if (match := _VALUE.match(line))}
    for name in named.keys() & _data(theorem, definitions) if named.keys() - theorem.variables.keys() else ():
        lines[named[name]] = lines[named[name]].replace("value", "data", 1)
    try:
        return parse_world(tuple(lines))
    except (SyntaxProblem, KernelError) as error:
        raise OutlineError(str(error), entry.number) from error
    except ValueError:  # a part of a law that is no pair
        expected = "laws such as 'law D = 0: 1/2, 1: 1/2', points with their weights"
        raise OutlineError(f"expected {expected}, in this world", entry.number) from None


def _data(theorem: Theorem, definitions: Mapping[str, Definition]) -> set[str]:
    """The data sets that a claim quantifies over, itself or in what it is short for."""
    found, met, left = set[str](), set[str](), [theorem.conclusion]
    while left:
        for node, _ in walk(left.pop()):
            if node.head == "lam" and node.sort.args[0] == DATA:
                found.add(node.label)
            elif node.head == "defined" and node.label not in met:
                met.add(node.label)
                left.append(definitions[node.label].body)
    return found
