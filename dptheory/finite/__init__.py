"""Exact worst cases over all mechanisms on small finite worlds.

- `lemmas`: what is asked of all mechanisms, by name (`QUANTITIES`), and bounds of it; `settings`: sizes.
- `studies`: bounds on the worlds of a setting, judged by the kernel, and the closed form of the worst cases.
- `solve`: `worst_case(question)`, the exact worst case with its certificate.
- `refusals`: which amplification by subsampling is sound, and a world for each that is not.
- `ordered`: samples in the order of their data set, for which Lemma 34 fails.
- `stability`, `subsampling`, `learning`: the questions; `sampling`: how samples are drawn.

The bounds of the library's lemmas are read off their forms (`dptheory.theory.worst_cases`).

>>> from dptheory.finite import QUANTITIES, Lemma, setting, study
>>> lemma = Lemma(QUANTITIES["amplification"], {"printed": "1 + gam*r*(r - 1)"})
>>> found = study(lemma, setting(entries=5, size=2, ratio=2))
>>> found.verdict.status, found.worst.value, found.bounds["printed"]
('checked', 7/5, '1 + 2/5*2*(2 - 1)')
"""

from .lemmas import QUANTITIES, Lemma, Quantity
from .refusals import amplified, counterexample
from .settings import Setting, setting
from .solve import WorstCase, worst_case, worst_of
from .studies import Study, comparison, study, suggested

__all__ = [
    "QUANTITIES",
    "Lemma",
    "Quantity",
    "Setting",
    "Study",
    "WorstCase",
    "amplified",
    "comparison",
    "counterexample",
    "setting",
    "study",
    "suggested",
    "worst_case",
    "worst_of",
]
