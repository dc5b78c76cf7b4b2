"""The third mark: which recorded claims about real numbers Coq has checked as well, by ``make coq``.

``proofs/coq`` has the digests of the certificates whose claims compiled, all theorems of each. A mark is no
verdict and changes none: it is about claims about real numbers, not about the logic that uses them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from ..files import write_whole
from ..theory.evidence import digest_of
from .output import many
from .store import folded

if TYPE_CHECKING:
    from ..kernel.logic import Definition
    from ..theory.statements import Form, Statement

FILE: Final = "coq"
READERS: Final = ("binders", "claims", "grammar", "terms")
"""The modules of `kernel/real` that read what a claim says."""


@dataclass(frozen=True)
class Checked:
    """What is written in ``proofs/coq``: the version of Coq, the digests of certificates of which it checked
    all claims, and of those that are not about claims (of finite worlds); `stale` says why nothing counts."""

    version: str = ""
    good: frozenset[str] = field(default_factory=frozenset)
    others: frozenset[str] = field(default_factory=frozenset)
    stale: str = "nothing is written of it: make coq"

    def of(self, digests: Iterable[str]) -> dict[str, object]:
        """How many of some certificates it checked, of how many that have claims about real numbers.

        >>> Checked("8.16.1", frozenset({"0a"}), frozenset({"0c"}), "").of(["0a", "0b", "0c"])
        {'version': '8.16.1', 'checked': 1, 'of': 2, 'all': False}
        """
        if self.stale:
            return {"version": None, "reason": self.stale}
        asked = set(digests) - self.others
        good = len(asked & self.good)
        return {"version": self.version, "checked": good, "of": len(asked), "all": good == len(asked) > 0}

    def claims(self, certificates: Mapping[str, object]) -> dict[str, object]:
        """The same of certificates by their hashes, with the claims one by one."""
        digests = {key: digest_of(folded({"hash": key}, one)) for key, one in certificates.items()}
        listed = []
        for key, one in sorted(certificates.items()):
            if digests[key] not in self.others and isinstance(one, dict):
                said = {"claim": one.get("claim", one.get("format")), "where": one.get("where")}
                listed.append({"hash": key, **said, "checked": digests[key] in self.good})
        return self.of(digests.values()) | ({} if self.stale else {"claims": listed})

    def words(self, digests: Iterable[str]) -> str:
        """The same in a line; nothing where there are no such claims.

        >>> Checked("8.16.1", frozenset({"0a"}), frozenset(), "").words(["0a"])
        'Coq 8.16.1 checked its claim about real numbers too, not the logic'
        """
        found = self.of(digests)
        if self.stale or not found["of"]:
            return f"not marked as checked by Coq: {self.stale}" if self.stale and self.version else ""
        count = int(str(found["of"]))
        whole = "its claim" if count == 1 else f"all its {count} claims"
        said = whole if found["all"] else f"{found['checked']} of its {many(count, 'claim')}"
        return f"Coq {self.version} checked {said} about real numbers too, not the logic"


Claims = Mapping[str, Any] | None


def marked(
    said: dict[str, Any], statement: Statement, definitions: Mapping[str, Definition], claims: Claims
) -> dict[str, Any]:
    """A statement as JSON with what Coq has checked of its claims; and each calculation of its derivations
    with whether that is all that it consists of, true or false; null of a line that the author left out."""
    marks = lines_checked(statement, definitions, claims)
    for record in said["forms"]:
        for step in record["steps"]:
            step["coq"] = marks.get(record["name"], {}).get(step["label"])
    return said | {"coq": claims}


def lines_checked(
    statement: Statement, definitions: Mapping[str, Definition], claims: Claims
) -> dict[str, dict[str, bool]]:
    """Of each form by its name, its calculations by their labels."""
    checked = {one["hash"]: bool(one["checked"]) for one in (claims or {}).get("claims", ())}
    return {form.name: _calculations(form, definitions, checked) for form in statement.forms if checked}


def _calculations(
    form: Form, definitions: Mapping[str, Definition], checked: Mapping[str, bool]
) -> dict[str, bool]:
    from ..kernel import KernelError
    from ..kernel.logic import normal, step_claims

    known = {label: normal(h, definitions) for label, h in form.theorem.hypotheses}
    known |= {line.label: normal(line.formula, definitions) for line in form.steps}
    found = dict[str, bool]()
    for line in form.steps:
        if line.by == "calc" and known.keys() >= {*line.sources}:
            with suppress(KernelError):  # a step that is no calculation
                claims = step_claims([known[one] for one in line.sources], known[line.label])[0]
                found[line.label] = all(checked.get(claim.hash, False) for claim in claims)
    return found


class Coq:
    """What a folder of evidence says of Coq, read when it is asked for."""

    def __init__(self, place: Path | None) -> None:
        self.place = place

    @property
    def digest(self) -> str:
        """What pages with marks are made from, besides what they are about."""
        with suppress(OSError, TypeError):
            return sha256(f"{sources()}".encode() + (self.place / FILE).read_bytes()).hexdigest()  # type: ignore[operator]
        return ""

    @cached_property
    def checked(self) -> Checked:
        """What is written there; nothing of it counts where the sources were others."""
        path = None if self.place is None else self.place / FILE
        if path is None or not path.is_file():
            return Checked()
        try:
            data: Mapping[str, Any] = json.loads(path.read_text(encoding="utf-8"))
            good, others = (frozenset(data[name].split()) for name in ("checked", "others"))
            of_today = all(data["sources"][name] == digest for name, digest in sources().items())
            stale = "" if of_today else "its sources have changed: make coq"
            return Checked(data["coq"], good, others, stale)
        except (OSError, ValueError, TypeError, KeyError, AttributeError):
            return Checked(stale=f"{path} cannot be read: make coq")


def sources() -> dict[str, str]:
    """The digests of what a compiled theorem depends on: of what exports and what reads a claim, and of the
    files of ``coq/``, which are not there in an installed package."""
    package = Path(__file__).resolve().parents[1]
    kernel = package / "kernel"
    readers = [kernel / "syntax.py", *(kernel / "real" / f"{name}.py" for name in READERS)]
    rooms = {"export": [*sorted((package / "export").glob("*.py")), *readers]}
    rooms["coq"] = sorted((package.parent / "coq").glob("*.v"))
    return {name: _digest(paths) for name, paths in rooms.items() if paths}


def _digest(paths: Iterable[Path]) -> str:
    made = sha256()
    for path in paths:
        made.update(f"\n{path.name}\n".encode() + path.read_bytes())
    return made.hexdigest()


def write(place: Path, version: str, good: Iterable[str], others: Iterable[str]) -> None:
    """Write what was found."""
    lists = {"checked": " ".join(sorted(good)), "others": " ".join(sorted(others))}
    said = json.dumps({"coq": version, "sources": sources(), **lists}, indent=1)
    write_whole(place / FILE, f"{said}\n")
