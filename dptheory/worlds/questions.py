"""What is asked of worlds for a theorem: in which its hypotheses hold, in which its claim fails as well."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from ..kernel.logic import (
    VEC,
    Definition,
    Expr,
    Sort,
    Theorem,
    apply_function,
    normal,
    set_of,
    var,
    walk,
)  # fmt: skip
from .climb import Goal

NOISE: Final = ("l2laplace", "gaussian", "gammalaw", "explaw")


@dataclass(frozen=True)
class Question:
    """Formulas in normal form, and the variables that a world has to give values to: those of the theorem
    that they speak of, and those that its claim quantifies, the `named` ones."""

    goal: Goal
    variables: Mapping[str, Sort]
    named: frozenset[str] = frozenset()

    @property
    def formulas(self) -> tuple[Expr, ...]:
        return (*self.goal.conditions, *((self.goal.claim,) if self.goal.claim is not None else ()))

    @property
    def events(self) -> bool:
        """Whether some formula goes through events of outputs."""
        return any(n.head == "lam" and n.sort.args[0] == set_of(VEC) for f in self.formulas for n in walk(f))

    @property
    def noisy(self) -> bool:
        """Whether the claim is about noise."""
        return self.goal.claim is not None and any(n.head in NOISE for n in walk(self.goal.claim))

    @property
    def about_data(self) -> bool:
        sorts = {str(n.sort) for f in self.formulas for n in walk(f)} | {
            str(s) for s in self.variables.values()
        }
        return any("data" in s or "set(int)" in s for s in sorts)

    @property
    def about_records(self) -> bool:
        return self.about_data or any("record" in str(s) for s in self.variables.values())


def model_of(theorem: Theorem, definitions: Mapping[str, Definition]) -> Question:
    """In which world all hypotheses hold."""
    hypotheses = tuple(normal(h, definitions) for _, h in theorem.hypotheses)
    return Question(Goal(hypotheses), _spoken(theorem, hypotheses, {}))


def failures_of(theorem: Theorem, definitions: Mapping[str, Definition]) -> Iterator[Question]:
    """In which worlds all hypotheses hold and the claim fails: a question for each part of the claim, at
    values of what it quantifies that the world names."""
    hypotheses = tuple(normal(h, definitions) for _, h in theorem.hypotheses)
    for named, premises, claim in _parts(normal(theorem.conclusion, definitions), definitions):
        goal = Goal(hypotheses, claim, premises)
        yield Question(goal, _spoken(theorem, (*hypotheses, *premises, claim), named), frozenset(named))


def _parts(
    formula: Expr, definitions: Mapping[str, Definition]
) -> Iterator[tuple[dict[str, Sort], tuple[Expr, ...], Expr]]:
    if formula.head == "and":
        for part in reversed(formula.args):
            yield from _parts(part, definitions)
    elif formula.head == "implies":
        for named, premises, claim in _parts(formula.args[1], definitions):
            yield named, (formula.args[0], *premises), claim
    elif formula.head == "forall" and formula.args[0].head == "lam":
        fn = formula.args[0]
        sort = fn.sort.args[0]
        inner = normal(apply_function(fn, var(fn.label, sort)), definitions)
        for named, premises, claim in _parts(inner, definitions):
            yield {fn.label: sort, **named}, premises, claim
    else:
        yield {}, (), formula


def _spoken(theorem: Theorem, formulas: Sequence[Expr], named: Mapping[str, Sort]) -> dict[str, Sort]:
    names = frozenset[str]().union(*(f.names for f in formulas))
    own = {name: sort for name, sort in theorem.variables.items() if name in names or _raw(theorem, name)}
    return {**own, **{name: sort for name, sort in named.items() if name not in own}}


def _raw(theorem: Theorem, name: str) -> bool:
    """Whether a formula speaks of a variable before it is unfolded; the kernel then may ask for a value."""
    return False
