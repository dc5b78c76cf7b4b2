"""Functions f(data, size, rng) whose draws the trace follows: right ones, and wrong ones with a line marked.

All claim eps = 1 where records are numbers in [0, 1], of which one is replaced; those of `WITH_DELTA` claim
(1, 1e-5) besides.
"""

import math
import random

import numpy as np


def steps(data, size, rng):
    out = np.empty(size)
    for k in range(size):
        w = 0.0
        for _ in range(2):
            g = np.clip(w - np.asarray(data), -0.5, 0.5).sum()
            w = w - 0.1 * (g + rng.laplace(0, 2.0))
        out[k] = w
    return out


def steps_in_python(data, size, rng):
    out = np.empty(size)
    for k in range(size):
        w = 0.0
        for _ in range(2):
            g = sum(max(-0.5, min(0.5, w - v)) for v in data)
            w = w - 0.1 * (g + rng.laplace(0, 2.0))
        out[k] = w
    return out


def momentum(data, size, rng):
    """Vectors, normal noise for four steps, momentum and a step size from earlier noisy gradients."""
    x = np.column_stack([np.asarray(data), 1 - np.asarray(data)])
    found = []
    for _ in range(size):
        w, m, v = np.zeros(2), np.zeros(2), np.zeros(2)
        for _ in range(4):
            g = w - x
            g = g / np.maximum(1, 2 * np.linalg.norm(g, axis=1, keepdims=True))
            noisy = g.sum(axis=0) + 2 * 3.74 * rng.standard_normal(2)
            m, v = 0.9 * m + noisy, 0.9 * v + noisy**2
            w -= 0.1 * m / (np.sqrt(v) + 1e-3)
        found.append(w)
    return np.array(found)


def one_number_in_several_outputs(data, size, rng):
    y = sum(data) + rng.laplace(0, 1, size)
    return np.column_stack([y, 2 * y + 1, np.maximum(y, 0), y > 0.5])


def one_number_made_twice(data, size, rng):
    noise = rng.laplace(0, 1, size)
    return np.column_stack([sum(data) + noise, 3 * sum(data) + 3 * noise])


def clipped_mean(data, size, rng):
    return np.clip(np.clip(data, 0, 1).mean() + rng.laplace(0, 1 / len(data), size), 0, 1)


def exponential(data, size, rng):
    scores = np.array([-abs(sum(data) - k) for k in range(4)])
    p = np.exp(scores / 2)
    return rng.choice(4, size, p=p / p.sum()).astype(float)


def exponential_by_gumbel(data, size, rng):
    scores = np.array([-abs(sum(data) - k) for k in range(4)])
    return np.argmax(scores + rng.gumbel(0, 2, (size, 4)), axis=1).astype(float)


def exponential_by_python(data, size, rng):
    weights = [math.exp(-abs(sum(data) - k) / 2) for k in range(4)]
    return np.array(random.choices(range(4), weights, k=size), dtype=float)


def sparse(data, size, rng):
    found = []
    for _ in range(size):
        threshold = 1 + rng.laplace(scale=2)
        above = (k for k in range(9) if sum(data) + rng.laplace(scale=4) > threshold)
        found.append(next(above, -1))
    return np.array(found, dtype=float)


def sparse_at_once(data, size, rng):
    noisy = sum(data) * np.arange(9) / 9 + rng.laplace(0, 4, (size, 9))
    return np.argmax(noisy > 1 + rng.laplace(0, 2, (size, 1)), axis=1).astype(float)


def noisy_maximum(data, size, rng):
    """Of seven queries that one record may all move by 1."""
    return np.argmax(sum(data) * np.ones(7) + rng.laplace(0, 2, (size, 7)), axis=1).astype(float)


def noisy_maximum_in_python(data, size, rng):
    found = []
    for _ in range(size):
        values = [sum(data) * (k % 2) + rng.laplace(0, 2) for k in range(7)]
        found.append(max(range(7), key=lambda k: values[k]))
    return np.array(found, dtype=float)


def spread_around_a_noisy_mean(data, size, rng):
    """The mean is not put out; the second step starts from it."""
    n, found = len(data), []
    for _ in range(size):
        mean = np.mean(data) + rng.laplace(0, 2 / n)
        found.append(np.mean(np.clip((3 * np.asarray(data) - mean) ** 2, 0, 1)) + rng.laplace(0, 2 / n))
    return np.array(found)


def count_above_a_noisy_number(data, size, rng):
    found = []
    for _ in range(size):
        level = np.mean(data) + rng.laplace(0, 2 / len(data))
        found.append(np.sum(np.asarray(data) > level) + rng.laplace(0, 2))
    return np.array(found)


def count_above_a_public_number(data, size, rng):
    found = []
    for _ in range(size):
        level = rng.laplace()
        found.append(np.sum(np.asarray(data) > level) + rng.laplace(0, 1))
    return np.array(found)


def features(data, size, rng):
    """Random features that are public, then noise."""
    found = []
    for _ in range(size):
        waves = np.cos(np.multiply.outer(data, 5 * rng.standard_normal(3)))
        found.append(waves.sum(axis=0) + rng.laplace(0, 6, 3))
    return np.array(found)


def prefix_sums(data, size, rng):
    """Three sums by a tree: a record is in two of its nodes at most."""
    a, b, c = data[0], data[1], sum(data[2:])
    found = []
    for _ in range(size):
        n = rng.laplace(0, 2, 3)
        found.append([a + b + c + n[1] + n[2], a + b + n[1], a + n[0]])
    return np.array(found)


def shares(data, size, rng):
    """Every record adds its share of the noise; only the sum is put out."""
    x, n = np.asarray(data), len(data)
    return np.array([(x + rng.normal(0, 3.74 / np.sqrt(n), n)).sum() for _ in range(size)])


def noise_first(data, size, rng):
    total = rng.laplace(0, 1, size)
    for x in data:
        total += x
    return total / 2


def one_entry(data, size, rng):
    x = rng.laplace(0, 1, (size, 3))
    x[:, 1] += sum(data)
    return np.round(x, 1)


def geometric(data, size, rng):
    p = 1 - np.exp(-1.0)
    return np.round(sum(data)) + rng.geometric(p, size) - rng.geometric(p, size)


def by_inverse(data, size, rng):
    u = rng.random(size) - 0.5
    return sum(data) - np.sign(u) * np.log(1 - 2 * np.abs(u))


def responses(data, size, rng):
    chances = np.where(np.asarray(data) > 0.5, 0.73, 0.27)
    return (rng.random((size, len(data))) < chances).sum(axis=1).astype(float)


def many_small(data, size, rng):
    """A hundred sums of Laplace noise: by advanced composition, not by adding up."""
    return sum(data) + rng.laplace(0, 60, (size, 100))


def averaged_steps(data, size, rng):
    """The second step starts from the sum of noisy gradients; the mean of both places is put out."""
    total, mean = np.zeros(size), np.zeros(size)
    for _ in range(2):
        w = -0.1 * total
        g = np.clip(w[:, None] - np.asarray(data), -0.5, 0.5).sum(axis=1)
        total = total + g + rng.laplace(0, 2, size)
        mean = mean + w / 2
    return np.column_stack([mean, total])


def vector_by_hand(data, size, rng):
    """Noise of density exp(-|x|): the direction of normal numbers, a length of its own; then the sum."""
    x = rng.standard_normal((size, 3))
    x *= (rng.standard_gamma(3, size) / np.linalg.norm(x, axis=1))[:, None]
    x[:, 0] += sum(data)
    return x


RIGHT = (
    averaged_steps, vector_by_hand,
    steps, steps_in_python, momentum, one_number_in_several_outputs, one_number_made_twice, clipped_mean,
    exponential, exponential_by_gumbel, exponential_by_python, sparse, sparse_at_once, noisy_maximum,
    noisy_maximum_in_python, spread_around_a_noisy_mean, count_above_a_noisy_number, count_above_a_public_number,
    features, prefix_sums, shares, noise_first, one_entry, geometric, by_inverse, responses, many_small,
)  # fmt: skip
WITH_DELTA = (momentum, shares, many_small)


def too_small(data, size, rng):
    return sum(data) + rng.laplace(0, 0.5, size)  # wrong


def too_small_in_steps(data, size, rng):
    w = np.zeros(size)
    for _ in range(2):
        g = np.clip(w[:, None] - np.asarray(data), -0.5, 0.5).sum(axis=1)
        w = w - 0.1 * (g + rng.laplace(0, 1, size))  # wrong
    return w


def clipped_by_batch(data, size, rng):
    """The sum of the gradients is clipped, not each: it moves by up to 2."""
    x, out = np.asarray(data, dtype=float), np.empty(size)
    for k in range(size):
        w = 0.0
        for _ in range(2):
            g = max(-1.0, min(1.0, np.sum(w - x)))
            w = w - 0.1 * (g + rng.laplace(0, 2.0))  # wrong
        out[k] = w
    return out


def own_scale(data, size, rng):
    return sum(data) + rng.laplace(0, 1 + max(data), size)  # wrong


def two_statistics(data, size, rng):
    noise = rng.laplace(0, 2, size)  # wrong
    return np.column_stack([sum(data) + noise, (np.asarray(data) > 0.7).sum() + noise])


def counts_and_sum_in_steps(data, size, rng):
    """The second statistic comes later, and its noise is that of the first."""
    found = []
    for _ in range(size):
        noise = rng.laplace(0, 4)  # wrong
        first = sum(data) + noise
        second = sum(x > 0.5 for x in data) + (2 if first > 1 else 1) * noise
        found.append([first, second])
    return np.array(found)


def raw_control(data, size, rng):
    if sum(data) > 2:
        return 2 + rng.laplace(0, 1, size)  # wrong
    return sum(data) + rng.laplace(0, 1, size)


def raw_loop(data, size, rng):
    """As many draws as there are records above 1/2."""
    total = np.zeros(size)
    for x in data:
        if x > 0.5:
            total = total + x + rng.laplace(0, 1, size)  # wrong
    return total


def whole_budget_twice(data, size, rng):
    first = sum(data) + rng.laplace(0, 1, size)  # wrong
    second = sum(x**2 for x in data) + rng.laplace(0, 1, size)
    return np.column_stack([first, second])


def uneven_chance(data, size, rng):
    return (rng.random(size) < (0.9 if data[0] > 0.5 else 0.2)).astype(float)  # wrong


WRONG = (
    too_small, too_small_in_steps, clipped_by_batch, own_scale, two_statistics, counts_and_sum_in_steps,
    raw_control, raw_loop, whole_budget_twice, uneven_chance,
)  # fmt: skip
