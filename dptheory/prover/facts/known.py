"""Facts about the function values in a goal, until nothing new appears."""

from __future__ import annotations

from dptheory.kernel.real import Field

from ..goals.state import ProofState
from .arguments import evaluate_atoms, rewrite_arguments
from .clusters import angles, gammas
from .exponents import exponentials, radicals
from .products import logarithms, roots
from .summation import know_sums
from .values import HANDLERS


def atoms(state: ProofState) -> Field:
    """The field of the goal, of the hypotheses it started with, and of equations solved for atoms."""
    goal = state.goal
    equations = {i for i, _ in goal.solved}
    relations = [goal.relation]
    for i, h in enumerate(goal.hypotheses):
        if i not in goal.hidden and (i in equations or i not in goal.derived):
            relations.append(h)
    return Field([t for r in relations for t in (r.left, r.right)])


def know_values(state: ProofState) -> None:
    """Add to the state what is known of each function value, until nothing new appears."""
    done: set[bytes] = set()
    for _ in range(4):
        field = atoms(state)
        fresh = [a for a in field.generators if a.op != "var" and a.key not in done]
        if not fresh:
            # the equations found last may change arguments, and nothing else
            before = len(state.goal.solved)
            rewrite_arguments(state, field)
            if len(state.goal.solved) == before:
                break
            continue
        for step in (evaluate_atoms, rewrite_arguments, know_sums, gammas, angles):
            before = len(state.goal.solved)
            step(state, field)
            field = field if before == len(state.goal.solved) else atoms(state)
        solved = {atom.key for _, atom in state.goal.solved}
        for atom in fresh:
            done.add(atom.key)
            handler = HANDLERS.get(atom.op)
            if handler is not None and atom.key not in solved:
                handler(state, atom)
        for cluster in (exponentials, logarithms, roots, radicals):
            before = len(state.goal.solved)
            cluster(state, field)
            field = field if before == len(state.goal.solved) else atoms(state)
