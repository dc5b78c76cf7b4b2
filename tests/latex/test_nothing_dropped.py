"""What stands in a formula is read, or refused by name, or told: nothing is dropped in silence."""

from __future__ import annotations

import pytest

from dptheory.documents.claims import stated
from dptheory.documents.results import Letter, read_document
from dptheory.documents.source import document
from dptheory.kernel import SyntaxProblem
from dptheory.latex.typed import in_language, read_typed, read_typed_where

REFUSED = {
    r"x \le 1 \text{ does not hold}": "the word 'does' is not read",
    r"x^2 \le 1 \text{ for some } x": "the word 'some' is not read",
    r"x \le 1 \text{ a.s.}": "the word 's' is not read",
    r"x \le 1 \text{fails}": "the word 'fails' is not read",
    r"x \ge 0 \text{ unless } x < 0": "the word 'unless' is not read",
    r"x \le 1 \text{ if }": "the word 'if' is not read",
    r"x = \begin{pmatrix} 1 \\ 2\end{pmatrix}": "the environment pmatrix is not read",
    r"\begin{cases} x \\ y \end{cases} \le 1": "the environment cases is not read",
    r"\frac{d}{dx} x^2 = x": "a derivative",
    r"\operatorname{arcsinh} x \le x": "the function arcsinh is not known",
    r"\operatorname{arcsinh}(x + 1) \le x": "the function arcsinh is not known",
    r"arcsinh x \le x": "the function arcsinh is not known",
    r"x \operatorname{mod} y \le 1": "the function mod is not known",
    r"logn \le n": "logn could be a function",
    r"n!! \le n!": "a double factorial",
    r"\max x, y \le 1": r"nothing is said of \max x",
    r"\min(x,y) \le x, y": "nothing is said of y",
    r"0,5 \le x": "nothing is said of 0",
    r"1{,}5 \le x": "1,5 is no numeral",
    r"\max(1,000) \le x": "000 is no numeral",
    r"n^{\underline{k}} \le n^k": "an underlined exponent",
    r"\int_0^1 t\,dt\,dx \le 1": "behind the differential of an integral",
    r"\int_0^1 2 d x^2 dx \le 1": "behind the differential of an integral",
    r"f^2(x+1) \le 1": "no number by itself",
    r"x {+ 1} \le 1": "a sum in braces",
    r"x \cdot {y + 1} \le 1": "a sum in braces",
    r"x / {y + 1} \le 1": "a sum in braces",
    r"x {- y} \le 1": "a sum in braces",
    r"{x + 1} y \le 1": "a sum in braces",
    r"{x + 1}^2 \le 1": "a sum in braces",
    r"2\text{err} \le 1": "the word 'err' stands among the factors",
    r"x \stackrel{?}{\le} 1": "",
    r"\begin{align} x &\le 1 & y &\le 2 \end{align}": "found 2 relations",
    r"\begin{gather} x \le 1 \\ -x \le 2 \end{gather}": "found 2 relations",
}


@pytest.mark.parametrize("text", REFUSED)
def test_what_is_not_used_is_refused_by_name(text: str) -> None:
    with pytest.raises(SyntaxProblem) as refused:
        read_typed(text)
    assert REFUSED[text] in refused.value.bare


NO_CONDITIONS = {
    r"x \le 1 \text{ or } y > 0": "the word 'or' is not read",
    r"x \text{ is not } > 0": "the word 'not' is not read",
    r"n \text{ even}, n \ge 2": "the word 'even' is not read",
    r"n \text{odd}": "the word 'odd' is not read",
    r"x \ne 0, 1": "nothing is said of 1",
    r"n \in \{1, 3, \ldots, 9\}": "no set of numbers",
    r"x_i, w_i, i = 1, \ldots, n": "nothing is said of x_i",
    r"\text{foo bar}": "the word 'foo' is not read",
}


@pytest.mark.parametrize("text", NO_CONDITIONS)
def test_what_is_no_condition_is_refused_by_name(text: str) -> None:
    with pytest.raises(SyntaxProblem) as refused:
        read_typed_where(text)
    assert NO_CONDITIONS[text] in refused.value.bare


CONDITIONS = {
    r"k = 1,\dots,n": ("k integer", "1 <= k", "k <= n"),
    r"k = 0, 1, 2, \ldots": ("k integer", "0 <= k"),
    r"i, j = 1, \ldots, n": ("i integer", "1 <= i", "i <= n", "j integer", "1 <= j", "j <= n"),
    r"k = 1, \ldots, t - 1, t": ("k integer", "1 <= k", "k <= t"),
    r"k = 1, 2, 3": ("k integer", "1 <= k", "k <= 3"),
    r"0 < \alpha,y < 1": ("0 < alpha", "alpha < 1", "0 < y", "y < 1"),
    r"0 < \alpha \le 1, 0 < y": ("0 < alpha", "alpha <= 1", "0 < y"),
    r"\text{for all integers } n \ge 1": ("n integer", "n >= 1"),
    r"n, m \text{ integers}": ("n integer", "m integer"),
    r"\text{for all positive } x, y": ("x > 0", "y > 0"),
    r"x \text{ real}": (),
}


@pytest.mark.parametrize("text", CONDITIONS)
def test_lists_and_words_are_conditions(text: str) -> None:
    assert read_typed_where(text) == CONDITIONS[text]


READ = {
    r"\sum_{k=1}^n k - \sum_{k=1}^n k = 0": "sum(k, k, 1, n) - sum(k, k, 1, n) = 0",
    r"\prod_{k=1}^n k + 2\prod_{k=1}^n k = 0": "prod(k, k, 1, n) + 2*prod(k, k, 1, n) = 0",
    r"\sum_{k=1}^3 k + \sum_{k=1}^2 k = 9": "sum(k, k, 1, 3) + sum(k, k, 1, 2) = 9",
    r"\sum_{k=1}^n k + k^2 \ge 0": "sum(k + k**2, k, 1, n) >= 0",
    r"x, y \ge 0": "x >= 0 and y >= 0",
    r"1,000 \le x": "1000 <= x",
    r"\Gamma^2(x) \le 1": "gamma(x)**2 <= 1",
    r"\int_0^1\int_0^x t\,dt\,dx \le 1": "integral(integral(t, t, 0, x), x, 0, 1) <= 1",
    r"\mathrm{x\_} \le \mathrm{x}": "x_ <= x",
    r"(n!)! \ge 1": "factorial(factorial(n)) >= 1",
    r"\begin{align} y &\le y + 1 \\ &\quad - 2 \end{align}": "y <= y + 1 - 2",
    r"\begin{align} x^2 + 1 &\le x^2 \\ &\quad + 2 \end{align}": "x**2 + 1 <= x**2 + 2",
    r"\begin{align} x &\le y \\ &\qquad \times 2 \\ &\qquad (1 + y) \end{align}": "x <= y*2*(1 + y)",
    r"\begin{align} x &\le y - \\ &\quad - z \\ &\le 2 \end{align}": "x <= y - z <= 2",
    r"\left(x \\ + y\right) \le 2": "x + y <= 2",
    r"\begin{align} x &\le y && \text{for } y \ge x \\ &\le z \end{align}": "x <= y <= z",
}


@pytest.mark.parametrize("text", READ)
def test_a_formula_is_read_as_it_stands(text: str) -> None:
    assert read_typed(text).claim == READ[text]


GIVEN = {
    r"x \le y \qquad (y > 0)": ("y > 0",),
    r"x \le y \text{whenever} y \ge x": ("y >= x",),
    r"x \le 1 \text{ for } x \le 1 \text{ and } y > 0": ("x <= 1", "y > 0"),
    r"a_k \ge 0, \quad k = 1, \ldots, n": ("k integer", "1 <= k", "k <= n"),
    r"x^2 \ge x \text{ for all integers } x": ("x integer",),
}


@pytest.mark.parametrize("text", GIVEN)
def test_what_stands_behind_a_claim_is_its_condition(text: str) -> None:
    assert read_typed(text).conditions == GIVEN[text]


TOLD = {
    r"1{,}000 \le x": "1,000 is read as 1000",
    r"\lg x \le x": "base 2",
    r"\sum_{k=1}^n k + k^2 \ge 0": "the sum is taken of all of k + k**2",
    r"x, y \ge 0": "claimed of each",
    r"x \le 1 % a word": "% a word is a comment",
    r"abc \le 1": "the letters abc are read as a product",
}


@pytest.mark.parametrize("text", TOLD)
def test_what_could_be_read_otherwise_is_told(text: str) -> None:
    assert TOLD[text] in "; ".join(read_typed(text).told)


def test_a_list_beside_a_claim_in_latex_is_asked() -> None:
    with pytest.raises(SyntaxProblem, match="reads two ways"):
        in_language(r"x \le 1", ["0 < x,y < 1"])
    assert in_language(r"x \le 1", ["0 < x < 1, y < 1"])[1] == ["0 < x < 1, y < 1"]


def read(text: str) -> Letter:
    return read_document(document(text), "a note", effort=200_000)


def test_rows_that_go_on_are_judged_whole() -> None:
    made = read("\\begin{align} x^2 + 1 &\\le x^2 \\\\ &\\quad + 2 \\end{align}")
    assert [(r.stated.claim, r.verdict) for r in made.judged()] == [("x**2 + 1 <= x**2 + 2", "proved")]


def test_commas_in_numbers_and_double_factorials_do_not_hold() -> None:
    verdicts = [r.verdict for r in read("So $1,000 = 0$, $2,500 \\le 600$, and $3!! = 720$.").judged()]
    assert verdicts == ["unknown", "refuted", "unread"]


def test_a_relation_that_words_take_back_is_told() -> None:
    made = stated(document("$$x^2 \\le 0 \\text{ does not hold}$$"))
    assert not made.links
    assert ["'not'" in one.words for one in made.troubles] == [True]


def test_a_name_behind_a_relation_and_a_comma_is_told() -> None:
    made = stated(document("We have $\\min(x, y) \\le x, y$."))
    assert ["nothing is said of y" in one.words for one in made.troubles] == [True]


def test_a_matrix_is_told() -> None:
    made = stated(
        document("$$\\begin{pmatrix} 1 \\\\ 2 \\end{pmatrix}$$ and $$x = \\begin{pmatrix} 1 \\end{pmatrix}$$")
    )
    assert ["environment" in one.words for one in made.troubles] == [True]
    assert [one.problem for one in made.links] == ["the environment pmatrix is not read"]


def under(letter: Letter, claim: str) -> list[str]:
    return next([text for text, _, _ in r.under] for r in letter.results if r.stated.claim == claim)


def test_two_relations_do_not_rest_on_one_another() -> None:
    made = read("For every event $A$ we have $\\Pr[A] \\le 1/4$, that is $\\Pr[A] + 1 \\le 5/4$.")
    assert "P1 + 1 <= 5/4" not in under(made, "P1 <= 1/4")
    assert "P1 <= 1/4" in under(made, "P1 + 1 <= 5/4")
    assert [r.verdict for r in made.judged()].count("proved") == 1


def test_a_reason_behind_a_formula_does_not_rest_on_it() -> None:
    made = read("So $\\Pr[A] + 1 \\le 5/4$, since $\\Pr[A] \\le 1/4$.")
    assert "P1 <= 1/4" in under(made, "P1 + 1 <= 5/4")
    assert "P1 + 1 <= 5/4" not in under(made, "P1 <= 1/4")


def test_a_condition_of_a_later_section_is_none_of_an_earlier_one() -> None:
    made = read("# One\n\nWe have $x + x \\ge 0$.\n\n# Two\n\nFor all $x \\ge 0$ we have $x + 1 \\ge 1$.\n")
    assert under(made, "x + x >= 0") == []
    assert under(made, "x + 1 >= 1") == ["x >= 0"]


DENIED = {
    "For every non-positive $x$ we have $2 x \\le 1$.": ["x <= 0"],
    "For any non-integer $x$ we have $2 x \\le 1$.": [],
    "For a not necessarily positive $x$ we have $2 x \\le 1$.": [],
    "Without the assumption $x \\le 0$ we have $2 x \\le 1$.": [],
    "If $x \\le 0$ fails, then $2 x \\le 1$.": [],
    "We no longer assume $x \\le 0$. Then $2 x \\le 1$.": [],
    "We have $2 x \\le 1$ unless $x \\le 0$.": [],
    "If $x \\le 0$, then $2 x \\le 1$.": ["x <= 0"],
}


@pytest.mark.parametrize("text", DENIED)
def test_words_that_take_a_condition_back_give_none(text: str) -> None:
    made = read(text)
    assert under(made, "2*x <= 1") == DENIED[text]
    assert "x <= 0" not in [r.stated.claim for r in made.judged()]
