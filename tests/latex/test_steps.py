r"""How formulas of documents are read and what steps between unknowns rest on; beside each rule a text that it must not take."""

from __future__ import annotations

from pathlib import Path

import pytest

from dptheory.cli import main
from dptheory.documents.claimed import Stated
from dptheory.documents.claims import Said, stated
from dptheory.documents.judgement import Question, answered
from dptheory.documents.letter import letter_blocks, summary
from dptheory.documents.results import Result, read_document
from dptheory.documents.source import document
from dptheory.documents.unify import instance
from dptheory.kernel import SyntaxProblem
from dptheory.latex.meaning import Meaning
from dptheory.latex.names import Names
from dptheory.latex.reader import Reader
from dptheory.latex.tokens import tokens
from dptheory.present.letter_files import markdown_file

EFFORT = 200_000


def said(latex: str) -> str:
    reader = Reader(tokens(latex), Names(marks=True))
    node = reader.expression()
    reader.finish()
    return Meaning(strict=False, atom=lambda n: f"<{n.value}>").text(node)


def whole(text: str) -> Said:
    return stated(document(text))


def links(text: str) -> list[Stated]:
    return list(whole(text).links)


def judged(text: str, effort: int = EFFORT) -> list[Result]:
    return list(read_document(document(text), "a note", effort=effort).results)


@pytest.mark.parametrize(
    ("latex", "claim"),
    [
        ("x^2_1", "x1**2"),
        (r"\|x\|^2_2", r"<\|x\|_{2}>**2"),
        (r"e^\frac{a}{2}", "exp(a/2)"),
        (r"D_\alpha^{(z+a)}(U||V)", r"<D_\alpha^{(z+a)}(U||V)>"),
        (r"1 + q + q^2 + \ldots + q^{n-1}", "sum(q**j, j, 0, n - 1)"),
        (r"a + x + 2x + \cdots + nx", "a + sum(j*x, j, 1, n)"),
        (r"\delta (1 + e^\varepsilon + \ldots + e^{(k-1)\varepsilon})", "del*sum(exp(j*eps), j, 0, k - 1)"),
        (r"\sup_{z > 0} e^{z} - z^2 - y", r"<sup_{z>0}e^{z}-z^2> - y"),
        (r"\sum_{i=1}^n i^2 + 3i - 1", "sum(i**2 + 3*i, i, 1, n) - 1"),
        (r"\int_0^1 \tau\, \mathrm{d}\tau", "integral(tau, tau, 0, 1)"),
        (r"\max\{a, b\}", "max(a, b)"),
        (r"\max\{f(x) : x \in X\}", r"<\max\{f(x):x\in X\}>"),
        (r"|\mathcal{X}| + |x|", r"<|\mathcal{X}|> + abs(x)"),
        (r"\sum_{i=0}^\infty q^i", r"<\sum_{i=0}^\infty q^i>"),
    ],
)  # fmt: skip
def test_a_formula_is_read_as_it_is_meant(latex: str, claim: str) -> None:
    assert said(latex) == claim


@pytest.mark.parametrize(
    ("latex", "words"),
    [
        (r"1 + 2 + \ldots + 2^n", "in two ways: sum(2**j, j, 0, n) or sum(j, j, 1, 2**n)"),
        (r"1 + 3 + \ldots + n^2", "dots say what the reader is to guess"),
        (r"1 + \ldots + n", "dots say what the reader is to guess"),
        (r"x - 1 + \ldots + n", "dots say what the reader is to guess"),
        ("2_1", "a subscript that stands behind no name"),
        (r"\stackrel{x}{y}", "is not known"),
        (r"\foo + 1", r"the command \foo is not known"),
    ],
)
def test_what_may_mean_several_things_is_refused(latex: str, words: str) -> None:
    with pytest.raises(SyntaxProblem, match="(?s).*") as refused:
        said(latex)
    assert words in str(refused.value)


def test_signs_with_words_above_them_are_signs() -> None:
    assert [s.link.latex for s in links(r"$$a \stackrel{(a)}{\le} b \overset{\text{Lemma}}{=} c$$")] == [
        r"a \le b", "b = c",
    ]  # fmt: skip
    (one,) = links(r"$$f \overset{\mathrm{def}}{=} x + 1$$")
    assert (one.kind, one.link.sign) == ("definition", ":=")
    (turned,) = links(r"$$x + 1 =: f$$")
    assert (turned.kind, turned.link.latex) == ("definition", "f := x+1")


def test_letters_that_stand_together_are_one_name_where_they_are_none_alone() -> None:
    (one, *_) = links("$err_1 \\le 2 err_2 + e^{x}$")
    assert one.claim == "err1 <= 2*err2 + exp(x)" and any("one name" in told for told in one.told)
    assert links("With $k$, $p$, $n$ above 0: $$kpn \\le k^2$$")[-1].claim == "k*p*n <= k**2"


def test_entities_and_fences_with_two_backslashes() -> None:
    made = document("So \\\\(x_1 &lt; x_2\\\\) &amp; more, \\\\[ y &gt; 1 \\\\]")
    assert [f.latex.strip() for f in made.formulas] == ["x_1 < x_2", "y > 1"]
    assert [str(made.place(f.start)) for f in made.formulas] == ["1:7", "1:38"]
    assert not document("a line \\\\[2pt] and \\\\(see below) $z$", tex=True).troubles


def test_a_function_with_unknowns_is_no_constant() -> None:
    made = judged("Let $G(z) := \\mathbb{E}[z^N]$. Then $$G(a) + 1 = G(b) + 1.$$")
    assert made[-1].stated.claim.count("F") == 2 and made[-1].verdict != "proved"


def test_a_name_that_is_a_function_elsewhere_is_no_factor() -> None:
    made = links("Let $q(x)$ be given. $$q(x) \\le q(x - y) + 1$$")
    assert "*" not in made[-1].claim
    assert links("With $q > 1$: $$q(x - y) \\le 2q$$")[-1].claim == "q*(x - y) <= 2*q"


def test_transposes_are_about_objects_and_powers_are_not() -> None:
    assert links("$$f = x^T A x + b^T x$$")[0].kind in ("objects", "definition")
    assert links("$$x^T A x \\ge b^T x$$")[0].kind == "objects"
    assert links("For $T \\ge 1$: $$x^T \\ge 1 - T x$$")[-1].kind == "scalar"


def test_macros_that_most_texts_define_are_told() -> None:
    found = whole(r"$$\norm{x}^2 \le 2\norm{x}^2$$")
    assert found.links[0].kind == "atoms" and r"\norm is not defined here" in found.troubles[0].words
    defined = whole(r"\newcommand{\norm}[1]{#1 + 1} $$\norm{x} \ge x$$")
    assert defined.links[0].claim == "x + 1 >= x" and not defined.troubles


PRIVATE = (
    "Let $M$ be $(\\varepsilon, \\delta)$-differentially private, $0 \\le p \\le 1$. Then "
    "$$(1-p) a + p \\Pr[M(x) \\in T] \\le (1-p) a + p (%s).$$"
)


def test_a_step_rests_on_what_a_word_means() -> None:
    one = judged(PRIVATE % "e^\\varepsilon \\Pr[M(x') \\in T] + \\delta")[-1]
    assert one.verdict == "proved"
    assert any("differentially private" in why for _, why, _ in one.under)


@pytest.mark.parametrize(
    "right", ["e^\\varepsilon \\Pr[M(x') \\in T]", "e^\\varepsilon \\Pr[K(y) \\in U] + \\delta"]
)
def test_a_step_that_the_word_does_not_give_is_not_proved(right: str) -> None:
    assert judged(PRIVATE % right)[-1].verdict != "proved"


def test_an_instance_has_other_numbers_where_its_letters_have() -> None:
    text = (
        "For all $\\alpha > 1$ we assume $$D_\\alpha(A(x)||A(x')) \\le \\rho\\alpha.$$ Hence for $a \\ge 0$ "
        "$$a + D_{2\\alpha}(A(y)||A(z)) \\le a + %s\\rho\\alpha.$$"
    )
    assert judged(text % "2")[-1].verdict == "proved"
    assert judged(text % "")[-1].verdict != "proved"
    assert instance([("N(x)", "N(y)"), ("N(x)", "N(z)")]) is None


def test_a_chain_says_something_of_its_ends() -> None:
    text = (
        "$$\\|u\\| \\le \\|v\\| + 1 \\le 2\\|w\\| + 1$$ This rearranges, for $c > 0$, to "
        "$$c\\|u\\| - c \\le %s c\\|w\\|.$$"
    )
    proved, not_proved = judged(text % "2")[-1], judged(text % "")[-1]
    assert (proved.stated.kind, proved.verdict) == ("atoms", "proved")
    assert not_proved.verdict != "proved"


def test_a_bound_that_is_stated_twice_is_about_objects() -> None:
    text = "$$\\mathbb{E}[X] \\le 2s$$ In the end $$\\mathbb{E}[X] \\le s + s.$$"
    assert [r.stated.kind for r in judged(text)] == ["objects", "objects"]


def test_a_value_at_which_something_is_least() -> None:
    text = "For $a > 0$ we have $$g \\le \\frac{1}{a} + a.$$ This is minimised at $a = %s$."
    true, false = judged(text % "1")[-1], judged(text % "2")[-1]
    assert (true.stated.kind, true.verdict) == ("scalar", "proved")
    assert false.verdict == "refuted"
    assert judged("$$g \\le \\frac{1}{a} + a.$$ We take $a = 2$.")[-1].verdict == ""


def test_a_formula_that_is_solved() -> None:
    text = "Set $y := 3 e^{x}$. Rearranging, $$x = \\log(y/%s).$$"
    assert [(r.stated.kind, r.verdict) for r in judged(text % "3")][-1] == ("scalar", "proved")
    assert [(r.stated.kind, r.verdict) for r in judged(text % "2")][-1] == ("scalar", "refuted")


def test_sums_are_compared_term_by_term() -> None:
    assert judged("$$\\sum_i e^{x_i} \\ge \\sum_i (1 + x_i)$$")[-1].verdict == "proved"
    assert judged("$$\\sum_i e^{x_i} \\ge \\sum_j (1 + x_j)$$")[-1].verdict == ""
    assert judged("$$\\sum_i e^{x_i} \\le \\sum_i (1 + x_i)$$")[-1].verdict == ""
    assert judged("$$\\prod_i x_i \\le \\prod_i (x_i + 1)$$")[-1].verdict == ""  # both may be negative


def test_a_requirement_on_names_of_their_own_is_not_false() -> None:
    found = answered(Question("exp(y) >= x + 1", ("x >= 0", "y >= 0"), effort=EFFORT))
    assert found.verdict == "unknown" and "a requirement" in found.reason
    assert answered(Question("exp(x) <= x + 1", ("x > 0",), effort=EFFORT)).verdict == "refuted"


def test_a_relation_that_two_arrows_join_must_follow_both_ways() -> None:
    ask = {"given": ("x > 0", "y > 0"), "effort": EFFORT, "both": True}
    assert answered(Question("x <= y", before="2*x <= 2*y", **ask)).following  # type: ignore[arg-type]
    assert answered(Question("x <= 2*y", before="x <= y", **ask)).verdict != "proved"  # type: ignore[arg-type]


def test_words_in_brackets_give_no_value_up() -> None:
    text = "Let $q := 2a$ with $a > 0$. Then $$q - a \\ge 0 \\quad (\\because q > 0)$$ and $$q = a + a.$$"
    assert links(text)[-1].claim == "2*a = a + a"


def test_an_end_of_a_sum_is_an_integer() -> None:
    one = judged("For $q > 1$, $k > 0$: $$\\sum_{j=0}^{k} 1 = k + 1.$$")[-1]
    assert ("k integer", "the end of a sum", None) in one.under and one.verdict == "proved"


def test_slips_stand_apart_from_what_is_false() -> None:
    text = "For $t \\ge 0$: $$(2t)^2 = 2t^2$$ and $$t + 1 \\le t^3.$$"
    letter = read_document(document(text), "a note", effort=EFFORT)
    made = markdown_file(letter_blocks(letter), "Remarks")
    assert "2 fail (1 a slip" in summary(letter)[1]
    assert "What fails (1)" in made and "Slips (1)" in made


def test_statements_are_written_from_theorems(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("p.tex").write_text(
        "\\begin{theorem}[Slack] For $x > 0$ we have $\\log(1+x) \\le x$.\\end{theorem}\n"
        "\\begin{proof} $$1 + x \\le e^{x}$$ \\end{proof}\n\\begin{lemma} $A$ is private. \\end{lemma}\n"
        "\\begin{lemma} $x + 1 \\le x$. \\end{lemma}\n", encoding="utf-8",
    )  # fmt: skip
    assert main(["read", "p.tex", "--new", "slack", "--effort", "100000", "--workers", "1"]) == 0
    made = Path("slack/theorems.thm").read_text("utf-8")
    assert "statement slack.theorem1" in made and "source p.tex, 1:1" in made
    assert "given c1: x > 0" in made and "claim log(1 + x) <= x" in made and "1 + x <= exp(x) by calc" in made
    assert made.count("\nstatement") == 1 and "lemma at 3:1" in made and "x + 1 <= x by calc" not in made
    assert main(["fmt", "slack"]) == 0
    assert main(["read", "p.tex", "--new", "slack"]) == 64  # it is there


def test_rows_of_a_display_in_tex_stay_apart() -> None:
    made = document("\\begin{align} x &\\le y \\\\(x+1) &\\le y + 1 \\end{align}", tex=True)
    assert [s.link.latex for s in stated(made).links] == [r"x \le y", r"(x+1) \le y+1"]


CODE = "Take $\\epsilon > 0$, $f$ and $u$.\n\n```python\nf = 2 / (1 + math.exp(epsilon/2))  # odds\n%s\n```\n\nSo $$f/2 \\le %s.$$"


def test_program_code_gives_names_of_formulas_a_value() -> None:
    one = judged(CODE % ("x = 1", "1 - f/2"))[-1]
    assert one.stated.definitions == ("f = 2/(1 + exp(eps/2))",) and one.verdict == "proved"
    assert judged(CODE % ("x = 1", "1/3"))[-1].verdict == "refuted"


@pytest.mark.parametrize(
    "line", ["u = f + noise", "u == 2*f", "u = f(2)", "u = [f, f]", "u = f  # u", "u = u + f"]
)
def test_program_code_that_says_no_number_defines_nothing(line: str) -> None:
    one = judged(CODE % (line, "u"))[-1]
    assert not any(text.startswith("u =") for text in one.stated.definitions) or line == "u = f  # u"


@pytest.mark.parametrize(
    "text",
    [
        "This term is small when $$t^2 \\le t.$$",
        "For $t > 0$: $$t^2 = t \\iff t = 1.$$",
        "If $t + 1 \\le t^2$ we stop.",
    ],
)
def test_what_is_supposed_is_not_called_false(text: str) -> None:
    assert all(r.verdict != "refuted" for r in judged(text))


def test_what_is_claimed_is_called_false() -> None:
    assert judged("For $t > 0$ we have $$t + 3 \\le t + 2.$$")[-1].verdict == "refuted"


def test_no_instance_puts_anything_in_place_of_a_power() -> None:
    text = (
        "Assume that $E[e^{2X}] \\le 3$ for all $X$. Then $E[Y] + 1 \\le 4$, and $E[e^{2Y}] + 1 \\le 4$."
        " Assume that $E[2X] \\le c$ for all $X$. Then $E[2Y + Z] + 1 \\le c + 1$."
    )
    found = {one.stated.link.latex: one.verdict for one in read_document(document(text), "a text").results}
    assert found[r"E[e^{2Y}]+1 \le 4"] == "proved"
    assert found[r"E[Y]+1 \le 4"] == "" and found[r"E[2Y+Z]+1 \le c+1"] in ("", "unknown")
