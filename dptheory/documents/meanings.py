r"""What a text says of all unknowns of a form: instances of it, and what its words mean
($(\varepsilon, \delta)$-DP).
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from ..kernel import KernelError, SyntaxProblem
from ..kernel.real import Term, print_term, substitute
from ..latex.meaning import Meaning
from ..latex.tokens import tokens
from ..present.reading import read_term
from .links import Link
from .parsed import Parsed, lone
from .premises import AROUND, MOST, SIGN, Premise, Spoken, names_of, reaches
from .source import Document
from .unify import instance, substituted

_QUANTIFIED: Final = re.compile(r"\b(?:for|where|and) (?:all|any|every|each)\b", re.IGNORECASE)
_GENERAL: Final = re.compile(
    rf"{_QUANTIFIED.pattern}"
    r"|\b(?:satisf\w*|definition|defined|we say|is said|assum\w+|suppos\w+|hypothesis)\b",
    re.IGNORECASE,
)
_BETWEEN: Final = r"[\s$)\\\]]*-? *"
_PRIVATE: Final = re.compile(
    rf"{_BETWEEN}(?:approximate(?:ly)? |pure |locally? |central )*(?:differential(?:ly)? priva\w*|L?DP\b)"
)
_CONCENTRATED: Final = re.compile(rf"{_BETWEEN}(?:zCDP\b|(?:zero-?)?concentrated(?:[ -]\w+)*)")
_RENYI: Final = re.compile(rf"{_BETWEEN}(?:RDP\b|R(?:é|e|\\'e)nyi(?:[ -]\w+)*)")
_EVENTS: Final = (r"\in T", "=y")


def instances(
    source: Document,
    spoken: Sequence[Spoken],
    claim: str,
    mine: Mapping[str, str],
    link: Link,
    parsed: Parsed,
) -> list[Premise]:
    """What the text says of all unknowns of a form, said of those of a link: letters stand for what these
    have in their places.
    """
    made: dict[str, Premise] = {}
    for one in spoken:
        later = one.position >= link.position or not reaches(source, one, link)
        if not 1 <= len(one.atoms) <= 2 or later or len(mine) > MOST:
            continue
        for chosen in itertools.permutations(mine, len(one.atoms)):
            pairs = [(latex, mine[name]) for latex, name in zip(one.atoms.values(), chosen, strict=True)]
            images = instance(pairs)
            if images is None or any(r"\mid" in image for image in images.values()):
                continue
            text = _said_of(one, dict(zip(one.atoms, chosen, strict=True)), substituted(images), parsed)
            if text and text not in (claim, one.text):
                made.setdefault(text, Premise(text, one.said, one.position))
    return list(made.values())[:MOST]


def general(source: Document, spoken: Sequence[Spoken]) -> list[Spoken]:
    """The relations that a text states of all of their letters, or assumes: the words around them say so."""
    found = []
    for one in spoken:
        if one.link is not None:
            formula = one.link.formula
            before = source.words(formula.start - AROUND, formula.start)
            after = source.words(formula.end, formula.end + AROUND // 2)
            if _GENERAL.search(before) or _QUANTIFIED.search(after):
                found.append(one)
    return found


def _said_of(one: Spoken, names: Mapping[str, str], images: Mapping[str, str], parsed: Parsed) -> str:
    """A relation with other unknowns, and with other numbers where its letters stand for these."""
    try:
        terms = {name: read_term(new) for name, new in names.items()}
        for letter, image in images.items():
            name = lone(parsed.tree(tokens(letter)))
            if name in names_of(one.text):
                terms[name] = _number(image, parsed)
        left, sign, right = SIGN.split(one.text, maxsplit=1)
        return " ".join((_put(left, terms), sign, _put(right, terms)))
    except (SyntaxProblem, KernelError, ArithmeticError, RecursionError):
        return ""


def _put(text: str, terms: Mapping[str, Term]) -> str:
    return print_term(substitute(read_term(text), terms))


def _number(latex: str, parsed: Parsed) -> Term:
    tree = parsed.tree(tokens(latex))
    if isinstance(tree, SyntaxProblem):
        raise tree
    return read_term(Meaning(strict=False).text(tree))


def meant(source: Document, parsed: Parsed) -> Iterator[Spoken]:
    r"""What words behind a formula mean, as relations between unknowns.

    >>> from .source import document
    >>> found = list(meant(document("Let $M$ be $(\\varepsilon,\\delta)$-differentially private."), Parsed()))
    >>> found[0].text, found[0].said
    ('A1 <= exp(eps)*A2 + del', '(\\varepsilon,\\delta)-differentially private')
    """
    for formula in source.formulas:
        after = source.text[formula.end : formula.end + 60]
        found = next(((m, how) for how in _MEANING if (m := how.match(after))), None)
        if found is None or formula.display:
            continue
        words = found[0].group().lstrip("$\\)] ")
        said = f"{formula.latex.strip()}{'' if words.startswith('-') else ' '}{words}"
        parts = _parts(formula.latex)
        try:
            numbers = [print_term(_number(part, parsed)) for part in parts]
        except (SyntaxProblem, KernelError, ArithmeticError, RecursionError):
            continue
        for text, atoms in _MEANING[found[1]](numbers, parts, parsed):
            yield Spoken(text, atoms, said, formula.start)


def _parts(latex: str) -> list[str]:
    inner = latex.strip()
    if inner.startswith("(") and inner.endswith(")"):
        inner = inner[1:-1]
    return [part for part in inner.split(",") if part.strip()]


Relations = Iterator[tuple[str, dict[str, str]]]


def _private(numbers: Sequence[str], parts: Sequence[str], parsed: Parsed) -> Relations:
    """(eps, delta) of neighbours, for events and for single outputs."""
    if len(numbers) in (1, 2):
        for event in _EVENTS:
            atoms = {"A1": rf"\Pr[M(x){event}]", "A2": rf"\Pr[M(x'){event}]"}
            yield f"A1 <= exp({numbers[0]})*A2" + (f" + {numbers[1]}" if len(numbers) == 2 else ""), atoms


def _concentrated(numbers: Sequence[str], parts: Sequence[str], parsed: Parsed) -> Relations:
    """A divergence of every order alpha > 1 of at most rho times alpha."""
    if len(numbers) == 1:
        order = parsed.names.name(r"\alpha")
        yield from ((f"A1 <= {numbers[0]}*{order}", {"A1": rf"D_\alpha(M(x){bars}M(x'))"}) for bars in _BARS)


def _renyi(numbers: Sequence[str], parts: Sequence[str], parsed: Parsed) -> Relations:
    """A divergence of one order."""
    if len(numbers) == 2:
        yield from ((f"A1 <= {numbers[1]}", {"A1": rf"D_{{{parts[0]}}}(M(x){bars}M(x'))"}) for bars in _BARS)


_BARS: Final = ("||", r"\|")
_MEANING: Final = {_PRIVATE: _private, _CONCENTRATED: _concentrated, _RENYI: _renyi}
