"""The exact trade-off between eps and delta for one data set and one record.

One posterior sample (OPS; Wang 2019, (6)) draws theta from N(th, H^-1/gamma), H = X'X + lam I, th = H^-1 X'y.
Let P be its law on Z, Q its law on Z with the record (x, y) added: H1 = H + xx', th1 = H1^-1 (X'y + xy).

**Reduction to one dimension.** With F(t) = (1/2)(t - th)'H(t - th) the objective on [Z, z] is F(t) +
(1/2)(y - x't)^2 up to a constant, and it is also (1/2)(t - th1)'H1(t - th1) + c. At t = th1 the first is
r^2/(2(1 + mu)), where r = y - x'th and mu = x'H^-1 x (its least value along th + H^-1 x s, s real, which
contains th1). With det H1 = (1 + mu) det H the loss is therefore

    log p/q = -(1/2) log(1 + mu) + (gamma/2)(y - x'theta)^2 - gamma r^2/(2(1 + mu)):

it depends on theta only through the residual y - x'theta. So every divergence of P and Q is that of the laws
of t = sqrt(gamma/mu) (y - x'theta), which are normal: with v = 1 + mu and a = sqrt(gamma/mu) r,

    t ~ N(a, 1) under P,   t ~ N(a/v, 1/v) under Q,   log p/q = mu t^2/2 - log(v)/2 - mu a^2/(2v).

Nothing but mu and a matters; the sign of a does not either. `Posterior` holds mu and rho = sqrt(gamma) |r| =
sqrt(mu) |a|.

**Trade-off.** delta(eps) is sup over events of P(S) - e^eps Q(S), attained at {log p/q > eps} = {|t| > T}
with T^2 = (2 eps + log v)/mu + a^2/v; in the other direction at {|t| < T'}, T'^2 = (log v - 2 eps)/mu +
a^2/v, which is empty from eps = log(v)/2 + mu a^2/(2v) on: there that direction loses nothing at all.

The kernel has checked both curves and that they are attained (`wang2019.ops.curve`).

**Which direction is larger.** delta_PQ(eps) >= delta_QP(eps) for every eps >= 0. No number depends on it,
since both directions are affirmed. The inequalities between numbers are derived
(`wang2019.ops.larger.step`); what is left is in words, as the kernel's logic has no integrals. Let D be the
difference, w = sqrt(v), C = a^2/v + log(v)/mu, so that T^2 + T'^2 = 2C and T^2 - T'^2 = 4 eps/mu, and A(eps)
= P(|t| > T) - Q(|t| < T'): the chances of a loss of at least eps, in one direction and in the other. Then
e^-eps D has the derivative -e^-eps A; D(0) = 0 (total variation), and D >= 0 from the largest loss on, where
one slack is 0. It suffices that A, where it is not negative, stays so: then D >= 0 before, rising from 0, or
after, falling to what is not negative. (i) Where T + wT' <= a + a/w, A >= 0: Q(|t| < T') <= Phi(wT' - a/w) <=
Phi(a - T) <= P(|t| > T). T + wT' falls as eps grows, so this is so from some eps on. (ii) Before, T + T' >=
2(T + wT')/(1 + w) > 2a/w >= 4a/(1 + v), as T' <= T and 2w <= 1 + v. There A grows: its derivative is a
positive multiple of cosh(aT')/T' exp((1 + v)(T^2 - T'^2)/4) - cosh(aT)/T, and a(T - T') <= (1 + v)(T^2 -
T'^2)/4, log cosh has slope at most 1, and T' <= T.

**Monotone.** For fixed mu, delta_PQ increases with |a|: its derivative is (mu/v)(p(T) - p(-T)); so does
delta_QP, with T' for T. For fixed gamma r^2 = rho^2 the derivative by mu is a positive multiple of p(T)(v U
- mu rho) + p(-T)(v U + mu rho), U = sqrt(mu) T, and of the same with U' = sqrt(mu) T' in the other direction
(the laws of sqrt(mu) t are N(rho, mu) and N(rho/v, mu/v), the derivative of the density of N(m, s) by s is
half its second derivative, and the ends of the event add nothing). So delta_PQ grows where v^2 (2 eps + log
v) >= (mu^2 - v) rho^2. It need not where mu is large and eps below the mean loss. And delta_QP grows where v
U' >= mu rho; elsewhere it is at most Q(t < T') <= P(g > (1 - mu) rho/sqrt(mu v)), g standard normal.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Protocol

from flint import arb

FAR: Final = 14
"""Beyond so many deviations a normal tail is bounded, not evaluated: exp(-98) < 2^-141."""

FARTHER: Final = 40
"""From here on a tail is written with its exponential apart."""


class InstancePair(Protocol):
    """Two laws, without and with a record."""

    def delta(self, eps: arb) -> arb:
        """The larger of both directions: the least delta at which the pair keeps eps."""
        ...


def tail(x: arb) -> arb:
    """P(N(0, 1) > x); far out as exp(-x^2/2) U(1/2, 1/2, x^2/2)/(2 sqrt(pi)) (Abramowitz and Stegun 7.1.2,
    13.6.39), where erfc itself is only bounded.

    >>> (tail(arb(41)) / tail(arb(40))).overlaps((arb(41) / arb(2).sqrt()).erfc() / 2 / tail(arb(40)))
    True
    """
    if x > FARTHER:
        square, half = x * x / 2, arb(1) / 2
        return (-square).exp() * square.hypgeom_u(half, half) / (2 * arb.pi().sqrt())
    return (x / arb(2).sqrt()).erfc() / 2


@dataclass(frozen=True)
class Posterior:
    """One posterior sample: the out-of-sample leverage mu > 0 and rho = sqrt(gamma) |r| >= 0.

    >>> pair = Posterior(arb(1) / 10, arb(1))
    >>> bool(pair.added(arb(1)) < pair.removed(arb(1)))
    True
    """

    mu: arb
    rho: arb

    def delta(self, eps: arb) -> arb:
        return self.removed(eps).max(self.added(eps))

    def removed(self, eps: arb) -> arb:
        """sup P(S) - e^eps Q(S): the law without the record against the law with it; the larger direction.

        With U = sqrt(mu) T the ends are T -+ a = (U -+ rho)/sqrt(mu) under P and wT -+ a/w under Q; the
        differences are written so that nothing cancels where mu is small.
        """
        v, short, root, w = self._parts(eps)
        inside = short + self.rho * self.rho / v
        far, lost = inside.sqrt(), self.rho * self.rho * self.mu / v
        near_p = (short - lost) / (root * (far + self.rho))
        near_q = (v * short + lost) / (root * (w * far + self.rho / w))
        here = tail(near_p) + tail((far + self.rho) / root)
        there = tail(near_q) + tail((w * far + self.rho / w) / root)
        return here - eps.exp() * there

    def added(self, eps: arb) -> arb:
        """sup Q(S) - e^eps P(S): the other direction; 0 from `bounded` on. Written like `removed`."""
        v, _, root, w = self._parts(eps)
        short, shifted = 2 * eps - self.mu.log1p(), self.rho * self.rho / v
        square = shifted - short
        if square <= 0:
            return arb(0)
        far, lost = square.max(arb(0)).sqrt(), shifted * self.mu
        reach_p, reach_q = far + self.rho, w * far + self.rho / w
        here = tail((v * short - lost) / (root * reach_q)) - tail(reach_q / root)
        there = tail((short + lost) / (root * reach_p)) - tail(reach_p / root)
        return (here - eps.exp() * there).max(arb(0))

    def bounded(self) -> arb:
        """log(1 + mu)/2 + gamma r^2/(2(1 + mu)): the largest loss of the law with the record."""
        return (self.mu.log1p() + self.rho * self.rho / (1 + self.mu)) / 2

    def renyi(self, order: arb) -> arb:
        """D_a(P || Q) = -log(v)/2 - log(1 - (a-1) mu)/(2(a-1)) + a mu rho^2/(2 v (1 - (a-1) mu)), infinite
        from a = 1 + 1/mu on.

        Of N(m, s^2) against N(n, t^2): log(t/s) + log(t^2/u)/(2(a - 1)) + a (m - n)^2/(2u), u = a t^2 +
        (1 - a) s^2 (van Erven and Harremoes 2014). It is not less than in the other direction
        (`wang2019.ops.larger`).
        """
        left = 1 - (order - 1) * self.mu
        if not left > 0:
            return arb.pos_inf()
        shift = order * self.mu * self.rho * self.rho / (2 * (1 + self.mu) * left)
        return -self.mu.log1p() / 2 - left.log() / (2 * (order - 1)) + shift

    def divergence(self) -> arb:
        """KL(P || Q) = (mu - log v)/2 + mu rho^2/(2v)."""
        return (self.mu - self.mu.log1p() + self.mu * self.rho * self.rho / (1 + self.mu)) / 2

    def divergence_added(self) -> arb:
        """KL(Q || P) = (log v - mu/v)/2 + mu rho^2/(2 v^2)."""
        v = 1 + self.mu
        return (self.mu.log1p() - self.mu / v + self.mu * self.rho * self.rho / (v * v)) / 2

    def closed(self, delta: arb) -> arb:
        """An upper bound on eps at delta, for all parameters and both directions, with l = log(1/delta):

            max(0, (gamma mu r^2/(1 + mu) - log(1 + mu))/2 + mu l + sqrt(2 gamma mu l) |r|).

        Proof. delta(eps) <= P(loss > eps), and with t = a + g, g standard normal, the loss is (gamma mu
        r^2/v - log v)/2 + mu g^2/2 + sqrt(gamma mu) r g. If |g| <= z it is at most the bound with z^2 = 2l,
        and P(|g| > z) <= exp(-z^2/2) = delta. If the bound is negative, delta(0) <= P(loss > 0) <= delta.
        In the other direction, by `wang2019.remark15.closer`, for delta <= 1/2 if -log(1 + mu) is left out.
        """
        level = -delta.log()
        base = (self.rho * self.rho * self.mu / (1 + self.mu) - self.mu.log1p()) / 2
        return (base + self.mu * level + (2 * self.mu * level).sqrt() * self.rho).max(arb(0))

    def grows(self, eps: arb, largest: arb) -> bool:
        """Whether delta(eps) increases with mu from here to `largest`, for the same rho: as proved above;
        (m^2 - 1 - m)/(1 + m)^2 increases with m.
        """
        beyond = (largest * largest - 1 - largest).max(arb(0)) / (1 + largest) ** 2
        return bool(2 * eps + self.mu.log1p() >= beyond * self.rho * self.rho)

    def kept_below(self, eps: arb, delta: arb) -> bool:
        """Whether `added` is at most delta for every smaller mu and rho too, where it is here: at each
        smaller mu it grows, or is at most delta already. Either no loss exceeds eps there; or U'^2 >=
        (mu rho/v)^2 at each, (1 + m - m^2)/(1 + m)^2 falling with m; or P(U' < mu rho/v) is at most delta.
        """
        m, square = self.mu, self.rho * self.rho
        if 2 * eps >= m.log1p() + square or square * (1 + m - m * m) / (1 + m) ** 2 >= 2 * eps:
            return True
        rare = (-((1 - m) ** 2) * square / (2 * m * (1 + m))).exp() / 2
        return bool(m < 1) and bool(rare <= delta)

    def _parts(self, eps: arb) -> tuple[arb, arb, arb, arb]:
        v = 1 + self.mu
        return v, 2 * eps + self.mu.log1p(), self.mu.sqrt(), v.sqrt()


@dataclass(frozen=True)
class Shift:
    """Gaussian noise of a fixed law: N(0, 1) against N(m, 1), m = sqrt(gamma) ||f(Z) - f([Z, z])||_A for
    noise N(0, A^-1/gamma) (Wang 2019, Lemma 4; the exact curve is Balle and Wang 2018, Theorem 8).

    >>> bool(Shift(arb(1)).closed(arb("1e-6")) > 5)
    True
    """

    size: arb

    def delta(self, eps: arb) -> arb:
        """Both directions are the same."""
        near, far = eps / self.size - self.size / 2, eps / self.size + self.size / 2
        return tail(near) - eps.exp() * tail(far)

    def renyi(self, order: arb) -> arb:
        """a m^2/2, in both directions."""
        return order * self.size * self.size / 2

    def closed(self, delta: arb) -> arb:
        """m^2/2 + m sqrt(2 log(1/(2 delta))) for delta < 1/2, else m^2/2: for every delta.

        The loss is N(m^2/2, m^2); P(g > z) <= exp(-z^2/2)/2 for z >= 0.
        """
        level = (-(2 * delta).log()).max(arb(0))
        return self.size * self.size / 2 + self.size * (2 * level).sqrt()


Make = Callable[[], InstancePair]
"""A pair at the working precision."""
