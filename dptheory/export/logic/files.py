"""Statements for Coq: a file of definitions and theorems, and the claims that their derivations calculate."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Container, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from ...files import write_whole
from ...kernel.logic import Expr, Library, Line, Theorem, used_definitions
from ...kernel.real import Claim
from ..batches import MARK, export
from ..certificates import comment
from ..script import Unsupported
from ..shallow import said, variable
from .derivation import Derivation, Used
from .printing import Printer, identifier

HEAD: Final = """(** Statements of dptheory with their derivations, line by line. What is claimed is
    what stands before each "Proof.", over the definitions above it; `here` is the space, the records and the
    size of data sets. *)
From Coq Require Import Reals ZArith.
From Dptheory Require Import Semantics Logic LogicLaws Calculations.
Open Scope R_scope.

Section Statements.
Variable here : model.
Notation vec := (point (vec here)).
Notation data := (data here).
Notation record := (record here).
Notation n := (size here). Notation d := (dimension here).

"""
CALCULATIONS: Final = """(** The calculations of derivations, from the claims that certificates prove. *)
From Dptheory Require Import {files}.
Ltac has_values T p :=
  let K := fresh "K" in let H := fresh "H" in pose proof (valid_to_val _ T p) as K; revert K;
  unfold point; shown; intro K;
  lazymatch type of K with ?A -> _ => assert (H : A) by finish; specialize (K H); clear H end; tidy.
"""
WIDTH: Final = 118
Forms = Mapping[str, tuple[Theorem, Callable[[bool], tuple[Line, ...]], Mapping[str, Expr]]]
"""Forms by name: theorem; lines with what was left out filled in where that is plain, or looked for in every
line; abbreviations."""


@dataclass
class Statements:
    """What was written of forms: their scripts, what they rest on, and why some could not be said."""

    scripts: dict[str, str] = field(default_factory=dict)
    used: dict[str, Used] = field(default_factory=dict)
    formulas: dict[str, list[Expr]] = field(default_factory=dict)
    left: dict[str, str] = field(default_factory=dict)

    def steps(self) -> dict[str, list[Claim]]:
        """The claims of the calculations that the scripts rest on, by their lemmas."""
        return {step: claims for name in self.scripts for step, claims in self.used[name].steps.items()}


def scripts(forms: Forms, library: Library, certified: Container[str]) -> Statements:
    """Scripts of forms, each after those that it cites."""
    made, theorems = Statements(), {name: theorem for name, (theorem, *_) in forms.items()}
    for name, (theorem, lines, where) in forms.items():
        for every in (False, True):
            used = Used()
            try:
                text = Derivation(theorem, lines(every), theorems, library.definitions, used, where).text()
                _check(used, made, certified)
            except Unsupported as why:
                made.left[name] = str(why)
                continue
            made.left.pop(name, None)
            made.scripts[name], made.used[name] = text, used
            hypotheses = [h for _, h in theorem.hypotheses]
            made.formulas[name] = [theorem.conclusion, *hypotheses, *(line.formula for line in lines(every))]
            break
    return made


def _check(used: Used, made: Statements, certified: Container[str]) -> None:
    for one in used.forms:
        if one not in made.scripts:
            raise Unsupported(f"it cites {one}")
    for claim in (claim for claims in used.steps.values() for claim in claims):
        if claim.hash not in certified:
            raise Unsupported(f"no certificate of {claim.text}")


def step(name: str, claims: list[Claim]) -> str:
    """The lemma of a calculation: what its last claim says, with the operations of Coq. The others say that
    its conditions have values."""
    variables = claims[-1].variables
    bound = f" ({' '.join(variable(v.name) for v in variables)} : R)" if variables else ""
    given = "".join(f"isint {variable(v.name)} -> " for v in variables if v.integer)
    given += "".join(f"{said(r)} -> " for r in claims[-1].conditions)
    lines = [f"Lemma {name}{bound} : {given}{said(claims[-1].relation)}.", "Proof. intros."]
    for claim in claims:
        point = "; ".join(variable(v.name) for v in claim.variables)
        tactic = "conclude" if claim is claims[-1] else "has_values"
        lines.append(f"{tactic} (proj2 claim_{claim.hash[:16]}) (point [{point}]).")
    return "\n".join([*lines, "Qed.", ""])


def export_statements(
    forms: Forms, library: Library, certificates: Mapping[str, object], out: Path, told: Callable[[str], None]
) -> Statements:
    """Write forms, each after those that it cites: the claims that they calculate, the theorems with their
    scripts."""
    made = scripts(forms, library, certificates)
    hashes = dict.fromkeys(claim.hash for claims in made.steps().values() for claim in claims)
    claims = export({key: certificates[key] for key in hashes}, out, told)
    head = CALCULATIONS.format(files=" ".join(["Tactics", *(Path(one).stem for one in claims.files)]))
    lemmas = (f"\n{MARK}{name} *)\n{step(name, found)}" for name, found in made.steps().items())
    write_whole(out / "Calculations.v", wrapped(head + "".join(lemmas)))
    write_whole(out / "Statements.v", wrapped("".join(_statements(made, library))))
    told("Statements.v")
    return made


def _statements(made: Statements, library: Library) -> Iterator[str]:
    yield HEAD
    printer, spoken = Printer(library.definitions), [f for name in made.scripts for f in made.formulas[name]]
    for name in used_definitions(spoken, library.definitions):
        yield printer.definition(library.definitions[name]) + "\n"
    for name, text in made.scripts.items():
        yield f"\n{MARK}{identifier(name)} *)\n(* {comment(name)} *)\n{text}"
    yield "\nEnd Statements.\n"


def wrapped(text: str) -> str:
    """The text with its long lines broken."""
    return "\n".join(line if len(line) <= WIDTH else _broken(line) for line in text.split("\n"))


def _broken(line: str) -> str:
    indent = " " * (len(line) - len(line.lstrip()) + 4)
    return textwrap.fill(
        line, WIDTH, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    )
