"""What the number of right guesses about fair coins shows of a mechanism that saw them, from its only output.

Each of m independent fair coins is seen by the mechanism. From its output alone r coins, chosen and guessed
by whatever rule, are guessed; N guesses are right. Two limits of P[N >= v] are used, and where either is at
most the level, what was assumed of the mechanism is rejected: the least v at which that happens is reached
with no more chance than the level, so that two limits of one probability cost no more than one.

A. (Steinke, Nasr and Jagielski 2023, Privacy Auditing with One (1) Training Run, Theorem 5.2.) If the output
is (eps, delta)-private under the change of one coin, then with q = e^eps / (1 + e^eps), W ~ Bin(r, q), f(x) =
P[W >= x],

    P[N >= v] <= f(v) + 2 m delta max over i in 1..m of (f(v - i) - f(v)) / i.

B. (Mahloujifar, Melis and Chaudhuri 2024, Auditing f-Differential Privacy in One Run, whose recursion this
is.) Let F be nondecreasing and concave, with P[E | x] <= F(P[E | x']) for all events E of the output and all
coins x, x' that differ in one place (F = 1 - f for a trade-off function f). Write H_c = E[N; N >= c] and R_c
= E[r - N; N >= c]. Then

    H_c / m <= F(R_{c-1} / m)   for c = 1..r.

Proof. Let N_i be the number of right guesses about coins other than the i-th. Given these coins, that coin i
is guessed to be a and N_i >= c - 1 is an event of the output; its chance where coin i is a is at most F of
its chance where it is not. Average over a, i and the other coins, with F inside by Jensen's inequality: on
the left stands the mean over i of P[guess i right, N >= c], which is H_c / m; inside F that of P[guess i made
and wrong, N >= c - 1], which is R_{c-1} / m.

With T_c = P[N >= c] and S_c = T_{c+1} + ... + T_r, summation by parts gives H_c = c T_c + S_c and R_{c-1} =
(r - c + 1) T_{c-1} - S_{c-1}. Let G(y) be the least x in [0, 1] with F(x) >= y. So

    T_{c-1} >= max(T_c, (T_c + S_c + m G((c T_c + S_c) / m)) / (r - c + 1)),   S_{c-1} = S_c + T_c,

and the right sides grow with T_c and S_c. Start from T_v = t and S_v = 0, the least that P[N >= v] >= t
allows: if T_0 comes out above 1, then P[N >= v] < t. T_0 falls as F grows.

Where delta = 0, A is attained by randomised response and B is a little weaker, for it starts as if no more
than v guesses could be right. Where delta > 0, A pays m delta for the guesses that it takes, B only in its
first terms.

What makes a limit of either. Claims with a growing parameter are tested on a grid in this order, each at the
whole level, up to the first that is not rejected. If the mechanism keeps one of them, it keeps all that
follow. A false rejection needs one of the first such parameter on the grid, and its test errs with
probability at most the level: so the last parameter that is rejected is below the true one with the stated
confidence.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from dptheory.lab.domain import FloatArray
from dptheory.lab.special import special

STEP: Final = 0.005
LARGEST: Final = 20.0
"""The grid of eps and of mu."""

ROUNDING: Final = 1e-12
"""By so much every probability is moved to the safe side, the first ones of a recursion relatively: more than
the errors of the incomplete beta function, of the normal law and of one step in double precision.
"""

Inverse = Callable[[float], float]
"""G of the statement: from a chance to the least one on the other side."""


def chance_at_most(m: int, r: int, v: int, eps: float, delta: float) -> float:
    """An upper limit of the chance of v or more right among r guesses, under (eps, delta)-privacy, by A.

    >>> round(chance_at_most(10, 10, 10, 0.0, 0.0) * 2**10, 6)
    1.0
    """
    q = 1 / (1 + math.exp(-eps))
    tail = _tail(r, np.arange(v, v - m - 1, -1), q)
    slope = float(((tail[1:] - tail[0]) / np.arange(1, m + 1)).max())
    return min(1.0, float(tail[0]) + 2 * m * delta * max(0.0, slope) + ROUNDING)


def _tail(r: int, x: Any, q: float) -> FloatArray:
    """P[Bin(r, q) >= x]."""
    inner = (x >= 1) & (x <= r)
    safe = np.where(inner, x, 1).astype(float)
    value = special().betainc(safe, r - safe + 1, q)
    return np.asarray(np.where(inner, value, np.where(x < 1, 1.0, 0.0)))


def approximate(eps: float, delta: float) -> Inverse:
    """G of (eps, delta)-privacy: F(x) = min(1, delta + e^eps x, 1 - e^-eps (1 - delta - x)).

    >>> approximate(0.0, 0.25)(0.75)
    0.5
    """
    e, more = math.exp(eps), math.expm1(eps)
    return lambda y: max(0.0, (y - delta) / e, e * y - more - delta)  # 1 - y would lose what is small


def gaussian(mu: float) -> Inverse:
    """G of mu-Gaussian privacy: F(x) = Phi(Phi^-1(x) + mu) (Dong, Roth and Su 2022).

    >>> round(gaussian(1.0)(0.5), 6)
    0.158655
    """
    found = special()
    return lambda y: float(found.ndtr(found.ndtri(min(y, 1.0)) - mu))


def less_than(m: int, r: int, v: int, level: float, inverse: Inverse) -> bool:
    """Whether v or more of r guesses are right with less chance than the level, by B.

    >>> less_than(10, 10, 10, 0.01, approximate(0.0, 0.0)), less_than(10, 10, 10, 0.01, approximate(1.0, 0.0))
    (True, False)
    """
    here, beyond = level * (1 - 1e-9), 0.0
    if v > r:
        return True
    for c in range(v, 0, -1):
        above = here + beyond
        other = inverse((c * here + beyond) / m) * (1 - ROUNDING)
        here, beyond = max(here, (above + m * other) / (r - c + 1) * (1 - ROUNDING)), above
        if here > 1:
            return True
    return False


@dataclass(frozen=True)
class ApproximateClaims:
    """The claims (eps, delta) for one delta; A and B together."""

    delta: float
    name: str = "eps"

    def last(self, m: int, r: int, v: int, level: float, claimed: float) -> float | None:
        """The last eps of the grid that is rejected, testing upwards; None if none is."""
        values = grid(claimed)
        place = _first_kept(values, lambda eps: less_than(m, r, v, level, approximate(eps, self.delta)))
        while place < len(values) and chance_at_most(m, r, v, values[place], self.delta) <= level:
            place += 1
        return values[place - 1] if place else None


@dataclass(frozen=True)
class GaussianClaims:
    """The claims of mu-Gaussian privacy; B alone."""

    name: str = "mu"

    def last(self, m: int, r: int, v: int, level: float, claimed: float) -> float | None:
        """The last mu of the grid that is rejected, testing upwards; None if none is."""
        values = grid(claimed)
        place = _first_kept(values, lambda mu: less_than(m, r, v, level, gaussian(mu)))
        return values[place - 1] if place else None


def grid(claimed: float) -> list[float]:
    """The parameters that are tested; the claimed one is one of them."""
    return sorted({*np.arange(0, LARGEST + STEP, STEP).tolist(), claimed})


def _first_kept(values: list[float], rejected: Callable[[float], bool]) -> int:
    """The place of the first value that is not rejected; none after it is."""
    low, high = 0, len(values)
    while low < high:
        middle = (low + high) // 2
        low, high = (middle + 1, high) if rejected(values[middle]) else (low, middle)
    return low


def eps_lower(m: int, r: int, v: int, delta: float, level: float, claimed: float = 0.0) -> float:
    """A lower limit of eps at delta; 0 if none is rejected.

    >>> eps_lower(100, 100, 100, 0.0, 0.05) > 3 > eps_lower(100, 100, 75, 0.0, 0.05) > 0.5
    True
    """
    return ApproximateClaims(delta).last(m, r, v, level, claimed) or 0.0


def mu_lower(m: int, r: int, v: int, level: float, claimed: float = 0.0) -> float:
    """A lower limit of mu; 0 if none is rejected.

    Less than the 3.77 that a hundred right guesses of independent runs would give, 2Φ⁻¹(0.05^(1/100)): in one
    run all guesses may be right together.

    >>> 3.77 > mu_lower(100, 100, 100, 0.05) > 1.6 > mu_lower(100, 100, 75, 0.05) > 0.3
    True
    """
    return GaussianClaims().last(m, r, v, level, claimed) or 0.0
