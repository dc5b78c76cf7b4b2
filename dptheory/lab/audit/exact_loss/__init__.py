"""Exact privacy losses of the sources' algorithms, in families of data sets simple enough to compute.

`output`, `objective`, `subsampling` and `tuning` each derive, in one dimension, the largest log-density ratio
over neighbouring data sets (replace-one, unless a row says otherwise), and set it against the claim; `table`
is all of them over a grid. Every lower end is the ratio of two concrete data sets at a concrete output,
evaluated by Arb from the definition of the algorithm; every upper end is proved in the docstring. So a claim
that is said to be exceeded is exceeded by an instance.
"""

from __future__ import annotations

from collections.abc import Iterator

from flint import ctx, fmpq

from . import objective, output, subsampling, tuning
from .losses import HingeMargin, LinearMargin, LogisticMargin
from .records import ExactLoss

__all__ = ["ExactLoss", "table"]

EPSILONS = (fmpq(1, 10), fmpq(1, 2), fmpq(9, 10))
"""The lecture's Theorem 3 needs eps < 1."""
PRECISION = 128


def table() -> tuple[ExactLoss, ...]:
    """Every algorithm at every point of its grid, in a fixed order.

    >>> rows = table()
    >>> sorted({row.algorithm for row in rows if row.exceeded})[:2]
    ['chaudhuri2020.algorithm1', 'chaudhuri2020.section2.2.minibatch']
    """
    with ctx.workprec(PRECISION):
        return tuple(row for eps in EPSILONS for row in _rows(eps))


def _rows(eps: fmpq) -> Iterator[ExactLoss]:
    one, tenth, half = fmpq(1), fmpq(1, 10), fmpq(1, 2)
    for n in (1, 2, 30):
        yield output.algorithm1(n, tenth, one, eps)
        yield output.algorithm2(n, tenth, one, one, eps)
    for radius in (fmpq(1, 4), one, fmpq(2)):
        yield output.algorithm4(3000, fmpq(7, 100), radius, eps)
        yield output.algorithm4(10**6, fmpq(1, 1000), radius, eps)
    for n in (10, 1000):
        yield output.lecture(LinearMargin(), n, tenth, eps)
        yield output.lecture(HingeMargin(), n, tenth, eps)
    yield output.lecture(LogisticMargin(), 10**6, fmpq(1, 10**4), eps)
    for n in (2, 30, 1000):
        yield objective.lecture_huber(n, tenth, half, eps)
        yield objective.lecture_logistic(n, tenth, eps)
        yield objective.algorithm3(n, tenth, half, one, eps)
        yield objective.algorithm3(n, tenth, half, fmpq(1, 4), eps)
        yield objective.algorithm3_atom(n, tenth, half, fmpq(1, 4), eps)
    for gam in (fmpq(1, 100), half):
        yield subsampling.theorem3(gam, eps)
        yield subsampling.theorem3_mixed(gam, eps)
    for noise in (1, 2):
        yield subsampling.minibatch(10, 1000, 100, eps, fmpq(noise))
    for radius in (fmpq(1, 4), one, fmpq(2)):
        for checks in (1, 2):
            yield tuning.selection(checks, radius, eps)
    yield tuning.with_output_perturbation(2, one, tenth, eps)
