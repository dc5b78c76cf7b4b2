"""What was verified before, found by name and kept only as long as all that it depends on is the same.

An entry of the record is one file for one statement. Its key is the hash of the statement's text, of the
definitions that the text speaks of, and of the keys of the statements that its proofs cite. One file names
the engine: the hash of the kernel's and the theory's sources and of the arithmetic library's version. An
entry whose key is another one today is stale, and so are all entries where the engine is another one:
nothing is read from them. Nor is anything read from an entry that is not as it was written, which its digest
shows, or beside whose certificates other ones stand today: that is told besides.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from hashlib import sha256
from pathlib import Path
from typing import Final

from .blocks import DEFINE, Block, Texts

FORMAT: Final = "dptheory-record 2"
SUFFIX: Final = ".record"
EVIDENCE: Final = ".json"
_DIGEST: Final = ',"digest":"'
ENGINE_FILE: Final = "engine"
ENGINE: Final = ("kernel", "theory", "finite", "constructions")
"""The rooms whose sources decide what is found about a statement."""
WRITERS: Final = ("present",)
"""The rooms whose sources decide how that is written. No verdict depends on them."""


@dataclass(frozen=True)
class Entry:
    """What is recorded of a statement; `definitions` are those that its text speaks of, with their files,
    `evidence` is the hash of the file of its certificates, and `writers` that of what wrote its formulas and
    its page."""

    name: str
    path: str
    definitions: tuple[tuple[str, str], ...]
    cites: Mapping[str, str]
    key: str
    found: Mapping[str, object]
    evidence: str = ""
    writers: str = ""

    @property
    def written_so(self) -> bool:
        """Whether its formulas and its page are as they would be written today."""
        return self.writers == sources_hash(WRITERS)

    def text(self, engine: str) -> str:
        """The entry as the text of its file, at its end a digest of the rest and of the engine."""
        data = {"format": FORMAT, **vars(self)}
        body = json.dumps(data, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
        return f'{body[:-1]}{_DIGEST}{_digest(body, engine)}"}}\n'


def intact(text: str, engine: str) -> bool:
    """Whether an entry's text is as it was written, by that engine."""
    rest, _, end = text.rpartition(_DIGEST)
    return end == f'{_digest(rest + "}", engine)}"}}\n'


def _digest(body: str, engine: str) -> str:
    return sha256(f"{engine}\n{body}".encode()).hexdigest()


def parsed(text: str) -> Entry | None:
    """The entry that a file's text describes; None where it describes none."""
    try:
        data = json.loads(text)
        if data.pop("format") != FORMAT:
            return None
        del data["digest"]
        data["definitions"] = tuple((str(name), str(path)) for name, path in data["definitions"])
        return Entry(**data)
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return None


class Record:
    """The entries of a folder, looked at beside the texts that they are about.

    Reading one entry reads the files of the statement, of its definitions, and of what its proofs cite.
    `edited` says of entries that were not read why they are not as they were written; `tell` is told.
    """

    def __init__(
        self, place: Path | None, texts: Texts | None = None, tell: Callable[[str], None] = lambda _: None
    ) -> None:
        self.place = place
        self.texts = texts or Texts()
        self.tell = tell
        self.edited: dict[str, str] = {}
        self._fresh: dict[str, Entry | None] = {}

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
        found = [] if self.place is None else self.place.glob(f"*{SUFFIX}")
        return sorted(path.name.removesuffix(SUFFIX) for path in found)

    def entry(self, name: str) -> Entry | None:
        """The entry of a statement; None where there is none, or where it is stale."""
        if name not in self._fresh:
            self._fresh[name] = None  # nothing cites itself
            found = self._read(name) if self.current else None
            if found is not None and self._key(found) == found.key:
                self._fresh[name] = found
        return self._fresh[name]

    def _read(self, name: str) -> Entry | None:
        if self.place is None or "/" in name or name.startswith("."):
            return None
        path = self.place / f"{name}{SUFFIX}"
        try:
            text = path.read_bytes().decode("utf-8", errors="replace")
        except OSError:
            return None
        found = parsed(text) if intact(text, self.engine) else None
        why = ""
        if found is None:
            why = "is not as it was written"
        elif found.name != name:
            why = f"is the entry of {found.name}"
        elif found.evidence != evidence(self.place, name):
            why = f"was not written with the certificates that are in {name}{EVIDENCE} now"
        if not why:
            return found
        self.edited[name] = f"{path} {why}"
        self.tell(self.edited[name])
        return None

    def _key(self, entry: Entry) -> str | None:
        """The key of a statement today, by what its entry says it depends on; None where that is gone."""
        block = self.texts.statement(entry.name)  # as the library finds it, whatever the entry says
        spoken = [self.texts.block(DEFINE, name, path) for name, path in entry.definitions]
        cited = {name: found.key for name in entry.cites if (found := self.entry(name)) is not None}
        known = [definition for definition in spoken if definition is not None]
        if block is not None and "\n  working phases " in block.text:  # a table of all that answer
            spoken += [None] * (not entry.cites.keys() >= {*self.texts.with_line("answers")})
        if block is None or block.path != entry.path or len(known) < len(spoken) or cited != entry.cites:
            return None
        return key_of(block, known, cited)


def evidence(place: Path, name: str) -> str:
    """The hash of the file of a statement's certificates; empty where there is none."""
    try:
        return sha256((place / f"{name}{EVIDENCE}").read_bytes()).hexdigest()
    except OSError:
        return ""


@cache
def sources_hash(rooms: tuple[str, ...]) -> str:
    """The hash of the sources of some rooms of the package, the kernel's lemmas among them, and of the
    version of the arithmetic library."""
    made = sha256(f"{FORMAT} python-flint {_arithmetic()}".encode())
    package = Path(__file__).resolve().parents[1]
    for room in rooms:
        for path in sorted(p for end in ("py", "json") for p in (package / room).rglob(f"*.{end}")):
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


def key_of(block: Block, definitions: Iterable[Block], cites: Mapping[str, str]) -> str:
    """The hash of all that the findings about a statement depend on, beside the engine."""
    spoken = [[definition.name, definition.digest] for definition in definitions]
    parts = [block.name, block.digest, spoken, sorted(cites.items())]
    return sha256(json.dumps(parts).encode()).hexdigest()


def entry_of(
    block: Block,
    spoken: Iterable[Block],
    cites: Mapping[str, str],
    found: Mapping[str, object],
    evidence: str = "",
) -> Entry:
    """A new entry for a statement."""
    definitions = list(spoken)
    named = tuple((definition.name, definition.path) for definition in definitions)
    return Entry(block.name, block.path, named, cites, key_of(block, definitions, cites), found, evidence)


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
