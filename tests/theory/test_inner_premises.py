"""What a claim assumes within itself is said with its bound, and limits where the bound is best."""

from pathlib import Path

import pytest
from flint import fmpq

from dptheory.errors import BadInput
from dptheory.kernel import PROVED
from dptheory.kernel.logic import show
from dptheory.present.optima import optimum_lines
from dptheory.present.styles import ASCII
from dptheory.theory.bounds import PREMISE, Bound, read_bound
from dptheory.theory.certificates import Certificates
from dptheory.theory.evaluation import evaluate
from dptheory.theory.inverses import solve_for
from dptheory.theory.library import TheoryLibrary, load_library
from dptheory.theory.optima import Optimum, optimize

FILE = """
lemma user.inner: a bound under a premise
  let  f: vec -> real; H: set(vec); lam, r, x: real
  form printed
    given positive: lam > 0
    given scale: r > 0
    claim {claim}
"""


def user(tmp_path: Path, claim: str) -> tuple[TheoryLibrary, Bound]:
    path = tmp_path / "user.thm"
    path.write_text(FILE.format(claim=claim), encoding="utf-8")
    library = load_library(path)
    return library, read_bound(library, library.get("user.inner"))


@pytest.mark.parametrize(
    ("claim", "premises"),
    [
        ("forall t: real. x <= t and t <= r implies x <= r", ["x <= t", "t <= r"]),
        ("forall r': real. x <= r' implies forall r': real. r' <= r implies x <= r", ["x <= r'", "r'' <= r"]),
        ("(exists t: real. x <= t and t <= r) implies x <= r", ["exists t: real. x <= t and t <= r"]),
        ("(forall w: vec. f(w) <= r implies x <= 1) implies x <= r",
         ["forall w: vec. f(w) <= r implies x <= 1"]),
        ("forall w: vec. H(w) implies f(w) <= r", []),
        ("forall w: vec. H(w) implies x <= r", ["H(w)"]),
        ("forall w: vec. f(w) <= 2 implies f(w) <= r", ["f(w) <= 2"]),
        ("not 1/x <= r implies x <= r", ["not 1/x <= r"]),
    ],
)  # fmt: skip
def test_no_premise_within_a_claim_is_lost(tmp_path: Path, claim: str, premises: list[str]) -> None:
    """Once the bound of the first was read as "x <= r where r > 0"."""
    _, bound = user(tmp_path, claim)
    assert [show(part) for part in bound.premises if part.head != "gt"] == premises


def test_a_negated_relation_is_a_condition(tmp_path: Path) -> None:
    _, bound = user(tmp_path, "not r <= x implies x <= r")
    assert [c.text for c in bound.conditions] == ["r > 0", "r > x"]
    with pytest.raises(BadInput, match="r > x"):
        bound.complete({"r": 1, "x": 1})


def test_no_value_is_best_that_a_premise_within_the_claim_excludes(tmp_path: Path) -> None:
    """Once lam = 1 was proved to be best of what is above 2."""
    library, _ = user(tmp_path, "not lam <= 2 implies x <= lam + 1/lam")
    found = optimize(library, "user.inner", "lam", certificates=Certificates(effort=100_000))
    assert isinstance(found, Optimum) and found.verdict.status != PROVED


def test_what_a_premise_says_of_the_parameter_stands_beside_the_optimum(tmp_path: Path) -> None:
    library, bound = user(tmp_path, "(forall w: vec. f(w) <= lam) implies x <= lam + 1/lam")
    assert bound.also("lam") == (PREMISE,)
    found = optimize(library, "user.inner", "lam")
    assert isinstance(found, Optimum) and found.verdict.status == PROVED
    text = "\n".join(optimum_lines(found, ASCII))
    assert "that the conditions on numbers allow" in text and "the claim's premise speaks of lam, too" in text


def test_alternatives_within_a_claim_are_decided_at_values(tmp_path: Path) -> None:
    """Once x <= 1 was said at r = 1."""
    _, bound = user(tmp_path, "r <= 1/2 or r >= 2 implies x <= r")
    for value in (1, [2, 1]):
        with pytest.raises(BadInput, match="r <= 1/2 or r >= 2"):
            bound(r=value)
    assert bound(r=2) == 2 and list(bound(r=[2, 3])) == [2, 3]
    found = solve_for(bound, "r", fmpq(5, 2), {})
    assert found.low is not None and found.high is not None
    assert all(not fmpq(1, 2) < end.inside < 2 for end in (found.low, found.high))


def test_a_best_value_that_alternatives_exclude_is_not_admissible(tmp_path: Path) -> None:
    library, _ = user(tmp_path, "lam <= 1/2 or lam >= 2*r implies x <= lam + 1/lam")
    found = optimize(library, "user.inner", "lam")
    assert isinstance(found, Optimum)
    assert not evaluate(found, {"r": fmpq(1)}).admissible
    assert evaluate(found, {"r": fmpq(1, 4)}).admissible


@pytest.mark.parametrize("name", ["wang2016.lemma8", "wang2016.definition1", "wang2016.section6.subsample"])
def test_over_what_a_bound_variable_ranges_is_no_premise(library: TheoryLibrary, name: str) -> None:
    bound = read_bound(library, library.get(name))
    assert bound.inner and not [part for label, part in bound.inner if label == PREMISE]
