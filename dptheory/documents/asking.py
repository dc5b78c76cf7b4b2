"""A question about a link, its answer, and asking the prover under more and more conditions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from ..kernel import PROVED
from ..kernel.real import Claim, Compound
from ..present.reading import claim_from, read_said
from ..prover import Outcome, prove

EFFORT: Final = 1_000_000
"""Steps for one question about a link."""
MOST: Final = 3
"""Times that effort are spent on one link altogether, about."""


@dataclass(frozen=True)
class Growth:
    """F and G as texts, the name that grows, the relation, the conditions, and how it was read."""

    left: str
    right: str
    name: str
    relation: str
    where: tuple[str, ...]
    told: str


@dataclass(frozen=True)
class Question:
    """A link for the prover: what is claimed, under what, what else it may mean, and whether failing says
    anything.
    `premises` are what the text says of its unknowns, `instances` what it says of all such; `before` is the
    relation that it may follow from, and `both` says that this is to follow from it, too; `least` says
    that it is of all values of a name. Of its `unknowns` nothing is meant that is not said. Of
    a `step` it is only asked whether it follows from one of its premises.
    """

    claim: str
    given: tuple[str, ...] = ()
    notation: tuple[str, ...] = ()
    refutable: bool = True
    effort: int = EFFORT
    instances: tuple[str, ...] = ()
    premises: tuple[str, ...] = ()
    before: str = ""
    both: bool = False
    least: bool = False
    unknowns: tuple[str, ...] = ()
    step: bool = False
    growth: Growth | None = None


@dataclass(frozen=True)
class Answer:
    """What came out: proved, refuted, unknown or unread; under which conventions, at which point, why."""

    verdict: str
    reason: str
    assumed: tuple[str, ...] = ()
    where_defined: bool = False
    following: bool = False
    witness: tuple[tuple[str, str], ...] = ()
    needs: str = ""
    nearest: str = ""
    effort: int = 0


def claim_of(text: str, given: Sequence[str]) -> Claim | Compound:
    """A text under conditions as a claim."""
    (said,) = read_said(text)
    return claim_from(said, ", ".join(given))


class Asking:
    """Asks the prover about one link, under more and more; keeps what was answered."""

    def __init__(self, question: Question) -> None:
        self.question, self.spent = question, 0
        self.known: dict[tuple[str, tuple[str, ...], tuple[str, ...]], Outcome] = {}

    def __call__(
        self, more: Sequence[str], claim: str = "", effort: int = 0, given: tuple[str, ...] | None = None
    ) -> Outcome:
        """The outcome of the link under conditions beside the text's, or beside those given here."""
        text = claim or self.question.claim
        start = self.question.given if given is None else given
        key = text, start, tuple(more)
        if key not in self.known:
            given = (*start, *more)
            left = max(MOST * self.question.effort - self.spent, self.question.effort // 10)
            outcome = prove(claim_of(text, given), effort=min(effort or self.question.effort, left))
            self.spent += outcome.effort
            self.known[key] = outcome
        return self.known[key]

    def needed(self, more: Sequence[str], claim: str = "") -> tuple[str, ...]:
        """Conditions of which none can be left out without losing the proof, at a tenth of the effort."""
        kept = list(more)
        for one in list(more):
            rest = [m for m in kept if m != one]
            if self(rest, claim, effort=self.question.effort // 5).verdict.status == PROVED:
                kept = rest
        return tuple(kept)
