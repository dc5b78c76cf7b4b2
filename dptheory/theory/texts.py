"""Pieces of a statement's text: sorted names, labelled formulas, abbreviations, worlds."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from ..kernel import KernelError, SyntaxProblem
from ..kernel.logic import PROP, Definition, Expr, Scope, Sort, is_name, parse_sort, substitute, walk
from .grammar import Rule, rules
from .names import Names, refuse_kept
from .outline import Entry, OutlineError, Piece
from .syntax_faults import misread
from .vector_sums import VectorSums
from .wordings import one_by_one, term

KEPT: Final = 1 << 14
"""So many readings are kept: a few of every text of the library."""
_sort = lru_cache(KEPT)(parse_sort)
_WORD: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*'*")


@dataclass(frozen=True)
class Text:
    """How formulas are read at one place: names in scope, abbreviations (``where``), where each is bound."""

    names: Scope
    where: Mapping[str, Expr]
    bound: Names = field(default_factory=Names)
    sums: VectorSums = field(default_factory=VectorSums)

    def term(self, text: str) -> Expr:
        """A term with its abbreviations written out."""
        return self._read(Piece(text).strip(), None)

    def formula(self, text: str) -> Expr:
        """A formula with its abbreviations written out."""
        return self._read(Piece(text).strip(), PROP)

    def _read(self, text: Piece, wanted: Sort | None) -> Expr:
        """A text read where the words in it mean what they mean here; one that cannot be read is read again
        where all names are known, so that the error can name those that are near."""
        text = one_by_one(text)
        words, definitions = _words(text), self.names.definitions
        refuse_kept(words)
        sorts = _meanings(words, self.names.variables, self.where)
        known = tuple((word, definitions[word]) for word in words if word in definitions)
        try:
            made, bound = _made(text, wanted, sorts, known)
        except (SyntaxProblem, KernelError):
            short = {name: made.sort for name, made in self.where.items()}
            try:
                made = term(text, Scope({**self.names.variables, **short}, definitions), wanted)
            except SyntaxProblem as problem:
                raise misread(problem, text) from problem
            bound = binders(made)
        full = self.sums.named(substitute(made, self.where))
        self.bound.refuse_two_meanings(bound, made.names | full.names | self.where.keys())
        return full

    def named(self, name: str, meaning: Sort | Expr | None, what: str, entry: Entry) -> Text:
        """The same place with one name more: a variable of a sort, what abbreviates a term, or neither."""
        bound, names = Names(self.bound), self.names
        bound.bind(name, what, entry)
        if isinstance(meaning, Sort):
            names = Scope({**names.variables, name: meaning}, names.definitions)
        where = {**self.where, name: meaning} if isinstance(meaning, Expr) else self.where
        return Text(names, where, bound, self.sums)

    def declared(self, entry: Entry, again: Collection[str] = ()) -> Text:
        """The same place after a line ``let``; one among `again` may be declared again, of the same sort."""
        try:
            sorts = read_sorts(entry.rest)
        except (SyntaxProblem, KernelError) as error:
            raise OutlineError(str(error), entry.number) from error
        made = self
        for name, sort in sorts.items():
            if name not in again or self.names.variables.get(name) != sort:
                made = made.named(name, sort, f"is a variable of sort {sort}", entry)
        return made

    def abbreviated(self, entry: Entry) -> Text:
        """The same place after a line ``where name := term``."""
        rule = rules("statement")["where"]
        said = rule.read(entry)
        name = str(said["NAME"])
        if not is_name(name):
            raise rule.expected(entry)
        try:
            return self.named(name, self.term(said["TERM"]), "abbreviates a term", entry)
        except (SyntaxProblem, KernelError) as error:
            raise OutlineError(str(error), entry.number) from error


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
) -> tuple[Expr, frozenset[str]]:  # fmt: skip
    """What a text says where its words have these meanings, and the names that it binds: statements say the
    same many times."""
    made = term(text, Scope(dict(variables), dict(definitions)), wanted)
    return made, binders(made)


def binders(made: Expr) -> frozenset[str]:
    """The names that a term binds; terms that differ in these alone are equal."""
    return frozenset(node.label for node in walk(made) if node.head == "lam")


def read_sorts(text: str) -> dict[str, Sort]:
    """Sorted names: ``lam, rho: real; H: set(vec)``."""
    sorts: dict[str, Sort] = {}
    for part in text.split(";"):
        if part.strip():
            names, colon, sort = part.partition(":")
            if not colon:
                raise KernelError(f"expected 'name: sort', found {part.strip()!r}")
            made = _sort(sort)
            for name in map(str.strip, names.split(",")):
                if not is_name(name):
                    raise KernelError(f"{name!r} is no name for a variable, or has a meaning of its own")
                if name in sorts:
                    raise KernelError(f"{name} is declared twice")
                sorts[name] = made
    return sorts


def labelled(entry: Entry, rule: Rule) -> tuple[str, Piece]:
    """The label and the formula of a line."""
    said = rule.read(entry)
    return str(said["LABEL"]), said["FORMULA"]


def read_formula(text: str, scope: Text, entry: Entry) -> Expr:
    try:
        made = scope.formula(text)
    except (SyntaxProblem, KernelError) as error:
        raise OutlineError(str(error), entry.number) from error
    if made.sort != PROP:
        raise OutlineError(f"expected a formula, found a term of sort {made.sort}", entry.number)
    return made
