"""What ``proofs/`` holds: for every source certificates, verdicts, and what questions need."""

from __future__ import annotations

import json
from collections import ChainMap
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from ..errors import BadInput
from ..files import write_whole
from ..kernel.real import FORMAT as CERTIFICATE
from ..kernel.real import VERSION as CERTIFICATE_VERSION
from ..kernel.real import seal
from ..theory import evidence
from ..theory.blocks import DEFINE
from ..theory.evidence import CERTIFICATES, VERDICTS, text_of
from ..theory.record import ENGINE_FILE, Entry, Record, key_of, parsed, source_of, spoken_of
from ..theory.results import StatementResult
from .output import note, read_text
from .shorthand import lengthened, point_of, point_text, shortened

if TYPE_CHECKING:
    from .running import Run

POINT: Final = "domain_point"
IMPLIED: Final = frozenset({"format", "version", "hash", "seal"})
"""The parts of a certificate that are not written: its key and the rest of it imply them."""
EMPTY: Final[Mapping[str, object]] = {"defined": [], "lemmas": [], "where": ""}
"""The parts that are not written where they are as here."""


@dataclass(frozen=True)
class Recorded:
    """The certificates by the hash of their claim, and the verdicts of every statement; `fresh` where nothing
    that is recorded is to be used. `files` has the file and line of every certificate, `damaged` are the
    sources whose tables could not be read whole, `missed` claims for which nothing was found before."""

    certificates: Mapping[str, object] = field(default_factory=dict)
    verdicts: Mapping[str, object] = field(default_factory=dict)
    place: str = ""
    fresh: bool = False
    files: Mapping[str, str] = field(default_factory=dict)
    damaged: frozenset[str] = frozenset()
    missed: frozenset[str] = frozenset()


class Opened(Mapping[str, object]):
    """Certificates by the hash of their claim, each opened when it is first asked for."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self._texts, self._opened = texts, dict[str, object]()

    def __getitem__(self, key: str) -> object:
        if key not in self._opened:
            self._opened[key] = opened(self._texts[key])
        return self._opened[key]

    def __contains__(self, key: object) -> bool:
        return key in self._texts

    def __iter__(self) -> Iterator[str]:
        return iter(self._texts)

    def __len__(self) -> int:
        return len(self._texts)


def both(one: Mapping[str, object], other: Mapping[str, object]) -> Mapping[str, object]:
    """What is in either, none of it opened for that."""
    return ChainMap(one, other)  # type: ignore[arg-type]


def folder(named: str | None) -> Path | None:
    """The folder of recorded proofs: the named one, or the library's own, in the package or beside it."""
    if named is not None:
        if not Path(named).is_dir():
            raise BadInput(f"--proofs {named}", "a folder", "--proofs proofs")
        return Path(named)
    package = Path(__file__).resolve().parents[1]
    return next((place for place in (package / "proofs", package.parent / "proofs") if place.is_dir()), None)


def recorded(place: Path | None, *, strict: bool = False) -> Recorded:
    """Everything that a folder holds, or that the files of one source hold, of which one is named; an empty
    record where there is none. A line that is not as it was written is told and left out, so that what it
    held is searched for anew; BadInput where `strict`."""
    if place is None:
        return Recorded()
    certificates, files = dict[str, str](), dict[str, str]()
    verdicts, damaged = dict[str, object](), set[str]()
    for path in evidence.files(place, CERTIFICATES):
        held = _read(path, strict)
        certificates |= held.claims()
        files |= {key: f"{path}, line {held.numbers[key]}" for key in held.claims()}
    for path in evidence.files(place, VERDICTS):
        table = _read(path, strict) if strict else evidence.read(path)  # the record tells what is wrong in it
        entries = {name: one for name, text in table.texts.items() if (one := parsed(text)) is not None}
        verdicts |= {name: _said(one.found) for name, one in entries.items()}
        if table.faults or len(entries) < len(table.texts):
            damaged.add(path.stem)
    return Recorded(Opened(certificates), verdicts, str(place), files=files, damaged=frozenset(damaged))


def _read(path: Path, strict: bool) -> evidence.Blocks:
    """The blocks of a file; what is wrong with it is told."""
    found = evidence.read(path)
    for why in found.faults.values():
        if strict:
            raise BadInput(why, "a file as `verify --write` made it", "dptheory verify --write")
        note(f"{why}; it is not used, what it held is searched for anew")
    return found


def held_for(place: Path | None, target: str) -> dict[str, object]:
    """The certificates of a statement, or of all of a source; none where nothing is recorded of it."""
    if place is None:
        return {}
    table = evidence.read(place / f"{source_of(target)}{VERDICTS}")
    mine = [text for name, text in table.texts.items() if target in (name, source_of(name))]
    wanted = {digest for one in map(parsed, mine) if one is not None for digest in one.certificates}
    there = evidence.read(table.path.with_suffix(CERTIFICATES)).claims().items()
    return {key: opened(text) for key, text in there if evidence.digest_of(text) in wanted}


def answers(place: Path | None, name: str) -> dict[str, object]:
    """The certificates and guesses that questions about one statement need, by their keys. The keys name the
    questions: what was recorded for others is not found."""
    if place is None:
        return {}
    there = _read(place / f"{source_of(name)}{CERTIFICATES}", strict=False).answers().items()
    return {asked.split(" ", 1)[1]: opened(text) for asked, text in there if asked.split(" ", 1)[0] == name}


def read_json(path: Path) -> object:
    """The data of a JSON file."""
    try:
        data: object = json.loads(read_text(path), object_pairs_hook=named_once)
    except (ValueError, RecursionError) as error:
        if isinstance(error, BadInput):
            raise
        raise BadInput(f"the file {str(path)!r} ({error})", "JSON", "another file") from None
    return data


def named_once(pairs: list[tuple[str, object]]) -> dict[str, object]:
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


def _said(found: Mapping[str, Any]) -> dict[str, object]:
    """The same of what is recorded."""
    forms = {
        str(one["form"]): {
            "verdict": one.get("verdict"), "proof": one.get("proof"), "step": one.get("step", ""),
            "hash": one.get("hash"),
        } for one in found["forms"]
    }  # fmt: skip
    return {"forms": forms, "twins": [twin.get("verdict") for twin in found["twins"]]}


def changes(results: Iterable[StatementResult], known: Recorded) -> list[str]:
    """Statements whose verdicts are not those recorded."""
    changed = []
    for result in results:
        now, before = verdicts(result), known.verdicts.get(result.id)
        if before is None and source_of(result.id) in known.damaged:
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


def folded(head: Mapping[str, str], data: object) -> str:
    """The line of a certificate, without what is the same in all of them or follows from the rest; of other
    data as they are. `opened` has all of it again.

    >>> from ..prover.certificates import certificate
    >>> from ..kernel.real.claims import parse_claim
    >>> made = certificate(claim := parse_claim("0 <= 0"), {}, [])
    >>> line = folded({"hash": claim.hash}, made)
    >>> print(line[75:])
    "claim":"0 <= 0","domain_point":{},"proof":[],"digest":"3e1de082a42f"}
    >>> opened(line) == made
    True
    """
    data = json.loads(json.dumps(data, sort_keys=True, allow_nan=False))
    if isinstance(data, dict) and "seal" in data and "data" not in data:
        shorter = {k: one for k, one in data.items() if k not in IMPLIED and EMPTY.get(k) != one}
        short = {key: shortened(one) for key, one in shorter.items()}
        if isinstance(at := short.get(POINT), dict) and at and (text := point_text(at)):
            short[POINT] = text
        line = evidence.block([{**head, **short}])
        if opened(line) == data:
            return line
    return evidence.block([{**head, "data": data}])


def opened(line: str) -> object:
    """The certificate, or other data, that stand on a line. A certificate is sealed anew: the kernel has yet
    to say whether it is one of the claim. None for a line that cannot be read."""
    try:
        (said,) = evidence.lines_of(line)
    except ValueError:
        return None
    if "data" in said:
        return said["data"]
    del said["digest"]
    key = str(said.pop("hash", "") or said.pop("question", "").split(" ")[-1])
    said = {key: lengthened(one) for key, one in said.items()}
    if isinstance(at := said.get(POINT), str):
        said[POINT] = point_of(at)
    parts = {**EMPTY, **said, "format": CERTIFICATE, "version": CERTIFICATE_VERSION, "hash": key}
    return {**parts, "seal": seal(parts)}


@dataclass(frozen=True)
class Kept:
    """What the record is to keep of a statement, and the statements that its proofs cite."""

    found: Mapping[str, Any]
    cites: tuple[str, ...]


def write(place: Path, record: Record, run: Run, asked: Mapping[str, Mapping[str, object]]) -> None:
    """Write what was found of the statements of a run, and what questions about them need; the record's
    `engine` and `texts` are those of before. What is written of other statements stays, with the certificates
    that they were checked with, unless there are other ones of the same claims now."""
    used = {name: run.certificates[name] for name in run.kept}
    lines = {key: folded({"hash": key}, one) for of_it in used.values() for key, one in of_it.items()}
    made = Entries(record, run.kept, {name: [lines[key] for key in sorted(used[name])] for name in used})
    for source in dict.fromkeys(map(source_of, run.kept)):
        new = {name: made.new(name) for name in run.kept if source_of(name) == source}
        table = evidence.read(place / f"{source}{VERDICTS}")
        texts = {**table.texts, **{name: entry.text for name, entry in new.items()}}
        needed = {digest for text in texts.values() if (one := parsed(text)) for digest in one.certificates}
        held = evidence.read(place / f"{source}{CERTIFICATES}")
        mine = {key: lines[key] for name in new for key in used[name]}
        kept = {key: text for key, text in held.claims().items() if evidence.digest_of(text) in needed}
        others = {key: text for key, text in held.answers().items() if key.split(" ")[0] not in new}
        questions = {f"{name} {key}": one for name in new for key, one in asked[name].items()}
        answered = {key: folded({"question": key}, one) for key, one in questions.items()}
        evidence.write(held.path, kept | mine | others | answered)
        evidence.write(table.path, texts)
    if any(entry.key for entry in made.made.values()):
        write_whole(place / ENGINE_FILE, record.engine + "\n")


class Entries:
    """New entries, each made after those of what it cites; `lines` are the certificates of each."""

    def __init__(self, record: Record, found: Mapping[str, Kept], lines: Mapping[str, Iterable[str]]) -> None:
        self.record, self.found, self.lines = record, found, lines
        self.made: dict[str, Entry] = {}
        texts = record.texts
        self.definitions = {
            block.name: block
            for path in texts.order()
            for block in texts.file(path).values()
            if block.word == DEFINE
        }

    def entry(self, name: str) -> Entry | None:
        """The entry of a statement, new or recorded before."""
        return self.new(name) if name in self.found else self.record.entry(name)

    def new(self, name: str) -> Entry:
        """The new entry of a statement; without a key where it, or something that it cites, is none of the
        library's, or is not in the record."""
        if name not in self.made:
            kept, block = self.found[name], self.record.texts.statement(name)
            digests = tuple(map(evidence.digest_of, self.lines.get(name, ())))
            cited = {one: self.entry(one) for one in kept.cites}
            keys = {one: entry.key for one, entry in cited.items() if entry is not None and entry.key}
            named, key = tuple[tuple[str, str], ...](), ""
            if block is not None and len(keys) == len(kept.cites):
                spoken = spoken_of(block, self.definitions)
                named = tuple((definition.name, definition.path) for definition in spoken)
                key = key_of(block, spoken, keys, self.record.engine)
            self.made[name] = Entry(name, kept.found, named, kept.cites, key, digests)
        return self.made[name]
