"""Which tests one process runs together, and which come first.

A file's tests stay together, because they share what they prepare. So do the files that need the verified
library, which then only one process verifies. Long work comes first, so that the processes end at about the
same time: last are the examples in docstrings, many and short.
"""

from __future__ import annotations

from typing import Any

import pytest

LIBRARY = (
    "tests/theory/test_existence.py",
    "tests/theory/test_experiments_named.py",
    "tests/theory/test_fair_findings.py",
    "tests/theory/test_hypotheses.py",
    "tests/theory/test_severity.py",
    "tests/theory/test_sharing.py",
    "tests/theory/test_statements.py",
    "tests/theory/test_wang2016.py",
    "tests/theory/test_wang2019.py",
    "tests/theory/test_workings.py",
    "tests/calculus/",
    "tests/present/",
    "tests/cli/test_documents.py",
    "tests/cli/test_findings.py",
    "tests/cli/test_notebooks_show.py",
    "tests/cli/test_python.py",
    "tests/cli/test_report.py",
    "tests/cli/test_statements.py",
    "tests/site/test_whole.py",
)
"""Files and folders whose tests read much of the library, or need its results."""
LONG = (
    "tests/prover/",
    "tests/fuzz/",
    "tests/lab/reproduce/",
    "tests/lab/mechanisms/",
    "tests/lab/audit/",
    "tests/kernel/",
    "tests/lab/accounting/",
    "tests/",
)
"""What comes next, in this order."""


def unit(nodeid: str) -> str:
    """The tests that one process runs together: a name for them."""
    file = nodeid.partition("::")[0]
    return "library" if file.startswith(LIBRARY) else file


def rank(nodeid: str) -> int:
    """The place of a test's folder in the order."""
    if unit(nodeid) == "library":
        return 0
    return next((n for n, folder in enumerate(LONG, 1) if nodeid.startswith(folder)), len(LONG) + 1)


def scheduler(config: pytest.Config, log: Any) -> Any:
    """Sends units of tests to processes in the order in which they were collected."""
    from xdist.scheduler import LoadScopeScheduling

    class Units(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            return unit(nodeid)

    config.option.loadscopereorder = False
    return Units(config, log)
