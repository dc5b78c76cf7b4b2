"""What the program code of a document gives a value: assignments to names that its formulas use, too."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from ..kernel import KernelError, SyntaxProblem
from ..latex.names import Names
from ..latex.nodes import Node
from ..present.reading import read_term
from .definitions import Definition
from .links import Link
from .source import Document, Formula

FUNCTIONS: Final = frozenset({"exp", "log", "sqrt", "abs", "min", "max", "tanh", "sinh", "cosh"})
_ASSIGNED: Final = re.compile(
    r"^[ \t]*(?P<name>[A-Za-z]\w*)[ \t]*=[ \t]*(?P<value>[^=\n#][^\n#]*?)[ \t]*(?:#[^\n]*)?$", re.MULTILINE
)
_KEYWORD: Final = re.compile(
    r"[(,]\s*(?P<name>[A-Za-z]\w*)\s*=\s*(?P<value>[\w.]+\s*[-+*/][\w\s.+\-*/]+?)\s*(?=[,)])"
)
"""What a function is called with: laplace(loc=v, b=sensitivity/epsilon)."""
_ARITHMETIC: Final = re.compile(r"[\w\s.+\-*/(),]+")
_EPSILON: Final = (r"\varepsilon", r"\epsilon")
_GREEK: Final = {"eps": _EPSILON, "epsilon": _EPSILON, "lam": (r"\lambda",), "sensitivity": (r"\Delta",)}


def assigned(source: Document, names: Names) -> Iterator[Definition]:
    r"""The assignments of arithmetic to a name of the formulas, with no other names than such in it.

    >>> from .source import document
    >>> names = Names()
    >>> _ = names.name(r"\epsilon"), names.name("f")
    >>> text = "$f$, $\\epsilon$:\n```python\n  f = 2 / (1 + math.exp(epsilon/2))  # odds\n  g = f + n\n```\n"
    >>> [(d.name, d.text) for d in assigned(document(text), names)]
    [('f', '2 / (1 + exp(eps/2))')]
    """
    for start, text in source.code:
        for match in (*_ASSIGNED.finditer(text), *_KEYWORD.finditer(text)):
            name = _meant(match["name"], names)
            value = re.sub(r"\b(?:math|np|numpy)\.", "", match["value"])
            if not name or not _ARITHMETIC.fullmatch(value):
                continue
            found = set(re.findall(r"[A-Za-z_]\w*", value)) - FUNCTIONS
            words = {word: _meant(word, names) for word in found}
            said = re.sub(r"[A-Za-z_]\w*", lambda m, w=words: w.get(m[0], m[0]), value)  # type: ignore[misc]
            if all(words.values()) and words and name not in words.values() and _is_term(said):
                at = start + match.start("name")
                formula = Formula(match.group().strip(), at, at + len(match.group()), display=False)
                yield Definition(
                    name, (), Node("num", "0", (), at), Link((), "=", (), at, formula, 0, 0), said
                )


def _meant(word: str, names: Names) -> str:
    """The name that formulas have for a name of the code; empty where they have none."""
    spelled = (*_GREEK.get(word, ()), word if len(word) == 1 else f"\\{word}")
    return next((names.given[key] for stem in spelled if (key := f"{stem}|||0") in names.given), "")


def _is_term(text: str) -> bool:
    try:
        read_term(text)
    except (SyntaxProblem, KernelError, ValueError):
        return False
    return True
