"""Worlds told in sentences, both sides as numbers, words as LaTeX, and blocks in every style."""

import pytest

from dptheory.present.blocks import (
    Code,
    Facts,
    Heading,
    Listing,
    Paragraph,
    Table,
    to_html,
    to_markdown,
    to_tex,
)
from dptheory.present.tex_words import tex_words
from dptheory.present.worked_examples import decimals
from dptheory.present.worlds import plain, world_sentence


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        ("n = 1", "There is n = 1 record."),
        ("records = 0", "The only record is 0."),
        ("outputs = 0, 1", "An output is one of 0, 1."),
        ("law K(S) = S1: 3/4, 1 - S1: 1/4", "K(S) is S₁ with probability 3/4, 1 − S₁ with probability 1/4."),
        ("data S = 0, 1", "The data set is S = (0, 1)."),
        ("parameter C > 0", "It goes for every C > 0."),
        ("normal nu = 1/2; 2", "ν is normal about 1/2 with deviation 2."),
        ("region B(w) = w <= 0", "B is the set of all w with w ≤ 0."),
        ("within -1; oo", "The event of the claim lies in [−1, ∞]."),
        ("d = 1", "Vectors have one coordinate: they are numbers."),
        ("something else", "something else."),
    ],
)
def test_every_kind_of_line_is_a_sentence(entry: str, said: str) -> None:
    assert plain(world_sentence(entry)) == said


@pytest.mark.parametrize(
    ("outcome", "said"),
    [
        (
            "1/2 > exp(1)*(1/2*exp(-(100/99)))",
            ": the left side is at least 0.5, the right side at most 0.494",
        ),
        ("exp(1) < 3", ": the left side is at most 2.71829, the right side at least 3"),
        ("1/2*3 > 1", ": the left side is at least 1.5, the right side at most 1"),
        ("sqrt(2) != 7/5", ": the left side is [1.41421, 1.41422], the right side 1.4"),
        ("1/2 > 1/3", ""),
        ("C + 1 > C", ""),
        ("no relation", ""),
    ],
)
def test_both_sides_are_rounded_towards_each_other(outcome: str, said: str) -> None:
    found = "".join(map(str, decimals(outcome)))
    assert found.startswith(said) and bool(found) == bool(said)


def test_sides_that_are_near_are_shown_with_more_digits() -> None:
    (said,) = decimals("exp(1) > exp(1) - 1/1000000000")
    assert "2.71828182" in str(said)


def test_words_become_ascii_and_nothing_is_dropped() -> None:
    assert tex_words("‖x‖² ≤ 10 % of R_max") == r"$\Vert $x$\Vert ^{2}$ $\le$ 10 \% of R$_{max}$"
    assert tex_words("(1/t)^(ρ + 1)") == r"(1/t)$^{\rho  + 1}$"
    assert tex_words("☃") == "[snowman]"


def test_blocks_in_every_style_escape_what_is_special_there() -> None:
    blocks = [
        Heading(2, ("a_1 & b",)),
        Paragraph(("x < y, 50 %, ", Code("f_1 <= 2"))),
        Listing((("*",),), numbered=True),
        Facts((("label", ("$",)),)),
        Table(("h",), ((("|",),),)),
    ]
    html, markdown, tex = to_html(blocks), to_markdown(blocks), to_tex(blocks)
    assert "a_1 &amp; b" in html and "<code>f_1 &lt;= 2</code>" in html and "<ol><li>*</li></ol>" in html
    assert r"a\_1" in markdown and "`f_1 <= 2`" in markdown and r"1. \*" in markdown and r"\$" in markdown
    assert r"\& b" in tex and r"50 \%" in tex and r"\texttt{f\_1 $<$= 2}" in tex and r"\$" in tex
