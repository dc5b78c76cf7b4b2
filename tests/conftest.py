"""What the tests of all folders share: the library, its recorded certificates, and its results."""

from __future__ import annotations

import os
import sys
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from dptheory.commands.answers import Answers
from dptheory.commands.store import recorded
from dptheory.theory.library import TheoryLibrary, load_library
from dptheory.theory.results import StatementResult

from .scheduling import rank, scheduler
from .sharing import PROOFS, share
from .slow import Measured, in_part, is_slow, listed

# nothing is found or missed because a machine is busy
settings.register_profile("untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("untimed")

SHARED = pytest.StashKey[pytest.MonkeyPatch]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--write-slow", action="store_true", help="write tests/slow.txt from what each test takes")
    parser.addoption("--slow-part", default="0/1", help="K/N: of the slow tests those of part K of N, from 0 on")


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--write-slow") and not hasattr(config, "workerinput"):
        config.pluginmanager.register(Measured())
    config.stash[SHARED] = pytest.MonkeyPatch()
    # dozens of processes run the program: it is compiled once for all of them
    config.stash[SHARED].setattr(sys, "dont_write_bytecode", False)
    config.stash[SHARED].delenv("PYTHONDONTWRITEBYTECODE", raising=False)
    config.stash[SHARED].setenv("XDG_CACHE_HOME", config.cache.mkdir("products").as_posix() if config.cache else "")
    share(config.stash[SHARED])
    # what a test says does not depend on how long it took, nor on the terminal that it was started from
    for pause in ("FIRST", "EVERY"):
        config.stash[SHARED].setattr(f"dptheory.commands.output.{pause}", 3600.0)
    config.stash[SHARED].delenv("COLUMNS", raising=False)
    # matrices are small: threads of linear algebra would wait for one another, and for what else runs
    for library in ("OPENBLAS", "OMP", "MKL"):
        if f"{library}_NUM_THREADS" not in os.environ:
            config.stash[SHARED].setenv(f"{library}_NUM_THREADS", "1")


def pytest_unconfigure(config: pytest.Config) -> None:
    config.stash[SHARED].undo()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: rank(item.nodeid))
    slow = listed()
    first, each = map(int, config.getoption("--slow-part").split("/"))
    left: list[pytest.Item] = []
    for item in items:
        if is_slow(item.nodeid, slow):
            item.add_marker(pytest.mark.slow)
            if not in_part(item.nodeid, each, first):
                left.append(item)
    if left:
        config.hook.pytest_deselected(items=left)
        items[:] = [item for item in items if item not in set(left)]


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    return scheduler(config, log) if config.getvalue("dist") == "loadscope" else None


@pytest.fixture(scope="session")
def certificates() -> dict[str, object]:
    """The recorded certificates."""
    return dict(recorded(PROOFS).certificates)


@pytest.fixture(scope="session")
def library() -> TheoryLibrary:
    """The built-in library."""
    return load_library()


@pytest.fixture(scope="session")
def results(library: TheoryLibrary) -> dict[str, StatementResult]:
    """What is recorded of every statement; what is not, or is stale, is verified now."""
    known = Answers(str(PROOFS)).full(library, list(library.statements))
    return {one.result.id: one.result for one in known}
