"""What is printed of a theorem reads back as the very theorem; nothing else prints like it."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from flint import fmpq
from hypothesis import given, settings
from hypothesis import strategies as st

from dptheory.kernel.forms import Evidence, judge
from dptheory.kernel.limits import KernelError
from dptheory.kernel.logic.grammar import Scope, formula
from dptheory.kernel.logic.sorts import INT, PROP, REAL, VEC, law, set_of
from dptheory.kernel.logic.terms import Expr, abstract, normal, num, op, var
from dptheory.kernel.logic.theorems import (
    Library,
    Theorem,
    hash_of_text,
    theorem_from_text,
    theorem_hash,
    theorem_text,
)
from dptheory.kernel.verdicts import UNKNOWN
from dptheory.theory.library import load_library

from .random_terms import DEFINITIONS, VARIABLES, Terms

SEEDS = st.integers(0, 10**9)
SAMPLE = 4
"""Every so many forms of the library are read back here; `verify` does it with all."""


def drawn(seed: int) -> tuple[Theorem, list[str]]:
    rng = random.Random(seed)
    made = Terms(rng)
    constants = tuple(rng.sample(["x", "y", "r0"], rng.randrange(3)))
    given = tuple(
        (f"h{k}", made.of(PROP, rng.randrange(5), dict(VARIABLES))) for k in range(rng.randrange(4))
    )
    claim = made.of(PROP, 5, dict(VARIABLES))
    cites = [f"{rng.getrandbits(256):064x}" for _ in range(rng.randrange(3))]
    return Theorem(f"a.random:form{rng.randrange(9)}", VARIABLES, given, claim, constants), cites


@given(SEEDS)
@settings(max_examples=200, deadline=None, derandomize=True)
def test_random_theorems_read_back(seed: int) -> None:
    made, cites = drawn(seed)
    text = theorem_text(made, DEFINITIONS, cites)
    assert theorem_from_text(text) == made and text.isascii()
    assert hash_of_text(made, DEFINITIONS, cites) == theorem_hash(made, DEFINITIONS, cites)


@given(SEEDS, SEEDS)
@settings(max_examples=200, deadline=None, derandomize=True)
def test_texts_that_are_changed_are_no_theorems(seed: int, other: int) -> None:
    """All but the first line, which says only what the theorem is called, is covered by the hash."""
    rng = random.Random(other)
    text = theorem_text(drawn(seed)[0], DEFINITIONS)
    place = rng.randrange(text.index("\n"), len(text))
    kept = rng.choice((place, place + 1))
    changed = text[:place] + rng.choice(["", *"xyCiH01+-*/() <=.:~'\n\u0435"]) + text[kept:]
    if changed != text:
        with pytest.raises(KernelError):
            theorem_from_text(changed)


@given(SEEDS)
@settings(max_examples=100, deadline=None, derandomize=True)
def test_another_theorem_has_another_text_and_another_hash(seed: int) -> None:
    made, _ = drawn(seed)
    others = [
        replace(made, variables={**VARIABLES, "i": REAL, "new": INT}),
        replace(made, constants=tuple({"x", "y", "r0"} - {*made.constants})),
        replace(made, hypotheses=(*made.hypotheses, ("more", made.conclusion))),
        replace(made, conclusion=op("not", PROP, made.conclusion)),
    ]
    said = {(theorem_text(one, DEFINITIONS), theorem_hash(one, DEFINITIONS)) for one in (made, *others)}
    assert len({text for text, _ in said}) == len({key for _, key in said}) == 5


@pytest.mark.parametrize("part", range(SAMPLE))
def test_forms_of_the_library_read_back(part: int) -> None:
    library = load_library()
    forms = [form for _, form in library.forms()][part :: SAMPLE * SAMPLE]
    assert len(forms) > 50
    for form in forms:
        read = theorem_from_text(theorem_text(form.theorem, library.definitions))
        hashes = {theorem_hash(one, library.definitions) for one in (form.theorem, read)}
        assert len(hashes) == 1 and read.variables == form.theorem.variables, form.name


def test_an_integer_is_not_read_back_as_a_real_number_of_the_set() -> None:
    """``forall k in H`` was printed for a set of reals and an integer k: it reads as "for all real k"."""
    scope = Scope({"H": set_of(REAL)}, {})
    made = formula("forall k: int. k in H implies abs(k) <= k**2", scope)
    claimed = Theorem("a.guard:printed", scope.variables, (), made)
    assert theorem_from_text(theorem_text(claimed, {})) == claimed
    assert "forall k: int. k in H implies" in theorem_text(claimed, {})


def test_applied_functions_are_written_reduced() -> None:
    claim = Expr("apply", (abstract("x", REAL, op("le", PROP, var("x", REAL), num(1))), num(2)), PROP)
    guard = op("forall", PROP, abstract("u", VEC, op("implies", PROP, Expr("apply", (
        abstract("v", VEC, op("member", PROP, var("v", VEC), var("H", set_of(VEC)))), var("u", VEC),
    ), PROP), claim)))  # fmt: skip
    drawn_from = {"mu": law(VEC), "H": set_of(VEC)}
    inner = op(
        "P", REAL, var("mu", law(VEC)), abstract("w", VEC, op("eq", PROP, var("w", VEC), var("v", VEC)))
    )
    twice = op(
        "E",
        REAL,
        var("mu", law(VEC)),
        abstract("u", VEC, Expr("apply", (abstract("v", VEC, inner), var("u", VEC)), REAL)),
    )
    for made in (claim, guard, op("le", PROP, twice, num(1))):
        claimed = Theorem("a.b:c", drawn_from, (), made)
        read = theorem_from_text(theorem_text(claimed, {}))
        assert normal(read.conclusion, {}) == normal(made, {})


def test_a_definition_that_is_a_function_is_applied_to_what_follows_its_parameters() -> None:
    ball = Expr("defined", (var("x", REAL),), set_of(VEC), "ball")
    made = Expr("apply", (ball, var("u", VEC)), PROP)
    claimed = Theorem("a.b:c", {"x": REAL, "u": VEC}, (), made)
    assert "then ball(x, u)\n" in theorem_text(claimed, DEFINITIONS)
    assert theorem_from_text(theorem_text(claimed, DEFINITIONS)) == claimed


@pytest.mark.parametrize("label", ["a: b", "a\nif q", "\u03b5", "a\u2028b", ""])
def test_labels_that_do_not_read_back_are_refused(label: str) -> None:
    said = op("le", PROP, var("x", REAL), num(1))
    made = Theorem("a.b:c", {"x": REAL}, ((label, said),), said)
    found = judge(made, Evidence(), Library({}, {}), {})
    if label:
        assert found.judged.verdict.status == UNKNOWN and "does not read back" in found.judged.verdict.reason
        assert found.judged.verdict.about == ""
    else:
        assert hash_of_text(made, {}) == theorem_hash(made, {})


def test_a_term_that_no_text_says_is_refused() -> None:
    half = Theorem("a.b:c", {"x": REAL}, (), op("le", PROP, var("x", REAL), num(fmpq(1, 2))))
    with pytest.raises(KernelError, match="does not read back"):
        hash_of_text(half, {})


@pytest.mark.parametrize(
    "text", ["", "theorem a.b:c\n", "then 1 <= 2\n", "forall x: real\nthen x <= y\n", "then (\n"]
)
def test_what_is_no_theorem_is_refused(text: str) -> None:
    with pytest.raises(KernelError):
        theorem_from_text(text)
