"""The texts of statements and definitions, found by name without reading what stands around them.

A file of statements is a sequence of blocks, each from a line that begins with ``define`` or ``statement`` to
the next one. A statement ``source.rest`` stands in a file of the folder ``papers/source``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Final

from ..errors import BadInput

PAPERS: Final = Path(__file__).resolve().parents[1] / "papers"
"""The folder of the library's own texts, one folder in it for each source."""
ORDER: Final = "order.txt"
"""The file in the folder of texts that says which of them are read first."""
DEFINE, STATEMENT = "define", "statement"
HEADINGS: Final = ("statement", "lemma", "definition", "claim", "remark")
"""Words with which a statement begins; each but the first says its kind."""
_HEAD: Final = re.compile(rf"^(define|{'|'.join(HEADINGS)})[ ]+([A-Za-z0-9_.-]+)".encode(), re.MULTILINE)
_AFTER: Final = re.compile(rb"\n(?:#[^\n]*\n|[ ]*\n)+\Z")
_PATH: Final = re.compile(r"\w[\w-]*/\w[\w.-]*\.thm")
"""A file in a source's folder; a path from elsewhere, as a record could name it, is none."""
_NAME: Final = re.compile(r"[A-Za-z_]\w*")


TEXT: Final = ".thm"
"""How the names of files of statements end."""


def is_path(target: str) -> bool:
    """Whether a target of a command names a file or a folder of statements, and no statement or source.

    >>> is_path("notes.thm"), is_path("notes/"), is_path("wu2015.theorem14")
    (True, True, False)
    """
    return target.endswith(TEXT) or "/" in target


@dataclass(frozen=True)
class Block:
    """The text of one definition or statement, with its file (relative to the texts' folder) and line."""

    word: str
    name: str
    path: str
    number: int
    text: str

    @cached_property
    def digest(self) -> str:
        """The hash of the text."""
        return sha256(self.text.encode()).hexdigest()

    @cached_property
    def names(self) -> frozenset[str]:
        """Every name that occurs in the text, in whatever place."""
        return frozenset(_NAME.findall(self.text))


def blocks(content: bytes, path: str) -> Iterator[Block]:
    """The blocks of a file; what stands before the first is no block. Comments above a block are not its own.
    The mark at the beginning of a file and the line ends of Windows say nothing.

    >>> found = blocks(b"define one := 1\\n# about two\\ndefine two := 2\\n", "numbers.thm")
    >>> [(block.name, block.number, block.text) for block in found]
    [('one', 1, 'define one := 1\\n'), ('two', 3, 'define two := 2\\n')]
    """
    content = content.removeprefix(b"\xef\xbb\xbf").replace(b"\r\n", b"\n")
    heads = list(_HEAD.finditer(content))
    ends = [*(head.start() for head in heads), len(content)][1:]
    line, counted = 1, 0
    for head, end in zip(heads, ends, strict=True):
        line += content.count(b"\n", counted, head.start())
        counted = head.start()
        text = _AFTER.sub(b"\n", content[head.start() : end])
        word = DEFINE if head[1].decode() == DEFINE else STATEMENT
        yield Block(word, head[2].decode(), path, line, text.decode())


def read_after(files: Mapping[str, Iterable[Block]]) -> list[str]:
    """Files by name, but each after those whose definitions it speaks of.

    >>> one, two = b"define one := two\\n", b"define two := 2\\n"
    >>> read_after({"a": list(blocks(one, "a")), "b": list(blocks(two, "b"))})
    ['b', 'a']
    """
    held = {path: list(found) for path, found in files.items()}
    defined = {block.name: path for path, found in held.items() for block in found if block.word == DEFINE}
    order: dict[str, None] = {}
    ahead = sorted(held, reverse=True)
    waiting = set[str]()
    while ahead:
        path = ahead[-1]
        spoken = {defined[name] for block in held[path] for name in block.names & defined.keys()}
        below = sorted(spoken - order.keys() - waiting - {path}, reverse=True)
        if path in order or not below:  # files that speak of one another are read by name
            order[ahead.pop()] = None
        else:
            waiting.add(path)
            ahead += below
    return list(order)


def _lines(path: Path) -> list[str]:
    """The lines of a file that are no comments; none where there is no such file."""
    text = path.read_text(encoding="utf-8") if path.is_file() else ""
    return [line.strip() for line in text.splitlines() if line.strip() and not line.startswith("#")]


class Texts:
    """The blocks of a folder of texts. Files are read when they are asked for, once.

    >>> Texts().statement("wu2015.theorem14").path
    'wu2015/stability.thm'
    """

    def __init__(self, place: Path = PAPERS) -> None:
        self.place = place
        self._files: dict[str, dict[tuple[str, str], Block]] = {}
        self._listed: dict[str, list[str]] = {}
        self._sources: list[str] = []

    def sources(self) -> list[str]:
        """The names of all sources."""
        if not self._sources:
            self._sources = sorted(folder.name for folder in self.place.iterdir() if self.files(folder.name))
        return self._sources

    def files(self, source: str) -> list[str]:
        """The files of one source."""
        if source not in self._listed:
            found = (self.place / source).glob("*.thm")
            self._listed[source] = sorted(f"{source}/{path.name}" for path in found)
        return self._listed[source]

    def file(self, path: str) -> dict[tuple[str, str], Block]:
        """The blocks of a file by word and name; none where there is no such file in a source's folder."""
        if path not in self._files:
            try:
                content = (self.place / path).read_bytes() if _PATH.fullmatch(path) else b""
            except OSError:
                content = b""
            try:
                self._files[path] = {(b.word, b.name): b for b in blocks(content, path)}
            except UnicodeDecodeError:
                given = f"the file {path!r}, which is no text"
                raise BadInput(given, "a text in UTF-8", "another file") from None
        return self._files[path]

    def order(self) -> list[str]:
        """All files in the order in which they are read: those that `ORDER` names, then the others, each
        after those whose definitions it speaks of. A folder that is put there is a source.

        >>> Texts().order()[:2]
        ['wu2015/definitions.thm', 'background/vectors.thm']
        """
        there = [path for source in self.sources() for path in self.files(source)]
        named = [f"{line}.thm" for line in _lines(self.place / ORDER)]
        first = [path for path in named if path in there]
        return first + read_after({path: self.file(path).values() for path in there if path not in first})

    def block(self, word: str, name: str, path: str) -> Block | None:
        """The definition or statement of that name in a file."""
        return self.file(path).get((word, name))

    def statement(self, name: str) -> Block | None:
        """The statement of that name, in the folder of its source."""
        source = name.partition(".")[0]
        if source not in self.sources():
            return None
        found = (self.block(STATEMENT, name, path) for path in self.files(source))
        return next((block for block in found if block is not None), None)

    def with_line(self, word: str) -> tuple[str, ...]:
        """The statements that have a line of that word.

        >>> Texts().with_line("answers")[-1]
        'wang2016.proposition33.learnable'
        """
        line = re.compile(rf"^ +{word} ", re.MULTILINE)
        return tuple(b.name for b in self.everything() if b.word == STATEMENT and line.search(b.text))

    def everything(self) -> Iterator[Block]:
        """All blocks of all sources."""
        for source in self.sources():
            for path in self.files(source):
                yield from self.file(path).values()
