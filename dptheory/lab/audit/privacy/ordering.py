"""Which outcomes of two counts are more extreme than others: the function T of `ratio`."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from dptheory.lab.domain import DomainError, FloatArray, count


@dataclass(frozen=True)
class Counts:
    """`k` of `n` outputs on S and `l` of `m` on S' fell into the event.

    >>> Counts(50, 100, 7, 100).swapped
    Counts(k=7, n=100, l=50, m=100)
    """

    k: int
    n: int
    l: int  # noqa: E741 - the field's letter
    m: int

    def __post_init__(self) -> None:
        for successes, trials in ((self.k, self.n), (self.l, self.m)):
            if count("successes", successes, 0) > count("trials", trials):
                raise DomainError(f"{successes} successes; needed: at most the {trials} trials")

    @property
    def swapped(self) -> Counts:
        """The same with the data sets exchanged."""
        return Counts(self.l, self.m, self.k, self.n)


@dataclass(frozen=True)
class Order:
    """T(a, b): about the lower limit of log((p - delta) / q) by the normal law, from a of n and b of m.

    `z` is the normal quantile of the confidence; any z > 0 is valid.

    >>> order = Order(100, 100, 0.0, 1.6)
    >>> bool(order(np.array(51.0), np.array(7.0)) > order(np.array(50.0), np.array(7.0)))
    True
    """

    n: int
    m: int
    delta: float
    z: float

    @property
    def added(self) -> float:
        """What is added to b: enough to make T decrease in it."""
        return max(1.0, self.z**2 / 2)

    def __call__(self, a: FloatArray, b: FloatArray) -> Any:
        """T; -inf where a / n <= delta.

        It increases in a: p (1 - p) / (p - delta)^2 has log-derivative 1/p - 1/(1 - p) - 2/(p - delta) < 0.
        It decreases in b. Write c for `added`, s = b + c and v = 1/s - 1/(m + 2c). The derivative is at most
        z / (2 s^2 sqrt(v)) - 1/s, negative if z^2/4 < s^2 v = s (m + c - b)/(m + 2c). That is concave in b
        and equals c (m + c)/(m + 2c) > c/2 >= z^2/4 at both ends.
        """
        p = np.minimum(a, self.n - 0.5) / self.n
        s, whole = b + self.added, self.m + 2 * self.added
        above = np.maximum(p - self.delta, 1e-100)
        spread = p * (1 - p) / (self.n * above**2) + 1 / s - 1 / whole
        value = np.log(above * whole / s) - self.z * np.sqrt(spread)
        return np.where(p > self.delta, value, -np.inf)

    def at(self, counts: Counts) -> float:
        """T of the counts that were seen."""
        return float(self(np.asarray(float(counts.k)), np.asarray(float(counts.l))))

    def bounding(self, a: FloatArray, observed: float) -> FloatArray:
        """c(a): the largest b with T(a, b) >= observed, -1 if there is none; by bisection on the integers.

        A little is added on the safe side for rounding.
        """
        least, most = np.full(a.shape, -1.0), np.full(a.shape, self.m + 1.0)
        for _ in range(int(math.log2(self.m + 2)) + 2):
            middle = np.floor((least + most) / 2)
            inside = self(a, middle.clip(0, self.m)) >= observed - 1e-9
            inside = (inside | (middle < 0)) & (middle <= self.m)
            least, most = np.where(inside, middle, least), np.where(inside, most, middle)
            if bool((most - least <= 1).all()):
                break
        return np.asarray(least)

    def boundary(self, observed: float, q: FloatArray) -> FloatArray:
        """For each q about the p at which T reaches `observed` with the probability that z stands for.

        There log((p - delta) / q) is about what was observed, since z was taken off already. For small q, b
        is 0 and a must reach the least value with T(a, 0) >= observed.
        """
        p = self.delta + q * np.exp(min(observed, 700.0))
        a = np.arange(self.n + 1.0) if self.n < 64 else np.unique(np.linspace(0, self.n, 65).round())
        while True:
            enough = self(a, np.zeros_like(a)) >= observed
            first = int(np.argmax(enough))
            if first == 0 or a[first] - a[first - 1] <= 1:
                break
            a = np.unique(np.linspace(a[first - 1], a[first], 65).round())
        least = float(a[first])
        least += self.z**2 / 2 - self.z * math.sqrt(least + self.z**2 / 4)
        return np.asarray(np.clip(np.maximum(p, least / self.n), 0.5 / self.n, 1 - 0.5 / self.n))
