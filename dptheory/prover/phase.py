"""A phase of the search, and the conditions on which phases are entered."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from .functions.logarithms import has_powers
from .goals.state import ProofState
from .integers.summation import has_sums
from .monotonicity.crossing import has_integrals
from .registry import Tries

Condition = Callable[[ProofState], bool]


@dataclass(frozen=True)
class Phase:
    """Tactics that are tried one after another, on goals that are looked at with some depth and satisfy a
    condition; before that, what the state is to know is added to it.

    Where they are `attempted` each has its share of the effort, and fails alone where it meets a term that
    is too large; else the goal is given up there.
    """

    title: str
    tactics: tuple[Tries, ...]
    depth: int = 1
    deepest: int | None = None
    when: Condition = lambda _: True
    prepare: tuple[Callable[[ProofState], None], ...] = ()
    attempted: bool = True

    def applies(self, state: ProofState) -> bool:
        """Whether its tactics are tried on a goal."""
        shallow = self.deepest is None or state.depth <= self.deepest
        return self.depth <= state.depth and shallow and self.when(state)


def of_one(state: ProofState) -> bool:
    """Whether the goal has one variable."""
    return state.goal.unknown is not None


def of_many(state: ProofState) -> bool:
    """Whether the goal has several variables, or none."""
    return not of_one(state)


def algebraic(state: ProofState) -> bool:
    """Whether the goal has no values of functions."""
    return state.goal.algebraic


def algebraic_of_many(state: ProofState) -> bool:
    """Whether the goal has no values of functions, and several variables."""
    return algebraic(state) and of_many(state)


def with_binders(state: ProofState) -> bool:
    """Whether the goal has sums, products or integrals."""
    return has_sums(state.goal.relation.left, state.goal.relation.right)


def of_powers(state: ProofState) -> bool:
    """Whether exponents are to be compared, and nothing is simpler once it is differentiated."""
    return has_powers(state) and not has_integrals(state.goal.relation)


def of_integers(state: ProofState) -> bool:
    """Whether the goal has integers among its variables."""
    return bool(state.goal.sequent.integers & state.goal.unknowns)


def powers_of_integers(state: ProofState) -> bool:
    """Whether it has, and exponents are to be compared."""
    return of_integers(state) and has_powers(state)


def integers_alone(state: ProofState) -> bool:
    """Whether it has, and what has a derivative in every variable needs induction least."""
    return of_integers(state) and not has_powers(state)
