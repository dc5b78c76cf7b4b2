"""Goals in one variable with absolute values, minima and maxima: on each part of the range on which all of
these have one branch they are written without them.

Complete, with what is complete for analytic functions, where the branches change at rational places.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from flint import fmpq

from dptheory.kernel.real import Relation, Term, free_variables, num, subterms, var

from ..enclosures.series import simplest
from ..goals.goal import Goal, Proof
from ..goals.numeric import compiled, sign_at
from ..goals.obligations import Prover
from ..goals.signs import sampled_signs
from ..goals.state import ProofState
from ..registry import MODERATE, tactic
from .known_cases import by_known_cases
from .splits import assumed, by_absolute_bounds

HALVINGS = 24
CHOSEN = 3
BRANCHED = ("abs", "min", "max")


@tactic(
    "the goal has one variable, and absolute values, minima, maxima or integer parts of what depends on it",
    MODERATE,
    "max(x, x**2)*exp(x) <= 3 | max(x, x**2)*exp(x) <= 2 | 0 <= x <= 1",
)
def by_branches(prover: Prover, start: ProofState) -> Proof | None:
    """Show a goal in one variable on the parts of its range on which no branch changes."""
    goal, r, x = start.goal, start.goal.relation, start.goal.unknown
    if x is None or start.depth < 1:
        return None
    small = r.oriented[2]
    inside = [t for t in subterms(r.left, r.right) if t.op in BRANCHED and free_variables(t)]
    # abs(a) <= c says a <= c and -a <= c, whatever the sign of a is where
    inside = [t for t in inside if t != small or t.op != "abs"]
    if goal.sequent.variables[x] or not inside:
        return None
    key = ("branches", start.depth, goal.key)
    if key in prover.futile:
        return None
    prover.futile.add(key)
    bounded = by_absolute_bounds(prover, start)  # a range is said as one first
    if bounded is not None:
        return bounded
    mixed = [a for t in inside for a in _compared(t) if _mixed(a, goal)]
    places = [c for a in mixed if (c := _zero(a, x, goal)) is not None]
    if places:
        return _apart(prover, start, Relation(">=", var(x), num(places[0])))
    return None if mixed else by_known_cases(prover, start, CHOSEN)


def _compared(t: Term) -> Iterator[Term]:
    """The terms on whose signs the branches depend."""
    if t.op == "abs":
        yield t.args[0]
    else:
        yield from (a - b for i, a in enumerate(t.args) for b in t.args[:i])


def _mixed(t: Term, goal: Goal) -> bool:
    seen = sampled_signs(t, goal.samples)
    return seen.low < 0 < seen.high


def _zero(a: Term, x: str, goal: Goal) -> fmpq | None:
    """A rational place at which a term changes its sign between samples."""
    program = compiled(a)
    seen = sorted({p[x] for p in goal.samples})
    signs = {c: sign_at(program, {x: c}) for c in seen}
    for low, high in pairwise(c for c in seen if signs[c]):
        if signs[low] == signs[high]:
            continue
        below = signs[low]
        for _ in range(HALVINGS):
            middle = simplest(low + (high - low) / 3, high - (high - low) / 3)
            found = sign_at(program, {x: middle})
            if not found:
                return middle if found == 0 else None
            low, high = (middle, high) if found == below else (low, middle)
    return None


def _apart(prover: Prover, start: ProofState, split: Relation) -> Proof | None:
    """The goal in both cases, each as deep as the whole: there are few."""
    branches = []
    for r in (split, split.negated()):
        proof = prover.prove(assumed(start.goal, r), start.depth)
        if proof is None:
            return None
        branches.append(proof)
    return start.close([{"rule": "cases", "on": split.text, "yes": branches[0], "no": branches[1]}])
