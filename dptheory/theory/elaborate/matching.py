"""Values at which a schema says what is wanted: first-order matching, and Miller's higher-order patterns.

A hole under binders stands applied to bound variables, ``f(x)``: then its value is what stands there, as a
function of them. Where it is applied to anything else, ``f(item(S, i))``, what stands there is read as a
function of that argument once the argument is known. The kernel checks whatever comes out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Protocol

from ...kernel.limits import KernelError
from ...kernel.logic.calculation import conjuncts
from ...kernel.logic.sorts import Sort, fits
from ...kernel.logic.terms import (
    Definition,
    Expr,
    abstract,
    apply_function,
    normal,
    num,
    replace_all,
    substitute,
    var,
    walk,
)

MOST = 4000
"""So many ways to read premises are tried at most."""
UNMATCHED = " does not give a formula of this form at any values"
Later = tuple[tuple[Expr, Expr], ...]


@dataclass(frozen=True)
class Match:
    """Values of holes, and pairs of terms that are equal only once more is known."""

    values: Mapping[str, Expr]
    later: Later = ()


@dataclass
class Matcher:
    """Matches the formulas of a schema, whose variables are `holes`, with those of a proof."""

    holes: Mapping[str, Sort]
    definitions: Mapping[str, Definition]
    tried: int = 0

    def match(self, pattern: Expr, term: Expr, known: Match) -> Match | None:
        """What a term adds to what is known, so that the pattern is the term; None where it cannot be."""
        self.tried += 1
        return self._match(pattern, term, (), known)

    def _match(self, pattern: Expr, term: Expr, opened: tuple[str, ...], known: Match) -> Match | None:
        if not pattern.names & self.holes.keys():
            return known if pattern == term else None
        hole, arguments = _spine(pattern)
        if hole in self.holes:
            return self._hole(hole, arguments, pattern, term, opened, known)
        if "lam" in (pattern.head, term.head):
            return self._under(pattern, term, opened, known)
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
        for argument, name in zip(arguments, bound_names, strict=True):
            value = replace_all(value, argument, name)
        if any(name.startswith("#b") for name in value.names):
            return None
        for name in reversed(bound_names):
            value = _function(name, value)
        return self._bound(hole, value, known)


def _subterms(term: Expr) -> Iterator[Expr]:
    """The closed parts of a term, outermost first."""
    return (node for node, _ in walk(term) if node.reach == 0)


def _closed(term: Expr, opened: tuple[str, ...]) -> Expr:
    """A term as a function of the names that were opened in it, or above it."""
    sorts = {node.label: node.sort for node in _variables(term)}
    for name in reversed(opened):
        if name in sorts:
            term = abstract(name, sorts[name], term)
    return term


def _variables(term: Expr) -> Iterator[Expr]:
    if term.head == "var":
        yield term
    for argument in term.args:
        yield from _variables(argument)


def _function(argument: Expr, value: Expr) -> Expr:
    made = abstract(argument.label, argument.sort, value)
    return Expr("lam", made.args, made.sort, "x")


def _head(pattern: Expr) -> str:
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


@dataclass(frozen=True)
class Instance:
    """Values of a schema's variables, and the labels of the lines that are its premises."""

    values: Mapping[str, Expr]
    sources: tuple[str, ...]


class Schema(Protocol):
    """What has instances: a rule, a statement's form, what a line of a proof says of all values."""

    @property
    def name(self) -> str: ...
    @property
    def variables(self) -> Mapping[str, Sort]: ...
    @property
    def hypotheses(self) -> tuple[tuple[str, Expr], ...]: ...
    @property
    def conclusion(self) -> Expr: ...


@dataclass
class Search:
    """Looks for an instance of a schema that gives a goal from known lines."""

    theorem: Schema
    definitions: Mapping[str, Definition]
    known: Mapping[str, Expr]
    own: Mapping[str, Sort]
    tried: int = 0

    def instance(self, goal: Expr, given: Mapping[str, Expr]) -> Instance | str:
        """An instance; where there is none, the first thing that cannot be inferred, in words. A variable
        that nothing determines is the one of its name, where `own` has it. `tried` counts the work."""
        matcher = Matcher({f"{name}?": s for name, s in self.theorem.variables.items()}, self.definitions)
        found = self._instance(matcher, goal, given)
        self.tried += matcher.tried
        return found

    def _instance(self, matcher: Matcher, goal: Expr, given: Mapping[str, Expr]) -> Instance | str:
        start = Match({f"{name}?": normal(value, self.definitions) for name, value in given.items()})
        conclusion = self._pattern(self.theorem.conclusion)
        reason, unmatched = "", True
        for part in dict.fromkeys([conclusion, *conjuncts(conclusion)]):
            first = matcher.settled(matcher.match(part, goal, start))
            if first is None:
                continue
            unmatched = False
            for found, used in self._premises(matcher, self._patterns(), first, ()):
                names = self.theorem.variables
                values = {name: found.values[f"{name}?"] for name in names if f"{name}?" in found.values}
                values = {**self._idle(), **values}
                missing = [name for name in names if name not in values]
                if not missing and self._gives(values, goal):
                    return Instance(values, used)
                if missing:
                    reason = f"nothing determines {missing[0]}: write  with {missing[0]} := ..."
        if unmatched:
            return f"{self.theorem.name}{UNMATCHED}"
        return reason or f"no lines are there that are the premises of {self.theorem.name}"

    def fitting(self, goal: Expr, given: Mapping[str, Expr]) -> dict[str, Expr] | None:
        """What a goal tells of the variables, whatever the premises; None where it has another form."""
        matcher = Matcher({f"{name}?": s for name, s in self.theorem.variables.items()}, self.definitions)
        start = Match({f"{name}?": normal(value, self.definitions) for name, value in given.items()})
        found = matcher.settled(matcher.match(self._pattern(self.theorem.conclusion), goal, start))
        return None if found is None else {name.removesuffix("?"): v for name, v in found.values.items()}

    def short(
        self, goal: Expr, given: Mapping[str, Expr]
    ) -> Iterator[tuple[Instance, tuple[Expr, ...]]]:  # fmt: skip
        """Instances that give a goal and some of whose premises no known line says, with these premises."""
        matcher = Matcher({f"{name}?": s for name, s in self.theorem.variables.items()}, self.definitions)
        start = Match({f"{name}?": normal(value, self.definitions) for name, value in given.items()})
        first = matcher.settled(matcher.match(self._pattern(self.theorem.conclusion), goal, start))
        for found, used, missing in self._some(matcher, self._patterns(), first, (), ()) if first else ():
            if matcher.holes.keys() <= found.values.keys():
                values = {name: found.values[f"{name}?"] for name in self.theorem.variables}
                said = tuple(matcher.filled(pattern, found) for pattern in missing)
                if self._gives(values, goal):
                    yield Instance(values, tuple(dict.fromkeys(used))), said

    def _some(
        self, matcher: Matcher, patterns: list[Expr], known: Match, used: tuple[str, ...],
        missing: tuple[Expr, ...],
    ) -> Iterator[tuple[Match, tuple[str, ...], tuple[Expr, ...]]]:  # fmt: skip
        """Ways to find premises among the known lines; one that no line says is missing."""
        if not patterns or matcher.tried > MOST:
            settled = matcher.settled(self._with_own(matcher.settled(known)))
            if settled is not None and not patterns:
                yield settled, used, missing
            return
        holes = matcher.holes.keys() - known.values.keys()
        said = [matcher.filled(pattern, known) for pattern in patterns]
        place = min(range(len(said)), key=lambda k: (len(said[k].names & holes), k))
        rest, there = patterns[:place] + patterns[place + 1 :], False
        for label, part in self._parts():
            found = matcher.settled(matcher.match(said[place], part, known))
            if found is not None:
                there = True
                yield from self._some(matcher, rest, found, (*used, label), missing)
                if not said[place].names & holes:
                    return
        if not there:
            yield from self._some(matcher, rest, known, used, (*missing, patterns[place]))

    def about(self, terms: Sequence[Expr]) -> Iterator[Instance]:
        """Instances, with premises among the known lines, whose conclusion mentions one of some terms."""
        matcher = Matcher({f"{name}?": s for name, s in self.theorem.variables.items()}, self.definitions)
        conclusion = self._pattern(self.theorem.conclusion)
        for node, _ in walk(conclusion):
            if node.reach or node.head == "var" or not node.names & matcher.holes.keys():
                continue
            for term in (term for term in terms if term.sort == node.sort):
                first = matcher.settled(matcher.match(node, term, Match({})))
                ways = iter(()) if first is None else self._premises(matcher, self._patterns(), first, ())
                whole = ((found, used) for found, used in ways if matcher.holes.keys() <= found.values.keys())
                for found, used in islice(whole, 1):
                    values = {name: found.values[f"{name}?"] for name in self.theorem.variables}
                    yield Instance(values, used)

    def _idle(self) -> dict[str, Expr]:
        """Numbers of which the schema says nothing: they may be anything."""
        said = self.theorem.conclusion.names.union(*(formula.names for _, formula in self.theorem.hypotheses))
        zero = num(0)
        sorts = self.theorem.variables
        return {name: zero for name, sort in sorts.items() if name not in said and fits(zero.sort, sort)}

    def _patterns(self) -> list[Expr]:
        whole = [self._pattern(hypothesis) for _, hypothesis in self.theorem.hypotheses]
        return [part for formula in whole for part in conjuncts(formula)]

    def _pattern(self, formula: Expr) -> Expr:
        """A formula of the schema, its variables named as no variable of a proof is."""
        renamed = {name: var(f"{name}?", sort) for name, sort in self.theorem.variables.items()}
        return normal(substitute(formula, renamed), self.definitions)

    def _premises(
        self, matcher: Matcher, patterns: list[Expr], known: Match, used: tuple[str, ...]
    ) -> Iterator[tuple[Match, tuple[str, ...]]]:
        """All ways to find the premises among the known lines, those with fewest open variables first."""
        if not patterns:
            for way in (self._with_own(matcher.settled(known)), matcher.guessed(matcher.settled(known))):
                settled = matcher.settled(self._with_own(matcher.settled(way)))
                if settled is not None:
                    yield settled, tuple(dict.fromkeys(used))
            return
        if matcher.tried > MOST:
            return
        said = [matcher.filled(pattern, known) for pattern in patterns]
        holes = matcher.holes.keys() - known.values.keys()
        place = min(range(len(said)), key=lambda k: (len(said[k].names & holes), k))
        rest = patterns[:place] + patterns[place + 1 :]
        for label, part in self._parts():
            found = matcher.settled(matcher.match(said[place], part, known))
            if found is not None:
                yield from self._premises(matcher, rest, found, (*used, label))
                if not said[place].names & holes:
                    return

    def _with_own(self, known: Match | None) -> Match | None:
        """What nothing determines, of that name in the proof."""
        if known is None:
            return None
        own = {
            f"{name}?": var(name, sort)
            for name, sort in self.theorem.variables.items()
            if self.own.get(name) == sort
            and f"{name}?" not in known.values
            and not self._applied(name, known)
        }
        return replace(known, values={**known.values, **own})

    @staticmethod
    def _applied(name: str, known: Match) -> bool:
        """Whether a variable is to be read off a term once its arguments are known."""
        return any(f"{name}?" == _head(pattern) for pattern, _ in known.later)

    def _parts(self) -> Iterable[tuple[str, Expr]]:
        """The known lines and their parts, the last one first."""
        for label, formula in reversed(list(self.known.items())):
            for part in conjuncts(formula):
                yield label, part

    def _gives(self, values: Mapping[str, Expr], goal: Expr) -> bool:
        try:
            made = normal(substitute(self.theorem.conclusion, values), self.definitions)
        except KernelError:
            return False
        return made == goal or set(conjuncts(goal)) <= set(conjuncts(made))
