"""The records of what was found about a source: errata, and what is sound as printed."""

from __future__ import annotations

from dataclasses import dataclass

from .results import WitnessResult

REFUTED_KIND, HIDDEN, BROKEN_PROOF, LOOSE, TYPO = (
    "refuted",
    "hidden-hypothesis",
    "broken-proof",
    "loose",
    "typo",
)


@dataclass(frozen=True)
class Erratum:
    """One finding: what is printed, what it should be, and a witness that anyone can evaluate.

    `conditions` are hypotheses of what holds that the printed text lacks: for a hidden hypothesis those that
    it needs, for a refuted statement those under which the correction holds.
    """

    id: str
    kind: str
    printed: str
    corrected: str
    witness: WitnessResult | None
    explanation: str
    conditions: tuple[str, ...] = ()


@dataclass(frozen=True)
class SoundEntry:
    """A statement that holds as printed, under every reading that was encoded."""

    id: str
    title: str
    proof: str
    note: str
