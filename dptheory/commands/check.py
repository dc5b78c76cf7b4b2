"""``check PATH``: certificates again, by the kernel alone.

For the library's statements every claim is rebuilt from the library; nothing in a file is believed, and
nothing is searched for. For a user's own certificate the claim that it proves is printed.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ..errors import BadInput
from ..kernel import KernelError, SyntaxProblem, check_compound, check_empty, recheck
from ..kernel import check as check_certificate
from ..kernel.real import COMPOUND_FORMAT as COMPOUND
from ..kernel.real import EMPTY, FAMILY_FORMATS, FORMAT, parse_claim, parse_compound
from ..present.formulas import write_claim
from ..prover.conjunction import FORMAT as LINKS
from ..prover.conjunction import VERSION as LINKS_VERSION
from ..theory.evidence import HEADS
from ..theory.results import StatementResult
from . import chain, store
from .output import answer, answer_json, many, progress, style
from .running import library_for
from .running import run as run_verifier


@dataclass(frozen=True)
class Checked:
    """What came out for one file or statement."""

    name: str
    good: bool
    text: str
    verdict: str = "checked"

    def line(self) -> str:
        """One line: what the kernel says, which is *proved* only of what it proved."""
        return f"{self.verdict if self.good else 'REJECTED':<12}  {self.name}: {self.text}"


def run(args: argparse.Namespace) -> int:
    """Check a file or a folder."""
    path = Path(args.path)
    if path.exists():
        with progress("checking"):
            folder = path.is_dir()
            found = (
                list(_folder(path, args.statements))
                if folder
                else [_file(path, args.statements, style(args))]
            )
    else:
        raise BadInput(
            f"the path {args.path!r}, which is not there", "a file or folder", "dptheory prove --write FILE"
        )
    if args.json:
        answer_json(
            [{"name": c.name, "checked": c.good, "verdict": c.verdict, "text": c.text} for c in found]
        )
    else:
        answer("\n".join(c.line() for c in found))
    return 0 if all(c.good for c in found) else 1


def _file(path: Path, statements: str | None, written: str) -> Checked:
    """A certificate of a user's claim, or a file of evidence of one source."""
    if path.suffix in HEADS:
        found = list(_folder(path, statements))
        return next((c for c in found if not c.good), Checked(path.name, True, many(len(found), "statement")))
    data = store.read_json(path)
    if isinstance(data, dict) and data.get("format") in FAMILY_FORMATS:
        return _statement(path, data)
    if isinstance(data, dict) and data.get("format") == chain.FORMAT:
        return Checked(*chain.recheck(path, data))
    if isinstance(data, dict) and data.get("format") in (COMPOUND, EMPTY):
        return _compound(path, data, written)
    if isinstance(data, dict) and data.get("format") == LINKS:
        return _links(path, data, written)
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise BadInput(f"the file {str(path)!r}", "a certificate", "dptheory prove CLAIM --write FILE")
    return _claim(path, data, written)


def _claim(path: Path, data: dict[str, object], written: str) -> Checked:
    """The certificate of one claim."""
    try:
        claim = parse_claim(str(data.get("claim")), str(data.get("where", "")))
        verdict = check_certificate(claim, data)
    except (KernelError, SyntaxProblem) as error:
        return Checked(path.name, False, str(error))
    text = f"{write_claim(claim, written)}   ({verdict.reason})"
    return Checked(path.name, True, text, verdict.status)


def _compound(path: Path, data: dict[str, object], written: str) -> Checked:
    """The certificate of a compound claim, or that conditions exclude each other."""
    where = str(data.get("where", ""))
    try:
        if data["format"] == EMPTY:
            return Checked(path.name, True, check_empty(parse_compound("0 > 0", where), data))
        compound = parse_compound(str(data.get("claim")), where)
        verdict = check_compound(compound, data)
    except (KernelError, SyntaxProblem) as error:
        return Checked(path.name, False, str(error))
    text = f"{write_claim(compound, written)}   ({verdict.reason})"
    return Checked(path.name, True, text, verdict.status)


def _links(path: Path, data: dict[str, object], written: str) -> Checked:
    """The certificates of the links of a chain: all of them, each of its own claim."""
    held = data.get("links")
    if data.get("version") != LINKS_VERSION or not isinstance(held, list) or not held:
        return Checked(path.name, False, f"expected format {LINKS!r}, version {LINKS_VERSION}, with links")
    found = [_link(path, one, written) for one in held]
    failed = [one for one in found if not one.good]
    text = "; ".join(one.text for one in found)
    return failed[0] if failed else Checked(path.name, True, text, found[0].verdict)


def _link(path: Path, data: object, written: str) -> Checked:
    if isinstance(data, dict) and data.get("format") in (COMPOUND, EMPTY):
        return _compound(path, data, written)
    if isinstance(data, dict) and data.get("format") == FORMAT:
        return _claim(path, data, written)
    return Checked(path.name, False, "a link without a certificate")


def _statement(path: Path, data: object) -> Checked:
    """A best constant or a growth: every part of it, by the kernel."""
    try:
        return Checked(path.name, True, recheck(data))
    except KernelError as error:
        return Checked(path.name, False, str(error))


def _best(result: StatementResult) -> str:
    """The verdict of a statement with one form; of more, *proved* is said where it is true of all."""
    found = {form.verdict.status for form in result.forms}
    return found.pop() if len(found) == 1 else "checked"


def _forms(result: StatementResult) -> str:
    """Each form's verdict, where they differ."""
    if _best(result) != "checked":
        return ""
    return ", ".join(f"{form.name.partition(':')[2]} {form.verdict.status}" for form in result.forms) + "; "


def _folder(place: Path, statements: str | None) -> Iterator[Checked]:
    """Every statement of a folder that `verify --write` made, or of one source, of which a file is named."""
    known = store.recorded(place, strict=True)
    if not known.verdicts:
        raise BadInput(
            f"the folder {str(place)!r}", "files that `verify --write` made", "dptheory check proofs"
        )
    library, _ = library_for([statements] if statements else [])
    names = [name for name in library.statements if name in known.verdicts]
    found = run_verifier(library, names, known, search=False)
    used: set[str] = set()
    for result in found.results:
        mine = found.certificates[result.id]
        used |= mine.keys()
        wrong = store.changes([result], known)
        text = wrong[0] if wrong else f"{_forms(result)}{len(mine)} certificates"
        yield Checked(result.id, not wrong, text, _best(result))
    for name in sorted(set(known.verdicts) - set(library.statements)):
        yield Checked(name, False, "there is no such statement")
    used |= {key for mine in found.certificates.values() for key in mine}
    for key in sorted(set(known.certificates) - used):
        yield Checked(key, False, "a certificate of no claim of the library")
