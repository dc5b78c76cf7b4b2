"""A Dask cluster at an address: what `--workers tcp://...` means, for every command that takes it."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import CancelledError, Executor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any, Final

from .errors import BadInput, one_line
from .extras import extra

PATIENCE: Final = 10
"""Seconds until a scheduler that does not answer is taken for gone."""


@dataclass(frozen=True, eq=False)
class Cluster:
    """A way to have calls made elsewhere; `width` calls under way keep every worker busy."""

    executor: Executor
    width: int
    address: str
    client: Any

    def everywhere(self, value: object) -> Any:
        """A value that is sent to every worker once; what is called there with it is given the value."""
        return self.client.scatter(value, broadcast=True)


def is_address(text: str) -> bool:
    """Whether `--workers` names a scheduler and no number of processes.

    >>> is_address("tcp://10.0.0.1:8786"), is_address("10.0.0.1:8786"), is_address("4")
    (True, True, False)
    """
    return "://" in text or (":" in text and not text.isdigit())


@contextmanager
def cluster(address: str) -> Iterator[Cluster]:
    """The cluster whose scheduler has an address (the extra `dask`); raises BadInput where none answers."""
    shown = f"--workers {one_line(address, 60)}"
    distributed = extra("distributed", shown)
    _hush()
    try:
        client = distributed.Client(address, timeout=f"{PATIENCE}s", set_as_default=False)
    except (OSError, ValueError) as error:
        raise BadInput(
            f"{shown} ({type(error).__name__})", "the address of a Dask scheduler", "--workers 4"
        ) from None
    try:
        yield Cluster(client.get_executor(), 2 * max(1, len(client.ncores())), address, client)
    finally:
        with suppress(Exception):  # a client whose scheduler is gone has nothing left to close
            client.close(timeout=5)


def _hush() -> None:
    """What a client's own threads log where its scheduler goes away is told in one sentence, by `lost`."""
    import logging

    rooms = ("distributed", "tornado", "asyncio")
    for name in (*rooms, *logging.root.manager.loggerDict):
        if name.partition(".")[0] in rooms:
            logging.getLogger(name).setLevel(logging.CRITICAL)


def lost(error: Exception, during: str, scheduler: str, what: str = "dptheory") -> BadInput:
    """What an executor's own exception means: nothing about what was computed, and no verdict.

    `during` says what was under way, `scheduler` what stands behind the executor, `what` the package that
    its workers need.
    """
    if type(error).__name__ == "KilledWorker":  # Dask's, which need not be installed
        worker = getattr(getattr(error, "last_worker", None), "address", "")
        return BadInput(
            f"{during}, while making which the workers died, the last of them {worker or 'unknown'}",
            "workers that outlive a call",
            "the log of that worker (often its memory is too small), or --workers 1 to see what is done",
        )
    reason = one_line(f"{type(error).__name__}: {error}".rstrip(": "), 200)
    if isinstance(error, CancelledError) or (scheduler and isinstance(error, OSError)):
        return BadInput(
            f"{during}, during which the {scheduler or 'executor'} went away ({reason})",
            "one that lives until the end",
            "start it again and repeat the command (the answer will be the same), or --workers 4",
        )
    return BadInput(
        f"{during}, which a worker could not make ({reason})",
        f"workers that can import {what}, and data that can be sent to them",
        "install its module where they run, or --workers 1",
    )
