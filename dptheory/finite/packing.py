"""Disjoint events, each likely on a data set of its own: Wang, Lei and Fienberg 2016, section 3.3.

Z_i has n times the record i; the i-th outcome stands for the i-th interval. The least chance P(A(Z_i) = i)
that a private mechanism can have for all i = 1, .., k is at most r^n/(k - 1 + r^n), r = e^eps. Records,
with their outcomes, may be relabelled: the mean over all relabellings of a private mechanism is private and
has the same chance for each i, the mean of its chances. So the largest least chance is the largest mean.
The bound is not attained for every k: on the way from Z_1 to Z_2, one record after another, the chance of
outcome 1 has to fall by exactly 1/r each time and that of outcome 2 to rise by r, which leaves the others no
room unless k - 1 >= r^(n - 1).
"""

from __future__ import annotations

from flint import fmpq

from dptheory.kernel.finite import FiniteWorld, Functional, Privacy, Question

from .settings import Exact, at_least_one, count, exact


def packing(entries: int, records: int, ratio: Exact = 2) -> Question:
    """The largest mean of P(A(Z_i) = i) over all eps-DP mechanisms, as a question.

    >>> from .solve import worst_case
    >>> worst_case(packing(entries=2, records=3, ratio=2)).value, worst_case(packing(2, 2, 2)).value
    (2/3, 3/4)
    """
    r = at_least_one("ratio", exact("ratio", ratio))
    count("entries", entries, 1, 8)
    count("records", records, 2, 6)
    world = FiniteWorld(records, (entries,), records)
    share = fmpq(1, records)
    terms = [((i,) * entries, i, share) for i in range(records)]
    name = f"packing: {records} data sets of {entries} equal records"
    return Question(name, world, Functional.of(terms), Privacy(r))
