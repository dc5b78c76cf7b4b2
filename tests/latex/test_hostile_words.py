"""Words around formulas that say less, or more, than the formulas alone."""

from __future__ import annotations

import pytest

from dptheory.documents.results import Result, read_document
from dptheory.documents.source import document


def last(text: str, *, tex: bool = False) -> Result:
    return read_document(document(text, tex=tex), "a note", effort=100_000).judged()[-1]


def holds(text: str, *, tex: bool = False) -> bool:
    """Whether the last relation holds as the text states it."""
    one = last(text, tex=tex)
    return one.answer is not None and one.verdict == "proved" and not (one.answer.assumed or one.elsewhere)


@pytest.mark.parametrize(
    "text",
    [
        r"Let $a>0$ or $b>0$. Then $a^3>0$.",
        r"Either $m\ge1$ or $m\le-1$. Then $m^3\ge1$.",
        r"Let $p\in(0,1)$ or $p=2$. Then $p^2<p$.",
        r"$t^3>0$ whenever $t>0$ or $u>0$.",
        r"If $c \ge 1$, or if $d \ge 1$, then $c^3 \ge 1$.",
        r"Let $y \ge 1$ or so. Then $y^3 \ge 1$.",
    ],
)
def test_one_of_two_conditions_is_not_given(text: str) -> None:
    assert not holds(text)


@pytest.mark.parametrize(
    "text",
    [
        r"Let $x\ge1$ or $x\le-1$. Then $x^2\ge1$.",
        r"Let $x\ge1$ and $y\ge1$. Then $xy\ge1$.",
    ],
)
def test_what_follows_from_either_condition_holds(text: str) -> None:
    assert holds(text)


def test_a_relation_between_names_with_a_value_that_is_one_of_two_does_not_fail() -> None:
    assert last(r"For $x = 1$ or $x = 2$ we have $x^2 \le 4$.").verdict != "refuted"
