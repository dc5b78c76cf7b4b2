"""report: a letter that authors and reviewers can follow by hand, in four formats."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from dptheory.theory.findings import Severity

from .conftest import Run

SOURCES = ("wu2015", "chaudhuri2020", "wang2016", "wang2019")


def balanced(source: str) -> None:
    """What TeX would stop at: letters beyond ASCII, braces or dollars without a partner, a broken environment."""
    assert source.isascii()
    plain = re.sub(r"\\[\\{}$%&#_]", "", source)
    depth = 0
    for letter in plain:
        depth += {"{": 1, "}": -1}.get(letter, 0)
        assert depth >= 0
    assert depth == 0
    for paragraph in plain.split("\n\n"):
        assert paragraph.count("$") % 2 == 0, paragraph
    begun, ended = (re.findall(rf"\\{word}\{{(\w+\*?)\}}", source) for word in ("begin", "end"))
    assert sorted(begun) == sorted(ended)


@pytest.mark.usefixtures("small")
def test_a_refuted_statement_is_told_in_sentences_with_both_sides_as_numbers(run: Run) -> None:
    ran = run("report", "example")
    assert ran.status == 0
    assert "2 statements of the text were checked, 1 + 1: 1 hold as printed" in ran.out
    assert "## Example, Lemma 2" in ran.out and "### Refuted" in ran.out
    assert "There is $n = 1$ record." in ran.out and re.search(r"Let [^.]*\$x = 1\$", ran.out)
    assert "would need $2 \\le 1$. But $2 > 1$." in ran.out
    assert (
        "- **holds** $" in ran.out
        and "the form called corrected of `dptheory show example.double`" in ran.out
    )
    assert (
        "## Found sound as printed\n" in ran.out and "**Example, Lemma 1**: the sum of two small" in ran.out
    )


@pytest.mark.usefixtures("small")
def test_the_first_page_has_a_line_for_what_fails_and_what_holds(run: Run) -> None:
    page, _, rest = run("report", "example").out.partition("## Example, Lemma 2")
    assert "| false as printed | 1 |" in page and "## What holds as printed\n\nExample, Lemma 1." in page
    assert "- **Example, Lemma 2** (false as printed): " in page
    assert "### Refuted: false as printed" in rest


def test_the_letter_about_a_file_of_ones_own(run: Run, tmp_path: Path) -> None:
    own = Path("examples/tutorial/means.thm").read_text(encoding="utf-8")
    (tmp_path / "means.thm").write_text(own, encoding="utf-8")
    ran = run("report", str(tmp_path / "means.thm"))
    assert ran.status == 0 and "# Remarks on means.thm" in ran.out
    assert "1 statements of the text were checked, 1: 1 hold as printed" in ran.out


def test_a_cause_is_told_once_and_a_world_in_few_lines(run: Run) -> None:
    made = run("report", "wang2019").out
    cause = "√(log(2/δ)) stands where √(2 log(2/δ)) is needed"
    assert "**cause** as at \n" not in made  # once where no cause is told
    assert made.count(f"**cause** {cause}") <= 4 and "**cause** as at Wang 2019, Theorem 14" in made
    worlds = re.findall(r"(?:^\d+\. .*\n)+", made, re.M)
    assert max(world.count("\n") for world in worlds) <= 15


@pytest.mark.usefixtures("small")
def test_the_letter_as_a_page_fetches_nothing(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "letter.html"
    ran = run("report", "example", "--format", "html", "--out", str(out))
    assert ran.status == 0 and "letter.html" in ran.out
    page = out.read_text(encoding="utf-8")
    assert page.startswith("<!DOCTYPE html>") and "<math>" in page
    assert not re.search(r"(?:src|href)=|@import|<script", page)


@pytest.mark.usefixtures("small")
def test_the_letter_as_json_and_as_latex(run: Run) -> None:
    made = json.loads(run("report", "example", "--format", "json").out)
    assert made["checked"] == 2 and [one["id"] for one in made["sound"]] == ["example.sum"]
    (statement,) = made["statements"]
    (finding,) = statement["findings"]
    assert finding["kind"] == "refuted" and finding["holds"]["form"] == "example.double:corrected"
    balanced(run("report", "example", "--format", "tex").out)


@pytest.mark.usefixtures("small")
def test_what_is_no_source_is_refused(run: Run) -> None:
    ran = run("report", "example.double")
    assert ran.status == 64 and "a source" in ran.err
    assert run("report", "nothing").status == 64


@pytest.mark.parametrize("source", SOURCES)
def test_the_letter_of_every_source_is_ascii_and_compiles(source: str, run: Run, tmp_path: Path) -> None:
    path = tmp_path / f"{source}.tex"
    assert run("report", source, "--format", "tex", "--out", str(path)).status == 0
    text = path.read_text(encoding="utf-8")
    balanced(text)
    assert re.findall(r"\\usepackage(?:\[.*?\])?\{(.*?)\}", text) == ["amsmath"]
    assert "unknown sign" not in text and len(re.findall(r"\\subsection\*", text)) > 5
    program = shutil.which("pdflatex")
    if program is None:
        pytest.skip("no pdflatex here; the source was looked through")
    command = [program, "-interaction=nonstopmode", "-halt-on-error", path.name]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, errors="replace")
    assert done.returncode == 0, done.stdout[-2000:]
    assert path.with_suffix(".pdf").stat().st_size > 10_000
    beyond = re.findall(r"^Overfull \\hbox \(([\d.]+)pt", path.with_suffix(".log").read_text("latin-1"), re.M)
    assert all(float(width) < 25 for width in beyond), beyond  # points beyond the margin


def test_the_gravest_findings_stand_first(run: Run) -> None:
    made = json.loads(run("report", "wang2016", "--format", "json").out)
    order = [level.value for level in Severity]
    worst = [min(order.index(f["severity"]) for f in one["findings"]) for one in made["statements"]]
    assert worst == sorted(worst) and worst[0] == 0
    assert len({one["id"] for one in made["statements"]}) == len(made["statements"])


@pytest.mark.parametrize("source", ["wu2015", "chaudhuri2020", "wang2016", "wang2019"])
def test_the_numbers_of_the_first_line_add_up(run: Run, source: str) -> None:
    """21 that hold and 25 with remarks were said of 43: some are both, and some neither."""
    first = run("report", source, "--format", "md").out.splitlines()[2]
    checked, parts = re.match(r"(\d+) statements of the text were checked, ([\d + ]+):", first).groups()  # type: ignore[union-attr]
    terms = list(map(int, parts.split(" + ")))
    assert sum(terms) == int(checked)
    holds, both, others = (int(re.search(words, first)[1]) for words in (  # type: ignore[index]
        r"(\d+) hold as printed", r"\((\d+) of them have a remark", r"(\d+) others have remarks"))  # fmt: skip
    held = int(re.search(r"of (\d+) a part was encoded", first)[1])  # type: ignore[index]
    assert terms[:3] == [holds, held, others] and f"on {both + others} statements" in first


def test_a_letter_makes_no_folder(run: Run, tmp_path: Path) -> None:
    ran = run("report", "chaudhuri2020", "--format", "md", "--out", str(tmp_path / "new" / "letter.md"))
    assert ran.status == 64 and "whose folder is not there" in ran.err and not list(tmp_path.iterdir())
