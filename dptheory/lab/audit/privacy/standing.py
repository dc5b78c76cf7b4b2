"""What stands for the generators of numpy, of Python and of the system while a mechanism runs."""

from __future__ import annotations

import math
import random
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache, wraps
from types import ModuleType
from typing import Any, Final

import numpy as np

OLD: Final = ("rand", "randn", "random_sample", "randint")
"""Other names of some methods."""

ELEMENTARY: Final = ("log", "log1p", "log2", "exp", "expm1", "sqrt", "sin", "cos", "tan", "fabs", "copysign")
"""Functions of `math` that numpy has, too."""

Functions = Mapping[str, Callable[..., Any]]


class Named(np.random.Generator):
    """A generator that has the names of the old ones, too."""

    def __init__(self, seed: Any = None) -> None:
        super().__init__(
            seed.bit_generator if isinstance(seed, np.random.Generator) else np.random.PCG64(seed)
        )

    def randn(self, *shape: int) -> Any:
        """As the old generators have it."""
        return self.standard_normal(size=shape or None)

    def rand(self, *shape: int) -> Any:
        """As the old generators have it."""
        return self.random(size=shape or None)

    def random_sample(self, size: Any = None) -> Any:
        """As the old generators have it."""
        return self.random(size=size)

    def randint(self, low: int, high: int | None = None, size: Any = None, dtype: Any = int) -> Any:
        """As the old generators have it."""
        return self.integers(low, high, size, dtype)


def public(generator: type) -> list[str]:
    """The names of a generator's methods that draw."""
    beside = ("bit_generator", "spawn", "seed", "getstate", "setstate", "VERSION")
    return [name for name in dir(generator) if not name.startswith("_") and name not in beside]


class Own(random.Random):
    """Python's own, whatever stands for it meanwhile."""

    random = random.Random.random


ORIGINALS: Final = {
    (where.__name__, name): getattr(where, name)
    for where, names in (
        (np.random, (*public(np.random.Generator), *OLD, "RandomState", "default_rng")),
        (random, public(random.Random)),
        (math, ELEMENTARY),
    )
    for name in names
    if hasattr(where, name)
}
"""The functions that something stands for."""

PLACES: Final = {id(function): place for place, function in ORIGINALS.items()}


@cache
def _elsewhere(modules: int) -> list[tuple[ModuleType, str, tuple[str, str]]]:
    """Where else these functions have names; to be looked up again when there are more modules."""
    homes = {where for where, _ in ORIGINALS}
    return [
        (module, name, PLACES[id(value)])
        for module in list(sys.modules.values())
        if isinstance(module, ModuleType) and module.__name__ not in homes
        for name, value in list(vars(module).items())
        if id(value) in PLACES
    ]


@contextmanager
def standing(generator: Named, kind: type, python: Functions, elementary: Functions) -> Iterator[None]:
    """A generator stands for numpy's global one, a kind for those that are made, and functions for Python's
    and for those of `math`, by whatever name they are called.
    """
    names = [name for name in (*public(np.random.Generator), *OLD) if hasattr(np.random, name)]
    ours = {name: getattr(generator, name) for name in names} | {"RandomState": kind, "default_rng": kind}
    # a method takes the generator first, be it the system's or a seeded one
    methods = {name: lambda self, *a, f=f, **k: f(*a, **k) for name, f in python.items()}
    known: dict[str, Functions] = {"numpy.random": ours, "random": python, "math": elementary}
    stand: list[tuple[Any, str, Any]] = [
        (module, name, known[where][which])
        for module, name, (where, which) in _elsewhere(len(sys.modules))
        if which in known[where] and getattr(module, name, None) is ORIGINALS[where, which]
    ]
    stand += [(sys.modules[where], name, f) for where, made in known.items() for name, f in made.items()]
    stand += [(np.random.mtrand, "_rand", generator)]
    stand += [(which, *one) for which in (random.Random, random.SystemRandom) for one in methods.items()]
    before, own = set(sys.modules), [(where, name, vars(where).get(name)) for where, name, _ in stand]
    try:
        for where, name, function in stand:
            setattr(where, name, function)
        yield
    finally:
        for where, name, function in reversed(own):
            setattr(where, name, function) if function is not None else delattr(where, name)
        _restored(set(sys.modules) - before, known)


def _restored(imported: set[str], known: dict[str, Functions]) -> None:
    """The functions themselves, where modules that were imported meanwhile took what stands for them."""
    stand = {id(f): (where, name) for where, functions in known.items() for name, f in functions.items()}
    for module in map(sys.modules.get, imported):
        for name, value in list(vars(module).items()) if isinstance(module, ModuleType) else ():
            if id(value) in stand and stand[id(value)] in ORIGINALS:
                setattr(module, name, ORIGINALS[stand[id(value)]])


def seeded(mechanism: Callable[..., Any]) -> Callable[..., Any]:
    """The same mechanism, whose draws from numpy's and Python's global generators, from the system's and from
    those that it makes for itself without a seed come from `rng`: so code that takes none can be audited.

    >>> draw = seeded(lambda data, size, rng: [random.SystemRandom().gauss(0, 1) for _ in range(size)])
    >>> draw([], 2, np.random.default_rng(1)) == draw([], 2, np.random.default_rng(1))
    True
    """

    @wraps(mechanism)
    def sample(data: Any, size: int, rng: np.random.Generator) -> Any:
        if isinstance(rng, Named):  # which stands for all of them already
            return mechanism(data, size, rng)

        state, modules = rng.bit_generator.state, len(sys.modules)
        made = _drawing(mechanism, data, size, rng)
        if len(sys.modules) > modules:  # what it imported may have drawn, too
            rng.bit_generator.state = state
            made = _drawing(mechanism, data, size, rng)
        return made

    return sample


def _drawing(mechanism: Callable[..., Any], data: Any, size: int, rng: np.random.Generator) -> Any:
    """Outputs whose every draw comes from a generator."""

    class Made(Named):
        """One that the mechanism makes for itself."""

        def __init__(self, seed: Any = None) -> None:
            super().__init__(int(rng.integers(2**63)) if seed is None else seed)

    own = Own(int(rng.integers(2**63)))
    python = {name: getattr(own, name) for name in public(random.Random)}
    with standing(Made(rng), Made, python, {}):
        return mechanism(data, size, rng)
