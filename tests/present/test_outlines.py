"""The idea of a proof in a few lines."""

import pytest

from dptheory.kernel.real import parse_claim
from dptheory.present.outlines import MOST, outline
from dptheory.present.styles import ASCII
from dptheory.prover import prove


def idea(claim: str, where: str) -> str:
    outcome = prove(parse_claim(claim, where))
    assert outcome.certificate is not None
    lines = outline(outcome.certificate, ASCII)
    assert 0 < len(lines) <= MOST
    return "\n".join(lines)


@pytest.mark.parametrize(
    ("claim", "where", "words"),
    [
        ("exp(x) <= 1 + x + x**2", "x <= 1", ["where x <= 0:", "falls in x", "where x > 0:", "rises in x"]),
        ("sinh(x)*sin(x) <= x**2", "0 <= x <= 2", ["the zero of order 6 at 0", "of 0 <= x <= 2"]),
        (
            "sin(x) <= x - x**3/6 + x**5/120",
            "x >= 0",
            ["where x <= 4:", "where x > 4:", "a sine lies between"],
        ),
        ("atan(x) > pi/2 - 1/100000 - 1/x", "x > 0", ["put t1 = 1/x", "where x <= 1:"]),
        ("p*log(p/q) + (1-p)*log((1-p)/(1-q)) >= 2*(p-q)**2", "0<p<1, 0<q<1", ["falls in q", "at q = p"]),
        ("2**n >= n + 1", "n integer, n >= 0", ["by induction on n", "from n to n + 1:"]),
        ("x*(1 - x) <= 1/4", "", ["by adding and multiplying what is known"]),
    ],
)
def test_an_idea_names_what_a_proof_does(claim: str, where: str, words: list[str]) -> None:
    found = idea(claim, where)
    assert all(w in found for w in words), found
    assert "squares" not in found


def test_a_long_proof_has_a_short_idea() -> None:
    assert len(idea("1 - 2/pi*x <= cos(x)", "0 <= x, x <= pi/2").splitlines()) > 4
