"""Noise as a library makes it, in another file than the mechanism's: names of its own, and generators made early."""

import math
import random
import secrets
from math import log

from numpy.random import laplace

system = secrets.SystemRandom()


def by_inverse(scale):
    """Laplace noise by the inverse of its distribution function, from the system's generator."""
    u = system.random() - 0.5
    return -scale * math.copysign(1.0, u) * log(1 - 2 * abs(u))


def by_four(scale):
    """The same of four uniform numbers."""
    a, b, c, d = (system.random() for _ in range(4))
    return scale * (log(1 - a) * math.cos(math.pi * b) + log(1 - c) * math.cos(math.pi * d))


def by_two(sigma):
    """Normal noise of two uniform numbers."""
    return sigma * math.sqrt(-2 * math.log(1 - random.random())) * math.cos(2 * math.pi * random.random())


def by_name(scale):
    """Noise of numpy's, under a name of its own."""
    return laplace(0, scale)


def of_no_known_law(scale):
    """A uniform number."""
    return scale * (system.random() - 0.5)
