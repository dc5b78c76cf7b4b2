"""What a relation is: about numbers, unknowns, objects, growth; what its notation says; what is no claim."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from ..latex.meaning import Function, Meaning
from ..latex.nodes import Node, nodes
from .links import Link
from .parsed import constant, lone
from .reading import Reading
from .roles import LOCAL
from .source import Document
from .words import NEAR

SCALAR, ATOMS, ASYMPTOTIC, OBJECTS, DEFINITION, ASSUMPTION, REMARK = (
    "scalar", "atoms", "asymptotic", "objects", "definition", "assumption", "remark",
)  # fmt: skip
GROWTH: Final = frozenset(
    {r"\approx", r"\sim", r"\simeq", r"\lesssim", r"\gtrsim", r"\asymp", r"\ll", r"\gg", r"\propto"}
)
ORDERS: Final = re.compile(
    r"(?:^|[^A-Za-z\\])(?:O|o)\(|\\(?:mathcal|tilde|widetilde)\{?\s*O|\\Omega\(|\\Theta\("
)
_OBJECTS: Final = frozenset((
    r"\mathcal", r"\mathbb", r"\cup", r"\cap", r"\setminus", r"\emptyset", r"\circ", r"\mapsto",
    r"\mathsf", r"\subset",
    r"\otimes", r"\oplus", r"\bigoplus", r"\top", r"\nabla", r"\partial", r"\mid", r"\{", r"\exists",
    r"\wedge", r"\vee",
    r"\bigcup", r"\bigcap", r"\arg", r"\deg", r"\dim", r"\ker", r"\langle", r"\vdots", r"\ddots", r"\\",
    r"\|", r"\ldots",
    r"\Pr", r"\subseteq", r"\times", r"\neg", r"\det", r"\mod", r"\bmod", r"\pmod", r"\vec", r"\boldsymbol",
))  # fmt: skip
"""What stands in relations of objects; where such a relation cannot be read it is left alone."""
_LISTED: Final = re.compile(
    r"\((?:[^()]|\([^()]*\))*,(?:[^()]|\([^()]*\))*\)|\^\*\*|\)\^\*|\[[^]]*\]_|(?<!\})\[[^][]*,[^][]*[\])]"
)

_FOLLOWS: Final = re.compile(
    r"\b(?:then|thus|hence|so|therefore|gives?|yields?|get|obtain|have|that|is|i\.e)\b[^.$]{0,20}$", re.I
)
_SUPPOSED: Final = re.compile(
    r"[\s$)\\\]]*(?:,? *(?:already|then|also))? *(?:(?:requires?|impl(?:y|ies)|would|is equivalent|iff"
    r"|if and only if|only if)\b"
    r"|(?:holds |is true )?(?:if|when|whenever|unless|provided)\b(?! *(?:that )?[$\\]))"
)
"""Words behind a relation that is spoken of, not claimed."""


def of_objects(link: Link) -> bool:
    """Whether a relation that cannot be read is one of objects: sets, vectors, matrices, pairs."""
    return bool({t.text for t in (*link.left, *link.right)} & _OBJECTS) or bool(_LISTED.search(link.latex))


def is_drawn(link: Link) -> bool:
    r"""Whether a relation says which law something has: X \sim \mathcal{N}(0, 1), n \sim Bin(m, p)."""
    if link.sign != r"\sim":
        return False
    left, right = [t.text for t in link.left], [t.text for t in link.right]
    word = "".join(itertools.takewhile(str.isalpha, right))
    script = bool(right) and right[0] in (r"\mathcal", r"\text", r"\mathrm", r"\operatorname", r"\mathsf")
    return script or (len(word) > 1 and "(" in right) or (len(left) == 1 and left[0].isupper())


def kind_of(raw: Sequence[str], sides: Sequence[set[str]], trees: Sequence[Node], sign: str) -> str:
    """About numbers where no unknown stands; about unknowns where both sides speak of the same, or one is
    made of
    some; about objects where one side is an unknown alone.
    """
    left, right = sides
    if not left and not right:
        return SCALAR
    alone = [text in side for text, side in zip(raw, sides, strict=True)]
    if any(alone) and not (left and right and (left <= right or right <= left) and not all(alone)):
        return OBJECTS
    if not (left <= right or right <= left) and (sign == "=" or not left & right):
        return OBJECTS
    if any(n.kind == "atom" and n.about in ("sum", "indicator") for t in trees for n in nodes(t)) and not (
        left <= right or right <= left
    ):
        return OBJECTS
    return ATOMS


def noted_of(trees: Sequence[Node], meaning: Meaning) -> Iterator[tuple[str, str]]:
    """What the notation says: ends of sums and products are integers, and so is what has a factorial."""
    for node in (n for t in trees for n in nodes(t)):
        if node.kind == "bound" and node.value != "integral":
            names = (m.value for end in node.args[2:] for m in nodes(end) if m.kind == "name")
            yield from ((f"{name} integer", "the end of a sum") for name in names)
        elif node.kind == "call" and node.value == "factorial":
            inside, text = list(nodes(node.args[0])), meaning.text(node.args[0])
            if all(n.kind in ("name", "num") or n.value in ("+", "-", "*") for n in inside):
                why = f"{text} has a factorial"
                yield from ((f"{n.value} integer", why) for n in inside if n.kind == "name")
                yield f"{text} >= 0", why


def is_free(
    reading: Reading,
    link: Link,
    trees: Sequence[Node],
    used: Mapping[str, str],
    known: Mapping[str, Function],
    bound: frozenset[str] = frozenset(),
) -> bool:
    """Whether a relation may be no claim: a requirement on a name, a case, an equation that is to be solved,
    a name that gets another value; not of names that are `bound` by a quantifier.
    """
    free = [lone(t) for t in trees]
    named = {n.value for t in trees for n in nodes(t) if n.kind == "name"}
    if named and named <= bound:
        return _is_case(reading.source, link)
    if any(n and n in reading.numbers and n not in used and n not in bound for n in free):
        return True
    if not link.first:
        return False
    solved = link.sign == "=" and any(map(constant, trees)) and not any(calling(trees, n) for n in known)
    again = (
        link.sign == "=" and free[0] in used and not _FOLLOWS.search(reading.words[link.formula.start].before)
    )
    return solved or again or _is_case(reading.source, link)


def _is_case(source: Document, link: Link) -> bool:
    """Whether the words around a relation make it a case, or a condition: it is not claimed."""
    words = source.words(link.formula.start - NEAR, link.formula.start).rstrip("$\\([ ")
    after = source.text[link.formula.end : link.formula.end + NEAR]
    return bool(LOCAL.search(re.sub(r"<[^>]*>", "", words).rstrip()) or _SUPPOSED.match(after))


def calling(trees: Sequence[Node], name: str) -> bool:
    return any(n.kind == "applied" and name in (n.value, n.about) for t in trees for n in nodes(t))


def unknowns(names: Sequence[str], atoms: Mapping[str, tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """What the notation says of unknowns: a condition, and why."""
    for name in names:
        latex, kind = atoms.get(name, ("", ""))
        if kind == "probability":
            yield f"0 <= {name}", f"{latex} is a probability"
            yield f"{name} <= 1", f"{latex} is a probability"
        elif kind in ("norm", "variance"):
            yield f"{name} >= 0", f"{latex} is a {kind}"
        elif kind == "size":
            yield f"{name} >= 1", f"{latex} is a number of elements, of which the text has some"
