"""The minimiser of a scikit-learn estimator, for the search of `farthest`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from dptheory.errors import BadInput
from dptheory.extras import extra
from dptheory.lab.audit.privacy.neighbours import table
from dptheory.lab.domain import FloatArray


def fitted(
    estimator: Any, prepare: Callable[[FloatArray], FloatArray] | None = None
) -> Callable[[Any], FloatArray]:
    """From a data set, whose last column is the label, to the weights that an estimator or the last step of a
    pipeline learns from it, those of the intercept last.

    `prepare` is what a mechanism does to the records before, such as clipping. Each time a clone is fitted.
    `BadInput` where the estimator learns no weights.

    >>> from sklearn.linear_model import Ridge
    >>> fitted(Ridge(alpha=1.0, fit_intercept=False))([[1.0, 1.0], [1.0, 1.0]]).round(3).tolist()
    [0.667, 0.0]
    """
    clone = extra("sklearn.base", "the minimiser of an estimator").clone

    def minimiser(data: Any) -> FloatArray:
        rows = table(data) if prepare is None else prepare(table(data))
        model = clone(estimator).fit(rows[:, :-1], rows[:, -1])
        last = model[-1] if hasattr(model, "steps") else model
        if not hasattr(last, "coef_"):
            given = f"a {type(last).__name__}, which learns no coef_"
            raise BadInput(given, "a linear estimator", "mechanism.minimiser = your own function of the data")
        return np.concatenate([np.ravel(last.coef_), np.ravel(getattr(last, "intercept_", []))])

    return minimiser
