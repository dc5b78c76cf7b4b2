"""What strangers type: signs and functions of other programs, and products without a sign."""

from pathlib import Path

import pytest

from .conftest import Run

ELSEWHERE = (
    ("n!! >= 1", "n integer", "try: factorial(n) for n!"),
    ("√n! >= 1", "n >= 0", "try: factorial(n) for n!"),
    ("log(n)! >= 1", "n > 1", "for n! write factorial(n)"),
    ("binom(n, 2) >= 1", "n >= 2", "try: binomial(n, k)"),
    ("Sum(1/j, j, 1, n) >= 1", "n >= 1", "try: sum(f, j, a, b)"),
    ("sum(1/j^2, j, 1, oo) <= 2", "", "try: an end n and a claim about all n"),
    ("integral(exp(-t), t, 0, oo) <= 1", "", "try: an end x and a claim about all x"),
    ("sum(1/j, 1, n) >= 1", "n >= 1", "sum(f, j, a, b)"),
    ("integral(floor(t), t, 0, x) <= x", "x >= 0", "floor or ceil of its index"),
    ("x => 1", "x > 2", "try: >="),
    ("x <= 0,5", "x < 0", "try: a point in a decimal, 0.5"),
    ("for all x: x^2 >= 0", "", "try: the claim alone"),
    ("x <= 1", "x in [0,1]", "try: --where '0 <= x <= 1' for an interval"),
    ("x <= 1", "0 < x < 1; y > 0", "try: a comma between conditions"),
    ("n >= 1", "n is an integer, n > 0", "try: --where 'n integer, n >= 0'"),
    ("n >= 1", "n ∈ ℕ", "try: --where 'n integer, n >= 0'"),
)


@pytest.mark.parametrize(("claim", "where", "advice"), ELSEWHERE)
def test_what_is_written_so_elsewhere_comes_with_what_to_write_here(
    run: Run, claim: str, where: str, advice: str
) -> None:
    """Once: log2 "did you mean log?", another function; "n is an integer" was a product without its sign."""
    ran = run("prove", claim, "--where", where)
    assert ran.status == 64 and advice in ran.err and ran.err.count("\n") == 1
    assert "did you mean log?" not in ran.err


def test_a_product_without_its_sign_is_told_to_be_a_variable(run: Run) -> None:
    """Once: refuted, without a word on how it was read, by `x = -2, xy = 3`."""
    ran = run("prove", "xy <= 1", "--where", "0 <= x <= 1, 0 <= y <= 1")
    assert ran.status == 1 and "the product of x and y is x*y" in ran.err
    assert run("refute", "max(x, lam) <= 1").err == ""


def test_names_that_a_reader_takes_for_one_are_told_to_be_two(run: Run) -> None:
    """The claim spoke of x₁, which is x1, and its condition of x_1: it was refuted without a word about that."""
    ran = run("prove", "x₁ >= 0", "--where", "x_1 >= 0")
    assert "x_1 and x1 (x₁) are two variables here" in ran.err
    assert "two variables" not in run("prove", "x_1 >= 0", "--where", "x_1 >= 0").err


def test_a_folder_of_statements_needs_no_slash(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once: `new notes`, then `verify notes`: no statement 'notes'."""
    monkeypatch.chdir(tmp_path)
    assert run("new", "notes").status == 0
    (tmp_path / "wu2015").mkdir()
    assert run("fmt", "--check", "notes").status == 0
    assert "notes.lemma1:printed" in run("graph", "notes").out
    assert "wu2015.lemma12:printed" in run("graph", "wu2015").out
    assert run("show", "nothing").status == 64


def test_a_strict_relation_without_a_best_constant_is_told_to_be_strict(run: Run) -> None:
    """Once: "it seems to be 1; no proof from below", where no constant is the greatest."""
    assert "try it with <= or >=" in run("tighten", "c < x**2 + 1", "--find", "c").err
    assert run("tighten", "c <= x**2 + 1", "--find", "c").err == ""
