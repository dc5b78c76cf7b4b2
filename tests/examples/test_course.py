"""The theorems of a first course are proved, have a page each with their text, and their twins are refuted."""

from __future__ import annotations

from pathlib import Path

import pytest

from dptheory.kernel import PROVED, REFUTED
from dptheory.theory.certificates import Certificates
from dptheory.theory.library import TheoryLibrary, extended
from dptheory.theory.verification import verify

ROOT = Path(__file__).resolve().parents[2]
FILES = sorted((ROOT / "examples" / "course").glob("*.thm"))
NEVER_MORE = 25
"""Lines of the longest of them."""


def test_there_are_thirteen_theorems() -> None:
    assert {path.stem for path in FILES} == {
        "accuracy", "composition", "exponential", "gaussian", "histogram", "maximum", "mean", "output",
        "postprocessing", "response", "ridge", "stability", "step",
    }  # fmt: skip
    assert max(len(path.read_text(encoding="utf-8").splitlines()) for path in FILES) <= NEVER_MORE


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_theorem_of_the_course_is_proved_and_its_twin_refuted(
    path: Path, library: TheoryLibrary, certificates: dict[str, object]
) -> None:
    own = extended(library, path.read_text(encoding="utf-8"), path.stem)
    (result,) = verify(own, [f"course.{path.stem}"], certificates=Certificates(certificates))
    assert [form.verdict.status for form in result.forms] == [PROVED]
    assert [twin.verdict.status for twin in result.twins] == [REFUTED]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_page_of_a_theorem_has_its_text(path: Path) -> None:
    page = (ROOT / "docs" / "course" / f"{path.stem}.md").read_text(encoding="utf-8")
    text = path.read_text(encoding="utf-8").rstrip("\n").splitlines()
    assert "\n".join(f"    {line}" for line in text) in page
    assert f"course/{path.stem}\n" in (ROOT / "docs" / "course.md").read_text(encoding="utf-8")


WRITTEN = """
lemma course.written: randomised response with its law written out
  source a first course on private learning
  quote  a bit is reported truthfully with probability p
  no experiment: its law is that of n coins
  let    r: vec -> real; x: record -> real; p, a: real; v, w: vec
  form printed
    given truth: 1/2 < p and p < 1; bits: forall z: record. 0 <= x(z) and x(z) <= 1; yes: r(v) = 1; no: r(w) = 0
    given bit: forall u: vec. 0 <= r(u) and r(u) <= 1; far: a >= 0
    claim forall S: data. P[y ~ chain(n, fun t. fun y. two_valued(p*x(item(S, t)) + (1 - p)*(1 - x(item(S, t))), v, w))]
      ((sum[t, 1, n](r(y(t)))/n - (1 - p))/(2*p - 1) >= sum[t, 1, n](x(item(S, t)))/n + a) <= exp(-2*n*((2*p - 1)*a)**2)
    proof its chances, and the theorem
      where K := fun z: record. two_valued(p*x(z) + (1 - p)*(1 - x(z)), v, w)
      1: 0 < p and p < 1 by calc from truth
      2: randomised_response(K, r, x, p) by calculus.two-valued:printed.response from 1, bits, yes, no
      3: p > 1/2 by calc from truth
      by course.response:printed from 2, bit, 3, far with K := K
    model records = 0, 1; x(z) = z; p = 3/4; a = 1/2; v = 1; w = 0; r(u) = min(1, max(0, u))
"""


def test_the_law_of_randomised_response_is_a_term(library: TheoryLibrary) -> None:
    text = (ROOT / "examples" / "course" / "response.thm").read_text(encoding="utf-8")
    (result,) = verify(extended(library, text + WRITTEN, "written"), ["course.written"])
    assert [form.verdict.status for form in result.forms] == [PROVED]


def test_of_a_law_of_two_values_nothing_is_said_where_the_chance_is_none(library: TheoryLibrary) -> None:
    """The logarithm of 0 has some value: the premise 0 < p is needed, and a proof that leaves it out fails."""
    bare = WRITTEN.replace("1/2 < p and p < 1", "p > 1/2")
    text = (ROOT / "examples" / "course" / "response.thm").read_text(encoding="utf-8")
    (result,) = verify(extended(library, text + bare, "written"), ["course.written"])
    assert [form.verdict.status for form in result.forms] != [PROVED]
