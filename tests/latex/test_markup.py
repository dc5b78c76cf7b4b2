r"""What stands around and within formulas as their markup: escapes, quotations, tags, remarks, other spellings."""

from __future__ import annotations

import pytest

from dptheory.cli import main
from dptheory.documents.claimed import Stated
from dptheory.documents.claims import stated
from dptheory.documents.judgement import Question, answered
from dptheory.documents.results import FEWER, read_document
from dptheory.documents.source import MOST, document
from dptheory.kernel import SyntaxProblem
from dptheory.latex.typed import read_typed


def links(text: str) -> list[Stated]:
    return list(stated(document(text)).links)


def said(text: str) -> list[str]:
    return [one.link.latex for one in links(text)]


def test_escapes_between_doubled_backslashes() -> None:
    (one,) = links("\\\\[\\begin\\{align\\*\\} x\\_1 + x\\_2 &\\leq \\min\\\\{1, 2\\\\} \\end\\{align\\*\\}\\\\]")
    assert one.claim == "x1 + x2 <= min(1, 2)"


def test_doubled_backslashes_without_escapes_are_left() -> None:
    assert said("\\\\[ x_1 \\le x_2 \\\\ x_2 \\le x_3 \\\\]") == [r"x_1 \le x_2", r"x_2 \le x_3"]


def test_a_dash_between_terms_is_a_minus() -> None:
    assert [one.claim for one in links("$(n – 2m) a \\le n a$")] == ["(n - 2*m)*a <= n*a"]


def test_a_mark_of_quotation_is_no_sign() -> None:
    text = "> [!info] Proof\n> $$\n> \\begin{align*}\n> t - s &= 0\\\\\n> t &= s\n> \\end{align*}\n> $$\n"
    assert said(text) == ["t-s = 0", "t = s"]


def test_a_sign_at_the_beginning_of_a_row_that_is_not_quoted() -> None:
    assert said("$$\nx\n> 0\n$$") == ["x > 0"]


def test_a_display_between_tags_goes_on_in_the_next() -> None:
    text = "So,\n<center>$$a + b \\leq c + d$$   </center>\n<center>$$= e + f$$ </center>\n"
    assert said(text) == [r"a+b \le c+d", "c+d = e+f"]


def test_a_chain_does_not_go_on_with_what_is_drawn() -> None:
    text = "$$\\begin{align} a &\\leq b \\ \\ \\ \\ \\ \\small X \\sim SG(s)\\\\ &= c \\end{align}$$"
    assert r"a \le b" in said(text) and "b = c" in said(text)


def test_a_remark_in_brackets_is_no_factor() -> None:
    text = "$$\\begin{align} a &= e^{-x} \\ \\ \\big(\\text{let; } -y = x\\big)\\\\ &= e^{-t} (\\text{best over } t) \\end{align}$$"
    assert "e^{-x} = e^{-t}" in said(text)
    assert not any("best" in one.claim for one in links(text))


def test_a_word_alone_in_brackets_is_no_remark() -> None:
    assert [one.claim for one in links(r"$2a \le c + b(\text{loss})$")] == ["2*a <= c + F1"]


def test_names_that_stand_only_before_steps_are_functions() -> None:
    text = "$T_i(t-1) \\le s$ and $\\sqrt{T_i(t-1)} \\le \\sqrt{s}$, while $n(n-1) \\le n^2$."
    claims = [one.claim for one in links(text)]
    assert claims[1] == "sqrt(F1) <= sqrt(s)" and claims[2] == "n*(n - 1) <= n**2"


def test_a_name_before_sums_that_also_stands_alone_is_a_factor() -> None:
    text = "$a_1(t-1) \\le a_1$ and $a_1(t-1) + t \\le 2 a_1$."
    assert [one.claim for one in links(text)] == ["a1*(t - 1) <= a1", "a1*(t - 1) + t <= 2*a1"]


def test_an_expectation_has_one_name_however_it_is_written() -> None:
    (one, other) = links(r"$E[X^2] + 1 \ge E[X^2]$ and $\mathbb{E}[X^2] + 1 \ge \mathrm{E}[X^2]$")
    assert one.claim == other.claim


def test_a_law_and_a_probability_keep_their_names() -> None:
    (one,) = links(r"$\Pr[A] + P[A] \le \mathbb{P}[A] + 2$")
    assert len({name for name in ("P1", "P2", "P3") if name in one.claim}) == 3


@pytest.mark.parametrize("words", ["Logarithms are to the base", "by the Taylor expansion of"])
def test_e_is_a_number_where_words_call_it_one(words: str) -> None:
    assert [one.claim for one in links(f"{words} $e$. Then $2\\sqrt{{e-1}} < 2.63$.")] == ["2*sqrt(E - 1) < 263/100"]


def test_e_stays_a_question_where_it_is_spoken_of() -> None:
    assert links("For an edge $e$ we have $2e < 3$.")[-1].problem.startswith("e could be a variable")


def test_what_is_to_be_minimised_without_a_relation() -> None:
    (one,) = [x for x in links("To minimise $a + 1/a$ over $a > 0$, we choose $a=2$.") if x.told]
    assert one.claim == "2 + 1/2 <= a + 1/a"


@pytest.mark.parametrize("words", ["we take $x=2$ for simplicity", "over the set $Q$, pick $x=2$"])
def test_what_is_to_be_minimised_never_fails(words: str) -> None:
    found = read_document(document(f"To minimise $x^2 - 2x$ {words}."), "a text").results
    assert found and all(one.verdict != "refuted" for one in found)


def test_a_minimum_up_to_rounding_is_no_claim() -> None:
    text = "$f \\le m + n/m$ and we have a minimum (up to rounding error) at $$m = \\lceil \\sqrt{n} \\rceil$$"
    assert not any(one.told for one in links(text))


def test_a_condition_behind_a_display_that_says_when_it_holds() -> None:
    text = "By the inequality $$x - 1 \\geq \\frac{\\log x}{2}$$ which holds when $x \\geq 1$, we see that $$y > 2.$$"
    assert [g.text for g in links(text)[0].given] == ["x >= 1"]


def test_what_is_left_open_is_asked_with_more_effort() -> None:
    made = document("For $0 \\le x < 1$ we have $-\\log(1-x) - x \\le \\frac{x^2}{2(1-x)}$.")
    given = ("0 <= x", "x < 1")
    once = answered(Question("-log(1 - x) - x <= x**2/(2*(1 - x))", given, effort=80_000))
    assert once.verdict == "unknown" and once.open
    assert [one.verdict for one in read_document(made, "a text", effort=80_000).judged()] == ["proved"]


def test_a_value_that_words_give_what_stands_on_the_right() -> None:
    text = r"$$\begin{align} a &= e^{-x} \quad (\text{let } -2y = x)\\ &= e^{2y} \end{align}$$"
    assert [one.claim for one in links(text) if one.kind == "scalar"][-1] == "exp(-(-2*y)) = exp(2*y)"


def test_a_function_before_a_fraction_and_more_factors_reads_in_two_ways() -> None:
    with pytest.raises(SyntaxProblem, match="reads two ways"):
        read_typed(r"\log \frac{1}{x} \sqrt{y} \le 1")
    assert [one.claim for one in links(r"$\log\frac{1}{x} \log\frac{1}{y} \le 1$")] == ["log(1/x)*log(1/y) <= 1"]
    assert not links(r"$\log\frac{1}{x} \cdot y \le 1$")[0].other


def test_what_fails_in_one_reading_only_is_no_failure() -> None:
    text = r"For $s > 0$, $\log \frac{1}{s} \exp(x) s = \log \exp(x)$ and $\log \frac{1}{s} \exp(x) s = x^2$."
    (one, other) = read_document(document(text), "a text").judged()
    assert (one.verdict, one.stated.claim) == ("proved", "log(1/s*exp(x)*s) = log(exp(x))")
    assert other.verdict != "proved"


def test_a_formula_that_ends_within_a_bracket_is_told() -> None:
    made = stated(document(r"Then $\left( x \le 2$ and $\sqrt[ \le 2$, but $P(X \ge t)$ and $[0, 1)$ are whole."))
    assert [(str(t.place), "ends within the bracket" in t.words) for t in made.troubles] == [("1:12", True), ("1:33", True)]


def test_a_formula_within_a_line_that_is_too_long_is_told_as_that() -> None:
    made = document("$" + "x + " * 6_000 + "x \\le 1$ and $y \\le y + 1$")
    assert [t.words for t in made.troubles] == ["a formula of more than 20,000 characters"]
    assert [f.latex for f in made.formulas] == ["y \\le y + 1"]


def test_help_says_what_becomes_of_a_document_that_is_cut(capsys: pytest.CaptureFixture[str]) -> None:
    main(["read", "--help"])
    said = " ".join(capsys.readouterr().out.split())
    assert f"{MOST:,} formulas are read" in said and f"the first {FEWER} links" in said


def test_bars_around_a_set_are_its_size() -> None:
    text = r"For every $h \in H$ and $0 < x < 1$, $m \ge 1$ we have $(1-x)^m |H| < e^{-xm}|H|$, and $|y| \ge y$."
    one, other = (x for x in links(text) if x.kind in ("scalar", "atoms"))
    assert one.kind == "scalar" and "abs" not in one.claim and other.claim == "abs(y) >= y"
    assert [x.verdict for x in read_document(document(text), "a text").judged()] == ["proved", "proved"]


@pytest.mark.parametrize(
    "text",
    ["For all integers $n > 2$ we have $n \\ge 3$.", "Let $n > 2$ be an integer. Then $n \\ge 3$.",
     "Let $n$ be an integer with $n > 2$. Then $n \\ge 3$.", "For natural numbers $n > 2$, $n \\ge 3$."],
)  # fmt: skip
def test_a_relation_behind_integers_speaks_of_integers(text: str) -> None:
    assert [one.verdict for one in read_document(document(text), "a text").judged()] == ["proved"]


@pytest.mark.parametrize("words", ["be no integer", "be a real", "be no multiple of an integer"])
def test_words_that_make_no_integer(words: str) -> None:
    assert "n integer" not in [g.text for one in links(f"Let $n > 2$ {words}. Then $n \\ge 3$.") for g in one.given]


@pytest.mark.parametrize(
    "text",
    ["For sufficiently large $n$, $2^n \\ge n^3$.", "For $n$ large, $\\log n \\le n^{1/4}$.",
     "One might think that $(a+b)^2 = a^2 + b^2$.", "That $(a+b)^2 = a^2 + b^2$ is false.",
     "Is it true that $x^2 \\ge x$ for all $x$?", "We have $2^n \\ge n^3$ if $n$ is large."],
)  # fmt: skip
def test_what_is_said_of_some_values_or_not_claimed_never_fails(text: str) -> None:
    assert all(one.verdict in ("", "unknown") for one in read_document(document(text), "a text").results)


def test_a_display_behind_such_that_says_what_is_taken() -> None:
    text = "Taking $n \\in \\mathbb{N}$ and $r > 0$ such that\n\n$$\\frac{1}{2^n} < r,$$\n\nwe have $r + 2^{-n} < 2r$."
    (one,) = read_document(document(text), "a text").judged()
    assert one.verdict == "proved" and "1/2**n < r" in [g for g, _, _ in (*one.under, *one.elsewhere)]
