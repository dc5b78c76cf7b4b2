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
"""On the benchmark all but one call in a hundred take less than a thousand steps, sub-goals not counted."""
MODERATE: Final = "moderate"
"""They take less than thirty thousand."""
DEAR: Final = "dear"
"""They may take as much as their share of the effort."""


class Tries(Protocol):
    """What a tactic does: it looks at the state of a proof and proposes how that goes on, or gives up."""

    def __call__(self, prover: Prover, state: ProofState, /) -> Proof | None:
        """A proof of the state's goal, to be checked by the kernel."""
        ...


@dataclass(frozen=True)
class Tactic:
    """A tactic with what is to be known of it: a claim that it helps to prove, and a false one beside it.

    >>> from dptheory.prover import phases
    >>> one = TACTICS["parity"]
    >>> one.idea, one.claim, one.twin, one.where
    ('substitution', 'tanh(x) >= x', 'tanh(x) > x', 'x <= 0')
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


TACTICS: Final[dict[str, Tactic]] = {}
"""Every tactic by its name, in the order in which the modules are read."""

Function = TypeVar("Function", bound=Callable[..., "Proof | None"])

_omitted: ContextVar[frozenset[str]] = ContextVar("omitted", default=frozenset())


def tactic(when: str, cost: str, example: str, *, said: str = "") -> Callable[[Function], Function]:
    """Enter a function among the tactics.

    `example` is a claim, a false twin and the conditions of both, as ``claim | twin | conditions``; a proof
    may need other tactics for sub-goals. `said` is what a reader is told that was tried, where that is not
    the tactic's name.
    """
    claim, twin, where = (part.strip() for part in example.split("|"))

    def enter(function: Function) -> Function:
        name = name_of(function)
        if name in TACTICS:
            raise ValueError(f"there is another tactic by the name of {name!r}")
        TACTICS[name] = Tactic(name, function, when, cost, claim, twin, where, said or name)
        return function

    return enter


def name_of(run: Callable[..., object]) -> str:
    """The name of a tactic: that of its function, which may have some arguments already."""
    return str(getattr(run, "func", run).__name__).removeprefix("by_").replace("_", " ")


@contextmanager
def omitting(*names: str) -> Iterator[None]:
    """A search without some tactics, as far as it chooses them itself; others may still call them.

    >>> with omitting("sum"):
    ...     is_omitted("sum"), is_omitted("box")
    (True, False)
    """
    token = _omitted.set(_omitted.get() | set(names))
    try:
        yield
    finally:
        _omitted.reset(token)


def is_omitted(name: str) -> bool:
    """Whether the search goes on without a tactic."""
    return name in _omitted.get()
