r"""What went wrong in documents that nobody had looked at before: each of these was read or judged otherwise."""

import pytest

from dptheory.documents.claimed import Stated
from dptheory.documents.claims import stated
from dptheory.documents.judgement import Question, answered
from dptheory.documents.results import Result, read_document
from dptheory.documents.source import document


def read(text: str) -> tuple[Stated, ...]:
    """The links of a text."""
    return stated(document(text)).links


def judged(text: str) -> list[Result]:
    """The links of a text with what came out."""
    return list(read_document(document(text), "a text", effort=200_000).results)


def test_e_alone_is_eulers_number_unless_the_text_has_it_as_a_name() -> None:
    (one,) = read(r"$\frac{e-1}{e} \ge \frac{1}{2}$")
    assert one.claim == "(E - 1)/E >= 1/2" and "e is read as Euler's number" in one.told
    assert "could be a variable" in read(r"Let $e > 0$. Then $$\frac{e-1}{e} \le x.$$")[-1].problem


@pytest.mark.parametrize(
    ("text", "condition"),
    [
        (r"Fix $C$ such that $\log C \ge 8$. Then $$C \ge 2^3 + x.$$", "log(C) >= 8"),
        ("## Case 1: $a/b \\le 1/2$\n\nWe have\n\n$$\\frac{a}{b} \\le 1 - \\frac{a}{b}.$$", "a/b <= 1/2"),
        (r"With $n = 5$ and for $t < 3/M$ we have $$\frac{1}{3 - tM} > 0.$$", "t < 3/M"),
        (r"Taking $a \le t \le b$ gives $$t - a \ge 0.$$", "a <= t"),
    ],
)
def test_what_is_supposed_is_a_condition(text: str, condition: str) -> None:
    assert condition in [g.text for g in read(text)[-1].given]


def test_a_case_holds_in_its_parts_and_not_beside_it() -> None:
    text = (
        "### Case 1: $x \\le 2$\n\n#### Part\n\n$$x - 2 \\le y$$\n\n### Case 2: $x > 2$\n\n$$x - 2 \\ge y$$"
    )
    first, second = (one for one in read(text) if one.kind == "scalar")
    assert [g.text for g in first.given] == ["x <= 2"] and [g.text for g in second.given] == ["x > 2"]


def test_a_factorial_is_of_an_integer() -> None:
    (one,) = [r for r in judged(r"For all $k \ge 2$ we have $$k! \ge 2 \cdot 3^{k-2}.$$") if r.verdict]
    assert one.verdict != "refuted" and ("k integer", "k has a factorial", None) in one.under


def test_bounds_lose_their_ends_where_a_side_has_no_value() -> None:
    found = answered(Question("(1 - p)*log((1 - p)/(1 - q)) <= 0", ("0 <= q", "q <= p", "p <= 1")))
    assert found.verdict == "proved"
    assert found.where_defined or "p < 1" in found.assumed


def test_a_value_that_a_proof_chooses_ends_with_it() -> None:
    text = "<h4>One</h4>\nFinally set $t = \\sqrt{d}$.\n\n<h4>Two</h4>\nFor any integer $t \\ge 2$ $$t^2 \\ge 2t.$$"
    assert read(text)[-1].claim == "t**2 >= 2*t"


def test_values_that_differ_define_nothing() -> None:
    text = r"Here $f(m) = m + 1$. There $f(m) = 2^m$. $$f(m) \ge m$$"
    assert "m + 1 >= m" not in [one.claim for one in read(text)]


def test_a_value_at_one_object_is_none_at_another() -> None:
    text = r"Let $V(\mathcal{H}) = d$. Then $$V(\mathcal{G}) + 1 \le d + 1.$$"
    assert read(text)[-1].claim != "d + 1 <= d + 1"


@pytest.mark.parametrize(
    ("latex", "claim"),
    [
        (r"\mathcal{R}_n(\mathcal{F}) + \mathcal{R}_n \le 2", "F1 + R_n <= 2"),
        (r"\sigma^2(p) \cdot p \le 1 + p", "F1*p <= 1 + p"),
        (
            r"2 \sum_{i=0}^d 2^i + \sum_{i=0}^k 3^i \ge 1",
            "2*sum(2**j, j, 0, d) + sum(3**j, j, 0, k) >= 1",
        ),
        (r"|\mathcal{H}|_{C}^{a}| + x \le 2 + x", "N1 + x <= 2 + x"),
    ],
)
def test_what_was_read_as_something_else(latex: str, claim: str) -> None:
    assert read(f"$${latex}$$")[-1].claim == claim


def test_premises_do_not_come_from_another_chapter() -> None:
    text = (
        "### One\n\n$$\\Pr[A = x] \\le q \\Pr[B = x]$$\n\n### Two\n\n"
        "$$\\Pr[A = x] + 1 \\le q \\Pr[B = x] + 1$$"
    )
    assert [r.verdict for r in judged(text) if r.verdict == "proved"] == []
    assert judged(text.replace("### Two\n\n", ""))[-1].verdict == "proved"


@pytest.mark.parametrize(
    "text",
    [
        r"Here $\sigma^2 = 1/4$ holds.",
        r"$\log \log d \ge 6$ already requires $d > 10^{175}$.",
        r"For all $p \in (0, 1)$ and $k > 0$ we need $$(1-p) + \frac{p}{k} \le e^{\epsilon} \frac{p}{k}.$$",
        r"Hence $$(1-p)^2 \le (1-s)^2.$$",
    ],
)
def test_a_requirement_is_not_called_false(text: str) -> None:
    assert all(r.verdict != "refuted" for r in judged(text))


def test_a_relation_follows_from_one_above_it() -> None:
    above = "exp(x) + x**2*exp(-x) <= exp(y)"
    asked = Question("log(exp(x) + x**2*exp(-x)) <= y", premises=(above,), step=True)
    found = answered(asked)
    assert found.verdict == "proved" and found.following and found.assumed == (above,)


def test_growth_is_asked_where_both_sides_are_functions() -> None:
    results = judged(r"For $n \ge 2$ we have $n = O(n^2)$ and $\mathbb{P}[X > t] = O(1/n)$.")
    verdicts = [(r.stated.kind, r.verdict) for r in results if r.stated.kind == "asymptotic"]
    assert verdicts == [("asymptotic", "proved"), ("asymptotic", "")]
