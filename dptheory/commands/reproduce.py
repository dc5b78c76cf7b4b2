"""``reproduce PAPER``: a source's experiments, rerun: tables and figures."""

from __future__ import annotations

import argparse
from pathlib import Path

from ..errors import BadInput, one_line
from ..files import write_whole
from .output import answer, answer_json, progress

PAPERS = ("wu2015",)


def run(args: argparse.Namespace) -> int:
    """Rerun, write the files, print the table."""
    if args.paper not in PAPERS:
        raise BadInput(f"paper {one_line(args.paper, 60)}", f"one of {', '.join(PAPERS)}", "wu2015")
    repetitions = _integer("--repetitions", args.repetitions, 2, 100_000)
    seed = _integer("--seed", args.seed, 0, 2**63 - 1)
    from ..reproduce.wu2015.choices import chosen
    from ..reproduce.wu2015.experiment import Settings, rerun
    from ..reproduce.wu2015.report import record, text

    choices = chosen(args.choose or [])
    data = Path(args.data) if args.data is not None else None
    out = _folder(Path(args.out))
    with progress("repeating") as tell:
        settings = Settings(data, repetitions, seed, args.workers, choices)
        found = rerun(settings, tell)
        files = found.files()
    for name, content in files.items():
        write_whole(out / name, content)
    if args.json:
        answer_json({**record(found.found), "files": sorted(files)})
    else:
        answer("\n".join([*text(found.found), f"  wrote {', '.join(sorted(files))}"]))
    return 0


def _folder(path: Path) -> Path:
    """The folder, made if need be, before hours of work go into what cannot be written."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        given = f"--out {one_line(str(path), 120)} ({(error.strerror or 'unwritable').lower()})"
        raise BadInput(given, "a folder that can be written to", "--out build/wu2015") from None
    return path


def _integer(name: str, text: str, least: int, most: int) -> int:
    if not (text.isascii() and text.isdecimal() and least <= int(text) <= most):
        raise BadInput(
            f"{name} {one_line(text, 40)}", f"an integer from {least} to {most}", f"{name} {max(least, 50)}"
        )
    return int(text)
