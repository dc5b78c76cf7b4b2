"""Documents with LaTeX: what is found in them, where, under what, and what comes out."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from dptheory.cli import main
from dptheory.documents.claimed import Stated
from dptheory.documents.claims import stated
from dptheory.documents.judgement import Question, answered
from dptheory.documents.letter import letter_blocks, lines, summary
from dptheory.documents.records import result_json
from dptheory.documents.results import Letter, Result, read_document
from dptheory.documents.source import document
from dptheory.present.letter_files import html_file, markdown_file, tex_file

PAPER = r"""
# A note

For all $p \in [0,1]$ and $t \in \mathbb{R}$ let $q := 1 - p$. Then

\begin{align}
1 - q &= p \label{first} \\
&\le p + \frac{q^2}{2}.
\end{align}

The constant is lost here: $\frac{(2t)^2}{2} = t^2$. Since $\alpha > 1$ we have
$$ \frac{\alpha}{\alpha - 1} \ge 1, \qquad \frac{n}{n} = 1. $$

Define $g(x) = e^{x} - 1$ for $x \in \mathbb{R}$. Then $g(0) = 0$ and $g'(x) = e^{x}$, as $1/2x$ is $O(x)$.
Let $M$ be private, $\mathbb{P}[M \in S] \le e^{\varepsilon} \mathbb{P}[M' \in S]$.
"""


def read(text: str, *, tex: bool = False) -> Letter:
    return read_document(document(text, tex=tex), "a note", effort=200_000)


def links(text: str) -> list[Stated]:
    return list(stated(document(text)).links)


@pytest.fixture(scope="module")
def paper() -> Letter:
    return read(PAPER)


def of(letter: Letter, latex: str) -> Result:
    return next(r for r in letter.results if r.stated.link.latex == latex)


def test_chains_are_split_and_keep_their_places(paper: Letter) -> None:
    assert str(of(paper, "1-q = p").place) == "7:1"
    assert str(of(paper, r"p \le p+\frac{q^2}{2}").place) == "8:6"


def test_every_relation_has_a_class(paper: Letter) -> None:
    found = {r.stated.link.latex: r.stated.kind for r in paper.results}
    assert found["q := 1-p"] == "definition"
    assert found[r"\alpha > 1"] == "assumption"
    assert found["g(x) = e^{x}-1"] == "definition"
    assert found["g'(x) = e^{x}"] == "scalar"
    assert found[r"\mathbb{P}[M\in S] \le e^{\varepsilon}\mathbb{P}[M'\in S]"] == "objects"
    assert not any(r"\in [0,1]" in latex for latex in found)  # a domain is a condition, no relation


def test_definitions_are_put_in_and_conditions_have_their_places(paper: Letter) -> None:
    one = of(paper, "1-q = p")
    assert one.stated.claim == "1 - (1 - p) = p"
    assert one.stated.definitions == ("q = 1 - p",)
    assert [(text, said, str(at)) for text, said, at in one.under] == [
        ("0 <= p", r"p \in [0,1]", "4:10"), ("p <= 1", r"p \in [0,1]", "4:10"),
    ]  # fmt: skip


def test_what_holds_what_fails_and_what_is_not_stated(paper: Letter) -> None:
    assert of(paper, "1-q = p").verdict == "proved"
    assert of(paper, "g(0) = 0").verdict == "proved"
    assert of(paper, "g'(x) = e^{x}").verdict == "proved"
    failing = of(paper, r"\frac{(2t)^2}{2} = t^2").answer
    assert failing is not None and failing.verdict == "refuted"
    assert failing.nearest == "(2*t)**2/2 = 2*t**2" and failing.witness
    whole = of(paper, r"\frac{n}{n} = 1").answer
    assert whole is not None and whole.verdict == "proved" and whole.where_defined


def test_the_letter_says_all_of_it_in_every_format(paper: Letter) -> None:
    text = "\n".join(lines(paper))
    assert "fails: at" in text and "nearest true relation: (2*t)**2/2 = 2*t**2" in text
    assert "given 0 <= p: p \\in [0,1] (4:10)" in text
    blocks = letter_blocks(paper)
    for writer in (html_file, markdown_file, tex_file):
        made = writer(blocks, "Remarks")
        assert "Slips (1)" in made and "holds where both sides have a value" in made
    assert "1 fail" in summary(paper)[1]


def test_json_has_a_record_for_every_link(paper: Letter) -> None:
    made = [result_json(r) for r in paper.results]
    assert json.loads(json.dumps(made))[0]["place"] == {"line": 4, "column": 51}
    needed = {
        "place", "latex", "class", "claim", "where", "definitions", "conditions", "verdict", "holds_where_defined",
        "witness", "reason",
    }  # fmt: skip
    assert all(needed <= record.keys() for record in made)


def test_escapes_of_markdown_are_undone_and_places_are_those_of_the_file() -> None:
    made = document("\nThen \\\\\\(x\\_1 \\\\le x\\_1 + 1\\\\\\) holds.".replace("\\\\\\", "\\\\\\"))
    assert [f.latex for f in made.formulas] == [r"x_1 \le x_1 + 1"]
    assert made.place(made.formulas[0].start).line == 2


def test_code_and_comments_are_no_formulas() -> None:
    assert [f.latex for f in document("```\n$a$\n```\n`$b$` and $c$\n```math\nd\n```\n").formulas] == [
        "c",
        "d\n",
    ]
    assert [f.latex for f in document("% $a$\n$b$ \\% $c$", tex=True).formulas] == ["b", "c"]


def test_a_display_that_begins_with_a_sign_goes_on_with_the_one_before() -> None:
    found = [s.link.latex for s in links("$$ x^2 \\le y $$\n$$ ~~~ = z + 1 $$\n\nBut then $$ = w $$")]
    assert found == [r"x^2 \le y", "y = z+1"]


def test_a_relation_may_follow_from_the_one_above() -> None:
    (_, below) = links("\\begin{align} 2x &\\ge y + 2 \\\\ x &\\ge y/2 + 1 \\end{align}")
    assert below.after == "((2*x >= y + 2) implies (x >= y/2 + 1))"
    assert answered(Question(below.claim, before=below.before, effort=200_000)).following


def test_a_name_that_is_defined_nowhere_makes_no_equation_false() -> None:
    found = answered(Question("(1 - p)/p = exp(eps)", effort=200_000))
    assert found.verdict == "unknown" and "a definition seems to be missing" in found.reason


def test_a_side_without_a_value_makes_nothing_false() -> None:
    assert answered(Question("0/0 = 1", effort=200_000)).verdict == "unknown"


def test_one_more_condition_is_named_where_it_helps() -> None:
    found = answered(Question("x**3 <= x**2", ("x >= 0",), effort=200_000))
    assert (found.verdict, found.needs) == ("unknown", "x <= 1")


BAD = {
    "\\newcommand{\\a}{\\a\\a} Then $\\a \\le 1$ and $x \\le x+1$.": ("1:29", "expands without end"),
    "$\\frac{1}{x$ and $x \\le x+1$": ("1:10", "ends within the braces"),
    "$x \\le x+1$ and $y": ("1:17", "a formula that does not end"),
}


@pytest.mark.parametrize("text", BAD)
def test_what_cannot_be_read_is_told_with_its_place_and_the_rest_is_read(text: str) -> None:
    source = document(text)
    said = stated(source)
    place, words = BAD[text]
    assert [(str(t.place), words in t.words) for t in (*source.troubles, *said.troubles)] == [(place, True)]
    assert [s.claim for s in said.links] == ["x <= x + 1"]


def test_unknown_commands_are_told_and_nothing_is_executed() -> None:
    (one,) = links("$\\input{/etc/passwd} \\le 1$")
    assert one.problem == "the command \\input is not known" and one.problem_at == 1


def test_formulas_that_are_nested_without_end_and_too_many_are_told() -> None:
    (one,) = links("$" + "(" * 3000 + "x" + ")" * 3000 + " \\ge 0$")
    assert "nested too deep" in one.problem
    assert document("$a$ " * 20_010).troubles[-1].words == "too many formulas: the rest is not read"


def test_the_command_prints_the_letter(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    paper = tmp_path / "note.md"
    paper.write_text("For $x > -1$ we have $\\log(1+x) \\le x$.\n")
    assert (
        main(["read", str(paper), "--workers", "1", "--out", str(tmp_path / "x.md"), "--format", "md"]) == 0
    )
    assert "What fails (0)" in (tmp_path / "x.md").read_text()
    capsys.readouterr()
    assert main(["read", str(paper), "--workers", "1", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)[-1]["verdict"] == "proved"


def test_a_pdf_and_a_file_that_is_no_text_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.pdf").write_bytes(b"%PDF-1.7 ...")
    (tmp_path / "b.md").write_bytes(b"\x00\xff\xfe")
    assert main(["read", str(tmp_path / "a.pdf")]) == 64
    assert "which is a PDF" in capsys.readouterr().err
    assert main(["read", str(tmp_path / "b.md")]) == 64
    assert "which is no text" in capsys.readouterr().err


def test_a_claim_in_latex_is_printed_back_before_its_verdict(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["prove", r"\ln(1+x) \le x", "--where", r"$x > -1$"]) == 0
    out = capsys.readouterr().out.splitlines()
    assert out[0].split(None, 1) == ["read", r"\log(1 + x) \le x\quad\text{where } x > -1"]
    assert out[1].strip() == "log(1 + x) <= x where x > -1"
    assert out[2].startswith("proved")
    assert main(["prove", r"1/2x \le 1"]) == 64
    assert "this reads two ways: 1/(2*x) or 1/2*x" in capsys.readouterr().err


def test_what_the_reader_corrects_beside_the_document_is_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    paper, beside = tmp_path / "note.md", tmp_path / "note.md.conditions"
    paper.write_text("Let $x \\ge 0$ and $p := 2x$. Then $p^2 \\le p$.\n")
    main(["read", str(paper), "--workers", "1"])
    assert beside.read_text().splitlines()[3:] == ["given 1:6 x >= 0", "define 1:20 p = 2*x"]
    assert "4*x" not in capsys.readouterr().out
    beside.write_text("given 1:6 0 <= x\ngiven 1:6 x <= 1/4\ndefine 1:20 p = 4*x\n")
    assert main(["read", str(paper), "--workers", "1", "--json"]) == 0
    last = json.loads(capsys.readouterr().out)[-1]
    assert (last["claim"], last["where"], last["verdict"]) == (
        "(4*x)**2 <= 4*x",
        "0 <= x, x <= 1/4",
        "proved",
    )
    beside.write_text("given x <= 1\n")
    assert main(["read", str(paper)]) == 64
    assert "line 1 of note.md.conditions" in capsys.readouterr().err


def test_what_was_taken_as_given_in_another_text_does_not_decide(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    paper, beside = tmp_path / "note.md", tmp_path / "note.md.conditions"
    paper.write_text("Let $x \\ge 1$. Then $x^2 \\ge x$.\n")
    main(["read", str(paper), "--workers", "1"])
    assert "given 1:6 x >= 1" in beside.read_text() and "1 as the text states" in capsys.readouterr().out
    paper.write_text("For all real $x$ we have $x^2 \\ge x$.\n")
    assert main(["read", str(paper), "--workers", "1"]) == 1
    out, said = capsys.readouterr()
    assert "fails" in out and "has changed; 1 lines that nobody edited are not used" in said
    assert "x >= 1" not in beside.read_text()


def test_what_the_reader_corrected_is_not_what_the_text_states(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    paper, beside = tmp_path / "note.md", tmp_path / "note.md.conditions"
    paper.write_text("Let $x \\ge 0$. Then $x^2 \\ge x$.\n")
    main(["read", str(paper), "--workers", "1"])
    beside.write_text(beside.read_text().replace("x >= 0", "x >= 1"))
    for text in ("Let $x \\ge 0$. Then $x^2 \\ge x$.\n", "Let $x \\ge 0$. Then $x^2 \\ge x$.\n\nMore.\n"):
        capsys.readouterr()
        paper.write_text(text)
        assert main(["read", str(paper), "--workers", "1"]) == 0
        out = capsys.readouterr().out
        assert "holds as its reader corrected it" in out and "(0 as the text states them" in out
        assert "given 1:6 x >= 1" in beside.read_text()
    paper.write_text("For $x \\ge 0$ let $p := 2x$. Then $p \\le x$.\n")
    beside.write_text("given 1:5 x >= 0\ndefine 1:20 p = x/4\n")
    capsys.readouterr()
    assert main(["read", str(paper), "--workers", "1"]) == 0
    out = capsys.readouterr().out
    assert "holds as its reader corrected it" in out and "(0 as the text states them" in out


@pytest.mark.parametrize(
    "text",
    [
        r"For all $x$ with $x^2 \le 1$ we have $x \le 1$.",
        r"We have $x \le 1$ for all $x$ with $x^2 \le 1$.",
        r"For all $x$ with $x^2 \le 1$, $x \le 1$.",
    ],
)
def test_with_supposes_what_stands_behind_it(text: str) -> None:
    """The condition was read as a claim, and both were said to fail."""
    letter = read(text)
    assert [(one.stated.claim, one.verdict) for one in letter.judged()] == [("x <= 1", "proved")]


def test_of_two_readings_the_one_that_was_judged_is_told() -> None:
    """What was told was the other reading."""
    (one,) = read(r"For $x > 0$, $1/2x \le x$.").judged()
    told = "read as 1/2*x; it could be 1/(2*x)"
    assert one.stated.claim == "1/2*x <= x" and one.verdict == "proved" and told in one.stated.told
