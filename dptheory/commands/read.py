"""``read PAPER``: the relations of a document with LaTeX, each with its conditions and what came out; a
letter.
"""

from __future__ import annotations

import argparse
import os
import re
from pathlib import Path
from typing import Final

from ..documents.judging import EFFORT
from ..documents.letter import letter_blocks, lines
from ..documents.results import Letter, read_document, result_json
from ..documents.side import read_side
from ..documents.skeleton import skeleton
from ..documents.source import document
from ..errors import BadInput
from ..files import folder_at, write_whole
from ..present.letter_files import html_file, markdown_file, tex_file
from . import numbers
from .new import fresh
from .output import answer, answer_json, note, progress, read_text, style

WRITERS: Final = {"html": html_file, "md": markdown_file, "tex": tex_file}
LIMIT: Final = 20_000_000


def run(args: argparse.Namespace) -> int:
    """Read the document and print the letter; 1 where something fails, else 0."""
    path = Path(args.paper)
    _refuse_pdf(path)
    text = read_text(path, LIMIT)
    if "\0" in text:
        raise BadInput(f"the file {str(path)!r}, which is no text", "LaTeX or Markdown", "the paper's source")
    tex = path.suffix.lower() in (".tex", ".latex", ".ltx") or "\\begin{document}" in text
    effort = EFFORT if args.effort is None else numbers.effort(args.effort)
    beside = path.with_name(f"{path.name}.conditions")
    side = read_side(read_text(beside), beside.name) if beside.is_file() else None
    read = document(text, tex=tex)
    if args.new is not None:
        fresh(args.new)
    with progress("reading") as told:
        found = read_document(
            read, path.name, lines=_lines(args.lines), effort=effort,
            workers=_workers(args.workers), side=side, told=told.count,
        )  # fmt: skip
    if side is None:
        _keep(beside, found.side)
    if args.new is not None:
        return _statements(args, skeleton(read, found, args.new))
    _put(args, found)
    return 1 if any(one.verdict == "refuted" for one in found.results) else 0


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


def _workers(text: str | None) -> int:
    if text is None:
        return os.cpu_count() or 1
    if not text.isdigit() or not 0 < int(text) <= 256:
        raise BadInput(f"--workers {text}", "a number of processes", "--workers 2")
    return int(text)
