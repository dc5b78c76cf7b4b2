"""A name is bound once: the one rule for whatever a text calls something by.

Names of things (``let``, ``where``, ``constant``, ``take``, algorithms, their inputs and draws, parameters of
definitions) and labels of formulas (``given``, ``solve``, ``slip``, lines of proofs) go through `Names.bind`,
the binders of formulas through `Names.refuse_two_meanings`, words of which a block has one through `once`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from typing import Final

from ..kernel import KernelError
from .outline import Entry, OutlineError

_KEPT: Final = re.compile(r"(?:sum|mean)_\d+'*|vector_(?:sum|mean)'*")
"""The names of sums of vectors (see `vector_sums`), and what stands for them while a text is read."""


def refuse_kept(names: Iterable[str]) -> None:
    """Raise KernelError where an author uses a name, bound or free, that only sums of vectors have."""
    for name in names:
        if _KEPT.fullmatch(name):
            raise KernelError(f"the name {name!r} is that of a sum of vectors; choose another")


class Names(dict[str, str]):
    """What each name of one scope means, and the line that says so; a scope within it starts as a copy.

    >>> names = Names()
    >>> names.bind("x", "is a variable", Entry("let x: real", 3))
    >>> names.bind("x", "abbreviates a term", Entry("where x := 2", 4))
    Traceback (most recent call last):
    ...
    dptheory.theory.outline.OutlineError: line 4: x is a variable already, in line 3; take another name
    """

    def bind(self, name: str, what: str, entry: Entry) -> None:
        """Let a name mean something; raises OutlineError where it means something already."""
        try:
            refuse_kept([name])
        except KernelError as error:
            raise OutlineError(str(error), entry.number) from error
        if name in self:
            raise OutlineError(f"{name} {self[name]}; take another name", entry.number)
        self[name] = f"{what} already, in line {entry.number}"

    def refuse_two_meanings(self, bound: Collection[str], free: Collection[str]) -> None:
        """Raise KernelError where a formula binds a name that is free in it, abbreviations written out."""
        for name in sorted({*bound} & {*free}):
            said = self.get(name, "is free in it as well")
            raise KernelError(f"{name}, which this formula binds, {said}; call what is bound by another name")


def once(entry: Entry, found: dict[str, Entry], what: str) -> None:
    """Raise OutlineError where a line stands a second time of which there is one."""
    if entry.word in found:
        raise OutlineError(f"{what} has one {entry.word}, here line {found[entry.word].number}", entry.number)
    found[entry.word] = entry
