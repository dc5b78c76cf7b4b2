"""What the tests of the second opinion share: the support files, compiled once."""

from __future__ import annotations

import importlib.util
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

COQ = Path(__file__).resolve().parents[2] / "coq"
sys.path.append(str(COQ))


def module(name: str) -> ModuleType:
    """A module of the folder coq/."""
    spec = importlib.util.spec_from_file_location(name, COQ / f"{name}.py")
    assert spec is not None and spec.loader is not None
    found = importlib.util.module_from_spec(spec)
    sys.modules[name] = found
    spec.loader.exec_module(found)
    return found


@pytest.fixture(scope="session")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder with the compiled support files."""
    if shutil.which("coqc") is None:
        pytest.skip("coqc is not here")
    out = tmp_path_factory.mktemp("coq")
    module("run").support(out)
    yield out


@pytest.fixture(scope="session")
def twins() -> ModuleType:
    """The makers of false twins."""
    return module("twins")


@pytest.fixture(scope="session")
def session() -> ModuleType:
    """Coq asked of theorems in one session."""
    return module("session")
