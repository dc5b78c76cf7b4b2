"""Laplace and Gamma laws on the line: probabilities of intervals in closed form."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flint import fmpq

from ..limits import MAX_DIGITS, KernelError
from ..real.claims import Relation
from ..real.enclose import exact, exact_value
from ..real.terms import Term, apply, num, numeral
from .ground import decide


@dataclass(frozen=True)
class Laplace:
    """Noise with a centre and a scale that are numbers."""

    center: Term
    scale: Term


@dataclass(frozen=True)
class Gaussian:
    """The normal law of a centre and a standard deviation that are numbers."""

    center: Term
    scale: Term


@dataclass(frozen=True)
class Gamma:
    """The Gamma law of a shape and a scale; shape 1 is the exponential law."""

    shape: Term
    scale: Term


@dataclass(frozen=True)
class Gibbs:
    """A law on 1, 2, ..., m with weights proportional to positive numbers."""

    weights: tuple[Term, ...]

    def share(self, places: Sequence[int]) -> Term:
        """The probability of some of the places (counted from 1)."""
        return total([self.weights[place - 1] for place in places]) / total(list(self.weights))


def folded(term: Term) -> Term:
    """A term without variables as a numeral, where its value is a rational number that is known exactly."""
    value = None if term.names or numeral(term) is not None else exact(term, {})
    return term if value is None else num(value)


def operated(op: str, args: Sequence[Term]) -> Term:
    """An operation on terms; on numerals what it makes of their numbers, where that is known exactly."""
    values = [numeral(a) for a in args]
    known = [v for v in values if v is not None]
    value = exact_value(op, known) if len(known) == len(args) else None
    if value is None or value.height_bits() > 4 * MAX_DIGITS:
        return apply(op, *args)
    return num(value)


def mean(weights: Sequence[fmpq], values: Sequence[Term]) -> Term:
    """The sum of values, each with its weight."""
    known = [v for v in map(numeral, values) if v is not None]
    if len(known) == len(values):
        return num(sum((w * v for w, v in zip(weights, known, strict=True)), fmpq(0)))
    return total([v if w == 1 else num(w) * v for w, v in zip(weights, values, strict=True)])


def total(terms: list[Term]) -> Term:
    if not terms:
        return num(0)
    known = [v for v in map(numeral, terms) if v is not None]
    if len(known) == len(terms):
        return num(sum(known, fmpq(0)))
    total = terms[0]
    for part in terms[1:]:
        total = total + part
    return folded(total)


def between(source: Laplace | Gamma | Gaussian, low: Term | None, high: Term | None) -> Term:
    """The probability of an interval; an end that is None is infinite."""
    upper = num(1) if high is None else distribution(source, high)
    return upper if low is None else upper - distribution(source, low)


def tighter(op: str, one: Term | None, other: Term | None) -> Term | None:
    return one if other is None else other if one is None else apply(op, one, other)


def distribution(source: Laplace | Gamma | Gaussian, at: Term) -> Term:
    """The distribution function of Laplace or normal noise, or of a Gamma law, at a constant."""
    if isinstance(source, Gaussian):
        away = (source.center - at) / (source.scale * apply("sqrt", num(2)))
        return num(fmpq(1, 2)) * apply("erfc", away)
    if isinstance(source, Gamma):
        if decide(Relation(">=", at, num(0))) is not True:
            raise KernelError("a Gamma law is cut at a number that is not known to be non-negative")
        tail = apply("uppergamma", source.shape, at / source.scale) / apply("gamma", source.shape)
        return num(1) - tail
    below = decide(Relation("<=", at, source.center))
    if below is None:
        raise KernelError("cannot tell on which side of its centre the noise is cut")
    half = num(fmpq(1, 2))
    if below:
        return folded(half * apply("exp", folded((at - source.center) / source.scale)))
    return folded(num(1) - half * apply("exp", folded((source.center - at) / source.scale)))
