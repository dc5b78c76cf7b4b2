"""The table of mutant kernels fits the kernel, and a sample of them is found by the corner campaign."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from .mutants import HERE, TABLE, changed, mutants

TABLED = mutants(TABLE.read_text(encoding="utf-8"))


def test_the_texts_of_the_table_stand_in_the_kernel() -> None:
    assert len(TABLED) > 200 and len({m.name for m in TABLED}) == len(TABLED)
    for m in TABLED:
        assert m.changes and changed(m), m.name


def test_a_text_that_is_not_in_the_kernel_is_told() -> None:
    strange = mutants("[poly.py combination]\nno condition\n- if is not there:\n+ if False:\n")[0]
    with pytest.raises(ValueError, match="no condition: 0 times in combination of poly.py"):
        changed(strange)


SAMPLE = (
    "slopes: none of what has none here",
    "mvt: the slope has its sign",
    "mvt: strictly at the base",
    "defined: a sum ends at the earliest",
    "terms: the term is owed",
    "coefficients: all of them",
)
"""Mutants that few nodes find."""


def test_a_sample_of_mutant_kernels_is_found() -> None:
    command = [sys.executable, "-m", "tests.sampled.mutants", "--count", "300", *SAMPLE]
    done = subprocess.run(command, cwd=HERE.parents[1], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    # the nodes at which they were found are sound with the kernel as it is
    assert "6 of 6 found" in done.stdout and "THE KERNEL ITSELF" not in done.stdout
    assert len(re.findall(r"^found after +\d+ nodes: ", done.stdout, re.MULTILINE)) == 6


def test_the_kernel_itself_is_no_mutant() -> None:
    command = [sys.executable, "-m", "tests.sampled.mutants", "--count", "200", "no change"]
    done = subprocess.run(command, cwd=HERE.parents[1], capture_output=True, text=True)
    assert done.returncode == 0 and "NOT FOUND, 0 other answers: no change" in done.stdout, done.stdout
