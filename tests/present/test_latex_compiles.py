"""Every formula of the library is LaTeX in plain ASCII that compiles with the packages that are named."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from dptheory.present.from_logic import Words
from dptheory.present.page import Writing
from dptheory.present.styles import LATEX
from dptheory.present.tex_words import packages
from dptheory.theory.library import TheoryLibrary


@pytest.fixture(scope="module")
def formulas(library: TheoryLibrary) -> dict[str, list[str]]:
    """The hypotheses and claims of all forms, by statement."""
    writing, found = Writing(LATEX, Words.of(library)), dict[str, list[str]]()
    for name in library.statements:
        for form in library.get(name).forms:
            theorem = form.theorem
            parts = [*(formula for _, formula in theorem.hypotheses), theorem.conclusion]
            found.setdefault(name, []).extend(writing.formula(part, form.where) for part in parts)
    return found


def test_no_formula_has_an_exponent_without_a_base_or_letters_beyond_ascii(
    formulas: dict[str, list[str]],
) -> None:
    assert sum(map(len, formulas.values())) > 1000
    for name, texts in formulas.items():
        for text in texts:
            assert text.isascii(), (name, text)
            assert not re.search(r"(?<!\\)\^\}|\\textasciicircum", text), (name, text)
            assert text.count("{") == text.count("}") and text.count("$") % 2 == 0, (name, text)


def test_the_assumption_of_theorem_19_is_mathematics(formulas: dict[str, list[str]]) -> None:
    (assumption, *_) = (text for text in formulas["wang2016.theorem19"] if "A2: E" in text)
    assert r"(1/t)}{}^{\rho}" in assumption and r"$\le$" in assumption


def test_every_formula_compiles(formulas: dict[str, list[str]], tmp_path: Path) -> None:
    program = shutil.which("pdflatex")
    if program is None:
        pytest.skip("no pdflatex here")
    body = "\n\n".join(f"${text}$" for texts in formulas.values() for text in texts)
    head = rf"\documentclass{{article}}\n{packages(body).removeprefix('% ')}\n\begin{{document}}".replace(
        r"\n", "\n"
    )
    (tmp_path / "all.tex").write_text(f"{head}\n{body}\n\\end{{document}}\n", encoding="ascii")
    command = [program, "-interaction=nonstopmode", "-halt-on-error", "-draftmode", "all.tex"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, errors="replace")
    assert done.returncode == 0, done.stdout[-1500:]
