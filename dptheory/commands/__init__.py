"""The commands, one module each; `run` finds the module, runs it, and says in one line what was wrong."""

from __future__ import annotations

import argparse
import sys
import traceback
from importlib import import_module

USAGE_ERROR = 64

FAULT = 70
"""An exception that nothing expected. Without a status of its own it would exit with 1, a negative answer."""


def run(args: argparse.Namespace) -> int:
    """Run the command that was asked for; bad input becomes one line and status 64."""
    from ..errors import BadInput, one_line
    from ..kernel.limits import KernelError
    from ..kernel.syntax import SyntaxProblem
    from ..theory.outline import OutlineError

    _encode_anything()
    try:
        status: int = import_module(f".{args.command}", __name__).run(args)
        sys.stdout.flush()
        return status
    except (BadInput, SyntaxProblem, OutlineError, KernelError) as error:
        problem = str(error)
    except LookupError as error:
        if not hasattr(error, "near"):
            raise
        problem = f"{error}; try: dptheory graph"
    except RecursionError:
        problem = "the input is nested too deeply; try: split it"
    except BrokenPipeError:
        raise
    except Exception:
        traceback.print_exc()
        print("error: a fault of dptheory itself, and no answer; the lines above say where", file=sys.stderr)
        return FAULT
    print(f"error: {one_line(problem)}", file=sys.stderr)
    return USAGE_ERROR


def _encode_anything() -> None:
    """Where a stream cannot write a character, it writes '?' instead of failing."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")
