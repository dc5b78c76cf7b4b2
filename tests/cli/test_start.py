"""What is loaded when, and what happens at a pipe's end."""

import os
import subprocess
import sys

HEAVY = ("sympy", "numpy", "scipy", "clarabel", "flint", "rich", "networkx", "sklearn")


def loaded_by(code: str) -> set[str]:
    """The heavy modules that a piece of code loads in a fresh interpreter."""
    script = f"{code}\nimport sys\nprint(*[m for m in {HEAVY!r} if m in sys.modules])"
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    return set(ran.stdout.splitlines()[-1].split())


def test_importing_loads_nothing_heavy() -> None:
    assert loaded_by("import dptheory") == set()
    assert loaded_by("from dptheory.cli import main; main(['--help'])") == set()


def test_the_kernel_and_proving_do_without_sympy_numpy_and_scipy() -> None:
    assert loaded_by("import dptheory.kernel.real.check, dptheory.kernel.models.instances") == {"flint"}
    assert loaded_by("import dptheory; dptheory.prove('x*x >= 0')") == {"flint"}


def run_apart(*argv: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "dptheory", *argv]
    return subprocess.run(command, capture_output=True, env={**os.environ, **environment})


def test_a_closed_pipe_is_no_traceback() -> None:
    shell = f"{sys.executable} -m dptheory axioms wu2015.lemma13 | true"
    ran = subprocess.run(shell, shell=True, capture_output=True, text=True)
    assert ran.stderr == ""


def test_no_colour_in_a_pipe() -> None:
    for environment in ({}, {"NO_COLOR": "1"}, {"TERM": "xterm-256color"}):
        ran = run_apart("prove", "x <= 1", **environment)
        assert ran.returncode == 1 and b"\x1b" not in ran.stdout + ran.stderr


def test_a_narrow_encoding_gets_ascii() -> None:
    ran = run_apart("prove", "x <= 1", PYTHONIOENCODING="ascii")
    assert ran.returncode == 1
    assert b"x <= 1" in ran.stdout
