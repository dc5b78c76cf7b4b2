"""One posterior sample of ridge regression (OPS): N(th, H^-1/gamma), H = X'X + lam I (Wang 2019, (6)).

What it gives away depends on the data. `PosteriorSample` claims the exact (eps, delta) of one data set and
one record (`perinstance.pairs`), and nothing of any other; `AdaptivePosteriorSample` (AdaOPS) keeps (eps,
delta) for all bounded data, by releasing first what its noise has to depend on.

**Why AdaOPS is private** (neighbours add or remove one record; n is not public; ||x|| <= 1, |y| <= 1). Let
Z be the smaller of two neighbours, [Z, z] the larger. The output is (s1, s2, theta). 1. s1 =
lambda_min(X'X) + sigma1 N. The sensitivity is at most 1: 0 <= xx' <= I (Weyl). With L = s1 - sigma1 q
   - 1, P(N > q) = beta, and lam = max(0, floor - L), b = max(L, floor): except with probability beta, under
   either of the two, lambda_min of Z is at least L, so lambda_min(X'X) + lam >= b for both.
2. Given s1, both use the same lam. s2 = log(1 + ||th||) + sigma2 N. Where step 1 did not fail the sensitivity
   is at most log(1 + 1/b): th1 - th = H1^-1 x r = H^-1 x r1, |r| <= 1 + ||th||, |r1| <= 1 + ||th1||, and
   ||H^-1 x|| <= 1/b. With W = exp(s2 + sigma2 q + log(1 + 1/b)): except with probability beta, 1 + ||th||
   <= W for the th of Z under either.
3. Given s1 and s2, theta is one posterior sample with a gamma for which every pair with mu <= 1/b and |r|
<= W
   keeps its share. mu = x'H^-1 x <= 1/b and |r| <= W hold where steps 1 and 2 did not fail.
Let M' be the mechanism that stops, with a mark, where step 1 or 2 fails for this pair. It has the same law
but for a probability of at most 2 beta, and M'(Z) and M'([Z, z]) compose adaptively: so the mechanism keeps
(eps, delta) where M' keeps (eps, delta - 2 beta).

*simple*: eps/3 and delta/5 for each step, beta = delta/5, the shares of Gaussian noise exact (Balle and Wang
2018), gamma from the closed bound (`Posterior.closed` without its negative term, which grows with mu and r):
gamma mu r^2/2 + sqrt(2 gamma mu l) |r| + mu l <= eps/3 with l = log(5/delta); floor = 6 l/eps leaves it half.
*sharp*: Renyi divergences of all three steps together: a m1^2/2 + a m2^2/2 + D_a(1/b, W), where D_a of one
posterior sample is exact, grows with mu and r, and is the larger of both directions; then Canonne, Kamath and
Steinke 2020, Proposition 12. The order a is one number, fixed before anything is released: divergences of
the three steps add up at one order only, and a step that chose the best order for the b that step 1 released
would not be covered. beta = delta/10.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Literal

import numpy as np
from flint import arb, fmpq

from dptheory.lab.domain import Data, DomainError, FloatArray, fraction, nonnegative, positive
from dptheory.lab.mechanisms.claims import ADD_REMOVE, PrivacyClaim
from dptheory.lab.mechanisms.gaussian import analytic_sigma
from dptheory.lab.mechanisms.interface import Mechanism, Pair, checked_size, outputs_of
from dptheory.lab.special import special

ORDERS: Final = np.concatenate(
    [1 + np.geomspace(1e-2, 10, 60), np.geomspace(11.5, 2000, 40), np.geomspace(2200, 1e8, 80)]
)
"""Renyi orders that are tried; any of them, fixed beforehand, gives a true bound."""
SHARE: Final = 0.3
"""Of the Gaussian shift that (eps, delta) allows by itself, what each of the two first releases gets
(sharp).
"""
CAREFUL: Final = 1 - 1e-9
"""What gamma is multiplied by, for rounding."""


@dataclass(frozen=True, kw_only=True)
class PosteriorSample(Mechanism[Data]):
    """OPS on one data set (x, y) with or without its last record; the claim is the exact eps of that pair.

    Proofs speak of exact real arithmetic (Mironov 2012 on what floating point reveals).

    >>> mechanism = PosteriorSample(x=((1.0,), (0.5,), (1.0,)), y=(1.0, 0.4, -1.0), lam=1.0, delta=0.01)
    >>> round(mechanism.claim.eps, 3)
    3.11
    """

    x: tuple[tuple[float, ...], ...]
    y: tuple[float, ...]
    lam: float = 0.0
    gamma: float = 1.0
    delta: float = 1e-6

    def __post_init__(self) -> None:
        super().__post_init__()
        nonnegative("lam", self.lam)
        positive("gamma", self.gamma)
        fraction("delta", self.delta)
        if self.data.n < 2:
            raise DomainError(f"the data set has {self.data.n} records; needed: at least 2")

    @property
    def data(self) -> Data:
        """The data set with its last record."""
        return Data(np.array(self.x), np.array(self.y))

    @property
    def claim(self) -> PrivacyClaim:
        return PrivacyClaim(self._eps(self.gamma), self.delta, ADD_REMOVE)

    def _eps(self, gamma: float) -> float:
        """The exact eps of the pair, rounded up."""
        from dptheory.lab.perinstance.exposing import member_eps

        data = self.data
        return member_eps(data.x, data.y, self.lam, gamma, self.delta, data.n - 1)

    def worst_pair(self) -> Pair[Data]:
        """The pair itself: the law without the record against the law with it is the larger direction."""
        data = self.data
        without = Data(data.x[:-1], data.y[:-1])
        return Pair(without, data, self._eps(self.gamma / self.noise_factor**2))

    def check(self, data: Data) -> None:
        if not isinstance(data, Data):
            raise DomainError(f"a data set is a {type(data).__name__}; needed: Data of features and labels")
        n, whole = data.n, self.data
        same = n in (whole.n, whole.n - 1) and data.d == whole.d
        if not same or not (np.array_equal(data.x, whole.x[:n]) and np.array_equal(data.y, whole.y[:n])):
            raise DomainError("another data set; needed: that of the claim, with or without its last record")

    def check_neighbours(self, first: Data, second: Data) -> None:
        self.check(first)
        self.check(second)

    def _law(self, data: Data) -> tuple[FloatArray, FloatArray]:
        h = data.x.T @ data.x + self.lam * np.eye(data.d)
        mean: FloatArray = np.asarray(np.linalg.solve(h, data.x.T @ data.y), dtype=np.float64)
        return mean, h * (self.gamma / self.noise_factor**2)

    def sample(self, data: Data, size: int, rng: np.random.Generator) -> FloatArray:
        self.check(data)
        mean, precision = self._law(data)
        upper = np.linalg.cholesky(precision).T
        noise = rng.standard_normal((checked_size(size), data.d))
        return np.asarray(mean + np.linalg.solve(upper, noise.T).T)

    @property
    def has_density(self) -> bool:
        return True

    def log_density(self, data: Data, outputs: FloatArray) -> FloatArray:
        self.check(data)
        mean, precision = self._law(data)
        off = (outputs_of(outputs, data.d) - mean) @ np.linalg.cholesky(precision)
        constant = np.linalg.slogdet(precision)[1] / 2 - data.d / 2 * math.log(2 * math.pi)
        return np.asarray(constant - np.sum(off * off, axis=1) / 2)


@dataclass(frozen=True)
class AdaptiveCalibration:
    """What AdaOPS is made with: the two noises as shifts (sensitivity over deviation), the quantile q, the
    floor of the eigenvalue, and the one Renyi order at which all three steps are added up (sharp; 0 for
    simple).
    """

    shift1: float
    shift2: float
    quantile: float
    floor: float
    order: float = 0.0


@dataclass(frozen=True, kw_only=True)
class AdaptivePosteriorSample(Mechanism[Data]):
    """AdaOPS (Wang 2019, Algorithm 1; its printed constants are lost): (eps, delta) for all data with ||x||
    <= 1, |y| <= 1, neighbours by adding or removing a record; `clipped` makes such data. Released are
    lambda_min and log(1 + ||th||), both noisy, and the sample.

    Proofs speak of exact real arithmetic (Mironov 2012 on what floating point reveals).

    >>> mechanism = AdaptivePosteriorSample(eps=1.0, delta=1e-5)
    >>> data = Data(np.eye(2)[[0, 1] * 4000], [1.0, -1.0] * 4000)
    >>> mechanism.release(data, np.random.default_rng(0)).shape
    (4,)
    """

    eps: float
    delta: float
    form: Literal["simple", "sharp"] = "sharp"

    def __post_init__(self) -> None:
        super().__post_init__()
        positive("eps", self.eps)
        fraction("delta", self.delta)
        if self.form not in ("simple", "sharp"):
            raise DomainError(f"form is {self.form!r}; needed: 'simple' or 'sharp'")

    @property
    def claim(self) -> PrivacyClaim:
        return PrivacyClaim(self.eps, self.delta, ADD_REMOVE)

    @cached_property
    def calibration(self) -> AdaptiveCalibration:
        """The constants, from eps and delta alone."""
        ndtri = special().ndtri
        if self.form == "simple":
            shift = 1 / analytic_sigma(self.eps / 3, self.delta / 5, 1.0)
            quantile = -float(ndtri(self.delta / 5))
            return AdaptiveCalibration(shift, shift, quantile, 6 * math.log(5 / self.delta) / self.eps)
        left = 0.8 * self.delta
        shift = SHARE / analytic_sigma(self.eps, left, 1.0)
        floor = 2 * (1 + 2 * math.log(1 / left) / self.eps)
        room = self._renyi_room(ORDERS, shift, shift) / ORDERS
        order = float(ORDERS[int(np.where((ORDERS - 1) / floor < 0.9, room, 0.0).argmax())])
        return AdaptiveCalibration(shift, shift, -float(ndtri(self.delta / 10)), floor, order)

    def _renyi_room(self, order: FloatArray, shift1: float, shift2: float) -> FloatArray:
        """What the two noises leave of eps for the Renyi divergence of the sample, at each order."""
        left = 0.8 * self.delta
        gained = np.log1p(-1 / order) - (math.log(left) + np.log(order)) / (order - 1)
        return np.asarray(self.eps - gained - order * (shift1**2 + shift2**2) / 2)

    def precision(self, b: FloatArray, bound: FloatArray) -> FloatArray:
        """gamma for samples with lambda_min(H) >= b and |r| <= bound."""
        if self.form == "simple":
            level = math.log(5 / self.delta)
            u = math.sqrt(2 * level)
            rest = self.eps / 3 - level / b
            move = np.sqrt(2 * level + 2 * rest) - u
            return np.asarray((move / bound) ** 2 * b * CAREFUL)
        return np.asarray(self._renyi_rho(b) ** 2 / bound**2 * CAREFUL)

    def _renyi_rho(self, b: FloatArray) -> FloatArray:
        """The largest sqrt(gamma) |r| that the Renyi divergence at the calibration's order allows: what is
        left there is linear in its square.
        """
        made, mu = self.calibration, 1 / np.asarray(b)
        a = made.order
        room = 1 - (a - 1) * mu
        spread = -np.log1p(mu) / 2 - np.log(room) / (2 * (a - 1))
        left = self._renyi_room(np.array(a), made.shift1, made.shift2) - spread
        return np.asarray(np.sqrt((left * 2 * (1 + mu) * room / (a * mu)).clip(0.0)))

    def check(self, data: Data) -> None:
        if not isinstance(data, Data):
            raise DomainError(f"a data set is a {type(data).__name__}; needed: Data of features and labels")

    def check_neighbours(self, first: Data, second: Data) -> None:
        self.check(first)
        self.check(second)
        longer, shorter = (first, second) if first.n > second.n else (second, first)
        if longer.n != shorter.n + 1 or longer.d != shorter.d:
            sizes = f"the data sets have {first.n} and {second.n} records"
            raise DomainError(f"{sizes}; needed: one record more (add-remove)")
        one, other = (np.column_stack([data.x, data.y]) for data in (longer, shorter))
        same = (one[:-1] == other).all(axis=1)
        start = int(np.argmin(same)) if not same.all() else shorter.n
        if not np.array_equal(one[start + 1 :], other[start:]):
            raise DomainError("the data sets differ in more than one record; needed: one more (add-remove)")

    def worst_pair(self) -> Pair[Data]:
        """Records that agree, and one that contradicts them, on the line: every sensitivity is nearly
        attained. The loss of the pair is not known in closed form.
        """
        n = 1 + math.ceil(self.calibration.floor)
        first = Data(np.ones((n, 1)), np.ones(n))
        return Pair(first, Data(np.ones((n + 1, 1)), np.append(np.ones(n), -1.0)))

    def sample(self, data: Data, size: int, rng: np.random.Generator) -> FloatArray:
        self.check(data)
        known = _Spectrum.of(data)
        noise = rng.standard_normal((checked_size(size), 2 + data.d))
        scale1 = self.noise_factor / self.calibration.shift1
        s1 = known.values[0] + scale1 * noise[:, 0]
        lam, b = self._regularised(s1)
        mean = known.mean(lam)
        s2 = np.log1p(np.linalg.norm(mean, axis=1)) + self._scale2(b) * noise[:, 1]
        spread = self.noise_factor / np.sqrt(known.heavy(lam) * self._gamma(b, s2)[:, None])
        return np.column_stack([s1, s2, (mean + spread * noise[:, 2:]) @ known.vectors.T])

    @property
    def has_density(self) -> bool:
        return True

    def log_density(self, data: Data, outputs: FloatArray) -> FloatArray:
        self.check(data)
        known = _Spectrum.of(data)
        out = outputs_of(outputs, 2 + data.d)
        s1, s2 = out[:, 0], out[:, 1]
        lam, b = self._regularised(s1)
        mean = known.mean(lam)
        first = _normal(s1 - known.values[0], np.full(len(s1), self.noise_factor / self.calibration.shift1))
        second = _normal(s2 - np.log1p(np.linalg.norm(mean, axis=1)), self._scale2(b))
        spread = self.noise_factor / np.sqrt(known.heavy(lam) * self._gamma(b, s2)[:, None])
        third = _normal(out[:, 2:] @ known.vectors - mean, spread).sum(axis=1)
        return np.asarray(first + second + third)

    def _regularised(self, s1: FloatArray) -> tuple[FloatArray, FloatArray]:
        """lam and b; with the scale that the mechanism is made with, whatever noise a twin has."""
        made = self.calibration
        low = s1 - made.quantile / made.shift1 - 1
        return np.maximum(0.0, made.floor - low), np.maximum(low, made.floor)

    def _scale2(self, b: FloatArray) -> FloatArray:
        return np.asarray(self.noise_factor * np.log1p(1 / b) / self.calibration.shift2)

    def _gamma(self, b: FloatArray, s2: FloatArray) -> FloatArray:
        made, step = self.calibration, np.log1p(1 / b)
        return self.precision(b, np.exp(s2 + made.quantile * step / made.shift2 + step))


@dataclass(frozen=True, eq=False)
class _Spectrum:
    """X'X = V diag(values) V', values ascending, and X'y in these coordinates."""

    values: FloatArray
    vectors: FloatArray
    moment: FloatArray

    @classmethod
    def of(cls, data: Data) -> _Spectrum:
        values, vectors = np.linalg.eigh(data.x.T @ data.x)
        return cls(np.maximum(values, 0.0), vectors, vectors.T @ (data.x.T @ data.y))

    def heavy(self, lam: FloatArray) -> FloatArray:
        """The eigenvalues of H, one row a lam."""
        return np.asarray(self.values + lam[:, None])

    def mean(self, lam: FloatArray) -> FloatArray:
        """th in these coordinates, one row a lam."""
        return np.asarray(self.moment / self.heavy(lam))


def _normal(off: FloatArray, scale: FloatArray) -> FloatArray:
    return np.asarray(-((off / scale) ** 2) / 2 - np.log(scale) - math.log(2 * math.pi) / 2)


def clipped(x: FloatArray, y: FloatArray) -> Data:
    """Data inside the bounds: rows scaled down to norm 1, targets cut at -1 and 1. Each record by itself,
    so that neighbours stay neighbours.
    """
    norms = np.linalg.norm(x, axis=1, keepdims=True)
    return Data(x / np.maximum(norms, 1.0), np.clip(y, -1.0, 1.0))


def enough(mechanism: AdaptivePosteriorSample, b: float, bound: float) -> bool:
    """Whether Arb affirms what the proof needs of gamma for samples with lambda_min(H) >= b, |r| <= bound:
    for *simple* that the exact eps at delta/5 is at most eps/3; for *sharp* that at the calibration's order
    the sum converts to eps.

    >>> enough(AdaptivePosteriorSample(eps=1.0, delta=1e-5, form="simple"), 500.0, 3.0)
    True
    """
    from dptheory.lab.perinstance.pairs import Posterior

    gamma = float(mechanism.precision(np.array([b]), np.array([bound]))[0])
    pair = Posterior(1 / arb(b), arb(gamma).sqrt() * arb(bound))
    delta = fmpq(*mechanism.delta.as_integer_ratio())
    if mechanism.form == "simple":
        return bool(pair.delta(arb(mechanism.eps) / 3) <= arb(delta) / 5)
    made, left = mechanism.calibration, arb(delta * fmpq(4, 5))
    shifts, a = (arb(made.shift1) ** 2 + arb(made.shift2) ** 2) / 2, arb(made.order)
    total = a * shifts + pair.renyi(a) + (1 - 1 / a).log() - (left * a).log() / (a - 1)
    return bool(total <= arb(mechanism.eps))
