"""What is audited: a mechanism of the library, or any function f(dataset, size, rng) -> array."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Protocol, runtime_checkable

import numpy as np

from dptheory.errors import BadInput, one_line
from dptheory.lab.domain import FloatArray

Sampler = Callable[[Any, int, np.random.Generator], object]
"""f(dataset, size, rng): `size` independent outputs on the same data, of shape (size,) or (size, d)."""


@runtime_checkable
class Subject(Protocol):
    """Something that can be sampled. It must be picklable to be sampled in other processes."""

    @property
    def name(self) -> str:
        """What it is called."""
        ...

    @property
    def target(self) -> object:
        """The function or mechanism itself: it may carry attributes that say more."""
        ...

    def sample(self, data: Any, size: int, rng: np.random.Generator) -> object:
        """Whatever the mechanism returns."""
        ...


@dataclass(frozen=True)
class Plain:
    """A function at hand, or an object with a method `sample`."""

    target: Any
    name: str

    def sample(self, data: Any, size: int, rng: np.random.Generator) -> object:
        """Call it."""
        return sampler(self.target)(data, size, rng)


@dataclass(frozen=True)
class Imported:
    """MODULE:FUNCTION, imported wherever it is sampled."""

    name: str

    @property
    def target(self) -> object:
        """The function."""
        module, _, path = self.name.partition(":")
        found: Any = import_module(module)
        for part in path.split("."):
            found = getattr(found, part)
        return found

    def sample(self, data: Any, size: int, rng: np.random.Generator) -> object:
        """Call it."""
        return sampler(self.target)(data, size, rng)


def sampler(target: Any) -> Sampler:
    """The function that draws outputs: the method `sample` where there is one."""
    method = getattr(target, "sample", None)
    function: Sampler = method if callable(method) else target
    return function


def imported(spec: str) -> Imported:
    """The subject that MODULE:FUNCTION names; `BadInput` where it cannot be had.

    >>> imported("numpy:median").name
    'numpy:median'
    """
    module, colon, path = spec.partition(":")
    advice = "dptheory audit mymodule:mechanism, where mechanism(dataset, size, rng) returns an array"
    if not (colon and module and path):
        raise BadInput(spec, "the name of a mechanism, or MODULE:FUNCTION", advice)
    subject = Imported(spec)
    try:
        target = subject.target
    except AttributeError as error:
        raise BadInput(spec, f"a name that the module has ({one_line(str(error), 200)})", advice) from None
    except (Exception, SystemExit) as error:
        if isinstance(error, ModuleNotFoundError) and f"{module}.".startswith(f"{error.name}."):
            where = f"run it in the folder in which {error.name} lies, or name that folder in PYTHONPATH"
            given = f"{spec}, whose module {error.name} is neither in this folder nor installed"
            raise BadInput(given, "a module that can be imported", where) from None
        given = f"{spec}, whose import failed ({reason(error)})"
        raise BadInput(given, "a module that imports", advice) from None
    if not callable(target) and not callable(getattr(target, "sample", None)):
        raise BadInput(f"{spec}, which is a {type(target).__name__}", "a function", advice)
    return subject


def reason(error: BaseException) -> str:
    """What foreign code raised, on one line; its message may itself raise.

    >>> reason(ValueError("no"))
    'ValueError: no'
    """
    try:
        said = f"{error}"
    except Exception:
        said = "no message"
    return one_line(f"{type(error).__name__}: {said}", 200)


@dataclass(frozen=True, eq=False)
class DensityRatio:
    """The privacy loss log p(x | S) - log p(x | S'), known in closed form.

    Rounded to nine digits: where the loss is constant, rounding errors must not cut the event.
    """

    mechanism: Any
    first: Any
    second: Any
    name: str = "privacy loss in closed form"

    def __call__(self, outputs: FloatArray) -> FloatArray:
        on_first = np.asarray(self.mechanism.log_density(self.first, outputs), dtype=np.float64)
        on_second = np.asarray(self.mechanism.log_density(self.second, outputs), dtype=np.float64)
        with np.errstate(invalid="ignore"):
            return np.asarray(np.round(on_first - on_second, 9))


def has_density(target: Any) -> bool:
    """Whether the audit may look at the density."""
    return bool(getattr(target, "has_density", False)) and callable(getattr(target, "log_density", None))
