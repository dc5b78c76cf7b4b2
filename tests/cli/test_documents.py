"""What the documents show works."""

import doctest
import io
import re
import shlex
import shutil
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest

from dptheory.cli import main

from .conftest import EXAMPLE, Ran, Run

ROOT = Path(__file__).resolve().parents[2]
COMMAND = re.compile(r"^ +\$ dptheory (.*)$", re.MULTILINE)
SHOWN = [
    shlex.split(line, comments=True) for line in COMMAND.findall((ROOT / "README.md").read_text("utf-8"))
]

SHORTER = {("site", "pages", "wu2015", "--experiments", "quick"): ["site", "pages", "wu2015.theorem14", "--experiments", "quick"]}
"""What runs instead of a command that does for many statements what it does for one."""


def ran_apart(argv: list[str]) -> Ran:
    """What a command does; its streams hold text as those of a terminal do."""
    streams = [io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for _ in range(2)]
    with redirect_stdout(streams[0]), redirect_stderr(streams[1]):
        status = main(argv)
    for stream in streams:
        stream.seek(0)
    return Ran(status, *(stream.read() for stream in streams))


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[str, ...], Ran]:
    """What the commands of the README do, one after another in a folder of their own."""
    place, ran = tmp_path_factory.mktemp("readme"), {}
    (place / "my-notes.thm").write_text(EXAMPLE, encoding="utf-8")
    rows = "".join(f"{x},{60 * (x % 2)},{x % 2}\n" for x in range(1, 50))
    (place / "data.csv").write_text(f"a,b,label\n{rows}", encoding="utf-8")
    shutil.copytree(ROOT / "examples" / "papers", place / "examples" / "papers")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(place)
        for argv in SHOWN:
            ran[tuple(argv)] = ran_apart(SHORTER.get(tuple(argv), argv))
    return ran


def test_the_readme_shows_commands() -> None:
    assert len(SHOWN) >= 10 and all(list(argv) in SHOWN for argv in SHORTER)
    assert {"prove", "show", "verify", "check"} <= {argv[0] for argv in SHOWN}


def test_every_command_of_the_readme_runs(printed: dict[tuple[str, ...], Ran]) -> None:
    for argv, ran in printed.items():
        assert ran.status in (0, 1), (argv, ran.err)
        # the verdict on a theorem stands beside its text, which reads back as it is printed
        assert ran.out and ("--theorem" in argv or not ran.err), argv


def test_the_output_that_the_readme_shows_is_what_the_commands_print(
    printed: dict[tuple[str, ...], Ran],
) -> None:
    shown = re.findall(
        r"^    \$ dptheory (.+)\n((?:    (?!\$).+\n)+)", (ROOT / "README.md").read_text("utf-8"), re.MULTILINE
    )
    assert len(shown) >= 6
    for command, lines in shown:
        ran = printed[tuple(shlex.split(command, comments=True))]
        found = [" ".join(line.split()) for line in ran.out.splitlines()]
        for line in lines.splitlines():
            wanted = " ".join(line.split())
            assert any(one.startswith(wanted) for one in found), (command, wanted)


def test_the_python_examples_of_the_readme() -> None:
    failed, tried = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert tried >= 3 and failed == 0


def test_the_example_statement_of_the_manual_is_verified(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    text = (ROOT / "docs" / "STATEMENTS.md").read_text("utf-8")
    block = text[text.index("    statement example.sum") :].split("\n- ")[0]
    path = Path("manual.thm")
    path.write_text("\n".join(line[4:] for line in block.splitlines()), encoding="utf-8")
    ran = run("verify", str(path))
    assert ran.status == 0 and "twins refuted: 1 of 1" in ran.out
