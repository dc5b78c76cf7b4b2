"""An optimum as Python users have it: to be called with numbers."""

from __future__ import annotations

from dataclasses import fields
from math import inf, nextafter
from typing import NamedTuple

from flint import fmpq

from .decimals import float_above
from .errors import BadInput, for_python
from .exact import exact_number
from .kernel.real import free_variables
from .theory.evaluation import evaluate
from .theory.numbers import number_of
from .theory.optima import Optimum


class There(NamedTuple):
    """An optimum at numbers, as floats: the parameter; the bound with that parameter, and the scale of the
    noise with it, none of them below what they are. The noise is None where the statement speaks of none."""

    place: float
    bound: float
    noise: float | None


class Best(Optimum):
    """The least value of a bound over a parameter; see `theory.optima.Optimum`."""

    @classmethod
    def of(cls, found: Optimum) -> Best:
        """The same optimum."""
        return cls(**{field.name: getattr(found, field.name) for field in fields(found)})

    @for_python
    def __call__(self, **values: object) -> There:
        """The best parameter at numbers for all others, with the bound and the noise there. Raises BadInput
        where one is missing, or outside the conditions.

        >>> import dptheory
        >>> found = dptheory.load("wu2015.theorem21").optimize("lam", form="sharp")
        >>> there = found(n=3000, d=14, eps=1, delta=0.05, R=1, rho=4)
        >>> round(there.place, 6), round(there.bound, 6), round(there.noise, 6)
        (1.152207, 1.152207, 0.002314)
        """
        from .present.noises import noises

        at = evaluate(self, self.bound.named(values))
        above = float_above(at.place)
        chosen = (above, nextafter(above, -inf))
        places = ({**at.values, self.parameter: exact_number(one)} for one in chosen)
        there = next((one for one in places if self._admissible(one)), None)
        if there is None:
            raise BadInput(f"{self.parameter} = {above}, the best", "a float that is admissible", ".sympy()")
        laws = [one for one in noises(self.bound.form) if free_variables(one.scale) <= there.keys()]
        noise = float_above(number_of(laws[0].scale, there)) if laws else None
        return There(float(there[self.parameter]), float_above(self.bound.value(there)), noise)

    def _admissible(self, values: dict[str, fmpq]) -> bool:
        try:
            self.bound.complete(values)
        except BadInput:
            return False
        return True
