"""What authors write from the tutorial alone, as they write it, is read; each of these was refused once."""

from __future__ import annotations

import pytest

from dptheory.kernel.logic.theorems import theorem_hash
from dptheory.kernel.verdicts import PROVED, REFUTED
from dptheory.theory.library import TheoryLibrary, extended
from dptheory.theory.results import StatementResult
from dptheory.theory.texts import one_by_one
from dptheory.theory.verification import verify

STABLE = """lemma author.stable: a Lipschitz function of a stable rule
  source Example
  quote  q
  let A: data -> vec; f: vec -> vec; L, beta: real
  form printed
    given stable: norm_stable(A, beta); lip: forall u, v: vec. norm(f(u) - f(v)) <= L*norm(u - v)
    presupposed nonneg: L >= 0
    claim norm_stable(fun S. f(A(S)), L*beta)
    proof
      take S: data; i: int; z: record; assume place: 1 <= i and i <= n
      1: norm(f(A(replace(S, i, z))) - f(A(S)))
        <= L*norm(A(replace(S, i, z)) - A(S)) by apply from lip
        <= L*beta by calc from stable(S, i, z), nonneg
    model records = 0, 1; A(S) = 3*S1; f(w) = 2*w; L = 2; beta = 3
  twin of printed: half the rate
    claim norm_stable(fun S. f(A(S)), L*beta/2)
    world like model but S = 0; i = 1; z = 1
"""


def judged(text: str, library: TheoryLibrary) -> StatementResult:
    """The result of the one statement of a text."""
    own = extended(library, text, "notes")
    (name,) = set(own.statements) - set(library.statements)
    return verify(own, [name])[0]


def test_names_share_a_quantifier_and_its_domain() -> None:
    """A mathematician writes `forall u, v: vec`; only `forall u: vec. forall v: vec` was read."""
    assert one_by_one("forall u, v in ball(0.5). exists i, j: int. i < j and f(i, j) <= 0.5") == (
        "forall u in ball(0.5). forall v in ball(0.5). exists i: int. exists j: int. i < j and f(i, j) <= 0.5"
    )
    assert one_by_one("P[u ~ mu, v ~ nu](h(u, v) in B)") == "P[u ~ mu, v ~ nu](h(u, v) in B)"


def test_a_quantifier_of_two_names_says_what_two_quantifiers_say(library: TheoryLibrary) -> None:
    apart = STABLE.replace("forall u, v: vec.", "forall u: vec. forall v: vec.")
    one, other = (extended(library, text, "notes").get("author.stable").forms[0] for text in (STABLE, apart))
    assert apart != STABLE
    assert theorem_hash(one.theorem, library.definitions) == theorem_hash(other.theorem, library.definitions)


def test_a_data_set_of_a_twin_needs_no_word_of_its_own(library: TheoryLibrary) -> None:
    """`but S = 0` made S a number, and the world gave no data set."""
    result = judged(STABLE, library)
    assert result.forms[0].verdict.status == PROVED
    assert result.twins[0].verdict.status == REFUTED
    two = STABLE.replace("but S = 0;", "but n = 2; S = 0, 0;")
    assert judged(two, library).twins[0].verdict.status == REFUTED
    wrong = STABLE.replace("but S = 0;", "but S = 0, 0;")
    assert judged(wrong, library).twins[0].verdict.status != REFUTED


@pytest.mark.parametrize("head", ["proof: by calc from first", "proof by adding: by calc from first"])
def test_a_proof_of_one_line_needs_no_words(head: str, library: TheoryLibrary) -> None:
    text = f"statement author.one\n  let x: real\n  form printed\n    given first: x <= 1\n    claim x <= 2\n    {head}\n    model x = 1\n"
    assert judged(text, library).forms[0].verdict.status == PROVED
