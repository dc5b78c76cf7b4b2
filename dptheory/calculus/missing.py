"""What would make a derivation: premises of which each alone, with what is given, leads to the goal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from ..kernel.logic import PROP, REAL, RECORD, Expr, Theorem, law, num, op, substitute, var
from ..kernel.models import Closed, World
from ..kernel.real import exact
from ..theory.library import TheoryLibrary
from .kinds import BY_DEFINITION, KINDS, POINTWISE, SETTING, SILENT, Kind, kind_of, part
from .numbers import Numbers
from .queries import Property, Query
from .rules import CONVERSE, PropertyRule
from .search import Found, search
from .spelling import spell

NAMES = ("rate", "delta", "slack")
Candidate = tuple[Kind, Expr]


@dataclass(frozen=True)
class Premise:
    """A premise that is missing, as the command line writes it, and how many statements it then takes."""

    text: str
    depth: int


def on_the_way(there: Found) -> tuple[Expr, ...]:
    """The properties in the derivations of the goal, of what was found with conditions taken for granted."""
    left = [fact for fact in there.facts if there.query.goal.fits(fact.formula)]
    found: list[Expr] = []
    while left:
        step = left.pop()
        found += [step.formula] if kind_of(step.formula) is not None else []
        left += step.sources
    return tuple(dict.fromkeys(found))


AND = " and "
ALWAYS = "always"
"""The order that asks most: of every sample."""


def premises(there: Found, rules: Sequence[PropertyRule], numbers: Numbers) -> tuple[Premise, ...]:
    """The premises of which each makes a derivation, the shortest first, and the pairs that make one
    together; where there are none, those without rates that do together. None where nothing but conditions
    on numbers is missing, and never the goal itself, of whichever laws."""
    query = there.query
    if on_the_way(there):
        return ()
    words = {kind.word for kind in query.goal.kinds}

    def depth(*more: Candidate, of: Query = query) -> int | None:
        """How many statements a derivation takes with further premises; None where there is none."""
        extra = (Property(formula, kind.scope, "") for kind, formula in more)
        tried = search(replace(of, given=(*of.given, *extra)), rules, numbers, lenient=True)
        return min((fact.depth for fact in tried.facts if query.goal.fits(fact.formula)), default=None)

    def asked(of: Query) -> list[Candidate]:
        every = _candidates(of)
        return [
            one
            for one in every
            if one[0].word not in words or of.goal.subject not in part(one[1], "subject")[:1]
        ]

    def told(*several: Candidate) -> str:
        return AND.join(spell(formula, kind.scope) for kind, formula in several)

    found = {told(one): d for one in asked(query) if (d := depth(one)) is not None}
    for of in (query, *_at_one_law(query)):
        for two in _together(there, rules, asked(of)):
            d = None if found.keys() & set(map(told, two)) else depth(*two, of=of)
            found |= {} if d is None else {told(*two): d}
    together = [one for one in asked(query) if not one[0].numbers]
    if not found and depth(*together) is not None:
        for one in list(together):
            rest = [other for other in together if other is not one]
            together = rest if depth(*rest) is not None else together
        found = {told(*together): depth(*together) or 0}
    premises = (Premise(text, d) for text, d in found.items())
    return tuple(sorted(premises, key=lambda p: (AND in p.text, p.depth, ALWAYS in p.text, p.text)))


def _at_one_law(query: Query) -> tuple[Query, ...]:
    """The question about one law, D, of which some premises alone speak, where it is about every law."""
    if query.fresh != "D" or query.goal.scope:
        return ()
    every = {"D": var("D'", law(RECORD))}
    given = tuple(replace(one, formula=substitute(one.formula, every)) for one in query.given)
    sorts = {**query.variables, "D'": law(RECORD)}
    return (replace(query, given=given, fresh="D'", laws=("D'", "D"), variables=sorts),)


def _together(
    there: Found, rules: Sequence[PropertyRule], asked: Sequence[Candidate]
) -> list[list[Candidate]]:
    """For each rule whose conclusion is the goal's: its premises that are not there, where these are two."""
    goals = {kind.definition for kind in there.query.goal.kinds}
    found: dict[tuple[str, ...], list[Candidate]] = {}
    for rule in rules:
        if rule.conclusion.label in goals:
            wanted = {premise.label for _, premise in rule.premises if not there.live(premise)}
            several = [one for one in asked if one[0].definition in wanted]
            if len(several) == 2:
                found[tuple(kind.definition for kind, _ in several)] = several
    return list(found.values())


def converses(query: Query, library: TheoryLibrary) -> tuple[str, ...]:
    """The statements that what is given does not imply the goal: their hypotheses are properties of all the
    kinds that are given, of the goal's own algorithm, their claim is of the goal's kind, and their world is
    one of the question, with its rates and under its conditions."""
    given, goal = {one.formula.label for one in query.given}, query.goal
    own = all(goal.subject in part(one.formula, "subject")[:1] for one in query.given)
    if not given or not own or goal.subject.head != "var":
        return ()
    found = []
    for name in filter(lambda name: name.startswith(CONVERSE), library.statements):
        form = library.statements[name].forms[0]
        assumed = {said.label: said for _, said in form.theorem.hypotheses if kind_of(said) is not None}
        fits = kind_of(form.theorem.conclusion) in goal.kinds and given <= assumed.keys()
        world = form.refutation.world if fits and form.refutation else None
        if world and _of_the_question(query, form.theorem, assumed, world, library):
            found.append(name)
    return tuple(found)


def _of_the_question(
    query: Query, theorem: Theorem, assumed: Mapping[str, Expr], world: World, library: TheoryLibrary
) -> bool:
    """Whether a world in which a theorem fails is one of a question: with its rates for the names in the
    question all conditions hold there, what is given has at least the world's rates, and the goal at most."""
    point: dict[str, Expr] = {"n": num(world.size)}
    order: list[tuple[Expr, Expr]] = []

    def at(rate: Expr) -> Expr | None:
        """The value of a rate in the world; None for any number."""
        closed = world.values.get(rate.label) if rate.head == "var" else None
        value = exact(closed.body, {}) if isinstance(closed, Closed) else rate.value
        return None if value is None else num(value)

    for one in query.given:
        there = part(assumed[one.formula.label], "rate")
        for mine, theirs in zip(part(one.formula, "rate"), there, strict=True):
            value = at(theirs)
            if value is None:
                return False
            if mine.head == "var":
                point.setdefault(mine.label, value)
            order.append((value, mine))
    for mine, theirs in zip(query.goal.rates, part(theorem.conclusion, "rate"), strict=False):
        if theirs.head not in ("var", "num"):
            return False
        value = at(theirs)
        if value is not None and mine.head == "var":
            point.setdefault(mine.label, value)
        order += [] if value is None else [(mine, value)]
    known = Numbers((), library.definitions)
    asked = (*query.conditions, *(op("le", PROP, less, more) for less, more in order))
    return all(known.follows(substitute(one, point)) for one in asked)


def _candidates(query: Query) -> Iterator[tuple[Kind, Expr]]:
    """Properties of the algorithms in the question, and of its setting, with names for rates."""
    for kind in KINDS:
        if kind.definition in SILENT or {"count", "part", "order", "logratio"} & set(kind.parts):
            continue
        if kind.scope == POINTWISE and query.fresh == "D":  # the question is about every law
            continue
        subjects = query.subjects if "subject" in kind.parts else query.subjects[:1]
        for subject in subjects:
            fits = kind.sort == subject.sort or "subject" not in kind.parts
            if fits and (_wanted(query) or not kind.definition.startswith("approx")):
                yield kind, _formula(kind, subject, query)
    for subject in query.subjects:
        if subject.head == "defined" and subject.label == "parallel":
            part_sort = query.variables["part"]
            yield BY_DEFINITION["apart"], _said("apart", *subject.args, var("part", part_sort))
        if subject.head == "defined" and subject.label == "subsample":
            yield BY_DEFINITION["unordered"], _said("unordered", *subject.args)


def _said(definition: str, *args: Expr) -> Expr:
    return Expr("defined", args, PROP, definition)


def _wanted(query: Query) -> bool:
    return any("approximately" in one.formula.label for one in query.given)


def _formula(kind: Kind, subject: Expr, query: Query) -> Expr:
    left = [var(name, REAL) for name in NAMES[: kind.rates]]
    arguments = []
    for name in kind.parts:
        if name == "rate":
            arguments.append(left.pop(0))
        elif name == "subject":
            arguments.append(subject)
        elif name == "law":
            arguments.append(var("D" if kind.scope == POINTWISE else query.fresh, law(RECORD)))
        else:
            arguments.append(var(name, SETTING[name]))
    return _said(kind.definition, *arguments)
