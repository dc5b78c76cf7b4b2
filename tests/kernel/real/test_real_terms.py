"""Terms, their grammar, claims and definedness."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

import pytest
from flint import fmpq
from hypothesis import example, given, settings
from hypothesis import strategies as st

from dptheory.kernel.limits import KernelError
from dptheory.kernel.real.claims import Claim, Relation, Variable, parse_claim, relation
from dptheory.kernel.real.defined import holds, implied, obligations
from dptheory.kernel.real.grammar import parse_relation, parse_term, print_term
from dptheory.kernel.real.terms import (
    Term,
    apply,
    free_variables,
    is_integer,
    num,
    numeral,
    rational_value,
    replace_terms,
    substitute,
    subterms,
    var,
)
from dptheory.kernel.syntax import SyntaxProblem
from tests.drawn import writable

UNARY = ("exp", "log", "sqrt", "abs", "sin", "cos", "floor", "erfc", "atan", "tanh", "gamma")


def terms(leaves: st.SearchStrategy[Term]) -> st.SearchStrategy[Term]:
    """Terms over the given leaves."""
    return st.recursive(
        leaves,
        lambda inner: st.one_of(
            st.builds(lambda a: -a, inner),
            st.builds(lambda op, a: apply(op, a), st.sampled_from(UNARY), inner),
            st.builds(
                lambda op, a, b: apply(op, a, b),
                st.sampled_from(("add", "sub", "mul", "div", "pow", "min", "uppergamma")),
                inner,
                inner,
            ),
        ),
        max_leaves=12,
    )


numbers = st.builds(lambda p, q: num(fmpq(p, q)), st.integers(-9, 9), st.integers(1, 4))
names = st.sampled_from(("x", "y'", "n_1", "e")).map(var)
constants = st.sampled_from(("pi", "E")).map(lambda name: Term("const", (), name))


@given(terms(st.one_of(numbers, names, constants)))
@example(var("x") ** (num(fmpq(0)) ** num(fmpq(-1))))
def test_printing_and_parsing_give_the_term_back(t: Term) -> None:
    """But for exponents of numbers alone that have no value, ``x**0**(-1)``: these are refused."""
    if writable(t):
        assert parse_term(print_term(t)) == t
    else:
        with suppress(SyntaxProblem):
            assert parse_term(print_term(t)) == t


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("((a)+(b))-(c)", "a + b - c"),
        ("a-(b-c)", "a - (b - c)"),
        ("(a^b)^c", "(a**b)**c"),
        ("a^(b^c)", "a**b**c"),
        ("-x**2", "-x**2"),
        ("(-x)**2", "(-x)**2"),
        ("2**-x", "2**(-x)"),
        ("1.50", "3/2"),
        ("25e-2", "1/4"),
        ("max(1,  x)", "max(1, x)"),
    ],
)
def test_canonical_text(text: str, canonical: str) -> None:
    assert print_term(parse_term(text)) == canonical


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x +", "operand"),
        ("foo(x)", "unknown function"),
        ("ln(x)", "did you mean log"),
        ("sqr(x)", "sqrt"),
        ("exp", r"expected '\('"),
        ("exp(x, y)", "argument"),
        ("oo", "end of a domain"),
        ("x < 1", "a relation"),
        ("not x", "expected a real term"),
        ("E[z ~ D](z)", "expected a real term"),
        ("forall x. x", "expected a real term"),
        ("1e9999", "digits"),
        ("__import__('os')", "character"),
        ("x" + "+x" * 400, "depth"),
    ],
)
def test_texts_that_are_no_terms(text: str, message: str) -> None:
    with pytest.raises(SyntaxProblem, match=message):
        parse_term(text)


def test_a_chain_is_no_relation() -> None:
    with pytest.raises(SyntaxProblem, match="chain"):
        parse_relation("0 < x < 1")


def test_ill_formed_terms() -> None:
    with pytest.raises(KernelError):
        Term("num", (), fmpq(-1))
    with pytest.raises(KernelError):
        Term("var", (), "x + 1")
    with pytest.raises(KernelError):
        Term("var", (), "oo")
    with pytest.raises(KernelError):
        Term("exp", (num(1), num(2)))
    with pytest.raises(KernelError):
        Term("max", ())
    with pytest.raises(KernelError):
        num(fmpq(10) ** 5000)


def test_size_is_bounded_although_subterms_are_shared() -> None:
    t = var("x")
    with pytest.raises(KernelError, match="size"):
        for _ in range(40):
            t = t + t


def test_substitution_is_simultaneous_and_leaves_the_rest() -> None:
    x, y = var("x"), var("y")
    assert substitute(x - y, {"x": y, "y": x}) == y - x
    assert replace_terms(apply("exp", x) + x, {apply("exp", x).key: y, x.key: num(1)}) == y + 1
    assert free_variables(apply("exp", x) + y) == {"x", "y"}


def test_values_of_numbers_and_integer_terms() -> None:
    assert rational_value(parse_term("-(3/2 - 1)*4")) == -2
    assert rational_value(parse_term("1/(2 - 2)")) is None
    assert rational_value(parse_term("2**3")) is None
    for text, integer in {
        "n": True,
        "x": False,
        "2*n - floor(x)": True,
        "n**2": True,
        "n**n": False,
        "n**(-1)": False,
        "n/1": False,
        "1/2": False,
        "min(n, 1)": False,
    }.items():
        assert is_integer(parse_term(text), frozenset("n")) is integer, text


def test_claims() -> None:
    claim = parse_claim("x <= n", where="0 < x <= 1, n integer, min(x, n) > 0, y < oo, -oo < y, oo > z")
    assert claim.text == "x <= n where 0 < x, x <= 1, min(x, n) > 0, n integer"
    assert claim.integers == {"n"}
    assert parse_claim(claim.relation.text, claim.where).hash == claim.hash
    assert parse_claim("x <= n", where="0 < x").hash != parse_claim("x <= n", where="0 < x, n integer").hash


def test_what_is_said_to_be_finite_is_said_to_be_defined() -> None:
    """A condition such as 1/x < oo was dropped, though it leaves out 0."""
    assert parse_claim("x = x", "1/x < oo").text == "x = x where 1/x = 1/x"
    assert parse_claim("x = x", "-oo < log(x) < oo, x < oo").text == "x = x where log(x) = log(x)"
    assert parse_claim("x = x", "0 < x < oo").text == "x = x where 0 < x"


class _Sly(str):
    """A name that reads otherwise than it is."""

    def __str__(self) -> str:
        return "y"


@pytest.mark.parametrize(
    "made",
    [
        lambda: Term("var", (), _Sly("x")),
        lambda: Term("const", (), _Sly("pi")),
        lambda: Term("exp", [var("x")]),
        lambda: Term("neg", ("x",)),
        lambda: Relation(_Sly("<"), num(0), num(1)),
        lambda: Relation("<", 0, num(1)),
        lambda: Claim([], (), Relation("<", num(0), num(1))),
        lambda: Claim((), [], Relation("<", num(0), num(1))),
        lambda: Claim((), iter(()), Relation("<", num(0), num(1))),
        lambda: Claim((), (), Claim((), (), Relation("<", num(0), num(1)))),
        lambda: Variable(_Sly("x")),
        lambda: Variable("x", 1),
    ],
)
def test_claims_are_built_of_what_does_not_change(made: Callable[[], object]) -> None:
    """A list of conditions could be changed after a claim was proved; a name could print as another."""
    with pytest.raises(KernelError):
        made()


@pytest.mark.parametrize(
    ("text", "where", "message"),
    [
        ("0 < x < 1", "", "chain"),
        ("x", "", "relation"),
        ("x > 0", "x", "condition"),
        ("x > 0", "x > 0,", "operand"),
        ("x > 0", "x <= oo", "open end"),
        ("x > 0", "oo < x", "open end"),
        ("x > 0", "x > oo", "open end"),
        ("x > 0", "x = oo", "open end"),
        ("x > 0", "x + oo > 0", "oo may only"),
        ("x > 0", "n integer integer", "operator"),
        ("x > 0", "x > 0 and x < 1", "condition"),
        ("x > 0", "pi integer", "fit"),
    ],
)
def test_texts_that_are_no_claims(text: str, where: str, message: str) -> None:
    with pytest.raises((SyntaxProblem, KernelError), match=message):
        parse_claim(text, where)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1/x", ["x != 0"]),
        ("1/2 + x", []),
        ("1/(1 - 1)", ["1 - 1 != 0"]),
        ("log(x)/log(y)", ["x > 0", "y > 0", "log(y) != 0"]),
        ("sqrt(-1)", ["-1 >= 0"]),
        ("x**2", []),
        ("x**0", ["x != 0"]),
        ("x**(-1)", ["x != 0"]),
        ("x**(1/2)", ["x >= 0"]),
        ("x**(-1.5)", ["x > 0"]),
        ("x**(4/2)", []),
        ("x**y", ["x >= 0", "x > 0 or y > 0"]),
        ("x**n", ["x != 0 or n >= 1"]),
        ("x**(n + 1/2)", ["x >= 0", "x > 0 or n + 1/2 > 0"]),
        ("0**n", ["0 != 0 or n >= 1"]),
        ("2**x", []),
        ("gamma(a)", ["a > 0"]),
        ("uppergamma(a, x)", ["a > 0", "x >= 0"]),
        ("tan(x)", ["cos(x) != 0"]),
        ("asin(x)", ["x >= -1", "x <= 1"]),
        ("acos(1/2) + acos(2)", ["2 <= 1"]),
    ],
)
def test_obligations(text: str, expected: list[str]) -> None:
    found = obligations([parse_term(text)], frozenset("n"))
    assert [o.relation.text + (f" or {o.other.text}" if o.other else "") for o in found] == expected


OPS = ("<", "<=", "=", ">=", ">", "!=")


@given(st.sampled_from(OPS), st.sampled_from(OPS), st.booleans())
def test_what_a_hypothesis_implies_is_true_where_it_is(op: str, other: str, turned: bool) -> None:
    h, r = relation(f"x {other} y"), relation(f"y {op} x" if turned else f"x {op} y")
    for x, y in [(1, 2), (2, 1), (1, 1)]:
        left, right = (y, x) if turned else (x, y)
        if implied(r, [h]) and holds(other, fmpq(x), fmpq(y)):
            assert holds(op, fmpq(left), fmpq(right))


def test_a_hypothesis_implies_itself_turned_round() -> None:
    assert implied(relation("0 < x"), [relation("x > 0")])
    assert implied(relation("x != 0"), [relation("x < 0")])
    assert not implied(relation("x > 0"), [relation("x >= 0")])
    assert not implied(relation("x < 0"), [relation("x > 0")])


@settings(max_examples=50)
@given(st.sampled_from(OPS), st.integers(-2, 2), st.integers(-2, 2))
def test_negation_is_exact(op: str, a: int, b: int) -> None:
    r = relation(f"x {op} y")
    assert holds(r.op, fmpq(a), fmpq(b)) != holds(r.negated().op, fmpq(a), fmpq(b))


@given(st.integers(-(10**30), 10**30), st.integers(1, 10**12))
def test_a_numeral_is_what_num_writes(top: int, bottom: int) -> None:
    value = fmpq(top, bottom)
    assert numeral(num(value)) == value
    assert num(numeral(num(value)) or 0) == num(value)


@pytest.mark.parametrize("text", ["2/4", "-0", "1 + 1", "-(-1)", "0/3", "3/1", "x", "1/0", "pi", "-(2/4)"])
def test_other_terms_are_no_numerals(text: str) -> None:
    assert numeral(parse_term(text)) is None


@pytest.mark.parametrize("text", ["x + y*x", "exp(2)", "min(x, y, x1)", "-(x/x)", "pi - E"])
def test_the_variables_of_a_term_are_those_that_occur(text: str) -> None:
    read = parse_term(text)
    assert free_variables(read) == {t.value for t in subterms(read) if t.op == "var"}
