"""What commands write and where: answers on standard output, the rest on standard error."""

from __future__ import annotations

import argparse
import json
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from ..errors import BadInput
from ..files import write_whole
from ..present.formulas import ASCII, UNICODE

if TYPE_CHECKING:
    from rich.table import Table

PIPE_WIDTH = 400
"""Columns where there is no terminal: enough that nothing is cut."""
LEAST_WIDTH = 130
"""Columns that a table without titles needs; a narrower terminal breaks its lines."""
TITLES_WIDTH = 190
"""Columns from which a table has titles."""


def style(args: argparse.Namespace) -> str:
    """The style of formulas: ASCII where asked for or where the output can write nothing else."""
    encoding = (sys.stdout.encoding or "ascii").lower().replace("-", "")
    return ASCII if args.ascii or encoding not in ("utf8", "utf8sig") else UNICODE


def answer(text: str) -> None:
    """One answer on standard output."""
    sys.stdout.write(text if text.endswith("\n") else f"{text}\n")


def answer_json(value: object) -> None:
    """One answer as JSON."""
    answer(json.dumps(value, indent=2, ensure_ascii=False, allow_nan=False))


def note(text: str) -> None:
    """A remark that is no answer."""
    sys.stderr.write(f"{text}\n")


def columns() -> int:
    """The width of the output: the terminal's, or enough for anything where there is none."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else PIPE_WIDTH


def print_table(table: Table) -> None:
    """A table on standard output; plain and wide enough where that is no terminal."""
    from rich.console import Console

    console = Console(file=sys.stdout, width=max(columns(), LEAST_WIDTH), highlight=False, emoji=False)
    with console.capture() as capture:
        console.print(table)
    lines = [line.rstrip() for line in capture.get().splitlines()]
    answer("\n".join(line for line in lines if line))


class Tell(Protocol):
    """Says what is being worked on."""

    def __call__(self, name: str) -> None: ...


@contextmanager
def progress(text: str) -> Iterator[Tell]:
    """A status line on standard error, if that is a terminal."""
    if not sys.stderr.isatty():
        yield lambda name: None
        return
    from rich.console import Console

    with Console(stderr=True).status(text) as status:
        yield lambda name: status.update(f"{text} {name}")


def write_record(record: object, target: str | None, otherwise: str) -> str | None:
    """Write a certificate as JSON, if there is one and a file was named; the file."""
    if target is None:
        return None
    if record is None:
        note(f"nothing written to {target}: {otherwise}")
        return None
    write_whole(Path(target), json.dumps(record, indent=1, sort_keys=True) + "\n")
    return target


def read_text(path: Path, limit: int = 20_000_000) -> str:
    """The text of a file."""
    try:
        if path.stat().st_size > limit:
            raise BadInput(f"a file of {path.stat().st_size} bytes", f"at most {limit}", "a smaller file")
        return path.read_text(encoding="utf-8")
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise BadInput(
            f"the path {str(path)!r} ({reason})", "a file that can be read", "another path"
        ) from None
    except UnicodeDecodeError:
        raise BadInput(
            f"the file {str(path)!r}, which is no text", "a text in UTF-8", "another file"
        ) from None
