"""What a line cites beside labels, the last lines that go without saying, and several things on a line."""

from __future__ import annotations

import pytest

from dptheory.kernel import PROVED
from dptheory.kernel.logic import show
from dptheory.kernel.logic.theorems import theorem_hash
from dptheory.theory.library import TheoryLibrary, extended
from dptheory.theory.outline import OutlineError
from dptheory.theory.statements import Statement
from dptheory.theory.verification import verify

DEFINED = """define expands(g: vec -> vec; c: real) := forall u: vec. forall v: vec. norm(g(u) - g(v)) <= c*norm(u - v)
  says {g} expands distances at most {c} times

"""
LONG = """statement cited.stable
  title  a Lipschitz map of a stable rule
  kind   lemma
  source Example
  place  example.txt 1-2
  quote  q
  let    A: data -> vec; g: vec -> vec; c, r: real
  form printed
    given stable: norm_stable(A, r)
    given map: expands(g, c)
    presupposed factor: c >= 0
    claim norm_stable(fun S. g(A(S)), c*r)
    proof by the triangle
      let S: data; i: int; z: record
      place: 1 <= i and i <= n by assume
      2: norm(A(replace(S, i, z)) - A(S)) <= r by apply from stable, place at S; i; z
      3: norm(g(A(replace(S, i, z))) - g(A(S))) <= c*norm(A(replace(S, i, z)) - A(S))
        by apply from map at A(replace(S, i, z)); A(S)
      4: n >= 1 by size-positive
      5: norm(g(A(replace(S, i, z))) - g(A(S))) <= c*r by calc from 3, 2, factor, 4
      6: norm_stable(fun S. g(A(S)), c*r) by intro from 5 fix S, i, z
    model
      records = 0, 1
      value A(S) = S1
      value g(w) = 2*w
      value c = 2
      value r = 1
  twin of printed: another factor
    claim norm_stable(fun S. g(A(S)), 99/100*c*r)
    world like model
"""
SHORT = """lemma cited.stable: a Lipschitz map of a stable rule
  source Example; place example.txt 1-2
  quote  q
  let    A: data -> vec; g: vec -> vec; c, r: real
  form printed
    given stable: norm_stable(A, r); map: expands(g, c)
    presupposed factor: c >= 0
    claim norm_stable(fun S. g(A(S)), c*r)
    proof by the triangle
      take S: data; i: int; z: record; assume place: 1 <= i and i <= n
      5: norm(g(A(replace(S, i, z))) - g(A(S))) <= c*r
        by calc from map(A(replace(S, i, z)), A(S)), stable(S, i, z), factor, n >= 1
    model records = 0, 1; A(S) = S1; g(w) = 2*w; c = 2; r = 1
  twin of printed: another factor
    claim norm_stable(fun S. g(A(S)), 99/100*c*r)
"""


def read(text: str, library: TheoryLibrary) -> tuple[TheoryLibrary, Statement]:
    made = extended(library, DEFINED + text, "cited.thm")
    return made, made.get("cited.stable")


def test_what_is_cited_becomes_lines_that_the_kernel_checks(library: TheoryLibrary) -> None:
    (full, long), (made, short) = read(LONG, library), read(SHORT, library)
    assert (short.title, short.kind, short.source) == (long.title, long.kind, long.source)
    for one, other in [(long.forms[0], short.forms[0]), (long.twins[0], short.twins[0])]:
        assert theorem_hash(one.theorem, full.definitions) == theorem_hash(other.theorem, made.definitions)
    assert long.twins[0].refutation == short.twins[0].refutation
    said = [{show(line.formula) for line in one.forms[0].steps} for one in (long, short)]
    assert said[0] == said[1]
    result = verify(made, [short.id])[0]
    assert result.forms[0].verdict.status == PROVED
    assert len(result.forms[0].steps) == len(long.forms[0].steps)


def test_a_line_generalised_in_a_citation_is_a_line_by_intro(library: TheoryLibrary) -> None:
    text = SHORT.replace("n >= 1\n", "n >= 1\n      by both from all S i. place implies all z. 5\n")
    made, short = read(text, library)
    assert [line.by for line in short.forms[0].steps][-2:] == ["intro", "both"]
    assert verify(made, [short.id])[0].forms[0].verdict.status == PROVED


def test_parts_of_lines_and_lines_together_are_cited(library: TheoryLibrary) -> None:
    text = """statement cited.stable
  title  t
  source Example
  form printed
    let x, y: real
    given both: 0 <= x and x <= y
    claim 0 <= y and x <= y + 1
    proof by parts
      1: 0 <= y by calc from both.1, both.2
      2: x <= y + 1 by calc from both.2
    model x = 1; y = 1
"""
    made, short = read(text, library)
    assert [(line.by, line.sources) for line in short.forms[0].steps] == [
        ("apply", ("both",)), ("apply", ("both",)), ("calc", ("1.1", "1.2")), ("calc", ("1.2",)),
        ("both", ("1", "2")),
    ]  # fmt: skip
    assert verify(made, [short.id])[0].forms[0].verdict.status == PROVED


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("stable(S, i, z)", "stable(S, i, z, z)", "says nothing of so many terms"),
        ("stable(S, i, z)", "stable(S, j, z)", "'j'"),
        ("n >= 1", "all q. factor", "declare it"),
        ("n >= 1", "factor.2", "no part 2"),
    ],
)
def test_what_cannot_be_cited_is_told(library: TheoryLibrary, old: str, new: str, said: str) -> None:
    with pytest.raises(OutlineError, match=said):
        read(SHORT.replace(old, new), library)


def test_a_false_fact_is_not_believed(library: TheoryLibrary) -> None:
    """It becomes a calculation from nothing, which has no certificate."""
    made, short = read(SHORT.replace("n >= 1", "n >= 2"), library)
    assert verify(made, [short.id])[0].forms[0].verdict.status != PROVED


def test_an_end_that_does_not_follow_is_not_written(library: TheoryLibrary) -> None:
    text = SHORT.replace("norm_stable(fun S. g(A(S)), c*r)", "norm_stable(fun S. g(A(S)), c*r + 1)", 1)
    made, short = read(text, library)
    assert short.forms[0].steps[-1].label == "5"
    assert verify(made, [short.id])[0].forms[0].verdict.status != PROVED
