"""Where a term is not defined, so that this can be said instead of nothing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from flint import fmpq

from dptheory.kernel import KernelError, check_witness
from dptheory.kernel.real import Relation, Term, claim_of, free_variables, obligations, subterms

Point = dict[str, fmpq]


def undefined_at(
    t: Term, conditions: Sequence[Relation], integers: frozenset[str], points: Iterable[Point]
) -> Point | None:
    """A point of the domain at which the kernel sees that the term is not defined.

    >>> from dptheory.kernel.real.grammar import parse_term
    >>> undefined_at(parse_term("log(x)"), [], frozenset(), [{"x": fmpq(1)}, {"x": fmpq(-1)}])
    {'x': -1}
    """
    claim = claim_of(conditions, Relation("=", t, t), integers & free_variables(t))
    names = {v.name for v in claim.variables}
    for point in points:
        here = {name: x for name, x in point.items() if name in names}
        try:
            check_witness(claim, here)
        except KernelError:
            continue
        return here
    return None


def parts_without(name: str, *roots: Term) -> list[Term]:
    """The largest subterms in which a variable does not occur, without those that are defined everywhere."""
    found: dict[bytes, Term] = {}
    for root in roots:
        above = {root.key} if name not in root.names else set[bytes]()
        for t in subterms(root):
            if name in t.names:
                above |= {a.key for a in t.args if name not in a.names}
        found |= {t.key: t for t in subterms(root) if t.key in above and _partial(t)}
    return list(found.values())


def _partial(t: Term) -> bool:
    """Whether a term has obligations: whether it may be undefined somewhere."""
    return next(obligations([t], frozenset()), None) is not None


def shown(point: Point) -> str:
    """A point as a list of equations."""
    return ", ".join(f"{name} = {x}" for name, x in sorted(point.items()))
