"""Claims that fail for want of a value: where a side has none, and what holds where both have one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from flint import fmpq

from ..defaults import EFFORT
from ..kernel import KernelError, check_witness
from ..kernel.real import Claim, Compound, Formula, Said, compound_of, obligations
from .compounds import prove
from .conjunction import joined
from .outcome import Outcome

MOST = 12
"""Conditions that are looked at."""


@dataclass(frozen=True)
class WhereDefined:
    """A claim under the further conditions, as texts, that its sides have values; what came of it; and points
    of its domain at which a side has none. `fails` is the verdict on the claim itself at a point at which
    both have one."""

    added: tuple[str, ...]
    outcome: Outcome
    without: tuple[dict[str, fmpq], ...]
    fails: Outcome | None = None


def where_defined(claim: Claim, found: Outcome, *, effort: int = EFFORT) -> WhereDefined | None:
    """What holds where both sides of a refuted claim have values; None where it did not fail for want of a
    value, or where no relations say that they have them (within sums and integrals).

    The conditions are what the text owes for its values (`obligations`), without those that are proved from
    the others.

    >>> from ..kernel.real import parse_claim
    >>> claim = parse_claim("x/x <= 1")
    >>> looked = where_defined(claim, prove(claim))
    >>> looked.added, looked.outcome.verdict.status, looked.without
    (('x != 0',), 'proved', ({'x': 0},))
    """
    if not found.without_value:
        return None
    owed = list(obligations([claim.relation.left, claim.relation.right], claim.integers))
    if any(o.between for o in owed) or len(owed) > MOST:
        return None
    kept: dict[Said, dict[str, fmpq] | None] = {}
    for o in owed:
        ways = tuple(dict.fromkeys(o.ways))
        said: Said = ways[0] if len(ways) == 1 else Formula("or", ways)
        held = prove(_under(claim, kept, said), effort=effort // 20)
        if not held.proved:
            kept[said] = held.witness
    for said in list(kept):
        others = [one for one in kept if one != said]
        if prove(_under(claim, others, said), effort=effort // 20).proved:
            del kept[said]
    without = [point for point in kept.values() if point] or ([found.witness] if found.witness else [])
    outcome = prove(_under(claim, kept, claim.relation), effort=effort)
    fails = None
    if outcome.refuted and outcome.witness:
        try:
            verdict = check_witness(claim, outcome.witness)
        except KernelError:
            return None
        fails = replace(found, verdict=verdict, witness=outcome.witness, reason=verdict.reason)
    return WhereDefined(tuple(said.text for said in kept), outcome, tuple(without), fails)


def looked_at(outcome: Outcome, *, effort: int = EFFORT) -> tuple[Outcome, WhereDefined | None]:
    """What came of a claim, or of a chain; of one that fails only for want of a value, what comes of it where
    both sides have one. A point at which both have one and it fails goes first."""
    parts = outcome.links or (outcome,)
    lacking = [one for one in parts if one.without_value]
    if not lacking or any(one.refuted and not one.without_value for one in parts):
        return outcome, None
    looked = {
        id(one): where_defined(one.claim, one, effort=effort)
        for one in lacking if isinstance(one.claim, Claim)
    }  # fmt: skip
    found = [one for one in looked.values() if one is not None]
    failing = {id(one): held.fails for one in lacking if (held := looked.get(id(one))) is not None}
    seen = [one if (fails := failing.get(id(one))) is None else fails for one in parts]
    if seen != list(parts):
        return (seen[0] if len(seen) == 1 else joined(seen)), None
    if len(found) < len(lacking):
        return outcome, None
    there = [held.outcome if (held := looked.get(id(one))) else one for one in parts]
    added = dict.fromkeys(text for one in found for text in one.added)
    without = {repr(sorted(point.items())): point for one in found for point in one.without}
    together = there[0] if len(there) == 1 else joined(there)
    return outcome, WhereDefined(tuple(added), together, tuple(without.values()))


def _under(claim: Claim, more: Iterable[Said], conclusion: Said) -> Compound:
    """Something about the variables of a claim, under its conditions and others."""
    conditions = [*claim.conditions, *more]
    used = conclusion.variables().union(*(c.variables() for c in conditions))
    return compound_of(conditions, conclusion, claim.integers & used)
