"""What forms, worlds and calibrations show of themselves in Python: a line, and a page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from ..decimals import float_above, upper
from .blocks import Block, Code, Listing, Paragraph, Strong, facts

if TYPE_CHECKING:
    from ..lab.accounting.calibration import Calibration
    from ..theory.results import FormResult, WitnessResult


def form_line(one: FormResult) -> str:
    """How the form stands, and its proof."""
    return f"{one.name}: {one.verdict.status}, proof {one.proof.verdict}"


def form_blocks(one: FormResult) -> Iterable[Block]:
    """How the form stands and why, its proof, and the world in which it fails."""
    yield Paragraph((Strong(one.name), f": {one.verdict.status}"))
    step = f" at step {one.proof.step}" if one.proof.step else ""
    yield facts(
        [
            ("reading", one.reading or None),
            ("why", one.verdict.reason or None),
            ("proof", f"{one.proof.verdict}{step}"),
            ("model", one.model or None),
        ]
    )
    if one.witness is not None:
        yield from witness_blocks(one.witness)


def witness_line(one: WitnessResult) -> str:
    """What comes out in the world, cut where it is long."""
    text = f"{one.outcome}, in a world of {len(one.world)} lines"
    return text if len(text) <= 120 else f"{one.outcome[:80]}…, in a world of {len(one.world)} lines"


def witness_blocks(one: WitnessResult) -> Iterable[Block]:
    """The lines of the world, what comes out, and what it shows."""
    yield Paragraph((Strong("in this world"),))
    yield Listing(tuple((Code(line),) for line in one.world))
    yield facts([("there", (Code(one.outcome),)), ("that is", one.note or None)])


def calibration_line(one: Calibration) -> str:
    """The parameter that was found, and what it keeps."""
    least = "no less noise does" if one.least else "less may do"
    guarantee = f"({upper(one.eps)}, {upper(one.delta)})-private"
    return f"{one.parameter} = {upper(one.value)}: {guarantee}, {least}"


def calibration_table(one: Calibration) -> tuple[Sequence[str], list[tuple[Any, ...]]]:
    """One row: the parameter, its neighbour, and what it keeps."""
    numbers = (float_above(value) for value in (one.value, one.next, one.eps, one.delta))
    head = ("parameter", "kind", "value", "next", "eps", "delta", "by")
    return head, [(one.parameter, one.kind, *numbers, one.guarantee.name)]


def calibration_blocks(one: Calibration) -> Iterable[Block]:
    """The parameter, what it keeps by which result, and whether less noise would do."""
    yield Paragraph((Strong(f"{one.parameter} = {upper(one.value)}"),))
    less = "does not keep it, for some queries" if one.least else "may do, but no bound here shows it"
    yield facts(
        [
            ("keeps", f"({upper(one.eps)}, {upper(one.delta)})-differential privacy"),
            ("by", one.guarantee.source),
            ("less noise", f"{one.parameter} = {upper(one.next)} {less}"),
            ("certainty", one.kind),
        ]
    )
