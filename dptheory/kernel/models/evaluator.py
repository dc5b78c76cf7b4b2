"""What the parts of the evaluation of formulas in a world ask of one another."""

from __future__ import annotations

from typing import Protocol

from ..logic.sorts import Sort
from ..logic.terms import Expr
from ..real.claims import Claim
from ..real.terms import Term
from .ground import Ground
from .noise import Gamma, Gaussian, Gibbs, Laplace
from .worlds import FiniteLaw, World

MAX_CASES = 20_000
"""Cases that one formula may come down to in a world."""

Law = FiniteLaw | Laplace | Gamma | Gaussian | Gibbs


class Evaluator(Protocol):
    """The evaluation of the formulas of one statement in one world (see `grounding.Grounding`)."""

    world: World
    covers: list[Claim] | None
    side: list[Claim]
    bound: dict[str, object]

    def fresh(self, value: object, sort: Sort) -> Expr:
        """A variable that stands for a value."""

    def normal(self, term: Expr) -> Expr:
        """A term with every definition unfolded."""

    def body(self, fn: Expr, value: object) -> Expr:
        """The body of a function with a value put in."""

    def value(self, term: Expr) -> object:
        """The value of a term that is not a formula."""

    def number(self, term: Expr) -> Term:
        """The value of a number, vector or record."""

    def law(self, term: Expr) -> Law:
        """The value of a law."""

    def formula(self, term: Expr) -> Ground:
        """The ground form of a formula in normal form."""

    def check_sort(self, made: Term, sort: Sort) -> None:
        """Records are those of the world; integers are whole."""

    def happens(self, event: Ground) -> bool:
        """Whether an event happens, for all values that real variables take at once."""
