"""The printer of claims for Coq: what it prints means what the claim means."""

from __future__ import annotations

import random
from fractions import Fraction

import mpmath
import pytest

from dptheory.export.statement import statement
from dptheory.kernel.limits import KernelError
from dptheory.kernel.real.claims import parse_claim
from dptheory.kernel.syntax import SyntaxProblem

from ..sampled.values import NO_VALUE, UNDECIDED
from ..sampled.values import value as second_opinion
from .coq_values import NoValue, parts, value

WHERE = "n integer, m integer, x < oo, y < oo"
NAMES = ["m", "n", "x", "y"]
FUNCTIONS = [
    "exp",
    "log",
    "sqrt",
    "abs",
    "floor",
    "ceil",
    "sin",
    "cos",
    "sinh",
    "cosh",
    "tanh",
    "atan",
    "erf",
]


def random_term(draw: random.Random, depth: int, names: list[str]) -> str:
    """A text; small, so that it has a value now and then."""
    if depth == 0 or draw.random() < 0.15:
        return draw.choice([*names, *names, "0", "1", "2", "3", "1/2", "-1", "pi", "E"])
    kind = draw.randrange(9)
    a, b = (random_term(draw, depth - 1, names) for _ in range(2))
    if kind < 4:
        return f"(({a}) {draw.choice('+-*/')} ({b}))"
    if kind < 6:
        return (
            f"(({a})**({draw.choice([b, b, '2', '-1', '1/2', '-(1/2)', '1 + 1', 'n', 'n**2', 'floor(x)'])}))"
        )
    if kind == 6:
        return f"{draw.choice(['max', 'min'])}({', '.join([a, b, a][: draw.randint(1, 3)])})"
    if kind == 7 and "j" not in names:
        body = random_term(draw, depth - 1, [*names, "j"])
        return f"{draw.choice(['sum', 'prod'])}({body}, j, {draw.choice(['1', 'n'])}, {draw.choice(['3', 'm', '0'])})"
    return f"{draw.choice(FUNCTIONS)}({a})"


def points(draw: random.Random) -> dict[str, Fraction]:
    reals = [Fraction(p, q) for p in range(-3, 5) for q in (1, 2)]
    return {"m": Fraction(draw.randint(-2, 3)), "n": Fraction(draw.randint(-2, 3))} | {
        x: draw.choice(reals) for x in "xy"
    }


def test_printed_terms_have_the_values_of_the_text_and_have_none_where_it_has_none() -> None:
    draw, agreed, without = random.Random(1), 0, 0
    for _ in range(700):
        text = random_term(draw, 3, NAMES)
        try:
            claim = parse_claim(f"{text} >= m + n + x + y", WHERE)
        except (KernelError, SyntaxProblem):
            continue
        sorts, _, (_, left, _) = parts(statement(claim))
        for at in [points(draw) for _ in range(4)]:
            expected = second_opinion(text, at, {"m", "n"})
            if expected == UNDECIDED:
                continue
            try:
                with mpmath.workdps(30):
                    found = value(left, [at[name] for name in NAMES], sorts)
            except NoValue:
                assert expected == NO_VALUE, (text, at)
                without += 1
                continue
            except OverflowError:
                continue
            assert not isinstance(expected, str), (text, at, found)
            slack = Fraction(1, 10**9) * (1 + abs(expected.lo))
            assert expected.lo - slack <= Fraction(str(found)) <= expected.hi + slack, (text, at, found)
            agreed += 1
    assert agreed > 150 and without > 150


@pytest.mark.parametrize(
    ("claim", "where", "printed"),
    [
        ("x <= y", "x < y", "Claim [false; false] [(LT, Var 0, Var 1)] (LE, Var 0, Var 1)"),
        ("x != 0.5", "", "Claim [false] [] (NE, Var 0, Div (Num 1) (Num 2))"),
        ("x >= -1", "", "Claim [false] [] (GE, Var 0, Neg (Num 1))"),
        ("max(x) = x", "", "Claim [false] [] (EQ, Max (Var 0) (Var 0), Var 0)"),
        ("max(x, 1, 2) > 1", "", "Claim [false] [] (GT, Max (Var 0) (Max (Num 1) (Num 2)), Num 1)"),
        (
            "sum(j*x, j, 1, 2) = pi",
            "",
            "Claim [false] [] (EQ, Sum (Mul (Var 0) (Var 1)) (Num 1) (Num 2), Pi)",
        ),
        ("gamma(x) = E", "n integer", "Claim [true; false] [] (EQ, Fun Gamma (Var 1), E)"),
    ],
)
def test_what_is_printed(claim: str, where: str, printed: str) -> None:
    assert statement(parse_claim(claim, where)) == printed
