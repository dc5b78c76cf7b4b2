"""The command line: arguments, dispatch and exit status.

Here is what a process needs before it can be interrupted without a traceback, and nothing else: everything is
imported within `main`. See `process` for what a command does, `arguments.table` for which commands there are.
"""

from __future__ import annotations

import os
import sys

from .defaults import INTERRUPTED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import FrameType

    from .arguments.proving import GRAMMAR
    from .arguments.table import COMMANDS, parser
    from .process import own_process

__all__ = ["COMMANDS", "GRAMMAR", "main", "own_process", "parser"]

ROOMS = {
    "COMMANDS": "arguments.table", "parser": "arguments.table", "GRAMMAR": "arguments.proving",
    "own_process": "process",
}  # fmt: skip


def __getattr__(name: str) -> object:
    if name not in ROOMS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"dptheory.{ROOMS[name]}"), name)


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; the exit status. Without `argv` the process is the command's own."""
    if argv is not None:
        from .process import run

        return run(argv)
    import _signal  # type: ignore[import-not-found]  # `signal` would import other modules first

    heard = _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler
    if heard:
        _signal.signal(_signal.SIGINT, _leave)
    from .process import own_process, run

    own_process()
    try:
        if heard:
            _signal.signal(_signal.SIGINT, _interrupt)
        return run(sys.argv[1:])
    except KeyboardInterrupt:
        return INTERRUPTED
    finally:
        if heard:
            _signal.signal(_signal.SIGINT, _signal.SIG_IGN)  # what is left is the interpreter's end


def _leave(number: int, frame: FrameType | None) -> None:
    """End at once: before there is a command, or when interrupted again."""
    os.write(2, b"interrupted\n")
    os._exit(INTERRUPTED)


def _interrupt(number: int, frame: FrameType | None) -> None:
    """The first interrupt lets the command put away what it began. Within an import it ends at once: compiled
    modules may not survive an exception in the middle of theirs."""
    import _signal

    if _imports(frame):
        _leave(number, frame)
    _signal.signal(_signal.SIGINT, _leave)
    raise KeyboardInterrupt


def _imports(frame: FrameType | None) -> bool:
    """Whether a module is being imported."""
    while frame is not None:
        if frame.f_code.co_filename.startswith("<frozen importlib"):
            return True
        frame = frame.f_back
    return False
