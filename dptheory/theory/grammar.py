"""The grammar of statements, as `statements.grammar` has it: for the reader, the editors and the reference.

``python -m dptheory.theory.grammar`` prints the part of the reference that is made from it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import cache, cached_property
from pathlib import Path
from typing import Final

from .names import once
from .outline import Entry, OutlineError, Piece, joined

FILE: Final = Path(__file__).with_name("statements.grammar")
PIECES, TEXT, CITED, WITHIN, REASON = "pieces", "a text", "what is cited", "within a line", "reason"
_RULE: Final = re.compile(
    r"  (?P<word>[a-z][\w-]*)?(?P<once>[?!]?) ?(?P<shape>.*?)(?P<sign>[;,](?= \.\.\.))?(?: \.\.\.)?"
    r"(?: ?\{(?P<under>.*)\})?  +(?P<says>.*)"
)
_SHAPE: Final = re.compile(r"([A-Z]+)|([][])|\s*(:=|=>|[=~;()])\s*|(\s+)|(.)")


@dataclass(frozen=True)
class Rule:
    """A line of the grammar: what stands under `place` and begins with `word`, its shape, what it says.

    `under` is the place of the lines under it, `sign` what stands between several that are said on one line.
    """

    place: str
    word: str
    once: str
    shape: str
    sign: str
    under: str
    says: str

    @property
    def whole(self) -> str:
        """The word and the shape."""
        return f"{self.word} {self.shape}".strip()

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """The shape as a regular expression, to its end."""
        return re.compile(pattern(self.shape) + r"\Z", re.S)

    @cached_property
    def _next(self) -> re.Pattern[str]:
        """What stands between several such lines: the sign, where what follows begins as they do."""
        start = re.match(r"[A-Z]+(?: :=|: )?", self.shape)
        return re.compile(rf"{self.sign}\s*(?={pattern(start[0] if start else '')})")

    def read(self, line: Entry) -> dict[str, Piece]:
        """The pieces of a line by their names, empty where they are left out; raises OutlineError."""
        return self.pieces(line.head if self.under else line.rest, line)

    def pieces(self, text: Piece, line: Entry) -> dict[str, Piece]:
        """The same of what a line says after its word."""
        match = self.pattern.match(text)
        if match is None:
            raise self.expected(line)
        return {name: text.cut(*match.span(name)) for name in self.pattern.groupindex}

    def expected(self, line: Entry) -> OutlineError:
        """The error of a line that has another shape."""
        return OutlineError(f"expected '{self.whole.lower()}'", line.number)

    def each(self, line: Entry) -> Iterator[Entry]:
        """What a line says, one thing each."""
        said = self.several(line.rest) if self.sign else []
        if len(said) < 2:
            yield line
            return
        for text in said:
            _, column = text.place(0) or (0, line.column)
            yield Entry(joined([line.word, text]), line.number, column=column)

    def several(self, text: Piece) -> list[Piece]:
        """The things that such lines say, where they stand one after the other."""
        found, open_ = list[Piece](), False
        for part in text.parted(self._next) if self.sign in text else [text]:
            if open_:  # the sign stands between variables: forall S: data; i: int. ...
                found[-1] = joined([found[-1], part], f"{self.sign} ")
            else:
                found.append(part)
            open_ = _OPEN.search(found[-1]) is not None
        return found


_OPEN = re.compile(r"\b(?:forall|exists|fun)\s+[A-Za-z_][\w', ]*:[^.]*\Z")
"""A quantifier whose variables go on after the next sign."""


_NEARLY = re.compile(r"\w+ [\w.']+: ")
"""What has the shape of a line, as ``Solve rule: ...`` has it; words that go on do not begin so."""


def pattern(shape: str) -> str:
    """A shape as a regular expression with a group for each piece."""
    made = ""
    for piece, bracket, sign, blank, plain in _SHAPE.findall(shape):
        if piece:
            made += f"(?P<{piece}>{pieces().get(piece, '.+?')})"
        elif bracket:
            made += "(?:" if bracket == "[" else ")?"
        else:
            made += rf"\s*{re.escape(sign)}\s*" if sign else r"\s+" if blank else re.escape(plain)
    return made


@cache
def _grammar() -> tuple[dict[str, str], dict[str, dict[str, Rule]], frozenset[str]]:
    """What pieces look like, the rules of each place by their words, and the places whose lines may go on."""
    looks, places, going_on, place = dict[str, str](), dict[str, dict[str, Rule]](), set[str](), ""
    for line in FILE.read_text(encoding="utf-8").splitlines():
        if line[:1] not in ("", " ", "#"):
            place = line.partition("  ")[0].removesuffix(" ...")
            if place != PIECES:
                places[place] = {}
            if line.endswith(" ..."):
                going_on.add(place)
        elif place == PIECES and line[:1] == " ":
            name, look = line.split()
            looks[name] = look
        elif line[:1] == " ":
            match = _RULE.fullmatch(line)
            if match is None:
                raise ValueError(f"no rule of the grammar: {line!r}")
            rule = Rule(place, **{name: text or "" for name, text in match.groupdict().items()})
            places[place][rule.word or re.split("[^A-Z]", rule.shape)[0]] = rule
    return looks, places, frozenset(going_on)


def pieces() -> Mapping[str, str]:
    """What the pieces of lines look like, those that are not anything."""
    return _grammar()[0]


def rules(place: str) -> Mapping[str, Rule]:
    """The rules of a place by their words; none where nothing of its own stands there."""
    return _grammar()[1].get(place, {})


def goes_on(place: str) -> bool:
    """Whether a line of a place that begins with none of its words goes on with what is above."""
    return place in _grammar()[2]


def places() -> Mapping[str, Mapping[str, Rule]]:
    """The rules of all places."""
    return _grammar()[1]


def lines(entry: Entry, place: str) -> Iterator[Entry]:
    """The lines under an entry, each of which says one thing; raises OutlineError for one that does not stand
    there, or stands there again. Where lines may go on, one that begins with no word of the place does.

    >>> from .outline import outline
    >>> text = "form printed\\n  given x: 0 < x; y: 0 < y\\n  claim x < y\\n"
    >>> [line.text for line in lines(outline(text)[0], "form")]
    ['given x: 0 < x', 'given y: 0 < y', 'claim x < y']
    """
    found, known = dict[str, Entry](), rules(place)
    for child in entry.children:
        rule, bare = known.get(child.word), known.get(child.word.removesuffix(":"))
        if rule is None and bare is not None and bare.shape.startswith("["):  # proof: by calc
            at = len(bare.word)
            rule, child = bare, replace(child, text=joined([child.text.cut(0, at), child.text.cut(at)]))
        if rule is None:
            if goes_on(place) and not (_NEARLY.match(child.text) and _is_word(place, child.word)):
                continue
            raise OutlineError(f"a {place} has no {child.word!r}{near(place, child.word)}", child.number)
        for below in child.children if rule.shape == "PROSE" else ():
            if below.word in known and _NEARLY.match(below.text):
                raise OutlineError(f"under {child.word!r} {below.word!r} would be words of it", below.number)
        if rule.once:
            once(child, found, "a definition" if place == "define" else f"a {place}")
        yield from rule.each(child)


def own(entry: Entry, place: str) -> Entry:
    """A line with what goes on with it, and nothing under it that is a line of its own in its place."""
    further = [child.whole for child in entry.children if child.word not in rules(place)]
    return replace(entry, text=joined([entry.text, *further]), children=[])


def _is_word(place: str, word: str) -> bool:
    """Whether a word is one that begins lines in some place, or nearly one of this place."""
    return near(place, word) != "" or any(word.lower() in found for found in places().values())


def near(place: str, word: str) -> str:
    """What a word may have been meant to be, as the end of a message.

    >>> near("statement", "titel")
    "; did you mean 'title'?"
    """
    found = get_close_matches(word.lower(), rules(place), 1)
    return f"; did you mean {found[0]!r}?" if found else ""


def reference() -> str:
    """The grammar as tables of the reference, in Markdown."""
    heads = {
        TEXT: "A text has", CITED: "What is cited is", WITHIN: "Within lines stand",
        REASON: "A reason is a rule, a form, or",
    }  # fmt: skip
    parts = []
    for place, found in places().items():
        rows = [f"| `{rule.whole}` | {rule.says} |" for rule in found.values()]
        head = heads.get(place, f"Under `{place}`" if " " not in place else f"Under a {place}")
        parts.append("\n".join([f"{head}:", "", "| line | what it says |", "| --- | --- |", *rows]))
    return "\n\n".join(parts) + "\n"


if __name__ == "__main__":
    print(reference(), end="")
