r"""How far a condition of a document reaches: to the end of its sentence, or of its section where it is declared."""

from __future__ import annotations

import pytest

from dptheory.documents.claims import stated
from dptheory.documents.letter import letter_blocks, lines, summary
from dptheory.documents.results import Letter, read_document
from dptheory.documents.source import document
from dptheory.present.letter_files import html_file, markdown_file, tex_file

UNIT = "For $0 \\le x \\le 1$, $x^2 \\le x$.\n\n"
BOUND = r"e^x \le 1 + 2x"


def given(text: str) -> list[tuple[str, list[str]]]:
    """The claims of a text, each with its conditions."""
    return [(s.claim, [g.text for g in s.given]) for s in stated(document(text)).links if s.kind == "scalar"]


def judged(text: str) -> Letter:
    return read_document(document(text), "a note", effort=100_000)


def verdicts(text: str) -> list[tuple[str, str]]:
    return [(one.stated.claim, one.verdict) for one in judged(text).judged()]


@pytest.mark.parametrize(
    "text",
    [
        rf"For every real $x$, ${BOUND}$.",
        rf"For every $x \in \mathbb{{R}}$, ${BOUND}$.",
        rf"${BOUND}$ for all real $x$.",
        rf"$\forall x \in \mathbb{{R}}: {BOUND}$.",
        rf"For all $x$ we have" f"\n\n$${BOUND}.$$",
        rf"For $x \ge 0$, ${BOUND}$.",
        rf"Any $x \ge 0$ satisfies ${BOUND}$.",
    ],
)
def test_a_quantifier_says_all_that_is_known_of_its_names(text: str) -> None:
    claim, under = given(UNIT + text)[-1]
    assert claim == "exp(x) <= 1 + 2*x" and "x <= 1" not in under
    assert verdicts(UNIT + text)[-1] == (claim, "refuted")


def test_a_condition_does_not_reach_back_to_the_clause_before() -> None:
    text = rf"For all $x \ge 0$ we have ${BOUND}$, and for $0 \le x \le 1$ also $x^2 \le x$."
    assert given(text) == [("exp(x) <= 1 + 2*x", ["x >= 0"]), ("x**2 <= x", ["0 <= x", "x <= 1"])]


def test_what_trails_a_claim_is_not_said_of_the_next() -> None:
    text = r"We have $u^3 \le u$ for all $u \in [0,1]$ while $u^3 \le u$ for all $u \ge -1$."
    assert [under for _, under in given(text)] == [["0 <= u", "u <= 1"], ["u >= -1"]]


def test_rows_of_a_display_keep_their_own_conditions() -> None:
    text = "For all $q \\in [0,1]$\n$$p q \\le p, \\\\ q + q \\le 1, \\quad \\text{for } q \\le 1/2 \\\\ q^3 \\le q \\qquad \\forall q \\ge -1.$$"
    first, second, third = (set(under) for _, under in given(text))
    assert (first, third) == ({"0 <= q", "q <= 1"}, {"q >= -1"}) and second == {
        "0 <= q",
        "q <= 1",
        "q <= 1/2",
    }


def test_declarations_hold_to_the_end_of_their_section_and_begin_anew() -> None:
    text = f"Let $0 \\le x \\le 1$. Now ${BOUND}$. Let $x$ be a number. Now ${BOUND}$."
    assert [under for _, under in given(text)] == [["0 <= x", "x <= 1"], []]
    assert given(f"Now ${BOUND}$. Let $0 \\le x \\le 1$.")[0][1] == []


def test_a_condition_of_another_sentence_is_named_as_such() -> None:
    letter = judged(UNIT + f"Thus ${BOUND}$.")
    assert (
        letter.results[-1].verdict == "proved"
        and [r[0] for r in letter.results[-1].elsewhere] == ["x <= 1", "0 <= x"][::-1]
    )
    told = "holds under a condition of line 1 that this sentence does not state"
    assert told in "\n".join(lines(letter)) and "2 hold (1 as the text states them" in summary(letter)[1]


def test_a_value_of_another_sentence_is_not_put_in_under_a_quantifier() -> None:
    assert verdicts(r"Let $w := \frac12 u$ and $u = 1$. For every real $w$, $e^w \le 1 + 2w$.") == [
        ("exp(w) <= 1 + 2*w", "refuted")
    ]


def test_claims_between_a_quantifier_and_the_stop_are_no_conditions() -> None:
    text = UNIT + r"For all $x$ we have $x^3 \ge 0$ and $x \ge -1$."
    assert verdicts(text)[1:] == [("x**3 >= 0", "refuted"), ("x >= -1", "refuted")]
    assert verdicts(r"For every real $r$, $$r \le 1.$$ So $r^3 \le 1$.")[0] == ("r <= 1", "refuted")


def test_a_claim_beside_a_condition_is_no_condition() -> None:
    text = r"Note $e^{-h} \le 1$ as long as $h \ge 0$, and $e^{-h} \le 1 - h/2$ for $h \in [0, 2]$."
    assert given(text) == [("exp(-h) <= 1", ["h >= 0"]), ("exp(-h) <= 1 - h/2", ["0 <= h", "h <= 2"])]


def test_a_chain_that_is_a_condition_is_one_condition() -> None:
    letter = judged(UNIT)
    assert [(one.stated.kind, one.verdict) for one in letter.results] == [
        ("assumption", ""),
        ("scalar", "proved"),
    ]
    assert "of 1 about numbers" in summary(letter)[1] and "0 ≤ x, x ≤ 1" in "\n".join(lines(letter))


def test_what_is_literally_its_own_condition_does_not_hold() -> None:
    letter = judged(r"For all $x \ge 0$ and $y \ge 0$ it holds that $0 \le x$ and $x y \ge 0$.")
    assert [one.verdict for one in letter.judged()] == ["proved"]


def test_what_rests_on_a_relation_that_fails_is_not_decided() -> None:
    letter = judged(r"For all real numbers $x$ and all real numbers $y$ we have $x \le y$ and $2x \le 2y$.")
    assert [one.verdict for one in letter.judged()] == ["refuted", "unknown"]


def test_the_letter_says_where_slips_are_and_under_what_a_relation_holds() -> None:
    letter = judged(UNIT + "For $z > 0$ we have $(2z)^2 = 2z^2$.")
    for writer in (html_file, markdown_file, tex_file):
        made = writer(letter_blocks(letter), "Remarks")
        assert "What fails (0), and 1 more under Slips" in made and "Nothing that was read" not in made
    assert "✓ holds; given $0 \\le x$: `0 \\le x \\le 1` (1:6)" in markdown_file(
        letter_blocks(letter), "Remarks"
    )


def test_custom_says_nothing_of_what_is_any_real_number() -> None:
    assert verdicts(r"For every $d \in \mathbb{R}$, $d^2 \ge d$.") == [("d**2 >= d", "refuted")]


def test_a_quantifier_within_a_display_behind_we_have_is_no_claim() -> None:
    text = "We have\n\n$$\\forall x \\in [a, b], \\ e^{x} \\le b x + a.$$"
    assert given(text) == [("exp(x) <= b*x + a", ["a <= x", "x <= b"])]
