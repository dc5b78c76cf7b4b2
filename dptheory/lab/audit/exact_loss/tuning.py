"""Private parameter tuning: Wu et al. 2015, Algorithm 5, with two candidates, in one dimension.

Candidate w_i is kept with probability proportional to exp(-L(w_i) eps/(2 R^2)), L the mean of (w x - y)^2
over the n' validation records. The source's premise is that one record moves L by at most R^2 on H = [-R, R].
"""

from __future__ import annotations

from flint import arb, fmpq

from .records import ExactLoss, Value, parameters

OUTPUTS = 12
"""Deviations of the noise at which the loss without a bound is shown."""


def selection(checks: int, radius: fmpq, eps: fmpq) -> ExactLoss:
    """Candidates R and -R, whatever the data (a training algorithm that ignores its chunk is private).

    (w x - y)^2 differs between them by -4 R x y, so with t = mean of x y in [-1, 1] the log-odds of R are 2
    (eps/R) t; one record moves t by 2/n'. The log-ratio of the kept candidate is largest at the end: with a =
    2 eps/R all records but one at x y = -1, log((1 + exp(a))/(1 + exp(a (1 - 2/n')))); for n' = 1 this is a =
    2 eps/R. It exceeds eps where R < 2 and n' = 1: R^2 does not bound what a record can do, which is (R +
    1)^2/n' for one candidate and 8 R/n' for the difference of these two.
    """
    a = 2 * arb(eps) / arb(radius)
    low = _log_chance(fmpq(2, checks) - 1, a) - _log_chance(fmpq(-1), a)
    high: Value = ((1 + a.exp()) / (1 + (a * arb(1 - fmpq(2, checks))).exp())).log()
    if checks == 1:
        high = 2 * eps / radius
    given = parameters(checks=checks, R=radius, eps=eps)
    where = "x y = -1 (all but one) and 1, against -1; the candidate R is kept"
    return ExactLoss("wu2015.algorithm5", "candidates R and -R", given, eps, low, high, where)


def _log_chance(t: fmpq, a: arb) -> arb:
    """log P(R is kept) = -log(1 + exp(-a t)), where the mean of x y is t."""
    return -(1 + (-a * arb(t)).exp()).log()


def with_output_perturbation(checks: int, radius: fmpq, lam: fmpq, eps: fmpq) -> ExactLoss:
    """Candidates trained by Algorithm 4 on a chunk of one record (0, 0) each: centre 0, scale s = (12R +
    8)/(lam eps).

    What Algorithm 4 returns is not in H: it has a density f on the whole line. With validation records (0, 0)
    only, L is constant and the kept candidate has density f. Replace one by (1, 0): L(w) = w^2/n', and the
    kept candidate has density 2 f(w) E_v[1/(1 + exp(k (w^2 - v^2)))], k = eps/(2 R^2 n'), v the other
    candidate. For 0 < a < w the expectation is at most P(|v| > a) + exp(-k (w^2 - a^2)), P(|v| > a) =
    exp(-a/s), which vanishes as w grows: the loss has no bound, whatever eps is claimed. (Moving candidates
    into H first mends this, not `selection`.)
    """
    scale = arb((12 * radius + 8) / (lam * eps))
    rate = arb(eps / (2 * radius * radius * checks))
    w = OUTPUTS * scale
    a = w * 15 / 16
    expectation = (-a / scale).exp() + (-rate * (w * w - a * a)).exp()
    low = -(2 * expectation).log()
    given = parameters(checks=checks, R=radius, lam=lam, eps=eps)
    where = f"validation (0, 0) everywhere, against one (1, 0); w = {OUTPUTS} s, and more beyond"
    return ExactLoss("wu2015.algorithm5", "candidates by Algorithm 4", given, eps, low, None, where)
