"""MathML: what a screen reader would say of a formula, brackets, and pieces between which a line may end."""

from __future__ import annotations

import re
import xml.etree.ElementTree as tree
from html import unescape

import pytest

from dptheory.kernel.real import parse_term, relation
from dptheory.present.formulas import write
from dptheory.present.from_logic import Words
from dptheory.present.from_real import from_term
from dptheory.present.mathml import mathml
from dptheory.present.mathml_rows import identifier
from dptheory.present.model import Math, call, symbol
from dptheory.present.model import relation as related
from dptheory.present.styles import MATHML
from dptheory.theory.library import TheoryLibrary

SIGNS = {"⁢": "times", "·": "times", "⁡": "of", "≤": "at most", "<": "less than", "=": "equals", "−": "minus",
         "+": "plus", "∈": "in", "∼": "from", "∀": "for all", "′": "prime", "(": "open", ")": "close"}  # fmt: skip


def spoken(node: tree.Element) -> str:
    """A formula read aloud from its structure alone."""
    parts = [spoken(part) for part in node]
    if node.tag == "mfrac":
        return f"the fraction {parts[0]} over {parts[1]} end"
    if node.tag == "msup":
        return f"{parts[0]} to the {parts[1]}"
    if node.tag in ("msub", "munderover", "msubsup"):
        return f"{parts[0]} sub {' to '.join(parts[1:])}"
    if node.tag == "msqrt":
        return f"the root of {' '.join(parts)} end"
    text = (node.text or "").strip()
    return " ".join(filter(None, [SIGNS.get(text, text), *parts]))


def read(html: str) -> str:
    """The words of a formula: those between its pieces, and what is read of these."""
    pieces = re.split(r"(<math>.*?</math>)", html)
    made = (
        spoken(tree.fromstring(p)) if p.startswith("<math>") else unescape(re.sub("<[^>]*>", "", p))
        for p in pieces
    )
    return " ".join(" ".join(made).split())


@pytest.mark.parametrize(
    ("claim", "words"),
    [
        ("4*rho/(lam*n) <= 1", "the fraction 4 times ρ over λ times n end at most 1"),
        ("x**2*exp(-eps) < y", "x to the 2 times e to the minus ε less than y"),
        ("f1*(x + y) = 3", "f sub 1 times open x plus y close equals 3"),
        ("sqrt(a + b)/log(n) <= a - (b - c)",
         "the fraction the root of a plus b end over log of open n close end at most a minus open b minus c close"),
        ("(a/b)**c <= 2*(1/3)", "open the fraction a over b end close to the c at most 2 times the fraction 1 over 3 end"),
        ("m*m <= n", "m times m at most n"),
    ],
)  # fmt: skip
def test_formulas_read_as_what_they_say(claim: str, words: str) -> None:
    assert read(write(relation(claim), MATHML)) == words


def test_two_formulas_that_differ_by_brackets_read_differently() -> None:
    for one, other in (("a - (b - c)", "a - b - c"), ("(a + b)*c", "a + b*c"), ("(-a)**2", "-a**2"),
                       ("(a**b)**c", "a**(b**c)"), ("f*(x)", "log(x)"), ("E**x", "exp(x)"), ("m*m", "mm")):  # fmt: skip
        assert mathml(from_term(parse_term(one))) != mathml(from_term(parse_term(other))), one


def test_factors_that_are_the_same_letter_are_not_one_name() -> None:
    assert "·" in mathml(from_term(parse_term("m*m"))) and "·" not in mathml(from_term(parse_term("m*n")))


def test_names() -> None:
    assert identifier("x_1") != identifier("x1")
    assert spoken(tree.fromstring(identifier("w1'"))) == "w sub 1 to prime"
    assert tree.fromstring(identifier("wstar")).tag == "msup"
    assert tree.fromstring(identifier("wbar")).tag == "mover"


def test_a_product_with_a_value_is_no_value() -> None:
    product = Math("product", (symbol("f"), Math("add", (symbol("x"), symbol("y")))))
    value = call(symbol("f"), Math("add", (symbol("x"), symbol("y"))))
    assert "·" in mathml(product) and "\u2061" in mathml(value)


@pytest.mark.parametrize(
    ("term", "rows"),
    [
        ("f*(x + y)", 0),  # all is of one height
        ("f*(a/b + y)", 0),  # all that is tall stands in that pair
        ("(x + y)*sqrt(a)", 1),  # brackets that would grow with what is beside them
        ("(a/b + x)*(c/d + y)", 2),
        ("(a/b + (x + y)*c)*z", 1),  # the inner pair is lower than its neighbour
        ("(x**2 + y)*z**3", 0),  # brackets do not grow about an exponent
    ],
)  # fmt: skip
def test_brackets_are_rows_where_they_would_grow_with_their_neighbours(term: str, rows: int) -> None:
    made = tree.fromstring(mathml(from_term(parse_term(term))))
    fenced = [row for row in made.iter("mrow") if row[0].text == "("]
    brackets = term.replace("sqrt(", "").count("(")
    assert len(fenced) == rows and sum(node.text == "(" for node in made.iter("mo")) == brackets
    assert not re.search(r"[\x00-\x1f]", mathml(from_term(parse_term(term))))


def test_a_letter_alone_is_read_as_a_letter() -> None:
    assert mathml(symbol("lam")) == "<var>λ</var>" and read(mathml(symbol("lam"))) == "λ"
    assert mathml(symbol("w1")).startswith("<math>") and mathml(symbol("best")).startswith("<math>")


def test_long_formulas_may_go_on_in_the_next_line() -> None:
    term = from_term(parse_term(" + ".join(f"a{k}*b{k}**2/(1 + c{k})" for k in range(6))))
    assert mathml(term).count("<math>") == 6
    assert mathml(related(symbol("x"), "<=", symbol("y"))).count("<math>") == 1
    assert mathml(related(term, "<=", symbol("y"))).count("<math>") == 7
    assert mathml(from_term(parse_term("a + b"))).count("<math>") == 1


def test_text_is_escaped() -> None:
    made = mathml(Math("phrase", (symbol("x"),), '{} is <b>bold</b> & "so"'))
    assert "<b>" not in made and "&lt;b&gt;" in made and "&amp;" in made


def test_words_carry_their_definition(library: TheoryLibrary) -> None:
    words = Words(library.definitions, library.says)
    form = library.get("wu2015.theorem14").forms[0]
    made = write(form.theorem.conclusion, MATHML, words)
    assert re.search(r'data-d="\w+"', made)
    assert "stable with rate" in read(made)


def test_every_form_of_the_library_is_well_formed(library: TheoryLibrary) -> None:
    words, count = Words(library.definitions, library.says), 0
    for _, form in library.forms():
        for formula in (form.theorem.conclusion, *(h for _, h in form.theorem.hypotheses)):
            made = tree.fromstring(f"<p>{write(formula, MATHML, words)}</p>")
            count += sum(node.tag == "math" for node in made.iter())
            assert not any(
                node.tag == "math" and any(c.tag == "math" for c in node.iter() if c is not node)
                for node in made.iter()
            )
    assert count > 2000
