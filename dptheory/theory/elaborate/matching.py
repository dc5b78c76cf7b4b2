"""Values at which a schema says what is wanted: first-order matching, and Miller's higher-order patterns.

A hole under binders stands applied to bound variables, ``f(x)``: then its value is what stands there, as a
function of them. Where it is applied to anything else, ``f(item(S, i))``, what stands there is read as a
function of that argument once the argument is known. The kernel checks whatever comes out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from ...kernel.logic import (
    INT,
    REAL,
    Definition,
    Expr,
    Sort,
    abstract,
    apply_function,
    fits,
    normal,
    replace_all,
    substitute,
    var,
    walk,
)

Later = tuple[tuple[Expr, Expr], ...]


@dataclass(frozen=True)
class Match:
    """Values of holes, pairs of terms that are equal only once more is known, and pairs of numbers that have
    yet to be shown to be equal."""

    values: Mapping[str, Expr]
    later: Later = ()
    equal: Later = ()


@dataclass
class Matcher:
    """Matches the formulas of a schema, whose variables are `holes`, with those of a proof.

    Where it is `loose`, numbers need not be written alike: what has to be equal is kept.
    """

    holes: Mapping[str, Sort]
    definitions: Mapping[str, Definition]
    loose: bool = False
    tried: int = 0

    def match(self, pattern: Expr, term: Expr, known: Match) -> Match | None:
        """What a term adds to what is known, so that the pattern is the term; None where it cannot be."""
        self.tried += 1
        return self._match(pattern, term, (), known)

    def _number(self, pattern: Expr, term: Expr, opened: tuple[str, ...]) -> bool:
        """Whether two terms are numbers that a calculation may show to be equal."""
        closed = not (pattern.names | term.names) & set(opened) and not pattern.reach and not term.reach
        return self.loose and closed and pattern.sort in (REAL, INT) and term.sort in (REAL, INT)

    def _match(self, pattern: Expr, term: Expr, opened: tuple[str, ...], known: Match) -> Match | None:
        if not pattern.names & self.holes.keys():
            if pattern != term and self._number(pattern, term, opened):
                return replace(known, equal=(*known.equal, (pattern, term)))
            if not self.loose or pattern == term:
                return known if pattern == term else None
        hole, arguments = _spine(pattern)
        if hole in self.holes:
            return self._hole(hole, arguments, pattern, term, opened, known)
        if self._number(pattern, term, opened):
            numbers = pattern.head not in ("E", "P") and all(
                self.holes[name] in (REAL, INT) for name in pattern.names & self.holes.keys()
            )
            found = None if numbers else self._parts(pattern, term, opened, known)
            return found or replace(known, equal=(*known.equal, (pattern, term)))
        if "lam" in (pattern.head, term.head):
            return self._under(pattern, term, opened, known)
        return self._parts(pattern, term, opened, known)

    def _parts(self, pattern: Expr, term: Expr, opened: tuple[str, ...], known: Match) -> Match | None:
        """Two terms of one head, part by part."""
        if (pattern.head, pattern.label, len(pattern.args), pattern.value) != (
            term.head, term.label, len(term.args), term.value):  # fmt: skip
            return None
        found: Match | None = known
        for part, other in zip(pattern.args, term.args, strict=True):
            found = None if found is None else self._match(part, other, opened, found)
        return found

    def _under(self, pattern: Expr, term: Expr, opened: tuple[str, ...], known: Match) -> Match | None:
        """Two functions, at one new name."""
        if pattern.sort.name != "->" or term.sort.name != "->" or pattern.sort.args[0] != term.sort.args[0]:
            return None
        name = f"#o{len(opened)}"
        bound = var(name, pattern.sort.args[0])
        one, other = (normal(apply_function(fn, bound), self.definitions) for fn in (pattern, term))
        return self._match(one, other, (*opened, name), known)

    def _hole(
        self, hole: str, arguments: list[Expr], pattern: Expr, term: Expr, opened: tuple[str, ...],
        known: Match,
    ) -> Match | None:  # fmt: skip
        if hole in known.values:
            said = self.filled(pattern, known)
            if not said.names & self.holes.keys() - known.values.keys():
                if said != term and self._number(said, term, opened):
                    return replace(known, equal=(*known.equal, (pattern, term)))
                return known if said == term else None
            return replace(known, later=(*known.later, (pattern, term)))
        names = [
            argument.label for argument in arguments if argument.head == "var" and argument.label in opened
        ]
        if len(set(names)) < len(arguments):
            if term.names & set(opened) and opened:
                return replace(known, later=(*known.later, (_closed(pattern, opened), _closed(term, opened))))
            return replace(known, later=(*known.later, (pattern, term)))
        if term.names & set(opened) - set(names):
            return None
        value = term
        for argument in reversed(arguments):
            value = _function(argument, value)
        return self._bound(hole, value, known)

    def _bound(self, hole: str, value: Expr, known: Match) -> Match | None:
        value = normal(value, self.definitions)
        if not fits(value.sort, self.holes[hole]):
            return None
        return replace(known, values={**known.values, hole: value})

    def filled(self, pattern: Expr, known: Match) -> Expr:
        """A pattern at the values that are known, in normal form."""
        return normal(substitute(pattern, known.values), self.definitions)

    def settled(self, known: Match | None) -> Match | None:
        """What was put off, done now as far as it can be; None where it contradicts what is known."""
        if known is None:
            return None
        left: list[tuple[Expr, Expr]] = []
        for pattern, term in known.later:
            said = self.filled(pattern, known)
            open_ = said.names & self.holes.keys() - known.values.keys()
            if not open_:
                if said != term:
                    return None
                continue
            found = self._second_order(said, term, replace(known, later=()))
            if found is None:
                left.append((pattern, term))
            else:
                known = replace(known, values=found.values)
        return replace(known, later=tuple(left))

    def guessed(self, known: Match | None) -> Match | None:
        """Where a hole is applied to a term with holes: that term is the first part of what stands there that
        has its form."""
        if known is None:
            return None
        for pattern, term in known.later:
            said, there, opened = *self._opened(self.filled(pattern, known), term), ()
            for argument in _spine(said)[1]:
                for part in (
                    _subterms(there) if argument.names & self.holes.keys() - known.values.keys() else ()
                ):
                    found = self._match(argument, part, opened, replace(known, later=()))
                    if found is not None and found.values != known.values and not found.later:
                        if any(name.startswith("#b") for v in found.values.values() for name in v.names):
                            continue
                        return self.guessed(self.settled(replace(found, later=known.later)))
        return known

    def _opened(self, said: Expr, term: Expr) -> tuple[Expr, Expr]:
        """Two functions at the same new names."""
        depth = 0
        while said.head == term.head == "lam":
            bound, depth = var(f"#b{depth}", said.sort.args[0]), depth + 1
            said, term = (normal(apply_function(fn, bound), self.definitions) for fn in (said, term))
        return said, term

    def _second_order(self, said: Expr, term: Expr, known: Match) -> Match | None:
        """One hole at arguments that are known: the term as a function of them."""
        said, term = self._opened(said, term)
        hole, arguments = _spine(said)
        if hole not in self.holes or hole in known.values or not arguments:
            return None
        if any(argument.names & self.holes.keys() - known.values.keys() for argument in arguments):
            return None
        bound_names = [var(f"#a{place}", argument.sort) for place, argument in enumerate(arguments)]
        value = term
        pairs = zip(arguments, bound_names, strict=True)
        for argument, name in sorted(pairs, key=lambda pair: -sum(1 for _ in walk(pair[0]))):
            value = replace_all(value, argument, name)  # replace(S, i, z) before the S in it
        if any(name.startswith("#b") for name in value.names):
            return None
        for name in reversed(bound_names):
            value = _function(name, value)
        return self._bound(hole, value, known)


def free_variables(term: Expr) -> dict[str, Sort]:
    """Free variables with their sorts, in order of appearance."""
    return {node.label: node.sort for node in walk(term) if node.head == "var"}


def _subterms(term: Expr) -> Iterator[Expr]:
    """The closed parts of a term, outermost first."""
    return (node for node in walk(term) if node.reach == 0)


def _closed(term: Expr, opened: tuple[str, ...]) -> Expr:
    """A term as a function of the names that were opened in it, or above it."""
    sorts = {node.label: node.sort for node in _variables(term)}
    for name in reversed(opened):
        if name in sorts:
            term = _function(var(name, sorts[name]), term)
    return term


def _variables(term: Expr) -> Iterator[Expr]:
    if term.head == "var":
        yield term
    for argument in term.args:
        yield from _variables(argument)


def _function(argument: Expr, value: Expr) -> Expr:
    made = abstract(argument.label, argument.sort, value)
    return Expr("lam", made.args, made.sort, "x")


def head_of(pattern: Expr) -> str:
    """The hole that a pattern applies, under binders or not; no name where there is none."""
    while pattern.head == "lam":
        pattern = pattern.args[0]
    return _spine(pattern)[0]


def _spine(term: Expr) -> tuple[str, list[Expr]]:
    """The variable that is applied, with its arguments; no name where it is no variable."""
    arguments: list[Expr] = []
    while term.head == "apply":
        arguments.append(term.args[1])
        term = term.args[0]
    return (term.label if term.head == "var" else "", arguments[::-1])
