"""The noise that a statement's mechanism adds: its laws, and their scales at the best parameter."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from flint import arb, fmpq

from ..decimals import float_above, upper
from ..kernel.logic import Definition, normal, walk
from ..kernel.real import Term, free_variables, num, print_term, substitute, var
from ..notation import FUNCTIONS
from ..theory.evaluation import Evaluation
from ..theory.numbers import number_of
from ..theory.optima import Optimum
from ..theory.relations import real_term
from ..theory.statements import Form
from .blocks import Text
from .formulas import known
from .simplify import cancelled
from .styles import ASCII

EXPONENTIAL: Final = "exponential"
SCALED: Final = {
    "l2laplace": "density as exp(−‖κ‖/scale)",
    "explaw": "the exponential law of that mean",
    "gaussian": "normal, with that standard deviation in every coordinate",
    EXPONENTIAL: "a sample with density as exp(q/scale)",
}
"""Laws of noise whose last argument is a scale, or one over it; what they are."""


@dataclass(frozen=True)
class Noise:
    """A law of noise and its scale, in the numbers of a statement."""

    law: str
    scale: Term

    def at(self, images: Mapping[str, Term]) -> Term:
        """The scale with terms put in, factors cancelled."""
        return cancelled(substitute(self.scale, images))


def noises(form: Form, definitions: Mapping[str, Definition] | None = None) -> tuple[Noise, ...]:
    """The noise of which a form speaks, in its claim or else in what it assumes.

    >>> import dptheory
    >>> from ..kernel.real import print_term
    >>> [(one.law, print_term(one.scale)) for one in noises(dptheory.load("wu2015.theorem21").bound.form)]
    [('l2laplace', '4*(rho + lam*R)/(lam*n*eps)')]
    """
    theorem = form.theorem
    for formulas in ([theorem.conclusion], [h for _, h in theorem.hypotheses]):
        found = dict[str, Noise]()
        for formula in formulas:
            for node in (*walk(formula), *walk(normal(formula, definitions) if definitions else formula)):
                law = node.label if node.head == "defined" else node.head
                scale = real_term(node.args[-1]) if law in SCALED and node.args else None
                if scale is not None and free_variables(scale):
                    scale = cancelled(num(1) / scale) if law == EXPONENTIAL else scale
                    found.setdefault(f"{law} {print_term(scale)}", Noise(law, scale))
        if found:
            return tuple(found.values())
    return ()


def noise_lines(made: tuple[Noise, ...], style: str, found: Optimum | None = None) -> list[tuple[str, Text]]:
    """Labels and words: the scale, and at the best parameter, with the abbreviations of the optimum."""
    lines: list[tuple[str, Text]] = []
    for one in made:
        place: Text = ()
        if found is not None and found.parameter in free_variables(one.scale):
            there = known(one.at({found.parameter: found.place}), style)
            place = "; at ", known(var(found.parameter), style), "* ", there
        words = "" if style == ASCII else f"   ({SCALED[one.law]})"
        law = one.law if style == ASCII else FUNCTIONS.get(one.law, (one.law,))[0]
        lines.append(("noise", (f"{law}, scale ", known(one.scale, style), *place, words)))
    return lines


def scale_at(one: Noise, found: Optimum, values: Mapping[str, fmpq]) -> arb | fmpq:
    """The scale at the best parameter and at values of the others."""
    return number_of(substitute(one.scale, {found.parameter: found.full_place}), values)


def scale_words(made: tuple[Noise, ...], found: Optimum, values: Mapping[str, fmpq]) -> str:
    """The scales at values, rounded up: more noise keeps the privacy, too."""
    there = [one for one in made if free_variables(one.scale) <= {found.parameter, *values}]
    return "".join(f"   noise scale {upper(scale_at(one, found, values))}" for one in there)


def noise_json(found: Optimum, made: tuple[Noise, ...], at: Evaluation | None) -> list[dict[str, object]]:
    """The laws of noise with their scales as JSON; a number where all values are known, rounded up."""
    values = {} if at is None else at.values
    return [
        {
            "law": one.law, "scale": print_term(one.scale),
            "at_best": print_term(one.at({found.parameter: found.place})),
            "value": float_above(scale_at(one, found, values))
            if free_variables(one.scale) <= {found.parameter, *values} else None,
        }
        for one in made
    ]  # fmt: skip
