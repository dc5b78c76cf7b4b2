"""All statements and definitions, read from their texts."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from ..errors import BadInput
from ..kernel.logic import Definition
from .blocks import DEFINE, PAPERS, Texts, blocks
from .catalogue import UnknownStatement, near_names, sources_of
from .outline import OutlineError
from .reader import Document, Unread, read, scan, shelf
from .record import Entry
from .statements import Form, Statement


class Shelf(Mapping[str, Statement]):
    """Statements by identifier, each read when it is first asked for."""

    def __init__(self, texts: Mapping[str, Statement | Unread]) -> None:
        self._texts = dict(texts)

    def __getitem__(self, name: str) -> Statement:
        found = self._texts[name]
        return found.statement if isinstance(found, Unread) else found

    def __contains__(self, name: object) -> bool:
        return name in self._texts

    def __iter__(self) -> Iterator[str]:
        return iter(self._texts)

    def __len__(self) -> int:
        return len(self._texts)

    def unread(self, name: str) -> Unread | None:
        """The text of a statement with its lines and file; None where it was not read from one."""
        found = self._texts.get(name)
        return found if isinstance(found, Unread) else None

    def with_texts(self, texts: Mapping[str, Statement | Unread]) -> Shelf:
        """A shelf with more; what is read is not read again."""
        return Shelf({**self._texts, **texts})


@dataclass(frozen=True)
class TheoryLibrary:
    """Statements by identifier, definitions by name, and what definitions say in words.

    `added` are the definitions of users' files: pages mark them, and show what they stand for.
    """

    statements: Mapping[str, Statement]
    definitions: Mapping[str, Definition]
    says: Mapping[str, str]
    added: frozenset[str] = frozenset()

    def get(self, name: str) -> Statement:
        """A statement by its identifier; raises UnknownStatement, or BadInput for the name of a source."""
        if name in self.statements:
            return self.statements[name]
        if name in self.sources:
            raise BadInput(f"{name}, a source", "a statement of it", f"dptheory list {name}")
        raise UnknownStatement(name, near_names(name, [*self.statements, *self.sources]))

    @cached_property
    def sources(self) -> tuple[str, ...]:
        """The sources that statements are named for, ``wu2015``, in the library's order."""
        return sources_of(self.statements)

    def select(self, names: Iterable[str]) -> list[str]:
        """Identifiers for names of statements or of sources, in the library's order."""
        wanted: set[str] = set()
        for name in names:
            of_source = [i for i in self.statements if i.split(".")[0] == name]
            wanted.update(of_source or [self.get(name).id])
        return [i for i in self.statements if i in wanted]

    def form(self, name: str) -> tuple[Statement, Form] | None:
        """The form of that name with its statement, ``wu2015.theorem14:sharp``; None if there is none."""
        statement = self.statements.get(name.partition(":")[0])
        forms = () if statement is None else statement.forms
        return next(((statement, form) for form in forms if statement and form.name == name), None)

    def unread(self, name: str) -> Unread | None:
        """The text of a statement with its lines and file; None where it was not read from one."""
        return self.statements.unread(name) if isinstance(self.statements, Shelf) else None

    def forms(self) -> Iterator[tuple[Statement, Form]]:
        """Every form of every statement."""
        for statement in self.statements.values():
            for form in statement.forms:
                yield statement, form


def load_library(*extra_files: Path) -> TheoryLibrary:
    """The built-in library, and what users' files add to it; raises OutlineError.

    >>> load_library().get("wu2015.theorem14").title
    'norm stability of strongly convex learning rules'
    """
    library = TheoryLibrary(Shelf({}), {}, {})
    for path in Texts().order():
        library = outlined(library, (PAPERS / path).read_bytes(), path)
    return with_files(library, extra_files)


def part_of(texts: Texts, entry: Entry) -> TheoryLibrary:
    """The library as far as one recorded statement speaks of it: its definitions and the statement itself."""
    library = TheoryLibrary(Shelf({}), {}, {})
    parts = [texts.block(DEFINE, name, path) for name, path in entry.definitions]
    for block in (*parts, texts.statement(entry.name)):
        if block is not None:
            library = shelved(library, block.text, block.path)
    return library


def saying(texts: Texts, names: Collection[str]) -> TheoryLibrary:
    """All definitions, and some statements."""
    library = TheoryLibrary(Shelf({}), {}, {})
    for path in texts.order():
        kept = (b for b in texts.file(path).values() if b.word == DEFINE or b.name in names)
        library = shelved(library, "\n".join(block.text for block in kept), path)
    return library


def with_files(library: TheoryLibrary, paths: Iterable[Path]) -> TheoryLibrary:
    """A library with what users' files add to it; raises OutlineError, UnicodeDecodeError."""
    for path in paths:
        # as it is: what ends a line is for the reader of the outline to say
        library = extended(library, path.read_bytes().decode("utf-8"), str(path))
    return library


def extended(library: TheoryLibrary, text: str, path: str) -> TheoryLibrary:
    """A library with the definitions and statements of a text added; raises OutlineError."""
    document = read(text, library.definitions, path)
    made = _joined(library, document, path)
    return replace(made, added=library.added | (document.definitions.keys() - library.definitions.keys()))


def outlined(library: TheoryLibrary, data: bytes, path: str) -> TheoryLibrary:
    """A library with a file of the papers added, whose statements are cut into lines when asked for."""
    return _joined(library, shelf(blocks(data, path), library.definitions, path), path)


def shelved(library: TheoryLibrary, text: str, path: str) -> TheoryLibrary:
    """The same, with statements that are read when they are first asked for: their faults are found then."""
    document = scan(text, library.definitions, path)
    return _joined(library, document, path)


def _joined(library: TheoryLibrary, document: Document, path: str) -> TheoryLibrary:
    texts = {unread.id: unread for unread in document.unread}
    there = {name.lower() for name in library.statements}  # files are named for them: case is no difference
    for unread in document.unread:
        if unread.id.lower() in there:
            raise OutlineError(f"the statement {unread.id} is there already", unread.said.number, path)
        there.add(unread.id.lower())
    old = library.statements
    shelf = old.with_texts(texts) if isinstance(old, Shelf) else Shelf({**old, **texts})
    return TheoryLibrary(shelf, document.definitions, {**library.says, **document.says}, library.added)
