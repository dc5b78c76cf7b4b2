"""Where a calculation fails: a point that its premises allow, and what known line would exclude it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from flint import fmpq

from ...kernel import KernelError
from ...kernel.logic import RELATIONS, Expr, Names, conjuncts, show, step_claims
from ...kernel.real import Claim, Relation, decide

EFFORT = 40_000
_SYMBOL = {head: symbol for symbol, head in RELATIONS.items()}


@dataclass(frozen=True)
class Counterexample:
    """Values of numbers, and of terms that a calculation takes for numbers, at which it fails.

    `relation` is what fails there, `defined` whether both of its sides are meant to have values first.
    """

    values: tuple[tuple[Expr, fmpq], ...]
    relation: str
    defined: bool = False

    @property
    def words(self) -> str:
        """The point in words.

        >>> from flint import fmpq
        >>> from dptheory.kernel.logic.sorts import REAL
        >>> from dptheory.kernel.logic.terms import var
        >>> Counterexample(((var("x", REAL), fmpq(2)),), "x <= 1").words
        'where x = 2: not x <= 1'
        """
        at = ", ".join(f"{show(term)} = {value}" for term, value in self.values)
        failed = "the numbers there have no value" if self.defined else f"not {self.relation}"
        return f"where {at}: {failed}" if at else failed


def counterexample(premises: Sequence[Expr], goal: Expr) -> Counterexample | None:
    """A point at which the premises of a calculation hold and its goal does not; None where none is found.

    Every such point is checked by the kernel.
    """
    from ...prover import refute

    claims, meaning = step_claims(premises, goal)
    for place, claim in enumerate(claims):
        found = refute(claim, effort=EFFORT)
        if found.refuted:  # a point that is not rational is not told
            witness = found.witness or {}
            values = tuple((meaning[name], value) for name, value in sorted(witness.items()))
            partial = place < len(claims) - 1 or not _false(claim.relation, witness)
            return Counterexample(values, _said(claim, meaning, goal), partial)
    return None


def _false(relation: Relation, point: Mapping[str, fmpq]) -> bool:
    """Whether a relation is seen to be false at a point, and not only without a value there."""
    try:
        return decide(relation, point) is False
    except (KernelError, ZeroDivisionError, ValueError):
        return False


def _said(claim: Claim, meaning: Mapping[str, Expr], goal: Expr) -> str:
    parts = conjuncts(goal)
    return show(parts[-1]) if parts else claim.relation.text


def excluding(point: Counterexample, known: Mapping[str, Expr]) -> Iterator[str]:
    """The labels of known lines that do not hold at a point: one of them is missing among the premises."""
    names = Names()
    for place, (term, _) in enumerate(point.values):
        names.made[term] = f"v{place}"
    values = {f"v{place}": value for place, (_, value) in enumerate(point.values)}
    for label, formula in known.items():
        if any(_fails(part, names, values) for part in conjuncts(formula)):
            yield label


def _fails(part: Expr, names: Names, values: Mapping[str, fmpq]) -> bool:
    """Whether a relation is false at a point that tells the values of all that it mentions."""
    if part.head not in _SYMBOL:
        return False
    there = dict(names.made)
    try:
        left, right = (names.term(side) for side in part.args)
        said = Relation(_SYMBOL[part.head], left, right)
        return len(names.made) == len(there) and decide(said, values) is False
    except (KernelError, ZeroDivisionError, ValueError):
        return False
    finally:
        names.made = there


def calculable(formula: Expr) -> bool:
    """Whether a calculation can use a formula: relations between numbers."""
    if any(part.head not in _SYMBOL for part in conjuncts(formula)):
        return False
    try:
        atoms(formula)
    except KernelError:
        return False
    return True


def atoms(formula: Expr) -> set[Expr]:
    """What a calculation takes for numbers in a formula."""
    *first, last = conjuncts(formula)
    return set(step_claims(first, last)[1].values())
