r"""What a text says of a relation instead of claiming it: where equality holds, the places of optima, denials; beside each
a text in which the same words say something else.
"""

from __future__ import annotations

import pytest

from dptheory.documents.claims import stated
from dptheory.documents.letter import lines, summary
from dptheory.documents.remarks import DENIED, EQUALITY, OPEN, OPTIMUM
from dptheory.documents.results import Letter, Result, read_document
from dptheory.documents.source import document


def judged(text: str) -> Letter:
    return read_document(document(text), "a note", effort=40_000)


def last(text: str) -> Result:
    return judged(text).results[-1]


def came_out(text: str) -> list[tuple[str, str]]:
    """Each relation that is no condition, with what came out, or what the text says of it."""
    found = judged(text).results
    return [
        (one.stated.link.latex, one.verdict or one.stated.remark)
        for one in found
        if one.verdict or one.stated.remark
    ]


CASES = [
    r"with equality at $x = \sqrt r$",
    r"with equality iff $x=\sqrt{r}$",
    r"with equality if and only if $x = \sqrt{r}$",
    r"(equality when $x = \sqrt{r}$)",
    r"and equality holds for $x = \sqrt r$",
    r"where equality is attained only at $x = \sqrt{r}$",
    r"which is attained at $x = \sqrt r$",
    r"and this is tight when $x = \sqrt{r}$",
    r"and both sides agree for $x = \sqrt{r}$",
    r"and for $x = \sqrt{r}$ equality holds",
    r"the case of equality being $x = \sqrt{r}$",
]


@pytest.mark.parametrize("case", CASES)
def test_where_equality_holds_was_put_into_the_inequality(case: str) -> None:
    text = rf"For $x > 0$ and $r > 0$, $\frac{{r}}{{x}} + x %s 2\sqrt{{r}}$, {case}."
    (false, _), (true, equal) = came_out(text % r"\le"), came_out(text % r"\ge")
    assert false[1] == "refuted" and true[1] == "proved"
    assert equal in ((r"x = \sqrt r", "proved"), (r"x = \sqrt{r}", "proved"))
    assert not any(one.stated.definitions for one in judged(text % r"\ge").results)


def test_where_equality_holds_was_a_definition_for_another_sentence() -> None:
    text = "For all $m \\ge 1$, $e^x \\ge 1 + m x$.\n\nFor $x > 0$, $x + 1/x \\ge 2$, with equality iff $x = 1$."
    first = judged(text).results[1]
    assert first.verdict != "proved" and not first.stated.definitions
    after = r"For $x > 0$, $x + 1/x \ge 2$, with equality iff $x = 1$. For all $x > 0$, $x^2 \le 1$."
    assert last(after).verdict == "refuted"


@pytest.mark.parametrize(
    "display",
    [
        r"$$t + 1/t \ge 2, \quad \text{with equality at } t = 1.$$",
        r"\begin{align} t + 1/t &\ge 2, \\ &\text{with equality if and only if } t = 1. \end{align}",
        r"$$t + 1/t \ge 2 \quad (\text{equality at } t = 1)$$",
    ],
)
def test_where_equality_holds_within_a_display(display: str) -> None:
    assert [verdict for _, verdict in came_out(f"For $t > 0$\n{display}")] == ["proved", "proved"]


def test_a_wrong_place_of_equality_is_left() -> None:
    text = r"For $x > 0$, $x + 4/x \ge 4$, with equality iff $x = 1$."
    assert came_out(text) == [(r"x+4/x \ge 4", "proved"), ("x = 1", EQUALITY)]
    assert "remark: not judged: where equality holds" in "\n".join(" ".join(x.split()) for x in lines(judged(text)))
    assert "1 remark" in summary(judged(text))[0]


def test_a_name_that_has_the_value_of_an_equality_was_refuted_without_it() -> None:
    text = r"For $z > 0$ and $r > 0$, $r/z + z \ge 2\sqrt{r}$, with equality at $z = \sqrt{r}$. Then $2z \le 1 + r$."
    assert last(text).verdict != "refuted"


def test_a_condition_of_equality_is_none_of_the_inequality() -> None:
    text = r"For $c > 0$: $c^2 + 1 \le 2c$, with equality for $c \ge 1$."
    assert came_out(text) == [(r"c^2+1 \le 2c", "refuted"), (r"c \ge 1", EQUALITY)]


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        (r"The following equality holds for $z > 0$: $\sqrt{z^2} = z$.", "proved"),
        (r"With equality at $u = 1$ known, and $u^2 \ge 0$, for $u > 0$ we have $u \ge u + 1$.", "refuted"),
        (r"For $u > 0$, $\log u \le u - 1$, equality holds at $u = 1$, and $u^2 \le u$.", "unknown"),
        (r"With equality in mind, for $u > 0$ $u + 1 \le u$.", "refuted"),
    ],
)
def test_what_is_claimed_beside_an_equality_is_judged(text: str, claim: str) -> None:
    assert last(text).verdict == claim


@pytest.mark.parametrize(
    "words",
    [
        r"which is minimised at $w = \sqrt{r}$",
        r"which is smallest for $w = \sqrt{r}$",
        r"minimised by $w = \sqrt r$",
        r"and the optimum is $w = \sqrt r$",
        r"and $w = \sqrt r$ minimises the left side",
        r"where the choice $w = \sqrt{r}$ is best",
    ],
)
def test_the_place_of_an_optimum_was_refuted(words: str) -> None:
    text = rf"For $r > 0$ and $w > 0$, $\frac{{r}}{{w}} + w %s 2\sqrt{{r}}$, {words}."
    assert [verdict for _, verdict in came_out(text % r"\ge")] == ["proved", "proved"]
    assert came_out(text % r"\le")[0][1] != "proved"


def test_greatest_was_read_as_least_for_a_word_of_another_sentence() -> None:
    text = r"The minimum comes later. For $c > 0$, $k(c) = c e^{-c}$ is maximal at $c = %s$."
    assert last(text % "1").verdict == "proved" and last(text % "2").verdict == "refuted"
    assert any("is greatest" in told for told in last(text % "1").stated.told)


@pytest.mark.parametrize(
    "text",
    [
        r"Under $x + y = 1$ the product $x y$ is maximal at $x = 1/2$.",
        r"For $m > 0$, $m^3 - 3m$ has a local minimum at $m = 1$.",
        r"For $m > 0$, $m^3 - 3m$ has a critical point at $m = 1$.",
        r"For $u > 0$ and $v > 0$ with $u + v = 1$, $u^2 + v^2$ is minimal at $u = v$.",
        r"For $q > 0$ the loss is least at $q = 1$.",
        r"For $u>0$ and $v>0$, $g \ge u + v$. The bound $u^2 - u$ is minimised over integers at $u = 1$.",
    ],
)
def test_the_place_of_an_optimum_that_is_not_told_surely_is_left(text: str) -> None:
    assert came_out(text)[-1][1] == OPTIMUM


@pytest.mark.parametrize(
    "words",
    [
        r"is minimised at $y = 3$, and there $y + 9/y = 6$",
        r"is least for $y = 3$, where $2 y^2 = 18$ is known",
        r"is at least $6$, with equality at $y = 3$, so that there $y^2 + y = 12$",
        r"is of interest: we take $y = 3$, so that $y + 9/y = 6$",
    ],
)
def test_what_a_sentence_says_of_a_name_at_its_value_was_refuted(words: str) -> None:
    found = came_out(rf"For $y > 0$, $y + 9/y$ {words}.")
    assert found and "refuted" not in [verdict for _, verdict in found]
    assert last(rf"For $y > 0$, $y + 9/y$ {words}. For all $y > 0$, $y + 9/y \le 6$.").verdict == "refuted"


def test_a_value_that_is_chosen_is_still_put_in() -> None:
    text = r"For $L > 0$, choosing $h = \frac{1}{L}$ minimises the bound. Then $h^2 L - 2h = -1/L$."
    assert last(text).verdict == "proved" and last(text).stated.definitions == ("h = 1/L",)


DENIALS = [
    r"It is not true that $%s$ for $x > 0$.",
    r"The claim that $%s$ is false.",
    r"The claim ``$%s$ for $x > 0$'' is wrong.",
    r"One might think $%s$ but this is wrong.",
    r"One might think that $%s$ for $x > 0$. However, this is not true.",
    r"The inequality $%s$ fails to hold for $x > 0$.",
    r"The inequality $%s$ does not hold.",
    r"For $x > 0$ the bound $%s$ is not true.",
    r"A common error is to write $%s$.",
    r"Contrary to the claim that $%s$, this grows.",
    r"For $x > 0$ this would imply $%s$, which is absurd.",
    r"For $x > 0$ we would get that $%s$, a contradiction.",
    r"Suppose for contradiction that $%s$ for all $x > 0$.",
    r"Assume, towards a contradiction, that $%s$.",
    r"It is wrong to claim that for $x > 0$ we have $%s$.",
    "It is not the case that\n$$%s \\quad \\text{for all } x > 0.$$",
    r"For $x > 0$ we do not have $%s$.",
    r"There is no $x > 0$ with $%s$.",
    r"The following is false: for $x > 0$, $%s$.",
    r"Neither $%s$ nor its converse holds.",
    r"The claim $%s$ of the first draft was false.",
]


@pytest.mark.parametrize("text", DENIALS)
def test_what_the_text_denies_was_called_false(text: str) -> None:
    for claim in (r"\log(1+x) \ge x", r"e^x \le 1 + x"):
        assert [verdict for _, verdict in came_out(text % claim)] == [DENIED]


def test_what_follows_from_what_is_supposed_and_refuted_is_not_called_false() -> None:
    text = r"Suppose for contradiction that $a + 1 > b$ for some $a, b > 0$. Then $$2a + 2 > 2b.$$ We have reached a contradiction. "
    text += r"For $a > 0$, $a \ge a + 1$."
    assert [verdict for _, verdict in came_out(text)] == [DENIED, "unknown", "refuted"]
    assert not any("a + 1 > b" in g.text for one in stated(document(text)).links for g in one.given)


@pytest.mark.parametrize(
    "text",
    [
        r"It is not true that $e^x \le 1$ for all $x$, but for $u > 0$ we have $u + 1 \le u$.",
        r"For $u > 0$, $u + 1 \le u$, but the converse is false.",
        r"For $u > 0$, $u + 1 \le u$. It is not true that $u < 0$.",
        r"It is not hard to see that for $u > 0$ we have $u + 1 \le u$.",
        r"There is no doubt that for $u > 0$ $u + 1 \le u$.",
        r"Contrary to popular belief, for $u > 0$ one has $u + 1 \le u$.",
        r"The error is small. For $u > 0$ we get $u + 1 \le u$, which is not sharp.",
    ],
)
def test_what_stands_beside_a_denial_is_judged(text: str) -> None:
    assert "refuted" in [verdict for _, verdict in came_out(text)]


def test_what_one_may_think_is_left_open() -> None:
    for text in (r"one might hope that $%s$.", r"is $%s$? No.", r"it would be nice if $%s$."):
        assert came_out(r"For $x > 0$ " + text % r"e^x \le 1 + x") == [(r"e^x \le 1+x", OPEN)]


@pytest.mark.parametrize(
    "behind",
    [
        r"Set $s = \frac{1}{1 + w^2}$.",
        r"With $s = \frac{1}{1 + w^2}$ all follows.",
        r"Define $s = \frac{1}{1+w^2}$ and go on.",
    ],
)
def test_a_definition_of_a_later_sentence_was_put_in_above(behind: str) -> None:
    found = judged(rf"Then $s^2 \le s$. {behind}").results[0]
    assert found.verdict != "proved" and not found.stated.definitions and not found.under


def test_a_definition_that_explains_what_stands_before_it_is_put_in() -> None:
    for behind in (r", where $s = \frac{1}{1 + w^2}$.", r". Here $s = \frac{1}{1 + w^2}$."):
        assert judged(rf"Then $2 s^2 + s \le 3s${behind}").results[0].verdict == "proved"
    begins = r"For all $s$, $2 s^2 + s \le 3s$, and with $s = \frac{1}{1+w^2}$ we get $1 \le 2$."
    assert judged(begins).results[0].verdict == "refuted"


@pytest.mark.parametrize(
    ("words", "verdict"),
    [
        (r"Minimising the right side over $a$ gives $a^* = \frac{1}{r}$.", "proved"),
        (r"Minimising the right side over $a$, we get $a = \frac{1}{r}$.", "proved"),
        (r"Minimising the right side over $a$ gives $a^* = \frac{2}{r}$.", ""),  # over what else is not said: left
    ],
)
def test_a_place_that_minimising_gives_is_one(words: str, verdict: str) -> None:
    found = last(rf"For $a > 0$ and $r > 0$, \[ d \le \frac{{1}}{{a}} + r^2 a. \] {words}")
    assert found.verdict == verdict


def test_a_function_is_least_where_its_name_is_said_to_be() -> None:
    """The formula may stand further up: it is named."""
    text = r"For $A > 0$ let \[ g(c) = A(c - t/A)^2 - \frac{t^2}{A}. \] There are terms. Others go. "
    assert last(rf"{text}$g$ achieves the minimum at $c = \frac{{t}}{{A}}$.").verdict == "proved"
    assert last(rf"{text}$g$ achieves the minimum at $c = -\frac{{t}}{{A}}$.").verdict == "refuted"
    assert last(rf"{text}$h$ achieves the minimum at $c = -\frac{{t}}{{A}}$.").verdict != "refuted"
