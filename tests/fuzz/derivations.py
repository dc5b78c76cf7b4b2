"""Every rule of the logic at terms drawn for its variables: one line of a derivation.

A rule at its own premises has to be accepted. Without one of them, or for another conclusion, it has to be refused.
Other values and other rules are tried as well. Small exact models look at all that the kernel accepts by a rule that
they reach: where the hypotheses are true, the conclusion must be.
"""

from __future__ import annotations

import random
import re
from dataclasses import dataclass, replace
from typing import Final

from flint import fmpq

from dptheory.kernel.limits import KernelError
from dptheory.kernel.logic.calculation import conjuncts
from dptheory.kernel.logic.derivations import Checker, Line
from dptheory.kernel.logic.rules import Rule, numbered_rules
from dptheory.kernel.logic.sorts import DATA, PROP, REAL, RECORD, VEC, Sort, fits, law
from dptheory.kernel.logic.terms import Expr, normal, rebuild, substitute, var, walk
from dptheory.kernel.logic.theorems import Library, Theorem
from dptheory.kernel.verdicts import PROVED

from ..kernel.logic.model_values import Irrational
from ..kernel.logic.models import schemas
from ..kernel.logic.random_terms import DEFINITIONS, VARIABLES, Terms
from ..kernel.logic.rule_models import CONTINUOUS
from ..kernel.logic.test_logic_moments import MomentModel
from .kinds import ProofState, register

BEYOND: Final = re.compile(r"forall \w+: (vec|real|\(int)|\b(project|erfc|density|closed)\(")
"""What a model with few numbers and vectors cannot tell: it goes through some of them only."""
SORTS: Final = ("record", "data", "real")
SIMPLE: Final = (REAL, VEC, RECORD, DATA, PROP, law(RECORD), law(DATA), law(VEC))
HEADS: Final = (
    ("le", "lt"),
    ("le", "ge"),
    ("ge", "gt"),
    ("eq", "lt"),
    ("and", "or"),
    ("add", "sub"),
    ("min", "max"),
)
MODELS: Final = 12
EACH: Final = 3
CHANGED: Final = 3
LIBRARY: Final = Library(DEFINITIONS, {})


SCHEMAS: Final = [(rule, schema) for rule in numbered_rules() for sort, schema in schemas(rule) if sort in SORTS]


def reached(rule: Rule) -> bool:
    """Whether models tell when a rule's premises are true, and what its conclusion is."""
    text = " ; ".join((*rule.premises, rule.conclusion))
    return rule.name not in CONTINUOUS and not BEYOND.search(text)


REACHED: Final = frozenset(rule.name for rule, _ in SCHEMAS if reached(rule))


@dataclass(frozen=True)
class Asked:
    """A theorem, and the line that is to derive it."""

    theorem: Theorem
    line: Line

    def accepted(self) -> bool:
        """Whether the kernel calls the theorem proved by this line; raises KernelError."""
        checker = Checker(self.theorem, LIBRARY)
        checker.line(self.line)
        return checker.conclude().status == PROVED


def drawn(rule: Rule, schema: Theorem, chance: random.Random) -> Asked:
    """A rule at variables of other names, and at terms for some of them."""
    terms, variables, values = Terms(chance, finite=True), dict(VARIABLES), dict[str, Expr]()
    for name, sort in schema.variables.items():
        made = _term(terms, sort, chance) if chance.random() < 0.4 else None
        if made is None:
            made = var(f"own_{name}", sort)
            variables[f"own_{name}"] = sort
        values[name] = made
    given = tuple((f"h{k}", substitute(h, values)) for k, (_, h) in enumerate(schema.hypotheses))
    theorem = Theorem("a.drawn:printed", variables, given, substitute(schema.conclusion, values))
    return Asked(
        theorem, Line("1", theorem.conclusion, rule.name, tuple(label for label, _ in given), (), values)
    )


def _term(terms: Terms, sort: Sort, chance: random.Random) -> Expr | None:
    """A term of a sort that the drawing knows, of functions of such sorts too."""
    inner = sort
    while inner.name == "->":
        if inner.args[0] not in (RECORD, DATA, VEC, REAL):
            return None
        inner = inner.args[1]
    if inner not in SIMPLE:
        return None
    try:
        return terms.of(sort, chance.choice((1, 2, 2)), dict(VARIABLES))
    except (KernelError, KeyError, RecursionError):
        return None


def shorter(asked: Asked, chance: random.Random) -> Asked | None:
    """The same without one of its premises, if the others do not say it as well."""
    theorem, line = asked.theorem, asked.line
    if not theorem.hypotheses:
        return None
    place = chance.randrange(len(theorem.hypotheses))
    kept = tuple(h for k, h in enumerate(theorem.hypotheses) if k != place)
    if _parts(theorem.hypotheses[place][1]) <= frozenset[Expr]().union(*(_parts(h) for _, h in kept)):
        return None
    return Asked(replace(theorem, hypotheses=kept), replace(line, sources=tuple(label for label, _ in kept)))


def otherwise(asked: Asked, chance: random.Random) -> Asked | None:
    """The same for another conclusion, that is none of the parts of its own."""
    other = _other(asked.theorem.conclusion, chance)
    try:
        if _parts(other) <= _parts(asked.theorem.conclusion):
            return None
    except KernelError:
        return None
    return Asked(replace(asked.theorem, conclusion=other), replace(asked.line, formula=other))


def elsewhere(asked: Asked, chance: random.Random) -> Asked:
    """The same by another rule, or with another value."""
    line = asked.line
    if chance.random() < 0.3 or not line.values:
        return Asked(asked.theorem, replace(line, by=chance.choice(SCHEMAS)[0].name))
    name = chance.choice(sorted(line.values))
    same = [v for v in line.values.values() if fits(v.sort, line.values[name].sort)]
    return Asked(asked.theorem, replace(line, values={**line.values, name: chance.choice(same)}))


def _parts(formula: Expr) -> frozenset[Expr]:
    return frozenset(conjuncts(normal(formula, DEFINITIONS)))


def _other(term: Expr, chance: random.Random) -> Expr:
    """A term in which one place is changed."""
    places = [node for node in walk(term)]
    target = chance.choice(places)
    swaps = [pair for pair in HEADS if target.head in pair]
    if swaps:
        one, two = chance.choice(swaps)
        new = Expr(two if target.head == one else one, target.args, target.sort, target.label)
    elif target.head == "num" and target.value is not None:
        new = Expr("num", (), target.sort, value=target.value + fmpq(chance.choice((1, -1))))
    else:
        alike = [node for node in places if node.sort == target.sort and not node.reach]
        new = chance.choice(alike or [target])
    return _put(term, target, new)


def _put(term: Expr, old: Expr, new: Expr) -> Expr:
    if term == old:
        return new
    return rebuild(term, tuple(_put(part, old, new) for part in term.args))


def refuted(theorem: Theorem, chance: random.Random) -> dict[str, object] | None:
    """The values of variables in a model in which the hypotheses are true and the conclusion is not."""
    for _ in range(MODELS):
        model = MomentModel(chance, n=chance.choice((1, 2)), ints=tuple(range(-3, 14)))
        try:
            model.env = {name: model.draw(sort) for name, sort in theorem.variables.items()}
            given = (normal(h, DEFINITIONS) for _, h in theorem.hypotheses)
            if all(model.value(h) for h in given) and not model.value(
                normal(theorem.conclusion, DEFINITIONS)
            ):
                return model.env
        except (Irrational, AttributeError, KeyError, TypeError, AssertionError, OverflowError):
            continue
    return None


@register("derivations")
class Derivations:
    """Rules at terms, and lines near them."""

    def __init__(self, state: ProofState) -> None:
        self.state = state

    def round(self, seed: str) -> None:
        for part in range(EACH):
            chance = random.Random(f"derivations {seed}/{part}")
            rule, schema = chance.choice(SCHEMAS)
            asked = drawn(rule, schema, chance)
            said = self._judged(asked, rule.name, chance)
            self.state.tally.answers["derivations", "proved" if said else "unknown"] += 1
            for _ in range(CHANGED):
                for change in (shorter, otherwise):
                    other = change(asked, chance)
                    if other is not None and self._judged(other, rule.name, chance):
                        self.state.fault(f"{change.__name__}, and accepted: by {rule.name}, {other}")
                self._judged(elsewhere(asked, chance), rule.name, chance)

    def _judged(self, asked: Asked, name: str, chance: random.Random) -> bool:
        """Whether the kernel accepts a derivation; models look at what it accepts."""
        said = self.state.judge("derivations", lambda: asked.accepted() or None, lambda: name)
        if said is not None and asked.line.by in REACHED:
            world = refuted(asked.theorem, chance)
            if world is not None:
                self.state.fault(f"derived but false: by {name}, {asked}   in {world}")
        return said is not None
