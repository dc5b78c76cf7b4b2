"""The variates that each built-in mechanism needs, from NumPy alone: what its sampler is measured against."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

Drawn = Callable[[int, np.random.Generator], object]


def needed(name: str) -> Drawn:
    """The variates of `size` releases of the mechanism of that name, as the registry makes it."""
    base = name.removesuffix(".printed")
    if base == "l2laplace":
        return lambda size, rng: (rng.standard_normal((size, 5)), rng.standard_gamma(5, size))
    if base.startswith("gaussian"):
        return lambda size, rng: rng.standard_normal((size, 1))
    if base == "exponential":
        return lambda size, rng: rng.choice(5, size, p=np.full(5, 0.2))
    if base == "wang2016.algorithm1":
        return lambda size, rng: rng.choice(8, size, p=np.full(8, 0.125))
    if base == "wu2015.algorithm5":  # two candidates, and one number that picks
        return lambda size, rng: (rng.laplace(size=size), rng.laplace(size=size), rng.logistic(size=size))
    if base == "zhang2012.functional":
        return lambda size, rng: rng.laplace(size=(size, 2))
    if base == "chaudhuri2020.theorem3":  # a subset of two of eight records
        return lambda size, rng: (rng.laplace(size=size), rng.integers(28, size=size))
    if base == "chaudhuri2020.section2.1":
        return lambda size, rng: rng.laplace(size=(size, 3))
    if base == "chaudhuri2020.section2.2":
        return lambda size, rng: (rng.laplace(size=(size, 3)), rng.integers(28, size=(size, 3)))
    return lambda size, rng: rng.laplace(size=(size, 1))


SOLVED = ("wu2015.algorithm3", "chaudhuri2020.theorem2", "chaudhuri2011.algorithm2")
"""Objective perturbation: the variate tilts an objective that is then minimised, in closed form here."""
