"""The names of the library's statements, in its order: files are looked through, no statement is read."""

from __future__ import annotations

from collections.abc import Iterable

from .blocks import STATEMENT, Texts

PAPERS = (
    "wu2015/definitions",
    "background/vectors",
    "background/reals",
    "wu2015/preliminaries",
    "wu2015/learning",
    "wu2015/stability",
    "wu2015/noise",
    "wu2015/algorithm1",
    "wu2015/algorithm2",
    "wu2015/section3",
    "wu2015/regression",
    "wu2015/section4",
    "wu2015/algorithms",
    "wu2015/algorithm3",
    "wu2015/algorithm4",
    "wu2015/algorithm5",
    "sharp/stability",
    "sharp/generalization",
    "sharp/gibbs",
    "wu2015/generalization",
    "wu2015/smooth",
    "wu2015/theorem19",
    "wu2015/theorem20",
    "wu2015/theorem21",
    "wu2015/section5",
    "chaudhuri2020/definitions",
    "chaudhuri2020/output",
    "chaudhuri2020/sizes",
    "chaudhuri2020/moments",
    "chaudhuri2020/noise",
    "chaudhuri2020/objective",
    "chaudhuri2020/gaussian",
    "chaudhuri2020/iterative",
    "chaudhuri2020/descent",
    "chaudhuri2020/minibatch",
    "chaudhuri2020/remarks",
    "wu2015/remarks",
    "wang2016/definitions",
    "wang2016/algorithm1",
    "wang2016/learnability",
    "wang2016/means",
    "wang2016/gap",
    "wang2016/thresholds",
    "wang2016/phase",
    "wang2016/stability",
    "wang2016/subsampling",
    "wang2016/necessity",
    "wang2016/characterisation",
    "wang2016/theorem19",
    "sharp/penalised",
    "wang2016/examples",
    "wang2016/classes",
    "wang2016/discussion",
    "wang2016/appendixB",
    "wang2019/definitions",
    "wang2019/reals",
    "wang2019/ops",
    "wang2019/pairs",
    "wang2019/facts",
    "wang2019/regression",
    "wang2019/adaops",
    "wang2019/technical",
    "wang2019/generalisation",
    "later/classification",
    "calculus/combinators",
    "calculus/properties",
    "calculus/instances",
)
"""The files of the built-in library, in the order in which they are read and shown."""


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
    """The names that are likest to one that is not there: with the same last part, then spelt nearly alike.

    >>> near_names("Theorem14", ["wu2015.theorem14", "wu2015.lemma13"])
    ['wu2015.theorem14']
    """
    from difflib import get_close_matches

    lower = {one.lower(): one for one in known}
    wanted = name.lower()
    same = [one for low, one in lower.items() if low == wanted or low.endswith(f".{wanted}")]
    alike = [lower[low] for low in get_close_matches(wanted, list(lower), 3, 0.6)]
    return list(dict.fromkeys([*same, *alike]))[:3]


def names_in(texts: Texts) -> list[str]:
    """The identifiers of all statements, in the library's order, without reading any."""
    return [
        block.name
        for path in PAPERS
        for block in texts.file(f"{path}.thm").values()
        if block.word == STATEMENT
    ]
