"""What ``proofs/`` holds: for every statement its certificates, its verdicts and its printed derivation."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from ..errors import BadInput
from ..files import write_whole
from ..kernel.real import FORMAT as CERTIFICATE
from ..kernel.real import VERSION as CERTIFICATE_VERSION
from ..kernel.real import seal
from ..theory.blocks import DEFINE
from ..theory.record import (
    ENGINE_FILE,
    SUFFIX,
    WRITERS,
    Entry,
    Record,
    entry_of,
    evidence,
    sources_hash,
    spoken_of,
)  # fmt: skip
from ..theory.results import StatementResult
from .output import note, read_text

FORMAT: Final = "dptheory-proofs"
VERSION: Final = 2
IMPLIED: Final = frozenset({"format", "version", "hash", "seal"})
"""The parts of a certificate that are not written: its key and the rest of it imply them."""
PARTS: Final = frozenset({"format", "version", "statement", "verdicts", "certificates"})
ANSWERS: Final = ".answers"
PRINTED: Final = ".txt"
ANSWERS_FORMAT: Final = "dptheory-answers 1"


@dataclass(frozen=True)
class Recorded:
    """The certificates by the hash of their claim, and the verdicts of every statement; `fresh` where nothing
    that is recorded is to be used. `files` has the file of every certificate, `damaged` are the statements
    whose files could not be read."""

    certificates: Mapping[str, object] = field(default_factory=dict)
    verdicts: Mapping[str, object] = field(default_factory=dict)
    place: str = ""
    fresh: bool = False
    files: Mapping[str, str] = field(default_factory=dict)
    damaged: frozenset[str] = frozenset()


def folder(named: str | None) -> Path | None:
    """The folder of recorded proofs: the named one, or the library's own, in the package or beside it."""
    if named is not None:
        if not Path(named).is_dir():
            raise BadInput(f"--proofs {named}", "a folder", "--proofs proofs")
        return Path(named)
    package = Path(__file__).resolve().parents[1]
    return next((place for place in (package / "proofs", package.parent / "proofs") if place.is_dir()), None)


def recorded(place: Path | None, *, strict: bool = False) -> Recorded:
    """Everything that a folder holds, or one file of it; an empty record where there is none. A file that
    cannot be read is told and left out, so that its certificates are searched for anew; BadInput where
    `strict`."""
    if place is None:
        return Recorded()
    certificates: dict[str, object] = {}
    verdicts: dict[str, object] = {}
    files: dict[str, str] = {}
    damaged = []
    for path in [place] if place.is_file() else sorted(place.glob("*.json")):
        try:
            name, said, held = _contents(path)
            if name in verdicts:
                raise BadInput(f"two files about {name}", "one file for a statement", f"{name}.json alone")
        except BadInput as error:
            if strict:
                raise
            damaged.append(path.stem)
            note(f"not used, its certificates are searched for anew: {error}")
            continue
        certificates.update((key, opened(key, one)) for key, one in held.items())
        files.update(dict.fromkeys(held, str(path)))
        verdicts[name] = said
    return Recorded(certificates, verdicts, str(place), files=files, damaged=frozenset(damaged))


def _contents(path: Path) -> tuple[str, object, dict[str, object]]:
    """The statement of a file, its verdicts and its certificates; BadInput where it is no such file."""
    data = read_json(path)
    if not isinstance(data, dict) or data.keys() != PARTS or data["format"] != FORMAT:
        needed = f"format {FORMAT!r}: a folder that `verify --write` made holds nothing else"
        raise BadInput(f"the file {str(path)!r}", needed, f"dptheory check {path}, alone")
    held, name = data["certificates"], data["statement"]
    if data["version"] is not VERSION or not isinstance(held, dict):
        raise BadInput(f"the file {str(path)!r}", f"version {VERSION}", "dptheory verify --write")
    return str(name), data["verdicts"], held


def beside(path: Path, name: str) -> dict[str, object]:
    """The certificates of a folder's files about other statements, of which nothing else is taken."""
    found: dict[str, object] = {}
    for other in sorted(path.parent.glob("*.json")):
        data = read_json(other) if other.name != path.name else None
        held = data.get("certificates") if isinstance(data, dict) and data.get("statement") != name else None
        found.update((key, opened(key, one)) for key, one in (held if isinstance(held, dict) else {}).items())
    return found


def derivation(place: Path, name: str) -> str | None:
    """The printed derivation of a statement; None where there is none."""
    path = place / f"{name}{PRINTED}"
    return read_text(path) if path.is_file() else None


def answers(place: Path | None, name: str) -> Mapping[str, object]:
    """The certificates and guesses that questions about one statement need, by their keys. The keys name the
    questions: what was recorded for others is not found."""
    path = None if place is None else place / f"{name}{ANSWERS}"
    if path is None or not path.is_file():
        return {}
    data = read_json(path)
    held = data.get("held") if isinstance(data, dict) and data.get("format") == ANSWERS_FORMAT else None
    return held if isinstance(held, dict) else {}


def write_answers(place: Path, name: str, held: Mapping[str, object]) -> None:
    """Write what questions about a statement need; the same bytes for the same content, no file for none."""
    if not held:
        (place / f"{name}{ANSWERS}").unlink(missing_ok=True)
    else:
        lines = ",\n".join(f"{text_of(key)}: {text_of(held[key])}" for key in sorted(held))
        head = f'"format": {text_of(ANSWERS_FORMAT)},\n"statement": {text_of(name)}'
        write_whole(place / f"{name}{ANSWERS}", f'{{\n{head},\n"held": {{\n{lines}\n}}\n}}\n')


def read_json(path: Path) -> object:
    """The data of a JSON file."""
    try:
        data: object = json.loads(read_text(path), object_pairs_hook=_object)
    except (ValueError, RecursionError) as error:
        if isinstance(error, BadInput):
            raise
        raise BadInput(f"the file {str(path)!r} ({error})", "JSON", "another file") from None
    return data


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """An object of a JSON text, which names each of its parts once."""
    made = dict(pairs)
    if len(made) < len(pairs):
        raise ValueError("a name stands in an object twice")
    return made


def verdicts(result: StatementResult) -> dict[str, object]:
    """What is recorded of a result: each form's hash, its verdict and its proof's, and the twins'."""
    return {
        "forms": {
            form.name: {
                "verdict": form.verdict.status,
                "proof": form.proof.verdict,
                "step": form.proof.step,
                "hash": form.hash,
            }
            for form in result.forms
        },
        "twins": [twin.verdict.status for twin in result.twins],
    }


def changes(results: Iterable[StatementResult], known: Recorded) -> list[str]:
    """Statements whose verdicts are not those recorded."""
    changed = []
    for result in results:
        now, before = verdicts(result), known.verdicts.get(result.id)
        if result.id in known.damaged:
            continue  # that has been told
        if known.place and before is None:
            changed.append(f"{result.id}: nothing is recorded in {known.place}")
        elif known.place and now != before:
            changed.append(f"{result.id}: {'; '.join(_differences(now, before))}")
    return changed


def _differences(now: Mapping[str, object], before: object) -> Iterator[str]:
    """What differs between two records of verdicts, form by form."""
    old = before if isinstance(before, dict) else {}
    for part in sorted(now.keys() | old.keys()):
        new, was = now.get(part), old.get(part)
        if part == "forms" and isinstance(new, dict) and isinstance(was, dict):
            names = (name for name in sorted(new.keys() | was.keys()) if new.get(name) != was.get(name))
            for name in names:
                yield f"{name} now {text_of(new.get(name))}, recorded {text_of(was.get(name))}"
        elif new != was:
            yield f"{part} now {text_of(new)}, recorded {text_of(was)}"


def text_of(value: object) -> str:
    """A value as JSON on one line, one certificate a line being what a difference shows best."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def folded(key: str, certificate: object) -> object:
    """A certificate without what is the same in all of them or follows from the rest: `opened` has it again.

    >>> from ..prover.certificates import certificate
    >>> from ..kernel.real.claims import parse_claim
    >>> made = certificate(claim := parse_claim("0 <= 0"), {}, [])
    >>> sorted(folded(claim.hash, made))
    ['claim', 'defined', 'domain_point', 'lemmas', 'proof', 'where']
    >>> opened(claim.hash, folded(claim.hash, made)) == made
    True
    """
    if not isinstance(certificate, dict) or "seal" not in certificate:
        return certificate
    short = {name: part for name, part in certificate.items() if name not in IMPLIED}
    return short if opened(key, short) == certificate else certificate


def opened(key: str, data: object) -> object:
    """The certificate that `folded` made shorter; other data as they are. It is sealed anew: the kernel has
    yet to say whether it is one of the claim."""
    if not isinstance(data, dict) or "proof" not in data or not data.keys().isdisjoint(IMPLIED):
        return data
    parts = {**data, "format": CERTIFICATE, "version": CERTIFICATE_VERSION, "hash": key}
    return {**parts, "seal": seal(parts)}


def write(place: Path, result: StatementResult, certificates: Mapping[str, object], derivation: str) -> None:
    """Write one statement's two files; the same bytes for the same content."""
    held = [f"{text_of(key)}: {text_of(folded(key, certificates[key]))}" for key in sorted(certificates)]
    parts = {
        "format": text_of(FORMAT),
        "version": text_of(VERSION),
        "statement": text_of(result.id),
        "verdicts": text_of(verdicts(result)),
        "certificates": "{\n" + ",\n".join(held) + "\n}" if held else "{}",
    }
    text = ",\n".join(f"{text_of(name)}: {part}" for name, part in parts.items())
    write_whole(place / f"{result.id}.json", f"{{\n{text}\n}}\n")
    write_whole(place / f"{result.id}{PRINTED}", derivation)


@dataclass(frozen=True)
class Kept:
    """What the record is to keep of a statement, the statements that its proofs cite, and its page."""

    data: Mapping[str, object]
    cites: tuple[str, ...]
    shown: str


def write_record(record: Record, place: Path, found: Mapping[str, Kept]) -> None:
    """Write the record of those of the library's statements that were verified; the record's `engine` and
    `texts` are those of before. What another engine recorded goes; a statement that rests on what is not in
    the record is not written."""
    if not any(record.texts.statement(name) for name in found):
        return
    if not record.current:
        for name in record.names():
            (place / f"{name}{SUFFIX}").unlink()
        write_whole(place / ENGINE_FILE, record.engine + "\n")
    made = Entries(record, found)
    for name in found:
        entry = made.entry(name)
        if entry is None:
            (place / f"{name}{SUFFIX}").unlink(missing_ok=True)
        else:
            entry = replace(entry, evidence=evidence(place, name), writers=sources_hash(WRITERS))
            write_whole(place / f"{name}{SUFFIX}", entry.text(record.engine))


class Entries:
    """New entries, each made after those of what it cites."""

    def __init__(self, record: Record, found: Mapping[str, Kept]) -> None:
        self.record, self.found = record, found
        self.made: dict[str, Entry | None] = {}
        texts = record.texts
        self.definitions = {
            block.name: block
            for path in texts.order()
            for block in texts.file(path).values()
            if block.word == DEFINE
        }

    def entry(self, name: str) -> Entry | None:
        """The entry of a statement, new or recorded before."""
        if name not in self.found:
            return self.record.entry(name)
        if name not in self.made:
            self.made[name] = self._new(name)
        return self.made[name]

    def _new(self, name: str) -> Entry | None:
        kept, block = self.found[name], self.record.texts.statement(name)
        cited = {one: self.entry(one) for one in kept.cites}
        keys = {one: entry.key for one, entry in cited.items() if entry is not None}
        if block is None or len(keys) < len(cited):
            return None
        return entry_of(block, spoken_of(block, self.definitions), keys, kept.data)
