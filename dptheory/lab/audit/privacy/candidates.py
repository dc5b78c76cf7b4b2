"""Pairs where an audit is given no data sets: of a generator, of the mechanism itself, or small ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

import numpy as np

from dptheory.errors import BadInput, one_line
from dptheory.lab.audit.privacy.neighbours import ADVICE, Neighbours, accepted, check_neighbours, checked
from dptheory.lab.audit.privacy.plan import Plan
from dptheory.lab.audit.privacy.subjects import Subject, reason
from dptheory.lab.domain import Data, FloatArray
from dptheory.lab.mechanisms.claims import ADD_REMOVE, REPLACE_ONE, PrivacyClaim

SCREEN: Final = 1
"""The first part of the keys of generators that choose data sets."""

Generator = Callable[[np.random.Generator], Any]
"""A source of data sets: each call returns a pair of neighbours."""

GENERATED: Final = 40
"""Pairs that are asked of a generator."""


def generated(generator: Generator, target: PrivacyClaim, plan: Plan) -> list[Neighbours]:
    """The pairs of a generator; `BadInput` if it raises, or returns something else than neighbours."""
    rng = np.random.default_rng(np.random.SeedSequence(plan.seed, spawn_key=(SCREEN, 2)))
    records = "one record" if target.group == 1 else f"up to {target.group} records"
    moved = "more or less" if target.adjacency == ADD_REMOVE else "replaced"
    advice = f"a function of rng that returns (S, T), T being S with {records} {moved}"
    found = []
    for number in range(GENERATED):
        try:
            made = generator(rng)
        except Exception as error:
            given = f"a generator that raised {reason(error)}"
            raise BadInput(given, "pairs of data sets", advice) from None
        if not (isinstance(made, tuple | list) and len(made) == 2):
            raise BadInput(f"a generator that returned {one_line(repr(made), 80)}", "a pair", advice)
        pair = Neighbours(made[0], made[1], "generated")
        try:
            check_neighbours(pair, target.adjacency, target.group)
        except BadInput as error:
            said, _, needed = str(error).removeprefix("given ").partition("; needed: ")
            given = f"a generator whose pair {number} is {one_line(said, 200)}"
            raise BadInput(given, needed.partition("; try:")[0], advice) from None
        found.append(pair)
    return found


def candidates(subject: Subject, target: PrivacyClaim, plan: Plan) -> list[Neighbours]:
    """The pairs that a mechanism names, else small ones that it accepts; `BadInput` where there are none."""
    if target.group > 1:
        raise BadInput("--group without data sets", "the records of which a group varies", "--data or --pair")
    rng = np.random.default_rng(np.random.SeedSequence(plan.seed, spawn_key=(SCREEN,)))
    named = checked(known(subject.target, target.adjacency), target.adjacency)
    if named:
        return named
    found = checked(proposed(subject.target, target.adjacency, rng), target.adjacency)
    if not found:
        raise BadInput(subject.name, "data sets that it accepts", "--pair or --data")
    return found


def known(target: Any, adjacency: str) -> list[Neighbours]:
    """The pairs that the mechanism itself names: `worst_pair()`, or an attribute `pairs`; `BadInput` where
    these are something else.
    """
    try:
        return [*_named(target, adjacency)]
    except Exception as error:
        given = f"a mechanism whose worst_pair() or pairs cannot be used ({reason(error)})"
        raise BadInput(given, "pairs (S, T) of data sets", ADVICE) from None


def _named(target: Any, adjacency: str) -> Iterator[Neighbours]:
    worst = getattr(target, "worst_pair", None)
    pair = worst() if callable(worst) else None
    if pair is not None:
        yield Neighbours(pair.first, pair.second, "known worst case")
    pairs = getattr(target, "pairs", ())
    for first, second in pairs(adjacency) if callable(pairs) else pairs:
        yield Neighbours(first, second, "named by the mechanism")


def proposed(target: Any, adjacency: str, rng: np.random.Generator) -> list[Neighbours]:
    """Pairs to begin a search with where nothing is known: few records, each 0 or 1, and random ones.

    A mechanism with a method `check` says which data sets it takes.
    """
    lines = [*_lines(adjacency, rng)]
    kinds: list[list[Neighbours]] = [lines]
    if callable(getattr(target, "check", None)):
        columns = [Neighbours(p.first[:, None], p.second[:, None], p.origin) for p in lines]
        kinds += [columns, [*_labelled(adjacency, rng)]]
    for kind in kinds:
        kept = [pair for pair in kind if accepted(target, pair)]
        if kept:
            return kept
    return []


def _lines(adjacency: str, rng: np.random.Generator) -> Iterator[Neighbours]:
    for base in ([0.0], [0.0] * 4, [1.0] * 4, [0.0, 0.0, 1.0, 1.0]):
        first = np.array(base)
        yield Neighbours(first, _other(first, 1.0 - first[0], adjacency), "corner")
    for size in (2, 5):
        first = rng.random(size)
        yield Neighbours(first, _other(first, float(rng.integers(2)), adjacency), "random")


def _other(first: FloatArray, record: float, adjacency: str) -> FloatArray:
    """The neighbour in which the first record is replaced, or a record added."""
    if adjacency == ADD_REMOVE:
        return np.append(first, record)
    second = first.copy()
    second[0] = record
    return second


def _labelled(adjacency: str, rng: np.random.Generator) -> Iterator[Neighbours]:
    """Data sets of features in the unit ball with labels, for d = 1 and 2."""
    for d in (1, 2):
        for n in (2, 10):
            x = np.zeros((n, d))
            x[:, -1] = 1.0
            y = np.ones(n)
            tail = rng.standard_normal((n, d))
            tail /= np.linalg.norm(tail, axis=1, keepdims=True)
            for features, origin in ((x, "corner"), (tail, "random")):
                first = Data(features, y)
                if adjacency == REPLACE_ONE:
                    yield Neighbours(first, first.replace(0, -features[0], 1.0), origin)
                    yield Neighbours(first, first.replace(0, features[0], -1.0), origin)
                else:
                    yield Neighbours(first, Data(features[1:], y[1:]), origin)
