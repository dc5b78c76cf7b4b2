"""Leverages and residuals of ridge regression, enclosed record by record.

X'X, X'y and what is solved from them are enclosed by Arb from the exact doubles of the table (`gram`). For
each record the rest is a product of its row with a small matrix: in floating point with an error bound that
is computed beside it (a sum of d products has an error of at most (d + 3) 2^-53 times the sum of their
sizes, conversion included; 1 % is added for second orders), or by Arb at any precision where that is not
enough.

With h = x'H1^-1 x and r1 = y - x'th1 of a record that is in the data, what the data without it say of it is
mu = h/(1 - h) and r = r1/(1 - h) (Sherman-Morrison); for a new record mu = x'H^-1 x, r = y - x'th.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from flint import arb, arb_mat, ctx, fmpq

from ...errors import BadInput
from ..domain import FloatArray
from .certified import Ball
from .gram import Gram, Solved, doubles, solved
from .pairs import Make, Posterior, Shift

UNIT: Final = 1.01 * 2.0**-53
BITS: Final = 256
TINY: Final = 1e-300


@dataclass(frozen=True, eq=False)
class Enclosed:
    """low <= number <= high, record by record."""

    low: FloatArray
    high: FloatArray

    @property
    def ball(self) -> Ball:
        """Middles and radii, the radii rounded up."""
        middle = self.low / 2 + self.high / 2
        radius = np.maximum(self.high - middle, middle - self.low)
        return middle, radius * (1 + 1e-15) + np.abs(middle) * 2.0**-52 + TINY

    def map_up(self, factor: float) -> Enclosed:
        """Widened by a relative error."""
        return Enclosed(self.low * (1 - factor), self.high * (1 + factor))


@dataclass(frozen=True, eq=False)
class Ridge:
    """A fit of the features x to the target y."""

    gram: Gram
    lam: fmpq
    fit: Solved

    @classmethod
    def of(cls, x: FloatArray, y: FloatArray, lam: fmpq) -> Ridge:
        """Fit; raises BadInput where H is singular."""
        if lam == 0 and x.shape[1] > x.shape[0]:
            raise BadInput(
                f"{x.shape[1]} features and {x.shape[0]} records without lam",
                "lam > 0, or at least as many records as features",
                "--lam 1",
            )
        gram = Gram.of(np.column_stack([x, y]))
        return cls(gram, lam, solved(gram, lam, BITS))

    @property
    def theta(self) -> FloatArray:
        """The minimiser, to double precision."""
        return doubles(arb_mat([[t] for t in self.fit.theta]))[:, 0]

    def leverage(self, x: FloatArray) -> Enclosed:
        """x'H^-1 x = ||Cx||^2."""
        values, errors = _products(x, doubles(self.fit.factor))
        size = np.abs(values)
        slack = (x.shape[1] + 4) * UNIT
        low = np.sum(np.maximum(size - errors, 0.0) ** 2, axis=1) * (1 - slack)
        return Enclosed(low, np.sum((size + errors) ** 2, axis=1) * (1 + slack))

    def influence(self, x: FloatArray) -> Enclosed:
        """||H^-1 x||."""
        values, errors = _products(x, doubles(self.fit.inverse))
        size = np.abs(values)
        slack = (x.shape[1] + 4) * UNIT
        low = np.sqrt(np.sum(np.maximum(size - errors, 0.0) ** 2, axis=1)) * (1 - slack)
        return Enclosed(low, np.sqrt(np.sum((size + errors) ** 2, axis=1)) * (1 + slack))

    def residual(self, x: FloatArray, y: FloatArray) -> Enclosed:
        """|y - x'theta|."""
        theta = self.theta
        value = np.abs(y - x @ theta)
        error = (x.shape[1] + 5) * UNIT * (np.abs(y) + np.abs(x) @ np.abs(theta)) + TINY
        return Enclosed(np.maximum(value - error, 0.0), value + error)

    def at(self, bits: int) -> Solved:
        """What is solved, at a higher precision."""
        return self.fit if bits <= BITS else solved(self.gram, self.lam, bits)


def _products(x: FloatArray, matrix: FloatArray) -> tuple[FloatArray, FloatArray]:
    """matrix x for every row x, and a bound on the error of each coordinate."""
    error = (x.shape[1] + 4) * UNIT * (np.abs(x) @ np.abs(matrix).T)
    return x @ matrix.T, error + TINY


@dataclass(frozen=True, eq=False)
class Members:
    """Records and what the fit says of them; `inside` says that they are in the fitted data, so that what
    counts is the fit without them.
    """

    ridge: Ridge
    x: FloatArray
    y: FloatArray
    inside: bool

    def numbers(self) -> tuple[Enclosed, Enclosed]:
        """Out-of-sample leverage mu and |residual| r."""
        h, r = self.ridge.leverage(self.x), self.ridge.residual(self.x, self.y)
        if not self.inside:
            return h, r
        low, high = 1 - h.high, 1 - h.low
        self._separable(low, h)
        with np.errstate(divide="ignore"):
            mu = Enclosed(h.low / high, np.where(low > 0, h.high / low, np.inf)).map_up(4 * UNIT)
            left = Enclosed(r.low / high, np.where(low > 0, r.high / low, np.inf)).map_up(4 * UNIT)
        return mu, left

    def shown(self) -> tuple[FloatArray, FloatArray]:
        """Leverage and residual as the fit has them: in-sample for members, else out-of-sample; for the
        eye.
        """
        return self.ridge.leverage(self.x).ball[0], self.y - self.x @ self.ridge.theta

    def _separable(self, low: FloatArray, h: Enclosed) -> None:
        """BadInput for a record without which H is singular: only where lam = 0 and its leverage is 1."""
        if self.ridge.lam != 0:
            return
        for i in np.flatnonzero(low <= 0):
            with ctx.workprec(BITS):
                if not self._leverage(int(i), self.ridge.fit) < 1:
                    raise BadInput(
                        f"record {i}, without which X'X + lam I is singular",
                        "lam > 0, or more records that have its features",
                        "--lam 1",
                    )

    def _row(self, i: int) -> arb_mat:
        return arb_mat([[arb(value)] for value in self.x[i].tolist()])

    def _leverage(self, i: int, fit: Solved) -> arb:
        return _square(fit.factor * self._row(i))

    def exact(self, i: int) -> tuple[arb, arb, arb]:
        """mu, |r| and ||H^-1 x|| of the data without the record (for new ones: of the data), at the working
        precision.
        """
        fit, row = self.ridge.at(ctx.prec + 64), self._row(i)
        h, influence = self._leverage(i, fit), _square(fit.inverse * row).sqrt()
        value = arb(float(self.y[i])) - sum(
            (arb(float(a)) * t for a, t in zip(self.x[i], fit.theta, strict=True)), arb(0)
        )
        if not self.inside:
            return h, abs(value), influence
        left = 1 - h
        return h / left, abs(value) / left, influence / left

    def posterior(self, i: int, gamma: fmpq) -> Make:
        """The pair of one posterior sample."""

        def make() -> Posterior:
            mu, r, _ = self.exact(i)
            return Posterior(arb(0) if not self.x[i].any() else mu, arb(gamma).sqrt() * r)

        return make

    def moved(self, i: int, gamma: fmpq, fisher: bool) -> Make:
        """The pair of Gaussian noise of a fixed law: N(0, I/gamma), or N(0, H^-1/gamma) with H held fixed.

        ||th - th1|| is |r| ||H1^-1 x||, which for a member is r times the influence in the data with it; in
        the norm of H it is |r| sqrt(mu)/(1 + mu) for a new record, |r| sqrt(x'H1^-1 x) for a member.
        """

        def make() -> Shift:
            mu, r, influence = self.exact(i)
            rest = 1 / (1 + mu)
            reach = influence * rest
            if fisher:
                reach = (mu * rest).sqrt() if self.inside else mu.sqrt() * rest
            return Shift(arb(gamma).sqrt() * r * (reach if self.x[i].any() else arb(0)))

        return make


def _square(column: arb_mat) -> arb:
    total = arb(0)
    for value in column.entries():
        total += value * value
    return total


def fixed_shift(records: Members, gamma: float, fisher: bool) -> Enclosed:
    """The size of that shift, enclosed; gamma is a double within 2^-52 of what was asked."""
    mu, r = records.numbers()
    if fisher:
        reach = _fisher(mu, records.inside)
    else:
        influence = records.ridge.influence(records.x)
        if records.inside:  # influence is that of the data with the record: r ||H1^-1 x||
            reach = influence
        else:
            reach = Enclosed(influence.low / (1 + mu.high), influence.high / (1 + mu.low))
    root = float(np.sqrt(gamma))
    return Enclosed(root * r.low * reach.low, root * r.high * reach.high).map_up(16 * UNIT)


def _fisher(mu: Enclosed, inside: bool) -> Enclosed:
    """sqrt(mu/(1 + mu)) increases; sqrt(mu)/(1 + mu) is bounded by its two parts."""
    if inside:
        return Enclosed(np.sqrt(mu.low / (1 + mu.low)), np.sqrt(mu.high / (1 + mu.high)))
    return Enclosed(np.sqrt(mu.low) / (1 + mu.high), np.sqrt(mu.high) / (1 + mu.low))
