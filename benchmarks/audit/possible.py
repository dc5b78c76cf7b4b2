"""How often any audit at all could convict Gaussian noise that is somewhat too small, and how often this one does.

A valid audit convicts a mechanism that keeps its claim with chance at most alpha. Let P, Q be the laws on the
worst pair, and P', Q' laws near them that keep the claim: by the lemma of Neyman and Pearson no audit of N outputs
a side convicts (P, Q) more often than the best test of (P', Q')^N against (P, Q)^N, one that knows both.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from mistakes import APPROXIMATE, gaussian
from oracles import shifted_gaussian

from dptheory.lab.audit.privacy.auditor import audit
from dptheory.lab.audit.privacy.neighbours import Neighbours
from dptheory.lab.audit.privacy.ordering import Counts
from dptheory.lab.audit.privacy.plan import Plan
from dptheory.lab.audit.privacy.ratio import confidence_region
from dptheory.lab.audit.privacy.report import VIOLATED
from dptheory.lab.domain import FloatArray

SIGMA = 0.75 * 3.7306
ALPHA = 0.05


def nearby(sigma: float, eps: float, delta: float) -> tuple[FloatArray, ...]:
    """P, Q, P', Q' on a fine grid. Where p exceeds e^eps q, both are moved until p' = e^eps q', up to the point
    beyond which delta is left; and the same with sides exchanged. The rest makes up for it.
    """
    from scipy.optimize import brentq
    from scipy.stats import norm

    x = np.linspace(0.5 - 13 * sigma, 0.5 + 13 * sigma, 200_001)
    p, q = (norm.pdf(x, centre, sigma) for centre in (1.0, 0.0))
    p, q, e = p / p.sum(), q / q.sum(), np.exp(eps)

    def moved(cap: float) -> tuple[FloatArray, FloatArray]:
        share = np.where((p > e * q) & (x < 0.5 + cap), (p - e * q) / (p + e**2 * q), 0.0)
        less, more = share * p, e * share * q
        a, b = p - less + more[::-1], q + more - less[::-1]  # the other side is the mirror image
        middle = (p <= e * q) & (q <= e * p)
        a[middle] *= 1 + (1 - a.sum()) / a[middle].sum()
        b[middle] *= 1 + (1 - b.sum()) / b[middle].sum()
        return a, b

    def left(cap: float) -> float:
        a, b = moved(cap)
        return float(max(np.maximum(a - e * b, 0).sum(), np.maximum(b - e * a, 0).sum()) - delta)

    cap = brentq(left, 0.5, 12 * sigma)
    return p, q, *moved(cap + 1e-3)


def most(sigma: float, eps: float, delta: float, n: int) -> float:
    """The power of the best test at level `ALPHA`, whose statistic, a sum over all outputs, is about normal."""
    from scipy.stats import norm

    p, q, a, b = nearby(sigma, eps, delta)
    scores = np.log(p / a), np.log(q / b)

    def moments(one: FloatArray, other: FloatArray) -> tuple[float, float]:
        means = [float(law @ score) for law, score in zip((one, other), scores, strict=True)]
        squares = [float(law @ score**2) for law, score in zip((one, other), scores, strict=True)]
        return n * sum(means), n * (sum(squares) - sum(mean**2 for mean in means))

    (kept, spread), (broken, width) = moments(a, b), moments(p, q)
    return float(norm.sf((kept + norm.isf(ALPHA) * np.sqrt(spread) - broken) / np.sqrt(width)))


def one_event(sigma: float, eps: float, delta: float, n: int, draws: int = 400) -> float:
    """How often the best half-line convicts, if it is known and all outputs count for it."""
    p, q = shifted_gaussian(sigma)
    errors = (p - np.exp(eps) * q - delta) / np.sqrt(p * (1 - p) + np.exp(2 * eps) * q * (1 - q))
    best, rng = int(np.argmax(errors)), np.random.default_rng(0)
    seen = [
        confidence_region(Counts(int(k), n, int(l), n), ALPHA, delta).eps(delta) > eps
        for k, l in zip(rng.binomial(n, p[best], draws), rng.binomial(n, q[best], draws), strict=True)
    ]
    return float(np.mean(seen))


def possible(
    runs: int, sizes: tuple[int, ...] = (100_000, 300_000, 1_000_000)
) -> Iterator[dict[str, object]]:
    """Chances of a conviction: of any audit at most, of the best event; and how often it came, from N on at which
    it can be expected.
    """
    claim = APPROXIMATE
    for n in sizes:
        row: dict[str, object] = {"mechanism": "gaussian, noise 0.75", "N": n, "runs": runs}
        row["any audit, at most"] = most(SIGMA, claim.eps, claim.delta, n)
        event = row["best event"] = one_event(SIGMA, claim.eps, claim.delta, n)
        pair, found = [Neighbours(np.zeros(1), np.ones(1))], 0
        for seed in range(runs):
            plan = Plan(n, 1 - ALPHA, seed + 50)
            found += audit(gaussian(0.75), claim, pairs=pair, plan=plan).verdict == VIOLATED
        # four of five of what the best event promises, less two standard errors
        needed = 0.8 * event * runs - 2 * np.sqrt(runs * event * (1 - event))
        yield row | {"violated, pair given": found, "reached": bool(found >= needed)}
