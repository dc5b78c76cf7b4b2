"""What the command line reads, and how it says what it cannot read or write."""

import io
import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from dptheory.cli import COMMANDS, GRAMMAR, parser
from dptheory.commands import completion, output
from dptheory.kernel.real import FUNCTIONS
from dptheory.parsing import subparsers

from .conftest import Run

COMMAND = [sys.executable, "-m", "dptheory"]


def test_a_repeated_where_dropped_the_first(run: Run) -> None:
    once = run("prove", "x*y <= 1", "--where", "0<=x<=1, 0<=y<=1")
    ran = run("prove", "x*y <= 1", "--where", "0<=x<=1", "--where", "0<=y<=1")
    assert ran.status == once.status == 0
    assert ran.out.splitlines()[0] == once.out.splitlines()[0]
    assert run("refute", "x*y <= 1", "--where", "0<=x<=1", "--where", "0<=y<=1").status == 1
    assert run("prove", "x*y <= 1", "--where", "0<=x<=1").status == 1


def test_a_repeated_where_holds_for_constants_and_growth(run: Run) -> None:
    ran = run("tighten", "x*y <= c", "--find", "c", "--where", "0<=x<=1", "--where", "0<=y<=1", "--json")
    assert ran.status == 0 and json.loads(ran.out)["closed_form"] == "1"
    grown = run("growth", "x*n", "n", "--as", "n -> oo", "--where", "0<=x<=1", "--where", "n>=1")
    assert grown.status == 0 and "0 ≤" not in grown.err


def test_a_repeated_claim_of_an_audit_was_dropped(run: Run) -> None:
    small = ("audit", "laplace", "--samples", "2000")
    together = run(*small, "--claim", "eps=1", "--claim", "delta=1e-5")
    assert "eps=1, delta=1e-05" in together.out or "eps=1, delta=1e-5" in together.out
    ran = run(*small, "--claim", "eps=1", "--claim", "eps=2")
    assert ran.status == 64 and "one value for eps" in ran.err


@pytest.mark.parametrize(
    "argv",
    [
        ("prove", "x <= 1", "--timeout", "1", "--timeout", "2"),
        ("tighten", "x <= c", "--find", "c", "--find", "x"),
        ("growth", "n", "n", "--as", "n -> oo", "--as", "m -> oo"),
        ("growth", "n", "n", "--as", "n -> oo", "--relation", "o", "--relation", "O"),
        ("bound", "wu2015.theorem14", "--form", "sharp", "--form", "printed"),
        ("bound", "wu2015.theorem14", "--set", "n=3", "n=4"),
        ("bound", "wu2015.theorem14", "--set", "n=3", "--set", "n=4"),
        ("audit", "laplace", "--claim", "eps=1", "--seed", "1", "--seed", "2"),
        ("account", "--gaussian", "1", "--delta", "1e-6", "--delta", "1e-5"),
    ],
)
def test_the_last_of_two_values_was_taken(run: Run, argv: tuple[str, ...]) -> None:
    ran = run(*argv)
    assert ran.status == 64 and ran.err.count("\n") == 1 and not ran.out


def test_the_same_value_twice_is_one_value(run: Run) -> None:
    assert run("prove", "x <= 1", "--where", "x <= 0", "--timeout", "9", "--timeout", "9").status == 0
    set_twice = ("bound", "wu2015.theorem14", "--set", "n=3", "rho=1", "lam=1", "--set", "n=3.0")
    assert run(*set_twice).status == 0


def test_every_option_of_every_command_keeps_its_first_value() -> None:
    for name, sub in subparsers(parser()).items():
        for action in sub._actions:
            if action.option_strings and action.nargs != 0:
                assert type(action).__name__ != "_StoreAction", (name, action.option_strings)


@pytest.mark.parametrize("argv", [("e^x >= 1+x",), ("e^(x) ≥ 1 + x",), ("exp(x) >= 1+x",)])
def test_e_was_a_variable_and_printed_like_the_number(run: Run, argv: tuple[str, ...]) -> None:
    ran = run("prove", *argv, "--json")
    assert ran.status == 0 and json.loads(ran.out)["claim"] == "exp(x) >= 1 + x"
    assert run("prove", *argv).out.startswith("proved      e^x ≥ 1 + x\n")


@pytest.mark.parametrize("claim", ["E > e", "e > 0", "e**x >= 1 + x", "x <= e"])
def test_an_e_alone_is_refused_with_the_hint(run: Run, claim: str) -> None:
    ran = run("prove", claim)
    assert ran.status == 64 and "write E for the number" in ran.err and ran.err.count("\n") == 1


def test_an_e_in_a_condition_is_refused_too(run: Run) -> None:
    ran = run("growth", "n", "1", "--as", "n -> oo", "--where", "n >= 1, (5-n)**e >= 0")
    assert ran.status == 64 and "write E" in ran.err


@pytest.mark.parametrize(
    ("claim", "shown"), [("a*b > ab", "a·b > ab"), ("x_1 < x1", "x_1 < x₁"), ("x*x = x**2", "x·x = x²")]
)
def test_two_texts_were_printed_alike(run: Run, claim: str, shown: str) -> None:
    assert shown in run("prove", claim).out.splitlines()[0]


@pytest.mark.parametrize(
    ("claim", "where"),
    [("log(1 + g*(exp(x) - 1)) <= 2*g*x", "0 <= g <= 1, 0 <= x <= 1"), ("abs(sin(x))*sqrt(lam) <= lam**(1/2)", "lam > 0"),
     ("x_1*x1/eps' <= max(x1, x_1)**2/eps'", "x1 >= 1, x_1 >= 1, eps' > 0")],
)  # fmt: skip
def test_what_prove_prints_can_be_pasted_back(run: Run, claim: str, where: str) -> None:
    first = run("prove", claim, "--where", where)
    said, _, given = first.out.splitlines()[0].partition("   where ")
    again = run("prove", said.split(maxsplit=1)[1], "--where", given)
    assert first.status == again.status == 0
    assert again.out.splitlines()[0] == first.out.splitlines()[0]


def test_a_chain_was_refused(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "chain.json"
    ran = run("prove", "0 <= x^2 <= 1", "--where", "-1 <= x <= 1", "--write", str(path), "--json")
    found = json.loads(ran.out)
    assert ran.status == 0 and found["claim"] == "0 <= x**2 <= 1" and found["verdict"] == "proved"
    assert [link["verdict"] for link in found["links"]] == ["proved", "proved"]
    assert run("check", str(path)).status == 0
    data = json.loads(path.read_text())
    data["links"][1]["claim"] = "x**2 <= 1/2"
    path.write_text(json.dumps(data))
    assert run("check", str(path)).status == 1
    path.write_text(json.dumps({**data, "links": []}))
    assert run("check", str(path)).status == 1


def test_a_chain_says_which_link_fails(run: Run) -> None:
    ran = run("prove", "0 <= x^2 <= 1")
    assert ran.status == 1 and "x² ≤ 1: refuted" in ran.out and "0 ≤ x²: proved" in ran.out
    assert run("refute", "0 <= x^2 <= 1").status == 0


def test_a_product_without_its_sign_gets_a_hint(run: Run) -> None:
    for claim, hint in (("2x <= 1", "write 2*x"), ("x(1 - x) <= 1/4", "write x*(")):
        ran = run("prove", claim)
        assert ran.status == 64 and hint in ran.err


@pytest.mark.parametrize(
    ("argv", "hint"),
    [
        (("prov", "x <= 1"), "did you mean prove?"),
        (("prove", "x <= 1", "--wher", "x <= 0"), "did you mean --where?"),
        (("growth", "n", "n", "--as", "n -> oo", "--relation", "Thta"), "did you mean Theta?"),
    ],
)
def test_nothing_was_suggested(run: Run, argv: tuple[str, ...], hint: str) -> None:
    ran = run(*argv)
    assert ran.status == 64 and hint in ran.err and ran.err.count("\n") == 1


def test_help_left_out_grammar_and_functions(run: Run) -> None:
    out = run("prove", "--help").out
    assert GRAMMAR in out
    assert all(name in out.replace("(", " ").split() for name in FUNCTIONS)


def test_the_american_spelling_was_unknown(run: Run) -> None:
    ours = run("account", "--randomised-response", "3/4", "--steps", "4", "--epsilon", "2")
    theirs = run("account", "--randomized-response", "3/4", "--steps", "4", "--epsilon", "2")
    assert theirs.status == 0 and theirs.out == ours.out


@pytest.mark.parametrize("shell", completion.SHELLS)
def test_completion_knows_every_command_and_option(run: Run, shell: str) -> None:
    out = run("completion", shell).out
    assert all(name in out for name in COMMANDS)
    names = {n.lstrip("-") for c in completion.commands() for o in c.options for n in o.names}
    assert all(name in out for name in names) and "Omega" in out


def test_bash_completes(run: Run) -> None:
    script = run("completion", "bash").out
    script += (
        'COMP_WORDS=(dptheory growth n n --relation Om); COMP_CWORD=5; _dptheory; echo "${COMPREPLY[@]}"\n'
    )
    script += 'COMP_WORDS=(dptheory pro); COMP_CWORD=1; _dptheory; echo "${COMPREPLY[@]}"\n'
    ran = subprocess.run(["bash"], input=script, capture_output=True, text=True, check=False)
    assert (ran.stdout.split(), ran.stderr) == (["Omega", "prove"], "")


@pytest.mark.parametrize(
    "argv", [["prove", "x <= 1"], ["prove", "x <= 1", "--json"], ["--help"], ["--version"]]
)
def test_a_full_device_ended_in_a_traceback(argv: list[str]) -> None:
    with Path("/dev/full").open("w") as full:
        ran = subprocess.run([*COMMAND, *argv], stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert ran.returncode == 74
    assert ran.stderr.startswith("error: the answer cannot be written") and ran.stderr.count("\n") == 1


def test_a_closed_stream_ended_in_a_traceback() -> None:
    line = f"{sys.executable} -m dptheory prove 'x <= 1' >&-"
    ran = subprocess.run(["bash", "-c", line], stderr=subprocess.PIPE, text=True, check=False)
    assert ran.returncode == 74 and ran.stderr.count("\n") == 1 and "closed" in ran.stderr
    silent = subprocess.run(["bash", "-c", f"{line} 2>&-"], check=False)
    assert silent.returncode == 74


def test_columns_are_respected(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    argv = ("prove", "log(1 + g*(exp(x) - 1)) <= 2*g*x", "--where", "0 <= g <= 1, 0 <= x <= 1")
    wide = run(*argv).out
    for columns in (60, 66):
        monkeypatch.setenv("COLUMNS", str(columns))
        out = run(*argv).out
        assert max(map(len, out.splitlines())) <= columns < max(map(len, wide.splitlines()))
        assert out.split()[:12] == wide.split()[:12]
    monkeypatch.setenv("COLUMNS", "20")
    assert 20 < max(map(len, run(*argv).out.splitlines())) <= 60


def test_a_row_of_a_table_was_wrapped_into_another(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    argv = ("verify", "wu2015.lemma13", "wu2015.theorem14", "--experiments", "none")
    assert run(*argv).out.count("\n") >= 4
    monkeypatch.setenv("COLUMNS", "60")
    lines = run(*argv).out.splitlines()
    lines = lines[: next(place for place, line in enumerate(lines) if line.startswith("2 statements"))]
    assert max(map(len, lines)) <= 60
    assert lines[0] == "wu2015.lemma13" and "wu2015.theorem14" in lines
    assert all(line.startswith("  ") for line in lines[1 : lines.index("wu2015.theorem14")])


def test_a_refuted_twin_is_good_news() -> None:
    from dptheory.present.table import TWIN_COLOURS, cell

    styles = {str(span.style) for span in cell(["refuted"], TWIN_COLOURS).spans}
    assert styles == {"green"} and {str(span.style) for span in cell(["refuted"]).spans} == {"red"}
    assert {str(span.style) for span in cell(["proved"], TWIN_COLOURS).spans} == {"red"}


def test_nothing_was_said_off_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """And once, under load: a line was written before there was anything to tell."""
    said: list[str] = []

    class Told(io.StringIO):
        def write(self, text: str) -> int:
            said.append(text)
            return len(text)

    def is_it(line: str) -> bool:
        return line.startswith("verifying 3 of 17: wu2015.lemma5, ")

    monkeypatch.setattr(sys, "stderr", Told())
    monkeypatch.setattr(output, "FIRST", 0.01)
    monkeypatch.setattr(output, "EVERY", 0.01)
    with output.progress("verifying") as tell:
        tell.count(3, 17)
        tell("wu2015.lemma5")
        while len(said) < 1000 and not any(map(is_it, said)):
            os.sched_yield()
    assert any(map(is_it, said))


def test_a_form_leads_to_its_statement(run: Run) -> None:
    """Once: no statement 'wu2015.theorem14:sharp', which pages print; did you mean wu2015.theorem4?"""
    for command in (("graph",), ("axioms",), ("bound",), ("optimize", "--over", "lam")):
        ran = run(*command, "wu2015.theorem14:sharp")
        assert ran.status == 64 and "try: wu2015.theorem14; bound and optimize take --form sharp" in ran.err


def test_the_first_screen_says_what_to_do_with_the_bound(run: Run) -> None:
    """Where it is least, what it is there, the noise, and from which n on it says something."""
    screen = run("show", "wu2015.theorem21").out.split("\n\n")[1]
    said = " ".join(screen.split())
    assert "best at λ* = (ρ/R)·√b: the bound is ρ·R·√b, with b = (4/n)·(2/δ + q/ε)" in said
    assert "noise Lap₂, scale 2·ρ/(λ·n·ε); at λ* 2·R/(√b·n·ε)" in said
    assert "says exactly when n > 4·(2/δ + q/ε): less than ρ·R, which needs no data" in said
    assert "; n ≥ 1050 at d = 14, δ = 1/20, ε = 1/10" in said
    at = ("--set", "d=14", "delta=1/20", "eps=1/10", "R=1", "rho=4")
    for n, vacuous in ((1050, False), (1049, True)):
        found = run("optimize", "wu2015.theorem21", "--over", "lam", "--form", "sharp", *at, f"n={n}").out
        assert ("vacuous: not below" in found) == vacuous
    assert "noise       Lap₂, scale 2·ρ/(λ·(n + 1)·ε)" in run("show", "wu2015.theorem20").out


def test_a_kind_of_form_is_all_of_its_forms(run: Run) -> None:
    """`show ID:printed` was no form where there are several readings, and the claim was not on the screen."""
    readings = run("show", "wu2015.theorem21:printed").out
    assert readings.count("\nPrinted: ") == 5 and "\nImproved" not in readings
    sharp = run("show", "wu2015.theorem21:sharp")
    assert (
        "(2/δ + q/ε)" in sharp.out.split("\n\n")[1] and run("show", "wu2015.theorem21:best").out == sharp.out
    )
    made = run("show", "wu2015.theorem21:sharp", "--format", "latex").out
    assert made.count("\\subsection*") == 1
    forms = json.loads(run("show", "wu2015.theorem21:sharp", "--json").out)["forms"]
    assert [one["name"] for one in forms] == ["wu2015.theorem21:sharp"]


def test_one_form_is_shown_alone(run: Run) -> None:
    whole, sharp = run("show", "wu2015.theorem14", "--all").out, run("show", "wu2015.theorem14:sharp").out
    assert "2ρ/(λn)" in sharp and "4ρ/(λn) (replace-one" in whole and "4ρ/(λn) (replace-one" not in sharp
    wrong = run("show", "wu2015.theorem14:sharpest")
    assert wrong.status == 64 and "needed: one of printed, sharp" in wrong.err


def test_what_holds_of_a_part_is_called_a_part(run: Run) -> None:
    """The first screen said `corrected: proved` of a step of Proposition 17."""
    screen = run("show", "wang2019.proposition17").out.split("\n\n")[1]
    assert "corrected, part: the composition: proved (part)" in " ".join(screen.split())


def test_work_within_work_speaks_in_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both once wrote their lines, in turn."""
    told = io.StringIO()
    monkeypatch.setattr(sys, "stderr", told)
    monkeypatch.setattr(output, "FIRST", 0.01)
    monkeypatch.setattr(output, "EVERY", 0.01)

    def until(line: str) -> None:
        for _ in range(100_000):
            if line in told.getvalue():
                break
            os.sched_yield()
            time.sleep(0.001)
        assert line in told.getvalue()

    with output.progress("optimizing"):
        until("optimizing, ")
        with output.progress("verifying"):
            until("verifying, ")
            within = len(told.getvalue())
            time.sleep(0.05)
            until("verifying, ")
            assert "optimizing" not in told.getvalue()[within:]
        at = len(told.getvalue())
        for _ in range(100_000):
            if "optimizing, " in told.getvalue()[at:]:
                break
            time.sleep(0.001)
        assert "optimizing, " in told.getvalue()[at:]


def test_a_page_is_folded_for_the_terminal_and_not_folded_twice(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """A page of 128 columns was cut at 80, and reasons stood at the left."""
    monkeypatch.setenv("COLUMNS", "80")
    narrow = run("show", "wu2015.lemma12").out
    monkeypatch.setenv("COLUMNS", "128")
    wide = run("show", "wu2015.lemma12").out
    table = [line for line in narrow.splitlines() if "✓" in line]
    assert len(table) > 5 and all(len(line) <= 80 and line.startswith(" ") for line in table)
    assert narrow.split() != narrow.splitlines() and sorted("".join(narrow.split())) == sorted("".join(wide.split()))
