"""Bounds that move one way in a parameter: the best end of what is admissible, certified or not said."""

from pathlib import Path

import pytest

from dptheory.kernel import PROVED
from dptheory.kernel.real import print_term
from dptheory.theory.certificates import Certificates
from dptheory.theory.library import TheoryLibrary, load_library
from dptheory.theory.optima import NoOptimum, Optimum, optimize
from dptheory.theory.optimum_text import optimum_id
from dptheory.theory.side_claims import verified_text

FILE = """
statement user.own
  title  a bound of one's own
  let    {sorts}
  form printed
    given range: {condition}
    given scale: c > 0
    claim forall w: vec. norm(w) <= {bound}
"""


def user(tmp_path: Path, bound: str, condition: str, sorts: str = "lam, c: real") -> TheoryLibrary:
    path = tmp_path / "user.thm"
    path.write_text(FILE.format(bound=bound, condition=condition, sorts=sorts), encoding="utf-8")
    return load_library(path)


@pytest.mark.parametrize(
    ("name", "over", "place", "value"),
    [
        ("wu2015.theorem20.order", "eps", "d*log(d/del)", "16*rho**2/(lam*n*del)"),
        ("wang2016.theorem25", "a", "1", "exp(1)*xi + 18*1/sqrt(m)"),
    ],
)
def test_a_condition_that_bounds_the_parameter_is_not_ignored(
    library: TheoryLibrary, name: str, over: str, place: str, value: str
) -> None:
    """Once: "infimum 0 as eps tends to oo (proved)", where eps <= d*log(d/del) is a condition."""
    found = optimize(library, name, over)
    assert isinstance(found, Optimum) and found.at_end and found.verdict.status == PROVED
    assert (print_term(found.place), print_term(found.value)) == (place, value)


@pytest.mark.parametrize(
    ("bound", "condition", "place"),
    [
        ("c/lam", "0 < lam and lam <= 5", "5"),
        ("c/lam", "0 < lam and 2*lam <= c", "c/2"),
        ("c + 3*lam", "lam >= 2 and lam >= 1", "2"),
        ("c + 3*lam", "lam >= c and lam >= 1", "max(c, 1)"),
    ],
)
def test_the_least_value_is_at_a_closed_end(tmp_path: Path, bound: str, condition: str, place: str) -> None:
    found = optimize(user(tmp_path, bound, condition), "user.own", "lam")
    assert isinstance(found, Optimum) and found.verdict.status == PROVED
    assert print_term(found.place) == place


@pytest.mark.parametrize(
    ("bound", "condition", "infimum", "towards"),
    [
        ("c/lam", "0 < lam and lam < 5", "c/5", "5"),
        ("c + 3*lam", "lam > 2", "c + 6", "2"),
        ("c + 1/lam", "lam >= 7", "c", "oo"),
    ],
)
def test_an_open_end_is_approached_and_not_attained(
    tmp_path: Path, bound: str, condition: str, infimum: str, towards: str
) -> None:
    found = optimize(user(tmp_path, bound, condition), "user.own", "lam")
    assert isinstance(found, NoOptimum) and found.verdict.status == PROVED and found.way.status == PROVED
    assert found.infimum is not None and (print_term(found.infimum), found.towards) == (infimum, towards)


def test_a_whole_parameter_ends_at_a_whole_number(tmp_path: Path) -> None:
    """Once: "infimum c as m tends to 0 (proved)", of a number of steps m >= 1."""
    library = user(tmp_path, "c + 2*m", "m >= 1", "m: int; c: real")
    found = optimize(library, "user.own", "m")
    assert isinstance(found, Optimum) and found.verdict.status == PROVED
    assert (print_term(found.place), print_term(found.value)) == ("1", "c + 2")
    falling = optimize(user(tmp_path, "c/m", "m >= 1", "m: int; c: real"), "user.own", "m")
    assert isinstance(falling, NoOptimum) and falling.verdict.status == PROVED and falling.towards == "oo"


def test_a_larger_or_smaller_value_at_the_end_is_not_certified(tmp_path: Path) -> None:
    library = user(tmp_path, "c/lam", "0 < lam and lam < 5")
    found = optimize(library, "user.own", "lam")
    assert isinstance(found, NoOptimum)
    for wrong in (found.text.replace("c/5", "101/100*c/5"), found.text.replace("c/5", "99/100*c/5")):
        assert wrong != found.text
        name = optimum_id(found.bound, "lam")
        result = verified_text(library, wrong, name, Certificates(effort=2_000_000))
        assert result.forms[0].verdict.status != PROVED


def test_a_factor_with_logarithms_does_not_hide_that_a_bound_falls_to_nothing(library: TheoryLibrary) -> None:
    """Once: "no proof found of where ..., which seems to fall, is least", after a minute."""
    found = optimize(library, "wu2015.theorem20", "lam", form="corrected")
    assert isinstance(found, NoOptimum) and found.verdict.status == PROVED
    assert found.infimum is not None and (print_term(found.infimum), found.towards) == ("0", "oo")


def test_without_a_search_no_end_is_named(library: TheoryLibrary) -> None:
    found = optimize(library, "wu2015.theorem20.order", "eps", certificates=Certificates(search=False))
    assert isinstance(found, NoOptimum) and found.verdict.status != PROVED
    assert found.infimum is None and found.towards == "" and found.way.status != PROVED
