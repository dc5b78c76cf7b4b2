"""The wheel, in an environment of its own and an empty folder, answers as the checkout does."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PARTS = ("pyproject.toml", "setup.py", "MANIFEST.in", "README.md", "LICENSE", "dptheory.1")
COMMANDS = (
    "--version",
    "--help",
    "list",
    "search norm stability",
    "show wu2015.theorem14",
    "show wu2015.theorem14 --unfold --ascii",
    "show wang2016.lemma31 --format latex",
    "show chaudhuri2020.theorem1 --json",
    "errata wu2015",
    "errata --json",
    "sound",
    "graph wu2015.theorem21 --format dot",
    "axioms wu2015.theorem9",
    "verify background --experiments none",
    "prove x*(1-x)<=1/4",
    "refute x<=1",
    "tighten exp(x)-1<=c*x --find c --where 0<x<=1",
    "growth n*log(n) n**2 --as 'n -> oo' --where n>=1",
    "bound wu2015.theorem14 --form sharp --set rho=1 lam=0.1 --solve-for n --target 0.01",
    "optimize wu2015.theorem14 --over lam",
    "chain --given Private(eps,0) --given AERM(xi,uniform) --goal Consistent",
    "account --gaussian 1.0 --steps 100 --delta 1e-6",
    "audit",
    "show wu2015.nothing",
)
"""Commands whose answers depend on no clock."""


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of an environment that has the wheel, and what it needs, but not this checkout."""
    pytest.importorskip("setuptools", minversion="77")
    place = tmp_path_factory.mktemp("wheel")
    source = place / "source"
    for part in PARTS:
        source.mkdir(exist_ok=True)
        shutil.copy(ROOT / part, source)
    for folder in ("dptheory", "proofs", "docs/recipes"):
        shutil.copytree(ROOT / folder, source / folder, ignore=shutil.ignore_patterns("__pycache__"))
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "wheel", "--quiet", "--no-deps"]
    subprocess.run([*pip, "--no-build-isolation", "-w", str(place), str(source)], check=True)
    (wheel,) = place.glob("*.whl")
    assert wheel.stat().st_size < 6_000_000
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(place / "venv")], check=True)
    python = place / "venv" / "bin" / "python"
    site = Path(
        subprocess.run(
            [python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"],
            capture_output=True, text=True, check=True,
        ).stdout.strip()
    )  # fmt: skip
    shutil.unpack_archive(str(wheel), site, "zip")
    # a folder that a .pth file names is searched for modules; the links in it to checkouts are not followed
    (site / "needs.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return python


TIME = re.compile(r"  ?[\d.]+ m?s\b.*|\"seconds\": [\d.e-]+")  # how long something took


ONE_AFTER_ANOTHER = """
import contextlib, io, json, sys
from dptheory.cli import main

found = {}
for command, words in json.load(sys.stdin).items():
    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(io.StringIO()):
        status = main(words)
    out.flush()
    found[command] = status, out.buffer.getvalue().decode("utf-8")
json.dump(found, sys.stdout)
"""

Answers = dict[str, tuple[int, str]]
"""The exit status of each command, and all that it printed as an answer."""


def run_there(python: Path, argv: list[str], place: Path, asked: str = "") -> subprocess.CompletedProcess[str]:
    """A Python at work in a folder."""
    environment = {**os.environ, "PYTHONPATH": "", "COLUMNS": "160"}
    return subprocess.run(
        [str(python), *argv], cwd=place, env=environment, input=asked, capture_output=True, encoding="utf-8", check=True
    )


@pytest.fixture(scope="module")
def answers(installed: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Answers, Answers]:
    """What the checkout answers, and what the wheel does in an empty folder: all commands in one process each."""
    asked = json.dumps({command: shlex.split(command) for command in COMMANDS})

    def told(python: Path, place: Path) -> Answers:
        made = json.loads(run_there(python, ["-c", ONE_AFTER_ANOTHER], place, asked).stdout)
        return {command: (status, TIME.sub(" ... s", out)) for command, (status, out) in made.items()}

    return told(Path(sys.executable), ROOT), told(installed, tmp_path_factory.mktemp("empty"))


@pytest.mark.parametrize("command", COMMANDS)
def test_the_wheel_answers_as_the_checkout_does(answers: tuple[Answers, Answers], command: str) -> None:
    checkout, wheel = (made[command] for made in answers)
    if command.startswith("verify"):
        checkout, wheel = ((status, out.splitlines()[-1]) for status, out in (checkout, wheel))
    assert wheel == checkout
    assert wheel[1] or wheel[0] == 64


def test_the_wheel_is_what_is_tested(installed: Path, tmp_path: Path) -> None:
    where = "import dptheory, pathlib; print(pathlib.Path(dptheory.__file__).parent)"
    ran = run_there(installed, ["-c", where], tmp_path)
    assert Path(ran.stdout.strip()).is_relative_to(installed.parents[1])
    assert (Path(ran.stdout.strip()) / "proofs" / "engine").is_file()


def test_the_wheel_writes_a_site(installed: Path, tmp_path: Path) -> None:
    run_there(installed, ["-m", "dptheory", "site", "pages", "background.jensen"], tmp_path)
    there = {path.name for path in (tmp_path / "pages").iterdir()}
    assert {"index.html", "style.css", "site.js", "search.js", "calculator.js"} <= there


def test_the_wheel_plans_and_trains(installed: Path, tmp_path: Path) -> None:
    rows = "".join(f"{(x % 7) / 7},{int(x % 7 > 3)}\n" for x in range(6000))
    (tmp_path / "data.csv").write_text(f"x,label\n{rows}", encoding="utf-8")
    asked = ["plan", "data.csv", "--target", "label", "--eps", "1", "--intercept", "--fit", "model.json", "--seed", "1", "--json"]
    made = json.loads(run_there(installed, ["-m", "dptheory", *asked], tmp_path).stdout)
    assert made["says_something"] and made["held_out"]["accuracy"] > 0.7 and made["n"] == 4800
    assert json.loads((tmp_path / "model.json").read_text(encoding="utf-8"))["privacy"]["eps"] == "1"


def test_a_package_that_is_not_there_is_named_with_its_extra() -> None:
    from dptheory.extras import MissingExtra, extra

    with pytest.raises(MissingExtra, match=r"dptheory\[plot\]"):
        sys.modules["matplotlib.nothing"] = None  # type: ignore[assignment]
        try:
            extra("matplotlib.nothing", "a figure")
        finally:
            del sys.modules["matplotlib.nothing"]
