"""Claims that fail for want of a value: where a side has none, and what holds where both have one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from flint import fmpq

from ..defaults import EFFORT
from ..kernel import KernelError, check_witness
from ..kernel.real import (
    Claim,
    Compound,
    Formula,
    Obligation,
    Relation,
    Said,
    Variable,
    compound_of,
    num,
    obligations,
    var,
)
from .compounds import prove
from .conjunction import joined
from .outcome import Outcome

MOST = 12
"""Conditions that are looked at."""


@dataclass(frozen=True)
class WhereDefined:
    """A claim under the further conditions, as texts, that its sides have values; what came of it; and points
    of its domain at which a side has none, with fewer coordinates where that is proved of all points that
    have these. `fails` is the verdict on the claim itself at a point at which
    both have one."""

    added: tuple[str, ...]
    outcome: Outcome
    without: tuple[dict[str, fmpq], ...]
    fails: Outcome | None = None


def where_defined(claim: Claim, found: Outcome, *, effort: int = EFFORT) -> WhereDefined | None:
    """What holds where both sides of a refuted claim have values; None where it did not fail for want of a
    value, or where no relations say that they have them (within sums and integrals).

    The conditions are what the text owes for its values (`obligations`), without those that are proved from
    the others. Where it owes floor(n) = n, that is the condition `n integer`, of which more is known.

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
    whole = {str(o.relation.right.value) for o in owed if _asks_for_an_integer(o)}
    sorts = tuple(Variable(v.name, v.integer or v.name in whole) for v in claim.variables)
    inner, kept = replace(claim, variables=sorts), dict[Said, dict[str, fmpq] | None]()
    for o in owed:
        if _asks_for_an_integer(o):
            continue
        ways = tuple(dict.fromkeys(o.ways))
        said: Said = ways[0] if len(ways) == 1 else Formula("or", ways)
        held = prove(_under(inner, kept, said), effort=effort // 20)
        if not held.proved:
            kept[said] = held.witness
    for said in list(kept):
        others = [one for one in kept if one != said]
        if prove(_under(inner, others, said), effort=effort // 20).proved:
            del kept[said]
    without = [_face(inner, said, point, effort // 20) for said, point in kept.items() if point]
    more = [point for point in without if any(one.items() < point.items() for one in without)]
    without = [point for k, point in enumerate(without) if point not in (*more, *without[:k])]
    if found.witness and (whole or not without) and found.witness not in without:
        without.insert(0, found.witness)
    outcome = prove(_under(inner, kept, claim.relation), effort=effort)
    fails = None
    if outcome.refuted and outcome.witness:
        try:
            verdict = check_witness(claim, outcome.witness)
        except KernelError:
            return None
        fails = replace(found, verdict=verdict, witness=outcome.witness, reason=verdict.reason)
    added = (*(f"{name} integer" for name in sorted(whole)), *(said.text for said in kept))
    return WhereDefined(added, outcome, tuple(without), fails)


def _face(claim: Claim, said: Said, point: dict[str, fmpq], effort: int) -> dict[str, fmpq]:
    """A coordinate of a point with which alone a condition for values is false in the whole domain; else the
    point."""
    if isinstance(said, Formula) or len(point) < 2:
        return point
    for name, value in sorted(point.items()):
        there = [Relation("=", var(name), num(value))]
        if prove(_under(claim, there, said.negated()), effort=effort).proved:
            return {name: value}
    return point


def _asks_for_an_integer(o: Obligation) -> bool:
    """Whether it is that a variable is an integer."""
    r = o.relation
    return r.op == "=" and r.left.op == "floor" and r.left.args == (r.right,) and r.right.op == "var"


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
