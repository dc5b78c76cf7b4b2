"""The private model: a certified minimiser, noise, and what may be said of it.

`mechanisms.gap` certifies how near the computed minimiser is. The weights are rounded to a grid much coarser
than their last bits, since these may tell neighbours apart whatever the noise (Mironov 2012).
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from ...decimals import float_above
from ...errors import BadInput
from ...exact import nearest
from ..audit.binomial import lower_limit, upper_limit
from ..domain import Data, FloatArray
from ..mechanisms.ball import project
from ..mechanisms.erm import SolverError
from ..mechanisms.interface import FLOATING_POINT
from ..mechanisms.noise import L2Laplace
from ..mechanisms.output import Algorithm2
from .choosing import LAPLACE, Plan, tolerance
from .table import Scaling


@dataclass(frozen=True, eq=False)
class Model:
    """Weights for scaled features, released once, with the noise that they hold."""

    plan: Plan
    weights: FloatArray
    seeded: bool


@dataclass(frozen=True)
class Held:
    """What the model does on records that were held out: not private."""

    records: int
    right: int | None
    common: int | None
    error: float | None
    without: float | None

    @property
    def limits(self) -> tuple[float, float] | None:
        """Clopper and Pearson's limits of the accuracy, together at 95 %."""
        if self.right is None:
            return None
        return lower_limit(self.right, self.records, 0.025), upper_limit(self.right, self.records, 0.025)


def fit(plan: Plan, data: Data, rng: np.random.Generator, seeded: bool) -> Model:
    """Train on the data and release once; raises BadInput where the minimiser cannot be certified."""
    asked, share = plan.asked, nearest(tolerance(plan.n))
    mechanism = Algorithm2(
        loss=asked.of_loss.loss, lam=nearest(plan.lam), eps=1.0, radius=nearest(asked.radius), tight=True,
        tolerance=share,
    )  # fmt: skip
    try:
        centre = mechanism.minimiser(data)
    except SolverError as error:
        given = f"data on which {error}"
        raise BadInput(
            given, "a certified minimiser", "a larger eps, fewer records, or --loss logistic"
        ) from None
    spread, d, grid = float_above(plan.spread), data.d, nearest(plan.grid)
    noise = L2Laplace(d, spread).sample(1, rng)[0] if plan.law == LAPLACE else spread * rng.standard_normal(d)
    noisy = centre + noise
    if plan.projected:
        noisy = project(noisy, nearest(asked.radius))
    return Model(plan, np.round(noisy / grid) * grid, seeded)


def held_out(model: Model, data: Data) -> Held:
    """How well the model does on other records than it was trained on."""
    margins = data.x @ model.weights
    if model.plan.asked.kind == "squared":
        return Held(data.n, None, None, float(np.mean((margins - data.y) ** 2)), float(np.mean(data.y**2)))
    ones = int((data.y > 0).sum())
    right = int(((margins >= 0) == (data.y > 0)).sum())
    return Held(data.n, right, max(ones, data.n - ones), None, None)


def released(
    model: Model, names: tuple[str, ...], target: str, scaling: Scaling,
    codes: Mapping[float | str, int] | None,
) -> str:  # fmt: skip
    """The file that may be published: the weights, how to use them, the claim; nothing else of the data."""
    plan, asked = model.plan, model.plan.asked
    spread = "scale" if plan.law == LAPLACE else "standard deviation"
    made = {
        "model": "dptheory plan, version 1",
        "loss": asked.kind,
        "features": [*names, *(["constant"] if scaling.constant else [])],
        "target": target,
        "labels": None if codes is None else {str(sign): value for value, sign in codes.items()},
        "weights": model.weights.tolist(),
        "scaling": _scaling(scaling, names),
        "privacy": {
            "eps": str(asked.eps),
            "delta": "0" if plan.proved else str(asked.delta),
            "adjacency": "replace-one",
            "mechanism": "output perturbation, Algorithm 2 of Wu et al. 2015"
            + (", projected onto the ball" if plan.projected else ""),
            "theorem": ", ".join(plan.private),
            "lam": str(plan.lam),
            "sensitivity": str(plan.sensitivity),
            "noise": {
                "law": plan.law, spread: float_above(plan.spread), "more for the solver": str(plan.more)
            },
            "grid": nearest(plan.grid),
            "public": {
                "n": plan.n, "d": plan.d, "radius": str(asked.radius), "rho": str(asked.rho),
                "chosen without the data": "columns, scaling, loss, radius, confidence, eps, delta",
            },
            "seed": "one that somebody chose: who knows it knows the noise, and nothing is private"
            if model.seeded else "the system's randomness",
            "beware": FLOATING_POINT,
        },
        "bound": {
            "excess risk": float_above(plan.bound), "confidence": str(asked.confidence),
            "theorem": plan.theorem,
            "of records drawn independently from one law": True,
        },
    }  # fmt: skip
    return json.dumps(made, indent=1, ensure_ascii=False) + "\n"


def _scaling(scaling: Scaling, names: tuple[str, ...]) -> dict[str, object]:
    ranges = {name: [str(end) for end in scaling.ranges[name]] for name in names if name in scaling.ranges}
    told = (
        {"ranges": ranges, "rule": "each to [-1, 1], then over the root of the number of features"}
        if ranges
        else {
            "norm": str(scaling.norm),
            "rule": "all over the norm, then over sqrt(2) where there is a constant",
        }
    )
    return {**told, "clip": scaling.clip, "constant": scaling.constant, "label bound": str(scaling.label)}


def generator(seed: int | None) -> np.random.Generator:
    """Seeded as asked, else by 256 bits of the system's randomness."""
    return np.random.default_rng(secrets.randbits(256) if seed is None else seed)
