"""What the letters of a form are: constants, and the sorts of variables where a reader could be mistaken."""

from __future__ import annotations

from typing import Final

from ..kernel.logic import PROP, REAL, Sort, Theorem

USUAL: Final = {
    "S": "data", "T": "data", "A": "data -> vec", "D": "law(record)", "H": "set(vec)", "i": "int", "j": "int",
    "loss": "vec, record -> real", "reg": "vec -> real",
}  # fmt: skip
"""What these letters are where nothing is said of them; any other is then a real number."""

_BASE: Final = {
    "real": "real", "int": "integer", "vec": "vector", "record": "record", "data": "data set",
    "prop": "proposition",
}  # fmt: skip


def letters(theorem: Theorem) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The sorts, in words, of the variables that a theorem speaks of, each with those that have it. Constants
    are left out, and what is as usual.
    """
    used = theorem.conclusion.names.union(*(formula.names for _, formula in theorem.hypotheses))
    found = dict[str, list[str]]()
    for name, sort in theorem.variables.items():
        if name in used and name not in theorem.constants and str(sort) != USUAL.get(name, REAL.text):
            found.setdefault(sort_words(sort), []).append(name)
    return tuple((words, tuple(names)) for words, names in found.items())


def sort_words(sort: Sort) -> str:
    """A sort in words.

    >>> from ..kernel.logic.sorts import parse_sort
    >>> [sort_words(parse_sort(text)) for text in ("data, set(int) -> law(vec)", "(int -> vec) -> real")]
    ['data set, set of integers → law of vectors', '(integer → vector) → real']
    """
    if sort.name == "law" or (sort.name == "->" and sort.args[1] == PROP):
        return f"{'law' if sort.name == 'law' else 'set'} of {_several(sort.args[0])}"
    if sort.name != "->":
        return _BASE[sort.name]
    domains = list[str]()
    while sort.name == "->" and sort.args[1] != PROP:
        words = sort_words(sort.args[0])
        domains.append(f"({words})" if "→" in words else words)
        sort = sort.args[1]
    return f"{', '.join(domains)} → {sort_words(sort)}"


def _several(sort: Sort) -> str:
    words = sort_words(sort)
    if "→" in words:
        return f"functions ({words})"
    first, of, rest = words.partition(" of ")
    return f"{first}s{of}{rest}"
