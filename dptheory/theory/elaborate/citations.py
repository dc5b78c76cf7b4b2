"""What a line cites beside the labels of lines: an instance of a line, a line generalised, several together,
a trivial fact. What is cited becomes a line of its own before the one that cites it.

    from stable(S, i, z)           what `stable` says of all values, at these; premises are looked for above
    from sizes.2                   the second part of what `sizes` says
    from all u. 4                  line 4, of which u was arbitrary: for all u
    from all u. member implies 4   the same under the assumption `member`
    from low and high              both
    from norm-scale                what a rule, or a form, says of the terms of the line
    from n >= 1                    a fact that needs no line: a rule without premises, else a calculation
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Final

from ...kernel import KernelError
from ...kernel.logic import (
    PROP,
    Definition,
    Expr,
    Line,
    abstract,
    apply_function,
    conjuncts,
    fits,
    normal,
    numbered_rules,
    op,
    show,
    var,
)
from ..grammar import CITED, rules
from ..outline import Piece
from ..statements import PRINTED
from ..texts import Text
from .facts import facts
from .instances import Instance, Search
from .lines import Lines
from .schemas import giving, shown_first

_FORM: Final = re.compile(r"[\w'-]+\.[\w.'-]+:[\w.'-]+")
"""A form of a statement."""
_STATEMENT: Final = re.compile(r"[A-Za-z]\w*(?:\.[A-Za-z][\w'-]*)+")
"""A statement, which stands for its printed form."""
_FURTHER: Final = re.compile(r"\((.*)\)(?:\.(\d+))?\Z", re.S)
"""What an instance says of further terms."""


@cache
def _rule_names() -> frozenset[str]:
    return frozenset(rule.name for rule in numbered_rules())


def parts(text: Piece, sign: str = ",") -> list[Piece]:
    """A text cut where a sign stands outside of all brackets.

    >>> parts(Piece("1, norm(u, v), (a, b)"))
    ['1', 'norm(u, v)', '(a, b)']
    """
    found, depth, start, place = list[Piece](), 0, 0, 0
    while place < len(text):
        depth += (text[place] in "([{") - (text[place] in ")]}")
        if not depth and text.startswith(sign, place):
            found.append(text.cut(start, place).strip())
            start = place = place + len(sign)
        else:
            place += 1
    return [part for part in (*found, text.cut(start).strip()) if part]


def _instances(text: Piece) -> list[Piece]:
    """A text cut before every bracket that opens after one was closed.

    >>> _instances(Piece("low(f(u)).2(v, w).1"))
    ['low(f(u)).2', '(v, w).1']
    """
    found, depth, start = list[Piece](), 0, 0
    for place, sign in enumerate(text):
        if sign in "([{" and not depth and ")" in text[start:place]:
            found.append(text.cut(start, place))
            start = place
        depth += (sign in "([{") - (sign in ")]}")
    return [*found, text.cut(start)]


@dataclass
class Citations:
    """Turns what the lines of one proof cite into labels; `known` are the formulas above, as read."""

    definitions: Mapping[str, Definition]
    known: dict[str, Expr]
    made: dict[tuple[Expr, str, tuple[str, ...]], str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._lines = Lines(self.known, self.definitions)

    def labels(self, text: Piece, line: str, scope: Text) -> tuple[list[Line], tuple[str, ...]]:
        """The labels that a line cites, and the new lines among them; raises KernelError, SyntaxProblem."""
        new = list[Line]()

        def add(formula: Expr, by: str, sources: Sequence[str] = (), **more: object) -> str:
            key = (normal(formula, self.definitions), by, tuple(sources))
            if key not in self.made:
                label = f"{line}.{len(new) + 1}"
                new.append(Line(label, formula, by, tuple(sources), **more))  # type: ignore[arg-type]
                self.known[label] = formula
                self.made[key] = label
            return self.made[key]

        cited = tuple(_Citation(self, scope, add).label(part) for part in parts(text))
        return new, cited

    def where(self, formula: Expr) -> str | None:
        """The first line above that says a formula, or has it as a part."""
        return self._lines.first(formula)


@dataclass
class _Citation:
    """One thing that a line cites."""

    all: Citations
    scope: Text
    add: Callable[..., str]

    def label(self, text: Piece) -> str:
        """The label of the line that says it."""
        own = text.endswith(".end") or not {str(text), text.partition(".")[0]}.isdisjoint(self.all.known)
        if _STATEMENT.fullmatch(text) and not own:  # no line, nor the last of a block
            return f"{text}:{PRINTED}"
        match = rules(CITED)["LINE"].pattern.match(text)
        if match and match["TERMS"] is None and self._atom(text) is None:
            return str(text)  # a label, or what the kernel refuses as one
        if text in _rule_names() or _FORM.fullmatch(text):
            return str(text)  # what a rule or a form says of the terms of the line
        said = self._cited(text)
        return self._fact(text) if said is None else said

    def _cited(self, text: Piece) -> str | None:
        """A citation of lines; None where it is none."""
        order, rest = list[Expr](), text  # variables that are generalised, and assumptions
        while True:
            if rest.startswith("all ") and (match := rules(CITED)["all"].pattern.match(rest, 4)):
                for name in re.sub(r":[^,.]*", "", match["VARIABLES"]).replace(",", " ").split():
                    sort = self.scope.names.variables.get(name)
                    if sort is None:
                        raise KernelError(self._undeclared(name, match["CITED"]))
                    order.append(var(name, sort))
                rest = rest.cut(match.start("CITED"))
                continue
            first, *others = parts(rest, " implies ")
            assumed = self._formula_of(first) if others else None
            if assumed is None:
                break
            order.append(assumed)
            rest = rest.partition(" implies ")[2].strip()
        label = self._together(rest)
        if label is None or not order:
            return label
        formula = self.all.known[label]
        for one in reversed(order):
            formula = (
                op("implies", PROP, one, formula) if one.sort == PROP
                else op("forall", PROP, abstract(one.label, one.sort, formula))
            )  # fmt: skip
        names = tuple(one.label for one in order if one.sort != PROP)
        return self.add(formula, "intro", (label,), names=names)

    def _undeclared(self, name: str, cited: str) -> str:
        """What is to be done about a variable of which a line is to be generalised, and that is none."""
        said = self.all.known.get(cited)
        if said is not None and shown_first(said, self.all.definitions).head == "forall":
            return f"all {name}. {cited}: {cited} says it of all values already; cite it alone, from {cited}"
        return (
            f"no variable {name!r}: declare it above the line that speaks of it, 'let {name}: vec' or 'take'"
        )

    def _formula_of(self, text: Piece) -> Expr | None:
        """What lines say together; None where one of them is not there."""
        labels = [part for part in parts(text, " and ")]
        if any(label not in self.all.known for label in labels):
            return None
        return _conjunction([self.all.known[label] for label in labels])

    def _together(self, text: Piece) -> str | None:
        """The label of one line, or of one that says several together."""
        labels = list[str]()
        for part in parts(text, " and "):
            label = str(part) if part in self.all.known else self._atom(part)
            if label is None:
                return None
            labels.append(label)
        if len(labels) == 1:
            return labels[0]
        return self.add(_conjunction([self.all.known[label] for label in labels]), "both", labels)

    def _atom(self, text: Piece) -> str | None:
        """An instance of a line, or a part of it; None where the text is no such thing."""
        first, *further = _instances(text)
        match = rules(CITED)["LINE"].pattern.match(first)
        if text in self.all.known or match is None or match["LINE"] not in self.all.known:
            return None
        label, before, inside, after = match.groups()
        if before is None and inside is None:
            return None
        terms = parts(first.cut(*match.span("TERMS"))) if inside is not None else []
        label = self._instance(label, before, terms, after, first)
        for more in further:  # an instance of an instance, low(u).2(v)
            match = _FURTHER.match(more)
            if match is None:
                return None
            label = self._instance(label, None, parts(more.cut(*match.span(1))), match[2], text)
        return label

    def _instance(
        self, label: str, before: str | None, terms: Sequence[Piece], after: str | None, text: Piece
    ) -> str:
        """The label of what a line, or a part of it, says of terms; or of a part of that."""
        current, premises = self._part(self.all.known[label], before, text), list[str]()
        ahead = [self.scope.term(term) for term in terms]
        made = tuple(ahead)
        while True:
            opened = shown_first(current, self.all.definitions)
            if opened.head == "forall" and ahead:
                term, fn = ahead.pop(0), opened.args[0]
                if not fits(term.sort, fn.sort.args[0]):
                    said = f"{show(term)} is of sort {term.sort}"
                    raise KernelError(f"{text}: {said}, and {fn.label} of sort {fn.sort.args[0]}")
                current = apply_function(fn, term)
                continue
            found = self._premises(opened.args[0]) if opened.head == "implies" else ()
            if opened.head != "implies" or isinstance(found, Expr):
                break
            premises += found
            current = opened.args[1]
        if ahead and isinstance(found, Expr):
            raise KernelError(f"{text}: its premise {show(found)} is not among the lines above")
        if ahead:
            few = len(made) - len(ahead)
            inner = "; a part of it may take terms, LINE(...).2(...)" if opened.head == "and" else ""
            raise KernelError(
                f"{text}: {label} says nothing of so many terms; of {few} it says {show(opened)}{inner}"
            )
        return self.add(
            self._part(current, after, text), "apply", (label, *dict.fromkeys(premises)), terms=made
        )

    def _premises(self, formula: Expr) -> list[str] | Expr:
        """The lines that say a premise, or its parts; the first part that no line says."""
        made = normal(formula, self.all.definitions)
        whole = self.all.where(made)
        found = [] if whole is not None else [(part, self.all.where(part)) for part in conjuncts(made)]
        lacking = next((part for part, label in found if label is None), None)
        return lacking or [label for label in (whole, *(label for _, label in found)) if label is not None]

    def _part(self, formula: Expr, place: str | None, text: Piece) -> Expr:
        if place is None:
            return formula
        opened = shown_first(formula, self.all.definitions)
        whole = conjuncts(opened)
        if not 0 < int(place) <= len(whole):
            raise KernelError(
                f"{text}: no part {place}: there are {len(whole)}: {'; '.join(map(show, whole))}"
            )
        return whole[int(place) - 1]

    # -- facts -------------------------------------------------------------------------------------

    def _fact(self, text: Piece) -> str:
        """A formula that needs no line: known already, by a rule without premises, or by calculation."""
        formula = self.scope.formula(text)
        goal = normal(formula, self.all.definitions)
        there = self.all.where(goal)
        if there is not None:
            return there
        for fact in facts([goal]):
            if normal(fact.formula, self.all.definitions) == goal:
                return self.add(formula, fact.rule, values=fact.values)
        for theorem in giving(goal.head, freely=True):
            own = self.scope.names.variables
            found = Search(theorem, self.all.definitions, {}, own).instance(goal, {})
            if isinstance(found, Instance):
                return self.add(formula, theorem.name, values=found.values)
        return self.add(formula, "calc")


def _conjunction(formulas: Sequence[Expr]) -> Expr:
    made = formulas[0]
    for formula in formulas[1:]:
        made = op("and", PROP, made, formula)
    return made
