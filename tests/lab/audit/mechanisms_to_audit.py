"""Functions f(dataset, size, rng), right and wrong ones. The tests and the processes that they start import them."""

import contextlib
import os
import time

import numpy as np

REMEMBERED = {}


def right(data, size, rng):
    return np.sum(data) + rng.laplace(0, 1, size)


def half(data, size, rng):
    return np.sum(data) + rng.laplace(0, 0.5, size)


def vector(data, size, rng):
    x = rng.standard_normal((size, 5))
    x *= (rng.standard_gamma(5, size) * 0.5 / np.linalg.norm(x, axis=1))[:, None]
    x[:, 2] += np.sum(data)
    return 3 * x


def wide(data, size, rng):
    x = rng.normal(0, 1, (size, 50))
    x[:, 7] += 3 * np.sum(data)
    return x


def response(data, size, rng):
    return (rng.random(size) < (0.8 if np.sum(data) > 0 else 0.2)).astype(int)


def fair_response(data, size, rng):
    return (rng.random(size) < (0.7 if np.sum(data) > 0 else 0.3)).astype(int)


def nans(data, size, rng):
    u = rng.random(size)
    missing = 0.2 if np.sum(data) > 0 else 0.05
    return np.where(u < missing, np.nan, np.where(u > 0.9, np.inf, rng.laplace(0, 1, size)))


def same_nans(data, size, rng):
    u = rng.random(size)
    return np.where(u < 0.3, np.nan, np.where(u > 0.9, -np.inf, np.sum(data) + rng.laplace(0, 1, size)))


def one_sided(data, size, rng):
    return np.where(rng.random(size) < 0.05 * np.sum(data), 1.0, 0.0)


def inner(data, size, rng):
    """The middle is likelier on one data set, both tails on the other."""
    return rng.normal(0, 1.0 if np.sum(data) > 0 else 3.0, size)


def raises(data, size, rng):
    raise ValueError("no such thing")


def late(data, size, rng):
    if size > 500:
        raise RuntimeError("too many")
    return right(data, size, rng)


def shape(data, size, rng):
    return rng.laplace(0, 1, size + 1)


def text(data, size, rng):
    return ["a"] * size


def unsteady(data, size, rng):
    return rng.laplace(0, 1, (size, 1 if size == 1 else 2))


def repeated(data, size, rng):
    return np.full(size, np.mean(data) + rng.laplace())


def own_seed(data, size, rng):
    return np.random.default_rng(1).laplace(0, 1, size)


def other_generator(data, size, rng):
    return np.random.laplace(0, 1, size)


def remembers(data, size, rng):
    place = np.asarray(data).tobytes()
    if place not in REMEMBERED:
        REMEMBERED[place] = np.sum(data) + rng.laplace(0, 1)
    return np.full(size, REMEMBERED[place])


def mutates(data, size, rng):
    data[0] = 5.0
    return rng.laplace(0, 1, size)


def hangs(data, size, rng):
    time.sleep(1_000)


def swallows(data, size, rng):
    while True:
        with contextlib.suppress(Exception):
            time.sleep(1_000)


def dies(data, size, rng):
    os._exit(3)


no_function = 3
