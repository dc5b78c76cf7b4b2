"""A region speaks of its parameter: a name that nothing gives a value to met the number of a quantifier.

In `region H(w_) = w_**2*((w_ - 1)**2 + w_1**2) <= 0` the letter w_1 is no record of w_, and the evaluation calls
the number of `forall w` by that very name: H was another set for each w.
"""

from __future__ import annotations

import pytest

from dptheory.kernel import REFUTED, Evidence, KernelError, judge
from dptheory.kernel.logic import Library
from dptheory.kernel.models import World, owed
from dptheory.prover.outcome import prove
from dptheory.theory.reader import read
from dptheory.theory.worlds import parse_world

TEXT = """statement a.two
  title  two steps
  let    H: set(vec); a, e: vec
  form printed
    given start: a in H
    given step: forall w: vec. w in H implies w + e in H
    claim a + e + e in H
"""
STRAY = ("region H(w_) = w_**2*((w_ - 1)**2 + w_1**2) <= 0", "value a = 0", "value e = 1")
THEOREM = read(TEXT, {}).statements[0].forms[0].theorem


def claims(lines: tuple[str, ...], conclusion: bool = True) -> list[str]:
    world: World = parse_world(lines)
    return [one.text for one in owed(THEOREM, world, Library({}, {}), conclusion)[0]]


def test_a_true_statement_was_refuted() -> None:
    """a in H, and w + e in H for every w in H: a + e + e in H is proved by two lines."""
    world = None
    try:
        world = parse_world(STRAY)
    except KernelError:
        return  # refused where it is read

    def certificates(wanted: list) -> dict:  # type: ignore[type-arg]
        return {one.hash: prove(one).certificate for one in wanted}

    found = judge(THEOREM, Evidence(fails=world), Library({}, {}), certificates)
    assert found.judged.verdict.status != REFUTED


@pytest.mark.parametrize("letter", ["w_1", "w_7", "w_0"])
def test_a_letter_of_a_region_that_has_no_value(letter: str) -> None:
    """With it a world is a family of worlds of which nobody said so, and of one name two things are called."""
    with pytest.raises(KernelError, match=letter):
        claims((STRAY[0].replace("w_1", letter), *STRAY[1:]))


@pytest.mark.parametrize("letter", ["w1", "w12"])
def test_a_numbered_letter_is_a_record_of_a_data_set_only(letter: str) -> None:
    with pytest.raises(KernelError, match=letter):
        claims((f"region H(w) = w <= 1 + {letter}**2", *STRAY[1:]), conclusion=False)


def test_a_region_of_data_sets_has_its_records() -> None:
    text = "statement a.three\n  let Z: set(data); S: data\n  form printed\n    claim S in Z\n"
    theorem = read(text, {}).statements[0].forms[0].theorem
    lines = ("n = 2", "records = 0, 1", "data S = 0, 1", "region Z(S) = S1 + S2 <= 0")
    assert owed(theorem, parse_world(lines), Library({}, {}), True)[0] == []
    with pytest.raises(KernelError, match="S3"):
        world = parse_world((*lines[:3], "region Z(S) = S1 + S3**2 < 0"))
        owed(theorem, world, Library({}, {}), True)


BOUNDED = """    given small: forall w: vec. w in H implies norm(w) <= 1
    given far: norm(a + e + e) >= 2
    claim 1 < 0
"""


def test_hypotheses_that_exclude_each_other_had_a_model() -> None:
    """a + e + e lies in H, whose members have norms of at most 1, and has one of at least 2: `1 < 0` was proved."""
    text = TEXT.replace("    claim a + e + e in H\n", BOUNDED)
    theorem = read(text, {}).statements[0].forms[0].theorem
    with pytest.raises(KernelError, match="w_1"):
        owed(theorem, parse_world(STRAY), Library({}, {}))
