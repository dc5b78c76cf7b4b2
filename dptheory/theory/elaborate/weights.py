"""Finite laws of a world whose weights are terms: the same law with weights that are numbers, on points that
depend on the data. The weights are put side by side; the pieces between their ends are those of one law:

    law K(z) = 1: (1 + z)/3, 0: (2 - z)/3      with the records 0 and 1
    law K(z) = 1: 1/3, z: 1/3, 0: 1/3
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from flint import fmpq

from ...kernel import KernelError
from ...kernel.logic import DATA, RECORD, Sort
from ...kernel.models import power
from ...kernel.real import Term, exact, parse_term, pieces_of, substitute

MOST = 64
"""So many data sets are gone through at most."""
Place = dict[str, fmpq]


@dataclass(frozen=True)
class Arguments:
    """What the parameters of a law may be, records and data sets of a size; and the numbers of the world."""

    sort: Sort | None
    records: Sequence[fmpq]
    size: int
    numbers: Mapping[str, Term]

    def places(self, parameters: Sequence[str]) -> list[Place]:
        """All values, by the names that a closed form has for them."""
        names, sort = list[str](), self.sort
        for parameter in parameters:
            kind = sort.args[0] if sort is not None and sort.name == "->" else None
            if kind not in (DATA, RECORD):
                raise KernelError(f"weights that depend on {parameter}, which is neither data nor a record")
            names += [f"{parameter}{k + 1}" for k in range(self.size)] if kind == DATA else [parameter]
            sort = sort.args[1] if sort is not None else None
        if len(self.records) ** len(names) > MOST:
            raise KernelError(f"weights that depend on data, of which this world has more than {MOST}")
        values = itertools.product(self.records, repeat=len(names))
        return [dict(zip(names, one, strict=True)) for one in values]


def spread(body: str, parameters: Sequence[str], arguments: Arguments) -> str:
    """The points and weights of a law, with weights that are numbers; raises KernelError."""
    said = [piece.rpartition(":") for piece in pieces_of(body)]
    points, texts = [one[0].strip() for one in said], [one[2].strip() for one in said]
    weights = [_folded(substitute(parse_term(text), arguments.numbers)) for text in texts]
    if all(exact(parse_term(text), {}) is not None for text in texts):
        return body
    places = arguments.places(parameters)
    ends = [_ends(weights, texts, place) for place in places]
    made = list[str]()
    for low, high in itertools.pairwise([fmpq(0), *sorted({*itertools.chain(*ends)} - {fmpq(0)})]):
        chosen = [next(k for k, end in enumerate(of) if end >= high) for of in ends]
        groups = {k: [p for p, one in zip(places, chosen, strict=True) if one == k] for k in chosen}
        parts = [f"({points[k]})*({_indicator(groups[k], arguments.records)})" for k in sorted(groups)]
        made.append(f"{points[chosen[0]] if len(groups) == 1 else ' + '.join(parts)}: {high - low}")
    return ", ".join(made)


def _folded(term: Term) -> Term:
    """A term in which the exponential of a logarithm is a number."""
    made = Term(term.op, tuple(map(_folded, term.args)), term.value)
    known = power(made.args[0]) if made.op == "exp" else None
    return made if known is None else known


def _ends(weights: Sequence[Term], texts: Sequence[str], place: Mapping[str, fmpq]) -> list[fmpq]:
    """Where the weights end at one place, put side by side; raises KernelError where they are none."""
    known = list[fmpq]()
    for weight, text in zip(weights, texts, strict=True):
        value = exact(weight, place)
        if value is None:
            raise KernelError(f"a weight is a rational number; {text} is not known to be one in this world")
        known.append(value)
    if min(known) < 0 or sum(known, fmpq(0)) != 1:
        raise KernelError(f"the weights of a law add up to 1, and none is below 0: {', '.join(texts)}")
    return list(itertools.accumulate(known))


def _indicator(places: Sequence[Mapping[str, fmpq]], records: Sequence[fmpq]) -> str:
    """The polynomial that is 1 at some places and 0 at all others."""
    return " + ".join("*".join(_one(name, value, records) for name, value in p.items()) for p in places)


def _one(name: str, value: fmpq, records: Sequence[fmpq]) -> str:
    factors = [f"({name} - ({other}))/({value - other})" for other in records if other != value]
    return "*".join(factors) or "1"
