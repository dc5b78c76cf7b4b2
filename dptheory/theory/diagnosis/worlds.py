"""Which hypothesis a world is not shown to satisfy, and where it fails in it."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping
from dataclasses import replace
from typing import Final

from ...kernel import KernelError
from ...kernel.logic import INT, Definition, Library, Theorem, normal, show, walk
from ...kernel.models import World, owed
from ...kernel.real import Claim
from ..elaborate.points import EFFORT

UNBOUNDED: Final = "a world goes through integers only"
_NOISE: Final = "an event under noise"
NO_CERTIFICATE: Final = "no certificate for this world"
_COUNTED: Final = re.compile(r"(?<=\w)_\d+\b")


def world_faults(
    theorem: Theorem, world: World, library: Library, certified: Container[str]
) -> Iterator[str]:  # fmt: skip
    """The hypotheses that are not shown in a world, each with a point at which it fails if one is found."""
    for label, hypothesis in theorem.hypotheses:
        try:
            claims = owed(replace(theorem, hypotheses=((label, hypothesis),)), world, library)[0]
        except KernelError:
            continue
        open_ = [claim for claim in claims if claim.hash not in certified]
        if open_:
            where = next(filter(None, map(_fails, open_)), "no point was found at which it fails there")
            yield f"the hypothesis {label} is not shown in this world: {show(hypothesis)}"
            yield where


def unbounded(theorem: Theorem, definitions: Mapping[str, Definition], reason: str) -> Iterator[str]:
    """Where a world cannot go through the integers that a formula speaks of: the formula, the variable, and
    how the formula is to begin."""
    if UNBOUNDED not in reason:
        return
    for label, formula in (*theorem.hypotheses, ("claim", theorem.conclusion)):
        for node in walk(normal(formula, definitions)):
            fn = node.args[0] if node.head in ("forall", "exists") else node
            if fn.head != "lam" or node is fn or fn.sort.args[0] != INT or fn.args[0].head == "implies":
                continue
            what = "the claim" if label == "claim" else f"the hypothesis {label}"
            yield f"in {what} the bounds of {fn.label} do not stand right after it; what is read is"
            yield f"forall {fn.label}: int. 1 <= {fn.label} and {fn.label} <= m implies (forall ... )"


def interval(reason: str) -> Iterator[str]:
    """What is to be said of an event under noise that a world cannot see to be an interval."""
    if _NOISE in reason:
        yield "say by its ends where the drawn number lies, region B(w) = -1 <= w, w <= 1; around an event"
        yield "that is only to be small the world may name an interval, within -1; 1  (oo is an end)"


def _fails(claim: Claim) -> str:
    """Where a claim fails, in words; nothing where no point is found."""
    from ...prover import refute

    found = refute(claim, effort=EFFORT)
    at = ", ".join(f"{_COUNTED.sub('', name)} = {value}" for name, value in (found.witness or {}).items())
    return f"it fails where {at}: not {_COUNTED.sub('', claim.relation.text)}" if found.refuted and at else ""
