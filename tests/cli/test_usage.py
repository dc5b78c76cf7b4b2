"""Bad input: one line, status 64, never a traceback."""

import pytest

from dptheory.commands import running

from .conftest import Run

CLAIM = "x <= 1"
BAD = [
    ["frob"],
    ["verfy"],
    ["prove"],
    ["prove", CLAIM, "--frob"],
    ["prove", ""],
    ["prove", "x <"],
    ["prove", "x"],
    ["prove", "x <= y <= z <"],
    ["tighten", "x <= c <= z", "--find", "c"],
    ["prove", "2x <= 1"],
    ["prove", "E > e"],
    ["prove", "not x"],
    ["prove", "1 <= 2)"],
    ["prove", "frob(x) <= 1"],
    ["prove", "sin(x, y) <= 1"],
    ["prove", "__import__('os').system('true') <= 1"],
    ["prove", "(lambda: 1)() <= 1"],
    ["prove", "x.__class__ <= 1"],
    ["prove", "(" * 1_000_000 + "x" + ")" * 1_000_000 + " <= 1"],
    ["prove", "(" * 20_000 + "x" + ")" * 20_000 + " <= 1"],
    ["prove", "-" * 5000 + "x <= 1"],
    ["prove", "1" * 5000 + " <= x"],
    ["prove", "1e99999999 <= x"],
    ["prove", "x <= nan"],
    ["prove", "x <= inf"],
    ["prove", "x <= oo"],
    ["prove", "x \x00 <= 1"],
    ["prove", "x ⩽ 1"],
    ["prove", CLAIM, "--where", "x integer integer"],
    ["prove", CLAIM, "--where", "x <"],
    ["prove", CLAIM, "--where", ",,"],
    ["prove", CLAIM, "--effort", "0"],
    ["prove", CLAIM, "--effort", "1/2"],
    ["prove", CLAIM, "--effort", "10**16"],
    ["prove", CLAIM, "--effort", "soon"],
    ["prove", CLAIM, "--timeout", "nan"],
    ["prove", CLAIM, "--timeout", "inf"],
    ["prove", CLAIM, "--timeout", "1e999"],
    ["prove", CLAIM, "--timeout", "0"],
    ["prove", CLAIM, "--timeout", "-1"],
    ["prove", CLAIM, "--timeout", "soon"],
    ["prove", CLAIM, "--timeout", "9**9**9**9"],
    ["refute", "x <"],
    ["growth", "nan*n", "n", "--as", "n -> oo"],
    ["growth", "n", "n", "--as", "n -> oo", "--where", "inf > n"],
    ["growth", "n", "n", "--as", "n -> oo", "--relation", "P"],
    ["growth", "n", "n", "--as", "n -> oo", "--relation", "o", "--theta"],
    ["growth", "n <= 1", "n", "--as", "n -> oo"],
    ["growth", "n", "n", "--as", "1 -> oo"],
    ["tighten", "x <= c", "--find", "1"],
    ["bound", "wu2015.theorem14", "--set", "rho=10**10**10", "lam=0.1"],
    ["bound", "wu2015.theorem14", "--set", "rho=" + "1+" * 30_000 + "1", "lam=0.1"],
    ["bound", "wu2015.theorem14", "--set", *(f"x{i}=1" for i in range(5000))],
    ["bound", "wu2015.theorem14", "--solve-for", "n", "--target", "9**9**9"],
    ["bound", "wu2015.theorem14", "--solve-for", "n"],
    ["optimize", "wu2015.theorem21", "--over", "lam", "--set", "n=floor(exp(100000))"],
    ["optimize", "wu2015.theorem21", "--over", "lam", "--set", *(f"x{i}=1" for i in range(5000))],
    ["optimize", "wu2015.theorem21", "--over", "lam", "--set", "q=1"],
    ["show"],
    ["show", "wu2015.theorem99"],
    ["show", "wu2015.theorem14", "--format", "word"],
    ["axioms", "nothing.like.it"],
    ["graph", "nothing.like.it"],
    ["verify", "wu2051"],
    ["verify", "no-such-file.thm"],
    ["verify", "--experiments", "some"],
    ["verify", "--proofs", "no-such-folder"],
    ["check", "no-such-file.json"],
]


@pytest.mark.parametrize("argv", BAD, ids=lambda argv: " ".join(argv)[:40])
def test_bad_input_is_one_line_and_status_64(run: Run, argv: list[str]) -> None:
    ran = run(*argv)
    assert ran.status == 64
    assert ran.out == ""
    assert ran.err.startswith("error: ") and ran.err.count("\n") == 1
    assert len(ran.err) < 600


@pytest.mark.parametrize("argv", [a for a in BAD if a[0] in ("bound", "optimize") and "q=1" not in a])
def test_bad_settings_are_refused_before_the_library_is_read(
    run: Run, monkeypatch: pytest.MonkeyPatch, argv: list[str]
) -> None:
    monkeypatch.setattr(running, "load_library", unread)
    assert run(*argv).status == 64


def test_good_settings_need_the_library(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """So that the test above would notice: what fails unexpectedly ends with a status of its own."""
    monkeypatch.setattr(running, "load_library", unread)
    ran = run("bound", "wu2015.theorem14", "--set", "rho=1", "--fresh")
    assert ran.status == 70 and "the library was read" in ran.err


def unread() -> None:
    """In the place of `load_library`, where nothing may read the library."""
    raise AssertionError("the library was read")


@pytest.mark.parametrize(
    ("argv", "hint"),
    [
        (["verfy"], "verify"),
        (["show", "wu2015.theorm14"], "wu2015.theorem14"),
        (["prove", "x + <= 1"], "position 4"),
        (["prove", CLAIM, "--timeout", "soon"], "--timeout 10"),
        (["prove", "x <= inf"], "oo"),
        (["theorem 21"], "dptheory search 'theorem 21'"),
        (["bound", "wu2015.theorem14", "--set", "n=10,000"], "a comma ends a value"),
    ],
)
def test_the_line_says_what_to_try(run: Run, argv: list[str], hint: str) -> None:
    assert hint in run(*argv).err


def test_no_command_prints_the_help_and_fails(run: Run) -> None:
    ran = run()
    assert ran.status == 64
    assert "commands" in ran.err


@pytest.mark.parametrize("argv", [["--help"], ["prove", "--help"], ["--version"]])
def test_help_and_version_succeed(run: Run, argv: list[str]) -> None:
    ran = run(*argv)
    assert ran.status == 0
    assert "dptheory" in ran.out


def test_interrupting_is_no_traceback(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    import dptheory.commands

    def interrupt(args: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(dptheory.commands, "run", interrupt)
    ran = run("prove", CLAIM)
    assert (ran.status, ran.out, ran.err) == (130, "", "interrupted\n")


@pytest.mark.parametrize(
    "argv",
    [
        ["optimize", "wu2015.theorem21", "--over", "lam", "--form", "sharp.closed", "--set", "lam=1"],
        ["optimize", "wu2015.theorem14", "--over", "lam", "--set", "n=3000"],
        ["bound", "wu2015.theorem21", "--solve-for", "n", "--target", "1", "--set", "eps=1"],
        ["account", "--gaussian", "1", "--sampling-rate", "1/100", "--steps", "1000"],
    ],
)
def test_missing_numbers_are_told_before_any_work(
    run: Run, monkeypatch: pytest.MonkeyPatch, argv: list[str]
) -> None:
    """They were missed after the search: after 4.3 s."""
    from dptheory.commands import account, bound, optimize

    for module, name in ((optimize, "optimize"), (optimize, "stated"), (bound, "stated"), (account, "account")):
        monkeypatch.setattr(module, name, unread)
    monkeypatch.setattr(account, "composition", unread)
    assert run(*argv).status == 64
