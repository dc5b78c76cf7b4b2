"""The diabetes data of scikit-learn (Efron et al. 2004) inside the unit ball: n = 442, d = 10."""

from __future__ import annotations

from typing import Final

import numpy as np

from dptheory.extras import extra
from dptheory.lab.domain import Data

LOWEST: Final = 25.0
HIGHEST: Final = 346.0
"""The published range of the disease progression score; taken as public."""


def diabetes() -> Data:
    """The data set with ||x|| <= 1 and |y| <= 1.

    x: the ten features as scikit-learn ships them (each centred, each column of norm 1), all divided by the
    largest norm of a record, so that one record has norm 1. y: the score mapped affinely from [25, 346] onto
    [-1, 1]. Both choices are functions of the data and count as public here; a mechanism that must protect
    them needs bounds that are not.
    """
    shipped = extra("sklearn.datasets", "the diabetes data").load_diabetes()
    x = shipped.data / np.linalg.norm(shipped.data, axis=1).max()
    y = (shipped.target - (LOWEST + HIGHEST) / 2) / ((HIGHEST - LOWEST) / 2)
    return Data(x, y)


def diabetes_classes() -> Data:
    """The same features; label 1 where the score is at least the middle of its range, else -1."""
    data = diabetes()
    return Data(data.x, np.where(data.y >= 0, 1.0, -1.0))
