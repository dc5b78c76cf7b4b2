"""Which conditions of a claim are needed: each is dropped in turn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from dptheory.defaults import EFFORT
from dptheory.kernel import PROVED, REFUTED, UNKNOWN, Verdict
from dptheory.kernel.real import Claim, Compound, Term, Variable, compound_of, free_variables
from dptheory.shown import Shown

from .budget import Budget, asked
from .compounds import prove, refute
from .outcome import Outcome


@dataclass(frozen=True, repr=False)
class Ablation(Shown):
    """A claim without one of its conditions, and what became of it.

    The condition is needed if what is left is refuted: the witness is a point at which the claim then fails
    or is not defined. It is not needed if what is left is proved.
    """

    condition: str
    claim: Claim | Compound
    outcome: Outcome

    @property
    def needed(self) -> bool | None:
        """Whether the condition is needed; None if that is not known."""
        return {REFUTED: True, PROVED: False}.get(self.outcome.verdict.status)


def ablate(
    claim: Claim | Compound,
    *,
    images: Mapping[str, Term] | None = None,
    effort: int = EFFORT,
    timeout: float | None = None,
) -> list[Ablation]:
    """Drop each condition in turn: both ends of a chain, relations between variables, and that a variable is
    an integer. The effort is for all of them together; where the clock strikes, those that are left are
    unknown.

    >>> from dptheory.defaults import EFFORT
    >>> from dptheory.kernel.real.claims import parse_claim
    >>> [(a.condition, a.needed) for a in ablate(parse_claim("x*y >= 0", "x >= 0, 0 <= y <= 5"))]
    [('x >= 0', True), ('0 <= y', True), ('y <= 5', False)]
    """
    budget = Budget(effort, timeout)
    weaker = list(_weaker(claim))
    found: list[Ablation] = []

    def look() -> list[Ablation]:
        for done, (condition, left) in enumerate(weaker):
            found.append(
                Ablation(condition, left, _decided(left, images, budget.part(1 / (len(weaker) - done))))
            )
        return found

    def stopped(reason: str) -> list[Ablation]:
        ended = Outcome(Verdict(UNKNOWN, reason), None, None, reason, budget.seconds(), "", budget.spent())
        return [*found, *(Ablation(text, left, ended) for text, left in weaker[len(found) :])]

    return asked(budget, look, stopped)


def _decided(claim: Claim | Compound, images: Mapping[str, Term] | None, budget: Budget) -> Outcome:
    """A verdict; what proof and refutation together do not settle is looked at for counterexamples alone."""
    outcome = prove(claim, images=images, effort=int(0.6 * budget.left()))
    if outcome.verdict.status == UNKNOWN and isinstance(claim, Claim):
        later = refute(claim, effort=budget.left())
        outcome = later if later.witness is not None else outcome
    return outcome


def _weaker(claim: Claim | Compound) -> Iterator[tuple[str, Claim | Compound]]:
    """The claim without each of its conditions; a variable that occurs nowhere else goes with it."""
    if isinstance(claim, Compound):
        for index, said in enumerate(claim.conditions):
            left = (*claim.conditions[:index], *claim.conditions[index + 1 :])
            yield said.text, compound_of(left, claim.conclusion, claim.integers, claim.bound)
        for name in sorted(claim.integers):
            others = claim.integers - {name}
            yield f"{name} integer", compound_of(claim.conditions, claim.conclusion, others, claim.bound)
        return
    for index, condition in enumerate(claim.conditions):
        conditions = tuple(c for place, c in enumerate(claim.conditions) if place != index)
        used = free_variables(*(t for r in (claim.relation, *conditions) for t in (r.left, r.right)))
        kept = tuple(v for v in claim.variables if v.name in used or v.integer)
        yield condition.text, Claim(kept, conditions, claim.relation)
    for variable in claim.variables:
        if variable.integer:
            real = tuple(Variable(v.name, v.integer and v != variable) for v in claim.variables)
            used = free_variables(
                *(t for r in (claim.relation, *claim.conditions) for t in (r.left, r.right))
            )
            kept = tuple(v for v in real if v.name in used or v.integer)
            yield f"{variable.name} integer", Claim(kept, claim.conditions, claim.relation)
