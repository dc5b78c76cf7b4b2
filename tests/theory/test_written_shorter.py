"""What an author leaves out because it stands above: hypotheses of a form, lines of a world."""

from __future__ import annotations

import pytest

from dptheory.kernel.logic.theorems import theorem_hash
from dptheory.theory.outline import OutlineError
from dptheory.theory.reader import read
from dptheory.theory.statements import Statement

HEAD = """statement short.one
  title  a sum
  source Example
  quote  q
  form printed
    let x, y, r: real
    given first: x <= r
    given second: y <= r
    claim x + y <= 3*r
    refuted minus one
      value x = -1
      value y = -1
      value r = -1
      law K(S) = 0: 1
"""

LONG = f"""{HEAD}  form corrected
    let x, y, r: real
    given first: x <= r
    given second: 0 <= y and y <= r
    given third: r >= 1
    claim x + y <= 3*r
    proof
      1: x + y <= 3*r by calc from first, second, third
    model
      n = 2
      value x = 1
      value y = 1
      value r = 1
  form sharp
    let x, y, r: real
    given first: x <= r
    presupposed second: y <= r
    claim x + y <= 2*r
    proof
      1: x + y <= 2*r by calc from first, second
    model
      n = 2
      value x = 1
      value y = 1
      value r = 1
  twin of sharp: another constant
    claim x + y <= 199/100*r
    world
      n = 3
      value x = 1
      value y = 1
      value r = 2/2
  twin of sharp: another constant
    claim x + y <= 198/100*r
    world
      n = 3
      value x = 1
      value r = 2/2
      value y = 1
"""

SHORT = f"""{HEAD}  form corrected extends printed
    given second: 0 <= y and y <= r
    given third: r >= 1
    proof
      1: x + y <= 3*r by calc from first, second, third
    model
      n = 2
      value x = 1
      value y = 1
      value r = 1
  form sharp extends corrected
    presupposed second: y <= r
    drop third
    claim x + y <= 2*r
    proof
      1: x + y <= 2*r by calc from first, second
  twin of sharp: another constant
    claim x + y <= 199/100*r
    world like model but n = 3; r = 2/2
  twin of sharp: another constant
    claim x + y <= 198/100*r
    world like twin
      without y
      value y = 1
"""


def one(text: str) -> Statement:
    return read(text, {}).statements[0]


def test_a_form_that_extends_another_and_worlds_like_others_are_what_they_are_in_full() -> None:
    long, short = one(LONG), one(SHORT)
    for kind in ("forms", "twins"):
        pairs = list(zip(getattr(long, kind), getattr(short, kind), strict=True))
        assert all(theorem_hash(a.theorem, {}) == theorem_hash(b.theorem, {}) for a, b in pairs)
    for a, b in zip(long.forms, short.forms, strict=True):
        assert (a.model, a.refutation, a.presupposed, a.steps) == (
            b.model,
            b.refutation,
            b.presupposed,
            b.steps,
        )
    assert [twin.refutation for twin in long.twins] == [twin.refutation for twin in short.twins]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("extends printed", "extends print", "forms above: printed"),
        ("extends printed", "extends sharp", "forms above: printed"),
        ("extends printed", "extends", r"expected 'form id\[ extends base\]'"),
        ("drop third", "drop fourth", "no hypothesis 'fourth' to drop"),
        ("like model", "like modl", "no world 'modl' above; there: model"),
        ("without y", "without u", "no line of 'u' to leave out"),
        ("but n = 3", "but n = 3; nonsense", "nonsense"),
    ],
)
def test_what_is_not_there_cannot_be_repeated(old: str, new: str, said: str) -> None:
    assert old in SHORT
    with pytest.raises(OutlineError, match=said):
        one(SHORT.replace(old, new))


def test_a_law_may_be_changed_on_the_line_and_what_a_refutation_shows_is_kept() -> None:
    text = SHORT.replace(
        "world like model but n = 3; r = 2/2",
        "world like printed but K = 0: 1/2, 1: 1/2; x = 1; y = 1; r = 1",
    )
    assert text != SHORT
    world = one(text.replace("but K =", "but law K(S) ="))
    assert "law K(S) = 0: 1/2, 1: 1/2" in world.twins[0].refutation.world.entries
    refuted = "    refuted like corrected: the model of another form\n"
    found = one(LONG.partition("  form sharp")[0] + "  form sharp extends printed\n" + refuted).forms[2]
    assert found.refutation is not None and found.refutation.note == "the model of another form"
    assert found.refutation.world == one(LONG).forms[1].model


def test_a_world_may_begin_on_its_first_line() -> None:
    """What stood there was not read, and the world was said to give no numbers."""
    whole = "    model\n      n = 2\n      value x = 1\n      value y = 1\n      value r = 1\n"
    assert whole in LONG
    for said in (
        "    model n = 2; x = 1; y = 1; r = 1\n",
        "    model n = 2\n      x = 1; value y = 1\n      r = 1\n",
    ):
        assert one(LONG.replace(whole, said)) == one(LONG)
    with pytest.raises(OutlineError, match="expected 'model' with lines 'x = 1' under it"):
        one(LONG.replace(whole, whole.replace("model", "model of the sum", 1)))


def test_a_proof_is_not_inherited() -> None:
    """A form that extends another says something else: it needs a proof of its own."""
    text = SHORT.replace("    proof\n      1: x + y <= 2*r by calc from first, second\n", "").partition(
        "  twin"
    )[0]
    assert one(text).forms[2].steps == () and one(text).forms[2].model is None


def test_what_is_added_to_a_printed_form_is_given_in_a_corrected_one_and_added_in_another_printed_one() -> (
    None
):
    """A form that extended one with an added hypothesis lost it, and was another statement."""
    text = SHORT.replace("given first: x <= r", "added first: x <= r")
    text = text.replace("given second: y <= r", 'given second: y <= r -- "y small"', 1)
    again = "  form printed.again extends printed\n    claim x + y <= 4*r\n"
    printed, corrected, _, other = one(text.replace("  twin of", f"{again}  twin of", 1)).forms
    assert printed.added == {"first"} and printed.words == {"second": "y small"}
    assert dict(corrected.theorem.hypotheses)["first"] == dict(printed.theorem.hypotheses)["first"]
    assert corrected.mark("first") == "given" and not corrected.added and not corrected.words
    assert other.added == {"first"} and other.words == printed.words
    dropped = text.replace("    given third: r >= 1\n", "    given third: r >= 1\n    drop first\n")
    assert [label for label, _ in one(dropped).forms[1].theorem.hypotheses] == ["second", "third"]
