"""``export coq TARGET ... --out DIR``: certificates as theorems for Coq."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

from ..errors import BadInput
from ..export.batches import export, sampled
from ..kernel import PROVED, PROVED_GIVEN, SyntaxProblem
from ..kernel.real import parse_claim, parse_compound
from ..theory.evidence import HEADS
from . import store
from .output import answer, answer_json, note, progress, read_text


def run(args: argparse.Namespace) -> int:
    """Write the files, and say how many theorems they have; status 1 where some certificate could not be
    said."""
    out = Path(args.out)
    if out.exists() and not out.is_dir():
        raise BadInput(f"--out {args.out}", "a folder", "--out build/coq")
    if args.logic:
        return _statements(args, out)
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


def _statements(args: argparse.Namespace, out: Path) -> int:
    """Statements with their derivations; status 1 where some proved form could not be said."""
    from ..export.logic.files import export_statements
    from ..theory.derivations import derived
    from ..theory.library import load_library

    library, held = load_library(), store.recorded(store.folder(args.proofs))
    chosen = (
        library.select({one.partition(":")[0] for one in args.targets})
        if args.targets
        else library.statements
    )
    proofs = [form.name for name in chosen for form in library.get(name).forms if form.steps]
    named = [one for one in args.targets if ":" in one]
    wanted = [name for name in proofs if _proved(held.verdicts, name) and (not named or name in named)]
    if not wanted:
        raise BadInput(" ".join(args.targets), "a form that is recorded as proved", "dptheory list")
    out.mkdir(parents=True, exist_ok=True)
    forms, kernel = derived(library, wanted, held.certificates)
    made = export_statements(forms, kernel, held.certificates, out, note)
    answer("\n".join(f"not exported  {name}: {why}" for name, why in made.left.items()))
    answer(f"{len(made.scripts)} statements in Statements.v of {out}; compile them: make coq")
    return 1 if made.left else 0


def _proved(verdicts: Mapping[str, object], name: str) -> bool:
    """Whether a form is recorded as proved."""
    said = verdicts.get(name.partition(":")[0])
    forms = said.get("forms") if isinstance(said, dict) else None
    form = forms.get(name) if isinstance(forms, dict) else None
    return isinstance(form, dict) and form.get("verdict") in (PROVED, PROVED_GIVEN)


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
        claim, where = str(data.get("claim")), str(data.get("where"))
        try:
            return parse_claim(claim, where).hash, data
        except SyntaxProblem:  # a formula
            return parse_compound(claim, where).hash, data
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
