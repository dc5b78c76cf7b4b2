"""What commands write and where: answers on standard output, the rest on standard error."""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import sys
import textwrap
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING
from unicodedata import combining

from ..errors import BadInput, put
from ..files import write_whole
from ..letters import outer
from ..present.styles import ASCII, UNICODE

if TYPE_CHECKING:
    from rich.table import Table

PIPE_WIDTH = 400
"""Columns where there is no terminal and COLUMNS says nothing: enough that nothing is cut."""
LEAST_WIDTH = 60
"""Columns that every answer has at least."""
TITLES_WIDTH = 190
"""Columns from which a table has titles."""
FIRST = 2.0
"""Seconds after which something is said where there is no terminal."""
EVERY = 5.0
"""Seconds between two lines of progress there."""
_LABEL = re.compile(r"\s*(?:\S+(?: \S+)*\s{2,})?")


def style(args: argparse.Namespace) -> str:
    """The style of formulas: ASCII where asked for or where the output can write nothing else."""
    encoding = (sys.stdout.encoding or "ascii").lower().replace("-", "")
    return ASCII if args.ascii or encoding not in ("utf8", "utf8sig") else UNICODE


def answer(text: str, *, verbatim: bool = False) -> None:
    """One answer on standard output; lines that are too long go on below their own text, unless verbatim."""
    if not verbatim:
        text = "\n".join(part for line in text.split("\n") for part in _folded(line, columns()))
    put(text if text.endswith("\n") else f"{text}\n")


def _folded(line: str, width: int) -> list[str]:
    """A line on several, the later ones under what follows its label."""
    if len(line) - sum(map(bool, map(combining, line))) <= width:  # an accent has no column of its own
        return [line]
    label = _LABEL.match(line)
    margin = min(label.end() if label else 0, width // 3)
    return textwrap.wrap(
        line, width, subsequent_indent=" " * (margin or 4), drop_whitespace=True, replace_whitespace=False,
        break_long_words=False, break_on_hyphens=False,
    ) or [line]  # fmt: skip


def answer_json(value: object) -> None:
    """One answer as JSON."""
    answer(json.dumps(value, indent=2, ensure_ascii=False, allow_nan=False), verbatim=True)


def answer_about(text: str, *, verbatim: bool = False) -> None:
    """An answer about a claim or a bound, in which δ in ASCII is called delta."""
    answer(outer(text), verbatim=verbatim)


def answer_json_about(value: object) -> None:
    """The same as JSON."""
    answer_json(outer(value))


def note(text: str) -> None:
    """A remark that is no answer."""
    with suppress(OSError, ValueError, AttributeError):
        sys.stderr.write(f"{text}\n")


def many(count: int, noun: str) -> str:
    """A count with what is counted.

    >>> many(1, "statement"), many(2, "statement")
    ('1 statement', '2 statements')
    """
    return f"{count} {noun}{'' if count == 1 else 's'}"


def columns() -> int:
    """The width of the output: what COLUMNS says, the terminal's, or enough for anything where there is
    neither; never below `LEAST_WIDTH`.
    """
    said = os.environ.get("COLUMNS", "")
    if sys.stdout.isatty() or (said.isdigit() and int(said) > 0):
        return max(shutil.get_terminal_size().columns, LEAST_WIDTH)
    return PIPE_WIDTH


def print_table(table: Table) -> None:
    """A table on standard output; where it is too wide, each row as a paragraph of its own."""
    from rich.console import Console
    from rich.measure import Measurement

    width = columns()
    console = Console(file=sys.stdout, width=width, highlight=False, emoji=False)
    widest = Console(width=10_000)
    if Measurement.get(widest, widest.options, table).maximum > width:
        answer("\n".join(_paragraphs(table)))
        return
    with console.capture() as capture:
        console.print(table)
    lines = [line.rstrip() for line in capture.get().splitlines()]
    answer("\n".join(line for line in lines if line), verbatim=True)


def _paragraphs(table: Table) -> Iterator[str]:
    """The rows of a table, one line a cell, each with its heading; cells that say nothing are left out."""
    headings = [str(column.header) for column in table.columns]
    label = max(map(len, headings)) + 4
    for cells in zip(*(column.cells for column in table.columns), strict=True):
        first, *others = (str(cell) for cell in cells)
        yield first
        for heading, cell in zip(headings[1:], others, strict=True):
            if cell not in ("", "–"):
                yield f"  {heading:<{label - 2}}{cell}"


class Progress:
    """Says what is being worked on and how much of it is done, until the `end`, before an answer."""

    def __init__(self, text: str, show: Callable[[str], None], end: Callable[[], None]) -> None:
        self.text, self.show, self.end, self.start = text, show, end, time.monotonic()
        self.counted = self.name = ""

    def __call__(self, name: str) -> None:
        self.name = name
        self.show(self.line())

    def count(self, done: int, total: int) -> None:
        """How many of how many are being worked on."""
        self.counted = f" {done} of {total}"
        self.show(self.line())

    def line(self) -> str:
        """What is known now."""
        about = f": {self.name}" if self.name else ""
        return f"{self.text}{self.counted}{about}, {time.monotonic() - self.start:.0f} s"


_at_work: list[Progress] = []
"""What is being done, the part of it that is done now at the end."""


@contextmanager
def _working(told: Progress) -> Iterator[Progress]:
    _at_work.append(told)
    try:
        yield told
    finally:
        _at_work.remove(told)


@contextmanager
def progress(text: str) -> Iterator[Progress]:
    """A status line on standard error; where that is no terminal, a line after two seconds, and then every
    five. Work that is part of other work speaks in its place."""
    if _at_work:
        with _working(Progress(text, _at_work[-1].show, _at_work[-1].end)) as told:
            yield told
        return
    if sys.stderr is not None and sys.stderr.isatty():
        from rich.console import Console
        from rich.live import Live
        from rich.spinner import Spinner

        spinner, console = Spinner("dots", text), Console(stderr=True)
        # answers go where they were sent to, a file perhaps, and not through this display
        live = Live(spinner, console=console, transient=True, redirect_stdout=False, redirect_stderr=False)
        with live, _working(Progress(text, lambda line: spinner.update(text=line), live.stop)) as told:
            yield told
        return
    over = threading.Event()
    told = Progress(text, lambda line: None, over.set)
    stream = sys.stderr

    def tell() -> None:
        waiting = min(FIRST, EVERY)
        while not over.wait(waiting):
            waiting = EVERY
            with suppress(OSError, ValueError, AttributeError):
                stream.write(f"{_at_work[-1].line()}\n")
                stream.flush()

    ticking = threading.Thread(target=tell, daemon=True)
    with _working(told):
        ticking.start()
        try:
            yield told
        finally:
            over.set()
            ticking.join()


def write_record(record: object, target: str | None, otherwise: str) -> str | None:
    """Write a certificate as JSON, if there is one and a file was named; the file."""
    if target is None:
        return None
    if record is None:
        note(f"nothing written to {target}: {otherwise}")
        return None
    write_whole(Path(target), json.dumps(record, indent=1, sort_keys=True) + "\n")
    return target


class NotText(BadInput):
    """A file that is no text in UTF-8."""


def read_text(path: Path, limit: int = 20_000_000) -> str:
    """The text of a file."""
    try:
        if path.stat().st_size > limit:
            raise BadInput(f"a file of {path.stat().st_size} bytes", f"at most {limit}", "a smaller file")
        with path.open(encoding="utf-8") as file:
            text = file.read(limit + 1)  # a device says that it has no bytes, and never ends
        if len(text) > limit:
            raise BadInput(f"the path {str(path)!r}, which does not end", f"at most {limit} bytes", "a file")
        return text
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise BadInput(
            f"the path {str(path)!r} ({reason})", "a file that can be read", "another path"
        ) from None
    except UnicodeDecodeError:
        said = f"the file {str(path)!r}, which is no text"
        raise NotText(said, "a text in UTF-8", "another file") from None
