"""Blocks of evidence changed by somebody who knows how digests are made."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from dptheory.theory.evidence import block, lines_of, read, write

Lines = list[dict[str, Any]]


def forge(path: Path, name: str, change: Callable[[Lines], object]) -> None:
    """Change the lines of a block, and write it with the digest that belongs to what it says now."""
    found = read(path)
    lines = lines_of(found.texts[name])
    del lines[-1]["digest"]
    change(lines)
    write(path, {**found.texts, name: block(lines)})
