"""Subsampling without replacement, and the minibatch step that the lecture builds on it.

If A is eps-differentially private for a replaced record, then on a random subset of size gam n the loss is at
most log(1 + gam (exp(eps) - 1)) (Balle, Barthe and Gaboardi 2018, Theorem 9): the target is in the subset
with chance gam, and given that it is not, the law is the same for both and within eps of the law with it.
"""

from __future__ import annotations

from flint import arb, fmpq

from .records import ExactLoss, parameters


def amplified(gam: fmpq, eps: arb) -> arb:
    """log(1 + gam (exp(eps) - 1))."""
    return (1 + arb(gam) * (eps.exp() - 1)).log()


def theorem3(gam: fmpq, eps: fmpq) -> ExactLoss:
    """The lecture's Theorem 3: 2 gam eps, for eps < 1.

    A says whether the target is in the subset, truly with log-odds eps: under D the answer "in" has the
    chance gam p + (1 - gam)(1 - p), under a data set without it 1 - p; p/(1 - p) = exp(eps). So the bound is
    attained. It is below 2 gam eps as long as exp(eps) - 1 <= 2 eps, that is for eps <= 1.2564: Theorem 3
    holds, with a factor of at least 2/(e - 1) = 1.16 to spare.
    """
    odds = arb(eps).exp()
    p = odds / (1 + odds)
    low = ((gam * p + (1 - gam) * (1 - p)) / (1 - p)).log()
    where = "a target, against none; A says whether it was drawn, and says yes"
    given = parameters(gam=gam, eps=eps)
    claim = 2 * gam * eps
    return ExactLoss(
        "chaudhuri2020.theorem3", "randomised response", given, claim, low, amplified(gam, arb(eps)), where
    )


def theorem3_mixed(gam: fmpq, eps: fmpq) -> ExactLoss:
    """Theorem 3 where A is eps-private for a record added or removed, and a neighbour has one replaced.

    Replacing is removing and adding, so A is 2 eps-private for it: the loss is log(1 + gam (exp(2 eps) - 1)),
    attained by noise of scale 1/eps on the sum of the subset's values in [-1, 1], and *above* 2 gam eps for
    every gam < 1 (by Jensen's inequality): the text does not say that both adjacencies are to be the same.
    """
    values = _tail(gam, eps, arb(1))
    where = "values -1 (all but one) and 1, against -1; any output beyond the sums"
    given = parameters(gam=gam, eps=eps)
    claim, high = 2 * gam * eps, amplified(gam, arb(2 * eps))
    name = "sum, A add-remove"
    adjacency = "A: add-remove; data sets: replace-one"
    return ExactLoss("chaudhuri2020.theorem3", name, given, claim, values, high, where, adjacency)


def minibatch(batch: int, n: int, steps: int, eps: fmpq, noise: fmpq) -> ExactLoss:
    """The lecture's minibatch method: b of n records a step, noise of scale `noise`/(b eps) on the mean of
    gradients in [-1, 1], T steps; claim 2 b T eps/n.

    Linear loss, so gradients do not depend on the iterate: -1 for all records but one, which has 1, against
    -1. The mean moves by 2/b where the target was drawn. With the text's noise, about 1/(b eps), an output
    beyond the means has the ratio 1 + gam (exp(2 eps) - 1), gam = b/n, each step, and T steps T times its
    logarithm: above the claim for every b < n, by a factor near (exp(2 eps) - 1)/(2 eps) for small gam. With
    noise 2/(b eps) the step is eps-private, and the loss T log(1 + gam (exp(eps) - 1)) is below the claim.
    """
    gam = fmpq(batch, n)
    low = steps * _tail(gam, eps, arb(noise))
    high = steps * amplified(gam, 2 * arb(eps) / arb(noise))
    where = "slopes -1 (n - 1 times) and 1, against -1; any outputs beyond the means"
    given = parameters(b=batch, n=n, T=steps, eps=eps, noise=noise)
    claim = 2 * gam * steps * eps
    family = "linear, noise 1/(b eps)" if noise == 1 else f"linear, noise {noise}/(b eps)"
    return ExactLoss("chaudhuri2020.section2.2.minibatch", family, given, claim, low, high, where)


def _tail(gam: fmpq, eps: fmpq, noise: arb) -> arb:
    """The log-ratio at an output t beyond both sums: Laplace noise of scale noise/eps on -b, and on 2 - b
    with chance gam; the densities there are proportional to exp(-(t - sum) eps/noise).
    """
    rate, beyond = arb(eps) / noise, arb(3)  # t = 3 - b
    without, with_ = (-rate * beyond).exp(), (-rate * (beyond - 2)).exp()
    return ((gam * with_ + (1 - gam) * without) / without).log()
