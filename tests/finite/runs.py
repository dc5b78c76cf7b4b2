"""A sample in the order of its data set: a private mechanism that exceeds the sharp form.

The proofs of Wang, Lei and Fienberg's Lemmas 31 and 34 exchange one index of the sample and use privacy
once. That is right where the sample is a multiset. Where it is a sequence that keeps the data set's order,
exchanging one index shifts the others, and the Hamming distance of the two samples is more than 1.

The mechanism, for samples of m records and r = e^eps: it knows m records a, 2, .., m, all different, and
gives outcome 1 with probability r^(s - m)/2, where s is the number of places at which the sample has the
record of that place. Replacing one record changes s by at most 1, so the probability p of outcome 1 by a
factor of at most r; and that of outcome 0 too, as 1 - p/r <= r (1 - p) for p <= 1/2 <= r/(r + 1). So it is
eps-DP. Let Z = (a, 2, .., n) and Z' = (b, 2, .., n). The sample's j-th record is the j-th of Z only if the
sample contains the first j entries. So s is the length of the run 1, 2, .. in the sample, one less for Z'
if the sample has entry 1, and 0 without entry 1; given entry 1, the run is at least j with probability C(n
- j, m - j)/C(n - 1, m - 1). The quotient of the probabilities of outcome 1 is (gam*x + 1 - gam)/(gam*x/r +
1 - gam), where x is the mean of r^s given entry 1, and gam = m/n. On the small worlds of the tests, with
records enough, this is the exact worst case.
"""

from __future__ import annotations

from math import comb

from flint import fmpq

from dptheory.finite.settings import Exact, at_least_one, count, exact
from dptheory.kernel.real import Claim, parse_claim


def run_quotient(entries: int, size: int, ratio: Exact) -> fmpq:
    """The quotient of the probabilities of outcome 1 under A' on Z and Z', exactly; e^eps' is at least that.

    >>> run_quotient(3, 2, 2)
    7/4
    """
    r = at_least_one("ratio", exact("ratio", ratio))
    count("entries", entries, 1, 5_000)
    count("size", size, 1, entries)
    x, last = r, r
    for j in range(2, size + 1):
        step, last = last * (r - 1), last * r
        x += step * fmpq(comb(entries - j, size - j), comb(entries - 1, size - 1))
    gam = fmpq(size, entries)
    return (gam * x + 1 - gam) / (gam * x / r + 1 - gam)


def lemma34_in_order(entries: int, size: int, ratio: Exact, digits: int = 6) -> Claim:
    """Lemma 34 for this mechanism, its quotient rounded down to `digits` decimals: a claim about numbers.

    >>> lemma34_in_order(3, 2, 2).text
    'log(7/4) <= 2*(2/3)*(2 - 1/2)'
    """
    value = run_quotient(entries, size, ratio)
    if len(str(value)) > 2 * digits:
        value = fmpq((value * 10**digits).floor(), 10**digits)
    r = exact("ratio", ratio)
    return parse_claim(f"log({value}) <= 2*({fmpq(size, entries)})*({r} - {1 / r})")
