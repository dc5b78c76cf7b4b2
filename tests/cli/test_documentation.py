"""The pages of the documentation: what they show is what the commands print, and the site builds."""

import doctest
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from .conftest import Run

DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGE = (DOCS / "five-minutes.md").read_text(encoding="utf-8")


def test_the_first_page_shows_what_the_commands_print(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    shown = re.findall(r"^    \$ dptheory (.+)\n((?:    (?![$>]).+\n)*)", PAGE, re.MULTILINE)
    assert len(shown) >= 5
    for command, lines in shown:
        ran = run(*shlex.split(command))
        assert ran.status in (0, 1) and not ran.err, command
        found = [" ".join(line.split()) for line in ran.out.splitlines()]
        for line in lines.splitlines():
            assert any(one.startswith(" ".join(line.split())) for one in found), (command, line)


def test_the_python_of_the_first_page() -> None:
    failed, tried = doctest.testfile(str(DOCS / "five-minutes.md"), module_relative=False)
    assert tried >= 3 and failed == 0


def test_every_page_of_the_contents_and_every_picture_is_there() -> None:
    pages = re.findall(r"^([\w-]+)$", (DOCS / "index.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert len(pages) > 10 and all((DOCS / f"{page}.md").is_file() for page in pages)
    for page in (*DOCS.glob("*.md"), DOCS.parent / "README.md"):
        for picture in re.findall(r"!\[[^\]]+\]\(([^)]+)\)", page.read_text(encoding="utf-8")):
            assert "<svg" in (page.parent / picture).read_text(encoding="utf-8")[:1000], picture


@pytest.mark.slow
def test_the_documentation_builds_without_a_warning(tmp_path: Path) -> None:
    for needed in ("sphinx", "myst_parser", "pydata_sphinx_theme"):
        pytest.importorskip(needed)
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", str(DOCS), str(tmp_path / "site")]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-2000:]
    page = (tmp_path / "site" / "generated" / "commands.html").read_text(encoding="utf-8")
    assert 'id="report"' in page and "an errata letter" in page
