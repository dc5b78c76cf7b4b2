"""Which amplification holds for which sampling and neighbours; the others are refused, with a world.

The standard form says: if A is (eps, delta)-DP then A on a random sample, in which one entry is with
probability gam, is (eps', gam*delta)-DP with eps' = log(1 + gam*(e^eps - 1)). It holds (Balle, Barthe and
Gaboardi 2018, section 4) for

    sampling without replacement   A for replace-one   A' for replace-one
    Poisson sampling               A for add/remove    A' for add/remove

and, A' then having neighbours of n - 1 and n entries and gam = m/n, also for

    sampling without replacement   A for replace-one   A' for add/remove

Proof, with r = e^eps. Let Z, Z' be neighbours that differ in entry i of Z. Let p1, p0 be the probabilities
that A' on Z gives an event, given that i is, is not, in the sample, and q1, p0 those for Z' (without i the
samples have the same law). So A' has the probability P = gam*p1 + (1 - gam)*p0 on Z. Let t = 1 + gam*(r -
1).

Replace-one: P' = gam*q1 + (1 - gam)*p0 on Z'. A is private for samples where i's record was replaced, or
where i was exchanged for a uniform entry outside the sample (which turns a uniform sample with i into one
without): p1 <= r*q1 + d and p1 <= r*p0 + d, d = delta. If q1 >= p0, then p1 <= r*P' + d by mixing both, and
P - t*P' <= gam*(d + P' - q1) <= gam*d. If q1 < p0, then p1 - q1 <= (r - 1)*q1 + d, and P - t*P' <= gam*(d +
(r - 1)*(q1 - P')) <= gam*d.

Add/remove: P' = p0 on Z', which is Z without i. By adding i to the sample (Poisson), or exchanging i as
above, each of p1, p0 is at most r times the other plus d. So P - t*P' = gam*(p1 - r*p0) <= gam*d.
Conversely let D = P' - t*P. If p0 <= d: D <= p0*(1 - t*(1 - gam)) <= p0*gam <= gam*d, as t >= 1. Else p1 >=
(p0 - d)/r, and as t*(1 - gam + gam/r) = 1 + gam*(1 - gam)*(r - 1)^2/r >= 1 and t <= r: D <= t*gam*d/r <=
gam*d.

What holds instead, in some other cases (`INSTEAD`; e^eps' for delta = 0):

    poisson sampling               replace-one   replace-one   r
    poisson sampling               add/remove    replace-one   (1 + gam*(r - 1))/(1 - gam*(1 - 1/r))
    sampling without replacement   add/remove    either        1 + gam*(r^2 - 1)
    m draws with replacement       replace-one   replace-one   (1 + (r - 1)/n)^m

The first is no amplification at all: a private A for replace-one may treat data sets of different sizes as
it likes; it is no more than r, because samples with the same entries chosen are neighbours or equal. The
second is p1 <= r*p0 and q1 >= p0/r. In the third A is private with r^2 for replace-one. In the fourth,
exchange the draws from Z for draws from Z' one after the other: given the others, each exchange is a sample
of one entry of n. This can exceed r.

The tests compare each with the exact worst cases, which attain them. What is not sound is refused with a
`BadInput` that names a world in which a private mechanism exceeds the standard form, found by the linear
program and checked by the kernel (`counterexample`). In it, data sets have the sizes that its world names;
nothing is said about larger ones.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from flint import fmpq

from dptheory.errors import BadInput
from dptheory.kernel import REFUTED, Verdict, judge_worst
from dptheory.kernel.finite import ADD_REMOVE, ADJACENCIES, REPLACE_ONE

from .closed import in_epsilon
from .sampling import Poisson, Sampling, WithoutReplacement, WithReplacement
from .solve import WorstCase, worst_case, worst_of
from .subsampling import Subsampled, amplification

WITHOUT: Final = "without replacement"
IN_ORDER: Final = "without replacement, in order"
POISSON: Final = "poisson"
WITH: Final = "with replacement"
SAMPLINGS: Final = (WITHOUT, IN_ORDER, POISSON, WITH)

STANDARD: Final = "log(1 + gam*(exp(eps) - 1))"

SOUND: Final = frozenset(
    {
        (WITHOUT, REPLACE_ONE, REPLACE_ONE),
        (WITHOUT, REPLACE_ONE, ADD_REMOVE),
        (POISSON, ADD_REMOVE, ADD_REMOVE),
    }
)


INSTEAD: Final[Mapping[tuple[str, str, str], str]] = MappingProxyType(
    {
        (POISSON, REPLACE_ONE, REPLACE_ONE): "r",
        (POISSON, ADD_REMOVE, REPLACE_ONE): "(1 + gam*(r - 1))/(1 - gam*(1 - 1/r))",
        (WITHOUT, ADD_REMOVE, REPLACE_ONE): "1 + gam*(r**2 - 1)",
        (WITHOUT, ADD_REMOVE, ADD_REMOVE): "1 + gam*(r**2 - 1)",
        (WITH, REPLACE_ONE, REPLACE_ONE): "(1 + (r - 1)/n)**m",
    }
)
"""The exact e^eps' of A' with delta = 0, in r = e^eps, gam, and m draws of n entries, where it is another."""


@dataclass(frozen=True)
class Amplified:
    """The privacy of A': texts in eps, delta and gam, for neighbours `target`, and what gam is."""

    eps: str
    delta: str
    target: str
    share: str


@dataclass(frozen=True)
class Counterexample:
    """A world where the standard form fails: worst case, standard e^eps', and the kernel's verdict."""

    world: Subsampled
    worst: WorstCase
    standard: fmpq
    verdict: Verdict


def amplified(sampling: str, base: str = REPLACE_ONE, target: str = REPLACE_ONE) -> Amplified:
    """The standard amplification where it is sound; BadInput with a counterexample where it is not.

    `sampling` is one of `SAMPLINGS`; A is private for neighbours `base`, A' is to be private for `target`.

    >>> amplified("without replacement").eps
    'log(1 + gam*(exp(eps) - 1))'
    >>> amplified("poisson", target="replace-one")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    dptheory.errors.BadInput: given poisson sampling, A private for ... reaches e^eps' = 2 > 3/2 (what ...
    """
    for adjacency in (base, target):
        if adjacency not in ADJACENCIES:
            raise BadInput(f"adjacency {adjacency}", " or ".join(ADJACENCIES), REPLACE_ONE)
    if sampling not in SAMPLINGS:
        raise BadInput(f"sampling {sampling}", f"one of: {'; '.join(SAMPLINGS)}", WITHOUT)
    if (sampling, base, target) in SOUND:
        share = (
            "probability of each entry" if sampling == POISSON else "sample size / data set size (the larger)"
        )
        return Amplified(STANDARD, "gam*delta", target, share)
    found = counterexample(sampling, base, target)
    if found.worst.value is None:
        reached = "reaches every e^eps'"
    else:
        reached = f"reaches e^eps' = {found.worst.value} > {found.standard}"
    form = INSTEAD.get((sampling, base, target))
    holds = "" if form is None else f" (what holds is e^eps' = {in_epsilon(form)})"
    s = found.world
    raise BadInput(
        _words(sampling, base, target),
        f"a combination for which e^eps' <= 1 + gam*(e^eps - 1), but with e^eps = {s.ratio} and "
        f"{s.entries} entries of {s.records} records a mechanism {reached}{holds}",
        _words(POISSON, ADD_REMOVE, ADD_REMOVE)
        if sampling == POISSON
        else _words(WITHOUT, REPLACE_ONE, target),
    )


def counterexample(sampling: str, base: str, target: str) -> Counterexample:
    """A world in which the standard form fails, for a combination that is not sound; else BadInput.

    >>> found = counterexample("with replacement", "replace-one", "replace-one")
    >>> found.worst.value, found.standard, found.verdict.status
    (9/4, 7/4, 'refuted')
    """
    if (sampling, base, target) in SOUND:
        raise BadInput(
            _words(sampling, base, target), "a combination that is not sound", _words(WITH, base, target)
        )
    world = _world(sampling, base, target)
    worst = worst_of(worst_case(question) for question in amplification(world))
    standard = 1 + world.sampling.rate(world.entries) * (world.ratio - 1)
    verdict = judge_worst(worst.question, worst.certificate, str(standard))
    if verdict.status != REFUTED:
        raise BadInput(_words(sampling, base, target), "a world that refutes it", "another combination")
    return Counterexample(world, worst, standard, verdict)


def _world(sampling: str, base: str, target: str) -> Subsampled:
    """A small world for each unsound combination; e^eps = 2."""
    entries = {WITHOUT: 2, IN_ORDER: 3, POISSON: 2, WITH: 2}[sampling]
    draw: Sampling
    if sampling == POISSON:
        draw = Poisson(fmpq(1, 2))
    elif sampling == WITH:
        draw = WithReplacement(2)
    else:
        draw = WithoutReplacement(1 if sampling == WITHOUT else 2, sampling == IN_ORDER)
    return Subsampled(draw, entries, base=base, target=target)


def _words(sampling: str, base: str, target: str) -> str:
    kind = "sampling " + sampling if sampling != POISSON else "poisson sampling"
    return f"{kind}, A private for {base}, A' for {target}"
