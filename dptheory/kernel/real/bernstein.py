"""Signs of polynomials on boxes, from their coefficients in Bernstein's basis."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb, prod
from typing import Final

from flint import fmpq, fmpq_mpoly

from ..limits import KernelError
from ..metering import charge
from .claims import Relation
from .enclosures import Box
from .ratfun import Field

MAX_COEFFICIENTS: Final = 20_000


def affirmed(r: Relation, box: Box) -> bool:
    """Whether an inequality is seen to hold at every point of a box at which its sides are defined.

    With p the numerator times the denominator of the difference, which has the sign of the difference where
    that is defined: all coefficients of p in Bernstein's basis of the box are positive (for >= not negative).
    The basis is non-negative on the box and sums to 1, so p is an average of the coefficients there.

    >>> from .claims import relation
    >>> unit = {"x": (fmpq(0), fmpq(1))}
    >>> affirmed(relation("x**2 + 1 > x"), unit), affirmed(relation("3*x**2 + 1 > 3*x"), unit)
    (True, False)
    """
    op = r.oriented[0]
    if op not in (">", ">="):
        return False
    try:
        field = Field([r.left, r.right])
        d = field.difference(r)
        names = [g.value if g.op == "var" else None for g in field.generators]
        found = coefficients(d.num * d.den, names, box)
    except KernelError:
        return False
    return all(c > 0 if op == ">" else c >= 0 for c in found)


def coefficients(p: fmpq_mpoly, names: Sequence[object], box: Box) -> list[fmpq]:
    """The coefficients in Bernstein's basis, the last variable's index changing fastest; KernelError where
    the polynomial has an unknown that is not boxed, or too many coefficients."""
    degrees = [max(0, int(k)) for k in p.degrees()]
    if any(k and names[i] not in box for i, k in enumerate(degrees)):
        raise KernelError("a polynomial in what is not boxed")
    if prod(k + 1 for k in degrees) > MAX_COEFFICIENTS:
        raise KernelError(f"more than {MAX_COEFFICIENTS} coefficients on a box")
    charge(10 + prod(k + 1 for k in degrees) * (1 + sum(degrees)) // 4)
    gens = list(p.context().gens())
    images = list(gens)
    for i, k in enumerate(degrees):
        if k:
            low, high = box[str(names[i])]
            images[i] = gens[i] * (high - low) + low
    moved = p.compose(*images, ctx=p.context())
    table = [fmpq(0)] * prod(k + 1 for k in degrees)
    for e, c in moved.to_dict().items():
        place, share = 0, 1
        for n, k in zip(degrees, e, strict=True):
            place, share = place * (n + 1) + int(k), share * comb(n, int(k))
        table[place] = c / share
    step = 1
    for n in reversed(degrees):
        # t^j is the sum of C(k, j)/C(n, j) times the k-th of the basis: sums as in Pascal's triangle
        for r in range(1, n + 1):
            for place in range(len(table) - 1, -1, -1):
                if (place // step) % (n + 1) >= r:
                    table[place] += table[place - step]
        step *= n + 1
    return table
