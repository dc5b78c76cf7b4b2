"""``define [NAME]``: what a word stands for, in formulas and in words, and which statements speak of it."""

from __future__ import annotations

import argparse
from pathlib import Path

from ..errors import BadInput
from ..kernel.logic import RESERVED, Definition, show
from ..theory.blocks import DEFINE, STATEMENT, Block, Texts, blocks
from ..theory.catalogue import near_names
from ..theory.library import TheoryLibrary
from .output import answer, answer_json, read_text
from .running import library_for

_SHOWN = 5
"""So many statements that speak of a word are named."""


def run(args: argparse.Namespace) -> int:
    """Print a definition with its body, its words and its uses, or all words, one line each."""
    library, _ = library_for([args.statements] if args.statements else [])
    for name in args.names:
        if name not in library.definitions:
            _refuse(name, list(library.definitions))
    if not args.names:
        return _all(library, args)
    there = _texts(args.statements)
    if args.json:
        found = [_found(library, name, there)[0] for name in args.names]
        answer_json(found if len(found) > 1 else found[0])
        return 0
    for name in args.names:
        _tell(library, name, there)
    return 0


def _found(
    library: TheoryLibrary, name: str, there: list[Block]
) -> tuple[dict[str, object], Block, list[str]]:
    """A definition as data, where it stands, and the statements that speak of it."""
    block = next(one for one in there if one.word == DEFINE and one.name == name)
    used = [one.name for one in there if one.word == STATEMENT and name in one.names]
    place = {"file": block.path, "line": block.number, "used_by": used}
    return _data(library.definitions[name], library) | place, block, used


def _tell(library: TheoryLibrary, name: str, there: list[Block]) -> None:
    made, (_, block, used) = library.definitions[name], _found(library, name, there)
    answer(block.text.rstrip("\n"), verbatim=True)
    answer(f"sort      {made.body.sort}")
    answer(f"stands in {block.path}:{block.number}")
    more = f" and {len(used) - _SHOWN} more" if len(used) > _SHOWN else ""
    answer(f"used in   {', '.join(used[:_SHOWN])}{more}" if used else "used in   no statement")


def _all(library: TheoryLibrary, args: argparse.Namespace) -> int:
    made = library.definitions.values()
    if args.json:
        answer_json([_data(one, library) for one in made])
        return 0
    heads = [f"{one.name}({'; '.join(f'{name}: {sort}' for name, sort in one.parameters)})" for one in made]
    for one, head in zip(made, heads, strict=True):
        answer(f"{head}\n    {library.says[one.name] or show(one.body)}", verbatim=True)
    return 0


def _data(made: Definition, library: TheoryLibrary) -> dict[str, object]:
    return {
        "name": made.name, "parameters": {name: str(sort) for name, sort in made.parameters},
        "sort": str(made.body.sort), "body": show(made.body), "says": library.says[made.name],
    }  # fmt: skip


def _texts(statements: str | None) -> list[Block]:
    """The blocks of the library and of a user's file."""
    own = [] if statements is None else list(blocks(read_text(Path(statements)).encode(), statements))
    return [*own, *Texts().everything()]


def _refuse(name: str, known: list[str]) -> None:
    if name in RESERVED:
        raise BadInput(f"{name}, which is built in", "a word that is defined", "docs/STATEMENTS.md")
    near = near_names(name, known)
    meant = f" (did you mean {' or '.join(near)}?)" if near else ""
    raise BadInput(f"the word {name!r}{meant}", "a definition of the library", "dptheory search WORDS")
