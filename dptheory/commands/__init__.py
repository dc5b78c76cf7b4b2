"""The commands, one module each; `run` finds the module, runs it, and says in one line what was wrong."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..theory.diagnosis.faults import Fault

USAGE_ERROR = 64
WRITE_FOLDERS = ("verify", "reproduce", "export")
ABOUT_FORMULAS = ("prove", "refute", "tighten", "growth", "optimize", "bound")
"""Commands whose answers call δ in ASCII delta, as their users do; in texts of statements it is del."""
TAKE_FOLDERS = ("verify", "show", "graph", "axioms", "fmt", "errata", "sound", "site", "try")


def run(args: argparse.Namespace) -> int:
    """Run the command that was asked for; bad input becomes one line and status 64."""
    from ..errors import flush, one_line

    try:
        _folders(args)
        _there(args)
        _writable(args)
        status: int = import_module(f".{args.command}", __name__).run(args)
        flush()
        return status
    except Exception as error:
        if faults := getattr(error, "faults", ()):
            return _faulty(faults, args.json)
        problem = _problem(error)
        if problem is None:
            raise
    from ..letters import outer

    said = outer(problem) if args.command in ABOUT_FORMULAS else problem
    print(f"error: {one_line(said)}", file=sys.stderr)
    return USAGE_ERROR


def _folders(args: argparse.Namespace) -> None:
    """A folder of statements may be named without the slash at its end, where no source is called so."""
    if args.command not in TAKE_FOLDERS:
        return
    from pathlib import Path

    from ..theory.blocks import TEXT, Texts

    def meant(name: str) -> str:
        here = name and "/" not in name and next(Path(name).glob(f"*{TEXT}"), None) is not None
        return f"{name}/" if here and name not in Texts().sources() else name

    for key in ("id", "paper", "targets", "files"):
        value = getattr(args, key, None)
        if isinstance(value, str):
            setattr(args, key, meant(value))
        elif value:
            setattr(args, key, [meant(name) for name in value])


def _there(args: argparse.Namespace) -> None:
    """Raise where a statement is asked for that is not there, before anything is read for an answer."""
    named = [name for name in (getattr(args, "id", None), *getattr(args, "targets", ())) if name is not None]
    if not named or getattr(args, "statements", None) is not None:
        return
    from ..theory.blocks import is_path

    if not any(map(is_path, named)):
        for name in named:
            from .naming import be_there, refuse_form

            if args.command != "show":  # which prints one form, too
                refuse_form(name)
            be_there(name.partition(":")[0])


def _writable(args: argparse.Namespace) -> None:
    """Raise where a file is to be written that cannot be, before any work is done for it."""
    keys = ("write", "out", "plot", "curve", "fit")
    named = [name for key in keys if (name := getattr(args, key, None)) is not None]
    if named and args.command not in WRITE_FOLDERS:
        from pathlib import Path

        from ..files import file_at

        for name in named:
            file_at(Path(name))


def _problem(error: Exception) -> str | None:
    """What was wrong with the input; None where the error is no input's. Rooms are looked into only now."""
    from ..errors import BadInput

    if isinstance(error, BadInput):
        return str(error)
    if isinstance(error, RecursionError):
        return "the input is nested too deeply; try: split it"
    if isinstance(error, LookupError):
        return f"{error}; try: dptheory list" if hasattr(error, "near") else None
    from ..kernel import KernelError, SyntaxProblem
    from ..theory.outline import OutlineError

    if isinstance(error, SyntaxProblem):
        from .misspelt import explained

        return explained(error)
    return str(error) if isinstance(error, OutlineError | KernelError) else None


def _faulty(faults: Sequence[Fault], as_json: bool) -> int:
    """Every fault of a text on a line of its own, or all as JSON."""
    from ..errors import one_line
    from .output import answer_json

    if as_json:
        answer_json({"errors": [fault.json for fault in faults]})
    for fault in faults:
        print(f"error: {one_line(fault.line)}", file=sys.stderr)
    return USAGE_ERROR
