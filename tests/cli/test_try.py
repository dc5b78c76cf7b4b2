"""``try``, and what ``verify`` says of a claim that fails in a world that it finds."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from .conftest import Run

FALSE = Path(__file__).resolve().parents[2] / "examples" / "false"
TEXTS = sorted(path.name for path in FALSE.glob("*.thm"))

IMPOSSIBLE = """
statement my.impossible
  title  nothing is above and below
  source my notes
  let    x: real
  form printed
    given above: x >= 2
    given below: x <= 1
    claim x = x
"""
NO_MAKER = """
statement my.strange
  title  a law of laws
  source my notes
  let    W: law(law(vec)); x: real
  form printed
    given drawn: P[mu ~ W](x > 1) >= 1/2
    claim x > 0
"""
TRUE = """
statement my.squares
  title  a square is not negative
  source my notes
  let    x, y: real
  form printed
    given first: x > 0
    given second: y > x
    claim x**2 <= y**2
"""


def written(folder: Path, text: str) -> str:
    path = folder / "my.thm"
    path.write_text(text, encoding="utf-8")
    return str(path)


@pytest.mark.parametrize("name", TEXTS)
def test_a_published_slip_is_refuted_from_its_statement_alone(run: Run, name: str) -> None:
    text = (FALSE / name).read_text(encoding="utf-8")
    assert not any(line.split()[:1] in (["refuted"], ["model"], ["world"]) for line in text.splitlines())
    ran = run("try", str(FALSE / name), "--json")
    forms = json.loads(ran.out)["forms"]
    assert ran.status == 1 and forms and all(form["refuted"] and form["there"] for form in forms)


def test_the_page_shows_what_is_printed(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(FALSE.parents[1])
    page = Path("docs/TRY.md").read_text(encoding="utf-8")
    shown = re.findall(r"^    \$ dptheory (.+)\n((?:    .+\n)*)", page, re.MULTILINE)
    assert len(shown) == 2
    for command, told in shown:
        printed = "\n".join(line.strip() for line in run(*command.split()).out.splitlines())
        parts = "\n".join(line.strip() for line in told.splitlines()).split("\n...\n")
        assert printed.startswith(parts[0]) and printed.endswith(parts[0]) == (len(parts) == 1)
        assert all(part in printed for part in parts)  # what is left out has three dots


def test_verify_tells_the_world_in_which_a_false_claim_fails(run: Run) -> None:
    ran = run("verify", str(FALSE / "average.thm"))
    assert ran.status == 1
    assert "refuted: false.average:printed; in this world its hypotheses hold and its claim fails:" in ran.out
    assert "Let A(S) = " in ran.out and "There " in ran.out
    assert "proof" not in ran.out.partition("refuted: ")[2]


def test_the_answer_is_a_world_in_sentences_and_in_the_language_of_texts(run: Run) -> None:
    ran = run("try", str(FALSE / "average.thm"))
    assert ran.status == 1 and "model" in ran.out and "refuted" in ran.out
    assert "There are n = 2 records." in ran.out and "value A(S) = " in ran.out
    assert "proved" not in ran.out


def test_a_true_claim_is_not_refuted_and_has_its_tightest_world(run: Run, tmp_path: Path) -> None:
    ran = run("try", written(tmp_path, TRUE), "--effort", "60000")
    assert ran.status == 0 and "not refuted" in ran.out and "tightest" in ran.out
    assert "proved" not in ran.out
    assert "needed      without second the claim fails" in ran.out


def test_hypotheses_that_no_world_satisfies_are_named(run: Run, tmp_path: Path) -> None:
    ran = run("try", written(tmp_path, IMPOSSIBLE), "--effort", "60000")
    assert ran.status == 2
    assert "no world of the grammar was found that satisfies the hypotheses together: above, below" in ran.out


def test_a_sort_without_generators_is_named(run: Run, tmp_path: Path) -> None:
    ran = run("try", written(tmp_path, NO_MAKER), "--effort", "60000")
    assert ran.status == 2 and "law(law(vec))" in ran.out


@pytest.mark.parametrize("option", [("--effort", "much"), ("--seed", "-1"), ("--samples", "1.5")])
def test_numbers_that_are_none_are_refused(run: Run, option: tuple[str, str]) -> None:
    ran = run("try", "wu2015.theorem14", *option)
    assert ran.status == 64 and option[0] in ran.err


def test_what_is_no_statement_is_refused(run: Run) -> None:
    assert run("try", "nobody.said").status == 64


def test_verify_tells_in_how_many_worlds_a_form_was_tried(run: Run, tmp_path: Path) -> None:
    path = written(tmp_path, TRUE)
    ran = run("verify", path)
    assert re.search(r"200: 0\.\d+", ran.out)
    assert "sampled: 1 of 1 form in 200 worlds with their hypotheses, seed 0\n" in ran.out
    (statement,) = json.loads(run("verify", path, "--json").out)["statements"]
    seen = statement["forms"][0]["sampled"]
    assert (seen["held"], seen["seed"]) == (200, 0) and sum(seen["tenths"]) == 200 and seen["largest"] < 1
    assert statement["printed"]["verdict"] == "unknown"  # no verdict rests on it


def test_without_experiments_nothing_is_sampled(run: Run, tmp_path: Path) -> None:
    path = written(tmp_path, TRUE)
    assert "sampled" not in run("verify", path, "--experiments", "none").out
    (statement,) = json.loads(run("verify", path, "--experiments", "none", "--json").out)["statements"]
    assert statement["forms"][0]["sampled"] is None


def test_show_has_the_line_of_what_was_sampled(run: Run) -> None:
    shown = run("show", "background.square-monotone").out
    (line,) = (line for line in shown.splitlines() if line.startswith("sampled"))
    assert re.search(r"in \d+ of \d+ worlds its hypotheses hold, and its sides have ratios up to", line)


def test_a_model_that_is_none_is_told_where_there_is_no_proof(run: Run, tmp_path: Path) -> None:
    """It was left out without a word: the form was unknown anyway."""
    ran = run("verify", written(tmp_path, f"{TRUE.rstrip()}\n    model x = 1; y = 1/2\n"))
    assert "no model: the hypothesis second does not hold in this world" in ran.out
    told = run("verify", written(tmp_path, f"{TRUE.rstrip()}\n    model x = 1; y = 2\n")).out
    assert "no model" not in told


def test_tighten_finds_the_constant_of_a_statement(run: Run) -> None:
    ran = run("tighten", "wu2015.theorem14:printed", "--find", "c")
    assert ran.status == 0
    assert "norm(A(replace(S, i, z)) - A(S)) = 2*rho/(lam*n), in any dimension" in ran.out
    assert "1/2 for c before the whole bound 4*rho/(lam*n)" in ran.out
    assert ran.out.count("the worst case is 4*rho/(lam*n)") == 2
    (form,) = json.loads(run("tighten", "wu2015.theorem14:printed", "--find", "c", "--json").out)["forms"]
    assert (form["closed_form"], form["worst"], form["checked"]) == ("1/2", "2*rho/(lam*n)", True)
    assert form["attained"] and "proved" not in ran.out


def test_tighten_says_of_what_statement_it_cannot_find_the_constant(run: Run) -> None:
    ran = run("tighten", "background.logistic", "--find", "c")
    assert ran.status == 2 and "unknown" in ran.out
    assert run("tighten", "wu2015.theorem14:blunt", "--find", "c").status == 64
    assert run("tighten", "wu2015.theorem41", "--find", "c").status == 64
