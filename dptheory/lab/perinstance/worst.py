"""The largest eps over all records in stated bounds: for these data, and for all data sets of a size.

**For all** (Wang 2019, section 2.2): the data stay, the new record (x, y) has ||x|| <= R, |y| <= Y. Then
|r| <= Y + m with m = |x'th|, and what matters of x is mu = x'H^-1 x (or ||H^-1 x||) and m: for every s >=
0, mu + s m^2 <= R^2 lambda_max(H^-1 + s th th'). Such lines, each affirmed by a Cholesky factorisation in
Arb, bound all (mu, m) by a polygon; eps is bounded on boxes that cover its edge, and attained at
eigenvectors inside.

**Worst case**: all data sets of at most n records with lam > 0. With u = X H^-1 x, |x'th| = |u'y| <= Y
sqrt(n) ||u||, ||u||^2 = mu - lam ||H^-1 x||^2 and ||H^-1 x|| >= mu/||x||, so |r| <= Y(1 + sqrt(n mu (1 -
lam mu/R^2))): n equal records along x with the same label attain it. It grows like sqrt(n): where n is not
public, which is what adding and removing records means, no finite eps covers every data set.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from flint import arb, arb_mat, ctx, fmpq

from ...exact import nearest
from ..domain import FloatArray
from . import certified, guesses
from .asked import GAUSSIAN, HUBER, OPS, SQUARED, Asked, Bounds, down
from .certified import Ask
from .gram import cholesky, doubles
from .pairs import Make, Posterior, Shift
from .ridge import UNIT, Ridge

LINES: Final = 48
BOXES: Final = 400
MARGIN: Final = 1e-9
"""What a line is moved outward before it is affirmed, relatively."""


@dataclass(frozen=True)
class Worst:
    """An eps that no record in the bounds exceeds, and one that some record is near, where known."""

    upper: float
    lower: float | None


@dataclass(frozen=True, eq=False)
class Boxes:
    """For each box the largest first number (mu, or the reach of x) and the largest residual in it."""

    first: FloatArray
    residual: FloatArray


def for_all(ridge: Ridge, asked: Asked, bounds: Bounds) -> Worst:
    """The largest eps of a new record in the bounds, for these data."""
    radius, label = bounds.doubles
    square = asked.mechanism in (OPS, GAUSSIAN)
    boxes, points = _frontier(ridge, radius, square)
    residual = label + boxes.residual
    seen_residual = np.abs(points @ ridge.theta) + label
    mu = ridge.leverage(points)
    if asked.mechanism == OPS:
        inside = _posteriors(mu.low, seen_residual * (1 - 8 * UNIT), asked)
        return Worst(_largest(boxes.first, residual, asked), float(inside.max(initial=0.0)))
    if asked.mechanism == GAUSSIAN:
        root = np.sqrt(np.minimum(boxes.first, 1.0))
        reach, seen = root / (1 + root**2), np.sqrt(mu.low) / (1 + mu.high)
    else:
        # ||H^-1 x|| = p and mu >= p^2 low with low <= lambda_min(H): p/(1 + low p^2) increases up to
        # 1/sqrt(low)
        low = _least_eigenvalue(ridge)
        p = np.sqrt(boxes.first)
        p = np.minimum(p, 1 / np.sqrt(low)) if low > 0 else p
        reach, seen = p / (1 + low * p * p), ridge.influence(points).low / (1 + mu.high)
    upper = _shifts(reach * residual * (1 + 32 * UNIT), asked).max()
    return Worst(float(upper), float(_shifts(seen * seen_residual * (1 - 32 * UNIT), asked).max(initial=0.0)))


def worst_case(ridge: Ridge, asked: Asked, bounds: Bounds, n: int) -> Worst | None:
    """The largest eps over all data sets of at most n records; None where lam = 0, which allows any
    leverage.
    """
    if asked.lam == 0:
        return None
    radius, label = bounds.doubles
    lam = down(asked.lam)
    if asked.mechanism == OPS:
        top = radius * radius / lam * (1 + 4 * UNIT)
        ends = np.concatenate([[0.0], np.geomspace(top * 1e-9, top, 8 * BOXES)])
        high = _residuals(ends[1:], ends[:-1], lam, radius, label, n)
        inner = ends[1:-1]
        seen = _residuals(inner, inner, lam, radius, label, n)
        # attained by n equal records along x: mu >= R^2/(n R^2 + lam)
        able = inner >= radius**2 / (n * radius**2 + lam)
        lower = _posteriors(inner[able], seen[able] * (1 - 1e-9), asked)
        return Worst(_largest(ends[1:], high, asked), float(lower.max(initial=0.0)))
    size = _moves(lam, radius, label, n)
    if asked.mechanism == GAUSSIAN:
        largest = float((1 / _eigenvalues(ridge).min()) ** 0.5) * (1 + MARGIN)
        size = size * _affirmed_root(ridge, largest)
        return Worst(float(_shifts(np.array([size * (1 + MARGIN)]), asked)[0]), None)
    near = _attained_move(lam, radius, label, n) * (1 - MARGIN)
    pair = _shifts(np.array([size * (1 + MARGIN), near]), asked)
    return Worst(float(pair[0]), float(pair[1]))


def _attained_move(lam: float, radius: float, label: float, n: int) -> float:
    """The largest move among n equal records along x: mu = R p, from mu = R^2/(n R^2 + lam) on."""
    p = np.geomspace(radius / (n * radius**2 + lam), radius / lam, 20 * BOXES)
    mu = radius * p
    grown = np.sqrt(n * np.maximum(mu - lam * p * p, 0.0))
    return float((label * p * (1 + grown) / (1 + mu)).max())


def smooth_case(asked: Asked, bounds: Bounds) -> Worst:
    """For a loss of slope at most L: the minimiser moves by at most L R/lam, whatever the data (strong
    convexity), and neither n nor the labels matter.
    """
    slope = asked.width if asked.loss == HUBER else fmpq(1)
    exact = slope * bounds.features / asked.lam

    def make() -> Shift:
        return Shift(arb(asked.gamma).sqrt() * arb(exact))

    guess = guesses.shift(np.array([float(make().size.mid())]), nearest(asked.delta))
    return Worst(certified.slowly(make, Ask(asked.delta), float(guess[0])), None)


def _residuals(
    high: FloatArray, low: FloatArray, lam: float, radius: float, label: float, n: int
) -> FloatArray:
    """The largest Y(1 + sqrt(n mu (1 - lam mu/R^2))) for mu in [low, high], rounded up."""
    peak = radius * radius / (2 * lam)
    at = np.clip(peak, low, high)
    return np.asarray(label * (1 + np.sqrt(n * at * np.maximum(1 - lam * at / radius**2, 0.0))) * (1 + 1e-12))


def _moves(lam: float, radius: float, label: float, n: int) -> float:
    """The largest |r| ||H1^-1 x|| for output perturbation: with p = ||H^-1 x||, lam p^2 <= mu <= R p, it is
    at most Y p (1 + sqrt(n (mu - lam p^2)))/(1 + mu), on boxes of p; the best mu for a p in closed form.
    """
    ends = np.concatenate([[0.0], np.geomspace(radius / lam * 1e-9, radius / lam * (1 + MARGIN), 20 * BOXES)])
    low, high = ends[:-1], ends[1:]
    q = lam * low * low
    best = (np.sqrt(1 + n * (1 + q)) - 1) / np.sqrt(n)
    u = np.minimum(best, np.sqrt(np.maximum(radius * high - q, 0.0)))
    sizes = label * high * (1 + np.sqrt(n) * u) / (1 + q + u * u)
    return float(sizes.max()) * (1 + MARGIN)


def _frontier(ridge: Ridge, radius: float, square: bool) -> tuple[Boxes, FloatArray]:
    """Boxes that cover the edge of the polygon of (x'Ax, |x'th|), ||x|| <= R, A = H^-1 or H^-2; and records
    of norm R (a little less) at which its lines touch.
    """
    fit = ridge.fit
    matrix = fit.inverse if square else fit.inverse * fit.inverse
    theta = ridge.theta
    a, norm = doubles(matrix), float(np.linalg.norm(theta))
    scale = float(np.trace(a)) / max(norm * norm, 1e-300)
    slopes = [0.0, *(scale * np.geomspace(1e-4, 1e4, LINES)).tolist()] if norm > 0 else [0.0]
    lines, points = [], []
    for s in slopes:
        values, vectors = np.linalg.eigh(a + s * np.outer(theta, theta))
        lines.append((s, _line(ridge, matrix, s, float(values[-1])) * radius * radius))
        points.append(vectors[:, -1] * radius * (1 - 1e-12))
    most = radius * norm * (1 + MARGIN)
    ends = np.linspace(0.0, most, BOXES + 1)
    edge = np.min([top * (1 + 1e-14) - s * ends[:-1] ** 2 for s, top in lines], axis=0) * (1 + MARGIN)
    return Boxes(np.maximum(edge, 0.0) + 1e-300, ends[1:]), np.array(points)


def _line(ridge: Ridge, matrix: arb_mat, s: float, near: float) -> float:
    """A number not below lambda_max(A + s th th'), near it: affirmed by Cholesky."""
    theta, width = ridge.fit.theta, matrix.nrows()
    with ctx.workprec(256):
        for k in range(40):
            top = near * (1 + MARGIN * 4**k)
            rows = [
                [
                    (arb(top) if i == j else arb(0)) - matrix[i, j] - arb(s) * theta[i] * theta[j]
                    for j in range(width)
                ]
                for i in range(width)
            ]
            if cholesky(rows) is not None:
                return float(top)
    raise ArithmeticError("a matrix whose largest eigenvalue cannot be enclosed")


def _eigenvalues(ridge: Ridge) -> FloatArray:
    """Near the eigenvalues of H^-1."""
    return np.asarray(np.linalg.eigvalsh(doubles(ridge.fit.inverse)))


def _least_eigenvalue(ridge: Ridge) -> float:
    """A number not above lambda_min(H): one over a line above H^-1."""
    return (1 - MARGIN) / _line(ridge, ridge.fit.inverse, 0.0, float(_eigenvalues(ridge)[-1]))


def _affirmed_root(ridge: Ridge, near: float) -> float:
    """A number not below sqrt(lambda_max(H)): by the trace where the eigenvalue is too ill-conditioned."""
    width = ridge.fit.inverse.nrows()
    total = sum((ridge.gram.ball(j, j) + arb(ridge.lam) for j in range(width)), arb(0))
    whole = [
        [ridge.gram.ball(i, j) + (arb(ridge.lam) if i == j else 0) for j in range(width)]
        for i in range(width)
    ]
    with ctx.workprec(256):
        top = near * near
        rows = [[(arb(top) if i == j else arb(0)) - whole[i][j] for j in range(width)] for i in range(width)]
        if cholesky(rows) is not None:
            return float(near)
    return float(total.upper().sqrt()) * (1 + MARGIN)


def _largest(mu: FloatArray, residual: FloatArray, asked: Asked) -> float:
    """The largest eps over boxes [0, mu] x [0, residual]: affirmed at the corner, in both directions, where
    that covers the box, else a closed bound, which grows with both: that of `Posterior.closed` without its
    negative term. With l at least 1/2 it covers the other direction too: -loss <= log(v)/2 + mu
    rho^2/(2v^2) + sqrt(2 mu l) rho/v^(3/2), but for a chance of delta.
    """
    found = _posteriors(mu, residual, asked)
    delta, root = arb(asked.delta), arb(asked.gamma).sqrt()
    level = (-delta.log()).max(arb(1) / 2)
    best = 0.0
    for m, r, eps in zip(mu.tolist(), residual.tolist(), found.tolist(), strict=True):
        rho, at, top = root * arb(r), arb(eps), arb(m)
        if not (Posterior(arb(0), rho).grows(at, top) and Posterior(top, rho).kept_below(at, delta)):
            bound = rho * rho * top / (1 + top) / 2 + top * level + (2 * top * level).sqrt() * rho
            eps = max(eps, float(bound.upper()) * (1 + 4 * UNIT))
        best = max(best, eps)
    return best


def _posteriors(mu: FloatArray, residual: FloatArray, asked: Asked) -> FloatArray:
    """Affirmed eps at exactly these leverages and residuals."""
    gamma = asked.gamma
    rho = np.sqrt(nearest(gamma)) * residual

    def exact(i: int) -> Make:
        return lambda: Posterior(arb(float(mu[i])), arb(gamma).sqrt() * arb(float(residual[i])))

    guess = guesses.posterior(mu, rho, nearest(asked.delta))
    return certified.posterior((mu, mu * 0), (rho, rho * 2.0**-50), guess, Ask(asked.delta), exact)


def _shifts(reach: FloatArray, asked: Asked) -> FloatArray:
    """Affirmed eps at moves of exactly this size, times sqrt(gamma)."""
    gamma = asked.gamma
    size = np.sqrt(nearest(gamma)) * reach

    def exact(i: int) -> Make:
        return lambda: Shift(arb(gamma).sqrt() * arb(float(reach[i])))

    guess = guesses.shift(size, nearest(asked.delta))
    return certified.shift((size, size * 2.0**-50), guess, Ask(asked.delta), exact)


def bounded(asked: Asked, ridge: Ridge | None, n: int) -> tuple[Worst | None, Worst | None]:
    """For all new records, and the worst case over data sets of at most n records."""
    if asked.bounds is None:
        return None, None
    if asked.loss != SQUARED or ridge is None:
        found = smooth_case(asked, asked.bounds)
        return found, found
    return for_all(ridge, asked, asked.bounds), worst_case(ridge, asked, asked.bounds, n)
