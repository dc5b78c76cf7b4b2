"""verify, show, check, graph and axioms on a user's file and on the library."""

import json
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest

from dptheory.theory.evidence import read
from dptheory.theory.record import parsed

from .conftest import EXAMPLE, Run
from .forging import Lines, forge


def test_verify_prints_a_row_for_every_statement_and_the_counts(run: Run, example: Path) -> None:
    ran = run("verify", str(example))
    rows = {line.split()[0]: line for line in ran.out.splitlines() if line.strip().startswith("example.")}
    assert set(rows) == {"example.sum", "example.double"}
    assert "proved" in rows["example.sum"] and "sound" in rows["example.sum"]
    assert "refuted" in rows["example.double"] and "none known" in rows["example.double"]
    assert "2 statements, 3 forms" in ran.out
    assert "twins refuted: 1 of 1; twin: none known: 1" in ran.out
    assert (ran.status, ran.err) == (0, "")


def test_a_claim_that_fails_in_a_world_that_was_found_is_refuted_everywhere(run: Run) -> None:
    """Once *unknown* in the table, and refuted below it."""
    file = str(Path(__file__).parents[2] / "examples/false/average.thm")
    ran, data = run("verify", file), json.loads(run("verify", file, "--json").out)
    assert ran.status == 1 and "printed: 1 refuted" in ran.out and "unknown" not in ran.out
    assert data["statements"][0]["printed"]["verdict"] == "refuted"
    assert data["failing"]["false.average:printed"][0] == "There are n = 2 records."


def test_verify_as_json(run: Run, example: Path) -> None:
    record = json.loads(run("verify", str(example), "--json").out)
    first, second = record["statements"]
    assert first["printed"]["verdict"] == "proved" and first["corrected"] is None
    assert first["proof"]["verdict"] == "sound"
    assert [step["verdict"] for step in first["steps"]] == ["proved"]
    assert first["twin"]["verdict"] == "refuted"
    assert second["printed"]["verdict"] == "refuted" and second["corrected"]["verdict"] == "proved"
    assert second["printed"]["witness"]["world"] == ["n = 1", "value x = 1", "value r = 1"]
    assert second["uses"] == ["example.sum:printed"] and second["twin"] is None
    assert record["summary"]["twin_none_known"] == 1 and record["summary"]["wrong"] == []


def test_a_false_statement_is_not_verified(run: Run, example: Path) -> None:
    example.write_text(EXAMPLE.replace("claim small(x + y, 2*r)", "claim small(x + y, r)"), encoding="utf-8")
    ran = run("verify", str(example))
    assert ran.status != 0
    assert "example.sum:printed" in ran.out.split("twin: none known")[1]


def test_a_twin_that_is_true_is_wrong(run: Run, example: Path) -> None:
    example.write_text(
        EXAMPLE.replace("claim small(x + y, 199/100*r)", "claim small(x + y, 3*r)"), encoding="utf-8"
    )
    ran = run("verify", str(example))
    assert ran.status == 1
    assert "wrong: example.sum: its twin" in ran.out


def test_a_refutation_that_is_none_is_not_believed(run: Run, example: Path) -> None:
    example.write_text(EXAMPLE.replace("claim small(2*x, r)", "claim small(x, 2*r)"), encoding="utf-8")
    record = json.loads(run("verify", str(example), "--json").out)
    assert record["statements"][1]["printed"]["verdict"] == "unknown"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("statement example.sum", "statment example.sum"),
        ("claim small(x + y, 2*r)", "claim small(x + y, 2*r"),
        ("claim small(x + y, 2*r)", "claim small(x + y)"),
        ("claim small(x + y, 2*r)", "claim __import__('os')"),
        ("let    x, y, r: real", "let    x, y, r: complex"),
        ("  title", "\ttitle"),
    ],
)
def test_a_malformed_file_is_bad_input_with_its_line(run: Run, example: Path, old: str, new: str) -> None:
    example.write_text(EXAMPLE.replace(old, new, 1), encoding="utf-8")
    ran = run("verify", str(example))
    assert ran.status == 64 and ran.err.count("\n") == 1
    assert "example.thm" in ran.err and ":" in ran.err.split("example.thm")[1]


def test_a_binary_file_is_bad_input(run: Run, example: Path) -> None:
    example.write_bytes(bytes(range(256)))
    assert run("verify", str(example)).status == 64


def test_written_proofs_are_the_same_bytes_again_and_are_checked(run: Run, example: Path) -> None:
    def written() -> dict[str, bytes]:
        assert run("verify", str(example), "--write", "proofs").status == 0
        return {path.name: path.read_bytes() for path in Path("proofs").iterdir()}

    first = written()
    assert set(first) == {"example.certificates", "example.verdicts"}
    assert written() == first
    checked = run("check", "proofs", "--statements", str(example))
    assert checked.status == 0 and "example.sum" in checked.out


def test_check_rejects_changed_certificates_verdicts_and_strangers(run: Run, example: Path) -> None:
    run("verify", str(example), "--write", "proofs")
    held, table = Path("proofs/example.certificates"), Path("proofs/example.verdicts")
    before = held.read_bytes(), table.read_bytes()
    key = min(read(held).texts)

    def checked(path: Path, name: str, change: Callable[[Lines], object]) -> int:
        held.write_bytes(before[0])
        table.write_bytes(before[1])
        forge(path, name, change)
        return run("check", "proofs", "--statements", str(example)).status

    assert checked(held, key, lambda lines: lines) == 0
    assert checked(held, key, lambda lines: lines[0].update(proof=[])) == 1
    assert checked(held, key, lambda lines: lines[0].update(hash="0" * 64)) == 1
    assert checked(table, "example.sum", lambda lines: lines[0].update(verdict="refuted")) == 1
    assert checked(table, "example.sum", lambda lines: lines[0].update(hash="0" * 64)) == 1
    assert checked(table, "example.sum", lambda lines: lines.pop(1)) == 1
    assert checked(table, "example.sum", lambda lines: lines[-1].update(statement="example.other")) == 1
    held.write_bytes(before[0].replace(b"poly", b"pole", 1))
    ran = run("check", "proofs", "--statements", str(example))
    assert ran.status == 64 and "example.certificates, line 1: not as it was written" in ran.err


def test_what_was_written_of_other_statements_stays(run: Run, example: Path) -> None:
    """With the certificates that they were checked with; what nothing was checked with goes."""
    run("verify", str(example), "--write", "proofs")
    held = Path("proofs/example.certificates")
    before = read(held).texts
    old = "      1: x + y <= 2*r by calc from first, second"
    new = "      0: x + y + 1 <= 2*r + 1 by calc from first, second\n      1: x + y <= 2*r by calc from 0"
    example.write_text(EXAMPLE.split("statement example.double")[0].replace(old, new), encoding="utf-8")
    run("verify", str(example), "--write", "proofs")
    assert set(read(held.with_suffix(".verdicts")).texts) == {"example.sum", "example.double"}
    after = read(held).texts
    assert set(before) & set(after) and set(before) - set(after) and set(after) - set(before)
    entries = map(parsed, read(held.with_suffix(".verdicts")).texts.values())
    wanted = {one for entry in entries if entry is not None for one in entry.certificates}
    assert read(held).digests() == wanted


def test_two_files_put_together_are_one(run: Run, example: Path) -> None:
    """As a merge of two branches does."""
    run("verify", str(example), "--write", "proofs")
    for kind in ("certificates", "verdicts"):
        path = Path(f"proofs/example.{kind}")
        path.write_bytes(path.read_bytes() * 2)
    assert run("check", "proofs", "--statements", str(example)).status == 0


def test_verify_tells_when_a_verdict_is_not_the_recorded_one(run: Run, example: Path) -> None:
    run("verify", str(example), "--write", "proofs")
    assert run("verify", str(example), "--proofs", "proofs").status == 0
    example.write_text(EXAMPLE.replace("claim small(2*x, r)", "claim small(x, 2*r)"), encoding="utf-8")
    ran = run("verify", str(example), "--proofs", "proofs")
    assert ran.status == 1 and "wrong: example.double" in ran.out


SHOWN = "wu2015.lemma13"


def test_show_prints_hypotheses_derivation_and_verdicts(run: Run) -> None:
    ran = run("show", SHOWN)
    lines = ran.out.splitlines()
    assert ran.status == 0
    assert lines[0].startswith(f"{SHOWN}   strong convexity bounds")
    assert any(line.startswith("claim       (λ/2)‖u − v‖² ≤ ϑ_S(u) − ϑ_S(v)") for line in lines)
    assert any(line.startswith("presupposed ") for line in lines)
    assert any("5.1: limit" in line and line.endswith("✓ rule 9") for line in lines)
    assert not any(line.startswith("its proof   broken") for line in lines)
    assert any(line.startswith("rests on") for line in lines)
    assert max(map(len, lines)) < 160


ANSWERS = {
    "wu2015.theorem14": ("if", "printed     loose by the factor 2"),
    "wu2015.theorem21": ("best at     λ* = (ρ/R)·√b", "noise       Lap₂, scale 2·ρ/(λ·n·ε); at λ*", "says        exactly when n >"),
    "wang2016.theorem19": ("best at     ε* = ", "noise       exponential, scale 2·Δ/ε", "printed     false as printed"),
    "wang2019.algorithm1": ("noise       gaussian, scale sig",),
    "chaudhuri2020.theorem3": ("printed     depends on the reading",),
}


@pytest.mark.parametrize("name", ANSWERS)
def test_the_answer_comes_first_in_twelve_lines(run: Run, name: str) -> None:
    """Theorem 21 had 354 lines, and no answer before all of its hypotheses."""
    lines = run("show", name).out.splitlines()
    first = lines[: lines.index("", 2)]
    assert len([line for line in first if line]) <= 12 and first[2].startswith("holds       ")
    assert all(any(line.startswith(said) for line in first) for said in ANSWERS[name])
    assert first[-1].startswith("next        dptheory ")
    assert sum(line.startswith("its proof ") for line in lines) == 1  # of the sharpest form alone
    assert not any(line.startswith("fails in ") for line in lines)


def test_refuted_readings_and_their_worlds_are_shown_when_asked_for(run: Run) -> None:
    whole = run("show", "wu2015.theorem21", "--all").out
    assert whole.count("\nfails in ") == 4 and whole.count("\nits proof ") == 10
    assert "4 of its readings, each with its world" in run("show", "wu2015.theorem21").out
    for format in ("markdown", "latex"):  # every writer writes one document
        assert "4 of its readings" in run("show", "wu2015.theorem21", "--format", format).out


def test_show_names_the_step_at_which_a_proof_breaks(run: Run) -> None:
    lines = run("show", "wang2016.proposition12:printed").out.splitlines()
    assert any(line.startswith("its proof   broken at step inside") for line in lines)


def test_unfolding_leaves_no_definition(run: Run) -> None:
    folded, unfolded = run("show", SHOWN, "--ascii").out, run("show", SHOWN, "--ascii", "--unfold").out
    assert "strongly_convex(" in folded
    derivation = unfolded.split("printed", 1)[1].split("verdict", 1)[0]
    assert "strongly_convex(" not in derivation and "minimises(" not in derivation


def test_show_in_other_formats(run: Run) -> None:
    latex = run("show", SHOWN, "--format", "latex").out
    assert r"\frac{\lambda}{2} \lVert u - v \rVert^{2}" in latex
    assert latex.count(r"\begin{") == latex.count(r"\end{")
    markdown = run("show", SHOWN, "--format", "markdown").out
    assert markdown.startswith(f"# {SHOWN}") and "| step | formula | reason | checked |" in markdown
    record = json.loads(run("show", SHOWN, "--format", "json").out)
    assert record["id"] == SHOWN and record["proof"]["verdict"] == "sound"


def test_ascii_output_is_ascii_but_for_the_words_of_the_source(run: Run) -> None:
    out = run("show", SHOWN, "--ascii").out
    formulas = [line for line in out.splitlines() if line.startswith(("claim", "given", "where"))]
    assert formulas and all(line.isascii() for line in formulas)
    assert "✓" not in out


def test_graph_of_one_statement_holds_what_it_rests_on(run: Run) -> None:
    record = json.loads(run("graph", "wu2015.theorem14", "--json").out)
    names = {node["name"] for node in record["nodes"]}
    assert {"wu2015.theorem14:printed", "wu2015.lemma12:printed", "wu2015.lemma13:printed"} <= names
    assert "wu2015.theorem15:printed" not in names
    assert {"from": "wu2015.theorem14:printed", "uses": "wu2015.lemma13:printed"} in record["edges"]


def test_graph_formats(run: Run) -> None:
    assert run("graph", "--format", "dot").out.startswith("digraph")
    assert run("graph", "--format", "mermaid").out.startswith("graph BT")
    assert "wu2015.theorem14:printed  uses  wu2015.lemma12:printed" in run("graph").out
    drawing = ElementTree.fromstring(run("graph", "--format", "svg").out)
    assert drawing.tag.endswith("svg") and len(drawing) > 10


def test_axioms_lists_rules_with_their_proofs(run: Run) -> None:
    ran = run("axioms", SHOWN)
    assert "limit" in ran.out and "let a tend to 1" in ran.out
    record = json.loads(run("axioms", SHOWN, "--json").out)
    assert any(entry["name"].endswith("limit") and entry["proof"] for entry in record)


def test_a_line_that_says_nothing_is_checked_and_not_shown(run: Run) -> None:
    shown = run("show", "wu2015.lemma12").out
    assert "n ≤ n" not in shown and "place: sum-replace" in shown
    steps = json.loads(run("verify", "wu2015.lemma12", "--json").out)["statements"][0]["steps"]
    assert "n <= n" in {step["claim"] for step in steps}
    assert "x ≤ x" in run("show", "sharp.same").out.split("proof")[1]  # the claim itself


def test_what_is_violated_as_expected_is_said(run: Run) -> None:
    """`verify` ended with "1 violated" and left it to the reader whether that is a fault."""
    ran = run("verify", "wu2015.algorithm3", "--experiments", "quick")
    assert ran.status == 0 and "1 violated" in ran.out
    told = "violated: wu2015.algorithm3:printed, which is refuted, by the experiment"
    assert f"{told} privacy-of-algorithm3-uncalibrated: expected, not a fault" in ran.out
