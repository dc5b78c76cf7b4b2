"""What a site is made of: statements with what was found about them, and what could not be read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from ...kernel import CITED, PROVED, PROVED_GIVEN, REFUTED, UNKNOWN
from ...kernel.logic import Definition, Expr, walk
from ...kernel.real import is_name
from ...theory.findings import Erratum, SoundEntry
from ...theory.library import TheoryLibrary
from ...theory.results import BROKEN, SOUND, FormResult, StatementResult
from ...theory.statements import PRINTED, Statement
from ...worlds.samples import Sample
from ..findings import work_of
from ..from_logic import Words
from ..page import Page, Writing
from ..spelled import Spelled, spelled
from ..styles import MATHML


@dataclass(frozen=True)
class Entry:
    """One statement with everything that was found about it; `uses` are the statements its proofs cite."""

    statement: Statement
    result: StatementResult
    findings: tuple[Erratum, ...] = ()
    sound: SoundEntry | None = None
    part: SoundEntry | None = None
    """What of it is sound as printed, where only a part of it was encoded."""
    uses: tuple[str, ...] = ()
    faults: tuple[str, ...] = ()
    recorded: bool = False
    file: str = ""
    """The user's file that the statement is from; empty where it is the library's."""
    coq: str = ""
    """What Coq has checked of it, in words."""
    lines: Mapping[str, Mapping[str, bool]] = field(default_factory=dict)
    """Of forms the calculations, by labels: whether Coq has checked all that they consist of."""

    @property
    def id(self) -> str:
        """The statement's identifier."""
        return self.statement.id

    @property
    def source(self) -> str:
        """The source that it is named for."""
        return self.id.partition(".")[0]

    @property
    def printed(self) -> tuple[FormResult, ...]:
        """The forms by which the statement is judged: as printed, else all."""
        return tuple(f for f in self.result.forms if f.kind == PRINTED) or self.result.forms

    @property
    def standing(self) -> str:
        """How the printed statement stands: refuted if one of its forms is, else undecided if one is."""
        found = {form.verdict.status for form in self.printed}
        order = (REFUTED, UNKNOWN, PROVED, PROVED_GIVEN, CITED)
        return next((status for status in order if status in found), next(iter(found), UNKNOWN))

    @property
    def proof(self) -> str:
        """How the printed proof stands: broken if one is, else sound if one is."""
        found = {form.proof.verdict for form in self.printed}
        return BROKEN if BROKEN in found else SOUND if SOUND in found else "none"


@dataclass(frozen=True)
class Problem:
    """Something of a user's file that could not be read: where, why, and the line itself."""

    place: str
    message: str
    line: str = ""
    more: tuple[str, ...] = ()
    about: str = ""
    """The statement that it is about, where that is on the site."""


@dataclass(frozen=True)
class Contents:
    """The statements of a site in the library's order, and what is wrong with the files that were given."""

    library: TheoryLibrary
    entries: Mapping[str, Entry]
    problems: tuple[Problem, ...] = ()
    words: Words = field(default_factory=Words)
    advised: Callable[[Page], Page] = lambda page: page
    """Puts to a page what its first screen tells of the best form."""
    samples: Mapping[str, Sample] = field(default_factory=dict)
    """What was seen of forms in many worlds, by their names."""

    @cached_property
    def sources(self) -> dict[str, list[Entry]]:
        """The statements by source."""
        found: dict[str, list[Entry]] = {}
        for entry in self.entries.values():
            found.setdefault(entry.source, []).append(entry)
        return found

    @cached_property
    def used_by(self) -> dict[str, list[str]]:
        """For each statement those whose proofs cite it."""
        found: dict[str, list[str]] = {name: [] for name in self.entries}
        for entry in self.entries.values():
            for name in entry.uses:
                found.setdefault(name, []).append(entry.id)
        return found

    @cached_property
    def speaking_of(self) -> dict[str, list[str]]:
        """The definitions that statements of the site use, in the library's order, with these statements."""
        found: dict[str, list[str]] = {}
        for entry in self.entries.values():
            for name in spoken(entry.statement, self.words.definitions)[1]:
                found.setdefault(name, []).append(entry.id)
        return {name: found[name] for name in self.words.definitions if name in found}

    def work(self, source: str) -> str:
        """The name of the work behind a source, up to its year; where no work has half of what is printed
        elsewhere, there are several."""
        printed = [entry.statement.source.work for entry in self.of_work(source)]
        found = work_of(printed)
        named = sum(one.startswith(found) for one in printed)
        return found if 2 * named >= len(printed) else "this library, from several works"

    def of_work(self, source: str) -> list[Entry]:
        """The statements of a source that this library does not add."""
        return [entry for entry in self.sources[source] if not entry.statement.source.is_own]

    def written_out(self, entry: Entry) -> dict[str, Spelled]:
        """The claims of a statement written out, by their text."""
        return spelled(entry.statement, self.words, (MATHML,))

    @cached_property
    def writing(self) -> Writing:
        """How formulas are written on pages."""
        return Writing(MATHML, self.words, times=False)


def spoken(statement: Statement, definitions: Mapping[str, Definition]) -> tuple[list[str], list[str]]:
    """The free names and the definitions of a statement's forms and proofs, in order of appearance."""
    names: dict[str, None] = {}
    used: dict[str, None] = {}
    for formula in _formulas(statement):
        for node in walk(formula):
            if node.head in ("var", "const") and is_name(node.label):
                names.setdefault(node.label)
            elif node.head == "defined" and node.label in definitions:
                used.setdefault(node.label)
    return list(names), list(used)


def _formulas(statement: Statement) -> Iterable[Expr]:
    for form in statement.forms:
        yield from (formula for _, formula in form.theorem.hypotheses)
        yield form.theorem.conclusion
        yield from form.where.values()
        yield from (line.formula for line in form.steps)
