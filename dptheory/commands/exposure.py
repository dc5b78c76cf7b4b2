"""``exposure DATA.csv --target COLUMN --delta 1e-6 ...``: what each record gives away, on this data set."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import BadInput, one_line
from ..files import write_whole
from .output import Progress, answer, answer_json, progress, style
from .plotting import refuse_plot

if TYPE_CHECKING:
    from ..lab.perinstance.asked import Asked

EXAMPLE = "dptheory exposure data.csv --target y --lam 1 --gamma 1 --delta 1e-6"
MOST_ROWS = 1_000_000


def run(args: argparse.Namespace) -> int:
    """Everything is computed before anything is printed or written."""
    from ..lab.perinstance.asked import Asked
    from ..lab.perinstance.drawing import known

    if args.delta is None:
        raise BadInput("no --delta", "0 < delta < 1", EXAMPLE)
    asked = Asked.of(
        args.mechanism, args.loss, args.lam, args.gamma, args.delta, _bounds(args.bounds), args.huber_width
    )
    refuse_plot(args.plot)
    kind = None if args.plot is None else known(Path(args.plot))
    record = None if args.record is None else _integer(args.record, "--record", 0)
    rows = _integer(args.rows, "--rows", 0)
    with progress("exposing") as tell:
        return _told(args, asked, kind, record, rows, tell)


def _told(
    args: argparse.Namespace, asked: Asked, kind: str | None, record: int | None, rows: int, tell: Progress
) -> int:
    from ..lab.perinstance.drawing import draw, rendered
    from ..lab.perinstance.exposing import expose, summary
    from ..lab.perinstance.reading import BUILT_IN, named, read
    from ..present.exposures import exposure_lines

    tell("reading")
    path = Path(args.data)
    own = args.data in BUILT_IN and not path.exists()
    table = named(args.data, args.target) if own else read(path, args.target)
    new = None if args.new is None else read(Path(args.new), args.target, table.names)
    found = expose(table, new, asked, record, tell)
    if kind is not None:
        write_whole(Path(args.plot), rendered(draw(found), kind))
    tell.end()
    if args.json:
        answer_json(summary(found))
    else:
        answer("\n".join(exposure_lines(found, rows, style(args))))
    return 0


def _bounds(given: list[str] | None) -> str | tuple[str, str] | None:
    """One number for ||x|| and |y|, or two."""
    if given is None:
        return None
    if len(given) > 2:
        raise BadInput(f"--bounds {' '.join(given)}", "one number, or two", "--bounds 1 346")
    return given[0] if len(given) == 1 else (given[0], given[1])


def _integer(text: str, option: str, least: int) -> int:
    if not (text.isascii() and text.isdecimal() and least <= int(text) <= MOST_ROWS * 1000):
        raise BadInput(
            f"{option} {one_line(text, 40)}", f"an integer >= {least}", f"{option} {max(least, 20)}"
        )
    return int(text)
