"""The library, verified once from the recorded certificates, without any search."""

from __future__ import annotations

from pathlib import Path

import pytest

from dptheory.commands.store import recorded
from dptheory.theory.library import TheoryLibrary, load_library
from dptheory.theory.results import StatementResult
from dptheory.theory.verification import Certificates, verify

PROOFS = Path(__file__).resolve().parents[2] / "proofs"


@pytest.fixture(scope="session")
def certificates() -> dict[str, object]:
    return dict(recorded(PROOFS).certificates)


@pytest.fixture(scope="session")
def library() -> TheoryLibrary:
    return load_library()


@pytest.fixture(scope="session")
def results(library: TheoryLibrary, certificates: dict[str, object]) -> dict[str, StatementResult]:
    found = verify(library, certificates=Certificates(certificates, search=False))
    return {result.id: result for result in found}
