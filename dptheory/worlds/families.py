"""Families of worlds: one for each value that the constant of an O may have.

A claim with a constant C is refuted where it fails for every C > 0. So the numbers of a sketch become
products q C^i (C + 1)^j: exponents are chosen as other numbers are, and a family is as good as its worst
world of a few.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from ..kernel.logic import REAL, VEC, Sort
from ..kernel.real import apply, num, var
from .climb import Herd, Search
from .sketches import Parameter, Sketch

CONSTANTS: Final = (1.0, 1000.0, 0.001, 30.0, 0.05)
"""Values of a constant that a family is tried at."""
POWERS: Final = (0.0, 1.0, -1.0, 2.0, -2.0, 0.5, -0.5)
"""Exponents of C + 1; of C itself there are 0, 1 and -1."""


def family(sketch: Sketch, constant: str, variables: Mapping[str, Sort]) -> Sketch:
    """A sketch whose numbers depend on a constant: those of the statement, and those that functions have."""
    kept = [p for p in sketch.parameters if p.name != constant]
    parameters, defined = [Parameter(constant, CONSTANTS, choices=CONSTANTS)], dict(sketch.defined)
    for p in kept:
        if p.law or p.choices or variables.get(p.name, REAL) not in (REAL, VEC):
            parameters.append(p)
            continue
        one, two, three = (f"q_{p.name}{k}_" for k in "abc")
        often = 4 if p.symbol else 12  # most numbers stay as they are
        parameters += [
            replace(p, name=one, symbol=False),
            Parameter(two, (0.0,), choices=(*[0.0] * 2 * often, 1.0, -1.0)),
            Parameter(three, (0.0,), choices=(*[0.0] * often, *POWERS[1:])),
        ]
        grown = apply("pow", var(constant), var(two)) * apply("pow", var(constant) + num(1), var(three))
        defined[p.name] = var(one) * grown
    return replace(sketch, parameters=tuple(parameters), defined=defined, constant=constant)


@dataclass
class Families(Search):
    """The search among families: each is judged at several values of its constant, by the worst."""

    def __post_init__(self) -> None:
        super().__post_init__()
        places = ((k, self.parameters[k].name, about) for k, about in self.solved.items())
        plain = {k: [h for h in about if h.names <= {name, "n"}] for k, name, about in places}
        whole = {k: about for k, about in plain.items() if about and self.parameters[k].choices}
        self.solved, self.rates, self.twice = whole, [], []  # numbers depend on the constant, places do not

    def judged(self, herd: Herd) -> Herd:
        worst = np.full(herd.values.shape[1], np.inf)
        for value in CONSTANTS:
            herd.values[0] = value
            worst = np.minimum(worst, super().judged(herd).scores)
        herd.scores = worst
        return herd
