"""Privacy accounting: what many releases together give away, in numbers that are true upper bounds.

`moments` has the moments functions, `composition` adds them up, `conversions` turns them into (eps,
delta), `profiles` are exact curves delta(eps) where there is one, and `accountant` sets them side by side;
`calibration` finds the least noise.

Units are nats. Every number is enclosed rigorously (Arb) and then rounded outward; the search for a good
order decides nothing. What is proved speaks of exact real arithmetic and exact sampling.

A release about a Poisson sample is a `MomentsFunction` of its own (`sampled`). Where no curve is known in
closed form, `pairs`, `pld`, `powers` and `curves` compose privacy losses on a grid, rounded both ways.
"""

from __future__ import annotations

from .accountant import Account, account
from .calibration import Calibration, calibrate, most_steps
from .composition import Composition
from .exponential import ExponentialMoments
from .lattice import DiscreteGaussianMoments, DiscreteLaplaceMoments, TwoLaws
from .moments import (
    Concentrated,
    GaussianMoments,
    LaplaceMoments,
    MomentsFunction,
    ResponseMoments,
)
from .sampled import SampledMoments, Training, sampled

__all__ = [
    "Account",
    "Calibration",
    "Composition",
    "Concentrated",
    "DiscreteGaussianMoments",
    "DiscreteLaplaceMoments",
    "ExponentialMoments",
    "GaussianMoments",
    "LaplaceMoments",
    "MomentsFunction",
    "ResponseMoments",
    "SampledMoments",
    "Training",
    "TwoLaws",
    "account",
    "calibrate",
    "most_steps",
    "sampled",
]
