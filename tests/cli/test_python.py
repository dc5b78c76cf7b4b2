"""The Python interface, and the bridge to sympy."""

import pytest
import sympy
from flint import fmpq

import dptheory
from dptheory.inputs import one_claim
from dptheory.kernel.real.enclose import exact
from dptheory.kernel.real.grammar import parse_term
from dptheory.kernel.syntax import SyntaxProblem
from dptheory.loaded import to_sympy
from dptheory.theory.library import UnknownStatement

x, y = sympy.symbols("x y")


def test_prove_takes_texts_and_sympy_relations() -> None:
    assert dptheory.prove("x <= 1", where="x <= 0").verdict.status == "proved"
    assert dptheory.prove(sympy.Le(x, 1), where="x <= 0").verdict.status == "proved"
    assert dptheory.prove(x**2 < 0).verdict.status == "refuted"


def test_what_is_no_claim_is_refused() -> None:
    with pytest.raises(SyntaxProblem):
        dptheory.prove("x <")
    with pytest.raises(TypeError, match="needed: a text or a sympy relation"):
        dptheory.prove(x + 1)
    with pytest.raises(TypeError):
        dptheory.prove(3)


@pytest.mark.parametrize(
    ("relation", "text"),
    [
        (sympy.Abs(x) >= sympy.Min(x, y, 0), "abs(x) >= min(0, x, y)"),
        (sympy.ceiling(x) < sympy.Max(x, y) + 1, "ceil(x) < max(x, y) + 1"),
        (sympy.Eq(sympy.exp(x), y), "exp(x) = y"),
        (sympy.sqrt(x) <= sympy.Rational(1, 3) * sympy.E, "sqrt(x) <= E/3"),
    ],
)
def test_sympy_relations_become_text_of_the_grammar(relation: object, text: str) -> None:
    assert one_claim(relation).text == text


@pytest.mark.parametrize(
    "text", ["4*rho/(lam*n)", "abs(x - 3)**3", "min(x, 2, 1/3)", "ceil(x/2) - floor(-x)", "-x**2"]
)
def test_the_sympy_expression_has_the_value_of_the_term(text: str) -> None:
    term = parse_term(text)
    point = {"rho": fmpq(2), "lam": fmpq(1, 3), "n": fmpq(5), "x": fmpq(7, 2)}
    value = exact(term, point)
    assert value is not None
    made = to_sympy(term)
    put = {s: sympy.Rational(int(point[s.name].p), int(point[s.name].q)) for s in made.free_symbols}
    assert made.subs(put) == sympy.Rational(int(value.p), int(value.q))


def test_load_gives_a_value_that_shows_itself() -> None:
    loaded = dptheory.load("wu2015.lemma13")
    assert loaded.title.startswith("strong convexity")
    assert "broken at step" not in loaded.show()
    assert "broken at step inside" in dptheory.load("wang2016.proposition12").show()
    assert loaded.show("ascii").splitlines()[0].startswith("wu2015.lemma13")
    with pytest.raises(UnknownStatement, match=r"wu2015\.lemma13"):
        dptheory.load("wu2015.lemma31")
