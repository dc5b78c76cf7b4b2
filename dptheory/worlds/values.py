"""What symbols, laws and sets are in many worlds at once, in floating point."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol

import numpy as np
from scipy import special

from ..kernel.logic import Expr, Sort
from ..kernel.real import Relation, Term
from .metering import Meter
from .numeric import Array


class Unsupported(Exception):
    """What this evaluation has no way to tell, in words."""


@dataclass(frozen=True)
class Function:
    """A function in closed form of numbers, data sets, sets of places and sequences."""

    names: tuple[str, ...]
    body: Term


@dataclass(frozen=True)
class Planar:
    """A vector of two coordinates, or a function that gives some: a complex number, by its parts."""

    names: tuple[str, ...]
    parts: tuple[Term, Term]


@dataclass(frozen=True)
class Lists:
    """A data set for each integer: its records in closed form."""

    names: tuple[str, ...]
    records: tuple[Term, ...]


@dataclass(frozen=True)
class Set:
    """A set of numbers: those at which all relations hold."""

    name: str
    relations: tuple[Relation, ...]


@dataclass(frozen=True)
class Table:
    """A finite law, or one for each value of its parameters: points with weights, both terms."""

    names: tuple[str, ...]
    points: tuple[Term, ...]
    weights: tuple[Term, ...]


@dataclass(frozen=True)
class Bell:
    """Laplace or normal noise, by centre and scale."""

    names: tuple[str, ...]
    center: Term
    scale: Term
    normal: bool = False


@dataclass(frozen=True)
class Chosen:
    """An event: the outputs of which numbers, one for each, say that they are in it."""

    masks: tuple[str, ...]


Symbol = Function | Planar | Lists | Set | Table | Bell | Chosen
Data = tuple[Array, ...]


@dataclass(frozen=True)
class Atoms:
    """A law of finitely many points, which are numbers, data sets, sets of places or sequences."""

    points: tuple[object, ...]
    weights: tuple[Array, ...]


@dataclass(frozen=True)
class Spread:
    """Laplace, normal, Gamma noise by centre (or shape) and scale."""

    kind: str
    center: Array
    scale: Array

    def below(self, x: Array) -> Array:
        """The distribution function."""
        if self.kind == "gamma":
            return np.asarray(special.gammainc(self.center, np.maximum(x, 0) / self.scale))
        away = (x - self.center) / self.scale
        if self.kind == "normal":
            return np.asarray(0.5 * special.erfc(-away / np.sqrt(2)))
        return np.where(away <= 0, 0.5 * np.exp(np.minimum(away, 0)), 1 - 0.5 * np.exp(-np.maximum(away, 0)))

    def between(self, low: Array, high: Array) -> Array:
        """The chance of an interval; in the upper tail by the lower one, where nothing is lost."""
        plain = self.below(high) - self.below(low)
        if self.kind == "gamma":
            return plain
        mirrored = self.below(2 * self.center - low) - self.below(2 * self.center - high)
        return np.where(low + high > 2 * self.center, mirrored, plain)


Hull = tuple[Spread, Array, Array]
"""Noise, and the ends of what an event under it lies in."""


@dataclass(frozen=True)
class Lambda:
    """A function of the logic with what is bound where it stands."""

    body: Expr
    stack: tuple[object, ...]
    sort: Sort


@dataclass(frozen=True)
class Partly:
    """A function with its first arguments put in."""

    function: Function | Planar | Lists | Table | Bell
    arguments: tuple[object, ...]


@dataclass(frozen=True)
class Subset:
    """A set of outputs: for each whether it is in."""

    masks: tuple[Array, ...]


@dataclass(frozen=True)
class Draws:
    """A sequence, by its first members; zeros follow."""

    members: tuple[Array, ...]


@dataclass(frozen=True)
class Scene:
    """Many worlds of one kind: what symbols are, the numbers in them, the records, outputs, and n."""

    size: Array
    records: tuple[Array, ...]
    outputs: tuple[Array, ...]
    symbols: Mapping[str, Symbol]
    numbers: Mapping[str, Array]
    data: Mapping[str, Data] = field(default_factory=dict)
    dimension: int = 1
    marks: tuple[Array, ...] = ()
    """Further points of the line that quantifiers are tried at: ends of sets, centres."""

    @property
    def width(self) -> int:
        """How many worlds there are."""
        return max((x.size for x in self.numbers.values()), default=1)

    @property
    def places(self) -> int:
        return int(np.max(self.size))


@dataclass(frozen=True)
class Mixed:
    """A law by what is drawn first, and the law of what is drawn then."""

    base: object
    made: Callable[[object, int], object]
    mixes: bool


TOLERANCE: Final = 1e-9


def holds(margin: Array) -> Array:
    """Where formulas with these margins hold."""
    return np.asarray(margin >= -TOLERANCE)


class Evaluating(Protocol):
    """What laws, means and quantifiers ask of an evaluation: terms, with what is bound above them, and how
    many axes there are."""

    scene: Scene
    meter: Meter
    hulls: list[Hull]
    """Between which numbers events under noise lie, of one world alone."""

    def inside(self, chosen: object, point: object, depth: int) -> Array: ...

    def number(self, term: Expr, stack: tuple[object, ...], depth: int) -> Array: ...

    def value(self, term: Expr, stack: tuple[object, ...], depth: int) -> object: ...

    def applied(
        self, fn: Expr, arguments: Sequence[object], stack: tuple[object, ...], depth: int
    ) -> object: ...
