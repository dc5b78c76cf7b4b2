"""What a document says between its formulas and around them: signs, arrows, goals, choices; other files."""

from __future__ import annotations

from pathlib import Path

import pytest

from dptheory.cli import main
from dptheory.documents.claimed import Stated
from dptheory.documents.claims import stated
from dptheory.documents.judgement import Question, answered
from dptheory.documents.letter import letter_blocks
from dptheory.documents.results import Letter, read_document
from dptheory.documents.source import document
from dptheory.present.blocks import to_markdown


def links(text: str) -> list[Stated]:
    return list(stated(document(text)).links)


def judged(text: str) -> Letter:
    return read_document(document(text), "a note", effort=300_000)


def verdicts(text: str) -> dict[str, str]:
    return {one.stated.link.latex: one.verdict for one in judged(text).results}


def test_a_sign_between_two_formulas_makes_one_relation_of_them() -> None:
    found = [one.link.latex for one in links("> We have $a + b$=$b + a$, and $2a$  \n>=$a + a$  \n>$< 3a$.")]
    assert found == ["a+b = b+a", "2a = a+a", "a+a < 3a"]


def test_a_condition_at_the_end_of_a_line_is_no_side_of_the_next() -> None:
    said = stated(document("$P(X > u)$, for $u > 0$  \n=$P(2X > 2u)$ and  \n>$\\le \\frac{E[X]}{u}$ holds."))
    assert not any(one.link.latex.startswith("0") for one in said.links)
    assert any("without a left side" in trouble.words for trouble in said.troubles)


def test_what_solves_an_equation_is_claimed_to_follow_and_is_put_in_later() -> None:
    text = (
        r"For $t > 0$ and $n \ge 1$ we set $$-n t + n \sigma^2 x = 0 \quad \Rightarrow \quad x^* = \frac{t}{\sigma^2}.$$"
        r" Put back, $$-x^* n t + \frac{n \sigma^2 (x^*)^2}{2} = -\frac{n t^2}{2 \sigma^2}.$$"
    )
    found = {one.stated.link.latex: one for one in judged(text).results}
    solved, later = found[r"x^* = \frac{t}{\sigma^2}"], list(found.values())[-1]
    assert (solved.stated.kind, solved.verdict) == ("scalar", "proved")
    assert solved.answer is not None and solved.answer.following
    assert later.verdict == "proved" and later.stated.definitions == ("x_star = t/sigma**2",)


def test_an_equation_is_solved_where_its_names_have_both_signs() -> None:
    text = r"We have $$p a + (1 - p) b = 0 \quad \Rightarrow \quad p = \frac{b}{b - a}.$$"
    last = judged(text).results[-1]
    assert last.verdict == "proved" and last.answer is not None
    assert last.answer.following and last.answer.assumed == ("b - a != 0",)


def test_a_function_that_is_also_named_alone_is_no_factor() -> None:
    text = r"Let $f := g + 2$. Here $f(x) \ge 0$ and $f(y) \ge 0$. $$2(f(x_t) - f(x)) \le f(x_t) + 1$$"
    claim = links(text)[-1].claim
    assert "f*" not in claim and "F1" in claim


def test_the_probability_of_one_name_is_none_of_the_next() -> None:
    text = r"It is $a$ with probability $p$ and $b$ with probability $1 - p$. Then $p + b \ge b - a p$."
    given = {g.text for one in links(text) for g in one.given}
    assert "p <= 1" in given and not any(text.startswith("0 <= b") for text in given)


def test_e_behind_a_sign_is_the_number() -> None:
    assert verdicts(r"For $n \ge 1$ we have $(1 + 1/n)^n \le e$.")[r"(1+1/n)^n \le e"] == "proved"


def test_a_small_factorial_is_a_number() -> None:
    assert links(r"Now $1 + \frac{x^3}{3!} \le e^x$.")[0].claim == "1 + x**3/6 <= exp(x)"


def test_an_inequality_is_no_slip_because_its_signs_differ() -> None:
    found = judged(r"For $0 < d < 1$ we have $$(1-d)^{1-d} > e^{-d + d^2/2 + d^3/2}.$$").results[-1]
    assert found.verdict == "refuted" and found.answer is not None
    assert "-1*" not in found.answer.nearest


def test_relations_that_say_unequal_do_not_stop_the_reading() -> None:
    text = (
        r"If $E[X] \ne 0$ and $E[Y] \ne 0$ then $2 E[X] \ne E[X]$, for $x \ne 3$. $$E[X] \le E[X] + 1$$"
        r" $$x + e^x + \log(1 + x^2) \ne 3 + x + e^x$$ $$2 (x + e^x) \le 3 x + e^x$$"
    )
    assert verdicts(text)[r"E[X] \le E[X]+1"] == "proved"


def test_what_is_still_to_be_shown_is_no_premise() -> None:
    text = r"Our goal is to prove that $P[X > u] \le e^{-u}$. Thus $$P[X > u] + u \le e^{-u} + u.$$"
    assert verdicts(text)["P[X>u]+u \\le e^{-u}+u"] != "proved"
    held = text.replace("Our goal is to prove that", "Assume that")
    assert verdicts(held)["P[X>u]+u \\le e^{-u}+u"] == "proved"


def test_an_expectation_in_round_brackets_is_that_in_square_ones() -> None:
    said = stated(document(r"Here $2\mathbb{E}(X) \le 1 + 2\mathbb{E}[X]$."))
    assert said.links[0].claim == "2*E1 <= 1 + 2*E1"


def test_a_derivative_with_an_upright_d_is_no_quotient() -> None:
    found = links(r"Now $$\frac{\operatorname d{\log(1+x)}}{\operatorname d{x}} = \frac{1}{1+x}.$$")
    assert "derivative" in found[0].problem


def test_what_has_a_law_does_not_grow() -> None:
    text = r"Let $X \sim \mathcal{N}(0, s)$, $Y \sim Lap(b)$, $a_n \sim n^2$."
    assert [one.kind for one in links(text)] == ["objects", "objects", "asymptotic"]


def test_a_bound_with_a_chosen_parameter_gives_the_one_without() -> None:
    text = (
        r"For all $x > 0$ and $n \ge 1$, $$\mathbb{P}(S \ge n) \le e^{-x n + n x^2/2}.$$"
        r" We set $x = \frac{2}{2}\cdot c$. Choose $x^* = c$. Thus $$\mathbb{P}(S \ge n) \le e^{-c n + n c^2/2}.$$"
    )
    assert list(verdicts(text).values())[-1] == "proved"


def test_a_value_of_unknowns_is_put_into_what_a_step_rests_on() -> None:
    text = (
        r"$$\|u\|^2 = \|v\|^2 + a^2 \|g\|^2 - 2 a \langle g, v \rangle.$$ This is minimal at"
        r" $$a = \frac{\langle g, v \rangle}{\|g\|^2}.$$ Then"
        r" $$\|u\|^2 = \|v\|^2 - \frac{\langle g, v \rangle^2}{\|g\|^2}.$$"
    )
    assert list(verdicts(text).values())[-1] == "proved"


def test_a_formula_that_is_inverted_has_the_value_put_in() -> None:
    text = (
        r"It is private with $\varepsilon' = \log(1 + p(e^{u} - 1))$ for $p \in (0, 1]$. If we want $u$ to"
        r" achieve $\varepsilon' = \varepsilon$, we invert this: $$u = \log\left(1 + \frac{1}{p}(e^{\varepsilon}"
        r" - 1)\right).$$"
    )
    last = judged(text).results[-1]
    assert last.stated.claim == "u = log(1 + 1/p*(exp(log(1 + p*(exp(u) - 1))) - 1))"
    assert last.verdict == "proved"


def test_a_convention_or_one_with_its_end_proves_a_divergence() -> None:
    """Once the open end was given up, and nothing else was tried."""
    asked = (
        "1/(alpha - 1)*log(1/(exp(eps) + 1)*exp(alpha*eps) + exp(eps)/(exp(eps) + 1)*exp(-alpha*eps)) <= eps"
    )
    found = answered(Question(asked, ("alpha > 1",)))
    assert found.verdict == "proved" and found.assumed in (("eps > 0",), ("eps >= 0",))


def test_a_file_in_latin_1_is_read_and_its_place_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    paper = tmp_path / "note.md"
    paper.write_bytes("Zeile\nFür $x \\ge 0$ ist $x \\le 2x$.".encode("latin-1"))
    assert main(["read", str(paper), "--effort", "50000"]) == 0
    printed = capsys.readouterr().out
    assert "2:2  not read: no UTF-8 from here on" in printed and "scalar: holds" in printed


def test_a_file_that_is_no_text_is_refused_with_the_place(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    paper = tmp_path / "note.md"
    paper.write_bytes(b"one\ntwo\x00\xff")
    assert main(["read", str(paper)]) == 64
    assert "no text at 2:4" in capsys.readouterr().err


def test_the_letter_has_the_values_of_both_sides_where_a_relation_fails() -> None:
    page = to_markdown(
        letter_blocks(judged(r"For $x > 0$ we have $x + 1 \le x + \frac{x}{x}$ and $x + 1 \le 1$."))
    )
    assert "the right side 1.00000" in page
    assert "3 relations were read: 2 about numbers, 1 conditions" in page
