"""A scikit-learn pipeline with private output, audited from one data set; once its scaler looks at the data.

    cd examples && python audited_pipeline.py
    cd examples && dptheory audit audited_pipeline:scaled_ridge --data records.csv --box -1 1 --claim "eps=1"

Ridge regression whose weights get Laplace noise. What one record can move is bounded for features in [-1, 1]:
a standard scaler in front breaks that bound, since one record can move what all others are divided by.
"""

from __future__ import annotations

import numpy as np
from sklearn.linear_model import Ridge
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer, StandardScaler

from dptheory.lab.audit.privacy.auditor import audit
from dptheory.lab.audit.privacy.estimators import fitted
from dptheory.lab.audit.privacy.plan import Plan
from dptheory.lab.mechanisms.claims import PrivacyClaim

N, PENALTY = 12, 40.0
EPS = 1.0


def records() -> np.ndarray:
    """One feature and a label, in [-1, 1]."""
    rng = np.random.default_rng(5)
    x = rng.uniform(-0.05, 0.05, N)
    return np.column_stack([x, np.clip(8 * x + rng.normal(0, 0.1, N), -1, 1)])


def sensitivity() -> float:
    """How far one record moves the slope w = sum x y / (sum x^2 + PENALTY), at most.

    Let a = sum x y and b = sum x^2 + PENALTY over the others. Without the record the slope is v = a / b, with
    |v| <= 1; with it (a + x y) / (b + x^2), which differs by |x y - v x^2| / (b + x^2) <= 2 / PENALTY. Two
    records differ by at most twice that.
    """
    return 4 / PENALTY


def weight(pipeline: object, data: np.ndarray) -> float:
    """The slope that a pipeline fits to clipped records."""
    rows = np.clip(data, -1, 1)
    return float(pipeline.fit(rows[:, :1], rows[:, 1])[-1].coef_[0])  # type: ignore[attr-defined]


def careful_ridge(data: np.ndarray, size: int, rng: np.random.Generator) -> np.ndarray:
    """Features stay as they are."""
    pipeline = make_pipeline(FunctionTransformer(), Ridge(alpha=PENALTY, fit_intercept=False))
    return weight(pipeline, data) + rng.laplace(0, sensitivity() / EPS, size)


def scaled_ridge(data: np.ndarray, size: int, rng: np.random.Generator) -> np.ndarray:
    """Features are scaled by what the data say; the noise is as before."""
    pipeline = make_pipeline(StandardScaler(), Ridge(alpha=PENALTY, fit_intercept=False))
    return weight(pipeline, data) + rng.laplace(0, sensitivity() / EPS, size)


for mechanism, scaler in ((careful_ridge, FunctionTransformer()), (scaled_ridge, StandardScaler())):
    # without noise, so that the pair is climbed to on which the slope moves most
    model = make_pipeline(scaler, Ridge(alpha=PENALTY, fit_intercept=False))
    mechanism.minimiser = fitted(model, lambda rows: np.clip(rows, -1, 1))  # type: ignore[attr-defined]


if __name__ == "__main__":
    for mechanism in (careful_ridge, scaled_ridge):
        plan = Plan(samples=20_000, confidence=0.95, box=(-1.0, 1.0))
        found = audit(mechanism, PrivacyClaim(EPS), data=records(), plan=plan)
        print("\n".join(found.lines()), end="\n\n")
