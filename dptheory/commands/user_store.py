"""What was found for users' statements before, kept in the user's folder for such things.

These are certificates, which the kernel checks again, and the claims for which the search of today found
none, or no counterexample, which can only leave open what might be decided. No verdict is kept; the folder
may be deleted at any time.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Final

from ..errors import BadInput
from ..theory.evidence import CERTIFICATES, read, write
from ..theory.record import source_of, sources_hash
from .products import begin, folder
from .running import Run
from .store import Opened, Recorded, both, folded, opened

ROOMS: Final = ("kernel", "prover", "worlds")
"""The rooms whose sources decide what is found."""
MOST: Final = 5000
"""So many claims are kept of a source."""


def with_earlier(known: Recorded, names: Iterable[str]) -> Recorded:
    """What is recorded, and what was found before for the user's statements of these names."""
    texts = dict[str, str]()
    for path in _files(names):
        texts |= read(path).claims()
    missed = frozenset(key for key, text in texts.items() if opened(text) is None)
    found = Opened({key: text for key, text in texts.items() if key not in missed})
    return replace(known, certificates=both(found, known.certificates), missed=missed)


def keep(run: Run, known: Recorded, names: Iterable[str], none: Iterable[str] = ()) -> None:
    """Keep what was found now for the user's statements of these names, beside what was `known`, and the
    theorems for which `none` of the worlds that were tried is a counterexample."""
    wanted = list(names)
    for path in _files(wanted):
        mine = [name for name in wanted if path.stem == source_of(name)]
        held: dict[str, object] = {key: None for name in mine for key in (*run.missed[name], *none)}
        for name in mine:
            held |= run.certificates[name]
        new = {
            key: one for key, one in held.items()
            if key not in known.missed and (one is None or one is not known.certificates.get(key))
        }  # fmt: skip
        lines = {key: folded({"hash": key}, one) for key, one in new.items()}
        before = read(path).texts
        with suppress(OSError, BadInput):
            if lines:
                begin(path.parent)
                write(path, lines if len(before) + len(lines) > MOST else {**before, **lines})


def _files(names: Iterable[str]) -> list[Path]:
    """The files of the sources of statements; none where the user has no folder for such things."""
    place = folder(sources_hash(ROOMS))
    sources = dict.fromkeys(map(source_of, names))
    return [] if place is None else [place / f"{source}{CERTIFICATES}" for source in sources]
