"""The pages of the documentation: what they show is what the commands print, and the site builds."""

import doctest
import importlib.util
import re
import shlex
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from .conftest import Run

DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGE = (DOCS / "five-minutes.md").read_text(encoding="utf-8")


def test_the_first_page_shows_what_the_commands_print(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    shown = re.findall(r"^    \$ dptheory (.+)\n((?:    (?![$>]).+\n)*)", PAGE, re.MULTILINE)
    assert len(shown) >= 5
    for command, lines in shown:
        ran = run(*shlex.split(command))
        assert ran.status in (0, 1) and not ran.err, command
        found = [" ".join(line.split()) for line in ran.out.splitlines()]
        for line in lines.splitlines():
            assert any(one.startswith(" ".join(line.split())) for one in found), (command, line)


def contents(page: str) -> list[str]:
    """The pages that a page's table of contents names, and those that these name."""
    text = (DOCS / f"{page}.md").read_text(encoding="utf-8")
    tables = "\n".join(re.findall(r"^```\{toctree\}\n(.*?)^```", text, re.MULTILINE | re.DOTALL))
    named = re.findall(r"^(?:[^:\n]* <)?([\w/-]+)>?$", tables, re.MULTILINE)
    return [*named, *(below for one in named if not one.startswith("generated/") for below in contents(one))]


def test_every_page_of_the_contents_and_every_picture_is_there() -> None:
    pages = contents("index")
    notebooks = {path.stem for path in (DOCS.parent / "examples" / "notebooks").glob("*.py")}
    made = {"generated/commands", *(f"generated/{name}" for name in notebooks)}
    assert {page for page in pages if page.startswith("generated/")} == made
    there = {*DOCS.glob("*.md"), *DOCS.glob("recipes/*.md"), *DOCS.glob("course/*.md")}
    assert {path.relative_to(DOCS).with_suffix("").as_posix() for path in there} == {*pages, "index"} - made
    for page in (*there, DOCS.parent / "README.md"):
        for picture in re.findall(r"!\[[^\]]+\]\(([^)]+)\)", page.read_text(encoding="utf-8")):
            assert "<svg" in (page.parent / picture).read_text(encoding="utf-8")[:1000], picture


def test_every_figure_of_the_gallery_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    pyplot = pytest.importorskip("matplotlib.pyplot")
    pyplot.switch_backend("Agg")
    text = (DOCS / "gallery.md").read_text(encoding="utf-8")
    cells = re.findall(r"^```\{code-cell\} ipython3\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    seen: dict[str, object] = {}
    assert len(cells) == 8
    for cell in cells:
        exec(compile(cell, "gallery.md", "exec"), seen)  # our own page
        drawn = seen.get("axes")
        assert drawn is None or drawn.lines or drawn.patches, cell  # type: ignore[attr-defined]
    pyplot.close("all")


def test_the_documentation_builds_without_a_warning(tmp_path: Path) -> None:
    for needed in ("sphinx", "myst_nb", "pydata_sphinx_theme"):
        pytest.importorskip(needed)
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", str(DOCS), str(tmp_path / "site")]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-2000:]
    page = (tmp_path / "site" / "generated" / "commands.html").read_text(encoding="utf-8")
    assert 'id="report"' in page and "an errata letter" in page


FACTS = re.compile(r"\[(\d)\]")


def test_every_fact_about_another_tool_has_an_address() -> None:
    said, _, sources = (DOCS / "beside.md").read_text(encoding="utf-8").partition("Where it was read:")
    listed = re.findall(r"^(\d)\. (.*(?:\n   .*)*)", sources, re.MULTILINE)
    assert set(FACTS.findall(said)) == {number for number, _ in listed}
    assert all("<https://" in source for _, source in listed)


EXAMPLES = {
    "ACCOUNT.md": 6,
    "CALCULUS.md": 3,
    "EXPOSURE.md": 5,
    "MECHANISMS.md": 6,
    "PROVER.md": 3,
    "five-minutes.md": 3,
}
"""How many lines of Python a page has at least."""


@pytest.mark.parametrize("page", sorted(path.name for path in DOCS.glob("*.md")))
def test_the_python_of_every_page_runs(page: str) -> None:
    failed, tried = doctest.testfile(str(DOCS / page), module_relative=False)
    assert failed == 0 and tried >= EXAMPLES.get(page, 0)
    assert (tried > 0) == (">>> " in (DOCS / page).read_text(encoding="utf-8"))


MECHANISM = """
def mechanism(dataset, size, rng):
    return dataset.sum() + rng.laplace(size=size)


def train(dataset, size, rng):
    return (dataset.sum() + rng.laplace(size=size))[:, None]


def score(output, records):
    return records * output[0]
"""
EVENTS = '[{"class_name": "GaussianDpEvent", "noise_multiplier": 1.1}]'
LONG = {"--watch": [], "1000000": ["20000"]}
"""What takes long, or for ever, in a command that a page shows, and what the test runs instead."""


def _commands(page: str) -> list[list[str]]:
    """The commands of a page, one a line, each followed by what it is for."""
    lines = re.findall(
        r"^    (?:\$ )?dptheory (\S.*)$", (DOCS / page).read_text(encoding="utf-8"), re.MULTILINE
    )
    typed = [shlex.split(re.split(r"  +|\s#", line)[0]) for line in lines]
    return [[part for word in words for part in LONG.get(word, [word])] for words in typed]


@pytest.mark.parametrize(
    ("page", "count"), [("ACCOUNT.md", 13), ("AUDIT.md", 8), ("EXPOSURE.md", 1), ("STATEMENTS.md", 8)]
)
def test_the_commands_of_a_page_run_one_after_another(
    page: str, count: int, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    Path("mymodule.py").write_text(MECHANISM, encoding="utf-8")
    Path("data.csv").write_text("0\n1\n1\n" * 40, encoding="utf-8")
    Path("events.json").write_text(EVENTS, encoding="utf-8")
    found = _commands(page)
    assert len(found) == count
    for argv in found:
        ran = run(*argv)
        assert ran.status in (0, 1, 2) and ran.out, (argv, ran.err)


def test_every_block_of_the_pages_is_run_by_some_test() -> None:
    """Blocks are commands, Python, or statements; each page of commands is named by the test that runs them."""
    run_here = {"ACCOUNT.md", "AUDIT.md", "EXPOSURE.md", "STATEMENTS.md", "five-minutes.md"}
    elsewhere = {"PROVER.md": "cli/test_prover_page.py", "CALCULUS.md": "calculus/test_calculus_page.py"}
    elsewhere |= {"READING.md": "latex/test_reading_page.py", "TRY.md": "cli/test_try.py"}
    for path in DOCS.glob("*.md"):
        text = path.read_text(encoding="utf-8")
        if re.search(r"^    (?:\$ )?dptheory ", text, re.MULTILINE) and path.name not in run_here:
            assert path.name in (DOCS.parent / "tests" / elsewhere[path.name]).read_text(encoding="utf-8")


def _house() -> ModuleType:
    spec = importlib.util.spec_from_file_location("house", DOCS / "house.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_house_is_drawn_as_it_stands() -> None:
    """So is the order in which the kernel is read, and what type checkers read of its faces."""
    house = _house()
    for path, text in house.written().items():
        assert path.read_text(encoding="utf-8") == text, f"{path.name}: python docs/house.py --write"
    assert house.arrows()["kernel"] == set()


def test_what_the_ways_through_the_house_name_is_there() -> None:
    text = (DOCS / "CONTRIBUTING.md").read_text(encoding="utf-8")
    ways = text[text.index("## Three ways") : text.index("## The house\n")]
    named = re.findall(r"`([a-z_/]+\.py)(?::(\w+))?`", ways)
    assert len(named) > 25
    for path, name in named:
        found = [one for one in (DOCS.parent / "dptheory").rglob("*.py") if one.as_posix().endswith(f"/{path}")]
        assert found, path
        there = [one.read_text(encoding="utf-8") for one in found]
        assert not name or any(re.search(rf"(?:def|class) {name}\b", text) for text in there), name


def test_the_rooms_of_the_kernel_stand_on_one_another_in_one_direction_only() -> None:
    house = _house()
    assert house.floors(house.arrows(house.KERNEL)) == [["real"], ["finite", "logic"], ["models"]]


def test_rooms_that_stand_on_one_another_are_no_house(tmp_path: Path) -> None:
    for room, other in (("one", "two"), ("two", "one")):
        (tmp_path / "home" / room).mkdir(parents=True)
        (tmp_path / "home" / room / "__init__.py").write_text(f"from ..{other} import it\n", encoding="utf-8")
    house = _house()
    found = house.arrows(tmp_path / "home")
    assert found == {"one": {"two"}, "two": {"one"}}
    with pytest.raises(ValueError, match="one, two|two, one"):
        house.floors(found)


def test_a_circle_is_one_that_is_closed_inside_a_function(tmp_path: Path) -> None:
    for room, text in (("one", "from ..two import it\n"), ("two", "def f():\n    from ..one import it\n")):
        (tmp_path / "home" / room).mkdir(parents=True)
        (tmp_path / "home" / room / "__init__.py").write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match="one, two|two, one"):
        _house().floors(_house().arrows(tmp_path / "home"))


def test_no_modules_need_one_another() -> None:
    """Imports inside functions are counted; what only names a type is not."""
    assert _house().circles() == []


def test_modules_that_need_one_another_are_found(tmp_path: Path) -> None:
    (tmp_path / "home" / "one").mkdir(parents=True)
    (tmp_path / "home" / "one" / "__init__.py").write_text("", encoding="utf-8")
    (tmp_path / "home" / "one" / "first.py").write_text("from .second import it\n", encoding="utf-8")
    (tmp_path / "home" / "one" / "second.py").write_text(
        "def it():\n    from .first import it\n", encoding="utf-8"
    )
    assert _house().circles(tmp_path / "home") == [["home.one.first", "home.one.second"]]


def test_the_theory_knows_nothing_of_the_lab() -> None:
    for room, below in _house().arrows().items():
        if room.partition("/")[0] not in ("lab", "present", "commands"):
            assert not any(name.partition("/")[0] == "lab" for name in below), room
