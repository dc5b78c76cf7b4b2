"""Generators whose noise is followed: a run's own, the global ones, and those that it makes."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

import numpy as np

from dptheory.lab.audit.privacy.noisy import Log, Noisy
from dptheory.lab.audit.privacy.standing import ELEMENTARY, Named, Own, public, standing

NOISE: Final = {
    **dict.fromkeys(("laplace", "normal", "gumbel", "logistic"), ("loc", "scale")), "exponential": ("scale",),
    **dict.fromkeys(("standard_normal", "standard_exponential", "random"), ()),
}  # fmt: skip
"""The methods of a generator whose draws are followed, and their parameters."""


class Recorder(Named):
    """A generator whose noise is followed; whatever else it draws is drawn as ever."""

    def __init__(self, seed: Any, log: Log) -> None:
        super().__init__(seed)
        self.log = log

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


for _law in public(np.random.Generator):
    _base = getattr(np.random.Generator, _law)
    setattr(Recorder, _law, _followed(_law, NOISE[_law]) if _law in NOISE else _noted(_law, _base))


def _python(recorder: Recorder, own: random.Random, log: Log) -> dict[str, Any]:
    """The functions of Python's `random`, followed."""
    return {
        **{name: _noted(name, getattr(own, name), log) for name in public(random.Random)},
        "random": recorder.random, "expovariate": lambda lambd=1.0: recorder.exponential(1 / lambd),
        **dict.fromkeys(("gauss", "normalvariate"), lambda mu=0.0, sigma=1.0: recorder.normal(mu, sigma)),
    }  # fmt: skip


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

    recorder = Seeded(seed)
    elementary = {name: _elementary(name) for name in ELEMENTARY}
    with standing(recorder, Seeded, _python(recorder, Own(seed), log), elementary):
        yield recorder
