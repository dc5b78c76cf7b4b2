r"""What a relation says beyond its two sides: that a value is where something is least, that it solves a
formula before it, that two sums are compared term by term.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from ..kernel import KernelError, SyntaxProblem
from ..kernel.real import Term, print_term, substitute, var
from ..latex.nodes import Node
from ..latex.tokens import Token, tokens
from .links import Link
from .parsed import lone
from .reading import Reading
from .remarks import STARRED, Place

BACK: Final = 1_500
_BOUND: Final = re.compile(
    r"\\?(?P<kind>sum|prod|sup|inf)(?P<ends>(?:[_^](?:\{(?:[^{}]|\{[^{}]*\})*\}|\\?\w))*)"
)
_SUBJECT: Final = re.compile(
    r"\$\s*(?P<name>\\?[A-Za-z]\w*)\s*(?:\([^$()]*\))?\s*\$+ (?:\w+ ){0,2}?"
    r"(?:achieves|attains|reaches|takes|has|is)\b"
)
_FAILS: Final = (SyntaxProblem, KernelError, ArithmeticError, RecursionError)


def least(reading: Reading, link: Link, place: Place) -> tuple[str, Link, bool] | None:
    r"""That a value is where the last formula before it is least (or greatest), in the claims' language, that
    formula, and whether nothing else can be meant; else None.

    >>> from .source import document
    >>> from .claims import stated
    >>> made = document("Thus $g \\le \\frac{1}{a} + a$. This is minimised by taking $a = 1$.")
    >>> [one.claim for one in stated(made).links if one.told]
    ['1/1 + 1 <= 1/a + a']
    """
    name = lone(reading.parsed.tree(link.left))
    stem = STARRED.sub("", name)
    value = _term(reading, link.right, link)
    if not place.sign or value is None:
        return None
    for earlier in sorted((*reading.links, *reading.aims), key=lambda one: -one.position):
        if not 0 < link.position - earlier.position <= BACK:
            continue
        terms = [_term(reading, side, link, name, stem) for side in (earlier.left, earlier.right) if side]
        known = [t for t in terms if t is not None and stem in t.names - value.names and t != var(stem)]
        if not known:
            continue
        whole, at = known[-1], substitute(known[-1], {stem: value})
        away = reading.scopes.sentence(link.position) - reading.scopes.sentence(earlier.position)
        one = earlier.sign == "=" or len(set(known)) == 1
        alone = one and whole.names - {stem} <= value.names
        near = away < 2 or _named(reading, link, earlier)
        sure = place.sure and alone and near and value.op != "var"
        return f"{print_term(at)} {place.sign} {print_term(whole)}", earlier, sure
    return None


def _named(reading: Reading, link: Link, earlier: Link) -> bool:
    """Whether the sentence of a place begins with the function of which a formula is the value: "$g$ attains
    its minimum at"."""
    said = _SUBJECT.search(reading.scopes.words(link.position))
    first = next((one for one in reading.links if one.chain == earlier.chain), earlier)
    left = "".join(token.text for token in first.left).split("(")
    return said is not None and len(left) > 1 and left[0].strip() == said["name"]


def equal(reading: Reading, link: Link) -> tuple[str, Link] | None:
    r"""That both ends of the last chain before an equation are equal with that put in, and its last link;
    else None.

    >>> from .source import document
    >>> from .claims import stated
    >>> made = document("For $x > 0$, $x + 1/x \\ge 2$, with equality iff $x = 1$.")
    >>> [one.claim for one in stated(made).links if one.told]
    ['1 + 1/1 = 2']
    """
    name, value = lone(reading.parsed.tree(link.left)), _term(reading, link.right, link)
    before = [one for one in reading.links if one.position < link.position and one.sign in ("<=", ">=")]
    last = max(before, key=lambda one: one.position, default=None)
    if not name or value is None or last is None or link.sign not in ("=", ":="):
        return None
    if reading.scopes.sentence(link.position) - reading.scopes.sentence(last.position) > 1:
        return None
    chain = [one for one in reading.links if one.chain == last.chain]
    ends = [_term(reading, side, last, name) for side in (chain[0].left, chain[-1].right)]
    if {one.sign for one in chain} - {last.sign, "="} or not any(t and name in t.names for t in ends):
        return None
    sides = [print_term(substitute(t, {name: value})) for t in ends if t is not None]
    return (f"{sides[0]} = {sides[1]}", last) if len(sides) == 2 and name not in value.names else None


def _term(reading: Reading, side: Sequence[Token], link: Link, *without: str) -> Term | None:
    """A side as a term, where it is one."""
    try:
        return reading.term(side, link, without=without)
    except _FAILS:
        return None


def solved(reading: Reading, link: Link, *, primed: bool = False) -> str:
    r"""That a value solves a formula that the text has before it: x = G(y), where y = F(x) was; else empty.
    `primed` is also y' = F(x), which is to be y.

    >>> from .source import document
    >>> from .claims import stated
    >>> made = document("Let $y := 3 e^{x}$ with $x > 0$. One may set $$x = \\log(y/3).$$")
    >>> [one.claim for one in stated(made).links if one.otherwise]
    ['x = log(3*exp(x)/3)']
    """
    name = lone(reading.parsed.tree(link.left))
    try:
        for one in reversed(reading.definitions):
            if one.parameters or one.text or one.link is link or one.position > link.position:
                continue
            image = reading.term(one.link.right, link, without=(name, one.name))
            other = reading.term(link.right, link, without=(name, one.name))
            said = ({one.name, one.name.rstrip("'")} if primed else {one.name}) & other.names
            if name in image.names and said and name not in other.names:
                return f"{name} = {print_term(substitute(other, dict.fromkeys(said, image)))}"
    except _FAILS:
        return ""
    return ""


def termwise(reading: Reading, link: Link, trees: Sequence[Node]) -> str:
    r"""Two sums, products of what is positive, or suprema over the same index, compared term by term; else
    empty.

    >>> from .source import document
    >>> from .claims import stated
    >>> made = document(r"$$\sum_i e^{x_i} \ge \sum_i (1 + x_i)$$ and $$\prod_i x_i \le \prod_i y_i.$$")
    >>> [one.claim for one in stated(made).links]
    ['exp(x_i) >= 1 + x_i', 'S3 <= S4']
    """
    heads = [_BOUND.match(tree.value) if tree.kind == "atom" else None for tree in trees]
    if heads[0] is None or heads[1] is None or heads[0][0] != heads[1][0] or not heads[0]["ends"]:
        return ""
    try:
        bodies = [tokens(t.value[h.end() :]) for t, h in zip(trees, heads, strict=True) if h is not None]
        terms = [reading.term(body, link) for body in bodies]
    except _FAILS:
        return ""
    if heads[0]["kind"] in ("sup", "inf") and link.sign not in ("=", "<=", ">="):
        return ""
    if heads[0]["kind"] == "prod" and not (link.sign == "=" or all(map(_positive, terms))):
        return ""
    return f"{print_term(terms[0])} {link.sign} {print_term(terms[1])}"


def _positive(term: Term) -> bool:
    """Whether a term is evidently not negative: exponentials, absolute values, roots, products of such."""
    if term.op in ("exp", "abs", "sqrt", "cosh"):
        return True
    return term.op in ("mul", "div", "add") and all(map(_positive, term.args))
