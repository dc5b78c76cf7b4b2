"""Exact worst cases over all mechanisms on small finite worlds.

- `lemmas`: the lemmas that have finite worlds, by name (`LEMMAS`); `settings`: their sizes and parameters.
- `studies`: a lemma on the worlds of a setting, judged by the kernel, and the closed form of its worst cases.
- `solve`: `worst_case(question)`, the exact worst case with its certificate.
- `refusals`: which amplification by subsampling is sound, and a world for each that is not.
- `stability`, `subsampling`, `learning`: the questions; `sampling`: how samples are drawn.

>>> from dptheory.finite import setting, study
>>> found = study("wang2016.lemma31.pure", setting(entries=5, size=2, ratio=2))
>>> found.verdict.status, found.worst.value, found.bound
('checked', 7/5, '1 + 2/5*2*(2 - 1)')
>>> found.loss
9/7
"""

from .lemmas import LEMMAS, Lemma
from .refusals import amplified, counterexample
from .settings import Setting, setting
from .solve import WorstCase, worst_case, worst_of
from .studies import Study, comparison, study, suggested

__all__ = [
    "LEMMAS",
    "Lemma",
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
