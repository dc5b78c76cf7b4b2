"""What makes a notion of privacy: five laws, each checked on concrete pairs of laws.

A law is a universal statement; a trial is one instance of it. `False` is a counterexample that arb affirmed,
`None` says that the trial decides nothing (its premise was not affirmed, or its conclusion neither affirmed
nor denied).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from flint import fmpq

from .finite import Kernel, LawPair
from .notions import PrivacyNotion


@dataclass(frozen=True)
class Trial:
    """Two pairs of laws, a post-processing of the first, a slack >= 0, and 0 < delta < 1."""

    first: LawPair
    second: LawPair
    kernel: Kernel
    slack: fmpq
    delta: fmpq


@dataclass(frozen=True)
class Law:
    """A law by its name, its statement in words, and how an instance of it is checked."""

    name: str
    statement: str
    check: Callable[[PrivacyNotion, Trial], bool | None]


def _monotone(notion: PrivacyNotion, trial: Trial) -> bool | None:
    small = notion.tight(trial.first)
    large = small.looser(trial.slack)
    if not (small.within(large) and small.holds(trial.first)):
        return None
    return large.holds(trial.first)


def _compose(notion: PrivacyNotion, trial: Trial) -> bool | None:
    one, two = notion.tight(trial.first), notion.tight(trial.second)
    if not (one.holds(trial.first) and two.holds(trial.second)):
        return None
    return one.compose(two).holds(trial.first.with_(trial.second))


def _post_process(notion: PrivacyNotion, trial: Trial) -> bool | None:
    here = notion.tight(trial.first)
    return here.holds(trial.first.through(trial.kernel)) if here.holds(trial.first) else None


def _constant(notion: PrivacyNotion, trial: Trial) -> bool | None:
    return notion.nothing().holds(trial.first.constant())


def _to_approximate(notion: PrivacyNotion, trial: Trial) -> bool | None:
    here = notion.tight(trial.first)
    if not here.holds(trial.first):
        return None
    delta = max(trial.delta, getattr(here, "delta", fmpq(0)))
    weaker = here.to_approximate(delta)
    return weaker.delta <= delta and weaker.holds(trial.first)


LAWS: Final = (
    Law("monotone", "what holds with some parameters holds with larger ones", _monotone),
    Law("compose", "two independent releases keep the composed parameters", _compose),
    Law("post-process", "what is computed from a release keeps its parameters", _post_process),
    Law("constant", "a release that does not depend on the data has the parameters of nothing", _constant),
    Law("to approximate", "it implies the approximate privacy that it names", _to_approximate),
)
