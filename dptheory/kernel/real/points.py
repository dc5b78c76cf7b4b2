"""What can be decided at one exact rational point: a claim's domain, and its failure there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from flint import fmpq

from ..limits import KernelError, need
from ..metering import charge
from ..verdicts import REFUTED, Verdict, sealed
from .binders import index_of, instance
from .calculus import derivative
from .claims import Claim, Relation, Stated, check_claim
from .defined import Obligation, holds, obligations, owed_within, within
from .enclosures import MAX_SUMMANDS, Box, Room, compare, exact
from .ratfun import constant_difference
from .terms import Term, num, substitute, subterms, valued, var

PRECISIONS: Final = (64, 256, 1024)
PARTS: Final = 200
"""Parts of an interval that are looked at."""
BRIEF_PARTS: Final = 5
Point = Mapping[str, fmpq]


def decide(r: Relation, point: Point, room: Room | None = None) -> bool | None:
    """Whether a relation is true at a point where both sides are defined; None if undecided. By exact
    values, by an identity of normal forms at the point, or by finite disjoint enclosures."""
    ground = r.substituted({name: num(x) for name, x in point.items()})
    room = room or Room()
    left, right = exact(ground.left, {}, room), exact(ground.right, {}, room)
    if left is not None and right is not None:
        return holds(r.op, left, right)
    for precision in PRECISIONS:
        if compare(ground, {}, precision, room):
            return True
        if compare(ground.negated(), {}, precision, room):
            return False
    gap = constant_difference(ground)
    return None if gap is None else holds(ground.oriented[0], gap, fmpq(0))


def by_inspection(root: Term) -> Term:
    """A term without variables that is defined, with numbers for what has a rational value by inspection,
    products with 0 among it."""
    done: dict[bytes, Term] = {}
    for t in subterms(root):
        args = tuple(done[a.key] for a in t.args)
        zero = (t.op == "mul" and any(a == num(0) for a in args)) or (t.op == "div" and args[0] == num(0))
        found = num(0) if zero else Term(t.op, args, t.value) if args else t
        value = exact(found, {})
        done[t.key] = found if value is None else num(value)
    return done[root.key]


def defined_at(terms: Iterable[Term], point: Point, integers: frozenset[str]) -> bool | None:
    """Whether all terms are defined at a point; None if undecided."""
    return _all_hold(obligations(terms, integers), point, integers, Room())


def _all_hold(owed: Iterable[Obligation], point: Point, integers: frozenset[str], room: Room) -> bool | None:
    """Whether obligations hold at a point, those of arguments first."""
    for o in owed:
        r = o.relation
        answer = _between(r.left, point, integers, room) if o.between else decide(r, point, room)
        if answer is not True and o.other is not None:
            other = decide(o.other, point, room)
            answer = True if other else None if other is None else answer
        if answer is not True:
            return answer
    return True


def _between(t: Term, point: Point, integers: frozenset[str], room: Room) -> bool | None:
    """Whether a binder's body has a value at every index between its ends, which are as they have to be:
    what does not depend on the index is looked at once."""
    name, (a, b) = index_of(t), t.args[:2]
    first, last = (exact(end, point, room) for end in (a, b)) if t.op != "integral" else (fmpq(0), fmpq(1))
    if first is None or last is None or last - first >= MAX_SUMMANDS:
        return None
    if first > last:
        return True
    needed = {part.value for part in valued(t.value) if part.op == "var"} if isinstance(t.value, Term) else ()
    once = [a for i, a in enumerate(t.args[2:]) if f"p{i + 1}" in needed]
    fixed = _all_hold(obligations(once, integers), point, integers, room)
    if fixed is not True:
        return fixed
    _, body, inner = within(t, name, integers)
    if t.op == "integral":
        # the index from the one end to the other
        body = instance(t, a + (b - a) * var(name))
    owed, parts = list(owed_within(t, body, inner, *once)), [(first, last)]
    if t.op == "integral":
        return _on_interval(t, owed, point, name, inner, room)
    while parts:
        low, high = parts.pop()
        box = {n: (x, x) for n, x in point.items()} | {name: (low, high)}
        if not _looks(t, room):
            return None
        if all(_affirmed(o, box, room) for o in owed):
            continue
        if low == high:
            answer = _all_hold(owed, {**point, name: low}, inner, room)
            if answer is not True:
                return answer
            continue
        middle = fmpq(((low + high) / 2).floor())
        parts += [(middle + 1, high), (low, middle)]
    return True


def _looks(t: Term, room: Room) -> bool:
    """Whether there is room to look at a place of a sum, or at four of an integral, each for some terms."""
    size = (t.size + (t.value.size if isinstance(t.value, Term) else 0)) * (4 if t.op == "integral" else 1)
    charge(20 + size)
    return room.takes(10 + size // 4)


def _affirmed(o: Obligation, box: Box, room: Room) -> bool:
    """Whether an obligation is seen to hold on a whole box."""
    return not o.between and any(compare(r, box, room=room) for r in o.ways)


def _on_interval(
    t: Term, owed: list[Obligation], point: Point, name: str, integers: frozenset[str], room: Room
) -> bool | None:
    """Whether what is owed within a binder t holds for all values of a variable from 0 to 1: no, if it does
    not at one of the places looked at; yes, if each obligation is affirmed on parts of the interval, or
    holds at both ends of a part and is linear in the variable."""
    parts = [(fmpq(0), fmpq(1))]
    # nothing is affirmed on a part of what is within another binder
    for _ in range(BRIEF_PARTS if any(o.between for o in owed) else PARTS):
        if not parts:
            return True
        if not _looks(t, room):
            return None
        low, high = parts.pop()
        middle = (low + high) / 2
        at = [{**point, name: x} for x in (low, high, middle)]
        seen = [_all_hold(owed, place, integers, room) for place in at]
        if False in seen:
            return False
        box = {n: (x, x) for n, x in point.items()} | {name: (low, high)}
        if not all(_affirmed(o, box, room) or _linear(o, name, at[:2], room) for o in owed):
            parts += [(low, middle), (middle, high)]
    return None


def _linear(o: Obligation, name: str, ends: list[dict[str, fmpq]], room: Room) -> bool:
    """Whether an obligation holds between two places, because it does there and is linear."""
    r = o.relation
    if r.op in ("!=", "=") or not all(decide(r, end, room) for end in ends):
        return False
    try:
        return name not in derivative(r.left - r.right, name).names
    except KernelError:
        return False


def is_zero_at(t: Term, point: Point, integers: frozenset[str]) -> bool:
    """Whether a term is seen to be defined and 0 at a point."""
    if not defined_at([t], point, integers):
        return False
    ground = by_inspection(substitute(t, {name: num(x) for name, x in point.items()}))
    return decide(Relation("=", ground, num(0)), {}) is True


def check_values(claim: Stated, point: Point) -> str:
    """The point in words, if it gives to every variable of a claim an exact value, to integers an integer."""
    names = [v.name for v in claim.variables]
    need(sorted(point) == names, f"a point gives {sorted(point)}; the claim's variables are {names}")
    need(all(type(x) is fmpq for x in point.values()), "a point gives exact rationals (fmpq)")
    for name in sorted(claim.integers):
        need(point[name].q == 1, f"{name} is an integer and cannot be {point[name]}")
    return "at " + ", ".join(f"{name} = {point[name]}" for name in names) if names else "always"


def check_point(claim: Claim, point: Point) -> None:
    """Raise KernelError unless the point is in the claim's domain: every variable given, integers
    integral, every condition defined and true."""
    check_claim(claim)
    check_values(claim, point)
    for c in claim.conditions:
        if not defined_at([c.left, c.right], point, claim.integers):
            raise KernelError(f"the condition {c.text} is not certified to be defined at the point")
        if not decide(c, point):
            raise KernelError(f"the condition {c.text} is not certified to be true at the point")


def check_witness(claim: Claim, point: Point) -> Verdict:
    """*refuted*, if the point is in the claim's domain and the claim fails there; else KernelError.

    >>> from .claims import parse_claim
    >>> check_witness(parse_claim("exp(x) <= 1 + x + x**2"), {"x": fmpq(2)}).reason
    'at x = 2: exp(x) > 1 + x + x**2'
    """
    point = dict(point)
    check_point(claim, point)
    where, r = check_values(claim, point), claim.relation
    for name, side in (("left", r.left), ("right", r.right)):
        answer = defined_at([side], point, claim.integers)
        if answer is False:
            return sealed(REFUTED, f"{where}: the {name} side is not defined", claim.hash)
        if answer is None:
            raise KernelError("it is undecided whether both sides are defined at the point; try another")
    if decide(r, point) is not False:
        raise KernelError(f"the claim is not certified to fail at the point: {r.text}; try another")
    return sealed(REFUTED, f"{where}: {r.negated().text}", claim.hash)
