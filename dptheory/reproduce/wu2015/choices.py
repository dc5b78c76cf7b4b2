"""What the source leaves open, and what was chosen here."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Final, Literal


@dataclass(frozen=True)
class Choices:
    """One way to fill in what Wu et al. 2015 and Fredrikson et al. 2014 do not say, or say in several ways.

    >>> Choices().changed("rows", "sphere").rows
    'sphere'
    """

    target: Literal["sqrt", "weekly"] = "sqrt"
    centre: Literal["range", "mean", "none"] = "range"
    rows: Literal["ball", "sphere"] = "ball"
    noise: Literal["printed", "tight"] = "printed"
    functional: Literal["paper", "code"] = "paper"
    known: Literal["all", "demographics"] = "all"
    noise_factor: float = 1.0

    def changed(self, name: str, value: str | float) -> Choices:
        """The same with one choice changed."""
        return replace(self, **{name: value})  # type: ignore[arg-type]

    def described(self) -> tuple[str, ...]:
        """Each choice that has a meaning in words, as `name = value: meaning`."""
        pairs = [(f.name, getattr(self, f.name)) for f in fields(self)]
        return tuple(f"{name} = {value}: {MEANING[name, value]}." for name, value in pairs if (name, value) in MEANING)


MEANING: Final = {
    ("target", "sqrt"): "the square root of the weekly dose is predicted, as by the IWPC 2009 dosing algorithm",
    ("target", "weekly"): "the weekly dose itself is predicted",
    ("centre", "range"): "the target is mapped affinely from its range onto [-1, 1]",
    ("centre", "mean"): "the target is centred at its mean and divided by its largest deviation",
    ("centre", "none"): "the target is divided by its largest value, without centring",
    ("rows", "ball"): "all feature vectors are divided by one public bound on their norm, the root of the number of "
    "attributes that can be non-zero at once",
    ("rows", "sphere"): "every feature vector is divided by its own norm",
    ("noise", "printed"): "output and objective perturbation and the functional mechanism have the printed noise",
    ("noise", "tight"): "they have the least noise that the proofs of `dptheory.mechanisms` allow",
    ("functional", "paper"): "the functional mechanism is that of Zhang et al. 2012, with a regulariser of four standard "
    "deviations and noise on the d(d+1)/2 + d coefficients",
    ("functional", "code"): "it is that of its authors' published program: sensitivity 2d^2 + 4d, a full matrix of noise "
    "that is then symmetrised, regulariser 5 sqrt(2) sensitivity / eps",
    ("known", "all"): "the attacker knows every attribute but the genotype, and the dose",
    ("known", "demographics"): "the attacker knows age, height, weight and race, and the dose; the other attributes are "
    "summed over with their marginal frequencies",
}
"""Each choice in words."""

ALTERNATIVES: Final = (
    ("rows", "sphere"),
    ("centre", "mean"),
    ("centre", "none"),
    ("target", "weekly"),
    ("noise", "tight"),
    ("functional", "code"),
    ("known", "demographics"),
    ("noise_factor", 0.5),
    ("noise_factor", 0.25),
    ("noise_factor", 0.125),
    ("noise_factor", 0.0625),
)
"""What is tried, one at a time, for a printed number that is not reproduced."""

FIXED: Final = (
    "Patients: those who reached a stable dose and whose dose, age, height, weight, race (White, Asian, Black), VKORC1 "
    "-1639 consensus genotype and CYP2C9 consensus genotype (*1/*1, *1/*2, *1/*3, *2/*2, *2/*3, *3/*3) are known; "
    "nothing is imputed. Rarer CYP2C9 genotypes are left out.",
    "Features, d = 14: age in decades, height, weight, each mapped from its range onto [-1, 1]; indicators of race "
    "(Asian, Black; reference White), amiodarone, an enzyme inducer (carbamazepine, phenytoin or rifampicin; not "
    "reported counts as no, as in IWPC 2009), VKORC1 (A/G, A/A; reference G/G) and CYP2C9 (five; reference *1/*1). "
    "No intercept: the source's hypotheses are w -> <w, x>.",
    "The ranges of age, height, weight and dose are taken from the data and count as public, here as in the source.",
    "Split: a random 80 % of the patients trains, the others validate, drawn anew in each repetition. The split of the "
    "IWPC cohorts is not in the file.",
    "Data-independent: R = 1, lam = sqrt(d / (n eps)). Oracle: R in {0.25, 0.5, 1, 2} and 50 values of lam in "
    "arithmetic progression from 0.001 to 0.5; the pair with the least expected mean squared error on the training data, "
    "the noise included. Tuned: 24 pairs, lam = 0.002 * 2^k (k = 0..7), R in R1 = {0.25, 0.5, 1} or R2 = {0.5, 1, 2}.",
    "Objective perturbation: Algorithm 3 with R = 1 and lam as data-independent; c = 2, the second derivative of the "
    "squared loss. The source's Figure 4 does not name its parameters.",
    "Non-private: least squares without regulariser.",
    "Attack (Fredrikson et al. 2014): the genotype v with the largest marginal frequency of v times a normal density of "
    "the dose about the model's prediction for v; the deviation is the model's root mean squared error on its training "
    "data. Marginal frequencies are those of the training data.",
    "Mean squared error: of the validation patients, in squared units of the target.",
)
"""What holds throughout."""
