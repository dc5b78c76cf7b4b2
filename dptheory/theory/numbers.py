"""Terms and relations at rational values: exactly where that is evident, else by enclosures."""

from __future__ import annotations

from collections.abc import Mapping

from flint import arb, fmpq

from ..kernel.models import decide
from ..kernel.real import Relation, Term, enclose, exact, num

PRECISION = 256


def value_of(term: Term, values: Mapping[str, fmpq]) -> arb:
    """An enclosure of a term at rational values."""
    return enclose(term, {name: (x, x) for name, x in values.items()}, PRECISION)


def number_of(term: Term, values: Mapping[str, fmpq]) -> arb | fmpq:
    """The exact value of a term at rational values where that is evident, else an enclosure."""
    found = exact(term, values)
    return value_of(term, values) if found is None else found


def at(relation: Relation, values: Mapping[str, fmpq]) -> Relation:
    """A relation with numbers put in."""
    return relation.substituted({name: num(x) for name, x in values.items()})


def holds(relation: Relation, values: Mapping[str, fmpq]) -> bool:
    """Whether a relation is certain at rational values."""
    return decide(at(relation, values)) is True
