"""What verification found: verdicts with their evidence, as values that renderers read."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..kernel import Verdict
from ..shown import Shown, Tabular

SOUND, BROKEN, NONE = "sound", "broken", "none"
PRINTED, CORRECTED, SHARP = "printed", "corrected", "sharp"
KINDS = (PRINTED, CORRECTED, SHARP)
"""The kinds of forms, from what a source has to the best that is known."""


@dataclass(frozen=True)
class StepResult:
    """One line of a derivation: what it asserts, by what, and whether that was checked.

    `cites` is the hash of the statement's form that the line cites.
    """

    label: str
    claim: str
    reason: str
    sources: tuple[str, ...]
    verdict: Verdict
    checker: str
    seconds: float
    cites: str = ""


@dataclass(frozen=True, repr=False)
class WitnessResult(Shown):
    """A world in which something fails or holds: its entries as text, and what comes out there."""

    world: tuple[str, ...]
    outcome: str
    note: str = ""


@dataclass(frozen=True)
class ProofResult:
    """The verdict on a proof as written: sound, broken at a step, or none."""

    verdict: str
    step: str = ""
    reason: str = ""
    witness: WitnessResult | None = None


@dataclass(frozen=True, repr=False)
class FormResult(Shown):
    """One form of a statement, under one reading or of one part; `hash` covers what it says and rests on.
    `found` are lines of its proof in full of which the author left something out, `cites` the hashes of the
    forms that its proof cites. `covers` says what of the sentence it is, where that is not the whole.
    `world` are the lines of its model where the text has none and one was found."""

    name: str
    kind: str
    reading: str
    verdict: Verdict
    proof: ProofResult
    steps: tuple[StepResult, ...] = ()
    model: str = ""
    witness: WitnessResult | None = None
    note: str = ""
    hash: str = ""
    part: str = ""
    found: tuple[str, ...] = ()
    cites: tuple[str, ...] = ()
    covers: str = ""
    world: tuple[str, ...] = ()

    @property
    def extent(self) -> str:
        """In one word what the form is where it is not the whole sentence: ``part`` or ``arithmetic``."""
        return self.covers.partition(":")[0]


@dataclass(frozen=True)
class Standing:
    """The verdict on a form, with the hashes of the forms that it cites: what a citation of it rests on."""

    verdict: Verdict
    cites: tuple[str, ...] = ()


@dataclass(frozen=True)
class TwinResult:
    """A false neighbour of a form: what was changed and how it was rejected."""

    of: str
    note: str
    verdict: Verdict
    witness: WitnessResult | None = None


@dataclass(frozen=True)
class ExperimentSummary:
    """What a seeded trial on sampled mechanisms showed; never a proof."""

    name: str
    verdict: str
    ratio: float
    confidence: float
    samples: int
    seed: int
    twin_rejected: bool
    note: str = ""


@dataclass(frozen=True)
class WorkingLine:
    """One line worked out beside a statement; `decided` says whether it answers what was asked."""

    label: str
    text: str
    verdict: Verdict
    decided: bool = True


@dataclass(frozen=True)
class Working:
    """What is worked out beside a statement: worst cases, an argument's steps, a table."""

    name: str
    title: str
    lines: tuple[WorkingLine, ...]


@dataclass(frozen=True, repr=False)
class StatementResult(Tabular):
    """Everything that verification found about one statement."""

    id: str
    title: str
    kind: str
    source: str
    quote: str
    forms: tuple[FormResult, ...]
    twins: tuple[TwinResult, ...] = ()
    experiments: tuple[ExperimentSummary, ...] = ()
    uses: tuple[str, ...] = ()
    axioms: tuple[str, ...] = ()
    problems: tuple[str, ...] = field(default=())
    workings: tuple[Working, ...] = ()

    def form(self, kind: str) -> FormResult | None:
        """The first form of a kind."""
        return next((form for form in self.forms if form.kind == kind), None)
