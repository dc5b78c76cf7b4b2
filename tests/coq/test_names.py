"""Every rule and every trusted fact of the kernel names its lemmas in coq/, and says there what it says here."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

from dptheory.export.certificates import usable
from dptheory.kernel.real.check import RULES
from dptheory.kernel.real.facts import FACTS, Fact

COQ = Path(__file__).resolve().parents[2] / "coq"
NAMES = json.loads((COQ / "names.json").read_text())


def lemmas(name: str) -> set[str]:
    """What a file of coq/ states."""
    text = (COQ / f"{name}.v").read_text()
    return set(re.findall(r"^\s*(?:Lemma|Theorem|Axiom) (\w+)", text, flags=re.MULTILINE))


def test_every_rule_names_lemmas_that_are_there() -> None:
    assert NAMES["rules"].keys() == RULES.keys()
    for named in NAMES["rules"].values():
        assert named
        for name in named:
            file, lemma = name.split(".")
            assert lemma in lemmas(file), name


def test_every_trusted_fact_names_its_lemma() -> None:
    assert list(NAMES["facts"]) == [found.name for found in FACTS]
    for name in NAMES["facts"].values():
        file, lemma = name.split(".")
        assert lemma in lemmas(file), name


def test_nothing_is_admitted_and_there_is_no_axiom() -> None:
    for path in COQ.glob("*.v"):
        said = re.sub(r"\(\*.*?\*\)", "", path.read_text(), flags=re.DOTALL)
        assert not re.search(
            r"\b(Axioms?|Admitted|admit|give_up|Parameter|Conjecture|bypass_check)\b", said
        ), path


def stated(found: Fact) -> str:
    """That the lemma of a fact says what the fact says, for Coq to check."""
    return (
        f"Definition said_{found.name.replace('-', '_')} : {usable(found)} := {NAMES['facts'][found.name]}."
    )


def test_each_lemma_says_what_its_fact_says(compiled: Path) -> None:
    lines = [
        "From Dptheory Require Import Tactics.",
        *(stated(found) for found in FACTS if not found.partial),
    ]
    (compiled / "Said.v").write_text("\n".join(lines) + "\n")
    command = ["coqc", "-q", "-w", "none", "-R", ".", "Dptheory", "Said.v"]
    found = subprocess.run(command, cwd=compiled, capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stderr
