"""Generators whose noise is followed: a run's own, the global ones, and those that it makes."""

from __future__ import annotations

import math
import random
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from types import ModuleType
from typing import Any, Final
from unittest import mock

import numpy as np

from dptheory.lab.audit.privacy.noisy import Log, Noisy

NOISE: Final = {
    **dict.fromkeys(("laplace", "normal", "gumbel", "logistic"), ("loc", "scale")), "exponential": ("scale",),
    **dict.fromkeys(("standard_normal", "standard_exponential", "random"), ()),
}  # fmt: skip
"""The methods of a generator whose draws are followed, and their parameters."""
OLD: Final = ("rand", "randn", "random_sample", "randint")
"""Other names of some methods."""

ELEMENTARY: Final = ("log", "log1p", "log2", "exp", "expm1", "sqrt", "sin", "cos", "tan", "fabs", "copysign")
"""Functions of `math` that numpy has, too."""


class Recorder(np.random.Generator):
    """A generator whose noise is followed; whatever else it draws is drawn as ever."""

    def __init__(self, seed: Any, log: Log) -> None:
        super().__init__(
            seed.bit_generator if isinstance(seed, np.random.Generator) else np.random.PCG64(seed)
        )
        self.log = log

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

    def l2laplace(self, scale: float, shape: tuple[int, int]) -> Any:
        """The library's own noise on vectors."""
        from dptheory.lab.mechanisms.noise import L2Laplace

        seed = super().integers(2**63)
        values = L2Laplace(shape[1], scale).sample(shape[0], np.random.Generator(np.random.PCG64(seed)))
        return self.log.drawn("l2laplace", scale, values)


def _followed(law: str, parameters: tuple[str, ...]) -> Any:
    def method(self: Recorder, *given: Any, **named: Any) -> Any:
        said = {**dict(zip(parameters, given, strict=False)), **named}
        more = given[len(parameters) :]
        loc, scale = said.pop("loc", 0.0), said.pop("scale", 1.0)
        shape = said.get("size", more[0] if more else None)
        shape = np.broadcast(np.asarray(loc), np.asarray(scale)).shape if shape is None else shape
        values = getattr(super(Recorder, self), law)(size=shape)
        scale, loc = np.asarray(scale, dtype=float), np.asarray(loc, dtype=float)
        made, number = (
            self.log.drawn(law.removeprefix("standard_"), scale, scale * values),
            len(self.log.draws),
        )
        if np.any(loc):
            self.log.moved.add(number)
        return made + loc if number in self.log.moved else made

    return method


def _noted(name: str, method: Any, log: Log | None = None) -> Any:
    """A method whose draws are not followed: that it was called is noted."""

    def noted(*given: Any, **named: Any) -> Any:
        (log or given[0].log).others.add(name)
        return method(*given, **named)

    return noted


def _public(generator: type) -> list[str]:
    """The names of a generator's methods that draw."""
    beside = ("bit_generator", "spawn", "seed", "getstate", "setstate", "VERSION")
    return [name for name in dir(generator) if not name.startswith("_") and name not in beside]


for _law in _public(np.random.Generator):
    _base = getattr(np.random.Generator, _law)
    setattr(Recorder, _law, _followed(_law, NOISE[_law]) if _law in NOISE else _noted(_law, _base))


class _Own(random.Random):
    """Python's own, whatever stands for it meanwhile."""

    random = random.Random.random


def _python(recorder: Recorder, own: random.Random, log: Log) -> dict[str, Any]:
    """The functions of Python's `random`, followed."""
    return {
        **{name: _noted(name, getattr(own, name), log) for name in _public(random.Random)},
        "random": recorder.random, "expovariate": lambda lambd=1.0: recorder.exponential(1 / lambd),
        **dict.fromkeys(("gauss", "normalvariate"), lambda mu=0.0, sigma=1.0: recorder.normal(mu, sigma)),
    }  # fmt: skip


KNOWN: Final = {
    id(getattr(where, name)): (where.__name__, name)
    for where, names in (
        (np.random, (*_public(np.random.Generator), *OLD)),
        (random, _public(random.Random)),
        (math, ELEMENTARY),
    )
    for name in names
    if hasattr(where, name)
}
"""The functions that are followed, by their place."""


@cache
def _elsewhere(modules: int) -> list[tuple[ModuleType, str, tuple[str, str]]]:
    """Where else these functions have names; to be looked up again when there are more modules."""
    homes = {where for where, _ in KNOWN.values()}
    return [
        (module, name, KNOWN[id(value)])
        for module in list(sys.modules.values())
        if isinstance(module, ModuleType) and module.__name__ not in homes
        for name, value in list(vars(module).items())
        if id(value) in KNOWN
    ]


def _elementary(name: str) -> Any:
    """A function of `math` that takes noise, too."""
    plain, array = getattr(math, name), getattr(np, name)

    def function(*given: Any) -> Any:
        return array(*given) if any(isinstance(one, Noisy) for one in given) else plain(*given)

    return function


@contextmanager
def recording(seed: int, log: Log) -> Iterator[Recorder]:
    """A recorder; what is drawn meanwhile from numpy's and Python's global generators, from the system's and
    from those that the mechanism makes for itself is followed, too, by whatever name they are called.
    """

    class Seeded(Recorder):
        """A generator that the mechanism makes for itself, new or of the old kind."""

        def __init__(self, seed: Any = None) -> None:
            super().__init__(0 if seed is None else seed, log)

    recorder, own = Seeded(seed), _Own(seed)
    names = [name for name in (*_public(np.random.Generator), *OLD) if hasattr(np.random, name)]
    ours: dict[str, Any] = {name: getattr(recorder, name) for name in names}
    ours |= {"RandomState": Seeded, "default_rng": Seeded}
    python, elementary = _python(recorder, own, log), {name: _elementary(name) for name in ELEMENTARY}
    # a method takes the generator first, be it the system's or a seeded one
    methods = {name: lambda self, *a, f=f, **k: f(*a, **k) for name, f in python.items()}
    known = {"numpy.random": ours, "random": python, "math": elementary}
    with ExitStack() as patched:
        for module, name, (where, which) in _elsewhere(len(sys.modules)):
            patched.enter_context(mock.patch.object(module, name, known[where][which]))
        for where, made in known.items():
            patched.enter_context(mock.patch.multiple(where, **made))
        patched.enter_context(mock.patch.object(np.random.mtrand, "_rand", recorder))
        for kind in (random.Random, random.SystemRandom):
            for name, method in methods.items():
                patched.enter_context(mock.patch.object(kind, name, method))
        yield recorder
