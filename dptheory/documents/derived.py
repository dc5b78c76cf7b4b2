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
from ..latex.tokens import tokens
from .links import Link
from .parsed import lone
from .reading import Reading

NEAR: Final = 160
"""Characters before a value in which a text says that it is where something is least."""
BACK: Final = 1_500
_LEAST: Final = re.compile(
    r"minimi[sz]|\bminimum\b|minimal|optimi[sz]|\boptimal\b|миними|оптим", re.IGNORECASE
)
_GREATEST: Final = re.compile(r"maximi[sz]|\bmaximum\b|maximal|максими", re.IGNORECASE)
_ROUGHLY: Final = re.compile(r"\b(?:up to|about|roughly|approximately|around|nearly|close to)\b", re.I)
_MARKED: Final = re.compile(r"_(?:star|hat|opt|min|max)$|(?<=[a-z])0$")
_BOUND: Final = re.compile(
    r"\\?(?P<kind>sum|prod|sup|inf)(?P<ends>(?:[_^](?:\{(?:[^{}]|\{[^{}]*\})*\}|\\?\w))*)"
)
_FAILS: Final = (SyntaxProblem, KernelError, ArithmeticError, RecursionError)


def least(reading: Reading, link: Link) -> tuple[str, Link] | None:
    r"""That a value is where the last formula before it is least (or greatest), in the claims' language, if
    the words before it say so, and that formula; else None.

    >>> from .source import document
    >>> from .stated import stated
    >>> made = document("Thus $g \\le \\frac{1}{a} + a$. This is minimised by taking $a = 1$.")
    >>> [one.claim for one in stated(made).links if one.told]
    ['1/1 + 1 <= 1/a + a']
    """
    words = reading.source.words(link.formula.start - NEAR, link.formula.start)
    sign = "<=" if _LEAST.search(words) else ">=" if _GREATEST.search(words) else ""
    name = lone(reading.parsed.tree(link.left))
    if not sign or not name or link.sign not in ("=", ":=") or not link.first or _ROUGHLY.search(words):
        return None
    stem = _MARKED.sub("", name)
    try:
        value = reading.term(link.right, link)
        for earlier in sorted((*reading.links, *reading.aims), key=lambda one: -one.position):
            away = link.position - earlier.position
            if away <= 0 or away > BACK:
                continue
            whole = reading.term(earlier.right, link, without=(name, stem))
            if stem in whole.names - value.names and whole != var(stem):
                at = substitute(whole, {stem: value})
                return f"{print_term(at)} {sign} {print_term(whole)}", earlier
    except _FAILS:
        return None
    return None


def solved(reading: Reading, link: Link, *, primed: bool = False) -> str:
    r"""That a value solves a formula that the text has before it: x = G(y), where y = F(x) was; else empty.
    `primed` is also y' = F(x), which is to be y.

    >>> from .source import document
    >>> from .stated import stated
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
    >>> from .stated import stated
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
