"""Files of evidence: lines of JSON that may be merged, moved and left out, and not edited unseen.

A file is a sequence of blocks, sorted by name. The last line of a block begins with its name and ends with a
digest of the block: of a certificate that line is all, a statement has lines of its forms and twins above.
A certificate is named by the hash of its claim; one that answers a question by the statement, a blank, and
the question's key.
Two such files put together are one, so that a merge is a union of blocks.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from ..errors import BadInput
from ..files import write_whole

VERDICTS: Final = ".verdicts"
CERTIFICATES: Final = ".certificates"
HEADS: Final = {VERDICTS: ("statement",), CERTIFICATES: ("hash", "question")}
"""The kinds of files, and the words that the last line of a block may begin with."""
DIGITS: Final = 12
"""So many hexadecimal digits has a digest: it finds accidents, and no forger."""
_DIGEST: Final = ',"digest":"'
_END: Final = len(_DIGEST) + DIGITS + len('"}')
_MARKS: Final = ("<<<<<<<", "|||||||", "=======", ">>>>>>>")


@dataclass(frozen=True)
class Blocks:
    """The blocks of a file by name, each as its text, with the number of its first line; and what is wrong
    with the others, by the name that they have or seem to have."""

    path: Path
    texts: Mapping[str, str] = field(default_factory=dict)
    numbers: Mapping[str, int] = field(default_factory=dict)
    faults: Mapping[str, str] = field(default_factory=dict)

    def answers(self) -> dict[str, str]:
        """The certificates that answer questions."""
        return {name: text for name, text in self.texts.items() if " " in name}

    def claims(self) -> dict[str, str]:
        """The certificates of claims that proofs use."""
        return {name: text for name, text in self.texts.items() if " " not in name}

    def digests(self) -> set[str]:
        """The digests of all blocks."""
        return set(map(digest_of, self.texts.values()))


def block(lines: Iterable[Mapping[str, object]]) -> str:
    """The text of a block.

    >>> print(block([{"hash": "0a1b", "claim": "0 <= 0"}]))
    {"hash":"0a1b","claim":"0 <= 0","digest":"5277e3fd4070"}
    """
    text = "\n".join(map(text_of, lines))
    return f'{text[:-1]}{_DIGEST}{_digest(text)}"}}'


def text_of(value: object) -> str:
    """A value as JSON on one line."""
    return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def lines_of(text: str) -> list[dict[str, Any]]:
    """What the lines of a block say. Raises ValueError."""
    try:
        made = [json.loads(line) for line in text.split("\n")]
    except RecursionError:
        raise ValueError("lists in lists without end") from None
    if not all(isinstance(line, dict) for line in made):
        raise ValueError("a line that is no object")
    return made


def digest_of(text: str) -> str:
    """The digest that stands at the end of a block."""
    return text[-DIGITS - 2 : -2]


def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:DIGITS]


def _intact(text: str) -> bool:
    return text[-_END:] == f'{_DIGEST}{_digest(text[:-_END] + "}")}"}}'


def read(path: Path) -> Blocks:
    """The blocks of a file; none where there is no such file."""
    try:
        content = path.read_bytes()
    except OSError:
        return Blocks(path)
    texts, numbers, faults = dict[str, str](), dict[str, int](), dict[str, str]()
    heads = HEADS.get(path.suffix, HEADS[VERDICTS])
    for number, name, text in _parts(content.decode("utf-8", errors="replace"), heads):
        last = number + text.count("\n")
        where = f"{path}, line {number}" if last == number else f"{path}, lines {number} to {last}"
        if text.startswith(_MARKS):
            faults[f"line {number}"] = f"{where}: a mark of a merge that was not finished"
        elif not name or not _intact(text):
            faults[name or f"line {number}"] = f"{where}: not as it was written"
        elif texts.setdefault(name, text) != text:
            faults[name] = f"{where}: there is another one of {name} above"
        else:
            numbers.setdefault(name, number)
    return Blocks(path, texts, numbers, faults)


def _parts(content: str, heads: Sequence[str]) -> Iterator[tuple[int, str, str]]:
    """The blocks of a text, with their first lines and names; marks of merges, and what belongs to nothing,
    for themselves."""
    begin, above, number = tuple(f'{{"{head}":"' for head in heads), list[str](), 0
    lines = content.split("\n")
    for number, line in enumerate(lines[:-1] if lines[-1] == "" else lines, 1):
        closes = line.startswith(begin)
        if line.startswith(_MARKS):
            if above:
                yield number - len(above), "", "\n".join(above)
            yield number, "", line
            above = []
        elif closes or heads != HEADS[VERDICTS]:
            text = "\n".join([*above, line])
            yield number - len(above), line.split('"', 4)[3] if closes else "", text
            above = []
        else:
            above.append(line)
    if above:
        yield number + 1 - len(above), "", "\n".join(above)


def write(path: Path, texts: Mapping[str, str]) -> None:
    """Write a file of blocks; the same bytes for the same blocks, no file for none."""
    if texts:
        write_whole(path, "".join(f"{texts[name]}\n" for name in sorted(texts)))
    else:
        path.unlink(missing_ok=True)


def files(place: Path, kind: str) -> list[Path]:
    """The files of one kind in a folder, or that file of a source whose other one is named."""
    if place.is_dir():
        return sorted(place.glob(f"*{kind}"))
    if place.suffix not in HEADS:
        needed = f"one that `verify --write` made, {', '.join(HEADS)}"
        raise BadInput(f"the file {str(place)!r}", needed, "dptheory check proofs")
    return [place.with_suffix(kind)]
