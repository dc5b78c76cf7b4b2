"""Pieces for a paper: what `--format latex` prints compiles with the packages that its first line names."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from .conftest import Run

COMMANDS = [
    ("show", "wang2016.theorem19"),
    ("show", "wu2015.theorem14"),
    ("show", "wang2019.theorem14"),
    ("optimize", "wu2015.theorem21", "--over", "lam"),
]


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_a_fragment_compiles(command: tuple[str, ...], run: Run, tmp_path: Path) -> None:
    ran = run(*command, "--format", "latex")
    assert ran.status == 0 and ran.out.isascii()
    named = re.match(r"% \\usepackage\{([a-z,]+)\}\n", ran.out)
    assert named is not None
    program = shutil.which("pdflatex")
    if program is None:
        pytest.skip("no pdflatex here")
    head = f"\\documentclass{{article}}\n\\usepackage{{{named[1]}}}\n"
    source = f"{head}\\begin{{document}}\n{ran.out}\n\\end{{document}}\n"
    (tmp_path / "paper.tex").write_text(source, encoding="ascii")
    typeset = [program, "-interaction=nonstopmode", "-halt-on-error", "paper.tex"]
    done = subprocess.run(typeset, cwd=tmp_path, capture_output=True, text=True, errors="replace")
    assert done.returncode == 0, done.stdout[-1500:]
