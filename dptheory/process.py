"""One command: arguments, dispatch and exit status.

Nothing of the project is imported before a command runs, so that ``--help`` answers at once. Every
command is a module of ``dptheory.commands`` with ``run(args) -> int``.

Exit status: 0 as asked, 1 a negative answer, 2 undecided, 3 an inequality that fails only where a side has
no value, 64 wrong usage or bad input, 70 a fault of the program itself, 74 an answer that cannot be written,
130 interrupted.
"""

from __future__ import annotations

import argparse
import gc
import os
import sys
import traceback
from collections.abc import Sequence
from contextlib import suppress

from .arguments.table import parser
from .defaults import INTERRUPTED
from .errors import Unwritable, flush, put
from .parsing import Usage

USAGE_ERROR = 64
FAULT = 70
"""An exception that nothing expected. Without a status of its own it would exit with 1, a negative answer."""
UNWRITABLE = 74


def _formulas(argv: Sequence[str]) -> list[str]:
    """Arguments such as ``-x<=1`` or ``-1/n`` are formulas, not options: a space in front says so."""
    return [f" {a}" if a[:1] == "-" and a[:2] != "--" and set(a) & set("<>=/*^(") else a for a in argv]


def run(argv: Sequence[str]) -> int:
    """Run one command; the exit status."""
    try:
        if sys.stdout is None or sys.stdout.closed:
            raise Unwritable("standard output is closed")
        _encode_anything()
        status = _asked(argv)
        flush()
        return status
    except Usage as error:
        _say(f"error: {_one_line(str(error))}")
        return USAGE_ERROR
    except Unwritable as error:
        _say(f"error: the answer cannot be written: {error}")
        _abandon_output()
        return UNWRITABLE
    except BrokenPipeError:
        _abandon_output()
        return 0
    except KeyboardInterrupt:
        _say("interrupted")
        return INTERRUPTED
    except Exception as error:
        if isinstance(error.__cause__, KeyboardInterrupt):  # as Python has it in __set_name__
            _say("interrupted")
            return INTERRUPTED
        _say(f"{traceback.format_exc()}error: a fault of dptheory itself, and no answer")
        return FAULT


def _asked(argv: Sequence[str]) -> int:
    """Parse and run; argparse stops by itself after it printed --help."""
    try:
        return _dispatch(parser({"chain": _chain_words}).parse_args(_formulas(argv)))
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else USAGE_ERROR


def _chain_words() -> str:
    """What stands at the end of `chain --help`; the library is looked at when it is asked for."""
    from .commands.chain_words import words

    return words()


def _encode_anything() -> None:
    """Where a stream cannot write a character, it writes '?' instead of failing."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")


def _say(text: str) -> None:
    """A line on standard error, where there is one that can be written."""
    with suppress(OSError, ValueError, AttributeError):
        sys.stderr.write(f"{text}\n")
        sys.stderr.flush()


def _abandon_output() -> None:
    """What is left of the answer goes nowhere: no second error when the interpreter flushes."""
    with suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def own_process() -> None:
    """What a process that runs one command can have otherwise.

    A command makes very many small values without cycles, most of which live as long as it does: to look
    through all of them for garbage every few hundred allocations would take half its time. Its matrices are
    small: threads of linear algebra would mostly wait for one another (where nothing else is asked for).
    An interrupt that falls where no exception can be raised ends it, too.
    """
    sys.unraisablehook = _unraisable
    gc.set_threshold(100_000, 50, 100)
    for library in ("OPENBLAS", "OMP", "MKL"):
        os.environ.setdefault(f"{library}_NUM_THREADS", "1")


def _unraisable(told: sys.UnraisableHookArgs) -> None:
    if issubclass(told.exc_type, KeyboardInterrupt):
        _say("interrupted")
        os._exit(INTERRUPTED)
    sys.__unraisablehook__(told)


def _one_line(text: str) -> str:
    from .errors import one_line

    return one_line(text)


def _dispatch(args: argparse.Namespace) -> int:
    if args.version:
        from . import __version__

        put(f"dptheory {__version__}\n")
        return 0
    if args.command is None:
        parser().print_help(sys.stderr)
        return USAGE_ERROR
    from .commands import run

    return run(args)
