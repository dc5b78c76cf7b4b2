"""The model-inversion attack of Fredrikson et al. 2014 on one attribute.

The attacker knows the model, a record's label and some of its attributes, the marginal frequencies of the
others, and how far the model is usually off. It guesses the value v that maximises

    sum over the unknown attributes u of  P(v) P(u) N(label; model(record with v and u), sigma^2).
"""

from __future__ import annotations

import numpy as np

from dptheory.lab.domain import FloatArray
from dptheory.lab.reproduce.wu2015.study import IntArray, Study

LEAST_SIGMA = 1e-9
"""A model that is never off is taken to be off by this."""


def guesses(study: Study, rows: IntArray, w: FloatArray, sigma: float, prior: FloatArray) -> IntArray:
    """The guessed value for each of `rows`; `prior` has the frequency of every value."""
    predicted = study.variants[:, :, rows] @ w
    off = (study.y[rows] - predicted) / max(sigma, LEAST_SIGMA)
    with np.errstate(divide="ignore", over="ignore"):
        logs = -np.minimum(off**2, 1e300) / 2 + np.log(study.weights)[None, :, None]
        top = logs.max(axis=(0, 1))
        score = np.exp(logs - top).sum(axis=1)
        return np.asarray(np.argmax(np.log(score) + np.log(prior)[:, None], axis=0))


def accuracy(study: Study, train: IntArray, rows: IntArray, w: FloatArray) -> float:
    """How often the guess is right on `rows`, with frequencies and sigma from the records `train`."""
    off = study.x[train] @ w - study.y[train]
    largest = max(float(np.abs(off).max()), LEAST_SIGMA)
    sigma = largest * float(np.sqrt(np.mean((off / largest) ** 2)))  # without overflow for wild models
    counts = np.bincount(study.target[train], minlength=len(study.classes))
    guessed = guesses(study, rows, w, sigma, counts / counts.sum())
    return float(np.mean(guessed == study.target[rows]))
