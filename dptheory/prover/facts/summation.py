"""Sums and products with the same body: written out where they have few terms, else said by one of them."""

from __future__ import annotations

from itertools import combinations

from flint import fmpq

from dptheory.kernel.real import BINDERS, Field, Fraction, Term

from ..goals.state import ProofState, rest_of

FEW = 40
"""Terms of a sum that are written out."""


def know_sums(state: ProofState, field: Field) -> None:
    """Equations between the sums (products, integrals) of a field, each solved for one of them."""
    solved = {atom.key for _, atom in state.goal.solved}
    alike: dict[object, list[Term]] = {}
    for g in field.generators:
        if g.op not in BINDERS or g.key in solved or not isinstance(g.value, Term):
            continue
        count = length(field, g)
        if g.op == "integral" and count == 1:
            state.define_by(state.written_out(g, 0), g)
        elif g.op != "integral" and count is not None and 0 <= count <= FEW:
            state.define_by(state.written_out(g, count), g)
        elif g.op != "integral":
            alike.setdefault((g.op, g.value.key, *(field[a].key for a in g.args[2:])), []).append(g)
    for group in alike.values():
        for one, other in combinations(group, 2):
            if other.key not in {atom.key for _, atom in state.goal.solved}:
                _by_common(state, field, one, other)


def length(field: Field, t: Term) -> int | None:
    """How many terms a sum has, where that is a number (one more than the distance of an integral's ends)."""
    return _distance(field, field[t.args[0]], field[t.args[1]], 1)


def _distance(field: Field, a: Fraction, b: Fraction, more: int = 0) -> int | None:
    found = field.add(b, field.scale(a, fmpq(-1))).constant
    return None if found is None or found.q != 1 else int(found.p) + more


def _by_common(state: ProofState, field: Field, one: Term, other: Term) -> None:
    """Say two sums by the one over what they have in common: both begin and end a few places apart."""
    first, last = (
        _distance(field, field[a], field[b]) for a, b in zip(one.args[:2], other.args[:2], strict=True)
    )
    if first is None or last is None or abs(first) > FEW or abs(last) > FEW:
        return
    for t, before, after in ((one, max(first, 0), max(-last, 0)), (other, max(-first, 0), max(last, 0))):
        whole = t
        for count, which in ((before, "first"), (after, "last")):
            if count:
                place = state.written_out(whole, count, which)
                if place is None or not state.define_by(place, whole):
                    return
                whole = rest_of(whole, count, which)
