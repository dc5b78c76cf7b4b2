"""Sums of multiples of logarithms, as in divergences: one tangent for each multiple.

A goal k*log(u) + l*log(v) + .. + r >= 0 with k, l >= 0 follows from log(u) >= 1 - 1/u, log(v) >= 1 - 1/v
when what is left is a combination of known products.
"""

from __future__ import annotations

from flint import fmpq

from dptheory.kernel.real.terms import Term, apply, num

from .clusters import common_divisor
from .combination import by_combination, denominators
from .factors import shape_of
from .forms import Forms
from .goals import Desk, Proof, Prover, screen
from .tower import climb

MAX_POWER = 3
Multiples = dict[tuple[int, ...], dict[int, fmpq]]


def by_tangents(prover: Prover, start: Desk) -> Proof | None:
    """Show the goal's only factor from the tangents of its collected logarithms."""
    forms = start.forms()
    shape = shape_of(forms)
    p = shape.irreducible
    if p is None or start.goal.relation.op not in ("<=", ">="):
        return None
    groups = _collected(forms, p.to_dict(), 1 if shape.top.constant > 0 else -1)
    if not groups or all(len(own) < 2 for own in groups.values()):
        return None
    desk = Desk(prover, start.goal, start.fuel)
    before = len(desk.goal.hypotheses)
    for rest, own in groups.items():
        factor = forms.term(forms.one.context().from_dict({rest: fmpq(1)}))
        seen = screen(factor, start.goal.cloud)
        inverse = None if seen.low < 0 < seen.high else _inverse(forms, own, seen.low >= 0)
        if inverse is None or desk.fact("log-upper", inverse) is None:
            return None
    desk.keep(range(before, len(desk.goal.hypotheses)))
    climb(desk)
    denominators(desk)
    return start.close(by_combination(prover, desk, [1, 2]))


def _collected(forms: Forms, terms: dict[tuple[int, ...], fmpq], sign: int) -> Multiples:
    """For each monomial without logarithms the multiples of logarithms that it occurs with; nothing if
    logarithms are multiplied by one another."""
    logs = [i for i, g in enumerate(forms.field.generators) if g.op == "log"]
    groups: Multiples = {}
    for e, c in terms.items():
        inside = [i for i in logs if i < len(e) and e[i]]
        if len(inside) > 1 or any(e[i] > 1 for i in inside):
            return {}
        if inside:
            rest = tuple(0 if i == inside[0] else k for i, k in enumerate(e))
            groups.setdefault(rest, {})[inside[0]] = c * sign
    return groups


def _inverse(forms: Forms, own: dict[int, fmpq], positive: bool) -> Term | None:
    """1/u, if the multiples of logarithms sum to a positive multiple of log(u)."""
    unit = common_divisor(own.values())
    top: Term | None = None
    bottom: Term | None = None
    for i, c in own.items():
        n = int((c / unit).p) * (1 if positive else -1)
        if abs(n) > MAX_POWER:
            return None
        (a,) = forms.generators[i].args
        power = a if abs(n) == 1 else apply("pow", a, num(abs(n)))
        if n > 0:
            bottom = power if bottom is None else bottom * power
        else:
            top = power if top is None else top * power
    above = num(1) if top is None else top
    return above if bottom is None else above / bottom
