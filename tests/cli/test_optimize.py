"""The commands `optimize` and `bound`."""

import json
from pathlib import Path

import pytest

from .conftest import Run

HERE = ("n=3000", "d=14", "R=1", "eps=0.1", "rho=4", "delta=1/20")


def test_optimize_prints_closed_forms_numbers_and_choices(run: Run) -> None:
    ran = run("optimize", "wu2015.theorem21", "--over", "lam")
    assert ran.status == 0 and ran.err == ""
    for part in (
        "(ρ/R)·√(2·a/(2·a + 1))",
        "2·ρ·R·(a + √(a² + a/2))",
        "21.5832",
        "vacuous",
        "proved",
        "a ≥ 1/6",
    ):
        assert part in ran.out
    assert "proof of Theorem 21" in ran.out and "27.941" in ran.out


def test_optimize_as_json(run: Run) -> None:
    ran = run("optimize", "wu2015.theorem21", "--over", "lam", "--set", *HERE, "--json")
    record = json.loads(ran.out)
    assert ran.status == 0
    assert record.keys() >= {"closed_form", "latex", "value", "bound", "choices", "vacuous_when"}
    assert record["set_source"] is None and record["vacuous"] is True and record["verdict"] == "proved"
    low, high = map(float, record["enclosures"]["bound"])
    assert low <= record["bound"] == high and low > 21.58
    assert all(c["ratio"] > 1 and c.keys() >= {"name", "value", "bound", "ratio"} for c in record["choices"])


def test_optimize_over_a_number_of_steps(run: Run) -> None:
    at = ("--over", "m", "--set", "n=10000", "d=14", "R=1", "G=1", "B=1")
    ran = run("optimize", "chaudhuri2020.section2.2.best-steps", *at)
    assert ran.status == 0 and ran.err == ""
    for part in ("m* = (n·B/4)·√(1/(d·(d + 1)))", "no whole m has a smaller bound", "whole     m = 173"):
        assert part in ran.out
    record = json.loads(run("optimize", "chaudhuri2020.section2.2.best-steps", *at, "--json").out)
    assert record["integer"] is True and record["verdict"] == "proved"
    assert record["whole"]["value"] == 173 and record["whole"]["verdict"] == "proved"
    assert record["enclosures"]["bound"][0] <= str(record["whole"]["bound"])


def test_the_exact_law_of_the_noise_norm_is_used(run: Run) -> None:
    ran = run(
        "optimize", "wu2015.theorem21", "--over", "lam", "--form", "sharp", "--set", *HERE[:5], "delta=0.1"
    )
    record_lines = [line for line in ran.out.splitlines() if line.startswith(("least", "at "))]
    assert ran.status == 0 and "bound ≤ 2.19909" in ran.out
    assert "q, the quantile of the Gamma law" in record_lines[0] and "q = 20.6685690758" in record_lines[1]


def test_optimize_in_plain_ascii(run: Run) -> None:
    ran = run("optimize", "wu2015.theorem21", "--over", "lam", "--form", "sharp", "--ascii")
    assert ran.status == 0 and ran.out.isascii()


def test_where_there_is_no_optimum(run: Run) -> None:
    ran = run("optimize", "wu2015.theorem14", "--over", "lam")
    assert ran.status == 1 and "infimum" in ran.out
    assert json.loads(run("optimize", "wu2015.theorem14", "--over", "lam", "--json").out)["infimum"] == "0"


def test_bound_evaluates(run: Run) -> None:
    ran = run("bound", "wu2015.theorem21", "--set", *HERE, "lam=1", "--json")
    record = json.loads(ran.out)
    assert ran.status == 0 and 31.36 < record["value"] < 31.37 and record["vacuous"] is True
    assert "bound" in run("bound", "wu2015.theorem21").out


def test_bound_solves_for_an_integer(run: Run) -> None:
    arguments = ("bound", "wu2015.theorem21", "--set", "lam=3", *HERE[1:], "--solve-for", "n", "--target")
    ran = run(*arguments, "2", "--json")
    record = json.loads(ran.out)
    assert ran.status == 0 and record["answer"] == 120986
    assert record["low"] == {"reaches": "120986", "fails": "120985"} and record["shape"] == "falling"
    ran = run(*arguments, "1")
    assert ran.status == 1 and "1.5" in ran.out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("bound", "wu2015.theorem21", "--set", "n=3"), "no value of"),
        (("bound", "wu2015.theorem21", "--set", *HERE, "lam=0"), "lam > 0"),
        (("bound", "wu2015.theorem21", "--set", "n=5/2", *HERE[1:], "lam=1"), "an integer n"),
        (("bound", "wu2015.theorem21", "--set", "foo=1"), "a parameter of"),
        (("bound", "wu2015.theorem21", "--solve-for", "n"), "--target"),
        (
            ("bound", "wu2015.theorem21", "--set", *HERE[1:], "lam=1", "--solve-for", "n", "--target", "nan"),
            "--target nan",
        ),
        (("optimize", "wu2015.theorem21", "--over", "foo"), "foo"),
        (("optimize", "wu2015.theorem21", "--over", "lam", "--set", "lam=1"), "no value of lam"),
        (("optimize", "wu2015.theorem21", "--over", "lam", "--set", "delta=2"), "delta < 1"),
        (("optimize", "wu2015.lemma12", "--over", "eps"), "needed"),
        (("optimize", "wu2015.nothing", "--over", "eps"), "no statement"),
    ],
)
def test_bad_input_is_one_line_and_64(run: Run, arguments: tuple[str, ...], message: str) -> None:
    ran = run(*arguments)
    assert ran.status == 64 and ran.out == ""
    assert message in ran.err and ran.err.count("\n") == 1


def test_a_users_own_bound(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "user.thm"
    path.write_text(
        "statement user.own\n  title t\n  let lam, c: real\n  form printed\n    given a: lam > 0\n"
        "    given b: c > 0\n    claim forall w: vec. norm(w) <= c/lam + 4*lam\n", encoding="utf-8",
    )  # fmt: skip
    ran = run("optimize", "user.own", "--over", "lam", "--set", "c=9", "--statements", str(path), "--json")
    record = json.loads(ran.out)
    assert ran.status == 0 and record["value"] == 1.5 and record["bound"] == 12
    assert record["choices"] == [] and record["vacuous_when"] is None


def test_what_a_sharper_form_gives_is_exact_where_that_is_evident(run: Run) -> None:
    """1/5 was rounded up to 0.200001, beside an exact 0.4."""
    ran = run("bound", "wu2015.theorem14", "--set", "rho=1", "lam=1", "n=10")
    assert "value     ≤ 0.4\n" in ran.out and "bound ≤ 0.2;" in ran.out


def test_a_parameter_is_named_as_it_is_printed_or_said(run: Run) -> None:
    """Once: `--set λ=1` and `lambda=1` were read, and `--over λ`, `--over lambda` refused."""
    wanted = run("optimize", "wu2015.theorem21", "--over", "lam").out
    assert run("optimize", "wu2015.theorem21", "--over", "λ").out == wanted
    asked = ("bound", "wu2015.theorem14", "--set", "ρ=1", "n=10", "--target", "1/2", "--solve-for")
    assert run(*asked, "lambda").out == run(*asked, "lam").out != ""
    assert run("optimize", "wu2015.theorem21", "--over", "foo").status == 64


def test_where_a_target_is_said_to_be_reached_is_admissible(run: Run) -> None:
    """An end that was not met was rounded outward: `reached at δ = 1`, where δ < 1 is a condition."""
    ran = run("bound", "wu2015.theorem21", "--set", "n=3000", "d=1", "rho=1", "R=1", "lam=0.1", "eps=1",
              "--solve-for", "delta", "--target", "3")  # fmt: skip
    assert "no end met (the target is reached at δ = 0.999)" in ran.out


def test_the_bound_of_what_is_only_defined_has_its_verdict(run: Run) -> None:
    """A verdict that is not *proved* is false, and was looked for among those that were checked: a KeyError."""
    ran = run("optimize", "wang2016.definition1", "--over", "xi")
    assert ran.status == 2 and "form      defined" in ran.out


CAPPED = """statement a.opt
  title  a bound with a capped parameter
  source me
  quote  norm(w) is at most lam + 1/lam, for 0 < lam <= 1/2.
  no experiment: no
  let    lam: real; f: real -> real
  form printed
    given pos: lam > 0
    given cap: forall t: real. t >= 0 implies lam <= t + 1/2
    given bd: forall t: real. f(t) <= lam + 1/lam
    claim f(0) <= lam + 1/lam
    proof
      1: f(0) <= lam + 1/lam by apply from bd at 0
    model
      value f(t) = 1
      value lam = 1/4
"""


def test_the_best_of_a_parameter_that_hypotheses_cap_is_not_called_best_of_all_admissible(
    run: Run, tmp_path: Path
) -> None:
    """lam* = 1 was "the minimum over all admissible lam", and a hypothesis says lam <= 1/2."""
    (tmp_path / "capped.thm").write_text(CAPPED, encoding="utf-8")
    ran = run("optimize", "a.opt", "--statements", str(tmp_path / "capped.thm"), "--over", "lam", "--ascii")
    assert (
        "admissible" not in ran.out
        and "the minimum over all lam that the conditions on numbers allow" in ran.out
    )
    assert (
        "besides   cap, bd speak of lam, too: the theorem is about those lam for which they hold" in ran.out
    )


def test_a_form_with_the_very_bound_is_not_called_sharper(run: Run) -> None:
    at = ("n=3000", "d=14", "eps=1", "delta=0.05", "rho=4", "lam=1")
    ran = run("bound", "wu2015.theorem20", "--set", *at)
    assert ran.status == 0 and "wu2015.theorem20:sharp (proved)" in ran.out
    assert "printed.in-n" not in ran.out


def test_a_split_of_delta_is_looked_for(run: Run) -> None:
    at = ("n=3000", "d=14", "eps=1", "delta=0.05", "rho=4", "lam=1")
    form = ("--form", "sharp.laurent-massart", "--over", "gam", "--set", *at)
    ran = run("optimize", "wu2015.theorem20", *form)
    assert ran.status == 2 and "not proved" in ran.out and "value     ≤ 0.451665" in ran.out
    assert json.loads(run("optimize", "wu2015.theorem20", *form, "--json").out)["value"] < 0.4517
