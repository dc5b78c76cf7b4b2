"""Statements for Coq: a file of definitions and theorems, and the claims that their derivations calculate."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from ...files import write_whole
from ...kernel.logic import Expr, Library, Line, Theorem, used_definitions
from ...kernel.real import Claim
from ..batches import MARK
from ..script import Unsupported
from ..shallow import said, variable
from .derivation import Derivation, Used
from .printing import Printer, identifier

HEAD: Final = """From Coq Require Import Reals ZArith.
From Dptheory Require Import Semantics Logic Calculations.
Open Scope R_scope.

Section Statements.
Variable here : model.
Notation vec := (point (vec here)). Notation data := (data here). Notation record := (record here).
Notation n := (size here). Notation d := (dimension here).
"""


WIDTH: Final = 118


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


def scripts(
    forms: Mapping[str, tuple[Theorem, tuple[Line, ...], Mapping[str, Expr]]], library: Library
) -> Statements:
    """Scripts of forms, each after those that it cites."""
    made, theorems = Statements(), {name: theorem for name, (theorem, *_) in forms.items()}
    for name, (theorem, lines, where) in forms.items():
        used = Used()
        try:
            text = Derivation(theorem, lines, theorems, library.definitions, used, where).text()
            lacking = [one for one in used.forms if one not in made.scripts]
            if lacking:
                raise Unsupported(f"it cites {lacking[0]}")
        except Unsupported as why:
            made.left[name] = str(why)
            continue
        made.scripts[name], made.used[name] = text, used
        hypotheses = [h for _, h in theorem.hypotheses]
        made.formulas[name] = [theorem.conclusion, *hypotheses, *(line.formula for line in lines)]
    return made


def step(name: str, claims: list[Claim]) -> str:
    """The lemma of a calculation: what its last claim says, with the operations of Coq; the others say that
    what it divides by, and the like, is as it has to be."""
    variables = claims[-1].variables
    bound = f" ({' '.join(variable(v.name) for v in variables)} : R)" if variables else ""
    given = "".join(f"isint {variable(v.name)} -> " for v in variables if v.integer)
    given += "".join(f"{said(r)} -> " for r in claims[-1].conditions)
    lines = [f"Lemma {name}{bound} : {given}{said(claims[-1].relation)}.", "Proof. intros."]
    for claim in claims:
        point = "; ".join(variable(v.name) for v in claim.variables)
        use = f"conclude (proj2 claim_{claim.hash[:16]}) (point [{point}])"
        lines.append(f"{use}." if claim is claims[-1] else f"assert ({said(claim.relation)}) by ({use}).")
    return "\n".join([*lines, "Qed.", ""])


def write(made: Statements, library: Library, claims: list[str], out: Path) -> None:
    """Write what calculations are, and the definitions and the statements."""
    head = f"From Dptheory Require Import Tactics {' '.join(claims)}.\n"
    lemmas = (f"\n{MARK}{name} *)\n{step(name, found)}" for name, found in made.steps().items())
    write_whole(out / "Calculations.v", wrapped(head + "".join(lemmas)))
    spoken = [f for name in made.scripts for f in made.formulas[name]]
    printer = Printer(library.definitions)
    parts = [HEAD]
    for name in used_definitions(spoken, library.definitions):
        parts.append(printer.definition(library.definitions[name]) + "\n")
    parts += [f"\n{MARK}{identifier(name)} *)\n{text}" for name, text in made.scripts.items()]
    write_whole(out / "Statements.v", wrapped("".join([*parts, "\nEnd Statements.\n"])))


def wrapped(text: str) -> str:
    """The text with its long lines broken."""
    return "\n".join(line if len(line) <= WIDTH else _broken(line) for line in text.split("\n"))


def _broken(line: str) -> str:
    indent = " " * (len(line) - len(line.lstrip()) + 4)
    return textwrap.fill(
        line, WIDTH, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False,
        drop_whitespace=True,
    )  # fmt: skip
