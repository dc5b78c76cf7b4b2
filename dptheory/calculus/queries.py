"""A question to the calculus: what is given, what is asked, and under which conditions on numbers."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from ..errors import BadInput
from ..kernel.limits import KernelError
from ..kernel.logic.calculation import conjuncts
from ..kernel.logic.grammar import Scope, elaborate
from ..kernel.logic.sorts import INT, PROP, REAL, RECORD, RELATIONS, Sort, law
from ..kernel.logic.terms import Definition, Expr, abstract, num, op, var
from ..kernel.syntax import Node, SyntaxProblem, parse_list
from ..theory.library import TheoryLibrary
from . import sampling, spelling
from .algorithms import Names, objects
from .kinds import (
    ALWAYS,
    BY_DEFINITION,
    KINDS,
    LOGRATIOS,
    POINTWISE,
    RANDOMISED,
    RANDOMISED_WORDS,
    SETTING,
    UNIFORM,
    Kind,
    part,
)
from .nesting import Nesting
from .spelling import Spelled

HEADS = frozenset(RELATIONS.values())
PART = "part"


@dataclass(frozen=True)
class Property:
    """A property with its rates, said of one law or of all data sets; `scope` says of which laws."""

    formula: Expr
    scope: str
    text: str


@dataclass(frozen=True)
class Goal:
    """What is asked: properties of the kinds, of the subject, in the scope, at most with these rates; under
    the named law where the scope is about one, and of exactly the orders."""

    kinds: tuple[Kind, ...]
    subject: Expr
    scope: str
    rates: tuple[Expr, ...]
    text: str
    law: str = ""
    orders: tuple[Expr, ...] = ()

    def fits(self, formula: Expr) -> bool:
        """Whether a property is of the kind that is asked for, of the thing that it is asked of."""
        kind = BY_DEFINITION.get(formula.label) if formula.head == "defined" else None
        if kind not in self.kinds or self.subject not in part(formula, "subject")[:1]:
            return False
        if self.orders and part(formula, "order") != self.orders:
            return False
        return all(self.law in ("", at.label) for at in part(formula, "law"))


@dataclass(frozen=True)
class Query:
    """All that was given: properties, conditions on numbers, the sorts of names, the laws spoken of; and of
    the conditions those that define the sizes which were named."""

    given: tuple[Property, ...]
    goal: Goal
    conditions: tuple[Expr, ...]
    signs: tuple[Expr, ...]
    variables: Mapping[str, Sort]
    subjects: tuple[Expr, ...]
    laws: tuple[str, ...]
    fresh: str
    defining: tuple[Expr, ...] = ()
    sizes: tuple[str, ...] = ()


def query(library: TheoryLibrary, given: Sequence[str], goal: str, where: str = "") -> Query:
    """Read a question; BadInput says what is wrong with it."""
    spelled = [spelling.read(text) for text in given]
    asked = spelling.read(goal, goal=True)
    sampling.refuse_unsound([*spelled, asked])
    names = Names(library.definitions)
    conditions = _conditions(where, names)
    nesting = Nesting(library.definitions, set(re.findall(r"\w+", " ".join((*given, goal, where)))))
    spelled = [replace(one, subject=nesting.read(one.subject)) for one in spelled]
    asked = replace(asked, subject=nesting.read(asked.subject))
    for name in nesting.sizes.values():
        names.meet(name, INT)
    for condition in nesting.conditions():
        names.term(condition, REAL)
    every = [*spelled, asked]
    for one in every:
        _meet(one, names)
    for one in every:
        if one.subject.kind == "name" and one.subject.value not in names.sorts:
            sorts = [kind.sort for kind in KINDS if kind.word == one.word]
            names.meet(one.subject.value, RANDOMISED if RANDOMISED in sorts else sorts[0] or RANDOMISED)
    reader = _Reader(library.definitions, names, every)
    defining = tuple(reader.term(condition, REAL) for condition in nesting.conditions())
    made = reader.query(spelled, asked, conditions)
    return replace(
        made, conditions=(*made.conditions, *defining), defining=defining, sizes=(*nesting.sizes.values(),)
    )


def _counted(numbers: set[int]) -> str:
    """How many rates properties of an algorithm have, where the question has another number."""
    said = " or ".join(map(str, sorted(numbers)))
    plural = "" if numbers == {1} else "s"
    return f"{said} rate{plural}, as no rule has another number for an algorithm of this kind"


def _meet(one: Spelled, names: Names) -> None:
    """The sorts of the names in one property."""
    sorts = [kind.sort for kind in KINDS if kind.word == one.word]
    for rate, sort in zip(one.rates, _numbers(one, names.definitions), strict=True):
        names.term(rate, sort)
    if one.subject.kind == "call":
        sort = _result(one.subject, names.definitions)
        names.term(one.subject, sort)
    elif one.subject.kind == "name" and len(set(sorts)) == 1 and sorts[0] is not None:
        names.meet(one.subject.value, sorts[0])
    elif one.subject.kind != "name":
        raise BadInput(repr(one.text), "an algorithm before the colon", "subsample(B, m): Private")


def _numbers(one: Spelled, definitions: Mapping[str, Definition]) -> list[Sort]:
    """The sorts of the numbers of a property: integers where its definition has them."""
    count = len(one.rates)
    for kind in KINDS:
        if count and kind.word == one.word and count in (kind.numbers, kind.orders):
            pairs = zip(kind.parts, definitions[kind.definition].parameters, strict=True)
            return [sort for part, (_, sort) in pairs if part in ("rate", "order")][:count]
    return [REAL] * count


def _result(node: Node, definitions: Mapping[str, Definition]) -> Sort:
    """The sort of what a combinator makes."""
    definition = definitions.get(node.value)
    return definition.body.sort if definition is not None else RANDOMISED


def _conditions(where: str, names: Names) -> list[Node]:
    """The conditions of ``--where``: relations, and ``m integer``."""
    kept: list[Node] = []
    relations = []
    for text in where.split(","):
        name, _, word = text.strip().partition(" ")
        if word.strip() == "integer":
            names.meet(name, INT)
        elif text.strip():
            relations.append(text)
    if relations:
        try:
            kept = list(parse_list(",".join(relations)))
        except SyntaxProblem as error:
            raise BadInput(f"--where {where!r} ({error})", "conditions", "--where '0 < eps < 1'") from None
    for node in kept:
        if node.kind != "chain" and not (node.kind == "op" and node.value in RELATIONS):
            raise BadInput(f"--where {where!r}", "relations between numbers", "--where '0 < eps < 1'")
        names.term(node, REAL)
    return kept


class _Reader:
    """Builds the terms of a query whose names have sorts."""

    def __init__(self, definitions: Mapping[str, Definition], names: Names, every: Sequence[Spelled]) -> None:
        fixed = {**SETTING, PART: _PART_SORT}
        clash = sorted(n for n in fixed if names.sorts.get(n, fixed[n]) != fixed[n])
        if clash:
            raise BadInput(f"the name {clash[0]!r}", f"what it is here: {fixed[clash[0]]}", "another letter")
        self.definitions = definitions
        pointwise = any(one.scope == POINTWISE for one in every)
        fresh = "D'" if pointwise else "D"
        self.laws = (fresh, "D") if pointwise else (fresh,)
        for name in self.laws:
            names.meet(name, law(RECORD))
        self.variables: dict[str, Sort] = {**names.sorts, **SETTING, PART: _PART_SORT}
        self.scope = Scope(self.variables, definitions)
        subjects = [self.term(one.subject, _wanted(one.subject, names)) for one in every]
        self.subjects = tuple(dict.fromkeys(o for s in subjects for o in objects(s)))
        self.of = dict(zip(map(id, every), subjects, strict=True))

    def term(self, node: Node, sort: Sort) -> Expr:
        try:
            return elaborate(node, self.scope, sort)
        except (SyntaxProblem, KernelError) as error:
            raise BadInput(f"{node.value!r} ({error})", "a term", spelling.EXAMPLE) from None

    def query(self, given: Sequence[Spelled], asked: Spelled, conditions: Sequence[Node]) -> Query:
        made = tuple(self.given(one) for one in given)
        goal = self.goal(asked)
        where = [part for node in conditions for part in conjuncts(self.term(node, REAL))]
        rates = [rate for one in made for rate in part(one.formula, "rate")]
        unknown = [rate for rate in rates if rate.head != "num"]
        signs = tuple(dict.fromkeys(op("ge", PROP, rate, num(0)) for rate in unknown))
        _refuse_negative(made)
        return Query(made, goal, tuple(where), signs, self.variables, self.subjects, self.laws, self.laws[0])

    def given(self, one: Spelled) -> Property:
        """A given property as a formula."""
        kinds = self._kinds(one, self.of[id(one)])
        rates = self.numbers(one)
        if one.word == "Private" and len(rates) == 2 and rates[1] == num(0):
            rates = rates[:1]
        if one.word == "Private" and one.adjacency != "replace-one":
            raise BadInput(
                repr(one.text), "replace-one neighbours: the calculus knows no others", "Private(eps, 0)"
            )
        fitting = [kind for kind in kinds if kind.numbers == len(rates)]
        if not fitting:
            raise BadInput(
                repr(one.text),
                _counted({kind.numbers for kind in kinds}),
                "Private(eps, 0)",
            )
        formula = self.formula(
            fitting[0], self.of[id(one)], rates, "D" if one.scope == POINTWISE else self.laws[0]
        )
        return Property(formula, one.scope, one.text)

    def numbers(self, one: Spelled) -> list[Expr]:
        """The numbers after the word of a property, as terms."""
        sorts = _numbers(one, self.definitions)
        return [self.term(rate, sort) for rate, sort in zip(one.rates, sorts, strict=True)]

    def _kinds(self, one: Spelled, subject: Expr) -> list[Kind]:
        found = [
            kind
            for kind in KINDS
            if kind.word == one.word
            and kind.sort in (None, subject.sort)
            and (not kind.scope or not one.scope or (kind.scope == ALWAYS) == (one.scope == ALWAYS))
            and (kind.scope != POINTWISE or one.scope in ("", POINTWISE))
        ]
        if not found and any(kind.scope == POINTWISE for kind in KINDS if kind.word == one.word):
            raise BadInput(repr(one.text), "the scope D: it is said of one law", f"{one.word}(rate, D)")
        if not found:
            what = RANDOMISED_WORDS.get(subject.sort, str(subject.sort))
            raise BadInput(repr(one.text), f"a property of {what}", "Private(eps, 0)")
        return found

    def formula(self, kind: Kind, subject: Expr, rates: Sequence[Expr], law_name: str) -> Expr:
        """A property as a term of the logic."""
        if kind.definition == "apart":
            return self._apart(subject)
        left = list(rates)
        arguments = []
        for name in kind.parts:
            if name in ("rate", "order"):
                arguments.append(left.pop(0))
            elif name == "logratio":
                arguments.append(logratio(subject))
            elif name == "subject":
                arguments.append(subject)
            elif name == "law":
                arguments.append(var(law_name, law(RECORD)))
            elif name == "count":
                arguments.append(self._count(subject))
            else:
                arguments.append(var(name, SETTING[name]))
        return Expr("defined", tuple(arguments), self.definitions[kind.definition].body.sort, kind.definition)

    def _apart(self, subject: Expr) -> Expr:
        if subject.head != "defined" or subject.label != "parallel":
            raise BadInput("Apart", "the two algorithms of parallel(A, L)", "'parallel(A, L): Apart'")
        arguments = (*subject.args, var(PART, _PART_SORT))
        return Expr("defined", arguments, self.definitions["apart"].body.sort, "apart")

    def _count(self, subject: Expr) -> Expr:
        """How many steps, candidates or records there are: the combinator that is given this says so."""
        for made in self.subjects:
            place = _COUNTS.get(made.label) if made.head == "defined" else None
            if place is not None and made.args[0] == subject:
                return made.args[place]
        raise BadInput(
            f"{subject.label}, without a number of steps, candidates or records",
            "a combinator that names it", "--goal 'steps(K, m): Private'",
        )  # fmt: skip

    def goal(self, one: Spelled) -> Goal:
        subject = self.of[id(one)]
        kinds = self._kinds(one, subject)
        if one.scope == "":
            kinds = [k for k in kinds if k.scope != ALWAYS] or kinds
        rates = tuple(self.numbers(one))
        if one.word == "Private" and len(rates) == 2 and rates[1] == num(0):
            rates = rates[:1]
        if rates:
            kinds = [kind for kind in kinds if len(rates) in (kind.numbers, kind.orders)]
        orders = sum(kind.orders for kind in kinds[:1])
        at = {UNIFORM: self.laws[0], POINTWISE: "D"}.get(one.scope, "")
        return Goal(tuple(kinds), subject, one.scope, rates[orders:], one.text, at, rates[:orders])


def logratio(subject: Expr) -> Expr:
    """The privacy loss of an algorithm, which is named after it."""
    name = f"logratio_{subject.label}" if subject.head == "var" else "logratio"
    return var(name, LOGRATIOS[subject.sort])


_COUNTS = {"steps": 1, "answers": 1, "select": 2, "subsample": 1, "group": 1}
_PART_SORT = Sort("->", (INT, REAL))


def _wanted(node: Node, names: Names) -> Sort:
    if node.kind == "name":
        return names.sorts[node.value]
    return _result(node, names.definitions)


def _refuse_negative(given: Sequence[Property]) -> None:
    """A rate below 0 contradicts the property that has it."""
    for one in given:
        for rate in part(one.formula, "rate"):
            if rate.head == "num" and rate.value is not None and rate.value < 0:
                raise BadInput(
                    f"{one.text!r}, which nothing satisfies", "a rate of at least 0", "Private(eps, 0)"
                )


def for_every_law(formula: Expr, name: str) -> Expr:
    """The formula for every law in place of the named one."""
    return op("forall", formula.sort, abstract(name, law(RECORD), formula))
