"""The commands, one module each; `run` finds the module, runs it, and says in one line what was wrong."""

from __future__ import annotations

import argparse
import sys
from importlib import import_module

USAGE_ERROR = 64


def run(args: argparse.Namespace) -> int:
    """Run the command that was asked for; bad input becomes one line and status 64."""
    from ..errors import flush, one_line

    try:
        _there(args)
        status: int = import_module(f".{args.command}", __name__).run(args)
        flush()
        return status
    except Exception as error:
        problem = _problem(error)
        if problem is None:
            raise
    print(f"error: {one_line(problem)}", file=sys.stderr)
    return USAGE_ERROR


def _there(args: argparse.Namespace) -> None:
    """Raise where a statement is asked for that is not there, before anything is read for an answer."""
    name = getattr(args, "id", None)
    if name is not None and getattr(args, "statements", None) is None:
        from .known import be_there

        be_there(name)


def _problem(error: Exception) -> str | None:
    """What was wrong with the input; None where the error is no input's. Rooms are looked into only now."""
    from ..errors import BadInput

    if isinstance(error, BadInput):
        return str(error)
    if isinstance(error, RecursionError):
        return "the input is nested too deeply; try: split it"
    if isinstance(error, LookupError):
        return f"{error}; try: dptheory list" if hasattr(error, "near") else None
    from ..kernel.limits import KernelError
    from ..kernel.syntax import SyntaxProblem
    from ..theory.outline import OutlineError

    return str(error) if isinstance(error, SyntaxProblem | OutlineError | KernelError) else None
