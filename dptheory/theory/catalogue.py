"""The names of the library's statements, in its order: files are looked through, no statement is read."""

from __future__ import annotations

from collections.abc import Iterable

from .blocks import STATEMENT, Texts


class UnknownStatement(KeyError):
    """No statement of that name; `near` has names that are like it."""

    def __init__(self, name: str, near: Iterable[str]) -> None:
        self.name, self.near = name, tuple(near)
        hint = f"; did you mean {' or '.join(self.near)}?" if self.near else ""
        super().__init__(f"no statement {name!r}{hint}")

    def __str__(self) -> str:
        return str(self.args[0])


def sources_of(names: Iterable[str]) -> tuple[str, ...]:
    """What identifiers begin with, before the dot, in order.

    >>> sources_of(["wu2015.lemma5", "wu2015.lemma13", "sharp.gibbs-mean"])
    ('wu2015', 'sharp')
    """
    return tuple(dict.fromkeys(i.split(".")[0] for i in names if "." in i))


def near_names(name: str, known: Iterable[str]) -> list[str]:
    """The names that are likest to one that is not there: all that it begins, or three: with its
    last part, then spelt nearly alike.

    >>> near_names("Theorem14", ["wu2015.theorem14", "wu2015.lemma13"])
    ['wu2015.theorem14']
    >>> near_names("a.mean", ["a.mean.sum", "a.mean.law", "a.means"])
    ['a.mean.sum', 'a.mean.law']
    """
    from difflib import get_close_matches

    lower = {one.lower(): one for one in known}
    wanted = name.lower()
    if below := [one for low, one in lower.items() if low.startswith(f"{wanted}.") and "." in wanted]:
        return below
    same = [one for low, one in lower.items() if low == wanted or low.endswith(f".{wanted}")]
    alike = [lower[low] for low in get_close_matches(wanted, list(lower), 3, 0.6)]
    return list(dict.fromkeys([*same, *alike]))[:3]


def names_in(texts: Texts) -> list[str]:
    """The identifiers of all statements, in the library's order, without reading any."""
    return [
        block.name for path in texts.order() for block in texts.file(path).values() if block.word == STATEMENT
    ]
