"""The diabetes data of scikit-learn (Efron et al. 2004), which stands in where no file is given; the attack
is on sex.
"""

from __future__ import annotations

import numpy as np

from dptheory.extras import extra
from dptheory.lab.reproduce.wu2015.choices import FIXED, Choices
from dptheory.lab.reproduce.wu2015.study import Attribute, Study, assemble

DEMOGRAPHIC = ("age", "bmi", "bp")


def study(choices: Choices) -> Study:
    """n = 442, d = 10; every feature mapped from its range onto [-1, 1], sex with its two values -1 and 1.

    The attacker's choices `known` and `target` play no part beyond names: only sex has finitely many
    values, and the target is the disease progression score (its square root as chosen).
    """
    shipped = extra("sklearn.datasets", "the diabetes data").load_diabetes()
    attributes = []
    for k, name in enumerate(shipped.feature_names):
        column = shipped.data[:, [k]]
        low, high = float(column.min()), float(column.max())
        ranged = (2 * column - low - high) / (high - low)
        if name == "sex":
            values = np.array([[-1.0], [1.0]])
            which = (ranged[:, 0] > 0).astype(np.int64)
            attributes.append(Attribute(name, values[which], values, which))
        else:
            attributes.append(Attribute(name, ranged, demographic=name in DEMOGRAPHIC))
    notes = (
        "No file was given: these are scikit-learn's diabetes data, on which the source printed nothing.",
        "n = 442, d = 10; every feature is mapped from its range onto [-1, 1]; the attack is on sex.",
        *FIXED,
    )
    measure = "score" if choices.target == "sqrt" else "score^2"
    target = np.asarray(shipped.target, dtype=np.float64)
    return assemble("diabetes", tuple(attributes), "sex", ("1", "2"), target, measure, choices, notes)
