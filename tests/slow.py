"""Which tests are slow: those of `slow.txt`, as they were measured.

`make test` leaves them out, `make test-all` and CI run them with the others. The list is measured, on a quiet
machine, and written by

    make test-measured

A test is on it that took more than LIMIT with what it prepared; one that was not run, or was skipped, is on it
if it was before.
"""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path
from typing import Final

import pytest

LIMIT: Final = 2.5
"""Seconds on a quiet machine."""
LIST: Final = Path(__file__).with_name("slow.txt")


def listed() -> frozenset[str]:
    """The names of the tests that are slow."""
    return frozenset(LIST.read_text(encoding="utf-8").splitlines())


class Measured:
    """Adds up what each test takes, and writes the list when all have ended."""

    def __init__(self) -> None:
        self.seconds: defaultdict[str, float] = defaultdict(float)
        self.skipped: set[str] = set()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.seconds[report.nodeid] += report.duration
        if report.skipped:
            self.skipped.add(report.nodeid)

    def pytest_sessionfinish(self) -> None:
        now = {name for name, spent in self.seconds.items() if spent > LIMIT}
        kept = listed() - (self.seconds.keys() - self.skipped)
        LIST.write_text("".join(f"{name}\n" for name in sorted(now | kept)), encoding="utf-8")
