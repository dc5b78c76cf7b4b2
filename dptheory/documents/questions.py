"""A question about a link, its answer, and asking the prover under more and more conditions."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from ..kernel import PROVED, KernelError, SyntaxProblem
from ..kernel.real import Claim, Compound, Term, print_term, substitute
from ..present.reading import claim_from, read_said, read_term
from ..prover import Outcome, prove

EFFORT: Final = 1_100_000
"""Steps for one question about a link."""
_VALUE: Final = re.compile(r"(?P<exp>exp\()?(?P<name>[A-Za-z_]\w*'*)(?(exp)\)) = (?P<value>[^<>=!]+)")
"""A condition that gives a name, or the exponential of one, its value."""
_SIGN: Final = re.compile(r" (<=|>=|!=|<|>|=) ")
_PLAIN: Final = re.compile(
    r"(?!.*\b(?:and|or|implies|not)\b)(?:[A-Za-z_]\w*'* integer|[^<>=!]+ (?:<=|>=|!=|<|>|=) [^<>=!]+)"
)
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
    a `step` it is only asked whether it follows from one of its premises. `elsewhere` are conditions that
    other sentences state, by sentence; of `bound` names the claim is of all values.
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
    elsewhere: tuple[tuple[str, ...], ...] = ()
    bound: tuple[str, ...] = ()


@dataclass(frozen=True)
class Answer:
    """What came out: proved, refuted, unknown or unread; under which conventions, at which point, why. What
    was proved is so under what is `assumed`, and what was refuted would be true under what it `needs`. It is
    `open` where the search ended without a proof and without a point.
    """

    verdict: str
    reason: str
    assumed: tuple[str, ...] = ()
    where_defined: bool = False
    following: bool = False
    witness: tuple[tuple[str, str], ...] = ()
    needs: str = ""
    nearest: str = ""
    effort: int = 0
    open: bool = False


def claim_of(text: str, given: Sequence[str]) -> Claim | Compound:
    """A text under conditions as a claim."""
    (said,) = read_said(text)
    return claim_from(said, ", ".join(given))


def written_out(text: str, given: Sequence[str]) -> tuple[str, tuple[str, ...]]:
    """A claim and its conditions with every name put in that one of these gives a value.

    >>> written_out("x**2 <= y", ["x = 1/y", "y > 1", "x < 3"])
    ('(1/y)**2 <= y', ('y > 1', '1/y < 3'))
    >>> written_out("x >= 0", ["exp(x) = y", "y > 1"])
    ('log(y) >= 0', ('y > 1',))
    """
    for one in given:
        match = _VALUE.fullmatch(one)
        if match is None or match["name"] in re.findall(r"[A-Za-z_]\w*'*", match["value"]):
            continue
        name, value = match["name"], f"log({match['value']})" if match["exp"] else match["value"]
        rest = [other for other in given if other != one]
        if any(not _PLAIN.fullmatch(other) for other in (text, *rest)) or f"{name} integer" in rest:
            continue
        try:
            image = {name: read_term(value)}
            text, *rest = (_put(other, image) for other in (text, *rest))
        except (SyntaxProblem, KernelError, ArithmeticError, RecursionError):
            continue
        return written_out(text, rest)
    return text, tuple(given)


def _put(text: str, image: dict[str, Term]) -> str:
    left, sign, right = _SIGN.split(text, maxsplit=1) if not text.endswith(" integer") else (text, "", "")
    if not sign:
        return text
    one, other = (print_term(substitute(read_term(side), image)) for side in (left, right))
    return f"{one} {sign} {other}"


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
            written, given = written_out(text, (*start, *more))
            left = max(MOST * self.question.effort - self.spent, self.question.effort // 10)
            outcome = prove(claim_of(written, given), effort=min(effort or self.question.effort, left))
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
