"""What cost a stranger runs, who wrote theorems of a first course from the documentation alone."""

from __future__ import annotations

import pytest

from dptheory.kernel import PROVED
from dptheory.theory.library import TheoryLibrary, extended

from .test_authors_second_day import judged

ABOVE = """
  let x: real
  form printed
    given h: x >= 1
    claim forall y: real. y >= 1 implies x + y >= {bound}
    proof
      {lines}
    model x = 1
"""
LINES = {
    "a bare by under a line": """1: forall y: real. y >= 1 implies x + y >= {bound}
        take y: real; assume p: y >= 1
        by calc from h, p""",
    "a bare by after lines": """1: forall y: real. y >= 1 implies x + y >= {bound}
        take y: real; assume p: y >= 1
        2: x + y >= 1 + y by calc from h
        by calc from 2, p""",
    "a bare by after take": """take y: real; assume p: y >= 1
      by calc from h, p""",
    "a bare by of an assumption without names": """1: x >= 0 implies x + 1 >= {bound}
        assume q: x >= 0
        by calc from h
      take y: real; assume p: y >= 1
      by calc from h, p""",
    "where on the line of take": """take y: real; assume p: y >= 1; where s := x + y
      1: s >= {bound} by calc from h, p""",
    "the first link on the line": """take y: real; assume p: y >= 1
      4: x + y = y + x by calc
        >= y + 1 by calc from h
        >= {bound} by calc from p""",
    "two links, one on the line": """take y: real; assume p: y >= 1
      4: x + y >= y + 1 by calc from h
        >= {bound} by calc from p""",
}


@pytest.mark.parametrize("lines", LINES.values(), ids=LINES)
def test_a_line_that_an_author_wrote_was_not_read(lines: str, library: TheoryLibrary) -> None:
    """`expected an operator, found 'by'` was said, and of the last `by` that it rests on what is assumed."""
    text = ABOVE.replace("{lines}", lines)
    right, wrong = (judged(text.format(bound=bound), library) for bound in ("2", "201/100"))
    assert right.forms[0].verdict.status == PROVED
    assert wrong.forms[0].verdict.status != PROVED


def test_a_last_by_whose_lines_are_for_all_values_says_the_whole_claim(library: TheoryLibrary) -> None:
    lines = """take y: real; assume p: y >= 1
      1: x + y >= 2 by calc from h, p
      by intro from 1 fix y"""
    made = extended(library, _whole(ABOVE.format(bound=2, lines=lines)), "day").get("day.own").forms[0]
    assert made.steps[-1].formula == made.theorem.conclusion


def _whole(body: str) -> str:
    return f"lemma day.own: t\n  source e\n  quote q\n  {body.strip()}\n"
