"""What a form's model is for the forms of its statement that come after."""

from __future__ import annotations

import pytest

from dptheory.kernel.logic import REAL, VEC, function
from dptheory.kernel.real import parse_term, print_term
from dptheory.theory.library import TheoryLibrary, extended
from dptheory.worlds.earlier import Earlier
from dptheory.worlds.report import tried_form
from dptheory.worlds.sketches import Sketch
from dptheory.worlds.trial import with_kinks
from dptheory.worlds.values import Function

TWO = """
statement tutorial.curved
  title  two forms about one function
  source the tutorial
  let    f: vec -> real; lam, rho: real
  form printed
    given curvature: 0 < lam
    given strong: forall u: vec. forall v: vec. lam*norm(u - v) <= abs(f(u) - f(v))
    given steep: forall u: vec. forall v: vec. abs(f(u) - f(v)) <= rho*norm(u - v)
    claim lam <= rho
  form sharp
    let   r: real
    given curvature: 0 < lam
    given strong: forall u: vec. forall v: vec. lam*norm(u - v) <= abs(f(u) - f(v))
    given steep: forall u: vec. forall v: vec. abs(f(u) - f(v)) <= rho*norm(u - v)
    given rate: r = rho + 1
    claim lam <= r
"""


@pytest.fixture(scope="module")
def two(library: TheoryLibrary) -> TheoryLibrary:
    return extended(library, TWO, "two.thm")


def test_a_form_begins_with_the_model_of_the_one_before(two: TheoryLibrary) -> None:
    earlier = Earlier()
    one, other = two.get("tutorial.curved").forms
    first = tried_form(one, two.definitions, effort=20_000, drop=False, earlier=earlier).model
    then = tried_form(other, two.definitions, effort=20_000, drop=False, earlier=earlier).model
    assert first.shown is not None and then.shown is not None
    assert {str(e) for e in first.shown.world.entries} < {str(e) for e in then.shown.world.entries}
    assert earlier.certificates and then.worlds <= first.worlds


def test_a_symbol_of_another_sort_is_not_taken_over(two: TheoryLibrary) -> None:
    earlier = Earlier()
    form = two.get("tutorial.curved").forms[0]
    tried_form(form, two.definitions, effort=20_000, drop=False, earlier=earlier)
    [made] = earlier.sketches({"f": function(VEC, VEC)}, False, False)
    assert "q_0_" in made.names and made.symbols["f"] != earlier.found[0][0].symbols["f"]
    assert [*earlier.sketches({"f": function(VEC, REAL)}, False, True)] == []


def test_a_function_that_is_cut_off_is_tried_where_it_is_steepest() -> None:
    cut = Function(("w",), parse_term("2*min(q_0_, abs(w))**2 - w"))
    marks = with_kinks(Sketch(1, (), (), {"f": cut}, {}, ())).marks
    assert [print_term(m) for m in marks[::2]] == ["-q_0_", "q_0_"]
    whole = Function(("w",), parse_term("min(w, abs(w))**2 + abs(w)"))
    assert with_kinks(Sketch(1, (), (), {"f": whole}, {}, ())).marks == ()
