"""Numbers that know by how much of which random draws they are noise, until they are put out.

They are added, subtracted, scaled, summed and indexed as arrays are. What is made of noise alone, and comes
out alike on both data sets, is noise again, of a law that is not known: so a library's own sampler, which
makes noise of uniform draws, is followed. All others are *put out* where they are
used (compared, rounded, put through any other function, returned), and where a sum of noise and other
numbers goes several ways: from there on they are plain numbers, and a second run that is given the first
has the numbers of the first. So both runs go the same way, and what later steps do with a noisy number is
no move of theirs; by how much the second run's noise would have to differ for that follows from what
`Log.puts` keeps.
"""

from __future__ import annotations

import linecache
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.lib.mixins import NDArrayOperatorsMixin

HERE: Final = Path(__file__).parent
OURS: Final = ("noisy.py", "draws.py", "standing.py")
SKIPPED: Final = ("numpy", "unittest")

SHAPING: Final = ("reshape", "ravel", "flatten", "squeeze", "transpose", "T")
"""What only puts numbers elsewhere."""
TINY: Final = 1e-12
"""The scale of noise of a law that is not known: other noise absorbs before it does."""
NUDGE: Final = 1e-6
"""By so much of its scale noise is varied, to see whether it comes out."""

MADE: Final = "made of other draws"
UNKNOWN: Final = ("random", MADE)
"""Laws that no move is set against, but where what is made of them turns out to have a known one."""

Step = tuple[str, str]
"""What makes noise of noise: where, and by which operation."""

Key = tuple[int, int]
"""A number with noise: the newest draw in it, and the how-manieth with that draw."""


@dataclass(frozen=True, eq=False)
class Draw:
    """One call of a generator: where, in which words, of which law with which scale, and what came; `start`
    counts the numbers drawn before."""

    place: str
    text: str
    law: str
    scale: Any
    values: Any
    start: int


@dataclass(frozen=True, eq=False)
class Put:
    """Noisy numbers that are put out: their value before the first run's takes its place, by how much of
    which draws they are noisy, whether nothing was added to the noise, and what they were compared with."""

    place: str
    value: Any
    factor: Any
    index: Any
    raw: bool
    against: Any = None


@dataclass(eq=False)
class Log:
    """The draws of one run and what was put out. `first` is the run that this one follows; `out` says
    which sums are put out before they are used (nothing is followed without it); draws at a `public`
    place are plain numbers, those at a `nudged` one are varied a little; `moved` are the draws around
    another number than 0, `ways` how many ways numbers go, `others` the methods that are not followed.
    `made` are the steps that made noise of noise, with what came; `bound` steps do not, since data enter
    there; `sources` are the draws of which noise was made.
    """

    first: Log | None = None
    out: Callable[[Key], bool] | None = None
    public: frozenset[str] = frozenset()
    nudged: str = ""
    draws: list[Draw] = field(default_factory=list)
    puts: dict[Key, Put] = field(default_factory=dict)
    ways: Counter[Key] = field(default_factory=Counter)
    moved: set[int] = field(default_factory=set)
    others: set[str] = field(default_factory=set)
    counted: Counter[int] = field(default_factory=Counter)
    bound: frozenset[Step] = frozenset()
    made: list[tuple[Step, Any]] = field(default_factory=list)
    sources: set[int] = field(default_factory=set)

    def drawn(self, law: str, scale: Any, values: Any) -> Any:
        """Noise that is followed from here."""
        place, text = _place()
        values = np.asarray(values, dtype=float)
        if place == self.nudged:
            by = np.random.Generator(np.random.PCG64(len(self.draws))).random(values.shape)
            values = values + NUDGE * np.asarray(scale) * by
        start = self.draws[-1].start + self.draws[-1].values.size if self.draws else 0
        self.draws.append(Draw(place, text, law, scale, values, start))
        if place in self.public:
            return values[()]
        one = 0 if self.out is None else 1
        index = (start + np.arange(values.size)).reshape(*values.shape, 1)[..., :one]
        factor, unknown = np.ones(index.shape), law in UNKNOWN
        return Noisy(values, factor, index, len(self.draws) - 1, True, self, unknown)

    def remade(self, operation: str, noisy: list[Noisy], values: Any) -> Any:
        """What an operation makes of noise alone; None where data enter."""
        step = _place()[0], operation
        if step in self.bound:
            return None
        self.made.append((step, values))
        self.sources.update(one.draw for one in noisy)
        return self.drawn(MADE, TINY, values)

    def key(self, draw: int) -> Key:
        """The name of the next number whose newest noise is of that draw."""
        self.counted[draw] += 1
        return draw, self.counted[draw]

    def node(self, value: Any, factor: Any, index: Any, draw: int, raw: bool, unknown: bool) -> Any:
        """Numbers with noise in them; plain ones where they are put out."""
        made = Noisy(value, factor, index, draw, raw, self, unknown)
        return self.put(made) if not raw and self.out is not None and self.out(made.key) else made

    def put(self, noisy: Noisy, against: Any = None) -> Any:
        """The value that is put out: the first run's, where that was at the same place."""
        key, place = self.key(noisy.draw), _place()[0]
        value = noisy.value if against is None else noisy.value - against
        self.ways[noisy.key] += 1
        self.puts[key] = Put(place, value, noisy.factor, noisy.index, noisy.raw, against)
        before = self.first.puts.get(key) if self.first is not None else None
        fits = before is not None and before.place == place and np.shape(before.value) == np.shape(value)
        return np.asarray(before.value if before is not None and fits else value)[()]


class Noisy(NDArrayOperatorsMixin):
    """Numbers with noise in them: along their last axis `index` has the numbers drawn that are in each, and
    `factor` by how much. `raw` noise is that to which nothing was added, `unknown` that of no known law."""

    def __init__(
        self, value: Any, factor: Any, index: Any, draw: int, raw: bool, log: Log, unknown: bool = False
    ) -> None:
        self.value, self.factor, self.index = np.asarray(value, dtype=float), factor, index
        self.draw, self.raw, self.log, self.key, self.unknown = draw, raw, log, log.key(draw), unknown

    def __array_ufunc__(self, ufunc: np.ufunc, method: str, *inputs: Any, **options: Any) -> Any:
        out = next(iter(options.pop("out", ())), None)
        if method == "__call__" and ufunc not in _COMPARED:
            made = self._remade(ufunc, inputs, options)
            if made is None and ufunc in _LINEAR:
                made = self._linear(ufunc, *inputs)
            if made is not None:  # `data += noise` gives the name to what is returned
                return out._become(made) if isinstance(out, Noisy) else made
        elif method == "__call__":
            gap = self._gap(*inputs)
            return ufunc(gap if isinstance(inputs[0], Noisy) else -gap, 0.0)
        plain = [np.asarray(one) if isinstance(one, Noisy) else one for one in inputs]
        return getattr(ufunc, method)(*plain, **options)

    def _remade(self, ufunc: np.ufunc, inputs: tuple[Any, ...], options: dict[str, Any]) -> Any:
        """Noise that is made of noise, else None: sums and multiples of noise of a known law are followed as
        they are.
        """
        noisy = [one for one in inputs if isinstance(one, Noisy)]
        product = ufunc is np.multiply and len(noisy) == 2
        linear = ufunc in _LINEAR and not product and not (ufunc is np.true_divide and noisy[-1] is inputs[1])
        if ufunc.nout > 1 or options or (linear and not all(one.unknown for one in noisy)):
            return None
        plain = [one.value if isinstance(one, Noisy) else one for one in inputs]
        with np.errstate(all="ignore"):
            values = ufunc(*plain)
        return self.log.remade(ufunc.__name__, noisy, values) if values.dtype.kind == "f" else None

    def _linear(self, ufunc: np.ufunc, left: Any, right: Any = 0.0) -> Any:
        if ufunc is np.negative:
            ufunc, right = np.multiply, -1.0
        noisy = [one for one in (left, right) if isinstance(one, Noisy)]
        scaled = ufunc in (np.multiply, np.true_divide)
        if scaled and (len(noisy) == 2 or (noisy[0] is right and ufunc is np.true_divide)):
            return None
        values = [one.value if isinstance(one, Noisy) else np.asarray(one, float) for one in (left, right)]
        value = ufunc(*values)
        self.log.ways.update(one.key for one in noisy)
        spread = [one._spread(value.shape) for one in noisy]
        factors, draw = [one.factor for one in spread], max(one.draw for one in noisy)
        if scaled:
            by = values[0] if noisy[0] is right else values[1] ** (1.0 if ufunc is np.multiply else -1.0)
            return self.log.node(
                value, factors[0] * by[..., None], spread[0].index, draw, noisy[0].raw, noisy[0].unknown
            )
        if ufunc is np.subtract and isinstance(right, Noisy):
            factors[-1] = -factors[-1]
        joined = np.concatenate(factors, axis=-1), np.concatenate([one.index for one in spread], axis=-1)
        raw, unknown = (all(getattr(one, name) for one in noisy) for name in ("raw", "unknown"))
        return self.log.node(value, *joined, draw, len(noisy) == 2 and raw, unknown)

    def _gap(self, left: Any, right: Any) -> Any:
        """By how much noisy numbers exceed what they are compared with, which puts them out."""
        noisy, other = (left, right) if isinstance(left, Noisy) else (right, left)
        if isinstance(other, Noisy):
            noisy, other = noisy - other, 0.0
        if not isinstance(noisy, Noisy):
            return noisy
        other = np.asarray(other, dtype=float)
        return self.log.put(noisy._spread(np.broadcast_shapes(noisy.value.shape, other.shape)), other)

    def _spread(self, shape: tuple[int, ...]) -> Noisy:
        """Broadcast; a number that is spread over several goes several ways."""
        if shape == self.value.shape:
            return self
        self.log.ways[self.key] += int(np.prod(shape) != self.value.size)
        rows = [np.broadcast_to(one, (*shape, one.shape[-1])) for one in (self.factor, self.index)]
        return self._like(np.broadcast_to(self.value, shape), *rows)

    def _like(self, value: Any, factor: Any, index: Any) -> Noisy:
        return Noisy(value, factor, index, self.draw, self.raw, self.log, self.unknown)

    def _become(self, other: Any) -> Noisy:
        """Take the place of other numbers, in place."""
        if isinstance(other, Noisy):
            self.__dict__.update(other.__dict__)
        else:
            none = np.empty((*np.shape(other), 0))
            self.value, self.factor, self.index = np.array(other), none, none.astype(int)
        return self

    def _picked(self, places: Any) -> Noisy:
        """The numbers at some places, as numpy counts them in the raveled array."""
        self.log.ways[self.key] += 1
        rows = [one.reshape(self.value.size, one.shape[-1])[places] for one in (self.factor, self.index)]
        return self._like(self.value.reshape(-1)[places], *rows)

    @property
    def _places(self) -> Any:
        return np.arange(self.value.size).reshape(self.value.shape)

    def sum(self, axis: Any = None, **_: Any) -> Any:
        """Sums along an axis, or of all."""
        if axis is None:
            return self._picked(self._places.ravel()).sum(0)
        self.log.ways[self.key] += 1
        value = np.asarray(self.value.sum(axis=axis))
        long = (*value.shape, self.value.shape[axis] * self.factor.shape[-1])
        factor, index = (np.moveaxis(one, axis, -2).reshape(long) for one in (self.factor, self.index))
        return self.log.node(value, factor, index, self.draw, self.raw, self.unknown)

    def mean(self, axis: Any = None, **_: Any) -> Any:
        """Means along an axis, or of all."""
        return self.sum(axis) / (self.value.size if axis is None else self.value.shape[axis])

    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        return np.array(self.log.put(self), dtype=dtype or float)

    def __float__(self) -> float:
        return float(self.log.put(self))

    def __int__(self) -> int:
        return int(float(self))

    def __round__(self, digits: int | None = None) -> Any:
        return round(float(self), digits)

    def __bool__(self) -> bool:
        return bool(self.log.put(self))

    def __getitem__(self, place: Any) -> Noisy:
        return self._picked(self._places[place])

    def __setitem__(self, place: Any, other: Any) -> None:
        here, none = self._places[place], np.empty((*np.shape(other), 0))
        other = other if isinstance(other, Noisy) else self._like(other, none, none.astype(int))
        other = other._spread(np.shape(here))
        wide = max(self.factor.shape[-1], other.factor.shape[-1])
        value, rows = self.value.copy(), []
        value.reshape(-1)[here] = other.value
        for ours, theirs in ((self.factor, other.factor), (self.index, other.index)):
            row = np.zeros((value.size, wide), ours.dtype)
            row[:, : ours.shape[-1]] = ours.reshape(value.size, -1)
            row[here] = 0
            row[here, ..., : theirs.shape[-1]] = theirs
            rows.append(row.reshape(*value.shape, wide))
        self.log.ways[self.key] += 1
        factor, index = rows
        self._become(self.log.node(value, factor, index, max(self.draw, other.draw), False, False))

    def __iter__(self) -> Iterator[Noisy]:
        return (self[k] for k in range(len(self.value)))

    def __len__(self) -> int:
        return len(self.value)

    def __getattr__(self, name: str) -> Any:
        if name in ("shape", "ndim", "size", "dtype"):
            return getattr(self.value, name)
        if name.startswith("_"):
            raise AttributeError(name)
        if name in SHAPING:
            moved = getattr(self._places, name)
            called = callable(moved)
            return (lambda *how, **more: self._picked(moved(*how, **more))) if called else self._picked(moved)
        return getattr(np.asarray(self), name)


_LINEAR: Final = (np.add, np.subtract, np.multiply, np.true_divide, np.negative)
_COMPARED: Final = (np.less, np.less_equal, np.greater, np.greater_equal)


def _place() -> tuple[str, str]:
    """The line of the mechanism that is running, as file:line, and its text; where another file calls it,
    that line before it: a library draws all its noise in one.
    """
    frame, lines = sys._getframe(1), dict[str, int]()
    while frame.f_back is not None and len(lines) < 2:
        name = frame.f_code.co_filename
        if (kind := _kind(name)) is None:
            break  # the auditor, which called the mechanism
        if kind:
            lines.setdefault(name, frame.f_lineno)
        frame = frame.f_back
    lines = lines or {frame.f_code.co_filename: frame.f_lineno}
    told = " > ".join(f"{Path(name).name}:{line}" for name, line in reversed(lines.items()))
    return told, linecache.getline(*next(iter(lines.items()))).strip()


@cache
def _kind(name: str) -> bool | None:
    """Whether a file may hold a line of the mechanism; None where it called it."""
    path = Path(name)
    if path.parent == HERE:
        return False if path.name in OURS else None
    return not any(part in SKIPPED for part in path.parts)
