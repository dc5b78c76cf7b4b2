"""Worst cases on finite worlds as theorems for Coq: bounds of all mechanisms, from the rows that bind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Final

from flint import fmpq

from ...kernel.finite import ADD_REMOVE, Data, FiniteWorld, Functional, Question
from ..shallow import rational

HEAD: Final = """From Coq Require Import Reals List Lra.
From Dptheory Require Import LogicWorlds.
Import ListNotations.
Open Scope R_scope.
"""


def statement(question: Question, value: fmpq) -> str:
    """That no mechanism in question has more: what is to be trusted here.

    >>> from ...finite.stability import stability
    >>> print(statement(stability(1, outcomes=2)[0], fmpq(1, 3)))
    forall K, mechanism [[0]; [1]]%nat 2 K -> private replaced [[0]; [1]]%nat 2 (2) (0) K ->
      (1) * K [0]%nat 0%nat + (-1) * K [1]%nat 0%nat <= (1 / 3)
    """
    sets, m = _sets(question.world.data_sets), question.world.outcomes
    given = [f"mechanism {sets} {m} K"]
    if (p := question.privacy) is not None:
        given.append(f"private {_near(question.world)} {sets} {m} {rational(p.ratio)} {rational(p.delta)} K")
    given += [f"{_functional(one.functional)} <= {rational(one.bound)}" for one in question.limits]
    right = rational(value) if question.per is None else f"{rational(value)} * ({_functional(question.per)})"
    return f"forall K, {' -> '.join(given)} ->\n  {_functional(question.objective)} <= {right}"


def theorem(name: str, question: Question, value: fmpq, certificate: Mapping[str, object]) -> str:
    """The theorem; it is a combination of the rows that have multipliers in the certificate."""
    given = [
        "M",
        *["P"] * (question.privacy is not None),
        *(f"limit{i}" for i in range(len(question.limits))),
    ]
    lines = [f"Theorem {name} : {statement(question, value)}.", f"Proof. intros K {' '.join(given)}."]
    found = certificate["multipliers"]
    used = sorted(map(int, found)) if isinstance(found, dict) else []
    lines += _facts(question, used)
    return "\n".join([*lines, "bounded.", "Qed.", ""])


def _facts(question: Question, used: list[int]) -> Iterator[str]:
    world, sets = question.world, question.world.data_sets
    spoken = {j for i in used for j, _ in question.rows[i].form} | {
        j for j, _ in question.form(question.objective)
    }
    for i in sorted({j // world.outcomes for j in spoken}):
        yield f"destruct (M {_data(sets[i])} ltac:(member)) as [nonnegative{i} total{i}]."
    for j in sorted(spoken):
        i, h = divmod(j, world.outcomes)
        yield f"pose proof (nonnegative{i} {h}%nat ltac:(member))."
    for row, (i, j, event) in enumerate(_private(question), len(sets)):
        if row in used:
            near = f"ltac:({_neighbours(world, sets[i], sets[j])})"
            shown = f"ltac:(member) ltac:(member) {near} ltac:(event) ltac:(event)"
            yield f"pose proof (P {_data(sets[i])} {_data(sets[j])} {_data(event)} {shown})."


def _private(question: Question) -> Iterator[tuple[int, int, Data]]:
    """The rows of privacy, in their order."""
    if question.privacy is None:
        return
    m = question.world.outcomes
    largest = 1 if question.privacy.delta == 0 else m - 1
    for i, j in question.world.neighbours:
        for size in range(1, largest + 1):
            yield from ((i, j, event) for event in combinations(range(m), size))


def _near(world: FiniteWorld) -> str:
    if world.adjacency == ADD_REMOVE:
        return f"(either removed{'_in_order' * world.ordered})"
    return f"replaced{'_in_order' * world.ordered}"


def _neighbours(world: FiniteWorld, y: Data, z: Data) -> str:
    """Why two data sets are neighbours: what they share, and what they do not."""
    start, side = "", ""
    if world.adjacency == ADD_REMOVE:
        side = "right; " if len(y) < len(z) else "left; "
        y, z = (z, y) if len(y) < len(z) else (y, z)
    if world.ordered:
        at = next((i for i in range(len(z)) if y[i] != z[i]), len(z))
        rest = [_data(y[:at]), f"{y[at]}%nat"]
        rest += [f"{z[at]}%nat"] if world.adjacency != ADD_REMOVE else []
        start = f"exists {', '.join([*rest, _data(y[at + 1 :])])}; split; reflexivity"
    else:
        shared = Counter(y) & Counter(z)
        own = [*(Counter(y) - shared).elements(), *(Counter(z) - shared).elements()]
        words = [_data(tuple(sorted(shared.elements()))), *(f"{x}%nat" for x in own)]
        start = f"exists {', '.join(words)}; split; same"
    return side + start


def _sets(sets: tuple[Data, ...]) -> str:
    return f"[{'; '.join(_data(one).removesuffix('%nat') for one in sets)}]%nat"


def _data(data: Data) -> str:
    return f"[{'; '.join(map(str, data))}]%nat"


def _functional(functional: Functional) -> str:
    return " + ".join(f"{rational(c)} * K {_data(z)} {h}%nat" for z, h, c in functional.terms) or "0"
