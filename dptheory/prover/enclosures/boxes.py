"""Strict goals on bounded domains by rigorous enclosures."""

from __future__ import annotations

from itertools import product

from flint import fmpq

from dptheory.kernel import KernelError
from dptheory.kernel.real import (
    Relation,
    Term,
    compare,
    enclose,
    free_variables,
    gap,
    num,
    rational_value,
    var,
)

from ..goals.goal import Goal, Proof
from ..goals.numeric import to_rational
from ..goals.obligations import Prover, tidy
from ..goals.segments import linear_bound
from ..goals.signs import sampled_signs
from ..goals.state import ProofState
from ..registry import CHEAP, MODERATE, tactic

MAX_LEAVES = 200
MANY_LEAVES = 600
PATIENCE = 6000
DEEP = 4
NARROWEST = 2**11
GRID = 2**18
PRECISIONS = (64, 128, 256, 1024, 4096)


@tactic(
    "the goal has at most two variables, on a box with rational ends, and holds strictly",
    MODERATE,
    "asin(x) <= pi/2*x | asin(x) <= x | 0 <= x <= 1",
    said="boxes",
)
def by_box(prover: Prover, state: ProofState, leaves: int = MAX_LEAVES) -> Proof | None:
    """Show a goal that holds strictly on a box with rational ends."""
    goal = state.goal
    names = sorted(free_variables(goal.relation.left, goal.relation.right))
    if not names:
        return _constant(state)
    if sampled_signs(gap(goal.relation), goal.samples).low <= 0 or len(names) > 2:
        return None
    boxes = {name: ends for name in names if (ends := ends_of(goal, name)) is not None}
    if len(boxes) != len(names):
        return None
    tree = _tree(goal, boxes, leaves)
    return None if tree is None else boxed(prover, state, boxes, tree)


@tactic(
    "the goal has two or three variables on a box with rational ends of which conditions exclude a part",
    CHEAP,
    "x*y*exp(z) + z < 7/5 | x*y*exp(z) + z < 1 | "
    "0 <= x <= 1, 0 <= y <= 1, 0 <= z <= 1, x**2 + y**2 + z**2 <= 1",
    said="boxes",
)
def by_many_boxes(prover: Prover, state: ProofState) -> Proof | None:
    """The same for two or three variables with many more boxes, where conditions exclude most of them."""
    goal, key = state.goal, ("many boxes", state.goal.key)
    names = sorted(free_variables(goal.relation.left, goal.relation.right))
    if state.depth < DEEP or key in prover.futile:
        return None
    met = [h for i, h in enumerate(goal.hypotheses) if i not in goal.hidden and i not in goal.derived]
    names = sorted({n for h in met for n in h.variables()} | set(names))
    boxes = {name: ends for name in names if (ends := ends_of(goal, name)) is not None}
    if not 2 <= len(names) <= 3 or len(boxes) != len(names) or not any(len(h.variables()) > 1 for h in met):
        return None
    if sampled_signs(gap(goal.relation), goal.samples).low <= 0:
        return None
    tree = _tree(goal, boxes, PATIENCE)
    if tree is None:
        prover.futile.add(key)
        return None
    return boxed(prover, state, boxes, tree)


def boxed(
    prover: Prover,
    state: ProofState,
    boxes: dict[str, tuple[fmpq, fmpq]],
    tree: list[object],
    precision: int = 64,
) -> Proof | None:
    """The proof by a tree of boxes, with the hypotheses that say that the variables are in them."""
    goal = state.goal
    within: list[Proof] = []
    for name, (low, high) in sorted(boxes.items()):
        wanted = [Relation("<=", num(low), var(name)), Relation("<=", var(name), num(high))]
        for r in goal.sequent.unshown(wanted):
            proof = prover.prove(goal.showing(r), 0) or prover.prove(goal.showing(r), 1)
            if proof is None:
                return None
            within.append(proof)
    ends_text = {name: [str(low), str(high)] for name, (low, high) in boxes.items()}
    node = {"rule": "box", "boxes": ends_text, "within": within, "tree": tree}
    return [*state.nodes, tidy({**node, "precision": precision} if precision > 64 else node)]


def _constant(state: ProofState) -> Proof | None:
    """A goal without variables, enclosed more and more closely."""
    node = {"rule": "box", "boxes": {}, "tree": ["leaf"]}
    for precision in PRECISIONS:
        if compare(state.goal.relation, {}, precision):
            return [*state.nodes, {**node, "precision": precision} if precision > 64 else node]
    return None


def ends_of(goal: Goal, name: str, grid: int = GRID) -> tuple[fmpq, fmpq] | None:
    """Rational bounds of a variable that hypotheses state, if there are two."""
    low, high = bounds_of(goal, name, grid)
    return None if low is None or high is None or low > high else (low, high)


def bounds_of(goal: Goal, name: str, grid: int = GRID) -> tuple[fmpq | None, fmpq | None]:
    """Rational bounds of a variable from below and above that hypotheses state, None where there is none."""
    low: fmpq | None = None
    high: fmpq | None = None
    for h in goal.visible:
        if name not in h.variables() or h.op in ("=", "!="):
            continue
        bound = linear_bound(h, name)
        value = None if bound is None else _outward(bound[0], bound[1] == "above", grid)
        if bound is None or value is None:
            continue
        if bound[1] == "below":
            low = value if low is None else max(low, value)
        else:
            high = value if high is None else min(high, value)
    return low, high


def _outward(t: Term, up: bool, grid: int) -> fmpq | None:
    """A rational number that is a term without variables, or just beyond it."""
    exact = rational_value(t)
    if exact is not None or free_variables(t):
        return exact
    try:
        value = enclose(t, {}, 64 + 2 * grid.bit_length())
    except KernelError:
        return None
    if not value.is_finite():
        return None
    whole = fmpq((to_rational(value) * grid).floor())
    return (whole + 2 if up else whole - 1) / grid


def _tree(goal: Goal, boxes: dict[str, tuple[fmpq, fmpq]], leaves: int) -> list[object] | None:
    """A tree of halvings on whose leaves the enclosures decide."""
    tree: list[object] = []
    stack = [boxes]
    others = [
        h
        for i, h in enumerate(goal.hypotheses)
        if i not in goal.derived
        and h.variables() <= boxes.keys()
        and not (h.op == "=" and (i in goal.hidden or h.left == h.right))
    ]
    relations = [goal.relation, *(h.negated() for h in others)]
    for corner in product(*((low, high) for low, high in boxes.values())):
        point = {name: (x, x) for name, x in zip(boxes, corner, strict=True)}
        if not any(compare(r, point) for r in relations):
            return None
    while stack:
        here = stack.pop()
        if any(compare(r, here) for r in relations):
            tree.append("leaf")
            continue
        if len(tree) > 2 * leaves or not here:
            return None
        name = max(here, key=lambda n: (here[n][1] - here[n][0]) / (boxes[n][1] - boxes[n][0] or 1))
        low, high = here[name]
        if low == high:
            return None
        if (high - low) * NARROWEST < boxes[name][1] - boxes[name][0]:
            return None
        middle = (low + high) / 2
        tree.append([name, str(middle)])
        stack.extend([{**here, name: (middle, high)}, {**here, name: (low, middle)}])
    return tree
