"""``export coq TARGET ... --out DIR``: certificates as theorems for Coq."""

from __future__ import annotations

import argparse
from hashlib import sha256
from pathlib import Path

from ..errors import BadInput
from ..export.batches import export, sampled
from ..kernel.real import parse_claim
from ..theory.evidence import HEADS
from . import store
from .output import answer, answer_json, note, progress, read_text


def run(args: argparse.Namespace) -> int:
    """Write the files, and say how many theorems they have; status 1 where some certificate could not be
    said."""
    out = Path(args.out)
    if out.exists() and not out.is_dir():
        raise BadInput(f"--out {args.out}", "a folder", "--out build/coq")
    chosen = sampled(_certificates(args), _number(args.count, "--count"), _number(args.seed, "--seed") or 0)
    if not chosen:
        raise BadInput(
            "nothing to export", "certificates of claims", "dptheory export coq wu2015 --out build/coq"
        )
    out.mkdir(parents=True, exist_ok=True)
    with progress("exporting"):
        made = export(chosen, out, note, every=not args.targets and args.count is None)
    if args.json:
        answer_json(vars(made))
    else:
        answer("\n".join(f"not exported  {name}: {why}" for name, why in made.left.items()))
        answer(f"{len(made.theorems)} theorems in {len(made.files)} files of {out}; compile them: make coq")
    return 1 if made.left else 0


def _number(text: str | None, option: str) -> int | None:
    if text is not None and not text.isdigit():
        raise BadInput(f"{option} {text}", "a number", f"{option} 300")
    return None if text is None else int(text)


def _certificates(args: argparse.Namespace) -> dict[str, object]:
    """Those of the targets: files, statements or sources; all that are recorded if none is named."""
    place = store.folder(args.proofs)
    if not args.targets:
        return dict(store.recorded(place).certificates)
    found: dict[str, object] = {}
    for target in args.targets:
        path = Path(target)
        if path.is_dir() or path.suffix in HEADS:
            found.update(store.recorded(path, strict=True).certificates)
        elif path.is_file():
            key, data = _in_file(path)
            found[key] = data
        else:
            found.update(_recorded(place, target))
    return found


def _in_file(path: Path) -> tuple[str, dict[str, object]]:
    """A certificate, of a claim or of growth or a best constant; or a claim with its witness."""
    data = store.read_json(path)
    if isinstance(data, dict) and isinstance(data.get("witness"), dict):
        return parse_claim(str(data.get("claim")), str(data.get("where"))).hash, data
    if not isinstance(data, dict) or not {"hash", "format"} & data.keys():
        tried = "dptheory prove CLAIM --write FILE, dptheory refute CLAIM --json > FILE"
        raise BadInput(f"the file {str(path)!r}", "a certificate, or a claim with its witness", tried)
    return str(data.get("hash", sha256(read_text(path).encode()).hexdigest())), data


def _recorded(place: Path | None, target: str) -> dict[str, object]:
    """The certificates of a statement, or of all of a source."""
    found = store.held_for(place, target)
    if not found:
        raise BadInput(
            f"{target!r}", "a certificate, a statement or a source with recorded proofs", "dptheory list"
        )
    return found
