"""Laplace, normal and Gamma laws on the line: probabilities of intervals in closed form, and which events
about one drawn number are intervals.

A relation between a term that the drawn number enters once, through sums, factors, ``min``,
``max`` and ``abs``, and a term that it does not enter, is undone step by step. It may enter both
arguments of ``min`` and ``max``, where the two events meet in an interval or are joined to one. Ends
are closed or open alike, since the laws that are cut here have no atoms; but ``max(t, 0) > 0`` and
``max(t, 0) >= 0`` are different events.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from operator import add

from flint import fmpq

from ..limits import MAX_DIGITS, KernelError, need
from ..real.claims import Relation
from ..real.enclosures import exact, exact_value
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

    @property
    def places(self) -> range:
        return range(1, len(self.weights) + 1)

    def share(self, places: Sequence[int]) -> Term:
        """The probability of some of the places (counted from 1)."""
        return total([self.weights[place - 1] for place in places]) / total(list(self.weights))


def folded(term: Term) -> Term:
    """A term without variables as a numeral, where its value is a rational number that is known exactly."""
    value = None if term.names or numeral(term) is not None else exact(term, {})
    return term if value is None else num(value)


def operated(op: str, args: Sequence[Term]) -> Term:
    """An operation on terms; on numerals what it makes of their numbers, where that is known exactly."""
    known = _numerals(args)
    value = None if known is None else exact_value(op, known)
    if value is None or value.height_bits() > 4 * MAX_DIGITS:
        return apply(op, *args)
    return num(value)


def _numerals(terms: Sequence[Term]) -> list[fmpq] | None:
    """The numbers that terms are, where all of them are numerals."""
    known = [value for value in map(numeral, terms) if value is not None]
    return known if len(known) == len(terms) else None


def mean(weights: Sequence[fmpq], values: Sequence[Term]) -> Term:
    """The sum of values, each with its weight."""
    known = _numerals(values)
    if known is not None:
        return num(sum((w * v for w, v in zip(weights, known, strict=True)), fmpq(0)))
    return total([v if w == 1 else num(w) * v for w, v in zip(weights, values, strict=True)])


def total(terms: list[Term]) -> Term:
    known = _numerals(terms)
    return folded(reduce(add, terms)) if known is None else num(sum(known, fmpq(0)))


def between(source: Laplace | Gamma | Gaussian, low: Term | None, high: Term | None) -> Term:
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
    need(below is not None, "cannot tell on which side of its centre the noise is cut")
    half = num(fmpq(1, 2))
    if below:
        return folded(half * apply("exp", folded((at - source.center) / source.scale)))
    return folded(num(1) - half * apply("exp", folded((source.center - at) / source.scale)))


Ends = tuple[Term | None, Term | None]
"""Lower and upper end of an interval; None is infinite. A lower end above the upper one: no points."""

EVERYTHING: Ends = (None, None)
NOTHING: Ends = (num(1), num(0))

_TURNED = {">": "<", ">=": "<=", "<": ">", "<=": ">="}


def bounds_on(relation: Relation, point: Term) -> Ends:
    """Lower and upper bound that a relation puts on the drawn number; raises KernelError."""
    op, left, right = relation.op, relation.left, relation.right
    need(op in _TURNED, "an event under noise is an interval")
    if op in ("<", "<="):
        op, left, right = _TURNED[op], right, left
    if not right.names & point.names:
        return _ends(left, right, point, op)
    if not left.names & point.names:
        return _ends(right, left, point, _TURNED[op])
    raise KernelError("an event under noise compares a term of the drawn number with a number")


def _ends(term: Term, bound: Term, point: Term, op: str) -> Ends:
    """Where a term is above or below, by a relation, a bound that is free of the drawn number."""
    above = op in (">", ">=")
    if term == point:
        return (bound, None) if above else (None, bound)
    if term.op == "neg":
        return _ends(term.args[0], -bound, point, _TURNED[op])
    if term.op == "abs":
        return _within(term.args[0], bound, point, op)
    if term.op in ("min", "max") and len(term.args) == 2 and all(a.names & point.names for a in term.args):
        one, two = (_ends(arg, bound, point, op) for arg in term.args)
        return _joined(one, two) if (term.op == "max") == above else _both(one, two)
    inner, other, first = _parts(term, point)
    if term.op == "add":
        return _ends(inner, bound - other, point, op)
    if term.op == "sub" and first:
        return _ends(inner, bound + other, point, op)
    if term.op == "sub":
        return _ends(inner, other - bound, point, _TURNED[op])
    if term.op in ("mul", "div"):
        turned = op if _positive(other) else _TURNED[op]
        return _ends(inner, bound * other if term.op == "div" else bound / other, point, turned)
    either = (term.op == "max") == above  # one argument is enough, or both are needed
    if _known(Relation(op, other, bound)) == either:
        return EVERYTHING if either else NOTHING
    return _ends(inner, bound, point, op)


def _within(term: Term, bound: Term, point: Term, op: str) -> Ends:
    """Where ``abs(term) <= bound``, an intersection; ``abs(term) >= bound`` is two half-lines."""
    if op in (">", ">="):
        need(_known(Relation(op, num(0), bound)), "an event under noise is an interval")
        return EVERYTHING
    return _both(_ends(term, -bound, point, _TURNED[op]), _ends(term, bound, point, op))


def _both(one: Ends, two: Ends) -> Ends:
    return tighter("max", one[0], two[0]), tighter("min", one[1], two[1])


def _joined(one: Ends, two: Ends) -> Ends:
    """The points of one or the other of two half-lines that go the same way."""
    if EVERYTHING in (one, two):
        return EVERYTHING
    (low, high), (down, up) = one, two
    if low is not None and down is not None and high is None and up is None:
        return apply("min", low, down), None
    if high is not None and up is not None and low is None and down is None:
        return None, apply("max", high, up)
    raise KernelError("an event under noise is an interval")


def _positive(factor: Term) -> bool:
    if _known(Relation(">", factor, num(0))):
        return True
    if _known(Relation("<", factor, num(0))):
        return False
    raise KernelError("a factor of the drawn number is 0")


def _parts(term: Term, point: Term) -> tuple[Term, Term, bool]:
    """The argument with the drawn number, the other one, and whether the first is the former."""
    if term.op not in ("add", "sub", "mul", "div", "min", "max") or len(term.args) != 2:
        raise KernelError(f"an event under noise is no interval, seen through {term.op!r}")
    left, right = term.args
    first = bool(left.names & point.names)
    need(not (first and right.names & point.names), "an event under noise has the drawn number in two places")
    need(first or term.op != "div", "an event under noise divides by the drawn number")
    return (left, right, True) if first else (right, left, False)


def _known(relation: Relation) -> bool:
    """Whether a relation between constants holds; raises KernelError where that cannot be told."""
    value = decide(relation)
    if value is None:
        raise KernelError(f"cannot tell whether {relation.text}")
    return value
