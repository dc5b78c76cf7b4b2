"""``verify --watch FILE``: a file is checked again as soon as it is saved, as far as it changed."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from ..errors import flush
from ..present.styles import ASCII
from ..present.table import summary_line, verify_table
from ..theory.blocks import STATEMENT, Block, blocks
from ..theory.diagnosis.faults import FaultyText
from ..theory.library import TheoryLibrary, load_library
from ..theory.results import Standing, StatementResult
from .failures import failures
from .faults import fault_lines, faults, filled_in, untold
from .models import models_found
from .output import answer, print_table
from .running import Run, run, with_file
from .store import Recorded, both

EVERY = 0.2
"""Seconds between two looks at the files."""


@dataclass
class Watched:
    """Files whose statements are verified again when they, or what they speak of or cite, change."""

    files: tuple[Path, ...]
    known: Recorded
    standing: dict[str, Standing]
    experiments: str = "none"
    built_in: TheoryLibrary = field(default_factory=load_library)
    found: dict[str, tuple[str, Run]] = field(default_factory=dict)
    certificates: dict[str, object] = field(default_factory=dict)

    def check(self) -> tuple[list[StatementResult], list[str], Run]:
        """The results of all statements of the files, those that were checked now, and the run that did it.
        Raises FaultyText, BadInput."""
        library = self.built_in
        for file in self.files:
            library = with_file(library, file)
        names = [name for name in library.statements if name not in self.built_in.statements]
        keys = self._keys(library, names)
        new = [name for name in names if self.found.get(name, ("",))[0] != keys[name]]
        standing = {form: one for form, one in self.standing.items() if form.partition(":")[0] not in new}
        held = Recorded(both(self.certificates, self.known.certificates), self.known.verdicts)
        made = run(library, new, held, experiments=self.experiments, standing=lambda names: standing)
        self.standing = dict(made.standing)
        for result in made.results:
            self.found[result.id] = keys[result.id], made
            self.certificates |= made.certificates[result.id]
        results = [r for name in names for r in self.found[name][1].results if r.id == name]
        return results, new, made

    def _keys(self, library: TheoryLibrary, names: Iterable[str]) -> dict[str, str]:
        """What the results of each statement depend on in the files: its text, the definitions, and the
        texts of the statements that it cites."""
        there = {block.name: block for file in self.files for block in blocks(file.read_bytes(), str(file))}
        definitions = "".join(b.digest for b in there.values() if b.word != STATEMENT)
        cites = {name: self._cited(there, name) for name in names}
        own = {name: there[name].digest if name in there else "" for name in names}
        reached: dict[str, str] = {}
        for name in names:
            below, ahead = dict[str, None](), [name]
            while ahead:
                below[one := ahead.pop()] = None
                ahead += [other for other in cites.get(one, ()) if other not in below]
            reached[name] = definitions + "".join(own[one] for one in sorted(below))
        return reached

    @staticmethod
    def _cited(there: Mapping[str, Block], name: str) -> list[str]:
        text = there[name].text if name in there else ""
        return [other for other in there if other != name and f"{other}:" in text]


def pause() -> bool:
    """Wait until the next look at the files."""
    time.sleep(EVERY)
    return True


def watch(watched: Watched, style: str, wait: Callable[[], bool] = pause) -> None:
    """Check, print, and do so again after every change, as long as `wait` says so."""
    before: list[tuple[int, int]] = []
    while True:
        now = [_state(file) for file in watched.files]
        if now != before:
            before = now
            _report(watched, style)
            flush()
        if not wait():
            return


def _state(file: Path) -> tuple[int, int]:
    """When a file was written and how long it is; nothing where it is not there between two writes."""
    try:
        found = file.stat()
    except OSError:
        return 0, 0
    return found.st_mtime_ns, found.st_size


def _report(watched: Watched, style: str) -> None:
    start = time.perf_counter()
    try:
        results, new, made = watched.check()
    except FaultyText as error:
        for fault in error.faults:
            answer(fault.line, verbatim=True)
        return
    print_table(verify_table(results, titles=False, ascii_only=style == ASCII))
    answer(summary_line(results))
    places = faults(made)
    for result in made.results:
        wrong, undecided = failures(made.library.get(result.id), result)
        for word, lines in (("wrong", wrong), ("undecided", untold(undecided, places))):
            for line in lines:
                answer(f"{word}: {line}")
    for fault in places:
        answer("\n".join(fault_lines(fault)), verbatim=True)
    for line in (*models_found(made.results), *filled_in(made)):
        answer(line, verbatim=True)
    answer(f"checked now: {', '.join(new) or 'nothing'}   ({time.perf_counter() - start:.2f} s)")
