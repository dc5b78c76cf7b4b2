"""What was found for the forms of a statement before: functions and sets of their models, in which most of
the hypotheses hold that the next form has as well, and the certificates that these owed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from ..kernel.logic import Sort
from ..kernel.real import Relation, Term
from .catalogue import symbol
from .numeric import value_of
from .sketches import Making, Parameter, Sketch
from .symbolic import substituted
from .values import Function, Set, Symbol
from .writing import Found


@dataclass
class Earlier:
    """Models of forms, the last one first, with the sorts of what is in them; certificates by claims."""

    found: list[tuple[Sketch, dict[str, Sort]]] = field(default_factory=list)
    certificates: dict[str, object] = field(default_factory=dict)

    def keep(self, found: Found, variables: Mapping[str, Sort]) -> None:
        """A model's functions and sets, with its numbers put in; of a law only that there is one."""
        sketch = found.sketch
        fixed = {name: _fixed(value, found.numbers) for name, value in sketch.symbols.items()}
        symbols = {name: value for name, value in fixed.items() if value is not None}
        marks = tuple(substituted(mark, found.numbers) for mark in sketch.marks)
        numbers = tuple(
            Parameter(p.name, (value_of(found.numbers[p.name]),))
            for p in sketch.parameters
            if p.name in variables and p.name in found.numbers
        )
        kept = replace(sketch, symbols=symbols, parameters=numbers, data={}, defined={}, marks=marks)
        self.found.insert(0, (kept, dict(variables)))

    def sketches(self, variables: Mapping[str, Sort], signed: bool, events: bool) -> Iterator[Sketch]:
        """Worlds of another form with these functions and sets; other symbols are as the catalogue has them
        first, numbers begin with those of the model."""
        for kept, sorts in self.found:
            if bool(kept.outputs) != events:
                continue
            making = Making(kept.size, kept.records, kept.outputs, signed)
            begin = {p.name: p.starts for p in kept.parameters}
            symbols: dict[str, Symbol] = {}
            data: dict[str, tuple[Term, ...]] = {}
            for name, sort in variables.items():
                if name in kept.symbols and sorts.get(name) == sort:
                    symbols[name] = kept.symbols[name]
                    continue
                made = symbol(name, sort, 0, making)
                if isinstance(made, Parameter):
                    making.parameters.append(replace(made, starts=(*begin.get(name, ()), *made.starts)))
                elif isinstance(made, tuple):
                    data[name] = made
                elif made is not None:
                    symbols[name] = made
            yield replace(kept, symbols=symbols, data=data, parameters=tuple(making.parameters), begun=True)


def _fixed(value: Symbol, numbers: Mapping[str, Term]) -> Symbol | None:
    """A function or a set without open numbers."""
    if isinstance(value, Function):
        own = {name: term for name, term in numbers.items() if name not in value.names}
        return Function(value.names, substituted(value.body, own))
    if isinstance(value, Set):
        own = {name: term for name, term in numbers.items() if name != value.name}
        ends = ((r.op, substituted(r.left, own), substituted(r.right, own)) for r in value.relations)
        return Set(value.name, tuple(Relation(*end) for end in ends))
    return None
