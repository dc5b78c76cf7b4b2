"""`by linearity` and `by congruence` stand for lines that the kernel checks; what does not follow is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from dptheory.cli import main
from dptheory.kernel import PROVED
from dptheory.theory.certificates import Certificates
from dptheory.theory.library import TheoryLibrary
from dptheory.theory.reader import read
from dptheory.theory.results import FormResult
from dptheory.theory.verification import verify

HEAD = """statement short.one
  title  t
  source Example
  quote  q
  let    u, v, w: vec; f, g: vec -> real; mu: law(vec); S, T: data; l: vec, record -> real
  let    x, y, a, b: real
  form printed
    given f: integrable(mu, f)
    given g: integrable(mu, g)
    given uv: u = v
    given ab: a = b
    given same: forall k: vec. f(k) = g(k)
    given item: forall j: int. 1 <= j and j <= n implies l(u, item(S, j)) = l(v, item(T, j))
    given first: norm(w) <= x + a
    claim CLAIM
    proof
      1: LINE
"""


def text(line: str) -> str:
    """A statement whose claim is shown by one line."""
    return HEAD.replace("CLAIM", line.rpartition(" by ")[0]).replace("LINE", line)


def form(line: str) -> FormResult:
    """The result for a proof of one line about a few vectors."""
    document = read(text(line), {})
    library = TheoryLibrary({s.id: s for s in document.statements}, document.definitions, document.says)
    return verify(library, certificates=Certificates(effort=1_000_000))[0].forms[0]


def proved(line: str) -> bool:
    """Whether the proof is sound: its last line is the claim, and it rests on the hypotheses alone."""
    result = form(line)
    said = {step.verdict.status for step in result.steps}
    return result.proof.verdict == "sound" and said == {PROVED} and result.steps[-1].label == "1"


LINEAR = [
    "E[k ~ mu](2*f(k) + 3*g(k)) = 2*E[k ~ mu](f(k)) + 3*E[k ~ mu](g(k)) by linearity",
    "E[k ~ mu]((f(k) - x)/n + 3*g(k)) = E[k ~ mu](f(k))/n - x/n + 3*E[k ~ mu](g(k)) by linearity",
    "E[k ~ mu](abs(f(k)) - 2*abs(f(k))) = -E[k ~ mu](abs(f(k))) by linearity from f",
    "E[k ~ mu](x) <= x by linearity",
    "sum[j, 1, n](a*l(u, item(S, j)) - x)/n = a*sum[j, 1, n](l(u, item(S, j)))/n - x by linearity",
    "sum[j, 1, n](a) = n*b by linearity from ab",
    "E[k ~ mu](f(k) - g(k)) + E[k ~ mu](g(k)) = E[k ~ mu](f(k)) by linearity from f, g",
]
CONGRUENT = [
    "norm(u + w) = norm(w + v) by congruence",
    "a*norm(u) + x = b*norm(v) + x by congruence from ab, uv",
    "E[k ~ mu](f(k)*norm(u)) + x = x + E[k ~ mu](g(k)*norm(v)) by congruence",
    "sum[j, 1, n](l(u, item(S, j)))/n = sum[j, 1, n](l(v, item(T, j)))/n by congruence from item",
    "sum[j, 1, n](l(u, item(S, j)))/n = sum[j, 1, n](l(v, item(T, j)))/n by congruence from item, n >= 1",
    "P[k ~ mu](f(k) <= a) = P[k ~ mu](g(k) <= b) by congruence from same, ab",
    "norm(w) <= x + b by congruence from first, ab",
    "g(u) = f(u) by congruence",
]


@pytest.mark.parametrize("line", LINEAR + CONGRUENT)
def test_a_line_stands_for_lines_that_are_checked(line: str) -> None:
    assert proved(line)


@pytest.mark.parametrize(
    "line",
    [
        "E[k ~ mu](2*f(k) + 3*g(k)) = 2*E[k ~ mu](f(k)) + 301/100*E[k ~ mu](g(k)) by linearity",
        "E[k ~ mu](norm(k)/n) = E[k ~ mu](norm(k))/n by linearity",
        "E[k ~ mu](f(k)*g(k)) = E[k ~ mu](f(k))*E[k ~ mu](g(k)) by linearity",
        "E[k ~ mu](a/x) = a/x by linearity",
        "sum[j, 1, n](a*l(u, item(S, j)) - x)/n = a*sum[j, 1, n](l(u, item(S, j)))/n - 99/100*x by linearity",
        "norm(u + w) = norm(w - v) by congruence",
        "a*norm(u) + x = b*norm(v) + y by congruence",
        "E[k ~ mu](f(k)*norm(u)) = E[k ~ mu](g(k)*norm(w)) by congruence",
        "sum[j, 1, n + 1](l(u, item(S, j))) = sum[j, 1, n + 1](l(v, item(T, j))) by congruence",
        "P[k ~ mu](f(k) <= x) = P[k ~ mu](g(k) < x) by congruence from same",
        "norm(w) <= x + y by congruence from first, ab",
    ],
)  # fmt: skip
def test_what_does_not_follow_is_not_proved(line: str) -> None:
    """The false twins: another constant, nothing that says integrable, a range beyond what is known."""
    assert not proved(line)


@pytest.mark.parametrize(
    "line",
    [
        "norm(w) <= x + a + ADDED by congruence from first",
        "P[k ~ mu](f(k) <= a) = P[k ~ mu](f(k) <= a + ADDED) by congruence",
        "norm(w + ADDED*u) <= x + a by congruence from first",
        "f(u) = f(u + ADDED*v) by congruence",
    ],
)
def test_a_term_that_is_part_of_its_equal_is_not_replaced_again_and_again(line: str) -> None:
    """`t = t + 0*1` was used to put the larger term for the smaller one, in the line and in what it is to
    give: both grew and never met. What is added must be nothing."""
    assert proved(line.replace("ADDED", "0*1"))
    assert not proved(line.replace("ADDED", "1/100"))


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (
            "E[k ~ mu](norm(k) + x) = E[k ~ mu](norm(k)) + x by linearity",
            "linearity needs the line  i: integrable(mu, fun k: vec. norm(k)) by ...",
        ),
        ("norm(u) = norm(w) by congruence", "congruence needs the line  e: u = w by ..."),
        ("a <= x by linearity", "linearity finds no sum and no expectation"),
        ("norm(u) < norm(w) by congruence", "congruence finds no line that is built like this one"),
    ],
)
def test_what_is_missing_is_printed_as_a_line_to_add(
    line: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "mine.thm").write_text(text(line), encoding="utf-8")
    status, told = main(["verify", str(tmp_path / "mine.thm"), "--experiments", "none"]), capsys.readouterr().out
    assert said in told
    is_false = not line.startswith("E[")
    assert status == (1 if is_false else 2) and ("in this world its hypotheses hold" in told) == is_false
