"""Folders of proofs under attack: files of statements and recorded proofs, changed, and given to `check`.

Nothing that was changed may make `check` say *proved* of a statement that is refuted, open or false, write
outside its folder, or end in a traceback.
"""

from __future__ import annotations

import contextlib
import io
import json
import random
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

from dptheory.cli import main
from dptheory.theory import evidence

Lines = list[dict[str, Any]]

TEXT = """
define small(x: real; r: real) := x <= r
  says x is at most r

statement a.true
  let x, y, r: real
  form printed
    given first: small(x, r)
    given second: small(y, r)
    claim small(x + y, 2*r)
    proof
      1: x + y <= 2*r by calc from first, second
      2: small(x + y, 2*r) by both from 1
    model
      value x = 1
      value y = 1
      value r = 1

statement a.false
  let x, r: real
  form printed
    given first: small(x, r)
    claim small(2*x, r)
    refuted twice one
      value x = 1
      value r = 1

statement a.open
  let x, r: real
  form printed
    given first: small(x, r)
    claim small(x - 1, r)
"""
HONEST = {"a.true": "proved", "a.false": "refuted", "a.open": "unknown"}
WORDS = ("claim", "given", "proof", "model", "by", "calc", "from", "a.true:printed", "a.open:printed", "proved",
         "constant C", "cited Me", "0", "-1", "<=", ">=", "small", "2*r", "r", "\u2028", "\u0430", "../a", ":")  # fmt: skip


class Folders:
    """Attempts of one seed, in a temporary folder."""

    def __init__(self, seed: object) -> None:
        self.rng = random.Random(f"folders {seed}")
        self.answers: Counter[str] = Counter()
        self.unsound: list[str] = []

    def run(self, attempts: int) -> None:
        """Changed records against the true text, and changed texts against the true records."""
        with tempfile.TemporaryDirectory() as name:
            self.place = Path(name)
            self.write("mine.thm", TEXT)
            self.command("verify", str(self.place / "mine.thm"), "--write", str(self.place / "proofs"))
            self.records = {path.name: path.read_text(encoding="utf-8") for path in (self.place / "proofs").iterdir()}
            for index in range(attempts):
                self.attempt(index)

    def attempt(self, index: int) -> None:
        """One folder: what `check` says of it, against what is so."""
        for name, text in self.records.items():
            self.write(f"proofs/{name}", text)
        self.write("mine.thm", TEXT)
        if index % 2:
            name = self.rng.choice(sorted(self.records))
            self.write(f"proofs/{name}", self.record(name))
        else:
            self.write("mine.thm", self.text())
        status, said = self.command(
            "check", str(self.place / "proofs"), "--statements", str(self.place / "mine.thm"), "--json"
        )
        if status not in (0, 1, 64):
            self.unsound.append(f"check ended with {status}: {said[-300:]}")
            return
        self.answers[f"check: status {status}"] += 1
        if index % 2 and status != 64:
            for entry in json.loads(said):
                honest = HONEST.get(entry["name"])
                if entry["checked"] and entry["verdict"] != honest:
                    self.unsound.append(f"{entry['name']} is {honest}, and was said to be {entry['verdict']}")
        elif status == 0 and {e["name"]: e["verdict"] for e in json.loads(said)} != HONEST:
            self.unsound.append(f"a changed text, checked against the old records: {said}")
        strays = [path for path in self.place.rglob("*") if path.is_file() and path.parent.name != "proofs"]
        if [path.name for path in strays] != ["mine.thm"]:
            self.unsound.append(f"written elsewhere: {strays}")

    def record(self, name: str) -> str:
        """A file with a verdict, a hash, a certificate or a name changed, most often with digests that belong to
        what it says then; or with letters or lines changed."""
        rng, text = self.rng, self.records[name]
        if rng.random() < 0.3:
            place = rng.randrange(len(text))
            return (
                text[:place] + rng.choice(("", "x", "{", "\u2028", '"')) + text[place + rng.randint(0, 2) :]
            )
        lines = text.splitlines(keepends=True)
        if rng.random() < 0.2:
            del lines[rng.randrange(len(lines))]
            lines.insert(rng.randrange(len(lines) + 1), rng.choice([*lines, "<<<<<<< ours\n"]))
            return "".join(lines)
        found = evidence.read(self.place / "proofs" / name)
        chosen, other = (rng.choice(sorted(found.texts)) for _ in range(2))
        change = self.certificate if name.endswith(evidence.CERTIFICATES) else self.verdicts
        made = change(evidence.lines_of(found.texts[chosen]), evidence.lines_of(found.texts[other]))
        made[-1].pop("digest", None)
        return "".join(f"{one}\n" for one in ({**found.texts, chosen: evidence.block(made)}).values())

    def certificate(self, lines: Lines, other: Lines) -> Lines:
        """The line of a certificate, changed."""
        rng, line = self.rng, lines[0]
        change = rng.randrange(4)
        if change == 0:
            line["hash"] = rng.choice(("0" * 64, other[0]["hash"], "", None, 1))
        elif change == 1:
            line["proof"] = rng.choice(([], None, {"rule": "poly"}, 1, other[0]["proof"]))
        elif change == 2:
            line["data"] = rng.choice(({}, [], None, "proved"))
        else:
            line.pop(rng.choice(sorted(line)))
        return lines

    def verdicts(self, lines: Lines, other: Lines) -> Lines:
        """The lines of a statement, changed."""
        rng, change = self.rng, self.rng.randrange(5)
        if change == 0:
            lines[0]["verdict"] = rng.choice(("proved", "refuted", "cited", "sound", "", None, 1))
        elif change == 1:
            lines = [*other[:-1], lines[-1]]
        elif change == 2:
            lines[-1]["statement"] = rng.choice(("a.open", "a.false", "../evil", "", None))
        elif change == 3:
            line = rng.choice(lines)
            line[rng.choice(sorted(line))] = rng.choice(([], None, {}, 1, "proved"))
        else:
            line = rng.choice(lines)
            line.pop(rng.choice(sorted(line)))
        return lines

    def text(self) -> str:
        """The text with a word or a line changed."""
        rng, lines = self.rng, TEXT.splitlines()
        place = rng.randrange(len(lines))
        if rng.random() < 0.3:
            del lines[place]
        elif rng.random() < 0.3:
            lines.insert(place, lines[rng.randrange(len(lines))])
        else:
            words = lines[place].split(" ")
            words[rng.randrange(len(words))] = rng.choice(WORDS)
            lines[place] = " ".join(words)
        return "\n".join(lines) + "\n"

    def write(self, name: str, text: str) -> None:
        (self.place / name).parent.mkdir(exist_ok=True)
        (self.place / name).write_text(text, encoding="utf-8")

    def command(self, *words: str) -> tuple[int, str]:
        """A command's status and answer; a traceback is status -1."""
        out, err = io.StringIO(), io.StringIO()
        try:
            with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
                status = main(list(words))
        except Exception as error:
            return -1, f"{type(error).__name__}: {error}"
        return status, out.getvalue()


def attack(seed: str, attempts: int) -> list[str]:
    """What a long attack found unsound; a folder takes as long as many terms."""
    folders = Folders(seed)
    folders.run(attempts // 50)
    return folders.unsound
