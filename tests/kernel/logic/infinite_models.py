"""A law with infinitely many points, and the functions whose expectations under it are known exactly."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from fractions import Fraction

from .model_values import Law


class Geometric:
    """A number that depends on k = 1, 2, ... as a sum of c*r**k; `Geometric.K` is k itself."""

    K = "k"

    def __init__(self, terms: dict[Fraction, Fraction]) -> None:
        self.terms = {r: c for r, c in terms.items() if c != 0}

    def __call__(self, k: object) -> object:
        if k == Geometric.K:
            return self
        return sum((c * r ** int(k) for r, c in self.terms.items()), Fraction(0))  # type: ignore[call-overload]

    @staticmethod
    def of(x: object) -> Geometric:
        return x if isinstance(x, Geometric) else Geometric({Fraction(1): Fraction(x)})  # type: ignore[arg-type]

    def __add__(self, other: object) -> Geometric:
        more = Geometric.of(other).terms
        return Geometric({r: self.terms.get(r, 0) + more.get(r, Fraction(0)) for r in {*self.terms, *more}})

    def __sub__(self, other: object) -> Geometric:
        return self + -Geometric.of(other)

    def __neg__(self) -> Geometric:
        return Geometric({r: -c for r, c in self.terms.items()})

    def __mul__(self, other: object) -> Geometric:
        made = Geometric({})
        for (r, c), (s, e) in itertools.product(self.terms.items(), Geometric.of(other).terms.items()):
            made += Geometric({r * s: c * e})
        return made

    __radd__, __rmul__ = __add__, __mul__

    def __abs__(self) -> Geometric:
        assert len(self.terms) <= 1
        return Geometric({abs(r): abs(c) for r, c in self.terms.items()})

    def threshold(self, test: Callable[[Fraction], bool]) -> frozenset[int]:
        return frozenset(k for k in range(1, 60) if test(self(k)))  # type: ignore[arg-type]

    def __le__(self, other: object) -> object:
        return self.threshold(lambda x: x <= other)  # type: ignore[operator]


class HalvingLaw(Law):
    """The law of weights 2**-k on k = 1, 2, ...; E of what is not integrable is 0."""

    def __init__(self) -> None:
        super().__init__([(1, Fraction(1))])

    def expect(self, fn: Callable[[object], object]) -> Fraction:
        if not self.integrable(fn):
            return Fraction(0)
        terms = Geometric.of(fn(Geometric.K)).terms
        return sum((c * (r / 2) / (1 - r / 2) for r, c in terms.items()), Fraction(0))

    def integrable(self, fn: Callable[[object], object]) -> bool:
        return all(abs(r) < 2 for r in Geometric.of(fn(Geometric.K)).terms)

    def chance(self, event: Callable[[object], object]) -> Fraction:
        """At k < 60 alone, which is a lower bound; an upper one is 2**-59 more."""
        held = event(Geometric.K)
        return sum((Fraction(1, 2**k) for k in (held if isinstance(held, frozenset) else ())), Fraction(0))


class HalvingSample(HalvingLaw):
    """Data sets of one record whose law is the halving law."""

    def expect(self, fn: Callable[[object], object]) -> Fraction:
        return super().expect(lambda k: fn(k if isinstance(k, tuple) else (k,)))

    def integrable(self, fn: Callable[[object], object]) -> bool:
        return super().integrable(lambda k: fn(k if isinstance(k, tuple) else (k,)))
