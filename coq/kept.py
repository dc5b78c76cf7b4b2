"""What Coq said of theorems, kept by their texts and by what these rest on: nothing is asked twice."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from session import Answer, answers

MARK = "(* ==== "
KEPT = "answers.jsonl"
HERE = Path(__file__).resolve().parent


def parted(text: str) -> tuple[str, list[str]]:
    """The first lines of a file, and its theorems, each with those that it needs before it."""
    head, *parts = re.split(f"(?=^{re.escape(MARK)})", text, flags=re.MULTILINE)
    return head, parts


def name_of(part: str) -> str:
    """What a theorem is called."""
    return part.removeprefix(MARK).split(" ", 1)[0]


def stated(lemmas: str) -> str:
    """What lemmas say, which is all that theorems need of them once they compile."""
    return "\n".join(re.findall(r"^(?:Theorem|Lemma) .*", lemmas, flags=re.MULTILINE))


def key(part: str, known: str) -> str:
    """Of a theorem, the texts of the support files, and what lemmas say."""
    more = (HERE / "Compound.v").read_text("utf-8") if " : compound_" in part else ""
    return hashlib.sha256((known + more + part).encode()).hexdigest()[:16]


def read(out: Path) -> dict[str, dict[str, object]]:
    """What is kept in a folder, by the keys."""
    path = out / KEPT
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return {one["key"]: one for one in map(json.loads, lines)}


def keep(out: Path, parts: Iterable[str], known: str, good: Iterable[str], seconds: float) -> None:
    """Keep that the theorems of a file compiled, which took so many seconds each."""
    before, compiled = read(out), set(good)
    with (out / KEPT).open("a", encoding="utf-8") as file:
        for part in parts:
            if (name := name_of(part)) in compiled and (made := key(part, known)) not in before:
                said = vars(Answer(name, True, seconds, "")) | {"key": made, "limit": 0}
                file.write(json.dumps(said) + "\n")


def answered(parts: Iterable[str], out: Path, known: str, limit: int) -> Iterator[Answer]:
    """Of each theorem what Coq says, in so many seconds of a processor each, as soon as it does; first what
    is kept. A run that was ended goes on."""
    before, todo = read(out), dict[str, str]()
    for part in parts:
        one = before.get(made := key(part, known))
        if one and (one["good"] or one["limit"] >= limit):
            yield Answer(*(one[field] for field in ("name", "good", "seconds", "said")))
        else:
            todo[made] = part
    keys = {name_of(part): made for made, part in todo.items()}
    theorems = [(name_of(part), part) for part in todo.values()]
    with (out / KEPT).open("a", encoding="utf-8") as file:
        for found in answers(out, theorems, "Tactics Compound Lemmas", limit):
            file.write(json.dumps(vars(found) | {"key": keys[found.name], "limit": limit}) + "\n")
            file.flush()
            yield found
