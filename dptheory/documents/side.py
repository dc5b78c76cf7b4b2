"""What a document is taken to say, as a file beside it that its reader corrects: a line each, kept by later
runs.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Final

from ..errors import BadInput
from ..kernel import KernelError, SyntaxProblem
from ..present.reading import read_term, read_where
from .definitions import Definition
from .given import CORRECTED, Given
from .source import Document

HEAD: Final = """\
# What `dptheory read` takes as given: correct, delete or add lines; these later runs keep.
# given LINE:COLUMN CONDITION holds in its section, and below until another one speaks of the name; \
define LINE:COLUMN NAME = TERM is put in where NAME is used
"""
_WRITTEN: Final = re.compile(r"# written for ([0-9a-f]+):((?: [0-9a-f]+)*)")
"""The line that says for which document the others were written, and how each of them read."""
_LINE: Final = re.compile(r"(?P<kind>given|define)\s+(?P<line>\d+):(?P<column>\d+)\s+(?P<text>.+)")


@dataclass(frozen=True)
class Side:
    """The lines of such a file: the kind, the place, the text; for which document it was written, and the
    marks of its lines as they were then. It is the `whole` of what counts, or is added to what is read.
    """

    lines: tuple[tuple[str, int, int, str], ...]
    document: str = ""
    marks: tuple[str, ...] = ()
    whole: bool = True

    def edited(self) -> tuple[tuple[str, int, int, str], ...]:
        """The lines that are not as they were written."""
        return tuple(line for line in self.lines if _line_mark(line) not in self.marks)

    def of(self, text: str) -> Side | None:
        """What counts of it for a document: of another text only what its reader wrote; none where nobody
        edited it.
        """
        edited, same = self.edited(), not self.document or self.document == mark(text)
        if not edited and (not same or len(self.lines) == len(self.marks)):
            return None
        return self if same else replace(self, lines=edited, whole=False)


def mark(text: str) -> str:
    """A short mark of a text, another one for another text."""
    return sha256(text.encode()).hexdigest()[:16]


def _line_mark(line: tuple[str, int, int, str]) -> str:
    kind, row, column, text = line
    return mark(f"{kind} {row}:{column} {text}")[:8]


def read_side(text: str, name: str) -> Side:
    """The lines of a file; raises BadInput with the line that is none.

    >>> read_side("# words\\ngiven 3:6 alpha > 1\\ndefine 3:34 p = 1/q\\n", "a.md.conditions").lines
    (('given', 3, 6, 'alpha > 1'), ('define', 3, 34, 'p = 1/q'))
    """
    made = []
    written = _WRITTEN.search(text)
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        match = _LINE.fullmatch(line.strip())
        try:
            if match is None:
                raise SyntaxProblem("no such line")
            said = match["text"]
            read_where(said) if match["kind"] == "given" else read_term(said.partition("=")[2])
        except (SyntaxProblem, KernelError) as problem:
            needed = "`given LINE:COLUMN CONDITION` or `define LINE:COLUMN NAME = TERM`"
            raise BadInput(
                f"line {number} of {name}: {line.strip()!r} ({problem})", needed, "given 3:6 alpha > 1"
            ) from None
        made.append((match["kind"], int(match["line"]), int(match["column"]), said))
    return Side(tuple(made), written[1] if written else "", tuple(written[2].split()) if written else ())


def side_text(source: Document, given: Iterable[Given], values: Iterable[tuple[int, str, str]]) -> str:
    """The file for what was found: conditions, and definitions of names as (place, name, value)."""
    rows = [(source.place(g.position), "given", g.text) for g in given]
    rows += [(source.place(at), "define", f"{name} = {value}") for at, name, value in values]
    rows.sort(key=lambda row: (row[0].line, row[0].column, row[1], row[2]))
    marks = "".join(f" {_line_mark((kind, at.line, at.column, text))}" for at, kind, text in rows)
    written = f"# written for {mark(source.raw)}:{marks}\n"
    return HEAD + written + "".join(f"{kind} {place} {text}\n" for place, kind, text in rows)


def corrected(
    source: Document, side: Side, given: Sequence[Given], known: Sequence[Definition]
) -> tuple[list[Given], list[Definition]]:
    """Conditions and definitions as the file has them: what stands in it counts, and nothing else where it is
    the whole; functions stay.
    """
    places = [(kind, source.position(line, column), text) for kind, line, column, text in side.lines]
    before = {(g.text, g.position): g for g in given}
    conditions = [] if side.whole else list(given)
    for kind, at, text in places:
        if kind == "given":
            names = frozenset(re.findall(r"[A-Za-z_]\w*'*", text)) - {"integer"}
            conditions.append(
                before.get((text, at), Given(text, names, CORRECTED, at, of=names))
            )
    lines = [(line, source.position(line[1], line[2])) for line in side.lines if line[0] == "define"]
    values = {(line[3].partition("=")[0].strip(), at): line for line, at in lines}
    edited = set(side.edited())
    made = []
    for d in known:
        line = values.get((d.name, d.position))
        if line in edited and line is not None and not d.parameters:
            made.append(replace(d, text=line[3].partition("=")[2].strip()))
        elif line is not None or d.parameters or not side.whole:
            made.append(d)
    return conditions, sorted(made, key=lambda d: d.position)
