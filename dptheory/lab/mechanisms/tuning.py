"""Private parameter tuning: Algorithm 5 of Wu et al. 2015 (after Chaudhuri, Monteleoni and Sarwate 2011).

m + 1 chunks of the data, by position. Chunk i trains w_i with the i-th parameters by an eps-private
algorithm; the last chunk picks one of them by an exponential mechanism with eps. A record lies in one
chunk, so eps is what the whole keeps, if both parts do.

The source's selection weights are exp(-L(w_i) eps / (2 R^2)), with 'sensitivity R^2' of L, the mean loss
over the n' validation records. w_i is output plus noise and so leaves the ball, where a single loss (<w, x>
- y)^2 has no bound; inside the ball that loss reaches (R + 1)^2, not R^2; and a mean moves by that over n',
which makes the printed weights flatter than they need be for n' > 1. The tight form projects every w_i onto
its ball (post-processing) and uses the sensitivity (R + 1)^2 / n'.

See `interface.FLOATING_POINT` for what floating point may cost.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from dptheory.lab.domain import Data, DomainError, FloatArray, positive
from dptheory.lab.mechanisms.claims import PrivacyClaim
from dptheory.lab.mechanisms.interface import Mechanism, Pair, checked_size
from dptheory.lab.mechanisms.output import OutputPerturbation


def chunks(data: Data, parts: int) -> list[Data]:
    """`parts` chunks by position, whose sizes differ by at most one, the larger ones first."""
    if data.n < parts:
        raise DomainError(f"the data set has {data.n} records; needed: at least {parts}, one a chunk")
    pieces = np.array_split(np.arange(data.n), parts)
    return [Data(data.x[rows], data.y[rows]) for rows in pieces]


def mean_loss(w: FloatArray, data: Data) -> FloatArray:
    """The mean squared loss at every row of `w`, from second moments where these are fewer than records."""
    if data.d > data.n:
        return np.asarray(np.mean((w @ data.x.T - data.y) ** 2, axis=1))
    gram, moment, square = data.x.T @ data.x / data.n, data.y @ data.x / data.n, np.mean(data.y**2)
    if data.d == 1:
        line = w[:, 0]
        return np.asarray((gram[0, 0] * line - 2 * moment[0]) * line + square)
    return np.asarray(np.sum((w @ gram - 2 * moment) * w, axis=1) + square)


def select(log_weights: list[FloatArray], rng: np.random.Generator) -> FloatArray:
    """For each row the number of an entry with probability proportional to exp(log_weights), by one random
    number a row.
    """
    if len(log_weights) == 1:
        return np.zeros(len(log_weights[0]))
    if len(log_weights) == 2:  # P(second) = 1 / (1 + exp(first - second)), the logistic law at second - first
        ahead = log_weights[1] - log_weights[0]
        return np.asarray(rng.logistic(size=len(ahead)) < ahead)
    ladder = np.stack(log_weights)
    ladder -= ladder.max(axis=0)
    np.cumsum(np.exp(ladder, out=ladder), axis=0, out=ladder)
    mark = rng.random(ladder.shape[1]) * ladder[-1]
    return np.asarray(np.sum(ladder[:-1] <= mark, axis=0))


@dataclass(frozen=True, kw_only=True)
class Tuning(Mechanism[Data]):
    """Algorithm 5: the candidates train on their own chunks, and the last chunk picks one.

    `candidates` are output perturbations for the squared loss, each with its eps, lam and radius; `radius`
    bounds theirs. `printed` picks as the source does. Proofs speak of exact real arithmetic (Mironov 2012).

    >>> from dptheory.lab.mechanisms.output import Algorithm4
    >>> tuning = Tuning(eps=1.0, candidates=(Algorithm4(lam=1.0, eps=1.0, radius=0.5),))
    >>> tuning.radius
    0.5
    """

    eps: float
    candidates: tuple[OutputPerturbation, ...]
    printed: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        positive("eps", self.eps)
        if not self.candidates:
            raise DomainError("there are no candidates; needed: at least one setting of the parameters")
        for candidate in self.candidates:
            if not isinstance(candidate, OutputPerturbation) or candidate.problem_loss.name != "squared":
                raise DomainError(f"{candidate!r}; needed: output perturbation of the squared loss")
            if candidate.claim.eps > self.eps:
                raise DomainError(
                    f"a candidate claims eps = {candidate.claim.eps:g}; needed: at most {self.eps:g}"
                )

    @property
    def claim(self) -> PrivacyClaim:
        return PrivacyClaim(self.eps)

    @property
    def radius(self) -> float:
        """The largest radius among the candidates."""
        return max(c.radius for c in self.candidates)

    def rate(self, n: int) -> float:
        """The factor of -L in the exponent, for n validation records."""
        sensitivity = self.radius**2 if self.printed else (self.radius + 1) ** 2 / n
        return self.eps / (2 * sensitivity * self.noise_factor)

    def check(self, data: Data) -> None:
        if not isinstance(data, Data):
            raise DomainError(f"the data set is a {type(data).__name__}; needed: Data(x, y)")
        chunks(data, len(self.candidates) + 1)

    def trained(self, data: Data, size: int, rng: np.random.Generator) -> tuple[list[FloatArray], Data]:
        """`size` draws of every candidate, each of shape (size, d), and the validation chunk."""
        self.check(data)
        *training, validation = chunks(data, len(self.candidates) + 1)
        return self.trained_on(training, size, rng), validation

    @property
    def _trainers(self) -> tuple[OutputPerturbation, ...]:
        """The candidates with this mechanism's noise factor, projected unless as printed."""
        return tuple(
            replace(c, noise_factor=c.noise_factor * self.noise_factor, projected=not self.printed)
            for c in self.candidates
        )

    def sample(self, data: Data, size: int, rng: np.random.Generator) -> FloatArray:
        drawn, validation = self.trained(data, checked_size(size), rng)
        return self.picked(drawn, validation, rng)

    def trained_on(self, parts: Sequence[Data], size: int, rng: np.random.Generator) -> list[FloatArray]:
        """`size` draws of every candidate, each on a part of its own."""
        return [c.sample(part, size, rng) for c, part in zip(self._trainers, parts, strict=True)]

    def picked(self, drawn: list[FloatArray], validation: Data, rng: np.random.Generator) -> FloatArray:
        """For each row one of the candidates' draws, by the exponential mechanism; overwrites the first."""
        rate = self.rate(validation.n)
        picked = select([-rate * mean_loss(w, validation) for w in drawn], rng)
        chosen = drawn[0]
        for k, w in enumerate(drawn[1:], start=1):
            np.copyto(chosen, w, where=(picked == k)[:, None])
        return chosen

    def worst_pair(self) -> Pair[Data] | None:
        """In dimension one, one record a chunk. As printed the validation record (1, 1), which takes a loss
        of (w - 1)^2 from every w, becomes (0, 0), which takes none. Otherwise the first chunk's record (1,
        1) becomes (1, -1), and the validation record is (0, 0), so that every candidate is equally likely.
        """
        n = len(self.candidates) + 1
        place = n - 1 if self.printed else 0
        x, y = np.zeros((n, 1)), np.zeros(n)
        x[place, 0], y[place] = 1.0, 1.0
        first, second = Data(x, y), Data(0 * x, 0 * y) if self.printed else Data(x, -y)
        if self.printed:
            return Pair(first, second, None)
        return Pair(first, second, abs(self._log_reach(first) - self._log_reach(second)))

    def _log_reach(self, data: Data) -> float:
        """log P(w >= R), R the first candidate's radius, where the validation records are 0 (dimension
        one).
        """
        *training, _ = chunks(data, len(self.candidates) + 1)
        reach = self.candidates[0].radius
        total = 0.0
        for trainer, part in zip(self._trainers, training, strict=True):
            if trainer.radius >= reach:
                z = (reach - float(trainer.minimiser(part)[0])) / trainer.noise(part.n, 1).scale
                total += math.exp(-z) / 2 if z >= 0 else 1 - math.exp(z) / 2
        return math.log(total / len(self.candidates))
