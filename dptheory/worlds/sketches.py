"""Worlds with their numbers left open.

A sketch is a world of the text's own language in which numbers are parameters. What each symbol may be comes
from the catalogue, which goes by sorts, and from the makers, which go by predicates and put in what a
hypothesis says outright.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

import numpy as np
from flint import fmpq

from ..kernel.logic import DATA, INT, REAL, RECORD, VEC, Expr, Sort, set_of
from ..kernel.real import Term, parse_term, var
from .numeric import Array, evaluated
from .values import Scene, Symbol

NICE: Final = (1.0, 0.5, 2.0, 0.25, 3.0, 0.75, 4.0, 1.5, 0.1, 1 / 3, 5.0, 10.0)
"""Numbers to begin with: no zero, and nothing below it, which only some worlds have."""
SIGNED: Final = (*NICE, -1.0, -0.5, -2.0, 0.0, -3.0, -10.0)
NEAR: Final = fmpq(1, 10**5)
"""How far from the ends of a set slopes are taken, which are steepest there."""
SHARES: Final = (0.5, 1 / 3, 0.25, 2 / 3, 0.1, 0.75, 0.2, 0.9, 0.6, 0.01)


@dataclass(frozen=True)
class Parameter:
    """A number of a sketch: values to begin with, its range; `choices` where it has only these; the name
    of the law that it is a weight of."""

    name: str
    starts: tuple[float, ...]
    low: float = -np.inf
    high: float = np.inf
    choices: tuple[float, ...] = ()
    law: str = ""
    symbol: bool = False
    """Whether it is the value of a symbol of the statement."""
    positive: bool = False
    """Whether 0 is left out, as what is found elsewhere is told as such."""


@dataclass(frozen=True)
class Sketch:
    """A world whose numbers are parameters; `defined` has numbers that are closed forms in others."""

    size: int
    records: tuple[fmpq, ...]
    outputs: tuple[fmpq, ...]
    symbols: Mapping[str, Symbol]
    data: Mapping[str, tuple[Term, ...]]
    parameters: tuple[Parameter, ...]
    defined: Mapping[str, Term] = field(default_factory=dict)
    marks: tuple[Term, ...] = ()
    rank: int = 0
    dimension: int = 1
    settled: tuple[Expr, ...] = ()
    """Hypotheses that hold by what was put in, whatever the numbers are: they are not asked again."""
    begun: bool = False
    """Whether the first values of its numbers, together, were a model of another form."""
    constant: str = ""
    """The constant on which the numbers of a family of worlds depend."""

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(p.name for p in self.parameters)

    def scene(self, values: Array) -> Scene:
        """The worlds at values of the parameters, one for each column."""
        numbers: dict[str, Array] = dict(zip(self.names, values, strict=True))
        waiting = list(self.defined.items())
        for _ in range(len(waiting) ** 2):  # each after those that it mentions
            if waiting:
                name, term = waiting.pop(0)
                if term.names <= numbers.keys():
                    numbers[name] = np.broadcast_to(
                        np.asarray(evaluated(term, numbers), dtype=float), values.shape[1:]
                    )
                else:
                    waiting.append((name, term))
        size = numbers["n"] if "n" in numbers else np.full(1, float(self.size))
        data = {
            name: tuple(np.asarray(evaluated(t, numbers)).reshape(-1) for t in s)
            for name, s in self.data.items()
        }
        marks = tuple(np.asarray(evaluated(m, numbers)).reshape(-1) for m in self.marks)
        known = _floats(self.records), _floats(self.outputs), self.symbols
        return Scene(size, *known, numbers, data, self.dimension, marks)


def _floats(numbers: Sequence[fmpq]) -> tuple[Array, ...]:
    return tuple(np.full(1, float(x.p) / float(x.q)) for x in numbers)


@dataclass
class Making:
    """A sketch being made: the names that are taken, the parameters so far."""

    size: int
    records: tuple[fmpq, ...]
    outputs: tuple[fmpq, ...]
    signed: bool = False
    """Whether numbers of the statement may be 0 or less where no hypothesis says so."""
    parameters: list[Parameter] = field(default_factory=list)
    marks: list[Term] = field(default_factory=list)

    def parameter(
        self, starts: tuple[float, ...], low: float = -np.inf, high: float = np.inf, law_of: str = ""
    ) -> Term:
        name = f"q_{len(self.parameters)}_"
        self.parameters.append(Parameter(name, starts, low, high, law=law_of))
        return var(name)

    def text(self, template: str, names: Mapping[str, str]) -> Term:
        """A closed form from its template."""
        return parse_term(self.filled(template, names))

    def filled(self, template: str, names: Mapping[str, str]) -> str:
        """A template with parameters for ``{+}`` a positive number, ``{r}`` any, ``{s}`` a share; letters
        stand for arguments."""
        made = template
        for word, starts, low, high in (
            ("{+}", NICE, 0.0, np.inf), ("{r}", SIGNED, -np.inf, np.inf), ("{s}", SHARES, 0.0, 1.0),
            ("{u}", (*SHARES, 0.0, 1.0), 0.0, 1.0),
        ):  # fmt: skip
            while word in made:
                made = made.replace(word, str(self.parameter(starts, low, high).value), 1)
        for letter, name in names.items():
            made = made.replace(f"[{letter}]", name)
        return made


LETTERS: Final[Mapping[Sort, tuple[str, ...]]] = {
    VEC: ("w", "v", "u"), RECORD: ("z", "y"), DATA: ("S", "T"), INT: ("i", "k", "j"), REAL: ("t", "s", "r"),
    set_of(INT): ("J", "K"),
}  # fmt: skip


def arguments(sort: Sort) -> tuple[tuple[Sort, ...], Sort]:
    """The sorts of a function's arguments, and what it gives; a set is no function here."""
    found = []
    while sort.name == "->" and str(sort.args[1]) != "prop":
        found.append(sort.args[0])
        sort = sort.args[1]
    return tuple(found), sort


def letters(sorts: Sequence[Sort]) -> tuple[str, ...]:
    used: dict[str, int] = {}
    made = []
    for sort in sorts:
        known = LETTERS.get(sort, ("x", "x'", "x''"))
        key = known[0]
        made.append(known[min(used.get(key, 0), len(known) - 1)])
        used[key] = used.get(key, 0) + 1
    return tuple(made)


def without(sketch: Sketch, names: Sequence[str]) -> Sketch:
    """A sketch without parameters that nothing uses any more."""
    return replace(sketch, parameters=tuple(p for p in sketch.parameters if p.name not in names))
