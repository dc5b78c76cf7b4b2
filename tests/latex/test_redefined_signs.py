"""A text's own meaning of a sign with several spellings is not read as the usual one."""

import pytest

from dptheory.kernel import SyntaxProblem
from dptheory.latex.macros import expanded, macros
from dptheory.latex.tokens import shown, tokens

MEANINGS = [(r"\renewcommand{\ge}{\leqslant}", r"\ge"), (r"\let\geq\leq", r"\ge"), (r"\def\leq{\geq}", r"\le")]


@pytest.mark.parametrize(("said", "sign"), MEANINGS)
def test_a_sign_with_another_meaning_is_refused_where_it_is_used(said: str, sign: str) -> None:
    known = macros(said)
    for formula in (f"x {sign} 1", f"x {sign}q 1"):
        with pytest.raises(SyntaxProblem, match="a meaning of its own"):
            expanded(tokens(formula), known)
    assert shown(expanded(tokens("x + 1"), known)) == "x+1"


@pytest.mark.parametrize("said", [r"\renewcommand{\le}{\leqslant}", r"\let\geq\geqslant", ""])
def test_another_shape_of_a_sign_is_none(said: str) -> None:
    assert shown(expanded(tokens(r"x \leq 1"), macros(said))) == r"x\le1"


def test_a_command_that_is_let_be_another_is_that() -> None:
    assert shown(expanded(tokens(r"\eps"), macros(r"\let\eps\varepsilon"))) == r"\varepsilon"
