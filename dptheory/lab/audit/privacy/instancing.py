"""An event as an instance: where the laws of the outputs are simple, the kernel decides whether it refutes.

Counts are evidence. For Laplace and normal noise on the line and for exponential mechanisms of the library
the event is besides read as an interval or as a set of labels, and handed to the kernel as a statement about
the two laws, with the world that is to refute it. Nothing here is believed: what is said is the kernel's
verdict on that statement, whose text `dptheory verify` takes as well. Floats are the shortest decimals that
give them back; the laws are those of exact real arithmetic.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from flint import arb, fmpq, fmpq_poly

from dptheory.decimals import interval
from dptheory.exact import exact_number
from dptheory.kernel import REFUTED, KernelError
from dptheory.kernel.models import Gaussian as NormalNoise
from dptheory.kernel.models import Gibbs, between
from dptheory.kernel.models import Laplace as LaplaceNoise
from dptheory.kernel.real import apply, enclose, num
from dptheory.lab.audit.privacy.scores import Event
from dptheory.lab.mechanisms.additive import Gaussian, L2LaplaceSum, Laplace
from dptheory.lab.mechanisms.claims import PrivacyClaim
from dptheory.lab.mechanisms.finite import Exponential, ExponentialERM
from dptheory.theory.library import Shelf, TheoryLibrary, extended
from dptheory.theory.verification import verify

STATEMENT: Final = """statement audit.event
  title  {title}
  source an audit
  quote  {claim}
  let    {let}
  form printed
    claim forall B: set(vec).
      P[w ~ {one}](w in B) <= exp({eps})*P[w ~ {other}](w in B){delta}
    refuted by the event of the audit
      {world}; region B(w) = {region}
"""

REACH: Final = 40.0
"""So many scales beyond the centres an event on the line is looked at."""

LOOKS: Final = 20_001
NEAR: Final = 1e-4
"""Ends of an event are moved by less than this part of the scale, to a short decimal."""


@dataclass(frozen=True)
class Instance:
    """The event's region, enclosures of its chance on the `likelier` data set and on the other one,
    whether the kernel refutes the claim by it and why, and the statement that it was asked about.
    """

    region: str
    likelier: str
    chance: str
    other: str
    refuted: bool
    reason: str
    statement: str

    def to_dict(self) -> dict[str, object]:
        """Plain data for JSON."""
        return {
            "verdict": "refuted" if self.refuted else "unknown",
            "region": self.region,
            "likelier": self.likelier,
            "chances": [self.chance, self.other],
            "reason": self.reason,
            "statement": self.statement.splitlines(),
        }

    @property
    def text(self) -> str:
        """The instance on one line."""
        where = f"on the {self.likelier} data set, {self.other} on the other"
        said = "refuted" if self.refuted else "not refuted by this event, whatever was counted"
        return f"{said}: {self.region} has chance {self.chance} {where}"


@dataclass(frozen=True)
class Noisy:
    """A number with noise: Laplace noise of a scale, or normal noise of a standard deviation."""

    centre: fmpq
    scale: fmpq
    normal: bool

    def spelled(self, name: str) -> str:
        """The law of which `name` is the centre."""
        law = f"gaussian({name}, {self.scale})"
        return law if self.normal else f"image[k ~ l2laplace({self.scale})]({name} + k)"

    def chance(self, region: Interval) -> arb:
        """The probability of an interval."""
        kind = NormalNoise if self.normal else LaplaceNoise
        ends = (None if end is None else num(end) for end in (region.low, region.high))
        return enclose(between(kind(num(self.centre), num(self.scale)), *ends), {}, 128)


@dataclass(frozen=True)
class Weighted:
    """Labels 0, 1, ..., with probabilities proportional to the exponentials of these numbers."""

    exponents: tuple[fmpq, ...]

    def spelled(self, name: str) -> str:
        """The law of which `name` gives the exponents, at places from 1."""
        return f"image[j ~ gibbs({len(self.exponents)}, {name})](h(j))"

    def chance(self, region: Labels) -> arb:
        """The probability of a set of labels."""
        law = Gibbs(tuple(apply("exp", num(e)) for e in self.exponents))
        return enclose(law.share([label + 1 for label in region.labels]), {}, 128)


@dataclass(frozen=True)
class Interval:
    """low <= w <= high; an end that is None is infinite."""

    low: fmpq | None
    high: fmpq | None

    def __str__(self) -> str:
        if self.low is None or self.high is None:
            return f"w <= {self.high}" if self.low is None else f"w >= {self.low}"
        return f"abs(w - ({(self.low + self.high) / 2})) <= {(self.high - self.low) / 2}"


@dataclass(frozen=True)
class Labels:
    """Some of the labels."""

    labels: tuple[int, ...]

    def __str__(self) -> str:
        if len(self.labels) == 1:
            return f"w = {self.labels[0]}"
        return "*".join(f"(w - {label})" for label in self.labels) + " = 0"


def shown_best(
    mechanism: Any, first: Any, second: Any, target: PrivacyClaim, events: Sequence[Event]
) -> Instance | None:
    """The first event's instance that refutes the claim, else the first that there is."""
    found = [instance(mechanism, first, second, target, event) for event in events]
    there = [one for one in found if one is not None]
    return next((one for one in there if one.refuted), there[0] if there else None)


def instance(mechanism: Any, first: Any, second: Any, target: PrivacyClaim, event: Event) -> Instance | None:
    """What the event shows exactly of a claim on single records; None where a law or the event is not simple.

    >>> from dptheory.lab.audit.privacy.scores import Coordinate
    >>> halved = Laplace(eps=1.0).with_noise_scaled(0.5)
    >>> sides = np.array([[1.0]]), np.array([[0.0]])
    >>> print(instance(halved, *sides, PrivacyClaim(1.0), Event(Coordinate(), 1.0)).text)
    refuted: w >= 1 has chance 0.5 on the first data set, [0.0676676, 0.0676677] on the other
    """
    sides = (second, first) if event.swapped else (first, second)
    one, other = (law(mechanism, data) for data in sides)
    if isinstance(one, Noisy) and isinstance(other, Noisy):
        asked = _on_line(one, other, event)
    elif isinstance(one, Weighted) and isinstance(other, Weighted):
        asked = _of_labels(one, other, event)
    else:
        return None
    try:
        return None if asked is None else _judged(one, other, target, asked, event.swapped)
    except KernelError:
        return None


def law(mechanism: Any, data: Any) -> Noisy | Weighted | None:
    """The law of a mechanism's output on a data set, where it is one of these; never that of a subclass,
    which may do something else.
    """
    if type(mechanism) in (Laplace, L2LaplaceSum, Gaussian) and mechanism.width == 1:
        normal = isinstance(mechanism, Gaussian)
        scale = (
            mechanism.noise.scale
            if isinstance(mechanism, L2LaplaceSum)
            else (mechanism.sigma if normal else mechanism.scale)
        )
        return Noisy(sum(_numbers(data), fmpq(0)), exact_number(scale), normal)
    if type(mechanism) in (Exponential, ExponentialERM):
        return Weighted(_exponents(mechanism, data))
    return None


def _numbers(values: Any) -> list[fmpq]:
    return [exact_number(float(x)) for x in np.asarray(values, dtype=np.float64).ravel()]


def _exponents(mechanism: Exponential | ExponentialERM, data: Any) -> tuple[fmpq, ...]:
    """eps u_j/(2 D) of every label, over the factor of the noise."""
    rows = [_numbers(row) for row in np.asarray(data, dtype=np.float64)]
    sums = [sum(column, fmpq(0)) for column in zip(*rows, strict=True)]
    half = exact_number(mechanism.eps) / (2 * exact_number(mechanism.noise_factor))
    if isinstance(mechanism, Exponential):
        return tuple(half * u / 2 for u in sums)
    spread = (2 if mechanism.printed else 1) * exact_number(mechanism.bound) / len(rows)
    risks = zip(sums, _numbers(mechanism.penalty), strict=True)
    return tuple(-half * (u / len(rows) + penalty) / spread for u, penalty in risks)


@dataclass(frozen=True)
class Asked:
    """The event as a region, and what the statement declares and gives values to."""

    region: Any
    let: str
    world: str


def _on_line(one: Noisy, other: Noisy, event: Event) -> Asked | None:
    region = _interval(event, one, other)
    world = f"n = 1; records = 0; u = {one.centre}; v = {other.centre}"
    return None if region is None else Asked(region, "u, v: vec", world)


def _of_labels(one: Weighted, other: Weighted, event: Event) -> Asked | None:
    size = len(one.exponents)
    inside = event.contains(np.arange(float(size))[:, None])
    region = Labels(tuple(np.flatnonzero(inside).tolist()))
    weights = f"u(j) = {_through(one.exponents)}; v(j) = {_through(other.exponents)}"
    world = f"n = 1; records = 0; h(j) = j - 1; {weights}"
    there = 0 < len(region.labels) < size
    return Asked(region, "u, v: int -> real; h: int -> vec", world) if there else None


def _judged(one: Any, other: Any, target: PrivacyClaim, asked: Asked, swapped: bool) -> Instance:
    """The statement on these laws, put to the kernel."""
    delta = exact_number(target.delta)
    statement = STATEMENT.format(
        title="the claim that was audited, on the two data sets",
        claim=f"{target}",
        let=asked.let,
        one=one.spelled("u"),
        other=other.spelled("v"),
        eps=exact_number(target.eps),
        delta=f" + {delta}" if delta else "",
        world=asked.world,
        region=asked.region,
    )
    library = extended(TheoryLibrary(Shelf({}), {}, {}), statement, "audit")
    (result,) = verify(library, ["audit.event"])
    verdict = result.forms[0].verdict
    return Instance(
        region=f"{asked.region}",
        likelier="second" if swapped else "first",
        chance=interval(one.chance(asked.region)),
        other=interval(other.chance(asked.region)),
        refuted=verdict.status == REFUTED,
        reason=verdict.reason.partition(": ")[2],
        statement=statement,
    )


def _interval(event: Event, one: Noisy, other: Noisy) -> Interval | None:
    """The event as an interval, its ends at short decimals near where it begins and ends."""
    centres, scale = [float(law.centre) for law in (one, other)], float(one.scale)
    reach = REACH * scale

    def inside(x: Any) -> Any:
        with np.errstate(all="ignore"):
            return event.contains(np.asarray(x, dtype=np.float64)[:, None])

    looks = np.linspace(min(centres) - reach, max(centres) + reach, LOOKS)
    there = inside(looks)
    changes = np.flatnonzero(there[1:] != there[:-1])
    if not len(changes) or len(changes) > 2 or (len(changes) == 2 and there[0]):
        return None
    ends = [_end(inside, looks[k], looks[k + 1], scale, (one.centre, other.centre)) for k in changes]
    if len(ends) == 2:
        return Interval(*ends)
    return Interval(None, ends[0]) if there[0] else Interval(ends[0], None)


def _end(inside: Any, low: float, high: float, scale: float, centres: Sequence[fmpq]) -> fmpq:
    """Where an event begins or ends: a centre, or the shortest decimal, that is near enough."""
    begin = bool(inside([low])[0])
    while high - low > NEAR / 4 * scale and low < (middle := (low + high) / 2) < high:
        low, high = (middle, high) if bool(inside([middle])[0]) == begin else (low, middle)
    near = [exact_number(round(low, digits)) for digits in range(16)]
    fitting = (x for x in (*centres, *near) if abs(float(x) - low) <= NEAR * scale)
    return next(fitting, exact_number(low))


def _through(values: Sequence[fmpq]) -> str:
    """A polynomial in j that takes these values at 1, 2, ..."""
    found, basis = fmpq_poly([0]), fmpq_poly([1])
    for place, value in enumerate(values, 1):
        found += (value - found(fmpq(place))) / basis(fmpq(place)) * basis
        basis *= fmpq_poly([-place, 1])
    powers = ["", "*j", *(f"*j**{k}" for k in range(2, len(values)))]
    return " + ".join(f"({c}){power}" for c, power in zip(found.coeffs(), powers, strict=False)) or "0"
