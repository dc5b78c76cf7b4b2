"""The recipes run in an empty folder, in the order of their lines, and show what comes out, in the time that they say."""

import doctest
import re
import shlex
import time
from pathlib import Path

import pytest

from .conftest import Run

PLACE = Path(__file__).resolve().parents[2] / "docs" / "recipes"
PAGES = sorted(PLACE.glob("*.md"))
COMMAND = re.compile(r"^    \$ dptheory (.+)\n((?:    (?! *(?:\$|>>>) ).*\S.*\n)*)", re.MULTILINE)


def test_there_is_a_recipe_for_each_of_seven_jobs() -> None:
    index = (PLACE.parent / "recipes.md").read_text(encoding="utf-8")
    named = re.findall(r"recipes/(\w+)", index)
    assert len(PAGES) == 7 and sorted(named) == sorted(2 * [page.stem for page in PAGES])


def steps(text: str) -> list[tuple[int, str, object]]:
    """What a page has done, by the line on which it stands: commands with what they show, and Python."""
    commands = [(text.count("\n", 0, m.start()), m.group(1), m.group(2)) for m in COMMAND.finditer(text)]
    python = [(one.lineno, "", one) for one in doctest.DocTestParser().get_examples(text)]
    return sorted([*commands, *python], key=lambda step: step[0])


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_recipe_does_what_it_shows(
    page: Path, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    if page.stem == "record":
        pytest.importorskip("sklearn")
    monkeypatch.chdir(tmp_path)
    text = page.read_text(encoding="utf-8")
    seen: dict[str, object] = {}
    start, done = time.process_time(), steps(text)
    assert done
    for place, command, shown in done:
        if isinstance(shown, doctest.Example):
            test = doctest.DocTest([shown], seen, page.name, str(page), place, None)
            with capsys.disabled():
                assert doctest.DocTestRunner().run(test, clear_globs=False).failed == 0
            seen = test.globs
            continue
        ran = run(*shlex.split(command))
        assert ran.status in (0, 1) and not ran.err, (command, ran.err)
        found = iter(" ".join(one.split()) for one in ran.out.splitlines())
        lines = [" ".join(one.split()) for one in str(shown).splitlines()]
        # in this order; to the right of what is shown there may be more
        assert lines and all(any(one.startswith(line) for one in found) for line in lines), (command, ran.out)
    told = re.search(r"^Takes (\d+) s\.$", text, re.MULTILINE)
    assert told is not None and time.process_time() - start <= 2 * int(told[1])
