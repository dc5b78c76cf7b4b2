"""What may be differentiated: divisors and variables, and what the derivative then looks like."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from flint import fmpq_mpoly

from dptheory.kernel import KernelError
from dptheory.kernel.real import Term, derivative, free_variables, num, var

from ..arithmetic.factors import shape_of
from ..goals.forms import Forms, forms_of
from ..goals.goal import Goal
from ..goals.polynomials import coefficients_in
from ..goals.segments import bases
from ..goals.signs import SampledSigns, sampled_signs


@dataclass(frozen=True)
class Descent:
    """The goal divided by `divisor` (None: by 1), as a function of one variable, with its derivative."""

    variable: str
    divisor: Term | None
    quotient: Term
    slope: Term
    seen: SampledSigns
    cost: int

    @property
    def turns(self) -> bool:
        """Whether the derivative has both signs."""
        return self.seen.low < 0 < self.seen.high

    @property
    def constant(self) -> bool:
        """Whether the goal's function does not depend on the variable, apart from breaks."""
        return self.divisor is None and self.cost == 0 and self.seen.low == self.seen.high == 0


def descents(goal: Goal, forms: Forms, p: fmpq_mpoly, f: Term) -> Iterator[Descent]:
    """The divisors and variables for which the derivative has one sign on the samples."""
    for x in sorted(free_variables(f)):
        for divisor in [None, *divisors(goal, forms, p, x)]:
            quotient = f if divisor is None else f / divisor
            try:
                slope = derivative(quotient, x)
            except KernelError:
                continue
            seen = sampled_signs(slope, goal.samples)
            if seen.seen:
                yield Descent(x, divisor, quotient, slope, seen, _cost(slope))


def divisors(goal: Goal, forms: Forms, p: fmpq_mpoly, x: str) -> Iterator[Term]:
    """Coefficients and powers of function values in which the variable occurs, of known sign."""
    seen: set[bytes] = set()
    for i, g in enumerate(forms.field.generators):
        if not p.degrees()[i] or x not in free_variables(g):
            continue
        parts = coefficients_in(p, i)
        lowest, highest = min(parts), max(parts)
        step = forms.one.context().gens()[i]
        top, bottom = parts[highest], parts[lowest]
        for q in (top, step**highest, top * step**highest, bottom * step**lowest, step):
            yield from _positive(goal, forms, q, x, seen)
    for i, g in enumerate(forms.field.generators):
        # what a number such as log(2) is multiplied by
        if p.degrees()[i] == 1 and not free_variables(g):
            yield from _positive(goal, forms, coefficients_in(p, i)[1], x, seen)
    for a in bases(goal, x, "below"):
        t = var(x) if a == num(0) else var(x) - a
        if t.key not in seen and sampled_signs(t, goal.samples).low > 0:
            seen.add(t.key)
            yield t


def _positive(goal: Goal, forms: Forms, q: fmpq_mpoly, x: str, seen: set[bytes]) -> Iterator[Term]:
    """A polynomial in which the variable occurs, or its negative, whichever is positive on the samples; each
    once.
    """
    monic = q * (1 / q.leading_coefficient())
    t = forms.term(monic)
    if x not in free_variables(t) or t.key in seen:
        return
    seen.add(t.key)
    signs = sampled_signs(t, goal.samples)
    if signs.low > 0:
        yield t
    elif signs.high < 0:
        yield forms.term(-monic)


def _cost(slope: Term) -> int:
    """How much is left to show of a derivative: its largest factor, function values counting most."""
    try:
        forms = forms_of(slope)
    except KernelError:
        return 10**6
    if forms.target.is_zero:
        return 0
    worst = 0
    for q, _ in shape_of(forms).top.factors:
        inside = [g for g, k in zip(forms.field.generators, q.degrees(), strict=False) if k and g.op != "var"]
        worst = max(worst, len(q) + 4 * len(inside) if len(q) > 1 else 0)
    return worst
