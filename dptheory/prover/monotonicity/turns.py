"""Where a derivative changes its sign: at zeros of polynomials in the variable, its root or its logarithm."""

from __future__ import annotations

from dataclasses import dataclass

from flint import fmpq, fmpq_mpoly, fmpq_poly

from dptheory.kernel.real import Term, apply, num, radical, var

from ..arithmetic.factors import shape_of
from ..arithmetic.univariate import zeros_of
from ..budget import charge
from ..enclosures.boxes import bounds_of
from ..enclosures.series import simplest
from ..goals.forms import Forms
from ..goals.goal import Goal
from ..goals.numeric import compiled, to_rational
from ..goals.polynomials import occurs

MOST_TERMS = 60
MOST_CELLS = 12
CLOSE = 2**16


@dataclass(frozen=True)
class Turn:
    """Where a derivative changes its sign: a number nearby, and the place twice, or two places around it."""

    near: fmpq
    first: Term
    last: Term


def turns_of(goal: Goal, forms: Forms, x: str) -> list[Turn] | None:
    """Where the derivative changes its sign; None where it has not the sign of a polynomial."""
    if forms.reduced(forms.target.num).is_zero():
        return []
    if len(forms.target.num) > 4 * MOST_TERMS:
        return None
    shape = shape_of(forms)
    found: list[fmpq_poly] = []
    turns: list[Turn] = []
    for q, k in (*shape.top.factors, *shape.bottom.factors):
        part = polynomial_in(forms, q, x)
        if part is not None and k % 2:
            found.append(part)
        elif part is None and len(q) > 1:
            places = _in_logarithm(forms, q, x)
            if places is None:
                return None
            turns += places if k % 2 else []
    turns += [
        _turn(found, to_rational(z.lower()), to_rational(z.upper()))
        for z in (zeros_of(radical(found)) if found else [])
    ]
    low, high = bounds_of(goal, x)
    met = [t for t in turns if (low is None or t.near > low) and (high is None or t.near < high)]
    return sorted(met, key=lambda turn: turn.near) if len(met) <= MOST_CELLS else None


def _in_logarithm(forms: Forms, q: fmpq_mpoly, x: str) -> list[Turn] | None:
    """The zeros of a polynomial in log(x) or log(1/x) alone; None of another, or if one is not rational."""
    places = [i for i, g in enumerate(forms.generators) if occurs(q, i)]
    sign = {var(x).key: 1, (1 / var(x)).key: -1}
    g = forms.generators[places[0]]
    if len(places) != 1 or g.op != "log" or g.args[0].key not in sign:
        return None
    coefficients = {int(e[places[0]]): c for e, c in q.terms()}
    part = fmpq_poly([coefficients.get(k, fmpq(0)) for k in range(max(coefficients) + 1)])
    turns = []
    for z in zeros_of(radical([part])):
        c = simplest(to_rational(z.lower()), to_rational(z.upper()))
        place = apply("exp", num(sign[g.args[0].key] * c))
        near = compiled(place)({})
        if part(c) != 0 or near is None:
            return None
        turns.append(Turn(to_rational(near), place, place))
    return turns


def polynomial_in(forms: Forms, q: fmpq_mpoly, x: str) -> fmpq_poly | None:
    """A polynomial in the variable alone, as one; a power of the variable's root may be a factor."""
    coefficients: dict[int, fmpq] = {}
    places = dict(zip(forms.generators, range(len(forms.generators)), strict=True))
    place, root = places.get(var(x)), places.get(apply("sqrt", var(x)))
    odd = set[int]()
    for exponents, c in q.terms():
        k = exponents[place] if place is not None else 0
        halves = exponents[root] if root is not None else 0
        odd.add(halves % 2)
        if sum(exponents) != k + halves or len(odd) > 1:
            return None
        coefficients[int(k + halves // 2)] = coefficients.get(int(k + halves // 2), fmpq(0)) + c
    made = fmpq_poly([coefficients.get(k, fmpq(0)) for k in range(max(coefficients) + 1)])
    return None if made.degree() < 0 else made


def _turn(found: list[fmpq_poly], a: fmpq, b: fmpq) -> Turn:
    """A zero between two numbers: itself where it or its square is rational, else two numbers of few digits
    close around it."""
    charge(50)
    middle = (a + b) / 2
    wide = max(b - a, fmpq(1, 10**9))
    c = simplest(middle - wide, middle + wide)
    if any(p(c) == 0 for p in found):
        return Turn(c, num(c), num(c))
    low, high = sorted(((abs(middle) - wide) ** 2, (abs(middle) + wide) ** 2))
    square = simplest(low, high)
    if any((p % fmpq_poly([-square, 0, 1])).degree() < 0 for p in found):
        root = apply("sqrt", num(square))
        place = root if middle > 0 else -root
        return Turn(middle, place, place)
    reach = (abs(middle) + fmpq(1, 1024)) / CLOSE
    return Turn(middle, num(simplest(a - 2 * reach, a - reach)), num(simplest(b + reach, b + 2 * reach)))
