"""Statements with their derivations: each lemma says what its rule says, proofs of true ones compile, false twins do not."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from flint import fmpq

from dptheory.commands.store import recorded
from dptheory.export.logic.files import HEAD, export_statements
from dptheory.export.logic.printing import Printer, identifier
from dptheory.export.logic.rules import LEMMAS, lemma
from dptheory.export.logic.worlds import HEAD as HEAD_OF_WORLDS
from dptheory.export.logic.worlds import theorem
from dptheory.finite.solve import worst_case
from dptheory.finite.stability import stability
from dptheory.kernel.logic import POLYMORPHIC, numbered_rules, schema
from dptheory.theory.derivations import derived
from dptheory.theory.library import load_library

from ..sharing import PROOFS
from .conftest import COQ

SPINE = ("wu2015.theorem14:printed", "wu2015.theorem14:sharp")
RULES = {rule.name: rule for rule in numbered_rules()}


def coqc(folder: Path, name: str) -> str:
    """What coqc says of a file that it refuses."""
    command = ["coqc", "-q", "-w", "none", "-R", ".", "Dptheory", f"{name}.v"]
    found = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    return (found.stderr or "refused") if found.returncode else ""


@pytest.fixture(scope="module")
def spine(compiled: Path) -> Path:
    """A folder with the statements of the spine, up to Theorem 14, and all that they need compiled."""
    certificates = recorded(PROOFS).certificates
    forms, library = derived(load_library(), SPINE, certificates)
    made = export_statements(forms, library, certificates, compiled, lambda text: None)
    assert not made.left and len(made.scripts) == 4
    for name in ("Lemmas", "Claims001", "Calculations"):
        assert coqc(compiled, name) == ""
    return compiled


def test_the_table_names_a_lemma_for_each_rule_that_derivations_may_use() -> None:
    assert LEMMAS.keys() <= RULES.keys()
    for rule, file in LEMMAS.items():
        assert re.search(rf"^Lemma {lemma(rule)}\b", (COQ / f"{file}.v").read_text(), re.MULTILINE), rule


def test_each_lemma_says_what_its_rule_says(compiled: Path) -> None:
    printer, lines = Printer({}), [HEAD.replace(" Calculations", "")]
    for rule in (RULES[name] for name in LEMMAS):
        for k, sort in enumerate(POLYMORPHIC if "?" in rule.variables else ("real",)):
            made = schema(rule, sort)
            given = [printer.formula(h, 98) for _, h in made.hypotheses]
            bound = f"forall{printer.binders(made.variables)}, " if made.variables else ""
            said = bound + " -> ".join([*given, printer.formula(made.conclusion, 99)])
            lines.append(f"Definition said_{lemma(rule.name)}_{k} : {said} := {lemma(rule.name)}.")
    (compiled / "SaidLogic.v").write_text("\n".join([*lines, "End Statements.", ""]))
    assert coqc(compiled, "SaidLogic") == ""


def test_the_spine_compiles_and_its_false_twins_do_not(spine: Path) -> None:
    text = (spine / "Statements.v").read_text()
    assert coqc(spine, "Statements") == ""
    for true, false in (
        ("norm_stable A (2 * rho / (lam * IZR n))", "norm_stable A (3 / 2 * rho / (lam * IZR n))"),
        ("(domain : convex_set H)", "(domain : True)"),
        ("lam / 2 * a * (1 - a) * norm", "lam / 4 * a * (1 - a) * norm"),
    ):
        assert true in text
        (spine / "Twin.v").write_text(text.replace(true, false))
        assert coqc(spine, "Twin") != "", false


def test_the_theorem_is_printed_from_the_kernels_own() -> None:
    library = load_library()
    known = library.form("wu2015.lemma13:printed")
    assert known is not None
    found = known[1].theorem
    labels = {label: identifier(label) for label, _ in found.hypotheses}
    said = Printer(library.definitions).theorem(found, labels)
    assert said == (
        "Theorem wu2015_lemma13_printed (A : data -> vec) (H : vec -> Prop) (S : data) (i : Z) (lam : R)"
        " (theta : data -> vec -> R) (z : record)\n"
        "  (rule : forall T : data, minimises (A T) (theta T) H)\n"
        "  (strong : forall T : data, strongly_convex (theta T) lam H)\n"
        "  (domain : convex_set H) :\n"
        "  lam / 2 * norm (A (replace S i z) [-] A S) ^ 2 <= theta S (A (replace S i z)) - theta S (A S)."
    )


def test_a_bound_of_all_mechanisms_of_a_world_compiles_and_a_smaller_one_does_not(compiled: Path) -> None:
    for name, question in (("replaced", stability(2)[0]), ("slack", stability(1, delta=fmpq(1, 10))[0])):
        worst = worst_case(question)
        assert worst.value is not None
        for value, right in ((worst.value, True), (worst.value * fmpq(99, 100), False)):
            (compiled / "World.v").write_text(
                HEAD_OF_WORLDS + theorem(name, question, value, worst.certificate)
            )
            assert (coqc(compiled, "World") == "") is right
