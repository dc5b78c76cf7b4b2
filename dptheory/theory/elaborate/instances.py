"""Instances of a schema that give a goal: its values, and the known lines that are its premises."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain, islice
from typing import Protocol, TypeAlias

from ...kernel import KernelError
from ...kernel.logic import (
    PROP,
    Definition,
    Expr,
    Sort,
    conjuncts,
    fits,
    normal,
    num,
    op,
    replace_all,
    substitute,
    var,
    walk,
)
from .matching import Match, Matcher, head_of
from .solving import solved, told

Way: TypeAlias = tuple[Match, tuple[str, ...], tuple[Expr, ...]]
"""What is known, the lines that are premises, and the premises that no line says."""

MOST = 4000
"""So many ways to read premises are tried at most."""
MOST_WAYS = 8
"""So many ways to read the premises that are there are tried."""
UNMATCHED = " does not give a formula of this form at any values"


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


@lru_cache(1 << 12)
def _renamed(formula: Expr, variables: tuple[tuple[str, Sort], ...]) -> tuple[Expr, bool]:
    """A formula with its variables named as no variable of a proof is, and whether that is a normal form.

    It is one if it speaks of no definition. The same rules are tried thousands of times.
    """
    made = substitute(formula, {name: var(f"{name}?", sort) for name, sort in variables})
    whole = all(node.head != "defined" for node in walk(made))
    return normal(made, {}) if whole else made, whole


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
        matcher = self._matcher()
        found = self._instance(matcher, goal, self._start(given))
        self.tried += matcher.tried
        return found

    def _matcher(self, loose: bool = False) -> Matcher:
        return Matcher({f"{name}?": s for name, s in self.theorem.variables.items()}, self.definitions, loose)

    def _start(self, given: Mapping[str, Expr]) -> Match:
        return Match({f"{name}?": normal(value, self.definitions) for name, value in given.items()})

    def _values(self, found: Match) -> dict[str, Expr]:
        """The values of the schema's variables that are found."""
        names = self.theorem.variables
        return {name: found.values[f"{name}?"] for name in names if f"{name}?" in found.values}

    def _whole(self, found: Match) -> dict[str, Expr]:
        """The same, and of numbers of which the schema says nothing; in the order of the variables."""
        values = {**self._idle(), **self._values(found)}
        return {name: values[name] for name in self.theorem.variables if name in values}

    def _instance(self, matcher: Matcher, goal: Expr, start: Match) -> Instance | str:
        conclusion = self._pattern(self.theorem.conclusion)
        reason, unmatched = "", True
        for part in dict.fromkeys([conclusion, *conjuncts(conclusion)]):
            first = matcher.settled(matcher.match(part, goal, start))
            if first is None:
                continue
            unmatched = False
            for found, used, _ in self._ways(matcher, self._patterns(), first):
                values = {**self._idle(), **self._values(found)}
                missing = [name for name in self.theorem.variables if name not in values]
                if not missing and self._gives(values, goal):
                    return Instance(values, used)
                if missing:
                    reason = f"nothing determines {missing[0]}: write  with {missing[0]} := ..."
        if unmatched:
            return f"{self.theorem.name}{UNMATCHED}"
        return reason or f"no lines are there that are the premises of {self.theorem.name}"

    def fitting(self, goal: Expr, given: Mapping[str, Expr]) -> dict[str, Expr] | None:
        """What a goal tells of the variables, whatever the premises; None where it has another form."""
        found = self._fitted(self._matcher(), goal, given)
        return None if found is None else {name.removesuffix("?"): v for name, v in found.values.items()}

    def _fitted(self, matcher: Matcher, goal: Expr, given: Mapping[str, Expr]) -> Match | None:
        return matcher.settled(
            matcher.match(self._pattern(self.theorem.conclusion), goal, self._start(given))
        )

    def short(self, goal: Expr, given: Mapping[str, Expr]) -> Iterator[tuple[Instance, tuple[Expr, ...]]]:
        """Instances that give a goal and some of whose premises no known line says, with these premises."""
        matcher = self._matcher()
        first = self._fitted(matcher, goal, given)
        ways = self._ways(matcher, self._patterns(), first, lacking=True) if first else ()
        for found, used, missing in ways:
            values = self._whole(found)
            if self.theorem.variables.keys() <= values.keys():
                said = tuple(matcher.filled(pattern, found) for pattern in missing)
                if self._gives(values, goal):
                    yield Instance(values, used), said

    def alike(
        self, goal: Expr, given: Mapping[str, Expr]
    ) -> Iterator[tuple[Instance, tuple[Expr, ...], tuple[Expr, ...]]]:
        """Instances that give a goal but for how numbers in it are written: with the premises that no known
        line says, and the equations of numbers by which what they give is the goal."""
        first = self._fitted(self._matcher(loose=True), goal, given)
        matcher = self._matcher()
        starts = list[Match]()
        if first is not None:  # as the premises tell, as the goal tells, as the names in the proof tell
            own = self._with_own(first) or first
            starts += [
                first,
                *(one for one in (solved(matcher, first), solved(matcher, own)) if one != first),
            ]
        ways = (self._ways(matcher, self._patterns(), start, lacking=True) for start in starts)
        for found, used, missing in chain.from_iterable(islice(way, MOST_WAYS) for way in ways):
            values = self._whole(found)
            if not self.theorem.variables.keys() <= values.keys():
                continue
            pairs = dict.fromkeys((matcher.filled(pattern, found), term) for pattern, term in found.equal)
            equations = [pair for pair in pairs if pair[0] != pair[1]]
            made = normal(substitute(self.theorem.conclusion, values), self.definitions)
            for left, right in equations:
                made = normal(replace_all(made, left, right), self.definitions)
            if equations and made == goal:
                said = tuple(matcher.filled(pattern, found) for pattern in missing)
                yield Instance(values, used), said, tuple(op("eq", PROP, *pair) for pair in equations)

    def about(
        self, terms: Sequence[Expr], lacking: bool = False
    ) -> Iterator[tuple[Instance, tuple[Expr, ...]]]:
        """Instances whose conclusion mentions one of some terms, with premises among the known lines; where
        some may be lacking, with those that no line says."""
        matcher = self._matcher()
        conclusion = self._pattern(self.theorem.conclusion)
        for node in walk(conclusion):
            if node.reach or node.head == "var" or not node.names & matcher.holes.keys():
                continue
            for term in (term for term in terms if term.sort == node.sort):
                first = matcher.settled(matcher.match(node, term, Match({})))
                ways = self._ways(matcher, self._patterns(), first, lacking=lacking) if first else ()
                whole = (way for way in ways if matcher.holes.keys() <= way[0].values.keys())
                for found, used, missing in islice(whole, 1):
                    said = tuple(matcher.filled(pattern, found) for pattern in missing)
                    yield Instance(self._values(found), used), said

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
        made, whole = _renamed(formula, tuple(self.theorem.variables.items()))
        return made if whole else normal(made, self.definitions)

    def _ways(
        self, matcher: Matcher, patterns: list[Expr], known: Match, used: tuple[str, ...] = (),
        missing: tuple[Expr, ...] = (), *, lacking: bool = False,
    ) -> Iterator[Way]:  # fmt: skip
        """All ways to find the premises among the known lines, those with fewest open variables first. Where
        some may be lacking, one that no line says is missing, and nothing is guessed."""
        known = told(matcher, known)
        if not patterns:
            whole = matcher.settled(solved(matcher, known))
            for way in (self._with_own(whole), *(() if lacking else (matcher.guessed(whole),))):
                settled = matcher.settled(self._with_own(matcher.settled(way)))
                if settled is not None:
                    yield settled, tuple(dict.fromkeys(used)), missing
            return
        if matcher.tried > MOST:
            return
        said = [matcher.filled(pattern, known) for pattern in patterns]
        holes = matcher.holes.keys() - known.values.keys()
        place = min(range(len(said)), key=lambda k: (len(said[k].names & holes), k))
        rest, there = patterns[:place] + patterns[place + 1 :], False
        for label, part in self._parts():
            found = matcher.settled(matcher.match(said[place], part, known))
            if found is not None:
                there = True
                yield from self._ways(matcher, rest, found, (*used, label), missing, lacking=lacking)
                if not said[place].names & holes:
                    return
        if lacking and not there:
            missing = (*missing, patterns[place])
            yield from self._ways(matcher, rest, known, used, missing, lacking=True)

    def _with_own(self, known: Match | None) -> Match | None:
        """What nothing determines, of that name in the proof."""
        if known is None:
            return None
        later = {head_of(pattern) for pattern, _ in known.later}  # read off once their arguments are known
        own = {
            f"{name}?": var(name, sort)
            for name, sort in self.theorem.variables.items()
            if self.own.get(name) == sort and f"{name}?" not in {*known.values, *later}
        }
        return replace(known, values={**known.values, **own})

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
