"""The inequalities between values and inner products that follow from what hypotheses say at points."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Final

from ...kernel.logic import VEC, Expr, apply_function, show
from ...kernel.real import Term, apply, num
from ..symbolic import polished, tidy
from .forms import ONE, Form, Key, added, exchanged, product, squared, vector
from .shapes import Curved, Minimum, Said, Smooth, Steep, U, V, X, is_everywhere

SECANT: Final = "secant "
"""How the vectors are called that are no points of the claim."""


@dataclass(frozen=True)
class Bound:
    """A form that is at least 0, or is 0, by the hypotheses that are named, where all that is owed is at
    least 0."""

    label: str
    form: Form
    equal: bool = False
    owed: tuple[Term, ...] = ()


@dataclass
class Bounds:
    """What follows at points: of minimisers, of functions that are strongly convex, Lipschitz, smooth."""

    said: Said
    secants: int = 0

    def all(self) -> Iterator[Bound]:
        for one in self.said.minima:
            for q in (q for q in self.said.points if q != one.point):
                if self.said.within(one.region, q):
                    yield from self._grown(one, q)
        for steep in self.said.steep:
            if self.said.anywhere.label not in steep.names:
                for p, q in permutations(self.said.points, 2):
                    if self.said.within(steep.region, p, q):
                        yield from self._sloped(steep, p, q)
        for smooth in self.said.smooth:
            if self.said.anywhere.label not in smooth.names:
                for p, q in permutations(self.said.points, 2):
                    yield from self._flat(smooth, p, q)

    def _at(self, term: Expr, point: Expr) -> dict[Key, Term]:
        """The form of what is a term in the mark X, at a point."""
        return self.said.reading.form(exchanged(term, X, point))

    def _grown(self, one: Minimum, q: Expr) -> Iterator[Bound]:
        """A minimiser is not above another member of its region; above it, in a convex region, a strongly
        convex function grows with the square of the distance."""
        gap = added((num(1), self._at(one.function, q)), (num(-1), self._at(one.function, one.point)))
        yield Bound(one.label, gap)
        convex = self.said.convexity(one.region)
        found = None if convex is None else self._rate(one, q)
        if convex is not None and found is not None:
            rate, labels, owed = found
            away = squared(vector(Expr("vsub", (one.point, q), VEC)))
            rests = ", ".join(dict.fromkeys([*labels, one.label, *convex]))
            yield Bound(rests, added((num(1), gap), (tidy(num(-1) * rate / num(2)), away)), owed=owed)

    def _rate(self, one: Minimum, q: Expr) -> tuple[Term, list[str], tuple[Term, ...]] | None:
        """The strong convexity of what a point minimises: as it is said of the whole, or as the sum of those
        of its parts, whose factors are not to be negative; squares and what is linear may be added."""
        form = self._at(one.function, X)
        known = [c for c in self.said.curved if self.said.within(c.region, one.point, q)]
        for whole in known:
            more = _square(added((num(1), form), (num(-1), self._at(whole.function, X))))
            if more is not None:
                return polished(whole.rate + more), [whole.label], ()
        parts = {key: factor for key, factor in form.items() if isinstance(key, str) and X.label in key}
        more = _square({key: factor for key, factor in form.items() if key not in parts})
        if more is None:
            return None
        total, labels = more, list[str]()
        for key, factor in parts.items():
            found = self._part(key, known)
            if found is None:
                return None
            total, labels = polished(total + factor * found[0]), [*labels, found[1]]
        return total, labels, tuple(parts.values())

    def _part(self, key: str, known: Sequence[Curved]) -> tuple[Term, str] | None:
        """The strong convexity of a value at X, and what says so; of a sum over data, by that of each of its
        terms."""
        reading, count = self.said.reading, num(1)
        wanted: Form = {key: num(1)}
        if key in reading.sums:
            term, count = reading.sums[key]
            wanted = reading.form(apply_function(term.args[2], self.said.anywhere))
        for one in known:
            if not added((num(1), wanted), (num(-1), self._at(one.function, X))):
                return polished(count * one.rate), one.label
        return None

    def _sloped(self, steep: Steep, p: Expr, q: Expr) -> Iterator[Bound]:
        """A function that is Lipschitz differs at two points by an inner product with a vector not longer
        than the rate: that is all that there is to it. One that is convex as well is, from q to p, at least
        as much below its slope at p as strong convexity says, if what is between is in the region."""
        label, bend = steep.label, self._bend(steep, p, q)
        if bend is None and self.said.points.index(p) > self.said.points.index(q):
            return  # the other order says the same
        self.secants += 1
        called = f"{SECANT}{self.secants}"
        gap = self.said.reading.form(_between(steep.gap, p, q))
        secant, away = {called: num(1)}, vector(_between(steep.apart, p, q))
        longest = {ONE: tidy(apply("pow", steep.rate, num(2)))}
        yield Bound(f"{label}: the length of {called}", added((num(1), longest), (num(-1), squared(secant))))
        below = added((num(1), product(secant, away)), (num(-1), gap))
        if bend is None:
            yield Bound(f"{label}: the slope along {called}", below, equal=True)
        else:
            by = f"{label}, {bend.label}: the slope along {called}"
            yield Bound(by, added((num(1), below), (tidy(num(-1) * bend.rate / num(2)), squared(away))))

    def _flat(self, smooth: Smooth, p: Expr, q: Expr) -> Iterator[Bound]:
        """A function of which the curvature is between two rates lies, at p, above its tangent at q: by half
        the lower rate times the square of the distance, and by what the slopes differ from that. The lower
        rate is what convexity says, or the upper one with the other sign."""
        slope, least = self._slope(smooth, q)
        other, low = self._slope(smooth, p)
        by = [smooth.label, *least, *low]
        away = vector(Expr("vsub", (p, q), VEC))
        rise = added((num(1), self._at(smooth.function, p)), (num(-1), self._at(smooth.function, q)))
        gap = added((num(1), rise), (num(-1), product(slope, away)))
        convex = [c for c in self.said.curved if is_everywhere(c.region)]
        lower = [(c.rate, [*by, c.label]) for c in convex if self._same(c.function, smooth.function)]
        for rate, labels in lower or [(tidy(num(-1) * smooth.rate), by)]:
            room = polished(smooth.rate - rate)  # the quotient by it is owed, so that it is above 0
            if room != num(0):
                turn = added((num(1), other), (num(-1), slope), (tidy(num(-1) * rate), away))
                rest = squared({str(key): value for key, value in turn.items()})
                bent, quotient = tidy(rate / num(-2)), tidy(num(1) / room)
                form = added((num(1), gap), (bent, squared(away)), (tidy(quotient / num(-2)), rest))
                yield Bound(f"{', '.join(labels)}: the tangent at {show(q)}", form, owed=(quotient,))

    def _slope(self, smooth: Smooth, at: Expr) -> tuple[dict[str, Term], list[str]]:
        """The gradient at a point, 0 at one that minimises the function over the whole space."""
        for one in self.said.minima:
            if one.point == at and is_everywhere(one.region) and self._same(one.function, smooth.function):
                return {}, [one.label]
        return vector(exchanged(smooth.gradient, X, at)), []

    def _same(self, one: Expr, other: Expr) -> bool:
        return not added((num(1), self._at(one, X)), (num(-1), self._at(other, X)))

    def _bend(self, steep: Steep, p: Expr, q: Expr) -> Curved | None:
        """What says that a Lipschitz function is convex between two points."""
        if show(steep.apart) != "#u - #v" or self.said.convexity(steep.region) is None:
            return None
        gap = self.said.reading.form(steep.gap)
        for one in self.said.curved:
            other = added((num(1), self._at(one.function, U)), (num(-1), self._at(one.function, V)))
            if self.said.within(one.region, p, q) and not added((num(1), gap), (num(-1), other)):
                return one
        return None


def _between(term: Expr, p: Expr, q: Expr) -> Expr:
    """What is a term in the marks U and V, at two points."""
    return exchanged(exchanged(term, U, p), V, q)


def _square(form: Form) -> Term | None:
    """The strong convexity of a form in X that has values at other points alone: of a multiple of the square
    of X; what else there is must be linear."""
    texts = (text for key in form for text in ([key] if isinstance(key, str) else key))
    if any(X.label in text and text != X.label for text in texts):
        return None
    return polished(num(2) * form.get((X.label, X.label), num(0)))
