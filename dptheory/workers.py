"""A worker process of this machine: quiet when the command is interrupted, and gone with its parent."""

from __future__ import annotations

import multiprocessing
import os
import signal
from multiprocessing.connection import wait
from threading import Thread

from .defaults import INTERRUPTED


def quiet() -> None:
    """In a worker: an interrupt is the parent's business. A parent that had to leave at once (while it
    imported, or interrupted twice) ends nothing, and its workers would wait for their next task for ever."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(INTERRUPTED)
