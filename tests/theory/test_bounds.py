"""Bounds are read off conclusions; parameters off the lines of a statement."""

from pathlib import Path

import pytest
import sympy
from flint import fmpq

import dptheory
from dptheory.errors import BadInput
from dptheory.kernel.real import parse_term, print_term
from dptheory.theory.bounds import read_bound
from dptheory.theory.library import TheoryLibrary, load_library
from dptheory.theory.outline import OutlineError
from dptheory.theory.symbols import from_sympy, to_sympy

FILE = """
statement user.first
  title  a bound of one's own
  let    lam, c, b: real
{lines}
  form printed
    given curvature: lam > 0
    given scale: c > 0
    given other: b > c
    claim forall w: vec. norm(w) <= 1 implies norm(w) <= c/lam + lam
"""


def user(tmp_path: Path, lines: str = "") -> TheoryLibrary:
    path = tmp_path / "user.thm"
    path.write_text(FILE.format(lines=lines), encoding="utf-8")
    return load_library(path)


@pytest.mark.parametrize(
    ("name", "form", "text"),
    [
        ("wu2015.theorem14", None, "4*rho/(lam*n)"),
        ("wu2015.theorem14", "sharp", "2*rho/(lam*n)"),
        ("wu2015.theorem9", None, "d*log(d/gam)*Delta/eps"),
        ("wu2015.theorem18", None, "rate + rho*kap"),
        ("wu2015.theorem21", None, "4*(rho + lam*R)**2/(lam*n)*(2/del + d*log(2*d/del)/eps) + lam/2*R**2"),
        ("wu2015.theorem21", "sharp", "2*rho**2/(lam*n)*(2/del + q/eps) + lam/2*R**2"),
        ("wu2015.theorem21", "sharp.closed", "2*rho**2/(lam*n)*(2/del + d*log(2*d/del)/eps) + lam/2*R**2"),
        # the second part of a conjunction, and what it adds to the risk of any hypothesis
        ("wang2016.theorem19", None, "9*(log(K) + (rho + 2)*log(n))/(n*eps) + 2*eps + 2*g"),
        ("wang2016.theorem19", "printed", "9*(log(K) + (rho + 2)*log(n))/(n*eps) + 2*eps + g"),
        ("wang2016.theorem19", "sharp.finite", "2*log(K)/(n*eps) + eps/8 + 2*g"),
    ],
)
def test_the_bound_of_a_conclusion(library: TheoryLibrary, name: str, form: str | None, text: str) -> None:
    assert print_term(read_bound(library, library.get(name), form).term) == text


def test_conditions_are_the_hypotheses_about_the_numbers_of_the_bound(tmp_path: Path) -> None:
    library = user(tmp_path)
    bound = read_bound(library, library.get("user.first"))
    assert [c.text for c in bound.conditions] == ["lam > 0", "c > 0", "b > c"]
    assert bound.integers == frozenset()
    bound = read_bound(load_library(), load_library().get("wu2015.theorem14"))
    assert [c.text for c in bound.conditions] == ["lam > 0", "rho >= 0", "n >= 1"]
    assert bound.integers == {"n"}


def test_the_privacy_of_sampled_steps_has_numbers() -> None:
    """Once refused: "a conclusion of the form quantity <= numbers"."""
    library = load_library()
    statement = library.get("chaudhuri2020.section2.2.minibatch")
    printed, sharp = (read_bound(library, statement, kind) for kind in ("printed", "sharp"))
    assert print_term(printed.term) == "2*b*m*eps/n" and printed.quantity == sharp.quantity
    assert print_term(sharp.term) == "m*log(1 + b/n*(exp(eps) - 1))"
    assert printed.value({"n": 100, "b": 10, "m": 5, "eps": "1/2"}) == fmpq(1, 2)
    assert float(sharp.value({"n": 100, "b": 10, "m": 5, "eps": "1/2"})) < 0.32
    assert print_term(read_bound(library, library.get("wu2015.theorem8")).term) == "eps"


@pytest.mark.parametrize(
    ("name", "form", "message"),
    [
        ("wu2015.theorem21", "printed", "constant C is not named"),
        ("sharp.gibbs-mean", None, "quantity <= numbers"),
        ("wu2015.section3.2.bridge", None, "bounds something from above"),
        ("wu2015.lemma17", "corrected", "one of its forms"),
    ],
)
def test_what_is_no_bound_is_refused(
    library: TheoryLibrary, name: str, form: str | None, message: str
) -> None:
    with pytest.raises(BadInput, match=message):
        read_bound(library, library.get(name), form)


def test_settings_outside_the_conditions_are_refused(library: TheoryLibrary) -> None:
    bound = read_bound(library, library.get("wu2015.theorem9"))
    good = {"d": fmpq(3), "delta": fmpq(1), "Delta": fmpq(1), "eps": fmpq(1), "gam": fmpq(1, 2)}
    with pytest.raises(BadInput, match="delta=1"):
        bound.named(good)
    del good["delta"]
    bound.complete(bound.named(good))
    for name, value, needed in (
        ("gam", fmpq(1), "gam < 1"),
        ("d", fmpq(1, 2), "an integer d"),
        ("d", fmpq(0), "d >= 1"),
    ):
        with pytest.raises(BadInput, match=needed):
            bound.complete({**good, name: value})
    with pytest.raises(BadInput, match="no value of eps, gam"):
        bound.complete({"d": fmpq(3), "Delta": fmpq(1)})


def test_delta_and_del_are_the_same_parameter(library: TheoryLibrary) -> None:
    bound = read_bound(library, library.get("wu2015.theorem21"))
    assert bound.named({"delta": fmpq(1, 2)}) == bound.named({"del": fmpq(1, 2)}) == {"del": fmpq(1, 2)}
    with pytest.raises(BadInput, match="one value of del"):
        bound.named({"delta": fmpq(1, 2), "del": fmpq(1, 2)})


def test_lines_about_parameters(tmp_path: Path) -> None:
    lines = """  abbreviate a := 2*c
  choice lam section 1: their choice: sqrt(c)
  setting theirs, at n: n = 5, c = 2, b = c + 1
  trivial c : what holds anyway"""
    found = user(tmp_path, lines).get("user.first").parameters
    assert print_term(found.abbreviations["a"]) == "2*c"
    assert [(c.parameter, c.name, print_term(c.value)) for c in found.choices] == [
        ("lam", "section 1: their choice", "sqrt(c)")
    ]
    completed = found.settings[0].completed({"c": fmpq(7)}, frozenset({"b", "c"}))
    assert completed == {"c": fmpq(7), "b": fmpq(8)}
    assert found.trivial is not None and found.trivial.words == "what holds anyway"


@pytest.mark.parametrize(
    "line",
    [
        "abbreviate lam := c", "abbreviate x = c", "choice mu section 1: c", "choice lam section 1: lam",
        "choice lam section 1: foo", "setting here: c = b", "setting c = 2", "trivial c",
    ],
)  # fmt: skip
def test_lines_that_say_nothing_sensible_are_refused(tmp_path: Path, line: str) -> None:
    with pytest.raises(OutlineError):
        user(tmp_path, f"  {line}")


@pytest.mark.parametrize(
    "text",
    ["4*rho/(lam*n)", "a - b", "-x", "-x**2 - 3/2", "sqrt(x)/(1 + x)", "1/sqrt(x)", "exp(-x)*log(x)/3",
     "abs(x - 3)**3", "min(x, 2, 1/3)", "ceil(x/2) - floor(-x)", "x**(1/3)", "pi*E", "x**y",
     "-(x - y)*3/z**2"],
)  # fmt: skip
def test_terms_come_back_from_sympy(text: str) -> None:
    term = parse_term(text)
    back = from_sympy(to_sympy(term), ["rho", "lam"])
    assert sympy.simplify(to_sympy(back) - to_sympy(term)) == 0


def test_the_python_interface_gives_the_bound_as_an_expression() -> None:
    loaded = dptheory.load("wu2015.theorem21")
    names = {s.name: s for s in loaded.bound.sympy().free_symbols}
    assert set(names) == {"rho", "lam", "R", "n", "del", "d", "eps"}
    assert names["n"].is_integer and names["lam"].is_positive


def test_every_number_that_is_added_to_a_quantity_belongs_to_the_bound() -> None:
    library = load_library()
    lemma = read_bound(library, library.get("wang2016.lemma36"), "sharp")
    assert print_term(lemma.term) == "t + (log(K) + rho*log(1/t))/(eps/(2*Delta))"
    # log(1/P) is no number, and not exceeded either
    with pytest.raises(BadInput, match="quantity <= numbers"):
        read_bound(library, library.get("sharp.gibbs-mean"))
