"""What a sharper form assumes besides, and what a form that extends a part covers."""

from __future__ import annotations

from dptheory.kernel.logic import show
from dptheory.theory.library import Shelf, TheoryLibrary, extended
from dptheory.theory.nearness import assumed_besides

TEXT = """
statement own.loose: a bound
  source own
  quote  1/x <= 2
  let    x: real
  form printed
    covers part: one half of it
    given low: x >= 1
    claim 1/x <= 2
    proof: by calc from low
  form corrected extends printed
    claim 1/x <= 1
    proof: by calc from low
  form sharp
    given low: x >= 2
    claim 1/x <= 1/2
    proof: by calc from low
"""


def test_what_a_sharper_form_assumes_besides_is_seen_and_a_part_stays_one() -> None:
    """The factor 4 was told of forms of which one assumes x >= 2; a part that was extended was a whole."""
    own = extended(TheoryLibrary(Shelf({}), {}, {}), TEXT, "own").get("own.loose")
    printed, corrected, sharp = own.forms
    assert [show(one) for one in assumed_besides(printed, sharp)] == ["x >= 2"]
    assert assumed_besides(printed, corrected) == []
    assert corrected.covers == printed.covers != "" and sharp.covers == ""
