"""The library as a folder of pages: no server, none needs a script to be read, nothing is fetched."""

from __future__ import annotations

from .build import files
from .contents import Contents, Entry, Problem

__all__ = ["Contents", "Entry", "Problem", "files"]
