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


def run(args: argparse.Namespace) -> int:
    """Run the command that was asked for; bad input becomes one line and status 64."""
    from ..errors import BadInput, flush, one_line
    from ..kernel.limits import KernelError
    from ..kernel.syntax import SyntaxProblem
    from ..theory.diagnosis.faults import FaultyText
    from ..theory.outline import OutlineError

    try:
        status: int = import_module(f".{args.command}", __name__).run(args)
        flush()
        return status
    except FaultyText as error:
        return _faulty(error.faults, args.json)
    except (BadInput, SyntaxProblem, OutlineError, KernelError) as error:
        problem = str(error)
    except LookupError as error:
        if not hasattr(error, "near"):
            raise
        problem = f"{error}; try: dptheory list"
    except RecursionError:
        problem = "the input is nested too deeply; try: split it"
    print(f"error: {one_line(problem)}", file=sys.stderr)
    return USAGE_ERROR


def _faulty(faults: Sequence[Fault], as_json: bool) -> int:
    """Every fault of a text on a line of its own, or all as JSON."""
    from ..errors import one_line
    from .output import answer_json

    if as_json:
        answer_json({"errors": [fault.json for fault in faults]})
    for fault in faults:
        print(f"error: {one_line(fault.line)}", file=sys.stderr)
    return USAGE_ERROR
