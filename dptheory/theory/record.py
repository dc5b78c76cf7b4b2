"""What was verified before, found by name and kept only as long as all that it depends on is the same.

An entry of the record is the block of one statement in the table of verdicts of its source. Its key is the
hash of the engine (the kernel's and the theory's sources, the arithmetic library's version), of the
statement's text, of the definitions that the text speaks of, and of the keys of the statements that its
proofs cite. An entry whose key is another one today is stale: nothing is read from it. Nor is anything read
from an entry that is not as it was written, which its digest shows, or of which not all certificates that it
was written with are there: that is told besides.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from .blocks import DEFINE, TEXT, Block, Texts
from .evidence import CERTIFICATES, VERDICTS, Blocks, block, files, lines_of, read

FORMAT: Final = "dptheory-record 3"
ENGINE_FILE: Final = "engine"
ENGINE: Final = ("kernel", "theory", "finite", "constructions")
"""The rooms whose sources decide what is found about a statement."""
WRITERS: Final = ("present", "commands", "notation")
"""The rooms whose sources decide how that is written. No verdict depends on them."""


@dataclass(frozen=True)
class Entry:
    """What is recorded of a statement: `found` is what the kernel said (`theory.recalled`), `definitions` are
    those that its text speaks of, with their files, `cites` the statements that its proofs cite, and
    `certificates` the digests of those that it was checked with. Without a key it is never fresh."""

    name: str
    found: Mapping[str, Any]
    definitions: tuple[tuple[str, str], ...] = ()
    cites: tuple[str, ...] = ()
    key: str = ""
    certificates: tuple[str, ...] = ()

    @cached_property
    def text(self) -> str:
        """The block of the entry."""
        by_file = dict[str, str]()
        for name, path in self.definitions:
            path = path.removesuffix(TEXT)
            by_file[path] = f"{by_file[path]} {name}" if path in by_file else name
        more = {name: part for name, part in self.found.items() if name not in ("forms", "twins")}
        last = {"key": self.key, "definitions": by_file, "cites": " ".join(self.cites), **more,
                "certificates": " ".join(self.certificates)}  # fmt: skip
        said = {"statement": self.name} | {name: part for name, part in last.items() if part}
        return block([*self.found["forms"], *self.found["twins"], said])


def parsed(text: str) -> Entry | None:
    """The entry that a block describes; None where it describes none."""
    try:
        *lines, last = lines_of(text)
        name, key, _ = last.pop("statement"), last.pop("key", ""), last.pop("digest")
        by_file = last.pop("definitions", {}).items()
        definitions = tuple((one, f"{path}{TEXT}") for path, names in by_file for one in names.split())
        cites, certificates = (tuple(last.pop(part, "").split()) for part in ("cites", "certificates"))
        forms, twins = ([line for line in lines if kind in line] for kind in ("form", "twin"))
        return Entry(name, {"forms": forms, "twins": twins, **last}, definitions, cites, key, certificates)
    except (ValueError, TypeError, KeyError, AttributeError):
        return None


def source_of(name: str) -> str:
    """The source that a statement is named for, and the files of evidence."""
    return name.partition(".")[0]


class Record:
    """The entries of a folder, looked at beside the texts that they are about.

    Reading one entry reads the files of evidence of its source, those of the statement's text, of its
    definitions, and of what its proofs cite. `edited` says of entries that were not read why they are not as
    they were written; `tell` is told.
    """

    def __init__(
        self, place: Path | None, texts: Texts | None = None, tell: Callable[[str], None] = lambda _: None
    ) -> None:
        self.place = place
        self.texts = texts or Texts()
        self.tell = tell
        self.edited: dict[str, str] = {}
        self._fresh: dict[str, Entry | None] = {}
        self._tables: dict[str, Blocks] = {}
        self._digests: dict[str, set[str]] = {}

    @cached_property
    def current(self) -> bool:
        """Whether the record was made by the engine of today."""
        if self.place is None:
            return False
        try:
            return (self.place / ENGINE_FILE).read_text(encoding="utf-8").strip() == self.engine
        except (OSError, UnicodeDecodeError):
            return False

    @cached_property
    def engine(self) -> str:
        """The hash of the sources that decide what is found, and of the arithmetic library's version."""
        return sources_hash(ENGINE)

    def names(self) -> list[str]:
        """The statements of which something is recorded, fresh or stale."""
        found = [] if self.place is None else files(self.place, VERDICTS)
        return sorted(name for path in found for name in self._table(path.stem).texts)

    def text(self, name: str) -> str:
        """The block of a statement, as it was written; empty where there is none."""
        return "" if self.place is None else self._table(source_of(name)).texts.get(name, "")

    def entry(self, name: str) -> Entry | None:
        """The entry of a statement; None where there is none, or where it is stale."""
        if name not in self._fresh:
            self._fresh[name] = None  # nothing cites itself
            self._fresh[name] = self._read(name) if self.current else None
        return self._fresh[name]

    def _read(self, name: str) -> Entry | None:
        if self.place is None or "/" in name or name.startswith("."):
            return None
        source = source_of(name)
        table, found = self._table(source), parsed(self.text(name))
        why = table.faults.get(name, "")
        if found is None and name in table.texts:
            why = f"{table.path}, line {table.numbers[name]}: it describes no statement"
        if found is not None and (not found.key or self._key(found) != found.key):
            return None
        if found is not None and not self._held(source).issuperset(found.certificates):
            place = f"{table.path}, line {table.numbers[name]}"
            why = f"{place}: {name} was not written with the certificates in {source}{CERTIFICATES} now"
        if why:
            self._told(name, why)
        return None if why else found

    def _told(self, name: str, why: str) -> None:
        self.edited[name] = why
        self.tell(why)

    def _table(self, source: str) -> Blocks:
        """The table of verdicts of a source; what is damaged in it and has no name is told once."""
        if source not in self._tables:
            assert self.place is not None
            made = self._tables[source] = read(self.place / f"{source}{VERDICTS}")
            for name, why in made.faults.items():
                if self.texts.statement(name) is None:
                    self._told(name, why)
        return self._tables[source]

    def _held(self, source: str) -> set[str]:
        """The digests of the certificates that are there for a source."""
        if source not in self._digests:
            assert self.place is not None
            self._digests[source] = read(self.place / f"{source}{CERTIFICATES}").digests()
        return self._digests[source]

    def _key(self, entry: Entry) -> str | None:
        """The key of a statement today, by what its entry says it depends on; None where that is gone."""
        block = self.texts.statement(entry.name)
        spoken = [self.texts.block(DEFINE, name, path) for name, path in entry.definitions]
        cited = {name: found.key for name in entry.cites if (found := self.entry(name)) is not None}
        known = [definition for definition in spoken if definition is not None]
        if block is not None and "\n  working phases " in block.text:  # a table of all that answer
            spoken += [None] * (not {*entry.cites} >= {*self.texts.with_line("answers")})
        if block is None or len(known) < len(spoken) or len(cited) < len(entry.cites):
            return None
        return key_of(block, known, cited, self.engine)


@cache
def sources_hash(rooms: tuple[str, ...]) -> str:
    """The hash of the sources of some rooms of the package, the kernel's lemmas among them, and of the
    version of the arithmetic library."""
    made = sha256(f"{FORMAT} python-flint {_arithmetic()}".encode())
    package = Path(__file__).resolve().parents[1]
    for room in rooms:
        files = [p for end in ("py", "pyi", "json", "grammar") for p in (package / room).rglob(f"*.{end}")]
        for path in sorted(files) or [package / f"{room}.py"]:
            made.update(f"\n{path.relative_to(package).as_posix()}\n".encode())
            made.update(path.read_bytes())
    return made.hexdigest()


def _arithmetic() -> str:
    """The version of the arithmetic library, by the name of the folder that says what is installed."""
    for place in sys.path:
        for found in Path(place or ".").glob("python_flint-*.dist-info"):
            return found.name.removesuffix(".dist-info").partition("-")[2]
    from importlib.metadata import version

    return version("python-flint")


def key_of(block: Block, definitions: Iterable[Block], cites: Mapping[str, str], engine: str) -> str:
    """The hash of all that the findings about a statement depend on."""
    spoken = [[definition.name, definition.digest] for definition in definitions]
    parts = [engine, block.name, block.digest, spoken, sorted(cites.items())]
    return sha256(json.dumps(parts).encode()).hexdigest()[:32]


def spoken_of(block: Block, definitions: Mapping[str, Block]) -> list[Block]:
    """The definitions that a text speaks of, and those that these speak of, in the order of the mapping.

    >>> from .blocks import blocks
    >>> text = b"define one := 1\\ndefine two := one + one\\ndefine three := 3\\n"
    >>> one, two, three, about = blocks(text + b"statement a.b\\n  claim two = 2\\n", "x")
    >>> [found.name for found in spoken_of(about, {b.name: b for b in (one, two, three)})]
    ['one', 'two']
    """
    reached: set[str] = set()
    ahead = [block]
    while ahead:
        new = (ahead.pop().names & definitions.keys()) - reached
        reached |= new
        ahead.extend(definitions[name] for name in new)
    return [definition for name, definition in definitions.items() if name in reached]
