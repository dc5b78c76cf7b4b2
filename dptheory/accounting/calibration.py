"""The least noise with which releases keep a given (eps, delta): the accountant, the other way round.

The answer is a decimal of few digits at which the privacy was affirmed by an enclosure. Where some queries
attain the curve, one unit less of the last digit was affirmed not to keep it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from flint import arb, fmpq

from ..errors import BadInput
from ..exact import Number
from ..shown import Shown
from .accountant import Guarantee, account
from .composition import Composition
from .moments import KINDS
from .numbers import DIGITS, count, positive, rational
from .profiles import profiles

MOST: Final = 60
"""Powers of ten, up and down, between which a parameter is looked for."""


@dataclass(frozen=True, repr=False)
class Calibration(Shown):
    """The mechanism with the least noise of its digits, and the guarantee that affirms it.

    `next` is the parameter with one unit less noise; `least` says that it was affirmed not to keep the
    privacy that was asked for, for some queries. Otherwise less noise may do, but no bound here shows it.
    """

    whole: Composition
    eps: fmpq
    delta: fmpq
    parameter: str
    value: fmpq
    next: fmpq
    least: bool
    guarantee: Guarantee


def calibrate(kind: str, *, epsilon: Number, delta: Number = 0, steps: Number = 1) -> Calibration:
    """The least noise with which `steps` releases together are (epsilon, delta)-differentially private.

    The parameter is the standard deviation or the scale, for a query of sensitivity 1; for randomised
    response its log-odds, for the exponential mechanism its eps. Raises BadInput for a kind that is not
    known, unless 0 < epsilon and 0 <= delta < 1 (0 < delta for Gaussian noise, which no delta = 0 has).

    >>> found = calibrate("gaussian", epsilon=1, delta="1e-5")
    >>> from ..decimals import upper
    >>> upper(found.value), found.least, found.guarantee.source
    ('3.73064', True, 'Balle and Wang 2018, Theorem 8')
    """
    if kind not in KINDS:
        raise BadInput(f"the mechanism {kind!r}", f"one of {', '.join(KINDS)}", "calibrate gaussian")
    chosen, times = KINDS[kind], count("steps", steps)
    eps, most = positive("epsilon", epsilon, "--epsilon 1"), rational("delta", delta)
    if not 0 <= most < 1 or (most == 0 and not chosen.pure):
        needed = "0 <= delta < 1" if chosen.pure else "0 < delta < 1"
        raise BadInput(f"delta = {delta} for {kind}", needed, "--delta 1e-6")

    def at(value: fmpq) -> Composition:
        return Composition.of((chosen.made(value), str(times)))

    def keeps(value: fmpq) -> bool:
        return _guarantee(at(value), eps, most) is not None

    value, after = _edge(keeps, chosen.rises)
    found = _guarantee(at(value), eps, most)
    if found is None:
        raise BadInput(
            f"epsilon = {epsilon}, delta = {delta}", "a privacy that is affirmed", "a larger delta"
        )
    least = _refused(at(after), eps, most)
    return Calibration(at(value), eps, most, chosen.parameter, value, after, least, found)


def _guarantee(whole: Composition, eps: fmpq, delta: fmpq) -> Guarantee | None:
    """What affirms (eps, delta); None where nothing does."""
    for profile in profiles(whole):
        if profile.exact:
            return account(whole, epsilon=eps).best if profile.at_most(eps, delta) else None
    best = account(whole, epsilon=eps).best
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
