"""``read PAPER``: the relations of a document with LaTeX, each with its conditions and what came out; a
letter.
"""

from __future__ import annotations

import argparse
import os
import re
from dataclasses import replace
from pathlib import Path
from typing import Final

from ..documents.judgement import EFFORT
from ..documents.letter import letter_blocks, lines
from ..documents.records import result_json
from ..documents.results import Letter, read_document
from ..documents.side import Side, mark, read_side
from ..documents.skeleton import skeleton
from ..documents.source import MOST, Trouble, document
from ..errors import BadInput
from ..files import folder_at, write_whole
from ..present.letter_files import html_file, markdown_file, tex_file
from . import numbers
from .new import fresh
from .output import NotText, answer, answer_json, note, progress, read_text, style

WRITERS: Final = {"html": html_file, "md": markdown_file, "tex": tex_file}
LIMIT: Final = 20_000_000


def run(args: argparse.Namespace) -> int:
    """Read the document and print the letter; 1 where something fails, else 0."""
    path = Path(args.paper)
    _refuse_pdf(path)
    text, odd = _text(path)
    tex = path.suffix.lower() in (".tex", ".latex", ".ltx") or "\\begin{document}" in text
    effort = EFFORT if args.effort is None else numbers.effort(args.effort)
    beside = path.with_name(f"{path.name}.conditions")
    side = _side(beside, text)
    read = document(text, tex=tex)
    if odd >= 0:
        words = "no UTF-8 from here on: read as Latin-1, of which only the formulas matter"
        read = replace(read, troubles=(Trouble(read.place(odd), words), *read.troubles))
    if args.new is not None:
        fresh(args.new)
    with progress("reading") as told:
        found = read_document(
            read, path.name, lines=_lines(args.lines), effort=effort,
            workers=_count(args.workers, "--workers", "processes", 256) or os.cpu_count() or 1,
            most=_count(args.most, "--most", "links", MOST) or None, side=side, told=told.count,
        )  # fmt: skip
    if side is None:
        _keep(beside, found.side)
    if args.new is not None:
        return _statements(args, skeleton(read, found, args.new))
    _put(args, found)
    return 1 if any(one.verdict == "refuted" for one in found.results) else 0


def _text(path: Path) -> tuple[str, int]:
    """The text of a file, and where it is no UTF-8, else -1; what has signs that no text has is refused with
    their place.
    """
    odd = -1
    try:
        text = read_text(path, LIMIT)
    except NotText:
        if not path.is_file():  # a device, which may never end
            raise
        inside = path.read_bytes()
        text = inside.decode("latin-1")
        odd = _broken(inside)
    if strange := re.search(r"[\0-\x08\x0e-\x1a\x1c-\x1f]", text):
        line = text.count("\n", 0, strange.start()) + 1
        column = strange.start() - text.rfind("\n", 0, strange.start())
        said = f"the file {str(path)!r}, which is no text at {line}:{column}"
        raise BadInput(said, "LaTeX or Markdown", "the paper's source")
    return text, odd


def _broken(inside: bytes) -> int:
    """The place of the first byte that is none of a text in UTF-8; -1 where all are.

    >>> _broken(b"f\\xfcr")
    1
    """
    try:
        inside.decode()
    except UnicodeDecodeError as error:
        return error.start
    return -1


def _statements(args: argparse.Namespace, text: str) -> int:
    """Write the file of statements of the document's theorems into a new folder."""
    path = folder_at(Path(args.new)) / "theorems.thm"
    write_whole(path, text)
    count = text.count("\nstatement ")
    if args.json:
        answer_json({"file": str(path), "statements": count})
    else:
        answer(
            f"written: {path}, {count} statement{'' if count == 1 else 's'}\ntry: dptheory verify {args.new}/"
        )
    return 0


def _side(beside: Path, text: str) -> Side | None:
    """What the reader corrected beside the document; said where that was beside another text."""
    if not beside.is_file():
        return None
    whole = read_side(read_text(beside), beside.name)
    side = whole.of(text)
    unused = len(whole.lines) - len(side.lines if side else ())
    if whole.document not in ("", mark(text)):
        note(f"{beside.name}: the document has changed; {unused} lines that nobody edited are not used")
    return side


def _keep(beside: Path, text: str) -> None:
    """Write what was taken as given beside the document, for its reader to correct."""
    try:
        write_whole(beside, text)
    except (OSError, BadInput) as error:
        note(f"not written: {beside.name} ({error})")


def _put(args: argparse.Namespace, found: Letter) -> None:
    if (args.json or args.format == "json") and args.out is None:
        answer_json([result_json(one) for one in found.results])
        return
    if args.format in WRITERS:
        made = WRITERS[args.format](letter_blocks(found), f"Remarks on {found.name}")
    elif args.format == "json":
        import json

        made = json.dumps([result_json(one) for one in found.results], indent=2, ensure_ascii=False) + "\n"
    else:
        made = "\n".join(lines(found, style(args))) + "\n"
    if args.out is None:
        answer(made, verbatim=args.format != "text")
        return
    write_whole(Path(args.out), made)
    answer(f"{args.out}: {len(made.encode()) / 1e3:.0f} kB")


def _refuse_pdf(path: Path) -> None:
    try:
        with path.open("rb") as file:
            begins = file.read(5)
    except OSError:
        return  # told when the text is read
    if begins == b"%PDF-":
        raise BadInput(
            f"the file {str(path)!r}, which is a PDF",
            "the text with its LaTeX",
            "the paper's .tex (arXiv: Other formats)",
        )


def _lines(text: str | None) -> tuple[int, int] | None:
    if text is None:
        return None
    match = re.fullmatch(r"(\d+)(?:-(\d+))?", text.strip())
    if match is None:
        raise BadInput(f"--lines {text}", "a line or two of them", "--lines 40-80")
    return int(match[1]), int(match[2] or match[1])


def _count(text: str | None, option: str, what: str, most: int) -> int:
    """The number behind an option; 0 where there is none."""
    if text is None:
        return 0
    if not text.isdigit() or not 0 < int(text) <= most:
        raise BadInput(f"{option} {text}", f"a number of {what}, 1 to {most}", f"{option} 2")
    return int(text)
