"""The laws of the logic in many worlds at once: images, samples, Gibbs laws, noise, subsets, sequences."""

from __future__ import annotations

import itertools
from math import comb
from typing import Final

import numpy as np
from scipy import special

from ..kernel.logic import Expr
from .axes import place_of
from .numeric import Array
from .values import Atoms, Draws, Evaluating, Mixed, Spread, Unsupported

RINGS: Final = 20
TURNS: Final = 4
"""Into how many parts noise of two coordinates is cut, outwards and around."""
MAX_ATOMS: Final = 300


def moved(of: Evaluating, term: Expr, stack: tuple[object, ...], depth: int) -> object:
    """An image or a mixture as a law: of finite laws its points; else what is drawn first."""
    base, made = of.value(term.args[0], stack, depth), term.args[1]
    if not isinstance(base, Atoms):
        mixes = term.head == "mixture"

        def draw(point: object, at: int) -> object:
            found = of.applied(made, [point], stack, at)
            return found if mixes else Atoms((found,), (np.ones(1),))

        return Mixed(base, draw, mixes)
    points: list[object] = []
    weights: list[Array] = []
    for point, weight in zip(base.points, base.weights, strict=True):
        inner = of.applied(made, [point], stack, depth)
        if term.head == "image":
            points.append(inner)
            weights.append(weight)
        elif isinstance(inner, Atoms):
            points += inner.points
            weights += [weight * w for w in inner.weights]
        else:
            return Mixed(base, lambda p, at: of.applied(made, [p], stack, at), True)
    if len(points) > MAX_ATOMS:
        raise Unsupported("a law of too many points")
    return Atoms(tuple(points), tuple(weights))


def iid(of: Evaluating, term: Expr, stack: tuple[object, ...], depth: int) -> object:
    one = of.value(term.args[0], stack, depth)
    if not isinstance(one, Atoms) or len(one.points) ** of.scene.places > MAX_ATOMS:
        raise Unsupported("too many data sets")
    draws = list(itertools.product(range(len(one.points)), repeat=of.scene.places))
    weights = [np.asarray(np.prod(np.broadcast_arrays(*(one.weights[k] for k in d)), axis=0)) for d in draws]
    return Atoms(tuple(tuple(one.points[k] for k in d) for d in draws), tuple(weights))


def gibbs(of: Evaluating, term: Expr, stack: tuple[object, ...], depth: int) -> object:
    last = of.number(term.args[0], stack, depth)
    count = int(np.max(last))
    if not 1 <= count <= 40:
        raise Unsupported("too many places")
    logs = [
        np.asarray(of.applied(term.args[1], [np.full(1, float(i))], stack, depth))
        for i in range(1, count + 1)
    ]
    top = np.maximum.reduce(np.broadcast_arrays(*logs))
    shares = [np.where(i <= last, np.exp(x - top), 0.0) for i, x in enumerate(logs, 1)]
    total = sum(shares)
    return Atoms(tuple(np.full(1, float(i)) for i in range(1, count + 1)), tuple(s / total for s in shares))


def noise(of: Evaluating, term: Expr, stack: tuple[object, ...], depth: int) -> object:
    parts = [of.number(a, stack, depth) for a in term.args]
    if of.scene.dimension == 2 and term.head in ("gaussian", "l2laplace"):
        return _in_plane(term.head == "gaussian", parts[0] if len(parts) > 1 else np.zeros(1), parts[-1])
    if term.head == "gaussian":
        return Spread("normal", parts[0], parts[1])
    if term.head == "l2laplace":
        return Spread("laplace", np.zeros(1), parts[0])
    return Spread("gamma", parts[0] if term.head == "gammalaw" else np.ones(1), parts[-1])


def _in_plane(normal: bool, center: Array, scale: Array) -> Atoms:
    """Noise of two coordinates by rings, which become rarer outwards: of a chance a tenth may be missing."""
    levels = np.concatenate([np.linspace(1, 0.1, RINGS)[:-1], np.geomspace(0.1, 1e-7, 2 * RINGS)])
    middle = np.sqrt(levels[:-1] * levels[1:])
    radii = np.sqrt(-2 * np.log(middle)) if normal else special.gammainccinv(2, middle)
    turns = np.exp(2j * np.pi * (np.arange(TURNS) + 0.25) / TURNS)
    points = [center + scale * r * turn for r in radii for turn in turns]
    shares = np.repeat(-np.diff(levels) / TURNS, TURNS)
    return Atoms(tuple(points), tuple(np.full(1, share) for share in shares / shares.sum()))


def subsets(of: Evaluating, term: Expr, stack: tuple[object, ...], depth: int) -> object:
    size = of.scene.places
    if size > 5:
        raise Unsupported("too many sets of places")
    count = of.number(term.args[0], stack, depth)
    place = of.number(term.args[1], stack, depth) if len(term.args) > 1 else None
    points, weights = [], []
    for masks in itertools.product((True, False), repeat=size):
        total = float(comb(size, sum(masks)))
        weight = np.where(count == sum(masks), 1.0, 0.0)
        if place is not None:
            there = np.asarray(place_of(tuple(np.full(1, float(x)) for x in masks), place, np.zeros(1))) > 0.5
            inside = term.head == "subsets_with"
            total = float(comb(size - 1, sum(masks) - inside)) if sum(masks) >= inside else 1.0
            weight = np.where(there == inside, weight, 0.0)
        points.append(tuple(np.full(1, x) for x in masks))
        weights.append(weight / max(total, 1.0))
    return Atoms(tuple(points), tuple(weights))


def chain(of: Evaluating, term: Expr, stack: tuple[object, ...], depth: int) -> object:
    length = of.number(term.args[0], stack, depth)
    if np.min(length) != np.max(length) or not 0 <= length.flat[0] <= 6:
        raise Unsupported("a chain whose length differs")
    drawn: list[tuple[tuple[Array, ...], Array]] = [((), np.ones(1))]
    for place in range(1, int(length.flat[0]) + 1):
        made = []
        for before, weight in drawn:
            following = of.applied(term.args[1], [np.full(1, float(place)), Draws(before)], stack, depth)
            if not isinstance(following, Atoms):
                raise Unsupported("a chain of such laws")
            made += [
                ((*before, p), weight * w) for p, w in zip(following.points, following.weights, strict=True)
            ]
        if len(made) > MAX_ATOMS:
            raise Unsupported("a chain of too many draws")
        drawn = made  # type: ignore[assignment]
    return Atoms(tuple(Draws(d) for d, _ in drawn), tuple(w for _, w in drawn))
