"""The letter about a document: a summary, what fails with its point, what lacks a condition, and every
formula marked.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ..kernel import KernelError, SyntaxProblem
from ..kernel.real import Claim, Relation
from ..present.blocks import Block, Code, Heading, Inline, Listing, Paragraph, Strong, Table, Text
from ..present.formulas import model, write
from ..present.reading import claim_from, read_said
from ..present.styles import UNICODE
from .kinds import ASSUMPTION, ASYMPTOTIC, ATOMS, DEFINITION, OBJECTS, SCALAR
from .results import Letter, Result
from .steps import STANDS

MEANS: Final = {
    SCALAR: "about numbers",
    ATOMS: "about numbers, with probabilities, expectations, norms, values as unknowns",
    ASYMPTOTIC: "about growth",
    OBJECTS: "about objects: left alone",
    DEFINITION: "definitions: put in where they are used",
    ASSUMPTION: "conditions",
}


def verdict_words(one: Result) -> str:
    """What came out, in one line."""
    answer = one.answer
    if answer is None:
        return f"not read: {one.stated.problem}" if one.stated.problem else MEANS[one.stated.kind]
    if answer.verdict == "proved":
        if answer.following:
            behind = [said for _, said, _ in one.under if said.startswith(STANDS)]
            return f"follows from {behind[-1] if behind else 'the relation before it'}{_if(answer.assumed)}"
        if answer.where_defined:
            return "holds where both sides have a value"
        return f"holds{_if(answer.assumed)}"
    if answer.verdict == "refuted":
        near = f"; nearest true relation: {answer.nearest}" if answer.nearest else ""
        return f"fails: {answer.reason}{near}"
    if answer.verdict == "unread":
        return f"not read: {answer.reason}"
    return answer.reason if answer.needs else f"not decided: {answer.reason}"


def _if(assumed: Sequence[str]) -> str:
    return f" if {', '.join(assumed)} (not stated)" if assumed else ""


def summary(letter: Letter) -> list[str]:
    """The counts, a line each."""
    counts, judged = letter.counted(), letter.judged()
    held = [r for r in judged if r.verdict == "proved"]
    bare = sum(not r.answer.assumed and not r.answer.where_defined for r in held if r.answer)
    fails = sum(r.verdict == "refuted" for r in judged)
    lack = sum(bool(r.answer and r.answer.needs) for r in judged)
    unread = sum(r.verdict == "unread" for r in judged)
    said = [f"{len(letter.results)} relations: " + ", ".join(f"{counts[k]} {k}" for k in MEANS if counts[k])]
    slips = sum(bool(r.answer and r.verdict == "refuted" and r.answer.nearest) for r in judged)
    open_ = len(judged) - len(held) - fails - lack - unread
    said.append(
        f"of {len(judged)} about numbers or unknowns {len(held)} hold ({bare} as the text states them, "
        f"{len(held) - bare} under what it does not state), {fails} fail"
        f"{f' ({slips} a slip: a relation near by is true)' if slips else ''}, {lack} lack a condition, "
        f"{open_} not decided, {unread} not read"
    )
    return said


def lines(letter: Letter, style: str = UNICODE) -> Iterator[str]:
    """The letter for the terminal: the summary, then every link, one line, with its conditions below."""
    yield from summary(letter)
    for trouble in letter.troubles:
        yield f"{trouble.place!s:>9}  not read: {trouble.words}"
    for one in letter.results:
        yield f"{one.place!s:>9}  {formula_text(one, style)}"
        judged = one.verdict or one.stated.problem
        yield f"{'':>9}  {one.stated.kind}{': ' + verdict_words(one) if judged else ''}"
        if one.stated.kind in (SCALAR, ATOMS):
            yield from (f"{'':>11}{note}" for note in notes(one, letter))


def notes(one: Result, letter: Letter) -> Iterator[str]:
    """What a verdict rests on: conditions with their places, definitions, unknowns, what is told of the
    reading.
    """
    for text, said, at in one.under:
        yield f"given {text}: {said}" + (f" ({at})" if at is not None else "")
    for text in one.stated.definitions:
        yield f"with {text}"
    for name, (latex, kind) in letter.atoms.items():
        if name in one.stated.claim.replace("(", " ").replace(")", " ").replace("*", " ").split():
            yield f"unknown {name}: {latex} ({kind})"
    for words in one.stated.told:
        yield f"told {words}"
    if one.stated.other and one.alternative is not None:
        yield f"read otherwise, as {one.stated.other}: {one.alternative.verdict}"


def _relation(one: Result) -> Relation | None:
    text = one.stated.raw or one.stated.claim
    try:
        made = claim_from(read_said(text)[0], "") if text else None
    except (SyntaxProblem, KernelError, ValueError):
        return None
    return made.relation if isinstance(made, Claim) else None


def formula_text(one: Result, style: str = UNICODE) -> str:
    """The link in a style, where it can be said in the claims' language, else its LaTeX."""
    relation = _relation(one)
    return one.stated.link.latex if relation is None else write(relation, style)


def _formula(one: Result) -> Inline:
    """The formula; of unknowns and objects as the document has it, where they have their names."""
    relation = _relation(one) if one.stated.kind not in (OBJECTS, ATOMS) else None
    return Code(one.stated.link.latex) if relation is None else model(relation)


def letter_blocks(letter: Letter) -> list[Block]:
    """The letter, for any writer of blocks."""
    judged = letter.judged()
    slips = [r for r in judged if r.answer and r.verdict == "refuted" and r.answer.nearest]
    fails = [r for r in judged if r.verdict == "refuted" and r not in slips]
    lack = [
        r for r in judged if r.answer and (r.answer.needs or (r.verdict == "proved" and r.answer.assumed))
    ]
    made: list[Block] = [Heading(1, (f"Remarks on {letter.name}",))]
    made += [Paragraph((text + ".",)) for text in summary(letter)]
    made.append(Heading(2, (f"What fails ({len(fails)})",)))
    made += [block for one in fails for block in _failing(one)] or [Paragraph(("Nothing that was read.",))]
    made.append(Heading(2, (f"Slips ({len(slips)}): a relation near by is true",)))
    made += [block for one in slips for block in _failing(one)] or [Paragraph(("None that was found.",))]
    made.append(Heading(2, (f"What lacks a condition ({len(lack)})",)))
    if lack:
        made.append(
            Listing(tuple((f"{one.place}: ", _formula(one), f": {verdict_words(one)}") for one in lack))
        )
    made.append(Heading(2, ("Every relation, in order",)))
    rows = [_row(one) for one in letter.results]
    made.append(Table(("place", "relation", "class", "what came out"), tuple(rows)))
    if letter.troubles:
        made.append(Heading(2, ("What could not be read",)))
        made.append(Listing(tuple((f"{t.place}: {t.words}",) for t in letter.troubles)))
    made.append(Paragraph((
        "A proof here is of exact real numbers, under the conditions that are named; of an expectation, a "
        "probability, a norm nothing is used but what is named. A point where a relation fails can be "
        "checked by hand.",
    )))  # fmt: skip
    return made


def _row(one: Result) -> tuple[Text, ...]:
    mark = {"proved": "✓", "refuted": "✗", "unknown": "?", "unread": "–"}.get(one.verdict, "")
    return (str(one.place),), (_formula(one),), (one.stated.kind,), (f"{mark} {verdict_words(one)}".strip(),)


def _failing(one: Result) -> Iterator[Block]:
    answer = one.answer
    if answer is None:
        return
    yield Paragraph((Strong(f"{one.place} "), _formula(one)))
    point = ", ".join(f"{k} = {v}" for k, v in answer.witness) or "any point"
    items: list[Text] = [(f"at {point}: {answer.reason}",), ("as read: ", Code(one.stated.claim))]
    items += [(f"given {text}: ", Code(said)) for text, said, _ in one.under]
    items += [("with ", Code(text)) for text in one.stated.definitions]
    if answer.assumed:
        items.append((f"and under the conventions {', '.join(answer.assumed)}",))
    if answer.nearest:
        items.append(("the nearest true relation: ", Code(answer.nearest)))
    yield Listing(tuple(items))
