"""Optima of bounds: closed forms, certificates, and what happens where there is none."""

import math
from pathlib import Path

import pytest
import sympy
from flint import arb, fmpq

import dptheory
from dptheory.errors import BadInput
from dptheory.kernel import PROVED
from dptheory.kernel.real import parse_term, print_term
from dptheory.present.optima import optimum_lines
from dptheory.theory.certificates import Certificates
from dptheory.theory.closed_forms import least, raw_least, tradeoff
from dptheory.theory.evaluation import evaluate, source_setting, vacuous_when
from dptheory.theory.guesses import points_of
from dptheory.theory.integer_optima import _page as whole_page
from dptheory.theory.integer_optima import best_whole
from dptheory.theory.library import TheoryLibrary, extended, load_library
from dptheory.theory.numbers import number_of
from dptheory.theory.optima import NoOptimum, Optimum, optimize
from dptheory.theory.optimum_text import optimum_id, tradeoff_text
from dptheory.theory.verification import verify

FILE = """
statement user.own
  title  a bound of one's own
  let    lam, c: real
  form printed
    given curvature: {condition}
    given scale: c > 0
    claim forall w: vec. norm(w) <= {bound}
"""


def user(tmp_path: Path, bound: str, condition: str = "lam > 0") -> TheoryLibrary:
    path = tmp_path / "user.thm"
    path.write_text(FILE.format(bound=bound, condition=condition), encoding="utf-8")
    return load_library(path)


@pytest.fixture(scope="module")
def corrected(library: TheoryLibrary) -> Optimum:
    found = optimize(library, "wu2015.theorem21", "lam")
    assert isinstance(found, Optimum)
    return found


def test_theorem21_has_its_closed_form_with_a_certificate(corrected: Optimum) -> None:
    assert corrected.bound.form.kind == "corrected"
    assert print_term(corrected.place) == "rho/R*sqrt(2*a/(2*a + 1))"
    assert print_term(corrected.value) == "2*rho*R*(a + sqrt(a**2 + a/2))"
    assert print_term(corrected.names["a"]) == "4/n*(2/del + d*log(2*d/del)/eps)"
    assert corrected.verdict.status == PROVED
    assert [c.text for c in corrected.assumed] == ["rho > 0"]


@pytest.mark.parametrize(
    ("form", "place", "value"),
    [
        ("corrected", "sqrt(a/2)", "2*(g + sqrt(2*a))"),
        ("sharp", "4*sqrt((rho*log(1/t) + log(K))/n)", None),
        ("sharp.finite", "4*sqrt(log(K)/n)", "2*g + sqrt(log(K)/n)"),
    ],
)
def test_the_budget_of_the_exponential_mechanism(
    library: TheoryLibrary, form: str, place: str, value: str | None
) -> None:
    found = optimize(library, "wang2016.theorem19", "eps", form=form)
    assert isinstance(found, Optimum) and found.verdict.status == PROVED
    assert print_term(found.place) == place and value in (None, print_term(found.value))


def test_a_false_budget_is_not_certified(library: TheoryLibrary) -> None:
    """The text of the certified optimum, with its least value 1 % larger, is not proved."""
    found = optimize(library, "wang2016.theorem19", "eps", form="sharp.finite")
    assert isinstance(found, Optimum)
    wrong = found.text.replace("2*g + sqrt(log(K)/n)", "2*g + 101/100*sqrt(log(K)/n)")
    assert wrong != found.text
    name = optimum_id(found.bound, "eps")
    result = verify(extended(library, wrong, name), [name], certificates=Certificates(effort=2_000_000))[0]
    assert result.forms[0].verdict.status != PROVED


def test_the_certified_statement_says_all_three_things(corrected: Optimum) -> None:
    conclusion = corrected.result.forms[0].steps[-1].claim
    bound, place = print_term(corrected.bound.term), print_term(corrected.full_place)
    assert f"{bound} >= " in conclusion and f"{place} > 0" in conclusion
    assert conclusion.count(" and ") == 2


def test_the_numbers_agree_with_a_search(corrected: Optimum) -> None:
    values, source = source_setting(corrected.bound, {}, "lam")
    assert source is not None and values["rho"] == 4
    at = evaluate(corrected, values)
    symbols = corrected.bound.sympy()
    rest = {s: sympy.Rational(str(values[s.name])) for s in symbols.free_symbols if s.name != "lam"}
    (lam,) = (s for s in symbols.free_symbols if s.name == "lam")
    f = sympy.lambdify(lam, symbols.subs(rest), "math")
    best = min(f(math.exp(k / 500)) for k in range(-3000, 3000))
    assert float(arb(at.value)) <= best <= float(arb(at.value)) * (1 + 1e-5)
    assert 21.58 < float(arb(at.value)) < 21.59
    assert f(float(arb(at.place))) == pytest.approx(float(arb(at.value)), rel=1e-12)


def test_the_sources_choices_are_never_better(corrected: Optimum) -> None:
    values, _ = source_setting(corrected.bound, {}, "lam")
    at = evaluate(corrected, values)
    assert len(at.choices) == 8
    assert all(bool(c.ratio > 1) for c in at.choices)
    assert {c.name.split()[0] for c in at.choices} == {
        "proof",
        "data-independent",
        "oracle",
        "widened",
        "tuning",
    }
    assert at.vacuous and all(at.says_nothing(c.bound) for c in at.choices)


def test_when_the_bound_says_nothing(corrected: Optimum) -> None:
    found = vacuous_when(corrected)
    assert found is not None
    assert found.condition.text == "a >= 1/6" and found.verdict.status == PROVED
    values, _ = source_setting(corrected.bound, {"n": fmpq(10**6)}, "lam")
    at = evaluate(corrected, values)
    assert not at.vacuous and at.says_something


def test_without_a_search_nothing_is_called_proved(library: TheoryLibrary) -> None:
    found = optimize(library, "wu2015.theorem21", "lam", certificates=Certificates(search=False))
    assert isinstance(found, Optimum) and found.verdict.status != PROVED
    assert vacuous_when(found, Certificates(search=False)) is None


def test_what_is_not_certified_is_no_best(library: TheoryLibrary, corrected: Optimum) -> None:
    """It was printed as "best" above "unknown"."""
    found = optimize(library, "wu2015.theorem21", "lam", certificates=Certificates(search=False))
    assert isinstance(found, Optimum)
    assert [line.split()[0] for line in optimum_lines(found, "ascii")][:2] == ["candidate", "there"]
    assert optimum_lines(corrected, "ascii")[0].startswith("best ")


def test_the_sharp_form_has_another_optimum(library: TheoryLibrary) -> None:
    found = dptheory.load("wu2015.theorem21").optimize("lam", form="sharp")
    assert isinstance(found, Optimum) and found.verdict.status == PROVED and not found.assumed
    assert (print_term(found.place), print_term(found.value)) == ("rho/R*sqrt(b)", "rho*R*sqrt(b)")


@pytest.mark.parametrize(
    ("bound", "place", "value"),
    [
        ("c/lam + lam", "sqrt(c)", "2*sqrt(c)"),
        ("(c + lam)**2/lam", "c", "4*c"),
        ("3/lam + 2*c*lam/5 + 1", "sqrt(15/(2*c))", "1 + 2*sqrt(6*c/5)"),
    ],
)
def test_another_bound_has_another_optimum(tmp_path: Path, bound: str, place: str, value: str) -> None:
    found = optimize(user(tmp_path, bound), "user.own", "lam")
    assert isinstance(found, Optimum)
    assert found.verdict.status == PROVED
    for c in (fmpq(2), fmpq(7, 3)):
        for made, expected in ((found.full_place, place), (found.full_value, value)):
            gap = arb(number_of(made, {"c": c})) - arb(number_of(parse_term(expected), {"c": c}))
            assert gap.contains(0) and bool(abs(gap) < arb("1e-12"))


def test_a_place_outside_the_conditions_is_not_certified(tmp_path: Path) -> None:
    library = user(tmp_path, "c/lam + lam", "0 < lam and lam < 1")
    found = optimize(library, "user.own", "lam", certificates=Certificates(effort=2_000_000))
    assert isinstance(found, Optimum) and found.verdict.status != PROVED
    assert evaluate(found, {"c": fmpq(1, 4)}).admissible
    assert not evaluate(found, {"c": fmpq(4)}).admissible


def test_a_wrong_closed_form_gets_no_certificate(tmp_path: Path) -> None:
    library = user(tmp_path, "c/lam + lam")
    good = optimize(library, "user.own", "lam")
    assert isinstance(good, Optimum)
    name = optimum_id(good.bound, "lam")
    for wrong in (
        good.text.replace("2*sqrt(c)", "201/100*sqrt(c)"),
        good.text.replace("2*sqrt(c)", "199/100*sqrt(c)"),
    ):
        assert wrong != good.text
        result = verify(
            extended(library, wrong, "wrong"), [name], certificates=Certificates(effort=2_000_000)
        )[0]
        assert result.forms[0].verdict.status != PROVED


def test_a_monotone_bound_has_an_infimum_only(library: TheoryLibrary, tmp_path: Path) -> None:
    found = optimize(library, "wu2015.theorem14", "lam")
    assert isinstance(found, NoOptimum) and found.verdict.status == PROVED
    assert found.infimum is not None and (print_term(found.infimum), found.towards) == ("0", "oo")
    found = optimize(user(tmp_path, "c + lam"), "user.own", "lam")
    assert isinstance(found, NoOptimum) and found.infimum is not None
    assert (print_term(found.infimum), found.towards) == ("c", "0")


@pytest.mark.parametrize(
    ("over", "message"), [("n", "an integer"), ("foo", "a parameter of"), ("wstar", "a parameter of")]
)
def test_parameters_that_cannot_be_chosen(library: TheoryLibrary, over: str, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        optimize(library, "wu2015.theorem21", over)


def test_bad_settings_are_refused(corrected: Optimum) -> None:
    values, _ = source_setting(corrected.bound, {}, "lam")
    for name, value, needed in (
        ("del", fmpq(2), "delta < 1"),
        ("rho", fmpq(0), "rho > 0"),
        ("lam", fmpq(1), "no value of lam"),
    ):
        with pytest.raises(BadInput, match=needed):
            evaluate(corrected, {**values, name: value})


def test_an_abbreviation_that_hides_the_parameter_is_not_used() -> None:
    found = tradeoff(parse_term("c/x + 2*x"), "x", {"a": parse_term("2*x")}, Certificates())
    assert found is not None and not found.names
    assert [print_term(t) for t in found.parts] == ["c", "0", "2"]


@pytest.mark.parametrize("text", ["exp(-x) + x", "x**2 + 1/x", "log(x)/x", "1/(1 + x)"])
def test_other_shapes_are_not_taken_for_tradeoffs(text: str) -> None:
    assert tradeoff(parse_term(text), "x", {}, Certificates()) is None


def test_the_raw_form_is_certified_where_nothing_simplifies(tmp_path: Path) -> None:
    library = user(tmp_path, "c/lam + lam")
    found = optimize(library, "user.own", "lam")
    assert isinstance(found, Optimum)
    shape = tradeoff(found.bound.term, "lam", {}, Certificates())
    assert shape is not None and print_term(least(shape, Certificates()).place) == "sqrt(c)"
    text = tradeoff_text(
        found.bound, raw_least(shape, found.bound.variables), found.conditions, points_of(Certificates())
    )
    result = verify(extended(library, text, "raw"), [optimum_id(found.bound, "lam")])[0]
    assert result.forms[0].verdict.status == PROVED


# -- steps: a parameter that is whole ------------------------------------------------------------------

STEPS = "chaudhuri2020.section2.2.best-steps"


@pytest.fixture(scope="module")
def steps(library: TheoryLibrary) -> Optimum:
    found = optimize(library, STEPS, "m")
    assert isinstance(found, Optimum)
    return found


def test_the_best_number_of_steps_rests_on_what_is_proved(
    library: TheoryLibrary, steps: Optimum, certificates: dict[str, object]
) -> None:
    assert steps.whole and steps.verdict.status == PROVED
    assert print_term(steps.place) == "n*B/4*sqrt(1/(d*(d + 1)))"
    assert print_term(steps.value) == "8*R**2*G**2/(n*B)*sqrt(d**2 + d)"
    result = verify(library, [STEPS], certificates=Certificates(certificates, search=False))[-1]
    assert result.forms[0].verdict.status == PROVED
    labels = {label for label, _ in steps.bound.form.theorem.hypotheses}
    assert "criterion" not in labels and "run" in labels


def test_the_best_step_size(library: TheoryLibrary) -> None:
    found = optimize(library, "chaudhuri2020.section2.2.excess", "eta")
    assert isinstance(found, Optimum) and not found.whole and found.verdict.status == PROVED
    assert print_term(found.full_value) == "R*sqrt((G**2 + d*(d + 1)*s**2)/m)"


def test_a_false_number_of_steps_is_not_certified(library: TheoryLibrary, steps: Optimum) -> None:
    name = optimum_id(steps.bound, "m")
    for factor in ("799/100", "801/100"):
        wrong = steps.text.replace("= 8*R**2*G**2/(n*B)", f"= {factor}*R**2*G**2/(n*B)")
        wrong = wrong.replace(">= 8*R**2*G**2/(n*B)", f">= {factor}*R**2*G**2/(n*B)")
        assert wrong != steps.text
        result = verify(extended(library, wrong, name), [name], certificates=Certificates(effort=1_000_000))[
            0
        ]
        assert result.forms[0].verdict.status != PROVED


@pytest.mark.parametrize(("n", "d"), [(10, 1), (100, 3), (10_000, 14), (7, 50)])
def test_the_best_whole_number_of_steps(library: TheoryLibrary, steps: Optimum, n: int, d: int) -> None:
    values = {name: fmpq(x) for name, x in {"n": n, "d": d, "R": 2, "G": 3, "B": 1}.items()}
    found = best_whole(library, steps.bound, "m", steps.full_place, values)
    assert found.verdict.status == PROVED
    every = {m: number_of(steps.bound.term, {**values, "m": fmpq(m)}) for m in range(1, 400)}
    assert found.value == min(every.values()) == every[found.place]


def test_another_whole_number_is_not_certified(library: TheoryLibrary, steps: Optimum) -> None:
    values = {name: fmpq(x) for name, x in {"n": 100, "d": 3, "R": 1, "G": 1, "B": 1}.items()}
    good = best_whole(library, steps.bound, "m", steps.full_place, values)
    for other in (good.place - 1, good.place + 1):
        text = whole_page("user.whole", steps.bound, "m", other, values)
        result = verify(
            extended(library, text, "w"), ["user.whole"], certificates=Certificates(effort=1_000_000)
        )[0]
        assert result.forms[0].verdict.status != PROVED


@pytest.mark.parametrize("over", ["b", "n"])
def test_integers_that_are_no_parameter_of_the_bound(library: TheoryLibrary, over: str) -> None:
    with pytest.raises(BadInput, match="an integer"):
        optimize(library, STEPS, over)


def test_an_integer_with_an_upper_end(tmp_path: Path) -> None:
    path = tmp_path / "user.thm"
    text = FILE.format(bound="c/lam + lam", condition="1 <= lam and lam <= 5").replace(
        "lam, c: real", "lam: int; c: real"
    )
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadInput, match="of which only lam >= 1"):
        optimize(load_library(path), "user.own", "lam")
