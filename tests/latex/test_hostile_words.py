"""Words around formulas that say less, or more, than the formulas alone."""

from __future__ import annotations

import pytest

from dptheory.documents.results import Result, read_document
from dptheory.documents.source import document


def last(text: str, *, tex: bool = False) -> Result:
    return read_document(document(text, tex=tex), "a note", effort=100_000).judged()[-1]


def holds(text: str, *, tex: bool = False) -> bool:
    """Whether the last relation holds as the text states it."""
    one = last(text, tex=tex)
    return one.answer is not None and one.verdict == "proved" and not (one.answer.assumed or one.elsewhere)


@pytest.mark.parametrize(
    "text",
    [
        r"Let $a>0$ or $b>0$. Then $a^3>0$.",
        r"Either $m\ge1$ or $m\le-1$. Then $m^3\ge1$.",
        r"Let $p\in(0,1)$ or $p=2$. Then $p^2<p$.",
        r"$t^3>0$ whenever $t>0$ or $u>0$.",
        r"If $c \ge 1$, or if $d \ge 1$, then $c^3 \ge 1$.",
        r"Let $y \ge 1$ or so. Then $y^3 \ge 1$.",
    ],
)
def test_one_of_two_conditions_is_not_given(text: str) -> None:
    assert not holds(text)


@pytest.mark.parametrize(
    "text",
    [
        r"Let $x\ge1$ or $x\le-1$. Then $x^2\ge1$.",
        r"Let $x\ge1$ and $y\ge1$. Then $xy\ge1$.",
    ],
)
def test_what_follows_from_either_condition_holds(text: str) -> None:
    assert holds(text)


def test_a_relation_between_names_with_a_value_that_is_one_of_two_does_not_fail() -> None:
    assert last(r"For $x = 1$ or $x = 2$ we have $x^2 \le 4$.").verdict != "refuted"


@pytest.mark.parametrize(
    "text",
    [
        "\\begin{comment}\nAssume $x \\ge 1$.\n\\end{comment}\n",
        "\\iffalse\nAssume \\ifx a b \\fi $x \\ge 1$.\n\\fi\n",
        "\\sout{Assume $x \\ge \\frac{1}{1}$.}\n",
        "\\todo[inline]{Assume $x \\ge 1$.}\n",
        "\\begin{verbatim}\nAssume $x \\ge 1$. %\n\\end{verbatim}\n",
        "\\verb|Assume $x \\ge 1$.|\n",
        "\\cite[Assume $x \\ge 1$.]{some}\n",
    ],
)
def test_what_tex_does_not_print_as_text_is_not_given(text: str) -> None:
    assert last(f"{text}We have $x^2 \\ge x$.", tex=True).under == ()


def test_what_tex_skips_or_stands_behind_the_end_is_not_judged() -> None:
    text = "We have $1 = 1$.\n\\iffalse $1 = 2$ \\fi\n\\verb|$1 = 3$|\n\\end{document}\n$1 = 4$."
    assert [one.stated.claim for one in read_document(document(text, tex=True), "a note").judged()] == ["1 = 1"]


def test_what_tex_takes_instead_of_what_it_skips_is_judged() -> None:
    assert last("\\iffalse $1 = 2$ \\else $2 = 2$, $x = 1 \\iff x + 1 = 2$ \\fi $3 = 3$.", tex=True).stated.claim == "3 = 3"
    assert len(document("\\iffalse $1 = 2$ \\else $2 = 2$ \\fi $3 = 3$.", tex=True).formulas) == 2


@pytest.mark.parametrize("text", ["<!-- Assume $x \\ge 1$. -->", "~~Assume $x \\ge 1$.~~", "<del>$x \\ge 1$</del>"])
def test_what_markdown_hides_or_strikes_out_is_not_given(text: str) -> None:
    assert last(f"{text}\nWe have $x^2 \\ge x$.").under == ()


def test_blanks_of_formulas_strike_nothing_out() -> None:
    assert [one.latex for one in document("$x~~y$ and $1~~2$.").formulas] == ["x~~y", "1~~2"]


@pytest.mark.parametrize(
    "text",
    [
        r"Previous work assumed $l\ge1$. We show that $l^3\ge1$.",
        r"In contrast to [4], where $l\ge1$, we have $l^3\ge1$.",
        r"Compare the case $l\ge1$ of [3]. We have $l^3\ge1$.",
        r"There is no $l>0$ with the property. We get $l^3>0$.",
    ],
)
def test_a_condition_of_others_or_of_nothing_is_not_given(text: str) -> None:
    assert not holds(text)


@pytest.mark.parametrize(
    "text",
    [
        r"For every $x$ between $0$ and $1$, $x^2 \le x$.",
        r"For all $x$ larger than $1$, $x^2 > x$.",
        r"For any $t$ at least two, $t^2 \ge 4$.",
        r"For $g > 0$ not exceeding $1$, $g^2 \le g$.",
        r"For every $n > 0$ other than $1$, $(n-1)^2 > 0$.",
        r"For all but finitely many integers $n$, $2^n > 100 n$.",
        r"For every $q$ in the unit interval, $q^2 \le q$.",
    ],
)
def test_a_true_sentence_whose_bounds_are_words_does_not_fail(text: str) -> None:
    assert last(text).verdict != "refuted"


def test_a_false_sentence_without_such_words_fails() -> None:
    assert last(r"For all real $x$, $x^2 \ge x$.").verdict == "refuted"
