"""Rules are statements of the library: forms that derive a property from properties and relations."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from ..kernel.logic import (
    RECORD,
    Definition,
    Expr,
    Theorem,
    conjuncts,
    fits,
    law,
    normal,
    open_named,
    rebuild,
)
from ..theory.library import TheoryLibrary
from ..theory.statements import CORRECTED, PRINTED, SHARP, Form, Statement
from .algorithms import COMBINATORS
from .kinds import RANDOMISED_WORDS, kind_of, part
from .queries import HEADS

LARGER: Final = "calculus.larger."
"""Rules by which a rate may grow: for the last step alone."""

CALCULUS: Final = "calculus."
CONVERSE: Final = "calculus.converse."
"""Implications that fail, each with a world; what every algorithm has instead is no rule."""
TOTAL_VARIATION: Final = "calculus.total-variation"
"""Gives up epsilon for delta: used where the goal has no epsilon, since elsewhere nothing is gained."""
WHATEVER: Final = "calculus.stable.always"
"""What every algorithm has: used where the goal is that with its rate, since elsewhere it says nothing."""

Binding = dict[str, Expr]


@dataclass(frozen=True)
class PropertyRule:
    """A form of a statement: premises that are properties, conditions that are relations, a conclusion."""

    theorem: Theorem
    kind: str
    premises: tuple[tuple[str, Expr], ...]
    conditions: tuple[tuple[str, Expr], ...]
    conclusion: Expr

    @property
    def name(self) -> str:
        """The form's name."""
        return self.theorem.name


def rules(
    library: TheoryLibrary, *, sharp: bool = False, without: Collection[str] = (),
    derived: Collection[str] = (),
) -> tuple[PropertyRule, ...]:  # fmt: skip
    """The rules that the library's statements are; with `sharp` their sharp forms as well. Those statements
    are not read that are known to be `without` rules; forms that are `derived` have a proof elsewhere."""
    return tuple(
        rule
        for name in library.statements
        if not name.startswith((LARGER, CONVERSE)) and name not in without
        for form in _forms(library.statements[name], sharp, derived)
        for rule in _rules(form, library.definitions)
    )


def has_rules(statement: Statement, definitions: Mapping[str, Definition]) -> bool:
    """Whether some form of a statement is a rule."""
    if statement.id.startswith(CONVERSE):
        return False
    return any(True for form in _forms(statement, True) for _ in _rules(form, definitions))


def growth(library: TheoryLibrary, definition: str) -> PropertyRule | None:
    """The rule by which the rates of a property may grow."""
    for name in library.statements:
        if name.startswith(LARGER):
            for rule in _rules(library.statements[name].forms[0], library.definitions):
                if rule.conclusion.label == definition:
                    return rule
    return None


def _forms(statement: Statement, sharp: bool, derived: Collection[str] = ()) -> Iterator[Form]:
    """The forms to use: those that sources print, corrected where none is left of these, and the sharp ones.
    What this library adds to a source counts as sharp."""
    if statement.source.is_own and not statement.id.startswith(CALCULUS) and not sharp:
        return
    shown = [f for f in statement.forms if f.name in derived or f.steps]
    usable = [f for f in shown if f.refutation is None]
    printed = [f for f in usable if f.kind == PRINTED] or [f for f in usable if f.kind == CORRECTED]
    yield from printed
    if sharp:
        others = (f for f in usable if f.kind in (CORRECTED, SHARP))
        yield from (f for f in others if not any(f is one for one in printed))


def _rules(form: Form, definitions: Mapping[str, Definition]) -> Iterator[PropertyRule]:
    premises, conditions = [], []
    for label, hypothesis in form.theorem.hypotheses:
        if kind_of(under_laws(hypothesis)) is not None:
            premises.append((label, hypothesis))
        elif all(piece.head in HEADS for piece in conjuncts(hypothesis)):
            conditions.append((label, hypothesis))
        else:
            return
    for claimed in conjuncts(form.theorem.conclusion):
        if kind_of(claimed) is not None:
            conclusion = rebuild(claimed, tuple(recognised(a, definitions) for a in claimed.args))
            if all(map(_known, part(conclusion, "subject"))):
                yield PropertyRule(form.theorem, form.kind, tuple(premises), tuple(conditions), conclusion)


def under_laws(formula: Expr) -> Expr:
    """What a formula says of each law of the records; itself where it is not said of all of them."""
    if formula.head == "forall" and formula.args[0].sort.args[0] == law(RECORD):
        return open_named(formula.args[0])[1]
    return formula


def recognised(subject: Expr, definitions: Mapping[str, Definition]) -> Expr:
    """The combinator that an algorithm written out is; the algorithm itself where it is none."""
    if subject.head != "lam" or subject.sort not in RANDOMISED_WORDS:
        return subject
    said = normal(subject, definitions)
    for name in COMBINATORS:
        definition = definitions[name]
        if definition.body.sort == subject.sort:
            variables = dict(definition.parameters)
            found = match(normal(definition.body, definitions), said, variables, {})
            if found is not None and set(found) == set(variables):
                values = tuple(found[parameter] for parameter in variables)
                return Expr("defined", values, subject.sort, name)
    return subject


def _known(subject: Expr) -> bool:
    """Whether an algorithm is a variable or made by a combinator."""
    return subject.head == "var" or (subject.head == "defined" and subject.label in COMBINATORS)


def match(pattern: Expr, term: Expr, variables: Mapping[str, object], binding: Binding) -> Binding | None:
    """The values of the variables that make the pattern the term, beside those that are bound already.

    >>> from ..kernel.logic.terms import var
    >>> from ..kernel.logic.sorts import REAL
    >>> match(var("x", REAL), var("eps", REAL), {"x": REAL}, {})["x"].label
    'eps'
    """
    if pattern.head == "var" and pattern.label in variables:
        known = binding.get(pattern.label)
        if known is not None:
            return binding if known == term else None
        return {**binding, pattern.label: term} if fits(term.sort, pattern.sort) else None
    same = (pattern.head, pattern.label if pattern.head != "lam" else "", pattern.index, pattern.value)
    if same != (term.head, term.label if term.head != "lam" else "", term.index, term.value):
        return None
    if len(pattern.args) != len(term.args):
        return None
    for inner, part_ in zip(pattern.args, term.args, strict=True):
        found = match(inner, part_, variables, binding)
        if found is None:
            return None
        binding = found
    return binding
