"""What a document says beside a relation and the relation needs; documents that are too much; vectors."""

from __future__ import annotations

import time

import pytest

from dptheory.cli import main
from dptheory.documents.claimed import Stated
from dptheory.documents.claims import stated
from dptheory.documents.letter import lines, summary
from dptheory.documents.results import BEYOND, read_document
from dptheory.documents.source import document


def links(text: str) -> list[Stated]:
    return list(stated(document(text)).links)


def verdicts(text: str) -> dict[str, str]:
    found = read_document(document(text), "a note", effort=300_000)
    return {one.stated.link.latex: one.verdict for one in found.results}


def test_a_formula_that_is_too_long_is_told_and_the_rest_is_read() -> None:
    found = document(f"Then $$x + {'x + ' * 10_000} x \\ge 0$$ and $x \\ge 1$.")
    assert [t.words for t in found.troubles] == ["a formula of more than 20,000 characters"]
    assert [f.latex for f in found.formulas] == [r"x \ge 1"]


def test_a_stray_mark_of_a_display_does_not_swallow_what_follows() -> None:
    found = document(f"A price of $$ 5.\n\n{'word ' * 5_000}\n\nThen $$x \\ge 1$$.")
    assert "x \\ge 1" in [f.latex for f in found.formulas]


def test_a_macro_without_end_costs_no_time_where_it_is_used_often() -> None:
    text = r"\newcommand{\a}{\b\b}\newcommand{\b}{\a\a}" + "\nThen $\\a \\le x$ and $1 \\le 2$." * 3_000
    start = time.process_time()
    said = stated(document(text, tex=True))
    assert time.process_time() - start < 60
    assert sum("expands without end" in t.words for t in said.troubles) == 3_000
    assert len(said.links) == 3_000


def test_what_is_said_often_is_told_once_with_its_count() -> None:
    text = r"\newcommand{\a}{\a}" + "\nThen $\\a \\le x$." * 50
    told = [line for line in lines(read_document(document(text, tex=True), "x")) if "without end" in line]
    assert len(told) == 1 and "the same 49 more times" in told[0]


def test_links_beyond_the_first_are_read_and_said_not_to_be_checked() -> None:
    found = read_document(document("We have $$1 \\le 2.$$ " * 4), "x", most=2)
    assert [one.verdict for one in found.results] == ["proved", "proved", "unknown", "unknown"]
    assert found.results[3].answer is not None and found.results[3].answer.reason == BEYOND
    assert "the last 2 about numbers or unknowns are read, not checked" in summary(found)[0]


def test_a_list_of_conditions_that_reads_two_ways_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    main(["prove", "x*y <= 1", "--where", "0 < x, y < 1", "--effort", "20000"])
    assert "for both between: 0 < x < 1, 0 < y < 1" in capsys.readouterr().err


def test_a_sum_to_a_real_number_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    main(["prove", "sum(j, j, 1, n) >= 0", "--where", "n >= 1", "--effort", "20000"])
    assert "add the condition n integer" in capsys.readouterr().err


def test_a_gradient_with_a_transposed_factor_is_an_inner_product() -> None:
    one = links(r"$$-2\eta \nabla f(x_k)^\top (x_k - y) \le -\eta \left(\|g\|^2 + \|x_k - y\|^2\right)$$")[0]
    assert (one.kind, one.claim) == ("objects", "-2*eta*I1 <= -(eta*(N1**2 + N2**2))")


def test_a_relation_between_vectors_is_none_of_numbers() -> None:
    assert links(r"$$y - \eta \nabla f(y) = y$$")[0].kind == "objects"


def test_the_square_of_a_vector_is_that_of_its_norm() -> None:
    one = links(r"With $\|g_k\| \le G$ we have $$a^2 g_k^2 + 1 \le a^2 \|g_k\|^2 + 1.$$")[-1]
    assert one.claim == "a**2*N1**2 + 1 <= a**2*N1**2 + 1" and "takes its norm" in one.told[0]


def test_a_distance_is_the_same_in_both_directions() -> None:
    assert verdicts(r"$$1 + \|y - x\|^2 \le 1 + \|x - y\|^2$$")[r"1+\|y-x\|^2 \le 1+\|x-y\|^2"] == "proved"


def test_a_function_of_another_chapter_is_not_put_in() -> None:
    text = "# A\nThe function $f(x) = x^2$ is convex.\n# B\nIn general $$f(y) - 1 \\le f(y).$$"
    assert "**" not in links(text)[-1].claim


def test_each_name_of_a_chain_has_the_value_at_its_end() -> None:
    text = r"Thus $$\frac{M}{aT} + \frac{aG^2}{2} \le \sqrt{\frac{2MG^2}{T}},$$ choosing $a_k = a = \sqrt{\frac{2M}{G^2T}}$."
    assert links(text)[0].definitions == ("a = sqrt(2*M/(G**2*T))",)


def test_a_relation_fails_no_more_where_its_section_gives_a_name_a_value() -> None:
    found = links(r"Then $$\frac{R}{2k} = \frac{R}{2hkL}.$$ It was said that $h = \frac1L$ before.")
    assert not found[0].refutable


def test_a_value_of_the_text_is_used_and_named() -> None:
    text = r"Here $1 + h < 3$. We obtain $h = \frac{1}{L}$. Then $$\frac{R}{2k} = \frac{R}{2hkL}.$$"
    found = read_document(document(text), "x", effort=300_000).results[-1]
    assert found.verdict == "proved" and "h = 1/L" in [text for text, _, _ in found.under]


def test_a_bound_that_is_required_does_not_fail() -> None:
    assert verdicts(r"The method converges. Here $$|1 - aL| < 1.$$")["|1-aL| < 1"] == "unknown"


@pytest.mark.parametrize(
    ("words", "given"),
    [
        (r"Here $t$ must be at least two.", ["t >= 2"]),
        (r"The weight $t$ is at most 5.", ["t <= 5"]),
        (r"Here $t$ is restricted to $[1/k, 1]$.", ["1/k <= t", "t <= 1"]),
        (r"Here $t$ is not restricted to $[1/k, 1]$.", []),
    ],
)
def test_words_between_a_name_and_its_bounds(words: str, given: list[str]) -> None:
    one = links(rf"{words} Then $$t \le k + t + kt.$$")[-1]
    assert [g.text for g in one.given if "t" in g.text] == given


def test_a_condition_within_a_formula_may_be_of_any_form() -> None:
    one = links(r"$$ p^t \le 1 \text{ if } |p| < 1 $$")
    assert (one[0].kind, [g.text for g in one[0].given]) == ("scalar", ["abs(p) < 1"])


def test_what_a_function_of_the_code_is_called_with_is_a_value() -> None:
    code = "```python\nreturn dlaplace.rvs(loc=v, a=epsilon/sensitivity)\n```"
    one = links(f"Noise for $\\epsilon$ and $\\Delta$ by\n{code}\nThen $$e^{{a \\Delta}} = e^\\epsilon.$$")[
        -1
    ]
    assert one.definitions == ("a = eps/Delta",)


def test_suprema_are_compared_point_by_point_but_not_strictly() -> None:
    one, other = links(r"$$\sup_x x^2 \le \sup_x (x^2 + 1)$$ and $$\sup_x x^2 < \sup_x (x^2 + 1).$$")
    assert (one.kind, one.claim, one.refutable) == ("scalar", "x**2 <= x**2 + 1", False)
    assert other.kind == "objects"


def test_where_something_is_least_is_the_value_of_its_name_below() -> None:
    text = (
        r"Here $1 + h < 3$. The bound $(1 - \frac{Lh}{2})h$ and $h \le g$. We have $y \le h - \frac{Lh^2}{2}.$"
        "\nThis is maximised at $h = \\frac{1}{L}$.\n\nThen $$\\frac{R}{2k} = \\frac{R}{2hkL}.$$"
    )
    found = read_document(document(text), "x", effort=300_000).results[-1]
    assert found.verdict == "proved" and "h = 1/L" in [said for said, _, _ in found.under]
