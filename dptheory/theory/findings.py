"""Findings about sources: records of what is wrong, loose or missing, and of what is sound."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from .results import WitnessResult


class Severity(StrEnum):
    """The levels of findings, the gravest first."""

    PRIVACY = "privacy is not kept"
    FALSE = "false as printed"
    HYPOTHESIS = "hypothesis missing"
    READING = "depends on the reading"
    PROOF = "proof broken"
    IMPRECISE = "imprecise sentence"
    LOOSE = "loose"
    SLIP = "slip of the pen"

    @property
    def rank(self) -> int:
        """Its place among the levels: 0 is the gravest."""
        return list(Severity).index(self)


REFUTED_KIND, HIDDEN, ADDED_KIND, BROKEN_PROOF, LOOSE, TYPO, BY_HAND_KIND = (
    "refuted",
    "hidden-hypothesis",
    "added-hypothesis",
    "broken-proof",
    "loose",
    "typo",
    "by-hand",
)
IMPROVED = "improved"
"""What a sharp form is called of which no twin shows that it is attained."""


@dataclass(frozen=True)
class Failure:
    """A further reading that fails: what it reads, how, and the world."""

    reading: str
    printed: str
    witness: WitnessResult | None
    why: str


@dataclass(frozen=True)
class Erratum:
    """One finding: what is printed, what it should be, and a witness that anyone can evaluate.

    `conditions` are hypotheses of what holds that the printed text lacks: for a hidden hypothesis those that
    it needs, for a refuted statement those under which the correction holds, for a loose one those that
    its improvement needs. `severity` is a `Severity`; `standing` is the verdict on what holds, or that
    the claim of a broken proof is open. A loose claim is so by a `factor`; what holds is `sharp` if it is
    attained, its witness `tight` where it shows that; otherwise `lower` says how much of it is known to be
    needed, or what a little more is that fails, `near`. The factor is a term of the grammar, in general, or
    `somewhere`: in one world alone; `besides` is what the sharper claim assumes that the printed one does
    not. `also` are the other readings that fail. `covers` says what of the sentence the form is that holds
    instead, where that is not the whole. What has one `cause` is one finding. Where the print had to be put
    together, `uncertain` says how sure it is.
    """

    id: str
    kind: str
    printed: str
    corrected: str
    witness: WitnessResult | None
    explanation: str
    conditions: tuple[str, ...] = ()
    severity: str = ""
    standing: str = ""
    factor: str = ""
    sharp: bool = False
    tight: bool = False
    lower: str = ""
    also: tuple[Failure, ...] = ()
    covers: str = ""
    somewhere: bool = False
    near: str = ""
    cause: str = ""
    uncertain: str = ""
    besides: tuple[str, ...] = ()

    @property
    def rank(self) -> int:
        """How grave it is: 0 is the gravest."""
        return Severity(self.severity).rank


def same_cause(entries: Iterable[Erratum]) -> Iterator[tuple[Erratum, Erratum | None]]:
    """Each finding, with the one before it that has the same cause and is as grave, where there is one."""
    told = dict[tuple[str, str], Erratum]()
    for entry in entries:
        first = told.setdefault((entry.cause, entry.severity), entry) if entry.cause else entry
        yield entry, None if first is entry else first


def distinct(entries: Iterable[Erratum]) -> list[Erratum]:
    """The findings, those that have one cause and are as grave as each other once."""
    return [entry for entry, told in same_cause(entries) if told is None]


@dataclass(frozen=True)
class SoundEntry:
    """A statement that holds as printed, under every reading that was encoded: the whole of it, or what of it
    it `covers`."""

    id: str
    title: str
    proof: str
    note: str
    covers: str = ""
