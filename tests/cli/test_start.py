"""What is loaded when, and what happens at a pipe's end."""

import contextlib
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

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


def test_an_answer_went_into_the_status_line_of_a_terminal(tmp_path: Path) -> None:
    """Where standard error was a terminal and standard output a file, `optimize` left the file empty."""
    pty = pytest.importorskip("pty")
    seen, terminal = pty.openpty()

    def drain() -> None:
        with contextlib.suppress(OSError):
            while os.read(seen, 4096):
                pass

    threading.Thread(target=drain, daemon=True).start()
    command = [sys.executable, "-m", "dptheory", "optimize", "wu2015.theorem21", "--over", "lam"]
    with (tmp_path / "answer.txt").open("wb") as file:
        ran = subprocess.run(command, stdout=file, stderr=terminal, env={**os.environ, "TERM": "xterm"})
    os.close(terminal)
    text = (tmp_path / "answer.txt").read_text(encoding="utf-8")
    assert ran.returncode == 0 and "best      λ* = (ρ/R)" in text and "\x1b" not in text


def test_what_takes_more_than_two_seconds_says_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """`exposure`, `account`, `calibrate` and `check` were silent, however long they took."""
    from dptheory.cli import main
    from dptheory.commands import account, calibrate, check, exposure, plan

    (tmp_path / "data.csv").write_text("x,y\n1,1\n0,0\n0.5,1\n0.25,0\n", encoding="utf-8")
    (tmp_path / "claim.json").write_text("{}", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    said: list[str] = []

    @contextlib.contextmanager
    def told(text: str):
        said.append(text)
        yield output.Progress(text, said.append, lambda: said.append("end"))

    from dptheory.commands import output

    for module in (account, calibrate, check, exposure, plan):
        monkeypatch.setattr(module, "progress", told)
    main(["account", "--gaussian", "1", "--delta", "1e-6"])
    main(["calibrate", "laplace", "--epsilon", "1"])
    main(["check", "claim.json"])
    main(["exposure", "data.csv", "--target", "y", "--lam", "1", "--delta", "1e-6"])
    main(["plan", "data.csv", "--target", "y", "--eps", "1"])
    first = [line for line in said if "," not in line and line != "end"]
    assert first == ["accounting", "calibrating", "checking", "exposing", "planning"]
    assert any(line.startswith("exposing: 4 records of the data, ") for line in said)
    assert said.index("end") < said.index("calibrating")
