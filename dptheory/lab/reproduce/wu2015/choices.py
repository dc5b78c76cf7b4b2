"""What the source leaves open, and what was chosen here."""

from __future__ import annotations

import math
from dataclasses import dataclass, fields, replace
from typing import Final, Literal

from dptheory.errors import BadInput, one_line


@dataclass(frozen=True)
class Choices:
    """One way to fill in what Wu et al. 2015 does not say, or says by reference to other papers.

    >>> Choices().changed("rows", "sphere").rows
    'sphere'
    """

    target: Literal["sqrt", "weekly"] = "sqrt"
    centre: Literal["range", "mean", "none"] = "range"
    rows: Literal["ball", "sphere"] = "ball"
    noise: Literal["printed", "tight"] = "printed"
    functional: Literal["paper", "code"] = "paper"
    known: Literal["all", "demographics"] = "all"
    norm: Literal["gamma", "exponential"] = "gamma"
    noise_factor: float = 1.0

    def changed(self, name: str, value: str | float) -> Choices:
        """The same with one choice changed."""
        return replace(self, **{name: value})  # type: ignore[arg-type]

    def described(self) -> tuple[str, ...]:
        """Each choice that has a meaning in words, as `name = value: meaning`."""
        pairs = [(f.name, getattr(self, f.name)) for f in fields(self)]
        words = [f"{n} = {v}: {MEANING[n, v]}." for n, v in pairs if (n, v) in MEANING]
        if self.noise_factor != 1:
            words.append(f"noise_factor = {self.noise_factor:g}: all noise is multiplied by it.")
        return tuple(words)


MEANING: Final = {
    ("target", "sqrt"): (
        "the square root of the weekly dose is predicted, as by the dosing algorithm of IWPC 2009"
    ),
    ("target", "weekly"): "the weekly dose itself is predicted",
    ("centre", "range"): "the target is mapped affinely from its range onto [-1, 1]",
    ("centre", "mean"): "the target is centred at its mean and divided by its largest deviation",
    ("centre", "none"): "the target is divided by its largest value, without centring",
    ("rows", "ball"): (
        "all feature vectors are divided by one bound on their norm that the encoding implies, the root of"
        " the number of attributes that can be non-zero at once"
    ),
    ("rows", "sphere"): "every feature vector is divided by its own norm",
    ("noise", "printed"): "all mechanisms have the printed noise",
    ("noise", "tight"): "all mechanisms have the least noise that the proofs of lab.mechanisms allow",
    ("functional", "paper"): (
        "the functional mechanism is that of Zhang et al. 2012: sensitivity 2(d + 1)^2, noise on the d + "
        "d(d+1)/2 coefficients, a regulariser of four standard deviations, spectral trimming"
    ),
    ("functional", "code"): (
        "the functional mechanism is that of its authors' published program: sensitivity 2d^2 + 4d, a full"
        " matrix of noise that is then symmetrised, regulariser 5 sqrt(2) sensitivity / eps"
    ),
    ("known", "all"): "the attacker knows the label and every attribute but the one that is attacked",
    ("norm", "gamma"): (
        "the norm of output perturbation's noise has the law Gamma(d, s), as Theorem 8 of the source needs"
    ),
    ("norm", "exponential"): (
        "the norm of output perturbation's noise has the law Gamma(1, s), which is that of dimension one "
        "and for d > 1 keeps no eps: a noise d times smaller, with a pole at 0"
    ),
    ("known", "demographics"): (
        "the attacker knows age, height, weight, race and the dose; the other attributes are summed over "
        "with their marginal frequencies"
    ),
}
"""Each choice in words."""


def chosen(changes: list[str]) -> Choices:
    """The default choices with changes such as `rows=sphere`; `BadInput` for an unknown name or value.

    >>> chosen(["centre=mean", "noise_factor=0.5"]).centre
    'mean'
    """
    choices = Choices()
    for text in changes:
        name, _, value = (part.strip() for part in text.partition("="))
        if name == "noise_factor":
            choices = choices.changed(name, _factor(text, value))
        elif (name, value) in MEANING:
            choices = choices.changed(name, value)
        else:
            known = ", ".join(f"{n}={v}" for n, v in MEANING)
            raise BadInput(
                f"--choose {one_line(text, 60)}", f"one of {known}, noise_factor=NUMBER", "rows=sphere"
            )
    return choices


def _factor(text: str, value: str) -> float:
    try:
        number = float(value)
    except ValueError:
        number = math.nan
    if not 1e-9 <= number <= 1e9:
        raise BadInput(f"--choose {one_line(text, 60)}", "a number from 1e-9 to 1e9", "noise_factor=0.5")
    return number


ALTERNATIVES: Final = (
    ("rows", "sphere"),
    ("centre", "mean"),
    ("centre", "none"),
    ("target", "weekly"),
    ("noise", "tight"),
    ("functional", "code"),
    ("known", "demographics"),
    ("norm", "exponential"),
    ("noise_factor", 0.5),
    ("noise_factor", 0.25),
    ("noise_factor", 0.125),
    ("noise_factor", 0.0625),
)
"""What is tried, alone and in pairs, for a printed number that is not reproduced."""

JOINT: Final = (
    ("rows", "sphere"),
    ("centre", "mean"),
    ("centre", "none"),
    ("noise", "tight"),
    ("norm", "exponential"),
    ("functional", "code"),
)
"""What is tried, up to three at a time, to find choices under which all printed numbers are reproduced."""

PATIENTS: Final = (
    "Patients: those who reached a stable dose and whose dose, age, height, weight, race (White, Asian, "
    "Black), VKORC1 -1639 consensus genotype and CYP2C9 consensus genotype (*1/*1, *1/*2, *1/*3, *2/*2, "
    "*2/*3, *3/*3) are known. Nothing is imputed; rarer CYP2C9 genotypes are left out.",
    "Features, d = 14: age in decades, height, weight, each mapped from its range onto [-1, 1]; indicators"
    " of race (Asian, Black; reference White), amiodarone, an enzyme inducer (carbamazepine, phenytoin or "
    "rifampicin; not reported counts as no, as in IWPC 2009), VKORC1 (A/G, A/A; reference G/G) and CYP2C9 "
    "(five; reference *1/*1). No intercept: the source's hypotheses are w -> <w, x>. These are the "
    "attributes that the source names in section 5.1; that they make 14 is our reconstruction.",
)
"""Which patients, and how they are encoded."""

FIXED: Final = (
    "The ranges of age, height, weight and dose are taken from the data and count as public, here as in "
    "the source.",
    "Split: a random 80 % of the records trains, the others validate, drawn anew in each repetition. The "
    "source's split is not in the file.",
    "Data-independent: R = 1, lam = sqrt(d / (n eps)). Oracle: R in {0.25, 0.5, 1, 2} and 50 values of lam"
    " in arithmetic progression from 0.001 to 0.5; the pair with the least expected mean squared error on "
    "the training data, the noise included. Tuned: 24 pairs, lam = 0.002 * 2^k (k = 0..7), R in R1 = "
    "{0.25, 0.5, 1} or R2 = {0.5, 1, 2}.",
    "Objective perturbation: Algorithm 3 with R = 1, lam as data-independent and c = 2, the second "
    "derivative of the squared loss. The source does not name its parameters.",
    "Non-private: least squares without regulariser.",
    "Figure 7: eps = 0.5; 24 chunks train a candidate each on a share of their records, the 25th picks and "
    "measures; the source does not say whether R1 or R2, so both are compared with what it prints; 50 "
    "repetitions unless --repetitions says otherwise, where the source has 100.",
    "Attack, after Fredrikson et al. 2014: the value v with the largest marginal frequency of v times a "
    "normal density of the label about the model's prediction for v; the deviation is the model's root "
    "mean squared error on its training data. Marginal frequencies are those of the training data.",
    "The text of Fredrikson et al. 2014 was not at hand; where the source refers to it for details, the "
    "choice is ours.",
    "Mean squared error: of the validation records, in squared units of the target.",
)
"""What holds throughout."""
