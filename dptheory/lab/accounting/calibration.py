"""The least noise with which releases keep a given (eps, delta): the accountant, the other way round.

The answer is a decimal of few digits at which the privacy was affirmed by an enclosure. Where some queries
attain the curve, one unit less of the last digit was affirmed not to keep it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import floor, log10
from typing import Final

from flint import arb, fmpq

from ...errors import BadInput
from ...exact import Number
from ...shown import Drawn, Tabular
from .accountant import account
from .composition import Composition
from .dominating import curve_of
from .fitting import At, fitted
from .guarantees import EXACT, INTERVAL, UPPER, Guarantee
from .kinds import Kind, kind_of
from .numbers import DIGITS, count, positive, rational
from .profiles import profiles
from .sampled import POISSON, Training, sampled

MOST: Final = 60
"""Powers of ten, up and down, between which a parameter is looked for."""


@dataclass(frozen=True, repr=False)
class Calibration(Drawn, Tabular):
    """The mechanism with the least noise of its digits, and the guarantee that affirms it.

    `next` is the parameter with one unit less noise; `least` says that it was affirmed not to keep the
    privacy that was asked for, for some queries. Otherwise less noise may do, but no bound here shows it.
    Where losses are composed on a grid, `next` is the nearest that was affirmed to be too little.
    """

    whole: Composition
    eps: fmpq
    delta: fmpq
    parameter: str
    value: fmpq
    next: fmpq
    least: bool
    guarantee: Guarantee

    @property
    def kind(self) -> str:
        """How certain the parameter is, as in `guarantees.CERTAINTY`."""
        if not self.least:
            return UPPER
        whole = self.parameter in ("steps", "batch") and self.next == self.value + 1
        return EXACT if whole or self.guarantee.kind == EXACT else INTERVAL


def calibrate(
    kind: str,
    *,
    epsilon: Number,
    delta: Number = 0,
    steps: Number = 1,
    sampling_rate: Number = 1,
    scheme: str = POISSON,
) -> Calibration:
    """The least noise with which `steps` releases together are (epsilon, delta)-differentially private.

    With a `sampling_rate` below 1 each release is about a sample, drawn as `scheme` says: Poisson, and
    neighbours add-remove, unless another one of `sampled.SCHEMES` is asked for.

    The parameter is the standard deviation or the scale, for a query of sensitivity 1; for randomised
    response its log-odds, for the exponential mechanism its eps. Raises BadInput for a kind that is not
    known, unless 0 < epsilon and 0 <= delta < 1 (0 < delta for Gaussian noise, which no delta = 0 has).

    >>> found = calibrate("gaussian", epsilon=1, delta="1e-5")
    >>> from dptheory.decimals import upper
    >>> upper(found.value), found.least, found.guarantee.source
    ('3.73064', True, 'Balle and Wang 2018, Theorem 8')
    """
    chosen, times = kind_of(kind), count("steps", steps)
    eps, most = _asked(chosen, kind, epsilon, delta)

    def at(value: fmpq) -> Composition:
        return Composition.of((sampled(chosen.made(value), sampling_rate, scheme), str(times)))

    def keeps(value: fmpq) -> bool:
        return _guarantee(at(value), eps, most) is not None

    value, after = _edge(keeps, chosen.rises)
    found = _guarantee(at(value), eps, most)
    if found is None:
        raise BadInput(
            f"epsilon = {epsilon}, delta = {delta}", "a privacy that is affirmed", "a larger delta"
        )
    if most > 0 and not any(profile.exact for profile in profiles(at(value))):
        # the Renyi bound has too much noise, by a little
        less = (0.9 if chosen.rises else 1.1) * float(arb(value))
        fit = fitted(
            _curves(at, most),
            eps,
            most,
            (float(arb(value)), less),
            _short_unit,
            noisier=1 if chosen.rises else -1,
        )
        if fit is not None and (fit.enough < value) == chosen.rises:
            by = account(at(fit.enough), epsilon=eps).best
            better = fit.enough, fit.too_little, fit.least
            return Calibration(at(fit.enough), eps, most, chosen.parameter, *better, by)
        if fit is not None and fit.least:
            return Calibration(at(value), eps, most, chosen.parameter, value, fit.too_little, True, found)
    least = _refused(at(after), eps, most)
    return Calibration(at(value), eps, most, chosen.parameter, value, after, least, found)


def most_steps(
    kind: str,
    value: Number,
    *,
    epsilon: Number,
    delta: Number,
    sampling_rate: Number = 1,
    scheme: str = POISSON,
) -> Calibration:
    """The most releases with this noise that together are (epsilon, delta)-differentially private.

    Its `value` is that number of steps, and `next` one that is too many. Raises BadInput as `calibrate`
    does, for delta = 0, and where one step is already too much.

    >>> found = most_steps("gaussian", 20, epsilon=1, delta="1e-5")
    >>> found.value, found.next, found.least
    (28, 29, True)
    """
    chosen = kind_of(kind)
    eps, most = _asked(chosen, kind, epsilon, delta)
    release = sampled(chosen.made(value), sampling_rate, scheme)
    if most == 0:
        raise BadInput("delta = 0 for a number of steps", "0 < delta < 1", "--delta 1e-6")

    def at(steps: fmpq) -> Composition:
        return Composition.of((release, max(1, int(steps.floor()))))

    def keeps(steps: int) -> bool:
        return _guarantee(at(fmpq(steps)), eps, most) is not None

    enough, beyond = _most(keeps, f"{kind} {value}")
    if not any(profile.exact for profile in profiles(at(fmpq(enough)))):
        guesses = (float(enough), 1.2 * enough)
        fit = fitted(_curves(at, most), eps, most, guesses, _tick, noisier=-1)
        if fit is not None and fit.enough >= enough:
            by = account(at(fit.enough), epsilon=eps).best
            return Calibration(at(fit.enough), eps, most, "steps", fit.enough, fit.too_little, fit.least, by)
    found, least = _guarantee(at(fmpq(enough)), eps, most), _refused(at(fmpq(beyond)), eps, most)
    if found is None:
        raise BadInput(f"epsilon = {epsilon}", "a privacy that is affirmed", "a larger delta")
    return Calibration(at(fmpq(enough)), eps, most, "steps", fmpq(enough), fmpq(beyond), least, found)


def largest_batch(
    kind: str,
    value: Number,
    *,
    epsilon: Number,
    delta: Number,
    records: Number,
    epochs: Number | None = None,
    steps: Number | None = None,
    scheme: str = POISSON,
) -> Calibration:
    """The largest batch, of so many records, with which training of so many epochs, or steps, with this noise
    is (epsilon, delta)-differentially private.

    Its `value` is that batch, expected in a Poisson sample, and `next` one that was affirmed to be too large.
    Raises BadInput as `most_steps` does, and unless there are either epochs or steps.

    >>> found = largest_batch("gaussian", 2, epsilon=1, delta="1e-5", records=100, steps=4)
    >>> found.value, found.next, found.least
    (17, 18, True)
    """
    chosen, many = kind_of(kind), count("records", records)
    eps, most = _asked(chosen, kind, epsilon, delta)
    if (epochs is None) == (steps is None) or most == 0:
        raise BadInput("a batch to be found", "0 < delta, and either epochs or steps", "--epochs 60")
    release = chosen.made(value)

    def at(batch: fmpq) -> Composition:
        size = min(max(1, int(batch.floor())), many)
        times = count("steps", steps or 0) if epochs is None else Training.of(size, many, epochs).steps
        return Composition.of((sampled(release, fmpq(size, many), scheme), times))

    def keeps(batch: int) -> bool:
        return _guarantee(at(fmpq(batch)), eps, most) is not None

    if keeps(many):
        by = _guarantee(at(fmpq(many)), eps, most) or account(at(fmpq(many)), epsilon=eps).best
        return Calibration(at(fmpq(many)), eps, most, "batch", fmpq(many), fmpq(many), False, by)
    guess = _most(lambda batch: batch <= many and keeps(batch), f"{kind} {value}, batch = 1")[0]
    fit = fitted(_curves(at, most), eps, most, (float(guess), 1.2 * guess + 1), _tick, noisier=-1)
    if fit is None or not fit.enough:
        raise BadInput(f"{kind} {value}", "losses within reach", "more noise, or a larger epsilon")
    by = account(at(fit.enough), epsilon=eps).best
    return Calibration(at(fit.enough), eps, most, "batch", fit.enough, fit.too_little, fit.least, by)


def _asked(chosen: Kind, kind: str, epsilon: Number, delta: Number) -> tuple[fmpq, fmpq]:
    """The privacy that is asked for; raises BadInput."""
    eps, most = positive("epsilon", epsilon, "--epsilon 1"), rational("delta", delta)
    if not 0 <= most < 1 or (most == 0 and not chosen.pure):
        needed = "0 <= delta < 1" if chosen.pure else "0 < delta < 1"
        raise BadInput(f"delta = {delta} for {kind}", needed, "--delta 1e-6")
    return eps, most


def _curves(at: Callable[[fmpq], Composition], delta: fmpq) -> At:
    return lambda value, width: curve_of(at(value), delta=delta, width=width)


def _short_unit(value: float) -> fmpq:
    """A power of ten, between a 500th and a 5000th of it."""
    return fmpq(10) ** (floor(log10(value / 5)) - 2)


def _tick(steps: float) -> fmpq:
    """One step, or about as many as an interval tells apart."""
    return fmpq(max(1, int(steps * 1e-4)))


def _most(keeps: Callable[[int], bool], what: str) -> tuple[int, int]:
    """The largest number of steps that keeps, and the next."""
    if not keeps(1):
        raise BadInput(what, "noise of which one step keeps the privacy", "more noise, or a larger epsilon")
    high = 2
    while keeps(high):
        high *= 2
        if high > 2**60:
            raise BadInput(what, "a privacy that some number of steps does not keep", "less noise")
    low = high // 2
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if keeps(middle) else (low, middle)
    return low, high


def _guarantee(whole: Composition, eps: fmpq, delta: fmpq) -> Guarantee | None:
    """What affirms (eps, delta); None where nothing does."""
    for profile in profiles(whole):
        if profile.exact:
            return account(whole, epsilon=eps, losses=False).best if profile.at_most(eps, delta) else None
    best = account(whole, epsilon=eps, losses=False).best
    return best if best.delta <= delta else None


def _refused(whole: Composition, eps: fmpq, delta: fmpq) -> bool:
    """Whether some queries are affirmed to give away more than (eps, delta): losses of independent releases
    add up on events that have a chance, so the sum of the least eps is the least where delta is 0."""
    pure = whole.pure()
    if delta == 0 and pure is not None and pure > arb(eps):
        return True
    return any(profile.exact and profile.at_most(eps, delta) is False for profile in profiles(whole))


def _edge(keeps: Callable[[fmpq], bool], rises: bool) -> tuple[fmpq, fmpq]:
    """The decimal of DIGITS digits with the least noise that keeps, and its neighbour that does not."""
    ten = fmpq(10)
    power = next((p for p in _outward(rises) if keeps(ten**p)), None)
    if power is None:
        raise BadInput("a privacy that no noise here keeps", "a larger epsilon or delta", "--epsilon 1")
    step = -1 if rises else 1
    while abs(power) <= MOST and keeps(ten ** (power + step)):
        power += step
    if abs(power) > MOST:
        raise BadInput("a privacy that any noise keeps", "a smaller epsilon", "--epsilon 1")
    unit = ten ** (power - DIGITS + (0 if rises else 1))
    good, bad = (10**DIGITS, 10 ** (DIGITS - 1)) if rises else (10 ** (DIGITS - 1), 10**DIGITS)
    while abs(good - bad) > 1:
        middle = (good + bad) // 2
        good, bad = (middle, bad) if keeps(unit * middle) else (good, middle)
    return unit * good, unit * bad


def _outward(rises: bool) -> list[int]:
    """Powers of ten, from 1 on towards more noise."""
    return [p if rises else -p for p in range(MOST + 1)]
