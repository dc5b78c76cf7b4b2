"""Polynomials on boxes in several variables: coefficients in Bernstein's basis, of boxes that are halved.

The coefficients close in on the values with the square of a box's width, where plain enclosures do with the
width itself; at the corners they are the values, so that a polynomial may be 0 there.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import prod

from flint import fmpq, fmpq_mpoly

from dptheory.kernel.real import Box, Relation, affirmed, coefficients, compare

from ..budget import Budget, charge
from ..goals.goal import Proof
from ..goals.obligations import Prover
from ..goals.state import ProofState
from ..registry import CHEAP, tactic
from .boxes import boxed, ends_of

MAX_VARIABLES = 10
MAX_TABLE = 8_192
MAX_ITEMS = 600
NARROWEST = 2**12


@tactic(
    "the goal comes to a polynomial in two or more variables, on a box with rational ends",
    CHEAP,
    "4*x**2 - 21/10*x**4 + 1/3*x**6 + (x - 3)*y - 4*y**2 + 4*y**4 + (x**14 + y**8)/10**5 > -3.4 | "
    "4*x**2 - 21/10*x**4 + 1/3*x**6 + (x - 3)*y - 4*y**2 + 4*y**4 + (x**14 + y**8)/10**5 > -3.35 | "
    "-0.5 <= x <= 1, -2 <= y <= 1",
    said="Bernstein coefficients",
)
def by_bernstein(prover: Prover, start: ProofState) -> Proof | None:
    """Show an inequality between polynomials (or quotients of them) on a box with rational ends."""
    goal, forms = start.goal, start.forms()
    d = forms.raw_target
    p = d.num * d.den
    names = [g.value if g.op == "var" else None for g in forms.field.generators]
    used = [i for i, k in enumerate(p.degrees()) if k > 0]
    key = ("bernstein", goal.key)
    if not 2 <= len(used) <= MAX_VARIABLES or key in prover.futile:
        return None
    if prod(int(k) + 1 for k in p.degrees() if k > 0) > MAX_TABLE or any(names[i] is None for i in used):
        return None
    prover.futile.add(key)
    found = {str(names[i]): ends_of(goal, str(names[i])) for i in used}
    boxes = {name: ends for name, ends in found.items() if ends is not None and ends[0] < ends[1]}
    if len(boxes) != len(used):
        return None
    plain = [
        h for i, h in enumerate(goal.hypotheses) if i not in goal.derived and h.variables() <= boxes.keys()
    ]
    tree = _grown(p, names, goal.relation.strict, boxes, plain, prover.budget.part(0.5))
    return None if tree is None else boxed(prover, start, boxes, tree)


def _grown(
    p: fmpq_mpoly,
    names: Sequence[object],
    strict: bool,
    boxes: Box,
    hypotheses: Sequence[Relation],
    budget: Budget,
) -> list[object] | None:
    items: list[object] = []
    stack: list[Box] = [boxes]
    degrees = [max(0, int(k)) for k in p.degrees()]
    own = [i for i, k in enumerate(degrees) if k]
    while stack:
        here = stack.pop()
        budget.check()
        table = coefficients(p, names, here)
        if all(c > 0 or (c == 0 and not strict) for c in table):
            items.append("bernstein")
            continue
        if any(compare(h.negated(), here) for h in hypotheses):
            items.append("leaf")
            continue
        if _excluded(hypotheses, here):
            items.append("bernstein")
            continue
        if len(items) > MAX_ITEMS:
            return None
        for place, c in _corners(table, degrees):
            if c < 0 or (c == 0 and strict):
                corner = {str(names[i]): here[str(names[i])][k > 0] for i, k in zip(own, place, strict=True)}
                if not any(_fails(h, corner) for h in hypotheses):
                    return None
        i = max(own, key=lambda i: _bend(table, degrees, i))
        name = str(names[i])
        low, high = here[name]
        if (high - low) * NARROWEST < boxes[name][1] - boxes[name][0]:
            return None
        middle = (low + high) / 2
        items.append([name, str(middle)])
        stack += [{**here, name: (middle, high)}, {**here, name: (low, middle)}]
    return items


def _excluded(hypotheses: Sequence[Relation], here: Box) -> bool:
    return any(len(h.variables()) > 1 and affirmed(h.negated(), here) for h in hypotheses)


def _fails(h: Relation, corner: dict[str, fmpq]) -> bool:
    return bool(compare(h.negated(), {name: (x, x) for name, x in corner.items()}))


def _corners(table: list[fmpq], degrees: list[int]) -> list[tuple[tuple[int, ...], fmpq]]:
    """The coefficients at the corners, which are values, with the corners' sides."""
    own = [k for k in degrees if k]
    found = []
    for place in product(*((0, k) for k in own)):
        index = 0
        for k, n in zip(place, own, strict=True):
            index = index * (n + 1) + k
        found.append((place, table[index]))
    return found


def _bend(table: list[fmpq], degrees: list[int], i: int) -> fmpq:
    """How far the coefficients spread along a variable, where it is not linear; else a tenth of that."""
    step = prod(k + 1 for k in degrees[i + 1 :])
    charge(len(table) // 4)
    width = step * (degrees[i] + 1)
    spread = fmpq(0)
    for start in range(0, len(table), width):
        for j in range(step):
            line = table[start + j : start + width : step]
            spread = max(spread, max(line) - min(line))
    return spread if degrees[i] > 1 else spread / 10
