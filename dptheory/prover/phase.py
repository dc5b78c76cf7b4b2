"""A phase of the search, and the conditions on which phases are entered."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from dptheory.kernel.real import Term, free_variables, subterms

from .functions.jensen import summands
from .functions.logarithms import has_powers
from .goals.goal import ALGEBRAIC
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


def roots_of_many(state: ProofState) -> bool:
    """Whether the goal has several variables, and no functions but square roots, or such a root by itself and
    no exponents to be compared."""
    r = state.goal.relation
    alone = any(side.op == "sqrt" and free_variables(side) for side in (r.left, r.right))
    found = _functions(state)
    return "sqrt" in found and of_many(state) and ((alone and "pow" not in found) or found <= {"sqrt"})


def branches_of_many(state: ProofState) -> bool:
    """Whether the goal has several variables, and no functions but absolute values, minima, maxima, roots."""
    found = _functions(state)
    return of_many(state) and bool(found - {"sqrt"}) and found <= {"abs", "min", "max", "sqrt"}


def of_exponentials(state: ProofState) -> bool:
    """Whether the goal has several variables, and one logarithm with variables, of a sum of exponentials."""
    r = state.goal.relation
    logs = [t for t in subterms(r.left, r.right) if t.op == "log" and free_variables(t)]
    return len(logs) == 1 and of_many(state) and all(map(_is_exponential, summands(logs[0].args[0])))


def _is_exponential(t: Term) -> bool:
    """Whether a term is a number, or a multiple of an exponential by one."""
    moving = [a for a in t.args if a.names] if t.op in ("mul", "div") else [t] if t.names else []
    return not moving or (len(moving) == 1 and moving[0].op == "exp")


def branches_of_exponentials(state: ProofState) -> bool:
    """Whether it has such a logarithm, and minima or maxima that are in no function."""
    found = _functions(state)
    return found <= {"min", "max", "log", "exp"} and bool(found & {"min", "max"}) and of_exponentials(state)


def _functions(state: ProofState) -> set[str]:
    """What the goal has beside arithmetic; powers with a number as exponent count as that."""
    r = state.goal.relation
    found = {
        t.op for t in subterms(r.left, r.right) if t.args and not (t.op == "pow" and not t.args[1].names)
    }
    return found - set(ALGEBRAIC)


def with_binders(state: ProofState) -> bool:
    """Whether the goal has sums, products or integrals."""
    return has_sums(state.goal.relation.left, state.goal.relation.right)


def with_binders_or_gamma(state: ProofState) -> bool:
    """Whether the goal has such, or values of gamma: their signs take more than a look, and are worth it."""
    return with_binders(state) or "gamma" in _functions(state)


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
