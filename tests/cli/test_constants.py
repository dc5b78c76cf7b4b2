"""tighten and growth on the command line, and check of what they write."""

import json
from pathlib import Path

import pytest

from .conftest import Run


def test_the_best_constant_of_the_exponential(run: Run) -> None:
    ran = run("tighten", "exp(x)-1 <= c*x", "--find", "c", "--where", "0<x<=1", "--json")
    record = json.loads(ran.out)
    assert ran.status == 0
    assert record["closed_form"] == "E - 1" and record["attained_at"] == {"x": "1"}
    assert float(record["lower"]) < 1.7182818284590452 < float(record["upper"])
    assert record["limit"] is None and record["certificate"] is None


def test_a_constant_in_a_limit(run: Run) -> None:
    ran = run("tighten", "log(1+x) <= c*x", "--find", "c", "--where", "x>0", "--json")
    record = json.loads(ran.out)
    assert ran.status == 0 and record["closed_form"] == "1"
    assert record["attained_at"] is None and record["limit"] == {"x": "0+"}


@pytest.mark.parametrize(
    ("claim", "where", "words"),
    [
        ("x**2 <= c", "", "every c below 1000000000 fails"),
        ("exp(x)-1 <= c*x", "-1<=x<=1", "from both sides"),
        ("x <= c", "x > 2, x < 1", "no point known"),
    ],
)
def test_what_has_no_best_constant_is_undecided(run: Run, claim: str, where: str, words: str) -> None:
    ran = run("tighten", claim, "--find", "c", "--where", where, "--effort", "3000000")
    assert ran.status == 2 and words in ran.out


@pytest.mark.parametrize("argv", [("x <= 1",), ("c = x",), ("n <= c", "--where", "c integer")])
def test_a_question_without_a_constant_is_refused(run: Run, argv: tuple[str, ...]) -> None:
    ran = run("tighten", *argv, "--find", "c")
    assert ran.status == 64 and ran.err.count("\n") == 1


def test_a_written_constant_is_checked_and_a_better_one_rejected(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "best.json"
    run("tighten", "x*(1-x) <= c", "--find", "c", "--write", str(path))
    assert run("check", str(path)).status == 0
    data = json.loads(path.read_text())
    for name, value in (
        ("holds", "1/5"),
        ("fails", "1/3"),
        ("claim", "x*(1 - x) <= c/2"),
        ("side", "greatest"),
    ):
        path.write_text(json.dumps({**data, name: value}))
        assert run("check", str(path)).status == 1, name


def test_a_place_of_which_only_digits_are_known(run: Run) -> None:
    ran = run("tighten", "x + x**2 - x**5 <= c", "--find", "c", "--where", "0<=x<=1", "--effort", "60000000")
    assert ran.status == 0 and "x = 0.858592994302..." in ran.out


def test_growth_answers_with_its_status(run: Run) -> None:
    yes = run("growth", "3*n+log(n)", "n", "--as", "n -> oo", "--where", "n>=1", "--json")
    no = run("growth", "1/(lam*n)", "1/n", "--as", "n -> oo", "--where", "n>=1, lam>0", "--json")
    assert yes.status == 0 and json.loads(yes.out)["constant"] == "4"
    assert no.status == 1 and set(json.loads(no.out)["curve"]) == {"lam", "n"}
    assert run("growth", "n", "n", "--as", "n -> 0").status == 64
    assert run("growth", "n", "2*n+1", "--as", "n -> oo", "--where", "n>=1", "--theta").status == 0
    assert run("growth", "n", "n**2", "--as", "n -> oo", "--where", "n>=1", "--theta").status == 1


@pytest.mark.parametrize(
    ("relation", "status", "words"),
    [("o", 1, "the ratio is beyond"), ("Theta", 0, "Θ(2·n)"), ("Omega", 0, "Ω(2·n)"), ("omega", 1, "ω(2·n)")],
)
def test_growth_in_other_relations(run: Run, tmp_path: Path, relation: str, status: int, words: str) -> None:
    path = tmp_path / "growth.json"
    asked = ("growth", "n", "2*n", "--as", "n -> oo", "--where", "n>=1", "--relation", relation)
    ran = run(*asked, "--write", str(path))
    assert ran.status == status and words in ran.out
    assert run("check", str(path)).status == 0
    data = json.loads(path.read_text())
    path.write_text(json.dumps({**data, "format": "dptheory growth 1"}))
    assert run("check", str(path)).status != 0


def test_a_domain_on_which_nothing_grows_is_undecided(run: Run) -> None:
    ran = run("growth", "n", "n**2", "--as", "n -> oo", "--where", "1 <= n <= 2", "--effort", "3000000")
    assert ran.status == 2 and "large" in ran.out


def test_a_constant_that_is_only_enclosed_is_attained_nowhere(run: Run) -> None:
    """floor(x)/x comes near to 1/2 and is 1 at x = 2, where 1/2 ... 1 was called attained."""
    ran = run("tighten", "floor(x)/x >= c", "--find", "c", "--where", "x >= 1", "--effort", "400000")
    assert "between 0.5 and 1" in ran.out and "attained" not in ran.out and "near        x = 2" in ran.out


def test_a_refuted_theta_says_which_half_fails(run: Run) -> None:
    """Once: "refuted n = Θ(n²), constant C = 1, reason abs(n) <= 1*abs(n**2)", which is the half that holds."""
    out = run("growth", "n", "n**2", "--as", "n -> oo", "--where", "n >= 1", "--theta").out
    holds, fails = out.split("half        ")[1:]
    assert holds.startswith("n = O(n²)") and "constant" in holds
    assert fails.startswith("n² = O(n)") and "along" in fails
    assert "half" not in run("growth", "2*n", "n", "--as", "n -> oo", "--where", "n >= 1", "--theta").out
