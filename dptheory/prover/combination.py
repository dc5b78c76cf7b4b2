"""Goals that follow from the hypotheses by a combination of their products."""

from __future__ import annotations

from collections.abc import Iterable

from .budget import OutOfTime
from .combine import Combiner
from .goals import Desk, Proof, Prover


def by_combination(prover: Prover, desk: Desk, degrees: Iterable[int], seconds: float = 0.5) -> Proof | None:
    """Show the desk's goal by `poly`, trying products of rising degree."""
    if desk.goal.relation.op in ("=", "!="):
        return None
    combiner = Combiner(desk.forms())
    for degree in degrees:
        try:
            found = combiner.search(degree, prover.budget.part(1.0, seconds))
        except OutOfTime:
            prover.budget.check()
            return None
        if found is not None:
            proof = desk.poly(found.identity, found.negated)
            if proof is not None:
                return proof
    return None


def denominators(desk: Desk) -> None:
    """Add to the desk the signs of the factors of denominators."""
    forms = desk.forms()
    for p in forms.unknown_factors():
        desk.sign(forms.term(p), strict=True)
