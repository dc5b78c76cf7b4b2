"""RESULTS.md: which part of it is written by which script."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

RESULTS = Path(__file__).resolve().parent / "RESULTS.md"
OTHERS = "## Problems that others wrote"
"""The title of the part of RESULTS.md that others.py writes."""
CAPPED = "## Under a cap of processor time"
"""The title of the part that capped.py writes."""
TACTICS = "## The tactics"
"""The title of the part that tactics.py writes."""


def put(page: str, title: str, text: str) -> str:
    """A page with a text for a part that has this title; where there is none yet, before the last one."""
    before, found, after = page.partition(title)
    if not found:
        before, found, after = page.partition("## Every claim")
        return f"{before}{text}\n\n{found}{after}"
    rest = after.partition("\n## ")
    return f"{before}{text}\n\n## {rest[2]}" if rest[1] else f"{before}{text}\n"


def part(page: str, title: str) -> str:
    """A part of a page; empty if there is none."""
    _, found, after = page.partition(title)
    return found + after.partition("\n## ")[0].rstrip() if found else ""


def block(lines: Iterable[str]) -> str:
    """Lines as a block that is shown as it is."""
    return "\n".join(["```text", *(line.rstrip() for line in lines), "```"])
