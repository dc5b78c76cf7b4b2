"""A fault of a text: where it stands and what would mend it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...errors import BadInput


@dataclass(frozen=True)
class Fault:
    """What is wrong at one place of a file; `about` names the form and its line, `more` says why.

    >>> Fault("notes.thm", 3, 5, "a tab; indent with spaces").line
    'notes.thm:3:5: a tab; indent with spaces'
    """

    path: str
    number: int
    column: int
    message: str
    more: tuple[str, ...] = ()
    about: str = ""

    @property
    def line(self) -> str:
        """The fault on one line, as compilers say it."""
        return f"{self.path}:{self.number}:{self.column}: {self.message}"

    @property
    def json(self) -> dict[str, object]:
        """The fault with its place as numbers."""
        return {
            "file": self.path, "line": self.number, "column": self.column, "message": self.message,
            "about": self.about or None, "more": list(self.more),
        }  # fmt: skip


class FaultyText(BadInput):
    """A text that cannot be read, with every fault that was found in it."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        ValueError.__init__(self, "\n".join(fault.line for fault in faults))
        self.faults = tuple(faults)
