"""The data: synthetic of the source's kind, diabetes, and warfarin where a file is given."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from dptheory.lab.diabetes import diabetes
from dptheory.lab.domain import FloatArray
from dptheory.lab.mechanisms.posterior import clipped
from dptheory.lab.mechanisms.stream import generator
from dptheory.lab.perinstance.reading import Table, checked
from dptheory.lab.reproduce.wang2019.choices import Choices


@dataclass(frozen=True, eq=False)
class Study:
    """Records in the unit ball with labels in [-1, 1]."""

    name: str
    table: Table
    note: str

    @property
    def n(self) -> int:
        """The number of records."""
        return len(self.table.y)

    @property
    def d(self) -> int:
        """The number of features."""
        return int(self.table.x.shape[1])


def synthetic(choices: Choices, seed: int) -> Study:
    """As `choices` says."""
    rng = generator(seed, (0,))
    x, theta = features(choices.n, choices.d, rng), truth(choices.d, rng)
    noise = float(choices.sigma) * rng.standard_normal(choices.n)
    data = clipped(x, x @ theta + noise)
    return Study("synthetic", checked(data.x, data.y, "the synthetic data"), "drawn as the choices say")


def features(n: int, d: int, rng: np.random.Generator) -> FloatArray:
    """g/max(1, ||g||), g ~ N(0, I/d)."""
    g = rng.standard_normal((n, d)) / np.sqrt(d)
    return np.asarray(g / np.maximum(1.0, np.linalg.norm(g, axis=1, keepdims=True)))


def truth(d: int, rng: np.random.Generator) -> FloatArray:
    """A uniform direction of length 1/2."""
    direction = rng.standard_normal(d)
    return np.asarray(direction / (2 * np.linalg.norm(direction)))


def studies(data: Path | None, choices: Choices, seed: int) -> tuple[Study, ...]:
    """Synthetic, diabetes, and the file if there is one."""
    shipped = diabetes()
    found = [
        synthetic(choices, seed),
        Study(
            "diabetes",
            checked(shipped.x, shipped.y, "the diabetes data"),
            "scikit-learn's (Efron et al. 2004), divided by the largest norm; the score onto [-1, 1]",
        ),
    ]
    if data is not None:
        from dptheory.lab.reproduce.wu2015 import warfarin
        from dptheory.lab.reproduce.wu2015.choices import Choices as Encoding

        study = warfarin.study(data, Encoding())
        note = "IWPC, encoded as in `reproduce wu2015`: d = 14, features and dose scaled into the bounds"
        found.append(Study("warfarin", checked(study.x, study.y, "the warfarin data"), note))
    return tuple(found)
