"""The Python interface, and the bridge to sympy."""

from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
import sympy
from flint import fmpq

import dptheory
from dptheory.errors import BadInput
from dptheory.exact import exact_number
from dptheory.inputs import one_claim
from dptheory.kernel import SyntaxProblem, Verdict
from dptheory.kernel.real import exact, parse_term
from dptheory.lab.accounting import GaussianMoments
from dptheory.loaded import to_sympy
from dptheory.theory.catalogue import UnknownStatement
from dptheory.theory.inverses import solve_for

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
    assert "broken at step inside" in dptheory.load("wang2016.proposition12").show(form="printed")
    assert loaded.show("ascii").splitlines()[0].startswith("wu2015.lemma13")
    with pytest.raises(UnknownStatement, match=r"wu2015\.lemma13"):
        dptheory.load("wu2015.lemma31")


def test_a_verdict_that_is_not_proved_was_true() -> None:
    assert not dptheory.prove("exp(x) <= 1")
    assert not dptheory.prove("exp(x) <= 1").verdict
    assert dptheory.prove("exp(x) >= 1", where="x >= 0")
    assert not Verdict("unknown") and not Verdict("sampled")
    refuted = dptheory.refute("exp(x) <= 1")
    assert refuted.refuted and not refuted
    assert dptheory.growth("n", "n", "n", where="n >= 1")
    assert not dptheory.growth("n", "1", "n", where="n >= 1")
    assert dptheory.tighten("x*(1 - x) <= c", "c")


def test_an_outcome_put_beside_another_claim_is_not_true() -> None:
    proved, other = dptheory.prove("x**2 >= 0"), dptheory.prove("x**2 >= 1")
    assert proved and not other and proved.claim != other.claim
    assert not replace(proved, claim=other.claim) and not replace(other, verdict=proved.verdict)
    assert dptheory.prove("0 <= x**2 <= x**2 + 1")


def test_a_text_that_calls_itself_equal_makes_no_verdict() -> None:
    class Text(str):
        def __hash__(self) -> int:
            return 0

    with pytest.raises(ValueError):
        Verdict(Text("proved"))


@pytest.mark.parametrize("said", ["complex", "finite", "hermitian", "extended_real"])
def test_a_symbol_that_need_not_be_real_is_refused(said: str) -> None:
    """A complex number was taken for a real one: z**2 + 1 >= 0 was proved of it."""
    z = sympy.Symbol("z", **{said: True})
    with pytest.raises(BadInput, match=said):
        dptheory.prove(sympy.Ge(z**2 + 1, 0, evaluate=False))


def test_where_may_be_a_list_or_relations_of_sympy() -> None:
    assert dptheory.prove("x*y <= 1", where=["0 <= x <= 1", "0 <= y <= 1"])
    assert dptheory.prove("x*y <= 1", where=[x >= 0, x <= 1, "0 <= y <= 1"])
    assert dptheory.prove(x * y <= 1, where=sympy.And(x >= 0, x <= 1, y >= 0, y <= 1))
    assert dptheory.prove("x <= 1", where=None).refuted
    with pytest.raises(TypeError):
        dptheory.prove("x <= 1", where=[3])


def test_assumptions_of_sympy_symbols_are_conditions_and_are_shown() -> None:
    n = sympy.Symbol("n", integer=True, positive=True)
    found = dptheory.prove(n**2 >= n)
    assert found and found.claim is not None and found.claim.text == "n**2 >= n where n > 0, n integer"
    assert "n**2 >= n where n > 0, n integer" in str(found)
    assert dptheory.prove("n**2 >= n", where="n > 0").refuted
    a = sympy.Symbol("a", nonnegative=True)
    assert dptheory.prove(a * x >= 0, where=[x >= 0, "a <= 3"])
    for bad in ({"prime": True}, {"even": True}, {"irrational": True}):
        with pytest.raises(BadInput, match=next(iter(bad))):
            dptheory.prove(sympy.Symbol("k", **bad) * x <= 1)
    with pytest.raises(BadInput, match="a variable called e"):
        dptheory.prove(sympy.Symbol("e") <= 1)


@pytest.mark.parametrize(
    ("number", "meant"),
    [
        (3, "3"), (0.1, "1/10"), (Fraction(1, 3), "1/3"), (Decimal("0.25"), "1/4"), (np.int64(7), "7"),
        (np.float64(0.1), "1/10"), (np.float32(0.1), "1/10"), (sympy.Rational(2, 3), "2/3"), ("1e-3", "1/1000"),
        (np.longdouble("0.5"), "1/2"), (sympy.Float("0.1"), "1/10"), (-2, "-2"),
    ],
)  # fmt: skip
def test_numbers_of_python_are_read_exactly(number: object, meant: str) -> None:
    assert str(exact_number(number)) == meant


@pytest.mark.parametrize(
    "number", [True, None, 1j, float("nan"), float("inf"), Decimal("sNaN"), Decimal("1e9999999"), "x", [1]]
)
def test_what_is_no_number_is_refused(number: object) -> None:
    with pytest.raises(BadInput):
        exact_number(number)


@pytest.mark.parametrize("one", [int, float, Fraction, Decimal, np.float64, np.int64, fmpq])
def test_a_bound_wanted_the_kernels_own_numbers(one: type) -> None:
    bound = dptheory.load("wu2015.theorem14").bound
    values = {"rho": one(1), "lam": one(2), "n": one(100)}
    assert bound.value(values) == fmpq(1, 50)
    bound.complete(values)
    found = solve_for(bound, "n", 0.02, {"rho": one(1), "lam": one(2)})
    assert found.low is not None and found.low.inside == 100
    assert GaussianMoments.of(one(2)).sigma == 2


def test_growth_and_tighten_take_sympy_and_numbers() -> None:
    n, c = sympy.symbols("n c")
    assert dptheory.growth(3, n, n, where=n >= 1)
    assert dptheory.growth(n, n * sympy.log(n), "n", where="n >= 2", relation="o")
    assert dptheory.tighten(x * (1 - x) <= c, c).closed_form == "1/4"


def test_a_float_within_a_relation_is_its_decimal() -> None:
    found = dptheory.prove(0.5 * x <= 1, where=x <= 0.1)
    assert found.claim is not None and found.claim.text == "1/2*x <= 1 where x <= 1/10"


def test_two_symbols_of_one_name_are_not_one_variable() -> None:
    """x >= x was proved of two symbols that sympy tells apart."""
    with pytest.raises(BadInput, match="different symbols called x"):
        dptheory.prove(sympy.Symbol("x", positive=True) >= x)


NUMBERS = {"n": 3000, "d": 14, "eps": 1, "delta": 0.05, "R": 1, "rho": 4}


def test_an_optimum_can_be_called_with_numbers() -> None:
    """It was a formula alone; its floats are not below what they are, and go together."""
    loaded = dptheory.load("wu2015.theorem21")
    best = loaded.optimize("lam")
    there = best(**NUMBERS)
    assert there.bound == loaded.bound(lam=there.place, **NUMBERS) and there.noise is not None
    exact = best.sympy("value").subs({**NUMBERS, "delta": sympy.Rational(1, 20)})
    assert 0 <= there.bound - float(exact) <= 1e-12 * there.bound
    assert there.noise >= 4 * (4 + there.place) / (there.place * 3000)
    assert all(loaded.bound(lam=there.place * by, **NUMBERS) > there.bound for by in (0.9, 1.1))
    with pytest.raises(BadInput, match="no value of R, d"):
        best(n=3000)
    assert best.latex().startswith(r"\lambda^{\star} = ")


def test_symbols_are_meant_by_their_names() -> None:
    """`subs({"d": 8})` changed nothing, silently: the symbol is a positive integer. And delta was called del."""
    bound = dptheory.load("wu2015.theorem21").bound
    expression = bound.sympy()
    assert "delta" in str(expression) and "del)" not in str(expression)
    for eight in ({"d": 8}, {sympy.Symbol("d"): 8}, {sympy.Symbol("d", integer=True): 8}):
        assert sympy.Symbol("d", integer=True, positive=True) not in expression.subs(eight).free_symbols
    at = expression.subs({**NUMBERS, "lam": 1, "delta": sympy.Rational(1, 20)})
    assert not at.free_symbols and abs(float(at) - bound(lam=1, **NUMBERS)) < 1e-9
    names = sorted(expression.free_symbols, key=str)
    assert abs(sympy.lambdify(names, expression)(1, 14, 0.05, 1, 1, 3000, 4) - float(at)) < 1e-9


def test_delta_is_called_delta_everywhere() -> None:
    """`bound(del=...)` is no Python, and `bound.value({"delta": ...})` was a bare KeyError."""
    bound = dptheory.load("wu2015.theorem21").bound
    assert float(bound.value({**NUMBERS, "lam": 1})) <= bound(lam=1, **NUMBERS)
    for lacking in (lambda: bound.value({"delta": 0.05}), lambda: bound(delta=0.05)):
        with pytest.raises(BadInput, match="no value of R, d, eps, lam, n, rho"):
            lacking()
    with pytest.raises(BadInput, match="delta=2; needed: delta < 1"):
        bound(lam=1, **{**NUMBERS, "delta": 2})
    with pytest.raises(BadInput, match="try: R, d, delta, eps"):
        bound(x=1)


def test_dir_shows_what_is_for_users() -> None:
    assert {"prove", "load", "account"} <= set(dir(dptheory))
    assert not {"errors", "kernel", "annotations", "EFFORT", "TYPE_CHECKING"} & set(dir(dptheory))


def test_a_claim_and_a_bound_are_written_as_latex() -> None:
    assert dptheory.prove("x**2 >= 0").latex() == r"x^{2} \ge 0"
    assert dptheory.load("wu2015.theorem14").bound.latex() == r"\frac{4 \rho}{\lambda n}"
