"""The letter about a document: a summary, what fails with its point, what lacks a condition, and every
formula marked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from flint import fmpq

from ..kernel import KernelError, SyntaxProblem
from ..kernel.real import Claim, Relation, enclose
from ..present.blocks import Block, Code, Heading, Inline, Listing, Paragraph, Strong, Table, Text
from ..present.formulas import model, write
from ..present.reading import claim_from, read_said
from ..present.styles import UNICODE
from .given import CORRECTED
from .kinds import ASSUMPTION, ASYMPTOTIC, ATOMS, DEFINITION, OBJECTS, REMARK, SCALAR
from .results import Letter, Result
from .steps import STANDS

SAME: Final = 20
"""Times that the same trouble is told, each with its place."""
MEANS: Final = {
    SCALAR: "about numbers",
    ATOMS: "about numbers once probabilities, expectations, norms and values are unknowns",
    ASYMPTOTIC: "about growth",
    OBJECTS: "about objects (left alone)",
    DEFINITION: "definitions (put in where they are used)",
    ASSUMPTION: "conditions",
    REMARK: "remarks (denied, or where equality or an optimum is)",
}


def verdict_words(one: Result) -> str:
    """What came out, in one line."""
    answer = one.answer
    if answer is None:
        if one.stated.remark:
            return one.stated.remark
        return f"not read: {one.stated.problem}" if one.stated.problem else MEANS[one.stated.kind]
    if answer.verdict == "proved":
        if answer.following:
            behind = [said for _, said, _ in one.under if said.startswith(STANDS)]
            return f"follows from {behind[-1] if behind else 'the relation before it'}{_if(answer.assumed)}"
        if answer.where_defined:
            return "holds where both sides have a value"
        return f"holds{' as its reader corrected it' if _corrected(one) else ''}{_elsewhere(one)}"
    if answer.verdict == "refuted":
        near = f"; nearest true relation: {answer.nearest}" if answer.nearest else ""
        near += f"; it holds if {answer.needs}" if answer.needs else ""
        return f"fails: {answer.reason}{near}"
    if answer.verdict == "unread":
        return f"not read: {answer.reason}"
    return answer.reason if answer.needs else f"not decided: {answer.reason}"


def _corrected(one: Result) -> bool:
    """Whether a result is about what the reader corrected, not about the text."""
    return any(text.startswith(CORRECTED) for text in (*one.stated.told, *(said for _, said, _ in one.under)))


def _elsewhere(one: Result) -> str:
    """What a relation that holds rests on beyond what its sentence states."""
    assumed = one.answer.assumed if one.answer is not None else ()
    texts = {text for text, _, _ in one.elsewhere}
    rest = [text for text in assumed if text not in texts]
    if not texts:
        return _if(rest)
    lines_ = sorted({at.line for _, _, at in one.elsewhere if at is not None})
    where = f"line{'s' if len(lines_) > 1 else ''} {', '.join(map(str, lines_))}"
    said = f" under a condition of {where} that this sentence does not state: {', '.join(sorted(texts))}"
    return f"{said}{' and' + _if(rest) if rest else ''}"


def _if(assumed: Sequence[str]) -> str:
    return f" if {', '.join(assumed)} (not stated)" if assumed else ""


def summary(letter: Letter) -> list[str]:
    """The counts, a line each."""
    counts, judged = letter.counted(), letter.judged()
    held = [r for r in judged if r.verdict == "proved"]
    bare = sum(
        not (r.answer.assumed or r.answer.where_defined or _corrected(r)) for r in held if r.answer
    )
    fails = sum(r.verdict == "refuted" for r in judged)
    lack = sum(bool(r.verdict == "unknown" and r.answer and r.answer.needs) for r in judged)
    unread = sum(r.verdict == "unread" for r in judged)
    said = [f"{len(letter.results)} relations: " + ", ".join(f"{counts[k]} {k}" for k in MEANS if counts[k])]
    if letter.beyond:
        said[0] += (
            f"; the last {letter.beyond} about numbers or unknowns are read, not checked "
            "(--most N checks more)"
        )
    slips = sum(bool(r.answer and r.verdict == "refuted" and r.answer.nearest) for r in judged)
    open_ = len(judged) - len(held) - fails - lack - unread - letter.beyond
    said.append(
        f"of {len(judged)} about numbers or unknowns {len(held)} hold ({bare} as the text states them, "
        f"{len(held) - bare} under what it does not state), {fails} fail"
        f"{f' ({slips} a slip: a relation near by is true)' if slips else ''}, {lack} lack a condition, "
        f"{open_} not decided, {unread} not read"
    )
    return said


def _troubles(letter: Letter) -> Iterator[tuple[str, str]]:
    """What could not be read, with places; of what is said many times, the first and how many follow."""
    counts = Counter(trouble.words for trouble in letter.troubles)
    told: set[str] = set()
    for trouble in letter.troubles:
        words, many = trouble.words, counts[trouble.words] > SAME
        if not many or words not in told:
            more = f" (the same {counts[words] - 1} more times below)" if many else ""
            yield str(trouble.place), f"{words}{more}"
        told.add(words)


def lines(letter: Letter, style: str = UNICODE) -> Iterator[str]:
    """The letter for the terminal: the summary, then every link, one line, with its conditions below."""
    yield from summary(letter)
    for place, words in _troubles(letter):
        yield f"{place:>9}  not read: {words}"
    for one in letter.results:
        yield f"{one.place!s:>9}  {formula_text(one, style)}"
        judged = one.verdict or one.stated.problem or one.stated.remark
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
    """The relation in the claims' language; of definitions none, where the text names what is unknown."""
    return _read((one.stated.raw or one.stated.claim) if one.stated.kind != DEFINITION else "")


def _read(text: str) -> Relation | None:
    """A text of the claims' language as a relation, where it is one."""
    try:
        made = claim_from(read_said(text)[0], "") if text else None
    except (SyntaxProblem, KernelError, ValueError):
        return None
    return made.relation if isinstance(made, Claim) else None


def _math(text: str) -> Inline:
    """A relation of the claims' language as a formula; what is none as it stands."""
    relation = _read(text)
    return Code(text) if relation is None else model(relation)


def formula_text(one: Result, style: str = UNICODE) -> str:
    """The link in a style, where it can be said in the claims' language, else its LaTeX."""
    parts = one.stated.raw.split(" and ") if one.stated.kind == ASSUMPTION else []
    relations = list(map(_read, parts)) if len(parts) > 1 else [_relation(one)]
    if None in relations:
        return one.stated.link.latex
    return ", ".join(write(relation, style) for relation in relations if relation is not None)


def _formula(one: Result) -> Inline:
    """The formula; of unknowns and objects as the document has it, where they have their names."""
    shown = one.stated.kind not in (OBJECTS, ATOMS) and "integral(" not in one.stated.raw
    relation = _relation(one) if shown else None
    return Code(one.stated.link.latex) if relation is None else model(relation)


def letter_blocks(letter: Letter) -> list[Block]:
    """The letter, for any writer of blocks."""
    judged = letter.judged()
    slips = [r for r in judged if r.answer and r.verdict == "refuted" and r.answer.nearest]
    fails = [r for r in judged if r.verdict == "refuted" and r not in slips]
    kept = [r for r in judged if r.answer is not None and r.verdict in ("unknown", "proved")]
    lack = [r for r in kept if r.answer and (r.answer.needs or (r.verdict == "proved" and r.answer.assumed))]
    made: list[Block] = [Heading(1, (f"Remarks on {letter.name}",))]
    made += [Paragraph((text,)) for text in _opening(letter)]
    beside = f", and {len(slips)} more under Slips" if slips else ""
    made.append(Heading(2, (f"What fails ({len(fails)}){beside}",)))
    made += [block for one in fails for block in _failing(one)]
    made += (
        [] if fails else [Paragraph(("Nothing else that was read." if slips else "Nothing that was read.",))]
    )
    made.append(Heading(2, (f"Slips ({len(slips)}): a relation near by is true",)))
    made += [block for one in slips for block in _failing(one)] or [Paragraph(("None that was found.",))]
    made.append(Heading(2, (f"What lacks a condition ({len(lack)})",)))
    listed = Listing(tuple((f"{one.place}: ", _formula(one), f": {verdict_words(one)}") for one in lack))
    made.append(listed if lack else Paragraph(("None that was found.",)))
    made.append(Heading(2, ("Every relation, in order",)))
    rows = [_row(one) for one in letter.results]
    made.append(Table(("place", "relation", "class", "what came out"), tuple(rows)))
    if letter.troubles:
        made.append(Heading(2, ("What could not be read",)))
        made.append(Listing(tuple((f"{place}: {words}",) for place, words in _troubles(letter))))
    made.append(Paragraph((
        "A proof here is of exact real numbers, under the conditions that are named; of an expectation, a "
        "probability, a norm nothing is used but what is named. A point where a relation fails can be "
        "checked by hand.",
    )))  # fmt: skip
    return made


def _opening(letter: Letter) -> Iterator[str]:
    """The summary in sentences, for a reader who does not know the classes' names."""
    counts, (first, second) = letter.counted(), summary(letter)
    kinds = ", ".join(f"{counts[kind]} {means}" for kind, means in MEANS.items() if counts[kind])
    beyond = first.partition(";")[2]
    yield f"{len(letter.results)} relations were read: {kinds}{f';{beyond}' if beyond else ''}."
    yield f"{second[:1].upper()}{second[1:]}."


def _row(one: Result) -> tuple[Text, ...]:
    mark = {"proved": "✓", "refuted": "✗", "unknown": "?", "unread": "–"}.get(one.verdict, "")
    said: list[Inline] = [f"{mark} {verdict_words(one)}".strip()]
    for text, words, at in one.under if one.verdict == "proved" else ():
        said += ["; given ", _math(text), ": ", Code(words), f" ({at})" if at is not None else ""]
    return (str(one.place),), (_formula(one),), (one.stated.kind,), tuple(said)


def _failing(one: Result) -> Iterator[Block]:
    """A relation that fails: the point, both sides there, what was given, what is true instead."""
    answer = one.answer
    if answer is None:
        return
    yield Paragraph((Strong(str(one.place)), " ", _formula(one)))
    point = [part for k, v in answer.witness for part in (", ", _math(f"{k} = {v}"))][1:]
    items: list[Text] = [("fails at ", *(point or ["any point"]), _values(one))]
    items.append(("as read: ", Code(one.stated.claim)))
    for text, said, at in one.under:
        items.append(("given ", _math(text), ": ", Code(said), f" ({at})" if at is not None else ""))
    items += [("with ", _math(text)) for text in one.stated.definitions]
    if answer.assumed:
        usual = [part for text in answer.assumed for part in (", ", _math(text))][1:]
        items.append(("and by convention ", *usual))
    if answer.needs:
        items.append(("it holds if ", _math(answer.needs)))
    if answer.nearest:
        items.append(("true is: ", _math(answer.nearest)))
    yield Listing(tuple(items))


def _values(one: Result) -> str:
    """Both sides at the point where a relation fails, in a few digits."""
    relation, answer = _read(one.stated.claim), one.answer
    if relation is None or answer is None or not answer.witness:
        return f": {answer.reason}" if answer is not None else ""
    box = {name: (fmpq(value), fmpq(value)) for name, value in answer.witness}
    try:
        left, right = (enclose(side, box) for side in (relation.left, relation.right))
    except (KernelError, ArithmeticError):
        return f": {answer.reason}"
    said = [ball.str(6, radius=False) for ball in (left, right)]
    return f": the left side is {said[0]} there, the right side {said[1]}"
