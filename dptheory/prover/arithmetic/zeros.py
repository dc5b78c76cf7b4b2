"""Places at which a polynomial is 0 and known ones are not negative: what a sum of squares has to obey.

If p = sum of s_k*h_k with s_k sums of squares, and at a place p = 0 and all h_k >= 0, then s_k = 0 there
wherever h_k > 0: so is each of its squares, and the combinations of monomials that occur in these are fewer.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, product

from flint import fmpq, fmpq_mat, fmpq_mpoly

from dptheory.kernel.real import Term

from ..budget import charge
from ..goals.forms import Forms
from ..goals.goal import Point
from ..goals.numeric import compiled

VALUES = (1, 0, -1, 2)
MAX_TRIED = 700
MAX_FOUND = 40

Place = tuple[fmpq, ...]


def zeros_of(forms: Forms, p: fmpq_mpoly, samples: Sequence[Point]) -> list[Place]:
    """Rational zeros of a polynomial where the equations hold."""
    rules = [form.num for i, form in forms.forms.items() if forms.relations[i].op == "="]
    found: dict[Place, None] = {}
    for place in islice(_candidates(forms.generators, p, samples), MAX_TRIED):
        charge(2 + len(p) // 4)
        if p(*place) == 0 and all(q(*place) == 0 for q in rules):
            found[place] = None
    return list(found)


def admitted(zeros: Sequence[Place], known: Sequence[fmpq_mpoly]) -> list[Place]:
    """Those of some places at which none of some polynomials is negative."""
    charge(len(zeros) * len(known))
    return [z for z in zeros if all(h(*z) >= 0 for h in known)][:MAX_FOUND]


def _candidates(generators: Sequence[Term], p: fmpq_mpoly, samples: Sequence[Point]) -> Iterator[Place]:
    """Samples, by the generators' values at them; then small numbers for all that occur."""
    degrees = p.degrees()
    unused = [fmpq(0)] * (len(degrees) - len(generators))  # the ring may be wider than what occurs
    programs = [compiled(g) for g in generators]
    for point in samples:
        values = [program(point) for program in programs]
        exact = [v for v in values if isinstance(v, fmpq)]
        if len(exact) == len(programs):
            yield (*exact, *unused)
    names = [i for i, k in enumerate(degrees) if k > 0]
    for chosen in product(VALUES, repeat=len(names)):
        place = [fmpq(0)] * len(degrees)
        for i, value in zip(names, chosen, strict=True):
            place[i] = fmpq(value)
        yield tuple(place)


def restricted(
    basis: Sequence[fmpq_mpoly], factor: fmpq_mpoly, zeros: Sequence[Place]
) -> tuple[fmpq_mpoly, ...]:
    """Combinations of a basis that are 0 at the places where a factor is not.

    >>> from flint import Ordering, fmpq_mpoly_ctx
    >>> ring = fmpq_mpoly_ctx.get(["x"], Ordering.lex)
    >>> (x,) = ring.gens()
    >>> restricted([ring.constant(1), x], ring.constant(1), [(fmpq(2),)])
    (x - 2,)
    """
    rows = [[q(*z) for q in basis] for z in zeros if factor(*z) != 0]
    charge(10 + 2 * len(rows) * len(basis) ** 2)
    return tuple(basis) if not rows else tuple(complement(fmpq_mat(rows), basis))


def complement(null: fmpq_mat, basis: Sequence[fmpq_mpoly]) -> list[fmpq_mpoly]:
    """Combinations of a basis with coefficient vectors orthogonal to the rows of a matrix."""
    reduced, rank = null.rref()
    n = len(basis)
    pivots = [next(k for k in range(n) if reduced[i, k] != 0) for i in range(rank)]
    found = []
    for k in (k for k in range(n) if k not in pivots):
        p = basis[k]
        for i, pivot in enumerate(pivots):
            p = p - basis[pivot] * fmpq(reduced[i, k])
        found.append(p)
    return found
