"""The evaluator of the semantics against tables of corner cases, sympy and mpmath."""

from __future__ import annotations

from fractions import Fraction

import mpmath
import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st

from .enclosures import number
from .grammar import Unread, relation, term
from .values import FALSE, HOLDS, NO_VALUE, UNDECIDED, Interval, said, value

F = Fraction

CORNERS = [
    # powers by numbers, integers, and otherwise
    ("0**0", {}, "", NO_VALUE),
    ("x**0", {"x": 0}, "", NO_VALUE),
    ("x**3", {"x": -3}, "", -27),
    ("x**(4/2)", {"x": -3}, "", 9),
    ("x**2.0", {"x": -3}, "", 9),
    ("x**-1", {"x": -2}, "", F(-1, 2)),
    ("x**-1", {"x": 0}, "", NO_VALUE),
    ("(-8)**(1/3)", {}, "", NO_VALUE),
    ("0**(1/3)", {}, "", 0),
    ("0**(-1/3)", {}, "", NO_VALUE),
    ("8**(-2/3)", {}, "", F(1, 4)),
    ("(-2)**a", {"a": 3}, "", NO_VALUE),
    ("(-2)**a", {"a": 3}, "a", -8),
    ("0**a", {"a": 0}, "", NO_VALUE),
    ("0**a", {"a": 0}, "a", NO_VALUE),
    ("0**a", {"a": 2}, "", 0),
    ("0**a", {"a": -1}, "", NO_VALUE),
    ("(-2)**(a/2)", {"a": 4}, "a", NO_VALUE),
    ("(-2)**(1 - 2*a)", {"a": 1}, "a", F(-1, 2)),
    ("(-2)**floor(a)", {"a": F(7, 2)}, "", -8),
    ("(-2)**max(a, 1)", {"a": 3}, "a", UNDECIDED),
    ("(-2)**sqrt(1)", {}, "", NO_VALUE),
    ("4**max(a, 1)", {"a": 3}, "a", 64),
    ("-2**2", {}, "", -4),
    ("2**3**2", {}, "", 512),
    ("2^-1", {}, "", F(1, 2)),
    ("1 - 2 - 3", {}, "", -4),
    ("2/3/4", {}, "", F(1, 6)),
    ("1.25*x'", {"x'": 4}, "", 5),
    # sums, products
    ("sum(1/x, j, 1, 0)", {"x": 0}, "", 0),
    ("sum(j*(1/x), j, 1, 0)", {"x": 0}, "", 0),
    ("sum(j*(1/x), j, 1, 1)", {"x": 0}, "", NO_VALUE),
    ("prod(log(x), j, n, n - 1)", {"x": -1, "n": 5}, "n", 1),
    ("sum(x, j, 1, 1/x)", {"x": 0}, "", NO_VALUE),
    ("sum(j, j, 1, -1)", {}, "", NO_VALUE),
    ("sum(j, j, 1, a)", {"a": F(5, 2)}, "", NO_VALUE),
    ("sum(j, j, 1, a)", {"a": 3}, "", 6),
    ("sum(x**j, j, 0, 2)", {"x": 0}, "", NO_VALUE),
    ("sum(x**j, j, 1, 3)", {"x": -2}, "", -6),
    ("sum(1/j, j, -1, 1)", {}, "", NO_VALUE),
    ("sum(sum(i*j, i, 1, j), j, 1, 3)", {}, "", 25),
    ("sum(sum(i, i, j, 2), j, 1, 3)", {}, "", 5),
    ("sum(sum(i, i, j, 2), j, 1, 4)", {}, "", NO_VALUE),
    ("j + sum(j, j, 1, j)", {"j": 3}, "", 9),
    ("prod(j, j, 1, 4)", {}, "", 24),
    ("sum((-1)**j, j, 0, 5)", {}, "", 0),
    # integrals: the index is real within, and the integrand has a value at each number
    ("integral(1/t, t, 0, 1)", {}, "", NO_VALUE),
    ("integral(1/t, t, -1, 1)", {}, "", NO_VALUE),
    ("integral(t, t, 1, 0)", {}, "", NO_VALUE),
    ("integral(1/t, t, 2, 2)", {}, "", 0),
    ("integral(1/t, t, 0, 0)", {}, "", NO_VALUE),
    ("integral((-1)**t, t, 1, 1)", {"t": 3}, "t", NO_VALUE),
    ("integral(log(t), t, 0, 1)", {}, "", NO_VALUE),
    # functions at the ends of their domains
    ("log(0)", {}, "", NO_VALUE),
    ("sqrt(-1)", {}, "", NO_VALUE),
    ("sqrt(0)", {}, "", 0),
    ("sqrt(4/9)", {}, "", F(2, 3)),
    ("x/x", {"x": 0}, "", NO_VALUE),
    ("asin(2)", {}, "", NO_VALUE),
    ("acos(1)", {}, "", 0),
    ("gamma(0)", {}, "", NO_VALUE),
    ("gamma(5)", {}, "", 24),
    ("uppergamma(3, 0)", {}, "", 2),
    ("floor(-1/2) + ceil(1/2)", {}, "", 0),
    ("min(3, abs(-2)) + max(1, 2)", {}, "", 4),
    ("log(x)*1/0", {"x": 1}, "", NO_VALUE),
    ("sin(exp(10**9)) + 1/0", {}, "", NO_VALUE),
]


@pytest.mark.parametrize(("text", "at", "integers", "expected"), CORNERS)
def test_corners(text: str, at: dict[str, int], integers: str, expected: object) -> None:
    found = value(text, at, frozenset(integers.split()))
    assert (found.lo if isinstance(found, Interval) and found.exact else found) == expected


@pytest.mark.parametrize(
    ("text", "at", "expected"),
    [
        ("1/x < oo", {"x": 0}, NO_VALUE),
        ("1/x < oo", {"x": 2}, HOLDS),
        ("x > -oo", {"x": 0}, HOLDS),
        ("x < x", {"x": 1}, FALSE),
        ("x <= x", {"x": 1}, HOLDS),
        ("x != x", {"x": 1}, FALSE),
        ("sqrt(2)**2 = 2", {}, UNDECIDED),
        ("sqrt(2) = 1.4142135623", {}, FALSE),
        ("exp(x) > 1 + x", {"x": F(1, 10**20)}, HOLDS),
        ("exp(x) > 1 + x", {"x": 0}, FALSE),
        ("1 <= log(x)", {"x": 0}, NO_VALUE),
    ],
)
def test_relations(text: str, at: dict[str, Fraction], expected: str) -> None:
    assert said(text, at) == expected


@pytest.mark.parametrize(
    "text", ["x +", "2 3", "sum(j, j, 1)", "sum(j, 2, 1, 3)", "(x", "x < y", "a ? b", "f(x,)"]
)
def test_what_is_not_of_the_grammar_is_refused(text: str) -> None:
    with pytest.raises(Unread):
        term(text)


def test_the_index_is_no_free_name() -> None:
    assert relation("sum(j*x, j, j, n) >= 0").left.names == {"x", "j", "n"}
    assert term("integral(t*x, t, 0, 1)").names == {"x"}


NUMBERS = st.fractions(-4, 4, max_denominator=6)


def _texts(leaves: st.SearchStrategy[str], functions: list[str]) -> st.SearchStrategy[str]:
    def larger(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
        two = st.tuples(inner, inner)
        return st.one_of(
            *(two.map(lambda p, o=op: f"({p[0]}){o}({p[1]})") for op in "+-*/"),
            *(two.map(lambda p, o=op: f"{p[0]} {o} {p[1]}") for op in "+-*/"),
            st.tuples(inner, st.sampled_from(["2", "3", "-1"])).map(lambda p: f"({p[0]})**{p[1]}"),
            inner.map(lambda t: f"-{t}"),
            *(inner.map(lambda t, f=f: f"{f}({t})") for f in functions),
        )

    return st.recursive(leaves, larger, max_leaves=6)


LEAVES = st.sampled_from(["x", "y", "2", "1/3", "0.5"])


@given(_texts(LEAVES, []), NUMBERS, NUMBERS)
def test_rational_terms_are_read_as_python_reads_them(text: str, x: Fraction, y: Fraction) -> None:
    plain = text.replace("0.5", "F(1, 2)").replace("1/3", "F(1)/3").replace("2", "F(2)")
    plain = plain.replace("F(1, F(2))", "F(1, 2)").replace("**F(2)", "**2")
    try:
        expected = eval(plain, {"F": F, "x": x, "y": y})
    except ZeroDivisionError:
        expected = None
    found = value(text, {"x": x, "y": y})
    assert (
        found == NO_VALUE
        if expected is None
        else (isinstance(found, Interval) and found.lo <= expected <= found.hi)
    )


FUNCTIONS = [
    "exp",
    "log",
    "sqrt",
    "sin",
    "cos",
    "tan",
    "sinh",
    "cosh",
    "tanh",
    "atan",
    "erf",
    "erfc",
    "gamma",
    "asin",
    "acos",
]


@given(_texts(st.sampled_from(["x", "y", "2"]), FUNCTIONS), NUMBERS, NUMBERS)
def test_functions_enclose_what_sympy_computes(text: str, x: Fraction, y: Fraction) -> None:
    found = value(text, {"x": x, "y": y})
    if not isinstance(found, Interval) or not found.thin:
        return
    put = {name: sympy.Rational(q.numerator, q.denominator) for name, q in (("x", x), ("y", y))}
    expected = sympy.sympify(text).subs(put)
    if expected.is_finite is False:
        return  # sympy cancels before it puts numbers in
    with mpmath.workdps(60):
        exact = mpmath.mpmathify(sympy.re(expected).evalf(60))
        slack = mpmath.mpf(10) ** -40 * (1 + abs(exact))
        low, high = number(found.lo), number(found.hi)
        assert low - slack <= exact <= high + slack
        assert high - low < mpmath.mpf(10) ** -20 * (1 + abs(exact))


@given(st.integers(-3, 3), st.integers(-1, 4), NUMBERS)
def test_sums_and_products_are_those_of_their_terms(a: int, n: int, x: Fraction) -> None:
    parts = [j * x - 1 for j in range(a, a + n)]
    product = F(1)
    for part in parts:
        product *= part
    for kind, expected in (("sum", sum(parts, F(0))), ("prod", product)):
        found = value(f"{kind}(j*x - 1, j, a, b)", {"a": a, "b": a + n - 1, "x": x})
        assert found == (NO_VALUE if n < 0 else Interval(expected, expected))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("integral(exp(-t**2), t, 0, 1)", lambda: mpmath.sqrt(mpmath.pi) / 2 * mpmath.erf(1)),
        ("integral(1/t, t, 1, 3)", lambda: mpmath.log(3)),
        ("integral(sqrt(1 - t**2), t, 0, 1)", lambda: mpmath.pi / 4),
        ("integral(abs(t - 1/3), t, 0, 1)", lambda: mpmath.mpf(5) / 18),
        ("integral(x*t, t, 0, sqrt(2))", lambda: mpmath.mpf(3)),
        ("uppergamma(2, 3)", lambda: 4 * mpmath.exp(-3)),
        ("lowergamma(1/2, 1)", lambda: mpmath.sqrt(mpmath.pi) * mpmath.erf(1)),
    ],
)
def test_integrals_and_incomplete_gamma_functions(text: str, expected: object) -> None:
    found = value(text, {"x": 3})
    assert isinstance(found, Interval)
    with mpmath.workdps(40):
        exact = expected()  # type: ignore[operator]
        tiny = mpmath.mpf(10) ** -38
        assert number(found.lo) - tiny <= exact <= number(found.hi) + tiny
    assert found.hi - found.lo < F(1, 50)


@given(
    NUMBERS,
    st.fractions(0, 3, max_denominator=4),
    st.sampled_from(
        [
            "exp(x)",
            "x**2 - 1/x",
            "abs(x)",
            "sin(x)*cos(x)",
            "cosh(x)",
            "x**3",
            "max(x, 1)**2",
            "gamma(x)",
            "sqrt(x)",
        ]
    ),
)
def test_an_interval_holds_the_values_at_its_numbers(lo: Fraction, wide: Fraction, text: str) -> None:
    over = value(text, {"x": Interval(lo, lo + wide)})
    for k in range(4):
        here = value(text, {"x": lo + wide * F(k, 3)})
        if over == NO_VALUE:
            assert here == NO_VALUE
        elif isinstance(over, Interval):
            assert (
                isinstance(here, Interval)
                and over.lo - F(1, 10**60) <= here.lo
                and here.hi <= over.hi + F(1, 10**60)
            )


def test_integers_take_integers() -> None:
    with pytest.raises(ValueError, match="integer variable"):
        value("n", {"n": F(1, 2)}, frozenset("n"))
