"""What is made of the record where it is read, and kept: pages, findings with their formulas.

It is kept in the user's folder for such things under what it was made from and by whom (the record's block,
the sources that find and write), and read only where it is as it was written. No verdict is read from it: the
folder may be deleted at any time, and where it cannot be written nothing is kept.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping
from contextlib import suppress
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from ..errors import BadInput
from ..theory.evidence import Blocks, block, lines_of, read, write
from ..theory.record import WRITERS, Record, source_of, sources_hash

KNOWN: Final = ".known"
PAGES: Final = ".pages"
SAMPLER: Final = "worlds"
"""The room whose sources decide what pages tell of worlds."""
KEPT: Final = 4
"""Of so many versions of the sources the products are kept."""


class Products:
    """What was made of the entries of a record, by statement, and of what is `beside` it."""

    def __init__(self, record: Record, beside: str = "") -> None:
        self.record, self.beside = record, beside
        self._read: dict[tuple[str, str], Blocks] = {}

    def get(self, name: str, kind: str) -> Any:
        """What was made of a statement's entry as it is now; None where nothing of it is kept."""
        with suppress(ValueError, KeyError, TypeError):
            (said,) = lines_of(self._blocks(source_of(name), kind).texts[name])
            return said["made"] if said["of"] == self._of(name) else None
        return None

    def put(self, made: Mapping[str, object], kind: str) -> None:
        """Keep what was made of the entries of statements."""
        by_source: dict[str, dict[str, str]] = {}
        for name, one in made.items():
            text = block([{"statement": name, "of": self._of(name), "made": one}])
            by_source.setdefault(source_of(name), {})[name] = text
        for source, texts in by_source.items():
            before = self._blocks(source, kind)
            self._read[source, kind] = Blocks(before.path, {**before.texts, **texts})
            if self.place is not None:
                with suppress(OSError, BadInput):
                    begin(self.place)
                    write(before.path, self._read[source, kind].texts)

    @cached_property
    def place(self) -> Path | None:
        """The folder of what is made by the sources of today; None where the user has none."""
        return folder(f"{self.record.engine} {sources_hash((*WRITERS, SAMPLER))}")

    def _blocks(self, source: str, kind: str) -> Blocks:
        if (source, kind) not in self._read:
            path = Path() if self.place is None else self.place / f"{source}{kind}"
            self._read[source, kind] = Blocks(path) if self.place is None else read(path)
        return self._read[source, kind]

    def _of(self, name: str) -> str:
        return sha256((self.record.text(name) + self.beside).encode()).hexdigest()[:32]


def folder(sources: str) -> Path | None:
    """The user's folder for what is made by some sources; None where the user has none."""
    base = os.environ.get("XDG_CACHE_HOME", "")
    with suppress(RuntimeError):
        kept = (Path(base) if os.path.isabs(base) else Path.home() / ".cache") / "dptheory"
        return kept / sha256(sources.encode()).hexdigest()[:16]
    return None


def begin(place: Path) -> None:
    """Make the folder where it is not there; the oldest of those for other sources go."""
    if not place.is_dir():
        place.mkdir(parents=True)
        others = sorted(place.parent.iterdir(), key=lambda one: one.stat().st_mtime)
        for old in others[:-KEPT]:
            shutil.rmtree(old, ignore_errors=True)
