"""What a document is taken to say, as a file beside it that its reader corrects: a line each, kept by later
runs.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from ..errors import BadInput
from ..kernel import KernelError, SyntaxProblem
from ..present.reading import read_term, read_where
from .definitions import Definition
from .given import CORRECTED, Given
from .source import Document

HEAD: Final = """\
# What `dptheory read` takes as given in this document. Correct, delete or add lines; later runs keep them.
# given LINE:COLUMN CONDITION       holds in its section, and below until another one speaks of the name
# define LINE:COLUMN NAME = TERM    is put in where NAME is used
"""
_LINE: Final = re.compile(r"(?P<kind>given|define)\s+(?P<line>\d+):(?P<column>\d+)\s+(?P<text>.+)")


@dataclass(frozen=True)
class Side:
    """The lines of such a file: the kind, the place, the text."""

    lines: tuple[tuple[str, int, int, str], ...]


def read_side(text: str, name: str) -> Side:
    """The lines of a file; raises BadInput with the line that is none.

    >>> read_side("# words\\ngiven 3:6 alpha > 1\\ndefine 3:34 p = 1/q\\n", "a.md.conditions").lines
    (('given', 3, 6, 'alpha > 1'), ('define', 3, 34, 'p = 1/q'))
    """
    made = []
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
    return Side(tuple(made))


def side_text(source: Document, given: Iterable[Given], values: Iterable[tuple[int, str, str]]) -> str:
    """The file for what was found: conditions, and definitions of names as (place, name, value)."""
    rows = [(source.place(g.position), "given", g.text) for g in given]
    rows += [(source.place(at), "define", f"{name} = {value}") for at, name, value in values]
    rows.sort(key=lambda row: (row[0].line, row[0].column, row[1], row[2]))
    return HEAD + "".join(f"{kind} {place} {text}\n" for place, kind, text in rows)


def corrected(
    source: Document, side: Side, given: Sequence[Given], known: Sequence[Definition]
) -> tuple[list[Given], list[Definition]]:
    """Conditions and definitions as the file has them: what stands in it counts, and nothing else;
    functions stay.
    """
    places = [(kind, source.position(line, column), text) for kind, line, column, text in side.lines]
    before = {(g.text, g.position): g for g in given}
    conditions = []
    for kind, at, text in places:
        if kind == "given":
            names = frozenset(re.findall(r"[A-Za-z_]\w*'*", text)) - {"integer"}
            conditions.append(
                before.get((text, at), Given(text, names, CORRECTED, at, of=names))
            )
    values = {
        (text.partition("=")[0].strip(), at): text.partition("=")[2].strip()
        for kind, at, text in places
        if kind == "define"
    }
    made = [
        replace(d, text=values[d.name, d.position])
        for d in known
        if not d.parameters and (d.name, d.position) in values
    ]
    return conditions, sorted([*made, *(d for d in known if d.parameters)], key=lambda d: d.position)
