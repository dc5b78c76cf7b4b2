"""Which line says a formula. Normal forms are made only of the lines that can say it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from ...kernel.logic.calculation import conjuncts
from ...kernel.logic.sorts import CONSTANTS
from ...kernel.logic.terms import Definition, Expr, normal

_UNFOLDED = frozenset({"defined", "apply", "member"})
"""The heads of formulas that normal forms do not have."""
_ANYWHERE = frozenset(CONSTANTS)
"""What definitions may mention beside their parameters."""


@dataclass
class Lines:
    """The formulas of lines, by their labels and in their order; more may come."""

    formulas: Mapping[str, Expr]
    definitions: Mapping[str, Definition]
    _normal: dict[Expr, Expr] = field(default_factory=dict)

    def normal(self, label: str) -> Expr:
        """The normal form of what a line says."""
        formula = self.formulas[label]
        if formula not in self._normal:
            self._normal[formula] = normal(formula, self.definitions)
        return self._normal[formula]

    def says(self, label: str, goal: Expr) -> bool:
        """Whether the normal form of a line is a formula in normal form, or has it as a part."""
        if not can_say(self.formulas[label], goal):
            return False
        made = self.normal(label)
        return made == goal or goal in conjuncts(made)

    def first(self, goal: Expr) -> str | None:
        """The first line that says a formula in normal form."""
        return self._among(self.formulas, goal)

    def last(self, goal: Expr) -> str | None:
        """The last one."""
        return self._among(reversed(list(self.formulas)), goal)

    def _among(self, labels: Iterable[str], goal: Expr) -> str | None:
        return next((label for label in labels if self.says(label, goal)), None)


def can_say(formula: Expr, goal: Expr) -> bool:
    """Whether the normal form of a formula can be another one in normal form, or have it as a part. What it
    unfolds to has no names but its own and those that definitions may mention; no other head changes.

    >>> from dptheory.kernel.logic.grammar import Scope, formula
    >>> from dptheory.kernel.logic.sorts import REAL
    >>> scope = Scope({"x": REAL, "y": REAL}, {})
    >>> line, *others = (formula(text, scope) for text in ("x < 1", "x <= 1", "y < 1"))
    >>> can_say(line, line), [can_say(line, other) for other in others]
    (True, [False, False])
    """
    if not goal.names <= formula.names | _ANYWHERE:
        return False
    return any(part.head in _UNFOLDED or part.head == goal.head for part in (formula, *conjuncts(formula)))
