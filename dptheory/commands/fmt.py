"""``fmt FILE...``: files of statements in the one layout, and shorter where it is asked for."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from ..errors import BadInput
from ..files import write_whole
from ..theory.blocks import PAPERS
from ..theory.diagnosis.faults import Fault, FaultyText
from ..theory.layout import laid_out
from ..theory.library import TheoryLibrary, load_library
from ..theory.outline import OutlineError
from ..theory.shortening import shortened
from .output import answer, answer_json, many
from .running import divided, library_for


def run(args: argparse.Namespace) -> int:
    """Lay out every file; with --check, only say which are not laid out so; with --shorten, leave out what
    can be found again."""
    names, files = divided(args.files)
    if names:
        raise BadInput(f"{names[0]!r}", "a file of statements or a folder of them", f"{names[0]}.thm")
    library = _library(files) if args.shorten else None
    changed = [str(file) for file in files if _changed(file, args.check, library)]
    if args.json:
        answer_json({"files": len(files), "changed": changed})
    else:
        word = "not laid out" if args.check else "laid out"
        for name in changed:
            answer(f"{word}: {name}")
        answer(f"{many(len(files), 'file')}, {len(changed)} {word}")
    return 1 if args.check and changed else 0


def _library(files: Sequence[Path]) -> TheoryLibrary:
    """The library with files in it; the library's own files are there already."""
    others = [str(file) for file in files if PAPERS not in file.resolve().parents]
    return library_for(others)[0] if others else load_library()


def _changed(file: Path, check: bool, library: TheoryLibrary | None) -> bool:
    """Whether a file is laid out in another way; unless it is only checked, it is written. With a library
    that has its statements it is also written shorter."""
    try:
        before = file.read_bytes()
        after = laid_out(before.decode("utf-8"))
        after = after if library is None else shortened(after, library)
    except OutlineError as error:
        raise FaultyText([Fault(str(file), error.number, 1, error.message)]) from None
    except UnicodeDecodeError:
        given = f"the file {str(file)!r}, which is no text"
        raise BadInput(given, "a text in UTF-8", "another file") from None
    if before != after.encode() and not check:
        write_whole(file, after)
    return before != after.encode()
