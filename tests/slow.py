"""Which tests are slow: those of `slow.txt`, as they were measured.

`make test` leaves them out, `make test-all` runs them with the others; CI runs those of one half of the files, at
the next commit perhaps those of the other. The list is measured, on a quiet machine, and written by

    make test-measured

A test is on it that took more than LIMIT; one that was not run, or was skipped, is on it if it was before. So is
a file, put there by hand, all of whose tests share what takes long to prepare. Tests of soundness are never on it:
whatever they take, every run of the tests asks them.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final
from zlib import crc32

import pytest

LIMIT: Final = 0.5
"""Seconds on a quiet machine."""
SOUND: Final = ("tests/kernel/", "tests/fuzz/", "tests/sampled/")
"""Where the tests of soundness are."""
LIST: Final = Path(__file__).with_name("slow.txt")


def listed() -> frozenset[str]:
    """The names of the tests, and of the files, that are slow."""
    return frozenset(LIST.read_text(encoding="utf-8").splitlines())


def is_slow(nodeid: str, names: frozenset[str]) -> bool:
    """Whether a test or its file is among the names."""
    return not nodeid.startswith(SOUND) and (nodeid in names or nodeid.partition("::")[0] in names)


def in_part(nodeid: str, each: int, first: int) -> bool:
    """Whether the file of a test is in part `first` of `each` parts: what tests of a file share is prepared once."""
    return crc32(nodeid.partition("::")[0].encode()) % each == first


class Measured:
    """Takes down what each test takes, and writes the list when all have ended."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "call" and not report.skipped:
            self.seconds[report.nodeid] = report.duration

    def pytest_sessionfinish(self) -> None:
        before = listed()
        files = frozenset(name for name in before if "::" not in name)
        long = {n for n, spent in self.seconds.items() if spent > LIMIT and not is_slow(n, files)}
        now = {n for n in long if not n.startswith(SOUND)}
        LIST.write_text("".join(f"{name}\n" for name in sorted(now | (before - self.seconds.keys()))), "utf-8")
