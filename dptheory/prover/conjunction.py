"""A chain of relations as one claim: each link is decided by itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, Protocol

from dptheory.defaults import EFFORT
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
    return found[0] if len(found) == 1 else joined(found)


def joined(found: Sequence[Outcome]) -> Outcome:
    """Outcomes of links as one: the weakest is named. A link that fails at a point at which both sides have
    values is weaker than one that fails where one has none."""
    open_ = [one for one in found if not one.proved]
    weakest = min(open_ or found[-1:], key=lambda one: one.without_value if one.refuted else 2)
    said = f"all {len(found)} links are proved"
    if open_ and weakest.claim is not None:
        said = f"the link {_text(weakest.claim)} is {weakest.verdict.status}: {weakest.reason}"
    return replace(
        weakest,
        certificate=None if open_ else record_of([one.certificate for one in found]),
        reason=said,
        seconds=sum(one.seconds for one in found),
        effort=sum(one.effort for one in found),
        claim=None,
        links=tuple(found),
    )


def record_of(certificates: Sequence[object]) -> dict[str, object]:
    """Certificates of several claims as one record."""
    return {"format": FORMAT, "version": VERSION, "links": list(certificates)}


def _text(claim: Claim | Compound) -> str:
    return claim.relation.text if isinstance(claim, Claim) else claim.said
