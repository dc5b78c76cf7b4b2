"""The list of slow tests: it names what is there."""

from __future__ import annotations

from pathlib import Path

from .slow import is_slow, listed

ROOT = Path(__file__).resolve().parents[1]


def test_what_the_list_names_is_there() -> None:
    texts = {name: (ROOT / name.partition("::")[0]).read_text(encoding="utf-8") for name in listed()}
    functions = {name: name.partition("::")[2].partition("[")[0].rpartition(".")[2] for name in texts}
    assert not [name for name, text in texts.items() if functions[name] and f"def {functions[name]}(" not in text]


def test_a_file_on_the_list_is_slow_with_all_its_tests() -> None:
    names = frozenset({"tests/a.py", "tests/b.py::test_one"})
    assert is_slow("tests/a.py::test_any[1]", names) and is_slow("tests/b.py::test_one", names)
    assert not is_slow("tests/b.py::test_one[1]", names) and not is_slow("tests/b.py::test_two", names)
