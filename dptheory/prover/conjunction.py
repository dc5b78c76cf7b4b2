"""A chain of relations as one claim: each link is decided by itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, Protocol

from dptheory.defaults import EFFORT
from dptheory.kernel import REFUTED
from dptheory.kernel.real import Claim, Compound

from .outcome import Outcome

FORMAT: Final = "dptheory-links"
VERSION: Final = 1


class Ask(Protocol):
    """What decides one claim with an effort and, if one is set, by a clock."""

    def __call__(self, claim: Claim | Compound, *, effort: int, timeout: float | None) -> Outcome:
        """The outcome."""
        ...


def every_link(
    claims: Sequence[Claim | Compound], ask: Ask, effort: int = EFFORT, timeout: float | None = None
) -> Outcome:
    """The outcome of a claim, or of a chain: proved if every link is, refuted if one is, which is named. The
    links have equal parts of the effort.

    >>> from dptheory.defaults import EFFORT
    >>> from dptheory.kernel.real.claims import parse_claim
    >>> from .compounds import prove
    >>> links = [parse_claim(text) for text in ("0 <= x**2", "x**2 <= 1")]
    >>> every_link(links, prove).reason[:29]
    'the link x**2 <= 1 is refuted'
    """
    part, cap = effort // len(claims), None if timeout is None else timeout / len(claims)
    found = [ask(claim, effort=part, timeout=cap) for claim in claims]
    if len(found) == 1:
        return found[0]
    open_ = [one for one in found if not one.proved]
    weakest = next((one for one in open_ if one.verdict.status == REFUTED), open_[0] if open_ else found[-1])
    if open_ and isinstance(weakest.claim, Claim):
        said = f"the link {weakest.claim.relation.text} is {weakest.verdict.status}: {weakest.reason}"
    else:
        said = f"all {len(found)} links are proved"
    held = [one.certificate for one in found]
    data = None if open_ else {"format": FORMAT, "version": VERSION, "links": held}
    return replace(
        weakest,
        certificate=data,
        reason=said,
        seconds=sum(one.seconds for one in found),
        effort=sum(one.effort for one in found),
        claim=None,
        links=tuple(found),
    )
