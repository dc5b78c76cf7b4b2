"""How batches are drawn, by exact enumeration of whole data sets with random mechanisms; each bound has a twin."""

from __future__ import annotations

import itertools
import math
import random
from collections import Counter
from collections.abc import Hashable

import pytest
from flint import fmpq

from dptheory.lab.accounting import Composition, account, sampled
from dptheory.lab.accounting.moments import ResponseMoments
from dptheory.lab.accounting.sampled import POISSON, SUBSETS, passes

Law = Counter[tuple[int, ...]]


class Mechanism:
    """Releases of one bit about a batch, with chances that are drawn when they are first asked for; later ones
    depend on what was answered before.
    """

    def __init__(self, seed: int) -> None:
        self.draw = random.Random(seed)
        self.odds: dict[Hashable, float] = {}

    def chance(self, told: tuple[int, ...], batch: frozenset[str], bit: int) -> float:
        odds = self.odds.setdefault((told, batch), math.exp(self.draw.uniform(-1, 1)))
        return (odds if bit else 1.0) / (1 + odds)

    def run(self, batches: list[frozenset[str]], weight: float, into: Law) -> None:
        """Adds the law of all answers."""
        for told in itertools.product((0, 1), repeat=len(batches)):
            own = (
                self.chance(told[:k], batch, bit)
                for k, (batch, bit) in enumerate(zip(batches, told, strict=True))
            )
            into[told] += weight * math.prod(own)  # type: ignore[assignment]

    def loss(self, neighbours: int) -> float:
        """The largest loss of a release about batches that differ in so many records."""
        most = 0.0
        for ((told, one), a), ((also, other), b) in itertools.combinations(self.odds.items(), 2):  # type: ignore[misc]
            if told == also and len(one ^ other) == neighbours:
                most = max(
                    most, abs(math.log(a / (1 + a)) - math.log(b / (1 + b))), abs(math.log((1 + b) / (1 + a)))
                )
        return most


def given_away(here: Law, there: Law, eps: float) -> float:
    """delta(eps), the larger of both directions."""
    both = [(here[told], there[told]) for told in {*here, *there}]
    return max(
        math.fsum(max(0.0, p - math.exp(eps) * q) for p, q in way)
        for way in (both, [(q, p) for p, q in both])
    )


def bound(loss: float, rate: fmpq, times: int, scheme: str, eps: float) -> float:
    release = ResponseMoments.with_epsilon(fmpq(*(loss * (1 + 1e-12)).as_integer_ratio()))
    part = release if scheme == "cut" else sampled(release, rate, scheme)
    return float(account(Composition.of((part, times)), epsilon=fmpq(*eps.as_integer_ratio())).best.delta)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("scheme", [POISSON, SUBSETS])
def test_samples_of_a_data_set_give_away_no_more_than_the_bound_and_a_smaller_rate_is_caught(
    scheme: str, seed: int
) -> None:
    """Two steps about samples of three records; of an attained pair the bound for 9/10 of the rate is too small."""
    mechanism, rate = Mechanism(seed), fmpq(1 + seed % 2, 3)
    here, there = Law(), Law()
    q = float(rate)
    for into, own in ((here, "x"), (there, "" if scheme == POISSON else "y")):
        people = ["a", "b", *([own] if own else [])]
        if scheme == SUBSETS:
            drawn = [
                (frozenset(some), 1 / math.comb(3, int(3 * q)))
                for some in itertools.combinations(people, int(3 * q))
            ]
        else:
            kept = itertools.product((0, 1), repeat=len(people))
            drawn = [
                (
                    frozenset(itertools.compress(people, bits)),
                    q ** sum(bits) * (1 - q) ** (len(bits) - sum(bits)),
                )
                for bits in kept
            ]
        for one, other in itertools.product(drawn, repeat=2):
            mechanism.run([one[0], other[0]], one[1] * other[1], into)
    loss = mechanism.loss(1 if scheme == POISSON else 2)
    for share in (0.0, 0.3):
        eps = share * 2 * math.log1p(q * math.expm1(loss))
        assert given_away(here, there, eps) <= bound(loss, rate, 2, scheme, eps) + 1e-12
        p = 1 / (1 + math.exp(-loss))
        two = [{(1,): q * p + (1 - q) * (1 - p), (0,): q * (1 - p) + (1 - q) * p}, {(1,): 1 - p, (0,): p}]
        laws = [Law({a + b: x * y for a, x in one.items() for b, y in one.items()}) for one in two]  # type: ignore[misc]
        true = given_away(*laws, eps)
        assert (
            bound(loss, rate * fmpq(9, 10), 2, scheme, eps)
            < true
            <= bound(loss, rate, 2, scheme, eps) + 1e-12
        )


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("shuffled", [True, False])
@pytest.mark.parametrize(("people", "size", "steps"), [(3, 1, 5), (4, 2, 4), (3, 2, 2)])
def test_batches_that_are_cut_give_away_no_more_than_so_many_passes(
    people: int, size: int, steps: int, shuffled: bool, seed: int
) -> None:
    """One pass less is the twin: a mechanism that answers by the record alone attains the bound."""
    mechanism, here, there = Mechanism(seed), Law(), Law()
    times = passes(fmpq(size, people), steps)
    orders = list(itertools.permutations(range(people))) if shuffled else [tuple(range(people))]
    for into, own in ((here, "x"), (there, "y")):
        for some in itertools.product(orders, repeat=times):
            named = [[own if k == 0 else str(k) for k in order] for order in some]
            cut = [
                frozenset(order[k : k + size]) for order in named for k in range(0, people - size + 1, size)
            ]
            mechanism.run(cut[:steps], 1 / len(orders) ** times, into)
    loss = mechanism.loss(2)
    for share in (0.0, 0.3, 0.7):
        eps = share * loss * times
        assert given_away(here, there, eps) <= bound(loss, fmpq(1), times, "cut", eps) + 1e-12
        if times > 1 and share:  # at eps = 0 two bits tell no more than one
            p, answers = 1 / (1 + math.exp(-loss)), list(itertools.product((0, 1), repeat=times))
            laws = [
                Law({bits: math.prod(p if bit == true else 1 - p for bit in bits) for bits in answers})
                for true in (0, 1)
            ]  # type: ignore[misc]
            assert bound(loss, fmpq(1), times - 1, "cut", eps) < given_away(*laws, eps)
