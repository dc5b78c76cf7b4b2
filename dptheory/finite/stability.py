"""Privacy implies stability: Wang, Lei and Fienberg 2016, Lemmas 8 and 30, exactly.

The quantity of both lemmas, for one loss h -> l(h, z) with values in [0, 1], is |E l(A(Z), z) - E l(A(Z'),
z)|. It is a convex function of the loss, hence largest at a loss with values 0 and 1: the indicator of an
event E, where it is |P(A(Z) in E) - P(A(Z') in E)|. Outcomes may be relabelled, so E = {0, .., j - 1}; and
Z, Z' may be exchanged, so the sign does not matter. The worst case over all losses and all mechanisms is
thus the largest answer to `stability`'s questions. For |l| <= B in place of 0 <= l <= 1 it is 2B times as
large, as l = 2B (l' - 1/2) with 0 <= l' <= 1.
"""

from __future__ import annotations

from dataclasses import replace

from flint import fmpq

from dptheory.errors import BadInput
from dptheory.kernel.finite import Data, FiniteWorld, Functional, Privacy, Question

from .settings import Exact, at_least_one, count, exact, pairs, probability

ONE = fmpq(1)


def stability(
    entries: int, records: int = 2, outcomes: int = 3, ratio: Exact = 2, delta: Exact = 0
) -> list[Question]:
    """The largest difference of an event's probability on neighbours, over all (eps, delta)-DP mechanisms.

    The ratio is e^eps. One question for each class of neighbours and each size of the event. As the
    conditions (permuting all data sets alike) and the pair's class do not depend on the order of entries,
    data sets are multisets: a private mechanism B on sequences gives for one pair of neighbouring sequences
    Z, Z' the private mechanism on multisets that answers with B(Z) on the multiset of Z and with B(Z') on
    all others.

    >>> [question.name for question in stability(1, outcomes=2)]
    ['stability: (0) against (1), event of 1']
    """
    r = at_least_one("ratio", exact("ratio", ratio))
    d = probability("delta", exact("delta", delta))
    count("entries", entries, 1, 8)
    count("records", records, 2, 6)
    count("outcomes", outcomes, 2, 6)
    world = FiniteWorld(records, (entries,), outcomes)
    return [
        _difference(world, Privacy(r, d), left, right, size)
        for left, right in pairs(world)
        for size in range(1, outcomes)
    ]


def loss_stability(
    entries: int,
    scale: Exact = 1,
    records: int = 2,
    outcomes: int = 3,
    ratio: Exact = 2,
    delta: Exact = 0,
) -> list[Question]:
    """The same for losses with |l| <= scale: the difference of the expected loss on neighbours.

    The worst losses are -scale on an event and scale off it.

    >>> from .solve import worst_case
    >>> worst_case(loss_stability(1, scale=5, outcomes=2, ratio=3)[0]).value
    5
    """
    b = exact("scale", scale)
    if b < 0:
        raise BadInput(f"scale = {b}", "a bound of |l|, at least 0", "scale = 1")
    found = []
    for question in stability(entries, records, outcomes, ratio, delta):
        terms = {(z, h): b * c for z, h, c in question.objective.terms}
        rest = {(z, h): -b * sign for z, sign in _signs(question) for h in range(outcomes)}
        objective = Functional.of((z, h, c) for (z, h), c in (rest | terms).items())
        found.append(replace(question, name=f"loss at most {b}: {question.name}", objective=objective))
    return found


def _signs(question: Question) -> list[tuple[Data, fmpq]]:
    """The two data sets of a question of `stability`, with the signs of their terms."""
    return list({z: c for z, _, c in question.objective.terms}.items())


def _difference(world: FiniteWorld, privacy: Privacy, left: Data, right: Data, size: int) -> Question:
    terms = [(left, h, ONE) for h in range(size)] + [(right, h, -ONE) for h in range(size)]
    names = " against ".join(f"({','.join(map(str, z))})" for z in (left, right))
    return Question(f"stability: {names}, event of {size}", world, Functional.of(terms), privacy)
