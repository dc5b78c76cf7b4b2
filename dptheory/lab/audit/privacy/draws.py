"""Random draws that remember where they were drawn, and what of the data came to them before they were used.

A `Recorder` is a generator whose noise is `Noisy`: numbers that are added, subtracted, scaled and indexed as
arrays are, and know by how much of which draw they are noise. Where they are *used* (compared, rounded, put
through any other function, returned), what is left without the noise is written down, and, in a second run
that is given the first, the value of the first run takes its place: so both runs go the same way, and the
noise of the second is what it would have to be for that.
"""

from __future__ import annotations

import linecache
import random
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final
from unittest import mock

import numpy as np
from numpy.lib.mixins import NDArrayOperatorsMixin

NOISE: Final = {
    **dict.fromkeys(("laplace", "normal", "gumbel", "logistic"), ("loc", "scale")), "exponential": ("scale",),
    **dict.fromkeys(("standard_normal", "standard_exponential", "random"), ()),
}  # fmt: skip
"""The methods of a generator whose draws are followed, and their parameters."""


@dataclass(frozen=True, eq=False)
class Draw:
    """One call of a generator: where, in which words, of which law with which scale, and what came."""

    place: str
    text: str
    law: str
    scale: Any
    values: Any


@dataclass(frozen=True, eq=False)
class Use:
    """Where noisy numbers were used: what they are without their noise, by how much of which draws they are
    noisy, and the value that was used. `against` is what they were compared with."""

    place: str
    rest: Any
    terms: dict[int, Any]
    value: Any
    against: Any = None


@dataclass(eq=False)
class Log:
    """The draws and uses of one run, in their order; `first` is the run that this one follows."""

    first: Log | None = None
    draws: list[Draw] = field(default_factory=list)
    uses: list[Use] = field(default_factory=list)

    def drawn(self, law: str, scale: Any, values: Any) -> Noisy:
        """Noise that is followed from here."""
        place, text = _place()
        self.draws.append(Draw(place, text, law, scale, np.asarray(values, dtype=float)))
        here = self.draws[-1].values
        return Noisy(here, {len(self.draws) - 1: (1.0, here)}, self)

    def used(self, noisy: Noisy, against: Any = None) -> Any:
        """The value that a use has: the first run's, where that was at the same place."""
        noise = sum(factor * part for factor, part in noisy.terms.values())
        terms = {k: factor for k, (factor, _) in noisy.terms.items()}
        rest, place = noisy.value - noise, _place()[0]
        value = noisy.value if against is None else noisy.value - against
        if self.first is not None and len(self.first.uses) > len(self.uses):
            before = self.first.uses[len(self.uses)]
            if before.place == place and np.shape(before.value) == np.shape(value):
                value = before.value
        self.uses.append(Use(place, rest, terms, value, against))
        return value


class Noisy(NDArrayOperatorsMixin):
    """Numbers with noise in them: `terms` has by draw a factor and the part of the draw that is in them."""

    def __init__(self, value: Any, terms: dict[int, tuple[Any, Any]], log: Log) -> None:
        self.value, self.terms, self.log = np.asarray(value, dtype=float), terms, log

    def __array_ufunc__(self, ufunc: np.ufunc, method: str, *inputs: Any, **options: Any) -> Any:
        out = next(iter(options.pop("out", ())), None)
        if method == "__call__":
            made = self._linear(ufunc, *inputs) if ufunc in _LINEAR else None
            if made is not None and isinstance(out, Noisy):
                out.value, out.terms = made.value, made.terms
                return out
            if made is not None:  # `data += noise` gives the name to what is returned
                return made
            if ufunc in _COMPARED:
                left, right = inputs
                flip = not isinstance(left, Noisy)
                noisy, other = (right, left) if flip else (left, right)
                if isinstance(other, Noisy):
                    noisy, other = noisy - other, 0.0
                gap = noisy.log.used(noisy, np.asarray(other, dtype=float))
                return ufunc(-gap, 0.0) if flip else ufunc(gap, 0.0)
        plain = [np.asarray(one) if isinstance(one, Noisy) else one for one in inputs]
        return getattr(ufunc, method)(*plain, **options)

    def _linear(self, ufunc: np.ufunc, left: Any, right: Any = 0.0) -> Noisy | None:
        if ufunc is np.negative:
            ufunc, right = np.multiply, -1.0
        both = isinstance(left, Noisy) and isinstance(right, Noisy)
        if ufunc in (np.multiply, np.true_divide):
            if both or (not isinstance(left, Noisy) and ufunc is np.true_divide):
                return None
            noisy, other = (left, right) if isinstance(left, Noisy) else (right, left)
            by = np.asarray(other, dtype=float) ** (1.0 if ufunc is np.multiply else -1.0)
            terms = {k: (factor * by, part) for k, (factor, part) in noisy.terms.items()}
            return Noisy(noisy.value * by, terms, self.log)
        sign = -1.0 if ufunc is np.subtract else 1.0
        values = [one.value if isinstance(one, Noisy) else np.asarray(one, float) for one in (left, right)]
        terms = dict(left.terms) if isinstance(left, Noisy) else {}
        for k, (factor, part) in right.terms.items() if isinstance(right, Noisy) else ():
            if k in terms:
                return None  # one draw twice: its use says so
            terms[k] = (sign * factor, part)
        return Noisy(values[0] + sign * values[1], terms, self.log)

    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        return np.array(self.log.used(self), dtype=dtype or float)

    def __float__(self) -> float:
        return float(self.log.used(self))

    def __bool__(self) -> bool:
        return bool(self.log.used(self))

    def __getitem__(self, place: Any) -> Noisy:
        def part(one: Any) -> Any:
            return np.broadcast_to(one, self.value.shape)[place]

        return Noisy(self.value[place], {k: (part(f), part(d)) for k, (f, d) in self.terms.items()}, self.log)

    def __iter__(self) -> Iterator[Noisy]:
        return (self[k] for k in range(len(self.value)))

    def __len__(self) -> int:
        return len(self.value)

    def __getattr__(self, name: str) -> Any:
        if name in ("shape", "ndim", "size", "dtype"):
            return getattr(self.value, name)
        if name.startswith("_"):
            raise AttributeError(name)
        return getattr(np.asarray(self), name)


_LINEAR: Final = (np.add, np.subtract, np.multiply, np.true_divide, np.negative)
_COMPARED: Final = (np.less, np.less_equal, np.greater, np.greater_equal)


class Recorder(np.random.Generator):
    """A generator whose noise is followed; whatever else it draws is drawn as ever."""

    def __init__(self, seed: int, log: Log) -> None:
        super().__init__(np.random.PCG64(seed))
        self.log = log

    def l2laplace(self, scale: float, shape: tuple[int, int]) -> Any:
        """The library's own noise on vectors."""
        from dptheory.lab.mechanisms.noise import L2Laplace

        values = L2Laplace(shape[1], scale).sample(shape[0], np.random.default_rng(self.integers(2**63)))
        return self.log.drawn("l2laplace", scale, values)


def _followed(law: str, parameters: tuple[str, ...]) -> Any:
    def method(self: Recorder, *given: Any, **named: Any) -> Any:
        said = {**dict(zip(parameters, given, strict=False)), **named}
        more = given[len(parameters) :]
        loc, scale = said.pop("loc", 0.0), said.pop("scale", 1.0)
        shape = said.get("size", more[0] if more else None)
        shape = np.broadcast(np.asarray(loc), np.asarray(scale)).shape if shape is None else shape
        values = getattr(super(Recorder, self), law)(size=shape)
        return self.log.drawn(law.removeprefix("standard_"), scale, np.asarray(scale, float) * values) + loc

    return method


for _law, _parameters in NOISE.items():
    setattr(Recorder, _law, _followed(_law, _parameters))


@contextmanager
def recording(seed: int, first: Log | None = None) -> Iterator[tuple[Recorder, Log]]:
    """A recorder; what is drawn from numpy's and Python's global generators meanwhile is followed, too."""
    log = Log(first)
    recorder = Recorder(seed, log)
    laws = "laplace", "normal", "gumbel", "exponential"
    ours: dict[str, Any] = {law: getattr(recorder, law) for law in laws}
    python: dict[str, Any] = {
        "random": recorder.random, "expovariate": lambda lambd=1.0: recorder.exponential(1 / lambd),
        **dict.fromkeys(("gauss", "normalvariate"), lambda mu=0.0, sigma=1.0: recorder.normal(mu, sigma)),
    }  # fmt: skip
    with mock.patch.multiple("numpy.random", **ours), mock.patch.multiple(random, **python):
        yield recorder, log


def _place() -> tuple[str, str]:
    """The line of the mechanism that is running, as file:line, and its text."""
    frame = sys._getframe(1)
    here, skip = Path(__file__), ("numpy", "unittest")
    while frame.f_back is not None:
        path = Path(frame.f_code.co_filename)
        if path != here and not any(part in skip for part in path.parts):
            break
        frame = frame.f_back
    name, line = frame.f_code.co_filename, frame.f_lineno
    return f"{Path(name).name}:{line}", linecache.getline(name, line).strip()
