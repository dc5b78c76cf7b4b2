"""Parts of a statement that are read when they are first asked for: proofs, worlds, false neighbours."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Generic, TypeVar, cast

from ..errors import BadInput
from ..kernel import KernelError, SyntaxProblem
from .outline import Entry, OutlineError

T = TypeVar("T")


@dataclass(frozen=True)
class Later(Generic[T]):
    """What a part will be."""

    make: Callable[[], T]


class Part(Generic[T]):
    """A field of a frozen record that may be given as what it will be; it is made once.

    >>> @dataclass(frozen=True)
    ... class Sum:
    ...     value: Part[int] = Part(0)
    >>> Sum().value, Sum(Later(lambda: 1 + 1)).value
    (0, 2)
    """

    def __init__(self, default: T) -> None:
        self.default = default

    def __set_name__(self, owner: type, name: str) -> None:
        self.slot = f"_{name}"

    def __get__(self, instance: object | None, owner: type | None = None) -> T:
        if instance is None:
            return self.default
        own = vars(instance)
        if isinstance(own[self.slot], Later):
            own[self.slot] = own[self.slot].make()
        return cast(T, own[self.slot])

    def __set__(self, instance: object, value: T | Later[T]) -> None:
        vars(instance)[self.slot] = value


@dataclass(frozen=True)
class Reading:
    """How the parts of a statement are read: at once, or later; and where it stands, which its faults say."""

    entry: Entry
    path: str = ""
    at_once: bool = True

    def part(self, make: Callable[[], T]) -> T | Later[T]:
        """A part, or what it will be."""

        def made() -> T:
            with placed(self.entry, self.path):
                return make()

        return make() if self.at_once else Later(made)

    def parts(self, each: list[T | Later[T]]) -> tuple[T, ...] | Later[tuple[T, ...]]:
        """Several parts as one."""
        return self.part(lambda: tuple(one.make() if isinstance(one, Later) else one for one in each))


@contextmanager
def placed(entry: Entry, path: str) -> Iterator[None]:
    """Errors meanwhile say where."""
    try:
        yield
    except OutlineError as error:
        raise OutlineError(error.message, error.number, path) from error
    except (SyntaxProblem, KernelError, BadInput) as error:
        raise OutlineError(str(error), entry.number, path) from error
