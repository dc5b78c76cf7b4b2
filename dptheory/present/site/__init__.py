"""The library as a folder of pages: no server, no script needed to read them, nothing fetched from outside."""

from __future__ import annotations

from .build import files
from .contents import Contents, Entry, Problem

__all__ = ["Contents", "Entry", "Problem", "files"]
