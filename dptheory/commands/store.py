"""What ``proofs/`` holds: for every statement its certificates, its verdicts and its printed derivation."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from ..errors import BadInput
from ..files import write_whole
from ..theory.results import StatementResult
from .output import read_text

FORMAT: Final = "dptheory-proofs"
VERSION: Final = 1


@dataclass(frozen=True)
class Recorded:
    """The certificates by the hash of their claim, and the verdicts of every statement."""

    certificates: Mapping[str, object] = field(default_factory=dict)
    verdicts: Mapping[str, object] = field(default_factory=dict)
    place: str = ""


def folder(named: str | None) -> Path | None:
    """The folder of recorded proofs: the named one, ``proofs`` here, or that of the source tree."""
    if named is not None:
        if not Path(named).is_dir():
            raise BadInput(f"--proofs {named}", "a folder", "--proofs proofs")
        return Path(named)
    beside = Path(__file__).resolve().parents[2] / "proofs"
    return next((place for place in (Path("proofs"), beside) if place.is_dir()), None)


def recorded(place: Path | None) -> Recorded:
    """Everything that a folder holds; an empty record where there is none."""
    if place is None:
        return Recorded()
    certificates: dict[str, object] = {}
    verdicts: dict[str, object] = {}
    for path in sorted(place.glob("*.json")):
        data = read_json(path)
        if not isinstance(data, dict) or data.get("format") != FORMAT or data.get("version") != VERSION:
            raise BadInput(
                f"the file {str(path)!r}", f"format {FORMAT!r}, version {VERSION}", "dptheory verify --write"
            )
        held = data.get("certificates")
        certificates.update(held if isinstance(held, dict) else {})
        verdicts[str(data.get("statement"))] = data.get("verdicts")
    return Recorded(certificates, verdicts, str(place))


def read_json(path: Path) -> object:
    """The data of a JSON file."""
    try:
        data: object = json.loads(read_text(path))
    except (ValueError, RecursionError) as error:
        if isinstance(error, BadInput):
            raise
        raise BadInput(f"the file {str(path)!r} ({error})", "JSON", "another file") from None
    return data


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
        if known.place and before is None:
            changed.append(f"{result.id}: nothing is recorded in {known.place}")
        elif known.place and now != before:
            changed.append(f"{result.id}: now {json.dumps(now)}, recorded {json.dumps(before)}")
    return changed


def write(place: Path, result: StatementResult, certificates: Mapping[str, object], derivation: str) -> None:
    """Write one statement's two files; the same bytes for the same content."""
    data = {
        "format": FORMAT,
        "version": VERSION,
        "statement": result.id,
        "verdicts": verdicts(result),
        "certificates": {key: certificates[key] for key in sorted(certificates)},
    }
    text = json.dumps(data, indent=1, sort_keys=True, ensure_ascii=False, allow_nan=False)
    write_whole(place / f"{result.id}.json", text + "\n")
    write_whole(place / f"{result.id}.txt", derivation)
