"""What answers about bounds say of themselves, and finding statements."""

import json
import os
import subprocess
import sys

import pytest

from .conftest import Run

HERE = ("n=3000", "d=14", "R=1", "eps=0.1", "rho=4", "delta=1/20")
FORMATS = ("text", "dot", "mermaid", "json", "svg")


def lines(out: str, label: str) -> list[str]:
    return [line[10:] for line in out.splitlines() if line.startswith(f"{label:<10}")]


def test_optimize_does_not_ignore_a_condition_on_the_parameter(run: Run) -> None:
    """Once: "infimum 0, as eps tends to oo (proved)", where eps <= d*log(d/delta) is a condition."""
    ran = run("optimize", "wu2015.theorem20.order", "--over", "eps")
    assert ran.status == 0 and "infimum" not in ran.out and "∞" not in ran.out
    assert lines(ran.out, "best") == ["ε* = d·log(d/δ)"] and "proved" in ran.out
    record = json.loads(run("optimize", "wang2016.theorem25", "--over", "a", "--json").out)
    assert record["closed_form"] == "1" and record["verdict"] == "proved" and "infimum" not in record


def test_an_infimum_says_what_was_proved_and_for_which_values(run: Run) -> None:
    ran = run("optimize", "wu2015.theorem14", "--over", "lam")
    assert ran.status == 1 and lines(ran.out, "for") == ["ρ > 0"] and lines(ran.out, "infimum")
    assert "falls with λ: proved" in ran.out


def test_the_sharp_form_shows_that_it_is_for_other_noise(run: Run) -> None:
    """Once: headed like Algorithm 2, without a word on the mechanism."""
    ran = run("optimize", "wu2015.theorem21", "--over", "lam", "--form", "sharp")
    assert lines(ran.out, "bounded") == ["L_D(w) − L_D(w⋆)"]
    assert lines(ran.out, "chance") == ["≥ 1 − δ, over these draws"]
    assert "Lap₂(2ρ/(λnε))" in lines(ran.out, "drawn")[0]
    assert "Lap₂(4(ρ + λR)/(λnε))" in lines(ran.out, "beware")[0]
    assert lines(ran.out, "adjacency")[0].startswith("replace-one")
    assert len(lines(ran.out, "given")) == 6 and lines(ran.out, "form")[0].startswith("proved")
    printed = run("optimize", "wu2015.theorem21", "--over", "lam").out
    assert "beware" not in printed


def test_what_is_bounded_as_json(run: Run) -> None:
    ran = run("bound", "wu2015.theorem21", "--form", "sharp", "--set", *HERE, "lam=1", "--json")
    record = json.loads(ran.out)
    assert record["bounded"]["probability"] == ">= 1 - delta" and record["form_verdict"] == "proved"
    assert record["bounded"]["drawn"][1]["law"] == "image[k ~ l2laplace(2*rho/(lam*n*eps))](A(S) + k)"
    assert "l2laplace(4*(rho + lam*R)/(lam*n*eps))" in record["printed_form_is_for"][1]["law"]
    assert {h["label"] for h in record["hypotheses"]} >= {"lipschitz", "rule", "curvature", "risk"}
    assert record["adjacency"] == "replace-one" and "l2laplace" in record["claim"]


def test_a_bound_beyond_a_quantity_names_it(run: Run) -> None:
    record = json.loads(run("bound", "wang2016.theorem19", "--json").out)
    assert "expected_risk" in record["bounded"]["quantity"] and len(record["bounded"]["beyond"]) == 1
    (finite,) = [form for form in record["forms"] if form["form"].endswith(":sharp.finite")]
    assert finite["nowhere_larger"] and finite["same_draws"] and "rho = 0" in finite["assumes_further"]


def test_a_sharper_form_is_named_with_what_it_gives(run: Run) -> None:
    ran = run("bound", "wu2015.theorem21", "--set", *HERE, "lam=1")
    assert lines(ran.out, "value") == ["≤ 31.3638"]
    first, second = lines(ran.out, "sharper")
    assert "wu2015.theorem21:sharp (proved): bound ≤ 3.29791" in first
    assert "wu2015.theorem21:sharp.closed (proved): bound ≤ 10.3764" in second
    assert "nowhere larger, where both hold: proved" in ran.out and "for other draws" in ran.out
    assert not lines(run("bound", "wu2015.theorem21", "--form", "sharp").out, "sharper")


def test_the_best_form_is_the_sharpest_proved_one(run: Run) -> None:
    ran = run("bound", "wu2015.theorem21", "--form", "best", "--set", *HERE, "lam=1", "--json")
    record = json.loads(ran.out)
    assert record["form"] == "wu2015.theorem21:sharp" and record["chosen"] and record["value"] < 3.298
    record = json.loads(run("optimize", "wu2015.theorem21", "--over", "lam", "--form", "best", "--json").out)
    assert record["form"] == "wu2015.theorem21:sharp" and "sharpest kind" in record["chosen"]


def test_from_which_n_on_the_best_bound_says_something(run: Run) -> None:
    asked = ("optimize", "wu2015.theorem21", "--over", "lam", "--solve-for", "n", "--target")
    ran = run(*asked, "trivial", "--json")
    record = json.loads(ran.out)
    assert ran.status == 0 and record["verdict"] == "proved"
    solved = record["solved"]
    assert solved["answer"] == 22222 and solved["low"] == {"reaches": "22222", "fails": "22221"}
    assert solved["relation"] == "<" and solved["target"] == "rho*R"
    assert solved["shape"] in ("falling", "from on")
    for n, vacuous in ((22221, True), (22222, False)):
        at = run("optimize", "wu2015.theorem21", "--over", "lam", "--set", f"n={n}", *HERE[1:], "--json")
        assert json.loads(at.out)["vacuous"] is vacuous


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("bound", "wu2015.theorem14", "--solve-for", "n", "--target", "trivial"), "what holds anyway"),
        (("optimize", "wu2015.theorem21", "--over", "lam", "--target", "trivial"), "--solve-for"),
        (("optimize", "wu2015.theorem14", "--over", "lam", "--solve-for", "n", "--target", "1"), "optimum"),
    ],
)
def test_questions_without_an_answer_are_refused(run: Run, arguments: tuple[str, ...], message: str) -> None:
    values = ("--set", "rho=1", "lam=3") if "bound" in arguments else ()
    ran = run(*arguments, *values)
    assert ran.status == 64 and message in ran.err and ran.err.count("\n") == 1


def test_a_source_is_listed_and_not_unknown(run: Run) -> None:
    """Once: "no statement 'later'"."""
    listed = run("list", "later")
    assert listed.status == 0 and run("show", "later").out == listed.out
    *rows, mark = listed.out.splitlines()
    assert mark.startswith(("recorded: ", "checked now: "))
    assert rows and all(row.startswith("later.") and "printed " in row for row in rows)
    record = json.loads(run("list", "later", "--json").out)["statements"]
    assert [s["id"] for s in record] == [row.split()[0] for row in rows]
    assert {status for s in record for status in s["forms"].values()} == {"cited"}
    graph = run("graph", "later", "--format", "text")
    assert graph.status == 0 and all(s["id"] in graph.out for s in record)


def test_search_ranks_and_says_what_is_nowhere(run: Run) -> None:
    ran = run("search", "norm", "stability", "strongly", "convex")
    first = [line.split()[0] for line in ran.out.splitlines()[:3]]
    assert ran.status == 0 and "wu2015.theorem14" in first
    assert run("search", "Theorem14").out.startswith("wu2015.theorem14 ")
    assert run("search", "differential", "privacy").out.startswith("wang2016.definition2 ")
    for words in ("theorem 21", "wu 2015 theorem 21", "Theorem 21 of Wu"):
        assert run("search", *words.split()).out.startswith("wu2015.theorem21 "), words
    nothing = run("search", "stabilty")
    assert nothing.status == 1 and nothing.out.startswith("nothing found for stabilty")
    assert "stability" in nothing.out
    mixed = json.loads(run("search", "gibbs", "zzzzqq", "--json").out)
    assert mixed["found"] and mixed["nowhere"] == ["zzzzqq"]
    assert run("search", "...").status == 64


def test_search_knows_words_and_rules(run: Run) -> None:
    """A word of the language that no statement's text has was found nowhere, and no rule at all."""
    found = run("search", "clipped")
    assert found.status == 0 and found.out.startswith("dptheory define clipped   v, clipped to the norm c")
    assert "dptheory rules exponential-mechanism" in run("search", "gibbs").out
    assert json.loads(run("search", "clipped", "--json").out)["words"]
    assert "dptheory" not in run("search", "curvature", "zzzzqq").out


@pytest.mark.parametrize(
    ("arguments", "meant"),
    [
        (("show", "wu2015.theorm21"), "did you mean wu2015.theorem21"),
        (("graph", "theorem21"), "did you mean wu2015.theorem21"),
        (("bound", "WU2015.Theorem14"), "did you mean wu2015.theorem14"),
        (("verify", "wu2105"), "did you mean wu2015"),
        (("list", "wu20"), "did you mean wu2015"),
        (("axioms", "wu2015"), "dptheory list wu2015"),
    ],
)
def test_an_unknown_identifier_gives_the_nearest(run: Run, arguments: tuple[str, ...], meant: str) -> None:
    ran = run(*arguments)
    assert ran.status == 64 and meant in ran.err and ran.err.count("\n") == 1


def test_a_graph_is_the_same_bytes_for_every_seed_of_hashes() -> None:
    """Once the nodes of a statement's graph came in the order of a set."""
    code = (
        "from dptheory.cli import main\n"
        f"for f in {FORMATS}: main(['graph', 'wu2015.theorem21', '--format', f])"
    )
    outs = []
    for seed in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONIOENCODING": "utf-8"}
        ran = subprocess.run(
            [sys.executable, "-c", code], env=environment, capture_output=True, check=True, timeout=600
        )
        outs.append(ran.stdout)
    assert outs[0] == outs[1] and outs[0].count(b"wu2015.theorem21:sharp") >= 5


def test_what_is_not_proved_does_not_rest_on_the_structural_rules(run: Run) -> None:
    """Once: refuted and cited statements, and definitions, "rested on the structural rules alone"."""
    ran = run("axioms", "wang2016.lemma38")
    assert "nothing: no form is proved" in ran.out and "(cited)" in ran.out
    assert "not proved: wu2015.algorithm3:printed (refuted)" in run("axioms", "wu2015.algorithm3").out
    assert "nothing: a definition" in run("axioms", "wu2015.definition1").out
    assert "structural rules alone" in run("axioms", "wu2015.section4.2.range").out
    record = json.loads(run("axioms", "wu2015.algorithm3", "--json").out)
    assert {"name": "not proved: wu2015.algorithm3:printed", "verdict": "refuted"} in record


def test_the_best_form_says_which_others_have_a_number_to_choose(run: Run) -> None:
    """It was called no larger than any other, and sharp.split is smaller once gam is chosen."""
    at = ("--set", "n=10000", "d=5", "eps=1", "delta=0.05", "rho=1", "R=1", "lam=0.14")
    best = run("bound", "wu2015.theorem21", "--form", "best", *at, "--json")
    split = run("bound", "wu2015.theorem21", "--form", "sharp.split", *at, "gam=0.005", "--json")
    assert json.loads(split.out)["value"] < json.loads(best.out)["value"]
    assert "a number is to be chosen, and may give less: sharp.split (--over gam)" in run(
        "bound", "wu2015.theorem21", "--form", "best", *at
    ).out
