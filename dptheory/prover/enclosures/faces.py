"""Goals on boxes in several variables: where the goal's difference is monotone in a variable, only the face
counts on which it is least, so that many variables cost less than their number of halvings."""

from __future__ import annotations

from dataclasses import dataclass

from flint import arb, fmpq

from dptheory.kernel.real import (
    Box,
    Obligation,
    Relation,
    Term,
    compare,
    continuous,
    derivative,
    enclose,
    free_variables,
    gap,
    interval,
    obligations,
)

from ..goals.goal import Goal, Proof
from ..goals.numeric import to_float
from ..goals.obligations import Prover
from ..goals.signs import sampled_signs, touches
from ..goals.state import ProofState
from .boxes import boxed, ends_of

MAX_VARIABLES = 10
MAX_ITEMS = 900
NARROWEST = 2**10
PRECISION = 64


def through_faces(prover: Prover, state: ProofState) -> Proof | None:
    """Show an inequality in two or more variables on a box with rational ends."""
    goal = state.goal
    names = sorted(free_variables(goal.relation.left, goal.relation.right))
    key = ("faces", goal.key)
    if not 2 <= len(names) <= MAX_VARIABLES or key in prover.futile:
        return None
    boxes = {name: ends for name in names if (ends := ends_of(goal, name)) is not None}
    g = gap(goal.relation)
    if len(boxes) != len(names) or sampled_signs(g, goal.samples).low < 0:
        return None
    if touches(g, [p for p in goal.samples if all(low < p[n] < high for n, (low, high) in boxes.items())]):
        prover.futile.add(key)
        return None  # no face has a zero inside
    tree = _grown(goal, boxes)
    if tree is None:
        prover.futile.add(key)
        return None
    return boxed(prover, state, boxes, tree, PRECISION)


def _grown(goal: Goal, boxes: Box) -> list[object] | None:
    g = gap(goal.relation)
    slopes = [_Slope.of(goal, g, name) for name in boxes]
    items: list[object] = []
    given = [h for i, h in enumerate(goal.hypotheses) if i not in goal.derived]
    plain = [h for h in given if h.variables() <= boxes.keys()]
    stack: list[tuple[Box, list[Relation]]] = [(boxes, plain)]
    while stack:
        here, hypotheses = stack.pop()
        if any(compare(r, here, PRECISION) for r in (goal.relation, *(h.negated() for h in hypotheses))):
            items.append("leaf")
            continue
        if len(items) > MAX_ITEMS:
            return None
        balls = {s.name: s.ball(here) for s in slopes if here[s.name][0] < here[s.name][1]}
        face = next(((n, b >= 0) for n, b in balls.items() if b is not None and (b >= 0 or b <= 0)), None)
        if face is not None:
            name, low = face
            items.append([name, "low" if low else "high"])
            end = here[name][0 if low else 1]
            rest = [h for h in hypotheses if name not in h.variables()]
            stack.append(({**here, name: (end, end)}, rest))
            continue
        if _mean(g, here, balls):
            items.append("mean")
            continue
        if not balls:
            return None
        name = max(balls, key=lambda n: _weight(balls[n], here[n], boxes[n]))
        low_end, high_end = here[name]
        if (high_end - low_end) * NARROWEST < boxes[name][1] - boxes[name][0]:
            return None
        middle = (low_end + high_end) / 2
        items.append([name, str(middle)])
        stack.append(({**here, name: (middle, high_end)}, hypotheses))
        stack.append(({**here, name: (low_end, middle)}, hypotheses))
    return items


def _weight(ball: arb | None, ends: tuple[fmpq, fmpq], whole: tuple[fmpq, fmpq]) -> tuple[bool, float]:
    """How much a variable may change the goal's difference on the box; unknown ones first."""
    width = to_float(ends[1] - ends[0])
    if ball is None:
        return True, width / to_float(whole[1] - whole[0])
    return False, width * to_float(ball.abs_upper())


def _mean(g: Term, here: Box, balls: dict[str, arb | None]) -> bool:
    """Whether the middle and the slopes decide, as the kernel reckons."""
    middle = {name: ((low + high) / 2,) * 2 for name, (low, high) in here.items()}
    total = enclose(g, middle, PRECISION)
    for name, (low, high) in here.items():
        ball = balls.get(name, arb(0))
        if ball is None:
            return False
        total += ball * interval(-(high - low) / 2, (high - low) / 2)
    # a variable without width has a slope, too, which the kernel wants to see
    return bool(total.is_finite() and total > 0) and len(balls) == len(here)


@dataclass(frozen=True)
class _Slope:
    """The derivative in a variable, and what is owed for it."""

    name: str
    slope: Term | None
    owed: tuple[Obligation, ...]

    @staticmethod
    def of(goal: Goal, g: Term, name: str) -> _Slope:
        if not continuous(g, name):
            return _Slope(name, None, ())
        slope = derivative(g, name)
        return _Slope(name, slope, tuple(obligations([g, slope], goal.sequent.integers)))

    def ball(self, here: Box) -> arb | None:
        """The slope's ball on a box, if everything has a value there."""
        if self.slope is None:
            return None
        found = enclose(self.slope, here, PRECISION)
        owed = [[r for r in (o.relation, o.other) if r is not None] for o in self.owed]
        held = all(any(compare(r, here, PRECISION) for r in either) for either in owed)
        return found if found.is_finite() and held else None
