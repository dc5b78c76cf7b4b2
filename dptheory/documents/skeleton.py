r"""From a document to a file of statements: one for each theorem, with its words, its place, and the numeric
steps that were proved as calculations. The claim is the last that the theorem states itself, else the last of
all: the author puts the theorem's own in its place.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from ..kernel import KernelError, SyntaxProblem
from ..kernel.real import Claim, subterms
from ..present.reading import claim_from, read_said
from ..prover import find_point
from .kinds import ATOMS, SCALAR
from .premises import names_of
from .results import Letter, Result
from .source import Document

KINDS: Final = "theorem|lemma|corollary|proposition|claim"
LONGEST: Final = 400
"""Characters of a quote."""
_BEGINS: Final = re.compile(
    rf"\\begin\{{(?P<tex>{KINDS})\*?\}}(?:\[(?P<title>[^\]\n]*)\])?"
    rf"|^(?:#+ +|> *|\*)*\**(?P<md>{KINDS})\b(?P<number>[ \d.]*)[^\n]*$",
    re.IGNORECASE | re.MULTILINE,
)
_SECTION: Final = re.compile(r"(?m)^#{1,6} (?!\W*proof)[^\n]*|\\(?:sub)*section\*?\{", re.IGNORECASE)
_SAYABLE: Final = frozenset({
    "num", "var", "const", "add", "sub", "mul", "div", "pow", "neg", "exp", "log", "sqrt", "abs", "min",
    "max",
})  # fmt: skip
_FIXED: Final = frozenset({"n", "d", "S", "T", "E", "P"})


@dataclass(frozen=True)
class Environment:
    """A theorem of a document: what kind, its title, where it begins, its words and its proof end."""

    kind: str
    title: str
    start: int
    stated: int
    end: int


def theorems(source: Document) -> list[Environment]:
    r"""The displayed theorems of a document, each with what follows up to the next, or the next section.

    >>> from .source import document
    >>> made = document("\\begin{lemma}[Tails] $x \\le y$.\\end{lemma} Proof: ...\n\\section{Next}", tex=True)
    >>> [(t.kind, t.title) for t in theorems(made)]
    [('lemma', 'Tails')]
    """
    found = list(_BEGINS.finditer(source.text))
    made = []
    for at, match in enumerate(found):
        end = found[at + 1].start() if at + 1 < len(found) else len(source.text)
        section = _SECTION.search(source.text, match.end(), end)
        end = section.start() if section else end
        kind = (match["tex"] or match["md"]).lower()
        words = match["title"] or kind if match["tex"] else match.group().strip("#>* \n")
        closes = source.text.find(rf"\end{{{match['tex']}" if match["tex"] else "\n\n", match.end(), end)
        stated = closes if closes >= 0 else end
        made.append(Environment(kind, " ".join(words.split()), match.start(), stated, end))
    return made


def skeleton(source: Document, letter: Letter, name: str) -> str:
    """The file of statements; theorems without a proved step about numbers are told in a comment."""
    lines = [
        f"# Statements of {letter.name}, from what `dptheory read` proved. Each claim is a numeric step of",
        "# the text: put the theorem's own in its place. Words: docs/STATEMENTS.md.",
    ]
    for number, one in enumerate(theorems(source), 1):
        steps = [r for r in letter.results if one.start <= r.stated.link.position < one.end and _sayable(r)]
        place = source.place(one.start)
        if not steps:
            lines += ["", f"# {one.kind} at {place} ({one.title}): no step about numbers that was proved"]
            continue
        lines += ["", *_statement(source, letter, f"{name}.{one.kind}{number}", one, steps)]
    return "\n".join(lines) + "\n"


def _sayable(one: Result) -> bool:
    answer = one.answer
    if (
        one.verdict != "proved"
        or answer is None
        or answer.following
        or one.stated.kind not in (SCALAR, ATOMS)
    ):
        return False
    try:
        claim = _claim(one)
    except (SyntaxProblem, KernelError, ValueError):
        return False
    if not isinstance(claim, Claim):
        return False
    terms = [t for r in (claim.relation, *claim.conditions) for t in (r.left, r.right)]
    return {t.op for t in subterms(*terms)} <= _SAYABLE


def _claim(one: Result) -> object:
    given = [text for text, _, _ in one.under]
    assumed = one.answer.assumed if one.answer is not None else ()
    return claim_from(read_said(one.stated.claim)[0], ", ".join((*given, *assumed)))


def _statement(
    source: Document, letter: Letter, ident: str, one: Environment, steps: Sequence[Result]
) -> Iterator[str]:
    given = dict.fromkeys(text for step in steps for text, _, _ in step.under)
    added = dict.fromkeys(
        text for step in steps if step.answer for text in step.answer.assumed if text not in given
    )
    texts = [*given, *added, *(step.stated.claim for step in steps)]
    images = _images({name for text in texts for name in names_of(text)} - _WORDS)
    integers = {text.removesuffix(" integer") for text in given if text.endswith(" integer")}
    reals = sorted(images[name] for name in images if name not in integers)
    yield f"statement {ident}"
    yield f"  title  {one.title}"
    yield f"  source {letter.name}, {source.place(one.start)}"
    yield f"  quote  {_quote(source, one)}"
    sorts = [f"{', '.join(reals)}: real"] if reals else []
    sorts += [f"{', '.join(sorted(images[name] for name in integers))}: int"] if integers else []
    yield f"  let    {'; '.join(sorts)}"
    yield "  form printed"
    number = 0
    for word, found in (("given", given), ("added", added)):
        for text in found:
            if not text.endswith(" integer"):
                number += 1
                yield f"    {word} c{number}: {_renamed(text, images)}"
    own = [step for step in steps if step.stated.link.position < one.stated] or steps
    yield f"    claim {_renamed(own[-1].stated.claim, images)}"
    yield "    proof by the steps of the text"
    for at, step in enumerate(steps, 1):
        yield f"      {at}: {_renamed(step.stated.claim, images)} by calc"
    yield from _model([*given, *added], [step.stated.claim for step in steps], images)


_WORDS: Final = frozenset({"exp", "log", "sqrt", "abs", "min", "max", "integer", "pi", "E"})


def _images(names: set[str]) -> Mapping[str, str]:
    """Names that statements may declare: n and d and a few capitals are taken, and a prime stands in none."""
    plain = {name: name.replace("'", "_prime") for name in sorted(names)}
    return {name: f"{made}_0" if made in _FIXED else made for name, made in plain.items()}


def _renamed(text: str, images: Mapping[str, str]) -> str:
    return re.sub(r"[A-Za-z_]\w*'*", lambda found: images.get(found[0], found[0]), text)


def _quote(source: Document, one: Environment) -> str:
    words = source.words(one.start, min(one.stated, one.start + LONGEST))
    return (
        re.sub(r"\\(?:begin|end|label)\{[^}]*\}(?:\[[^\]]*\])?", "", words).replace("*", "").strip()
        or one.title
    )


def _model(given: Sequence[str], claims: Sequence[str], images: Mapping[str, str]) -> Iterator[str]:
    """A point at which all conditions hold, if one is found."""
    used = sorted({name for text in (*given, *claims) for name in names_of(text)} - _WORDS)
    whole = " + ".join(used)
    try:
        claim = claim_from(read_said(f"{whole} = {whole}")[0], ", ".join(given)) if used else None
        point = find_point(claim, effort=100_000) if isinstance(claim, Claim) else None
    except (SyntaxProblem, KernelError, ValueError):
        point = None
    if point is None:
        yield "    # no point at which all conditions hold was found: write a model"
        return
    yield "    model"
    yield from (
        f"      value {images[name]} = {value}" for name, value in sorted(point.items()) if name in images
    )
