"""One function bounded by another: by a constant (O), or by every constant from some place on (o)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise

from flint import fmpq

from dptheory.decimals import outward
from dptheory.kernel.real.claims import Relation
from dptheory.kernel.real.families import BOUNDED, SMALLER
from dptheory.kernel.real.grammar import parse_term, print_term
from dptheory.kernel.real.terms import Term, apply, num

from ..budget import found_within
from ..goals.numeric import compiled, to_rational
from ..optima.extremes import Objective, on_curve
from .question import Found, Point, Question

STARTS = (None, fmpq(1), fmpq(2), fmpq(10), fmpq(100))
LARGEST = fmpq(10) ** 9
LARGE_INDICES = (20, 60, 180)
"""Powers of two at which a ratio is looked at."""


def upper(question: Question, reached: Found) -> Found | None:
    """F = O(G): a constant, on the whole domain or from some n on."""
    return _bounded(question, question, reached, {"answer": BOUNDED}, STARTS)


def decreasing(question: Question, reached: Found) -> Found | None:
    """F = o(G): a gauge h(n) with h*F = O(G), that grows beyond every number."""
    for gauge in _gauges(question.n):
        if question.budget.left() < 0:
            return None
        scaled = replace(question, family=replace(question.family, left=gauge * question.family.left))
        if found_within(question.budget.part(0.1), partial(_outgrows, scaled, reached), False):
            continue
        fields: dict[str, object] = {"answer": SMALLER, "gauge": print_term(gauge)}
        found = _bounded(question, scaled, reached, fields, STARTS[1:])
        if found is not None:
            return found
    return None


def _gauges(n: Term) -> tuple[Term, ...]:
    """What grows without end, fast ones first; roots are written as the prover likes them best."""
    root, log = apply("sqrt", n), apply("log", n)
    fourth = apply("sqrt", root)
    return n, root, fourth, log, apply("sqrt", fourth), apply("sqrt", log)


def _outgrows(scaled: Question, reached: Found) -> bool:
    """Whether the ratio is seen to grow on the points by which the variable was seen to reach infinity."""
    point = reached.fields["reach"]
    if not isinstance(point, dict):
        return False
    programs = {str(k): compiled(parse_term(str(v))) for k, v in point.items()}
    objective = scaled.objective()
    seen = []
    for k in LARGE_INDICES:
        values = {name: program({scaled.parameter: fmpq(2) ** k}, 400) for name, program in programs.items()}
        here = {name: to_rational(v) for name, v in values.items() if v is not None}
        ratio = objective.value(here) if here.keys() == values.keys() else None
        if ratio is None:
            return False
        seen.append(ratio)
    return all(b > a * fmpq(6, 5) for a, b in pairwise(seen))


def _bounded(
    question: Question,
    scaled: Question,
    reached: Found,
    fields: dict[str, object],
    starts: Sequence[fmpq | None],
) -> Found | None:
    """A constant for the scaled functions, from one of the starts on."""
    for start in starts:
        beyond = [] if start is None else [Relation(">=", question.n, num(start))]
        objective = scaled.objective(*beyond)
        best = question.maximised(objective, 0.1, LARGEST)
        if best is None or best[1] > LARGEST or _grows(question, objective, best):
            continue
        for c in _constants(best[1]):
            proofs = scaled.bounded(num(c), start, 0.25)
            if proofs is not None:
                first = "" if start is None else str(start)
                more = {"sign": _sign(question), "constant": str(c), "from": first}
                return Found({**fields, **more, **reached.fields}, proofs + reached.proofs)
    return None


def _sign(question: Question) -> str:
    return "+" if question.sign > 0 else "-"


def _grows(question: Question, objective: Objective, best: tuple[Point, fmpq]) -> bool:
    """Whether the function goes on growing, however slowly, towards the place it was followed to."""
    place = question.settled(objective, best)
    if place is None or not place.limits:
        return False
    found = []
    for k in (40, 80, 160):
        point = on_curve(place, fmpq(1, 2**k))
        value = None if point is None else objective.value(point)
        if value is None:
            return False
        found.append(value)
    return found[2] - found[1] > (found[1] - found[0]) / 2 > found[1] / 10**6


def _constants(value: fmpq) -> Iterator[fmpq]:
    """Round numbers that are not below a value."""
    whole = max(fmpq(value.ceil()), fmpq(1))
    seen: list[fmpq] = []
    for c in (whole, outward(value, 2, up=True), 2 * whole, 10 * whole):
        if c >= value and c not in seen:
            seen.append(c)
            yield c
