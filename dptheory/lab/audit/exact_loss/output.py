"""Output perturbation: w = v(S) + k with k of density exp(-|k|/s)/(2s).

The log-density ratio of neighbours S, T at an output w is (|w - v(T)| - |w - v(S)|)/s, at most |v(S) -
v(T)|/s, with equality at every w beyond v(S) on the side away from v(T). So the exact loss is the sensitivity
of v over s.

The sensitivity of a minimiser. Let F be lam-strongly convex on an interval, u its minimiser, and v that of F
+ (l_z - l_y)/n. Then lam |u - v| <= |l_z'(u) - l_y'(u)|/n: the second objective has a subgradient of that
size at u, up to the constraint, and it is strongly convex. So lam n |u - v| is at most the largest
*difference of slopes of two records at one point*: at most 2 rho, and less where the loss says more.
"""

from __future__ import annotations

from typing import TypeVar

from flint import arb, fmpq

from ....errors import BadInput
from .losses import HingeMargin, LogisticMargin, Margin, clipped, minimiser
from .records import ExactLoss, above, parameters

Number = TypeVar("Number", fmpq, arb)


def ratio_at(w: Number, here: Number, there: Number, scale: Number) -> Number:
    """log(p_S(w)/p_T(w)) for minimisers `here` of S and `there` of T.

    >>> ratio_at(fmpq(3), fmpq(1), fmpq(0), fmpq(1, 2))
    2
    """
    return (abs(w - there) - abs(w - here)) / scale


def _beyond(here: Number, there: Number, scale: Number) -> Number:
    """The ratio at an output on the far side of `here`."""
    return ratio_at(here + 1 if above(here, there) else here - 1, here, there, scale)


def algorithm1(n: int, lam: fmpq, rho: fmpq, eps: fmpq) -> ExactLoss:
    """Wu et al. 2015, Algorithm 1: scale 4 rho/(lam n eps).

    Family: l(w, z) = lam (w - z)^2/2 on H = [0, D], which is rho-Lipschitz there for centres z in [D -
    rho/lam, rho/lam]. v(S) is the mean of the centres, moved into H; one record moves the mean by at most (2
    rho/lam - D)/n, so the sensitivity is min(D, (2 rho/lam - D)/n), attained by n - 1 centres D/2 and one at
    either end, and largest at D = 2 rho/(lam (n + 1)). The loss there is n eps/(2 (n + 1)): half the claim.
    """
    width = 2 * rho / (lam * (n + 1))
    low, high = (
        min(max(((n - 1) * width / 2 + z) / n, fmpq(0)), width) for z in (width - rho / lam, rho / lam)
    )
    scale = 4 * rho / (lam * n * eps)
    loss = _beyond(high, low, scale)
    where = "centres D/2 (n - 1 times) and rho/lam, against D - rho/lam; any w > D"
    given = parameters(n=n, lam=lam, rho=rho, eps=eps)
    return ExactLoss("wu2015.algorithm1", "quadratic on [0, D]", given, eps, loss, width / scale, where)


def algorithm2(n: int, lam: fmpq, rho: fmpq, radius: fmpq, eps: fmpq) -> ExactLoss:
    """Wu et al. 2015, Algorithm 2: scale 4 (rho + lam R)/(lam n eps).

    Family: l(w, x) = -rho x w, |x| <= 1: v(S) is rho mean(x)/lam moved into [-R, R], so the sensitivity is
    min(2 rho/(lam n), 2R), attained by n - 1 records 0 and one at 1, against -1. The loss is
    eps min(rho, lam n R)/(2 (rho + lam R)): below half the claim.
    """
    centre = clipped(rho / (lam * n), radius)
    scale = 4 * (rho + lam * radius) / (lam * n * eps)
    loss = _beyond(centre, -centre, scale)
    high = min(2 * rho / (lam * n), 2 * radius) / scale
    where = "x = 0 (n - 1 times) and 1, against -1; any w > R"
    given = parameters(n=n, lam=lam, rho=rho, R=radius, eps=eps)
    return ExactLoss("wu2015.algorithm2", "linear", given, eps, loss, high, where)


def algorithm4(n: int, lam: fmpq, radius: fmpq, eps: fmpq) -> ExactLoss:
    """Wu et al. 2015, Algorithm 4 (rls-out): scale (12 R + 8)/(lam n eps), squared loss (w x - y)^2.

    The slope 2 x (w x - y) of a record at w ranges, for |x|, |y| <= 1, over an interval of length 4 where |w|
    <= 1/2 and 2|w| + 2 + 1/(2|w|) beyond (the ends are at x = 1, y = -1 and at x = 1/(2w), y = 1), which
    grows with |w|. So the sensitivity is at most min(2R, G/(lam n)), G = 2R + 2 + 1/(2R) if R >= 1/2, else 4.
    Here are n - 1 small records that hold the minimiser near R, and one at either end; as lam R^2 and 1/(lam
    n) vanish the bound is attained. The loss over eps tends to G/(12 R + 8): at R = 1 this is 9/40, not even
    a quarter of the claim.
    """
    c = lam * n / 2
    spread = 2 * radius + 2 + 1 / (2 * radius) if radius >= fmpq(1, 2) else fmpq(4)
    bound = min(2 * radius, spread / (lam * n))
    best, place, ends = fmpq(-1), fmpq(0), (fmpq(0), fmpq(0))
    flat = min(1 / (2 * radius), fmpq(1))
    for k in range(0, 129):
        small = fmpq(k, 64) * min(lam * radius / 2, fmpq(1, 2))
        # with (x, y) added the objective is a quadratic with this minimiser
        up, down = (
            clipped(((n - 1) * small + x * y) / ((n - 1) * small * small + x * x + c), radius)
            for x, y in ((flat, fmpq(1)), (fmpq(1), fmpq(-1)))
        )
        if up - down > best:
            best, place, ends = up - down, small, (up, down)
    scale = (12 * radius + 8) / (lam * n * eps)
    loss = _beyond(ends[0], ends[1], scale)
    where = f"(x, y) = ({place}, 1) (n - 1 times) and ({flat}, 1), against (1, -1); any w > R"
    given = parameters(n=n, lam=lam, R=radius, eps=eps)
    return ExactLoss("wu2015.algorithm4", "squared", given, eps, loss, bound / scale, where)


def lecture(loss: Margin, n: int, lam: fmpq, eps: fmpq) -> ExactLoss:
    """The lecture's Algorithm 1: w* + Z/(lam n), p(z) proportional to exp(-eps |z|); scale 1/(lam n eps).

    Linear and (where lam n >= 1, so that no margin passes 1) hinge loss: w* = mean(m)/lam for m = y x, so one
    record moves it by 2/(lam n), the sensitivity that Theorem 1 states, and the loss is 2 eps: *twice* the
    claim. The noise is that of the sensitivity 1/(lam n), which is right only if a neighbour has the record
    zeroed.

    Logistic loss: the slope of a record at w > 0 ranges from -max(s(-w), k/w) to s(w), where s is the
    logistic function and k = max t/(1 + exp(t)): a length above 1 for w > 1.5 or so, about 1.052 at w = 4.1.
    With small records that hold the minimiser there, the claim is exceeded by 5 % here too.
    """
    if isinstance(loss, LogisticMargin):
        return _lecture_logistic(n, lam, eps)
    scale, centre = 1 / (lam * n * eps), 1 / (lam * n)
    if isinstance(loss, HingeMargin) and centre > 1:
        raise BadInput(f"hinge loss with lam n = {lam * n}", "lam n >= 1", "a larger n")
    value = _beyond(centre, -centre, scale)
    given = parameters(n=n, lam=lam, eps=eps)
    name = loss.name
    where = "m = 0 (n - 1 times) and 1, against -1; any w beyond the minimisers"
    return ExactLoss("chaudhuri2020.algorithm1", name, given, eps, value, 2 * eps, where)


def _lecture_logistic(n: int, lam: fmpq, eps: fmpq) -> ExactLoss:
    scale = arb(1 / (lam * n * eps))
    small = min(8 * lam * fmpq(41, 40), fmpq(1))
    middle = fmpq(5, 16)  # about 1.278/4.1, where m/(1 + exp(m w)) is largest
    others = (small, n - 1)
    here, there = (minimiser(LogisticMargin(), [others, (m, 1)], lam, 2 / lam) for m in (middle, fmpq(-1)))
    value = _beyond(here, there, scale)
    where = f"m = {small} (n - 1 times) and {middle}, against -1; any w beyond the minimisers"
    high = arb(eps) * logistic_spread()
    given = parameters(n=n, lam=lam, eps=eps)
    return ExactLoss("chaudhuri2020.algorithm1", "logistic", given, eps, value, high, where)


def logistic_spread(cells: int = 400) -> arb:
    """An upper bound on the largest difference of slopes m l'(m w), m in [-1, 1], of the logistic loss at one
    w.

    By symmetry w >= 0. One end is s(w), at m = -1; the other is at m = 1 if w <= t, where it is s(-w) and the
    difference 1, else k/w at m = t/w (t/(1 + exp(t)) = k is the maximum, at t = 1 + k). On [a, b] the
    difference is at most s(b) + k/a, beyond the last cell at most 1 + k/a.
    """
    k = (arb(-1).exp()).lambertw()  # the maximum solves k exp(k) = 1/e
    start, stop, largest = fmpq(5, 4), fmpq(7), arb(1)
    width = (stop - start) / cells
    for j in range(cells):
        a, b = start + j * width, start + (j + 1) * width
        largest = largest.max(1 / (1 + (-arb(b)).exp()) + k / arb(a))
    return largest.max(1 + k / arb(stop)).upper()
