"""A text written shorter, as far as what is read from it stays the same.

A change is kept only if the statement that is read is the same after it, to the letter of what is printed;
where a proof no longer gives a value, if the line is the same once the value is inferred, and that is quick.
Nothing is checked here: whoever verifies the text afterwards checks it as any other.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from ...kernel import UNKNOWN, KernelError, Verdict
from ...kernel.logic import Expr, Judged, Line, normal, show, var
from ..blocks import HEADINGS
from ..elaborate.completing import Completion, Meanings
from ..layout import laid_out
from ..library import TheoryLibrary
from ..outline import OutlineError
from ..reader import read
from ..statements import Form, Statement
from .edits import (
    Edit,
    Given,
    again_edits,
    applied,
    form_edits,
    given_values,
    joined_edits,
    statement_of,
    world_edits,
)
from .packing import heading_edits, packed_edits, taken_edits, twin_edits, unpacked

SLOW: Final = 200
"""A value that takes more tries to infer is left where it is."""
_BLOCKS: Final = re.compile(rf"^(?=(?:define|{'|'.join(HEADINGS)}) )", re.MULTILINE)
_STATEMENT: Final = re.compile(rf"(?:{'|'.join(HEADINGS)}) ")
_END: Final = re.compile(r"(?:\n(?:[ ]*|#.*))*\n?\Z")


def shortened(text: str, library: TheoryLibrary) -> str:
    """A text whose statements are in the library, written shorter; raises OutlineError."""
    judged = Forms(library)
    made = "".join(_Block(block, library, judged).text() for block in _BLOCKS.split(text))
    return laid_out(made)


class Forms(Mapping[str, Judged]):
    """The forms of a library as what a proof may cite, each read when it is asked for."""

    def __init__(self, library: TheoryLibrary) -> None:
        self._library = library

    def __getitem__(self, name: str) -> Judged:
        found = self._library.form(name)
        if found is None:
            raise KeyError(name)
        return Judged(found[1].theorem, Verdict(UNKNOWN, "not asked"))

    def __iter__(self) -> Iterator[str]:
        return (form.name for _, form in self._library.forms())

    def __len__(self) -> int:
        return sum(1 for _ in self)


@dataclass
class _Block:
    """The text of one statement, with what stands behind it."""

    block: str
    library: TheoryLibrary
    judged: Mapping[str, Judged]

    def text(self) -> str:
        """The block written shorter; as it is where it is no statement or has remarks between its lines."""
        end = _END.search(self.block)
        lines = self.block[: end.start() if end else None].split("\n")
        if not _STATEMENT.match(self.block) or any(line.lstrip().startswith("#") for line in lines):
            return self.block
        lines = self._kept(lines, [Edit(0, len(lines), tuple(unpacked(lines)))])
        for ways in form_edits(lines):
            lines = next((made for edit in ways if (made := self._kept(lines, [edit])) != lines), lines)
        lines = self._kept(lines, list(again_edits(lines)))
        lines = self._kept(lines, list(world_edits(lines)))
        lines = self._without_values(lines)
        lines = self._kept(lines, list(joined_edits(lines)))
        lines = self._together(lines, list(heading_edits(lines)))
        for edits in (twin_edits, packed_edits, taken_edits):
            lines = self._kept(lines, list(edits(lines)))
        return "\n".join(lines) + (end[0] if end else "")

    def _read(self, lines: Sequence[str]) -> Statement:
        return read("\n".join(lines) + "\n", self.library.definitions).statements[0]

    def _kept(self, lines: list[str], edits: list[Edit], values: bool = True) -> list[str]:
        """The lines after those edits that leave what is read as it is."""
        before = _said(self._read(lines), values)

        def good(some: list[Edit]) -> list[Edit]:
            try:
                if _said(self._read(applied(lines, some)), values) == before:
                    return some
            except (OutlineError, KernelError):
                pass
            if len(some) < 2:
                return []
            half = len(some) // 2
            return [*good(some[:half]), *good(some[half:])]

        return applied(
            lines, good([edit for edit in edits if list(edit.lines) != lines[edit.start : edit.end]])
        )

    def _together(self, lines: list[str], edits: list[Edit]) -> list[str]:
        """The lines after edits that belong together."""
        made = applied(lines, edits)
        return self._kept(lines, [Edit(0, len(lines), tuple(made))])

    # -- values ------------------------------------------------------------------------------------

    def _without_values(self, lines: list[str]) -> list[str]:
        """The lines of proofs without the values that can be inferred."""
        entries = [child for child in statement_of(lines).children if child.word == "form"]
        edits = []
        for entry, form in zip(entries, self._read(lines).forms, strict=True):
            found = {given.label: given for given in given_values(entry, lines)}
            edits += list(self._inferred(form, found)) if found else []
        return self._kept(lines, edits, values=False)

    def _inferred(self, form: Form, found: Mapping[str, Given]) -> Iterator[Edit]:
        completion = Completion(form.theorem, Meanings(self.library.definitions, self.judged))
        completion.known = {label: self._normal(formula) for label, formula in form.theorem.hypotheses}
        for line in form.steps:
            if line.label in found and len(found[line.label].values) == len(line.values):
                given, kept = found[line.label], dict(zip(line.values, found[line.label].values, strict=True))
                if self._stands(completion, line, {}):
                    kept = {}
                for name in list(kept):
                    fewer = {other: text for other, text in kept.items() if other != name}
                    if self._stands(completion, line, fewer):
                        kept = fewer
                if len(kept) < len(line.values):
                    yield given.edit(list(kept.values()))
            completion.known[line.label] = self._normal(line.formula)

    def _normal(self, term: Expr) -> Expr:
        return normal(term, self.library.definitions)

    def _stands(self, completion: Completion, line: Line, kept: Iterable[str]) -> bool:
        """Whether the values of a line are inferred from some of them, and quickly."""
        fewer = replace(line, values={name: line.values[name] for name in kept})
        before = completion.tried
        try:
            made, full = completion.line(fewer), completion.line(line)
        except KernelError:
            return False
        own = {name: var(name, sort) for name, sort in completion.theorem.variables.items()}
        found, wanted = ({**own, **one.values} for one in (made, full))
        same = all(
            name in found and name in wanted and self._normal(found[name]) == self._normal(wanted[name])
            for theorem in completion.schemas(line.by)[:1]
            for name in theorem.variables
        )
        return same and made.sources == full.sources and completion.tried - before < SLOW


def _said(statement: Statement, values: bool = True) -> tuple[object, ...]:
    """All that is read from a statement: what it is, and how what is printed of it is written."""
    bare = statement if values else replace(statement, forms=tuple(_bare(form) for form in statement.forms))
    theorems = [*(form.theorem for form in statement.forms), *(twin.theorem for twin in statement.twins)]
    printed = [
        (
            list(theorem.variables),
            [show(formula) for _, formula in theorem.hypotheses],
            show(theorem.conclusion),
        )
        for theorem in theorems
    ]
    names = [(list(form.where), list(form.proof.where)) for form in statement.forms]
    lines = [[show(line.formula) for line in form.steps] for form in statement.forms]
    return bare, printed, names, lines


def _bare(form: Form) -> Form:
    lines = tuple(replace(line, values={}) for line in form.steps)
    return replace(form, proof=replace(form.proof, lines=lines))
