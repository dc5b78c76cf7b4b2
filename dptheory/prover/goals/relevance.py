"""Which hypotheses can matter for a goal: those that are joined with it by variables that they share."""

from __future__ import annotations

from dataclasses import replace

from ..budget import charge
from .goal import Goal


def relevant(goal: Goal) -> Goal:
    """The goal without hypotheses about variables that have nothing to do with its own.

    Where the rest can be satisfied they cannot help; that it can is seen by the points that are known.
    """
    names = goal.relation.variables()
    if not names or not goal.samples or names >= goal.sequent.variables.keys():
        return goal
    left = {i: h.variables() for i, h in enumerate(goal.hypotheses) if i not in goal.hidden}
    charge(5 * len(left))
    while joined := [i for i, own in left.items() if own & names]:
        for i in joined:
            names = names | left.pop(i)
    hidden = frozenset(i for i, own in left.items() if own)
    return replace(goal, hidden=goal.hidden | hidden) if hidden else goal
