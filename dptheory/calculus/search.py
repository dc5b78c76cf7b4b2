"""Forward search: what follows from the properties given, by the rules, with the best rates.

A step asserts a formula by a rule from earlier steps. Of properties that differ in their rates alone, those
that were shown to be no better than another are not used further.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from ..kernel.logic import (
    INT,
    PROP,
    REAL,
    RECORD,
    Expr,
    Sort,
    conjuncts,
    fits,
    law,
    num,
    op,
    substitute,
    var,
)
from .kinds import BY_DEFINITION, SETTING, SILENT, part, rate_names
from .numbers import SIZE, Numbers
from .queries import Query, for_every_law, logratio
from .rules import Binding, PropertyRule, match

ROUNDS = 8
MOST = 80
GIVEN = "given"


@dataclass(frozen=True, eq=False)
class Step:
    """One step: its formula, by what, from which steps, with which values; `label` names a hypothesis."""

    formula: Expr
    by: str
    sources: tuple[Step, ...] = ()
    values: tuple[tuple[str, Expr], ...] = ()
    terms: tuple[Expr, ...] = ()
    fixed: tuple[str, ...] = ()
    label: str = ""
    presupposed: bool = False

    @property
    def depth(self) -> int:
        """How many statements were applied one after the other."""
        own = ":" in self.by
        return own + max((step.depth for step in self.sources), default=0)


OF_A_LOSS: Final = frozenset({"zero_concentrated", "renyi", "loss_within"})
"""Properties that speak of a version of the privacy loss."""


@dataclass
class Found:
    """What the search has: properties, at laws and of every law, the conditions that rules lacked, each with
    what would have followed, and how relations are shown."""

    query: Query
    numbers: Numbers
    hypotheses: dict[Expr, Step]
    facts: list[Step] = field(default_factory=list)
    wholes: list[Step] = field(default_factory=list)
    lacking: dict[str, tuple[Expr, Expr]] = field(default_factory=dict)
    lenient: bool = False

    def live(self, pattern: Expr) -> list[Step]:
        """The properties with the definition of a pattern; those of every law where it speaks of all laws."""
        if pattern.head == "forall":
            return self.wholes
        return [fact for fact in self.facts if fact.formula.label == pattern.label]


def search(query: Query, rules: Sequence[PropertyRule], numbers: Numbers, *, lenient: bool = False) -> Found:
    """All that follows from a query's properties; `lenient` takes conditions on numbers for granted."""
    found = Found(query, numbers, {}, lenient=lenient)
    _start(found)
    seen: set[tuple[str, Expr, tuple[Step, ...]]] = set()
    for _ in range(ROUNDS):
        before = len(seen)
        for rule in rules:
            for binding, sources in list(_joins(rule, found)):
                _conclude(rule, binding, sources, found, seen)
        if len(seen) == before or len(found.facts) > MOST:
            break
    return found


def _start(found: Found) -> None:
    """The hypotheses: properties, conditions, signs of rates; a property for every law is taken at each."""
    query = found.query
    for number, condition in enumerate(query.conditions, 1):
        found.hypotheses[condition] = Step(condition, GIVEN, label=f"where{number}")
    for number, sign in enumerate(query.signs, 1):
        if sign not in found.hypotheses:
            found.hypotheses[sign] = Step(sign, GIVEN, label=f"rate{number}", presupposed=True)
    defined = tuple(found.hypotheses[condition] for condition in query.defining)
    if defined:
        defined = (*defined, found.hypotheses.setdefault(SIZE, Step(SIZE, "size-positive")))
    for piece in (piece for name in query.sizes for piece in size_of(name)):
        if piece in found.numbers.known:
            found.hypotheses.setdefault(piece, Step(piece, "calc", defined))
    for number, one in enumerate(query.given, 1):
        if one.scope != "uniform":
            found.facts.append(Step(one.formula, GIVEN, label=f"given{number}"))
            continue
        whole = Step(for_every_law(one.formula, query.fresh), GIVEN, label=f"given{number}")
        found.wholes.append(whole)
        for name in query.laws:
            at = var(name, law(RECORD))
            formula = substitute(one.formula, {query.fresh: at})
            found.facts.append(Step(formula, "apply", (whole,), terms=(at,)))


def size_of(name: str) -> tuple[Expr, ...]:
    """That a number is the size of a sample.

    >>> len(size_of("m"))
    2
    """
    size = var(name, INT)
    return op("le", PROP, num(1), size), op("le", PROP, size, var("n", INT))


def _joins(rule: PropertyRule, found: Found) -> Iterator[tuple[Binding, tuple[Step, ...]]]:
    """The ways to satisfy a rule's premises by what is there, with values for all its variables."""
    starts: list[Binding] = [_chosen(rule, found)]
    bound = frozenset[str]().union(*(premise.names for _, premise in rule.premises))
    for made in part(rule.conclusion, "subject"):
        if made.head == "defined" or made.label not in bound:
            subjects = found.query.subjects
            tried = (match(made, one, rule.theorem.variables, start) for start in starts for one in subjects)
            starts = [binding for binding in tried if binding is not None]
    for start in starts:
        for binding, sources in _premises(rule, list(rule.premises), start, (), found):
            yield from ((whole, sources) for whole in _complete(rule, binding, found))


def _chosen(rule: PropertyRule, found: Found) -> Binding:
    """The rates that a rule leaves open, which the conditions alone speak of: those of the goal, or else
    numbers of the usual names, of which a question that does not name them is told what they lack."""
    goal = found.query.goal
    bound = frozenset[str]().union(*(premise.names for _, premise in rule.premises))
    own = part(rule.conclusion, "order"), part(rule.conclusion, "rate")
    if goal.rates + goal.orders and any(rule.conclusion.label == kind.definition for kind in goal.kinds):
        asked = [*zip(own[0], goal.orders, strict=False), *zip(own[1], goal.rates, strict=False)]
    else:
        usual = rate_names(BY_DEFINITION[rule.conclusion.label])
        sorts = found.query.variables
        named = [pair for pair in zip(own[1], usual, strict=False) if sorts.get(pair[1], REAL) == REAL]
        asked = [(one, var(name, REAL)) for one, name in named]
    return {one.label: rate for one, rate in asked if one.head == "var" and one.label not in bound}


def _premises(
    rule: PropertyRule,
    left: list[tuple[str, Expr]],
    binding: Binding,
    sources: tuple[Step, ...],
    found: Found,
) -> Iterator[tuple[Binding, tuple[Step, ...]]]:
    if not left:
        yield binding, sources
        return
    pattern = left[0][1]
    for fact in (*found.live(pattern), *_silent(pattern, binding, found), *_version(pattern, binding, found)):
        extended = match(pattern, fact.formula, rule.theorem.variables, binding)
        if extended is not None:
            yield from _premises(rule, left[1:], extended, (*sources, fact), found)


def _silent(pattern: Expr, binding: Binding, found: Found) -> list[Step]:
    """A property of the setting, or of a named algorithm, which is presupposed where a rule needs it."""
    if pattern.label not in SILENT or found.live(pattern):
        return []
    pairs = zip(BY_DEFINITION[pattern.label].parts, pattern.args, strict=True)
    made = [(n, var(n, SETTING[n]) if n in SETTING else binding.get(a.label)) for n, a in pairs]
    arguments = tuple(one for n, one in made if one is not None and (n != "subject" or one.head == "var"))
    if len(arguments) < len(made):
        return []
    formula = Expr("defined", arguments, pattern.sort, pattern.label)
    if formula not in found.hypotheses:
        label = {"unit_loss": "bounded", "erm": "minimiser"}.get(pattern.label, pattern.label)
        found.hypotheses[formula] = Step(formula, GIVEN, label=label, presupposed=True)
    return [found.hypotheses[formula]]


def _version(pattern: Expr, binding: Binding, found: Found) -> list[Step]:
    """That the privacy loss of a private algorithm is the version within its bounds, as there always is one:
    presupposed where the goal speaks of a loss, and not on the way to what follows without it."""
    spoken = {kind.definition for kind in found.query.goal.kinds} & OF_A_LOSS
    if pattern.label != "loss_within" or not spoken or found.live(pattern):
        return []
    subject, rate = (binding.get(pattern.args[place].label) for place in (0, 2))
    if subject is None or rate is None:
        return []
    formula = Expr("defined", (subject, logratio(subject), rate), pattern.sort, pattern.label)
    label = "version"
    return [found.hypotheses.setdefault(formula, Step(formula, GIVEN, label=label, presupposed=True))]


def _complete(rule: PropertyRule, binding: Binding, found: Found) -> Iterator[Binding]:
    """Values for the variables that the premises leave open: the setting's own, and each law in turn."""
    wanted = _used(rule)
    open_ = [(n, s) for n, s in rule.theorem.variables.items() if n not in binding]
    laws = [n for n, s in open_ if s == law(RECORD)]
    rest = {n: var(n, s) for n, s in open_ if n in SETTING and SETTING[n] == s}
    if {n for n, _ in open_ if n in wanted} - set(laws) - set(rest):
        return
    fill = dict(rest)
    for name, sort in open_:  # a variable that the form does not use: anything of its sort will do
        if name not in wanted and name not in fill and name not in laws:
            some = _anything(sort, found.query)
            if some is None:
                return
            fill[name] = some
    if not laws:
        yield {**binding, **fill}
        return
    for name in found.query.laws:
        yield {**binding, **fill, **dict.fromkeys(laws, var(name, law(RECORD)))}


def _anything(sort: Sort, query: Query) -> Expr | None:
    """A term of a sort, if one is at hand."""
    if sort in (REAL, INT):
        return num(1)
    names = (name for name, known in query.variables.items() if fits(known, sort))
    return next((var(name, query.variables[name]) for name in names), None)


def _used(rule: PropertyRule) -> frozenset[str]:
    formulas = [h for _, h in rule.theorem.hypotheses] + [rule.theorem.conclusion]
    return frozenset[str]().union(*(f.names for f in formulas))


def _conclude(
    rule: PropertyRule,
    binding: Binding,
    premises: tuple[Step, ...],
    found: Found,
    seen: set[tuple[str, Expr, tuple[Step, ...]]],
) -> None:
    formula = substitute(rule.conclusion, binding)
    key = (rule.name, formula, premises)
    if key in seen or not set(part(formula, "subject")[:1]) <= {*found.query.subjects, *_bare(formula)}:
        return
    seen.add(key)
    conditions: list[Step] = []
    for label, condition in rule.conditions:
        needed = substitute(condition, binding)
        shown = [] if found.lenient else relation(needed, found)
        if shown is None:
            found.lacking[f"{rule.name} needs {label}"] = needed, formula
            return
        conditions += shown
    named = found.query.variables
    unnamed = any(rate.head == "var" and rate.label not in named for rate in part(formula, "rate"))
    if (unnamed and not found.lenient) or any(other.formula == formula for other in found.facts):
        return
    values = tuple((name, binding[name]) for name in rule.theorem.variables)
    sources = tuple(dict.fromkeys((*premises, *conditions)))
    _add(Step(formula, rule.name, sources, values), found)


def _bare(formula: Expr) -> tuple[Expr, ...]:
    """Subjects of properties that speak of more than one algorithm are not asked about."""
    return part(formula, "subject") if formula.label == "apart" else ()


def relation(needed: Expr, found: Found) -> list[Step] | None:
    """Steps that show a condition, part by part; None where that was not possible."""
    steps = []
    for piece in conjuncts(needed):
        if piece in found.hypotheses:
            steps.append(found.hypotheses[piece])
        elif found.numbers.follows(piece):
            sources = tuple(
                found.hypotheses.setdefault(known, Step(SIZE, "size-positive"))
                for known in found.numbers.sources(piece)
            )
            found.hypotheses[piece] = Step(piece, "calc", sources)
            steps.append(found.hypotheses[piece])
        else:
            return None
    return steps


def _add(step: Step, found: Found) -> None:
    """Keep a property unless one with rates at most its own is there; drop those that it improves."""
    same = [f for f in found.facts if alike(f.formula, step.formula)]
    if not found.lenient:
        rates = part(step.formula, "rate")
        better = [f for f in same if found.numbers.at_most(part(f.formula, "rate"), rates)]
        worse = [f for f in same if f.by != GIVEN and found.numbers.at_most(rates, part(f.formula, "rate"))]
        if any(f not in worse or f.depth <= step.depth for f in better):
            return
        found.facts = [f for f in found.facts if f not in worse]
    elif any(f.depth <= step.depth for f in same):
        return
    else:
        found.facts = [f for f in found.facts if f not in same]
    found.facts.append(step)


def alike(first: Expr, second: Expr) -> bool:
    """Whether two properties differ in their rates alone."""
    return first.label == second.label and _without_rates(first) == _without_rates(second)


def _without_rates(formula: Expr) -> tuple[Expr, ...]:
    parts = BY_DEFINITION[formula.label].parts
    if formula.label == "apart":
        return formula.args
    return tuple(a for a, p in zip(formula.args, parts, strict=True) if p != "rate")
