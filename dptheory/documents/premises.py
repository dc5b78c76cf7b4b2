r"""What a step between unknowns may rest on: what the text says of them before, chains from end to end,
instances of what it says of all such unknowns, and what its words mean ($(\varepsilon, \delta)$-DP).
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from ..kernel import KernelError, SyntaxProblem
from ..kernel.real import Term, print_term, substitute
from ..latex.meaning import Meaning
from ..latex.tokens import tokens
from ..present.reading import read_term
from .links import Link
from .parsed import Parsed, lone
from .source import Document
from .unify import instance, substituted

MOST: Final = 8
"""Premises of one kind at most, for one link."""
_BEHIND: Final = 400
"""Characters behind a formula in which a text still says what was used in it."""
_REASON: Final = re.compile(
    r"\b(?:where|since|because|recall|assum\w+|suppos\w+|by (?:definition|assumption)|предпол\w+"
    r"|так как|где)\b[^.;:$]{0,40}$",
    re.IGNORECASE,
)
_AROUND: Final = 200
_QUANTIFIED: Final = re.compile(r"\b(?:for|where|and) (?:all|any|every|each)\b", re.IGNORECASE)
_GENERAL: Final = re.compile(
    rf"{_QUANTIFIED.pattern}"
    r"|\b(?:satisf\w*|definition|defined|we say|is said|assum\w+|suppos\w+|hypothesis)\b",
    re.IGNORECASE,
)
_SIGN: Final = re.compile(r" (<=|>=|<|>|=) ")
_WAYS: Final = {"<=": "<=", "<": "<=", ">=": ">=", ">": ">="}
_BETWEEN: Final = r"[\s$)\\\]]*-? *"
_PRIVATE: Final = re.compile(
    rf"{_BETWEEN}(?:approximate(?:ly)? |pure |locally? |central )*(?:differential(?:ly)? priva\w*|L?DP\b)"
)
_CONCENTRATED: Final = re.compile(rf"{_BETWEEN}(?:zCDP\b|(?:zero-?)?concentrated(?:[ -]\w+)*)")
_RENYI: Final = re.compile(rf"{_BETWEEN}(?:RDP\b|R(?:é|e|\\'e)nyi(?:[ -]\w+)*)")
_EVENTS: Final = (r"\in T", "=y")


@dataclass(frozen=True)
class Premise:
    """A relation in the claims' language, what the document has for it, and where."""

    text: str
    said: str
    position: int


@dataclass(frozen=True)
class Spoken:
    """A relation of the text about unknowns, or of the `ends` of a chain: its claim, and the LaTeX of each
    unknown in it.
    """

    text: str
    atoms: Mapping[str, str]
    said: str
    position: int
    link: Link | None = None
    ends: bool = False


def names_of(text: str) -> set[str]:
    """The names in a text of the claims' language."""
    return set(re.findall(r"[A-Za-z_]\w*'*", text))


def only_unknowns(text: str, mine: Iterable[str]) -> bool:
    """Whether a text has nothing but unknowns, perhaps multiplied, divided, with brackets."""
    return not re.sub(
        r"[()*/ ]", "", re.sub(r"[A-Za-z_]\w*'*", lambda m: "" if m[0] in set(mine) else m[0], text)
    )


def hypotheses(
    source: Document, spoken: Sequence[Spoken], claim: str, mine: Iterable[str], link: Link
) -> list[Premise]:
    """What the text says, before a link or just behind it as a reason, of no other unknowns than the link's;
    of a chain also what its ends say of one another. A bound of an unknown is none for another bound of it.
    Nothing rests on itself: what a relation rests on comes before it in one order of all.
    """
    known = frozenset(mine)
    circular = {s.link.chain for s in spoken if s.link is not None and s.text == claim}
    apart = [s for s in spoken if s.link is None or s.link.chain not in circular - {link.chain}]
    near = [
        s
        for s in (*apart, *_ends(apart))
        if s.atoms and _reaches(source, s, link) and source.within(s.position, link.position)
    ]
    bridges = [s for s in near if 0 < len(s.atoms.keys() - known) <= 2 and s.atoms.keys() & known][-2:]
    wider = known.union(*(s.atoms for s in bridges))
    found = [s for s in near if s.atoms.keys() <= wider and not _restated(s.text, claim, wider)]
    found.sort(key=lambda s: (s.atoms.keys() <= known, s.position))
    return [Premise(s.text, s.said, s.position) for s in {s.text: s for s in found}.values()][-MOST:]


def _restated(text: str, claim: str, known: frozenset[str]) -> bool:
    """Whether two relations are the same, or bound one unknown alone by numbers and by the same unknowns."""
    (left, right), (mine, other) = (_SIGN.split(one, maxsplit=1)[::2] for one in (text, claim))
    speaks = names_of(right) & known
    return text == claim or (left == mine and left in known and speaks <= names_of(other))


def _reaches(source: Document, one: Spoken, link: Link) -> bool:
    """Whether a link may rest on a relation."""
    if one.link is None:
        return one.position < link.position
    if one.position - link.formula.end >= _BEHIND:
        return False
    return ((one.position, 0) if one.ends else _order(source, one.link)) < _order(source, link)


def _order(source: Document, link: Link) -> tuple[int, int]:
    """The place of a relation in the order of all: where it stands, but of a reason behind formulas, before
    the first of these.
    """
    formula = link.formula
    reason = _REASON.search(source.words(formula.start - _AROUND, formula.start).rstrip("$\\([ "))
    if formula.display or not reason:
        return link.position, 0
    near = (f.start for f in source.formulas if 0 <= formula.start - f.end < _BEHIND)
    return min(near, default=link.position), -1


def _ends(spoken: Sequence[Spoken]) -> Iterator[Spoken]:
    """The first side of a chain against each later one, with the direction of all signs between."""
    for _, run in itertools.groupby(
        (s for s in spoken if s.link is not None), key=lambda s: s.link.chain if s.link else 0
    ):
        chain = list(run)
        for start in range(len(chain)):
            way, last = "=", chain[start]
            for place in range(start, len(chain)):
                one = chain[place]
                left, sign, right = _SIGN.split(one.text, maxsplit=1)
                joined = place == start or _SIGN.split(last.text, maxsplit=1)[2] == left
                way = both_signs(way, sign) if joined else ""
                if not way:
                    break
                last = one
                if place > start:
                    first = _SIGN.split(chain[start].text, maxsplit=1)[0]
                    atoms = {n: a for s in (chain[start], one) for n, a in s.atoms.items()}
                    text = f"{first} {way} {right}"
                    used = {n: a for n, a in atoms.items() if n in names_of(text)}
                    both = f"{chain[start].said}, ..., {one.said}"
                    yield Spoken(text, used, both, one.position, one.link, ends=True)


def both_signs(way: str, sign: str) -> str:
    """The sign of two relations one after the other; empty where they say nothing together."""
    if sign == "=":
        return way
    sign, way = _WAYS.get(sign, ""), _WAYS.get(way, way)
    return sign if way in ("=", sign) else ""


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
        later = one.position >= link.position or not _reaches(source, one, link)
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
            before = source.words(formula.start - _AROUND, formula.start)
            after = source.words(formula.end, formula.end + _AROUND // 2)
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
        left, sign, right = _SIGN.split(one.text, maxsplit=1)
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
