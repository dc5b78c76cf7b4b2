"""Mistakes that were made: twenty from public reports, six found by hand, each beside a right twin.

Every one is cut down to the mistake that its report tells, on a few records, with the report's address. `law`
is the exact law of the wrong mechanism's output (chances of cells, or of its loss), which is what the oracle
knows; the auditor knows `data` alone. All claim what is stated, with Laplace noise unless the report has
another. The code is ours; no line of the libraries is in it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from faults import (
    MARKS,
    SIGMA,
    TOLD,
    TRUTH,
    anchored,
    bits,
    ends,
    exponential,
    finest,
    gain,
    gaussian,
    gaussian_cells,
    geometric,
    geometric_law,
    kept,
    known_keys,
    ranks,
    raw_chance,
    rejected,
    response,
    selected,
    shared,
    thinned,
    threshold,
    vector,
    vector_law,
    within,
)
from queries import (
    Chances,
    Mechanism,
    batches,
    by_coordinate,
    by_norm,
    certain,
    changed,
    coins,
    counts,
    discrete,
    drawn,
    each,
    line,
    mean,
    moved,
    noised,
    products,
    squares,
    sum_and_count,
    total,
    uniform,
    values,
)

from dptheory.lab.domain import FloatArray
from dptheory.lab.mechanisms.claims import ADD_REMOVE, PrivacyClaim


@dataclass(frozen=True, eq=False)
class Reported:
    """A mistake, where it was reported, its right twin, data to search from, the oracle's pairs and law."""

    name: str
    address: str
    wrong: Mechanism
    right: Mechanism
    data: Callable[[np.random.Generator], FloatArray]
    pairs: tuple[tuple[Any, Any], ...]
    law: Callable[[Any, Any], Chances]
    claim: PrivacyClaim = PrivacyClaim(1.0)
    box: tuple[Any, Any] | None = None


GITHUB = "https://github.com/"
LOW, ADDED = PrivacyClaim(0.5), PrivacyClaim(1.0, 0.0, ADD_REMOVE)
ROUGH, RARE = PrivacyClaim(1.0, 1e-5), PrivacyClaim(1.0, 1e-3, ADD_REMOVE)
THIRD = np.zeros((4, 3))
ONES = (changed(np.zeros(5), 0, 1.0),)


def reported() -> list[Reported]:
    """The table's mechanisms, those from public reports first."""
    four = np.vstack([np.ones((1, 4)), np.zeros((5, 4))])
    pairs = np.zeros((10, 2))
    twelve = np.zeros(12)
    twelve[0] = 6.0
    add = ((np.array([1.0]), np.array([1.0, 0.0])), (np.array([0.0]), np.array([0.0, 1.0])))
    halves = changed(np.repeat([0.0, 1.0], [4, 5]), 5, 0.0)
    votes = tuple(changed([0.0] * k + [1.0] * (6 - k), 0, 1.0) for k in range(1, 6))
    nothing = ((np.array([1.0]), np.zeros(0)),)
    return [
        Reported(
            "square, bound of one end",
            f"{GITHUB}IBM/differential-privacy-library/issues/105",
            noised(squares, 0.36),
            noised(squares, 1.0),
            uniform(-0.6, 1, 8),
            ONES,
            line(squares, 0.36),
        ),
        Reported(
            "mean, size of the data",
            f"{GITHUB}opendp/smartnoise-core/issues/356",
            noised(mean, lambda d: 1 / max(1, np.size(d))),
            noised(sum_and_count, 2.0),
            uniform(0, 1, 4),
            add,
            line(mean, lambda d: 1 / max(1, np.size(d))),
            ADDED,
        ),
        Reported(
            "response, the lie may be true",
            f"{GITHUB}opendp/opendp/issues/480",
            response(TOLD),
            response(TRUTH),
            coins(3),
            ONES,
            discrete(lambda d: np.array([TOLD, 1 - TOLD])[:: 1 if d[0] else -1]),
        ),
        Reported(
            "counts, noise of shares",
            f"{GITHUB}DataResponsibly/DataSynthesizer/issues/34",
            noised(counts, 2 / 12),
            noised(counts, 2.0),
            lambda rng: np.append(np.arange(4.0), rng.integers(0, 4, 8)),
            ONES,
            moved(1.0, 2 / 12, 2),
        ),
        Reported(
            "choice of two, doubled score",
            f"{GITHUB}ryan112358/mbi/issues/65",
            drawn(exponential(gain, 0.5)),
            drawn(exponential(gain, 0.25)),
            coins(6),
            votes,
            discrete(exponential(gain, 0.5)),
        ),
        Reported(
            "covariance, clipped in vain",
            f"{GITHUB}opendp/smartnoise-sdk/issues/622",
            noised(products(np.inf), 2.0),
            noised(products(1.0), 2.0),
            uniform(-1.5, 1.5, 10, 2),
            (
                changed(pairs + 0, 0, [1.5, 1.5]),
                (changed(pairs, 0, [1.5, 1.5])[1], changed(pairs, 0, [1.5, -1.5])[1]),
            ),
            line(products(np.inf), 2.0),
        ),
        Reported(
            "microbatch, moved both ways",
            f"{GITHUB}tensorflow/privacy/issues/620",
            noised(lambda d: batches(4)(d).sum(), 1.0),
            noised(lambda d: batches(4)(d).sum(), 2.0),
            uniform(-6, 6, 12),
            (changed(twelve, 0, -6.0),),
            line(lambda d: batches(4)(d).sum(), 1.0),
        ),
        Reported(
            "empty batch, no noise",
            f"{GITHUB}meta-pytorch/opacus/issues/161",
            lambda d, size, rng: thinned(d, size, rng, True),
            lambda d, size, rng: thinned(d, size, rng, False),
            uniform(0, 1, 4),
            nothing,
            certain(0.3),
            ADDED,
        ),
        Reported(
            "clipped by coordinate",
            f"{GITHUB}fedbiomed/fedbiomed/issues/1443",
            noised(by_coordinate, 2.0),
            noised(by_norm, 2.0),
            uniform(-2, 2, 6, 4),
            (changed(four, 0, -np.ones(4)),),
            moved(2.0, 2.0, 4),
        ),
        Reported(
            "selected, the rest bare",
            f"{GITHUB}NVIDIA/NVFlare/issues/343",
            selected(True),
            selected(False),
            uniform(0, 1, 4, 3),
            (changed(np.ones((4, 3)), 0, [0.0, 1.0, 1.0]),),
            raw_chance,
        ),
        Reported(
            "sum, divided by the true size",
            f"{GITHUB}meta-pytorch/opacus/issues/571",
            noised(lambda d: total(d) / max(1, np.size(d)), lambda d: 1 / max(1, np.size(d))),
            noised(lambda d: total(d) / 10, 0.1),
            uniform(0, 1, 5),
            add,
            line(lambda d: total(d) / max(1, np.size(d)), lambda d: 1 / max(1, np.size(d))),
            ADDED,
        ),
        Reported(
            "normal, variance for deviation",
            f"{GITHUB}opendp/smartnoise-core/issues/316",
            gaussian(float(np.sqrt(SIGMA))),
            gaussian(SIGMA),
            uniform(0, 1, 4),
            ONES,
            gaussian_cells,
            ROUGH,
        ),
        Reported(
            "ends of the data",
            f"{GITHUB}google/dpsynth/issues/34",
            ends(True),
            ends(False),
            uniform(0, 1, 5),
            ONES,
            certain(1.0),
        ),
        Reported(
            "last bits",
            f"{GITHUB}opendp/opendp/issues/414",
            bits(None),
            bits(2.0**-20),
            coins(3),
            (changed([0.0, 0.0], 0, 1.0),),
            finest,
        ),
        Reported(
            "scale upside down",
            f"{GITHUB}WICG/attribution-reporting-api/issues/1329",
            noised(total, 0.5),
            noised(total, 2.0),
            uniform(0, 1, 5),
            ONES,
            line(total, 0.5),
            LOW,
        ),
        Reported(
            "eps for every column",
            f"{GITHUB}opendp/smartnoise-sdk/issues/385",
            noised(sum_and_count, 1.0),
            noised(sum_and_count, 2.0),
            uniform(0, 1, 4),
            ((np.ones(2), np.ones(3)),),
            line(sum_and_count, 1.0),
            ADDED,
        ),
        Reported(
            "one seed, three sums",
            f"{GITHUB}IBM/differential-privacy-library/issues/31",
            shared(True),
            shared(False),
            uniform(0, 1, 4, 3),
            (changed(THIRD, 0, [1.0, 0.0, 0.0]),),
            certain(1.0),
        ),
        Reported(
            "no range, no noise",
            f"{GITHUB}opendp/smartnoise-sdk/issues/128",
            noised(total, lambda d: np.ptp(values(d))),
            noised(total, 1.0),
            uniform(0, 1, 5),
            ONES,
            certain(1.0),
        ),
        Reported(
            "geometric, bounded noise",
            f"{GITHUB}opendp/smartnoise-core/issues/319",
            geometric(5),
            geometric(None),
            coins(8),
            ONES,
            geometric_law,
        ),
        Reported(
            "mini-batch clipped",
            f"{GITHUB}APPFL/APPFL/issues/349",
            noised(batches(6), 2 / 6),
            noised(each(6), 2 / 6),
            uniform(-10, 10, 12),
            (changed(twelve, 0, -6.0),),
            moved(2.0, 2 / 6),
        ),
        Reported(
            "count, drawn again",
            "",
            within(lambda d: 0.0, lambda d: float(np.size(d))),
            geometric(None),
            coins(20),
            (changed(np.zeros(20), 0, 1.0),),
            rejected,
        ),
        Reported(
            "median, factor 2 forgotten",
            "",
            drawn(exponential(ranks, 1.0), lambda d: MARKS),
            drawn(exponential(ranks, 0.5), lambda d: MARKS),
            lambda rng: np.round(uniform(0, 1, 9)(rng), 1),
            (changed([0.0] * 4 + [0.9] * 5, 0, 1.0), changed([0.0] * 3 + [0.9] * 5 + [1.0], 8, 0.0), halves),
            discrete(exponential(ranks, 1.0)),
        ),
        Reported(
            "sparse vector, cutoff 3",
            "",
            vector(1.0),
            vector(3.0),
            lambda rng: np.zeros(1),
            (changed([0.0], 0, 1.0),),
            vector_law,
            PrivacyClaim(1.0),
            (0.0, 1.0),
        ),
        Reported(
            "noise on a grid",
            "",
            anchored(2.0**-10, True),
            anchored(2.0**-10, False),
            uniform(0, 1, 4),
            (changed(np.zeros(4), 0, 0.3),),
            certain(1.0),
        ),
        Reported(
            "threshold too low",
            "",
            threshold(4.6),
            threshold(7.3),
            lambda rng: np.ones(2),
            nothing,
            kept(4.6),
            RARE,
            (0.0, 1.0),
        ),
        Reported(
            "keys of the data",
            "",
            known_keys(False),
            known_keys(True),
            lambda rng: np.array([1.0, 1.0, 2.0, 2.0, 2.0, 4.0, 4.0]),
            ONES,
            certain(1.0),
        ),
    ]
