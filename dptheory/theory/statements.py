"""The records of the theory: sources, forms, slips, twins, statements."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ..kernel.logic import IDENTIFIER, Expr, Line, Theorem
from ..kernel.models import World
from .lazy import Part
from .parameters import Parameters
from .results import CORRECTED as CORRECTED
from .results import KINDS as KINDS
from .results import PRINTED as PRINTED
from .results import SHARP as SHARP

if TYPE_CHECKING:
    from ..constructions.phase import Result
    from .supplement_lines import Work, WorstCase

GIVEN, PRESUPPOSED, ADDED = "given", "presupposed", "added"
MARKS = (GIVEN, PRESUPPOSED, ADDED)
"""Of a hypothesis: the source states it, its notation takes it for granted, neither."""
ABOUT = ("privacy", "false", "proof", "imprecise", "slip")
"""What a claim is about, where it is declared: privacy, anything else, a step of a proof, a remark that
is not meant to the letter, a misprint."""
BY_HAND = ("privacy", "false", "hypothesis", "reading", "proof", "imprecise", "slip")
"""How grave a finding is that has an argument in words only."""
CERTAIN = 100
"""A printed form that was put back with less than this, in percent, is said to be so in every finding."""


def is_identifier(name: str) -> bool:
    """Whether a statement, or a form within its statement, may be called this: ASCII letters and digits, in
    words joined by single dots, hyphens or underscores. No two forms ``STATEMENT:FORM`` are then named alike.

    >>> is_identifier("wu2015.theorem4"), is_identifier("attack:printed"), is_identifier("../evil")
    (True, False, False)
    """
    return re.fullmatch(IDENTIFIER, name) is not None


@dataclass(frozen=True)
class Deed:
    """What a line does: ``let``, ``solve``, ``draw`` or ``return``; a name where it gives one; a term."""

    word: str
    name: str
    term: Expr


@dataclass(frozen=True)
class AlgorithmLine:
    """One printed line: its number, its words and what it does."""

    label: str
    words: str
    deeds: tuple[Deed, ...] = ()


@dataclass(frozen=True)
class Algorithm:
    """The lines of an algorithm with the name that claims use, and the term that they make.

    `kind` is "printed", or says how the lines were changed ("corrected"). `term` is a function of
    the data set, None where no line returns. `solved` has a formula for each ``solve``, `where` the
    abbreviations of the statement.
    """

    name: str
    data: str
    kind: str
    inputs: tuple[str, ...]
    output: str
    lines: tuple[AlgorithmLine, ...]
    term: Expr | None = None
    solved: tuple[tuple[str, Expr], ...] = ()
    where: Mapping[str, Expr] = field(default_factory=dict)


@dataclass(frozen=True)
class Source:
    """Where a statement stands: the work's name and number, file lines, and its words."""

    work: str
    place: str
    quote: str

    @property
    def is_own(self) -> bool:
        """Whether this library adds the statement: a step that proofs need, a rule, a sharper bound."""
        return self.work.startswith("this library")


@dataclass(frozen=True)
class Refutation:
    """A world in which something fails, and what it shows in words."""

    world: World
    note: str = ""


@dataclass(frozen=True)
class Slip:
    """A step of the source's own proof that is false: the step, and a world where it fails."""

    step: str
    theorem: Theorem
    refutation: Refutation


@dataclass(frozen=True)
class Proof:
    """The lines of a proof, and its abbreviations with those of the form."""

    lines: tuple[Line, ...] = ()
    where: Mapping[str, Expr] = field(default_factory=dict)


@dataclass(frozen=True)
class Form:
    """A statement as printed, corrected or sharp, under one reading of its text, or one `part` of it.

    `presupposed` names the hypotheses that the source's notation takes for granted (an argmin
    that exists, an expectation that is defined) as opposed to those that it states, `added` those that it
    neither states nor takes for granted; `words` has the source's words for those that it states. A
    definition has a world where its claim `holds` and one where it `fails`. Abbreviations of the statement
    are in `where`. A result that the source takes from elsewhere is `cited` from there. The form is about
    the lines of the algorithm that it `runs`. The proof, the worlds and the slips of what stands in a file
    of the library are read when they are first asked for.
    """

    kind: str
    theorem: Theorem
    reading: str = ""
    presupposed: frozenset[str] = frozenset()
    proof_place: str = ""
    proof: Part[Proof] = Part(Proof())
    model: Part[World | None] = Part(None)
    refutation: Part[Refutation | None] = Part(None)
    slips: Part[tuple[Slip, ...]] = Part(())
    note: str = ""
    where: Mapping[str, Expr] = field(default_factory=dict)
    holds: Part[World | None] = Part(None)
    fails: Part[World | None] = Part(None)
    cited: str = ""
    runs: str = ""
    part: str = ""
    added: frozenset[str] = frozenset()
    words: Mapping[str, str] = field(default_factory=dict)
    covers: str = ""
    """Where it is less than the sentence: ``part: what is missing`` or ``arithmetic: what it rests on``."""
    cause: str = ""
    """Why it fails, in the words that other forms have that fail for the same reason."""

    @property
    def steps(self) -> tuple[Line, ...]:
        """The lines of the proof."""
        return self.proof.lines

    def marked(self, mark: str) -> tuple[tuple[str, Expr], ...]:
        """The hypotheses under one of the `MARKS`, with their labels."""
        return tuple((label, h) for label, h in self.theorem.hypotheses if self.mark(label) == mark)

    def mark(self, label: str) -> str:
        """Which of the `MARKS` a hypothesis has."""
        return ADDED if label in self.added else PRESUPPOSED if label in self.presupposed else GIVEN

    @property
    def name(self) -> str:
        """Identifier of the form within the library: ``wu2015.theorem14:sharp``."""
        return self.theorem.name


@dataclass(frozen=True)
class Twin:
    """A near false variant of a form, and the world that refutes it."""

    of: str
    theorem: Theorem
    refutation: Refutation
    note: str = ""


@dataclass(frozen=True)
class ByHand:
    """A finding that no form says: how grave it is, what is printed, and the argument in words."""

    severity: str
    printed: str
    argument: str


@dataclass(frozen=True)
class Statement:
    """One numbered result (or quantitative sentence) of a source.

    It names the `experiments` that try it, or says why it is `untried`. Where formulas of the source were
    lost and put back, `sure` says how likely the printed form is the source's, in percent. What it is `about`
    is declared where its claim does not show it. `context` are words of the source elsewhere that state what
    the `quote` does not. `beside` says what is worked out, and for which rates the statement answers.
    """

    id: str
    title: str
    source: Source
    forms: tuple[Form, ...] = ()
    twins: Part[tuple[Twin, ...]] = Part(())
    kind: str = "theorem"
    remarks: tuple[str, ...] = ()
    typos: tuple[tuple[str, str, str], ...] = ()
    experiments: tuple[str, ...] = ()
    sorts: Mapping[str, str] = field(default_factory=dict)
    parameters: Parameters = field(default_factory=Parameters)
    algorithms: tuple[Algorithm, ...] = ()
    untried: str = ""
    sure: int = 100
    about: str = ""
    by_hand: tuple[ByHand, ...] = ()
    context: tuple[str, ...] = ()
    beside: tuple[WorstCase | Work | Result, ...] = ()

    @property
    def uncertain(self) -> str:
        """What every finding about the statement says where the print is not certain enough, else nothing."""
        return f"as reconstructed ({self.sure} % sure)" if self.sure < CERTAIN else ""

    def form(self, kind: str) -> Form | None:
        """The first form of a kind."""
        return next((form for form in self.forms if form.kind == kind), None)

    @property
    def best(self) -> Form:
        """The form to build on: sharp, else corrected, else printed."""
        return next(form for kind in (SHARP, CORRECTED, PRINTED) if (form := self.form(kind)))
