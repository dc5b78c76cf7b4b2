"""The inequalities between values and inner products that follow from what hypotheses say at points."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import permutations
from typing import Final

import numpy as np
from flint import fmpq

from ...kernel.logic import VEC, Expr, applied, apply_function, show
from ...kernel.logic import num as number_of
from ...kernel.real import Term, apply, num
from ..numeric import evaluated
from ..symbolic import polished, tidy
from ..values import Unsupported
from .forms import ONE, Form, added, exchanged, number, product, squared, vector
from .shapes import Minimum, Said, at_points, is_everywhere

SECANT: Final = "secant "
"""How the vectors are called that are no points of the claim."""


@dataclass(frozen=True)
class Bound:
    """A form that is at least 0, or is 0, by the hypotheses that are named."""

    label: str
    form: Form
    equal: bool = False


@dataclass
class Bounds:
    """What follows at points: of minimisers, of functions that are strongly convex, Lipschitz, smooth."""

    said: Said
    secants: int = 0
    bends: dict[tuple[str, str], tuple[Term, str]] = field(default_factory=dict)
    """The strong convexity of the function that two values are of, and what says so."""
    wholes: list[tuple[str, Form, Term]] = field(default_factory=list)
    """Of what is a sum of values, by how much it differs at two points, and its strong convexity."""

    def all(self) -> Iterator[Bound]:
        for p, q in permutations(self.said.points, 2):
            self._bent(p, q)
        for one in self.said.minima:
            for q in (q for q in self.said.points if q != one.point):
                yield from self._grown(one, q)
        for label, said in self.said.steep:
            if self.said.anywhere.label not in said.names:
                for p, q in permutations(self.said.points, 2):
                    yield from self._sloped(label, said, p, q)
        for label, said in self.said.smooth:
            if self.said.anywhere.label not in said.names:
                for p, q in permutations(self.said.points, 2):
                    yield from self._flat(label, said, p, q)

    def _bent(self, p: Expr, q: Expr) -> None:
        """How convex functions are that hypotheses speak of, between p and q."""
        form = self.said.reading.form
        length = squared(vector(Expr("vsub", (p, q), VEC)))
        key = next(iter(length))
        for label, said in self.said.curved:
            shares = (number_of(fmpq(k, 2)) for k in (2, 0, 1))
            at_p, at_q, half = (form(at_points(said, p, q, share).args[1]) for share in shares)
            bend = added((num(1), at_p), (num(1), at_q), (num(-2), half))
            rate = polished(num(4) * bend[key] / length[key]) if key in bend else num(0)
            if added((num(1), bend), (tidy(num(-1) * rate / num(4)), length)):
                continue
            self.wholes.append((label, added((num(1), at_q), (num(-1), at_p)), rate))
            if len(at_p) == len(at_q) == 1 and isinstance(one := next(iter(at_p)), str):
                self.bends[one, str(next(iter(at_q)))] = rate, label

    def _grown(self, one: Minimum, q: Expr) -> Iterator[Bound]:
        """A minimiser is not above another point; above it, in a convex set, a strongly convex function
        grows with the square of the distance."""
        label = applied(one.member)[0].label if one.member.head == "apply" else ""
        at = at_points(one.least, q)
        form = self.said.reading.form
        gap = added((num(1), form(at.args[1])), (num(-1), form(at.args[0])))
        yield Bound(one.label, gap)
        found = self._rate(gap, one.point, q) if not label or label in self.said.convex else None
        if found is not None:
            away = squared(vector(Expr("vsub", (one.point, q), VEC)))
            rests = dict.fromkeys([*found[1], one.label, *([self.said.convex[label]] if label else [])])
            yield Bound(", ".join(rests), added((num(1), gap), (tidy(num(-1) * found[0] / num(2)), away)))

    def _rate(self, gap: Form, p: Expr, q: Expr) -> tuple[Term, list[str]] | None:
        """The strong convexity of what differs by a gap at q and p: as it is said of the whole, or as the sum
        of those of its parts, which have positive factors."""
        for label, whole, rate in self.wholes:
            if not added((num(1), whole), (num(-1), gap)):
                return rate, [label]
        left, total, labels = dict(gap), num(0), list[str]()
        for key, factor in gap.items():
            if isinstance(key, str) and key != ONE and _positive(factor):
                other, rate, label = self._part(key, p, q)
                lost = {} if other is None else {other: left.pop(other, num(0))}
                if other is None or added((num(1), lost), (factor, {other: num(1)})):
                    return None
                del left[key]
                total, labels = polished(total + factor * rate), [*labels, label]
        if any(isinstance(key, str) for key in left):
            return None
        square = added((num(1), squared(vector(q))), (num(-1), squared(vector(p))))
        key = next(iter(square))
        half = polished(left[key] / square[key]) if key in left else num(0)
        if added((num(1), left), (tidy(num(-1) * half), square)):
            return None
        return polished(total + num(2) * half), labels

    def _part(self, key: str, p: Expr, q: Expr) -> tuple[str | None, Term, str]:
        """Of a value at q, that of the same function at p, its strong convexity, and why; of a sum over data,
        by that of each of its terms."""
        reading = self.said.reading
        found = next((b for b in self.bends.items() if b[0][1] == key), None)
        if found is not None:
            return found[0][0], *found[1]
        if key in reading.sums:
            term, count = reading.sums[key]
            inner = reading.form(apply_function(term.args[2], self.said.anywhere))
            found = next((b for b in self.bends.items() if {b[0][1]} == inner.keys()), None)
            twin = exchanged(term, q, p)
            other = next((name for name, one in reading.sums.items() if one == (twin, count)), None)
            if found is not None and other is not None:
                return other, polished(count * found[1][0]), found[1][1]
        return None, num(0), ""

    def _sloped(self, label: str, said: Expr, p: Expr, q: Expr) -> Iterator[Bound]:
        """A function that is Lipschitz differs at two points by an inner product with a vector not longer
        than the rate: that is all that there is to it. One that is convex as well is, from q to p, at least
        as much below its slope at p as strong convexity says."""
        relation = at_points(said, p, q)
        gap, (rate, apart) = self.said.reading.form(relation.args[0].args[0]), relation.args[1].args
        if apart.head != "norm":
            raise Unsupported("a Lipschitz bound of another form")
        keys = [key for key, factor in gap.items() if factor == num(1)]
        bend = next((b for (_, own), b in self.bends.items() if keys == [own]), None)
        if bend is None and self.said.points.index(p) > self.said.points.index(q):
            return  # the other order says the same
        self.secants += 1
        called = f"{SECANT}{self.secants}"
        secant, away, length = {called: num(1)}, vector(apart.args[0]), number(rate)
        longest = {ONE: tidy(apply("pow", length, num(2)))}
        yield Bound(f"{label}: the length of {called}", added((num(1), longest), (num(-1), squared(secant))))
        below = added((num(1), product(secant, away)), (num(-1), gap))
        if bend is None:
            yield Bound(f"{label}: the slope along {called}", below, equal=True)
        else:
            by = f"{label}, {bend[1]}: the slope along {called}"
            yield Bound(by, added((num(1), below), (tidy(num(-1) * bend[0] / num(2)), squared(away))))


    def _flat(self, label: str, said: Expr, p: Expr, q: Expr) -> Iterator[Bound]:
        """A function that is smooth on the whole space lies near to its tangents. One that is convex there
        as well lies, at p, above its tangent at q by the square of the difference of the slopes over twice
        the rate."""
        slopes, tangent = at_points(said, p, q).args
        (rate, apart), gap = slopes.args[1].args, self.said.reading.form(tangent.args[0].args[0])
        if apart.head != "norm":
            raise Unsupported("a smoothness of another form")
        turned, away = squared(vector(slopes.args[0].args[0])), squared(vector(apart.args[0]))
        steep = number(rate)
        whole = {name for name, one in self.said.curved if is_everywhere(one)}
        own = [key for key, factor in gap.items() if isinstance(key, str) and factor == num(1)]
        bend = next((b for (_, at), b in self.bends.items() if own == [at] and b[1] in whole), None)
        if bend is not None:
            above = added((num(1), gap), (tidy(num(-1) / (num(2) * steep)), turned))
            yield Bound(f"{label}, {bend[1]}: the tangent at {show(q)}", above)
            return
        most = tidy(apply("pow", steep, num(2)))
        yield Bound(f"{label}: the slopes", added((most, away), (num(-1), turned)))
        for sign in (1, -1):
            near = added((tidy(steep / num(2)), away), (num(sign), gap))
            yield Bound(f"{label}: the tangent at {show(q)}", near)


def _positive(factor: Term) -> bool:
    """Whether a factor is positive where all numbers are: a guess at one point, which is checked later."""
    return float(evaluated(factor, dict.fromkeys(factor.names, np.full(1, 3.0)))[0]) > 0
