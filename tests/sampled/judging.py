"""Whether a node that a rule accepted is sound at a point, by the evaluator of `values`.

At a point that satisfies the sequent's hypotheses, if what the children say holds there, then what "then" adds has
values and is true, or (of a rule without such additions) the goal is (`faults`). A child with new variables holds at a
point if it holds for the values of these that are looked at; an induction is followed from its start to the point. And
each child is a sequent: it speaks of its own variables, and what it counts as defined has values where its
hypotheses hold, if the children before it hold there (`unkept`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from dptheory.kernel.real.claims import Relation
from dptheory.kernel.real.grammar import print_term
from dptheory.kernel.real.sequents import Sequent, Task
from dptheory.kernel.real.terms import subterms

from .enclosures import Interval, point
from .points import Spot
from .values import FALSE, HOLDS, NO_VALUE, UNDECIDED
from .watching import ADDING, MOVING, Step, named, parts

GRID: Final = (
    0,
    1,
    -1,
    2,
    Fraction(1, 2),
    -2,
    Fraction(-1, 2),
    3,
    Fraction(3, 2),
    Fraction(1, 10),
    Fraction(-1, 3),
    5,
    -3,
    4,
    -4,
    6,
    7,
)
PARTIAL: Final = re.compile(r"/|\*\*|[a-z]\(")
"""What a text has that might have no value."""
FAR: Final = (10, 10**6, 10**18)


def judged(s: Sequent, spot: Spot) -> str:
    """Whether a sequent holds at a point: HOLDS, FALSE or UNDECIDED."""
    answers = [spot.said(h.text) for h in s.hypotheses]
    if FALSE in answers or NO_VALUE in answers:
        return HOLDS
    if UNDECIDED in answers:
        return UNDECIDED
    found = spot.said(s.goal.text)
    return FALSE if found == NO_VALUE else found


def over(s: Sequent, spot: Spot, *also: Fraction) -> str:
    """Whether a sequent holds at a point for all values of its new variables that are looked at, some of them given."""
    at = {name: x for name, x in spot.at.items() if name in s.variables}
    new = sorted(s.variables.keys() - at.keys())
    if not new:
        return judged(s, spot if at.keys() == spot.at.keys() else Spot(at, s.integers))
    found, sides = HOLDS, set[str]()
    above = f"{print_term(s.goal.left)} > {print_term(s.goal.right)}"
    for other in values(s, at, new, *also):
        answer = judged(s, other)
        if answer == FALSE:
            return FALSE
        found = UNDECIDED if answer == UNDECIDED else found
        if s.goal.op == "!=" and all(other.said(h.text) == HOLDS for h in s.hypotheses):
            sides.add(other.said(above))
    # what is above here and below there may meet in between
    return UNDECIDED if {HOLDS, FALSE} <= sides else found


def values(s: Sequent, at: dict[str, Interval], new: list[str], *also: Fraction) -> Iterator[Spot]:
    """Points with values for new variables: usual ones, and ones between and near known ones."""
    known = sorted({x.lo for x in at.values()} | {Fraction(0), Fraction(1)})
    between = [a + (b - a) * Fraction(k, 4) for a in known for b in known if a < b for k in (1, 2, 3)]
    near = [x + way * Fraction(1, 1000) for x in known for way in (1, -1)]
    for x in dict.fromkeys(map(Fraction, (*also, *GRID, *known, *between, *near, *FAR))):
        if all(not s.variables[name] or x.denominator == 1 for name in new):
            yield Spot({**at, **dict.fromkeys(new, point(x))}, s.integers)


def owed_holds(done: Step, owed: tuple[Task, ...], spot: Spot) -> str:
    """Whether all children that are owed hold at a point."""
    answers = [_induced(t, done, spot) if done.rule == "induction" else over(t.sequent, spot) for t in owed]
    return FALSE if FALSE in answers else UNDECIDED if UNDECIDED in answers else HOLDS


def _induced(t: Task, done: Step, spot: Spot) -> str:
    """Whether a child of an induction holds at a point's variables, for all n from the start to the point's."""
    name, start = str(done.raw["variable"]), _start(done, spot)
    if t.place.endswith("at_base"):
        return over(t.sequent, spot)
    if start is None or not spot.at[name].exact:
        return UNDECIDED
    found = HOLDS
    for n in range(start, int(spot.at[name].lo) + 1):
        answer = over(t.sequent, Spot({**spot.at, name: point(n)}, spot.integers))
        if answer == FALSE:
            return FALSE
        found = UNDECIDED if answer == UNDECIDED else found
    return found


def faults(done: Step, spot: Spot) -> list[str] | None:
    """What is not sound at a point; None if that says nothing, because something owed does not hold."""
    s = done.task.sequent
    adding = done.rule in ADDING
    owed = done.following[:-1] if adding else done.following
    if done.rule in MOVING:
        return _moved(done, spot)
    if owed_holds(done, owed, spot) != HOLDS:
        return None
    if not adding:
        return [f"the goal {s.goal.text} does not hold"] if judged(s, spot) == FALSE else []
    then = done.following[-1].sequent
    at = dict(spot.at)
    for name, text in named(done):
        x = spot.value(text)
        if x == NO_VALUE:
            return [f"{text} has no value"]
        if isinstance(x, str) or not x.thin:
            return None
        if then.variables[name] and x.exact and x.lo.denominator != 1:
            return [f"{name} = {text} is no integer"]
        at[name] = x
    inside = Spot(at, then.integers) if at.keys() != spot.at.keys() else spot
    new = [h.text for h in then.hypotheses[len(s.hypotheses) :]]
    found = [f"{text} {inside.said(text)}" for text in new if inside.said(text) in (FALSE, NO_VALUE)]
    counted = [
        f"{text}, counted as defined, has no value" for text in parts(then) if inside.value(text) == NO_VALUE
    ]
    return found + counted


def _moved(done: Step, spot: Spot) -> list[str] | None:
    """Of `replace`, `generalise`, `forget`: hypotheses at the point carried over, and the goal if the new one holds."""
    s, c = done.task.sequent, done.following[-1].sequent
    at = {name: x for name, x in spot.at.items() if name in c.variables}
    for name, text in named(done):
        x = spot.value(text)
        if isinstance(x, str) and x != NO_VALUE:
            return None
        at[name] = point(0) if isinstance(x, str) else x
        if c.variables[name] and not (at[name].exact and at[name].lo.denominator == 1):
            return [f"{name} = {text} is no integer"] if at[name].exact else None
    inside = Spot(at, c.integers)
    found = [
        f"{h.text} {inside.said(h.text)}" for h in c.hypotheses if inside.said(h.text) in (FALSE, NO_VALUE)
    ]
    if any(over(t.sequent, inside) != HOLDS for t in done.following):
        return found or None
    return found + ([f"the goal {s.goal.text} does not hold"] if judged(s, spot) == FALSE else [])


def _start(done: Step, spot: Spot) -> int | None:
    """Where an induction starts."""
    k = done.task.sequent.hypotheses[0].oriented[2]
    found = spot.value(print_term(k)) if k.names <= spot.at.keys() else NO_VALUE
    return (
        int(found.lo) if isinstance(found, Interval) and found.exact and found.lo.denominator == 1 else None
    )


def strange(done: Step) -> list[str]:
    """Variables of children, or of what they count as defined, that are not theirs."""
    found = []
    old = subterms(*(t for r in _said(done.task.sequent) for t in (r.left, r.right)))
    for task in done.following:
        c = task.sequent
        names = frozenset().union(*(r.variables() for r in _said(c))) - c.variables.keys()
        found += [f"{task.place} speaks of {name}, which is no variable there" for name in sorted(names)]
        found += [
            f"{task.place} counts {print_term(t)} as defined, with a name that is no variable there"
            for t in old
            if t.key in c.defined and not t.names <= c.variables.keys()
        ]
    return found


def _said(s: Sequent) -> tuple[Relation, ...]:
    return (*s.hypotheses, s.goal)


def counted(s: Sequent) -> list[str]:
    """What a sequent counts as defined of its goal and of parts of binders, if it might have no value."""
    sides = [print_term(t) for t in (s.goal.left, s.goal.right) if t.key in s.defined]
    return [*filter(PARTIAL.search, sides), *parts(s)]


def unkept(done: Step, k: int, spot: Spot) -> list[str]:
    """What child k counts as defined and has no value at a point of its hypotheses, where the sequent before, and the
    children before, hold what they say."""
    task = done.following[k]
    found = [text for text in counted(task.sequent) if spot.value(text) == NO_VALUE]
    if not found or any(spot.said(h.text) != HOLDS for h in task.sequent.hypotheses):
        return []
    if not all(_kept(done.task.sequent, before) for before in _before(done, spot)):
        return []
    also = _base(done, spot)
    if any(over(t.sequent, spot, *also) != HOLDS for t in done.following[:k]):
        return []
    return [f"{text}, counted as defined at {task.place}, has no value" for text in found]


def _kept(s: Sequent, spot: Spot) -> bool:
    """Whether a sequent's goal, and the parts that it counts as defined, have values at a point, or its hypotheses
    do not hold there."""
    answers = [spot.said(h.text) for h in s.hypotheses]
    if FALSE in answers or NO_VALUE in answers:
        return True
    return UNDECIDED not in answers and NO_VALUE not in (
        spot.said(s.goal.text),
        *(spot.value(text) for text in parts(s)),
    )


def _base(done: Step, spot: Spot) -> list[Fraction]:
    """Where a function of a new variable is looked at by itself."""
    x = spot.value(str(done.raw["base"])) if done.rule == "mvt" else ""
    return [x.lo] if isinstance(x, Interval) and x.exact else []


def _before(done: Step, spot: Spot) -> Iterator[Spot]:
    """The points of the sequent before that a child's point speaks of."""
    s, at = done.task.sequent, dict(spot.at)
    if done.rule == "replace":
        r = s.hypotheses[0]
        x = str(done.raw["variable"])
        value = spot.value(print_term(r.right if print_term(r.left) == x else r.left))
        whole = isinstance(value, Interval) and value.exact and value.lo.denominator == 1
        at |= {} if isinstance(value, str) or (s.variables[x] and not whole) else {x: value}
    if done.rule == "induction":
        start = _start(done, spot)
        name = str(done.raw["variable"])
        at = at if name in at or start is None else {**at, name: point(start)}
        if name in at:
            yield Spot({**at, name: point(at[name].lo + 1)}, s.integers)
    if at.keys() >= s.variables.keys():
        yield Spot({name: at[name] for name in s.variables}, s.integers)
