"""Many releases in batches: in constant memory, by any executor, and the same whoever draws which batch.

Batch b is drawn from the generator of SeedSequence(seed, spawn_key=(*key, b)); the size of a batch does not
depend on who draws it, nor on how many batches there are.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future
from typing import Any, Final

import numpy as np

from dptheory.lab.domain import FloatArray, count

ROWS: Final = 65_536
"""Releases in a batch, unless said otherwise."""

Sampler = Callable[[Any, int, np.random.Generator], FloatArray]


def generator(seed: int, key: tuple[int, ...]) -> np.random.Generator:
    """The generator of one place in a stream.

    >>> generator(3, (0, 1)).random() == generator(3, (0, 1)).random() != generator(3, (0, 2)).random()
    True
    """
    return np.random.default_rng(np.random.SeedSequence(seed, spawn_key=key))


def batches(size: int, rows: int) -> Iterator[tuple[int, int]]:
    """The number and the size of every batch.

    >>> list(batches(10, 4))
    [(0, 4), (1, 4), (2, 2)]
    """
    for number, start in enumerate(range(0, size, rows)):
        yield number, min(rows, size - start)


def stream(
    sample: Sampler,
    data: Any,
    size: int,
    seed: int,
    *,
    rows: int = ROWS,
    key: tuple[int, ...] = (),
    executor: Executor | None = None,
    ahead: int = 8,
) -> Iterator[FloatArray]:
    """`size` releases in order, batch by batch; with an executor, at most `ahead` batches wait.

    `sample(data, size, rng)` must be picklable where the executor has processes.
    """
    count("size", size, 0)
    count("seed", seed, 0)
    count("rows", rows)
    count("ahead", ahead)
    plan = ((sample, data, many, seed, (*key, number)) for number, many in batches(size, rows))
    yield from ordered(executor, _batch, plan, ahead)


def ordered(
    executor: Executor | None, work: Callable[..., FloatArray], calls: Iterable[tuple[Any, ...]], ahead: int
) -> Iterator[FloatArray]:
    """work(*call) for all calls in their order; with an executor, at most `ahead` results wait."""
    if executor is None:
        yield from (work(*call) for call in calls)
        return
    waiting: deque[Future[FloatArray]] = deque()
    try:
        for call in calls:
            waiting.append(executor.submit(work, *call))
            if len(waiting) >= ahead:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        for future in waiting:
            future.cancel()


def _batch(sample: Sampler, data: Any, size: int, seed: int, key: tuple[int, ...]) -> FloatArray:
    return sample(data, size, generator(seed, key))
