"""The source's printed numbers against intervals of the rerun, and what would have to change where they lie
outside.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from dptheory.lab.reproduce.wu2015.choices import ALTERNATIVES, JOINT, Choices
from dptheory.lab.reproduce.wu2015.run import Summary, contains

MSE, ATTACK = 0, 1
AT: Final = 0.2
"""The eps of every printed number."""

Change = tuple[tuple[str, str | float], ...]
"""Choices and what they are changed to."""

Rerunner = Callable[[Choices, tuple[str, ...]], Summary]
"""Repeats some mechanisms at eps = 0.2 under other choices."""


@dataclass(frozen=True)
class Printed:
    """A number in section 5.3 of the source, at eps = 0.2."""

    mechanism: str
    quantity: int
    value: float

    @property
    def name(self) -> str:
        """What it is, in words."""
        kind = "mean squared error" if self.quantity == MSE else "attack accuracy"
        return f"{kind}, {self.mechanism}, eps = {AT:g}"


PRINTED: Final = (
    Printed("oracle", MSE, 1.82),
    Printed("functional", MSE, 22.57),
    Printed("oracle", ATTACK, 0.45),
    Printed("functional", ATTACK, 0.35),
)


@dataclass(frozen=True)
class Tried:
    """A printed number under changed choices."""

    change: Change
    interval: tuple[float, float, float]
    inside: bool


@dataclass(frozen=True)
class Comparison:
    """A printed number, the interval of the rerun, whether it lies inside; if not, the changes that were
    tried.
    """

    printed: Printed
    interval: tuple[float, float, float]
    inside: bool
    tried: tuple[Tried, ...] = ()

    @property
    def would_do(self) -> tuple[Tried, ...]:
        """The changes under which the number lies in the interval."""
        return tuple(t for t in self.tried if t.inside)

    @property
    def nearest(self) -> Tried | None:
        """The change whose mean comes nearest."""
        return min(self.tried, key=lambda t: abs(t.interval[0] - self.printed.value), default=None)


def changes() -> Iterator[Change]:
    """Every alternative alone, then every two of different choices."""
    yield from together(ALTERNATIVES, 1)
    yield from together(ALTERNATIVES, 2)


def together(alternatives: tuple[tuple[str, str | float], ...], size: int) -> Iterator[Change]:
    """Every `size` alternatives that change different choices."""
    for change in combinations(alternatives, size):
        if len({name for name, _ in change}) == size:
            yield change


JOINT_CHANGES: Final = tuple(change for size in (1, 2) for change in together(JOINT, size))
"""Every one and every two of the alternatives that are tried together."""


def joint(choices: Choices, rerun: Rerunner) -> Change | None:
    """The first change of up to three choices under which every printed number lies in its interval."""
    mechanisms = tuple(dict.fromkeys(p.mechanism for p in PRINTED))
    for size in (1, 2, 3):
        for change in together(JOINT, size):
            again = rerun(under(choices, change), mechanisms)
            if all(contains(again.at(p.mechanism, AT, p.quantity), p.value) for p in PRINTED):
                return change
    return None


def relevant(change: Change, printed: Printed) -> bool:
    """Whether the change can move the number: the attacker's knowledge moves accuracies only, the form of the
    functional mechanism only its own numbers.
    """
    names = {name for name, _ in change}
    if "known" in names and printed.quantity == MSE:
        return False
    if "norm" in names and printed.mechanism == "functional":
        return False
    return not ("functional" in names and printed.mechanism != "functional")


def under(choices: Choices, change: Change) -> Choices:
    """The choices after the change."""
    for name, value in change:
        choices = choices.changed(name, value)
    return choices


def compare(summary: Summary, rerun: Rerunner) -> tuple[Comparison, ...]:
    """All printed numbers and, for those outside, every change.

    Two changes at once are tried only for numbers that no single change brings about.
    """
    found = {p: summary.at(p.mechanism, AT, p.quantity) for p in PRINTED}
    tried: dict[Printed, list[Tried]] = {p: [] for p in PRINTED if not contains(found[p], p.value)}
    for change in changes():
        wanting = [p for p, done in tried.items() if relevant(change, p)]
        if len(change) > 1:
            wanting = [p for p in wanting if not any(t.inside and len(t.change) == 1 for t in tried[p])]
        if not wanting:
            continue
        mechanisms = tuple(dict.fromkeys(p.mechanism for p in wanting))
        again = rerun(under(summary.plan.choices, change), mechanisms)
        for p in wanting:
            interval = again.at(p.mechanism, AT, p.quantity)
            tried[p].append(Tried(change, interval, contains(interval, p.value)))
    return tuple(Comparison(p, found[p], p not in tried, tuple(tried.get(p, ()))) for p in PRINTED)
