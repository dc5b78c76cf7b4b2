"""False twins: exported theorems with something wrong in them, none of which Coq may accept."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from itertools import product

from flint import fmpq

from dptheory.export.certificates import theorem
from dptheory.export.refutations import refutation
from dptheory.export.script import Unsupported
from dptheory.export.shallow import said
from dptheory.export.statement import statement
from dptheory.kernel.limits import KernelError
from dptheory.kernel.real.claims import Claim, parse_claim
from dptheory.kernel.real.points import check_witness
from dptheory.kernel.syntax import SyntaxProblem

PLACES = [fmpq(p, q) for p in (1, 2, 0, -1, 3, 10, 100) for q in (1, 2)]
"""Where a wrong claim is tried, one place for all variables or two."""


def twins(certificates: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    """The names and the texts of wrong theorems: a claim with another constant, which the kernel refutes; a
    script without one of its combinations; one with another multiplier; that a proved claim is refuted."""
    for key, one in certificates.items():
        assert isinstance(one, dict)
        if "witness" in one:
            continue
        claim, name = parse_claim(one["claim"], one["where"]), f"twin_{key[:12]}"
        try:
            text = theorem(name, claim, one)
        except Unsupported:
            continue
        if "at" not in one["domain_point"]:
            with suppress(Unsupported):  # the values there are asked for, which no proof of the claim needs
                yield f"{name}_refuted", refutation(f"{name}_refuted", claim, one["domain_point"])
        wrong = false_claim(claim)
        if wrong is not None:
            other = text.replace(statement(claim), statement(wrong)).replace(
                said(claim.relation), said(wrong.relation)
            )
            yield f"{name}_constant", other.replace(name, f"{name}_constant", 1)
        combination = re.search(r"^apply \(poly_.*$", text, flags=re.MULTILINE)
        if combination is None:
            continue
        end = text.index("\nsame.\n", combination.end()) + len("\nsame.")  # `same` alone may show an identity
        dropped = text[: combination.start()] + text[end:]
        yield f"{name}_dropped", dropped.replace(name, f"{name}_dropped", 1)
        line = combination[0].replace("((1) *", "((2) *").replace("0 < (1))", "0 < (2))")
        if line != combination[0] and line.count("((2) *") == 1:
            changed = text.replace(combination[0], line, 1)
            yield f"{name}_multiplier", changed.replace(name, f"{name}_multiplier", 1)


def right(certificates: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    """A few of the theorems as they were exported."""
    for key, one in list(certificates.items())[:6]:
        assert isinstance(one, dict)
        if "witness" in one:
            continue
        try:
            yield (
                f"right_{key[:12]}",
                theorem(f"right_{key[:12]}", parse_claim(one["claim"], one["where"]), one),
            )
        except Unsupported:
            continue


def false_claim(claim: Claim) -> Claim | None:
    """The claim with one number of it made another, so that it fails at a place; None if none is found."""
    for number in re.finditer(r"\d+", claim.relation.text):
        changed = str(int(number[0]) + 1)
        text = claim.relation.text[: number.start()] + changed + claim.relation.text[number.end() :]
        try:
            wrong = parse_claim(text, claim.where)
        except (SyntaxProblem, KernelError):
            continue
        names = [v.name for v in wrong.variables]
        if names != [v.name for v in claim.variables]:
            continue
        for a, b in product(PLACES, repeat=2):
            try:
                check_witness(wrong, {n: a if i % 2 else b for i, n in enumerate(names)})
            except KernelError:
                continue
            return wrong
    return None
