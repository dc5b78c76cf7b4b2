"""Mistakes in packages as they are published: an audit of each, and the line that its trace names.

    pip install --no-deps diffprivlib==0.6.6 DataSynthesizer==0.1.4 eeprivacy==0.0.5
    pip install --no-deps diff-priv-laplace-python==1.0.5 scikit-learn==1.5.2

The packages draw from numpy's global generator and from the system's; `seeded` gives them the audit's. Each
mechanism calls one function of a package as its documents say, on records in the bounds that it is told.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from typing import Any

import numpy as np

from dptheory.lab.audit.privacy.asking import ask, subject_of
from dptheory.lab.audit.privacy.tracing import traced
from dptheory.testing import seeded


@seeded
def clamped_mean(data: Any, size: int, rng: Any) -> Any:
    """A mean that says it is clamped, and is not."""
    from eeprivacy.operations import PrivateClampedMean

    made = PrivateClampedMean(lower_bound=0.0, upper_bound=1.0)
    return np.array([made.execute(values=np.asarray(data), epsilon=1.0) for _ in range(size)])


@seeded
def vector_mean(data: Any, size: int, rng: Any) -> Any:
    """A mean of vectors, to all of whose coordinates one number of noise is added."""
    from eeprivacy.operations import PrivateVectorClampedMeanLaplace

    rows = np.asarray(data)
    made = PrivateVectorClampedMeanLaplace(lower_bound=0.0, upper_bound=1.0, k=rows.shape[1], N=len(rows))
    return np.array([made.execute(vectors=rows, epsilon=1.0, delta=0.0) for _ in range(size)])


@seeded
def joint_counts(data: Any, size: int, rng: Any) -> Any:
    """Counts with the noise that shares need. A record of the largest values is there always."""
    from DataSynthesizer.lib.PrivBayes import get_noisy_distribution_of_attributes
    from pandas import DataFrame

    rows = np.vstack([np.asarray(data, dtype=int), [[1, 1]]])
    table = DataFrame(rows, columns=["a", "b"])
    drawn = [get_noisy_distribution_of_attributes(["a", "b"], table, 1.0)["count"] for _ in range(size)]
    return np.array([np.asarray(one) for one in drawn])


@seeded
def regression(data: Any, size: int, rng: Any) -> Any:
    """A regression, the noise of whose squares is that of the lower end of the features alone."""
    from diffprivlib.models import LinearRegression

    rows, found = np.asarray(data), []
    for _ in range(size):
        model = LinearRegression(epsilon=1.0, bounds_X=(-0.1, 1.0), bounds_y=(-1.0, 1.0), fit_intercept=False)
        found.append(model.fit(rows[:, :1], rows[:, 1]).coef_[0])
    return np.array(found)


@seeded
def median(data: Any, size: int, rng: Any) -> Any:
    """A median whose noise is that of numbers in an interval of length 1, whatever the numbers are."""
    from diffpriv_laplace import DiffPrivStatistics

    return np.array([DiffPrivStatistics.median(np.asarray(data), 1.0) for _ in range(size)])


@dataclass(frozen=True, eq=False)
class Published:
    """A mechanism, its package, where the mistake is told or else the package is to be had, and its audit."""

    mechanism: Any
    package: str
    address: str
    options: dict[str, Any]


GITHUB, PYPI = "https://github.com", "https://pypi.org/project"
PUBLISHED = (
    Published(
        regression,
        "diffprivlib",
        f"{GITHUB}/IBM/differential-privacy-library/issues/105",
        {"pairs": [([[1.0, 1.0], [0.5, 0.5]], [[0.0, 1.0], [0.5, 0.5]])], "samples": 2_000},
    ),
    Published(
        joint_counts,
        "DataSynthesizer",
        f"{GITHUB}/DataResponsibly/DataSynthesizer/issues/34",
        {"data": [[0, 0], [1, 0], [0, 1], [1, 1]], "samples": 1_000},
    ),
    Published(
        clamped_mean,
        "eeprivacy",
        f"{PYPI}/eeprivacy/0.0.5/",
        {"data": [0.2, 0.5, 0.9], "box": (0.0, 3.0), "samples": 3_000},
    ),
    Published(
        vector_mean,
        "eeprivacy",
        f"{PYPI}/eeprivacy/0.0.5/",
        {"data": [[0.0, 0.0], [0.5, 0.5], [1.0, 1.0]], "samples": 3_000},
    ),
    Published(
        median,
        "diff-priv-laplace-python",
        f"{PYPI}/diff-priv-laplace-python/1.0.5/",
        {"data": [float(n) for n in range(1, 101, 11)], "samples": 3_000},
    ),
)


def traces() -> Iterator[dict[str, object]]:
    """Of each whose package is installed: the verdict, and what the trace names."""
    for made in PUBLISHED:
        try:
            package = f"{made.package} {version(made.package)}"
        except PackageNotFoundError:
            continue
        found = ask(made.mechanism, "eps=1", **made.options)
        told = traced(found, subject_of(made.mechanism)).trace
        row: dict[str, object] = {"mechanism": made.mechanism.__name__, "package": package}
        row |= {"report": made.address, "claim": "eps=1", "eps": found.eps_lower}
        row |= {"violated": found.verdict == "violated"}
        yield row | {"line": told.told()[0] if told else "-", "reached": bool(told and told.accuses)}
