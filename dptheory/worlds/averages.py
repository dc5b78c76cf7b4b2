"""Means and chances under a law: sums over points; under noise by quadrature, or where an event changes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

import numpy as np

from ..kernel.logic import Expr
from .axes import along, stacked
from .laws import MAX_ATOMS
from .numeric import Array
from .values import Atoms, Evaluating, Hull, Mixed, Spread, Unsupported, holds

MARKS: Final = 12
"""Marks of a scene near to which, as near to 0 and 1, an event under noise is looked at."""
NEAR: Final = 1e-6
LEAST: Final = 1e-300
"""A chance under noise that is too small for a number is taken for this: it is none that is 0."""
PARTS: Final = 8
"""Into so many parts an interval in which an event changes is divided at once."""
DIVISIONS: Final = 18


def atoms(of: Evaluating, value: object, depth: int) -> tuple[object, Array]:
    """The points and the weights of a finite law along a new first axis."""
    if not isinstance(value, Atoms):
        raise Unsupported("such a law")
    if len(value.points) > MAX_ATOMS:
        raise Unsupported("a law of too many points")
    return along(value.points, depth), stacked(value.weights, depth)


def mean(
    of: Evaluating, drawn: Expr, what: Expr, stack: tuple[object, ...], depth: int, event: bool
) -> Array:
    if drawn.head in ("image", "mixture"):
        base, made = drawn.args
        return through(of, base, made, what, stack, depth, event, drawn.head == "image")
    source = of.value(drawn, stack, depth)
    marks = of.scene.marks[:MARKS] if event and isinstance(source, Spread) else ()

    def inner(point: object, at: int) -> Array:
        return at_point(of, what, point, stack, at, event)

    return over(of, source, inner, depth, event, marks)


def at_point(
    of: Evaluating, what: Expr, point: object, stack: tuple[object, ...], depth: int, event: bool
) -> Array:
    if event:
        return np.where(holds(of.inside(of.value(what, stack, depth), point, depth)), 1.0, 0.0)
    return np.asarray(of.applied(what, [point], stack, depth))


def through(
    of: Evaluating,
    base: Expr,
    made: Expr,
    what: Expr,
    stack: tuple[object, ...],
    depth: int,
    event: bool,
    image: bool,
) -> Array:
    """Under an image or a mixture: what was drawn first is drawn first."""

    def inner(point: object, at: int) -> Array:
        drawn = of.applied(made, [point], stack, at)
        if image:
            return at_point(of, what, drawn, stack, at, event)
        return over(of, drawn, lambda p, deep: at_point(of, what, p, stack, deep, event), at, event)

    source = of.value(base, stack, depth)
    marks = _met(of, source, made, stack, depth) if event and image and isinstance(source, Spread) else ()
    found = over(of, source, inner, depth, event and image, marks)
    if event and image and of.hulls:
        of.hulls[:] = _moved(of, of.hulls[-1], made, stack, depth)
    return found


def _moved(of: Evaluating, hull: Hull, made: Expr, stack: tuple[object, ...], depth: int) -> Iterator[Hull]:
    """Noise, and between which numbers an event lies, as what is made of it sees them; if that is affine."""
    zero, one, two = (of.applied(made, [np.full(1, x)], stack, depth) for x in (0.0, 1.0, 2.0))
    if not (isinstance(zero, np.ndarray) and isinstance(one, np.ndarray) and isinstance(two, np.ndarray)):
        return
    slope, (source, low, high) = one - zero, hull
    if np.allclose(two - one, slope) and np.all(slope > 0):
        noise = Spread(source.kind, slope * source.center + zero, slope * source.scale)
        yield noise, slope * low + zero, slope * high + zero


def _met(
    of: Evaluating, source: Spread, made: Expr, stack: tuple[object, ...], depth: int
) -> tuple[Array, ...]:
    """Where an image of noise meets the marks of a scene, were it affine: an event may change there and back
    between two points at which it is looked at."""
    at_zero, at_one = (of.applied(made, [np.full(1, x)], stack, depth) for x in (0.0, 1.0))
    if not (isinstance(at_zero, np.ndarray) and isinstance(at_one, np.ndarray)):
        return ()
    slope, marks = at_one - at_zero, (*of.scene.marks[:MARKS], np.zeros(1), np.ones(1))
    return tuple((mark - at_zero) / np.where(slope == 0, np.nan, slope) for mark in marks)


def over(
    of: Evaluating,
    source: object,
    what: Callable[[object, int], Array],
    depth: int,
    event: bool,
    marks: tuple[Array, ...] = (),
) -> Array:
    """The mean of a function of a draw; of one that is 0 or 1 under noise, by its changes, which may be near
    to marks."""
    if isinstance(source, Mixed):

        def inner(point: object, at: int) -> Array:
            return over(of, source.made(point, at), what, at, event)

        return over(of, source.base, inner, depth, event and not source.mixes)
    if isinstance(source, Spread):
        return chance(of, source, what, depth, marks) if event else integral(of, source, what, depth)
    points, weights = atoms(of, source, depth)
    found = what(points, depth + 1)
    of.meter.charge(4 * max(found.size, weights.size))
    full = found.reshape((1,) * (depth + 1 - found.ndim) + found.shape)
    return np.asarray(np.sum(full * weights, axis=0))


def chance(
    of: Evaluating,
    source: Spread,
    what: Callable[[object, int], Array],
    depth: int,
    marks: tuple[Array, ...] = (),
) -> Array:
    """The chance of an event under noise: where it changes is found by division."""
    reach = np.concatenate([-np.geomspace(60, 0.02, 24), [0.0], np.geomspace(0.02, 60, 24)])
    nodes = reach.reshape((-1,) + (1,) * depth)
    if source.kind == "gamma":
        points = np.geomspace(1e-4, 60, 40).reshape((-1,) + (1,) * depth) * source.scale
    else:
        points = source.center + nodes * source.scale
    points = _with(points, marks, source.scale, depth)
    found = what(points, depth + 1) > 0.5
    there = np.broadcast_to(found, np.broadcast_shapes(points.shape, found.shape))
    points = np.broadcast_to(points, there.shape)
    start, changes = there[:-1], there[:-1] != there[1:]
    chances = source.between(points[:-1], points[1:])
    part = np.array(np.broadcast_to(np.where(start, chances, 0.0), start.shape))
    most = int(np.max(np.sum(changes, axis=0)))
    if most:  # of an axis of intervals, those alone in which the event changes
        which = np.argsort(~changes, axis=0, kind="stable")[:most]
        parts: tuple[Array, ...] = (points[:-1], points[1:], start)
        low, high, begun = (np.take_along_axis(np.broadcast_to(a, start.shape), which, axis=0) for a in parts)
        left, right = low, high
        changed = np.take_along_axis(changes, which, axis=0)
        inner = np.arange(1, PARTS).reshape((-1,) + (1,) * low.ndim) / PARTS
        for _ in range(DIVISIONS):
            width = (high - low) / PARTS
            mid = low + (high - low) * inner
            met = what(mid.reshape((-1, *mid.shape[2:])), depth + 1)
            met = np.broadcast_to(met, (mid.shape[0] * mid.shape[1], *mid.shape[2:])).reshape(mid.shape)
            before = np.sum(np.cumprod((met > 0.5) == begun, axis=0), axis=0)
            low, high = low + before * width, low + (before + 1) * width
        halves = np.where(begun, source.between(left, low), source.between(low, right))
        whole = np.take_along_axis(part, which, axis=0)
        np.put_along_axis(part, which, np.where(changed, halves, whole), axis=0)
        if there.shape[-1] == 1:  # of one world it is kept between which numbers the event lies
            first = np.min(np.where(changed & ~begun, low, np.inf), axis=0)
            last = np.max(np.where(changed & begun, high, -np.inf), axis=0)
            known = np.where(there[0], -np.inf, first), np.where(there[-1], np.inf, last)
            of.hulls.append((source, *known))
    ends = np.where(there[0], source.below(points[0]), 0.0) + np.where(
        there[-1], 1 - source.below(points[-1]), 0.0
    )
    return np.asarray(np.maximum(np.sum(part, axis=0) + ends, LEAST))


def _with(points: Array, marks: tuple[Array, ...], scale: Array, depth: int) -> Array:
    """Points with those before and behind marks, in order."""
    if not marks:
        return points
    beside = [mark + sign * NEAR * scale for mark in marks for sign in (-1, 1)]
    known = [np.where(np.isfinite(b), b, points[0]) for b in beside]
    some = [b.reshape((1,) * (depth + 1 - b.ndim) + b.shape) for b in known]
    shape = np.broadcast_shapes(points.shape[1:], *(b.shape[1:] for b in some))
    return np.sort(np.concatenate([np.broadcast_to(p, (len(p), *shape)) for p in (points, *some)]), axis=0)


def integral(of: Evaluating, source: Spread, what: Callable[[object, int], Array], depth: int) -> Array:
    if source.kind == "normal":
        nodes, weights = np.polynomial.hermite_e.hermegauss(40)
        weights = weights / np.sum(weights)
    elif source.kind == "laplace":
        one, part = np.polynomial.laguerre.laggauss(30)
        nodes, weights = np.concatenate([-one, one]), np.concatenate([part, part]) / 2
    else:
        raise Unsupported("the mean under such noise")
    shape = (-1,) + (1,) * depth
    points = source.center + nodes.reshape(shape) * source.scale
    found = what(points, depth + 1)
    full = found.reshape((1,) * (depth + 1 - found.ndim) + found.shape)
    return np.asarray(np.sum(full * weights.reshape(shape), axis=0))
