"""Small laws, drawn and enumerated outcome by outcome."""

from __future__ import annotations

import itertools

from flint import arb, fmpq
from hypothesis import strategies as st

from dptheory.lab.accounting.pairs import Atom, Discrete, Pair


def worlds(outcomes: int = 4) -> st.SearchStrategy[tuple[list[fmpq], list[fmpq]]]:
    """Two laws with whole weights, zeros included."""
    weights = st.lists(st.integers(0, 6), min_size=outcomes, max_size=outcomes).filter(any)
    law = weights.map(lambda some: [fmpq(k, sum(some)) for k in some])
    return st.tuples(law, law)


def of_laws(p: list[fmpq], q: list[fmpq]) -> Pair:
    return Discrete(lambda: [Atom(arb(a), arb(b)) for a, b in zip(p, q, strict=True)])


def enumerated(laws: list[tuple[list[fmpq], list[fmpq]]], eps: fmpq) -> arb:
    """delta(eps) of independent releases, outcome by outcome."""
    total = arb(0)
    for outcome in itertools.product(*(list(zip(p, q, strict=True)) for p, q in laws)):
        p, q = fmpq(1), fmpq(1)
        for a, b in outcome:
            p, q = p * a, q * b
        total += (arb(p) - arb(eps).exp() * arb(q)).max(arb(0))
    return total
