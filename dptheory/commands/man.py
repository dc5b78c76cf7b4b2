"""``man``: the manual page, made from the parser."""

from __future__ import annotations

import argparse

from ..present.manual import manual
from .output import answer, answer_json


def run(args: argparse.Namespace) -> int:
    """Print the page, for ``man -l -`` or to be put where pages of manuals are."""
    page = text()
    if args.json:
        answer_json({"page": page})
    else:
        answer(page, verbatim=True)
    return 0


def text() -> str:
    """The page of all commands."""
    from .. import __version__
    from ..arguments.table import parser
    from ..parsing import subparsers

    made = parser()
    return manual(made, subparsers(made), __version__)
