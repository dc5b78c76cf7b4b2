"""The texts of statements and definitions, found by name without reading what stands around them.

A file of statements is a sequence of blocks, each from a line that begins with ``define`` or ``statement`` to
the next one. A statement ``source.rest`` stands in a file of the folder ``papers/source``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Final

from ..errors import BadInput

PAPERS: Final = Path(__file__).resolve().parents[1] / "papers"
"""The folder of the library's own texts, one folder in it for each source."""
DEFINE, STATEMENT = "define", "statement"
_HEAD: Final = re.compile(rb"^(define|statement)[ ]+([A-Za-z0-9_.-]+)", re.MULTILINE)
_AFTER: Final = re.compile(rb"\n(?:#[^\n]*\n|[ ]*\n)+\Z")
_PATH: Final = re.compile(r"\w[\w-]*/\w[\w.-]*\.thm")
"""A file in a source's folder; a path from elsewhere, as a record could name it, is none."""
_NAME: Final = re.compile(r"[A-Za-z_]\w*")


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

    >>> found = blocks(b"define one := 1\\n# about two\\ndefine two := 2\\n", "numbers.thm")
    >>> [(block.name, block.number, block.text) for block in found]
    [('one', 1, 'define one := 1\\n'), ('two', 3, 'define two := 2\\n')]
    """
    heads = list(_HEAD.finditer(content))
    ends = [*(head.start() for head in heads), len(content)][1:]
    line, counted = 1, 0
    for head, end in zip(heads, ends, strict=True):
        line += content.count(b"\n", counted, head.start())
        counted = head.start()
        text = _AFTER.sub(b"\n", content[head.start() : end])
        yield Block(head[1].decode(), head[2].decode(), path, line, text.decode())


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

    def everything(self) -> Iterator[Block]:
        """All blocks of all sources."""
        for source in self.sources():
            for path in self.files(source):
                yield from self.file(path).values()
