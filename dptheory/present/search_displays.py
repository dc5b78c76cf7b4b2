"""What best constants, growth and needed conditions show of themselves in Python: a line, and a page."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from .blocks import Block, Inline, Paragraph, Strong, Text, facts
from .constants import VERDICTS, place, write_text
from .formulas import write_claim
from .styles import UNICODE

if TYPE_CHECKING:
    from ..prover import Ablation, Growth, Tightening

_LONG: Final = 100
_NEEDED: Final = {True: "needed", False: "not needed", None: "not known to be needed"}


def _short(text: str) -> str:
    return text if len(text) <= _LONG else f"{text[: _LONG - 1]}…"


def _value(one: Tightening) -> str:
    closed = "" if one.closed_form is None else f"{write_text(one.closed_form, UNICODE)}, "
    return (
        f"{closed}{one.lower}" if one.lower == one.upper else f"{closed}between {one.lower} and {one.upper}"
    )


def tightening_line(one: Tightening) -> str:
    """The best constant, or why none is known."""
    return _short(f"{one.side} constant: {_value(one)}" if one.certified else f"unknown: {one.reason}")


def tightening_blocks(one: Tightening) -> Iterable[Block]:
    """The best constant, where it is attained, and what was checked."""
    yield Paragraph((Strong(f"{one.side} constant" if one.certified else "unknown"), _said(one)))
    attained = None if one.attained_at is None else place(one.attained_at) or "everywhere"
    limit = None if one.limit is None else ", ".join(f"{k} → {v}" for k, v in one.limit.items())
    yield facts([("attained", attained), ("limit", limit), ("reason", one.reason)])


def _said(one: Tightening) -> str:
    return f" {_value(one)}, both sides certified" if one.certified else ""


def growth_line(one: Growth) -> str:
    """Whether the relation holds, and why."""
    return _short(f"{VERDICTS[one.holds]}: {one.reason}")


def growth_blocks(one: Growth) -> Iterable[Block]:
    """Whether the relation holds, by which constant and from where on, or along which curve not."""
    yield Paragraph((Strong(VERDICTS[one.holds]),))
    curve = None if one.point is None else place(one.point)
    rows: list[tuple[str, Inline | Text | None]] = [
        ("constant", one.constant), ("from", one.start), ("gauge", one.gauge), ("along", curve),
        ("reason", one.reason),
    ]  # fmt: skip
    yield facts(rows)


def ablation_line(one: Ablation) -> str:
    """Whether a condition is needed."""
    return _short(f"{one.condition} is {_NEEDED[one.needed]}: {write_claim(one.claim)}")


def ablation_blocks(one: Ablation) -> Iterable[Block]:
    """Whether a condition is needed, and what became of the claim without it."""
    yield Paragraph((Strong(one.condition), f" is {_NEEDED[one.needed]}"))
    yield from one.outcome.blocks()
