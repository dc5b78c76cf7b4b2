"""Lines that stand for one line of an author, as they are put together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ...kernel import KernelError
from ...kernel.logic import (
    INT,
    PROP,
    REAL,
    RELATIONS,
    Definition,
    Expr,
    Line,
    Theorem,
    abstract,
    apply_function,
    conjuncts,
    is_name,
    normal,
    num,
    numbered_rules,
    op,
    show,
    var,
)
from .inference import Inference, Meanings
from .instances import Instance

ONE = num(1)
_RELATIONS = frozenset(RELATIONS.values())


class Missing(KernelError):
    """A line that is needed and not there."""

    def __init__(self, message: str, formula: Expr) -> None:
        super().__init__(message)
        self.formula = formula


@dataclass
class Expansion:
    """The lines that a line is written out in; what is there already is not written again.

    `usable` are the lines that the author cites, or all lines above where none is cited; `known` are all.
    """

    line: Line
    theorem: Theorem
    known: Mapping[str, Expr]
    definitions: Mapping[str, Definition]
    lines: list[Line] = field(default_factory=list)
    there: dict[Expr, str] = field(default_factory=dict)
    usable: dict[str, Expr] = field(init=False)

    def __post_init__(self) -> None:
        cited = {label: self.known[label] for label in self.line.sources if label in self.known}
        self.usable = cited or dict(self.known)
        for label, formula in self.usable.items():
            for part in (formula, *conjuncts(formula)):
                self.there.setdefault(part, label)

    def normal(self, term: Expr) -> Expr:
        """The normal form of a term."""
        return normal(term, self.definitions)

    def at(self, fn: Expr, *arguments: Expr) -> Expr:
        """A function at arguments, in normal form."""
        return self.normal(apply_function(fn, *arguments))

    def add(
        self, formula: Expr, by: str, *sources: str, values: Mapping[str, Expr] | None = None,
        names: tuple[str, ...] = (), terms: tuple[Expr, ...] = (),
    ) -> str:  # fmt: skip
        """The label of a line that says a formula: one that is there, or a new one."""
        made = self.normal(formula)
        if made not in self.there:
            taken, place = {*self.known, *(line.label for line in self.lines)}, len(self.lines) + 1
            while (label := f"{self.line.label}.{place}") in taken:
                place += 1
            self.lines.append(Line(label, made, by, sources, terms, values or {}, names))
            self.there[made] = label
        return self.there[made]

    def found(self, formula: Expr, prefix: str) -> str:
        """The label of a line that says a formula; where none does, one by a rule that concludes so."""
        goal = self.normal(formula)
        if goal in self.there:
            return self.there[goal]
        search = self.search(self.known)
        for label, formula in self.known.items():
            if goal in (formula, *conjuncts(formula)):
                return label
        for name in (rule.name for rule in numbered_rules() if rule.conclusion.startswith(prefix)):
            for theorem in search.schemas(name):
                instance = search.instance(theorem, Line("", goal, name), goal)
                if isinstance(instance, Instance):
                    return self.add(goal, name, *instance.sources, values=instance.values)
        raise Missing(f"{self.line.by} needs the line  i: {show(goal)} by ...", goal)

    def search(self, known: Mapping[str, Expr]) -> Inference:
        """What looks for instances of rules and of lines among known lines."""
        made = Inference(self.theorem, Meanings(self.definitions))
        made.known = dict(known)
        return made

    def fresh(self, fn: Expr) -> Expr:
        """A variable for the argument of a function, of a name that nothing here has."""
        domain = fn.sort.args[0]
        taken = {*self.theorem.variables, *self.definitions, *self.line.formula.names}
        taken.update(*(formula.names for formula in [*self.usable.values(), *self.there]))
        hint = fn.label if fn.head == "lam" and is_name(fn.label) else {"int": "j"}.get(domain.name, "x")
        while hint in taken:
            hint += "'"
        return var(hint, domain)

    def numeric(self, *terms: Expr) -> tuple[str, ...]:
        """The lines that a calculation about terms may cite: relations that the author cites, and that n and
        d are at least 1."""
        labels = dict.fromkeys(
            label for label in self.line.sources
            if label in self.usable
            and all(part.head in _RELATIONS for part in conjuncts(self.usable[label]))
            and all(part.args[0].sort in (REAL, INT) for part in conjuncts(self.usable[label]))
        )  # fmt: skip
        for name, rule in (("n", "size-positive"), ("d", "dimension-positive")):
            if any(name in term.names for term in terms):
                labels[self.add(relation("ge", var(name, INT), ONE), rule)] = None
        return tuple(labels)

    def generalised(self, variable: Expr, label: str, formula: Expr) -> str:
        """The line `forall x. formula`, from a line that shows it."""
        return self.add(forall(variable, formula), "intro", label, names=(variable.label,))


def relation(head: str, left: Expr, right: Expr) -> Expr:
    """A relation between two terms."""
    return op(head, PROP, left, right)


def function(variable: Expr, body: Expr) -> Expr:
    """`fun x. body`."""
    return abstract(variable.label, variable.sort, body)


def forall(variable: Expr, formula: Expr) -> Expr:
    """`forall x. formula`."""
    return op("forall", PROP, function(variable, formula))


def within(variable: Expr, top: Expr, formula: Expr) -> Expr:
    """`1 <= j and j <= top implies formula`."""
    place = op("and", PROP, relation("le", ONE, variable), relation("le", variable, top))
    return op("implies", PROP, place, formula)
