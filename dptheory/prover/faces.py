"""Goals on boxes in several variables: where the goal's difference is monotone in a variable, only the face
counts on which it is least, so that many variables cost less than their number of halvings."""

from __future__ import annotations

from dptheory.kernel.limits import KernelError
from dptheory.kernel.real.calculus import continuous, derivative
from dptheory.kernel.real.claims import Relation
from dptheory.kernel.real.defined import Obligation, obligations
from dptheory.kernel.real.enclose import Box, compare
from dptheory.kernel.real.sequents import gap
from dptheory.kernel.real.terms import Term, free_variables, num

from .boxes import boxed, ends_of
from .goals import Desk, Goal, Proof, Prover, screen

MAX_VARIABLES = 10
MAX_ITEMS = 900
NARROWEST = 2**10
PRECISION = 64


def by_faces(prover: Prover, desk: Desk) -> Proof | None:
    """Show an inequality in two or more variables on a box with rational ends."""
    goal = desk.goal
    names = sorted(free_variables(goal.relation.left, goal.relation.right))
    key = ("faces", goal.key)
    if not 2 <= len(names) <= MAX_VARIABLES or goal.relation.op in ("=", "!=") or key in prover.futile:
        return None
    boxes = {name: ends for name in names if (ends := ends_of(goal, name)) is not None}
    if len(boxes) != len(names) or screen(gap(goal.relation), goal.cloud).low < 0:
        return None
    tree = _grown(goal, boxes)
    if tree is None:
        prover.futile.add(key)
        return None
    return boxed(prover, desk, boxes, tree, PRECISION)


def _grown(goal: Goal, boxes: Box) -> list[object] | None:
    g = gap(goal.relation)
    slopes = {name: derivative(g, name) for name in boxes if continuous(g, name)}
    owed = {name: list(obligations([g, t], goal.sequent.integers)) for name, t in slopes.items()}
    items: list[object] = []
    plain = [h for i, h in enumerate(goal.hypotheses) if i not in goal.derived and h.variables() <= boxes.keys()]
    stack: list[tuple[Box, list[Relation]]] = [(boxes, plain)]
    while stack:
        here, hypotheses = stack.pop()
        if any(compare(r, here, PRECISION) for r in (goal.relation, *(h.negated() for h in hypotheses))):
            items.append("leaf")
            continue
        if len(items) > MAX_ITEMS:
            return None
        face = _face(here, slopes, owed)
        if face is not None:
            name, side = face
            items.append([name, side])
            end = here[name][0 if side == "low" else 1]
            rest = [h for h in hypotheses if name not in h.variables()]
            stack.append(({**here, name: (end, end)}, rest))
            continue
        name = max(here, key=lambda n: (here[n][1] - here[n][0]) / (boxes[n][1] - boxes[n][0] or 1))
        low, high = here[name]
        if low == high or (high - low) * NARROWEST < boxes[name][1] - boxes[name][0]:
            return None
        middle = (low + high) / 2
        items.append([name, str(middle)])
        stack.append(({**here, name: (middle, high)}, hypotheses))
        stack.append(({**here, name: (low, middle)}, hypotheses))
    return items


def _face(here: Box, slopes: dict[str, Term], owed: dict[str, list[Obligation]]) -> tuple[str, str] | None:
    """A variable in which the goal's difference is seen to be monotone, and where it is least."""
    for name, slope in slopes.items():
        if here[name][0] == here[name][1]:
            continue
        try:
            side = next(
                (s for s, op in (("low", ">="), ("high", "<=")) if compare(Relation(op, slope, num(0)), here, PRECISION)),
                None,
            )
        except KernelError:
            continue
        if side is not None and all(
            any(compare(r, here, PRECISION) for r in (o.relation, o.other) if r is not None)
            for o in owed[name]
        ):
            return name, side
    return None
