"""The tactics, each entered where it is written: when it applies, what it costs, what it proves."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Protocol, TypeVar

if TYPE_CHECKING:
    from .goals.goal import Proof
    from .goals.obligations import Prover
    from .goals.state import ProofState

CHEAP: Final = "cheap"
"""Nine calls of ten take less than a thousand steps of its own, without those of its sub-goals."""
MODERATE: Final = "moderate"
"""Nine calls of ten take less than thirty thousand."""
DEAR: Final = "dear"
"""More: it searches for as long as its share of the effort lasts."""


class Tries(Protocol):
    """What a tactic does: it looks at the state of a proof and proposes how that goes on, or gives up."""

    def __call__(self, prover: Prover, state: ProofState, /) -> Proof | None:
        """A proof of the state's goal, to be checked by the kernel."""
        ...


@dataclass(frozen=True)
class Tactic:
    """A tactic with what is to be known of it: a claim that it helps to prove, and a false one beside it.

    >>> from dptheory.prover.phases import PHASES
    >>> one = TACTICS["box"]
    >>> one.idea, one.cost, one.claim, one.where
    ('enclosures', 'cheap', 'exp(x) > x + 1/10', '0 <= x <= 1')
    """

    name: str
    run: Callable[..., Proof | None]
    when: str
    cost: str
    claim: str
    twin: str
    where: str
    said: str

    @property
    def idea(self) -> str:
        """The idea that it stands for: the name of the folder in which it is written."""
        return self.run.__module__.split(".")[-2].replace("_", " ")

    @property
    def does(self) -> str:
        """What it does, in the first sentence of its function's documentation."""
        return " ".join((self.run.__doc__ or "").split("\n\n")[0].split())


TACTICS: Final[dict[str, Tactic]] = {}
"""Every tactic by its name, in the order in which the modules are read."""

Function = TypeVar("Function", bound=Callable[..., "Proof | None"])

_omitted: ContextVar[frozenset[str]] = ContextVar("omitted", default=frozenset())


def tactic(when: str, cost: str, example: str, said: str = "") -> Callable[[Function], Function]:
    """Enter a function among the tactics.

    `example` is a claim, a false twin and the conditions of both, as ``claim | twin | conditions``; `said` is
    what a reader is told that was tried, where that is not the tactic's name.
    """
    claim, twin, where = (part.strip() for part in example.split("|"))

    def enter(function: Function) -> Function:
        name = name_of(function)
        TACTICS[name] = Tactic(name, function, when, cost, claim, twin, where, said or name)
        return function

    return enter


def name_of(run: Callable[..., object]) -> str:
    """The name of a tactic: that of its function, which may have some arguments already."""
    return str(getattr(run, "func", run).__name__).removeprefix("by_").replace("_", " ")


@contextmanager
def omitting(*names: str) -> Iterator[None]:
    """A search without some tactics, as far as it chooses them itself; others may still call them.

    >>> from dptheory.prover import prove
    >>> with omitting("sum"):
    ...     TACTICS and is_omitted("sum")
    True
    """
    token = _omitted.set(_omitted.get() | set(names))
    try:
        yield
    finally:
        _omitted.reset(token)


def is_omitted(name: str) -> bool:
    """Whether the search goes on without a tactic."""
    return name in _omitted.get()
