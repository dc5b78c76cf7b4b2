"""LaTeX as it is typed: what is read, what is told, what is asked."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dptheory import inputs
from dptheory.kernel import SyntaxProblem
from dptheory.kernel.real import Term, num, parse_term, print_term, var
from dptheory.latex.typed import read_typed, read_typed_term, read_typed_where
from dptheory.present.from_real import from_term
from dptheory.present.latex import latex
from tests.drawn import writable

NAMES = st.sampled_from(
    [
        "x",
        "y",
        "n",
        "lam",
        "eps",
        "del",
        "x1",
        "x_k",
        "x_1",
        "lam2",
        "eps_p",
        "x'",
        "del1''",
        "w_max",
        "abc",
        "sigma",
        "Delta",
        "D",
        "rho",
    ]
)
LEAVES = NAMES.map(var) | st.integers(0, 20).map(num)
ONE = st.sampled_from(
    ["exp", "log", "sqrt", "abs", "floor", "ceil", "sin", "cosh", "tanh", "atan", "erf", "gamma"]
)


def _larger(inner: st.SearchStrategy[Term]) -> st.SearchStrategy[Term]:
    two = st.sampled_from(("add", "sub", "mul", "div", "pow", "min", "max", "lowergamma"))
    return st.one_of(
        st.builds(lambda op, a, b: Term(op, (a, b)), two, inner, inner),
        st.builds(lambda op, a: Term(op, (a,)), ONE | st.just("neg"), inner),
        st.builds(lambda a: parse_term(f"sum(j*({print_term(a)}), j, 1, n)"), inner),
    )


@settings(max_examples=300, deadline=None)
@given(st.recursive(LEAVES, _larger, max_leaves=12).filter(writable))
def test_what_is_printed_as_latex_reads_back_as_the_same_term(term: Term) -> None:
    assert parse_term(read_typed_term(latex(from_term(term)) + " ")) == term


READ = {
    r"\log(1+x) \le x": "log(1 + x) <= x",
    r"$\tfrac12 x^2 \geq 0$": "1/2*x**2 >= 0",
    r"\[ 2x \leq x(1-x) + \alpha\varepsilon. \]": "2*x <= x*(1 - x) + alpha*eps",
    r"\left| \frac{x}{1+x} \right| < \sqrt[3]{x}": "abs(x/(1 + x)) < x**(1/3)",
    r"\max\{0, 1-e^{-x}\} \leqslant \min(x, y)": "max(0, 1 - exp(-x)) <= min(x, y)",
    r"\log_2 x = \ln x/\ln 2": None,
    r"\sum_{j=1}^n j = \frac{n(n+1)}{2}": "sum(j, j, 1, n) = n*(n + 1)/2",
    r"\int_0^1 x^2\,dx = \frac13": "integral(x**2, x, 0, 1) = 1/3",
    r"\binom{n}{k} \le 2^n": "binomial(n, k) <= 2**n",
    r"\lfloor x \rfloor \le \lceil x\rceil": "floor(x) <= ceil(x)",
    r"\mathrm{erf}(x) \ne \operatorname{erfc}(x)": "erf(x) != erfc(x)",
    r"x_{k+1}' \times \hat y \cdot 3 \ge -\lambda_1^2": "x_kplus1'*y_hat*3 >= -lam1**2",
    r"\begin{align*} a &\le b \\ &= c \label{eq:1} \end{align*}": "a <= b = c",
    r"e^{x}e^{-x} = 1": "exp(x)*exp(-x) = 1",
    r"x>1 \implies x^2>1": "((x > 1) implies (x**2 > 1))",
    r"\rho(k-1)^2 y \le x_1 y(1-y)^n": "rho*(k - 1)**2*y <= x1*y*(1 - y)**n",
    r"e^{(\alpha-1)(\tau-\epsilon)} = n(n-1)!": "exp((alpha - 1)*(tau - eps)) = n*factorial(n - 1)",
    r"(x+1)(x-1) \le 10{,}000": "(x + 1)*(x - 1) <= 10000",
    r"-xy - \frac{a}{b} \le |x||y|": "-x*y - a/b <= abs(x)*abs(y)",
    "\\newcommand{\\half}[1]{\\frac{#1}{2}}\n\\half{x} \\le x": "x/2 <= x",
}


@pytest.mark.parametrize("text", [text for text, claim in READ.items() if claim])
def test_a_formula_is_read_in_the_claims_language(text: str) -> None:
    assert read_typed(text).claim == READ[text]
    assert inputs.claims(text)  # what was read is a claim


ASKED = {
    r"1/2x \le 1": "1/(2*x) or 1/2*x",
    r"\log x y \le 1": "log(x*y) or log(x)*y",
    r"\log(1/2\delta) \ge 0": "1/(2*del) or 1/2*del",
    r"\sqrt{k/2\rho} \ge 0": "k/(2*rho) or k/2*rho",
    r"\log n/n \le 1": "log(n)/n or log(n/n)",
    r"1/x(1-x) \le 1": "1/(x*(1 - x)) or 1/x*(1 - x)",
    r"\log p(1-p) \le p": "log(p*(1 - p)) or log(p)*(1 - p)",
    r"1/f(x) \le 1": "the value of a function f",
    r"e \le 3": "Euler's number",
    r"f(x) \le 1": "the value of a function f, or the product f*x",
    r"\log(1+eps) \ge 0": r"write \varepsilon",
    r"\sin^{-1} x \le 1": "the inverse function",
    r"x \pm y \le 1": "says two things",
    r"x^12 \ge 0": "sets only the first digit",
}


@pytest.mark.parametrize("text", ASKED)
def test_what_reads_in_two_ways_is_asked(text: str) -> None:
    with pytest.raises(SyntaxProblem) as asked:
        read_typed(text)
    assert ASKED[text] in str(asked.value)


TOLD = {
    r"\sin^2 x \le 1": "sin(x)**2",
    r"\log 2n \le n": "log(2*n)",
    r"\log(x)^2 \ge 0": "log(x)**2",
    r"p(1-q) \le 1": "the product p*(1 - q)",
    r"ln(x) \le x": "the letters l n are read as the function ln",
    r"\epsilon \le \varepsilon": r"\varepsilon is read as the name varepsilon",
    r"x^T \le 1": "x**T",
    r"\Phi(x) \le 1": "normal distribution function",
    r"E \le 1": "E is read as the variable E_a",
}


@pytest.mark.parametrize("text", TOLD)
def test_what_is_read_by_custom_is_told(text: str) -> None:
    assert TOLD[text] in "; ".join(read_typed(text).told)


def test_letters_in_two_shapes_are_two_names() -> None:
    assert read_typed(r"D \mathcal{D} A a \le \hat a a'").claim == "D*D_a*A*a <= a_hat*a'"


REFUSED = {
    r"\frac{1}{x": (8, "the formula ends within the braces"),
    r"x \le \foo{y}": (6, r"the command \foo is not known"),
    r"x \le": (5, "found the end of the formula"),
    r"\left(x \le 1": (8, "expected ) for the ( at 5"),
    r"x^ \le 1": (2, "expected an operand"),
    r"\mathbb{E}[X] \le 1": (0, "no number by itself (expectation)"),
    r"1 + \ldots + n \le n^2": (4, "dots say what the reader is to guess"),
    "\\newcommand{\\a}{\\a\\a}\n\\a \\le 1": (21, r"the macro \a expands without end"),
    r"a = b \\ c = d": (0, "found 2 relations"),
    r"x \approx \frac{1}{2}": (10, "no relation between numbers"),
}


@pytest.mark.parametrize("text", REFUSED)
def test_what_cannot_be_read_is_refused_with_its_place(text: str) -> None:
    with pytest.raises(SyntaxProblem) as refused:
        read_typed(text)
    place, words = REFUSED[text]
    assert words in refused.value.bare
    assert abs(refused.value.position - place) <= 1


def test_conditions_are_read_as_they_are_written() -> None:
    assert read_typed_where(r"$0 < \varepsilon \le 1$") == ("0 < eps", "eps <= 1")
    assert read_typed_where(r"x, y \ge 0, p \in [0,1), n \in \mathbb{N}, t \in (0, \infty)") == (
        "x >= 0", "y >= 0", "0 <= p", "p < 1", "n integer", "n >= 1", "0 < t",
    )  # fmt: skip
    found = inputs.claims(r"\lambda \alpha \ge 0, \quad \forall \alpha \ge 0", "lam > 0")
    assert found[0].text == "lam*alpha >= 0 where lam > 0, alpha >= 0"


def test_without_latex_nothing_changes() -> None:
    assert inputs.claims("log(1 + x) <= x", "x > -1")[0].text == "log(1 + x) <= x where x > -1"
    with pytest.raises(SyntaxProblem, match="a product needs its sign"):
        inputs.claims("2x <= 1")


def test_a_power_behind_a_power_was_read_from_the_left() -> None:
    """TeX refuses it, and plain text has it from the right: x^2^3 is x^8 there."""
    with pytest.raises(SyntaxProblem, match="a power behind a power"):
        read_typed(r"\frac{x}{1}^2^3 = x^8")
    assert parse_term(read_typed_term(r"\frac{{x^2}^3}{1}")) == parse_term("(x**2)**3/1")
