"""Learning problems on finite worlds: Wang, Lei and Fienberg 2016, Corollary 9 and Theorem 35, exactly.

A `Problem` has finitely many records with a rational law D, finitely many hypotheses (the outcomes) and a
loss table with values in [0, 1]. For n entries drawn from D, with R the risk, R^ the empirical risk, R* =
min R and R^*(Z) = min R^(., Z), all expectations below are linear in the mechanism:

    gap        E [R(A(Z)) - R^(A(Z), Z)]                          how much A overfits
    excess     E [R(A(Z))] - R*                                   how far A is from consistent
    aerm       E [R^(A(Z), Z) - R^*(Z)]                           how far A is from minimising empirical risk
    surplus    excess - aerm  =  gap - (R* - E R^*(Z))  <=  gap

Corollary 9 says surplus <= e^eps - 1 for every eps-DP mechanism, Theorem 35 that surplus <= xi for every
xi-stable one: the source's rate xi_2 of aerm is at least aerm, and `surplus` is the claim for the smallest
such rate. The expectations are over exchangeable entries and the stability limits are permuted among
themselves, so multisets are enough (see `FiniteWorld`).

The best constant for private mechanisms, r = e^eps: gap <= 1 - 2(1 - delta)/(sqrt(r) + 1), whatever the
problem and n; for delta = 0 this is t = (sqrt(r) - 1)/(sqrt(r) + 1) = tanh(eps/4). Proof. Let f = 1 - l.
Renaming z_i and a fresh z' (both drawn from D, independent of the rest) shows that gap is the mean over i,
and over the other entries, of E f(A(z_i), z_i) - E f(A(z'), z_i), where A is private as a mechanism of one
entry. Let M be the law of A(z), z drawn from D, and w(h, z) the density of the law of A(z) with respect to
M, so that w(h, .) >= 0 has mean 1 for M-almost every h. The difference is E_M E_z (w - 1) f, hence at most
E_M E_z max(w - 1, 0), and privacy says E_M max(w(h, z) - r w(h, z'), 0) <= delta for all z, z'. So it is
enough that for every random variable w >= 0 with mean 1 and an independent copy w'

    E max(w - 1, 0)  <=  t + (1 - t) E max(w - r w', 0),

as t + (1 - t) delta = 1 - 2(1 - delta)/(sqrt(r) + 1).

Replace w by its mean on {w > 1} and by its mean on {w <= 1}: the left side stays as it is, the right side
does not grow (Jensen). So let w be b with probability q and a <= b else, a(1 - q) + bq = 1. If b <= ra, the
left side, (1 - q)(1 - a), is at most its value at b = ra, that is q(1 - q)(r - 1)/(1 + q(r - 1)) <= t, with
equality at q = 1/(1 + sqrt(r)). If b > ra, both sides are affine in a for fixed q, as E max(w - r w', 0) =
q(1 - q)(b - ra); the inequality holds at b = ra, and at a = 0, where it says 1 - q <= t + (1 - t)(1 - q).

`identify(3)` with r = 4 and `identify(4)` with r = 9 attain tanh(eps/4) with one entry; `forgiving` has the
same surplus. For delta > 0 let the hypotheses be sets of records, of k, with loss 0 on a set and 1 off it.
With probability delta name the record, else answer with a random set of the share q of the records, sets
with the record being r times as likely: the gap is (1 - 1/k) delta + (1 - delta) q(1 - q)(r - 1)/(1 + q(r -
1)), which tends to the bound.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import permutations, product
from math import factorial

from flint import fmpq

from dptheory.errors import BadInput
from dptheory.kernel.finite import Data, FiniteWorld, Functional, Limit, Privacy, Question, Term

from .settings import Exact, at_least_one, count, exact, probability

ONE, ZERO = fmpq(1), fmpq(0)
Table = tuple[tuple[fmpq, ...], ...]


@dataclass(frozen=True)
class Problem:
    """A law on the records and the loss of each hypothesis (row) at each record (column).

    >>> Problem((fmpq(1, 2), fmpq(1, 2)), ((fmpq(0), fmpq(1)), (fmpq(1), fmpq(0)))).risks
    (1/2, 1/2)
    """

    law: tuple[fmpq, ...]
    losses: Table

    def __post_init__(self) -> None:
        if sum(self.law, ZERO) != 1 or any(p < 0 for p in self.law):
            raise BadInput("a law of the records", "probabilities that add up to 1", "1/2 and 1/2")
        if any(len(row) != len(self.law) for row in self.losses) or len(self.losses) < 2:
            raise BadInput(
                "a loss table", "at least two rows, with one loss for each record", "((0, 1), (1, 0))"
            )
        if any(value < 0 or value > 1 for row in self.losses for value in row):
            raise BadInput("a loss table", "losses between 0 and 1", "((0, 1), (1, 0))")

    @cached_property
    def risks(self) -> tuple[fmpq, ...]:
        """R(h) of each hypothesis."""
        return tuple(sum((p * v for p, v in zip(self.law, row, strict=True)), ZERO) for row in self.losses)

    def empirical(self, hypothesis: int, data: Data) -> fmpq:
        """R^(h, Z)."""
        return sum((self.losses[hypothesis][z] for z in data), ZERO) / len(data)

    def weight(self, data: Data) -> fmpq:
        """The probability of a multiset of independent records."""
        total, ways = ONE, factorial(len(data))
        for z, times in Counter(data).items():
            total *= self.law[z] ** times
            ways //= factorial(times)
        return total * ways

    def world(self, entries: int) -> FiniteWorld:
        """Multisets of records, the hypotheses as outcomes, replace-one."""
        return FiniteWorld(len(self.law), (entries,), len(self.losses))

    def optimism(self, entries: int) -> fmpq:
        """R* - E R^*(Z), which is at least 0: the minimum of a mean is at least the mean of the minima."""
        hypotheses = range(len(self.losses))
        best = (
            self.weight(z) * min(self.empirical(h, z) for h in hypotheses)
            for z in self.world(entries).data_sets
        )
        return min(self.risks) - sum(best, ZERO)

    @property
    def text(self) -> str:
        rows = "; ".join(" ".join(map(str, row)) for row in self.losses)
        return f"losses {rows} under ({', '.join(map(str, self.law))})"


def _terms(problem: Problem, entries: int, with_optimism: bool) -> list[Term]:
    """Gap, or surplus: the constant is spread over the laws, which add up to 1."""
    less = problem.optimism(entries) if with_optimism else ZERO
    found = []
    for z in problem.world(entries).data_sets:
        weight = problem.weight(z)
        for h, risk in enumerate(problem.risks):
            found.append((z, h, weight * (risk - problem.empirical(h, z) - less)))
    return found


def generalisation(problem: Problem, entries: int, ratio: Exact = 2, delta: Exact = 0) -> Question:
    """The largest gap E [R - R^] over all (eps, delta)-DP mechanisms, e^eps = ratio.

    >>> from .solve import worst_case
    >>> worst_case(generalisation(identify(3), entries=1, ratio=4)).value
    1/3
    """
    return _private(problem, entries, ratio, delta, False)


def surplus(problem: Problem, entries: int, ratio: Exact = 2, delta: Exact = 0) -> Question:
    """The largest excess - aerm over all (eps, delta)-DP mechanisms: what Corollary 9 bounds by e^eps - 1."""
    return _private(problem, entries, ratio, delta, True)


def _private(problem: Problem, entries: int, ratio: Exact, delta: Exact, with_optimism: bool) -> Question:
    privacy = Privacy(
        at_least_one("ratio", exact("ratio", ratio)), probability("delta", exact("delta", delta))
    )
    count("entries", entries, 1, 8)
    objective = Functional.of(_terms(problem, entries, with_optimism))
    name = f"{'excess - aerm' if with_optimism else 'generalisation gap'}: {problem.text}, {entries} entries"
    return Question(name, problem.world(entries), objective, privacy)


def stable_surplus(problem: Problem, entries: int, rate: Exact) -> Question:
    """The largest excess - aerm over all stable mechanisms: what Theorem 35 bounds by their rate.

    Stable: |E l(A(Z), z) - E l(A(Z'), z)| <= rate for every record z and all neighbours Z, Z'.

    >>> from .solve import worst_case
    >>> worst_case(stable_surplus(forgiving(3), entries=1, rate="1/2")).value
    1/3
    """
    xi = probability("rate", exact("rate", rate))
    count("entries", entries, 1, 8)
    world = problem.world(entries)
    limits = []
    for i, j in world.neighbours:
        left, right = world.data_sets[i], world.data_sets[j]
        for z in range(world.records):
            column = [(h, row[z]) for h, row in enumerate(problem.losses)]
            terms = [(left, h, v) for h, v in column] + [(right, h, -v) for h, v in column]
            limits.append(Limit(Functional.of(terms), xi))
    objective = Functional.of(_terms(problem, entries, True))
    name = f"excess - aerm, stable with rate {xi}: {problem.text}, {entries} entries"
    return Question(name, world, objective, limits=tuple(limits))


def identify(records: int) -> Problem:
    """Name the record: a hypothesis for each record, loss 0 there and 1 elsewhere, uniform law."""
    losses = tuple(tuple(ZERO if h == z else ONE for z in range(records)) for h in range(records))
    return Problem((fmpq(1, records),) * records, losses)


def forgiving(records: int) -> Problem:
    """`identify` with one more hypothesis, whose loss is 0: R* = E R^*(Z), so that surplus = gap."""
    named = identify(records)
    return Problem(named.law, ((ZERO,) * records, *named.losses))


def problems(law: Sequence[fmpq], hypotheses: int = 3) -> list[Problem]:
    """Every problem with this law and losses 0 or 1, one of each class under relabelling.

    Hypotheses are relabelled freely, records among those of equal probability. For the gap, which is linear
    in the loss table, losses 0 and 1 give the worst case over all losses in [0, 1]; for surplus and
    stability they are the problems that are looked at.

    >>> len(problems((fmpq(1, 2), fmpq(1, 2))))
    13
    """
    weights = tuple(law)
    same = [
        p
        for p in permutations(range(len(weights)))
        if all(weights[i] == w for i, w in zip(p, weights, strict=True))
    ]
    found = set()
    for rows in product(product((0, 1), repeat=len(weights)), repeat=hypotheses):
        if list(rows) == sorted(rows):
            found.add(min(tuple(sorted(tuple(row[i] for i in p) for row in rows)) for p in same))
    return [Problem(weights, _table(rows)) for rows in sorted(found)]


def _table(rows: Iterable[Iterable[int]]) -> Table:
    return tuple(tuple(fmpq(v) for v in row) for row in rows)
