"""What a search has tried: which of its tactics its effort went to, for those who read *unknown*."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeVar

from .budget import Budget

Result = TypeVar("Result")

MOST: Final = 4
LEAST: Final = 20
"""A tactic is named where one part in this many of the effort went to it."""
WORDS: Final = {
    "by_box": "boxes",
    "by_many_boxes": "boxes",
    "by_faces": "boxes and their faces",
    "by_ranges": "ranges that the conditions imply",
    "by_bernstein": "Bernstein coefficients",
    "by_contracting": "interval propagation",
    "by_series": "series",
    "by_few_series": "series",
    "by_squares": "sums of squares",
    "by_few_squares": "sums of squares",
    "by_products": "products of what is known",
    "by_contradiction": "contradiction from products of what is known",
    "by_derivatives": "derivatives",
    "by_cells": "cells on which a quotient is monotone",
    "by_crossing": "signs of derivatives that cross once",
    "by_implicit": "conditions that are monotone in a variable",
    "by_multiplier": "a multiplier",
    "by_signomials": "weighted means",
    "by_means": "weighted means",
    "by_cones": "coefficients in the edges of a cone",
    "by_coefficients": "signs of coefficients",
    "by_inequalities": "tangents",
    "by_line": "zeros of polynomials in one unknown",
    "by_terms": "sums taken apart",
    "by_quotients": "products taken apart",
    "by_homogenising": "making it homogeneous",
}


class Tried:
    """How much effort each tactic took itself, without what others took within it."""

    def __init__(self) -> None:
        self.taken: dict[str, int] = {}
        self._within = 0

    def count(self, name: str, budget: Budget, work: Callable[[], Result]) -> Result:
        """What some work returns, its effort counted for a tactic."""
        before, outside = budget.meter.spent, self._within
        self._within = 0
        try:
            return work()
        finally:
            whole = budget.meter.spent - before
            self.taken[name] = self.taken.get(name, 0) + whole - self._within
            self._within = outside + whole

    def said(self) -> str:
        """The tactics that took most, in words.

        >>> tried = Tried()
        >>> tried.taken = {"by_box": 70, "by_squares": 25, "by_pairs": 4, "by_factors": 6}
        >>> tried.said()
        'boxes, sums of squares, factors'
        """
        total, words = sum(self.taken.values()), dict[str, int]()
        for name, taken in self.taken.items():
            if name.startswith("by_"):
                text = WORDS.get(name, name[3:].replace("_", " "))
                words[text] = words.get(text, 0) + taken
        named = sorted((-taken, text) for text, taken in words.items() if taken * LEAST >= total > 0)
        return ", ".join(text for _, text in named[:MOST])
