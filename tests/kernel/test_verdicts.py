"""Verdicts: who can make them, and what they are about."""

from __future__ import annotations

import ast
import copy
import pickle
from dataclasses import replace
from pathlib import Path

import pytest
from flint import fmpq

import dptheory
from dptheory.kernel.limits import KernelError
from dptheory.kernel.real.certificates import seal
from dptheory.kernel.real.check import check
from dptheory.kernel.real.claims import parse_claim
from dptheory.kernel.real.points import check_witness
from dptheory.kernel.real.terms import Term, num
from dptheory.kernel.verdicts import SEALED, UNKNOWN, Verdict, is_sealed
from dptheory.prover import prove


def test_replace_makes_no_sealed_verdict() -> None:
    """`dataclasses.replace` carried the seal of one verdict over to another."""
    found = prove(parse_claim("x**2 >= 0"), effort=5_000_000).verdict
    assert found.status == "proved" and is_sealed(found)
    for change in ({"reason": "so it is"}, {"about": "0" * 64}, {"status": "refuted"}, {"status": UNKNOWN}):
        with pytest.raises(PermissionError):
            replace(found, **change)  # type: ignore[arg-type]


@pytest.mark.parametrize("status", sorted(SEALED))
def test_nobody_constructs_what_only_the_kernel_says(status: str) -> None:
    with pytest.raises(PermissionError):
        Verdict(status)
    with pytest.raises(PermissionError):
        Verdict(UNKNOWN, "", "0" * 64)


def test_verdicts_are_about_their_claim() -> None:
    first, second = parse_claim("x**2 >= 0"), parse_claim("y**2 >= 0")
    assert prove(first, effort=5_000_000).verdict.about == first.hash
    assert prove(second, effort=5_000_000).verdict.about == second.hash != first.hash
    false = parse_claim("x**2 > 0")
    zero = next(iter(prove(false, effort=5_000_000).witness.values()))  # type: ignore[union-attr]
    assert check_witness(false, {"x": zero}).about == false.hash


def test_a_changed_verdict_is_not_sealed() -> None:
    found = prove(parse_claim("x**2 >= 0"), effort=5_000_000).verdict
    assert is_sealed(copy.copy(found)) and is_sealed(pickle.loads(pickle.dumps(found)))
    forged = copy.copy(found)
    object.__setattr__(forged, "about", "1" * 64)
    assert not is_sealed(forged) and not is_sealed("proved")


def test_there_is_one_kind_of_verdict() -> None:
    """A class of one's own, without the constructor's questions, was true as *proved* is."""
    with pytest.raises(PermissionError):
        type("Mine", (Verdict,), {"__post_init__": lambda self: None})
    forged = copy.copy(prove(parse_claim("x**2 > 0"), effort=5_000_000).verdict)
    assert forged.status == "refuted"
    object.__setattr__(forged, "status", "proved")
    assert not forged


def test_only_the_kernel_seals() -> None:
    """No module outside the kernel takes what makes sealed verdicts, or all of the module."""
    package, users = Path(dptheory.__file__).parent, set()
    for path in package.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = {alias.name for alias in node.names} if isinstance(node, ast.ImportFrom) else set()
            whole = isinstance(node, ast.ImportFrom) and (node.module or "").endswith("kernel")
            if names & {"sealed"} or (whole and "verdicts" in names):
                users.add(path.relative_to(package).parts[0])
    assert users == {"kernel"}


def test_a_claim_is_what_its_terms_say_not_what_was_kept_with_it() -> None:
    """A hash put beside a true claim was proved, of a false one."""
    true, false = parse_claim("x**2 >= 0"), parse_claim("x**2 >= 1")
    made = prove(true, timeout=5).certificate
    assert made is not None
    forged = copy.copy(true)
    vars(forged)["hash"] = false.hash
    parts = {**made, "hash": false.hash}
    with pytest.raises(KernelError, match="calls itself"):
        check(pickle.loads(pickle.dumps(forged)), {**parts, "seal": seal(parts)})
    with pytest.raises(KernelError, match="calls itself"):
        check_witness(forged, {"x": fmpq(0)})


def test_numbers_and_names_of_terms_are_of_no_other_class() -> None:
    """A number that was written 7 and was 5 made 7 <= 6 true."""

    class Five(fmpq):
        def __str__(self) -> str:
            return "7"

    class Name(str):
        pass

    with pytest.raises(KernelError):
        Term("num", (), Five(5))
    with pytest.raises(KernelError):
        Term(Name("add"), (num(1), num(2)))
