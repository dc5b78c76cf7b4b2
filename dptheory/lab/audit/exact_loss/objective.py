"""Objective perturbation in one dimension: w minimises lam w^2/2 + mean of l(m w) + b w/n, b of density
beta exp(-beta |b|)/2.

The b that makes w stationary is b_S(w) = -n lam w - sum of m l'(m w), strictly decreasing in w. So the output
has the density f_S(w) = (beta/2) exp(-beta |b_S(w)|) |b_S'(w)| where l'' exists, |b_S'| = n lam + sum of m^2
l''(m w), and with the constraint |w| <= R also an atom at each end: P(w = R) = P(b <= b_S(R)).

Upper bound. Neighbours differ in one record, so |b_S(w) - b_T(w)| <= 2 where |l'| <= 1, and |b_S'|/|b_T'| <=
1 + c/(n lam) where 0 <= l'' <= c. So the log-density ratio is at most 2 beta + log(1 + c/(n lam)); an atom's
is at most 2 beta, since moving the end of a half line by 2 changes its chance by a factor of exp(2 beta) at
most. The curvature counts once, not twice as in the sources' claims (and so in any dimension: a margin loss
adds one rank to b', and det(A + c x x^T)/det(A) <= 1 + c/(n lam)); it is their noise that fails.
"""

from __future__ import annotations

from flint import arb, fmpq

from .losses import HuberMargin, LogisticMargin, Margin, Margins, total_curvature, total_slope
from .output import logistic_spread
from .records import ExactLoss, Value, parameters

NUDGE = fmpq(1, 10**6)
"""How far from the kink of the Huber hinge the ratio is evaluated; there is no density at the kink."""


def log_density(loss: Margin, data: Margins, lam: fmpq, beta: arb, w: fmpq) -> arb:
    """log f_S(w), away from the ends and kinks."""
    n = sum(times for _, times in data)
    noise = -arb(n * lam * w) - total_slope(loss, data, w)
    steepness = arb(n * lam) + total_curvature(loss, data, w)
    return (beta / 2).log() - beta * abs(noise) + steepness.log()


def log_atom(loss: Margin, data: Margins, lam: fmpq, beta: arb, radius: fmpq) -> arb:
    """log P(w = R)."""
    n = sum(times for _, times in data)
    noise = -arb(n * lam * radius) - total_slope(loss, data, radius)
    tail = (-beta * abs(noise)).exp() / 2
    return (tail if noise <= 0 else 1 - tail).log()


def _neighbours(n: int, here: fmpq, there: fmpq) -> tuple[Margins, Margins]:
    """n - 1 records at m = -1, which are straight at every w > 0, and one that is replaced."""
    others = (fmpq(-1), n - 1)
    return [(here, 1), others], [(there, 1), others]


def lecture_huber(n: int, lam: fmpq, h: fmpq, eps: fmpq) -> ExactLoss:
    """The lecture's Theorem 2, Huber hinge: noise exp(-eps |b|), claim eps + 2 log(1 + c/(n lam)).

    At w just above 1 - h a record m = 1 has slope near -1 and curvature c = 1/(2h), one at m = -1 slope -(-1)
    = 1 and no curvature; both b_S(w) <= 0 with n >= 2 (or n lam (1 - h) >= 1), so nothing is lost in the
    absolute values: the ratio tends to the upper bound 2 eps + log(1 + c/(n lam)). The claim is exceeded
    exactly where eps > log(1 + c/(n lam)), by a factor that tends to 2 as n lam grows.
    """
    loss = HuberMargin(h)
    w = 1 - h + NUDGE
    one, other = _neighbours(n, fmpq(1), fmpq(-1))
    low = log_density(loss, one, lam, arb(eps), w) - log_density(loss, other, lam, arb(eps), w)
    bend = (1 + arb(loss.bend / (n * lam))).log()
    given = parameters(n=n, lam=lam, h=h, eps=eps)
    where = f"m = -1 (n - 1 times) and 1, against -1; w = {w}"
    claim, high = eps + 2 * bend, 2 * eps + bend
    return ExactLoss("chaudhuri2020.theorem2", "Huber hinge", given, claim, low, high, where)


def lecture_logistic(n: int, lam: fmpq, eps: fmpq) -> ExactLoss:
    """The lecture's Theorem 2, logistic loss, c = 1/4: the same claim.

    Slopes of two records differ by up to 1.052 (see `output.logistic_spread`), at w = 4.1, so the claim is
    exceeded where 0.05 eps outweighs the second log(1 + c/(n lam)): at large n lam eps. The lower end is the
    best of a grid.
    """
    low, where = _best_logistic(n, lam, arb(eps))
    bend = (1 + arb(fmpq(1, 4) / (n * lam))).log()
    given = parameters(n=n, lam=lam, eps=eps)
    high = eps * logistic_spread() + bend
    return ExactLoss("chaudhuri2020.theorem2", "logistic", given, eps + 2 * bend, low, high, where)


GRID = tuple(fmpq(k, 10) for k in (1, 2, 3, 5, 8, 10, 13, 17, 20, 25, 30, 36, 41, 46, 55))
MARGINS = (fmpq(-1), fmpq(-1, 2), fmpq(0), fmpq(1, 4), fmpq(5, 16), fmpq(1, 2), fmpq(1))


def _best_logistic(n: int, lam: fmpq, beta: arb) -> tuple[arb, str]:
    """The largest ratio of two records of `MARGINS` at an output of `GRID`, the others at -1 or at 0."""
    best, where = arb(0), ""
    for w in GRID:
        for other in (fmpq(-1), fmpq(0)):
            found = {
                m: log_density(LogisticMargin(), [(m, 1), (other, n - 1)], lam, beta, w) for m in MARGINS
            }
            high = max(found, key=lambda m: float(found[m].mid()))
            low = min(found, key=lambda m: float(found[m].mid()))
            if found[high] - found[low] > best:
                best = found[high] - found[low]
                where = f"m = {other} (n - 1 times) and {high}, against {low}; w = {w}"
    return best, where


def algorithm3(n: int, lam: fmpq, h: fmpq, radius: fmpq, eps: fmpq) -> ExactLoss:
    """Wu et al. 2015, Algorithm 3 as printed: beta = eps/2 (not eps'/2), Delta computed and not used; claim
    eps.

    Huber hinge with c = 1/(2h). Where R <= 1 - h every margin stays where the loss is straight, densities and
    atoms have ratios at most exp(2 beta), and the loss is eps, as claimed. Where R > 1 - h the point of
    `lecture_huber` is inside, and the loss is eps + log(1 + c/(n lam)): above the claim for every n and lam.
    On the branch eps' > 0 that is below 3/2 eps; on the other, whose Delta is not used, there is no bound as
    n lam vanishes. (With beta = eps'/2 and eps' > 0 it is eps - log(1 + c/(n lam)), below the claim.)
    """
    loss, beta = HuberMargin(h), arb(eps) / 2
    one, other = _neighbours(n, fmpq(1), fmpq(-1))
    bend = (1 + arb(loss.bend / (n * lam))).log()
    inside = radius > 1 - h
    w = 1 - h + min(NUDGE, (radius - 1 + h) / 2) if inside else radius / 2
    value = log_density(loss, one, lam, beta, w) - log_density(loss, other, lam, beta, w)
    given = parameters(n=n, lam=lam, h=h, R=radius, eps=eps)
    where = f"m = -1 (n - 1 times) and 1, against -1; w = {w}"
    high: Value = eps + bend if inside else eps
    family = "Huber hinge" if inside else "Huber hinge, straight on the ball"
    return ExactLoss("wu2015.algorithm3", family, given, eps, value, high, where)


def algorithm3_atom(n: int, lam: fmpq, h: fmpq, radius: fmpq, eps: fmpq) -> ExactLoss:
    """The same at the atom w = R alone: between the two, P(w = R) changes by a factor of exp(eps) at most."""
    loss, beta = HuberMargin(h), arb(eps) / 2
    one, other = _neighbours(n, fmpq(1), fmpq(-1))
    value = log_atom(loss, one, lam, beta, radius) - log_atom(loss, other, lam, beta, radius)
    given = parameters(n=n, lam=lam, h=h, R=radius, eps=eps)
    where = "m = -1 (n - 1 times) and 1, against -1; the atom w = R"
    return ExactLoss("wu2015.algorithm3", "Huber hinge, the atom", given, eps, value, eps, where)
