"""Made-up data for every test of this folder, which imports them as `made`."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import Any

import pytest

_SPEC = importlib.util.spec_from_file_location("made", Path(__file__).with_name("made.py"))
assert _SPEC is not None
assert _SPEC.loader is not None
made: Any = importlib.util.module_from_spec(_SPEC)
sys.modules.setdefault("made", made)
_SPEC.loader.exec_module(made)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A made-up table in the format of the warfarin data."""
    return made.written(tmp_path)  # type: ignore[no-any-return]
