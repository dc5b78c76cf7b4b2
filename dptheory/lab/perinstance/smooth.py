"""How far one record moves the minimiser of a smooth loss: the distance of two minimisers, enclosed.

Wang 2019, Lemma 13: th - th1 = [int D2F(eta_t) dt]^-1 grad l(th1, z). With F lam-strongly convex it gives
what is used here, ||w - th|| <= ||grad F(w)||/lam for the minimiser th and any w. So th and th1 are
approximated by Newton's steps (which decide nothing), and the distance of the approximations is off by at
most the sum of their gradients, floating-point errors included, over lam.

F(theta) = sum_j l(theta; x_j, y_j) + (lam/2) ||theta||^2 with l = log(1 + exp(-y x'theta)), y in {-1, 1}
(logistic), or the Huber loss of y - x'theta with slope at most c.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np
from flint import arb

from ...errors import BadInput
from ...exact import nearest
from ..domain import FloatArray
from .asked import LOGISTIC, Asked, down
from .pairs import Make, Shift
from .ridge import UNIT, Enclosed

MOST: Final = 20_000
"""Records that are asked about at once: every one of them needs all the others."""
CELLS: Final = 4_000_000
STEPS: Final = 60
SIGMOID: Final = 1e-14
"""A bound on the relative error of `sigmoid`: its range reduction is exact up to 2^-53, the Taylor
polynomial of degree 15 leaves less than 2^-60, and some twenty operations add at most 2^-53 each.
"""
LN2_HIGH: Final = 0.6931471803691238
LN2_LOW: Final = 1.9082149292705877e-10
"""log 2 in two parts, of which the first has 32 bits, so that its multiples by small integers are exact."""


Tell = Callable[[str], None]


def silent(words: str) -> None:
    """Nobody is told what is being done."""


def sigmoid(t: FloatArray) -> FloatArray:
    """1/(1 + exp(-t)), by additions, multiplications and one division only, so that its error is known."""
    size = np.minimum(np.abs(t), 700.0)
    k = np.rint(size * -1.4426950408889634)
    r = (-size - k * LN2_HIGH) - k * LN2_LOW
    power = np.ones_like(r)
    for j in range(15, 0, -1):
        power = 1 + power * r / j
    small = np.ldexp(power, k.astype(np.int64))
    return np.asarray(np.where(t >= 0, 1.0, small) / (1 + small))


@dataclass(frozen=True, eq=False)
class Smooth:
    """The data, the loss and the approximate minimiser."""

    x: FloatArray
    y: FloatArray
    asked: Asked
    theta: FloatArray

    @classmethod
    def of(cls, x: FloatArray, y: FloatArray, asked: Asked) -> Smooth:
        """Fit; raises BadInput for labels that the loss does not take."""
        if asked.loss == LOGISTIC and not np.isin(y, (-1.0, 1.0)).all():
            value = y[~np.isin(y, (-1.0, 1.0))][0]
            raise BadInput(f"a target {value:g}", "labels -1 and 1 for the logistic loss", "--loss huber")
        start = cls(x, y, asked, np.zeros(x.shape[1]))
        theta = start.theta
        for _ in range(STEPS):
            gradient = start._gradient(theta[None])[0]
            hessian = start._hessian(theta)
            step = np.linalg.solve(hessian, gradient)
            scale, value = 1.0, start._value(theta)
            while scale > 1e-8 and start._value(theta - scale * step) > value:
                scale /= 2
            theta = theta - scale * step
            if np.linalg.norm(scale * step) <= 1e-15 * (1 + np.linalg.norm(theta)):
                break
        return cls(x, y, asked, theta)

    @property
    def _lam(self) -> float:
        return nearest(self.asked.lam)

    @property
    def _c(self) -> float:
        return nearest(self.asked.width)

    def _value(self, theta: FloatArray) -> float:
        s = self.x @ theta
        if self.asked.loss == LOGISTIC:
            losses = np.logaddexp(0.0, -self.y * s)
        else:
            r = np.abs(self.y - s)
            losses = np.where(r <= self._c, r * r / 2, self._c * (r - self._c / 2))
        return float(losses.sum() + self._lam / 2 * (theta @ theta))

    def _slope(self, y: FloatArray, s: FloatArray) -> FloatArray:
        """d l/d s at s = x'theta."""
        if self.asked.loss == LOGISTIC:
            return -y * sigmoid(-y * s)
        return np.asarray(np.clip(s - y, -self._c, self._c))

    def _bend(self, y: FloatArray, s: FloatArray) -> FloatArray:
        """d2 l/d s2."""
        if self.asked.loss == LOGISTIC:
            p = sigmoid(s)
            return np.asarray(p * (1 - p))
        return (np.abs(s - y) <= self._c).astype(np.float64)

    def _hessian(self, theta: FloatArray) -> FloatArray:
        bend = self._bend(self.y, self.x @ theta)
        return np.asarray((self.x.T * bend) @ self.x + self._lam * np.eye(self.x.shape[1]))

    def _gradient(self, thetas: FloatArray) -> FloatArray:
        """Of the whole objective, one row a theta."""
        slopes = self._slope(self.y[:, None], self.x @ thetas.T)
        return np.asarray(slopes.T @ self.x + self._lam * thetas)

    def _own(self, x: FloatArray, y: FloatArray, thetas: FloatArray) -> FloatArray:
        """The gradient of each record's own loss at its own theta."""
        return np.asarray(self._slope(y, np.einsum("ij,ij->i", x, thetas))[:, None] * x)

    def moved(self, x: FloatArray, y: FloatArray, inside: bool, tell: Tell = silent) -> Enclosed:
        """The distance of the minimisers with and without each record; `tell` gets how many are done."""
        if len(x) > MOST:
            given = f"{len(x)} records with the loss {self.asked.loss}"
            raise BadInput(given, f"at most {MOST} (each needs all others)", "--record I, or --loss squared")
        rows = max(1, CELLS // len(self.x))
        parts = []
        for k in range(0, len(x), rows):
            tell(f"{k} of {len(x)} records")
            parts.append(self._moved(x[k : k + rows], y[k : k + rows], inside))
        return Enclosed(*(np.concatenate([getattr(p, end) for p in parts]) for end in ("low", "high")))

    def _moved(self, x: FloatArray, y: FloatArray, inside: bool) -> Enclosed:
        sign = -1.0 if inside else 1.0
        inverse = np.linalg.inv(self._hessian(self.theta))
        reach = x @ inverse
        bend = sign * self._bend(y, x @ self.theta)
        factor = bend / (1 + bend * np.einsum("ij,ij->i", reach, x))
        thetas = np.tile(self.theta, (len(x), 1))
        best, least = thetas, np.full(len(x), np.inf)
        for _ in range(STEPS):
            gradient = self._gradient(thetas) + sign * self._own(x, y, thetas)
            size = np.linalg.norm(gradient, axis=1)
            better = size < least
            best, least = np.where(better[:, None], thetas, best), np.minimum(size, least)
            if not better.any():
                break
            step = gradient @ inverse
            step = step - (factor * np.einsum("ij,ij->i", gradient, reach))[:, None] * reach
            thetas = np.where(better[:, None], thetas - step, best)
        for i in np.flatnonzero(least > 1e3 * np.median(least)):
            best[i] = self._polished(best[i], x[i], float(y[i]), sign)
        gradient = self._gradient(best) + sign * self._own(x, y, best)
        size = np.linalg.norm(gradient, axis=1) + self._error(best, x, y)
        whole = np.linalg.norm(self._gradient(self.theta[None])[0]) + self._error(self.theta[None])[0]
        far = np.linalg.norm(best - self.theta, axis=1)
        slack = (size + whole) / down(self.asked.lam) * (1 + 64 * UNIT) + 64 * UNIT * far
        return Enclosed(np.maximum(far - slack, 0.0), far + slack)

    def _polished(self, theta: FloatArray, x: FloatArray, y: float, sign: float) -> FloatArray:
        """Newton's steps with the curvature at hand, halved until the gradient falls: where kinks of the
        second derivative keep steps with a fixed matrix from settling.
        """

        def gradient(at: FloatArray) -> FloatArray:
            own = self._slope(np.array([y]), np.array([x @ at]))[0] * x
            return np.asarray(self._gradient(at[None])[0] + sign * own)

        for _ in range(STEPS):
            now = gradient(theta)
            bend = sign * self._bend(np.array([y]), np.array([x @ theta]))[0]
            step = np.linalg.solve(self._hessian(theta) + bend * np.outer(x, x), now)
            scale = 1.0
            while scale > 1e-6 and np.linalg.norm(gradient(theta - scale * step)) >= np.linalg.norm(now):
                scale /= 2
            if scale <= 1e-6:
                break
            theta = theta - scale * step
        return theta

    def _error(
        self, thetas: FloatArray, x: FloatArray | None = None, y: FloatArray | None = None
    ) -> FloatArray:
        """A bound on the norm of the error of each gradient: a margin is a sum of d products; slopes are
        1-Lipschitz and at most L; the gradient is a sum of n products, of one more for a record's own loss,
        and of lam theta.
        """
        d, n = self.x.shape[1], len(self.x)
        size = np.abs(self.x)
        slope = 1.0 if self.asked.loss == LOGISTIC else self._c
        margins = (d + 4) * UNIT * (size @ np.abs(thetas).T + np.abs(self.y)[:, None]) + slope * SIGMOID
        error = margins.T @ size + (n + 5) * UNIT * (slope * size.sum(axis=0) + self._lam * np.abs(thetas))
        if x is not None and y is not None:
            own = (d + 6) * UNIT * (np.einsum("ij,ij->i", np.abs(x), np.abs(thetas)) + np.abs(y) + slope)
            error = error + (own + slope * SIGMOID)[:, None] * np.abs(x)
        return np.asarray(np.linalg.norm(error, axis=1) * (1 + 1e-10))

    def shown(self, x: FloatArray, y: FloatArray) -> tuple[FloatArray, FloatArray]:
        """x'H^-1 x with the Hessian H at the minimiser, and the pseudo-residual -dl/ds."""
        inverse = np.linalg.inv(self._hessian(self.theta))
        return np.einsum("ij,jk,ik->i", x, inverse, x), -self._slope(y, x @ self.theta)


def enclosed(distance: float, asked: Asked) -> Make:
    """The pair of Gaussian noise at this distance, for any precision."""
    return lambda: Shift(arb(asked.gamma).sqrt() * arb(distance))
