"""The lines that are trusted in fact: the page on semantics names them, and says how many there are."""

from __future__ import annotations

import re
from pathlib import Path

from dptheory.kernel.real import FACTS

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "SEMANTICS.md").read_text(encoding="utf-8")
TRUSTED = PAGE[PAGE.index("## What is trusted") :]
MAKES = re.compile(r"(?<!\w)Theorem\(|kernel import (\([^)]*|[^\n]*)\bjudge\b")


def lines(*paths: Path) -> int:
    return sum(len(path.read_text(encoding="utf-8").splitlines()) for path in paths)


def test_the_page_counts_the_lines_of_the_kernel() -> None:
    said = re.search(r"`dptheory/kernel/`: ([\d,]+) lines", TRUSTED)
    assert said is not None
    assert int(said[1].replace(",", "")) == lines(*(ROOT / "dptheory" / "kernel").rglob("*.py"))


def test_the_page_counts_the_facts_about_functions() -> None:
    said = re.search(r"(\d+) facts are trusted", TRUSTED)
    assert said is not None
    assert int(said[1]) == len(FACTS)


def test_the_page_counts_the_lines_that_are_trusted_besides() -> None:
    """They were 1,535, and the page named none of them."""
    said = re.search(r"([\d,]+) lines of `dptheory/theory/`", TRUSTED)
    tree = re.search(r"(\d+) lines that make the tree", TRUSTED)
    assert said is not None and tree is not None
    point = TRUSTED[said.start() :].partition("\n4. ")[0]
    theory = ROOT / "dptheory" / "theory"
    named = re.findall(r"`(\w+\.py)`", point)
    assert len(named) == 6
    assert int(said[1].replace(",", "")) == lines(*(theory / name for name in named)) <= 700
    says = re.search(r"(\d+) lines that say in the kernel's words", TRUSTED)
    words = [theory / f"{name}.py" for name in ("wordings", "vector_sums")]
    assert says is not None and int(says[1]) == lines(*words) < 400
    assert all(f"`{path.stem}`" in point for path in words)
    makes = [theory / f"{name}.py" for name in ("outline", "grammar", "extension")]
    assert all(f"`{path.stem}`" in point for path in makes)
    assert int(tree[1]) == lines(*makes) < 500


def test_nothing_else_of_the_theory_makes_statements_or_reads_their_text() -> None:
    """Where a `Theorem` is made, or the verdicts of forms are given out, is among the lines that are named."""
    makers = {
        path.name
        for path in (ROOT / "dptheory").rglob("*.py")
        if "kernel" not in path.relative_to(ROOT).parts and MAKES.search(path.read_text(encoding="utf-8"))
    }
    assert makers == {"forms.py", "judgement.py"}
    assert all(f"`{name}`" in TRUSTED for name in makers)
