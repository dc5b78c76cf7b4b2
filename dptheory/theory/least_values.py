"""Parameters that need not be given: the least number for which the conditions on it hold, rounded up.

A quantile is such a number: no closed form has it, and the bound is a theorem with every number that
satisfies its hypothesis. The number that is put in certainly satisfies it, by enclosure, and numbers next
below it are not known to. That none far below does is not said.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from flint import fmpq

from ..decimals import outward
from ..errors import BadInput
from ..exact import exact_numbers
from ..kernel import KernelError
from ..kernel.real import Relation
from .numbers import holds

if TYPE_CHECKING:
    from .bounds import Bound

PRECISE = 12
"""Significant digits of a number that is filled in."""
LARGEST = 40
"""Numbers are looked for between 2 to minus this power and 2 to this power."""
MOST = fmpq(10) ** 6
"""With larger numbers nothing is filled in: special functions take too long there."""


@dataclass(frozen=True)
class Filling:
    """Fills in what a bound's statement says is least, up to `bits` bits; what was found is remembered."""

    bound: Bound
    bits: int = 50
    found: dict[tuple[str, tuple[fmpq, ...]], fmpq] = field(default_factory=dict)

    def __call__(self, given: Mapping[str, object], free: Iterable[str] = ()) -> dict[str, fmpq]:
        """The values, and those parameters that they determine; `free` ones are not filled in. Raises
        BadInput where no number was found that serves.

        >>> from .bounds import read_bound
        >>> from .library import load_library
        >>> library = load_library()
        >>> bound = read_bound(library, library.get("wu2015.theorem21"), "sharp")
        >>> float(Filling(bound)({"d": 14, "del": fmpq(1, 10)})["q"])
        20.6685690758
        """
        values = exact_numbers(given)
        for name in sorted(self.bound.fillable - values.keys() - set(free)):
            about = [c for c in self.bound.conditions if name in c.variables()]
            others = sorted(frozenset[str]().union(*(c.variables() for c in about)) - {name})
            if all(other in values for other in others):
                key = name, tuple(values[other] for other in others)
                if key not in self.found:
                    there = {other: values[other] for other in others}
                    self.found[key] = _least(name, about, there, self.bits)
                values[name] = self.found[key]
        return values


def filled(bound: Bound, given: Mapping[str, object], free: Iterable[str] = ()) -> dict[str, fmpq]:
    """The values with what they determine; see `Filling`."""
    return Filling(bound)(given, free)


def _least(name: str, conditions: list[Relation], values: dict[str, fmpq], bits: int) -> fmpq:
    def serves(x: fmpq) -> bool:
        try:
            return all(holds(c, {**values, name: x}) for c in conditions)
        except (KernelError, ValueError, ZeroDivisionError):
            return False

    powers = (fmpq(2) ** k for k in range(LARGEST))
    near = all(abs(x) <= MOST for x in values.values())
    high = next(filter(serves, powers), None) if near else None
    if high is None:
        given = ", ".join(f"{k}={v}" for k, v in values.items())
        wanted = f"a number {name} with {', '.join(c.text for c in conditions)}"
        raise BadInput(given, wanted, f"--set {name}=...")
    low = next((high / 2**k for k in range(1, LARGEST) if not serves(high / 2**k)), fmpq(0))
    while high - low > high / 2**bits:
        middle = (low + high) / 2
        low, high = (low, middle) if serves(middle) else (middle, high)
    short = outward(high, PRECISE, up=True)
    return short if serves(short) else high
