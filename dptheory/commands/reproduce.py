"""``reproduce PAPER``: a source's experiments, rerun: tables and figures."""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path

from ..errors import BadInput, one_line
from ..files import folder_at, write_whole
from .output import answer, answer_json, progress

PAPERS = ("wang2019", "wu2015")


def run(args: argparse.Namespace) -> int:
    """Rerun, write the files, print the table."""
    if args.paper not in PAPERS:
        raise BadInput(f"paper {one_line(args.paper, 60)}", f"one of {', '.join(PAPERS)}", "wu2015")
    repetitions = _integer("--repetitions", args.repetitions, 2, 100_000)
    seed = _integer("--seed", args.seed, 0, 2**63 - 1)
    data = Path(args.data) if args.data is not None else None
    rerun = _wu2015 if args.paper == "wu2015" else _wang2019
    made = rerun(args, data, repetitions, seed)
    out = Path(args.out)
    for name, content in made.files.items():
        write_whole(out / name, content)
    if args.json:
        answer_json({**made.record, "files": sorted(made.files)})
    else:
        answer("\n".join([*made.text, f"  wrote {', '.join(sorted(made.files))}"]))
    return 0


@dataclass(frozen=True)
class Made:
    """What a rerun has to show."""

    record: dict[str, object]
    text: list[str]
    files: dict[str, bytes]


def _wu2015(args: argparse.Namespace, data: Path | None, repetitions: int, seed: int) -> Made:
    from ..lab.reproduce.wu2015.choices import chosen
    from ..lab.reproduce.wu2015.experiment import Settings
    from ..lab.reproduce.wu2015.experiment import rerun as again
    from ..lab.reproduce.wu2015.report import record, text

    choices = chosen(args.choose or [])
    folder_at(Path(args.out))
    with progress("repeating") as tell:
        found = again(Settings(data, repetitions, seed, args.workers, choices), tell)
        return Made(record(found.found), text(found.found), found.files())


def _wang2019(args: argparse.Namespace, data: Path | None, repetitions: int, seed: int) -> Made:
    from ..lab.reproduce.wang2019.choices import chosen
    from ..lab.reproduce.wang2019.report import record, text
    from ..lab.reproduce.wang2019.run import files
    from ..lab.reproduce.wang2019.run import rerun as again

    choices = chosen(args.choose or [])
    if args.workers != "1":
        raise BadInput(
            f"--workers {one_line(args.workers, 60)}", "1: this rerun is one process", "--workers 1"
        )
    folder_at(Path(args.out))
    with progress("computing") as tell:
        found = again(data, choices, repetitions, seed, tell)
        return Made(record(found), text(found), files(found))


def _integer(name: str, text: str, least: int, most: int) -> int:
    if not (text.isascii() and text.isdecimal() and least <= int(text) <= most):
        raise BadInput(
            f"{name} {one_line(text, 40)}", f"an integer from {least} to {most}", f"{name} {max(least, 50)}"
        )
    return int(text)
