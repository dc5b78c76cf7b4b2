"""One reading and one verification of the built-in library a process.

Commands read the library and the recorded proofs, and verify all that a statement rests on, anew, as a process
of its own must. Hundreds of them run in one process of the tests: for the same texts and the same certificates
they are given what was read and verified before. What a user's file adds is always read and verified anew.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Generic, TypeVar

import pytest

from dptheory.kernel.logic import Judged
from dptheory.theory import evidence
from dptheory.theory import library as reading
from dptheory.theory.blocks import Texts
from dptheory.theory.certificates import Certificates
from dptheory.theory.graph import cited_forms
from dptheory.theory.library import TheoryLibrary, load_library
from dptheory.theory.results import FormResult, TwinResult
from dptheory.theory.statements import Form
from dptheory.theory.verification import Verifier

PROOFS = Path(__file__).resolve().parents[1] / "proofs"
TEXTS = frozenset(Texts().order())
Said = TypeVar("Said", str, bytes)
NEW_FORM = Verifier._form
"""The verifier's own way to a form's result, every time anew."""


@dataclass
class Readings(Generic[Said]):
    """The built-in library by the texts that it was read from."""

    added: Callable[[TheoryLibrary, Said, str], TheoryLibrary]
    read: dict[tuple[str | bytes, ...], TheoryLibrary] = field(default_factory=dict)
    texts: dict[int, tuple[str | bytes, ...]] = field(default_factory=dict)

    def __call__(self, library: TheoryLibrary, text: Said, path: str) -> TheoryLibrary:
        before = self.texts.get(id(library), None if library.statements or library.definitions else ())
        if before is None or path not in TEXTS:
            return self.added(library, text, path)
        texts = (*before, path, text)
        if texts not in self.read:
            made = self.added(library, text, path)
            self.read[texts], self.texts[id(made)] = made, texts
        return self.read[texts]


@dataclass
class Data:
    """The recorded proofs by file, as long as the file does not change."""

    read: Callable[[Path], evidence.Blocks]
    kept: dict[tuple[Path, int, int], evidence.Blocks] = field(default_factory=dict)

    def __call__(self, path: Path) -> evidence.Blocks:
        place = path.resolve()
        if place.parent != PROOFS or not place.exists():
            return self.read(path)
        state = place.stat()
        key = (path, state.st_mtime_ns, state.st_size)
        if key not in self.kept:
            self.kept[key] = self.read(path)
        return self.kept[key]


@dataclass
class Asking(Certificates):
    """Certificates that remember what they were asked for and what they gave."""

    asked: dict[str, object] = field(default_factory=dict)

    def held(self, key: str, make: Callable[[], object | None]) -> object | None:
        self.asked[key] = super().held(key, make)
        return self.asked[key]


@dataclass(frozen=True)
class Kept:
    """What a verifier found of one form, the certificates that it used, and how what it cites stood."""

    form: Form
    result: FormResult
    judged: Judged | None
    twin: TwinResult | None
    certificates: dict[str, object]
    cited: dict[str, str]

    def serves(self, verifier: Verifier) -> bool:
        """Would the verifier find the same: by the same certificates, over the same theorems?"""
        known, fresh = verifier.certificates.known, verifier.certificates.fresh
        same = all(known.get(key) == made for key, made in self.certificates.items())
        return same and not fresh and self.cited == standing(verifier, self.form)

    def told(self, verifier: Verifier) -> FormResult:
        """The result, and the verifier as if it had found it itself."""
        name = self.form.name
        verifier.certificates.used.update(self.certificates)
        if self.judged is not None:
            verifier.judged[name] = self.judged
        if self.twin is not None:
            verifier.unsatisfied[name] = self.twin
        return self.result


def standing(verifier: Verifier, form: Form) -> dict[str, str]:
    """How the theorems stand that a form cites: their statuses and hashes."""
    found = {name: verifier.judged[name] for name in cited_forms(form) if name in verifier.judged}
    return {name: f"{judged.verdict.status} {judged.verdict.about}" for name, judged in found.items()}


@dataclass
class Verifications:
    """The results of the built-in library's forms."""

    verified: Callable[[Verifier, Form], FormResult]
    kept: dict[int, Kept] = field(default_factory=dict)

    def __call__(self, verifier: Verifier, form: Form) -> FormResult:
        if not built_in(verifier.library, form):
            return self.verified(verifier, form)
        kept = self.kept.get(id(form))
        if kept is not None and kept.serves(verifier):
            return kept.told(verifier)
        mine, cited = verifier.certificates, standing(verifier, form)
        asking = Asking(mine.known, mine.search, mine.fresh, mine.effort, mine.used)
        verifier.certificates = asking
        try:
            result = self.verified(verifier, form)
        finally:
            verifier.certificates = mine
        if None not in asking.asked.values():
            name = form.name
            judged, twin = verifier.judged.get(name), verifier.unsatisfied.get(name)
            self.kept[id(form)] = Kept(form, result, judged, twin, asking.asked, cited)
        return result


def built_in(library: TheoryLibrary, form: Form) -> bool:
    """Is the form one of the built-in library, in a library that has all its definitions?"""
    whole = load_library()
    statement = whole.statements.get(form.name.split(":")[0])
    if statement is None or not any(form is one for one in statement.forms):
        return False
    return all(library.definitions.get(name) is made for name, made in whole.definitions.items())


def share(patch: pytest.MonkeyPatch) -> None:
    """Puts all of it in place."""
    verifications = Verifications(NEW_FORM)
    patch.setattr(reading, "shelved", Readings(reading.shelved))
    patch.setattr(reading, "outlined", Readings(reading.outlined))
    patch.setattr(evidence, "read", Data(evidence.read))
    patch.setattr(Verifier, "_form", lambda verifier, form: verifications(verifier, form))
