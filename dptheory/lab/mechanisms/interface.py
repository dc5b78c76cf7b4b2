"""What every mechanism offers: a claim, a domain, samples, and where they exist a density, a moments function
and a worst pair.

A mechanism takes a data set of n records (n is public) and returns `width` numbers. Data sets are arrays
whose first axis counts the records, or `Data` (features and labels).

What is proved about a mechanism is proved for exact real arithmetic and exact sampling. In floating point the
least significant bits of `value + noise` can tell two neighbours apart whatever the scale of the noise
(Mironov 2012, 'On significance of the least significant bits for differential privacy'): every sampler here
is for study and audit, and a deployment needs a snapped or discrete sampler.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, Self, TypeVar

import numpy as np

from dptheory.lab.domain import Data, DomainError, FloatArray, count, positive
from dptheory.lab.mechanisms.claims import PrivacyClaim
from dptheory.lab.mechanisms.stream import ROWS, stream

if TYPE_CHECKING:
    from dptheory.lab.accounting.moments import MomentsFunction

FLOATING_POINT: Final = (
    "The claim is proved for exact real arithmetic and exact sampling. In floating point the set of "
    "reachable outputs can depend on the data, and the least significant bits then reveal it whatever the "
    "noise (Mironov 2012); round the output to a grid much coarser than its precision, or use a discrete "
    "sampler."
)
"""The sentence that the page of every mechanism carries."""


D = TypeVar("D", bound=Any)
"""The kind of data set: an array whose first axis counts records, or `Data`."""


@dataclass(frozen=True, eq=False)
class Pair(Generic[D]):
    """Neighbouring data sets, and the least eps at which the mechanism keeps the claim's delta on them.

    `eps` is the true privacy loss of the pair where it is known in closed form (as a lower bound on the
    privacy loss of the mechanism), else None.
    """

    first: D
    second: D
    eps: float | None = None


@dataclass(frozen=True, kw_only=True)
class Mechanism(ABC, Generic[D]):
    """A randomised algorithm on data sets.

    `noise_factor` multiplies the scale of all noise (for an exponential mechanism: divides the exponent). It
    is 1 for the mechanism itself; with less noise the claim stays what it was, so it is false where it was
    tight. Audits need such twins.
    """

    noise_factor: float = 1.0
    discrete: ClassVar[bool] = False

    def __post_init__(self) -> None:
        positive("noise_factor", self.noise_factor)

    @property
    @abstractmethod
    def claim(self) -> PrivacyClaim:
        """The privacy that the mechanism claims; it does not depend on `noise_factor`."""

    @abstractmethod
    def check(self, data: D) -> None:
        """`DomainError` unless the claim speaks of this data set."""

    @abstractmethod
    def sample(self, data: D, size: int, rng: np.random.Generator) -> FloatArray:
        """`size` independent releases on the same data, of shape (size, width). Only one may be published."""

    def sample_stream(
        self, data: D, size: int, seed: int, *, rows: int = ROWS, executor: Executor | None = None
    ) -> Iterator[FloatArray]:
        """`size` releases in batches of `rows`, in constant memory; the same numbers for the same seed and
        rows, drawn here or by any `concurrent.futures` executor.
        """
        return stream(self.sample, data, size, seed, rows=rows, executor=executor)

    def release(self, data: D, rng: np.random.Generator) -> FloatArray:
        """One release, of shape (width,)."""
        return np.asarray(self.sample(data, 1, rng)[0])

    @property
    def has_density(self) -> bool:
        """Whether `log_density` exists in closed form."""
        return False

    def log_density(self, data: D, outputs: FloatArray) -> FloatArray:
        """The log-density (nats) at each row of `outputs`; for `discrete` mechanisms the log-probability.

        The reference measure is the same for all data sets of the same shape. `DomainError` where there is no
        closed form.
        """
        raise DomainError(f"{type(self).__name__} has no density in closed form; needed: has_density")

    @property
    def moments(self) -> MomentsFunction | None:
        """The moments function of one release, for `dptheory.lab.accounting`, where it is known: the supremum
        over neighbours, and over data sets of every size.
        """
        return None

    def worst_pair(self) -> Pair[D] | None:
        """Neighbours on which the privacy loss is known to be largest, where that is known."""
        return None

    def check_neighbours(self, first: D, second: D) -> None:
        """`DomainError` unless both are in the domain and differ in at most one record."""
        self.check(first)
        self.check(second)
        differing(first, second)

    def with_noise_scaled(self, factor: float) -> Self:
        """The same mechanism, with the same claim, and all its noise multiplied by `factor`."""
        return replace(self, noise_factor=self.noise_factor * positive("factor", factor))


def records(name: str, value: object, width: int | None = None) -> FloatArray:
    """A finite array of n >= 1 records of `width` numbers, of shape (n, width)."""
    try:
        array = np.asarray(value, dtype=np.float64)
    except (TypeError, ValueError):
        kind = type(value).__name__
        raise DomainError(f"{name} is a {kind}; needed: an array of numbers, one row a record") from None
    if array.ndim != 2 or array.size == 0 or (width is not None and array.shape[1] != width):
        needed = f"(n, {'width' if width is None else width}) with n >= 1"
        raise DomainError(f"{name} has shape {array.shape}; needed: {needed}")
    if not np.isfinite(array).all():
        raise DomainError(f"{name} has an entry that is not finite; remove or impute such records")
    return array


def differing(first: object, second: object) -> int:
    """In how many records (0 or 1) two data sets differ; `DomainError` unless they are neighbours.

    >>> differing(np.array([[0.0], [1.0]]), np.array([[0.0], [2.0]]))
    1
    >>> try:
    ...     differing(np.array([[0.0], [1.0]]), np.array([[3.0], [2.0]]))
    ... except DomainError as error:
    ...     print(error)
    the data sets differ in 2 records; needed: at most one (replace-one)
    """
    one, other = _table(first), _table(second)
    if one.shape != other.shape:
        raise DomainError(
            f"the data sets have shapes {one.shape} and {other.shape}; needed: the same (replace-one)"
        )
    changed = int((one != other).any(axis=1).sum())
    if changed > 1:
        raise DomainError(f"the data sets differ in {changed} records; needed: at most one (replace-one)")
    return changed


def _table(data: object) -> FloatArray:
    """One row a record."""
    if isinstance(data, Data):
        return np.column_stack([data.x, data.y])
    array = np.asarray(data, dtype=np.float64)
    if array.ndim == 0 or len(array) == 0:
        raise DomainError(
            f"a data set has shape {array.shape}; needed: at least one record on the first axis"
        )
    return array.reshape(len(array), -1)


def checked_size(size: int) -> int:
    """The number of samples asked for, an integer >= 0."""
    return count("size", size, 0)


def outputs_of(value: object, width: int) -> FloatArray:
    """Outputs as an array of shape (size, width), NaN and infinities allowed."""
    array = np.asarray(value, dtype=np.float64)
    if array.ndim != 2 or array.shape[1] != width:
        raise DomainError(f"outputs have shape {array.shape}; needed: (size, {width})")
    return array


def names(choices: Sequence[str]) -> str:
    """Names for a message."""
    return ", ".join(choices)
