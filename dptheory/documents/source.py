r"""The text of a document as words and formulas, each with its line and column."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from ..latex.macros import Macro, macros
from . import comments

LONGEST: Final = 20_000
"""Characters of one formula; what is not closed before that is told."""
MOST: Final = 20_000
"""Formulas of one document, and a hundredth of that of such as do not end; what comes after is told, not
read.
"""
CUT: Final = "too many formulas: the rest is not read"
FINE: Final = 4
"""The level from which on headings are those of paragraphs, which go on with one another."""
ENVIRONMENTS: Final = (
    "equation", "align", "gather", "multline", "eqnarray", "displaymath", "math", "flalign", "alignat",
    "aligned", "split", "dmath",
)  # fmt: skip
_OPENERS: Final = re.compile(
    r"(?P<tworound>\\\\\((?=(?:(?!\n\n).)+?\\\\\)))|(?P<twosquare>\\\\\[(?=(?:(?!\n\n).)+?\\\\\]))|\\\\(?!\[|\()"
    r"|(?P<dollars>(?<!\\)\$\$)|(?P<dollar>(?<!\\)\$)|(?P<square>\\\[)|(?P<round>\\\()"
    rf"|\\begin\{{(?P<environment>(?:{'|'.join(ENVIRONMENTS)})\*?)\}}|(?P<fence>```+ *math[^\n]*\n)",
    re.DOTALL,
)
_CLOSERS: Final = {
    "tworound": r"\\)", "twosquare": r"\\]", "dollars": "$$", "dollar": "$", "square": r"\]", "round": r"\)",
    "fence": "```",
}  # fmt: skip
_CODE: Final = re.compile(
    r"(?P<math>^```+ *math[^\n]*\n.*?^```+[ \t]*$)"
    r"|^(?P<fence>```+|~~~+)[^\n]*\n.*?^(?P=fence)[ \t]*$|(?<![`$])`[^`\n]+`(?![`$])",
    re.DOTALL | re.MULTILINE,
)
_ESCAPED: Final = re.compile(r"\\([\\\[\](){}_*~|`#+\-.!<>^&'])")
_ENTITIES: Final = {"lt": "<", "gt": ">", "amp": "&"}
_ENTITY: Final = re.compile(r"&(lt|gt|amp);")
_TWICE: Final = re.compile(r"\\\\[(\[][^$]{0,200}?\\_")
"""Formulas between doubled backslashes, in which Markdown's escapes are written, too."""
_TAG: Final = re.compile(
    r"</?(?:center|div|br|hr|span|strong|em|font|ul|ol|li|table|tbody|tr|td|th)\b[^<>\n]{0,300}>", re.I
)
_QUOTED: Final = re.compile(r"(?m)^[ \t]*(?:>[ \t]?)+")
"""The marks of a quotation at the beginning of its lines."""
_FRONT: Final = re.compile(r"\A---\n.*?\n---\n", re.DOTALL)
_HEADING: Final = re.compile(
    r"(?m)^#{1,6} [^\n]*|\\(?:sub)*section\*?\{[^}\n]*\}|^> \*\*[A-Z][^\n]*|<h[1-6]\b[^>\n]*>"
    r"|\\end\{proof\}|\\begin\{(?:theorem|lemma|proof|corollary|proposition|definition|remark|example)\}"
)
_SIGN: Final = re.compile(
    r"(?:\$|\\\))(?:[^\S\n]*(?P<sign>:=|[=<>≤≥])|(?P<line>[^\S\n]*\n[^\S\n]*>?)[^\S\n]*(?P<first>:=|[=<≤≥]))"
    r"[^\S\n]*(?:\$|\\\()"
)
"""A sign of a relation between two formulas within a line, or at the beginning of the next: $x$ = $y$."""
ASIDE: Final = re.compile(r"\b(?:for|where|with|if|when|all|any|every)\W*$", re.IGNORECASE)
"""Words before a condition at the end of a line, of which the next line does not speak."""
_CHAPTER: Final = re.compile(
    r"(?m)^(?P<marks>#{1,6}) (?!\W*proof)|\\(?P<subs>(?:sub)*)section\*?\{(?!\W*proof)", re.IGNORECASE
)


@dataclass(frozen=True)
class Place:
    """A line and a column, both from 1."""

    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.line}:{self.column}"


@dataclass(frozen=True)
class Formula:
    """One formula: its LaTeX, where it begins in the clean text, whether it stands on lines of its own."""

    latex: str
    start: int
    end: int
    display: bool


@dataclass(frozen=True)
class Trouble:
    """What could not be read, and where."""

    place: Place
    words: str


@dataclass(frozen=True)
class Document:
    """A document: its clean text, formulas in order, macros, where its sections begin, its program code, and
    the headings of its chapters with their levels.
    """

    text: str
    formulas: tuple[Formula, ...]
    macros: Mapping[str, Macro]
    sections: tuple[int, ...]
    troubles: tuple[Trouble, ...]
    code: tuple[tuple[int, str], ...] = ()
    chapters: tuple[tuple[int, int], ...] = ()
    raw: str = field(repr=False, default="")
    _lines: tuple[int, ...] = field(repr=False, default=())
    _raw: tuple[int, ...] | None = field(repr=False, default=None)

    def place(self, position: int) -> Place:
        """The line and column, in the file, of a place in the clean text."""
        if self._raw is not None:
            position = self._raw[min(position, len(self._raw) - 1)]
        line = bisect_right(self._lines, position)
        return Place(line, position - self._lines[line - 1] + 1)

    def position(self, line: int, column: int) -> int:
        """The place in the clean text of a line and a column."""
        raw = self._lines[min(line, len(self._lines)) - 1] + column - 1
        return raw if self._raw is None else bisect_left(self._raw, raw)

    def section(self, position: int) -> int:
        """The number of the section in which a place is."""
        return bisect_right(self.sections, position)

    def within(self, one: int, other: int) -> bool:
        """Whether what stands at one place speaks of another below: between them are only headings of parts
        of the first one's chapter, and those of theorems and proofs.
        """
        own = next((level for at, level in reversed(self.chapters) if at <= one), 0)
        return all(level > own or level >= FINE for at, level in self.chapters if one < at <= other)

    def words(self, start: int, end: int) -> str:
        """The text between two places, on one line."""
        return " ".join(self.text[max(start, 0) : end].split())


def document(raw: str, *, tex: bool = False) -> Document:
    r"""The document of a text.

    >>> made = document("Let $x > 0$.\n\\[ \\log(1+x) \\le x. \\]\n")
    >>> [(f.latex.strip(), str(made.place(f.start)), f.display) for f in made.formulas]
    [('x > 0', '1:6', False), ('\\log(1+x) \\le x.', '2:3', True)]
    """
    lines = (0, *(m.end() for m in re.finditer("\n", raw)))
    text: str = raw
    kept: tuple[int, ...] | None = None
    if not tex:
        escaped = r"\\\(" in raw or r"\\\[" in raw or _TWICE.search(raw)
        patterns = [_ESCAPED] if escaped else []
        patterns += [_ENTITY] if _ENTITY.search(raw) else []
        for pattern in patterns:
            text, places = _unescaped(text, pattern)
            kept = places if kept is None else tuple(kept[at] for at in places)
    text = _blanked(text, _FRONT)
    for pattern in comments.TEX if tex else (comments.COMMENT,):
        text = _blanked(text, pattern)
    code = () if tex else tuple((m.start(), m.group()) for m in _CODE.finditer(text) if m["fence"])
    for start, end in comments.untaken(text) if tex else ():
        text = text[:start] + re.sub(r"[^\n]", " ", text[start:end]) + text[end:]
    struck = (comments.STRUCK,) if re.search(r"~~|<(?:del|s|strike)>", text) else ()
    for pattern in () if tex else (_CODE, *struck, _TAG):
        text = _blanked(text, pattern)
    made: list[Formula] = []
    lost: list[int] = []
    giant: list[int] = []
    rest = -1
    for one in _joined(text, _formulas(text, re.sub(r"\\\\", "  ", text) if tex else text)):
        if len(made) >= MOST or len(lost) + len(giant) >= MOST // 100:
            rest = one if isinstance(one, int) else one.start
            break
        if isinstance(one, int):
            lost.append(one)
        elif one.latex:
            made.append(one)
        else:
            giant.append(one.start)
    sections = tuple(m.start() for m in _HEADING.finditer(text))
    chapters = tuple(
        (m.start(), len(m["marks"]) if m["marks"] else len(m["subs"] or "") // 3 + 1)
        for m in _CHAPTER.finditer(text)
    )
    bare = Document(text, tuple(made), macros(text), sections, (), code, chapters, raw, lines, kept)
    troubles = tuple(Trouble(bare.place(at), "a formula that does not end") for at in lost)
    long = f"a formula of more than {LONGEST:,} characters"
    troubles += tuple(Trouble(bare.place(at), long) for at in giant)
    if rest >= 0:
        troubles += (Trouble(bare.place(rest), CUT),)
    return replace(bare, troubles=troubles)


def _blanked(text: str, pattern: re.Pattern[str]) -> str:
    """A text with blanks in place of what a pattern finds, but for formulas between fences; places stay."""

    def blank(match: re.Match[str]) -> str:
        kept = match.groupdict().get("math")
        return kept if kept else re.sub(r"[^\n]", " ", match.group())

    return pattern.sub(blank, text)


def _unescaped(raw: str, pattern: re.Pattern[str]) -> tuple[str, tuple[int, ...]]:
    """Markdown's escapes, or HTML's entities, undone, and for each character where it stood."""
    made: list[str] = []
    places: list[int] = []
    at = 0
    for match in pattern.finditer(raw):
        made.append(raw[at : match.start()])
        places.extend(range(at, match.start()))
        made.append(_ENTITIES.get(match[1], match[1]))
        places.append(match.start())
        at = match.end()
    made.append(raw[at:])
    places.extend(range(at, len(raw) + 1))
    return "".join(made), tuple(places)


def _formulas(text: str, seen: str) -> Iterator[Formula | int]:
    """The formulas in order, found in what is seen of a text; of one that does not end, the place; of one
    that is too long, no LaTeX.
    """
    at = 0
    while match := _OPENERS.search(seen, at):
        at = match.end()
        if match.lastgroup is None:
            continue
        closer = _CLOSERS.get(match.lastgroup, rf"\end{{{match['environment']}}}")
        end = _closing(text, at, closer)
        inside = text[at:end] if end >= 0 else ""
        if end < 0 or (closer == "$" and "\n\n" in inside):
            long = text.find(closer, at) if end < 0 else -1
            giant = long >= 0 and "\n\n" not in text[at:long]
            yield match.start() if not giant else Formula("", match.start(), long, display=True)
            at = long + len(closer) if giant else at
            continue
        if "\n" in inside and _QUOTED.match(text, text.rfind("\n", 0, match.start()) + 1):
            inside = _blanked(inside, _QUOTED)
        if inside.strip():
            display = match.lastgroup not in ("dollar", "round", "tworound") and _alone(text, match.start())
            ticks = inside.startswith("`") and inside.endswith("`") and len(inside) > 2
            yield (
                Formula(inside[1:-1], at + 1, end - 1, display)
                if ticks
                else Formula(inside, at, end, display)
            )
        at = end + len(closer)


def _joined(text: str, found: Iterator[Formula | int]) -> Iterator[Formula | int]:
    r"""Formulas within a line with those that go on behind a sign of the text; places stay.

    >>> list(_joined("$x$ = $y$", _formulas("$x$ = $y$", "$x$ = $y$")))
    [Formula(latex='x  =  y', start=1, end=8, display=False)]
    """
    last: Formula | None = None
    for one in found:
        inline = isinstance(one, Formula) and not one.display
        if last is not None and inline and isinstance(one, Formula):
            gap = _SIGN.fullmatch(text[last.end : one.start])
            aside = gap and gap["line"] and ASIDE.search(text[max(last.start - 20, 0) : last.start])
            if gap and not aside and one.start - last.start < LONGEST:
                which = "first" if gap["first"] else "sign"
                before, behind = " " * gap.start(which), " " * (gap.end() - gap.end(which))
                latex = f"{last.latex}{before}{gap[which]}{behind}{one.latex}"
                last = replace(last, latex=latex, end=one.end)
                continue
        if last is not None:
            yield last
        last = one if isinstance(one, Formula) and inline else None
        if last is None:
            yield one
    if last is not None:
        yield last


def _closing(text: str, at: int, closer: str) -> int:
    place = text.find(closer, at, at + LONGEST)
    while closer in ("$", "$$") and place > 0 and text[place - 1] == "\\":
        place = text.find(closer, place + 1, at + LONGEST)
    return place


def _alone(text: str, start: int) -> bool:
    before = text[text.rfind("\n", 0, start) + 1 : start]
    return not before.strip(" >\t*-") or "\\" in text[start : start + 1]
